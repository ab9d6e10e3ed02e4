// This file lowers lambdas: objects of a class of their own, whose operator() is inlined
// where the names of the lambda's surroundings still mean what they meant.

package cudac

// closure is what a lambda's body sees of the function that it stands in.
type closure struct {
	scopes []*scope
	in     *inlined
	kernel *lowering
}

// lambdaValue makes the object that a lambda is.
func (l *lowering) lambdaValue(e *expr) value {
	f := *e.fn.f
	c := &class{name: "lambda", header: true, complete: true, size: 1, align: 1, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: Struct, Name: c.name, class: c}
	names, run := l.captured(e)
	scopes := append(l.scopes[:len(l.scopes):len(l.scopes)], &scope{names: names})
	f.owner, f.closure = t, &closure{scopes: scopes, in: l.call, kernel: l}
	c.methods = []*function{&f}
	v := l.allot(t)
	return value{typ: t, slot: v.slot, run: run, fresh: true}
}

// captured copies what a lambda captures by value.
func (l *lowering) captured(e *expr) (map[string]*symbol, step) {
	names := map[string]*symbol{}
	var run step
	keep := func(name string, v value, at token) {
		s := &symbol{decl: &decl{tok: at, name: name}, typ: plain(v.typ), used: true}
		if s.typ.inMemory() {
			s.place = &place{typ: s.typ, reg: -1, addr: l.allot(s.typ), at: l.site(at, name)}
			run = seq(run, l.copyAt(s.place, v, at))
		} else {
			s.place = &place{typ: s.typ, reg: l.reg(), at: l.site(at, name)}
			run = seq(run, seq(v.run, l.assign(s.place, v)))
		}
		names[name] = s
	}
	byRef := map[string]bool{}
	for _, c := range e.fn.captures {
		switch {
		case c.init != nil:
			keep(c.tok.text, l.rvalue(c.init), c.tok)
		case c.ref:
			byRef[c.tok.text] = true
			l.mustSee(c.tok)
		default:
			l.mustSee(c.tok)
			if s := l.find(c.tok.text); s.place != nil && s.place.typ.Kind != Array {
				keep(c.tok.text, l.rvalue(&expr{op: "name", name: c.tok.text, tok: c.tok}), c.tok)
			}
		}
	}
	if e.fn.byCopy {
		walk(e.fn.f.body, func(k *expr) {
			if k.op != "name" || k.typ != nil || names[k.name] != nil || byRef[k.name] {
				return
			}
			if s := l.find(k.name); s != nil && s != l.globals[k.name] && s.place != nil && s.place.typ.Kind != Array {
				keep(k.name, l.rvalue(k), k.tok)
			}
		})
	}
	return names, run
}

func (l *lowering) mustSee(t token) {
	if l.find(t.text) == nil {
		l.undeclared(t.text, t)
	}
}

// within gives a lambda's body the names, the types and the object of its surroundings.
func (c *closure) within(l *lowering, in *inlined, inner *scope, at token) []*scope {
	if c.kernel != l {
		l.fail(at, "write a struct with operator() and pass an object of it", "a lambda of the host cannot run in a kernel here")
	}
	in.this = nil
	if c.in != nil {
		in.this = c.in.this
		types := map[string]*Type{}
		for name, t := range c.in.types {
			types[name] = t
		}
		for name, t := range in.types {
			types[name] = t
		}
		in.types = types
	}
	return append(c.scopes[:len(c.scopes):len(c.scopes)], inner)
}

// isLambda reports an object of a lambda's class.
func (t *Type) isLambda() bool {
	return t.Kind == Struct && t.class != nil && len(t.class.methods) == 1 && t.class.methods[0].closure != nil
}
