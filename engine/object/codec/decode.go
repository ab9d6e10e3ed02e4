package codec

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"gputour/engine/object/char"
)

// decoder turns in into out; fail handles what is no text.
type decoder struct {
	name   string
	in     []byte
	out    []byte
	errors string
	ask    Handler
	err    error

	partial bool // more is to come
	held    int  // bytes at the end that wait for it
}

// Decode returns the text of b. errors names the handler; ask is one that Python does not know. The error is a
// *Mistake, or ask's.
func (c *Codec) Decode(b []byte, errors string, ask Handler) (string, error) {
	if len(c.bom) == 3 {
		b = []byte(strings.TrimPrefix(string(b), string(c.bom)))
	}
	if c.Name == "utf-8" && utf8.Valid(b) {
		return string(b), nil
	}
	d := &decoder{name: c.Name, in: b, errors: errors, ask: ask}
	c.decode(d)
	return string(d.out), d.err
}

// fail handles bytes start up to end and returns where to go on.
func (d *decoder) fail(start, end int, reason string) int {
	if d.hold(start, end, reason) {
		return len(d.in)
	}
	switch d.errors {
	case "ignore":
	case "replace":
		d.out = append(d.out, "\uFFFD"...)
	case "backslashreplace":
		for _, c := range d.in[start:end] {
			d.out = append(d.out, fmt.Sprintf(`\x%02x`, c)...)
		}
	case "surrogateescape":
		for _, c := range d.in[start:end] {
			d.out = char.Append(d.out, 0xdc00+rune(c))
		}
	case "strict", "surrogatepass":
		d.err = &Mistake{d.name, start, end, reason, d.in}
		return len(d.in)
	default:
		text, _, next, err := d.ask(&Mistake{d.name, start, end, reason, d.in})
		if d.err = err; err != nil {
			return len(d.in)
		}
		d.out = append(d.out, text...)
		return next
	}
	return end
}

func decodeASCII(d *decoder) {
	for i := 0; i < len(d.in); {
		if d.in[i] >= 0x80 {
			i = d.fail(i, i+1, "ordinal not in range(128)")
			continue
		}
		d.out = append(d.out, d.in[i])
		i++
	}
}

func decodeLatin1(d *decoder) {
	for _, c := range d.in {
		d.out = utf8.AppendRune(d.out, rune(c))
	}
}

func decodeUTF8(d *decoder) {
	for i := 0; i < len(d.in); {
		c := d.in[i]
		if c < 0x80 {
			d.out = append(d.out, c)
			i++
			continue
		}
		n, reason := d.sequence(i)
		if reason != "" {
			i = d.fail(i, i+n, reason)
			continue
		}
		d.out = append(d.out, d.in[i:i+n]...)
		i += n
	}
}

// sequence returns the length of the UTF-8 sequence at i, or of its wrong beginning and why.
func (d *decoder) sequence(i int) (n int, reason string) {
	c := d.in[i]
	low, high := byte(0x80), byte(0xbf)
	switch {
	case c < 0xc2 || c > 0xf4:
		return 1, "invalid start byte"
	case c < 0xe0:
		n = 2
	case c < 0xf0:
		n = 3
	default:
		n = 4
	}
	switch c {
	case 0xe0:
		low = 0xa0
	case 0xed:
		if d.errors != "surrogatepass" {
			high = 0x9f
		}
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	for k := 1; k < n; k++ {
		if i+k >= len(d.in) {
			return k, "unexpected end of data"
		}
		if b := d.in[i+k]; b < low || b > high {
			return k, "invalid continuation byte"
		}
		low, high = 0x80, 0xbf
	}
	return n, ""
}

// decode16 decodes UTF-16; a nil order reads the byte order mark.
func decode16(order binary.ByteOrder) func(*decoder) {
	return func(d *decoder) {
		order, i := order, 0
		if order == nil {
			order = binary.LittleEndian
			if len(d.in) >= 2 && d.in[0] == 0xfe && d.in[1] == 0xff {
				order, i = binary.BigEndian, 2
			} else if len(d.in) >= 2 && d.in[0] == 0xff && d.in[1] == 0xfe {
				i = 2
			}
		}
		for i < len(d.in) {
			if i+1 >= len(d.in) {
				i = d.fail(i, len(d.in), "truncated data")
				continue
			}
			r := rune(order.Uint16(d.in[i:]))
			switch {
			case r < 0xd800 || r > 0xdfff:
				d.out = utf8.AppendRune(d.out, r)
				i += 2
			case d.errors == "surrogatepass":
				d.out = char.Append(d.out, r)
				i += 2
			case r < 0xdc00 && i+3 < len(d.in) && order.Uint16(d.in[i+2:])&0xfc00 == 0xdc00:
				d.out = utf8.AppendRune(d.out, 0x10000+(r-0xd800)<<10+rune(order.Uint16(d.in[i+2:]))-0xdc00)
				i += 4
			case r < 0xdc00 && i+3 >= len(d.in):
				i = d.fail(i, len(d.in), "unexpected end of data")
			default:
				i = d.fail(i, i+2, "illegal encoding")
			}
		}
	}
}

func decode32(order binary.ByteOrder) func(*decoder) {
	return func(d *decoder) {
		order, i := order, 0
		if order == nil {
			order = binary.LittleEndian
			if len(d.in) >= 4 && order.Uint32(d.in) == 0xfeff {
				i = 4
			} else if len(d.in) >= 4 && binary.BigEndian.Uint32(d.in) == 0xfeff {
				order, i = binary.BigEndian, 4
			}
		}
		for i < len(d.in) {
			if i+4 > len(d.in) {
				i = d.fail(i, len(d.in), "truncated data")
				continue
			}
			r := order.Uint32(d.in[i:])
			if r > 0x10ffff || char.IsSurrogate(rune(r)) {
				i = d.fail(i, i+4, "code point not in range(0x110000)")
				continue
			}
			d.out = utf8.AppendRune(d.out, rune(r))
			i += 4
		}
	}
}
