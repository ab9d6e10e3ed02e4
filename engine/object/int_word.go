package object

import (
	"math/big"
	"math/bits"
)

// This file does with ints of 64 bits what would else take big.Ints.

// magnitude is |n|.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// shortInt and longInt are BigInts in one allocation with their words.
type shortInt struct {
	BigInt
	words [4]big.Word
}

type longInt struct {
	BigInt
	words [8]big.Word
}

// newResult returns a place for the result of an operation that takes so many words; value makes it an int.
func newResult(words int) *BigInt {
	var b *BigInt
	switch {
	case words <= 4:
		s := &shortInt{}
		b = &s.BigInt
		b.own.SetBits(s.words[:0])
	case words <= 8:
		l := &longInt{}
		b = &l.BigInt
		b.own.SetBits(l.words[:0])
	default:
		b = &BigInt{}
	}
	b.Int = &b.own
	return b
}

// wordsRem is the rest of a number by d.
func wordsRem(words []big.Word, d uint64) uint64 {
	if bits.UintSize < 64 {
		n := new(big.Int).SetBits(words)
		return n.Rem(n, new(big.Int).SetUint64(d)).Uint64()
	}
	r := uint(0)
	for i := len(words) - 1; i >= 0; i-- {
		_, r = bits.Div(r, uint(words[i]), uint(d))
	}
	return uint64(r)
}

// divWord is a op d for a d other than zero, towards minus infinity. It needs words of 64 bits.
func divWord(op BinaryOp, a *big.Int, d int64) Value {
	size, down := magnitude(d), (a.Sign() < 0) != (d < 0)
	var rest uint64
	var quotient Value
	if op == Mod {
		rest = wordsRem(a.Bits(), size)
	} else {
		q := newResult(len(a.Bits()) + 1)
		rest = q.divide(a.Bits(), size)
		if down && rest != 0 {
			q.own.Add(&q.own, one)
		}
		if down {
			q.own.Neg(&q.own)
		}
		quotient = q.value()
	}
	if down && rest != 0 {
		rest = size - rest
	}
	if d < 0 {
		rest = -rest
	}
	switch op {
	case FloorDiv:
		return quotient
	case Mod:
		return Int(int64(rest))
	}
	return pair(quotient, Int(int64(rest)))
}

var one = big.NewInt(1)

// divide makes b the number divided by d, and returns the rest.
func (b *BigInt) divide(words []big.Word, d uint64) uint64 {
	q := b.own.Bits()
	if cap(q) < len(words) {
		q = make([]big.Word, len(words), len(words)+1)
	}
	q = q[:len(words)]
	r := uint(0)
	for i := len(words) - 1; i >= 0; i-- {
		n, rest := bits.Div(r, uint(words[i]), uint(d))
		q[i], r = big.Word(n), rest
	}
	b.own.SetBits(q)
	return uint64(r)
}

// powWord is base**exp % m for m > 0.
func powWord(base, exp, m uint64) uint64 {
	r := uint64(1) % m
	for base %= m; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			r = mulWord(r, base, m)
		}
		base = mulWord(base, base, m)
	}
	return r
}

// mulWord is a*b % m for a, b < m.
func mulWord(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi == 0 {
		return lo % m
	}
	_, r := bits.Div64(hi, lo, m)
	return r
}

// powModWords is PowMod of small ints with an exponent that is not negative.
func powModWords(a, b, m int64) Value {
	abs := magnitude(m)
	base := magnitude(a) % abs
	if a < 0 && base != 0 {
		base = abs - base
	}
	r := int64(powWord(base, uint64(b), abs))
	if m < 0 && r != 0 {
		r += m
	}
	return Int(r)
}

// GCD is the greatest common divisor of |a| and |b|.
func GCD(a, b int64) Value {
	x, y := magnitude(a), magnitude(b)
	for y != 0 {
		x, y = y, x%y
	}
	return Uint(x)
}

// Uint returns the int n.
func Uint(n uint64) Value { return double{lo: n}.value() }
