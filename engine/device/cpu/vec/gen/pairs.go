//go:build avo

// This file defines arithmetic on unevaluated sums of two floats ("double-float",
// T. J. Dekker 1971), which carries about twice the precision.

package main

import (
	"math"
)

// dd is hi + lo.
type dd struct{ hi, lo vec }

func (l lanes) pair(hi, lo float64) dd { return dd{l.copy(l.constant(hi)), l.copy(l.constant(lo))} }

func (l lanes) normalized(a dd) dd {
	hi := l.add(a.hi, a.lo)
	return dd{hi, l.add(l.sub(a.hi, hi), a.lo)}
}

// ddAddFast is a + b for |a| ≥ |b|; the other forms without a 2 ask the same.
func (l lanes) ddAddFast(a, b vec) dd {
	hi := l.add(a, b)
	return dd{hi, l.add(l.sub(a, hi), b)}
}

func (l lanes) ddAdd2(a, b vec) dd {
	hi := l.add(a, b)
	v := l.sub(hi, a)
	return dd{hi, l.add(l.sub(a, l.sub(hi, v)), l.sub(b, v))}
}

func (l lanes) ddAddf(a dd, b vec) dd {
	hi := l.add(a.hi, b)
	return dd{hi, l.add(l.add(l.sub(a.hi, hi), b), a.lo)}
}

func (l lanes) ddAdd2f(a dd, b vec) dd {
	r := l.ddAdd2(a.hi, b)
	return dd{r.hi, l.add(r.lo, a.lo)}
}

func (l lanes) ddAdd(a, b dd) dd {
	hi := l.add(a.hi, b.hi)
	return dd{hi, l.add(l.add(l.add(l.sub(a.hi, hi), b.hi), a.lo), b.lo)}
}

func (l lanes) ddAdd2d(a, b dd) dd {
	r := l.ddAdd2(a.hi, b.hi)
	return dd{r.hi, l.add(r.lo, l.add(a.lo, b.lo))}
}

func (l lanes) ddSub(a, b dd) dd {
	hi := l.sub(a.hi, b.hi)
	lo := l.sub(l.sub(a.hi, hi), b.hi)
	return dd{hi, l.sub(l.add(lo, a.lo), b.lo)}
}

func (l lanes) ddMulf(a dd, b vec) dd {
	hi := l.mul(a.hi, b)
	return dd{hi, l.fma(a.lo, b, l.fms(a.hi, b, hi))}
}

func (l lanes) ddMul(a, b dd) dd {
	hi := l.mul(a.hi, b.hi)
	return dd{hi, l.fma(a.hi, b.lo, l.fma(a.lo, b.hi, l.fms(a.hi, b.hi, hi)))}
}

func (l lanes) ddSquare(a dd) dd {
	hi := l.mul(a.hi, a.hi)
	return dd{hi, l.fma(l.add(a.hi, a.hi), a.lo, l.fms(a.hi, a.hi, hi))}
}

func (l lanes) ddDiv(n, d dd) dd {
	t := l.recip(d.hi)
	hi := l.mul(n.hi, t)
	u := l.fms(t, n.hi, hi)
	lo := l.fnma(d.lo, t, l.fnma(d.hi, t, l.copy(l.constant(1))))
	return dd{hi, l.fma(hi, lo, l.fma(n.lo, t, u))}
}

func (l lanes) ddRecip(d dd) dd {
	hi := l.recip(d.hi)
	return dd{hi, l.mul(hi, l.fnma(d.lo, hi, l.fnma(d.hi, hi, l.copy(l.constant(1)))))}
}

// expPair is exp(x) as a pair, for an x above −104; the callers replace what others give.
func (l lanes) expPair(x vec) dd {
	s, q := l.reduce(x)
	return l.scalePair(q, l.expFraction(s))
}

func (l lanes) expPairOf(d dd) dd {
	n, q := l.whole(l.mul(l.add(d.hi, d.lo), l.constant(invLn2)))
	s := l.ddAdd2f(d, l.mul(n, l.constant(-ln2Hi)))
	return l.scalePair(q, l.expFraction(l.ddAdd2f(s, l.mul(n, l.constant(-ln2Lo)))))
}

func (l lanes) scalePair(q vec, d dd) dd {
	parts := l.scale(q, d.hi, d.lo)
	return dd{parts[0], parts[1]}
}

// reduce is the pair s with x = q·ln 2 + s. Its first difference is exact: n·ln2Hi is, and as large as x.
func (l lanes) reduce(x vec) (s dd, q vec) {
	n, q := l.whole(l.mul(x, l.constant(invLn2)))
	return l.ddAdd2(l.fma(n, l.constant(-ln2Hi), x), l.mul(n, l.constant(-ln2Lo))), q
}

