package object

import (
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/bignum"
	"gputour/engine/object/char"
)

// This file converts between ints and text.

// maxStrDigits is the number of decimal digits that int() and str() convert by
// default; more would take quadratic time (CVE-2020-10735).
const maxStrDigits = 4300

func (t *Thread) strDigits() int {
	if t == nil || t.Session.MaxStrDigits == 0 {
		return maxStrDigits
	}
	return t.Session.MaxStrDigits
}

func intRepr(t *Thread, v Value) (string, error) {
	if n, ok := AsInt(v); ok {
		return strconv.FormatInt(n, 10), nil
	}
	n := bigOf(v)
	limit := t.strDigits()
	if digits := float64(n.BitLen()) * 0.30103; limit > 0 && digits >= float64(limit) {
		if digits > float64(limit)+1 || len(new(big.Int).Abs(n).String()) > limit {
			return "", Raise(ValueError, "Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", limit)
		}
	}
	if err := t.Charge(n.BitLen() / 3); err != nil {
		return "", err
	}
	return bignum.Decimal(t.Poll, n)
}

// decimal writes a small int.
func (v Value) decimal() string { return strconv.FormatInt(v.SmallInt(), 10) }

// plainDecimal reads a few digits with nothing around them but perhaps a minus.
func plainDecimal(text string) (n int64, ok bool) {
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

// parseInt reads text as int() does; x is the argument, for the message.
func parseInt(t *Thread, text string, base int, x Value) (Value, error) {
	digits, neg, b, ok := cleanInt(text, base)
	if !ok {
		shown := base
		return Value{}, Raise(ValueError, "invalid literal for int() with base %d: %s", shown, clipRepr(t, x))
	}
	if len(digits) <= 18 && b <= 10 {
		n, err := strconv.ParseInt(digits, b, 64)
		if err != nil {
			return Value{}, Raise(ValueError, "invalid literal for int() with base %d: %s", base, clipRepr(t, x))
		}
		if neg {
			n = -n
		}
		return Int(n), nil
	}
	limit := t.strDigits()
	if b&(b-1) != 0 && limit > 0 && len(digits) > limit {
		return Value{}, Raise(ValueError, "Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", limit, len(digits))
	}
	if err := chargeBits(t, len(digits)*6); err != nil {
		return Value{}, err
	}
	n, ok, err := bignum.Parse(t.Poll, digits, b)
	if err == nil && !ok {
		err = Raise(ValueError, "invalid literal for int() with base %d: %s", base, clipRepr(t, x))
	}
	if err != nil {
		return Value{}, err
	}
	if neg {
		n.Neg(n)
	}
	return NewBig(n), nil
}

// clipRepr is the repr of a wrong literal, cut at 200 characters as CPython does.
func clipRepr(t *Thread, x Value) string {
	s := mustRepr(t, x)
	if len(s) > 200 {
		return s[:200]
	}
	return s
}

// cleanInt strips blanks, sign, prefix and underscores; ok is false where they
// stand wrong. The digits themselves are not checked.
func cleanInt(text string, base int) (digits string, neg bool, b int, ok bool) {
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
	return s, neg, b, s != "" && allDigits(s, b)
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

func allDigits(s string, base int) bool {
	for i := 0; i < len(s); i++ {
		if digitValue(s[i]) >= base {
			return false
		}
	}
	return true
}

func digitValue(c byte) int {
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
