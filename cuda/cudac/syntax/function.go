// This file parses functions, methods and the variables outside of functions.

package syntax

import (
	"slices"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

// functionOrVariables is the rest of a declaration outside of functions.
func (p *parser) functionOrVariables(params []TemplateParam) {
	f := &Function{Template: params, Header: p.peek().Header}
	if len(params) == 0 {
		f.Template = nil // template<> makes a function for one case
	}
	var s specs
	var flags Type
	for p.qualifier(&s, &flags) {
	}
	f.Global, f.Device, f.Host, f.MaxThreads = s.global, s.isDevice, s.host, s.maxThreads
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
	f.Global, f.Device, f.Host = d.global, d.isDevice, d.host
	if f.MaxThreads == nil {
		f.MaxThreads = d.maxThreads
	}
	if p.accept(";") {
		return // struct or enum alone
	}
	for {
		v := p.qualified(f, base)
		if p.peek().Is("<") && params != nil && len(params) == 0 { // template<> T f<float>(…)
			p.take()
			f.Special = p.templateArgs()
		}
		if p.peek().Is("(") && v.Name != "" && (v.Type.Kind != word.Array) && !p.constructs(v, d) {
			f.Tok, f.Name, f.Result, f.RetRef = v.Tok, v.Name, v.Type, v.Ref
			f.Device, f.Host = d.isDevice, d.host
			f.deduced = params != nil && len(params) == 0 && f.Special == nil && f.Owner == nil
			p.functionRest(f)
			return
		}
		if f.Owner != nil {
			v.Name = f.Owner.Class.Name + "::" + v.Name
		}
		if len(params) > 0 {
			p.constantTemplate(f, v)
			return
		}
		p.variable(v, d)
		if f.Owner == nil {
			p.declared(v.Name)
		}
		if p.accept(";") {
			return
		}
		p.expect(",", "or ';' after declaration")
	}
}

// constantTemplate reads template <…> constexpr T name = …; which is a function of nothing.
func (p *parser) constantTemplate(f *Function, v *Decl) {
	f.Tok, f.Name, f.Result, f.Device, f.Host = v.Tok, v.Name, Plain(v.Type), true, true
	p.expect("=", "after the name of a constant")
	init := p.initializer()
	p.expect(";", "after declaration")
	f.Body = &Stmt{Op: "block", Tok: v.Tok, End: v.Tok, Body: []*Stmt{{Op: "return", Tok: v.Tok, Cond: init}}}
	p.unit.constantTemplates[f.Name] = true
	p.declareFunction(f)
}

// merge adds what stood before.
func (s *specs) merge(o *specs) {
	s.shared, s.external, s.constant, s.managed = s.shared || o.shared, s.external || o.external, s.constant || o.constant, s.managed || o.managed
	s.constexpr, s.static, s.friend = s.constexpr || o.constexpr, s.static || o.static, s.friend || o.friend
	s.global, s.isDevice, s.host = s.global || o.global, s.isDevice || o.isDevice, s.host || o.host
}

// constructs tells `dim3 block(16, 16);` from a function.
func (p *parser) constructs(v *Decl, s *specs) bool {
	if s.global || s.isDevice && v.Type.Kind != word.Struct || v.Type.Kind == word.Void {
		return false
	}
	t := p.ahead(1)
	if t.Is("(") || t.Is("-") || t.Is("!") || t.Is("~") || t.Is("+") || t.Is("&") || t.Kind == lex.Char {
		return true
	}
	return t.Kind == lex.Number || t.Kind == lex.String || t.Kind == lex.Name && !p.isType(t.Text) && qualifiers[t.Text] == nil && !p.spaces[t.Text] && !lex.Reserved[t.Text] && !t.Is("enum") && !t.Is("union")
}

// structor reads S::S(…) and S::~S().
func (p *parser) structor(f *Function) bool {
	from := p.at
	t := p.types[p.peek().Text]
	for t != nil && t.Class != nil && p.ahead(1).Is("::") && t.Class.Types[p.ahead(2).Text] != nil && p.ahead(3).Is("::") {
		t = t.Class.Types[p.ahead(2).Text]
		p.at += 2
	}
	tilde := p.ahead(2).Is("~")
	if t == nil || t.Class == nil || !p.ahead(1).Is("::") || !tilde && !(p.ahead(2).Is(p.peek().Text) && p.ahead(3).Is("(")) {
		p.at = from
		return false
	}
	p.at += 2
	f.Name, f.Result, f.Owner = "", Basic[word.Void], t
	if p.accept("~") {
		f.Name = "~"
	}
	f.Tok = p.take()
	f.Name += f.Tok.Text
	p.define(f)
	return true
}

// qualified is a declarator whose name may be that of a method, S::f.
func (p *parser) qualified(f *Function, base *Type) *Decl {
	t, ref := p.pointers(base)
	if owner := p.types[p.peek().Text]; owner != nil && owner.Class != nil && p.ahead(1).Is("::") {
		for p.at += 2; p.ahead(1).Is("::") && owner.Class.Types[p.peek().Text] != nil && owner.Class.Types[p.peek().Text].Class != nil; p.at += 2 {
			owner = owner.Class.Types[p.peek().Text]
		}
		f.Owner = owner
	} else if p.generics[p.peek().Text] != nil && p.ahead(1).Is("<") {
		p.fail(p.peek(), "a class template's methods must be defined inside of it here", "move the body into the class")
	}
	d := p.declarator(t)
	d.Ref = d.Ref || ref
	return d
}

// define reads a method outside of its class, and gives its declaration the body.
func (p *parser) define(f *Function) {
	outer := p.inside
	p.inside = f.Owner
	defer func() { p.inside = outer }()
	p.Signature(f)
	for _, m := range f.Owner.Class.Methods {
		if m.Name == f.Name && m.Constant == f.Constant && sameParams(m, f) && m.Body == nil {
			for k := range f.Params {
				if f.Params[k].Init == nil {
					f.Params[k].Init = m.Params[k].Init
				}
			}
			m.Params, m.Inits = f.Params, f.Inits
			m.Device, m.Host = m.Device || f.Device, m.Host || f.Host
			p.functionBody(m)
			return
		}
	}
	p.fail(f.Tok, "'"+f.Owner.Class.Name+"' declares no such method '"+f.Name+"'", "")
}

func sameParams(a, b *Function) bool {
	if len(a.Params) != len(b.Params) || !sameSpecial(a.Special, b.Special) {
		return false
	}
	for i := range a.Params {
		x, y := a.Params[i], b.Params[i]
		if !Same(x.Type, y.Type) || x.Ref != y.Ref || x.Ref && IsConst(x.Type) != IsConst(y.Type) || !sameAccess(x.Type, y.Type) {
			return false
		}
	}
	return true
}

// sameSpecial reports whether two specialisations are for the same arguments; values are compared by how they are written.
func sameSpecial(a, b []TemplateArg) bool {
	return slices.EqualFunc(a, b, func(x, y TemplateArg) bool {
		if x.Type == nil || y.Type == nil {
			return x.Type == y.Type && x.Val.Tok.Text == y.Val.Tok.Text
		}
		return Same(x.Type, y.Type)
	})
}

// IsConst reports a type whose values, or what they point to, do not change.
func IsConst(t *Type) bool { return t.Const || t.Kind == word.Array && IsConst(t.Elem) }

// sameAccess reports whether what two pointers point to may be written alike.
func sameAccess(a, b *Type) bool {
	return a.Kind != word.Pointer || a.Elem.Const == b.Elem.Const && sameAccess(a.Elem, b.Elem)
}

// variable is the rest of a variable outside of functions.
func (p *parser) variable(v *Decl, s *specs) {
	s.apply(v)
	if v.Name == "" {
		p.fail(v.Tok, "expected a name", "")
	}
	switch {
	case p.accept("="), p.peek().Is("{"):
		v.Init = p.initializer()
	case p.peek().Is("("):
		t := p.take()
		v.Init = &Expr{Op: "construct", Tok: t, Type: v.Type, Kids: p.callArgs()}
	}
	if v.Init != nil && (v.Type.Const || v.Constexpr) && v.Type.IsInt() {
		if n, ok := Constant(v.Init, p.scope()); ok {
			p.unit.constants[v.Name] = int64(word.Wrap(v.Type.Kind, uint64(n)))
		}
	}
	p.unit.Globals = append(p.unit.Globals, v)
}

// Signature reads a function's parameters and what stands behind them.
func (p *parser) Signature(f *Function) {
	p.expect("(", "before the parameters")
	for !p.accept(")") {
		if p.peek().Is("void") && p.ahead(1).Is(")") {
			p.take()
			continue
		}
		if p.peek().Is("...") && p.ahead(1).Is(")") {
			p.take()
			f.Variadic = true
			p.expect(")", "after ...")
			break
		}
		base, s := p.specifiers()
		d := p.declarator(base)
		d.Constant = s.constant
		if d.Type.Kind == word.Array && !d.Ref {
			d.Type = PointerTo(d.Type.Elem)
		}
		if p.accept("=") {
			d.Init = p.initializer()
		}
		f.Params = append(f.Params, d)
		if !p.peek().Is(")") {
			p.expect(",", "in parameter list")
		}
	}
	for {
		switch {
		case p.accept("const"):
			f.Constant = true
		case p.accept("noexcept"), p.accept("override"), p.accept("final"), p.accept("mutable"):
		default:
			return
		}
	}
}

// functionRest reads a function from its parameters on.
func (p *parser) functionRest(f *Function) {
	if f.Owner != nil && p.inside != f.Owner {
		p.define(f)
		return
	}
	p.Signature(f)
	if f.deduced {
		f.Special = p.specialFor(f)
	}
	p.genericParams(f)
	if f.Result.Kind == word.Auto && p.accept("->") {
		f.Result, f.RetRef = p.pointers(p.typeName())
	}
	if f.Global && f.Result.Kind != word.Void {
		p.fail(f.Tok, "a __global__ function must return void, not '"+f.Result.String()+"'", "write results through a pointer")
	}
	if f.Owner == nil {
		p.declareFunction(f)
	}
	p.functionBody(f)
}

// specialFor are the arguments of a function template for which f, written template<> without them, is another body.
func (p *parser) specialFor(f *Function) []TemplateArg {
	for _, g := range p.unit.Functions[f.Name] {
		if len(g.Template) == 0 || len(g.Params) != len(f.Params) {
			continue
		}
		bound := map[string]TemplateArg{}
		fits := p.unify(TemplateArg{Type: g.Result}, TemplateArg{Type: f.Result}, g.Template, bound)
		for i := range g.Params {
			fits = fits && p.unify(TemplateArg{Type: g.Params[i].Type}, TemplateArg{Type: f.Params[i].Type}, g.Template, bound)
		}
		var list []TemplateArg
		for _, tp := range g.Template {
			if a, ok := bound[tp.Name]; ok && fits {
				list = append(list, a)
			}
		}
		if len(list) == len(g.Template) {
			return list
		}
	}
	return nil
}

// declareFunction makes a function known; a body takes the place of a declaration.
func (p *parser) declareFunction(f *Function) {
	list := p.unit.Functions[f.Name]
	for i, old := range list {
		if sameParams(old, f) && (old.Template == nil) == (f.Template == nil) && (old.Body == nil || old.Header && !f.Header) {
			if old.Header && !f.Header || old.Body == nil && !old.Preset {
				f.Device, f.Host = f.Device || old.Device, f.Host || old.Host
				for k := range f.Params {
					if f.Params[k].Init == nil {
						f.Params[k].Init = old.Params[k].Init
					}
				}
				list[i] = f
				p.unit.Order = append(p.unit.Order, f)
				return
			}
		}
	}
	p.unit.Functions[f.Name] = append(list, f)
	p.unit.Order = append(p.unit.Order, f)
}

// functionBody reads initializers and the body, or the semicolon of a declaration.
func (p *parser) functionBody(f *Function) {
	if p.accept(";") {
		return
	}
	if p.accept("=") {
		if !p.accept("default") && !p.accept("delete") {
			p.take() // 0: a class that derives from this one has it
			f.Pure = true
		}
		f.Preset = true
		p.expect(";", "after function")
		return
	}
	if p.accept(":") {
		p.memberInits(f)
	}
	if !p.peek().Is("{") {
		p.expect("{", "or ';' after function declarator")
	}
	for _, old := range p.unit.Functions[f.Name] {
		if old != f && f.Owner == nil && old.Body != nil && old.Template == nil && f.Template == nil && !old.Header && sameParams(old, f) {
			p.c.Report(f.Tok.Pos, len(f.Tok.Text), "redefinition of '"+f.Name+"'", "")
			break
		}
	}
	if f.Owner != nil && f.Owner == p.inside && p.reading {
		p.bodies = append(p.bodies, laterBody{f, p.at, p.tmpl})
		p.skipBraces()
		return
	}
	p.readBody(f)
}

// laterBody is the body of a method that stands in its class: it is read when all the class is, since
// it may name members and types that follow.
type laterBody struct {
	f    *Function
	at   int
	tmpl map[string]*Type
}

// readBodies reads the bodies that were left for the end of a class.
func (p *parser) readBodies() {
	bodies := p.bodies
	at, tmpl, inside, reading := p.at, p.tmpl, p.inside, p.reading
	p.bodies, p.reading = nil, false
	defer func() { p.at, p.tmpl, p.inside, p.reading = at, tmpl, inside, reading }()
	for _, b := range bodies {
		p.at, p.tmpl, p.inside = b.at, b.tmpl, b.f.Owner
		p.readBody(b.f)
	}
}

// readBody reads the block of a function.
func (p *parser) readBody(f *Function) {
	shadows := len(p.shadows)
	if f.Owner != nil {
		for _, m := range f.Owner.Class.Fields {
			p.declared(m.Name)
		}
	}
	for _, d := range f.Params {
		p.declared(d.Name)
	}
	f.Body = p.block()
	p.shadows = p.shadows[:shadows]
	if f.Global {
		p.unit.Kernels = append(p.unit.Kernels, f)
	}
}

// memberInits reads what stands behind a constructor's colon.
func (p *parser) memberInits(f *Function) {
	for {
		p.at = p.namespaceEnd(p.at)
		name := p.name("a member")
		if p.peek().Is("<") {
			p.at = max(p.closing(p.at), p.at+1)
		}
		init := &Expr{Op: "construct", Tok: name}
		if p.peek().Is("{") {
			init.Kids = p.initializer().Kids
		} else {
			p.expect("(", "after member name")
			init.Kids = p.callArgs()
		}
		f.Inits = append(f.Inits, MemberInit{name, init})
		if !p.accept(",") {
			return
		}
	}
}
