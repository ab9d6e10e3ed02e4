// This file lowers what only host code has: launches, new and delete, and the functions
// of the runtime that are written in Go.

package lower

import (
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// launchValue lowers kernel<<<grid, block, shared, stream>>>(…).
func (l *lowering) launchValue(e *syntax.Expr) value {
	e = l.withoutPacks(e)
	name := e.Kids[0].Name
	if e.Kids[0].Op != "name" && l.host {
		return l.launchPointer(e)
	}
	if !l.host {
		return l.launchNested(e)
	}
	if s := l.find(name); s != nil {
		return l.launchPointer(e)
	}
	var list []*syntax.Function
	for _, f := range l.unit.Functions[name] {
		if f.Global {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		if len(l.unit.Functions[name]) > 0 {
			l.fail(e.Tok, "declare it __global__", "'%s' is not a kernel", name)
		}
		l.undeclared(name, e.Tok)
	}
	args := l.operands(e.Kids[1:])
	f, b := l.pick(list, args, e.Kids[0].Args, e.Tok, name)
	k := l.program.instance(l, f, b)
	if k == nil {
		panic(syntax.Stop{})
	}
	l.checkLaunch(e, f, args)
	setup, run := l.launchSetup(e)
	in := &inlined{f: f, types: b.types, up: l.call}
	slots := make([]int, len(f.Params))
	for i, d := range f.Params {
		var o operand
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.Init)
		}
		v := l.launchArgument(d, o, l.paramType(d, in, l.valuesOf(b)))
		keep := l.reg() // a later argument may use the same temporary
		run = seq(run, seq(v.run, l.move(v.slot, keep)))
		slots[i] = keep
	}
	at := l.site(e.Tok, name)
	return value{typ: syntax.Basic[word.Void], run: seq(run, func(w *simt.Warp, _ uint32) { host.Of(w).Launch(w, k, setup, slots, at) })}
}

// launchArgument is what a kernel's parameter is given: of a reference, the address.
func (l *lowering) launchArgument(d *syntax.Decl, o operand, t *syntax.Type) value {
	if !d.Ref {
		return l.initialFrom(o, t)
	}
	if o.p == nil || o.p.reg >= 0 {
		l.fail(o.e.Tok, "pass an object that a kernel can reach, such as *p of cudaMallocManaged", "the kernel's parameter '%s' is a reference, which needs something in memory", d.Name)
	}
	v := o.p.addr
	v.typ = syntax.PointerTo(o.p.typ)
	return v
}

// launchPointer lowers the launch of the kernel that a pointer stands for.
func (l *lowering) launchPointer(e *syntax.Expr) value {
	callee := l.rvalue(e.Kids[0])
	if !callee.typ.PointsToFunction() {
		l.fail(e.Tok, "declare it __global__", "'%s' is not a kernel", text(e.Kids[0]))
	}
	params := callee.typ.Elem.Params
	args := l.operands(e.Kids[1:])
	if len(args) != len(params) {
		l.fail(e.Tok, "", "a '%s' takes %d arguments, %s given", callee.typ, len(params), isOrAre(len(args)))
	}
	setup, run := l.launchSetup(e)
	slots := make([]int, len(params))
	for i, t := range params {
		v := l.initialFrom(args[i], t)
		slots[i] = l.reg()
		run = seq(run, seq(v.run, l.move(v.slot, slots[i])))
	}
	at := l.site(e.Tok, e.Kids[0].Name)
	return value{typ: syntax.Basic[word.Void], run: seq(callee.run, seq(run, func(w *simt.Warp, _ uint32) {
		k := host.Of(w).KernelOf(w.In(callee.slot)[0])
		if k == nil {
			w.Fail("memcheck", at, 0, "launch through a pointer that is null or points to no kernel")
		}
		host.Of(w).Launch(w, k, setup, slots, at)
	}))}
}

