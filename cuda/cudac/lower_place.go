// This file lowers lvalues: what is assigned to, read and pointed at.

package cudac

import "gputour/cuda/cudac/lane"

// takenIn are the variables of a function whose address may be taken: those behind an &,
// and arguments of functions that return a reference.
func (u *unit) takenIn(f *function) map[string]bool {
	if t := u.taken[f]; t != nil {
		return t
	}
	taken := map[string]bool{}
	if f.body != nil {
		walk(f.body, func(e *expr) {
			switch {
			case e.op == "unary" && e.name == "&" && e.kids[0].op == "name":
				taken[e.kids[0].name] = true
			case (e.op == "call" || e.op == "launch") && e.kids[0].op == "name":
				for _, g := range u.functions[e.kids[0].name] {
					for _, k := range e.kids[1:] {
						if g.retRef && k.op == "name" {
							taken[k.name] = true
						}
					}
				}
			}
		})
	}
	u.taken[f] = taken
	return taken
}

// walk visits the expressions of a statement.
func walk(s *stmt, visit func(*expr)) {
	if s == nil {
		return
	}
	for _, e := range []*expr{s.cond, s.post} {
		walkExpr(e, visit)
	}
	for _, d := range s.decls {
		walkExpr(d.init, visit)
	}
	walk(s.init, visit)
	walk(s.other, visit)
	for _, b := range s.body {
		walk(b, visit)
	}
}

func walkExpr(e *expr, visit func(*expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, k := range e.kids {
		walkExpr(k, visit)
	}
	for _, k := range e.setup {
		walkExpr(k, visit)
	}
}

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
	from := p.addr.slot
	add := func(w *warp, m uint32) {
		x, z := &w.r[from], &w.r[d]
		for i := range x {
			z[i] = x[i] + uint64(offset)
		}
	}
	if l.host {
		add = func(w *warp, _ uint32) { w.r[d][0] = w.r[from][0] + uint64(offset) }
	}
	return &place{typ: t, reg: -1, addr: value{typ: pointerTo(t), slot: d, run: seq(p.addr.run, add)}, at: p.at}
}

// assign stores a value of the place's type; the address is computed first.
func (l *lowering) assign(p *place, v value) step {
	if p.reg >= 0 {
		put := seq(p.before, l.move(v.slot, p.reg))
		if slot := p.unset - 1; slot >= 0 {
			return seq(put, func(w *warp, m uint32) { w.masks[slot] &^= m })
		}
		return put
	}
	if p.typ.Kind == Struct {
		return seq(p.addr.run, l.copyBytes(p.addr.slot, v.slot, p.typ.Size(), p.typ.alignment(), p.at))
	}
	return seq(p.addr.run, l.store(p.addr.slot, v.slot, p.typ, p.at))
}

