// This file parses functions, methods and the variables outside of functions.

package cudac

import (
	"gputour/cuda/cudac/word"
	"slices"
)

// functionOrVariables is the rest of a declaration outside of functions.
func (p *parser) functionOrVariables(params []templateParam) {
	f := &function{template: params, header: p.peek().header}
	if len(params) == 0 {
		f.template = nil // template<> makes a function for one case
	}
	var s specs
	var flags Type
	for p.qualifier(&s, &flags) {
	}
	f.global, f.device, f.host, f.maxThreads = s.global, s.isDevice, s.host, s.maxThreads
	if p.structor(f) {
		return
	}
	base, d := p.specifiers()
	if flags.Const {
		u := *base
		u.Const = true
		base = &u
	}
	d.merge(&s)
	f.global, f.device, f.host = d.global, d.isDevice, d.host
	if f.maxThreads == nil {
		f.maxThreads = d.maxThreads
	}
	if p.accept(";") {
		return // struct or enum alone
	}
	for {
		v := p.qualified(f, base)
		if p.peek().is("<") && params != nil && len(params) == 0 { // template<> T f<float>(…)
			p.take()
			f.special = p.templateArgs()
		}
		if p.peek().is("(") && v.name != "" && (v.typ.Kind != word.Array) && !p.constructs(v, d) {
			f.tok, f.name, f.ret, f.retRef = v.tok, v.name, v.typ, v.ref
			p.functionRest(f)
			return
		}
		if f.owner != nil {
			v.name = f.owner.class.name + "::" + v.name
		}
		if len(params) > 0 {
			p.constantTemplate(f, v)
			return
		}
		p.variable(v, d)
		if f.owner == nil {
			p.declared(v.name)
		}
		if p.accept(";") {
			return
		}
		p.expect(",", "or ';' after declaration")
	}
}

// constantTemplate reads template <…> constexpr T name = …; which is a function of nothing.
func (p *parser) constantTemplate(f *function, v *decl) {
	f.tok, f.name, f.ret, f.device, f.host = v.tok, v.name, plain(v.typ), true, true
	p.expect("=", "after the name of a constant")
	init := p.initializer()
	p.expect(";", "after declaration")
	f.body = &stmt{op: "block", tok: v.tok, end: v.tok, body: []*stmt{{op: "return", tok: v.tok, cond: init}}}
	p.unit.constantTemplates[f.name] = true
	p.declareFunction(f)
}

// merge adds what stood before.
func (s *specs) merge(o *specs) {
	s.shared, s.external, s.constant, s.managed = s.shared || o.shared, s.external || o.external, s.constant || o.constant, s.managed || o.managed
	s.constexpr, s.static, s.friend = s.constexpr || o.constexpr, s.static || o.static, s.friend || o.friend
	s.global, s.isDevice, s.host = s.global || o.global, s.isDevice || o.isDevice, s.host || o.host
}

// constructs tells `dim3 block(16, 16);` from a function.
func (p *parser) constructs(v *decl, s *specs) bool {
	if s.global || s.isDevice && v.typ.Kind != word.Struct || v.typ.Kind == word.Void {
		return false
	}
	t := p.ahead(1)
	return t.kind == tokNumber || t.kind == tokString || t.kind == tokName && !p.isType(t.text) && qualifiers[t.text] == nil && !p.spaces[t.text] && !reserved[t.text] && !t.is("enum") && !t.is("union")
}

// structor reads S::S(…) and S::~S().
func (p *parser) structor(f *function) bool {
	t := p.types[p.peek().text]
	if t == nil || t.class == nil || !p.ahead(1).is("::") {
		return false
	}
	tilde := p.ahead(2).is("~")
	if !tilde && !(p.ahead(2).is(p.peek().text) && p.ahead(3).is("(")) {
		return false
	}
	p.at += 2
	f.name, f.ret, f.owner = "", basic[word.Void], t
	if p.accept("~") {
		f.name = "~"
	}
	f.tok = p.take()
	f.name += f.tok.text
	p.define(f)
	return true
}

