// This file parses declarations: functions, structs, enums, variables and types.

package cudac

import (
	"cmp"
	"fmt"
)

// parser is a recursive descent over preprocessed tokens.
type parser struct {
	c     *compiler
	toks  []token
	at    int
	depth int
	unit  *unit

	types    map[string]*Type
	generics map[string]*generic
	spaces   map[string]bool   // namespaces, and enums that qualify names
	aliases  map[string]string // other names of namespaces
	tmpl     map[string]bool   // type parameters in scope
	inside   *Type             // the class whose body is being read
	nesting  int               // of class templates
	shadows  []string          // variables in scope that have the name of a type
	local    bool              // within a function
	reading  bool              // a class, whose methods' bodies wait for its end
	bodies   []laterBody       // that wait
	moved    bool              // the declarator being read has &&
}

func newParser(c *compiler, toks []token) *parser {
	p := &parser{c: c, toks: toks, types: map[string]*Type{}, generics: map[string]*generic{}, aliases: map[string]string{}}
	p.spaces = map[string]bool{"std": true, "cooperative_groups": true, "chrono": true, "cuda": true, "nvcuda": true}
	p.unit = &unit{parser: p, functions: map[string][]*function{}, taken: map[*function]map[string]bool{}, looks: map[*expr]bool{}, loops: map[*function]bool{}, barriers: map[string]string{}, enumAfter: map[string]int64{}, constantTemplates: map[string]bool{}, classConstants: map[string]bool{}, constants: map[string]int64{}}
	return p
}

// stopParse unwinds to the next guard.
type stopParse struct{}

// maxDepth bounds nesting, so that no source exhausts the stack.
const maxDepth = 200

func (p *parser) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stopParse); !ok {
				panic(r)
			}
		}
	}()
	f()
}

func (p *parser) fail(t token, message, hint string) {
	p.c.report(t.pos, max(t.end-t.pos.Col, 1), message, hint)
	panic(stopParse{})
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) ahead(n int) token { return p.token(p.at + n) }

func (p *parser) token(i int) token { return p.toks[min(i, len(p.toks)-1)] }

