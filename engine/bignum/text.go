package bignum

import (
	"math"
	"math/big"
	"strings"
)

// This file converts to and from digits, cutting the number in halves.

// pieceDigits is how many digits math/big reads or writes at once.
const pieceDigits = 1 << 15

// powers are those of a base that a conversion has needed.
type powers struct {
	poll Poll
	base int
	made map[int]*big.Int
}

func (p *powers) of(n int) (*big.Int, error) {
	if p.made[n] == nil {
		x, err := Pow(p.poll, big.NewInt(int64(p.base)), uint(n))
		if err != nil {
			return nil, err
		}
		p.made[n] = x
	}
	return p.made[n], nil
}

// Decimal writes x in decimal.
func Decimal(poll Poll, x *big.Int) (string, error) {
	if x.BitLen() <= 3*pieceDigits {
		return x.String(), nil
	}
	var b strings.Builder
	if x.Sign() < 0 {
		b.WriteByte('-')
		x = new(big.Int).Abs(x)
	}
	digits := int(float64(x.BitLen())*math.Log10(2)) + 1
	b.Grow(digits + 1)
	w := writer{powers{poll, 10, map[int]*big.Int{}}, &b, false}
	err := w.write(x, digits)
	return b.String(), err
}

// writer writes digits from the left.
type writer struct {
	powers
	out   *strings.Builder
	begun bool // leading zeros count
}

// write appends x in width digits.
func (w *writer) write(x *big.Int, width int) error {
	if width <= pieceDigits {
		if err := w.poll(); err != nil {
			return err
		}
		text := x.String()
		if x.Sign() == 0 && !w.begun {
			return nil
		}
		if w.begun {
			w.out.WriteString(strings.Repeat("0", width-len(text)))
		}
		w.begun = true
		w.out.WriteString(text)
		return nil
	}
	low := width / 2
	power, err := w.of(low)
	if err != nil {
		return err
	}
	high, rest, err := QuoRem(w.poll, x, power)
	if err != nil {
		return err
	}
	if err := w.write(high, width-low); err != nil {
		return err
	}
	return w.write(rest, low)
}

// Parse reads digits of a base from 2 to 36; ok is false where one is none.
func Parse(poll Poll, digits string, base int) (x *big.Int, ok bool, err error) {
	r := reader{powers{poll, base, map[int]*big.Int{}}}
	return r.read(digits)
}

type reader struct{ powers }

func (r *reader) read(digits string) (x *big.Int, ok bool, err error) {
	if r.base&(r.base-1) == 0 || len(digits) <= pieceDigits {
		x, ok = new(big.Int).SetString(digits, r.base)
		return x, ok, nil
	}
	if err := r.poll(); err != nil {
		return nil, false, err
	}
	low := len(digits) / 2
	x, ok, err = r.read(digits[:len(digits)-low])
	if !ok || err != nil {
		return nil, ok, err
	}
	rest, ok, err := r.read(digits[len(digits)-low:])
	if !ok || err != nil {
		return nil, ok, err
	}
	power, err := r.of(low)
	if err != nil {
		return nil, false, err
	}
	if x, err = Mul(r.poll, x, power); err != nil {
		return nil, false, err
	}
	return x.Add(x, rest), true, nil
}
