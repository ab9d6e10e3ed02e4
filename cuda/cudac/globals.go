// This file places the variables outside of functions.

package cudac

import "gputour/cuda/cudac/word"

// declareGlobals places the variables of the device and of the host, and keeps constants.
func (l *lowering) declareGlobals() {
	for _, d := range l.unit.globals {
		(&parser{}).guard(func() { l.declareGlobal(d) })
	}
}

func (l *lowering) declareGlobal(d *decl) {
	if old := l.globals[d.name]; old != nil && !d.external && !old.decl.external && !old.decl.tok.header {
		l.fail(d.tok, "", "redefinition of '%s'", d.name)
	}
	typ := l.resolve(l.measured(d.typ, d.init), d.tok)
	l.complete(typ, d.tok)
	s := &symbol{decl: d, typ: typ}
	if d.init != nil && (typ.Const || d.constexpr) && typ.isNumber() && !d.device && !d.constant {
		if v, from, ok := l.c.evaluate(d.init, l.unit); ok {
			n := int64(converted(v, from, typ))
			s.konst = &n
		}
	}
	switch {
	case typ.Kind == word.Void || typ.Kind == word.Auto:
		l.fail(d.tok, "", "variable '%s' cannot have this type", d.name)
	case d.shared && d.external:
		// Each kernel that names it has it.
	case d.shared: // and each kernel that names it has its own
	case s.konst != nil: // both sides may name it
	case d.device || d.constant:
		l.placeGlobal(d, s, typ, globalSpace)
	default:
		l.placeGlobal(d, s, typ, hostSpace)
	}
	l.globals[d.name] = s
}

// placeGlobal gives a variable room in a space, and its first content.
func (l *lowering) placeGlobal(d *decl, s *symbol, typ *Type, space int) {
	room := &l.program.globals
	if space == hostSpace {
		room = &l.program.hostGlobals
	}
	at := (len(*room) + 15) / 16 * 16
	if at+typ.Size() > maxArray {
		l.fail(d.tok, "", "the variables need more than 64 MiB")
	}
	*room = append(*room, make([]byte, at+typ.Size()-len(*room))...)
	if space == hostSpace && l.needsCode(typ, d.init, (*room)[at:]) {
		l.program.dynamic = append(l.program.dynamic, d)
	} else if d.init != nil {
		l.image((*room)[at:], typ, d.init)
	} else {
		oneEach((*room)[at:], typ)
	}
	s.place = &place{typ: typ, reg: -1, at: l.site(d.tok, d.name)}
	addr := addressOf(space, at)
	s.place.addr = value{typ: pointerTo(typ), slot: -1, konst: &addr}
	l.program.managed = l.program.managed || d.managed
	if space == globalSpace {
		l.program.hidden = finer(l.program.hidden, pointedGrain(typ))
		l.program.symbols[d.name] = extent{at, typ.Size()}
	}
}

// needsCode reports that a variable of the host must be made when the program begins; else
// its first content is in to.
func (l *lowering) needsCode(t *Type, init *expr, to []byte) bool {
	if made(t) {
		return true
	}
	if init == nil {
		return false
	}
	c := l.c
	l.c = &compiler{}
	defer func() { l.c = c }()
	done := false
	(&parser{}).guard(func() { l.image(to, t, init); done = true })
	return !done
}

// oneEach writes what a dim3 holds that nobody gives a value: 1, 1, 1.
func oneEach(to []byte, t *Type) {
	switch {
	case t.Kind == word.Array && t.Elem.inMemory():
		for i := range max(t.N, 0) {
			oneEach(to[i*t.Elem.Size():], t.Elem)
		}
	case t.Kind == word.Struct:
		for _, f := range t.Members() {
			if t.class.name == "dim3" {
				word.Store(to[f.Offset:], f.Type.Kind, 1)
			} else {
				oneEach(to[f.Offset:], f.Type)
			}
		}
	}
}

