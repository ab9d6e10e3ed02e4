// This file lowers conversions and initializers.

package cudac

import "gputour/cuda/cudac/lane"

// convert lowers an implicit conversion.
func (l *lowering) convert(v value, to *Type, at token) value {
	from := v.typ
	switch {
	case from.isNumber() && to.isNumber(), from.Kind == Pointer && to.Kind == Bool:
	case from.Kind == Pointer && to.Kind == Pointer:
		if from.Elem.Const && !to.Elem.Const && to.Elem.Kind != Void {
			l.fail(at, "declare the pointer const, or do not write through it", "invalid conversion from '%s' to '%s'", from, to)
		}
		if !same(from.Elem, to.Elem) && to.Elem.Kind != Void {
			l.fail(at, "cast it if that is what you mean", "cannot convert '%s' to '%s'", from, to)
		}
		v.typ = to
		return v
	case v.zero && to.Kind == Pointer:
		v.typ = to
		return v
	case from.Kind == Struct && to.Kind == Struct && same(from, to):
		return v
	default:
		hint := ""
		if from.Kind == Pointer && to.isNumber() {
			hint = "write *p or p[i] for what it points to"
		}
		l.fail(at, hint, "cannot convert '%s' to '%s'", from, to)
	}
	return l.cast(v, to)
}

// cast converts between scalars without asking.
func (l *lowering) cast(v value, to *Type) value {
	f := conversion(v.typ.Kind, to.Kind)
	if f == nil {
		v.typ, v.zero = to, v.zero && to.isInt()
		return v
	}
	if v.konst != nil && v.run == nil {
		c := l.constant(f(*v.konst), to)
		c.zero = v.zero && to.Kind == I32
		return c
	}
	d := l.reg()
	conv := apply1(v.slot, d, f)
	if g := extension(v.typ.Kind, to.Kind); g != nil {
		conv = g(v.slot, d)
	}
	if to.Kind == F32 && v.typ.Kind == I32 {
		a := v.slot
		conv = func(w *warp, m uint32) { lane.I32ToF32(&w.r[d], &w.r[a]) }
	}
	return value{typ: to, slot: d, run: seq(v.run, conv)}
}

// initial lowers what a variable, parameter or result of type t is given.
func (l *lowering) initial(e *expr, t *Type) value {
	if e.op == "init" {
		if t.Kind == Struct {
			return l.construct(t, e.kids, e.tok)
		}
		if len(e.kids) == 0 {
			return l.cast(l.constant(0, basic[I32]), t)
		}
		if len(e.kids) > 1 {
			l.fail(e.tok, "", "too many initializers for '%s'", t)
		}
		e = e.kids[0]
	}
	v := l.rvalue(e)
	if t.Kind == Struct && t.Name == "dim3" && v.typ.isInt() {
		return l.construct(t, []*expr{e}, e.tok)
	}
	return l.convert(v, plain(t), e.tok)
}

// fill initializes an array or a struct in memory.
func (l *lowering) fill(p *place, e *expr) step {
	if p.typ.isScalar() {
		v := l.initial(e, p.typ)
		return seq(v.run, l.assign(p, v))
	}
	if p.typ.Kind == Struct && e.op != "init" {
		v := l.initial(e, p.typ)
		return seq(v.run, l.assign(p, v))
	}
	if e.op != "init" {
		l.fail(e.tok, "", "an array must be initialized with a list in braces")
	}
	var parts []*place
	if p.typ.Kind == Array {
		if len(e.kids) > p.typ.N {
			l.fail(e.kids[p.typ.N].tok, "", "too many initializers: the array has %d elements", p.typ.N)
		}
		for i := range len(e.kids) {
			parts = append(parts, l.part(p, i*p.typ.Elem.Size(), p.typ.Elem))
		}
	} else {
		if len(e.kids) > len(p.typ.Fields) {
			l.fail(e.tok, "", "too many initializers for '%s'", p.typ)
		}
		for _, f := range p.typ.Fields {
			parts = append(parts, l.part(p, f.Offset, f.Type))
		}
	}
	all := l.clear(p)
	for i, kid := range e.kids {
		all = seq(all, l.fill(parts[i], kid))
	}
	return all
}

// clear writes zeros.
func (l *lowering) clear(p *place) step {
	slot, n := p.addr.slot, p.typ.Size()
	at := p.at
	return func(w *warp, m uint32) {
		for i := range lanes {
			if m>>i&1 != 0 {
				for j := range n {
					w.bytes(w.r[slot][i]+uint64(j), 1, i, at, true)[0] = 0
				}
			}
		}
	}
}

func (l *lowering) castValue(e *expr) value {
	to := l.resolve(e.typ, e.tok)
	if to.Kind == Void {
		return value{typ: basic[Void], run: l.effect(e.kids[0])}
	}
	v := l.rvalue(e.kids[0])
	if v.typ.Kind == Struct && same(v.typ, to) {
		return v
	}
	if !v.typ.isScalar() || !to.isScalar() || v.typ.isFloat() && to.Kind == Pointer || v.typ.Kind == Pointer && to.isFloat() {
		l.fail(e.tok, "", "cannot cast '%s' to '%s'", v.typ, to)
	}
	return l.cast(v, plain(to))
}

func (l *lowering) constructValue(e *expr) value {
	t := l.resolve(e.typ, e.tok)
	if t.Kind == Struct {
		return l.construct(t, e.kids, e.tok)
	}
	if len(e.kids) == 0 {
		return l.cast(l.constant(0, basic[I32]), t)
	}
	if len(e.kids) > 1 {
		l.fail(e.tok, "", "'%s' takes one value", t)
	}
	return l.castValue(&expr{op: "cast", tok: e.tok, typ: t, kids: e.kids})
}

// construct makes a struct in a temporary of its own.
func (l *lowering) construct(t *Type, args []*expr, at token) value {
	if len(args) == 1 {
		if v := l.rvalue(args[0]); same(v.typ, t) {
			return v
		}
	}
	if len(args) > len(t.Fields) {
		l.fail(at, "", "too many values for '%s', which has %d members", t.Name, len(t.Fields))
	}
	p := &place{typ: t, reg: -1, addr: l.constant(l.allot(t), pointerTo(t)), at: l.site(at, "")}
	run := l.clear(p)
	for i, f := range t.Fields {
		if i < len(args) {
			run = seq(run, l.fill(l.part(p, f.Offset, f.Type), args[i]))
		} else if t.Name == "dim3" {
			run = seq(run, l.fill(l.part(p, f.Offset, f.Type), &expr{op: "num", tok: token{kind: tokNumber, text: "1", pos: at.pos}}))
		}
	}
	return value{typ: t, slot: p.addr.slot, run: run}
}
