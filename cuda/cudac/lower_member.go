// This file lowers members and elements.

package cudac

import (
	"strings"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// part is a member or an element of what lies at a place.
func (l *lowering) part(p *place, offset int, t *Type) *place {
	if p.addr.konst != nil && p.addr.run == nil {
		return &place{typ: t, reg: -1, addr: l.constant(*p.addr.konst+uint64(offset), pointerTo(t)), at: p.at}
	}
	if offset == 0 {
		a := p.addr
		a.typ = pointerTo(t)
		return &place{typ: t, reg: -1, addr: a, at: p.at}
	}
	d := l.reg()
	if l.host {
		from := l.scalarOf(p.addr)
		add := l.evaluated(func(w *warp) uint64 { return from(w) + uint64(offset) }, d)
		return &place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d, run: add}, at: p.at}
	}
	from := p.addr.slot
	add := func(w *warp, m uint32) {
		if f := w.rules[from]; m&^f.where == 0 {
			w.rules[d] = rule{f.base + uint64(offset), f.dx, f.dy, f.where, f.where}
			return
		}
		x, z := w.in(from), w.out(d)
		for i := range x {
			z[i] = x[i] + uint64(offset)
		}
	}
	return &place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d, run: seq(p.addr.run, add)}, at: p.at}
}

func (l *lowering) arrow(e *expr) *place {
	o := l.operand(e.kids[0])
	if !o.list && o.v.typ.Kind == word.Struct {
		if v, ok := l.overloaded("->", []operand{o}, e.tok); ok {
			o.v = l.deref(v)
		}
	}
	v := o.v
	if o.list || v.typ.Kind != word.Pointer || v.typ.Elem.Kind != word.Struct {
		hint := ""
		if !o.list && v.typ.Kind == word.Struct {
			hint = "it is an object: write . instead of ->"
		}
		l.fail(e.tok, hint, "member reference '->' to '%s', which is not a pointer to a struct", o)
	}
	return l.member(&place{typ: l.resolve(v.typ.Elem, e.tok), reg: -1, addr: v, at: l.site(e.tok, "")}, e)
}

func (l *lowering) dot(e *expr) *place {
	o := l.operand(e.kids[0])
	if o.list {
		l.fail(e.tok, "", "a list in braces has no members")
	}
	p := o.p
	if p == nil {
		p = &place{typ: o.v.typ, reg: -1, addr: o.v, at: l.site(e.tok, "")}
	}
	if p.typ.Kind != word.Struct {
		hint := ""
		if p.typ.Kind == word.Pointer && p.typ.Elem.Kind == word.Struct {
			hint = "it is a pointer: write -> instead of ."
		}
		l.fail(e.tok, hint, "'%s' has no members", p.typ)
	}
	return l.member(p, e)
}

func (l *lowering) member(p *place, e *expr) *place {
	f := p.typ.field(e.name)
	if f == nil {
		if q := l.anonymousMember(p, e); q != nil {
			return q
		}
		var list []string
		for _, f := range p.typ.Members() {
			list = append(list, f.Name)
		}
		if p.typ.class == nil || !p.typ.class.complete {
			l.fail(e.tok, "", "'%s' is declared but not defined", p.typ)
		}
		if len(p.typ.methods(e.name)) > 0 {
			l.fail(e.tok, "call it: "+e.name+"(…)", "'%s' is a method", e.name)
		}
		hint := suggest(e.name, list)
		if hint == "" && len(list) > 0 && len(list) < 9 {
			hint = "it has " + strings.Join(list, ", ")
		}
		l.fail(e.tok, hint, "no member named '%s' in '%s'", e.name, plain(p.typ))
	}
	t := l.resolve(f.Type, e.tok)
	if f.ref {
		v := l.read(l.part(p, f.Offset, t))
		return &place{typ: l.resolve(t.Elem, e.tok), reg: -1, addr: v, at: l.site(e.tok, e.name)}
	}
	if p.typ.Const && !t.Const {
		c := *t
		c.Const = true
		t = &c
	}
	return l.field(p, *f, t)
}

