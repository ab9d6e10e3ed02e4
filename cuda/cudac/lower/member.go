// This file lowers members and elements.

package lower

import (
	"strings"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// part is a member or an element of what lies at a place.
func (l *lowering) part(p *place, offset int, t *syntax.Type) *place {
	if p.addr.konst != nil && p.addr.run == nil {
		return &place{typ: t, reg: -1, addr: l.constant(*p.addr.konst+uint64(offset), syntax.PointerTo(t)), at: p.at}
	}
	if offset == 0 {
		a := p.addr
		a.typ = syntax.PointerTo(t)
		return &place{typ: t, reg: -1, addr: a, at: p.at}
	}
	d := l.reg()
	if l.host {
		from := l.scalarOf(p.addr)
		add := l.evaluated(func(w *simt.Warp) uint64 { return from(w) + uint64(offset) }, d)
		return &place{typ: t, reg: -1, addr: value{typ: syntax.PointerTo(t), slot: d, run: add}, at: p.at}
	}
	from := p.addr.slot
	add := func(w *simt.Warp, m uint32) {
		if f := w.Rules[from]; m&^f.Where == 0 {
			w.Rules[d] = simt.Rule{Base: f.Base + uint64(offset), Dx: f.Dx, Dy: f.Dy, Where: f.Where, Stale: f.Where}
			return
		}
		x, z := w.In(from), w.Out(d)
		for i := range x {
			z[i] = x[i] + uint64(offset)
		}
	}
	return &place{typ: t, reg: -1, addr: value{typ: syntax.PointerTo(t), slot: d, run: seq(p.addr.run, add)}, at: p.at}
}

func (l *lowering) arrow(e *syntax.Expr) *place {
	o := l.operand(e.Kids[0])
	if !o.list && o.v.typ.Kind == word.Struct {
		if v, ok := l.overloaded("->", []operand{o}, e.Tok); ok {
			o.v = l.deref(v)
		}
	}
	v := o.v
	if o.list || v.typ.Kind != word.Pointer || v.typ.Elem.Kind != word.Struct {
		hint := ""
		if !o.list && v.typ.Kind == word.Struct {
			hint = "it is an object: write . instead of ->"
		}
		l.fail(e.Tok, hint, "member reference '->' to '%s', which is not a pointer to a struct", o)
	}
	return l.member(&place{typ: l.resolve(v.typ.Elem, e.Tok), reg: -1, addr: v, at: l.site(e.Tok, "")}, e)
}

func (l *lowering) dot(e *syntax.Expr) *place {
	o := l.operand(e.Kids[0])
	if o.list {
		l.fail(e.Tok, "", "a list in braces has no members")
	}
	p := o.p
	if p == nil {
		p = &place{typ: o.v.typ, reg: -1, addr: o.v, at: l.site(e.Tok, "")}
	}
	if p.typ.Kind != word.Struct {
		hint := ""
		if p.typ.Kind == word.Pointer && p.typ.Elem.Kind == word.Struct {
			hint = "it is a pointer: write -> instead of ."
		}
		l.fail(e.Tok, hint, "'%s' has no members", p.typ)
	}
	return l.member(p, e)
}

func (l *lowering) member(p *place, e *syntax.Expr) *place {
	f := p.typ.Field(e.Name)
	if f == nil {
		if q := l.anonymousMember(p, e); q != nil {
			return q
		}
		var list []string
		for _, f := range p.typ.Members() {
			list = append(list, f.Name)
		}
		if p.typ.Class == nil || !p.typ.Class.Complete {
			l.fail(e.Tok, "", "'%s' is declared but not defined", p.typ)
		}
		if len(p.typ.Methods(e.Name)) > 0 {
			l.fail(e.Tok, "call it: "+e.Name+"(…)", "'%s' is a method", e.Name)
		}
		hint := source.Suggest(e.Name, list)
		if hint == "" && len(list) > 0 && len(list) < 9 {
			hint = "it has " + strings.Join(list, ", ")
		}
		l.fail(e.Tok, hint, "no member named '%s' in '%s'", e.Name, syntax.Plain(p.typ))
	}
	t := l.resolve(f.Type, e.Tok)
	if f.Ref {
		v := l.read(l.part(p, f.Offset, t))
		return &place{typ: l.resolve(t.Elem, e.Tok), reg: -1, addr: v, at: l.site(e.Tok, e.Name)}
	}
	if p.typ.Const && !t.Const {
		c := *t
		c.Const = true
		t = &c
	}
	return l.field(p, *f, t)
}

// field is a member, which may have some bits of its type.
func (l *lowering) field(p *place, f syntax.Field, t *syntax.Type) *place {
	q := l.part(p, f.Offset, t)
	if f.BitField {
		r := *q
		r.bits, r.shift = f.Bits, f.Shift
		return &r
	}
	return q
}

// anonymousMember looks into members without a name.
func (l *lowering) anonymousMember(p *place, e *syntax.Expr) *place {
	for _, f := range p.typ.Members() {
		if f.Name == "" && f.Type.Field(e.Name) != nil {
			return l.member(l.part(p, f.Offset, f.Type), e)
		}
	}
	return nil
}

// element lowers a[i]. An index of an array whose length is known is checked by itself.
func (l *lowering) element(e *syntax.Expr) *place {
	if _, ok := l.vectors[e.Kids[0]]; ok && l.beside {
		return l.vectorElement(e)
	}
	first, second := l.operand(e.Kids[0]), l.operand(e.Kids[1])
	if v, ok := l.overloaded("[]", []operand{first, second}, e.Tok); ok {
		return l.resultPlace(v, e.Tok)
	}
	base, i := first.v, second.v
	if first.list || second.list {
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	}
	if base.typ.IsInt() && i.typ.Kind == word.Pointer {
		base, i = i, base
	}
	if base.typ.Kind != word.Pointer {
		l.fail(e.Tok, "", "subscripted value of type '%s' is not an array or a pointer", base.typ)
	}
	if !i.typ.IsInt() {
		l.fail(e.Tok, "", "array subscript of type '%s' is not an integer", i.typ)
	}
	if base.typ.Elem.Kind == word.Void {
		l.fail(e.Tok, "cast it to a pointer to what lies there", "subscript of a 'void *'")
	}
	n := -1
	if first.p != nil && first.p.typ.Kind == word.Array {
		n = first.p.typ.N
	}
	elem := l.resolve(base.typ.Elem, e.Tok)
	l.complete(elem, e.Tok)
	size := uint64(elem.Size())
	d := l.reg()
	at := l.site(e.Tok, "")
	what := text(e.Kids[0])
	own := l.site(e.Tok, what)
	l.elements[e] = lastAccess{own, n}
	if l.host {
		return &place{typ: elem, reg: -1, at: own, addr: value{typ: syntax.PointerTo(elem), slot: d, run: l.evaluated(l.scalarElement(base, i, n, size, what, at), d)}}
	}
	check := l.indexStep(base.slot, i.slot, d, n, size, what, at)
	return &place{typ: elem, reg: -1, at: own, addr: value{typ: syntax.PointerTo(elem), slot: d, run: seq(seq(base.run, i.run), check)}}
}

// indexStep computes the address of an element; n is the array's length, or -1.
func (l *lowering) indexStep(a, x, d, n int, size uint64, what string, at *simt.Site) simt.Op {
	address := addressStep(a, x, d, size)
	if n < 0 {
		return address
	}
	return func(w *simt.Warp, m uint32) {
		if f := &w.Rules[x]; m&^f.Where == 0 && f.Small() {
			if lo, hi := w.Core.Rows.Extent(f); lo >= 0 && hi < int64(n) {
				address(w, m)
				return
			}
		}
		q := w.In(x)
		if !lane.Inside(q, 0, uint64(n)-1, 0) {
			if bad := lane.Outside(q, 0, uint64(n)-1, 0) & m; bad != 0 {
				w.FailAt(&report.Place{Array: what, Index: int64(q[simt.First(bad)]), Length: int64(n), Does: ""}, "memcheck", at, simt.First(bad), "index %d is out of bounds of array '%s' of %d elements", int64(q[simt.First(bad)]), what, n)
			}
		}
		address(w, m)
	}
}

// addressStep computes addresses: register d = a + x*size.
func addressStep(a, x, d int, size uint64) simt.Op {
	add := lane.Index(size)
	return func(w *simt.Warp, m uint32) {
		if p, q := &w.Rules[a], &w.Rules[x]; m&^(p.Where&q.Where) == 0 {
			simt.Index(&w.Rules[d], p, q, size)
			return
		}
		add(w.Out(d), w.In(a), w.In(x))
	}
}

func text(e *syntax.Expr) string {
	switch e.Op {
	case "name":
		return e.Name
	case "index":
		return text(e.Kids[0]) + "[…]"
	case "member", "arrow":
		return text(e.Kids[0]) + map[string]string{"member": ".", "arrow": "->"}[e.Op] + e.Name
	case "call":
		return text(e.Kids[0]) + "(…)"
	}
	return "expression"
}