// read is the value of a place.
func (l *lowering) read(p *place) value {
	if p.reg >= 0 {
		return value{typ: plain(p.typ), slot: p.reg, run: seq(p.before, checkSet(p))}
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
	return value{typ: plain(p.typ), slot: d, run: seq(p.addr.run, l.load(p.addr.slot, d, p.typ, p.at))}
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

// load, store and copyBytes are those of a warp, or of the host.
func (l *lowering) load(a, d int, t *Type, at *site) step {
	if !l.host {
		return load(a, d, t, at)
	}
	k, n := t.Kind, t.Size()
	return func(w *warp, _ uint32) { w.r[d][0] = get(w.bytes(w.r[a][0], n, 0, at, false), k) }
}

func (l *lowering) store(a, v int, t *Type, at *site) step {
	if !l.host {
		return store(a, v, t, at)
	}
	k, n := t.Kind, t.Size()
	return func(w *warp, _ uint32) { put(w.bytes(w.r[a][0], n, 0, at, true), k, w.r[v][0]) }
}

func (l *lowering) copyBytes(to, from, n, align int, at *site) step {
	if !l.host {
		return copyBytes(to, from, n, align, at)
	}
	return func(w *warp, _ uint32) {
		dst, src := w.r[to][0], w.r[from][0]
		if dst != src && n > 0 {
			copy(w.block(dst, n, 0, at, true), w.block(src, n, 0, at, false))
		}
	}
}

// place lowers an lvalue; nil says that e is none.
func (l *lowering) place(e *expr) *place {
	switch e.op {
	case "name":
		return l.namedPlace(e)
	case "unary":
		if e.name != "*" {
			return nil
		}
		o := l.operand(e.kids[0])
		if v, ok := l.overloaded("*", []operand{o}, e.tok); ok {
			return l.resultPlace(v, e.tok)
		}
		v := o.v
		if o.list || v.typ.Kind != Pointer {
			l.fail(e.tok, "", "cannot take what '%s' points to: it is not a pointer", o)
		}
		l.pointsToObject(v.typ, e.tok)
		return &place{typ: l.resolve(v.typ.Elem, e.tok), reg: -1, addr: v, at: l.site(e.tok, "")}
	case "index":
		return l.element(e)
	case "arrow":
		return l.arrow(e)
	case "member":
		if _, ok := l.builtinMember(e); ok {
			return nil
		}
		return l.dot(e)
	case "pre":
		p, _ := l.incremented(e)
		return p
	}
	if assignments[e.op] {
		p, _ := l.assigned(e)
		return p
	}
	return nil
}

// resultPlace is what an overloaded operator gives, as a place.
func (l *lowering) resultPlace(v value, at token) *place {
	if v.ref {
		return l.refPlace(v, at)
	}
	if v.typ.inMemory() {
		return &place{typ: v.typ, reg: -1, addr: value{typ: pointerTo(v.typ), slot: v.slot, run: v.run}, at: l.site(at, ""), temp: true}
	}
	return &place{typ: v.typ, reg: v.slot, before: v.run, at: l.site(at, ""), temp: true}
}

func (l *lowering) pointsToObject(t *Type, at token) {
	if t.Elem.Kind == Void {
		l.fail(at, "cast it to a pointer to what lies there", "a 'void *' does not say what it points to")
	}
}

func (l *lowering) namedPlace(e *expr) *place {
	if e.typ != nil {
		return nil
	}
	s := l.find(e.name)
	if this := l.this(); s == nil || this != nil && l.globals[e.name] == s {
		if this != nil {
			if e.name == "this" {
				return nil
			}
			if f := this.typ.Elem.field(e.name); f != nil {
				return l.member(l.objectOf(*this, e.tok), &expr{op: "member", tok: e.tok, name: e.name})
			}
			if p := l.anonymousMember(l.objectOf(*this, e.tok), e); p != nil {
				return p
			}
		}
	}
	if s == nil || s.place == nil || s.konst != nil && s.typ.Const && !l.call.taken[e.name] {
		return nil
	}
	l.checkSide(s, e)
	p := *s.place
	if p.reg < 0 && p.addr.slot < 0 {
		p.addr = l.constant(*p.addr.konst, p.addr.typ)
	}
	if s.decl != nil && s.decl.constant && !l.host {
		p.typ = constType(p.typ)
	}
	p.at = l.site(e.tok, e.name)
	return &p
}

// constType is t, or the elements of t, made const.
func constType(t *Type) *Type {
	u := *t
	if t.Kind == Array {
		u.Elem = constType(t.Elem)
	} else {
		u.Const = true
	}
	return &u
}

// checkSide fails where a variable of one side is named on the other.
func (l *lowering) checkSide(s *symbol, e *expr) {
	d := s.decl
	if d == nil || l.globals[e.name] != s {
		return
	}
	device := d.device || d.constant || d.shared
	switch {
	case l.host && device && !d.managed && !l.addressOnly:
		l.fail(e.tok, "copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol", "device variable '%s' cannot be read or written in host code", e.name)
	case !l.host && !device:
		l.fail(e.tok, "declare it __device__ or __constant__, or pass it as an argument", "host variable '%s' cannot be used in device code", e.name)
	}
}

func (l *lowering) arrow(e *expr) *place {
	o := l.operand(e.kids[0])
	if !o.list && o.v.typ.Kind == Struct {
		if v, ok := l.overloaded("->", []operand{o}, e.tok); ok {
			o.v = l.deref(v)
		}
	}
	v := o.v
	if o.list || v.typ.Kind != Pointer || v.typ.Elem.Kind != Struct {
		hint := ""
		if !o.list && v.typ.Kind == Struct {
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
	if p.typ.Kind != Struct {
		hint := ""
		if p.typ.Kind == Pointer && p.typ.Elem.Kind == Struct {
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
		l.fail(e.tok, suggest(e.name, list), "no member named '%s' in '%s'", e.name, plain(p.typ))
	}
	t := l.resolve(f.Type, e.tok)
	if p.typ.Const && !t.Const {
		c := *t
		c.Const = true
		t = &c
	}
	return l.part(p, f.Offset, t)
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
	if first.p != nil && first.p.typ.Kind == Array {
		n = first.p.typ.N
	}
	elem := l.resolve(base.typ.Elem, e.tok)
	l.complete(elem, e.tok)
	size := uint64(elem.Size())
	d := l.reg()
	at := l.site(e.tok, "")
	what := text(e.kids[0])
	a, x := base.slot, i.slot
	check := l.indexStep(a, x, d, n, size, what, at)
	return &place{typ: elem, reg: -1, at: l.site(e.tok, what), addr: value{typ: pointerTo(elem), slot: d, run: seq(seq(base.run, i.run), check)}}
}

// indexStep computes the address of an element; n is the array's length, or -1.
func (l *lowering) indexStep(a, x, d, n int, size uint64, what string, at *site) step {
	if l.host {
		return func(w *warp, _ uint32) {
			if i := w.r[x][0]; n >= 0 && i >= uint64(n) {
				w.fail("memcheck", at, 0, "index %d is out of bounds of array '%s' of %d elements", int64(i), what, n)
			}
			w.r[d][0] = w.r[a][0] + w.r[x][0]*size
		}
	}
	index := lane.Index(size)
	return func(w *warp, m uint32) {
		q := &w.r[x]
		if n >= 0 && !lane.Inside(q, 0, uint64(n)-1, 0) {
			if bad := lane.Outside(q, 0, uint64(n)-1, 0) & m; bad != 0 {
				w.fail("memcheck", at, first(bad), "index %d is out of bounds of array '%s' of %d elements", int64(q[first(bad)]), what, n)
			}
		}
		index(&w.r[d], &w.r[a], q)
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

// bindReference is what a reference refers to.
func (l *lowering) bindReference(o operand) (*place, step) {
	if o.list {
		l.fail(o.e.tok, "", "a reference cannot be bound to a list in braces")
	}
	p := o.p
	switch {
	case p == nil:
		return l.temporary(o.v, o.e.tok)
	case p.reg >= 0:
		q := *p
		q.before = nil
		return &q, p.before
	case p.addr.run == nil:
		return p, nil
	}
	// The address is computed once, when the reference is bound.
	d := l.reg()
	f := seq(p.addr.run, l.move(p.addr.slot, d))
	return &place{typ: p.typ, reg: -1, at: p.at, addr: value{typ: p.addr.typ, slot: d}}, f
}

// temporary keeps a value where a reference can refer to it.
func (l *lowering) temporary(v value, at token) (*place, step) {
	if v.typ.inMemory() {
		d := l.reg()
		return &place{typ: v.typ, reg: -1, addr: value{typ: pointerTo(v.typ), slot: d}, at: l.site(at, "")}, seq(v.run, l.move(v.slot, d))
	}
	p := &place{typ: v.typ, reg: l.reg(), at: l.site(at, "")}
	return p, seq(v.run, l.assign(p, v))
}

// writable lowers an lvalue that may be written.
func (l *lowering) writable(e *expr) *place {
	o := l.operand(e)
	p := o.p
	if p == nil || p.temp {
		l.notAssignable(e)
	}
	if base := baseName(e); p.typ.Const && l.isConstantMemory(base) {
		l.fail(e.tok, "set it with cudaMemcpyToSymbol on the host", "__constant__ variable '%s' cannot be written in a kernel", base)
	}
	if p.typ.Const {
		l.fail(e.tok, "remove const from the declaration if it is to change", "cannot assign to '%s', whose type is '%s'", text(e), p.typ)
	}
	if p.typ.Kind == Array {
		l.fail(e.tok, "assign its elements", "array type '%s' is not assignable", p.typ)
	}
	return p
}

// baseName is the variable that an access begins with.
func baseName(e *expr) string {
	for e.op == "index" || e.op == "member" {
		e = e.kids[0]
	}
	if e.op != "name" {
		return ""
	}
	return e.name
}

func (l *lowering) isConstantMemory(name string) bool {
	s := l.globals[name]
	return s != nil && s.decl.constant && l.find(name) == s
}

func (l *lowering) notAssignable(e *expr) {
	if s := l.find(e.name); e.op == "name" && s != nil && s.konst != nil {
		l.fail(e.tok, "", "cannot assign to variable '%s' with const-qualified type '%s'", e.name, s.typ)
	}
	if len(e.kids) > 0 {
		if _, ok := builtinVectors[e.kids[0].name]; ok && e.op == "member" {
			l.fail(e.tok, "", "%s cannot be changed", e.kids[0].name)
		}
	}
	l.fail(e.tok, "", "expression is not assignable")
}

// fixed makes a place whose address is computed by the returned step, once.
func (l *lowering) fixed(p *place) (*place, step) {
	if p.reg >= 0 {
		q := *p
		q.before = nil
		return &q, p.before
	}
	if p.addr.run == nil {
		return p, nil
	}
	q := *p
	q.addr.run = nil
	return &q, p.addr.run
}
