// This file parses statements.

package syntax

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

func (p *parser) block() *Stmt {
	s := &Stmt{Op: "block", Tok: p.expect("{", "to begin a block")}
	p.enter(s.Tok)
	shadows, local := len(p.shadows), p.local
	p.local = true
	defer func() { p.shadows, p.local = p.shadows[:min(shadows, len(p.shadows))], local }()
	for !p.peek().Is("}") {
		if p.peek().Kind == lex.EOF {
			p.fail(s.Tok, "this '{' has no matching '}'", "")
		}
		from, depth := p.at, p.depth
		ok := false
		Guard(func() { s.Body = append(s.Body, p.statement()); ok = true })
		if !ok {
			p.depth = depth
			p.recoverStatement(from)
		}
	}
	s.End = p.take()
	p.depth--
	return s
}

// recoverStatement skips behind the next semicolon, or to the brace that ends the block.
func (p *parser) recoverStatement(from int) {
	if p.at == from {
		p.at++
	}
	depth := 0
	for p.peek().Kind != lex.EOF {
		t := p.peek()
		switch {
		case t.Is("{"):
			depth++
		case t.Is("}"):
			if depth == 0 {
				return
			}
			depth--
		case t.Is(";") && depth == 0:
			p.at++
			return
		case t.First && depth == 0 && p.at > from:
			return
		}
		p.at++
	}
}

func (p *parser) statement() *Stmt {
	t := p.peek()
	p.enter(t)
	defer func() { p.depth-- }()
	switch t.Text {
	case "namespace":
		p.namespace()
		return &Stmt{Op: "empty", Tok: t}
	case "{":
		return p.block()
	case ";":
		p.take()
		return &Stmt{Op: "empty", Tok: t}
	case "if":
		p.take()
		s := &Stmt{Op: "if", Tok: t, Known: p.accept("constexpr")}
		return p.headed(s, func() {
			s.Body = []*Stmt{p.statement()}
			if p.accept("else") {
				s.Other = p.statement()
			}
		})
	case "while":
		p.take()
		s := &Stmt{Op: "while", Tok: t}
		return p.headed(s, func() { s.Body = []*Stmt{p.statement()} })
	case "do":
		p.take()
		s := &Stmt{Op: "do", Tok: t, Body: []*Stmt{p.statement()}}
		p.expect("while", "after the body of do")
		s.Cond = p.condition()
		p.expect(";", "after do statement")
		return s
	case "for":
		return p.forStatement()
	case "switch":
		p.take()
		s := &Stmt{Op: "switch", Tok: t}
		return p.headed(s, func() { s.Body = []*Stmt{p.block()} })
	case "case", "default":
		p.take()
		s := &Stmt{Op: t.Text, Tok: t}
		if t.Text == "case" {
			s.Cond = p.ternary()
		}
		p.expect(":", "after "+t.Text)
		return s
	case "break", "continue":
		p.take()
		p.expect(";", "after "+t.Text)
		return &Stmt{Op: t.Text, Tok: t}
	case "return":
		p.take()
		s := &Stmt{Op: "return", Tok: t}
		if !p.peek().Is(";") {
			s.Cond = p.initializer()
		}
		p.expect(";", "after return statement")
		return s
	case "static_assert":
		return p.staticAssert()
	case "try":
		return p.tryStatement()
	case "throw":
		p.take()
		s := &Stmt{Op: "throw", Tok: t}
		if !p.peek().Is(";") {
			s.Cond = p.expression()
		}
		p.expect(";", "after throw")
		return s
	case "asm", "__asm__", "__asm":
		return p.assembly()
	case "goto":
		p.take()
		s := &Stmt{Op: "goto", Tok: p.name("a label")}
		p.expect(";", "after goto")
		return s
	}
	if t.Kind == lex.Name && p.ahead(1).Is(":") && !lex.Reserved[t.Text] {
		p.at += 2
		return &Stmt{Op: "label", Tok: t}
	}
	if p.isDeclaration() {
		return p.declaration()
	}
	s := &Stmt{Op: "expr", Tok: t, Cond: p.expression()}
	p.expect(";", "after expression")
	return s
}

