//go:build avo

// This file defines the float64 transcendental functions, after SLEEF's of one unit in
// the last place (see math.go). Two differ: the reduction of sine and cosine keeps the
// products with π exact, so that one path serves all arguments up to trigRange64, and
// exp and log1p reach to the ends of their domains.

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
)

func doubleFunctions() {
	for _, l := range []lanes{{32, 8}, {64, 8}} {
		for _, f := range doubleOps {
			l.unary(f.name, 1, f.body)
		}
		if l.wide() { // the narrow register file is too small for them
			l.unary("tan", 1, lanes.tan64)
			l.unary("atan", 1, func(l lanes, a vec) vec { return l.atan264(a, l.copy(l.constant(1))) })
			l.binaryForms("pow", "F64", lanes.pow64)
			l.binaryForms("atan2", "F64", lanes.atan264)
		}
	}
}

var doubleOps = []struct {
	name string
	body func(l lanes, a vec) vec
}{
	{"exp", lanes.exp64},
	{"expm1", lanes.expm164},
	{"log", lanes.log64},
	{"log2", lanes.log264},
	{"log10", lanes.log1064},
	{"log1p", lanes.log1p64},
	{"sin", lanes.sin64},
	{"cos", lanes.cos64},
	{"tanh", lanes.tanh64},
	{"sinh", func(l lanes, a vec) vec { return l.hyperbolic64(a, l.ddSub) }},
	{"cosh", func(l lanes, a vec) vec { return l.abs(l.hyperbolic64(l.abs(a), l.ddAdd)) }},
	{"sigmoid", func(l lanes, a vec) vec { return l.recip(l.add(l.exp64(l.neg(a)), l.constant(1))) }},
	{"silu", func(l lanes, a vec) vec { return l.div(a, l.add(l.exp64(l.neg(a)), l.constant(1))) }},
}

const (
	ln2Upper = 0.69314718055966295651160180568695068359375
	ln2Lower = 0.28235290563031577122588448175013436025525412068e-12
	log2E    = math.Log2E
	shift52  = 0x1.8p52 // plus a whole number has that number in its lowest bits
	nan64    = 0x7ff8000000000000
)

// estrin is the polynomial in x whose highest coefficient comes first, by G. Estrin's
// method: halves that do not wait for each other.
func (l lanes) estrin(x vec, c ...float64) vec {
	powers := map[int]vec{1: x}
	for p := 2; p < len(c); p *= 2 {
		powers[p] = l.mul(powers[p/2], powers[p/2])
	}
	return l.estrinPart(powers, c)
}

func (l lanes) estrinPart(powers map[int]vec, c []float64) vec {
	if len(c) == 1 {
		return l.copy(l.constant(c[0]))
	}
	p := 1
	for 2*p < len(c) {
		p *= 2
	}
	high := c[:len(c)-p]
	if p == 1 {
		return l.fmaTo(powers[1], l.copy(l.constant(high[0])), l.constant(c[1]))
	}
	low := l.estrinPart(powers, c[len(c)-p:])
	if len(high) == 1 {
		return l.fma(powers[p], l.constant(high[0]), low)
	}
	return l.fma(powers[p], l.estrinPart(powers, high), low)
}

func (l lanes) exp64(x vec) vec {
	n := l.round(l.mul(x, l.constant(log2E)), 0)
	s := l.fma(n, l.constant(-ln2Upper), x)
	s = l.fma(n, l.constant(-ln2Lower), s)
	u := l.estrin(s, 0.2081276378237164457e-8, 0.2511210703042288022e-7, 0.2755762628169491192e-6,
		0.2755723402025388239e-5, 0.2480158687479686264e-4, 0.1984126989855865850e-3, 0.1388888888914497797e-2,
		0.8333333333314938210e-2, 0.4166666666666602598e-1, 0.1666666666666669072e+0)
	u = l.fmaTo(u, s, l.constant(0.5))
	u = l.fmaTo(u, s, l.constant(1))
	u = l.scale64(l.fmaTo(u, s, l.constant(1)), n)
	u = l.clear(l.cmp(cmpLt, x, l.constant(-1000)), u)
	return l.choose(l.cmp(cmpGt, x, l.constant(709.782712893384)), l.constant(math.Inf(1)), u)
}

