package char

import (
	"strings"
	"unicode"
)

// This file classifies characters as Python does.

// IsPrintable tells whether repr shows r as it is.
func IsPrintable(r rune) bool { return unicode.IsPrint(r) }

// IsSpace is what str.isspace and str.split count as white space.
func IsSpace(r rune) bool {
	switch {
	case r <= 0x20:
		return r == ' ' || r >= 9 && r <= 13 || r >= 0x1c && r <= 0x1f
	case r < 0x1680:
		return r == 0x85 || r == 0xa0
	}
	return r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
}

// SpaceASCII tells of each ASCII character whether it is white space.
var SpaceASCII = func() (table [128]bool) {
	for r := range table {
		table[r] = IsSpace(rune(r))
	}
	return table
}()

// IsAlpha tells whether r is a letter.
func IsAlpha(r rune) bool { return unicode.IsLetter(r) }

// IsDecimal tells whether r is a decimal digit, of any script.
func IsDecimal(r rune) bool { return unicode.Is(unicode.Nd, r) }

// IsLower tells whether r is in lower case.
func IsLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

// IsUpper tells whether r is in upper case.
func IsUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }
func isCased(r rune) bool { return IsLower(r) || IsUpper(r) || unicode.IsTitle(r) }

// digitRanges are the characters of Numeric_Type=Digit that are no decimals:
// superscripts, circled digits and the like.
var digitRanges = [][2]rune{
	{0xb2, 0xb3}, {0xb9, 0xb9}, {0x1369, 0x1371}, {0x19da, 0x19da}, {0x2070, 0x2070}, {0x2074, 0x2079}, {0x2080, 0x2089},
	{0x2460, 0x2468}, {0x2474, 0x247c}, {0x2488, 0x2490}, {0x24ea, 0x24ea}, {0x24f5, 0x24fd}, {0x24ff, 0x24ff},
	{0x2776, 0x277e}, {0x2780, 0x2788}, {0x278a, 0x2792}, {0x10a40, 0x10a43}, {0x10e60, 0x10e68}, {0x11052, 0x1105a}, {0x1f100, 0x1f10a},
}

// numericIdeographs are the letters that are numbers, in order.
const numericIdeographs = "㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\uf96b\uf973\uf978\uf9b2\uf9d1\uf9d3\uf9fd\U00020001\U00020064\U000200e2\U00020121\U0002092a\U00020983\U0002098c\U0002099c\U00020aea\U00020afd\U00020b19\U00022390\U00022998\U00023b1b\U0002626d\U0002f890"

// IsDigit tells whether r is a digit: a decimal one, or one above or in a circle.
func IsDigit(r rune) bool {
	if IsDecimal(r) {
		return true
	}
	for _, d := range digitRanges {
		if r >= d[0] && r <= d[1] {
			return true
		}
	}
	return false
}

// IsNumeric tells whether r is a number.
func IsNumeric(r rune) bool {
	return unicode.IsNumber(r) || unicode.Is(unicode.Lo, r) && strings.ContainsRune(numericIdeographs, r)
}

// IsAlnum tells whether r is a letter or a number.
func IsAlnum(r rune) bool { return IsAlpha(r) || IsNumeric(r) || IsDigit(r) }

// IsLineBreak is where splitlines cuts.
func IsLineBreak(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

// TrimSpace strips what Python counts as white space.
func TrimSpace(s string) string { return strings.TrimFunc(s, IsSpace) }

// ASCIIDigits replaces decimal digits of other scripts by ASCII ones.
func ASCIIDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				if d := decimalDigit(r); d >= 0 {
					return rune('0' + d)
				}
				return r
			}, s)
		}
	}
	return s
}

// decimalDigit returns the value of a decimal digit of any script, or -1. The
// digits of a script stand together, in order, in blocks of ten.
func decimalDigit(r rune) int {
	if r < 0x80 {
		if r >= '0' && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	if !unicode.Is(unicode.Nd, r) {
		return -1
	}
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10
		}
	}
	return -1
}
