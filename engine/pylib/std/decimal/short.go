package decimal

import (
	"cmp"
	"math/big"
	"math/bits"

	"gputour/engine/object"
)

// This file computes with coefficients of two words, which nearly all have, on the stack.
// What does not fit, and everything near the ends of a context's range, is left to the
// operations on big integers, which say the same of every number.

// short is ±(hi·2⁶⁴+lo)·10^exp.
type short struct {
	hi, lo uint64
	exp    int64
	neg    bool
}

// shortPrec is the largest precision whose results fit with the two digits more that a
// quotient has.
const shortPrec = 36

// A shortOperation gives its result and the conditions met; ok is false where it does not know.
type shortOperation func(a, b short, c *decimalContext) (s short, met decimalStatus, ok bool)

// short is d on the stack, if it fits.
func (d *decimal) short() (short, bool) {
	words := d.coef.Bits()
	if d.kind != finiteDecimal || bits.UintSize != 64 || len(words) > 2 {
		return short{}, false
	}
	s := short{exp: d.exp, neg: d.neg}
	if len(words) > 0 {
		s.lo = uint64(words[0])
	}
	if len(words) > 1 {
		s.hi = uint64(words[1])
	}
	return s, true
}

// shortOperand is an operand of an operator.
func shortOperand(v object.Value) (short, bool) {
	if v.IsInt() {
		n := v.SmallInt()
		if n < 0 {
			return short{lo: -uint64(n), neg: true}, true
		}
		return short{lo: uint64(n)}, true
	}
	if d := decimalOf(v); d != nil {
		return d.short()
	}
	return short{}, false
}

// decimal is s as a number of its own.
func (s short) decimal() *decimal {
	d := result(s.neg, s.exp)
	words := d.own.Bits()[:0]
	if s.lo|s.hi != 0 {
		words = append(words, big.Word(s.lo))
	}
	if s.hi != 0 {
		words = append(words, big.Word(s.hi))
	}
	d.own.SetBits(words)
	return d
}

func (s short) isZero() bool { return s.hi|s.lo == 0 }

func (s short) wide() wide { return wide{s.lo, s.hi} }

// wide is an unsigned integer of four words, the least first: a product, or a dividend.
type wide [4]uint64

// widePowers are the powers of ten that fit.
var widePowers = func() (list [78]wide) {
	list[0] = wide{1}
	for i := range list[1:] {
		list[i+1] = list[i].times(10)
	}
	return list
}()

// times is w·n, which fits.
func (w wide) times(n uint64) (p wide) {
	carry := uint64(0)
	for i, x := range w {
		hi, lo := bits.Mul64(x, n)
		lo, c := bits.Add64(lo, carry, 0)
		p[i], carry = lo, hi+c
	}
	return p
}

