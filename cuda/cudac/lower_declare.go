// This file lowers declarations: variables, their types and their memory.

package cudac

// maxArray bounds the bytes of one array.
const maxArray = 64 << 20

// resolve makes a written type concrete.
func (l *lowering) resolve(t *Type, at token) *Type {
	switch t.Kind {
	case Struct:
		if t.origin != nil && t.size != t.origin.size { // mentioned inside itself
			u := *t.origin
			u.Const, u.Volatile = t.Const, t.Volatile
			return &u
		}
	case paramType:
		if l.call != nil {
			if u := l.call.types[t.Name]; u != nil {
				if t.Const {
					c := *u
					c.Const = true
					return &c
				}
				return u
			}
		}
		l.fail(at, "", "unknown type '%s'", t.Name)
	case Pointer:
		e := l.resolve(t.Elem, at)
		if e == t.Elem {
			return t
		}
		u := *t
		u.Elem = e
		return &u
	case Array:
		u := *t
		u.Elem = l.resolve(t.Elem, at)
		if t.dim != nil {
			n, ok := l.c.constant(t.dim, l)
			if !ok {
				l.fail(at, "make the length a constexpr int, a #define or a template parameter", "the length of array '%s' is not a constant", at.text)
			}
			if n <= 0 || n > 1<<26 {
				l.fail(at, "", "array '%s' has a length of %d", at.text, n)
			}
			u.N, u.dim = int(n), nil
		}
		if u.N > 0 && u.Elem.Size() > maxArray/u.N {
			l.fail(at, "", "array '%s' is too large", at.text)
		}
		return &u
	}
	return t
}

// declare lowers a local variable.
func (l *lowering) declare(d *decl) step {
	if old := l.scopes[len(l.scopes)-1][d.name]; old != nil && old.decl != nil {
		l.fail(d.tok, "", "redefinition of '%s'", d.name)
	}
	s := &symbol{decl: d}
	bind := func() { l.scopes[len(l.scopes)-1][d.name] = s }
	typ := d.typ
	if typ.Kind == autoType {
		if d.init == nil {
			l.fail(d.tok, "", "declaration of 'auto %s' has no initializer", d.name)
		}
		if !d.ref {
			v := l.rvalue(d.init)
			return l.declareWith(d, s, plain(v.typ), &v)
		}
	} else if typ.Kind == Array && typ.N < 0 && typ.dim == nil && d.init != nil {
		u := *typ
		u.N = len(d.init.kids)
		typ = &u
	}
	if d.ref {
		if d.init == nil {
			l.fail(d.tok, "", "reference '%s' needs something to refer to", d.name)
		}
		p, f := l.lvalueOrTemp(d.init)
		s.typ, s.place = p.typ, p
		bind()
		return f
	}
	typ = l.resolve(typ, d.tok)
	if typ.Kind == Void {
		l.fail(d.tok, "", "variable '%s' has type void", d.name)
	}
	if d.shared {
		defer bind()
		return l.declareShared(d, s, typ)
	}
	if (typ.Const || d.constexpr) && typ.isInt() && d.init != nil {
		if n, ok := l.c.constant(d.init, l); ok {
			n = int64(wrap(typ.Kind, uint64(n)))
			s.konst = &n
		}
	}
	if d.init != nil && !(d.init.op == "construct" && typ.isScalar()) && typ.isScalar() {
		v := l.initial(d.init, typ)
		return l.declareWith(d, s, typ, &v)
	}
	f := l.declareWith(d, s, typ, nil)
	if d.init == nil {
		return f
	}
	return seq(f, l.fill(s.place, d.init))
}

// declareWith makes room for a variable and stores its value.
func (l *lowering) declareWith(d *decl, s *symbol, typ *Type, v *value) step {
	s.typ = typ
	l.scopes[len(l.scopes)-1][d.name] = s
	if typ.inMemory() || l.call.taken[d.name] {
		if typ.Kind == Array && typ.N < 0 {
			l.fail(d.tok, "", "array '%s' needs a length", d.name)
		}
		s.place = &place{typ: typ, reg: -1, addr: l.constant(l.allot(typ), pointerTo(typ)), at: l.site(d.tok, d.name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
	}
	if v == nil {
		return l.leaveUnset(s.place)
	}
	return seq(v.run, l.assign(s.place, *v))
}

// leaveUnset makes a variable one that may not be read before it is written.
func (l *lowering) leaveUnset(p *place) step {
	if p.reg < 0 {
		return nil
	}
	slot := l.mask()
	p.unset = slot + 1
	return func(w *warp, m uint32) { w.masks[slot] |= m }
}

// allot takes room in a lane's own memory and returns its address.
func (l *lowering) allot(t *Type) uint64 {
	a := max(t.alignment(), 1)
	l.local = (l.local + a - 1) / a * a
	at := l.local
	if l.local += t.Size(); l.local > 1<<19 {
		l.fail(l.call.f.tok, "", "function '%s' needs more than 512 KiB of local memory in each thread", l.call.f.name)
	}
	return addressOf(localSpace, at)
}

func (l *lowering) declareShared(d *decl, s *symbol, typ *Type) step {
	s.typ = typ
	if d.init != nil {
		l.fail(d.tok, "assign it in one thread, then __syncthreads()", "a __shared__ variable cannot have an initializer")
	}
	if d.external {
		if typ.Kind == Array {
			u := *typ
			u.N = -1
			typ = &u
		}
		slot := l.reg()
		l.extern = append(l.extern, slot)
		s.typ = typ
		s.place = &place{typ: typ, reg: -1, addr: value{typ: pointerTo(typ), slot: slot}, at: l.site(d.tok, d.name)}
		return nil
	}
	if typ.Kind == Array && typ.N < 0 {
		l.fail(d.tok, "give it a length, or make it extern __shared__ and pass the bytes at launch", "__shared__ array '%s' has no length", d.name)
	}
	a := max(typ.alignment(), 4)
	l.shared = (l.shared + a - 1) / a * a
	addr := addressOf(sharedSpace, l.shared)
	l.shared += typ.Size()
	s.place = &place{typ: typ, reg: -1, addr: l.constant(addr, pointerTo(typ)), at: l.site(d.tok, d.name)}
	return nil
}
