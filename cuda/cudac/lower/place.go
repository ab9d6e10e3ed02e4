// This file lowers lvalues: what is assigned to, read and pointed at.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// assign stores a value of the place's type; the address is computed first.
func (l *lowering) assign(p *place, v value) simt.Op {
	if p.reg >= 0 {
		put := seq(p.before, l.move(v.slot, p.reg))
		if slot := p.unset - 1; slot >= 0 {
			return seq(put, func(w *simt.Warp, m uint32) { w.Masks[slot] &^= m })
		}
		return put
	}
	if p.typ.Kind == word.Struct {
		return seq(p.addr.run, l.copyBytes(p.addr.slot, v.slot, p.typ.Size(), p.typ.Alignment(), p.at))
	}
	if p.bits > 0 {
		return l.assignBits(p, v)
	}
	return seq(p.addr.run, l.store(p.addr.slot, v.slot, p.typ, p.at))
}

// assignBits stores a bit-field: the unit that holds it is read, changed and written.
func (l *lowering) assignBits(p *place, v value) simt.Op {
	p, run := l.fixed(p)
	d, z := l.reg(), l.reg()
	mask := uint64(1)<<p.bits - 1
	shift, kind := p.shift, p.typ.Kind
	return seq(run, seq(l.load(p.addr.slot, d, p.typ, p.at), seq(l.apply2(d, v.slot, z, func(old, x uint64) uint64 {
		return word.Wrap(kind, old&^(mask<<shift)|x&mask<<shift)
	}), l.store(p.addr.slot, z, p.typ, p.at))))
}

// readBits reads a bit-field.
func (l *lowering) readBits(p *place) value {
	d, z := l.reg(), l.reg()
	mask, sign := uint64(1)<<p.bits-1, uint64(0)
	if !p.typ.Kind.Unsigned() {
		sign = 1 << (p.bits - 1)
	}
	shift := p.shift
	return value{typ: syntax.Plain(p.typ), slot: z, run: seq(p.addr.run, seq(l.load(p.addr.slot, d, p.typ, p.at), l.apply1(d, z, func(x uint64) uint64 {
		x = x >> shift & mask
		return (x ^ sign) - sign
	})))}
}

// read is the value of a place.
func (l *lowering) read(p *place) value {
	if p.reg >= 0 {
		return value{typ: syntax.Plain(p.typ), slot: p.reg, run: seq(p.before, checkSet(p))}
	}
	if p.typ.Kind == word.Array {
		a := p.addr
		a.typ = syntax.PointerTo(p.typ.Elem)
		return a
	}
	if p.typ.Kind == word.Struct {
		a := p.addr
		a.typ, a.konst = syntax.Plain(p.typ), nil
		return a
	}
	if p.bits > 0 {
		return l.readBits(p)
	}
	d := l.reg()
	if l.host {
		return value{typ: syntax.Plain(p.typ), slot: d, run: l.evaluated(l.scalarLoad(p.addr, p.typ.Kind, p.at), d)}
	}
	l.polls = l.polls || p.typ.Volatile
	return value{typ: syntax.Plain(p.typ), slot: d, run: seq(p.addr.run, l.load(p.addr.slot, d, p.typ, p.at))}
}

// checkSet fails for lanes that read a variable which they have not set.
func checkSet(p *place) simt.Op {
	if p.unset == 0 {
		return nil
	}
	slot, at := p.unset-1, p.at
	return func(w *simt.Warp, m uint32) {
		if bad := w.Masks[slot] & m; bad != 0 {
			w.UnwrittenRead(nil, at, simt.First(bad), "read of uninitialised memory: this thread has not set %s yet", simt.Named(at, "this variable"))
			w.Masks[slot] &^= bad // said once
		}
	}
}

// load, store and copyBytes are those of a warp, or of the host.
func (l *lowering) load(a, d int, t *syntax.Type, at *simt.Site) simt.Op {
	if l.beside {
		return simt.LoadAbreast(a, d, t, at)
	}
	if !l.host {
		return l.requested(simt.Load(a, d, t, at), a, d, t, at, false)
	}
	k, n := t.Kind, t.Size()
	return func(w *simt.Warp, _ uint32) { w.Out(d)[0] = word.Load(w.Bytes(w.In(a)[0], n, 0, at, false), k) }
}

func (l *lowering) store(a, v int, t *syntax.Type, at *simt.Site) simt.Op {
	if l.beside {
		return simt.StoreAbreast(a, v, t, at)
	}
	if !l.host {
		return l.requested(simt.Store(a, v, t, at), a, v, t, at, true)
	}
	k, n := t.Kind, t.Size()
	return func(w *simt.Warp, _ uint32) { word.Store(w.Bytes(w.In(a)[0], n, 0, at, true), k, w.In(v)[0]) }
}

