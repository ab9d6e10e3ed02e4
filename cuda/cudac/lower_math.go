// This file lowers math functions and the bit intrinsics.

package cudac

import (
	"math"
	"math/bits"
	"strings"
)

// floatFunctions are math functions of one argument, by their double names.
var floatFunctions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
	"fabs": math.Abs, "floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "round": math.Round, "rint": math.RoundToEven, "nearbyint": math.RoundToEven,
	"erf": math.Erf, "erfc": math.Erfc, "cbrt": math.Cbrt, "tgamma": math.Gamma,
	"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }, "__frcp_rn": func(x float64) float64 { return 1 / x }, "__saturate": func(x float64) float64 { return min(max(x, 0), 1) },
	"exp10": func(x float64) float64 { return math.Pow(10, x) },
}

// floatFunctions2 are those of two arguments.
var floatFunctions2 = map[string]func(a, b float64) float64{
	"pow": math.Pow, "atan2": math.Atan2, "fmod": math.Mod, "hypot": math.Hypot, "copysign": math.Copysign, "remainder": math.Remainder,
	"fmin": func(a, b float64) float64 {
		if a != a {
			return b
		}
		if b != b {
			return a
		}
		return min(a, b)
	},
	"fmax": func(a, b float64) float64 {
		if a != a {
			return b
		}
		if b != b {
			return a
		}
		return max(a, b)
	},
	"fdivide": func(a, b float64) float64 { return a / b }, "fdim": func(a, b float64) float64 { return max(a-b, 0) },
}

// floatCall lowers a function of floats; it is single precision if all its arguments are.
func (l *lowering) floatCall(args []*expr, single bool, f func([]float64) float64) value {
	list := make([]value, len(args))
	t := basic[F32]
	for i, a := range args {
		list[i] = l.rvalue(a)
		if list[i].typ.Kind != F32 && !single && list[i].typ.Kind != Void {
			t = basic[F64]
		}
	}
	var run step
	for i := range list {
		list[i] = l.convert(list[i], t, args[i].tok)
		run = seq(run, list[i].run)
	}
	d := l.reg()
	return value{typ: t, slot: d, run: seq(run, countFlops(func(w *warp, m uint32) {
		var x [3]float64
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			for k, v := range list {
				if t.Kind == F32 {
					x[k] = float64(f32(w.r[v.slot][i]))
				} else {
					x[k] = f64(w.r[v.slot][i])
				}
			}
			y := f(x[:len(list)])
			if t.Kind == F32 {
				w.r[d][i] = bits32(float32(y))
			} else {
				w.r[d][i] = bits64(y)
			}
		}
	}, 1))}
}

func (l *lowering) bitCall(name string, arg *expr, at token) value {
	wide := strings.HasSuffix(name, "ll")
	t := basic[U32]
	if wide {
		t = basic[U64]
	}
	v := l.convert(l.rvalue(arg), t, at)
	d := l.reg()
	result := basic[I32]
	var f func(uint64) uint64
	switch strings.TrimSuffix(name, "ll") {
	case "__popc":
		f = func(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }
	case "__clz":
		f = func(x uint64) uint64 { return uint64(bits.LeadingZeros64(x) - int(bit(!wide))*32) }
	case "__ffs":
		f = func(x uint64) uint64 {
			if x == 0 {
				return 0
			}
			return uint64(bits.TrailingZeros64(x) + 1)
		}
	default:
		result = basic[U32]
		f = func(x uint64) uint64 { return uint64(bits.Reverse32(uint32(x))) }
	}
	return value{typ: result, slot: d, run: seq(v.run, apply1(v.slot, d, f))}
}
