// This file lowers declarations: variables, their types and their memory.

package lower

import (
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// maxArray bounds the bytes of one array.
const maxArray = 64 << 20

// resolve makes a written type concrete.
func (l *lowering) resolve(t *syntax.Type, at lex.Token) *syntax.Type {
	if t.Member != "" {
		return l.memberType(t, at)
	}
	switch {
	case t.Generic != nil:
		return l.instance(t, at)
	case t.Kind == word.Struct && t.Class != nil && !t.Class.Complete:
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
	case t.Kind == word.Auto && t.Dim != nil:
		return l.decltype(t, at)
	}
	return t
}

// memberType is the type T::name of a class that is known by now.
func (l *lowering) memberType(t *syntax.Type, at lex.Token) *syntax.Type {
	owner := *t
	owner.Member = ""
	u := l.resolve(&owner, at)
	if u.Class == nil || u.Class.Types[t.Member] == nil {
		l.fail(at, "", "no type named '%s' in '%s'", t.Member, u)
	}
	u = l.resolve(u.Class.Types[t.Member], at)
	if t.Const && !u.Const {
		u = constType(u)
	}
	return u
}

// decltype is the type of the expression in decltype(…).
func (l *lowering) decltype(t *syntax.Type, at lex.Token) *syntax.Type {
	o := l.operand(t.Dim)
	if o.list {
		l.fail(at, "", "a list in braces has no type")
	}
	if o.p != nil {
		return syntax.Plain(o.p.typ)
	}
	return syntax.Plain(o.v.typ)
}

func (l *lowering) resolveArray(t *syntax.Type, at lex.Token) *syntax.Type {
	u := *t
	u.Elem = l.resolve(t.Elem, at)
	if t.Dim != nil {
		n, ok := syntax.Constant(t.Dim, l)
		if !ok {
			l.fail(at, "make the length a constexpr int, a #define or a template parameter", "the length of array '%s' is not a constant", at.Text)
		}
		if n <= 0 || n > 1<<26 {
			l.fail(at, "", "array '%s' has a length of %d", at.Text, n)
		}
		u.N, u.Dim = int(n), nil
	}
	if u.N > 0 && u.Elem.Size() > maxArray/u.N {
		l.fail(at, "", "array '%s' is too large", at.Text)
	}
	return &u
}

// instance makes the instance of a class template that a type mentions.
func (l *lowering) instance(t *syntax.Type, at lex.Token) *syntax.Type {
	if name := t.Stands(); name != "" {
		if l.call == nil || l.call.types[name] == nil {
			l.fail(at, "", "unknown type '%s'", name)
		}
		t = t.With(l.call.types[name])
	}
	if t.Template {
		return t
	}
	args := make([]syntax.TemplateArg, len(t.Args))
	for i, a := range t.Args {
		if args[i] = a; a.Type != nil {
			args[i].Type = l.resolve(a.Type, at)
		}
	}
	u := l.unit.Instantiate(t.Generic, args, l, l.shown(at))
	if l.c.Failed() {
		panic(syntax.Stop{})
	}
	if !t.Const {
		return u
	}
	c := *u
	c.Const = true
	return &c
}

// complete fails where a variable would have a type that is only declared.
func (l *lowering) complete(t *syntax.Type, at lex.Token) {
	for t.Kind == word.Array {
		t = t.Elem
	}
	if t.Kind == word.Struct && (t.Class == nil || !t.Class.Complete) {
		l.fail(at, "", "variable has incomplete type '%s'", t)
	}
}

// declareOrBreak declares a variable; one with an error is known all the same, so that it
// is complained of once.
func (l *lowering) declareOrBreak(d *syntax.Decl) (run simt.Op) {
	done := false
	defer func() {
		if old := l.top().names[d.Name]; !done && (old == nil || old.decl == d) {
			l.bind(d.Name, &symbol{decl: d, broken: true, used: true})
		}
	}()
	run = l.declare(d)
	done = true
	return run
}

// declare lowers a local variable.
func (l *lowering) declare(d *syntax.Decl) simt.Op {
	if d.Init != nil {
		if e := l.withoutPacks(d.Init); e != d.Init {
			c := *d
			c.Init, d = e, &c
		}
	}
	if old := l.top().names[d.Name]; old != nil && old.decl != nil {
		l.fail(d.Tok, "", "redefinition of '%s'", d.Name)
	}
	l.noteHostPointer(d)
	s := &symbol{decl: d}
	typ := d.Type
	if len(d.Parts) > 0 {
		return l.declareParts(d)
	}
	if d.Ref {
		return l.declareReference(d, s)
	}
	if typ.Kind == word.Auto && typ.Dim == nil {
		v := l.autoValue(d)
		return l.declareWith(d, s, syntax.Plain(v.typ), &v)
	}
	if pointsToAuto(typ) { // auto *p
		v := l.autoValue(d)
		if v.typ.Kind == word.Array {
			v = l.convert(v, syntax.PointerTo(v.typ.Elem), d.Tok)
		}
		if v.typ.Kind != word.Pointer {
			l.fail(d.Tok, "", "cannot convert '%s' to '%s'", v.typ, typ)
		}
		if typ.Elem.Const && !v.typ.Elem.Const {
			v.typ = syntax.PointerTo(constType(v.typ.Elem))
		}
		return l.declareWith(d, s, syntax.Plain(v.typ), &v)
	}
	if l.host && typ.Kind == word.Array && typ.Dim != nil && !d.Static && d.Init == nil {
		if _, ok := syntax.Constant(typ.Dim, l); !ok {
			return l.declareMeasured(d, s, typ)
		}
	}
	typ = l.resolve(l.measured(typ, d.Init), d.Tok)
	if typ.Kind == word.Void {
		l.fail(d.Tok, "", "variable '%s' has type void", d.Name)
	}
	l.complete(typ, d.Tok)
	if !l.host && typ.Kind == word.Struct && typ.Class.Header && typ.Destructor() != nil {
		l.fail(d.Tok, "declare an array, or pass a pointer to the kernel", "'std::%s' keeps its values in host memory and cannot be used in device code", typ)
	}
	if d.Shared {
		defer l.bind(d.Name, s)
		return l.declareShared(d, s, typ)
	}
	if (typ.Const || d.Constexpr) && typ.IsInt() && d.Init != nil {
		if n, ok := syntax.Constant(d.Init, l); ok {
			n = int64(word.Wrap(typ.Kind, uint64(n)))
			s.konst = &n
		}
	}
	if d.Static && l.host {
		return l.declareStatic(d, s, typ)
	}
	if d.Init != nil && typ.IsScalar() && usesName(d.Init, d.Name) { // int id = f(&id); T *p = new_of(sizeof(*p));
		f := l.declareWith(d, s, typ, nil)
		return seq(f, l.put(nil, false, s.place, l.scalarInit(d, typ)))
	}
	if d.Init != nil && typ.IsScalar() {
		v := l.scalarInit(d, typ)
		return l.declareWith(d, s, typ, &v)
	}
	f := l.declareWith(d, s, typ, nil)
	return seq(f, l.initialise(s.place, d.Init, d.Tok))
}

func pointsToAuto(t *syntax.Type) bool {
	return t.Kind == word.Pointer && t.Elem.Kind == word.Auto && t.Elem.Dim == nil
}

// usesName reports whether an expression has a name in it.
func usesName(e *syntax.Expr, name string) (found bool) {
	syntax.WalkExpr(e, func(k *syntax.Expr) {
		found = found || k.Op == "name" && k.Name == name || k.Type != nil && k.Type.Dim != nil && usesName(k.Type.Dim, name)
	})
	return found
}

// declareMeasured declares an array of the host whose length is known when it is made, as
// g++ takes it: its elements live with the program's own memory.
func (l *lowering) declareMeasured(d *syntax.Decl, s *symbol, typ *syntax.Type) simt.Op {
	elem := l.resolve(typ.Elem, d.Tok)
	l.complete(elem, d.Tok)
	n := l.convert(l.rvalue(typ.Dim), syntax.Basic[word.I64], d.Tok)
	base, count, at := l.reg(), l.reg(), l.site(d.Tok, d.Name)
	size := int64(elem.Size())
	s.typ = &syntax.Type{Kind: word.Array, Elem: elem, N: -1}
	s.place = &place{typ: s.typ, reg: -1, addr: value{typ: syntax.PointerTo(s.typ), slot: base}, at: at}
	l.bind(d.Name, s)
	run := seq(n.run, func(w *simt.Warp, _ uint32) {
		k := int64(w.In(n.slot)[0])
		if k < 0 || k > host.MaxMemory/max(size, 1) {
			w.Fail("memcheck", at, 0, "array '%s' has a length of %d", d.Name, k)
		}
		w.Out(count)[0] = uint64(k)
		w.Out(base)[0] = host.Of(w).Quiet(w, uint64(k*size), at)
	})
	if elem.Kind == word.Struct {
		run = seq(run, l.makeElements(elem, base, count, d.Tok))
	}
	return run
}

// declareParts declares the names of auto [a, b] = …: members or elements.
func (l *lowering) declareParts(d *syntax.Decl) simt.Op {
	p, run := l.bindReference(l.operand(d.Init))
	if !d.Ref && p.typ.Kind == word.Struct {
		q := &place{typ: syntax.Plain(p.typ), reg: -1, addr: l.allot(p.typ), at: p.at}
		run = seq(run, l.copyAt(q, l.read(p), d.Tok))
		p = q
	}
	var parts []*place
	switch p.typ.Kind {
	case word.Struct:
		for _, f := range p.typ.Members() {
			parts = append(parts, l.part(p, f.Offset, l.resolve(f.Type, d.Tok)))
		}
	case word.Array:
		for i := range p.typ.N {
			parts = append(parts, l.part(p, i*p.typ.Elem.Size(), p.typ.Elem))
		}
	}
	if len(parts) != len(d.Parts) {
		l.fail(d.Tok, "", "'%s' has %d parts, and %d names are given", p.typ, len(parts), len(d.Parts))
	}
	for i, t := range d.Parts {
		q, f := l.bindReference(operand{e: &syntax.Expr{Op: "name", Name: t.Text, Tok: t}, p: parts[i]})
		run = seq(run, f)
		l.bind(t.Text, &symbol{decl: &syntax.Decl{Tok: t, Name: t.Text}, typ: q.typ, place: q, used: true})
	}
	return run
}

func (l *lowering) scalarInit(d *syntax.Decl, typ *syntax.Type) value {
	e := d.Init
	if e.Op == "construct" && e.Tok.Is("(") { // T x(1);
		if len(e.Kids) != 1 {
			l.fail(d.Tok, "", "'%s' takes one value", typ)
		}
		e = e.Kids[0]
	}
	return l.initial(e, typ)
}

// initialise gives a new object of a struct or array its value.
func (l *lowering) initialise(p *place, e *syntax.Expr, at lex.Token) simt.Op {
	var f simt.Op
	switch {
	case e != nil && e.Op == "construct" && e.Tok.Is("(") && p.typ.Kind == word.Struct: // T x(…);
		f = l.constructAt(p, l.operands(e.Kids), at, false)
	case e != nil:
		f = l.fill(p, e)
	default:
		f = l.defaults(p, at)
	}
	return seq(f, l.mortal(p))
}

// mortal notes an object that must be destroyed at the end of its scope.
func (l *lowering) mortal(p *place) simt.Op {
	if p.typ.Destructor() == nil {
		return nil
	}
	mask := l.mask()
	l.top().dying = append(l.top().dying, dying{p, mask})
	return func(w *simt.Warp, m uint32) { w.Masks[mask] |= m }
}

// measured gives an array without a length that of its initializer.
func (l *lowering) measured(t *syntax.Type, init *syntax.Expr) *syntax.Type {
	if t.Kind != word.Array || t.N >= 0 || t.Dim != nil || init == nil {
		return t
	}
	u := *t
	u.N = len(bracketed(init, t.Elem).Kids)
	if init.Op == "init" && len(init.Kids) == 1 && init.Kids[0].Op == "str" && t.Elem.Size() == 1 {
		init = init.Kids[0]
	}
	if init.Op == "str" {
		u.N = len(init.Name) + 1
	}
	return &u
}

// autoValue is the initializer of an auto variable.
func (l *lowering) autoValue(d *syntax.Decl) value {
	if d.Init == nil {
		l.fail(d.Tok, "", "declaration of 'auto %s' has no initializer", d.Name)
	}
	e := d.Init
	if e.Op == "construct" && e.Type == d.Type && len(e.Kids) == 1 {
		e = e.Kids[0]
	}
	return l.rvalue(e)
}

func (l *lowering) declareReference(d *syntax.Decl, s *symbol) simt.Op {
	if d.Init == nil {
		l.fail(d.Tok, "", "reference '%s' needs something to refer to", d.Name)
	}
	p, f := l.bindReference(l.operand(d.Init))
	if d.Type.Kind != word.Auto {
		l.checkReference(d, l.resolve(d.Type, d.Tok), p, d.Init)
	}
	p = constPlace(p, d.Type.Const)
	s.typ, s.place = p.typ, p
	l.bind(d.Name, s)
	return f
}

// checkReference holds a reference's type against what it is bound to.
func (l *lowering) checkReference(d *syntax.Decl, t *syntax.Type, p *place, e *syntax.Expr) {
	if t.Kind != word.Auto && !syntax.Same(t, p.typ) && !t.Const && !derives(p.typ, t) {
		l.fail(e.Tok, "", "cannot bind a reference to '%s' to a value of type '%s'", t, p.typ)
	}
	if p.typ.Const && !t.Const && !d.Type.Const {
		l.fail(e.Tok, "make the reference const", "binding a reference to '%s' to a '%s' drops const", t, p.typ)
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
func (l *lowering) declareWith(d *syntax.Decl, s *symbol, typ *syntax.Type, v *value) simt.Op {
	s.typ = typ
	if typ.InMemory() || l.call.taken[d.Name] || d.Static || l.host && l.unit.RefMembers {
		if typ.Kind == word.Array && typ.N < 0 {
			l.fail(d.Tok, "", "array '%s' needs a length", d.Name)
		}
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.Tok, d.Name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.Tok, d.Name)}
	}
	l.bind(d.Name, s)
	if v == nil {
		return l.leaveUnset(s.place)
	}
	f := l.put(nil, false, s.place, *v)
	if typ.Kind == word.Struct && typ.Destructor() != nil {
		if !v.fresh {
			f = seq(v.run, l.copyAt(s.place, *v, d.Tok))
		}
		f = seq(f, l.mortal(s.place))
	}
	return f
}

// leaveUnset makes a variable one that may not be read before it is written.
func (l *lowering) leaveUnset(p *place) simt.Op {
	if p.reg < 0 {
		return nil
	}
	slot := l.mask()
	p.unset = slot + 1
	return func(w *simt.Warp, m uint32) { w.Masks[slot] |= m }
}

// allot takes room in a lane's own memory and returns its address. The host's memory is
// in a space of its own, so that kernels cannot mistake it for theirs.
func (l *lowering) allot(t *syntax.Type) value {
	a := max(t.Alignment(), 1)
	if r := l.routine; r != nil {
		return r.allot(l, t)
	}
	l.local = (l.local + a - 1) / a * a
	at := l.local
	space, most := memory.Local, 1<<19
	if l.host {
		space, most = memory.Host, 8<<20
	}
	if l.local += t.Size(); l.local > most {
		l.fail(l.call.f.Tok, "", "function '%s' needs more than %d KiB of local memory in each thread", l.call.f.Name, most>>10)
	}
	return l.constant(memory.AddressIn(space, at), syntax.PointerTo(t))
}

func (l *lowering) declareShared(d *syntax.Decl, s *symbol, typ *syntax.Type) simt.Op {
	s.typ = typ
	if l.host {
		l.fail(d.Tok, "", "a __shared__ variable cannot be declared in host code")
	}
	if d.Init != nil {
		l.fail(d.Tok, "assign it in one thread, then __syncthreads()", "a __shared__ variable cannot have an initializer")
	}
	if d.External {
		if typ.Kind == word.Array {
			u := *typ
			u.N = -1
			typ = &u
		}
		slot := l.reg()
		l.extern = append(l.extern, slot)
		l.inShared = append(l.inShared, simt.SharedVariable{Name: d.Name, At: -1, Type: typ})
		s.typ = typ
		s.place = &place{typ: typ, reg: -1, addr: value{typ: syntax.PointerTo(typ), slot: slot}, at: l.site(d.Tok, d.Name)}
		return nil
	}
	if typ.Kind == word.Array && typ.N < 0 {
		l.fail(d.Tok, "give it a length, or make it extern __shared__ and pass the bytes at launch", "__shared__ array '%s' has no length", d.Name)
	}
	a := max(typ.Alignment(), 4)
	l.shared = (l.shared + a - 1) / a * a
	addr := memory.AddressIn(memory.Shared, l.shared)
	l.inShared = append(l.inShared, simt.SharedVariable{Name: d.Name, At: l.shared, Type: typ})
	l.shared += typ.Size()
	s.place = &place{typ: typ, reg: -1, addr: l.constant(addr, syntax.PointerTo(typ)), at: l.site(d.Tok, d.Name)}
	return nil
}

// declareStatic lowers a static variable of a host function: it is made once.
func (l *lowering) declareStatic(d *syntax.Decl, s *symbol, typ *syntax.Type) simt.Op {
	s.typ = typ
	if old := l.statics[d]; old != nil {
		s.place = old
		l.bind(d.Name, s)
		return nil
	}
	r := l.routine
	l.routine = nil // it outlives the call
	s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.Tok, d.Name)}
	done := l.allot(syntax.Basic[word.Bool])
	l.routine = r
	l.statics[d] = s.place
	l.bind(d.Name, s)
	var f simt.Op
	if typ.IsScalar() {
		v := l.constant(0, typ)
		if d.Init != nil {
			v = l.scalarInit(d, typ)
		}
		f = seq(v.run, l.assign(s.place, v))
	} else if d.Init != nil {
		f = l.initialise(s.place, d.Init, d.Tok)
	} else {
		f = l.Clear(s.place)
	}
	at := l.site(d.Tok, "")
	return func(w *simt.Warp, m uint32) {
		b := w.Bytes(w.In(done.slot)[0], 1, 0, at, true)
		if b[0] == 0 {
			b[0] = 1
			f(w, m)
		}
	}
}