func (l *lowering) copyBytes(to, from, n, align int, at *simt.Site) simt.Op {
	if !l.host {
		return l.moved(simt.CopyBytes(to, from, n, align, at), to, from, n, at)
	}
	return func(w *simt.Warp, _ uint32) {
		dst, src := w.In(to)[0], w.In(from)[0]
		if dst != src && n > 0 {
			copy(w.Block(dst, n, 0, at, true), w.Block(src, n, 0, at, false))
		}
	}
}

// place lowers an lvalue; nil says that e is none.
func (l *lowering) place(e *syntax.Expr) *place {
	p := l.placeOf(e)
	if p != nil && p.at != nil && l.unit.Looks[e] {
		p.at.Looks = true
	}
	return p
}

func (l *lowering) placeOf(e *syntax.Expr) *place {
	switch e.Op {
	case "name":
		return l.namedPlace(e)
	case "unary":
		if e.Name != "*" {
			return nil
		}
		o := l.operand(e.Kids[0])
		if v, ok := l.overloaded("*", []operand{o}, e.Tok); ok {
			return l.resultPlace(v, e.Tok)
		}
		v := o.v
		if o.list || v.typ.Kind != word.Pointer {
			l.fail(e.Tok, "", "cannot take what '%s' points to: it is not a pointer", o)
		}
		l.pointsToObject(v.typ, e.Tok)
		at := l.site(e.Tok, "")
		l.elements[e] = lastAccess{at, -1}
		return &place{typ: l.resolve(v.typ.Elem, e.Tok), reg: -1, addr: v, at: at}
	case "index":
		return l.element(e)
	case "arrow":
		if _, ok := l.staticMember(e); ok {
			return nil
		}
		return l.arrow(e)
	case "member":
		if _, ok := l.builtinMember(e); ok {
			return nil
		}
		if _, ok := l.staticMember(e); ok {
			return nil
		}
		return l.dot(e)
	case "pre":
		p, _ := l.incremented(e)
		return p
	}
	if syntax.Assignments[e.Op] {
		p, _ := l.assigned(e)
		return p
	}
	return nil
}

// resultPlace is what an overloaded operator gives, as a place.
func (l *lowering) resultPlace(v value, at lex.Token) *place {
	if v.ref {
		return l.refPlace(v, at)
	}
	if v.typ.InMemory() {
		return &place{typ: v.typ, reg: -1, addr: value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}, at: l.site(at, ""), temp: true}
	}
	return &place{typ: v.typ, reg: v.slot, before: v.run, at: l.site(at, ""), temp: true}
}

func (l *lowering) pointsToObject(t *syntax.Type, at lex.Token) {
	if t.Elem.Kind == word.Void {
		l.fail(at, "cast it to a pointer to what lies there", "a 'void *' does not say what it points to")
	}
}

func (l *lowering) namedPlace(e *syntax.Expr) *place {
	if e.Type != nil {
		return l.staticPlace(l.resolve(e.Type, e.Tok), e)
	}
	if t := l.owner(); t != nil && l.find(e.Name) == nil {
		if p := l.staticPlace(t, e); p != nil {
			return p
		}
	}
	s := l.find(e.Name)
	if this := l.this(); s == nil || this != nil && l.globals[e.Name] == s {
		if this != nil {
			if e.Name == "this" {
				return nil
			}
			if f := this.typ.Elem.Field(e.Name); f != nil {
				return l.member(l.objectOf(*this, e.Tok), &syntax.Expr{Op: "member", Tok: e.Tok, Name: e.Name})
			}
			if p := l.anonymousMember(l.objectOf(*this, e.Tok), e); p != nil {
				return p
			}
		}
	}
	if s != nil && s.place == nil && s.decl != nil && s.decl.Shared && !l.host {
		if p := l.statics[s.decl]; p != nil {
			q := *p
			q.at = l.site(e.Tok, e.Name)
			return &q
		}
		own := &symbol{decl: s.decl}
		l.declareShared(s.decl, own, s.typ)
		if !s.decl.External {
			l.statics[s.decl] = own.place
		}
		return own.place
	}
	if s == nil || s.place == nil || s.konst != nil && s.typ.Const && !l.call.taken[e.Name] {
		return nil
	}
	l.checkSide(s, e)
	p := *s.place
	if p.reg < 0 && p.addr.slot < 0 {
		p.addr = l.constant(*p.addr.konst, p.addr.typ)
	}
	p.at = l.site(e.Tok, e.Name)
	return &p
}

