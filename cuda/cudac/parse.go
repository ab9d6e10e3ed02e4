// This file parses declarations: functions, structs, enums, variables and types.

package cudac

import "fmt"

// parser is a recursive descent over preprocessed tokens.
type parser struct {
	c     *compiler
	toks  []token
	at    int
	depth int
	types map[string]*Type
	unit  *unit
	tmpl  map[string]bool // type parameters in scope
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

func (p *parser) ahead(n int) token {
	return p.toks[min(p.at+n, len(p.toks)-1)]
}

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
	if text == ";" {
		hint = "a statement ends with ;"
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
	if p.accept("extern") && p.peek().kind == tokString {
		p.take()
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
	switch {
	case p.peek().is("using") && p.ahead(1).is("namespace"):
		for !p.accept(";") {
			if p.take().kind == tokEOF {
				p.fail(p.peek(), "expected ';'", "")
			}
		}
		return
	case p.peek().is("using"):
		p.take()
		name := p.name("a name")
		p.expect("=", "in alias declaration")
		t := p.typeName()
		p.types[name.text] = t
		p.expect(";", "after alias declaration")
		return
	case p.peek().is("template"):
		p.take()
		params := p.templateParams()
		p.functionOrVariables(params)
		return
	case p.peek().is("typedef"):
		p.take()
		base, _ := p.specifiers()
		d := p.declarator(base)
		p.types[d.name] = d.typ
		p.expect(";", "after typedef")
		return
	case p.peek().is("static_assert"):
		p.take()
		p.expect("(", "after static_assert")
		p.expression()
		p.expect(")", "after static_assert")
		p.expect(";", "after static_assert")
		return
	}
	p.functionOrVariables(nil)
}

func (p *parser) templateParams() []templateParam {
	p.expect("<", "after template")
	p.tmpl = map[string]bool{}
	var list []templateParam
	for !p.accept(">") {
		var tp templateParam
		if p.accept("typename") || p.accept("class") {
			tp.isType = true
			tp.name = p.name("a parameter name").text
			p.tmpl[tp.name] = true
			if p.accept("=") {
				tp.preset = &templateArg{typ: p.typeName()}
			}
		} else {
			p.typeName()
			tp.name = p.name("a parameter name").text
			if p.accept("=") {
				tp.preset = &templateArg{val: p.additive()}
			}
		}
		list = append(list, tp)
		if !p.peek().is(">") {
			p.expect(",", "in template parameter list")
		}
	}
	return list
}

// functionOrVariables is the rest of a declaration outside of functions.
func (p *parser) functionOrVariables(params []templateParam) {
	f := &function{template: params}
	base, d := p.specifiers()
	f.global, f.device, f.host, f.maxThreads = d.global, d.isDevice, d.host, d.maxThreads
	if p.accept(";") {
		return // struct or enum alone
	}
	for {
		v := p.declarator(base)
		if p.peek().is("(") && v.typ.Kind != Array {
			f.tok, f.name, f.ret, f.retRef = v.tok, v.name, v.typ, v.ref
			p.functionRest(f)
			return
		}
		d.apply(v)
		if p.accept("=") {
			v.init = p.initializer()
		} else if p.peek().is("{") {
			v.init = p.initializer()
		}
		p.unit.globals = append(p.unit.globals, v)
		if p.accept(";") {
			return
		}
		p.expect(",", "or ';' after declaration")
	}
}

func (p *parser) functionRest(f *function) {
	p.take()
	for !p.accept(")") {
		if p.accept("void") && p.peek().is(")") {
			continue
		} else if p.toks[max(p.at-1, 0)].is("void") && !p.toks[p.at-1].is("(") && !p.toks[p.at-1].is(",") {
			p.at--
		}
		base, _ := p.specifiers()
		d := p.declarator(base)
		if d.typ.Kind == Array {
			d.typ = pointerTo(d.typ.Elem)
		}
		if p.accept("=") {
			d.init = p.ternary()
		}
		f.params = append(f.params, d)
		if !p.peek().is(")") {
			p.expect(",", "in parameter list")
		}
	}
	p.accept("const")
	p.accept("noexcept")
	if f.global && f.ret.Kind != Void {
		p.fail(f.tok, "a __global__ function must return void, not '"+f.ret.String()+"'", "write results through a pointer")
	}
	if f.owner == nil {
		p.unit.functions[f.name] = append(p.unit.functions[f.name], f)
		p.unit.order = append(p.unit.order, f)
	}
	if p.accept(";") {
		return
	}
	if !p.peek().is("{") {
		p.expect("{", "or ';' after function declarator")
	}
	f.body = p.block()
	if f.global {
		p.unit.kernels = append(p.unit.kernels, f)
	}
}
