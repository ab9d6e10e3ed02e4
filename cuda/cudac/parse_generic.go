// This file keeps class templates, and reads them again for each of their instances.

package cudac

import (
	"fmt"
	"gputour/cuda/cudac/word"
	"slices"
	"strings"
)

// classTemplate keeps a class template's tokens.
func (p *parser) classTemplate(params []templateParam) {
	from := p.at
	word := p.take()
	aligned := p.toks[p.at:p.alignmentEnd(p.at)]
	p.at += len(aligned)
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
		body := from + 2 + len(aligned)
		p.skipBraces()
		g.toks = slices.Concat([]token{word, name}, aligned, p.toks[body:p.at])
	}
	p.expect(";", "after class template")
}

// alignmentEnd is the index behind the alignas(…) that may stand at token i.
func (p *parser) alignmentEnd(i int) int {
	for (p.token(i).is("alignas") || p.token(i).is("__align__")) && p.token(i+1).is("(") {
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
		case t.kind == tokEOF || t.is("(") || t.is("{") || t.is(";") || t.is("="):
			return p.at
		case t.kind != tokName || p.generics[t.text] == nil || !p.token(i+1).is("<"):
			continue
		}
		end := p.closing(i + 1)
		if end < 0 {
			return p.at
		}
		name := p.token(end + 1)
		if after := p.token(end + 2); p.token(end).is("::") && (name.is("~") || name.is("operator") || after.is("(") || after.is("=") || after.is(";") || after.is("{") || after.is("[")) {
			return end
		}
		i = end - 1
	}
}

// definition is a method of a class template that is defined outside of it.
type definition struct {
	params []templateParam
	toks   []token
}

// outsideMethod keeps the tokens of such a method, for the instances to come, and gives it
// to those that are there.
func (p *parser) outsideMethod(params []templateParam, end int) {
	from, generic := p.at, ""
	for i := end; i >= from && generic == ""; i-- { // the name whose arguments end here
		if p.token(i).kind == tokName && p.generics[p.token(i).text] != nil && p.closing(i+1) == end && p.token(i+1).is("<") {
			generic = p.token(i).text
		}
	}
	g := p.generics[generic]
	for !p.peek().is("{") && !p.peek().is(";") && p.peek().kind != tokEOF {
		p.take()
	}
	if !p.accept(";") {
		p.skipBraces()
	}
	d := definition{params, p.toks[from:p.at:p.at]}
	p.tmpl = nil
	g.outside = append(g.outside, d)
	for _, t := range g.made {
		if t.class != nil && t.class.from == g && t.class.complete {
			p.defineOutside(g, t, d)
		}
	}
}

// defineOutside reads such a method for one instance.
func (p *parser) defineOutside(g *generic, t *Type, d definition) {
	if len(d.params) != len(t.class.args) {
		return
	}
	list := make([]token, 0, len(d.toks))
	for i := 0; i < len(d.toks); i++ { // Name<…>::f is Name::f here
		list = append(list, d.toks[i])
		if d.toks[i].is(g.name) && i+1 < len(d.toks) && d.toks[i+1].is("<") {
			if j := closedAngle(d.toks, i+1); j+1 < len(d.toks) && d.toks[j+1].is("::") {
				i = j
			}
		}
	}
	p.withArgs(g, t, d.params, t.class.args, list, func() {
		p.at = 0
		p.functionOrVariables(nil)
	})
}

// closedAngle is the index of the > that closes the < at i.
func closedAngle(list []token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		switch t := list[i]; {
		case t.is("<"):
			depth++
		case t.is(">"), t.is(">>"):
			if depth -= len(t.text); depth <= 0 {
				return i
			}
		}
	}
	return i
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

// specialisation reads template<> struct Name<args> {…}; or keeps the tokens of a partial
// one.
func (p *parser) specialisation(params []templateParam) {
	if len(params) == 0 {
		p.structType()
		p.expect(";", "after struct")
		return
	}
	from, word, tmpl := p.at, p.take(), map[string]bool{}
	name := p.name("a class name")
	g := p.generics[name.text]
	if g == nil {
		p.fail(name, "'"+name.text+"' is not a template", "")
	}
	for _, tp := range params {
		tmpl[tp.name] = tp.isType
	}
	p.tmpl = tmpl
	p.take()
	s := special{params: params, args: p.templateArgs()}
	head := []token{word, name}
	body := p.at
	for !p.peek().is("{") && !p.peek().is(";") && p.peek().kind != tokEOF {
		p.take()
	}
	if !p.peek().is("{") {
		p.fail(p.toks[from], "a partial specialisation needs a body here", "")
	}
	p.skipBraces()
	s.toks = append(head, p.toks[body:p.at]...)
	p.tmpl = nil
	g.cases = append(g.cases, s)
	p.expect(";", "after struct")
}

// aliasTemplate keeps the tokens of template <…> using Name = T;
func (p *parser) aliasTemplate(params []templateParam) {
	word := p.take()
	name := p.name("a name")
	p.expect("=", "in alias declaration")
	from := p.at
	for !p.peek().is(";") && p.peek().kind != tokEOF {
		p.take()
	}
	toks := append([]token{word, name}, p.toks[from:p.at]...)
	p.generics[name.text] = &generic{name: name.text, params: params, toks: toks, made: map[string]*Type{}, header: word.header, alias: true}
	p.expect(";", "after alias declaration")
	p.tmpl = nil
}

// fitting is the most special of the partial specialisations that arguments fit, with what its
// parameters stand for then; nil for none.
func (p *parser) fitting(g *generic, list []templateArg) (found *special, args []templateArg) {
	for i := range g.cases {
		s := &g.cases[i]
		if bound, ok := p.fits(s, list); ok && (found == nil || p.narrower(s, found)) {
			found, args = s, bound
		}
	}
	return found, args
}