// isDeclaration tells `float4 v = …` from `float4(…)`.
func (p *parser) isDeclaration() bool {
	t := p.peek()
	if t.Is("using") || t.Is("typedef") {
		return true
	}
	if t.Kind != lex.Name && !t.Is("::") {
		return false
	}
	if t.Is("struct") || t.Is("union") || t.Is("enum") || t.Is("class") || qualifiers[t.Text] != nil && !t.Is("typename") {
		return true
	}
	end := p.typeEnd(p.at)
	if end == p.at {
		i := p.namespaceEnd(p.at)
		if p.token(i).Kind == lex.Name && p.token(i+1).Kind == lex.Name && !lex.Reserved[t.Text] && !p.isType(p.token(i).Text) && !t.Is("delete") && !t.Is("new") {
			p.unknownType(p.token(i))
		}
		return false
	}
	next := p.token(end)
	if next.Is("(") && p.token(end+1).Is("*") && p.token(end+2).Kind == lex.Name && p.token(end+3).Is("[") {
		return true // T (*name[n])(…)
	}
	return !next.Is("{") && !next.Is("::") && !(next.Is("(") && !(p.token(end+1).Is("*") && p.token(end+2).Kind == lex.Name && p.token(end+3).Is(")") && (p.token(end+4).Is("[") || p.token(end+4).Is("("))))
}

// tryStatement reads try { … } catch (…) { … }; each handler is a block whose init is what
// it declares.
func (p *parser) tryStatement() *Stmt {
	s := &Stmt{Op: "try", Tok: p.take()}
	s.Body = []*Stmt{p.block()}
	for p.peek().Is("catch") {
		h := &Stmt{Op: "catch", Tok: p.take()}
		p.expect("(", "after catch")
		if !p.accept("...") {
			base, _ := p.specifiers()
			d := p.declarator(base)
			h.Decls = []*Decl{d}
		}
		p.expect(")", "to match '('")
		h.Body = []*Stmt{p.block()}
		s.Body = append(s.Body, h)
	}
	if len(s.Body) == 1 {
		p.fail(s.Tok, "a try block needs a catch", "")
	}
	return s
}

// headed reads the head of an if, a while or a switch, and then its rest. What the head declares, in if (T x = e) and in
// if (T x = e; c), is declared in a block around it.
func (p *parser) headed(s *Stmt, rest func()) *Stmt {
	apart := p.headParts()
	if !apart && !(p.ahead(1).Kind == lex.Name && p.declaresAt(p.at+1)) {
		s.Cond = p.condition()
		rest()
		return s
	}
	shadows, local := len(p.shadows), p.local
	p.local = true
	defer func() { p.shadows, p.local = p.shadows[:min(shadows, len(p.shadows))], local }()
	outer := &Stmt{Op: "block", Tok: s.Tok, End: s.Tok}
	p.expect("(", "before the condition")
	var first *Stmt
	switch {
	case !p.isDeclaration():
		first = &Stmt{Op: "expr", Tok: p.peek(), Cond: p.expression()}
		p.expect(";", "after expression")
	case apart:
		first = p.declaration()
	default:
		first = &Stmt{Op: "decl", Tok: p.peek()}
		base, spec := p.specifiers()
		p.declarators(first, base, spec, ")")
	}
	if apart {
		s.Cond = p.expression()
		p.expect(")", "to match '('")
	} else {
		d := first.Decls[len(first.Decls)-1]
		s.Cond = &Expr{Op: "name", Tok: d.Tok, Name: d.Name}
	}
	rest()
	if outer.Body = []*Stmt{first, s}; s.Op != "while" {
		return outer
	}
	stop := &Stmt{Op: "if", Tok: s.Tok, Cond: &Expr{Op: "unary", Name: "!", Tok: s.Tok, Kids: []*Expr{s.Cond}}, Body: []*Stmt{{Op: "break", Tok: s.Tok}}}
	outer.Body = []*Stmt{first, stop, s.Body[0]} // it is declared in each turn
	return &Stmt{Op: "for", Tok: s.Tok, Body: []*Stmt{outer}}
}

// declaresAt reports whether a declaration begins at a token.
func (p *parser) declaresAt(i int) bool {
	at := p.at
	p.at = i
	defer func() { p.at = at }()
	return p.isDeclaration()
}

// headParts reports whether the head in parentheses that begins here has two parts.
func (p *parser) headParts() bool {
	depth := 0
	for i, end := p.at, p.matching(p.at); i < end; i++ {
		switch t := p.token(i); {
		case t.Is("("), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("}"):
			depth--
		case t.Is(";") && depth == 1 && !p.token(i+1).Is(")"):
			return true
		}
	}
	return false
}

func (p *parser) condition() *Expr {
	p.expect("(", "before the condition")
	e := p.expression()
	p.expect(")", "to match '('")
	return e
}

