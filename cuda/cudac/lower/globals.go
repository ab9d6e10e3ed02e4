// This file places the variables outside of functions.

package lower

import (
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// declareGlobals places the variables of the device and of the host, and keeps constants.
func (l *lowering) declareGlobals() {
	for _, d := range l.unit.Globals {
		syntax.Guard(func() { l.declareGlobal(d) })
	}
}

func (l *lowering) declareGlobal(d *syntax.Decl) {
	if old := l.globals[d.Name]; old != nil && !d.External && !old.decl.External && !old.decl.Tok.Header {
		l.fail(d.Tok, "", "redefinition of '%s'", d.Name)
	}
	typ := l.resolve(l.measured(d.Type, d.Init), d.Tok)
	if typ.Kind == word.Auto && d.Init != nil {
		typ = l.globalAuto(d, typ)
	}
	l.complete(typ, d.Tok)
	s := &symbol{decl: d, typ: typ}
	if d.Init != nil && (typ.Const || d.Constexpr) && typ.IsNumber() && !d.Device && !d.Constant {
		if v, from, ok := syntax.Evaluate(d.Init, l); ok {
			n := int64(syntax.Converted(v, from, typ))
			s.konst = &n
		}
	}
	switch {
	case typ.Kind == word.Void || typ.Kind == word.Auto:
		l.fail(d.Tok, "", "variable '%s' cannot have this type", d.Name)
	case d.Shared && d.External:
		// Each kernel that names it has it.
	case d.Shared: // and each kernel that names it has its own
	case s.konst != nil: // both sides may name it
	case d.Device || d.Constant:
		l.placeGlobal(d, s, typ, memory.Global)
	default:
		l.placeGlobal(d, s, typ, memory.Host)
	}
	l.globals[d.Name] = s
}

// globalAuto is the type of what an auto variable outside of functions begins with.
func (l *lowering) globalAuto(d *syntax.Decl, written *syntax.Type) *syntax.Type {
	outer, host := l.call, l.host
	l.call, l.host = l.entered(&syntax.Function{Tok: d.Tok, Name: d.Name, Body: &syntax.Stmt{Op: "block"}}, binding{}, d.Tok), true
	l.push()
	defer func() { l.pop(); l.call, l.host = outer, host }()
	typ := syntax.Plain(l.autoValue(d).typ)
	if written.Const || d.Constexpr {
		typ = constType(typ)
	}
	d.Type = typ
	return typ
}

// placeGlobal gives a variable room in a space, and its first content.
func (l *lowering) placeGlobal(d *syntax.Decl, s *symbol, typ *syntax.Type, space int) {
	room := &l.program.Globals
	if space == memory.Host {
		room = &l.program.HostGlobals
	}
	at := (len(*room) + 15) / 16 * 16
	if at+typ.Size() > maxArray {
		l.fail(d.Tok, "", "the variables need more than 64 MiB")
	}
	*room = append(*room, make([]byte, at+typ.Size()-len(*room))...)
	if space == memory.Host && l.needsCode(typ, d.Init, (*room)[at:]) {
		l.program.dynamic = append(l.program.dynamic, d)
	} else if d.Init != nil {
		l.image((*room)[at:], typ, d.Init)
	} else {
		oneEach((*room)[at:], typ)
	}
	s.place = &place{typ: typ, reg: -1, at: l.site(d.Tok, d.Name)}
	addr := memory.AddressIn(space, at)
	s.place.addr = value{typ: syntax.PointerTo(typ), slot: -1, konst: &addr}
	l.program.Managed = l.program.Managed || d.Managed
	if space == memory.Global {
		l.program.Hidden = simt.Finer(l.program.Hidden, simt.PointedGrain(typ))
		l.program.Symbols[d.Name] = host.Extent{Offset: at, Size: typ.Size()}
	}
}

// needsCode reports that a variable of the host must be made when the program begins; else
// its first content is in to.
func (l *lowering) needsCode(t *syntax.Type, init *syntax.Expr, to []byte) bool {
	if made(t) {
		return true
	}
	if init == nil {
		return false
	}
	c := l.c
	l.c = &source.Text{}
	defer func() { l.c = c }()
	done := false
	syntax.Guard(func() { l.image(to, t, init); done = true })
	return !done
}

// oneEach writes what a dim3 holds that nobody gives a value: 1, 1, 1.
func oneEach(to []byte, t *syntax.Type) {
	switch {
	case t.Kind == word.Array && t.Elem.InMemory():
		for i := range max(t.N, 0) {
			oneEach(to[i*t.Elem.Size():], t.Elem)
		}
	case t.Kind == word.Struct:
		for _, f := range t.Members() {
			if t.Class.Name == "dim3" {
				word.Store(to[f.Offset:], f.Type.Kind, 1)
			} else {
				oneEach(to[f.Offset:], f.Type)
			}
		}
	}
}

// made reports that objects of a type have something to do at their beginning.
func made(t *syntax.Type) bool {
	switch t.Kind {
	case word.Array:
		return made(t.Elem)
	case word.Struct:
		for _, f := range t.Members() {
			if f.Init != nil || made(f.Type) {
				return true
			}
		}
		return len(t.Constructors()) > 0 && t.Class.Name != "dim3"
	}
	return false
}

// makeGlobals lowers what happens before main.
func (l *lowering) makeGlobals() (run simt.Op) {
	for _, d := range l.program.dynamic {
		s := l.globals[d.Name]
		if s == nil || s.place == nil || s.decl != d {
			continue
		}
		p := *s.place
		p.addr = l.constant(*p.addr.konst, p.addr.typ)
		q := *p.typ
		q.Const = false
		p.typ = &q
		switch {
		case q.IsScalar():
			v := l.scalarInit(d, &q)
			run = seq(run, seq(v.run, l.assign(&p, v)))
		case d.Init != nil && d.Init.Op == "construct" && d.Init.Tok.Is("(") && q.Kind == word.Struct:
			run = seq(run, l.constructAt(&p, l.operands(d.Init.Kids), d.Tok, false))
		case d.Init != nil:
			run = seq(run, l.fill(&p, d.Init))
		default:
			run = seq(run, l.defaults(&p, d.Tok))
		}
	}
	return run
}

// imageOf writes a constant initializer of a member, which may have some bits of its unit.
func (l *lowering) imageOf(to []byte, f syntax.Field, e *syntax.Expr) {
	if !f.BitField {
		l.image(to, f.Type, e)
		return
	}
	unit, mask := make([]byte, f.Type.Size()), uint64(1)<<f.Bits-1
	l.image(unit, f.Type, e)
	n := f.Type.Size()
	for i, bits := 0, word.Load(unit, f.Type.Kind)&mask<<f.Shift; i < n; i++ {
		at := 8 * i
		if m := byte(mask << f.Shift >> at); m != 0 {
			to[i] = to[i]&^m | byte(bits>>at)&m
		}
	}
}

// image writes a constant initializer.
func (l *lowering) image(to []byte, t *syntax.Type, e *syntax.Expr) {
	switch {
	case e.Op == "init" && t.Kind == word.Array:
		for i, kid := range e.Kids {
			if i >= t.N {
				l.fail(kid.Tok, "", "too many initializers")
			}
			l.image(to[i*t.Elem.Size():], t.Elem, kid)
		}
		return
	case (e.Op == "init" || e.Op == "construct") && t.Kind == word.Struct && len(t.Constructors()) == 0:
		for i, kid := range e.Kids {
			if i >= len(t.Members()) {
				l.fail(kid.Tok, "", "too many initializers")
			}
			f := t.Members()[i]
			l.imageOf(to[f.Offset:], f, kid)
		}
		if t.Class.Name == "dim3" {
			for i := len(e.Kids); i < 3; i++ {
				to[4*i] = 1
			}
		}
		return
	case e.Op == "str" && t.Kind == word.Array && t.Elem.Kind == word.I8:
		copy(to[:t.N], e.Name)
		return
	case e.Op == "str" && t.Kind == word.Pointer:
		word.Store(to, word.U64, memory.AddressIn(memory.Text, l.program.Literal(e.Name)))
		return
	case e.Op == "name" && (e.Name == "nullptr" || e.Name == "NULL"):
		return
	case t.PointsToFunction() && (e.Op == "name" || e.Op == "unary" && e.Name == "&"):
		if e.Op == "unary" {
			e = e.Kids[0]
		}
		word.Store(to, word.U64, *l.functionValue(e).konst)
		return
	case len(e.Kids) == 1 && (e.Op == "init" || e.Op == "construct" && t.IsScalar()):
		l.image(to, t, e.Kids[0])
		return
	case len(e.Kids) == 0 && (e.Op == "init" || e.Op == "construct"):
		return
	}
	v, from, ok := syntax.Evaluate(e, l.unit)
	if ok && t.Kind == word.Pointer && v == 0 {
		return
	}
	if !ok || !t.IsNumber() {
		l.fail(e.Tok, "use a literal, or set it in a function", "initializer of a variable outside of functions is not a constant")
	}
	word.Store(to, t.Kind, syntax.Converted(v, from, t))
}
