// This file lowers declarations: variables, their types and their memory.

package cudac

import "gputour/cuda/cudac/word"

// maxArray bounds the bytes of one array.
const maxArray = 64 << 20

// resolve makes a written type concrete.
func (l *lowering) resolve(t *Type, at token) *Type {
	if t.member != "" {
		return l.memberType(t, at)
	}
	switch {
	case t.generic != nil:
		return l.instance(t, at)
	case t.Kind == word.Struct && t.class != nil && !t.class.complete:
		return t // a pointer may point to it
	case t.Kind == word.Parameter:
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
	case t.Kind == word.Pointer:
		e := l.resolve(t.Elem, at)
		if e == t.Elem {
			return t
		}
		u := *t
		u.Elem = e
		return &u
	case t.Kind == word.Array:
		return l.resolveArray(t, at)
	case t.Kind == word.Auto && t.dim != nil:
		return l.decltype(t, at)
	}
	return t
}

// memberType is the type T::name of a class that is known by now.
func (l *lowering) memberType(t *Type, at token) *Type {
	owner := *t
	owner.member = ""
	u := l.resolve(&owner, at)
	if u.class == nil || u.class.types[t.member] == nil {
		l.fail(at, "", "no type named '%s' in '%s'", t.member, u)
	}
	u = l.resolve(u.class.types[t.member], at)
	if t.Const && !u.Const {
		u = constType(u)
	}
	return u
}

// decltype is the type of the expression in decltype(…).
func (l *lowering) decltype(t *Type, at token) *Type {
	o := l.operand(t.dim)
	if o.list {
		l.fail(at, "", "a list in braces has no type")
	}
	if o.p != nil {
		return plain(o.p.typ)
	}
	return plain(o.v.typ)
}

