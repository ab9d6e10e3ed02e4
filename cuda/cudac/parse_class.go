// This file parses structs, classes, unions and enums.

package cudac

import (
	"fmt"
	"gputour/cuda/cudac/word"
	"maps"
	"slices"
	"strings"
)

// structType reads a struct, with its members and methods, or mentions one.
func (p *parser) structType() *Type {
	keyword := p.take()
	align := 0
	if p.peek().is("__align__") || p.peek().is("alignas") {
		align = p.alignment()
	}
	c := &class{name: fmt.Sprintf("struct#%d", p.at), union: keyword.is("union"), header: keyword.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: word.Struct, Name: c.name, class: c}
	at := keyword
	if p.peek().kind == tokName {
		at = p.take()
		c.name = at.text
		if p.peek().is("<") { // the name of an instance or a special case
			return p.special(at)
		}
		if old := p.types[c.name]; old != nil && old.class != nil && !(p.defines() && old.class.complete) {
			t, c = old, old.class
			c.union = keyword.is("union")
		} else if g := p.generics[c.name]; g != nil && !p.defines() {
			return p.mention(g, at)
		} else if old != nil && p.defines() && old.class != nil && old.class.complete && !old.class.header {
			p.fail(at, "redefinition of '"+c.name+"'", "")
		}
		t.Name = c.name
		p.types[c.name] = t
	}
	if p.peek().is("final") && (p.ahead(1).is("{") || p.ahead(1).is(":")) {
		p.take()
	}
	if p.accept(":") {
		p.base(c)
	}
	if !p.peek().is("{") {
		if t.Name != c.name || strings.HasPrefix(c.name, "struct#") {
			p.expect("{", "after "+keyword.text)
		}
		return t
	}
	p.members(t)
	if next := p.peek(); next.first && next.kind == tokName && !p.local && (qualifiers[next.text] != nil && next.text != "const" || p.isType(next.text)) {
		last := p.toks[p.at-1]
		last.pos.Col, last.end = last.end, last.end+1
		p.fail(last, "expected ';' after "+keyword.text, "a definition ends with };")
	}
	for _, f := range c.fields {
		if !f.Type.laidOut() {
			p.fail(at, "'"+c.name+"' is local, and the type of its member '"+f.Name+"' depends on parameters of the template", "define it outside of the function, as a class template")
		}
	}
	if !p.finish(t, align) {
		p.fail(at, "'"+c.name+"' is too large", "")
	}
	return t
}

// finish places the members of a class that has been read.
func (p *parser) finish(t *Type, align int) bool {
	c := t.class
	for _, f := range c.methods {
		c.dynamic = c.dynamic || f.virtual
	}
	if c.dynamic {
		p.unit.dynamic = append(p.unit.dynamic, t)
		c.id = uint64(len(p.unit.dynamic))
		if c.parent == nil || !c.parent.dynamic { // says which class an object has
			at := 0
			if c.parent != nil {
				at = len(c.parent.fields)
			}
			c.fields = slices.Insert(c.fields, at, Field{Name: "#class", Type: basic[word.U64]})
		}
	}
	return c.layout(align)
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
	maps.Copy(c.consts, t.class.consts)
	maps.Copy(c.values, t.class.values)
	c.parent = t.class
	if p.peek().is(",") {
		p.fail(p.peek(), "a class can derive from one class only here", "")
	}
}

// members reads the body of a struct.
func (p *parser) members(t *Type) {
	c := t.class
	outer, local, reading := p.inside, p.local, p.reading
	if outer != nil {
		c.within = outer.class
	}
	if !reading {
		p.bodies = nil
	}
	p.inside, p.local, p.reading = t, false, true
	defer func() { p.inside, p.local, p.reading = outer, local, reading }()
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
	if !reading {
		p.readBodies()
	}
}

