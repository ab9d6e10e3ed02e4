package object

import (
	"strings"
	"unicode"
)

// This file writes the repr of text and classifies characters as Python does.

// strRepr returns repr(s): single quotes unless the text has them and no double ones.
func strRepr(s *Str) string { return QuoteString(s.s) }

// QuoteString returns the repr of text.
func QuoteString(s string) string { return quote(s, false) }

func quote(s string, asciiOnly bool) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	if plainText(s) {
		return string(q) + s + string(q)
	}
	b := make([]byte, 0, len(s)+8)
	b = append(b, q)
	for i := 0; i < len(s); {
		r, size := decodeRune(s[i:])
		b = appendQuoted(b, r, q, asciiOnly)
		i += max(size, 1)
	}
	return string(append(b, q))
}

// plainText reports whether s is printable ASCII without quotes and backslashes.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '\\' || c == '\'' {
			return false
		}
	}
	return true
}

func appendQuoted(b []byte, r rune, q byte, asciiOnly bool) []byte {
	switch {
	case r == rune(q) || r == '\\':
		return append(b, '\\', byte(r))
	case r == '\n':
		return append(b, '\\', 'n')
	case r == '\r':
		return append(b, '\\', 'r')
	case r == '\t':
		return append(b, '\\', 't')
	case r >= ' ' && r < 0x7f, r > 0x7f && !asciiOnly && isPrintable(r):
		return appendRune(b, r)
	}
	return appendEscaped(b, r)
}

// appendEscaped writes \xhh, \uhhhh or \Uhhhhhhhh.
func appendEscaped(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	kind, width := byte('U'), 8
	switch {
	case r <= 0xff:
		kind, width = 'x', 2
	case r <= 0xffff:
		kind, width = 'u', 4
	}
	b = append(b, '\\', kind)
	for shift := 4 * (width - 1); shift >= 0; shift -= 4 {
		b = append(b, digits[r>>shift&15])
	}
	return b
}

func escapeRune(r rune) string { return string(appendEscaped(nil, r)) }

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
		r, size := decodeRune(s[i:])
		b = append(b, escapeRune(r)...)
		i += max(size, 1)
	}
	return string(b), nil
}

func isPrintable(r rune) bool { return unicode.IsPrint(r) }

// isSpace is what str.isspace and str.split count as white space.
func isSpace(r rune) bool {
	switch {
	case r <= 0x20:
		return r == ' ' || r >= 9 && r <= 13 || r >= 0x1c && r <= 0x1f
	case r < 0x1680:
		return r == 0x85 || r == 0xa0
	}
	return r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
}

// spaceASCII tells of each ASCII character whether it is white space.
var spaceASCII = func() (table [128]bool) {
	for r := range table {
		table[r] = isSpace(rune(r))
	}
	return table
}()

func isAlpha(r rune) bool   { return unicode.IsLetter(r) }
func isDecimal(r rune) bool { return unicode.Is(unicode.Nd, r) }
func isLower(r rune) bool   { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }
func isUpper(r rune) bool   { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }
func isCased(r rune) bool   { return isLower(r) || isUpper(r) || unicode.IsTitle(r) }

// digitRanges are the characters of Numeric_Type=Digit that are no decimals:
// superscripts, circled digits and the like.
var digitRanges = [][2]rune{
	{0xb2, 0xb3}, {0xb9, 0xb9}, {0x1369, 0x1371}, {0x19da, 0x19da}, {0x2070, 0x2070}, {0x2074, 0x2079}, {0x2080, 0x2089},
	{0x2460, 0x2468}, {0x2474, 0x247c}, {0x2488, 0x2490}, {0x24ea, 0x24ea}, {0x24f5, 0x24fd}, {0x24ff, 0x24ff},
	{0x2776, 0x277e}, {0x2780, 0x2788}, {0x278a, 0x2792}, {0x10a40, 0x10a43}, {0x10e60, 0x10e68}, {0x11052, 0x1105a}, {0x1f100, 0x1f10a},
}

// numericIdeographs are the letters that are numbers, in order.
const numericIdeographs = "㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\uf96b\uf973\uf978\uf9b2\uf9d1\uf9d3\uf9fd\U00020001\U00020064\U000200e2\U00020121\U0002092a\U00020983\U0002098c\U0002099c\U00020aea\U00020afd\U00020b19\U00022390\U00022998\U00023b1b\U0002626d\U0002f890"

func isDigit(r rune) bool {
	if isDecimal(r) {
		return true
	}
	for _, d := range digitRanges {
		if r >= d[0] && r <= d[1] {
			return true
		}
	}
	return false
}

func isNumeric(r rune) bool {
	return unicode.IsNumber(r) || unicode.Is(unicode.Lo, r) && strings.ContainsRune(numericIdeographs, r)
}

func isAlnum(r rune) bool { return isAlpha(r) || isNumeric(r) || isDigit(r) }
