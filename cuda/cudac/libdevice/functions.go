// Package libdevice computes the functions of CUDA's math library (CUDA Math API Reference Manual), in double precision.
package libdevice

import "math"

// Unary are math functions of one argument, by their double names.
var Unary = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": natural, "log2": math.Log2, "log10": decimal, "log1p": math.Log1p,
	"logb": math.Logb,
	"sin":  math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
	"asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
	"fabs": math.Abs, "floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "round": math.Round, "rint": math.RoundToEven, "nearbyint": math.RoundToEven,
	"erf": math.Erf, "erfc": math.Erfc, "erfinv": math.Erfinv, "erfcinv": math.Erfcinv, "cbrt": math.Cbrt, "tgamma": math.Gamma, "lgamma": logGamma,
	"j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1,
	"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }, "rcbrt": func(x float64) float64 { return 1 / math.Cbrt(x) },
	"exp10": func(x float64) float64 { return math.Pow(10, x) },
	"sinpi": func(x float64) float64 { return math.Sin(math.Pi * math.Mod(x, 2)) }, "cospi": func(x float64) float64 { return math.Cos(math.Pi * math.Mod(x, 2)) },
	"normcdf": func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }, "normcdfinv": func(x float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*x) },
	"erfcx": func(x float64) float64 { return math.Exp(x*x) * math.Erfc(x) },
}

// natural and decimal are logarithms, of the smallest numbers too, where Go's have another exponent.
func natural(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

func decimal(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log10(x*0x1p54) - 54*math.Ln2/math.Ln10
	}
	return math.Log10(x)
}

// logGamma is C's lgamma, which is positive without bounds on both sides.
func logGamma(x float64) float64 {
	switch size := math.Abs(x); {
	case math.IsInf(size, 1):
		return size
	case size < 1e-300 && size > 0:
		return -natural(size)
	}
	v, _ := math.Lgamma(x)
	return v
}

// Binary are those of two arguments.
var Binary = map[string]func(a, b float64) float64{
	"pow": math.Pow, "atan2": angle, "fmod": math.Mod, "hypot": math.Hypot, "copysign": math.Copysign, "remainder": math.Remainder,
	"fmin": least, "fmax": Max,
	"fdivide": func(a, b float64) float64 { return a / b }, "fdim": beyond,
	"rhypot": func(a, b float64) float64 { return 1 / math.Hypot(a, b) },
}

// Function is one of N arguments.
type Function struct {
	N int
	F func(x []float64) float64
}

// Several are the functions of three numbers or four.
var Several = map[string]Function{
	"fma":     {3, func(x []float64) float64 { return math.FMA(x[0], x[1], x[2]) }},
	"norm3d":  {3, func(x []float64) float64 { return math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2]) }},
	"norm4d":  {4, func(x []float64) float64 { return math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2] + x[3]*x[3]) }},
	"rnorm3d": {3, func(x []float64) float64 { return 1 / math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]) }},
}

// angle is atan2, whose sign is y's where y / x is too small a number as well.
func angle(y, x float64) float64 { return math.Copysign(math.Atan2(math.Abs(y), x), y) }

// beyond is by how much a is more than b.
func beyond(a, b float64) float64 {
	if a <= b {
		return 0
	}
	return a - b
}

func least(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return min(a, b)
}

// Max is the larger number; a number, where one of them is none.
func Max(a, b float64) float64 {
	if a != a {
		return b
	}
	if b != b {
		return a
	}
	return max(a, b)
}
