// This file keeps class templates, and reads them again for each of their instances.

package syntax

import (
	"fmt"
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

// classTemplate keeps a class template's tokens.
func (p *parser) classTemplate(params []TemplateParam) {
	from := p.at
	word := p.take()
	aligned := p.toks[p.at:p.alignmentEnd(p.at)]
	p.at += len(aligned)
	name := p.name("a class name")
	if p.peek().Is("<") {
		p.at = from
		p.specialisation(params)
		return
	}
	for !p.peek().Is("{") && !p.peek().Is(";") && p.peek().Kind != lex.EOF {
		p.take()
	}
	g := p.generics[name.Text]
	if g == nil || g.header && !word.Header {
		g = &generic{name: name.Text, made: map[string]*Type{}, header: word.Header}
		p.generics[name.Text] = g
		delete(p.types, name.Text)
	}
	if g.params == nil || p.peek().Is("{") {
		g.params = params
	}
	if p.peek().Is("{") {
		body := from + 2 + len(aligned)
		p.skipBraces()
		g.toks = slices.Concat([]lex.Token{word, name}, aligned, p.toks[body:p.at])
	}
	p.expect(";", "after class template")
}

// alignmentEnd is the index behind the alignas(…) that may stand at token i.
func (p *parser) alignmentEnd(i int) int {
	for (p.token(i).Is("alignas") || p.token(i).Is("__align__")) && p.token(i+1).Is("(") {
		i = p.matching(i + 1)
	}
	return i
}

// outside is the index behind the head of a method or variable of a class template that is
// defined outside of it, Name<…>::name; p.at where no such thing begins here.
func (p *parser) outside() int {
	for i := p.at; ; i++ {
		t := p.token(i)
		switch {
		case t.Kind == lex.EOF || t.Is("(") || t.Is("{") || t.Is(";") || t.Is("="):
			return p.at
		case t.Kind != lex.Name || p.generics[t.Text] == nil || !p.token(i+1).Is("<"):
			continue
		}
		end := p.closing(i + 1)
		if end < 0 {
			return p.at
		}
		name := p.token(end + 1)
		if after := p.token(end + 2); p.token(end).Is("::") && (name.Is("~") || name.Is("operator") || after.Is("(") || after.Is("=") || after.Is(";") || after.Is("{") || after.Is("[")) {
			return end
		}
		i = end - 1
	}
}

// definition is a method of a class template that is defined outside of it.
type definition struct {
	params []TemplateParam
	toks   []lex.Token
}

// outsideMethod keeps the tokens of such a method, for the instances to come, and gives it
// to those that are there.
func (p *parser) outsideMethod(params []TemplateParam, end int) {
	from, generic := p.at, ""
	for i := end; i >= from && generic == ""; i-- { // the name whose arguments end here
		if p.token(i).Kind == lex.Name && p.generics[p.token(i).Text] != nil && p.closing(i+1) == end && p.token(i+1).Is("<") {
			generic = p.token(i).Text
		}
	}
	g := p.generics[generic]
	for !p.peek().Is("{") && !p.peek().Is(";") && p.peek().Kind != lex.EOF {
		p.take()
	}
	if !p.accept(";") {
		p.skipBraces()
	}
	d := definition{params, p.toks[from:p.at:p.at]}
	p.tmpl = nil
	g.outside = append(g.outside, d)
	for _, t := range g.made {
		if t.Class != nil && t.Class.From == g && t.Class.Complete {
			p.defineOutside(g, t, d)
		}
	}
}

// defineOutside reads such a method for one instance.
func (p *parser) defineOutside(g *generic, t *Type, d definition) {
	if len(d.params) != len(t.Class.Args) {
		return
	}
	list := make([]lex.Token, 0, len(d.toks))
	for i := 0; i < len(d.toks); i++ { // Name<…>::f is Name::f here
		list = append(list, d.toks[i])
		if d.toks[i].Is(g.name) && i+1 < len(d.toks) && d.toks[i+1].Is("<") {
			if j := lex.ClosedAngle(d.toks, i+1); j+1 < len(d.toks) && d.toks[j+1].Is("::") {
				i = j
			}
		}
	}
	p.withArgs(g, t, d.params, t.Class.Args, list, func() {
		p.at = 0
		p.functionOrVariables(nil)
	})
}

// skipBraces passes a block.
func (p *parser) skipBraces() {
	open := p.peek()
	depth := 0
	for {
		t := p.take()
		switch {
		case t.Kind == lex.EOF:
			p.fail(open, "this '{' has no matching '}'", "")
		case t.Is("{"):
			depth++
		case t.Is("}"):
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// specialisation reads template<> struct Name<args> {…}; or keeps the tokens of a partial
// one.
func (p *parser) specialisation(params []TemplateParam) {
	if len(params) == 0 {
		p.structType()
		p.expect(";", "after struct")
		return
	}
	from, word := p.at, p.take()
	name := p.name("a class name")
	g := p.generics[name.Text]
	if g == nil {
		p.fail(name, "'"+name.Text+"' is not a template", "")
	}
	p.take()
	s := special{params: params, args: p.templateArgs()}
	head := []lex.Token{word, name}
	body := p.at
	for !p.peek().Is("{") && !p.peek().Is(";") && p.peek().Kind != lex.EOF {
		p.take()
	}
	if !p.peek().Is("{") {
		p.fail(p.toks[from], "a partial specialisation needs a body here", "")
	}
	p.skipBraces()
	s.toks = append(head, p.toks[body:p.at]...)
	p.tmpl = nil
	g.cases = append(g.cases, s)
	p.expect(";", "after struct")
}

// aliasTemplate keeps the tokens of template <…> using Name = T;
func (p *parser) aliasTemplate(params []TemplateParam) {
	word := p.take()
	name := p.name("a name")
	p.expect("=", "in alias declaration")
	from := p.at
	for !p.peek().Is(";") && p.peek().Kind != lex.EOF {
		p.take()
	}
	toks := append([]lex.Token{word, name}, p.toks[from:p.at]...)
	p.generics[name.Text] = &generic{name: name.Text, params: params, toks: toks, made: map[string]*Type{}, header: word.Header, alias: true}
	p.expect(";", "after alias declaration")
	p.tmpl = nil
}

// fitting is the most special of the partial specialisations that arguments fit, with what its
// parameters stand for then; nil for none.
func (p *parser) fitting(g *generic, list []TemplateArg) (found *special, args []TemplateArg) {
	for i := range g.cases {
		s := &g.cases[i]
		if bound, ok := p.fits(s, list); ok && (found == nil || p.narrower(s, found)) {
			found, args = s, bound
		}
	}
	return found, args
}

// fits says what a specialisation's parameters stand for where its pattern is a list.
func (p *parser) fits(s *special, list []TemplateArg) (args []TemplateArg, ok bool) {
	bound := map[string]TemplateArg{}
	if len(s.args) != len(list) {
		return nil, false
	}
	for k := range list {
		if !p.unify(s.args[k], list[k], s.params, bound) {
			return nil, false
		}
	}
	for _, tp := range s.params {
		a, ok := bound[tp.Name]
		if !ok {
			return nil, false
		}
		args = append(args, a)
	}
	return args, true
}

// narrower reports that whatever fits a fits b, too.
func (p *parser) narrower(a, b *special) bool {
	_, ok := p.fits(b, a.args)
	return ok
}

// unify finds what a pattern's parameters stand for in an argument.
func (p *parser) unify(want, have TemplateArg, params []TemplateParam, bound map[string]TemplateArg) bool {
	if want.Val != nil {
		if have.Val == nil {
			return false
		}
		if e := want.Val; e.Op == "name" && slices.ContainsFunc(params, func(tp TemplateParam) bool { return tp.Name == e.Name }) {
			old, ok := bound[e.Name]
			if !ok {
				bound[e.Name] = have
				return true
			}
			want = old
		}
		a, ok := Constant(want.Val, p.unit)
		b, _ := Constant(have.Val, p.unit)
		return ok && a == b
	}
	w, h := want.Type, have.Type
	switch {
	case h == nil:
		return false
	case w.Kind == word.Parameter:
		if w.Const && !h.Const {
			return false
		}
		if w.Const {
			h = Plain(h)
		}
		old, ok := bound[w.Name]
		bound[w.Name] = TemplateArg{Type: h}
		return !ok || Same(old.Type, h)
	case w.Kind == word.Pointer && h.Kind == word.Pointer, w.Kind == word.Array && h.Kind == word.Array && w.N == h.N:
		return p.unify(TemplateArg{Type: w.Elem}, TemplateArg{Type: h.Elem}, params, bound)
	case w.Template && w.Generic.unknown && h.Template:
		return bindTemplate(w.Generic, h.Generic, bound)
	case w.Generic != nil && !w.Template:
		from, args := h.Generic, h.Args
		if h.Class != nil {
			from, args = h.Class.From, h.Class.Args
		}
		if from == nil || len(args) != len(w.Args) || from != w.Generic && !(w.Generic.unknown && bindTemplate(w.Generic, from, bound)) {
			return false
		}
		for i := range w.Args {
			if !p.unify(w.Args[i], args[i], params, bound) {
				return false
			}
		}
		return true
	}
	return Same(w, h) && w.Const == h.Const
}

// bindTemplate notes which class template a parameter stands for.
func bindTemplate(want, have *generic, bound map[string]TemplateArg) bool {
	old, ok := bound[want.name]
	bound[want.name] = TemplateArg{Type: templateType(have)}
	return !ok || old.Type.Generic == have
}

// special is the struct Name<args>, which may be defined here.
func (p *parser) special(at lex.Token) *Type {
	g := p.generics[at.Text]
	if g == nil {
		p.fail(at, "'"+at.Text+"' is not a template", "")
	}
	p.take()
	args := p.templateArgs()
	if !p.defines() {
		if p.settled(args) {
			return p.instantiate(g, args, p.unit, at)
		}
		return &Type{Kind: word.Struct, Name: g.name, Generic: g, Args: args}
	}
	key, _ := p.key(g, args, p.unit, at)
	c := &Class{Name: key, From: g, Args: args, Header: at.Header, Types: map[string]*Type{}, Consts: map[string]*Decl{}, Values: map[string]int64{}}
	t := &Type{Kind: word.Struct, Name: key, Class: c}
	g.made[key] = t
	if p.accept(":") {
		p.Base(c)
	}
	p.members(t)
	p.finish(t, 0)
	return t
}

// settled reports that arguments do not depend on a template's parameters.
func (p *parser) settled(args []TemplateArg) bool {
	for _, a := range args {
		if a.Type != nil && Dependent(a.Type) {
			return false
		}
		if a.Val != nil {
			if _, ok := Constant(a.Val, p.scope()); !ok {
				return false
			}
		}
	}
	return true
}

// Dependent reports that a type mentions a template's parameter.
func Dependent(t *Type) bool {
	switch t.Kind {
	case word.Parameter:
		return true
	case word.Auto:
		return t.Dim != nil
	case word.Pointer, word.Array:
		return t.Dim != nil || Dependent(t.Elem)
	}
	return t.Generic != nil && !(t.Template && !t.Generic.unknown)
}

// templateType is a class template as an argument of a template.
func templateType(g *generic) *Type {
	return &Type{Kind: word.Struct, Name: g.name, Generic: g, Template: true}
}

// generic is the class template of a name, which may be a template's parameter.
func (p *parser) generic(name string) *generic {
	if t := p.tmpl[name]; t != nil { // a type's parameter hides a class template
		return t.Generic
	}
	return p.generics[name]
}

// Stands is the name of the template's parameter that a type mentions in the place of a class template; "" for none.
func (t *Type) Stands() string {
	if t.Generic == nil || !t.Generic.unknown {
		return ""
	}
	return t.Generic.name
}

// With is the type with a class template in the place of the parameter that stands there.
func (t *Type) With(template *Type) *Type {
	u := *t
	u.Generic, u.Name = template.Generic, template.Name
	return &u
}

// FromTemplate is the class template that a class is an instance of; nil for none.
func (c *Class) FromTemplate() *Type {
	if c.From == nil {
		return nil
	}
	return templateType(c.From)
}

// key names an instance, and makes its arguments concrete.
func (p *parser) key(g *generic, args []TemplateArg, env Names, at lex.Token) (string, []TemplateArg) {
	var words []string
	var list []TemplateArg
	for i, param := range g.params {
		a := p.presetFor(g, param.Preset, list, env, at)
		if i < len(args) {
			a = &args[i]
		}
		switch {
		case a == nil:
			p.fail(at, "too few template arguments for '"+g.name+"'", "")
		case param.IsType && a.Type == nil, !param.IsType && a.Val == nil:
			p.fail(at, "template argument for '"+param.Name+"' is of the wrong sort", "")
		case param.IsType:
			words = append(words, a.Type.String())
			list = append(list, *a)
		default:
			n, ok := Constant(a.Val, env)
			if !ok {
				p.fail(at, "template argument for '"+param.Name+"' is not a constant", "")
			}
			words = append(words, fmt.Sprint(n))
			list = append(list, TemplateArg{Val: numberExpr(n, at)})
		}
	}
	if len(g.params) == 0 {
		for _, a := range args {
			if a.Type != nil {
				words = append(words, a.Type.String())
			}
		}
		list = args
	}
	return g.name + "<" + strings.Join(words, ", ") + ">", list
}

// presetFor is a parameter's default, in which the parameters before it are known.
func (p *parser) presetFor(g *generic, a *TemplateArg, list []TemplateArg, env Names, at lex.Token) *TemplateArg {
	if a == nil || a.Type == nil || !Dependent(a.Type) {
		return a
	}
	bound := map[string]*Type{}
	for i, known := range list {
		bound[g.params[i].Name] = known.Type
	}
	return &TemplateArg{Type: p.concrete(a.Type, bound, env, at)}
}

// concrete puts types in the place of a template's parameters.
func (p *parser) concrete(t *Type, bound map[string]*Type, env Names, at lex.Token) *Type {
	switch {
	case t.Kind == word.Parameter && bound[t.Name] != nil:
		return bound[t.Name]
	case t.Kind == word.Pointer:
		return PointerTo(p.concrete(t.Elem, bound, env, at))
	case t.Generic != nil:
		if u := bound[t.Stands()]; u != nil {
			t = t.With(u)
		}
		if t.Template {
			return t
		}
		args := make([]TemplateArg, len(t.Args))
		for i, a := range t.Args {
			if args[i] = a; a.Type != nil {
				args[i].Type = p.concrete(a.Type, bound, env, at)
			}
		}
		return p.instantiate(t.Generic, args, env, at)
	}
	return t
}

// maxInstances bounds the instances of one class template, which may beget each other.
const maxInstances = 200

// Instantiate makes the class that a class template describes for its arguments.
func (u *Unit) Instantiate(g *generic, args []TemplateArg, env Names, at lex.Token) *Type {
	return u.parser.instantiate(g, args, env, at)
}

func (p *parser) instantiate(g *generic, args []TemplateArg, env Names, at lex.Token) *Type {
	key, list := p.key(g, args, env, at)
	if t := g.made[key]; t != nil {
		return t
	}
	if g.toks == nil && len(g.cases) == 0 {
		p.fail(at, "'"+g.name+"' is declared but not defined", "")
	}
	if g.uses++; g.uses > maxInstances {
		p.fail(at, "'"+g.name+"' has too many instances", "")
	}
	if p.nesting++; p.nesting > 30 {
		p.fail(at, "template instances are nested too deeply", "")
	}
	defer func() { p.nesting-- }()
	params, source := g.params, g.toks
	s, bound := p.fitting(g, list)
	t := &Type{Kind: word.Struct, Name: key, Class: &Class{Name: key, From: g, Args: list, Header: g.header, Types: map[string]*Type{}, Consts: map[string]*Decl{}, Values: map[string]int64{}}}
	if s != nil {
		params, source, list = s.params, s.toks, bound
	} else if source == nil {
		p.fail(at, "'"+g.name+"' is declared but not defined", "")
	}
	t.Class.Union = source[0].Is("union")
	if !g.alias {
		g.made[key] = t
	}
	self := t
	if g.alias {
		self = p.types[g.name]
	}
	p.withArgs(g, self, params, list, source, func() {
		if g.alias {
			t = p.typeName()
			g.made[key] = t
			return
		}
		align := 0
		for p.peek().Is("__align__") || p.peek().Is("alignas") {
			align = max(align, p.Alignment())
		}
		p.accept("final")
		if p.accept(":") {
			p.Base(t.Class)
		}
		p.members(t)
		if !p.finish(t, align) {
			p.fail(at, "'"+key+"' is too large", "")
		}
	})
	if !g.alias {
		for _, d := range g.outside {
			p.defineOutside(g, t, d)
		}
	}
	return t
}

// withArgs reads tokens, from the third on, in which the name of a class template and its
// parameters stand for an instance and its arguments.
func (p *parser) withArgs(g *generic, self *Type, params []TemplateParam, args []TemplateArg, source []lex.Token, read func()) {
	outer := map[string]*Type{g.name: p.types[g.name]}
	tmpl := p.tmpl
	values := map[string]string{}
	p.tmpl = nil
	p.types[g.name] = self
	if self == nil {
		delete(p.types, g.name)
	}
	templates := map[string]*generic{}
	for i, param := range params {
		if param.IsType && args[i].Type.Template {
			templates[param.Name] = p.generics[param.Name]
			p.generics[param.Name] = args[i].Type.Generic
		} else if param.IsType {
			outer[param.Name] = p.types[param.Name]
			p.types[param.Name] = args[i].Type
		} else {
			values[param.Name] = args[i].Val.Tok.Text
		}
	}
	toks, was, depth, inside, shadows, local := p.toks, p.at, p.depth, p.inside, p.shadows, p.local
	reading, bodies := p.reading, p.bodies
	p.shadows, p.local, p.inside, p.reading, p.bodies = nil, false, nil, false, nil
	defer func() {
		p.reading, p.bodies = reading, bodies
		p.toks, p.at, p.tmpl, p.depth, p.inside, p.shadows, p.local = toks, was, tmpl, depth, inside, shadows, local
		for name, old := range outer {
			if old == nil {
				delete(p.types, name)
			} else {
				p.types[name] = old
			}
		}
		for name, old := range templates {
			if p.generics[name] = old; old == nil {
				delete(p.generics, name)
			}
		}
	}()
	p.toks, p.at = substituted(source, values), 2
	read()
}

// substituted puts numbers in the place of a template's other parameters.
func substituted(list []lex.Token, values map[string]string) []lex.Token {
	out := append(make([]lex.Token, 0, len(list)+1), list...)
	for i, t := range out {
		if v, ok := values[t.Text]; ok && t.Kind == lex.Name && (i == 0 || !out[i-1].Is(".")) {
			out[i].Kind, out[i].Text = lex.Number, v
		}
	}
	last := out[len(out)-1]
	return append(out, lex.Token{Kind: lex.EOF, Pos: last.Pos, End: last.End})
}

// numberExpr is a literal.
func numberExpr(n int64, at lex.Token) *Expr {
	at.Kind, at.Text = lex.Number, fmt.Sprint(n)
	return &Expr{Op: "num", Tok: at}
}
