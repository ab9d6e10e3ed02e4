package codec

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"gputour/engine/object/char"
	"gputour/engine/parts"
)

// This file holds the encodings of single languages.

func init() {
	for name, table := range map[string]*charmap.Charmap{
		"cp1250": charmap.Windows1250, "cp1251": charmap.Windows1251, "cp1252": charmap.Windows1252, "cp1253": charmap.Windows1253,
		"cp1254": charmap.Windows1254, "cp437": charmap.CodePage437, "cp850": charmap.CodePage850, "cp866": charmap.CodePage866,
		"koi8-r": charmap.KOI8R, "mac-roman": charmap.Macintosh, "iso8859-2": charmap.ISO8859_2, "iso8859-5": charmap.ISO8859_5,
		"iso8859-7": charmap.ISO8859_7, "iso8859-9": charmap.ISO8859_9, "iso8859-15": charmap.ISO8859_15,
	} {
		codecs[name] = &Codec{Name: "charmap", encode: encodeCharmap(table), decode: decodeCharmap(table)}
	}
	for name, e := range map[string]encoding.Encoding{
		"gbk": simplifiedchinese.GBK, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
		"shift-jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP, "euc-kr": korean.EUCKR,
	} {
		codecs[name] = &Codec{Name: name, encode: encodeMultibyte(e), decode: decodeMultibyte(e), part: parts.Codecs}
	}
	codecs["unicode-escape"] = &Codec{Name: "unicodeescape", encode: encodeEscape, decode: decodeEscape}
	codecs["raw-unicode-escape"] = &Codec{Name: "rawunicodeescape", encode: encodeRawEscape, decode: decodeRawEscape}
	for alias, name := range map[string]string{
		"windows-1250": "cp1250", "windows-1251": "cp1251", "windows-1252": "cp1252", "1252": "cp1252", "iso-8859-2": "iso8859-2",
		"iso-8859-5": "iso8859-5", "iso-8859-15": "iso8859-15", "latin9": "iso8859-15", "gb2312": "gbk", "cp936": "gbk", "sjis": "shift-jis",
		"shiftjis": "shift-jis", "eucjp": "euc-jp", "euckr": "euc-kr", "big5-tw": "big5", "macroman": "mac-roman", "ibm437": "cp437",
	} {
		codecNames[alias] = name
	}
}

func encodeCharmap(table *charmap.Charmap) func(*encoder, rune) bool {
	return func(e *encoder, r rune) bool {
		b, ok := table.EncodeRune(r)
		if ok {
			e.out = append(e.out, b)
		}
		return ok
	}
}

func decodeCharmap(table *charmap.Charmap) func(*decoder) {
	return func(d *decoder) {
		for i := 0; i < len(d.in); {
			r := table.DecodeByte(d.in[i])
			if r == utf8.RuneError {
				i = d.fail(i, i+1, "character maps to <undefined>")
				continue
			}
			d.out = utf8.AppendRune(d.out, r)
			i++
		}
	}
}

func encodeMultibyte(c encoding.Encoding) func(*encoder, rune) bool {
	return func(e *encoder, r rune) bool {
		if char.IsSurrogate(r) {
			return false
		}
		b, err := c.NewEncoder().Bytes([]byte(string(r)))
		if err == nil {
			e.out = append(e.out, b...)
		}
		return err == nil
	}
}

// longest is more than any character of these encodings takes.
const longest = 4

// decodeMultibyte decodes character by character, the shortest that has a meaning.
func decodeMultibyte(c encoding.Encoding) func(*decoder) {
	return func(d *decoder) {
	next:
		for i := 0; i < len(d.in); {
			for n := 1; n <= longest && i+n <= len(d.in); n++ {
				b, err := c.NewDecoder().Bytes(d.in[i : i+n])
				if r, size := utf8.DecodeRune(b); err == nil && size == len(b) && r != utf8.RuneError {
					d.out = append(d.out, b...)
					i += n
					continue next
				}
			}
			reason := "illegal multibyte sequence"
			if d.partial && i+longest > len(d.in) {
				d.held = len(d.in) - i
				return
			}
			if i+1 == len(d.in) {
				reason = "incomplete multibyte sequence"
			}
			i = d.fail(i, i+1, reason)
		}
	}
}
