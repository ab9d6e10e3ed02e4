// This file parses statements.

package cudac

import "gputour/cuda/cudac/word"

func (p *parser) block() *stmt {
	s := &stmt{op: "block", tok: p.expect("{", "to begin a block")}
	p.enter(s.tok)
	shadows, local := len(p.shadows), p.local
	p.local = true
	defer func() { p.shadows, p.local = p.shadows[:min(shadows, len(p.shadows))], local }()
	for !p.peek().is("}") {
		if p.peek().kind == tokEOF {
			p.fail(s.tok, "this '{' has no matching '}'", "")
		}
		from, depth := p.at, p.depth
		ok := false
		p.guard(func() { s.body = append(s.body, p.statement()); ok = true })
		if !ok {
			p.depth = depth
			p.recoverStatement(from)
		}
	}
	s.end = p.take()
	p.depth--
	return s
}

// recoverStatement skips behind the next semicolon, or to the brace that ends the block.
func (p *parser) recoverStatement(from int) {
	if p.at == from {
		p.at++
	}
	depth := 0
	for p.peek().kind != tokEOF {
		t := p.peek()
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth == 0 {
				return
			}
			depth--
		case t.is(";") && depth == 0:
			p.at++
			return
		case t.first && depth == 0 && p.at > from:
			return
		}
		p.at++
	}
}

func (p *parser) statement() *stmt {
	t := p.peek()
	p.enter(t)
	defer func() { p.depth-- }()
	switch t.text {
	case "namespace":
		p.namespace()
		return &stmt{op: "empty", tok: t}
	case "{":
		return p.block()
	case ";":
		p.take()
		return &stmt{op: "empty", tok: t}
	case "if":
		p.take()
		known := p.accept("constexpr")
		s := &stmt{op: "if", tok: t, known: known, cond: p.condition()}
		s.body = []*stmt{p.statement()}
		if p.accept("else") {
			s.other = p.statement()
		}
		return s
	case "while":
		p.take()
		return &stmt{op: "while", tok: t, cond: p.condition(), body: []*stmt{p.statement()}}
	case "do":
		p.take()
		s := &stmt{op: "do", tok: t, body: []*stmt{p.statement()}}
		p.expect("while", "after the body of do")
		s.cond = p.condition()
		p.expect(";", "after do statement")
		return s
	case "for":
		return p.forStatement()
	case "switch":
		p.take()
		s := &stmt{op: "switch", tok: t, cond: p.condition()}
		s.body = []*stmt{p.block()}
		return s
	case "case", "default":
		p.take()
		s := &stmt{op: t.text, tok: t}
		if t.text == "case" {
			s.cond = p.ternary()
		}
		p.expect(":", "after "+t.text)
		return s
	case "break", "continue":
		p.take()
		p.expect(";", "after "+t.text)
		return &stmt{op: t.text, tok: t}
	case "return":
		p.take()
		s := &stmt{op: "return", tok: t}
		if !p.peek().is(";") {
			s.cond = p.initializer()
		}
		p.expect(";", "after return statement")
		return s
	case "static_assert":
		return p.staticAssert()
	case "try":
		return p.tryStatement()
	case "throw":
		p.take()
		s := &stmt{op: "throw", tok: t}
		if !p.peek().is(";") {
			s.cond = p.expression()
		}
		p.expect(";", "after throw")
		return s
	case "asm", "__asm__", "__asm":
		return p.assembly()
	case "goto":
		p.take()
		s := &stmt{op: "goto", tok: p.name("a label")}
		p.expect(";", "after goto")
		return s
	}
	if t.kind == tokName && p.ahead(1).is(":") && !reserved[t.text] {
		p.at += 2
		return &stmt{op: "label", tok: t}
	}
	if p.isDeclaration() {
		return p.declaration()
	}
	s := &stmt{op: "expr", tok: t, cond: p.expression()}
	p.expect(";", "after expression")
	return s
}

// isDeclaration tells `float4 v = …` from `float4(…)`.
func (p *parser) isDeclaration() bool {
	t := p.peek()
	if t.is("using") || t.is("typedef") {
		return true
	}
	if t.kind != tokName && !t.is("::") {
		return false
	}
	if t.is("struct") || t.is("union") || t.is("enum") || t.is("class") || qualifiers[t.text] != nil && !t.is("typename") {
		return true
	}
	end := p.typeEnd(p.at)
	if end == p.at {
		i := p.namespaceEnd(p.at)
		if p.token(i).kind == tokName && p.token(i+1).kind == tokName && !reserved[t.text] && !p.isType(p.token(i).text) && !t.is("delete") && !t.is("new") {
			p.unknownType(p.token(i))
		}
		return false
	}
	next := p.token(end)
	if next.is("(") && p.token(end+1).is("*") && p.token(end+2).kind == tokName && p.token(end+3).is("[") {
		return true // T (*name[n])(…)
	}
	return !next.is("{") && !next.is("::") && !(next.is("(") && !(p.token(end+1).is("*") && p.token(end+2).kind == tokName && p.token(end+3).is(")") && (p.token(end+4).is("[") || p.token(end+4).is("("))))
}

