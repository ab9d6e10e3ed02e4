package tensor

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// This file has functions of mathematical physics that few programs use. They are
// computed on the host in float64; formulas are from Abramowitz and Stegun, "Handbook of
// Mathematical Functions", and the Cephes library, which PyTorch uses.

// special1 are functions of one number by PyTorch's names in torch.special.
var special1 = map[string]func(x float64) float64{
	"i0": func(x float64) float64 { return scaledI(0, x) * math.Exp(math.Abs(x)) }, "i0e": func(x float64) float64 { return scaledI(0, x) },
	"i1": func(x float64) float64 { return scaledI(1, x) * math.Exp(math.Abs(x)) }, "i1e": func(x float64) float64 { return scaledI(1, x) },
	"k0": func(x float64) float64 { return scaledK(0, x) * math.Exp(-x) }, "k0e": func(x float64) float64 { return scaledK(0, x) },
	"k1": func(x float64) float64 { return scaledK(1, x) * math.Exp(-x) }, "k1e": func(x float64) float64 { return scaledK(1, x) },
	"j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1,
	"erfcx": erfcx, "log_ndtr": logNormalCDF, "ndtri": normalQuantile, "airy_ai": airyAi,
}

// special2 are functions of two numbers.
var special2 = map[string]func(a, b float64) float64{
	"gammainc": gammaLower, "gammaincc": gammaUpper, "zeta": zeta, "polygamma": polygamma,
}

// Special applies the function elementwise to one or two broadcast tensors. Results are
// floating point, without a gradient.
func (e *Env) Special(name string, x ...*Tensor) (*Tensor, error) {
	f1, f2 := special1[name], special2[name]
	if f1 == nil && f2 == nil || f1 != nil && len(x) != 1 || f2 != nil && len(x) != 2 {
		return nil, runtimeErr("no special function %s of %d numbers", name, len(x))
	}
	if _, err := e.deviceOf(nil, x); err != nil {
		return nil, err
	}
	d := e.ResultType(x...)
	if !d.IsFloat() {
		d = e.DefaultDType
	}
	shape, err := BroadcastShapes(shapesOf(x)...)
	if err != nil {
		return nil, err
	}
	var values [2][]float64
	like := x[0]
	for i, y := range x {
		if y.Dim() >= like.Dim() && !y.wrapped {
			like = y
		}
		wide, err := e.Expand(y, shape)
		if err != nil {
			return nil, err
		}
		if values[i], err = e.Float64s(wide); err != nil {
			return nil, err
		}
	}
	out := values[0]
	for i := range out {
		if f1 != nil {
			out[i] = f1(out[i])
		} else {
			out[i] = f2(out[i], values[1][i])
		}
	}
	y, err := e.FromFloats(out, d, shape...)
	if err != nil {
		return nil, err
	}
	if len(shape) == 0 {
		y.setShape(nil)
	}
	return e.To(y, Options{Device: like.storage.Device}, false, false)
}

func shapesOf(list []*Tensor) [][]int {
	shapes := make([][]int, len(list))
	for i, x := range list {
		shapes[i] = x.shape
	}
	return shapes
}

// scaledI is exp(-|x|)·I_n(x) for n 0 or 1: the power series (9.6.10), and the asymptotic
// one (9.7.1) for large x.
func scaledI(n int, x float64) float64 {
	a := math.Abs(x)
	var sum float64
	if a <= 25 {
		term := 1.0
		if n == 1 {
			term = a / 2
		}
		for k := 1; k < 500 && term > sum*1e-18; k++ {
			sum += term
			term *= a * a / 4 / float64(k*(k+n))
		}
		sum *= math.Exp(-a)
	} else {
		term, mu := 1.0, float64(4*n*n)
		for k := 1; k < 20; k++ {
			sum += term
			odd := float64(2*k - 1)
			term *= -(mu - odd*odd) / (float64(k) * 8 * a)
		}
		sum /= math.Sqrt(2 * math.Pi * a)
	}
	if n == 1 && x < 0 {
		return -sum
	}
	return sum
}

