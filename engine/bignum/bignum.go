// Package bignum does arithmetic on integers of millions of bits in pieces, so that
// whoever waits for the result can give up between two of them.
//
// math/big multiplies fast, but a call cannot be interrupted, and one of 64 million bits
// takes seconds. Here large operands are cut until math/big needs a few milliseconds for
// a piece, and the Poll that every function takes is asked between the pieces. Its error
// ends the work and is returned. Small operands go straight to math/big.
//
// Arguments are never changed; a result may share memory with an argument.
package bignum

import (
	"math/big"
	"math/bits"
)

// Poll reports whether the work shall end.
type Poll func() error

// Large is the size in bits up to which operands are left to math/big: a product of two
// takes half a millisecond.
const Large = 1 << 17

const pieceBits = Large

// Mul is x·y, by Karatsuba's cut into three products of half the size.
func Mul(poll Poll, x, y *big.Int) (*big.Int, error) {
	if x.BitLen() < y.BitLen() {
		x, y = y, x
	}
	if x.BitLen() <= pieceBits {
		return new(big.Int).Mul(x, y), nil
	}
	if err := poll(); err != nil {
		return nil, err
	}
	if y.BitLen() <= pieceBits || 2*y.BitLen() <= x.BitLen() {
		return mulBySlices(poll, x, y)
	}
	half := uint(x.BitLen()+1) / 2
	x1, x0 := split(x, half)
	y1, y0 := split(y, half)
	high, err := Mul(poll, x1, y1)
	if err != nil {
		return nil, err
	}
	low, err := Mul(poll, x0, y0)
	if err != nil {
		return nil, err
	}
	mid, err := Mul(poll, x1.Add(x1, x0), y1.Add(y1, y0))
	if err != nil {
		return nil, err
	}
	mid.Sub(mid, high).Sub(mid, low)
	mid.Add(mid, high.Lsh(high, half))
	return low.Add(low, mid.Lsh(mid, half)), nil
}

// mulBySlices multiplies a long x with a short y, slice by slice from the top.
func mulBySlices(poll Poll, x, y *big.Int) (*big.Int, error) {
	width := max(y.BitLen(), pieceBits)
	product := new(big.Int)
	words := x.Bits()
	per := (width + bits.UintSize - 1) / bits.UintSize
	for end := len(words); end > 0; {
		start := (end - 1) / per * per
		part, err := Mul(poll, new(big.Int).SetBits(words[start:end]), y)
		if err != nil {
			return nil, err
		}
		product.Lsh(product, uint(end-start)*bits.UintSize).Add(product, part)
		end = start
	}
	if x.Sign() < 0 {
		product.Neg(product)
	}
	return product, nil
}

// split cuts x, rounded towards zero, into x1·2^n + x0.
func split(x *big.Int, n uint) (x1, x0 *big.Int) {
	x1 = new(big.Int).Rsh(new(big.Int).Abs(x), n)
	x0 = new(big.Int).Sub(new(big.Int).Abs(x), new(big.Int).Lsh(x1, n))
	if x.Sign() < 0 {
		x1.Neg(x1)
		x0.Neg(x0)
	}
	return x1, x0
}
