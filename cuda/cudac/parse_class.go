// This file parses structs, classes, unions and enums, and reads class templates again
// for each of their instances.

package cudac

import (
	"fmt"
	"strings"
)

// structType reads a struct, with its members and methods, or mentions one.
func (p *parser) structType() *Type {
	word := p.take()
	align := 0
	if p.peek().is("__align__") || p.peek().is("alignas") {
		align = p.alignment()
	}
	c := &class{name: fmt.Sprintf("struct#%d", p.at), union: word.is("union"), header: word.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: Struct, Name: c.name, class: c}
	at := word
	if p.peek().kind == tokName {
		at = p.take()
		c.name = at.text
		if p.peek().is("<") { // the name of an instance or a special case
			return p.special(at)
		}
		if old := p.types[c.name]; old != nil && old.class != nil && !(p.defines() && old.class.complete) {
			t, c = old, old.class
			c.union = word.is("union")
		} else if g := p.generics[c.name]; g != nil && !p.defines() {
			return p.mention(g, at)
		} else if old != nil && p.defines() && old.class != nil && old.class.complete && !old.class.header {
			p.fail(at, "redefinition of '"+c.name+"'", "")
		}
		t.Name = c.name
		p.types[c.name] = t
	}
	if p.accept(":") {
		p.base(c)
	}
	if !p.peek().is("{") {
		if t.Name != c.name || strings.HasPrefix(c.name, "struct#") {
			p.expect("{", "after "+word.text)
		}
		return t
	}
	p.members(t)
	if !c.layout(align) {
		p.fail(at, "'"+c.name+"' is too large", "")
	}
	return t
}

// defines reports that a body or a list of bases follows.
func (p *parser) defines() bool { return p.peek().is("{") || p.peek().is(":") }

// base reads the class that a class derives from: its members come first.
func (p *parser) base(c *class) {
	for p.accept("public") || p.accept("private") || p.accept("protected") {
	}
	at := p.peek()
	t := p.typeName()
	if t.class == nil || !t.class.complete {
		p.fail(at, "base class is not a complete struct", "")
	}
	c.fields = append([]Field(nil), t.class.fields...)
	for _, f := range t.class.methods {
		if f.name != t.class.base() && f.name[0] != '~' {
			c.methods = append(c.methods, f)
		}
	}
	for k, v := range t.class.types {
		c.types[k] = v
	}
	c.parent = t.class
	if p.peek().is(",") {
		p.fail(p.peek(), "a class can derive from one class only here", "")
	}
}

// members reads the body of a struct.
func (p *parser) members(t *Type) {
	c := t.class
	outer := p.inside
	p.inside = t
	defer func() { p.inside = outer }()
	p.expect("{", "after struct name")
	for !p.accept("}") {
		if p.accept("public") || p.accept("private") || p.accept("protected") {
			p.expect(":", "after access specifier")
			continue
		}
		if p.accept(";") {
			continue
		}
		switch word := p.peek(); {
		case word.is("using") || word.is("typedef"):
			name, alias := p.alias()
			c.types[name] = alias
		case word.is("static_assert"):
			p.staticAssert()
		case word.is("template"):
			p.take()
			params := p.templateParams()
			p.member(t, params)
			p.tmpl = nil
		default:
			p.member(t, nil)
		}
	}
}

