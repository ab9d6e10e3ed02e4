package object

import (
	"math"
	"math/big"
	"strings"
)

// This file converts ints of very many digits to and from text. Both directions cut the
// number in halves, so that they take about as long as a division of its size, and look
// at the stop token between the pieces.

const (
	largeBits   = 1 << 18 // above this many bits, or
	largeDigits = 1 << 16 // this many digits, numbers are cut
)

// bigText writes n in decimal.
func bigText(t *Thread, n *big.Int) (string, error) {
	if n.BitLen() <= largeBits {
		return n.String(), nil
	}
	var b strings.Builder
	if n.Sign() < 0 {
		b.WriteByte('-')
		n = new(big.Int).Abs(n)
	}
	w := largeWriter{t: t, out: &b, powers: map[int]*big.Int{}}
	err := w.write(n, 0)
	return b.String(), err
}

// largeWriter writes digits from the left; powers are those of ten that it has needed.
type largeWriter struct {
	t      *Thread
	out    *strings.Builder
	powers map[int]*big.Int
}

// write appends n with leading zeros to width digits.
func (w *largeWriter) write(n *big.Int, width int) error {
	if err := w.t.Poll(); err != nil {
		return err
	}
	if n.BitLen() <= largeBits {
		text := n.String()
		w.out.WriteString(strings.Repeat("0", max(width-len(text), 0)))
		w.out.WriteString(text)
		return nil
	}
	digits := width
	if digits == 0 {
		digits = int(float64(n.BitLen())*math.Log10(2)) + 1
	}
	low := digits / 2
	high, rest := new(big.Int).QuoRem(n, w.power(low), new(big.Int))
	if err := w.write(high, max(width-low, 0)); err != nil {
		return err
	}
	return w.write(rest, low)
}

func (w *largeWriter) power(n int) *big.Int {
	if w.powers[n] == nil {
		w.powers[n] = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	}
	return w.powers[n]
}

// bigFromDigits reads digits of a base; ok is false where one is none.
func bigFromDigits(t *Thread, digits string, base int) (n *big.Int, ok bool, err error) {
	if base&(base-1) == 0 || len(digits) <= largeDigits {
		n, ok = new(big.Int).SetString(digits, base)
		return n, ok, nil
	}
	if err := t.Poll(); err != nil {
		return nil, false, err
	}
	low := len(digits) / 2
	n, ok, err = bigFromDigits(t, digits[:len(digits)-low], base)
	if !ok || err != nil {
		return nil, ok, err
	}
	rest, ok, err := bigFromDigits(t, digits[len(digits)-low:], base)
	if !ok || err != nil {
		return nil, ok, err
	}
	n.Mul(n, new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(low)), nil))
	return n.Add(n, rest), true, nil
}
