// This file lowers calls: functions of the source are inlined, CUDA's own are here.

package cudac

import (
	"math"
	"math/bits"
	"strings"
)

func popcount(m uint32) int { return bits.OnesCount32(m) }

func (l *lowering) callValue(e *expr) value {
	callee := e.kids[0]
	if callee.op == "member" || callee.op == "arrow" {
		return l.methodCall(e)
	}
	if callee.op != "name" {
		l.fail(e.tok, "", "this expression cannot be called")
	}
	if list := l.unit.functions[callee.name]; len(list) > 0 {
		return l.userCall(list, e)
	}
	if l.call.this != nil {
		for _, f := range l.call.this.typ.Elem.Methods {
			if f.name == callee.name {
				return l.inline(f, e, l.call.this, nil)
			}
		}
	}
	return l.intrinsic(callee.name, e)
}

func (l *lowering) methodCall(e *expr) value {
	callee := e.kids[0]
	var this value
	if callee.op == "arrow" {
		this = l.rvalue(callee.kids[0])
	} else {
		v := l.rvalue(callee.kids[0])
		this = value{typ: pointerTo(v.typ), slot: v.slot, run: v.run}
	}
	if this.typ.Kind == Pointer && this.typ.Elem.Kind == Struct {
		for _, f := range this.typ.Elem.Methods {
			if f.name == callee.name {
				return l.inline(f, e, &this, nil)
			}
		}
	}
	l.fail(callee.tok, "", "no method named '%s'", callee.name)
	return value{}
}

// userCall picks the overload that fits best.
func (l *lowering) userCall(list []*function, e *expr) value {
	n := len(e.kids) - 1
	var best *function
	var types map[string]*Type
	least := math.MaxInt
	for _, f := range list {
		need := 0
		for _, p := range f.params {
			need += int(bit(p.init == nil))
		}
		if n > len(f.params) || n < need || f.body == nil && len(list) > 1 {
			continue
		}
		if len(list) == 1 && f.template == nil {
			best = f
			break
		}
		bound, cost := l.match(f, e)
		if cost < least {
			best, types, least = f, bound, cost
		}
	}
	if best == nil {
		f := list[0]
		l.fail(e.tok, "", "no matching call to '%s': it takes %d arguments, %d are given", f.name, len(f.params), n)
	}
	if best.global {
		l.fail(e.tok, "make it a __device__ function", "a kernel cannot call the kernel '%s'", best.name)
	}
	if best.host && !best.device || !best.device && !best.host {
		l.fail(e.tok, "write __device__ before its declaration", "calling a __host__ function '%s' from device code", best.name)
	}
	if best.body == nil {
		l.fail(e.tok, "", "function '%s' is declared but has no body", best.name)
	}
	return l.inline(best, e, nil, types)
}

// match deduces template parameters and says how far the arguments are from the
// parameters.
func (l *lowering) match(f *function, e *expr) (map[string]*Type, int) {
	types := map[string]*Type{}
	for i, tp := range f.template {
		if i < len(e.kids[0].args) && e.kids[0].args[i].typ != nil {
			types[tp.name] = l.resolve(e.kids[0].args[i].typ, e.tok)
		}
	}
	cost := len(f.template)
	regs, local := l.regs, l.local
	for i, a := range e.kids[1:] {
		if a.op == "init" {
			continue
		}
		t := l.rvalue(a).typ
		want := f.params[i].typ
		deduce(want, t, types)
		switch {
		case want.Kind == paramType:
		case want.Kind != t.Kind && !(want.isNumber() && t.isNumber()):
			cost += 1000
		case want.Kind != t.Kind:
			cost += 10
		}
	}
	l.local = local
	_ = regs // constants may have been given registers: they stay
	return types, cost
}

func deduce(want, have *Type, types map[string]*Type) {
	switch {
	case want.Kind == paramType:
		if types[want.Name] == nil {
			types[want.Name] = plain(have)
		}
	case want.Kind == Pointer && have.Kind == Pointer:
		deduce(want.Elem, have.Elem, types)
	}
}

