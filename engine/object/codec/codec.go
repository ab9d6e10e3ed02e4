// Package codec turns text into bytes and back, in the encodings that Python knows by name.
//
// Text may have lone surrogates: see package char. What an encoding has no place for is a Mistake,
// of which a handler makes something: one of Python's by its name, any other by a function.
package codec

import (
	"encoding/binary"
	"fmt"
	"strings"

	"gputour/engine/parts"
)

// Codec is an encoding.
type Codec struct {
	// Name is what mistakes call the encoding.
	Name   string
	encode func(e *encoder, r rune) bool
	decode func(d *decoder)
	bom    []byte     // what encoding begins with
	part   parts.Part // that its tables are in; "" for none
}

// codecs by normalized name; see codecNames for the aliases.
var codecs = map[string]*Codec{
	"utf-8":     {Name: "utf-8", encode: encodeUTF8, decode: decodeUTF8},
	"utf-8-sig": {Name: "utf-8", encode: encodeUTF8, decode: decodeUTF8, bom: []byte{0xef, 0xbb, 0xbf}},
	"ascii":     {Name: "ascii", encode: encodeBelow(0x80), decode: decodeASCII},
	"latin-1":   {Name: "latin-1", encode: encodeBelow(0x100), decode: decodeLatin1},
	"utf-16":    {Name: "utf-16", encode: encode16(binary.LittleEndian), decode: decode16(nil), bom: []byte{0xff, 0xfe}},
	"utf-16-le": {Name: "utf-16-le", encode: encode16(binary.LittleEndian), decode: decode16(binary.LittleEndian)},
	"utf-16-be": {Name: "utf-16-be", encode: encode16(binary.BigEndian), decode: decode16(binary.BigEndian)},
	"utf-32":    {Name: "utf-32", encode: encode32(binary.LittleEndian), decode: decode32(nil), bom: []byte{0xff, 0xfe, 0, 0}},
	"utf-32-le": {Name: "utf-32-le", encode: encode32(binary.LittleEndian), decode: decode32(binary.LittleEndian)},
	"utf-32-be": {Name: "utf-32-be", encode: encode32(binary.BigEndian), decode: decode32(binary.BigEndian)},
}

var codecNames = map[string]string{
	"utf8": "utf-8", "u8": "utf-8", "utf": "utf-8", "cp65001": "utf-8", "utf8-sig": "utf-8-sig", "us-ascii": "ascii", "646": "ascii",
	"latin1": "latin-1", "iso-8859-1": "latin-1", "iso8859-1": "latin-1", "8859": "latin-1", "l1": "latin-1", "latin": "latin-1", "cp819": "latin-1",
	"utf16": "utf-16", "u16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf16-le": "utf-16-le", "utf16-be": "utf-16-be",
	"utf32": "utf-32", "u32": "utf-32", "utf-32le": "utf-32-le", "utf-32be": "utf-32-be",
}

// Find returns the encoding of a name, in any of its spellings.
func Find(name string) (*Codec, error) {
	n := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	n = strings.ReplaceAll(n, " ", "-")
	if alias, ok := codecNames[n]; ok {
		n = alias
	}
	c := codecs[n]
	if c == nil {
		return nil, fmt.Errorf("unknown encoding: %s", name)
	}
	if c.part != "" {
		if err := parts.Need(c.part); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Mistake is a place that an encoding cannot express, or that is no text in it: characters or bytes Start up to End.
type Mistake struct {
	Encoding   string
	Start, End int
	Reason     string
	Bytes      []byte // that are decoded; nil for encoding
}

// Error says what is wrong, without the text or the bytes.
func (m *Mistake) Error() string {
	return fmt.Sprintf("'%s' codec: position %d-%d: %s", m.Encoding, m.Start, m.End-1, m.Reason)
}

// Handler tells what stands for a mistake and where to go on. Bytes are written as they are, for encoding only.
type Handler func(m *Mistake) (text string, bytes []byte, next int, err error)
