package codec

import (
	"encoding/binary"
	"fmt"

	"gputour/engine/charname"
	"gputour/engine/object/char"
)

type encoder struct {
	out  []byte
	pass bool // surrogates may be written as they are
}

// keepsASCII tells whether the bytes of ASCII text are the text's.
func (c *Codec) keepsASCII() bool {
	return c.Name == "utf-8" || c.Name == "ascii" || c.Name == "latin-1"
}

// Text is what is encoded.
type Text interface {
	String() string
	Len() int // in characters
	Runes() []rune
}

// Encode returns the bytes of a text. errors names the handler; ask is one that Python does not know. The error is a
// *Mistake, or ask's.
func (c *Codec) Encode(s Text, errors string, ask Handler) ([]byte, error) {
	text := s.String()
	e := &encoder{out: append(make([]byte, 0, len(text)+len(c.bom)), c.bom...), pass: errors == "surrogatepass"}
	if s.Len() == len(text) && c.keepsASCII() {
		return append(e.out, text...), nil
	}
	runes := s.Runes()
	for i := 0; i < len(runes); {
		if c.encode(e, runes[i]) {
			i++
			continue
		}
		next, err := e.handle(c, runes, i, errors, ask)
		if err != nil {
			return nil, err
		}
		i = next
	}
	return e.out, nil
}

// handle writes what the error handler has for character i, and returns where to go on.
func (e *encoder) handle(c *Codec, runes []rune, i int, errors string, ask Handler) (int, error) {
	r := runes[i]
	text := ""
	switch errors {
	case "ignore":
		return i + 1, nil
	case "replace":
		text = "?"
	case "backslashreplace":
		text = char.Escape(r)
	case "namereplace":
		text = char.Escape(r)
		if name, ok := charname.Of(r); ok { // the number says it too
			text = `\N{` + name + "}"
		}
	case "xmlcharrefreplace":
		text = fmt.Sprintf("&#%d;", r)
	case "surrogateescape":
		if r >= 0xdc80 && r <= 0xdcff {
			e.out = append(e.out, byte(r-0xdc00))
			return i + 1, nil
		}
		return i, c.mistake(runes, i)
	case "strict", "surrogatepass":
		return i, c.mistake(runes, i)
	default:
		return e.ask(c, c.mistake(runes, i), ask)
	}
	for _, r := range text {
		c.encode(e, r)
	}
	return i + 1, nil
}

// ask writes what a handler gives for a mistake.
func (e *encoder) ask(c *Codec, m *Mistake, ask Handler) (int, error) {
	text, bytes, next, err := ask(m)
	if err != nil {
		return 0, err
	}
	e.out = append(e.out, bytes...)
	for _, r := range char.Runes(text, len(text)) {
		if !c.encode(e, r) {
			return 0, m
		}
	}
	return next, nil
}

// mistake is the one that begins with character i.
func (c *Codec) mistake(runes []rune, i int) *Mistake {
	reason := "surrogates not allowed"
	end := i + 1
	limit := rune(0)
	switch c.Name {
	case "ascii":
		reason, limit = "ordinal not in range(128)", 0x80
	case "latin-1":
		reason, limit = "ordinal not in range(256)", 0x100
	case "charmap":
		reason = "character maps to <undefined>"
	default:
		if c.Name[0] != 'u' {
			reason = "illegal multibyte sequence"
		}
	}
	for limit > 0 && end < len(runes) && runes[end] >= limit {
		end++
	}
	for limit == 0 && end < len(runes) && char.IsSurrogate(runes[end]) {
		end++
	}
	return &Mistake{Encoding: c.Name, Start: i, End: end, Reason: reason}
}

func encodeUTF8(e *encoder, r rune) bool {
	if char.IsSurrogate(r) && !e.pass {
		return false
	}
	e.out = char.Append(e.out, r)
	return true
}

func encodeBelow(limit rune) func(*encoder, rune) bool {
	return func(e *encoder, r rune) bool {
		if r >= limit {
			return false
		}
		e.out = append(e.out, byte(r))
		return true
	}
}

type byteOrderer interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

func encode16(order byteOrderer) func(*encoder, rune) bool {
	return func(e *encoder, r rune) bool {
		switch {
		case char.IsSurrogate(r) && !e.pass:
			return false
		case r > 0xffff:
			r -= 0x10000
			e.out = order.AppendUint16(e.out, uint16(0xd800+r>>10))
			e.out = order.AppendUint16(e.out, uint16(0xdc00+r&0x3ff))
		default:
			e.out = order.AppendUint16(e.out, uint16(r))
		}
		return true
	}
}

func encode32(order byteOrderer) func(*encoder, rune) bool {
	return func(e *encoder, r rune) bool {
		if char.IsSurrogate(r) && !e.pass {
			return false
		}
		e.out = order.AppendUint32(e.out, uint32(r))
		return true
	}
}