// qualified is a declarator whose name may be that of a method, S::f.
func (p *parser) qualified(f *function, base *Type) *decl {
	t, ref := p.pointers(base)
	if owner := p.types[p.peek().text]; owner != nil && owner.class != nil && p.ahead(1).is("::") {
		p.at += 2
		f.owner = owner
	} else if p.generics[p.peek().text] != nil && p.ahead(1).is("<") {
		p.fail(p.peek(), "a class template's methods must be defined inside of it here", "move the body into the class")
	}
	d := p.declarator(t)
	d.ref = d.ref || ref
	return d
}

// define reads a method outside of its class, and gives its declaration the body.
func (p *parser) define(f *function) {
	outer := p.inside
	p.inside = f.owner
	defer func() { p.inside = outer }()
	p.signature(f)
	for _, m := range f.owner.class.methods {
		if m.name == f.name && m.constant == f.constant && sameParams(m, f) && m.body == nil {
			m.params, m.inits = f.params, f.inits
			m.device, m.host = m.device || f.device, m.host || f.host
			p.functionBody(m)
			return
		}
	}
	p.fail(f.tok, "'"+f.owner.class.name+"' declares no such method '"+f.name+"'", "")
}

func sameParams(a, b *function) bool {
	if len(a.params) != len(b.params) || !sameSpecial(a.special, b.special) {
		return false
	}
	for i := range a.params {
		x, y := a.params[i], b.params[i]
		if !same(x.typ, y.typ) || x.ref != y.ref || x.ref && isConst(x.typ) != isConst(y.typ) || !sameAccess(x.typ, y.typ) {
			return false
		}
	}
	return true
}

// sameSpecial reports whether two specialisations are for the same arguments; values are compared by how they are written.
func sameSpecial(a, b []templateArg) bool {
	return slices.EqualFunc(a, b, func(x, y templateArg) bool {
		if x.typ == nil || y.typ == nil {
			return x.typ == y.typ && x.val.tok.text == y.val.tok.text
		}
		return same(x.typ, y.typ)
	})
}

func isConst(t *Type) bool { return t.Const || t.Kind == word.Array && isConst(t.Elem) }

// sameAccess reports whether what two pointers point to may be written alike.
func sameAccess(a, b *Type) bool {
	return a.Kind != word.Pointer || a.Elem.Const == b.Elem.Const && sameAccess(a.Elem, b.Elem)
}

// variable is the rest of a variable outside of functions.
func (p *parser) variable(v *decl, s *specs) {
	s.apply(v)
	if v.name == "" {
		p.fail(v.tok, "expected a name", "")
	}
	switch {
	case p.accept("="), p.peek().is("{"):
		v.init = p.initializer()
	case p.peek().is("("):
		t := p.take()
		v.init = &expr{op: "construct", tok: t, typ: v.typ, kids: p.callArgs()}
	}
	if v.init != nil && (v.typ.Const || v.constexpr) && v.typ.isInt() {
		if n, ok := p.c.constant(v.init, p.scope()); ok {
			p.unit.constants[v.name] = int64(word.Wrap(v.typ.Kind, uint64(n)))
		}
	}
	p.unit.globals = append(p.unit.globals, v)
}

// signature reads a function's parameters and what stands behind them.
func (p *parser) signature(f *function) {
	p.expect("(", "before the parameters")
	for !p.accept(")") {
		if p.peek().is("void") && p.ahead(1).is(")") {
			p.take()
			continue
		}
		if p.peek().is("...") && p.ahead(1).is(")") {
			p.take()
			f.variadic = true
			p.expect(")", "after ...")
			break
		}
		base, s := p.specifiers()
		d := p.declarator(base)
		d.constant = s.constant
		if d.typ.Kind == word.Array && !d.ref {
			d.typ = pointerTo(d.typ.Elem)
		}
		if p.accept("=") {
			d.init = p.initializer()
		}
		f.params = append(f.params, d)
		if !p.peek().is(")") {
			p.expect(",", "in parameter list")
		}
	}
	for {
		switch {
		case p.accept("const"):
			f.constant = true
		case p.accept("noexcept"), p.accept("override"), p.accept("final"), p.accept("mutable"):
		default:
			return
		}
	}
}

