//go:build avo

// This file defines the float32 transcendental functions. The algorithms and their
// constants are SLEEF's (N. Shibata, F. Petrogalli, "SLEEF: A Portable Vectorized
// Library of C Standard Mathematical Functions", 2020), in its fused-multiply-add form.

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
)

func mathFunctions() {
	for _, l := range []lanes{{32, 4}, {64, 4}} {
		for _, f := range mathOps {
			l.unary(f.name, 1, f.body)
		}
		if l.wide() { // the narrow register file is too small for it
			l.binaryForms("pow", "F32", lanes.pow)
		}
	}
}

var mathOps = []struct {
	name string
	body func(l lanes, a vec) vec
}{
	{"exp", lanes.exp},
	{"expm1", lanes.expm1},
	{"log", lanes.log},
	{"log2", lanes.log2},
	{"log10", lanes.log10},
	{"log1p", lanes.log1p},
	{"sin", lanes.sin},
	{"cos", lanes.cos},
	{"tan", lanes.tan},
	{"atan", lanes.atan},
	{"tanh", lanes.tanh},
	{"sinh", func(l lanes, a vec) vec { return l.hyperbolic(a, l.ddSub) }},
	{"cosh", lanes.cosh},
	{"sigmoid", lanes.sigmoid},
	{"silu", func(l lanes, a vec) vec { return l.div(a, l.onePlusExpNeg(a)) }},
	{"erf", lanes.erf},
	{"gelu", lanes.gelu},
	{"geluTanh", lanes.geluTanh},
	{"softplus", lanes.softplus},
}

// Natural logarithm of 2 in parts, and its reciprocal.
const (
	ln2Hi    = 0.693145751953125
	ln2Lo    = 1.428606765330187045e-06
	invLn2   = 1.442695040888963407359924681001892137426645954152985934135449406931
	ln2Pair  = 0.69314718246459960938 // first of a pair of float32
	ln2Pair2 = -1.904654323148236017e-09
)

func (l lanes) expm1(x vec) vec {
	d := l.ddAdd2f(l.expPair(x), l.copy(l.constant(-1)))
	r := l.add(d.hi, d.lo)
	r = l.choose(l.cmp(cmpGt, x, l.constant(88.72283172607421875)), l.constant(math.Inf(1)), r)
	r = l.choose(l.cmp(cmpLt, x, l.constant(-16.635532333438687426013570)), l.constant(-1), r)
	return l.keepNegZero(x, r)
}

func (l lanes) exp(x vec) vec {
	if !l.wide() { // beyond these the result is 0 or infinite as it comes out; a NaN is the operand that stays
		x = l.rawMin(l.copy(l.constant(100)), l.rawMax(l.copy(l.constant(-104)), x))
	}
	n, q := l.whole(l.mul(x, l.constant(invLn2)))
	s := l.fma(n, l.constant(-ln2Hi), x)
	s = l.fma(n, l.constant(-ln2Lo), s)
	u := l.poly(s, 0.000198527617612853646278381, 0.00139304355252534151077271,
		0.00833336077630519866943359, 0.0416664853692054748535156, 0.166666671633720397949219, 0.5)
	u = l.add(l.fma(l.mul(s, s), u, s), l.constant(1))
	u = l.scale(q, u)[0]
	if !l.wide() {
		return u
	}
	u = l.clear(l.cmp(cmpLt, x, l.constant(-104)), u)
	return l.choose(l.cmp(cmpGt, x, l.constant(100)), l.constant(math.Inf(1)), u)
}

// wholeShift added to a number below 2²² leaves its integer in the low bits.
const wholeShift = 0x1.8p23

// whole is the integer n next to v, below 2²²; q has it in its low bits.
func (l lanes) whole(v vec) (n, q vec) {
	q = l.add(v, l.constant(wholeShift))
	return l.sub(q, l.constant(wholeShift)), q
}

// scale is each a·2^q for a q of whole, in two steps so that subnormal results round once.
func (l lanes) scale(q vec, a ...vec) []vec {
	if l.wide() {
		n := l.sub(q, l.constant(wholeShift))
		for i := range a {
			a[i] = l.to(VSCALEFPS, n, a[i])
		}
		return a
	}
	half := l.sar(q, 1)
	first, second := l.pow2(half), l.pow2(l.isub(q, half))
	for i := range a {
		a[i] = l.mul(l.mul(a[i], first), second)
	}
	return a
}

