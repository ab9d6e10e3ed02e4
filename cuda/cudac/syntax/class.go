// This file parses structs, classes, unions and enums.

package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

// structType reads a struct, with its members and methods, or mentions one.
func (p *parser) structType() *Type {
	keyword := p.take()
	align := 0
	if p.peek().Is("__align__") || p.peek().Is("alignas") {
		align = p.Alignment()
	}
	c := &Class{Name: fmt.Sprintf("struct#%d", p.at), Union: keyword.Is("union"), Header: keyword.Header, Types: map[string]*Type{}, Consts: map[string]*Decl{}, Values: map[string]int64{}}
	t := &Type{Kind: word.Struct, Name: c.Name, Class: c}
	at, names := keyword, p.types
	if p.peek().Kind == lex.Name {
		at = p.take()
		outer := p.around()
		for t := p.known(at.Text); t != nil && t.Class != nil && p.peek().Is("::"); t = t.Class.Types[at.Text] { // struct Outer::Inner {…}
			p.take()
			outer, at = t.Class, p.name("a class name")
		}
		c.Name = at.Text
		if p.peek().Is("<") { // the name of an instance or a special case
			return p.special(at)
		}
		old := p.known(c.Name)
		if outer != nil {
			names, c.within, c.Name = outer.Types, outer, outer.Name+"::"+c.Name
			if old = names[at.Text]; old != nil && old.Class != nil && old.Class.within != outer {
				old = nil // it hides what a base class has
			}
		}
		if old != nil && old.Class != nil && !(p.defines() && old.Class.Complete) {
			t, c = old, old.Class
			c.Union = keyword.Is("union")
		} else if g := p.generics[at.Text]; g != nil && !p.defines() {
			return p.mention(g, at)
		} else if old != nil && p.defines() && old.Class != nil && old.Class.Complete && !old.Class.Header {
			p.fail(at, "redefinition of '"+c.Name+"'", "")
		}
		t.Name = c.Name
		names[at.Text] = t
	}
	if p.peek().Is("final") && (p.ahead(1).Is("{") || p.ahead(1).Is(":")) {
		p.take()
	}
	if p.accept(":") {
		p.Base(c)
	}
	if !p.peek().Is("{") {
		if t.Name != c.Name || strings.HasPrefix(c.Name, "struct#") {
			p.expect("{", "after "+keyword.Text)
		}
		return t
	}
	p.members(t)
	if next := p.peek(); next.First && next.Kind == lex.Name && !p.local && (qualifiers[next.Text] != nil && next.Text != "const" || p.isType(next.Text)) {
		last := p.toks[p.at-1]
		last.Pos.Col, last.End = last.End, last.End+1
		p.fail(last, "expected ';' after "+keyword.Text, "a definition ends with };")
	}
	for _, f := range c.Fields {
		if !f.Type.laidOut() {
			p.fail(at, "'"+c.Name+"' is local, and the type of its member '"+f.Name+"' depends on parameters of the template", "define it outside of the function, as a class template")
		}
	}
	if !p.finish(t, align) {
		p.fail(at, "'"+c.Name+"' is too large", "")
	}
	return t
}

// around is the class whose body the struct that begins here belongs to; nil where it is only mentioned, or stands elsewhere.
func (p *parser) around() *Class {
	if p.inside == nil || !p.reading || p.local || !p.defines() && (!p.peek().Is(";") || p.token(p.at-3).Is("friend")) {
		return nil
	}
	return p.inside.Class
}

// finish places the members of a class that has been read.
func (p *parser) finish(t *Type, align int) bool {
	c := t.Class
	for _, f := range c.Methods {
		c.Dynamic = c.Dynamic || f.Virtual
	}
	if c.Dynamic {
		p.unit.Dynamic = append(p.unit.Dynamic, t)
		c.Id = uint64(len(p.unit.Dynamic))
		if c.Parent == nil || !c.Parent.Dynamic { // says which class an object has
			at := 0
			if c.Parent != nil {
				at = len(c.Parent.Fields)
			}
			c.Fields = slices.Insert(c.Fields, at, Field{Name: "#class", Type: Basic[word.U64]})
		}
	}
	return c.Layout(align)
}

// defines reports that a body or a list of bases follows.
func (p *parser) defines() bool { return p.peek().Is("{") || p.peek().Is(":") }