// member reads one declaration of a struct's body.
func (p *parser) member(t *Type, params []templateParam) {
	c := t.class
	var s specs
	var flags Type
	for p.qualifier(&s, &flags) {
	}
	f := &function{owner: t, template: params, device: s.isDevice, host: s.host, static: s.static, header: c.header}
	f.tok = p.peek()
	switch {
	case p.peek().is("~"):
		p.take()
		f.name, f.ret = "~"+p.name("the class's name").text, basic[Void]
		p.method(f)
		return
	case p.peek().is(c.base()) && p.ahead(1).is("("):
		f.name, f.ret = p.take().text, basic[Void]
		p.method(f)
		return
	case p.peek().is("operator"):
		p.take()
		f.ret, f.retRef = p.pointers(p.typeName())
		f.name = "operator " + f.ret.String()
		p.method(f)
		return
	}
	base, more := p.specifiers()
	if flags.Const {
		u := *base
		u.Const = true
		base = &u
	}
	f.device, f.host, f.static = f.device || more.isDevice, f.host || more.host, f.static || more.static
	constexpr := s.constexpr || more.constexpr || f.static
	if p.accept(";") {
		if base.class != nil && strings.HasPrefix(base.class.name, "struct#") {
			p.anonymous(c, base)
		}
		return
	}
	for {
		d := p.declarator(base)
		if p.peek().is("(") && d.name != "" {
			f.tok, f.name, f.ret, f.retRef = d.tok, d.name, d.typ, d.ref
			if s.friend || more.friend {
				f.owner = nil
			}
			p.method(f)
			return
		}
		p.field(t, d, constexpr)
		if p.accept(";") {
			return
		}
		p.expect(",", "or ';' after member")
	}
}

// anonymous takes the members of an unnamed struct or union as members of its owner.
func (p *parser) anonymous(c *class, t *Type) {
	c.fields = append(c.fields, Field{Name: "", Type: t})
}

// method reads a method from its parameters on.
func (p *parser) method(f *function) {
	if f.owner == nil {
		p.functionRest(f)
		return
	}
	f.owner.class.methods = append(f.owner.class.methods, f)
	p.functionRest(f)
}

// field adds a member that is no function.
func (p *parser) field(t *Type, d *decl, constexpr bool) {
	c := t.class
	if p.peek().is(":") {
		p.fail(p.peek(), "bit-fields are not supported", "use masks and shifts")
	}
	if d.ref {
		p.fail(d.tok, "a member cannot be a reference here", "hold a pointer")
	}
	p.fixBounds(d)
	if d.typ.Kind == Struct && d.typ.class != nil && !d.typ.class.complete {
		p.fail(d.tok, "field '"+d.name+"' has incomplete type '"+d.typ.class.name+"'", "a struct cannot hold itself; hold a pointer")
	}
	if d.typ.Kind == autoType || d.typ.Kind == Void {
		p.fail(d.tok, "field '"+d.name+"' cannot have this type", "")
	}
	var init *expr
	if p.accept("=") || p.peek().is("{") {
		init = p.initializer()
	}
	if constexpr {
		d.init = init
		c.consts[d.name] = d
		if n, ok := p.c.constant(init, p.scope()); ok && d.typ.isInt() {
			c.values[d.name] = int64(wrap(d.typ.Kind, uint64(n)))
		}
		return
	}
	if t.field(d.name) != nil && c.parent == nil {
		p.fail(d.tok, "duplicate member '"+d.name+"'", "")
	}
	c.fields = append(c.fields, Field{Name: d.name, Type: d.typ, init: init})
}

// fixBounds makes the lengths of a member array constant.
func (p *parser) fixBounds(d *decl) {
	for t := d.typ; t.Kind == Array; t = t.Elem {
		if t.dim != nil {
			n, ok := p.c.constant(t.dim, p.scope())
			if !ok || n < 1 || n > maxObject {
				p.fail(d.tok, "the length of a member array must be a constant", "")
			}
			t.N, t.dim = int(n), nil
		}
		if t.N < 0 {
			p.fail(d.tok, "the length of a member array must be a constant", "")
		}
	}
}

// scope answers constants of the class that is being read, then of the unit.
func (p *parser) scope() names { return classNames{p.inside, p.unit} }

type classNames struct {
	t    *Type
	unit *unit
}

func (n classNames) lookup(name string) (int64, bool) {
	if n.t != nil && n.t.class != nil {
		if v, ok := n.t.class.values[name]; ok {
			return v, true
		}
	}
	return n.unit.lookup(name)
}