// scale64 is a·2^n for whole n, in two steps so that subnormal results round once.
func (l lanes) scale64(a, n vec) vec {
	if l.wide() {
		return l.to(VSCALEFPD, n, a)
	}
	half := l.round(l.mul(n, l.constant(0.5)), 1)
	return l.mul(l.mul(a, l.power64(half)), l.power64(l.sub(n, half)))
}

// power64 is 2^n for whole n between −1022 and 1023.
func (l lanes) power64(n vec) vec { return l.shl(l.add(n, l.constant(shift52+1023)), 52) }

// expPair64 is exp(x) as a pair.
func (l lanes) expPair64(x vec) dd {
	n, t := l.expParts64(x)
	low := l.cmp(cmpLt, x, l.constant(-1000))
	return dd{l.clear(low, l.scale64(t.hi, n)), l.clear(low, l.scale64(t.lo, n))}
}

// expParts64 is exp(x) as 2^n·t.
func (l lanes) expParts64(x vec) (n vec, t dd) {
	n = l.round(l.mul(x, l.constant(log2E)), 0)
	s := l.ddAdd2(x, l.mul(n, l.constant(-ln2Upper)))
	s = l.ddAdd2f(s, l.mul(n, l.constant(-ln2Lower)))
	u := l.estrin(s.hi, 0.1602472219709932072e-9, 0.2092255183563157007e-8, 0.2505230023782644465e-7,
		0.2755724800902135303e-6, 0.2755731892386044373e-5, 0.2480158735605815065e-4, 0.1984126984148071858e-3,
		0.1388888888886763255e-2, 0.8333333333333347095e-2, 0.4166666666666669905e-1)
	t = l.ddPlus(0.5, l.ddMulf(s, l.copy(l.constant(0.1666666666666666574e+0))))
	t = l.ddPlus(1, l.ddMul(t, s))
	t = l.ddPlus(1, l.ddMul(t, s))
	return n, l.ddAdd(t, l.ddMulf(l.ddSquare(l.ddSquare(s)), u))
}

func (l lanes) expm164(x vec) vec {
	d := l.ddAdd2f(l.expPair64(x), l.copy(l.constant(-1)))
	r := l.add(d.hi, d.lo)
	r = l.choose(l.cmp(cmpGt, x, l.constant(709.782712893384)), l.constant(math.Inf(1)), r)
	r = l.choose(l.cmp(cmpLt, x, l.constant(-36.736800569677101399113302437)), l.constant(-1), r)
	return l.keepNegZero(x, r)
}

func (l lanes) tanh64(x vec) vec {
	d := l.expPair64(l.abs(x))
	e := l.ddRecip(d)
	d = l.ddDiv(l.ddAdd2d(d, dd{l.neg(e.hi), l.neg(e.lo)}), l.ddAdd2d(d, e))
	y := l.add(d.hi, d.lo)
	large := l.anyOf(l.cmp(cmpGt, l.abs(x), l.constant(18.714973875)), l.cmp(cmpUnord, y, y))
	y = l.xor(l.choose(large, l.constant(1), y), l.signOf(x))
	return l.choose(l.cmp(cmpUnord, x, x), x, y)
}

// hyperbolic64 is half of exp|x| combined with half its reciprocal, with the sign of x.
func (l lanes) hyperbolic64(x vec, combine func(a, b dd) dd) vec {
	n, t := l.expParts64(l.abs(x))
	n = l.sub(n, l.constant(1))
	d := dd{l.scale64(t.hi, n), l.scale64(t.lo, n)}
	e, quarter := l.ddRecip(d), l.copy(l.constant(0.25))
	d = combine(d, dd{l.mul(e.hi, quarter), l.mul(e.lo, quarter)})
	y := l.add(d.hi, d.lo)
	large := l.anyOf(l.cmp(cmpGt, l.abs(x), l.constant(710.475860073944)), l.cmp(cmpUnord, y, y))
	y = l.xor(l.choose(large, l.constant(math.Inf(1)), y), l.signOf(x))
	return l.choose(l.cmp(cmpUnord, x, x), x, y)
}

