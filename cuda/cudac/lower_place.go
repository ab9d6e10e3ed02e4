// This file lowers lvalues: what is assigned to, read and pointed at.

package cudac

import "gputour/cuda/cudac/lane"

// takenIn finds the variables of a body whose address is taken.
func takenIn(s *stmt) map[string]bool {
	taken := map[string]bool{}
	var inExpr func(e *expr)
	inExpr = func(e *expr) {
		if e == nil {
			return
		}
		if e.op == "unary" && e.name == "&" && e.kids[0].op == "name" {
			taken[e.kids[0].name] = true
		}
		for _, k := range e.kids {
			inExpr(k)
		}
	}
	var in func(s *stmt)
	in = func(s *stmt) {
		if s == nil {
			return
		}
		inExpr(s.cond)
		inExpr(s.post)
		for _, d := range s.decls {
			inExpr(d.init)
		}
		in(s.init)
		in(s.other)
		for _, b := range s.body {
			in(b)
		}
	}
	in(s)
	return taken
}

// part is a member or an element of what lies at a place.
func (l *lowering) part(p *place, offset int, t *Type) *place {
	if p.addr.konst != nil && p.addr.run == nil {
		return &place{typ: t, reg: -1, addr: l.constant(*p.addr.konst+uint64(offset), pointerTo(t)), at: p.at}
	}
	if offset == 0 {
		a := p.addr
		return &place{typ: t, reg: -1, addr: a, at: p.at}
	}
	d := l.reg()
	from := p.addr.slot
	add := func(w *warp, m uint32) {
		x, z := &w.r[from], &w.r[d]
		for i := range x {
			z[i] = x[i] + uint64(offset)
		}
	}
	return &place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d, run: seq(p.addr.run, add)}, at: p.at}
}

// assign stores a value of the place's type; the address is computed first.
func (l *lowering) assign(p *place, v value) step {
	if p.reg >= 0 {
		if slot := p.unset - 1; slot >= 0 {
			return seq(move(v.slot, p.reg), func(w *warp, m uint32) { w.masks[slot] &^= m })
		}
		return move(v.slot, p.reg)
	}
	if p.typ.Kind == Struct {
		return seq(p.addr.run, copyBytes(p.addr.slot, v.slot, p.typ.Size(), p.typ.alignment(), p.at))
	}
	return seq(p.addr.run, store(p.addr.slot, v.slot, p.typ, p.at))
}

// read is the value of a place.
func (l *lowering) read(p *place) value {
	if p.reg >= 0 {
		return value{typ: plain(p.typ), slot: p.reg, run: checkSet(p)}
	}
	if p.typ.Kind == Array {
		a := p.addr
		a.typ = pointerTo(p.typ.Elem)
		return a
	}
	if p.typ.Kind == Struct {
		a := p.addr
		a.typ, a.konst = plain(p.typ), nil
		return a
	}
	d := l.reg()
	l.polls = l.polls || p.typ.Volatile
	return value{typ: plain(p.typ), slot: d, run: seq(p.addr.run, load(p.addr.slot, d, p.typ, p.at))}
}

// checkSet fails for lanes that read a variable which they have not set.
func checkSet(p *place) step {
	if p.unset == 0 {
		return nil
	}
	slot, at := p.unset-1, p.at
	return func(w *warp, m uint32) {
		if bad := w.masks[slot] & m; bad != 0 {
			w.fail("initcheck", at, first(bad), "read of uninitialised memory: this thread has not set %s yet", named(at, "this variable"))
		}
	}
}

// place lowers an lvalue; nil says that e is none.
func (l *lowering) place(e *expr) *place {
	switch e.op {
	case "name":
		s := l.find(e.name)
		if s == nil && l.call != nil && l.call.this != nil {
			if f := l.call.this.typ.Elem.field(e.name); f != nil {
				return l.part(&place{typ: l.call.this.typ.Elem, reg: -1, addr: *l.call.this, at: l.site(e.tok, "")}, f.Offset, f.Type)
			}
		}
		if s == nil || s.place == nil {
			return nil
		}
		p := *s.place
		if p.reg < 0 && p.addr.slot < 0 {
			p.addr = l.constant(*p.addr.konst, p.addr.typ)
		}
		p.at = l.site(e.tok, e.name)
		return &p
	case "unary":
		if e.name != "*" {
			return nil
		}
		v := l.rvalue(e.kids[0])
		if v.typ.Kind != Pointer {
			l.fail(e.tok, "", "cannot take what '%s' points to: it is not a pointer", v.typ)
		}
		return &place{typ: v.typ.Elem, reg: -1, addr: v, at: l.site(e.tok, "")}
	case "index":
		return l.element(e)
	case "arrow":
		v := l.rvalue(e.kids[0])
		if v.typ.Kind != Pointer || v.typ.Elem.Kind != Struct {
			l.fail(e.tok, "", "member reference '->' to '%s', which is not a pointer to a struct", v.typ)
		}
		return l.member(&place{typ: v.typ.Elem, reg: -1, addr: v, at: l.site(e.tok, "")}, e)
	case "member":
		p := l.place(e.kids[0])
		if p == nil {
			v := l.rvalue(e.kids[0])
			p = &place{typ: v.typ, reg: -1, addr: v, at: l.site(e.tok, "")}
		}
		if p.typ.Kind != Struct {
			hint := ""
			if p.typ.Kind == Pointer && p.typ.Elem.Kind == Struct {
				hint = "it is a pointer: write -> instead of ."
			}
			l.fail(e.tok, hint, "'%s' has no members", p.typ)
		}
		return l.member(p, e)
	case "pre":
		l.fail(e.tok, "", "the result of %s is not supported as a place", e.name)
	}
	return nil
}

