// This file lowers function pointers. A pointer's value is the number of a function; a call
// through it runs, for each function that it may point to, the lanes whose pointer it is.

package cudac

import (
	"gputour/cuda/cudac/word"
	"slices"
)

// pointees are the functions whose names stand in the source as values.
func (u *unit) pointees() []*function {
	if u.pointed != nil {
		return u.pointed
	}
	u.pointed = []*function{}
	callees, cast := map[*expr]bool{}, map[*expr]bool{}
	note := func(e *expr) {
		if e == nil {
			return
		}
		if (e.op == "call" || e.op == "launch") && e.kids[0].op == "name" {
			callees[e.kids[0]] = true
		}
		if k := e.kids; e.op == "cast" && len(k) == 1 && k[0].op == "unary" && k[0].name == "&" {
			cast[k[0].kids[0]] = true
		} else if e.op == "cast" && len(k) == 1 {
			cast[k[0]] = true
		}
		if e.op != "name" || callees[e] {
			return
		}
		for _, f := range u.functions[e.name] {
			f.recast = f.recast || cast[e]
			if f.id == 0 && f.template == nil && !f.global {
				u.pointed = append(u.pointed, f)
				f.id = uint64(len(u.pointed)) << 4
			}
		}
	}
	for _, f := range u.order {
		walk(f.body, note)
	}
	for _, d := range u.globals {
		walkExpr(d.init, note)
	}
	return u.pointed
}

// functionValue is the name of a function as a value.
func (l *lowering) functionValue(e *expr) value {
	l.unit.pointees()
	var found *function
	for _, f := range l.unit.functions[e.name] {
		switch {
		case f.global:
			return l.kernelName(f, e)
		case f.id != 0 && found == nil:
			found = f
		}
	}
	if found == nil {
		l.fail(e.tok, "write a function without template that calls it", "the function template '%s' can only be called", e.name)
	}
	return l.constant(found.id, pointerTo(found.typ(l)))
}

// kernelName is a kernel's name as a value, which functions of the runtime take.
func (l *lowering) kernelName(f *function, e *expr) value {
	if !l.host {
		l.fail(e.tok, "launch it from Python: "+f.name+"[grid, block](…)", "a kernel is no value in device code")
	}
	b := binding{types: map[string]*Type{}, values: map[string]int64{}}
	l.explicitArgs(f, e.args, &b)
	for _, tp := range f.template {
		if !l.presetArg(tp, &b) {
			l.fail(e.tok, "name it: "+f.name+"<…>", "template parameter '%s' of '%s' is not known", tp.name, f.name)
		}
	}
	k := l.program.instance(l, f, b)
	if k == nil {
		panic(stopParse{})
	}
	id := uint64(len(l.program.named)+1)<<4 | 1
	l.program.named[id] = k
	t := &Type{Kind: word.Func, Elem: basic[word.Void]}
	in := &inlined{f: f, types: b.types, up: l.call}
	for _, d := range f.params {
		t.params = append(t.params, l.paramType(d, in, l.valuesOf(b)))
	}
	return l.constant(id, pointerTo(t))
}

// typ is a function's type.
func (f *function) typ(l *lowering) *Type {
	t := &Type{Kind: word.Func, Elem: f.ret}
	for _, d := range f.params {
		t.params = append(t.params, d.typ)
	}
	return t
}

// callPointer lowers a call through a function pointer.
func (l *lowering) callPointer(callee value, e *expr) value {
	t := callee.typ.Elem
	args := l.operands(e.kids[1:])
	if len(args) != len(t.params) {
		l.fail(e.tok, "", "a '%s' takes %d arguments, %s given", callee.typ, len(t.params), isOrAre(len(args)))
	}
	which := l.reg()
	run := seq(callee.run, l.move(callee.slot, which))
	places := make([]operand, len(args)) // what references are given
	for i, a := range args {             // once, whoever is called
		if a.p != nil {
			p, before := l.fixed(a.p)
			run = seq(run, before)
			a = operand{e: a.e, p: p, v: l.read(p)}
			places[i] = a
		}
		v := l.initialFrom(a, t.params[i])
		keep := value{typ: v.typ, slot: l.reg(), fresh: v.fresh}
		run = seq(run, seq(v.run, l.move(v.slot, keep.slot)))
		args[i] = operand{e: a.e, v: keep}
	}
	result := value{typ: plain(l.resolve(t.Elem, e.tok)), slot: l.reg()}
	var arms []arm
	for _, f := range l.unit.pointees() {
		if callee.konst != nil && f.id != *callee.konst {
			continue // it is known which
		}
		if !same(f.typ(l), t) && !(f.recast && f.typ(l).callableAs(t)) || l.host && f.device && !f.host || !l.host && !f.device {
			continue
		}
		given := slices.Clone(args)
		for i, p := range f.params {
			switch {
			case p.ref && places[i].p != nil:
				given[i] = places[i]
			case p.typ.Kind == word.Pointer:
				given[i].v.typ = p.typ
			}
		}
		v := l.deref(l.call1(f, nil, given, binding{}, e.tok))
		arms = append(arms, arm{f.id, seq(v.run, l.moveLanes(v.slot, result.slot))})
	}
	at := l.site(e.tok, "")
	result.run = seq(run, func(w *warp, m uint32) {
		if m = choose(w, m, which, arms); m != 0 {
			w.fail("memcheck", at, first(m), "call through a function pointer that is null or points to no function of this side")
		}
	})
	return result
}

// callableAs reports that functions of two types differ in what their pointers point to and in nothing else:
// one may be called through a pointer to the other.
func (t *Type) callableAs(o *Type) bool {
	alike := func(a, b *Type) bool { return a.Kind == b.Kind && (a.Kind == word.Pointer || same(a, b)) }
	return t.Kind == word.Func && o.Kind == word.Func && alike(t.Elem, o.Elem) && slices.EqualFunc(t.params, o.params, alike)
}

// arm is a function that a pointer may point to.
type arm struct {
	id  uint64
	run step
}

// choose has each lane that is on run the arm whose id it has in a slot. It returns the lanes that have none.
func choose(w *warp, m uint32, slot int, arms []arm) uint32 {
	for _, a := range arms {
		var on uint32
		x := w.in(slot)
		for i := range lanes {
			if m>>i&1 != 0 && x[i] == a.id {
				on |= 1 << i
			}
		}
		if on != 0 {
			a.run(w, on)
			m &^= on
		}
	}
	return m
}

// moveLanes copies the lanes that are on.
func (l *lowering) moveLanes(from, to int) step {
	return func(w *warp, m uint32) { w.assign(to, from, m) }
}

// pointsToFunction reports a pointer to functions.
func (t *Type) pointsToFunction() bool { return t.Kind == word.Pointer && t.Elem.Kind == word.Func }
