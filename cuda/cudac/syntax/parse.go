// This file parses declarations: functions, structs, enums, variables and types.

package syntax

import (
	"cmp"
	"fmt"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/word"
)

// parser is a recursive descent over preprocessed tokens.
type parser struct {
	c     *source.Text
	toks  []lex.Token
	at    int
	depth int
	unit  *Unit

	types    map[string]*Type
	generics map[string]*generic
	spaces   map[string]bool   // namespaces, and enums that qualify names
	aliases  map[string]string // other names of namespaces
	tmpl     map[string]*Type  // type parameters in scope
	inside   *Type             // the class whose body is being read
	nesting  int               // of class templates
	shadows  []string          // variables in scope that have the name of a type
	local    bool              // within a function
	reading  bool              // a class, whose methods' bodies wait for its end
	bodies   []laterBody       // that wait
	moved    bool              // the declarator being read has &&
	said     *specs            // what was said before the declarator being read
	angle    bool              // a > ends the expression being read
}

// Parse reads the tokens of a program. What is wrong with it is told to c.
func Parse(c *source.Text, toks []lex.Token) *Unit {
	p := newParser(c, toks)
	p.parse()
	return p.unit
}

func newParser(c *source.Text, toks []lex.Token) *parser {
	p := &parser{c: c, toks: toks, types: map[string]*Type{}, generics: map[string]*generic{}, aliases: map[string]string{}}
	p.spaces = map[string]bool{"std": true, "cooperative_groups": true, "chrono": true, "cuda": true, "nvcuda": true}
	p.unit = &Unit{parser: p, Functions: map[string][]*Function{}, Taken: map[*Function]map[string]bool{}, Looks: map[*Expr]bool{}, Loops: map[*Function]bool{}, Barriers: map[string]string{}, EnumAfter: map[string]int64{}, constantTemplates: map[string]bool{}, ClassConstants: map[string]bool{}, constants: map[string]int64{}}
	return p
}

// Stop unwinds to the next guard.
type Stop struct{}

// maxDepth bounds nesting, so that no source exhausts the stack.
const maxDepth = 200

// Guard calls f, which may unwind with stopParse.
func Guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(Stop); !ok {
				panic(r)
			}
		}
	}()
	f()
}

func (p *parser) fail(t lex.Token, message, hint string) {
	p.c.Report(t.Pos, max(t.End-t.Pos.Col, 1), message, hint)
	panic(Stop{})
}

func (p *parser) peek() lex.Token { return p.toks[p.at] }

func (p *parser) ahead(n int) lex.Token { return p.token(p.at + n) }

func (p *parser) token(i int) lex.Token { return p.toks[min(i, len(p.toks)-1)] }

