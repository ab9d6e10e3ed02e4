package numeric

import (
	"math"
	"math/cmplx"

	"gputour/engine/libm"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

func InitCmath(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("cmath", "Mathematical functions of complex numbers.")
	for name, fn := range complexFuncs {
		m.AddFuncs(object.Def(name+"(z, /)", complexFunc(fn), ""))
	}
	m.AddFuncs(
		object.Def("phase(z, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			z, err := complexArg(t, a[0])
			return object.Float(libm.Atan2(imag(z), real(z))), err
		}, "The argument of a complex number."),
		object.Def("polar(z, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			z, err := complexArg(t, a[0])
			return object.NewTuple(object.Float(libm.Hypot(real(z), imag(z))), object.Float(libm.Atan2(imag(z), real(z)))), err
		}, "Distance and angle."),
		object.Def("rect(r, phi, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			r, phi, err := twoReals(t, a)
			return object.NewComplex(complex(r*libm.Cos(phi), r*libm.Sin(phi))), err
		}, "From distance and angle."),
		object.Def("log(z, base=?, /)", complexLog, "The logarithm."),
		object.Def("isnan(z, /)", complexTest(func(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) }), "Whether a part is a NaN."),
		object.Def("isinf(z, /)", complexTest(cmplx.IsInf), "Whether a part is infinite."),
		object.Def("isfinite(z, /)", complexTest(func(z complex128) bool { return isFinite(real(z)) && isFinite(imag(z)) }), "Whether both parts are finite."),
		object.Def("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", complexIsClose, "Whether a and b are nearly equal."),
	)
	inf, nan := math.Inf(1), math.NaN()
	for name, x := range map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": inf, "nan": nan} {
		m.Dict.Set(name, object.Float(x))
	}
	m.Dict.Set("infj", object.NewComplex(complex(0, inf)))
	m.Dict.Set("nanj", object.NewComplex(complex(0, nan)))
	return m, nil
}

var complexFuncs = map[string]func(complex128) complex128{
	"sqrt": complexSqrt, "exp": complexExp, "log10": cmplx.Log10,
	"sin": cmplx.Sin, "cos": cmplx.Cos, "tan": cmplx.Tan, "asin": cmplx.Asin, "acos": cmplx.Acos, "atan": cmplx.Atan,
	"sinh": cmplx.Sinh, "cosh": cmplx.Cosh, "tanh": cmplx.Tanh, "asinh": cmplx.Asinh, "acosh": cmplx.Acosh, "atanh": cmplx.Atanh,
}

func complexArg(t *object.Thread, v object.Value) (complex128, error) {
	if z, ok := v.Object().(*object.Complex); ok {
		return z.C, nil
	}
	if r, ok, err := object.CallMethod(t, v, "__complex__"); ok || err != nil {
		if err != nil {
			return 0, err
		}
		if z, ok := r.Object().(*object.Complex); ok {
			return z.C, nil
		}
		return 0, object.Raise(object.TypeError, "__complex__ returned non-complex (type %s)", object.TypeName(r))
	}
	x, err := binding.Real(t, v)
	return complex(x, 0), err
}

func complexFunc(fn func(complex128) complex128) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		z, err := complexArg(t, a[0])
		if err != nil {
			return object.Value{}, err
		}
		w := fn(z)
		if cmplx.IsInf(w) && !cmplx.IsInf(z) {
			return object.Value{}, errRange()
		}
		return object.NewComplex(w), nil
	}
}

func complexTest(fn func(complex128) bool) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		z, err := complexArg(t, a[0])
		return object.Bool(err == nil && fn(z)), err
	}
}

// complexSqrt follows CPython: the larger part first, without overflow.
func complexSqrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	if x == 0 && y == 0 || !isFinite(x) || !isFinite(y) {
		return cmplx.Sqrt(z)
	}
	ax, ay := math.Abs(x)/8, math.Abs(y)
	s := 2 * math.Sqrt(ax+libm.Hypot(ax, ay/8))
	d := ay / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y))
	}
	return complex(d, math.Copysign(s, y))
}

func complexExp(z complex128) complex128 {
	x, y := real(z), imag(z)
	if !isFinite(x) || !isFinite(y) || x > 709 {
		return cmplx.Exp(z)
	}
	l := libm.Exp(x)
	return complex(l*libm.Cos(y), l*libm.Sin(y))
}

func logComplex(z complex128) (complex128, error) {
	if z == 0 {
		return 0, errDomain()
	}
	h := libm.Hypot(real(z), imag(z))
	return complex(libm.Log(h), libm.Atan2(imag(z), real(z))), nil
}

func complexLog(t *object.Thread, a []object.Value) (object.Value, error) {
	z, err := complexArg(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	w, err := logComplex(z)
	if err != nil || a[1].IsNil() {
		return object.NewComplex(w), err
	}
	base, err := complexArg(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	b, err := logComplex(base)
	if err == nil && b == 0 {
		err = object.Raise(object.ZeroDivisionError, "complex division by zero")
	}
	return object.NewComplex(w / b), err
}

func complexIsClose(t *object.Thread, a []object.Value) (object.Value, error) {
	p, err := complexArg(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	q, err := complexArg(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	rel, abs, err := twoReals(t, a[2:])
	if err == nil && (rel < 0 || abs < 0) {
		err = object.Raise(object.ValueError, "tolerances must be non-negative")
	}
	if err != nil || p == q || cmplx.IsInf(p) || cmplx.IsInf(q) {
		return object.Bool(p == q), err
	}
	diff := cmplx.Abs(p - q)
	return object.Bool(diff <= rel*math.Max(cmplx.Abs(p), cmplx.Abs(q)) || diff <= abs), nil
}