// made reports that objects of a type have something to do at their beginning.
func made(t *Type) bool {
	switch t.Kind {
	case word.Array:
		return made(t.Elem)
	case word.Struct:
		for _, f := range t.Members() {
			if f.init != nil || made(f.Type) {
				return true
			}
		}
		return len(t.constructors()) > 0 && t.class.name != "dim3"
	}
	return false
}

// makeGlobals lowers what happens before main.
func (l *lowering) makeGlobals() (run step) {
	for _, d := range l.program.dynamic {
		s := l.globals[d.name]
		if s == nil || s.place == nil || s.decl != d {
			continue
		}
		p := *s.place
		p.addr = l.constant(*p.addr.konst, p.addr.typ)
		q := *p.typ
		q.Const = false
		p.typ = &q
		switch {
		case q.isScalar():
			v := l.scalarInit(d, &q)
			run = seq(run, seq(v.run, l.assign(&p, v)))
		case d.init != nil && d.init.op == "construct" && d.init.tok.is("(") && q.Kind == word.Struct:
			run = seq(run, l.constructAt(&p, l.operands(d.init.kids), d.tok, false))
		case d.init != nil:
			run = seq(run, l.fill(&p, d.init))
		default:
			run = seq(run, l.defaults(&p, d.tok))
		}
	}
	return run
}

// imageOf writes a constant initializer of a member, which may have some bits of its unit.
func (l *lowering) imageOf(to []byte, f Field, e *expr) {
	if !f.bitField {
		l.image(to, f.Type, e)
		return
	}
	unit, mask := make([]byte, f.Type.Size()), uint64(1)<<f.bits-1
	l.image(unit, f.Type, e)
	n := f.Type.Size()
	for i, bits := 0, word.Load(unit, f.Type.Kind)&mask<<f.shift; i < n; i++ {
		at := 8 * i
		if m := byte(mask << f.shift >> at); m != 0 {
			to[i] = to[i]&^m | byte(bits>>at)&m
		}
	}
}

// image writes a constant initializer.
func (l *lowering) image(to []byte, t *Type, e *expr) {
	switch {
	case e.op == "init" && t.Kind == word.Array:
		for i, kid := range e.kids {
			if i >= t.N {
				l.fail(kid.tok, "", "too many initializers")
			}
			l.image(to[i*t.Elem.Size():], t.Elem, kid)
		}
		return
	case (e.op == "init" || e.op == "construct") && t.Kind == word.Struct && len(t.constructors()) == 0:
		for i, kid := range e.kids {
			if i >= len(t.Members()) {
				l.fail(kid.tok, "", "too many initializers")
			}
			f := t.Members()[i]
			l.imageOf(to[f.Offset:], f, kid)
		}
		if t.class.name == "dim3" {
			for i := len(e.kids); i < 3; i++ {
				to[4*i] = 1
			}
		}
		return
	case e.op == "str" && t.Kind == word.Array && t.Elem.Kind == word.I8:
		copy(to[:t.N], e.name)
		return
	case e.op == "str" && t.Kind == word.Pointer:
		word.Store(to, word.U64, addressOf(textSpace, l.program.literal(e.name)))
		return
	case e.op == "name" && (e.name == "nullptr" || e.name == "NULL"):
		return
	case t.pointsToFunction() && (e.op == "name" || e.op == "unary" && e.name == "&"):
		if e.op == "unary" {
			e = e.kids[0]
		}
		word.Store(to, word.U64, *l.functionValue(e).konst)
		return
	case len(e.kids) == 1 && (e.op == "init" || e.op == "construct" && t.isScalar()):
		l.image(to, t, e.kids[0])
		return
	case len(e.kids) == 0 && (e.op == "init" || e.op == "construct"):
		return
	}
	v, from, ok := l.c.evaluate(e, l.unit)
	if ok && t.Kind == word.Pointer && v == 0 {
		return
	}
	if !ok || !t.isNumber() {
		l.fail(e.tok, "use a literal, or set it in a function", "initializer of a variable outside of functions is not a constant")
	}
	word.Store(to, t.Kind, converted(v, from, t))
}
