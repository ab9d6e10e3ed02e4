package numeral

import (
	"strings"

	"gputour/engine/object/char"
)

// This file reads the digits of ints.

// ParseDecimal reads a few digits with nothing around them but perhaps a minus.
func ParseDecimal(text string) (n int64, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		c := digits[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// Digits strips blanks, sign, prefix and underscores; ok is false where they
// stand wrong. The digits themselves are not checked.
func Digits(text string, base int) (digits string, neg bool, b int, ok bool) {
	s := char.ASCIIDigits(char.TrimSpace(text))
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	b = base
	prefixed := false
	if len(s) > 2 && s[0] == '0' {
		if k := prefixBase(s[1]); k != 0 && (base == 0 || base == k) {
			b, s, prefixed = k, s[2:], true
			s = strings.TrimPrefix(s, "_")
		}
	}
	if b == 0 {
		b = 10
		if len(s) > 1 && s[0] == '0' && strings.Trim(s, "0_") != "" {
			return "", false, 0, false // 010 is no literal
		}
	}
	if strings.Contains(s, "_") {
		if s[0] == '_' && !prefixed || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
			return "", false, 0, false
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	return s, neg, b, s != "" && AllDigits(s, b)
}

func prefixBase(c byte) int {
	switch c {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// AllDigits tells whether s is made of digits of a base.
func AllDigits(s string, base int) bool {
	for i := 0; i < len(s); i++ {
		if DigitValue(s[i]) >= base {
			return false
		}
	}
	return true
}

// DigitValue is the value of a digit of any base up to 36, 99 of anything else.
func DigitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}
