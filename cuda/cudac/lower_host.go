// This file lowers what only host code has: launches, new and delete, and the functions
// of the runtime that are written in Go.

package cudac

import "gputour/cuda/cudac/word"

// launchValue lowers kernel<<<grid, block, shared, stream>>>(…).
func (l *lowering) launchValue(e *expr) value {
	e = l.withoutPacks(e)
	name := e.kids[0].name
	if e.kids[0].op != "name" && l.host {
		return l.launchPointer(e)
	}
	if !l.host {
		return l.launchNested(e)
	}
	if s := l.find(name); s != nil {
		return l.launchPointer(e)
	}
	var list []*function
	for _, f := range l.unit.functions[name] {
		if f.global {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		if len(l.unit.functions[name]) > 0 {
			l.fail(e.tok, "declare it __global__", "'%s' is not a kernel", name)
		}
		l.undeclared(name, e.tok)
	}
	args := l.operands(e.kids[1:])
	f, b := l.pick(list, args, e.kids[0].args, e.tok, name)
	k := l.program.instance(l, f, b)
	if k == nil {
		panic(stopParse{})
	}
	l.checkLaunch(e, f, args)
	setup, run := l.launchSetup(e)
	in := &inlined{f: f, types: b.types, up: l.call}
	slots := make([]int, len(f.params))
	for i, d := range f.params {
		var o operand
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.init)
		}
		v := l.launchArgument(d, o, l.paramType(d, in, l.valuesOf(b)))
		keep := l.reg() // a later argument may use the same temporary
		run = seq(run, seq(v.run, l.move(v.slot, keep)))
		slots[i] = keep
	}
	at := l.site(e.tok, name)
	return value{typ: basic[word.Void], run: seq(run, func(w *warp, _ uint32) { w.run.host.launch(w, k, setup, slots, at) })}
}

// launchArgument is what a kernel's parameter is given: of a reference, the address.
func (l *lowering) launchArgument(d *decl, o operand, t *Type) value {
	if !d.ref {
		return l.initialFrom(o, t)
	}
	if o.p == nil || o.p.reg >= 0 {
		l.fail(o.e.tok, "pass an object that a kernel can reach, such as *p of cudaMallocManaged", "the kernel's parameter '%s' is a reference, which needs something in memory", d.name)
	}
	v := o.p.addr
	v.typ = pointerTo(o.p.typ)
	return v
}

// launchPointer lowers the launch of the kernel that a pointer stands for.
func (l *lowering) launchPointer(e *expr) value {
	callee := l.rvalue(e.kids[0])
	if !callee.typ.pointsToFunction() {
		l.fail(e.tok, "declare it __global__", "'%s' is not a kernel", text(e.kids[0]))
	}
	params := callee.typ.Elem.params
	args := l.operands(e.kids[1:])
	if len(args) != len(params) {
		l.fail(e.tok, "", "a '%s' takes %d arguments, %s given", callee.typ, len(params), isOrAre(len(args)))
	}
	setup, run := l.launchSetup(e)
	slots := make([]int, len(params))
	for i, t := range params {
		v := l.initialFrom(args[i], t)
		slots[i] = l.reg()
		run = seq(run, seq(v.run, l.move(v.slot, slots[i])))
	}
	at := l.site(e.tok, e.kids[0].name)
	return value{typ: basic[word.Void], run: seq(callee.run, seq(run, func(w *warp, _ uint32) {
		k := w.run.host.kernelOf(w.in(callee.slot)[0])
		if k == nil {
			w.fail("memcheck", at, 0, "launch through a pointer that is null or points to no kernel")
		}
		w.run.host.launch(w, k, setup, slots, at)
	}))}
}