// pow2 is 2^q for a q of whole, or half of one.
func (l lanes) pow2(q vec) vec { return l.iadd(l.shl(q, 23), l.constant(1)) }

// clear is 0 where m holds and a elsewhere.
func (l lanes) clear(m mask, a vec) vec { return l.choose(m, l.zero(), a) }

func (l lanes) keepNegZero(x, r vec) vec {
	return l.choose(l.cmp(cmpEq, x, l.zero()), x, r) // x is r for +0 too
}

// mantissa splits a positive x into m·2^e with m in [0.75, 1.5), e as float.
func (l lanes) mantissa(x vec) (m, e vec) {
	tiny := l.cmp(cmpLt, x, l.constant(0x1p-126))
	x = l.choose(tiny, l.mul(x, l.constant(0x1p64)), x)
	ei := l.exponent(x)
	m = l.isub(x, l.shl(ei, 23))
	e = l.toFloat(ei)
	return m, l.choose(tiny, l.sub(e, l.constant(64)), e)
}

// exponent is ⌊log2(x/0.75)⌋ as integers.
func (l lanes) exponent(x vec) vec {
	scaled := l.mul(x, l.constant(float64(float32(1.0/0.75))))
	return l.isub(l.to(l.intAnd(), l.bits(0xff), l.shr(scaled, 23)), l.bits(127))
}

func (l lanes) intAnd() inst {
	if l.wide() {
		return VPANDD
	}
	return VPAND
}

// logEdges gives r the values of a logarithm at the ends of its domain.
func (l lanes) logEdges(x, r vec) vec {
	r = l.choose(l.cmp(cmpEq, x, l.constant(math.Inf(1))), l.constant(math.Inf(1)), r)
	outside := l.anyOf(l.cmp(cmpLt, x, l.zero()), l.cmp(cmpUnord, x, x))
	r = l.choose(outside, l.bits(0x7fc00000), r)
	return l.choose(l.cmp(cmpEq, x, l.zero()), l.constant(math.Inf(-1)), r)
}

func (l lanes) log(x vec) vec {
	m, e := l.mantissa(x)
	s := l.ddMulf(l.pair(ln2Pair, ln2Pair2), e)
	q := l.atanhArgument(m)
	return l.logEdges(x, l.logSum(s, dd{l.mul(q.hi, l.constant(2)), l.mul(q.lo, l.constant(2))}, q.hi,
		0.3027294874, 0.3996108174, 0.6666694880))
}

func (l lanes) log10(x vec) vec {
	m, e := l.mantissa(x)
	s := l.ddMulf(l.pair(0.30103001, -1.432098889e-08), e)
	q := l.atanhArgument(m)
	return l.logEdges(x, l.logSum(s, l.ddMul(q, l.pair(0.868588984, -2.170757285e-08)), q.hi,
		0.1314289868, 0.1735493541, 0.2895309627))
}

func (l lanes) log2(x vec) vec {
	m, e := l.mantissa(x)
	q := l.atanhArgument(m)
	x2 := l.mul(q.hi, q.hi)
	t := l.poly(x2, 0.4374550283, 0.5764790177, 0.9618012905120)
	p := l.ddMul(q, l.pair(2.8853900432586669922, 3.2734474483568488616e-08))
	s := l.ddAdd2(e, p.hi)
	s = l.ddAdd2f(dd{s.hi, l.add(s.lo, p.lo)}, l.mul(l.mul(x2, q.hi), t))
	return l.logEdges(x, l.add(s.hi, s.lo))
}

func (l lanes) atanhArgument(m vec) dd {
	return l.ddDiv(dd{l.sub(m, l.constant(1)), l.zero()}, l.ddAddFast(l.copy(l.constant(1)), m)) // the difference is exact
}

// logSum is s + first + x³·poly(x²).
func (l lanes) logSum(s, first dd, x vec, c ...float64) vec {
	x2 := l.mul(x, x)
	t := l.poly(x2, c...)
	s = l.ddAdd(s, first)
	s = l.ddAddf(s, l.mul(l.mul(x2, x), t))
	return l.add(s.hi, s.lo)
}