// exponent64 is ⌊log2(x/0.75)⌋, as it stands in the bits of a float less its bias, and
// as a float. x is positive and normal.
func (l lanes) exponent64(x vec) (bits, e vec) {
	biased := l.and(l.mul(x, l.constant(1/0.75)), l.bits(0x7ff<<52))
	e = l.sub(l.or(l.shr(biased, 52), l.bits(math.Float64bits(0x1p52))), l.constant(0x1p52+1023))
	return l.isub(biased, l.bits(1023<<52)), e
}

// mantissa64 splits a positive x into m·2^e with m in [0.75, 1.5).
func (l lanes) mantissa64(x vec) (m, e vec) {
	tiny := l.cmp(cmpLt, x, l.constant(0x1p-1022))
	x = l.choose(tiny, l.mul(x, l.constant(0x1p64)), x)
	bits, e := l.exponent64(x)
	return l.isub(x, bits), l.choose(tiny, l.sub(e, l.constant(64)), e)
}

// logEdges64 gives r the values of a logarithm at the ends of its domain.
func (l lanes) logEdges64(x, r vec) vec {
	r = l.choose(l.cmp(cmpEq, x, l.constant(math.Inf(1))), l.constant(math.Inf(1)), r)
	outside := l.anyOf(l.cmp(cmpLt, x, l.zero()), l.cmp(cmpUnord, x, x))
	r = l.choose(outside, l.bits(nan64), r)
	return l.choose(l.cmp(cmpEq, x, l.zero()), l.constant(math.Inf(-1)), r)
}

var (
	log2Pair = [2]float64{0.693147180559945286226764, 2.319046813846299558417771e-17}
	logTail  = []float64{0.1532076988502701353e+0, 0.1525629051003428716e+0, 0.1818605932937785996e+0,
		0.2222214519839380009e+0, 0.2857142932794299317e+0, 0.3999999999635251990e+0, 0.6666666666667333541e+0}
)

// logSum64 is s + first + x³·p(x²), for the polynomial p with these coefficients.
func (l lanes) logSum64(s, first dd, x vec, c ...float64) vec {
	x2 := l.mul(x, x)
	s = l.ddAdd(s, first)
	s = l.ddAddf(s, l.mul(l.mul(x2, x), l.estrin(x2, c...)))
	return l.add(s.hi, s.lo)
}

func (l lanes) doubled(a dd) dd { return dd{l.add(a.hi, a.hi), l.add(a.lo, a.lo)} }

func (l lanes) log64(x vec) vec {
	m, e := l.mantissa64(x)
	q := l.atanhArgument(m)
	s := l.ddMulf(l.pair(log2Pair[0], log2Pair[1]), e)
	return l.logEdges64(x, l.logSum64(s, l.doubled(q), q.hi, logTail...))
}

func (l lanes) log1064(x vec) vec {
	m, e := l.mantissa64(x)
	q := l.atanhArgument(m)
	s := l.ddMulf(l.pair(0.30102999566398119802, -2.803728127785170339e-18), e)
	first := l.ddMul(q, l.pair(0.86858896380650363334, 1.1430059694096389311e-17))
	return l.logEdges64(x, l.logSum64(s, first, q.hi, 0.6653725819576758460e-1, 0.6625722782820833712e-1,
		0.7898105214313944078e-1, 0.9650955035715275132e-1, 0.1240841409721444993e+0, 0.1737177927454605086e+0, 0.2895296546021972617e+0))
}

