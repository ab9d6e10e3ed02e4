// This file lowers calls: functions of the source are inlined, CUDA's own are here.

package cudac

import (
	"math"
	"math/bits"
	"strings"
)

func popcount(m uint32) int { return bits.OnesCount32(m) }

// maxInline bounds the nesting of calls.
const maxInline = 32

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

// inline lowers a function's body in the place of its call.
func (l *lowering) inline(f *function, e *expr, this *value, types map[string]*Type) value {
	if l.depth++; l.depth > maxInline {
		l.fail(e.tok, "write it as a loop", "calls are nested too deeply: recursion is not supported in kernel cells")
	}
	defer func() { l.depth-- }()
	in := &inlined{f: f, taken: takenIn(f.body), retMask: l.mask(), types: types, this: this, up: l.call}
	scope := map[string]*symbol{}
	for i, tp := range f.template {
		if tp.isType {
			if types[tp.name] == nil && tp.preset != nil {
				types[tp.name] = tp.preset.typ
			}
			if types[tp.name] == nil {
				l.fail(e.tok, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s'", tp.name)
			}
			continue
		}
		arg := tp.preset
		if i < len(e.kids[0].args) {
			arg = &e.kids[0].args[i]
		}
		if arg == nil {
			l.fail(e.tok, "name it: "+f.name+"<…>(…)", "cannot infer template parameter '%s'", tp.name)
		}
		n, ok := l.c.constant(arg.val, l)
		if !ok {
			l.fail(e.tok, "", "template argument for '%s' is not a constant", tp.name)
		}
		scope[tp.name] = &symbol{typ: basic[I32], konst: &n}
	}
	var run step
	if this != nil && this.run != nil {
		run = this.run
		fixed := *this
		fixed.run = nil
		in.this = &fixed
	}
	outer := l.call
	for i, d := range f.params {
		arg := d.init
		if i+1 < len(e.kids) {
			arg = e.kids[i+1]
		}
		if arg == nil {
			l.fail(e.tok, "", "too few arguments to '%s'", f.name)
		}
		l.call = in
		typ := l.resolve(d.typ, d.tok)
		l.call = outer
		s := &symbol{decl: d, typ: typ}
		if d.ref {
			p, bind := l.lvalueOrTemp(arg)
			run = seq(run, bind)
			s.typ, s.place = p.typ, p
			if typ.Const && !p.typ.Const {
				q := *p
				c := *p.typ
				c.Const = true
				q.typ, s.typ, s.place = &c, &c, &q
			}
			scope[d.name] = s
			continue
		}
		v := l.initial(arg, typ)
		if n, ok := l.c.constant(arg, l); ok && typ.Const && typ.isInt() {
			s.konst = &n
		}
		if typ.inMemory() || in.taken[d.name] {
			s.place = &place{typ: typ, reg: -1, addr: l.constant(l.allot(typ), pointerTo(typ)), at: l.site(d.tok, d.name)}
		} else {
			s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
		}
		run = seq(run, seq(v.run, l.assign(s.place, v)))
		scope[d.name] = s
	}
	scopes, breaks, continues := l.scopes, l.breaks, l.continues
	l.scopes, l.breaks, l.continues, l.call = []map[string]*symbol{scope}, nil, nil, in
	defer func() { l.scopes, l.breaks, l.continues, l.call = scopes, breaks, continues, outer }()
	in.ret = l.resolve(f.ret, f.tok)
	if in.ret.Kind == Struct {
		in.retSlot = l.constant(l.allot(in.ret), pointerTo(in.ret)).slot
	} else {
		in.retSlot = l.reg()
	}
	body := l.block(f.body.body)
	mask := in.retMask
	return value{typ: plain(in.ret), slot: in.retSlot, run: func(w *warp, m uint32) {
		if run != nil {
			run(w, m)
		}
		w.masks[mask] = 0
		if body != nil {
			body(w, m)
		}
	}}
}

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
		return value{typ: basic[Void]}
	case "clock", "clock64":
		d := l.reg()
		return value{typ: basic[I64], slot: d, run: func(w *warp, m uint32) {
			for i := range lanes {
				w.r[d][i] = uint64(w.run.profile.Instructions * 4)
			}
		}}
	}
	return l.cooperative(name, e)
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

// atomic lowers atomicAdd and its kin: lanes take turns, in order.
func (l *lowering) atomic(name string, e *expr) value {
	args := e.kids[1:]
	want := 2
	if name == "atomicCAS" {
		want = 3
	}
	if len(args) != want {
		l.fail(e.tok, "", "'%s' takes %d arguments, %d are given", name, want, len(args))
	}
	p := l.rvalue(args[0])
	if p.typ.Kind != Pointer || !p.typ.Elem.isNumber() {
		l.fail(e.tok, "pass an address: &x or p + i", "'%s' needs a pointer to a number, not '%s'", name, p.typ)
	}
	t := plain(p.typ.Elem)
	k, n := t.Kind, t.Size()
	a := l.convert(l.rvalue(args[1]), t, args[1].tok)
	b := a
	if want == 3 {
		b = l.convert(l.rvalue(args[2]), t, args[2].tok)
	}
	less := operation("<", k)
	var f func(old, x, y uint64) uint64
	pick := func(op string) { g := operation(op, k); f = func(old, x, _ uint64) uint64 { return g(old, x) } }
	switch name {
	case "atomicAdd":
		pick("+")
	case "atomicSub":
		pick("-")
	case "atomicAnd", "atomicOr", "atomicXor":
		if !t.isInt() {
			l.fail(e.tok, "", "'%s' needs an integer", name)
		}
		pick(map[string]string{"atomicAnd": "&", "atomicOr": "|", "atomicXor": "^"}[name])
	case "atomicMin":
		f = func(old, x, _ uint64) uint64 { return old + (x-old)*less(x, old) }
	case "atomicMax":
		f = func(old, x, _ uint64) uint64 { return old + (x-old)*less(old, x) }
	case "atomicExch":
		f = func(_, x, _ uint64) uint64 { return x }
	case "atomicCAS":
		f = func(old, x, y uint64) uint64 {
			if old == x {
				return y
			}
			return old
		}
	case "atomicInc":
		f = func(old, x, _ uint64) uint64 { return (old + 1) * bit(old < x) }
	case "atomicDec":
		f = func(old, x, _ uint64) uint64 {
			if old == 0 || old > x {
				return x
			}
			return old - 1
		}
	default:
		l.fail(e.tok, suggest(name, []string{"atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor"}), "use of undeclared identifier '%s'", name)
	}
	d, at := l.reg(), l.site(e.tok, "")
	return value{typ: t, slot: d, run: seq(p.run, seq(a.run, seq(b.run, func(w *warp, m uint32) {
		w.run.profile.Atomics += int64(popcount(m))
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			addr := w.r[p.slot][i]
			mem := w.bytes(addr, n, i, at, true)
			w.run.watch(w, addr, n, i, at, watchAtomic, false)
			old := get(mem, k)
			put(mem, k, f(old, w.r[a.slot][i], w.r[b.slot][i]))
			w.r[d][i] = old
		}
	})))}
}
