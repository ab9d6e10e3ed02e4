// This file lowers the functions of CUDA's math library (CUDA Math API Reference Manual).
// They are computed in double precision and rounded.

package lower

import (
	"maps"
	"math"
	"strings"

	"gputour/cuda/cudac/libdevice"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

func mathIntrinsics() map[string]intrinsic {
	list := map[string]intrinsic{}
	add := func(name string, n int, f func(x []float64) float64) {
		list[name] = intrinsic{n, false, func(l *lowering, c *call) value { return l.floatCall(c, false, f) }}
		single := intrinsic{n, false, func(l *lowering, c *call) value { return l.floatCall(c, true, f) }}
		list[name+"f"] = single
	}
	for name, f := range libdevice.Unary {
		add(name, 1, func(x []float64) float64 { return f(x[0]) })
	}
	for name, f := range libdevice.Binary {
		add(name, 2, func(x []float64) float64 { return f(x[0], x[1]) })
	}
	for name, f := range libdevice.Several {
		add(name, f.N, f.F)
	}
	for _, fast := range strings.Fields("sin cos tan exp exp10 log log2 log10 pow fdivide") {
		f := list[fast+"f"]
		f.device = true
		list["__"+fast+"f"] = f
	}
	maps.Copy(list, directedIntrinsics())
	for name, f := range map[string]func(float64) float64{"__frsqrt_rn": libdevice.Unary["rsqrt"], "__saturatef": func(x float64) float64 { return libdevice.Max(min(x, 1), 0) }} {
		list[name] = simple(word.F32, []word.Kind{word.F32}, func(x []uint64) uint64 { return word.Bits32(float32(f(float64(word.Float32(x[0]))))) })
	}
	list["min"], list["max"] = intrinsic{-1, false, smaller}, intrinsic{-1, false, smaller}
	for _, name := range []string{"umin", "umax", "llmin", "llmax", "ullmin", "ullmax"} {
		list[name] = intrinsic{2, false, smaller}
	}
	for _, name := range []string{"abs", "labs", "llabs"} {
		list[name] = intrinsic{1, false, absolute}
	}
	for name, f := range classes {
		list[name] = intrinsic{1, false, func(l *lowering, c *call) value {
			return l.compute(syntax.Basic[word.Bool], l.numbers(c, word.F64), func(x []uint64) uint64 { return word.Bit(f(word.Float64(x[0]))) })
		}}
	}
	for _, p := range []string{"", "l", "ll"} {
		for _, name := range []string{"round", "rint"} {
			f := libdevice.Unary[name]
			if p == "" {
				continue
			}
			whole := simple(word.I64, []word.Kind{word.F64}, func(x []uint64) uint64 { return word.Saturate(word.I64, f(word.Float64(x[0]))) })
			list[p+name], list[p+name+"f"] = whole, whole
		}
	}
	ldexp := func(l *lowering, c *call) value {
		x := l.rvalue(c.args[0])
		t := syntax.Basic[word.F64]
		if x.typ.Kind == word.F32 {
			t = x.typ
		}
		x = l.convert(x, syntax.Basic[word.F64], c.at)
		n := l.convert(l.rvalue(c.args[1]), syntax.Basic[word.I32], c.at)
		return l.cast(l.compute(syntax.Basic[word.F64], []value{x, n}, func(a []uint64) uint64 { return word.Bits64(math.Ldexp(word.Float64(a[0]), int(int64(a[1])))) }), t)
	}
	for _, name := range []string{"ldexp", "ldexpf", "scalbn", "scalbnf"} {
		list[name] = intrinsic{2, false, ldexp}
	}
	list["ilogb"] = simple(word.I32, []word.Kind{word.F64}, func(x []uint64) uint64 { return uint64(int64(math.Ilogb(word.Float64(x[0])))) })
	list["ilogbf"] = list["ilogb"]
	list["nextafter"] = simple(word.F64, []word.Kind{word.F64, word.F64}, func(x []uint64) uint64 {
		if a, b := word.Float64(x[0]), word.Float64(x[1]); a != b {
			return word.Bits64(math.Nextafter(a, b))
		}
		return x[1] // of zeros, the sign of the second
	})
	list["nextafterf"] = simple(word.F32, []word.Kind{word.F32, word.F32}, func(x []uint64) uint64 {
		if a, b := word.Float32(x[0]), word.Float32(x[1]); a != b {
			return word.Bits32(math.Nextafter32(a, b))
		}
		return x[1]
	})
	list["__infinity"] = intrinsic{0, false, func(l *lowering, _ *call) value {
		return l.constant(word.Bits32(float32(math.Inf(1))), syntax.Basic[word.F32])
	}}
	list["__nan"] = intrinsic{0, false, func(l *lowering, _ *call) value {
		return l.constant(word.Bits32(float32(math.NaN())), syntax.Basic[word.F32])
	}}
	return list
}

// classes are the tests of a float's class.
var classes = map[string]func(float64) bool{
	"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) }, "signbit": math.Signbit,
	"isfinite": func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) },
}