// Base reads the class that a class derives from: its members come first.
func (p *parser) Base(c *Class) {
	for p.accept("public") || p.accept("private") || p.accept("protected") {
	}
	at := p.peek()
	t := p.typeName()
	if t.Class == nil || !t.Class.Complete {
		p.fail(at, "base class is not a complete struct", "")
	}
	c.Fields = append([]Field(nil), t.Class.Fields...)
	for _, f := range t.Class.Methods {
		if f.Name != t.Class.Base() && f.Name[0] != '~' {
			c.Methods = append(c.Methods, f)
		}
	}
	for k, v := range t.Class.Types {
		c.Types[k] = v
	}
	maps.Copy(c.Consts, t.Class.Consts)
	maps.Copy(c.Values, t.Class.Values)
	c.Parent = t.Class
	if p.peek().Is(",") {
		p.fail(p.peek(), "a class can derive from one class only here", "")
	}
}

// members reads the body of a struct.
func (p *parser) members(t *Type) {
	c := t.Class
	outer, local, reading := p.inside, p.local, p.reading
	if outer != nil {
		c.within = outer.Class
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
		case word.Is("using") || word.Is("typedef"):
			name, alias := p.alias()
			c.Types[name] = alias
		case word.Is("static_assert"):
			p.staticAssert()
		case word.Is("template"):
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
func (p *parser) member(t *Type, params []TemplateParam) {
	c := t.Class
	var s specs
	var flags Type
	for p.qualifier(&s, &flags) {
	}
	f := &Function{Owner: t, Template: params, Device: s.isDevice, Host: s.host, Static: s.static, Header: c.Header, Virtual: s.virtual}
	f.Tok = p.peek()
	switch {
	case p.peek().Is("~"):
		p.take()
		f.Name, f.Result = "~"+p.name("the class's name").Text, Basic[word.Void]
		p.method(f)
		return
	case p.peek().Is(c.Base()) && p.ahead(1).Is("("):
		f.Name, f.Result = p.take().Text, Basic[word.Void]
		p.method(f)
		return
	case p.peek().Is("operator"):
		p.take()
		f.Result, f.RetRef = p.pointers(p.typeName())
		f.Name = "operator " + f.Result.String()
		p.method(f)
		return
	}
	base, more := p.specifiers()
	if flags.Const {
		u := *base
		u.Const = true
		base = &u
	}
	f.Device, f.Host, f.Static, f.Virtual = f.Device || more.isDevice, f.Host || more.host, f.Static || more.static, f.Virtual || more.virtual
	constexpr := s.constexpr || more.constexpr || f.Static
	if p.accept(";") {
		if base.Class != nil && strings.HasPrefix(base.Class.Name, "struct#") {
			p.anonymous(c, base)
		}
		return
	}
	for {
		d := p.declarator(base)
		if p.peek().Is("(") && d.Name != "" {
			f.Tok, f.Name, f.Result, f.RetRef = d.Tok, d.Name, d.Type, d.Ref
			f.Device, f.Host = f.Device || more.isDevice, f.Host || more.host
			if s.friend || more.friend {
				f.Owner = nil
			}
			p.method(f)
			return
		}
		p.Field(t, d, constexpr)
		if p.accept(";") {
			return
		}
		p.expect(",", "or ';' after member")
	}
}

// anonymous takes the members of an unnamed struct or union as members of its owner.
func (p *parser) anonymous(c *Class, t *Type) {
	c.Fields = append(c.Fields, Field{Name: "", Type: t})
}

// method reads a method from its parameters on.
func (p *parser) method(f *Function) {
	if f.Owner == nil {
		p.functionRest(f)
		return
	}
	c := f.Owner.Class
	inherited := slices.Clone(c.Methods)
	c.Methods = append(slices.DeleteFunc(c.Methods, func(o *Function) bool { return o.Name == f.Name && o.Owner != f.Owner && c.Parent != nil }), f)
	p.functionRest(f)
	for _, o := range inherited {
		f.Virtual = f.Virtual || o.Virtual && o.Name == f.Name && o.Owner != f.Owner && sameParams(o, f)
	}
	if c.Parent != nil && f.Name[0] == '~' {
		for q := c.Parent; q != nil; q = q.Parent {
			for _, o := range q.Methods {
				f.Virtual = f.Virtual || o.Name[0] == '~' && o.Virtual
			}
		}
	}
}

// Field adds a member that is no function.
func (p *parser) Field(t *Type, d *Decl, constexpr bool) {
	c := t.Class
	if p.accept(":") {
		p.bitField(t, d)
		return
	}
	if d.Ref {
		c.Fields = append(c.Fields, Field{Name: d.Name, Type: PointerTo(d.Type), Ref: true})
		p.unit.RefMembers = true
		return
	}
	p.fixBounds(d)
	if d.Type.Kind == word.Struct && d.Type.Class != nil && !d.Type.Class.Complete {
		p.fail(d.Tok, "field '"+d.Name+"' has incomplete type '"+d.Type.Class.Name+"'", "a struct cannot hold itself; hold a pointer")
	}
	if d.Type.Kind == word.Auto || d.Type.Kind == word.Void {
		p.fail(d.Tok, "field '"+d.Name+"' cannot have this type", "")
	}
	var init *Expr
	if p.accept("=") || p.peek().Is("{") {
		init = p.initializer()
	}
	if constexpr {
		d.Init = init
		c.Consts[d.Name] = d
		p.unit.ClassConstants[d.Name] = true
		if n, ok := Constant(init, p.scope()); ok && d.Type.IsInt() {
			c.Values[d.Name] = int64(word.Wrap(d.Type.Kind, uint64(n)))
		}
		return
	}
	if t.Field(d.Name) != nil && c.Parent == nil {
		p.fail(d.Tok, "duplicate member '"+d.Name+"'", "")
	}
	c.Fields = append(c.Fields, Field{Name: d.Name, Type: d.Type, Init: init})
}

// bitField adds a member of some bits.
func (p *parser) bitField(t *Type, d *Decl) {
	n, ok := Constant(p.additive(), p.scope())
	if !ok || !d.Type.IsInt() || n < 0 || n > int64(8*d.Type.Size()) {
		p.fail(d.Tok, "the width of bit-field '"+d.Name+"' must be a constant that its type has room for", "")
	}
	f := Field{Name: d.Name, Type: d.Type, Bits: int(n), BitField: true}
	if p.accept("=") || p.peek().Is("{") {
		f.Init = p.initializer()
	}
	t.Class.Fields = append(t.Class.Fields, f)
}

// fixBounds makes the lengths of a member array constant.
func (p *parser) fixBounds(d *Decl) {
	for t := d.Type; t.Kind == word.Array; t = t.Elem {
		if t.Dim != nil {
			n, ok := Constant(t.Dim, p.scope())
			if !ok || n < 1 || n > maxObject {
				p.fail(d.Tok, "the length of a member array must be a constant", "")
			}
			t.N, t.Dim = int(n), nil
		}
		if t.N < 0 {
			p.fail(d.Tok, "the length of a member array must be a constant", "")
		}
	}
}

// scope answers constants of the class that is being read, then of the unit.
func (p *parser) scope() Names { return classNames{p.inside, p.unit} }

type classNames struct {
	t    *Type
	unit *Unit
}

// Lookup implements Names.
func (n classNames) Lookup(name string) (int64, bool) {
	if n.t != nil {
		if v, ok := n.t.Class.Value(name); ok {
			return v, true
		}
	}
	return n.unit.Lookup(name)
}

// Value is an integer constant of the class, or of one around it.
func (c *Class) Value(name string) (int64, bool) {
	for ; c != nil; c = c.within {
		if v, ok := c.Values[name]; ok {
			return v, true
		}
	}
	return 0, false
}

func (p *parser) enumType() *Type {
	p.take()
	scoped := p.accept("class") || p.accept("struct")
	name := ""
	if p.peek().Kind == lex.Name {
		name = p.take().Text
		if p.types[name] == nil {
			p.types[name] = Basic[word.I32]
		}
		if p.inside != nil && p.reading && !p.local {
			p.inside.Class.Types[name] = Basic[word.I32]
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
				v, ok := Constant(p.ternary(), p.scope())
				if !ok {
					p.fail(n, "enumerator value is not a constant", "")
				}
				next = v
			}
			p.unit.EnumAfter[n.Text] = next
			if p.inside != nil && p.inside.Class != nil {
				p.inside.Class.Values[n.Text] = next
			}
			next++
			if !p.peek().Is("}") {
				p.expect(",", "in enumeration")
			}
		}
	}
	if scoped || name != "" {
		p.spaces[name] = true // Name::Value
	}
	return Basic[word.I32]
}

// alias reads using Name = T or a typedef.
func (p *parser) alias() (string, *Type) {
	if p.take().Is("using") {
		name := p.name("a name")
		p.expect("=", "in alias declaration")
		t := p.typeName()
		p.expect(";", "after alias declaration")
		return name.Text, t
	}
	base, _ := p.specifiers()
	local := p.local
	p.local = false // its name is that of a type
	d := p.declarator(base)
	p.local = local
	if d.Name == "" {
		p.fail(d.Tok, "expected a name", "")
	}
	for p.accept(",") {
		p.declarator(base)
	}
	p.expect(";", "after typedef")
	return d.Name, d.Type
}