func (l lanes) log1p(d vec) vec {
	whole := l.add(d, l.constant(1))
	tiny := l.cmp(cmpLt, whole, l.constant(0x1p-126))
	scaled := l.choose(tiny, l.mul(whole, l.constant(0x1p64)), whole)
	ei := l.exponent(scaled)
	t := l.isub(l.copy(l.constant(1)), l.shl(ei, 23))
	m := l.fma(d, t, l.sub(t, l.constant(1)))
	e := l.toFloat(ei)
	e = l.choose(tiny, l.sub(e, l.constant(64)), e)
	s := l.ddMulf(l.pair(ln2Pair, ln2Pair2), e)
	two := l.copy(l.constant(2))
	x := l.ddDiv(dd{m, l.zero()}, l.ddAddFast(two, m))
	r := l.logSum(s, dd{l.mul(x.hi, l.constant(2)), l.mul(x.lo, l.constant(2))}, x.hi,
		0.3027294874, 0.3996108174, 0.6666694880)
	r = l.choose(l.cmp(cmpGt, d, l.constant(1e38)), l.constant(math.Inf(1)), r)
	r = l.choose(l.cmp(cmpLt, d, l.constant(-1)), l.bits(0x7fc00000), r)
	r = l.choose(l.cmp(cmpEq, d, l.constant(-1)), l.constant(math.Inf(-1)), r)
	r = l.choose(l.cmp(cmpUnord, d, d), d, r)
	return l.keepNegZero(d, r)
}

// π in three parts, enough for arguments below trigRange; the caller of the kernel
// handles larger ones (see trigRange in package vec).
var piParts = []float64{3.1414794921875, 0.00011315941810607910156, 1.9841872589410058936e-09}

func (l lanes) sin(x vec) vec {
	n := l.round(l.mul(x, l.constant(1/math.Pi)), 0)
	s := l.ddAdd2(l.fma(n, l.constant(-piParts[0]), x), l.mul(n, l.constant(-piParts[1])))
	s = l.ddAddf(s, l.mul(n, l.constant(-piParts[2])))
	u := l.xor(l.sinPoly(s), l.shl(l.toInt(n), 31))
	return l.keepNegZero(x, u)
}

func (l lanes) cos(x vec) vec {
	n := l.round(l.fmaTo(x, l.copy(l.constant(1/math.Pi)), l.constant(-0.5)), 0)
	n = l.fmaTo(n, l.copy(l.constant(2)), l.constant(1))
	s := l.ddAdd2(x, l.mul(n, l.constant(-piParts[0]*0.5)))
	s = l.ddAdd2f(s, l.mul(n, l.constant(-piParts[1]*0.5)))
	s = l.ddAdd2f(s, l.mul(n, l.constant(-piParts[2]*0.5)))
	// the sign flips where n's second bit is clear
	flip := l.shl(l.to(l.intXor(), l.bits(2), l.toInt(n)), 30)
	return l.xor(l.sinPoly(s), l.and(flip, l.signBit()))
}

func (l lanes) intXor() inst {
	if l.wide() {
		return VPXORD
	}
	return VPXOR
}

// sinPoly is sin(t) for small t.
func (l lanes) sinPoly(t dd) vec {
	s := l.ddSquare(t)
	u := l.poly(s.hi, 2.6083159809786593541503e-06, -0.0001981069071916863322258, 0.00833307858556509017944336)
	v := l.ddAddFast(l.copy(l.constant(-0.166666597127914428710938)), l.mul(u, s.hi))
	v = l.ddMul(v, s)
	one := l.copy(l.constant(1))
	hi := l.add(one, v.hi)
	x := dd{hi, l.add(l.add(l.sub(one, hi), v.hi), v.lo)}
	return l.fma(t.hi, x.hi, l.fma(t.lo, x.hi, l.mul(t.hi, x.lo)))
}