// smaller lowers min and max.
func smaller(l *lowering, c *call) value {
	if len(c.args) == 1 && c.args[0].Op == "init" && len(c.args[0].Kids) > 0 { // std::min({…})
		list := c.args[0].Kids
		e := list[0]
		for _, k := range list[1:] {
			e = &syntax.Expr{Op: "call", Tok: c.at, Kids: []*syntax.Expr{{Op: "name", Name: c.name, Tok: c.at}, e, k}}
		}
		return l.rvalue(e)
	}
	if len(c.args) != 2 {
		l.fail(c.at, "", "'%s' takes 2 arguments, %s given", c.name, isOrAre(len(c.args)))
	}
	a, b := l.rvalue(c.args[0]), l.rvalue(c.args[1])
	if !a.typ.IsNumber() || !b.typ.IsNumber() {
		l.fail(c.at, "", "no matching call to '%s(%s, %s)'", c.name, a.typ, b.typ)
	}
	t := syntax.Common(a.typ, b.typ)
	a, b = l.cast(a, t), l.cast(b, t)
	least := strings.HasSuffix(c.name, "min")
	if t.IsFloat() {
		less := word.Operation("<", t.Kind)
		return l.compute(t, []value{a, b}, func(x []uint64) uint64 {
			switch {
			case nanOf(t.Kind, x[0]):
				return x[1]
			case nanOf(t.Kind, x[1]), less(x[0], x[1]) != 0 == least:
				return x[0]
			}
			return x[1]
		})
	}
	less := word.IntegerCompare("<", t.Kind.Unsigned())
	return l.compute(t, []value{a, b}, func(x []uint64) uint64 {
		if less(x[0], x[1]) == least {
			return x[0]
		}
		return x[1]
	})
}

func nanOf(k word.Kind, x uint64) bool {
	v := syntax.Converted(x, syntax.Basic[k], syntax.Basic[word.F64])
	return word.Float64(v) != word.Float64(v)
}

func absolute(l *lowering, c *call) value {
	v := l.rvalue(c.args[0])
	if !v.typ.IsNumber() {
		l.fail(c.at, "", "no matching call to '%s(%s)'", c.name, v.typ)
	}
	if v.typ.IsFloat() {
		return l.floatCall(c, v.typ.Kind == word.F32, func(x []float64) float64 { return math.Abs(x[0]) })
	}
	v = l.cast(v, syntax.Promoted(v.typ))
	k := v.typ.Kind
	return l.compute(v.typ, []value{v}, func(x []uint64) uint64 {
		if int64(x[0]) < 0 {
			return word.Wrap(k, -x[0])
		}
		return x[0]
	})
}

// floatCall lowers a function of floats; it is single precision if all its arguments are.
func (l *lowering) floatCall(c *call, single bool, f func([]float64) float64) value {
	list := make([]value, len(c.args))
	t := syntax.Basic[word.F32]
	for i, a := range c.args {
		list[i] = l.rvalue(a)
		if list[i].typ.Kind != word.F32 && !single {
			t = syntax.Basic[word.F64]
		}
		l.checkIntegerDivisionIn(a)
	}
	slots := make([]int, len(list))
	var run simt.Op
	for i := range list {
		list[i] = l.convert(list[i], t, c.args[i].Tok)
		run = seq(run, list[i].run)
		slots[i] = list[i].slot
	}
	d := l.reg()
	if l.host {
		return value{typ: t, slot: d, run: l.evaluated(scalarFloat(l, list, t.Kind == word.F32, f), d)}
	}
	call := floatLanes(slots, d, t.Kind == word.F32, f)
	if len(slots) == 1 {
		call = simt.Ruled1(slots[0], d, func(a uint64) uint64 {
			if t.Kind == word.F32 {
				return word.Bits32(float32(f([]float64{float64(word.Float32(a))})))
			}
			return word.Bits64(f([]float64{word.Float64(a)}))
		}, nil, call)
	}
	return value{typ: t, slot: d, run: seq(run, countFlops(call, 1))}
}

// floatLanes computes f of the registers in slots, lane by lane.
func floatLanes(slots []int, d int, single bool, f func([]float64) float64) simt.Op {
	return func(w *simt.Warp, m uint32) {
		var in [4]*simt.Vec
		for k, s := range slots {
			in[k] = w.In(s)
		}
		x, z := w.Floats[:len(slots)], w.Out(d)
		for ; m != 0; m &= m - 1 {
			i := simt.First(m)
			for k := range x {
				if v := in[k][i]; single {
					x[k] = float64(word.Float32(v))
				} else {
					x[k] = word.Float64(v)
				}
			}
			if y := f(x); single {
				z[i] = word.Bits32(float32(y))
			} else {
				z[i] = word.Bits64(y)
			}
		}
	}
}
