package object

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"

	"gputour/engine/parts"
)

// This file encodes and decodes text.

// codec converts between text and bytes. bad positions are handed to a handler.
type codec struct {
	name   string
	encode func(e *encoder, r rune) bool
	decode func(d *decoder)
	bom    []byte     // what encoding begins with
	part   parts.Part // that its tables are in; "" for none
}

// codecs by normalized name; see codecNames for the aliases.
var codecs = map[string]*codec{
	"utf-8":     {name: "utf-8", encode: encodeUTF8, decode: decodeUTF8},
	"utf-8-sig": {name: "utf-8", encode: encodeUTF8, decode: decodeUTF8, bom: []byte{0xef, 0xbb, 0xbf}},
	"ascii":     {name: "ascii", encode: encodeBelow(0x80), decode: decodeASCII},
	"latin-1":   {name: "latin-1", encode: encodeBelow(0x100), decode: decodeLatin1},
	"utf-16":    {name: "utf-16", encode: encode16(binary.LittleEndian), decode: decode16(nil), bom: []byte{0xff, 0xfe}},
	"utf-16-le": {name: "utf-16-le", encode: encode16(binary.LittleEndian), decode: decode16(binary.LittleEndian)},
	"utf-16-be": {name: "utf-16-be", encode: encode16(binary.BigEndian), decode: decode16(binary.BigEndian)},
	"utf-32":    {name: "utf-32", encode: encode32(binary.LittleEndian), decode: decode32(nil), bom: []byte{0xff, 0xfe, 0, 0}},
	"utf-32-le": {name: "utf-32-le", encode: encode32(binary.LittleEndian), decode: decode32(binary.LittleEndian)},
	"utf-32-be": {name: "utf-32-be", encode: encode32(binary.BigEndian), decode: decode32(binary.BigEndian)},
}

var codecNames = map[string]string{
	"utf8": "utf-8", "u8": "utf-8", "utf": "utf-8", "cp65001": "utf-8", "utf8-sig": "utf-8-sig", "us-ascii": "ascii", "646": "ascii",
	"latin1": "latin-1", "iso-8859-1": "latin-1", "iso8859-1": "latin-1", "8859": "latin-1", "l1": "latin-1", "latin": "latin-1", "cp819": "latin-1",
	"utf16": "utf-16", "u16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf16-le": "utf-16-le", "utf16-be": "utf-16-be",
	"utf32": "utf-32", "u32": "utf-32", "utf-32le": "utf-32-le", "utf-32be": "utf-32-be",
}

func findCodec(name string) (*codec, error) {
	n := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	n = strings.ReplaceAll(n, " ", "-")
	if alias, ok := codecNames[n]; ok {
		n = alias
	}
	if c := codecs[n]; c != nil {
		if c.part != "" {
			if err := parts.Need(c.part); err != nil {
				return nil, Raise(LookupError, "%v", err)
			}
		}
		return c, nil
	}
	return nil, Raise(LookupError, "unknown encoding: %s", name)
}

// codecArgs reads encoding and errors arguments; zero Values are the defaults.
func codecArgs(fn string, encoding, handler Value) (string, string, error) {
	enc, errs := "utf-8", "strict"
	if encoding.head != nil {
		s, ok := AsStr(encoding)
		if !ok {
			return "", "", Raise(TypeError, "%s() argument 'encoding' must be str, not %s", fn, ArgName(encoding))
		}
		enc = s
	}
	if handler.head != nil {
		s, ok := AsStr(handler)
		if !ok {
			return "", "", Raise(TypeError, "%s() argument 'errors' must be str, not %s", fn, ArgName(handler))
		}
		errs = s
	}
	return enc, errs, nil
}

type encoder struct {
	out  []byte
	pass bool // surrogates may be written as they are
}

// Encode returns the bytes of text in an encoding; errors names the handler.
func Encode(t *Thread, v Value, encoding, errors string) ([]byte, error) {
	s := v.Object().(*Str)
	c, err := findCodec(encoding)
	if err != nil {
		return encodeRegistered(t, v, encoding, errors, err)
	}
	if err := t.ChargeItems(s.n, 4); err != nil {
		return nil, err
	}
	e := &encoder{out: append(make([]byte, 0, len(s.s)+len(c.bom)), c.bom...), pass: errors == "surrogatepass"}
	if s.ascii() && (c.name == "utf-8" || c.name == "ascii" || c.name == "latin-1") {
		return append(e.out, s.s...), nil
	}
	runes := s.Runes()
	for i := 0; i < len(runes); {
		if c.encode(e, runes[i]) {
			i++
			continue
		}
		if i, err = e.handle(t, c, s, runes, i, errors); err != nil {
			return nil, err
		}
	}
	return e.out, nil
}