func (p *parser) forStatement() *Stmt {
	s := &Stmt{Op: "for", Tok: p.take()}
	shadows := len(p.shadows)
	defer func() { p.shadows = p.shadows[:min(shadows, len(p.shadows))] }()
	p.expect("(", "after for")
	switch {
	case p.accept(";"):
	case p.isDeclaration():
		if s.Init = p.rangeDeclaration(); s.Init != nil {
			s.Op = "each"
			s.Cond = p.initializer()
			p.expect(")", "to match '('")
			s.Body = []*Stmt{p.statement()}
			return s
		}
		s.Init = p.declaration()
		if last := p.toks[p.at-1]; !last.Is(";") {
			p.fail(last, "expected ';' in for statement", "")
		}
		for _, d := range s.Init.Decls {
			d.Counter = true
		}
	default:
		s.Init = &Stmt{Op: "expr", Tok: p.peek(), Cond: p.expression()}
		p.expect(";", "in for statement")
	}
	if !p.peek().Is(";") {
		s.Cond = p.expression()
	}
	p.expect(";", "in for statement")
	if !p.peek().Is(")") {
		s.Post = p.expression()
	}
	p.expect(")", "to match '('")
	s.Body = []*Stmt{p.statement()}
	return s
}

// declaration is one inside a function.
func (p *parser) declaration() *Stmt {
	s := &Stmt{Op: "decl", Tok: p.peek()}
	switch {
	case p.peek().Is("typedef"), p.peek().Is("using") && p.ahead(2).Is("="):
		name, t := p.alias()
		p.types[name] = t
		return &Stmt{Op: "empty", Tok: s.Tok}
	case p.peek().Is("using"):
		for !p.accept(";") {
			if p.take().Kind == lex.EOF {
				p.fail(s.Tok, "expected ';'", "")
			}
		}
		return &Stmt{Op: "empty", Tok: s.Tok}
	}
	base, spec := p.specifiers()
	p.declarators(s, base, spec, ";")
	return s
}

// declarators reads the names that a declaration declares, up to its end.
func (p *parser) declarators(s *Stmt, base *Type, spec *specs, end string) {
	for !p.accept(end) {
		d := p.binding(base)
		if d == nil {
			d = p.declarator(base)
		}
		spec.apply(d)
		if d.Name == "" {
			p.fail(d.Tok, "expected a name", "")
		}
		switch {
		case p.accept("="):
			d.Init = p.initializer()
		case p.peek().Is("{"):
			d.Init = p.initializer()
			d.Init.Many = true
		case p.peek().Is("("):
			t := p.take()
			d.Init = &Expr{Op: "construct", Tok: t, Type: d.Type, Kids: p.callArgs()}
		}
		s.Decls = append(s.Decls, d)
		if !p.peek().Is(end) {
			if !p.peek().Is(",") {
				p.expect(end, "after declaration")
			}
			p.take()
		}
	}
}

// binding reads auto [a, b]; nil where something else follows.
func (p *parser) binding(base *Type) *Decl {
	i := p.at
	for p.token(i).Is("&") || p.token(i).Is("&&") {
		i++
	}
	if base.Kind != word.Auto || !p.token(i).Is("[") {
		return nil
	}
	d := &Decl{Tok: p.token(i), Name: "#binding", Type: base, Ref: i > p.at}
	p.at = i + 1
	for !p.accept("]") {
		d.Parts = append(d.Parts, p.name("a name"))
		p.declared(d.Parts[len(d.Parts)-1].Text)
		if !p.peek().Is("]") {
			p.expect(",", "between names")
		}
	}
	return d
}

// rangeDeclaration reads `T x :` of a for over a range; nil says that it is another for.
func (p *parser) rangeDeclaration() *Stmt {
	i := p.typeEnd(p.at)
	for p.token(i).Is("&") || p.token(i).Is("&&") || p.token(i).Is("*") || p.token(i).Is("const") {
		i++
	}
	if p.token(i).Is("[") {
		for !p.token(i).Is("]") && p.token(i).Kind != lex.EOF {
			i++
		}
	} else if p.token(i).Kind != lex.Name {
		return nil
	}
	if !p.token(i + 1).Is(":") {
		return nil
	}
	s := &Stmt{Op: "decl", Tok: p.peek()}
	base, _ := p.specifiers()
	d := p.binding(base)
	if d == nil {
		d = p.declarator(base)
	}
	s.Decls = []*Decl{d}
	p.expect(":", "in for")
	return s
}