// launchSetup lowers the configuration: addresses of two dim3, bytes, and a stream.
func (l *lowering) launchSetup(e *syntax.Expr) (slots [4]int, run simt.Op) {
	types := [4]*syntax.Type{syntax.VectorTypes["dim3"], syntax.VectorTypes["dim3"], syntax.Basic[word.U64], syntax.Basic[word.U64]}
	for i, t := range types {
		v := l.constant(0, t)
		if i < len(e.Setup) {
			o := l.operand(e.Setup[i])
			if i == 3 && !o.list && o.v.typ.Kind == word.Pointer {
				v = o.v
			} else {
				v = l.initialFrom(o, t)
			}
		}
		keep := l.reg()
		run = seq(run, seq(v.run, l.move(v.slot, keep)))
		slots[i] = keep
	}
	return slots, run
}

// instance is a kernel, or an instance of a kernel template, lowered once.
func (p *compilation) instance(l *lowering, f *syntax.Function, b binding) *simt.Kernel {
	key := instanceKey(f, b)
	if k, ok := p.instances[key]; ok {
		return k
	}
	k := p.lowerFunction(l.unit, l.globals, f, b, false)
	p.instances[key] = k
	return k
}

// newValue lowers new T, new T(…) and new T[n].
func (l *lowering) newValue(e *syntax.Expr) value {
	if len(e.Setup) > 0 {
		return l.placed(e)
	}
	if !l.host {
		return l.newOnDevice(e)
	}
	t := l.resolve(e.Type, e.Tok)
	l.complete(t, e.Tok)
	size := uint64(max(t.Size(), 1))
	d := l.reg()
	at := l.site(e.Tok, "new")
	result := value{typ: syntax.PointerTo(syntax.Plain(t)), slot: d}
	if e.Many {
		n := l.convert(l.rvalue(e.Kids[0]), syntax.Basic[word.I64], e.Tok)
		result.run = seq(n.run, func(w *simt.Warp, _ uint32) {
			w.Out(d)[0] = host.Of(w).Allocate(w, int64(w.In(n.slot)[0]), int64(size), host.OnHost, "new[]", at)
		})
		if t.Kind == word.Struct {
			result.run = seq(result.run, l.makeElements(t, d, n.slot, e.Tok))
		}
		return result
	}
	result.run = func(w *simt.Warp, _ uint32) {
		w.Out(d)[0] = host.Of(w).Allocate(w, 1, int64(size), host.OnHost, "new", at)
	}
	if list := t.Methods("operator new"); len(list) > 0 {
		bytes := operand{e: e, v: l.constant(size, syntax.Basic[word.U64])}
		f, b := l.pick(list, []operand{bytes}, nil, e.Tok, "operator new")
		self := value{typ: syntax.PointerTo(syntax.Plain(t)), slot: d}
		v := l.call1(f, &self, []operand{bytes}, b, e.Tok)
		result.run = seq(v.run, l.move(v.slot, d))
	}
	p := &place{typ: syntax.Plain(t), reg: -1, addr: value{typ: result.typ, slot: d}, at: l.site(e.Tok, "")}
	switch {
	case t.Kind == word.Struct:
		result.run = seq(result.run, l.constructAt(p, l.operands(e.Kids), e.Tok, false))
	case len(e.Kids) == 1:
		v := l.initial(e.Kids[0], t)
		result.run = seq(result.run, seq(v.run, l.assign(p, v)))
	}
	return result
}

