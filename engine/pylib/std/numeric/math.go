// Package numeric is Python's modules math, cmath and _random.
package numeric

import (
	"math"
	"math/big"
	"sync"

	"gputour/engine/libm"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Module math: CPython's checks around Go's functions. A result that is not
// finite although the argument was is an OverflowError or a "math domain error".

var (
	errDomain = func() error { return object.Raise(object.ValueError, "math domain error") }
	errRange  = func() error { return object.Raise(object.OverflowError, "math range error") }
)

var mathFuncs = sync.OnceValue(func() []*object.Builtin {
	list := []*object.Builtin{
		object.Def("atan2(y, x, /)", binaryMath(libm.Atan2), "Arc tangent of y/x, with the quadrant."),
		object.Def("copysign(x, y, /)", binaryMath(math.Copysign), "x with the sign of y."),
		object.Def("fmod(x, y, /)", binaryMath(fmod), "C's remainder, with the sign of x."),
		object.Def("remainder(x, y, /)", binaryMath(math.Remainder), "IEEE 754's remainder."),
		object.Def("pow(x, y, /)", mathPow, "x to the power y, in floats."),
		object.Def("nextafter(x, y, /)", binaryMath(nextAfter), "The next float after x towards y."),
		object.Def("ulp(x, /)", mathUlp, "The value of the last bit of x."),
		object.Def("ceil(x, /)", mathRound("__ceil__", math.Ceil), "The least integer >= x."),
		object.Def("floor(x, /)", mathRound("__floor__", math.Floor), "The greatest integer <= x."),
		object.Def("trunc(x, /)", mathTrunc, "The integer part."),
		object.Def("isnan(x, /)", mathTest(math.IsNaN), "Whether x is a NaN."),
		object.Def("isinf(x, /)", mathTest(func(x float64) bool { return math.IsInf(x, 0) }), "Whether x is infinite."),
		object.Def("isfinite(x, /)", mathTest(isFinite), "Whether x is neither infinite nor a NaN."),
		object.Def("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", mathIsClose, "Whether a and b are nearly equal."),
		object.Def("log(x, base=?, /)", mathLog, "The logarithm, natural or to the given base."),
		object.Def("log2(x, /)", logBase(libm.Log2), "The logarithm to base 2."),
		object.Def("log10(x, /)", logBase(libm.Log10), "The logarithm to base 10."),
		object.Def("hypot(*coordinates)", mathHypot, "The Euclidean length."),
		object.Def("dist(p, q, /)", mathDist, "The Euclidean distance."),
		object.Def("fsum(seq, /)", mathFsum, "The sum without loss of precision."),
		object.Def("prod(iterable, /, *, start=1)", mathProd, "The product."),
		object.Def("frexp(x, /)", mathFrexp, "The mantissa and exponent."),
		object.Def("ldexp(x, i, /)", mathLdexp, "x * 2**i."),
		object.Def("modf(x, /)", mathModf, "The fractional and integer parts."),
		object.Def("gcd(*integers)", mathGcd, "The greatest common divisor."),
		object.Def("lcm(*integers)", mathLcm, "The least common multiple."),
		object.Def("factorial(n, /)", mathFactorial, "n!"),
		object.Def("comb(n, k, /)", mathComb, "The number of ways to choose k of n."),
		object.Def("perm(n, k=None, /)", mathPerm, "The number of ways to choose k of n in order."),
		object.Def("isqrt(n, /)", mathIsqrt, "The integer part of the square root."),
	}
	for _, f := range mathUnary {
		list = append(list, object.Def(f.name+"(x, /)", unaryMath(f.fn, f.finiteOnly), f.doc))
	}
	return object.Library("math", list...)
})

func InitMath(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("math", "Mathematical functions, of the C standard.")
	m.AddFuncs(mathFuncs()...)
	for name, x := range map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()} {
		m.Dict.Set(name, object.Float(x))
	}
	return m, nil
}