func (l *lowering) member(p *place, e *expr) *place {
	f := p.typ.field(e.name)
	if f == nil {
		var list []string
		for _, f := range p.typ.Fields {
			list = append(list, f.Name)
		}
		l.fail(e.tok, suggest(e.name, list), "no member named '%s' in '%s'", e.name, p.typ.Name)
	}
	t := l.resolve(f.Type, e.tok)
	if p.typ.Const && !t.Const {
		c := *t
		c.Const = true
		t = &c
	}
	return l.part(p, f.Offset, t)
}

// element lowers a[i]. An index of an array whose length is known is checked by itself.
func (l *lowering) element(e *expr) *place {
	base, i := l.rvalue(e.kids[0]), l.rvalue(e.kids[1])
	if base.typ.isInt() && i.typ.Kind == Pointer {
		base, i = i, base
	}
	if base.typ.Kind != Pointer {
		l.fail(e.tok, "", "subscripted value of type '%s' is not an array or a pointer", base.typ)
	}
	if !i.typ.isInt() {
		l.fail(e.tok, "", "array subscript of type '%s' is not an integer", i.typ)
	}
	if base.typ.Elem.Kind == Void {
		l.fail(e.tok, "cast it to a pointer to what lies there", "subscript of a 'void *'")
	}
	n := -1
	if p := l.arrayOf(e.kids[0]); p != nil && p.Kind == Array {
		n = p.N
	}
	size := uint64(base.typ.Elem.Size())
	d := l.reg()
	at := l.site(e.tok, "")
	what := text(e.kids[0])
	if base.slot < 0 {
		base = l.constant(*base.konst, base.typ)
	}
	a, x := base.slot, i.slot
	index := lane.Index(size)
	add := func(w *warp, m uint32) {
		q := &w.r[x]
		if n >= 0 {
			if bad := lane.Outside(q, 0, uint64(n)-1, 0) & m; bad != 0 {
				w.fail("memcheck", at, first(bad), "index %d is out of bounds of array '%s' of %d elements", int64(q[first(bad)]), what, n)
			}
		}
		index(&w.r[d], &w.r[a], q)
	}
	return &place{typ: base.typ.Elem, reg: -1, at: at, addr: value{typ: base.typ, slot: d, run: seq(seq(base.run, i.run), add)}}
}

// arrayOf is the array type of an expression that names an array or a row of one.
func (l *lowering) arrayOf(e *expr) *Type {
	switch e.op {
	case "name":
		if s := l.find(e.name); s != nil {
			return s.typ
		}
	case "index":
		if t := l.arrayOf(e.kids[0]); t != nil && t.Kind == Array {
			return t.Elem
		}
	}
	return nil
}

func text(e *expr) string {
	switch e.op {
	case "name":
		return e.name
	case "index":
		return text(e.kids[0]) + "[…]"
	case "member":
		return text(e.kids[0]) + "." + e.name
	}
	return "expression"
}

// lvalueOrTemp binds a reference.
func (l *lowering) lvalueOrTemp(e *expr) (*place, step) {
	if p := l.place(e); p != nil {
		if p.reg >= 0 || p.addr.run == nil {
			return p, nil
		}
		// The address is computed once, when the reference is bound.
		d := l.reg()
		f := seq(p.addr.run, move(p.addr.slot, d))
		return &place{typ: p.typ, reg: -1, at: p.at, addr: value{typ: p.addr.typ, slot: d}}, f
	}
	v := l.rvalue(e)
	p := &place{typ: v.typ, reg: l.reg(), at: l.site(e.tok, "")}
	if v.typ.inMemory() {
		return &place{typ: v.typ, reg: -1, addr: v, at: p.at}, nil
	}
	return p, seq(v.run, l.assign(p, v))
}

// writable lowers an lvalue that may be written.
func (l *lowering) writable(e *expr) *place {
	p := l.place(e)
	if p == nil {
		if s := l.find(e.name); e.op == "name" && s != nil && s.konst != nil {
			l.fail(e.tok, "", "cannot assign to variable '%s' with const-qualified type '%s'", e.name, s.typ)
		}
		if _, ok := builtinVectors[e.kids0()]; ok {
			l.fail(e.tok, "", "%s cannot be changed", e.kids0())
		}
		if e.op == "name" {
			l.nameValue(e)
		}
		l.fail(e.tok, "", "expression is not assignable")
	}
	if p.typ.Const {
		l.fail(e.tok, "remove const from the declaration if it is to change", "cannot assign to '%s', whose type is '%s'", text(e), p.typ)
	}
	if p.typ.Kind == Array {
		l.fail(e.tok, "assign its elements", "array type '%s' is not assignable", p.typ)
	}
	if s := l.find(e.name); e.op == "name" && s != nil && s.decl != nil && s.decl.constant {
		l.fail(e.tok, "", "__constant__ variable '%s' cannot be written in a kernel", e.name)
	}
	return p
}

func (e *expr) kids0() string {
	if len(e.kids) > 0 {
		return e.kids[0].name
	}
	return ""
}

// fixed makes a place whose address is computed by the returned step, once.
func (l *lowering) fixed(p *place) (*place, step) {
	if p.reg >= 0 || p.addr.run == nil {
		return p, nil
	}
	q := *p
	q.addr.run = nil
	return &q, p.addr.run
}