// handle writes what the error handler has for character i, and returns where to go on.
func (e *encoder) handle(t *Thread, c *codec, s *Str, runes []rune, i int, errors string) (int, error) {
	r := runes[i]
	text := ""
	switch errors {
	case "ignore":
		return i + 1, nil
	case "replace":
		text = "?"
	case "backslashreplace":
		text = escapeRune(r)
	case "namereplace":
		text = escapeRune(r)
		if parts.Need(parts.Names) != nil {
			break // the number says it too
		}
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			text = `\N{` + name + "}"
		}
	case "xmlcharrefreplace":
		text = fmt.Sprintf("&#%d;", r)
	case "surrogateescape":
		if r >= 0xdc80 && r <= 0xdcff {
			e.out = append(e.out, byte(r-0xdc00))
			return i + 1, nil
		}
		return i, encodeError(c, s, runes, i)
	case "strict", "surrogatepass":
		return i, encodeError(c, s, runes, i)
	default:
		return e.ask(t, c, encodeError(c, s, runes, i), len(runes), errors)
	}
	for _, r := range text {
		c.encode(e, r)
	}
	return i + 1, nil
}

// ask writes what a handler that the program has registered gives for a mistake.
func (e *encoder) ask(t *Thread, c *codec, mistake *Exception, n int, errors string) (int, error) {
	v, next, err := handleRegistered(t, errors, mistake, n)
	if err != nil {
		return 0, err
	}
	if b, ok := v.Object().(*Bytes); ok {
		e.out = append(e.out, b.B...)
		return next, nil
	}
	text, ok := v.Object().(*Str)
	if !ok {
		return 0, Raise(TypeError, "encoding error handler must return (str/bytes, int) tuple")
	}
	for _, r := range text.Runes() {
		if !c.encode(e, r) {
			return 0, mistake
		}
	}
	return next, nil
}

func encodeError(c *codec, s *Str, runes []rune, i int) *Exception {
	reason := "surrogates not allowed"
	end := i + 1
	limit := rune(0)
	switch c.name {
	case "ascii":
		reason, limit = "ordinal not in range(128)", 0x80
	case "latin-1":
		reason, limit = "ordinal not in range(256)", 0x100
	case "charmap":
		reason = "character maps to <undefined>"
	default:
		if c.name[0] != 'u' {
			reason = "illegal multibyte sequence"
		}
	}
	for limit > 0 && end < len(runes) && runes[end] >= limit {
		end++
	}
	for limit == 0 && end < len(runes) && runes[end] >= 0xd800 && runes[end] <= 0xdfff {
		end++
	}
	return NewException(UnicodeEncodeError, newASCII(c.name), exactStr(s), Int(int64(i)), Int(int64(end)), newASCII(reason))
}

func isSurrogate(r rune) bool { return r >= 0xd800 && r <= 0xdfff }

func encodeUTF8(e *encoder, r rune) bool {
	if isSurrogate(r) && !e.pass {
		return false
	}
	e.out = appendRune(e.out, r)
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
		case isSurrogate(r) && !e.pass:
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
		if isSurrogate(r) && !e.pass {
			return false
		}
		e.out = order.AppendUint32(e.out, uint32(r))
		return true
	}
}

// decoder turns in into out; fail handles what is no text.
type decoder struct {
	t      *Thread
	name   string
	in     []byte
	out    []byte
	errors string
	err    error

	partial bool // more is to come
	held    int  // bytes at the end that wait for it
}

// Decode returns the text of bytes in an encoding; errors names the handler.
func Decode(t *Thread, b []byte, encoding, errors string) (Value, error) {
	if len(b) == 0 {
		return emptyStr, nil // CPython does not even look up the codec
	}
	c, err := findCodec(encoding)
	if err != nil {
		return decodeRegistered(t, b, encoding, errors, err)
	}
	if err := t.ChargeItems(len(b), 2); err != nil {
		return Value{}, err
	}
	if len(c.bom) == 3 {
		b = []byte(strings.TrimPrefix(string(b), string(c.bom)))
	}
	if c.name == "utf-8" && utf8.Valid(b) {
		return NewStr(string(b)), nil
	}
	d := &decoder{t: t, name: c.name, in: b, errors: errors}
	c.decode(d)
	if d.err != nil {
		return Value{}, d.err
	}
	return NewStr(string(d.out)), nil
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
			d.out = appendRune(d.out, 0xdc00+rune(c))
		}
	case "strict", "surrogatepass":
		d.err = NewException(UnicodeDecodeError, newASCII(d.name), NewBytes(d.in), Int(int64(start)), Int(int64(end)), newASCII(reason))
		return len(d.in)
	default:
		mistake := NewException(UnicodeDecodeError, newASCII(d.name), NewBytes(d.in), Int(int64(start)), Int(int64(end)), newASCII(reason))
		v, next, err := handleRegistered(d.t, d.errors, mistake, len(d.in))
		if d.err = err; err != nil {
			return len(d.in)
		}
		text, ok := AsStr(v)
		if !ok {
			d.err = Raise(TypeError, "decoding error handler must return (str, int) tuple")
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
				d.out = appendRune(d.out, r)
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
			if r > 0x10ffff || isSurrogate(rune(r)) {
				i = d.fail(i, i+4, "code point not in range(0x110000)")
				continue
			}
			d.out = utf8.AppendRune(d.out, rune(r))
			i += 4
		}
	}
}

func strEncode(t *Thread, a []Value) (Value, error) {
	encoding, handler, err := codecArgs("encode", a[1], a[2])
	if err != nil {
		return Value{}, err
	}
	b, err := Encode(t, a[0], encoding, handler)
	if err != nil {
		return Value{}, err
	}
	return NewBytes(b), nil
}