func (l *lowering) resolveArray(t *Type, at token) *Type {
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

// instance makes the instance of a class template that a type mentions.
func (l *lowering) instance(t *Type, at token) *Type {
	args := make([]templateArg, len(t.args))
	for i, a := range t.args {
		if args[i] = a; a.typ != nil {
			args[i].typ = l.resolve(a.typ, at)
		}
	}
	u := l.unit.parser.instantiate(t.generic, args, l, l.shown(at))
	if l.c.failed() {
		panic(stopParse{})
	}
	if !t.Const {
		return u
	}
	c := *u
	c.Const = true
	return &c
}

// complete fails where a variable would have a type that is only declared.
func (l *lowering) complete(t *Type, at token) {
	for t.Kind == word.Array {
		t = t.Elem
	}
	if t.Kind == word.Struct && (t.class == nil || !t.class.complete) {
		l.fail(at, "", "variable has incomplete type '%s'", t)
	}
}

// declareOrBreak declares a variable; one with an error is known all the same, so that it
// is complained of once.
func (l *lowering) declareOrBreak(d *decl) (run step) {
	done := false
	defer func() {
		if old := l.top().names[d.name]; !done && (old == nil || old.decl == d) {
			l.bind(d.name, &symbol{decl: d, broken: true, used: true})
		}
	}()
	run = l.declare(d)
	done = true
	return run
}

// declare lowers a local variable.
func (l *lowering) declare(d *decl) step {
	if d.init != nil {
		if e := l.withoutPacks(d.init); e != d.init {
			c := *d
			c.init, d = e, &c
		}
	}
	if old := l.top().names[d.name]; old != nil && old.decl != nil {
		l.fail(d.tok, "", "redefinition of '%s'", d.name)
	}
	l.noteHostPointer(d)
	s := &symbol{decl: d}
	typ := d.typ
	if len(d.parts) > 0 {
		return l.declareParts(d)
	}
	if d.ref {
		return l.declareReference(d, s)
	}
	if typ.Kind == word.Auto && typ.dim == nil {
		v := l.autoValue(d)
		return l.declareWith(d, s, plain(v.typ), &v)
	}
	if l.host && typ.Kind == word.Array && typ.dim != nil && !d.static && d.init == nil {
		if _, ok := l.c.constant(typ.dim, l); !ok {
			return l.declareMeasured(d, s, typ)
		}
	}
	typ = l.resolve(l.measured(typ, d.init), d.tok)
	if typ.Kind == word.Void {
		l.fail(d.tok, "", "variable '%s' has type void", d.name)
	}
	l.complete(typ, d.tok)
	if !l.host && typ.Kind == word.Struct && typ.class.header && typ.destructor() != nil {
		l.fail(d.tok, "declare an array, or pass a pointer to the kernel", "'std::%s' keeps its values in host memory and cannot be used in device code", typ)
	}
	if d.shared {
		defer l.bind(d.name, s)
		return l.declareShared(d, s, typ)
	}
	if d.static && l.host {
		return l.declareStatic(d, s, typ)
	}
	if (typ.Const || d.constexpr) && typ.isInt() && d.init != nil {
		if n, ok := l.c.constant(d.init, l); ok {
			n = int64(word.Wrap(typ.Kind, uint64(n)))
			s.konst = &n
		}
	}
	if d.init != nil && typ.isScalar() {
		v := l.scalarInit(d, typ)
		return l.declareWith(d, s, typ, &v)
	}
	f := l.declareWith(d, s, typ, nil)
	return seq(f, l.initialise(s.place, d.init, d.tok))
}

// declareMeasured declares an array of the host whose length is known when it is made, as
// g++ takes it: its elements live with the program's own memory.
func (l *lowering) declareMeasured(d *decl, s *symbol, typ *Type) step {
	elem := l.resolve(typ.Elem, d.tok)
	l.complete(elem, d.tok)
	n := l.convert(l.rvalue(typ.dim), basic[word.I64], d.tok)
	base, count, at := l.reg(), l.reg(), l.site(d.tok, d.name)
	size := int64(elem.Size())
	s.typ = &Type{Kind: word.Array, Elem: elem, N: -1}
	s.place = &place{typ: s.typ, reg: -1, addr: value{typ: pointerTo(s.typ), slot: base}, at: at}
	l.bind(d.name, s)
	run := seq(n.run, func(w *warp, _ uint32) {
		k := int64(w.in(n.slot)[0])
		if k < 0 || k > maxHeap/max(size, 1) {
			w.fail("memcheck", at, 0, "array '%s' has a length of %d", d.name, k)
		}
		w.out(count)[0] = uint64(k)
		w.out(base)[0] = w.run.host.quiet(w, uint64(k*size), at)
	})
	if elem.Kind == word.Struct {
		run = seq(run, l.makeElements(elem, base, count, d.tok))
	}
	return run
}

// declareParts declares the names of auto [a, b] = …: members or elements.
func (l *lowering) declareParts(d *decl) step {
	p, run := l.bindReference(l.operand(d.init))
	if !d.ref && p.typ.Kind == word.Struct {
		q := &place{typ: plain(p.typ), reg: -1, addr: l.allot(p.typ), at: p.at}
		run = seq(run, l.copyAt(q, l.read(p), d.tok))
		p = q
	}
	var parts []*place
	switch p.typ.Kind {
	case word.Struct:
		for _, f := range p.typ.Members() {
			parts = append(parts, l.part(p, f.Offset, l.resolve(f.Type, d.tok)))
		}
	case word.Array:
		for i := range p.typ.N {
			parts = append(parts, l.part(p, i*p.typ.Elem.Size(), p.typ.Elem))
		}
	}
	if len(parts) != len(d.parts) {
		l.fail(d.tok, "", "'%s' has %d parts, and %d names are given", p.typ, len(parts), len(d.parts))
	}
	for i, t := range d.parts {
		q, f := l.bindReference(operand{e: &expr{op: "name", name: t.text, tok: t}, p: parts[i]})
		run = seq(run, f)
		l.bind(t.text, &symbol{decl: &decl{tok: t, name: t.text}, typ: q.typ, place: q, used: true})
	}
	return run
}

func (l *lowering) scalarInit(d *decl, typ *Type) value {
	e := d.init
	if e.op == "construct" && e.tok.is("(") { // T x(1);
		if len(e.kids) != 1 {
			l.fail(d.tok, "", "'%s' takes one value", typ)
		}
		e = e.kids[0]
	}
	return l.initial(e, typ)
}

// initialise gives a new object of a struct or array its value.
func (l *lowering) initialise(p *place, e *expr, at token) step {
	var f step
	switch {
	case e != nil && e.op == "construct" && e.tok.is("(") && p.typ.Kind == word.Struct: // T x(…);
		f = l.constructAt(p, l.operands(e.kids), at, false)
	case e != nil:
		f = l.fill(p, e)
	default:
		f = l.defaults(p, at)
	}
	return seq(f, l.mortal(p))
}

// mortal notes an object that must be destroyed at the end of its scope.
func (l *lowering) mortal(p *place) step {
	if p.typ.destructor() == nil {
		return nil
	}
	mask := l.mask()
	l.top().dying = append(l.top().dying, dying{p, mask})
	return func(w *warp, m uint32) { w.masks[mask] |= m }
}

// measured gives an array without a length that of its initializer.
func (l *lowering) measured(t *Type, init *expr) *Type {
	if t.Kind != word.Array || t.N >= 0 || t.dim != nil || init == nil {
		return t
	}
	u := *t
	u.N = len(bracketed(init, t.Elem).kids)
	if init.op == "init" && len(init.kids) == 1 && init.kids[0].op == "str" && t.Elem.Kind == word.I8 {
		init = init.kids[0]
	}
	if init.op == "str" {
		u.N = len(init.name) + 1
	}
	return &u
}

// autoValue is the initializer of an auto variable.
func (l *lowering) autoValue(d *decl) value {
	if d.init == nil {
		l.fail(d.tok, "", "declaration of 'auto %s' has no initializer", d.name)
	}
	e := d.init
	if e.op == "construct" && e.typ == d.typ && len(e.kids) == 1 {
		e = e.kids[0]
	}
	return l.rvalue(e)
}

func (l *lowering) declareReference(d *decl, s *symbol) step {
	if d.init == nil {
		l.fail(d.tok, "", "reference '%s' needs something to refer to", d.name)
	}
	p, f := l.bindReference(l.operand(d.init))
	if d.typ.Kind != word.Auto {
		l.checkReference(d, l.resolve(d.typ, d.tok), p, d.init)
	}
	p = constPlace(p, d.typ.Const)
	s.typ, s.place = p.typ, p
	l.bind(d.name, s)
	return f
}

// checkReference holds a reference's type against what it is bound to.
func (l *lowering) checkReference(d *decl, t *Type, p *place, e *expr) {
	if t.Kind != word.Auto && !same(t, p.typ) && !t.Const && !derives(p.typ, t) {
		l.fail(e.tok, "", "cannot bind a reference to '%s' to a value of type '%s'", t, p.typ)
	}
	if p.typ.Const && !t.Const && !d.typ.Const {
		l.fail(e.tok, "make the reference const", "binding a reference to '%s' to a '%s' drops const", t, p.typ)
	}
}

func constPlace(p *place, constant bool) *place {
	if !constant || p.typ.Const {
		return p
	}
	q, c := *p, *p.typ
	c.Const = true
	q.typ = &c
	return &q
}

// declareWith makes room for a variable and stores its value.
func (l *lowering) declareWith(d *decl, s *symbol, typ *Type, v *value) step {
	s.typ = typ
	if typ.inMemory() || l.call.taken[d.name] || d.static || l.host && l.unit.refMembers {
		if typ.Kind == word.Array && typ.N < 0 {
			l.fail(d.tok, "", "array '%s' needs a length", d.name)
		}
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.tok, d.name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
	}
	l.bind(d.name, s)
	if v == nil {
		return l.leaveUnset(s.place)
	}
	f := l.put(nil, false, s.place, *v)
	if typ.Kind == word.Struct && typ.destructor() != nil {
		if !v.fresh {
			f = seq(v.run, l.copyAt(s.place, *v, d.tok))
		}
		f = seq(f, l.mortal(s.place))
	}
	return f
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

// allot takes room in a lane's own memory and returns its address. The host's memory is
// in a space of its own, so that kernels cannot mistake it for theirs.
func (l *lowering) allot(t *Type) value {
	a := max(t.alignment(), 1)
	if r := l.routine; r != nil {
		return r.allot(l, t)
	}
	l.local = (l.local + a - 1) / a * a
	at := l.local
	space, most := localSpace, 1<<19
	if l.host {
		space, most = hostSpace, 8<<20
	}
	if l.local += t.Size(); l.local > most {
		l.fail(l.call.f.tok, "", "function '%s' needs more than %d KiB of local memory in each thread", l.call.f.name, most>>10)
	}
	return l.constant(addressOf(space, at), pointerTo(t))
}

func (l *lowering) declareShared(d *decl, s *symbol, typ *Type) step {
	s.typ = typ
	if l.host {
		l.fail(d.tok, "", "a __shared__ variable cannot be declared in host code")
	}
	if d.init != nil {
		l.fail(d.tok, "assign it in one thread, then __syncthreads()", "a __shared__ variable cannot have an initializer")
	}
	if d.external {
		if typ.Kind == word.Array {
			u := *typ
			u.N = -1
			typ = &u
		}
		slot := l.reg()
		l.extern = append(l.extern, slot)
		l.inShared = append(l.inShared, sharedVariable{d.name, -1, typ})
		s.typ = typ
		s.place = &place{typ: typ, reg: -1, addr: value{typ: pointerTo(typ), slot: slot}, at: l.site(d.tok, d.name)}
		return nil
	}
	if typ.Kind == word.Array && typ.N < 0 {
		l.fail(d.tok, "give it a length, or make it extern __shared__ and pass the bytes at launch", "__shared__ array '%s' has no length", d.name)
	}
	a := max(typ.alignment(), 4)
	l.shared = (l.shared + a - 1) / a * a
	addr := addressOf(sharedSpace, l.shared)
	l.inShared = append(l.inShared, sharedVariable{d.name, l.shared, typ})
	l.shared += typ.Size()
	s.place = &place{typ: typ, reg: -1, addr: l.constant(addr, pointerTo(typ)), at: l.site(d.tok, d.name)}
	return nil
}

// declareStatic lowers a static variable of a host function: it is made once.
func (l *lowering) declareStatic(d *decl, s *symbol, typ *Type) step {
	s.typ = typ
	if old := l.statics[d]; old != nil {
		s.place = old
		l.bind(d.name, s)
		return nil
	}
	r := l.routine
	l.routine = nil // it outlives the call
	s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.tok, d.name)}
	done := l.allot(basic[word.Bool])
	l.routine = r
	l.statics[d] = s.place
	l.bind(d.name, s)
	var f step
	if typ.isScalar() {
		v := l.constant(0, typ)
		if d.init != nil {
			v = l.scalarInit(d, typ)
		}
		f = seq(v.run, l.assign(s.place, v))
	} else if d.init != nil {
		f = l.initialise(s.place, d.init, d.tok)
	} else {
		f = l.clear(s.place)
	}
	at := l.site(d.tok, "")
	return func(w *warp, m uint32) {
		b := w.bytes(w.in(done.slot)[0], 1, 0, at, true)
		if b[0] == 0 {
			b[0] = 1
			f(w, m)
		}
	}
}