var mathUnary = []struct {
	name       string
	fn         func(float64) float64
	finiteOnly bool // an infinite result of a finite argument is a domain error, not an overflow
	doc        string
}{
	{"sqrt", math.Sqrt, true, "The square root."},
	{"cbrt", libm.Cbrt, false, "The cube root."},
	{"exp", libm.Exp, false, "e to the power x."},
	{"exp2", libm.Exp2, false, "2 to the power x."},
	{"expm1", libm.Expm1, false, "exp(x) - 1, accurate near 0."},
	{"log1p", libm.Log1p, true, "log(1 + x), accurate near 0."},
	{"sin", libm.Sin, true, "Sine."},
	{"cos", libm.Cos, true, "Cosine."},
	{"tan", libm.Tan, true, "Tangent."},
	{"asin", libm.Asin, true, "Arc sine."},
	{"acos", libm.Acos, true, "Arc cosine."},
	{"acosh", libm.Acosh, true, "Inverse hyperbolic cosine."},
	{"atan", libm.Atan, true, "Arc tangent."},
	{"sinh", libm.Sinh, false, "Hyperbolic sine."},
	{"cosh", libm.Cosh, false, "Hyperbolic cosine."},
	{"tanh", libm.Tanh, true, "Hyperbolic tangent."},
	{"asinh", libm.Asinh, true, "Inverse hyperbolic sine."},
	{"atanh", libm.Atanh, true, "Inverse hyperbolic tangent."},
	{"fabs", math.Abs, true, "The absolute value."},
	{"degrees", func(x float64) float64 { return x * (180 / math.Pi) }, false, "Radians to degrees."},
	{"radians", func(x float64) float64 { return x * (math.Pi / 180) }, false, "Degrees to radians."},
	{"erf", math.Erf, true, "The error function."},
	{"erfc", math.Erfc, true, "The complementary error function."},
	{"gamma", gamma, false, "The gamma function."},
	{"lgamma", lgamma, false, "The logarithm of the absolute value of the gamma function."},
}

func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

func gamma(x float64) float64 {
	if x == math.Trunc(x) && x <= 0 {
		return math.NaN() // a pole
	}
	return libm.Gamma(x)
}

func lgamma(x float64) float64 {
	if x == math.Trunc(x) && x <= 0 && !math.IsInf(x, 0) {
		return math.NaN() // a pole
	}
	return libm.Lgamma(x)
}

// nextAfter is math.Nextafter but for equal zeros, of which C gives the second.
func nextAfter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

func fmod(x, y float64) float64 {
	if math.IsInf(y, 0) && isFinite(x) {
		return x
	}
	return math.Mod(x, y)
}

func unaryMath(fn func(float64) float64, domain bool) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, err := binding.Real(t, a[0])
		if err != nil {
			return object.Value{}, err
		}
		y := fn(x)
		if err := checkMath(y, domain, x); err != nil {
			return object.Value{}, err
		}
		return object.Float(y), nil
	}
}

// checkMath reports a result that is not finite although the arguments were.
func checkMath(y float64, domain bool, args ...float64) error {
	if isFinite(y) {
		return nil
	}
	for _, x := range args {
		if math.IsNaN(x) {
			return nil
		}
	}
	if math.IsNaN(y) {
		return errDomain()
	}
	for _, x := range args {
		if math.IsInf(x, 0) {
			return nil
		}
	}
	if domain {
		return errDomain()
	}
	return errRange()
}

func binaryMath(fn func(x, y float64) float64) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, y, err := twoReals(t, a)
		if err != nil {
			return object.Value{}, err
		}
		z := fn(x, y)
		if math.IsNaN(z) && !math.IsNaN(x) && !math.IsNaN(y) {
			return object.Value{}, errDomain()
		}
		return object.Float(z), nil
	}
}

func twoReals(t *object.Thread, a []object.Value) (x, y float64, err error) {
	if x, err = binding.Real(t, a[0]); err == nil {
		y, err = binding.Real(t, a[1])
	}
	return x, y, err
}

func mathPow(t *object.Thread, a []object.Value) (object.Value, error) {
	x, y, err := twoReals(t, a)
	if err != nil {
		return object.Value{}, err
	}
	z := libm.Pow(x, y)
	if x == 0 && y < 0 && !math.IsInf(y, 0) {
		return object.Value{}, errDomain()
	}
	if err := checkMath(z, false, x, y); err != nil {
		return object.Value{}, err
	}
	return object.Float(z), nil
}

func mathUlp(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := binding.Real(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	x = math.Abs(x)
	if !isFinite(x) {
		return object.Float(x), nil
	}
	next := math.Nextafter(x, math.Inf(1))
	if math.IsInf(next, 0) {
		return object.Float(x - math.Nextafter(x, 0)), nil
	}
	return object.Float(next - x), nil
}

func mathTest(fn func(float64) bool) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, err := binding.Real(t, a[0])
		return object.Bool(err == nil && fn(x)), err
	}
}

