package object

import (
	"math/big"
	"math/bits"
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
	if bits.UintSize == 64 && len(n.Bits()) <= len(pieces{}) {
		return shortDecimal(n), nil
	}
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

// pieces are a number of few words.
type pieces [8]big.Word

// tenths is the power of ten that is taken off at once.
const tenths = 1_000_000_000_000_000_000

// shortDecimal writes a number of few words, 18 digits at a time from the right.
func shortDecimal(n *big.Int) string {
	var words pieces
	left := words[:copy(words[:], n.Bits())]
	var text [len(words)*20 + 1]byte
	at := len(text)
	for len(left) > 0 {
		rest := uint(0)
		for i := len(left) - 1; i >= 0; i-- {
			q, r := bits.Div(rest, uint(left[i]), tenths)
			left[i], rest = big.Word(q), r
		}
		for len(left) > 0 && left[len(left)-1] == 0 {
			left = left[:len(left)-1]
		}
		for k := 0; k < 18 && (len(left) > 0 || rest > 0); k++ {
			at--
			text[at] = byte('0' + rest%10)
			rest /= 10
		}
	}
	if n.Sign() < 0 {
		at--
		text[at] = '-'
	}
	return string(text[at:])
}

// shortParse reads digits that make few words; ok is false where one is no digit.
func shortParse(digits string, neg bool) (v Value, ok bool) {
	b := newResult(len(pieces{}))
	words := b.own.Bits()[:0]
	for len(digits) > 0 {
		piece := digits[:(len(digits)-1)%18+1]
		digits = digits[len(piece):]
		carry := uint(0)
		for _, c := range []byte(piece) {
			if c < '0' || c > '9' {
				return v, false
			}
			carry = carry*10 + uint(c-'0')
		}
		for i, w := range words {
			hi, lo := bits.Mul(uint(w), tenths)
			sum, c := bits.Add(lo, carry, 0)
			words[i], carry = big.Word(sum), hi+c
		}
		if carry > 0 {
			words = append(words, big.Word(carry))
		}
	}
	b.own.SetBits(words)
	if neg {
		b.own.Neg(&b.own)
	}
	return b.value(), true
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
	if b == 10 && bits.UintSize == 64 && len(digits) <= 18*len(pieces{}) {
		if v, ok := shortParse(digits, neg); ok {
			return v, nil
		}
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