func (l lanes) tan(x vec) vec {
	n := l.round(l.mul(x, l.constant(2/math.Pi)), 0)
	s := l.ddAdd2(l.fma(n, l.constant(-piParts[0]*0.5), x), l.mul(n, l.constant(-piParts[1]*0.5)))
	s = l.ddAddf(s, l.mul(n, l.constant(-piParts[2]*0.5)))
	flip := l.shl(l.toInt(n), 31)
	t := dd{l.xor(s.hi, flip), l.xor(s.lo, flip)}
	q := l.normalized(l.ddSquare(t))
	u := l.poly(q.hi, 0.00446636462584137916564941, -8.3920182078145444393158e-05,
		0.0109639242291450500488281, 0.0212360303848981857299805, 0.0540687143802642822265625)
	v := l.ddAddFast(l.copy(l.constant(0.133325666189193725585938)), l.mul(u, q.hi))
	v = l.ddMul(q, v)
	v = l.ddMul(l.ddPlus(0.33333361148834228515625, v), q)
	v = l.ddMul(t, l.ddPlus(1, v))
	r := l.ddRecip(v)
	y := l.pickOdd(flip, l.add(r.hi, r.lo), l.add(v.hi, v.lo))
	return l.keepNegZero(x, y)
}

// ddPlus is c + a for |c| ≥ |a|.
func (l lanes) ddPlus(c float64, a dd) dd {
	one := l.copy(l.constant(c))
	hi := l.add(one, a.hi)
	return dd{hi, l.add(l.add(l.sub(one, hi), a.hi), a.lo)}
}

// pickOdd is odd where flip has its sign bit and even elsewhere.
func (l lanes) pickOdd(flip, odd, even vec) vec {
	ones := l.sar(flip, 31)
	return l.or(l.and(odd, ones), l.to(l.pick(VANDNPS, VANDNPD), even, ones))
}

func (l lanes) atan(x vec) vec {
	a := l.abs(x)
	swap := l.cmp(cmpGt, a, l.constant(1)) // atan a = π/2 − atan 1/a
	one := l.copy(l.constant(1))
	s := l.ddDiv(dd{l.choose(swap, l.constant(-1), a), l.zero()}, dd{l.choose(swap, a, one), l.zero()})
	t := l.normalized(l.ddSquare(s))
	u := l.poly(t.hi, -0.00176397908944636583328247, 0.0107900900766253471374512, -0.0309564601629972457885742,
		0.0577365085482597351074219, -0.0838950723409652709960938, 0.109463557600975036621094,
		-0.142626821994781494140625, 0.199983194470405578613281)
	p := l.ddMul(t, l.ddAddFast(l.copy(l.constant(-0.333332866430282592773438)), l.mul(u, t.hi)))
	p = l.ddMul(s, l.ddPlus(1, p))
	turn := l.choose(swap, l.copy(one), l.zero())
	p = l.ddAdd(l.ddMulf(l.pair(1.5707963705062866211, -4.3711388286737928865e-08), turn), p)
	y := l.add(p.hi, p.lo)
	y = l.choose(l.cmp(cmpEq, a, l.constant(math.Inf(1))), l.constant(math.Pi/2), y)
	return l.xor(y, l.signOf(x))
}

func (l lanes) sigmoid(x vec) vec { return l.recip(l.onePlusExpNeg(x)) }

func (l lanes) onePlusExpNeg(x vec) vec { return l.add(l.exp(l.neg(x)), l.constant(1)) }

func (l lanes) tanh(x vec) vec {
	a := l.abs(x)
	s, q := l.reduce(l.rawMin(a, l.constant(10)))
	d, power := l.expFraction(s), l.pow2(q)
	d = dd{l.mul(d.hi, power), l.mul(d.lo, power)}
	e := l.ddRecip(d)
	d = l.ddDiv(l.ddSub(d, e), l.ddAdd(d, e))
	y := l.choose(l.cmp(cmpGt, a, l.constant(8.664339742)), l.constant(1), l.add(d.hi, d.lo))
	y = l.xor(y, l.signOf(x))
	return l.choose(l.cmp(cmpUnord, x, x), x, y)
}