// tryStatement reads try { … } catch (…) { … }; each handler is a block whose init is what
// it declares.
func (p *parser) tryStatement() *stmt {
	s := &stmt{op: "try", tok: p.take()}
	s.body = []*stmt{p.block()}
	for p.peek().is("catch") {
		h := &stmt{op: "catch", tok: p.take()}
		p.expect("(", "after catch")
		if !p.accept("...") {
			base, _ := p.specifiers()
			d := p.declarator(base)
			h.decls = []*decl{d}
		}
		p.expect(")", "to match '('")
		h.body = []*stmt{p.block()}
		s.body = append(s.body, h)
	}
	if len(s.body) == 1 {
		p.fail(s.tok, "a try block needs a catch", "")
	}
	return s
}

func (p *parser) condition() *expr {
	p.expect("(", "before the condition")
	e := p.expression()
	p.expect(")", "to match '('")
	return e
}

func (p *parser) forStatement() *stmt {
	s := &stmt{op: "for", tok: p.take()}
	shadows := len(p.shadows)
	defer func() { p.shadows = p.shadows[:min(shadows, len(p.shadows))] }()
	p.expect("(", "after for")
	switch {
	case p.accept(";"):
	case p.isDeclaration():
		if s.init = p.rangeDeclaration(); s.init != nil {
			s.op = "each"
			s.cond = p.initializer()
			p.expect(")", "to match '('")
			s.body = []*stmt{p.statement()}
			return s
		}
		s.init = p.declaration()
		if last := p.toks[p.at-1]; !last.is(";") {
			p.fail(last, "expected ';' in for statement", "")
		}
		for _, d := range s.init.decls {
			d.counter = true
		}
	default:
		s.init = &stmt{op: "expr", tok: p.peek(), cond: p.expression()}
		p.expect(";", "in for statement")
	}
	if !p.peek().is(";") {
		s.cond = p.expression()
	}
	p.expect(";", "in for statement")
	if !p.peek().is(")") {
		s.post = p.expression()
	}
	p.expect(")", "to match '('")
	s.body = []*stmt{p.statement()}
	return s
}

// declaration is one inside a function.
func (p *parser) declaration() *stmt {
	s := &stmt{op: "decl", tok: p.peek()}
	switch {
	case p.peek().is("typedef"), p.peek().is("using") && p.ahead(2).is("="):
		name, t := p.alias()
		p.types[name] = t
		return &stmt{op: "empty", tok: s.tok}
	case p.peek().is("using"):
		for !p.accept(";") {
			if p.take().kind == tokEOF {
				p.fail(s.tok, "expected ';'", "")
			}
		}
		return &stmt{op: "empty", tok: s.tok}
	}
	base, spec := p.specifiers()
	for !p.accept(";") {
		d := p.binding(base)
		if d == nil {
			d = p.declarator(base)
		}
		spec.apply(d)
		if d.name == "" {
			p.fail(d.tok, "expected a name", "")
		}
		switch {
		case p.accept("="):
			d.init = p.initializer()
		case p.peek().is("{"):
			d.init = p.initializer()
			d.init.many = true
		case p.peek().is("("):
			t := p.take()
			d.init = &expr{op: "construct", tok: t, typ: d.typ, kids: p.callArgs()}
		}
		s.decls = append(s.decls, d)
		if !p.peek().is(";") {
			if !p.peek().is(",") {
				p.expect(";", "after declaration")
			}
			p.take()
		}
	}
	return s
}

// binding reads auto [a, b]; nil where something else follows.
func (p *parser) binding(base *Type) *decl {
	i := p.at
	for p.token(i).is("&") || p.token(i).is("&&") {
		i++
	}
	if base.Kind != word.Auto || !p.token(i).is("[") {
		return nil
	}
	d := &decl{tok: p.token(i), name: "#binding", typ: base, ref: i > p.at}
	p.at = i + 1
	for !p.accept("]") {
		d.parts = append(d.parts, p.name("a name"))
		p.declared(d.parts[len(d.parts)-1].text)
		if !p.peek().is("]") {
			p.expect(",", "between names")
		}
	}
	return d
}

// rangeDeclaration reads `T x :` of a for over a range; nil says that it is another for.
func (p *parser) rangeDeclaration() *stmt {
	i := p.typeEnd(p.at)
	for p.token(i).is("&") || p.token(i).is("&&") || p.token(i).is("*") || p.token(i).is("const") {
		i++
	}
	if p.token(i).is("[") {
		for !p.token(i).is("]") && p.token(i).kind != tokEOF {
			i++
		}
	} else if p.token(i).kind != tokName {
		return nil
	}
	if !p.token(i + 1).is(":") {
		return nil
	}
	s := &stmt{op: "decl", tok: p.peek()}
	base, _ := p.specifiers()
	d := p.binding(base)
	if d == nil {
		d = p.declarator(base)
	}
	s.decls = []*decl{d}
	p.expect(":", "in for")
	return s
}