// newOnDevice lowers new T and new T[n] in device code.
func (l *lowering) newOnDevice(e *syntax.Expr) value {
	if !l.c.Whole {
		l.fail(e.Tok, onHostOnly["malloc"], "new is not supported in device code")
	}
	l.polls, l.program.Heaps = true, true
	t := l.resolve(e.Type, e.Tok)
	l.complete(t, e.Tok)
	size, how := int64(max(t.Size(), 1)), "new"
	n := l.constant(1, syntax.Basic[word.I64])
	if e.Many {
		how, n = "new[]", l.convert(l.rvalue(e.Kids[0]), syntax.Basic[word.I64], e.Tok)
	}
	d := l.reg()
	result := value{typ: syntax.PointerTo(syntax.Plain(t)), slot: d, run: seq(n.run, l.each(func(w *simt.Warp, lane int) {
		count := int64(w.In(n.slot)[lane])
		if count > host.MaxMemory/size {
			count = -1
		}
		a := w.Take(count*size, how)
		w.Out(d)[lane] = a
	}))}
	return l.made(e, t, result, n)
}

// made runs the constructors of what new took memory for.
func (l *lowering) made(e *syntax.Expr, t *syntax.Type, result, n value) value {
	p := &place{typ: syntax.Plain(t), reg: -1, addr: value{typ: result.typ, slot: result.slot}, at: l.site(e.Tok, "")}
	var run simt.Op
	switch {
	case e.Many && t.Kind == word.Struct:
		run = l.makeElements(t, result.slot, n.slot, e.Tok)
	case e.Many:
	case t.Kind == word.Struct:
		run = l.constructAt(p, l.operands(e.Kids), e.Tok, false)
	case len(e.Kids) == 1:
		v := l.initial(e.Kids[0], t)
		run = seq(v.run, l.assign(p, v))
	}
	result.run = seq(result.run, run)
	return result
}

// placed lowers new (where) T, which makes an object in memory that is there, of either side.
func (l *lowering) placed(e *syntax.Expr) value {
	t := l.resolve(e.Type, e.Tok)
	l.complete(t, e.Tok)
	where := l.rvalue(e.Setup[0])
	if where.typ.Kind != word.Pointer || len(e.Setup) != 1 {
		l.fail(e.Tok, "", "new (where) needs a pointer, not '%s'", where.typ)
	}
	d := l.reg()
	result := value{typ: syntax.PointerTo(syntax.Plain(t)), slot: d, run: seq(where.run, l.move(where.slot, d))}
	var n value
	if e.Many {
		n = l.convert(l.rvalue(e.Kids[0]), syntax.Basic[word.I64], e.Tok)
		result.run = seq(result.run, n.run)
	}
	return l.made(e, t, result, n)
}

// makeElements runs the constructor of each element of a new array.
func (l *lowering) makeElements(t *syntax.Type, base, n int, at lex.Token) simt.Op {
	d := l.reg()
	one := l.defaults(&place{typ: t, reg: -1, addr: value{typ: syntax.PointerTo(t), slot: d}, at: l.site(at, "")}, at)
	if one == nil {
		return nil
	}
	size := uint64(t.Size())
	if l.host {
		return func(w *simt.Warp, m uint32) {
			for i := range int64(w.In(n)[0]) {
				w.Out(d)[0] = w.In(base)[0] + uint64(i)*size
				w.Core.Spend(1)
				one(w, m)
			}
		}
	}
	return func(w *simt.Warp, m uint32) {
		for i := int64(0); ; i++ {
			var on uint32
			for lane := range simt.Lanes {
				if m>>lane&1 != 0 && i < int64(w.In(n)[lane]) {
					on |= 1 << lane
				}
				w.Out(d)[lane] = w.In(base)[lane] + uint64(i)*size
			}
			if on == 0 {
				return
			}
			w.Core.Spend(1)
			one(w, on)
		}
	}
}

