package libm

import "math/big"

// The tables are computed in 200 bits, by series: no typed-in constant can be wrong.

const tableBits = 200

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(tableBits).SetFloat64(x) }

func bigNew() *big.Float { return new(big.Float).SetPrec(tableBits) }

func toPair(v *big.Float) pair {
	hi, _ := v.Float64()
	lo, _ := new(big.Float).SetPrec(v.Prec()).Sub(v, new(big.Float).SetPrec(v.Prec()).SetFloat64(hi)).Float64()
	return pair{hi, lo}
}

// bigExp is the Taylor series after halving.
func bigExp(x *big.Float) *big.Float {
	const halvings = 10
	r := bigNew().SetMantExp(x, -halvings)
	total, term := bigOf(1), bigOf(1)
	for i := 1; i < 30; i++ {
		term.Mul(term, r).Quo(term, bigOf(float64(i)))
		total.Add(total, term)
	}
	for range halvings {
		total.Mul(total, total)
	}
	return total
}

// bigLog is Newton's method on bigExp, from a float64 start.
func bigLog(x *big.Float, start float64) *big.Float {
	y := bigOf(start)
	for range 3 { // y += (x - e^y) / e^y doubles the digits
		e := bigExp(y)
		y.Add(y, bigNew().Quo(bigNew().Sub(x, e), e))
	}
	return y
}

func bigSin(x *big.Float) *big.Float {
	square := bigNew().Mul(x, x)
	total, term := bigNew().Set(x), bigNew().Set(x)
	for i := 2.0; i < 60; i += 2 {
		term.Mul(term, square).Quo(term, bigOf(-i*(i+1)))
		total.Add(total, term)
	}
	return total
}

func bigCos(x *big.Float) *big.Float {
	square := bigNew().Mul(x, x)
	total, term := bigOf(1), bigOf(1)
	for i := 1.0; i < 60; i += 2 {
		term.Mul(term, square).Quo(term, bigOf(-i*(i+1)))
		total.Add(total, term)
	}
	return total
}

// bigAtan is Newton's method on tan, from a float64 start.
func bigAtan(x *big.Float, start float64) *big.Float {
	y := bigOf(start)
	for range 3 { // y += (x cos y - sin y) cos y: the error is cubed
		s, c := bigSin(y), bigCos(y)
		y.Add(y, bigNew().Mul(bigNew().Sub(bigNew().Mul(x, c), s), c))
	}
	return y
}