// mathRound is floor or ceil: by the method where the class has one, else of the float.
func mathRound(method string, fn func(float64) float64) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		v := a[0]
		if v.IsInt() {
			return v, nil
		}
		if !v.IsFloat() {
			if r, ok, err := object.CallMethod(t, v, method); ok || err != nil {
				return r, err
			}
		}
		x, err := binding.Real(t, v)
		if err != nil {
			return object.Value{}, err
		}
		return object.IntFromFloat(fn(x))
	}
}

func mathTrunc(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsInt() {
		return a[0], nil
	}
	if a[0].IsFloat() {
		return object.IntFromFloat(a[0].Float64())
	}
	r, ok, err := object.CallMethod(t, a[0], "__trunc__")
	if !ok && err == nil {
		err = object.Raise(object.TypeError, "type %s doesn't define __trunc__ method", a[0].Class().Name)
	}
	return r, err
}

func mathIsClose(t *object.Thread, a []object.Value) (object.Value, error) {
	var x [4]float64
	for i := range x {
		var err error
		if x[i], err = binding.Real(t, a[i]); err != nil {
			return object.Value{}, err
		}
	}
	p, q, rel, abs := x[0], x[1], x[2], x[3]
	if rel < 0 || abs < 0 {
		return object.Value{}, object.Raise(object.ValueError, "tolerances must be non-negative")
	}
	if p == q {
		return object.True, nil
	}
	if math.IsInf(p, 0) || math.IsInf(q, 0) {
		return object.False, nil
	}
	diff := math.Abs(q - p)
	return object.Bool(diff <= math.Abs(rel*q) || diff <= math.Abs(rel*p) || diff <= abs), nil
}

// logOf applies fn to an int of any size or to a float.
func logOf(t *object.Thread, v object.Value, fn func(float64) float64) (float64, error) {
	if b := object.BigOf(v); b != nil && object.IsInteger(v) {
		if b.Sign() <= 0 {
			return 0, errDomain()
		}
		if shift := b.BitLen() - 64; shift > 960 {
			x, _ := new(big.Float).SetInt(new(big.Int).Rsh(b, uint(shift))).Float64()
			return fn(x) + float64(shift)*fn(2), nil
		}
		x, _ := new(big.Float).SetInt(b).Float64()
		return fn(x), nil
	}
	x, err := binding.Real(t, v)
	if err != nil {
		return 0, err
	}
	if x <= 0 {
		return 0, errDomain()
	}
	return fn(x), nil
}

func logBase(fn func(float64) float64) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		y, err := logOf(t, a[0], fn)
		return object.Float(y), err
	}
}

func mathLog(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := logOf(t, a[0], libm.Log)
	if err != nil || a[1].IsNil() {
		return object.Float(x), err
	}
	base, err := logOf(t, a[1], libm.Log)
	if err != nil {
		return object.Value{}, err
	}
	if base == 0 {
		return object.Value{}, object.Raise(object.ZeroDivisionError, "float division by zero")
	}
	return object.Float(x / base), nil
}

func mathFrexp(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := binding.Real(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	m, e := math.Frexp(x)
	return object.NewTuple(object.Float(m), object.Int(int64(e))), nil
}

func mathLdexp(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := binding.Real(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if !object.IsInteger(a[1]) {
		return object.Value{}, object.Raise(object.TypeError, "Expected an int as second argument to ldexp.")
	}
	n, ok := object.AsInt(a[1])
	if !ok {
		n = int64(object.BigOf(a[1]).Sign()) * math.MaxInt32
	}
	y := math.Ldexp(x, int(max(min(n, math.MaxInt32), math.MinInt32)))
	if err := checkMath(y, false, x); err != nil {
		return object.Value{}, err
	}
	return object.Float(y), nil
}

func mathModf(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := binding.Real(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if math.IsInf(x, 0) {
		return object.NewTuple(object.Float(math.Copysign(0, x)), object.Float(x)), nil
	}
	whole := math.Trunc(x)
	return object.NewTuple(object.Float(math.Copysign(x-whole, x)), object.Float(whole)), nil
}