func (l *lowering) deleteValue(e *syntax.Expr) value {
	if !l.host && !l.c.Whole {
		l.fail(e.Tok, "", "delete is not supported in device code")
	}
	v := l.rvalue(e.Kids[0])
	if v.typ.Kind != word.Pointer {
		l.fail(e.Tok, "", "delete needs a pointer, not '%s'", v.typ)
	}
	run := v.run
	if f := v.typ.Elem.Destructor(); f != nil && !e.Many {
		this := value{typ: v.typ, slot: v.slot}
		var last simt.Op
		if f.Virtual {
			last = l.callVirtual(f, this, nil, e.Tok).run
		} else {
			last = l.call1(f, &this, nil, binding{}, e.Tok).run
		}
		run = seq(run, func(w *simt.Warp, m uint32) {
			if m = w.Truth(v.slot, m); m != 0 {
				last(w, m)
			}
		})
	}
	how := "new"
	if e.Many {
		how = "new[]"
	}
	at := l.site(e.Tok, "delete")
	if list := v.typ.Elem.Methods("operator delete"); v.typ.Elem.Kind == word.Struct && len(list) > 0 && !e.Many {
		where := operand{e: e, v: value{typ: syntax.PointerTo(syntax.Basic[word.Void]), slot: v.slot}}
		f, b := l.pick(list, []operand{where}, nil, e.Tok, "operator delete")
		self := value{typ: v.typ, slot: v.slot}
		return value{typ: syntax.Basic[word.Void], run: seq(run, l.call1(f, &self, []operand{where}, b, e.Tok).run)}
	}
	if !l.host {
		l.polls, l.program.Heaps = true, true
		return value{typ: syntax.Basic[word.Void], run: seq(run, l.each(func(w *simt.Warp, lane int) { w.GiveBack(w.In(v.slot)[lane], how, lane, at) }))}
	}
	return value{typ: syntax.Basic[word.Void], run: seq(run, func(w *simt.Warp, _ uint32) { host.Of(w).Release(w, w.In(v.slot)[0], how, at) })}
}

// native lowers a call of a function that a header declares and Go defines.
func (l *lowering) native(f *syntax.Function, args []operand, at lex.Token) value {
	impl := host.Natives[f.Name]
	if impl == nil {
		l.fail(at, "", "function '%s' is declared but has no body", f.Name)
	}
	if !l.host && !f.Device {
		l.fail(at, onHostOnly[f.Name], "calling a __host__ function '%s' from device code", f.Name)
	}
	given := make([]value, len(f.Params))
	for i, d := range f.Params {
		o := operand{}
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.Init)
		}
		given[i] = l.initialFrom(o, d.Type)
	}
	d, ret, where := l.reg(), l.resolve(f.Result, f.Tok), l.site(at, l.nameOf(args))
	if l.host {
		return value{typ: ret, slot: d, run: l.evaluated(l.scalarNative(impl, given, where), d)}
	}
	if turnTakers[f.Name] {
		l.polls = true
		l.program.Heaps = l.program.Heaps || f.Name != "cudaDeviceSynchronize"
	}
	var run simt.Op
	for _, v := range given {
		run = seq(run, v.run)
	}
	return value{typ: ret, slot: d, run: seq(run, l.each(func(w *simt.Warp, lane int) {
		c := &host.Call{W: w, Lane: lane, At: where}
		for i, v := range given {
			c.A[i] = w.In(v.slot)[lane]
		}
		w.Out(d)[lane] = impl(c)
	}))}
}

// turnTakers are functions whose block has its turn, on the device.
var turnTakers = map[string]bool{"cudaDeviceSynchronize": true, "malloc": true, "free": true}

// nameOf is the name behind &p of an allocation, for messages.
func (l *lowering) nameOf(args []operand) string {
	if len(args) == 0 || l.call == nil {
		return ""
	}
	if n := l.call.argText; n != "" {
		return n
	}
	return argText(args[0].e)
}

// argText is the name in &name or (void **)&name.
func argText(e *syntax.Expr) string {
	for e != nil && (e.Op == "cast" || e.Op == "unary" && e.Name == "&") && len(e.Kids) == 1 {
		e = e.Kids[0]
	}
	if e == nil || e.Op != "name" && e.Op != "member" && e.Op != "arrow" && e.Op != "index" {
		return ""
	}
	return text(e)
}
