package codec

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"gputour/engine/object/char"
)

// This file holds the encodings by Python's escapes.

var escapes = map[rune]string{'\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func encodeEscape(e *encoder, r rune) bool {
	switch text, ok := escapes[r]; {
	case ok:
		e.out = append(e.out, text...)
	case r >= ' ' && r < 0x7f:
		e.out = append(e.out, byte(r))
	default:
		e.out = append(e.out, char.Escape(r)...)
	}
	return true
}

func encodeRawEscape(e *encoder, r rune) bool {
	switch {
	case r < 0x100:
		e.out = append(e.out, byte(r))
	case r < 0x10000:
		e.out = fmt.Appendf(e.out, `\u%04x`, r)
	default:
		e.out = fmt.Appendf(e.out, `\U%08x`, r)
	}
	return true
}

var plainEscapes = map[byte]rune{'\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 't': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13}

// hexEscapes are the numbers of digits of the escapes \x, \u and \U.
var hexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

func decodeEscape(d *decoder) {
	for i := 0; i < len(d.in); {
		c := d.in[i]
		if c != '\\' {
			d.out = utf8.AppendRune(d.out, rune(c))
			i++
			continue
		}
		if i+1 == len(d.in) {
			i = d.fail(i, i+1, `\ at end of string`)
			continue
		}
		i = d.escape(i, d.in[i+1])
	}
}

// escape decodes the escape at i, whose letter is c, and returns where to go on.
func (d *decoder) escape(i int, c byte) int {
	r, plain := plainEscapes[c]
	switch {
	case plain:
		d.out = utf8.AppendRune(d.out, r)
	case c == '\n':
	case hexEscapes[c] > 0:
		return d.hexEscape(i, c)
	case c >= '0' && c <= '7':
		end := i + 1
		for end < len(d.in) && end < i+4 && d.in[end] >= '0' && d.in[end] <= '7' {
			end++
		}
		n, _ := strconv.ParseUint(string(d.in[i+1:end]), 8, 32)
		d.out = utf8.AppendRune(d.out, rune(n))
		return end
	default:
		d.out = append(d.out, '\\')
		d.out = utf8.AppendRune(d.out, rune(c))
	}
	return i + 2
}

func (d *decoder) hexEscape(i int, c byte) int {
	size := hexEscapes[c]
	end := min(i+2+size, len(d.in))
	n, err := strconv.ParseUint(string(d.in[i+2:end]), 16, 32)
	if err != nil || end-i-2 < size {
		stop := i + 2
		for stop < end && isHex(d.in[stop]) {
			stop++
		}
		shape := map[byte]string{'x': `\xXX`, 'u': `\uXXXX`, 'U': `\UXXXXXXXX`}[c]
		return d.fail(i, stop, "truncated "+shape+" escape")
	}
	if n > utf8.MaxRune {
		return d.fail(i, end, "illegal Unicode character")
	}
	d.out = char.Append(d.out, rune(n))
	return end
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func decodeRawEscape(d *decoder) {
	for i := 0; i < len(d.in); {
		if d.in[i] == '\\' && i+1 < len(d.in) && (d.in[i+1] == 'u' || d.in[i+1] == 'U') {
			i = d.hexEscape(i, d.in[i+1])
			continue
		}
		d.out = utf8.AppendRune(d.out, rune(d.in[i]))
		i++
	}
}
