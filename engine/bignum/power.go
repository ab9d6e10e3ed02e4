package bignum

import "math/big"

// This file has powers, roots and common divisors.

// pieceSteps is how many steps of a power modulo one word math/big makes at once: of a
// modulus of n words it makes n² times fewer.
const pieceSteps = 1 << 26

// montgomeryWords is the size of a modulus from which math/big's Montgomery products,
// which take quadratic time, are slower than a product and a division.
const montgomeryWords = 1 << 10

// Pow is x to the power n.
func Pow(poll Poll, x *big.Int, n uint) (*big.Int, error) {
	if uint64(x.BitLen())*uint64(n) <= pieceBits {
		return new(big.Int).Exp(x, new(big.Int).SetUint64(uint64(n)), nil), nil
	}
	if twos := x.TrailingZeroBits(); twos > 0 { // 10**n is 5**n, shifted
		odd, err := Pow(poll, new(big.Int).Rsh(x, twos), n)
		if err != nil {
			return nil, err
		}
		return odd.Lsh(odd, twos*n), nil
	}
	root, err := Pow(poll, x, n/2)
	if err != nil {
		return nil, err
	}
	square, err := Mul(poll, root, root)
	if err != nil || n%2 == 0 {
		return square, err
	}
	return Mul(poll, square, x)
}

// PowMod is x to the power e modulo m, in [0, |m|); e is not negative, m is not 0.
func PowMod(poll Poll, x, e, m *big.Int) (*big.Int, error) {
	words := max(len(m.Bits()), 1)
	step := max(1, pieceSteps/words/words)
	if words > montgomeryWords {
		step = 1
	}
	if e.BitLen() <= step && x.BitLen() <= pieceBits {
		return new(big.Int).Exp(x, e, m), nil
	}
	m = new(big.Int).Abs(m)
	_, x, err := Div(poll, x, m)
	if err != nil {
		return nil, err
	}
	step = max(1, min(step, e.BitLen()))
	result := new(big.Int).Mod(big.NewInt(1), m)
	for at := (e.BitLen() + step - 1) / step * step; at > 0; {
		at -= step
		if err := poll(); err != nil {
			return nil, err
		}
		digit := lowest(new(big.Int).Rsh(e, uint(at)), uint(step))
		if result, err = raise(poll, result, x, digit, step, m); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// raise is r^(2^step)·x^digit modulo m.
func raise(poll Poll, r, x, digit *big.Int, step int, m *big.Int) (*big.Int, error) {
	if step > 1 {
		r = new(big.Int).Exp(r, new(big.Int).Lsh(big.NewInt(1), uint(step)), m)
		return mulMod(poll, r, new(big.Int).Exp(x, digit, m), m)
	}
	r, err := mulMod(poll, r, r, m)
	if err != nil || digit.Sign() == 0 {
		return r, err
	}
	return mulMod(poll, r, x, m)
}

func mulMod(poll Poll, x, y, m *big.Int) (*big.Int, error) {
	product, err := Mul(poll, x, y)
	if err != nil {
		return nil, err
	}
	_, r, err := QuoRem(poll, product, m)
	return r, err
}

// Sqrt is the square root of x, rounded down; x is not negative. Each step of Newton's
// method divides with twice the digits of the one before (Zimmermann, "Karatsuba Square
// Root", and the note in CPython's math.isqrt).
func Sqrt(poll Poll, x *big.Int) (*big.Int, error) {
	if x.BitLen() <= pieceBits {
		return new(big.Int).Sqrt(x), nil
	}
	// root is about the square root of x's upper half, with half as many bits shifted away.
	shift := uint(x.BitLen()/4) &^ 1
	root, err := Sqrt(poll, new(big.Int).Rsh(x, 2*shift))
	if err != nil {
		return nil, err
	}
	root.Lsh(root.Add(root, big.NewInt(1)), shift)
	for { // from above
		q, _, err := QuoRem(poll, x, root)
		if err != nil {
			return nil, err
		}
		if q.Cmp(root) >= 0 {
			return root, nil
		}
		root.Add(root, q).Rsh(root, 1)
	}
}

// GCD is the greatest common divisor of |x| and |y|, by Lehmer's method: a cofactor
// matrix made from the leading digits stands for many steps of Euclid's (Knuth, The Art
// of Computer Programming, 4.5.2).
func GCD(poll Poll, x, y *big.Int) (*big.Int, error) {
	x, y = new(big.Int).Abs(x), new(big.Int).Abs(y)
	for y.BitLen() > pieceBits/8 {
		if err := poll(); err != nil {
			return nil, err
		}
		if x.BitLen()-y.BitLen() < 30 {
			if a, b, ok := lehmer(x, y); ok {
				x, y = a, b
				continue
			}
		}
		_, r, err := QuoRem(poll, x, y)
		if err != nil {
			return nil, err
		}
		x, y = y, r
	}
	if y.Sign() == 0 {
		return x, nil
	}
	_, r, err := QuoRem(poll, x, y)
	if err != nil {
		return nil, err
	}
	return new(big.Int).GCD(nil, nil, y, r), nil
}

// lehmer replaces x and y by combinations that are some 30 bits shorter and have the
// same divisor; ok is false where the leading digits say too little.
func lehmer(x, y *big.Int) (a, b *big.Int, ok bool) {
	shift := uint(max(x.BitLen(), y.BitLen()) - 62)
	p, q := new(big.Int).Rsh(x, shift).Int64(), new(big.Int).Rsh(y, shift).Int64()
	if q > p {
		x, y, p, q = y, x, q, p
	}
	var A, B, C, D int64 = 1, 0, 0, 1
	for q+C != 0 && q+D != 0 {
		k := (p + A) / (q + C)
		if k != (p+B)/(q+D) || max(abs(A-k*C), abs(B-k*D)) >= 1<<31 {
			break
		}
		A, B, C, D, p, q = C, D, A-k*C, B-k*D, q, p-k*q
	}
	if B == 0 {
		return nil, nil, false
	}
	return combine(A, x, B, y), combine(C, x, D, y), true
}

func abs(n int64) int64 { return max(n, -n) }

// combine is m·x + n·y.
func combine(m int64, x *big.Int, n int64, y *big.Int) *big.Int {
	u := new(big.Int).Mul(big.NewInt(m), x)
	return u.Add(u, new(big.Int).Mul(big.NewInt(n), y))
}
