package object

import (
	"math/big"
	"strconv"

	"gputour/engine/bignum"
	"gputour/engine/object/numeral"
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

// parseInt reads text as int() does; x is the argument, for the message.
func parseInt(t *Thread, text string, base int, x Value) (Value, error) {
	digits, neg, b, ok := numeral.Digits(text, base)
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
