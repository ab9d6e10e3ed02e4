package libm

import "math"

const expTable = 64 // entries of 2^(i/64)

var (
	ln2 = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
)

// expPair returns e^(x.hi+x.lo) as a pair scaled by 2^k; |x| < 750.
func expPair(x pair) (pair, int) {
	n := math.RoundToEven(x.hi * (expTable / math.Ln2))
	r := sum(x.hi, -n*ln2Step[0])
	r = r.plus(x.lo).add(product(-n, ln2Step[1])).add(product(-n, ln2Step[2]))
	i := int(n)
	t := exp2Table[i&(expTable-1)]
	return t.mul(expSmall(r).plus(1)), i >> 6
}

// expSmall returns e^r - 1 for |r| < 2^-7.
func expSmall(r pair) pair {
	z := r.hi
	tail := z * z * z * (1.0/6 + z*(1.0/24+z*(1.0/120+z*(1.0/720+z*(1.0/5040)))))
	square := r.mul(r)
	return r.add(pair{square.hi / 2, square.lo / 2}).plus(tail)
}

// Exp returns e^x.
func Exp(x float64) float64 {
	if !isFinite(x) || x > 709.79 || x < -708 || math.Abs(x) < 0x1p-60 {
		return math.Exp(x)
	}
	p, k := expPair(pair{x, 0})
	return math.Ldexp(p.value(), k)
}

// Exp2 returns 2^x.
func Exp2(x float64) float64 {
	if !isFinite(x) || x >= 1024 || x < -1021 || x == math.Trunc(x) {
		return math.Exp2(x)
	}
	p, k := expPair(ln2.times(x))
	return math.Ldexp(p.value(), k)
}

// The functions below follow fdlibm, as glibc does, so that they err where it errs.

// Expm1 returns e^x - 1, accurate near 0.
func Expm1(x float64) float64 { return math.Expm1(x) }

// maxExp is the largest float whose exponential is finite, cut off to the high word.
const maxExp = 709.782

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	half := math.Copysign(0.5, x)
	switch {
	case !isFinite(x) || a < 0x1p-28:
		return math.Sinh(x)
	case a < 1:
		t := Expm1(a)
		return half * (2*t - t*t/(t+1))
	case a < 22:
		t := Expm1(a)
		return half * (t + t/(t+1))
	case a > maxExp:
		w := Exp(0.5 * a)
		return half * w * w
	}
	return half * Exp(a)
}

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !isFinite(x):
		return math.Cosh(x)
	case a < 0.5*math.Ln2:
		t := Expm1(a)
		w := 1 + t
		return 1 + (t*t)/(w+w)
	case a < 22:
		t := Exp(a)
		return 0.5*t + 0.5/t
	case a > maxExp:
		w := Exp(0.5 * a)
		return 0.5 * w * w
	}
	return 0.5 * Exp(a)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	var z float64
	switch {
	case !isFinite(x) || a < 0x1p-28 || a >= 22:
		return math.Tanh(x)
	case a >= 1:
		z = 1 - 2/(Expm1(2*a)+2)
	default:
		t := Expm1(-2 * a)
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}