// scaledK is exp(x)·K_n(x) by the trapezoidal rule on its integral (9.6.24), whose
// integrand falls off doubly exponentially.
func scaledK(n int, x float64) float64 {
	switch {
	case x < 0 || math.IsNaN(x):
		return math.NaN()
	case x == 0:
		return math.Inf(1)
	}
	const step = 1.0 / 64
	sum := 0.5
	for t := step; ; t += step {
		c := math.Cosh(t)
		value := math.Exp(-x * (c - 1))
		if n == 1 {
			value *= c
		}
		sum += value
		if value < 1e-18*sum || t > 700 {
			return sum * step
		}
	}
}

// erfcx is exp(x²)·erfc(x); for large x the asymptotic series (7.1.23).
func erfcx(x float64) float64 {
	if x < 9 {
		return math.Exp(x*x) * math.Erfc(x)
	}
	sum, term := 0.0, 1.0
	for k := 1; k < 12; k++ {
		sum += term
		term *= -float64(2*k-1) / (2 * x * x)
	}
	return sum / (x * math.Sqrt(math.Pi))
}

// logNormalCDF is the logarithm of the normal distribution function, exact in its tail.
func logNormalCDF(x float64) float64 {
	t := x / math.Sqrt2
	if x < -1 {
		return math.Log(erfcx(-t)/2) - t*t
	}
	return math.Log1p(-math.Erfc(t) / 2)
}

func normalQuantile(p float64) float64 {
	switch {
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	case !(p > 0 && p < 1):
		return math.NaN()
	}
	return mathext.NormalQuantile(p)
}

func gammaLower(a, x float64) float64 {
	switch {
	case a < 0 || x < 0 || math.IsNaN(a) || math.IsNaN(x):
		return math.NaN()
	case a == 0:
		if x > 0 {
			return 1
		}
		return math.NaN()
	case math.IsInf(a, 1) && math.IsInf(x, 1):
		return math.NaN()
	case math.IsInf(a, 1):
		return 0
	case math.IsInf(x, 1):
		return 1
	}
	return mathext.GammaIncReg(a, x)
}

func gammaUpper(a, x float64) float64 { return 1 - gammaLower(a, x) }

func airyAi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN() // PyTorch's series do not end there
	}
	return real(mathext.AiryAi(complex(x, 0)))
}

func zeta(x, q float64) float64 {
	switch {
	case x == 1:
		return math.Inf(1)
	case x < 1, q <= 0 && q != math.Floor(q) && x != math.Floor(x), math.IsNaN(x), math.IsNaN(q):
		return math.NaN()
	case q <= 0 && q == math.Floor(q):
		return math.Inf(1)
	}
	return mathext.Zeta(x, q)
}

// trigamma reflects what is left of one half (6.4.7), where the sine at a pole is only nearly zero, and goes up
// to where the asymptotic series is exact (6.4.12).
func trigamma(x float64) float64 {
	sign, sum := 1.0, 0.0
	if x < 0.5 {
		s := math.Sin(math.Pi * x)
		sign, sum, x = -1, -math.Pi*math.Pi/(s*s), 1-x
	}
	for range 6 {
		sum += 1 / (x * x)
		x++
	}
	y := 1 / (x * x)
	sum += (1 + 1/(2*x) + y*(1./6-y*(1./30-y*(1./42)))) / x
	return sign * sum
}

// polygamma is the n-th derivative of digamma (6.4.10).
func polygamma(n, x float64) float64 {
	switch n {
	case 0:
		return mathext.Digamma(x)
	case 1:
		return trigamma(x)
	}
	value := math.Gamma(n+1) * zeta(n+1, x)
	if math.Mod(n, 2) == 0 {
		return -value
	}
	return value
}
