package codec

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Decoder turns pieces of bytes into text. What a piece has of a character that is not
// complete waits for the next one.
type Decoder struct {
	codec  *Codec
	errors string
	held   []byte
	begun  bool   // the byte order mark, where the encoding has one, is behind us
	order  string // "-le" or "-be", once a mark has told it
}

// Pieces returns a decoder of bytes that come in pieces; errors names the handler.
func (c *Codec) Pieces(errors string) Decoder { return Decoder{codec: c, errors: errors} }

// Decode returns the text of what was held back and b; final is for the last piece.
func (d *Decoder) Decode(b []byte, final bool, ask Handler) (string, error) {
	if len(d.held) > 0 {
		b = append(bytes.Clone(d.held), b...)
	}
	c := d.codec
	if len(c.bom) > 0 && !d.begun {
		n, ready := d.mark(b)
		if !ready && !final {
			d.held = bytes.Clone(b)
			return "", nil
		}
		b, d.begun = b[n:], len(b) > 0
	}
	if d.order != "" {
		c = codecs[c.Name+d.order]
	}
	text, held, err := c.piece(b, d.errors, final, ask)
	if err == nil {
		d.held = bytes.Clone(held)
	}
	return text, err
}

// mark is the length of the byte order mark that b begins with; b may be too short to tell.
func (d *Decoder) mark(b []byte) (n int, ready bool) {
	bom := d.codec.bom
	if len(b) < len(bom) {
		return 0, len(bom) == 3 && !bytes.HasPrefix(bom, b)
	}
	if len(bom) == 3 {
		if bytes.HasPrefix(b, bom) {
			return 3, true
		}
		return 0, true
	}
	d.order = "-le"
	back := bytes.Clone(bom)
	slices.Reverse(back)
	switch {
	case bytes.HasPrefix(b, bom):
		return len(bom), true
	case bytes.HasPrefix(b, back):
		d.order = "-be"
		return len(bom), true
	}
	return 0, true
}

// piece decodes b as far as it is complete.
func (c *Codec) piece(b []byte, errors string, final bool, ask Handler) (text string, held []byte, err error) {
	whole := b
	if c.Name == "utf-8" {
		if !final {
			whole = b[:len(b)-cutRune(b)]
		}
		if utf8.Valid(whole) {
			return string(whole), b[len(whole):], nil
		}
	}
	d := &decoder{name: c.Name, in: b, errors: errors, ask: ask, partial: !final}
	c.decode(d)
	return string(d.out), d.in[len(d.in)-d.held:], d.err
}

// cutRune is how many bytes at the end of b are the beginning of a UTF-8 sequence.
func cutRune(b []byte) int {
	for n := 1; n <= min(3, len(b)); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			break
		}
	}
	return 0
}

// hold keeps the bytes from start on for the next piece, if that may complete them.
func (d *decoder) hold(start, end int, reason string) bool {
	if !d.partial || end != len(d.in) {
		return false
	}
	for _, short := range []string{"unexpected end", "truncated", "incomplete", `\ at end`} {
		if strings.HasPrefix(reason, short) {
			d.held = len(d.in) - start
			return true
		}
	}
	return false
}

// State returns what is held back, and a number for the rest of the decoder's state as CPython counts it.
func (d *Decoder) State() ([]byte, int64) {
	switch len(d.codec.bom) {
	case 0:
		return d.held, 0
	case 3:
		if d.begun {
			return d.held, 0
		}
		return d.held, 1
	}
	return d.held, map[string]int64{"": 2, "-le": 0, "-be": 1}[d.order]
}

// SetState returns to a state that State has given.
func (d *Decoder) SetState(held []byte, flags int64) {
	d.held = bytes.Clone(held)
	switch len(d.codec.bom) {
	case 0:
	case 3:
		d.begun = flags == 0
	default:
		d.order = map[int64]string{0: "-le", 1: "-be"}[flags]
		d.begun = flags != 2
	}
}

// Reset returns to the state of the beginning.
func (d *Decoder) Reset() { *d = Decoder{codec: d.codec, errors: d.errors} }
