package bignum

import "math/big"

// This file divides: Burnikel and Ziegler, "Fast Recursive Division" (1998), which takes
// about as long as two products of the size.

// QuoRem is the quotient of x and y, rounded towards zero, and what remains; y is not 0.
func QuoRem(poll Poll, x, y *big.Int) (q, r *big.Int, err error) {
	if x.BitLen() <= pieceBits || x.BitLen() < y.BitLen() {
		q, r = new(big.Int).QuoRem(x, y, new(big.Int))
		return q, r, nil
	}
	q, r, err = divide(poll, new(big.Int).Abs(x), new(big.Int).Abs(y))
	if err != nil {
		return nil, nil, err
	}
	if x.Sign() != y.Sign() {
		q.Neg(q)
	}
	if x.Sign() < 0 {
		r.Neg(r)
	}
	return q, r, nil
}

// Div is the quotient of x and y rounded towards minus infinity, and what remains, which
// has y's sign: Python's divmod.
func Div(poll Poll, x, y *big.Int) (q, r *big.Int, err error) {
	q, r, err = QuoRem(poll, x, y)
	if err == nil && r.Sign() != 0 && r.Sign() != y.Sign() {
		q, r = q.Sub(q, big.NewInt(1)), r.Add(r, y)
	}
	return q, r, err
}

// divide takes x's digits, each as long as y, from the top.
func divide(poll Poll, x, y *big.Int) (q, r *big.Int, err error) {
	n := uint(y.BitLen())
	width := max(n, pieceBits)
	q, r = new(big.Int), new(big.Int)
	for at := (uint(x.BitLen()) + width - 1) / width * width; at > 0; {
		at -= width
		digit := lowest(new(big.Int).Rsh(x, at), width)
		part, rest, err := divide2(poll, digit.Add(digit, r.Lsh(r, width)), y, width)
		if err != nil {
			return nil, nil, err
		}
		q.Lsh(q, width).Add(q, part)
		r = rest
	}
	return q, r, nil
}

// divide2 divides x < y·2^n by y, which has at least half of n bits: two digits by one.
func divide2(poll Poll, x, y *big.Int, n uint) (q, r *big.Int, err error) {
	if n <= pieceBits {
		if err := poll(); err != nil {
			return nil, nil, err
		}
		q, r = new(big.Int).QuoRem(x, y, new(big.Int))
		return q, r, nil
	}
	pad := n & 1
	x, y, n = new(big.Int).Lsh(x, pad), new(big.Int).Lsh(y, pad), n+pad
	half := n / 2
	d := divisor{whole: y, high: new(big.Int).Rsh(y, half), low: lowest(y, half), half: half}
	q, r, err = d.divide3(poll, new(big.Int).Rsh(x, n), lowest(new(big.Int).Rsh(x, half), half))
	if err != nil {
		return nil, nil, err
	}
	q0, r, err := d.divide3(poll, r, lowest(x, half))
	if err != nil {
		return nil, nil, err
	}
	return q.Lsh(q, half).Add(q, q0), r.Rsh(r, pad), nil
}

// divisor is a number of two halves.
type divisor struct {
	whole, high, low *big.Int
	half             uint
}

// divide3 divides the three halves x, tail by d.
func (d *divisor) divide3(poll Poll, x, tail *big.Int) (q, r *big.Int, err error) {
	one := big.NewInt(1)
	if new(big.Int).Rsh(x, d.half).Cmp(d.high) == 0 {
		q = new(big.Int).Lsh(one, d.half)
		q.Sub(q, one)
		r = new(big.Int).Sub(x, new(big.Int).Lsh(d.high, d.half))
		r.Add(r, d.high)
	} else if q, r, err = divide2(poll, x, d.high, d.half); err != nil {
		return nil, nil, err
	}
	product, err := Mul(poll, q, d.low)
	if err != nil {
		return nil, nil, err
	}
	r.Lsh(r, d.half).Add(r, tail).Sub(r, product)
	for r.Sign() < 0 { // at most twice
		q.Sub(q, one)
		r.Add(r, d.whole)
	}
	return q, r, nil
}

// lowest is the n lowest bits of x, which is not negative.
func lowest(x *big.Int, n uint) *big.Int {
	if uint(x.BitLen()) <= n {
		return x
	}
	high := new(big.Int).Rsh(x, n)
	return high.Sub(x, high.Lsh(high, n))
}