// hyperbolic is (exp|x| combined with its reciprocal)/2 with the sign of x.
func (l lanes) hyperbolic(x vec, combine func(a, b dd) dd) vec {
	d := l.expPair(l.abs(x))
	d = combine(d, l.ddRecip(d))
	y := l.mul(l.add(d.hi, d.lo), l.constant(0.5))
	large := l.anyOf(l.cmp(cmpGt, l.abs(x), l.constant(89)), l.cmp(cmpUnord, y, y))
	y = l.choose(large, l.constant(math.Inf(1)), y)
	y = l.xor(y, l.signOf(x))
	return l.choose(l.cmp(cmpUnord, x, x), x, y)
}

func (l lanes) cosh(x vec) vec { return l.abs(l.hyperbolic(l.abs(x), l.ddAdd)) }

// erf is x·p(x²) below 1.1 and 1 − exp(q(x)) above, for polynomials p and q.
func (l lanes) erf(s vec) vec {
	a := l.abs(s)
	small, middle := l.cmp(cmpLt, a, l.constant(1.1)), l.cmp(cmpLt, a, l.constant(2.4))
	c := func(x, y, z float64) vec {
		return l.choose(small, l.constant(x), l.choose(middle, l.constant(y), l.copy(l.constant(z))))
	}
	pair := func(x, y, z float64) dd {
		rest := func(v float64) float64 { return v - float64(float32(v)) }
		return dd{c(x, y, z), c(rest(x), rest(y), rest(z))}
	}
	u := l.choose(small, l.mul(a, a), a)
	t := c(+0.7089292194e-4, -0.1792667899e-4, -0.9495757695e-5)
	t = l.fma(t, u, c(-0.7768311189e-3, +0.3937633010e-3, +0.2481465926e-3))
	t = l.fma(t, u, c(+0.5159463733e-2, -0.3949181177e-2, -0.2918176819e-2))
	t = l.fma(t, u, c(-0.2683781274e-1, +0.2445474640e-1, +0.2059706673e-1))
	t = l.fma(t, u, c(+0.1128318012, -0.1070996150, -0.9901899844e-1))
	hi := l.mul(t, u)
	d := dd{hi, l.fms(t, u, hi)}
	d = l.ddAdd2d(d, pair(-0.376125876000657465175213237214, -0.634588905908410389971210809210, -0.643598050547891613081201721633))
	d = l.ddMulf(d, u)
	d = l.ddAdd2d(d, pair(+0.112837916021059138255978217023e+1, -0.112879855826694507209862753992e+1, -0.112461487742845562801052956293e+1))
	d = l.ddMulf(d, a)
	far := l.oneMinusExp(d)
	y := l.choose(small, l.add(d.hi, d.lo), far)
	y = l.choose(l.cmp(cmpLt, a, l.constant(4)), y, l.copy(l.constant(1)))
	return l.choose(l.cmp(cmpUnord, s, s), s, l.xor(y, l.signOf(s)))
}

func (l lanes) oneMinusExp(d dd) vec {
	e := l.expPairOf(d)
	one := l.copy(l.constant(1))
	hi := l.sub(one, e.hi)
	return l.add(hi, l.sub(l.sub(l.sub(one, hi), e.hi), e.lo))
}

// gelu is x·Φ(x) with erf by Abramowitz and Stegun's formula 7.1.26, as oneDNN computes
// it for PyTorch: agreement matters more here than erf's last digits.
func (l lanes) gelu(x vec) vec {
	v := l.mul(x, l.constant(math.Sqrt2/2))
	t := l.recip(l.fmaTo(l.copy(l.constant(0.3275911)), l.abs(v), l.constant(1)))
	r := l.poly(t, 1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
	e := l.neg(l.exp(l.neg(l.mul(v, v))))
	y := l.xor(l.fmaTo(l.mul(e, t), r, l.constant(1)), l.signOf(x))
	half := l.mul(x, l.constant(0.5))
	return l.fma(half, y, half)
}

func (l lanes) geluTanh(x vec) vec {
	cube := l.mul(l.mul(x, x), x)
	inner := l.fma(cube, l.constant(0.044715), x)
	inner = l.mul(inner, l.constant(math.Sqrt2*(2/math.SqrtPi)*0.5))
	return l.mul(l.mul(x, l.constant(0.5)), l.add(l.tanh(inner), l.constant(1)))
}

func (l lanes) softplus(x vec) vec {
	return l.choose(l.cmp(cmpGt, x, l.constant(20)), x, l.log1p(l.exp(x)))
}