// timesWide is s·t, of which each has two words.
func timesWide(s, t wide) (p wide) {
	for i, x := range s[:2] {
		if x == 0 {
			continue
		}
		carry := uint64(0)
		for j, y := range t[:2] {
			hi, lo := bits.Mul64(x, y)
			lo, c := bits.Add64(lo, p[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			p[i+j], carry = lo, hi+c
		}
		p[i+2] = carry
	}
	return p
}

// divide makes w w/n and returns the rest.
func (w *wide) divide(n uint64) (rest uint64) {
	i := 3
	for i > 0 && w[i] == 0 {
		i--
	}
	for ; i >= 0; i-- {
		w[i], rest = bits.Div64(rest, w[i], n)
	}
	return rest
}

// less compares.
func (w *wide) less(than *wide) bool {
	for i := 3; i >= 0; i-- {
		if w[i] != than[i] {
			return w[i] < than[i]
		}
	}
	return false
}

// digits is the number of w's digits; zero has one.
func (w *wide) digits() int64 {
	n := 0
	for i := 3; i >= 0; i-- {
		if w[i] != 0 {
			n = 64*i + bits.Len64(w[i])
			break
		}
	}
	if n == 0 {
		return 1
	}
	count := (n-1)*1233>>12 + 1 // of 2**(n-1), with log10(2) as a fraction
	for count < len(widePowers) && !w.less(&widePowers[count]) {
		count++
	}
	return int64(count)
}

// cut takes n digits off w, rounds what is left, and tells whether they were not all zero.
func (w *wide) cut(n int64, neg bool, r decimalRounding) (inexact bool) {
	first := min(n, 19)
	low := w.divide(smallPowers[first])
	rest, half, sticky := low, smallPowers[first]/2, false
	if n > first {
		rest, half, sticky = w.divide(smallPowers[n-first]), smallPowers[n-first]/2, low != 0
	}
	if rest == 0 && !sticky {
		return false
	}
	order := 1 // of the rest and a half
	switch {
	case rest < half:
		order = -1
	case rest == half && !sticky:
		order = 0
	}
	up := false
	switch r {
	case roundHalfEven:
		up = order > 0 || order == 0 && w[0]&1 == 1
	case roundHalfUp:
		up = order >= 0
	case roundHalfDown:
		up = order > 0
	case roundUp:
		up = true
	case roundCeiling:
		up = !neg
	case roundFloor:
		up = neg
	case round05Up:
		kept := *w
		last := kept.divide(10)
		up = last == 0 || last == 5
	}
	if up {
		w.increment()
	}
	return true
}

func (w *wide) increment() {
	for i := range w {
		if w[i]++; w[i] != 0 {
			return
		}
	}
}

// fixed rounds ±w·10^exp to c's precision.
func (w *wide) fixed(neg bool, exp int64, c *decimalContext) (s short, met decimalStatus, ok bool) {
	n := w.digits()
	cut := n - c.prec
	if adjusted := exp + n - 1; c.prec > shortPrec || cut > 38 || adjusted < c.emin || adjusted >= c.emax || c.clamp != 0 {
		return s, 0, false
	}
	if cut > 0 {
		met = decimalRounded
		if w.cut(cut, neg, c.rounding) {
			met |= decimalInexact
		}
		exp += cut
		if !w.less(&widePowers[c.prec]) { // 9.99 has become 10.0
			w.divide(10)
			exp++
		}
	}
	return short{hi: w[1], lo: w[0], exp: exp, neg: neg}, met, true
}

// grown is s with a smaller exponent, if that fits.
func (s short) grown(by int64) (short, bool) {
	if by == 0 {
		return s, true
	}
	if by > 38 {
		return s, false
	}
	w := timesWide(s.wide(), widePowers[by])
	return short{hi: w[1], lo: w[0], exp: s.exp - by, neg: s.neg}, w[2]|w[3] == 0
}

func shortAdd(a, b short, c *decimalContext) (short, decimalStatus, bool) {
	if a.isZero() || b.isZero() {
		return short{}, 0, false
	}
	ok := true
	if a.exp > b.exp {
		a, ok = a.grown(a.exp - b.exp)
	} else if b.exp > a.exp {
		b, ok = b.grown(b.exp - a.exp)
	}
	if !ok {
		return short{}, 0, false
	}
	var w wide
	var carry uint64
	neg := a.neg
	if a.neg == b.neg {
		w[0], carry = bits.Add64(a.lo, b.lo, 0)
		w[1], w[2] = bits.Add64(a.hi, b.hi, carry)
	} else {
		if a.hi < b.hi || a.hi == b.hi && a.lo < b.lo {
			a, b, neg = b, a, b.neg
		}
		w[0], carry = bits.Sub64(a.lo, b.lo, 0)
		w[1], _ = bits.Sub64(a.hi, b.hi, carry)
		if w[0]|w[1] == 0 {
			return short{}, 0, false
		}
	}
	return w.fixed(neg, a.exp, c)
}

func shortSub(a, b short, c *decimalContext) (short, decimalStatus, bool) {
	b.neg = !b.neg
	return shortAdd(a, b, c)
}

func shortMul(a, b short, c *decimalContext) (short, decimalStatus, bool) {
	if a.isZero() || b.isZero() {
		return short{}, 0, false
	}
	w := timesWide(a.wide(), b.wide())
	return w.fixed(a.neg != b.neg, a.exp+b.exp, c)
}

func shortDiv(a, b short, c *decimalContext) (short, decimalStatus, bool) {
	if a.isZero() || b.lo == 0 || b.hi != 0 || c.prec > shortPrec {
		return short{}, 0, false
	}
	ideal := a.exp - b.exp
	if q, ok := wordQuotient(a, b.lo); ok && c.prec > 19 {
		w := wide{q}
		exp := ideal - wordShift
		return w.fixed(a.neg != b.neg, exp+w.strip(wordShift), c)
	}
	w, divisor := a.wide(), b.wide()
	shift := divisor.digits() - w.digits() + c.prec + 1 // as decimalDiv
	if shift < 0 || shift > 38 {
		return short{}, 0, false
	}
	w = timesWide(w, widePowers[shift])
	if w.divide(b.lo) != 0 {
		if five := w; five.divide(5) == 0 {
			w.increment()
		}
		return w.fixed(a.neg != b.neg, ideal-shift, c)
	}
	exp := ideal - shift
	return w.fixed(a.neg != b.neg, exp+w.strip(shift), c)
}

// wordShift is how many decimals wordQuotient computes.
const wordShift = 4

// wordQuotient is a·10^wordShift/n where that is exact and of one word, as with sums of money.
func wordQuotient(a short, n uint64) (q uint64, ok bool) {
	if a.hi != 0 || a.lo > (1<<64-1)/smallPowers[wordShift] {
		return 0, false
	}
	shifted := a.lo * smallPowers[wordShift]
	return shifted / n, shifted%n == 0
}

// strip takes zeros off the end of w, at the most so many, and returns how many it took.
func (w *wide) strip(most int64) (zeros int64) {
	for step := int64(16); step > 0; step /= 2 {
		for zeros+step <= most && int64(bits.TrailingZeros64(w[0])) >= step { // 10 is 2·5
			next := *w
			if next.divide(smallPowers[step]) != 0 {
				break
			}
			*w, zeros = next, zeros+step
		}
	}
	return zeros
}

// shortPow multiplies a with itself as long as four words hold the product exactly.
func shortPow(a, b short, c *decimalContext) (short, decimalStatus, bool) {
	if a.isZero() || a.hi|b.hi != 0 || b.exp != 0 || b.neg || b.lo == 0 || b.lo > 77 || bits.Len64(a.lo)*int(b.lo) > 256 {
		return short{}, 0, false
	}
	w := wide{1}
	for range b.lo {
		w = w.times(a.lo)
	}
	return w.fixed(a.neg && b.lo&1 == 1, a.exp*int64(b.lo), c)
}

// shortCompare orders two numbers.
func shortCompare(a, b short) (order int, ok bool) {
	if x, y := a.sign(), b.sign(); x != y || x == 0 {
		return cmp.Compare(x, y), true
	}
	ok = true
	if a.exp > b.exp {
		a, ok = a.grown(a.exp - b.exp)
	} else if b.exp > a.exp {
		b, ok = b.grown(b.exp - a.exp)
	}
	if order = cmp.Compare(a.hi, b.hi); order == 0 {
		order = cmp.Compare(a.lo, b.lo)
	}
	return order * a.sign(), ok
}

func (s short) sign() int {
	switch {
	case s.isZero():
		return 0
	case s.neg:
		return -1
	}
	return 1
}

// quantized is decimal.quantized.
func (s short) quantized(exp int64, c *decimalContext, r decimalRounding) (short, decimalStatus, bool) {
	cut := exp - s.exp
	w := s.wide()
	if s.isZero() || cut >= w.digits() || c.prec > shortPrec {
		return s, 0, false
	}
	met := decimalStatus(0)
	if cut <= 0 {
		grown, ok := s.grown(-cut)
		if !ok {
			return s, 0, false
		}
		w = grown.wide()
	} else {
		met = decimalRounded
		if w.cut(cut, s.neg, r) {
			met |= decimalInexact
		}
	}
	n := w.digits()
	if adjusted := exp + n - 1; n > c.prec || adjusted < c.emin || adjusted > c.emax || c.clamp != 0 {
		return s, 0, false
	}
	return short{hi: w[1], lo: w[0], exp: exp, neg: s.neg}, met, true
}