func (p *parser) take() lex.Token {
	t := p.toks[p.at]
	if t.Kind != lex.EOF {
		p.at++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if p.peek().Is(text) {
		p.at++
		return true
	}
	return false
}

// expect takes a token that must come; where it is missing the error stands behind the
// token before, as in clang.
func (p *parser) expect(text, where string) lex.Token {
	if p.peek().Is(text) {
		return p.take()
	}
	t := p.peek()
	if p.at > 0 && (text == ";" || text == ")" || text == "]") {
		last := p.toks[p.at-1]
		t.Pos, t.End = last.Pos, last.End+1
		t.Pos.Col = last.End
	}
	hint := ""
	if text == ";" && where != "in for statement" {
		hint = "a statement ends with ;"
	}
	if next := p.peek(); next.Is(";") && next.Hidden != nil {
		hint = "the macro '" + next.Hidden.Name + "' ends with ;: remove it from the #define"
	} else if next.Is(")") && text == ";" {
		p.fail(next, "extraneous ')' before '"+p.ahead(1).Text+"'", "remove it, or open a parenthesis for it")
	}
	p.fail(t, fmt.Sprintf("expected '%s' %s", text, where), hint)
	return t
}

func (p *parser) enter(t lex.Token) {
	if p.depth++; p.depth > maxDepth {
		p.fail(t, "nested too deeply", "")
	}
}

func (p *parser) name(what string) lex.Token {
	t := p.peek()
	if t.Kind != lex.Name {
		p.fail(t, "expected "+what, "")
	}
	return p.take()
}

// parse reads a unit, going on behind errors.
func (p *parser) parse() {
	for p.peek().Kind != lex.EOF {
		from := p.at
		p.depth = 0
		ok := false
		Guard(func() { p.external(); ok = true })
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
	for p.peek().Kind != lex.EOF {
		t := p.peek()
		if t.Pos.Col == 0 && t.First && t.Kind == lex.Name {
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
	if p.peek().Is("extern") && p.ahead(1).Kind == lex.String {
		p.take()
		if next := p.ahead(1); next.Is("{") || next.Is("typedef") || next.Is("using") {
			p.take()
		} else { // what stands alone is extern, as without the language
			p.toks[p.at] = p.toks[p.at-1]
		}
		if p.accept("{") {
			for !p.accept("}") {
				if p.peek().Kind == lex.EOF {
					p.fail(p.peek(), "expected '}'", "")
				}
				p.external()
			}
			return
		}
	}
	switch word := p.peek(); {
	case word.Is("using") && p.ahead(1).Is("namespace"):
		for !p.accept(";") {
			if p.take().Kind == lex.EOF {
				p.fail(p.peek(), "expected ';'", "")
			}
		}
	case word.Is("using") && !p.ahead(2).Is("="): // using std::name;
		for !p.accept(";") {
			if p.take().Kind == lex.EOF {
				p.fail(p.peek(), "expected ';'", "")
			}
		}
	case word.Is("namespace"):
		p.namespace()
	case word.Is("using") || word.Is("typedef"):
		name, t := p.alias()
		p.types[name] = t
	case word.Is("template") && !p.ahead(1).Is("<"): // an explicit instance: made where it is used
		for !p.accept(";") {
			if p.take().Kind == lex.EOF {
				p.fail(word, "expected ';'", "")
			}
		}
	case word.Is("template"):
		p.take()
		p.template()
	case word.Is("static_assert"):
		p.staticAssert()
	default:
		p.functionOrVariables(nil)
	}
}

// namespace reads a namespace, whose names are everybody's here, or another name for one.
func (p *parser) namespace() {
	p.take()
	name := ""
	if p.peek().Kind == lex.Name {
		name = p.take().Text
		p.spaces[name] = true
	}
	for p.accept("::") {
		p.spaces[p.name("a namespace").Text] = true
	}
	if p.accept("=") {
		at := p.name("a namespace")
		for p.accept("::") {
			at = p.name("a namespace")
		}
		if !p.spaces[at.Text] {
			p.fail(at, "unknown namespace '"+at.Text+"'", "")
		}
		p.aliases[name] = cmp.Or(p.aliases[at.Text], at.Text)
		p.expect(";", "after namespace alias")
		return
	}
	open := p.expect("{", "after namespace name")
	p.enter(open)
	for !p.accept("}") {
		if p.peek().Kind == lex.EOF {
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
	if t, i := p.peek(), p.alignmentEnd(p.at+1); (t.Is("struct") || t.Is("class") || t.Is("union")) && p.token(i).Kind == lex.Name && (p.token(i+1).Is("{") || p.token(i+1).Is(";") || p.token(i+1).Is(":") || p.token(i+1).Is("<") || p.token(i+1).Is("final")) {
		p.classTemplate(params)
		p.tmpl = nil
		return
	}
	if p.peek().Is("using") {
		p.aliasTemplate(params)
		return
	}
	p.functionOrVariables(params)
	p.tmpl = nil
}

// staticAssert reads and checks a static_assert; what depends on a template's parameters
// is checked where that is lowered.
func (p *parser) staticAssert() *Stmt {
	s := &Stmt{Op: "static_assert", Tok: p.take()}
	p.expect("(", "after static_assert")
	s.Cond = p.ternary()
	s.Post = &Expr{Op: "str"}
	if p.accept(",") {
		s.Post = p.primary()
	}
	p.expect(")", "after static_assert")
	p.expect(";", "after static_assert")
	if n, ok := Constant(s.Cond, p.scope()); ok && n == 0 {
		p.fail(s.Tok, AssertText("static assertion failed", s.Post.Name), "")
	}
	return s
}

// AssertText says that an assertion does not hold, and why.
func AssertText(what, why string) string {
	if why != "" {
		return what + ": " + why
	}
	return what
}

func (p *parser) templateParams() []TemplateParam {
	p.expect("<", "after template")
	p.tmpl = map[string]*Type{}
	list := []TemplateParam{}
	for !p.acceptClose() {
		var tp TemplateParam
		if p.peek().Is("template") {
			tp = p.templateParam()
		} else if value := p.peek().Is("typename") && (p.ahead(2).Is("::") || p.ahead(2).Is("<")); !value && (p.accept("typename") || p.accept("class")) {
			tp.IsType = true
			tp.pack = p.accept("...")
			if !p.peek().Is(",") && !p.peek().Is(">") && !p.peek().Is("=") {
				tp.Name = p.name("a parameter name").Text
			}
			p.tmpl[tp.Name] = &Type{Kind: word.Parameter, Name: tp.Name}
			if p.accept("=") {
				tp.Preset = &TemplateArg{Type: p.typeName()}
			}
		} else {
			p.typeName()
			tp.pack = p.accept("...")
			if p.peek().Kind == lex.Name {
				tp.Name = p.take().Text
			}
			if p.accept("=") {
				tp.Preset = &TemplateArg{Val: p.untilAngle()}
			}
		}
		list = append(list, tp)
		if t := p.peek(); !t.Is(">") && !t.Is(">>") {
			p.expect(",", "in template parameter list")
		}
	}
	return list
}

// templateParam reads template <…> class Name, a parameter that stands for a class template.
func (p *parser) templateParam() TemplateParam {
	p.take()
	outer := p.tmpl
	p.templateParams()
	p.tmpl = outer
	if !p.accept("class") {
		p.expect("typename", "after the parameters of a template's parameter")
	}
	tp := TemplateParam{IsType: true, pack: p.accept("...")}
	if p.peek().Kind == lex.Name {
		tp.Name = p.take().Text
	}
	if p.accept("=") {
		p.at = p.namespaceEnd(p.at)
		at := p.name("a class template")
		g := p.generic(at.Text)
		if g == nil {
			p.fail(at, "'"+at.Text+"' is not a template", "")
		}
		tp.Preset = &TemplateArg{Type: templateType(g)}
	}
	p.tmpl[tp.Name] = templateType(&generic{name: tp.Name, unknown: true})
	return tp
}