// expFraction is exp(s) for |s| ≤ ½·ln 2.
func (l lanes) expFraction(s dd) dd {
	u := l.poly(s.hi, 0.1980960224e-3, 0.1394256484e-2, 0.8333456703e-2, 0.4166637361e-1)
	t := l.ddPlus(0.166666659414234244790680580464, l.ddMulf(s, u))
	t = l.ddMul(l.ddSquare(s), l.ddPlus(0.5, l.ddMul(s, t)))
	hi := l.add(s.hi, t.hi) // s is the larger
	return l.ddPlus(1, dd{hi, l.add(l.add(l.sub(s.hi, hi), t.hi), l.add(s.lo, t.lo))})
}

// logPair is the logarithm of a positive x as a pair.
func (l lanes) logPair(x vec) dd {
	m, e := l.mantissa(x)
	s := l.ddMulf(l.pair(ln2Pair, ln2Pair2), e)
	q := l.atanhArgument(m)
	q2 := l.ddSquare(q)
	t := l.poly(q2.hi, 0.240320354700088500976562, 0.285112679004669189453125, 0.400007992982864379882812)
	s = l.ddAdd(s, dd{l.mul(q.hi, l.constant(2)), l.mul(q.lo, l.constant(2))})
	inner := l.ddAdd2d(l.ddMulf(q2, t), l.pair(0.66666662693023681640625, 3.69183861259614332084311e-09))
	return l.ddAdd(s, l.ddMul(l.ddMul(q2, q), inner))
}

// expOfPair is exp(d) rounded to one float32.
func (l lanes) expOfPair(d dd) vec {
	n, q := l.whole(l.mul(l.add(d.hi, d.lo), l.constant(invLn2)))
	s := l.ddAdd2f(d, l.mul(n, l.constant(-ln2Hi)))
	s = l.normalized(l.ddAdd2f(s, l.mul(n, l.constant(-ln2Lo))))
	u := l.poly(s.hi, 0.00136324646882712841033936, 0.00836596917361021041870117,
		0.0416710823774337768554688, 0.166665524244308471679688, 0.499999850988388061523438)
	t := l.ddAdd(s, l.ddMulf(l.ddSquare(s), u))
	one := l.copy(l.constant(1))
	hi := l.add(one, t.hi)
	r := l.add(hi, l.add(l.add(l.sub(one, hi), t.hi), t.lo))
	r = l.scale(q, r)[0]
	r = l.choose(l.cmp(cmpGt, d.hi, l.constant(104)), l.constant(math.Inf(1)), r)
	return l.clear(l.cmp(cmpLt, d.hi, l.constant(-104)), r)
}

// pow is x to the power y with C99's edge cases.
func (l lanes) pow(x, y vec) vec {
	flip, negative := l.powSigns(x, y)
	r := l.expOfPair(l.ddMulf(l.logPair(l.abs(x)), y))
	r = l.choose(l.cmp(cmpUnord, r, r), l.constant(math.Inf(1)), r)
	r = l.powLimits(x, y, r)
	r = l.or(l.or(r, negative), flip)
	r = l.choose(l.anyOf(l.cmp(cmpUnord, x, x), l.cmp(cmpUnord, y, y)), l.bits(0x7fc00000), r)
	one := l.anyOf(l.cmp(cmpEq, y, l.zero()), l.cmp(cmpEq, x, l.constant(1)))
	return l.choose(one, l.constant(1), r)
}

// powSigns are the sign bit of the result and, for a finite negative base under a power
// that is not whole, the bits of NaN.
func (l lanes) powSigns(x, y vec) (flip, negative vec) {
	fraction := l.sub(y, l.round(y, 3)) // NaN for infinite y, which counts as whole
	broken := l.choose(l.cmp(cmpLt, l.zero(), l.abs(fraction)), l.nan(), l.zero())
	half := l.mul(y, l.constant(0.5)) // odd when y is whole and its half is not
	fraction = l.sub(half, l.round(half, 3))
	odd := l.choose(l.cmp(cmpLt, l.zero(), l.abs(fraction)), l.signBit(), l.zero())
	odd = l.choose(l.cmp(cmpEq, broken, l.zero()), odd, l.zero())
	inside := l.anyOf(l.cmp(cmpGe, x, l.zero()), l.cmp(cmpEq, l.abs(x), l.constant(math.Inf(1))))
	return l.and(odd, x), l.choose(inside, l.zero(), broken)
}

// powLimits sets |x|^y for infinite y, and for x zero or infinite.
func (l lanes) powLimits(x, y, r vec) vec {
	infinity := l.constant(math.Inf(1))
	grows := l.xor(l.sub(l.abs(x), l.constant(1)), l.signOf(y)) // its sign says to where
	limit := l.choose(l.cmp(cmpLt, grows, l.zero()), l.zero(), l.copy(infinity))
	limit = l.choose(l.cmp(cmpEq, grows, l.zero()), l.constant(1), limit)
	r = l.choose(l.cmp(cmpEq, l.abs(y), infinity), limit, r)
	towards := l.choose(l.cmp(cmpEq, x, l.zero()), l.neg(y), y)
	edge := l.choose(l.cmp(cmpLt, towards, l.zero()), l.zero(), l.copy(infinity))
	at := l.anyOf(l.cmp(cmpEq, x, l.zero()), l.cmp(cmpEq, l.abs(x), infinity))
	return l.choose(at, edge, r)
}