// functionRest reads a function from its parameters on.
func (p *parser) functionRest(f *function) {
	if f.owner != nil && p.inside != f.owner {
		p.define(f)
		return
	}
	p.signature(f)
	p.genericParams(f)
	if f.ret.Kind == word.Auto && p.accept("->") {
		f.ret, f.retRef = p.pointers(p.typeName())
	}
	if f.global && f.ret.Kind != word.Void {
		p.fail(f.tok, "a __global__ function must return void, not '"+f.ret.String()+"'", "write results through a pointer")
	}
	if f.owner == nil {
		p.declareFunction(f)
	}
	p.functionBody(f)
}

// declareFunction makes a function known; a body takes the place of a declaration.
func (p *parser) declareFunction(f *function) {
	list := p.unit.functions[f.name]
	for i, old := range list {
		if sameParams(old, f) && (old.template == nil) == (f.template == nil) && (old.body == nil || old.header && !f.header) {
			if old.header && !f.header || old.body == nil && !old.preset {
				f.device, f.host = f.device || old.device, f.host || old.host
				for k := range f.params {
					if f.params[k].init == nil {
						f.params[k].init = old.params[k].init
					}
				}
				list[i] = f
				p.unit.order = append(p.unit.order, f)
				return
			}
		}
	}
	p.unit.functions[f.name] = append(list, f)
	p.unit.order = append(p.unit.order, f)
}

// functionBody reads initializers and the body, or the semicolon of a declaration.
func (p *parser) functionBody(f *function) {
	if p.accept(";") {
		return
	}
	if p.accept("=") {
		if !p.accept("default") && !p.accept("delete") {
			p.take() // 0: a class that derives from this one has it
			f.pure = true
		}
		f.preset = true
		p.expect(";", "after function")
		return
	}
	if p.accept(":") {
		p.memberInits(f)
	}
	if !p.peek().is("{") {
		p.expect("{", "or ';' after function declarator")
	}
	for _, old := range p.unit.functions[f.name] {
		if old != f && f.owner == nil && old.body != nil && old.template == nil && f.template == nil && !old.header && sameParams(old, f) {
			p.c.report(f.tok.pos, len(f.tok.text), "redefinition of '"+f.name+"'", "")
			break
		}
	}
	if f.owner != nil && f.owner == p.inside && p.reading {
		p.bodies = append(p.bodies, laterBody{f, p.at, p.tmpl})
		p.skipBraces()
		return
	}
	p.readBody(f)
}

// laterBody is the body of a method that stands in its class: it is read when all the class is, since
// it may name members and types that follow.
type laterBody struct {
	f    *function
	at   int
	tmpl map[string]bool
}

// readBodies reads the bodies that were left for the end of a class.
func (p *parser) readBodies() {
	bodies := p.bodies
	at, tmpl, inside, reading := p.at, p.tmpl, p.inside, p.reading
	p.bodies, p.reading = nil, false
	defer func() { p.at, p.tmpl, p.inside, p.reading = at, tmpl, inside, reading }()
	for _, b := range bodies {
		p.at, p.tmpl, p.inside = b.at, b.tmpl, b.f.owner
		p.readBody(b.f)
	}
}

// readBody reads the block of a function.
func (p *parser) readBody(f *function) {
	shadows := len(p.shadows)
	if f.owner != nil {
		for _, m := range f.owner.class.fields {
			p.declared(m.Name)
		}
	}
	for _, d := range f.params {
		p.declared(d.name)
	}
	f.body = p.block()
	p.shadows = p.shadows[:shadows]
	if f.global {
		p.unit.kernels = append(p.unit.kernels, f)
	}
}

// memberInits reads what stands behind a constructor's colon.
func (p *parser) memberInits(f *function) {
	for {
		p.at = p.namespaceEnd(p.at)
		name := p.name("a member")
		if p.peek().is("<") {
			p.at = max(p.closing(p.at), p.at+1)
		}
		init := &expr{op: "construct", tok: name}
		if p.peek().is("{") {
			init.kids = p.initializer().kids
		} else {
			p.expect("(", "after member name")
			init.kids = p.callArgs()
		}
		f.inits = append(f.inits, memberInit{name, init})
		if !p.accept(",") {
			return
		}
	}
}