// fits says what a specialisation's parameters stand for where its pattern is a list.
func (p *parser) fits(s *special, list []templateArg) (args []templateArg, ok bool) {
	bound := map[string]templateArg{}
	if len(s.args) != len(list) {
		return nil, false
	}
	for k := range list {
		if !p.unify(s.args[k], list[k], s.params, bound) {
			return nil, false
		}
	}
	for _, tp := range s.params {
		a, ok := bound[tp.name]
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
func (p *parser) unify(want, have templateArg, params []templateParam, bound map[string]templateArg) bool {
	if want.val != nil {
		if have.val == nil {
			return false
		}
		if e := want.val; e.op == "name" && slices.ContainsFunc(params, func(tp templateParam) bool { return tp.name == e.name }) {
			old, ok := bound[e.name]
			if !ok {
				bound[e.name] = have
				return true
			}
			want = old
		}
		a, ok := p.c.constant(want.val, p.unit)
		b, _ := p.c.constant(have.val, p.unit)
		return ok && a == b
	}
	w, h := want.typ, have.typ
	switch {
	case h == nil:
		return false
	case w.Kind == word.Parameter:
		if w.Const && !h.Const {
			return false
		}
		if w.Const {
			h = plain(h)
		}
		old, ok := bound[w.Name]
		bound[w.Name] = templateArg{typ: h}
		return !ok || same(old.typ, h)
	case w.Kind == word.Pointer && h.Kind == word.Pointer, w.Kind == word.Array && h.Kind == word.Array && w.N == h.N:
		return p.unify(templateArg{typ: w.Elem}, templateArg{typ: h.Elem}, params, bound)
	case w.generic != nil:
		from, args := h.generic, h.args
		if h.class != nil {
			from, args = h.class.from, h.class.args
		}
		if from != w.generic || len(args) != len(w.args) {
			return false
		}
		for i := range w.args {
			if !p.unify(w.args[i], args[i], params, bound) {
				return false
			}
		}
		return true
	}
	return same(w, h) && w.Const == h.Const
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
		return &Type{Kind: word.Struct, Name: g.name, generic: g, args: args}
	}
	key, _ := p.key(g, args, p.unit, at)
	c := &class{name: key, from: g, args: args, header: at.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}
	t := &Type{Kind: word.Struct, Name: key, class: c}
	g.made[key] = t
	if p.accept(":") {
		p.base(c)
	}
	p.members(t)
	p.finish(t, 0)
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
	case word.Parameter:
		return true
	case word.Auto:
		return t.dim != nil
	case word.Pointer, word.Array:
		return t.dim != nil || dependent(t.Elem)
	}
	return t.generic != nil
}

// key names an instance, and makes its arguments concrete.
func (p *parser) key(g *generic, args []templateArg, env names, at token) (string, []templateArg) {
	var words []string
	var list []templateArg
	for i, param := range g.params {
		a := p.presetFor(g, param.preset, list, env, at)
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

// presetFor is a parameter's default, in which the parameters before it are known.
func (p *parser) presetFor(g *generic, a *templateArg, list []templateArg, env names, at token) *templateArg {
	if a == nil || a.typ == nil || !dependent(a.typ) {
		return a
	}
	bound := map[string]*Type{}
	for i, known := range list {
		bound[g.params[i].name] = known.typ
	}
	return &templateArg{typ: p.concrete(a.typ, bound, env, at)}
}

// concrete puts types in the place of a template's parameters.
func (p *parser) concrete(t *Type, bound map[string]*Type, env names, at token) *Type {
	switch {
	case t.Kind == word.Parameter && bound[t.Name] != nil:
		return bound[t.Name]
	case t.Kind == word.Pointer:
		return pointerTo(p.concrete(t.Elem, bound, env, at))
	case t.generic != nil:
		args := make([]templateArg, len(t.args))
		for i, a := range t.args {
			if args[i] = a; a.typ != nil {
				args[i].typ = p.concrete(a.typ, bound, env, at)
			}
		}
		return p.instantiate(t.generic, args, env, at)
	}
	return t
}

// maxInstances bounds the instances of one class template, which may beget each other.
const maxInstances = 200

// instantiate makes the class that a class template describes for its arguments.
func (p *parser) instantiate(g *generic, args []templateArg, env names, at token) *Type {
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
	t := &Type{Kind: word.Struct, Name: key, class: &class{name: key, from: g, args: list, header: g.header, types: map[string]*Type{}, consts: map[string]*decl{}, values: map[string]int64{}}}
	if s != nil {
		params, source, list = s.params, s.toks, bound
	} else if source == nil {
		p.fail(at, "'"+g.name+"' is declared but not defined", "")
	}
	t.class.union = source[0].is("union")
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
		for p.peek().is("__align__") || p.peek().is("alignas") {
			align = max(align, p.alignment())
		}
		p.accept("final")
		if p.accept(":") {
			p.base(t.class)
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
func (p *parser) withArgs(g *generic, self *Type, params []templateParam, args []templateArg, source []token, read func()) {
	outer := map[string]*Type{g.name: p.types[g.name]}
	tmpl := p.tmpl
	values := map[string]string{}
	p.tmpl = nil
	p.types[g.name] = self
	if self == nil {
		delete(p.types, g.name)
	}
	for i, param := range params {
		if param.isType {
			outer[param.name] = p.types[param.name]
			p.types[param.name] = args[i].typ
		} else {
			values[param.name] = args[i].val.tok.text
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
	}()
	p.toks, p.at = substituted(source, values), 2
	read()
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