// staticPlace is a variable of a class; nil for what is none.
func (l *lowering) staticPlace(t *syntax.Type, e *syntax.Expr) *place {
	if t.Class == nil {
		return nil
	}
	name := t.Class.Name + "::" + e.Name
	if s := l.globals[name]; s == nil || s.place == nil {
		return nil
	}
	return l.namedPlace(&syntax.Expr{Op: "name", Name: name, Tok: e.Tok})
}

// constType is t, or the elements of t, made const.
func constType(t *syntax.Type) *syntax.Type {
	u := *t
	if t.Kind == word.Array {
		u.Elem = constType(t.Elem)
	} else {
		u.Const = true
	}
	return &u
}

// checkSide fails where a variable of one side is named on the other.
func (l *lowering) checkSide(s *symbol, e *syntax.Expr) {
	d := s.decl
	if d == nil || l.beside || l.globals[e.Name] != s {
		return
	}
	device := d.Device || d.Constant || d.Shared
	switch {
	case l.host && device && !d.Managed && !l.addressOnly:
		l.fail(e.Tok, "copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol", "device variable '%s' cannot be read or written in host code", e.Name)
	case !l.host && !device && d.Tok.Header:
		l.fail(e.Tok, "printf works in kernels", "'%s' exists on the host only", e.Name)
	case !l.host && !device:
		l.fail(e.Tok, "declare it __device__ or __constant__, or pass it as an argument", "host variable '%s' cannot be used in device code", e.Name)
	}
}

// bindReference is what a reference refers to.
func (l *lowering) bindReference(o operand) (*place, simt.Op) {
	if o.list {
		l.fail(o.e.Tok, "", "a reference cannot be bound to a list in braces")
	}
	p := o.p
	switch {
	case p == nil:
		return l.temporary(o.v, o.e.Tok)
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
func (l *lowering) temporary(v value, at lex.Token) (*place, simt.Op) {
	if v.typ.InMemory() {
		d := l.reg()
		return &place{typ: v.typ, reg: -1, addr: value{typ: syntax.PointerTo(v.typ), slot: d}, at: l.site(at, "")}, seq(v.run, l.move(v.slot, d))
	}
	p := &place{typ: v.typ, reg: l.reg(), at: l.site(at, "")}
	return p, seq(v.run, l.assign(p, v))
}

// writable lowers an lvalue that may be written.
func (l *lowering) writable(e *syntax.Expr) *place {
	o := l.operand(e)
	p := o.p
	if !o.list && (p == nil || p.temp) && len(o.v.typ.Methods("operator=")) > 0 { // what stands for an element
		q := *l.resultPlace(o.v, e.Tok)
		q.temp = false
		return &q
	}
	if p == nil || p.temp {
		l.notAssignable(e)
	}
	if base := baseName(e); l.isConstantMemory(base) && !l.leaves(e) {
		l.fail(e.Tok, "set it with cudaMemcpyToSymbol on the host", "__constant__ variable '%s' cannot be written in a kernel", base)
	}
	if p.typ.Const {
		l.fail(e.Tok, "remove const from the declaration if it is to change", "cannot assign to '%s', whose type is '%s'", text(e), p.typ)
	}
	if p.typ.Kind == word.Array {
		l.fail(e.Tok, "assign its elements", "array type '%s' is not assignable", p.typ)
	}
	return p
}

// baseName is the variable that an access begins with.
func baseName(e *syntax.Expr) string {
	for e.Op == "index" || e.Op == "member" {
		e = e.Kids[0]
	}
	if e.Op != "name" {
		return ""
	}
	return e.Name
}

// leaves reports that an access goes through a pointer that stands in its variable.
func (l *lowering) leaves(e *syntax.Expr) bool {
	s := l.globals[baseName(e)]
	t := s.typ
	for n := e; n.Op == "index" || n.Op == "member"; n = n.Kids[0] {
		if n.Op == "member" {
			return false // its type says const
		}
		if t.Kind == word.Pointer {
			return true
		}
		t = t.Elem
	}
	return false
}

func (l *lowering) isConstantMemory(name string) bool {
	s := l.globals[name]
	return s != nil && s.decl.Constant && l.find(name) == s
}

func (l *lowering) notAssignable(e *syntax.Expr) {
	if s := l.find(e.Name); e.Op == "name" && s != nil && s.konst != nil {
		l.fail(e.Tok, "", "cannot assign to variable '%s' with const-qualified type '%s'", e.Name, s.typ)
	}
	if len(e.Kids) > 0 {
		if _, ok := simt.Coordinates[e.Kids[0].Name]; ok && e.Op == "member" {
			l.fail(e.Tok, "", "%s cannot be changed", e.Kids[0].Name)
		}
	}
	l.fail(e.Tok, "", "expression is not assignable")
}

// fixed makes a place whose address is computed by the returned step, once.
func (l *lowering) fixed(p *place) (*place, simt.Op) {
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