// launchSetup lowers the configuration: addresses of two dim3, bytes, and a stream.
func (l *lowering) launchSetup(e *expr) (slots [4]int, run step) {
	types := [4]*Type{vectorTypes["dim3"], vectorTypes["dim3"], basic[word.U64], basic[word.U64]}
	for i, t := range types {
		v := l.constant(0, t)
		if i < len(e.setup) {
			o := l.operand(e.setup[i])
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
func (p *Program) instance(l *lowering, f *function, b binding) *Kernel {
	key := instanceKey(f, b)
	if k, ok := p.instances[key]; ok {
		return k
	}
	k := p.lowerFunction(l.unit, l.globals, f, b, false)
	p.instances[key] = k
	return k
}

// newValue lowers new T, new T(…) and new T[n].
func (l *lowering) newValue(e *expr) value {
	if len(e.setup) > 0 {
		return l.placed(e)
	}
	if !l.host {
		return l.newOnDevice(e)
	}
	t := l.resolve(e.typ, e.tok)
	l.complete(t, e.tok)
	size := uint64(max(t.Size(), 1))
	d := l.reg()
	at := l.site(e.tok, "new")
	result := value{typ: pointerTo(plain(t)), slot: d}
	if e.many {
		n := l.convert(l.rvalue(e.kids[0]), basic[word.I64], e.tok)
		result.run = seq(n.run, func(w *warp, _ uint32) {
			w.out(d)[0] = w.run.host.allocate(w, int64(w.in(n.slot)[0]), int64(size), onHost, "new[]", at)
		})
		if t.Kind == word.Struct {
			result.run = seq(result.run, l.makeElements(t, d, n.slot, e.tok))
		}
		return result
	}
	result.run = func(w *warp, _ uint32) { w.out(d)[0] = w.run.host.allocate(w, 1, int64(size), onHost, "new", at) }
	if list := t.methods("operator new"); len(list) > 0 {
		bytes := operand{e: e, v: l.constant(size, basic[word.U64])}
		f, b := l.pick(list, []operand{bytes}, nil, e.tok, "operator new")
		self := value{typ: pointerTo(plain(t)), slot: d}
		v := l.call1(f, &self, []operand{bytes}, b, e.tok)
		result.run = seq(v.run, l.move(v.slot, d))
	}
	p := &place{typ: plain(t), reg: -1, addr: value{typ: result.typ, slot: d}, at: l.site(e.tok, "")}
	switch {
	case t.Kind == word.Struct:
		result.run = seq(result.run, l.constructAt(p, l.operands(e.kids), e.tok, false))
	case len(e.kids) == 1:
		v := l.initial(e.kids[0], t)
		result.run = seq(result.run, seq(v.run, l.assign(p, v)))
	}
	return result
}

// newOnDevice lowers new T and new T[n] in device code.
func (l *lowering) newOnDevice(e *expr) value {
	if !l.c.whole {
		l.fail(e.tok, onHostOnly["malloc"], "new is not supported in device code")
	}
	l.polls, l.program.heaps = true, true
	t := l.resolve(e.typ, e.tok)
	l.complete(t, e.tok)
	size, how := int64(max(t.Size(), 1)), "new"
	n := l.constant(1, basic[word.I64])
	if e.many {
		how, n = "new[]", l.convert(l.rvalue(e.kids[0]), basic[word.I64], e.tok)
	}
	d := l.reg()
	result := value{typ: pointerTo(plain(t)), slot: d, run: seq(n.run, l.each(func(w *warp, lane int) {
		count := int64(w.in(n.slot)[lane])
		if count > maxHeap/size {
			count = -1
		}
		a := w.take(count*size, how)
		w.out(d)[lane] = a
	}))}
	return l.made(e, t, result, n)
}

// made runs the constructors of what new took memory for.
func (l *lowering) made(e *expr, t *Type, result, n value) value {
	p := &place{typ: plain(t), reg: -1, addr: value{typ: result.typ, slot: result.slot}, at: l.site(e.tok, "")}
	var run step
	switch {
	case e.many && t.Kind == word.Struct:
		run = l.makeElements(t, result.slot, n.slot, e.tok)
	case e.many:
	case t.Kind == word.Struct:
		run = l.constructAt(p, l.operands(e.kids), e.tok, false)
	case len(e.kids) == 1:
		v := l.initial(e.kids[0], t)
		run = seq(v.run, l.assign(p, v))
	}
	result.run = seq(result.run, run)
	return result
}

// placed lowers new (where) T, which makes an object in memory that is there, of either side.
func (l *lowering) placed(e *expr) value {
	t := l.resolve(e.typ, e.tok)
	l.complete(t, e.tok)
	where := l.rvalue(e.setup[0])
	if where.typ.Kind != word.Pointer || len(e.setup) != 1 {
		l.fail(e.tok, "", "new (where) needs a pointer, not '%s'", where.typ)
	}
	d := l.reg()
	result := value{typ: pointerTo(plain(t)), slot: d, run: seq(where.run, l.move(where.slot, d))}
	var n value
	if e.many {
		n = l.convert(l.rvalue(e.kids[0]), basic[word.I64], e.tok)
		result.run = seq(result.run, n.run)
	}
	return l.made(e, t, result, n)
}

// makeElements runs the constructor of each element of a new array.
func (l *lowering) makeElements(t *Type, base, n int, at token) step {
	d := l.reg()
	one := l.defaults(&place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d}, at: l.site(at, "")}, at)
	if one == nil {
		return nil
	}
	size := uint64(t.Size())
	if l.host {
		return func(w *warp, m uint32) {
			for i := range int64(w.in(n)[0]) {
				w.out(d)[0] = w.in(base)[0] + uint64(i)*size
				w.run.spend(1)
				one(w, m)
			}
		}
	}
	return func(w *warp, m uint32) {
		for i := int64(0); ; i++ {
			var on uint32
			for lane := range lanes {
				if m>>lane&1 != 0 && i < int64(w.in(n)[lane]) {
					on |= 1 << lane
				}
				w.out(d)[lane] = w.in(base)[lane] + uint64(i)*size
			}
			if on == 0 {
				return
			}
			w.run.spend(1)
			one(w, on)
		}
	}
}

func (l *lowering) deleteValue(e *expr) value {
	if !l.host && !l.c.whole {
		l.fail(e.tok, "", "delete is not supported in device code")
	}
	v := l.rvalue(e.kids[0])
	if v.typ.Kind != word.Pointer {
		l.fail(e.tok, "", "delete needs a pointer, not '%s'", v.typ)
	}
	run := v.run
	if f := v.typ.Elem.destructor(); f != nil && !e.many {
		this := value{typ: v.typ, slot: v.slot}
		var last step
		if f.virtual {
			last = l.callVirtual(f, this, nil, e.tok).run
		} else {
			last = l.call1(f, &this, nil, binding{}, e.tok).run
		}
		run = seq(run, func(w *warp, m uint32) {
			if m = w.truth(v.slot, m); m != 0 {
				last(w, m)
			}
		})
	}
	how := "new"
	if e.many {
		how = "new[]"
	}
	at := l.site(e.tok, "delete")
	if list := v.typ.Elem.methods("operator delete"); v.typ.Elem.Kind == word.Struct && len(list) > 0 && !e.many {
		where := operand{e: e, v: value{typ: pointerTo(basic[word.Void]), slot: v.slot}}
		f, b := l.pick(list, []operand{where}, nil, e.tok, "operator delete")
		self := value{typ: v.typ, slot: v.slot}
		return value{typ: basic[word.Void], run: seq(run, l.call1(f, &self, []operand{where}, b, e.tok).run)}
	}
	if !l.host {
		l.polls, l.program.heaps = true, true
		return value{typ: basic[word.Void], run: seq(run, l.each(func(w *warp, lane int) { w.giveBack(w.in(v.slot)[lane], how, lane, at) }))}
	}
	return value{typ: basic[word.Void], run: seq(run, func(w *warp, _ uint32) { w.run.host.release(w, w.in(v.slot)[0], how, at) })}
}

// native lowers a call of a function that a header declares and Go defines.
func (l *lowering) native(f *function, args []operand, at token) value {
	impl := natives[f.name]
	if impl == nil {
		l.fail(at, "", "function '%s' is declared but has no body", f.name)
	}
	if !l.host && !f.device {
		l.fail(at, onHostOnly[f.name], "calling a __host__ function '%s' from device code", f.name)
	}
	given := make([]value, len(f.params))
	for i, d := range f.params {
		o := operand{}
		if i < len(args) {
			o = args[i]
		} else {
			o = l.operand(d.init)
		}
		given[i] = l.initialFrom(o, d.typ)
	}
	d, ret, where := l.reg(), l.resolve(f.ret, f.tok), l.site(at, l.nameOf(args))
	if l.host {
		return value{typ: ret, slot: d, run: l.evaluated(l.scalarNative(impl, given, where), d)}
	}
	if turnTakers[f.name] {
		l.polls = true
		l.program.heaps = l.program.heaps || f.name != "cudaDeviceSynchronize"
	}
	var run step
	for _, v := range given {
		run = seq(run, v.run)
	}
	return value{typ: ret, slot: d, run: seq(run, l.each(func(w *warp, lane int) {
		c := &nativeCall{w: w, lane: lane, at: where}
		for i, v := range given {
			c.a[i] = w.in(v.slot)[lane]
		}
		w.out(d)[lane] = impl(c)
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
func argText(e *expr) string {
	for e != nil && (e.op == "cast" || e.op == "unary" && e.name == "&") && len(e.kids) == 1 {
		e = e.kids[0]
	}
	if e == nil || e.op != "name" && e.op != "member" && e.op != "arrow" && e.op != "index" {
		return ""
	}
	return text(e)
}