func (p *parser) enumType() *Type {
	p.take()
	scoped := p.accept("class") || p.accept("struct")
	name := ""
	if p.peek().kind == tokName {
		name = p.take().text
		if p.types[name] == nil {
			p.types[name] = basic[I32]
		}
	}
	if p.accept(":") {
		p.specifiers()
	}
	next := int64(0)
	if p.accept("{") {
		for !p.accept("}") {
			n := p.name("an enumerator")
			if p.accept("=") {
				v, ok := p.c.constant(p.ternary(), p.scope())
				if !ok {
					p.fail(n, "enumerator value is not a constant", "")
				}
				next = v
			}
			p.unit.enumAfter[n.text] = next
			next++
			if !p.peek().is("}") {
				p.expect(",", "in enumeration")
			}
		}
	}
	if scoped || name != "" {
		p.spaces[name] = true // Name::Value
	}
	return basic[I32]
}

// alias reads using Name = T or a typedef.
func (p *parser) alias() (string, *Type) {
	if p.take().is("using") {
		name := p.name("a name")
		p.expect("=", "in alias declaration")
		t := p.typeName()
		p.expect(";", "after alias declaration")
		return name.text, t
	}
	base, _ := p.specifiers()
	d := p.declarator(base)
	if d.name == "" {
		p.fail(d.tok, "expected a name", "")
	}
	for p.accept(",") {
		p.declarator(base)
	}
	p.expect(";", "after typedef")
	return d.name, d.typ
}

// classTemplate keeps a class template's tokens.
func (p *parser) classTemplate(params []templateParam) {
	from := p.at
	word := p.take()
	name := p.name("a class name")
	if p.peek().is("<") {
		p.at = from
		p.specialisation(params)
		return
	}
	for !p.peek().is("{") && !p.peek().is(";") && p.peek().kind != tokEOF {
		p.take()
	}
	g := p.generics[name.text]
	if g == nil || g.header && !word.header {
		g = &generic{name: name.text, made: map[string]*Type{}, header: word.header}
		p.generics[name.text] = g
		delete(p.types, name.text)
	}
	if g.params == nil || p.peek().is("{") {
		g.params = params
	}
	if p.peek().is("{") {
		p.skipBraces()
		g.toks = p.toks[from:p.at:p.at]
	}
	p.expect(";", "after class template")
}