func (l lanes) log264(x vec) vec {
	m, e := l.mantissa64(x)
	q := l.atanhArgument(m)
	p := l.ddMul(q, l.pair(2.885390081777926774, 6.0561604995516736434e-18))
	s := l.ddAdd2(e, p.hi)
	x2 := l.mul(q.hi, q.hi)
	t := l.estrin(x2, 0.2211941750456081490e+0, 0.2200768693152277689e+0, 0.2623708057488514656e+0,
		0.3205977477944495502e+0, 0.4121985945485324709e+0, 0.5770780162997058982e+0, 0.96179669392608091449)
	s = l.ddAdd2f(dd{s.hi, l.add(s.lo, p.lo)}, l.mul(l.mul(x2, q.hi), t))
	return l.logEdges64(x, l.add(s.hi, s.lo))
}

func (l lanes) log1p64(x vec) vec {
	huge := l.cmp(cmpGt, x, l.constant(0x1p1000))
	d := l.choose(huge, l.mul(x, l.constant(0x1p-64)), x)
	bits, e := l.exponent64(l.add(d, l.constant(1)))
	e = l.choose(huge, l.add(e, l.constant(64)), e)
	t := l.isub(l.copy(l.constant(1)), bits) // 2^−e
	m := l.fma(d, t, l.sub(t, l.constant(1)))
	q := l.ddDiv(dd{m, l.zero()}, l.ddAddFast(l.copy(l.constant(2)), m))
	s := l.ddMulf(l.pair(log2Pair[0], log2Pair[1]), e)
	r := l.logSum64(s, l.doubled(q), q.hi, logTail...)
	r = l.choose(l.cmp(cmpEq, x, l.constant(math.Inf(1))), l.constant(math.Inf(1)), r)
	r = l.choose(l.cmp(cmpLt, x, l.constant(-1)), l.bits(nan64), r)
	r = l.choose(l.cmp(cmpEq, x, l.constant(-1)), l.constant(math.Inf(-1)), r)
	r = l.choose(l.cmp(cmpUnord, x, x), x, r)
	return l.keepNegZero(x, r)
}

// π in three parts.
var pi64 = [3]float64{3.141592653589793116, 1.2246467991473532072e-16, -2.9947698097183396659e-33}

// lessPi is x − n·π·scale for whole n and a power of two, with 100 bits or so.
func (l lanes) lessPi(x, n vec, scale float64) dd {
	var parts [2]dd
	for i := range parts {
		c := l.copy(l.constant(-pi64[i] * scale))
		hi := l.mul(n, c)
		parts[i] = dd{hi, l.fms(n, c, hi)}
	}
	s := l.ddAdd2(x, parts[0].hi)
	s = l.ddAdd2f(s, parts[0].lo)
	s = l.ddAdd2f(s, parts[1].hi)
	s.lo = l.add(s.lo, l.fmaTo(n, l.copy(l.constant(-pi64[2]*scale)), l.constant(0)))
	s.lo = l.add(s.lo, parts[1].lo)
	return l.normalized(s)
}

// odd has the sign bit where the whole number n is odd.
func (l lanes) odd(n vec) vec { return l.shl(l.add(n, l.constant(shift52)), 63) }

func (l lanes) sin64(x vec) vec {
	n := l.round(l.mul(x, l.constant(1/math.Pi)), 0)
	u := l.xor(l.sinPoly64(l.lessPi(x, n, 1)), l.odd(n))
	return l.keepNegZero(x, u)
}

func (l lanes) cos64(x vec) vec {
	n := l.round(l.fmaTo(x, l.copy(l.constant(1/math.Pi)), l.constant(-0.5)), 0)
	flip := l.xor(l.odd(n), l.signBit())
	n = l.fmaTo(n, l.copy(l.constant(2)), l.constant(1))
	return l.xor(l.sinPoly64(l.lessPi(x, n, 0.5)), flip)
}

// sinPoly64 is sin(t) for |t| up to π/2.
func (l lanes) sinPoly64(t dd) vec {
	s := l.ddSquare(t)
	u := l.estrin(s.hi, 2.72052416138529567917983e-15, -7.6429259411395447190023e-13, 1.60589370117277896211623e-10,
		-2.5052106814843123359368e-08, 2.75573192104428224777379e-06, -0.000198412698412046454654947)
	u = l.fmaTo(u, s.hi, l.constant(0.00833333333333318056201922))
	v := l.ddAddFast(l.copy(l.constant(-0.166666666666666657414808)), l.mul(u, s.hi))
	x := l.ddPlus(1, l.ddMul(v, s))
	return l.fma(t.hi, x.hi, l.fma(t.lo, x.hi, l.mul(t.hi, x.lo)))
}