// intrinsic lowers a function of CUDA.
func (l *lowering) intrinsic(name string, e *expr) value {
	args := e.kids[1:]
	need := func(n int) {
		if len(args) != n {
			l.fail(e.tok, "", "'%s' takes %d arguments, %d are given", name, n, len(args))
		}
	}
	if strings.HasPrefix(name, "make_") && vectorTypes[name[5:]] != nil {
		return l.construct(vectorTypes[name[5:]], args, e.tok)
	}
	if strings.HasPrefix(name, "atomic") {
		return l.atomic(strings.TrimSuffix(strings.TrimSuffix(name, "_block"), "_system"), e)
	}
	base, single := name, false
	if strings.HasPrefix(name, "__") && strings.HasSuffix(name, "f") {
		base, single = strings.TrimSuffix(name[2:], "f"), true
	} else if floatFunctions[name] == nil && floatFunctions2[name] == nil && strings.HasSuffix(name, "f") {
		base, single = strings.TrimSuffix(name, "f"), true
	}
	if f := floatFunctions[base]; f != nil {
		need(1)
		return l.floatCall(args, single, func(x []float64) float64 { return f(x[0]) })
	}
	if f := floatFunctions2[base]; f != nil {
		need(2)
		return l.floatCall(args, single, func(x []float64) float64 { return f(x[0], x[1]) })
	}
	switch base {
	case "fma", "__fmaf_rn", "__fma_rn":
		need(3)
		return l.floatCall(args, single || name == "__fmaf_rn", func(x []float64) float64 { return math.FMA(x[0], x[1], x[2]) })
	}
	switch name {
	case "min", "max":
		need(2)
		a, b := l.rvalue(args[0]), l.rvalue(args[1])
		if !a.typ.isNumber() || !b.typ.isNumber() {
			l.fail(e.tok, "", "no matching call to '%s' ('%s' and '%s')", name, a.typ, b.typ)
		}
		t := common(a.typ, b.typ)
		if t.isFloat() {
			f := floatFunctions2["f"+name]
			return l.floatCall(args, t.Kind == F32, func(x []float64) float64 { return f(x[0], x[1]) })
		}
		a, b = l.cast(a, t), l.cast(b, t)
		less := integerCompare("<", t.Kind.unsigned())
		d, smaller := l.reg(), name == "min"
		return value{typ: t, slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 {
			if less(x, y) == smaller {
				return x
			}
			return y
		}))}
	case "abs", "labs", "llabs":
		need(1)
		v := l.rvalue(args[0])
		if v.typ.isFloat() {
			return l.floatCall(args, v.typ.Kind == F32, func(x []float64) float64 { return math.Abs(x[0]) })
		}
		v = l.convert(v, promoted(v.typ), e.tok)
		k, d := v.typ.Kind, l.reg()
		return value{typ: v.typ, slot: d, run: seq(v.run, apply1(v.slot, d, func(x uint64) uint64 {
			if int64(x) < 0 {
				return wrap(k, -x)
			}
			return x
		}))}
	case "isnan", "isinf", "isfinite":
		need(1)
		v := l.convert(l.rvalue(args[0]), basic[F64], e.tok)
		d := l.reg()
		return value{typ: basic[Bool], slot: d, run: seq(v.run, apply1(v.slot, d, func(x uint64) uint64 {
			nan, inf := math.IsNaN(f64(x)), math.IsInf(f64(x), 0)
			return bit(name == "isnan" && nan || name == "isinf" && inf || name == "isfinite" && !nan && !inf)
		}))}
	case "__infinity":
		return l.constant(bits32(float32(math.Inf(1))), basic[F32])
	case "__nan":
		return l.constant(bits32(float32(math.NaN())), basic[F32])
	case "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll", "__brev":
		need(1)
		return l.bitCall(name, args[0], e.tok)
	case "__float_as_int", "__float_as_uint", "__int_as_float", "__uint_as_float":
		need(1)
		from, to := basic[F32], basic[I32]
		if name == "__float_as_uint" {
			to = basic[U32]
		} else if strings.HasSuffix(name, "float") {
			from, to = basic[I32], basic[F32]
		}
		v := l.convert(l.rvalue(args[0]), from, e.tok)
		d := l.reg()
		return value{typ: to, slot: d, run: seq(v.run, apply1(v.slot, d, func(x uint64) uint64 {
			if to.Kind == I32 {
				return uint64(int64(int32(x)))
			}
			return uint64(uint32(x))
		}))}
	case "__ldg":
		need(1)
		return l.read(l.place(&expr{op: "unary", name: "*", tok: e.tok, kids: args}))
	case "__threadfence", "__threadfence_block", "__threadfence_system":
		return value{typ: basic[Void], run: func(w *warp, m uint32) { w.run.fenced = true }}
	case "clock", "clock64":
		d := l.reg()
		return value{typ: basic[I64], slot: d, run: func(w *warp, m uint32) {
			for i := range lanes {
				w.r[d][i] = uint64((w.run.launch.Steps - w.run.steps) * 4)
			}
		}}
	}
	return l.cooperative(name, e)
}