// skipBraces passes a block.
func (p *parser) skipBraces() {
	open := p.peek()
	depth := 0
	for {
		t := p.take()
		switch {
		case t.kind == tokEOF:
			p.fail(open, "this '{' has no matching '}'", "")
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// specialisation reads template<> struct Name<args> {…};
func (p *parser) specialisation(params []templateParam) {
	if len(params) > 0 {
		p.fail(p.peek(), "partial specialisations are not supported", "write one for each type")
	}
	p.structType()
	p.expect(";", "after struct")
}

// special is the struct Name<args>, which may be defined here.
func (p *parser) special(at token) *Type {
	g := p.generics[at.text]
	if g == nil {
		p.fail(at, "'"+at.text+"' is not a template", "")
	}
	p.take()
	args := p.templateArgs()
	if !p.defines() {
		if p.settled(args) {
			return p.instantiate(g, args, p.unit, at)
		}
		return &Type{Kind: Struct, Name: g.name, generic: g, args: args}
	}
	key, _ := p.key(g, args, p.unit, at)
	c := &class{name: key, from: g, args: args, header: at.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: Struct, Name: key, class: c}
	g.made[key] = t
	if p.accept(":") {
		p.base(c)
	}
	p.members(t)
	c.layout(0)
	return t
}

// settled reports that arguments do not depend on a template's parameters.
func (p *parser) settled(args []templateArg) bool {
	for _, a := range args {
		if a.typ != nil && dependent(a.typ) {
			return false
		}
		if a.val != nil {
			if _, ok := p.c.constant(a.val, p.scope()); !ok {
				return false
			}
		}
	}
	return true
}

// dependent reports that a type mentions a template's parameter.
func dependent(t *Type) bool {
	switch t.Kind {
	case paramType:
		return true
	case Pointer, Array:
		return t.dim != nil || dependent(t.Elem)
	}
	return t.generic != nil
}

// key names an instance, and makes its arguments concrete.
func (p *parser) key(g *generic, args []templateArg, env names, at token) (string, []templateArg) {
	var words []string
	var list []templateArg
	for i, param := range g.params {
		a := param.preset
		if i < len(args) {
			a = &args[i]
		}
		switch {
		case a == nil:
			p.fail(at, "too few template arguments for '"+g.name+"'", "")
		case param.isType && a.typ == nil, !param.isType && a.val == nil:
			p.fail(at, "template argument for '"+param.name+"' is of the wrong sort", "")
		case param.isType:
			words = append(words, a.typ.String())
			list = append(list, *a)
		default:
			n, ok := p.c.constant(a.val, env)
			if !ok {
				p.fail(at, "template argument for '"+param.name+"' is not a constant", "")
			}
			words = append(words, fmt.Sprint(n))
			list = append(list, templateArg{val: numberExpr(n, at)})
		}
	}
	if len(g.params) == 0 {
		for _, a := range args {
			if a.typ != nil {
				words = append(words, a.typ.String())
			}
		}
		list = args
	}
	return g.name + "<" + strings.Join(words, ", ") + ">", list
}

// maxInstances bounds the instances of one class template, which may beget each other.
const maxInstances = 200

// instantiate makes the class that a class template describes for its arguments.
func (p *parser) instantiate(g *generic, args []templateArg, env names, at token) *Type {
	key, list := p.key(g, args, env, at)
	if t := g.made[key]; t != nil {
		return t
	}
	if g.toks == nil {
		p.fail(at, "'"+g.name+"' is declared but not defined", "")
	}
	if g.uses++; g.uses > maxInstances {
		p.fail(at, "'"+g.name+"' has too many instances", "")
	}
	if p.nesting++; p.nesting > 30 {
		p.fail(at, "template instances are nested too deeply", "")
	}
	defer func() { p.nesting-- }()
	t := &Type{Kind: Struct, Name: key, class: &class{name: key, from: g, args: list, header: g.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}}
	t.class.union = g.toks[0].is("union")
	g.made[key] = t
	outer := map[string]*Type{g.name: p.types[g.name]}
	tmpl := p.tmpl
	values := map[string]string{}
	p.tmpl = nil
	p.types[g.name] = t
	for i, param := range g.params {
		if param.isType {
			outer[param.name] = p.types[param.name]
			p.types[param.name] = list[i].typ
		} else {
			values[param.name] = list[i].val.tok.text
		}
	}
	toks, was, depth, inside := p.toks, p.at, p.depth, p.inside
	defer func() {
		p.toks, p.at, p.tmpl, p.depth, p.inside = toks, was, tmpl, depth, inside
		for name, old := range outer {
			if old == nil {
				delete(p.types, name)
			} else {
				p.types[name] = old
			}
		}
	}()
	p.toks, p.at = substituted(g.toks, values), 2
	if p.peek().is("__align__") || p.peek().is("alignas") {
		p.alignment()
	}
	if p.accept(":") {
		p.base(t.class)
	}
	p.members(t)
	if !t.class.layout(0) {
		p.fail(at, "'"+key+"' is too large", "")
	}
	return t
}

// substituted puts numbers in the place of a template's other parameters.
func substituted(list []token, values map[string]string) []token {
	out := append(make([]token, 0, len(list)+1), list...)
	for i, t := range out {
		if v, ok := values[t.text]; ok && t.kind == tokName && (i == 0 || !out[i-1].is(".")) {
			out[i].kind, out[i].text = tokNumber, v
		}
	}
	last := out[len(out)-1]
	return append(out, token{kind: tokEOF, pos: last.pos, end: last.end})
}

// numberExpr is a literal.
func numberExpr(n int64, at token) *expr {
	at.kind, at.text = tokNumber, fmt.Sprint(n)
	return &expr{op: "num", tok: at}
}
