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

// remWord is a % d for a positive d, towards minus infinity.
func remWord(a *big.Int, d uint64) uint64 {
	r := uint(0)
	words := a.Bits()
	for i := len(words) - 1; i >= 0; i-- {
		_, r = bits.Div(r, uint(words[i]), uint(d))
	}
	if a.Sign() < 0 && r != 0 {
		return d - uint64(r)
	}
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
func GCD(a, b int64) *big.Int {
	x, y := magnitude(a), magnitude(b)
	for y != 0 {
		x, y = y, x%y
	}
	return new(big.Int).SetUint64(x)
}
