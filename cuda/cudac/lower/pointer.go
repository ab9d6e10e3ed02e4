// This file lowers function pointers. A pointer's value is the number of a function; a call
// through it runs, for each function that it may point to, the lanes whose pointer it is.

package lower

import (
	"slices"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// functionValue is the name of a function as a value.
func (l *lowering) functionValue(e *syntax.Expr) value {
	for _, f := range l.unit.Functions[e.Name] {
		if f.Global {
			return l.kernelName(f, e)
		}
	}
	return l.pointTo(l.unit.Functions[e.Name], e)
}

// pointTo is the address of the first of some functions that has one.
func (l *lowering) pointTo(list []*syntax.Function, e *syntax.Expr) value {
	l.unit.Pointees()
	for _, f := range list {
		if l.unit.Point(f) { // calls that were lowered before do not know it
			panic(relower{})
		}
		if f.Id != 0 {
			return l.constant(f.Id, syntax.PointerTo(f.Type()))
		}
	}
	l.fail(e.Tok, "write a function without template that calls it", "the function template '%s' can only be called", e.Name)
	return value{}
}

// kernelName is a kernel's name as a value, which functions of the runtime take.
func (l *lowering) kernelName(f *syntax.Function, e *syntax.Expr) value {
	if !l.host {
		l.fail(e.Tok, "launch it from Python: "+f.Name+"[grid, block](…)", "a kernel is no value in device code")
	}
	b := binding{types: map[string]*syntax.Type{}, values: map[string]int64{}}
	l.explicitArgs(f, e.Args, &b)
	for _, tp := range f.Template {
		if !l.presetArg(tp, &b) {
			l.fail(e.Tok, "name it: "+f.Name+"<…>", "template parameter '%s' of '%s' is not known", tp.Name, f.Name)
		}
	}
	k := l.program.instance(l, f, b)
	if k == nil {
		panic(syntax.Stop{})
	}
	id := uint64(len(l.program.Named)+1)<<4 | 1
	l.program.Named[id] = k
	t := &syntax.Type{Kind: word.Func, Elem: syntax.Basic[word.Void]}
	in := &inlined{f: f, types: b.types, up: l.call}
	for _, d := range f.Params {
		t.Params = append(t.Params, l.paramType(d, in, l.valuesOf(b)))
	}
	return l.constant(id, syntax.PointerTo(t))
}

// callPointer lowers a call through a function pointer.
func (l *lowering) callPointer(callee value, e *syntax.Expr) value {
	t := callee.typ.Elem
	args := l.operands(e.Kids[1:])
	if len(args) != len(t.Params) {
		l.fail(e.Tok, "", "a '%s' takes %d arguments, %s given", callee.typ, len(t.Params), isOrAre(len(args)))
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
		v := l.initialFrom(a, t.Params[i])
		keep := value{typ: v.typ, slot: l.reg(), fresh: v.fresh}
		run = seq(run, seq(v.run, l.move(v.slot, keep.slot)))
		args[i] = operand{e: a.e, v: keep}
	}
	result := value{typ: syntax.Plain(l.resolve(t.Elem, e.Tok)), slot: l.reg()}
	var arms []arm
	for _, f := range l.unit.Pointees() {
		if callee.konst != nil && f.Id != *callee.konst {
			continue // it is known which
		}
		if !syntax.Same(f.Type(), t) && !(f.Recast && f.Type().CallableAs(t)) || l.host && f.Device && !f.Host || !l.host && !f.Device {
			continue
		}
		given := slices.Clone(args)
		for i, p := range f.Params {
			switch {
			case p.Ref && places[i].p != nil:
				given[i] = places[i]
			case p.Type.Kind == word.Pointer:
				given[i].v.typ = p.Type
			}
		}
		v := l.deref(l.call1(f, nil, given, binding{}, e.Tok))
		arms = append(arms, arm{f.Id, seq(v.run, l.moveLanes(v.slot, result.slot))})
	}
	at := l.site(e.Tok, "")
	result.run = seq(run, func(w *simt.Warp, m uint32) {
		if m = choose(w, m, which, arms); m != 0 {
			w.Fail("memcheck", at, simt.First(m), "call through a function pointer that is null or points to no function of this side")
		}
	})
	return result
}

// arm is a function that a pointer may point to.
type arm struct {
	id  uint64
	run simt.Op
}

// choose has each lane that is on run the arm whose id it has in a slot. It returns the lanes that have none.
func choose(w *simt.Warp, m uint32, slot int, arms []arm) uint32 {
	for _, a := range arms {
		var on uint32
		x := w.In(slot)
		for i := range simt.Lanes {
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
func (l *lowering) moveLanes(from, to int) simt.Op {
	return func(w *simt.Warp, m uint32) { w.Assign(to, from, m) }
}