// member reads one declaration of a struct's body.
func (p *parser) member(t *Type, params []templateParam) {
	c := t.class
	var s specs
	var flags Type
	for p.qualifier(&s, &flags) {
	}
	f := &function{owner: t, template: params, device: s.isDevice, host: s.host, static: s.static, header: c.header, virtual: s.virtual}
	f.tok = p.peek()
	switch {
	case p.peek().is("~"):
		p.take()
		f.name, f.ret = "~"+p.name("the class's name").text, basic[word.Void]
		p.method(f)
		return
	case p.peek().is(c.base()) && p.ahead(1).is("("):
		f.name, f.ret = p.take().text, basic[word.Void]
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
	f.device, f.host, f.static, f.virtual = f.device || more.isDevice, f.host || more.host, f.static || more.static, f.virtual || more.virtual
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
	c := f.owner.class
	inherited := slices.Clone(c.methods)
	c.methods = append(slices.DeleteFunc(c.methods, func(o *function) bool { return o.name == f.name && o.owner != f.owner && c.parent != nil }), f)
	p.functionRest(f)
	for _, o := range inherited {
		f.virtual = f.virtual || o.virtual && o.name == f.name && o.owner != f.owner && sameParams(o, f)
	}
	if c.parent != nil && f.name[0] == '~' {
		for q := c.parent; q != nil; q = q.parent {
			for _, o := range q.methods {
				f.virtual = f.virtual || o.name[0] == '~' && o.virtual
			}
		}
	}
}

// field adds a member that is no function.
func (p *parser) field(t *Type, d *decl, constexpr bool) {
	c := t.class
	if p.accept(":") {
		p.bitField(t, d)
		return
	}
	if d.ref {
		c.fields = append(c.fields, Field{Name: d.name, Type: pointerTo(d.typ), ref: true})
		p.unit.refMembers = true
		return
	}
	p.fixBounds(d)
	if d.typ.Kind == word.Struct && d.typ.class != nil && !d.typ.class.complete {
		p.fail(d.tok, "field '"+d.name+"' has incomplete type '"+d.typ.class.name+"'", "a struct cannot hold itself; hold a pointer")
	}
	if d.typ.Kind == word.Auto || d.typ.Kind == word.Void {
		p.fail(d.tok, "field '"+d.name+"' cannot have this type", "")
	}
	var init *expr
	if p.accept("=") || p.peek().is("{") {
		init = p.initializer()
	}
	if constexpr {
		d.init = init
		c.consts[d.name] = d
		p.unit.classConstants[d.name] = true
		if n, ok := p.c.constant(init, p.scope()); ok && d.typ.isInt() {
			c.values[d.name] = int64(word.Wrap(d.typ.Kind, uint64(n)))
		}
		return
	}
	if t.field(d.name) != nil && c.parent == nil {
		p.fail(d.tok, "duplicate member '"+d.name+"'", "")
	}
	c.fields = append(c.fields, Field{Name: d.name, Type: d.typ, init: init})
}

// bitField adds a member of some bits.
func (p *parser) bitField(t *Type, d *decl) {
	n, ok := p.c.constant(p.additive(), p.scope())
	if !ok || !d.typ.isInt() || n < 0 || n > int64(8*d.typ.Size()) {
		p.fail(d.tok, "the width of bit-field '"+d.name+"' must be a constant that its type has room for", "")
	}
	f := Field{Name: d.name, Type: d.typ, bits: int(n), bitField: true}
	if p.accept("=") || p.peek().is("{") {
		f.init = p.initializer()
	}
	t.class.fields = append(t.class.fields, f)
}

// fixBounds makes the lengths of a member array constant.
func (p *parser) fixBounds(d *decl) {
	for t := d.typ; t.Kind == word.Array; t = t.Elem {
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
			p.types[name] = basic[word.I32]
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
			if p.inside != nil && p.inside.class != nil {
				p.inside.class.values[n.text] = next
			}
			next++
			if !p.peek().is("}") {
				p.expect(",", "in enumeration")
			}
		}
	}
	if scoped || name != "" {
		p.spaces[name] = true // Name::Value
	}
	return basic[word.I32]
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
	local := p.local
	p.local = false // its name is that of a type
	d := p.declarator(base)
	p.local = local
	if d.name == "" {
		p.fail(d.tok, "expected a name", "")
	}
	for p.accept(",") {
		p.declarator(base)
	}
	p.expect(";", "after typedef")
	return d.name, d.typ
}
