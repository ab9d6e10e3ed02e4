package object

import "gputour/engine/object/char"

// This file writes the repr of text and classifies characters as Python does.

// strRepr returns repr(s): single quotes unless the text has them and no double ones.
func strRepr(s *Str) string { return char.Quote(s.s) }

// Ascii returns ascii(v): the repr with everything beyond ASCII escaped.
func Ascii(t *Thread, v Value) (string, error) {
	s, err := Repr(t, v)
	if err != nil {
		return "", err
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			b = append(b, s[i])
			i++
			continue
		}
		r, size := char.Decode(s[i:])
		b = append(b, char.Escape(r)...)
		i += max(size, 1)
	}
	return string(b), nil
}