func (p *parser) take() token {
	t := p.toks[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if p.peek().is(text) {
		p.at++
		return true
	}
	return false
}

// expect takes a token that must come; where it is missing the error stands behind the
// token before, as in clang.
func (p *parser) expect(text, where string) token {
	if p.peek().is(text) {
		return p.take()
	}
	t := p.peek()
	if p.at > 0 && (text == ";" || text == ")" || text == "]") {
		last := p.toks[p.at-1]
		t.pos, t.end = last.pos, last.end+1
		t.pos.Col = last.end
	}
	hint := ""
	if text == ";" && where != "in for statement" {
		hint = "a statement ends with ;"
	}
	if next := p.peek(); next.is(";") && next.hidden != nil {
		hint = "the macro '" + next.hidden.name + "' ends with ;: remove it from the #define"
	} else if next.is(")") && text == ";" {
		p.fail(next, "extraneous ')' before '"+p.ahead(1).text+"'", "remove it, or open a parenthesis for it")
	}
	p.fail(t, fmt.Sprintf("expected '%s' %s", text, where), hint)
	return t
}

func (p *parser) enter(t token) {
	if p.depth++; p.depth > maxDepth {
		p.fail(t, "nested too deeply", "")
	}
}

func (p *parser) name(what string) token {
	t := p.peek()
	if t.kind != tokName {
		p.fail(t, "expected "+what, "")
	}
	return p.take()
}

// parse reads a unit, going on behind errors.
func (p *parser) parse() {
	for p.peek().kind != tokEOF {
		from := p.at
		p.depth = 0
		ok := false
		p.guard(func() { p.external(); ok = true })
		p.tmpl = nil
		if !ok {
			p.recoverTop(from)
		}
	}
}

// recoverTop skips to what looks like the next declaration.
func (p *parser) recoverTop(from int) {
	if p.at == from {
		p.at++
	}
	for p.peek().kind != tokEOF {
		t := p.peek()
		if t.pos.Col == 0 && t.first && t.kind == tokName {
			return
		}
		p.at++
	}
}

// external is a declaration outside of functions.
func (p *parser) external() {
	if p.accept(";") {
		return
	}
	if p.peek().is("extern") && p.ahead(1).kind == tokString {
		p.take()
		if next := p.ahead(1); next.is("{") || next.is("typedef") || next.is("using") {
			p.take()
		} else { // what stands alone is extern, as without the language
			p.toks[p.at] = p.toks[p.at-1]
		}
		if p.accept("{") {
			for !p.accept("}") {
				if p.peek().kind == tokEOF {
					p.fail(p.peek(), "expected '}'", "")
				}
				p.external()
			}
			return
		}
	}
	switch word := p.peek(); {
	case word.is("using") && p.ahead(1).is("namespace"):
		for !p.accept(";") {
			if p.take().kind == tokEOF {
				p.fail(p.peek(), "expected ';'", "")
			}
		}
	case word.is("using") && !p.ahead(2).is("="): // using std::name;
		for !p.accept(";") {
			if p.take().kind == tokEOF {
				p.fail(p.peek(), "expected ';'", "")
			}
		}
	case word.is("namespace"):
		p.namespace()
	case word.is("using") || word.is("typedef"):
		name, t := p.alias()
		p.types[name] = t
	case word.is("template") && !p.ahead(1).is("<"): // an explicit instance: made where it is used
		for !p.accept(";") {
			if p.take().kind == tokEOF {
				p.fail(word, "expected ';'", "")
			}
		}
	case word.is("template"):
		p.take()
		p.template()
	case word.is("static_assert"):
		p.staticAssert()
	default:
		p.functionOrVariables(nil)
	}
}

// namespace reads a namespace, whose names are everybody's here, or another name for one.
func (p *parser) namespace() {
	p.take()
	name := ""
	if p.peek().kind == tokName {
		name = p.take().text
		p.spaces[name] = true
	}
	for p.accept("::") {
		p.spaces[p.name("a namespace").text] = true
	}
	if p.accept("=") {
		at := p.name("a namespace")
		for p.accept("::") {
			at = p.name("a namespace")
		}
		if !p.spaces[at.text] {
			p.fail(at, "unknown namespace '"+at.text+"'", "")
		}
		p.aliases[name] = cmp.Or(p.aliases[at.text], at.text)
		p.expect(";", "after namespace alias")
		return
	}
	open := p.expect("{", "after namespace name")
	p.enter(open)
	for !p.accept("}") {
		if p.peek().kind == tokEOF {
			p.fail(open, "this '{' has no matching '}'", "")
		}
		p.external()
		p.tmpl = nil
	}
	p.depth--
}

// template reads what stands behind the word template.
func (p *parser) template() {
	params := p.templateParams()
	if end := p.outside(); end > p.at {
		p.outsideMethod(params, end)
		return
	}
	if t, i := p.peek(), p.alignmentEnd(p.at+1); (t.is("struct") || t.is("class") || t.is("union")) && p.token(i).kind == tokName && (p.token(i+1).is("{") || p.token(i+1).is(";") || p.token(i+1).is(":") || p.token(i+1).is("<") || p.token(i+1).is("final")) {
		p.tmpl = nil
		p.classTemplate(params)
		return
	}
	if p.peek().is("using") {
		p.aliasTemplate(params)
		return
	}
	p.functionOrVariables(params)
	p.tmpl = nil
}

// staticAssert reads and checks a static_assert; what depends on a template's parameters
// is checked where that is lowered.
func (p *parser) staticAssert() *stmt {
	s := &stmt{op: "static_assert", tok: p.take()}
	p.expect("(", "after static_assert")
	s.cond = p.ternary()
	s.post = &expr{op: "str"}
	if p.accept(",") {
		s.post = p.primary()
	}
	p.expect(")", "after static_assert")
	p.expect(";", "after static_assert")
	if n, ok := p.c.constant(s.cond, p.scope()); ok && n == 0 {
		p.fail(s.tok, assertText("static assertion failed", s.post.name), "")
	}
	return s
}

func assertText(what, why string) string {
	if why != "" {
		return what + ": " + why
	}
	return what
}

func (p *parser) templateParams() []templateParam {
	p.expect("<", "after template")
	p.tmpl = map[string]bool{}
	list := []templateParam{}
	for !p.acceptClose() {
		var tp templateParam
		if p.accept("typename") || p.accept("class") {
			tp.isType = true
			tp.pack = p.accept("...")
			if !p.peek().is(",") && !p.peek().is(">") && !p.peek().is("=") {
				tp.name = p.name("a parameter name").text
			}
			p.tmpl[tp.name] = true
			if p.accept("=") {
				tp.preset = &templateArg{typ: p.typeName()}
			}
		} else {
			p.typeName()
			tp.pack = p.accept("...")
			if p.peek().kind == tokName {
				tp.name = p.take().text
			}
			if p.accept("=") {
				tp.preset = &templateArg{val: p.additive()}
			}
		}
		list = append(list, tp)
		if t := p.peek(); !t.is(">") && !t.is(">>") {
			p.expect(",", "in template parameter list")
		}
	}
	return list
}