func (l lanes) tan64(x vec) vec {
	n := l.round(l.mul(x, l.constant(2/math.Pi)), 0)
	s := l.lessPi(x, n, 0.5)
	half := l.copy(l.constant(0.5))
	t := dd{l.mul(s.hi, half), l.mul(s.lo, half)}
	s = l.ddSquare(t)
	u := l.estrin(s.hi, 0.3245098826639276316e-3, 0.5619219738114323735e-3, 0.1460781502402784494e-2, 0.3591611540792499519e-2,
		0.8863268409563113126e-2, 0.2186948728185535498e-1, 0.5396825399517272970e-1, 0.1333333333330500581e+0)
	u = l.fmaTo(u, s.hi, l.constant(0.3333333333333343695e+0))
	p := l.ddAdd(t, l.ddMulf(l.ddMul(s, t), u)) // tan of the half
	y := l.ddPlus(-1, l.ddSquare(p))
	p = l.doubled(dd{l.neg(p.hi), l.neg(p.lo)})
	turned := l.cmp(cmpLt, l.or(l.odd(n), l.constant(1)), l.zero())
	above := dd{l.choose(turned, l.neg(y.hi), p.hi), l.choose(turned, l.neg(y.lo), p.lo)}
	below := dd{l.choose(turned, p.hi, y.hi), l.choose(turned, p.lo, y.lo)}
	q := l.ddDiv(above, below)
	return l.keepNegZero(x, l.add(q.hi, q.lo))
}

// atan264 is the angle of the point (x, y).
func (l lanes) atan264(y, x vec) vec {
	small := l.cmp(cmpLt, l.abs(x), l.constant(5.5626846462680083984e-309))
	lift := l.choose(l.cmp(cmpLt, l.abs(y), l.constant(1)), l.constant(0x1p53), l.copy(l.constant(1)))
	lift = l.choose(small, lift, l.copy(l.constant(1)))
	a, b := l.abs(l.mul(y, lift)), l.abs(l.mul(x, lift))
	swap := l.cmp(cmpLt, b, a)
	s := l.ddDiv(dd{l.choose(swap, l.neg(b), a), l.zero()}, dd{l.choose(swap, a, b), l.zero()})
	r := l.atanPoly64(s)
	turn := l.choose(l.cmp(cmpLt, x, l.zero()), l.constant(-2), l.zero())
	turn = l.choose(swap, l.add(turn, l.constant(1)), turn)
	r = l.ddAdd(l.ddMulf(l.pair(1.570796326794896557998982, 6.12323399573676603586882e-17), turn), r)
	z := l.xor(l.add(r.hi, r.lo), l.signOf(x))
	return l.atanLimits64(y, x, z)
}

// atanPoly64 is the arc tangent of |s| up to 1.
func (l lanes) atanPoly64(s dd) dd {
	t := l.normalized(l.ddSquare(s))
	u := l.estrin(t.hi, 1.06298484191448746607415e-05, -0.000125620649967286867384336, 0.00070557664296393412389774,
		-0.00251865614498713360352999, 0.00646262899036991172313504, -0.0128281333663399031014274, 0.0208024799924145797902497,
		-0.0289002344784740315686289, 0.0359785005035104590853656, -0.041848579703592507506027, 0.0470843011653283988193763,
		-0.0524914210588448421068719, 0.0587946590969581003860434, -0.0666620884778795497194182, 0.0769225330296203768654095,
		-0.0909090442773387574781907)
	for _, c := range []float64{0.111111108376896236538123, -0.142857142756268568062339, 0.199999999997977351284817, -0.333333333333317605173818} {
		u = l.fmaTo(u, t.hi, l.constant(c))
	}
	return l.ddAdd(s, l.ddMulf(l.ddMul(s, t), u))
}

