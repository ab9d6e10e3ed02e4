package libm

import "math"

const logTable = 256 // entries for 1 <= m < 2

// logPair returns ln(x) of a positive x, to about 2^-80 relative.
func logPair(x float64) pair {
	m, k := math.Frexp(x) // 0.5 <= m < 1
	m, k = 2*m, k-1
	if m > math.Sqrt2 {
		m, k = m/2, k+1
	}
	if d := m - 1; k == 0 && math.Abs(d) < 0x1p-8 {
		return log1pSmall(pair{d, 0})
	}
	i := 0
	if m >= 1 {
		i = int((m - 1) * logTable)
	} else {
		i = int((2*m - 1) * logTable)
	}
	inverse, centre := logInverse[i], logCentre[i]
	if m < 1 {
		m, k = 2*m, k-1
	}
	r := product(m, inverse)
	d := fastSum(r.hi-1, r.lo)
	return ln2.times(float64(k)).add(centre).add(log1pSmall(d))
}

// log1pSmall returns ln(1+r) for |r| < 2^-7.
func log1pSmall(r pair) pair {
	z := r.hi
	square := r.mul(r)
	cube := square.mul(r)
	tail := square.hi * square.hi * (-1.0/4 + z*(1.0/5+z*(-1.0/6+z*(1.0/7+z*(-1.0/8+z*(1.0/9+z*(-1.0/10)))))))
	third := cube.div(pair{3, 0})
	return r.add(pair{-square.hi / 2, -square.lo / 2}).add(third).plus(tail)
}

// positive tells of the numbers, subnormal ones too, that have a finite logarithm.
func positive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }

// Log returns the natural logarithm.
func Log(x float64) float64 {
	if !positive(x) {
		return math.Log(x)
	}
	return logPair(x).value()
}

// Log2 returns the logarithm to base 2.
func Log2(x float64) float64 {
	if m, k := math.Frexp(x); !positive(x) || m == 0.5 {
		return math.Log2(math.Ldexp(m, 0)) + float64(k)*b2f(positive(x))
	}
	return logPair(x).div(ln2).value()
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Log10 returns the logarithm to base 10, as fdlibm does: from the natural
// logarithm of the mantissa and a two-part log10(2).
func Log10(x float64) float64 {
	if !positive(x) {
		return math.Log10(x)
	}
	const invLn10, hi, lo = 4.34294481903251816668e-01, 3.01029995663611771306e-01, 3.69423907715893078616e-13
	m, k := math.Frexp(x)
	m, k = 2*m, k-1
	if k < 0 {
		m, k = m/2, k+1
	}
	y := float64(k)
	z := y*lo + invLn10*Log(m)
	return z + y*hi
}

// Log1p returns ln(1+x), accurate near 0.
func Log1p(x float64) float64 { return math.Log1p(x) }

// Pow returns x^y with C's special cases.
func Pow(x, y float64) float64 {
	ax := math.Abs(x)
	if !positive(ax) || !isFinite(y) || y == 0 || x == 1 || ax == 1 || y == 1 {
		return math.Pow(x, y)
	}
	if x < 0 && y != math.Trunc(y) {
		return math.NaN()
	}
	l := logPair(ax).times(y)
	if !(math.Abs(l.hi) <= 745) { // or no number, where the product is infinite
		return math.Pow(x, y)
	}
	if math.Abs(l.hi) < 0x1p-60 {
		return 1
	}
	p, k := expPair(l)
	z := math.Ldexp(p.value(), k)
	if x < 0 && math.Mod(y, 2) != 0 {
		return -z
	}
	return z
}

// Asinh returns the inverse hyperbolic sine, as fdlibm does.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var y float64
	switch {
	case !isFinite(x) || a < 0x1p-28:
		return x
	case a > 0x1p28:
		y = Log(a) + math.Ln2
	case a > 2:
		y = Log(2*a + 1/(math.Sqrt(a*a+1)+a))
	default:
		y = Log1p(a + a*a/(1+math.Sqrt(1+a*a)))
	}
	return math.Copysign(y, x)
}

// Acosh returns the inverse hyperbolic cosine, as fdlibm does.
func Acosh(x float64) float64 {
	switch {
	case !isFinite(x) || x <= 1:
		return math.Acosh(x)
	case x > 0x1p28:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(2*x - 1/(x+math.Sqrt(x*x-1)))
	}
	t := x - 1
	return Log1p(t + math.Sqrt(2*t+t*t))
}

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x float64) float64 { return math.Atanh(x) }