// field is a member, which may have some bits of its type.
func (l *lowering) field(p *place, f Field, t *Type) *place {
	q := l.part(p, f.Offset, t)
	if f.bitField {
		r := *q
		r.bits, r.shift = f.bits, f.shift
		return &r
	}
	return q
}

// anonymousMember looks into members without a name.
func (l *lowering) anonymousMember(p *place, e *expr) *place {
	for _, f := range p.typ.Members() {
		if f.Name == "" && f.Type.field(e.name) != nil {
			return l.member(l.part(p, f.Offset, f.Type), e)
		}
	}
	return nil
}

// element lowers a[i]. An index of an array whose length is known is checked by itself.
func (l *lowering) element(e *expr) *place {
	first, second := l.operand(e.kids[0]), l.operand(e.kids[1])
	if v, ok := l.overloaded("[]", []operand{first, second}, e.tok); ok {
		return l.resultPlace(v, e.tok)
	}
	base, i := first.v, second.v
	if first.list || second.list {
		l.fail(e.tok, "", "a list in braces cannot stand here")
	}
	if base.typ.isInt() && i.typ.Kind == word.Pointer {
		base, i = i, base
	}
	if base.typ.Kind != word.Pointer {
		l.fail(e.tok, "", "subscripted value of type '%s' is not an array or a pointer", base.typ)
	}
	if !i.typ.isInt() {
		l.fail(e.tok, "", "array subscript of type '%s' is not an integer", i.typ)
	}
	if base.typ.Elem.Kind == word.Void {
		l.fail(e.tok, "cast it to a pointer to what lies there", "subscript of a 'void *'")
	}
	n := -1
	if first.p != nil && first.p.typ.Kind == word.Array {
		n = first.p.typ.N
	}
	elem := l.resolve(base.typ.Elem, e.tok)
	l.complete(elem, e.tok)
	size := uint64(elem.Size())
	d := l.reg()
	at := l.site(e.tok, "")
	what := text(e.kids[0])
	own := l.site(e.tok, what)
	l.elements[e] = lastAccess{own, n}
	if l.host {
		return &place{typ: elem, reg: -1, at: own, addr: value{typ: pointerTo(elem), slot: d, run: l.evaluated(l.scalarElement(base, i, n, size, what, at), d)}}
	}
	check := l.indexStep(base.slot, i.slot, d, n, size, what, at)
	return &place{typ: elem, reg: -1, at: own, addr: value{typ: pointerTo(elem), slot: d, run: seq(seq(base.run, i.run), check)}}
}

// indexStep computes the address of an element; n is the array's length, or -1.
func (l *lowering) indexStep(a, x, d, n int, size uint64, what string, at *site) step {
	address := addressStep(a, x, d, size)
	if n < 0 {
		return address
	}
	return func(w *warp, m uint32) {
		if f := &w.rules[x]; m&^f.where == 0 && f.small() {
			if lo, hi := w.run.rows.extent(f); lo >= 0 && hi < int64(n) {
				address(w, m)
				return
			}
		}
		q := w.in(x)
		if !lane.Inside(q, 0, uint64(n)-1, 0) {
			if bad := lane.Outside(q, 0, uint64(n)-1, 0) & m; bad != 0 {
				w.failAt(&Place{what, int64(q[first(bad)]), int64(n), ""}, "memcheck", at, first(bad), "index %d is out of bounds of array '%s' of %d elements", int64(q[first(bad)]), what, n)
			}
		}
		address(w, m)
	}
}

// addressStep computes addresses: register d = a + x*size.
func addressStep(a, x, d int, size uint64) step {
	add := lane.Index(size)
	return func(w *warp, m uint32) {
		if p, q := &w.rules[a], &w.rules[x]; m&^(p.where&q.where) == 0 {
			index(&w.rules[d], p, q, size)
			return
		}
		add(w.out(d), w.in(a), w.in(x))
	}
}

func text(e *expr) string {
	switch e.op {
	case "name":
		return e.name
	case "index":
		return text(e.kids[0]) + "[…]"
	case "member", "arrow":
		return text(e.kids[0]) + map[string]string{"member": ".", "arrow": "->"}[e.op] + e.name
	case "call":
		return text(e.kids[0]) + "(…)"
	}
	return "expression"
}