// atanLimits64 sets |angle| for zeros and infinities, and then the sign.
func (l lanes) atanLimits64(y, x, z vec) vec {
	infinity := l.constant(math.Inf(1))
	farX, farY := l.cmp(cmpEq, l.abs(x), infinity), l.cmp(cmpEq, l.abs(y), infinity)
	quarter := l.copy(l.constant(math.Pi / 2))
	along := l.sub(quarter, l.xor(quarter, l.signOf(x))) // 0 or π, by x's sign
	half := l.mul(l.add(quarter, along), l.constant(0.5))
	z = l.choose(l.cmp(cmpEq, x, l.zero()), quarter, z)
	z = l.choose(farX, along, z)
	z = l.choose(farY, l.choose(farX, half, quarter), z)
	z = l.choose(l.cmp(cmpEq, y, l.zero()), along, z)
	z = l.xor(z, l.signOf(y))
	return l.choose(l.anyOf(l.cmp(cmpUnord, x, x), l.cmp(cmpUnord, y, y)), l.bits(nan64), z)
}

// pow64 is x to the power y with C99's edge cases.
func (l lanes) pow64(x, y vec) vec {
	r := l.expOfPair64(l.ddMulf(l.logPair64(l.abs(x)), y))
	flip, negative := l.powSigns(x, y)
	r = l.powLimits(x, y, r)
	r = l.or(l.or(r, negative), flip)
	r = l.choose(l.anyOf(l.cmp(cmpUnord, x, x), l.cmp(cmpUnord, y, y)), l.bits(nan64), r)
	one := l.anyOf(l.cmp(cmpEq, y, l.zero()), l.cmp(cmpEq, x, l.constant(1)))
	return l.choose(one, l.constant(1), r)
}

// logPair64 is the logarithm of a positive x as a pair.
func (l lanes) logPair64(x vec) dd {
	m, e := l.mantissa64(x)
	q := l.atanhArgument(m)
	q2 := l.ddSquare(q)
	t := l.estrin(q2.hi, 0.116255524079935043668677, 0.103239680901072952701192, 0.117754809412463995466069,
		0.13332981086846273921509, 0.153846227114512262845736, 0.181818180850050775676507, 0.222222222230083560345903,
		0.285714285714249172087875, 0.400000000000000077715612)
	s := l.ddMulf(l.pair(log2Pair[0], log2Pair[1]), e)
	s = l.ddAdd(s, l.doubled(q))
	cube := l.ddMul(q2, q)
	s = l.ddAdd(s, l.ddMul(cube, l.pair(0.666666666666666629659233, 3.80554962542412056336616e-17)))
	return l.ddAdd(s, l.ddMulf(l.ddMul(q2, cube), t))
}

// expOfPair64 is exp(d) rounded to one float64.
func (l lanes) expOfPair64(d dd) vec {
	n := l.round(l.mul(l.add(d.hi, d.lo), l.constant(log2E)), 0)
	s := l.ddAdd2f(d, l.mul(n, l.constant(-ln2Upper)))
	s = l.normalized(l.ddAdd2f(s, l.mul(n, l.constant(-ln2Lower))))
	u := l.estrin(s.hi, 2.51069683420950419527139e-08, 2.76286166770270649116855e-07, 2.75572496725023574143864e-06,
		2.48014973989819794114153e-05, 0.000198412698809069797676111, 0.0013888888939977128960529, 0.00833333333332371417601081,
		0.0416666666665409524128449, 0.166666666666666740681535, 0.500000000000000999200722)
	t := l.ddAdd(l.ddPlus(1, s), l.ddMulf(l.ddSquare(s), u))
	r := l.scale64(l.add(t.hi, t.lo), n)
	r = l.choose(l.cmp(cmpGt, d.hi, l.constant(709.782712893384)), l.constant(math.Inf(1)), r)
	return l.clear(l.cmp(cmpLt, d.hi, l.constant(-1000)), r)
}
