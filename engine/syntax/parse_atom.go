package syntax

// This file parses atoms: names, literals, displays, comprehensions.

func (p *parser) atom() Expr {
	t := p.tok()
	switch t.kind {
	case tokName:
		p.i++
		return &Name{Range: t.span(), ID: identifier(p.text(t))}
	case tokNumber:
		p.i++
		return &Constant{t.span(), p.number(t)}
	case tokString:
		return p.strings()
	case tokTrue:
		p.i++
		return &Constant{t.span(), true}
	case tokFalse:
		p.i++
		return &Constant{t.span(), false}
	case tokNone:
		p.i++
		return &Constant{t.span(), nil}
	case tokEllipsis:
		p.i++
		return &Constant{t.span(), Ellipsis{}}
	case tokLParen, tokLBracket, tokLBrace:
		p.enter()
		e := p.bracketed(t.kind)
		p.depth--
		return e
	}
	p.fail()
	return nil
}

func (p *parser) bracketed(k tokenKind) Expr {
	switch k {
	case tokLParen:
		return p.parenthesized()
	case tokLBracket:
		return p.list()
	}
	return p.dictOrSet()
}

// parenthesized reads a group, a tuple or a generator expression.
func (p *parser) parenthesized() Expr {
	start := p.expect(tokLParen).start()
	switch p.kind() {
	case tokRParen:
		p.i++
		return &Tuple{Range: p.since(start), Parenthesized: true}
	case tokYield:
		e := p.yield()
		p.expect(tokRParen)
		return e
	}
	e := p.starNamed()
	_, star := e.(*Starred)
	switch {
	case p.kind() == tokComma:
		elts := p.moreElements(e, tokRParen)
		p.expect(tokRParen)
		return &Tuple{Range: p.since(start), Elts: elts, Parenthesized: true}
	case star:
		p.fail()
	case p.atClause():
		c := &Comp{Kind: GeneratorExp, Elt: e, Clauses: p.clauses()}
		p.expect(tokRParen)
		c.Range = p.since(start)
		return c
	}
	p.expect(tokRParen)
	return e
}

// moreElements reads `, elt, elt` up to the closing bracket end.
func (p *parser) moreElements(first Expr, end tokenKind) []Expr {
	elts := []Expr{first}
	for p.accept(tokComma) && p.kind() != end {
		elts = append(elts, p.starNamed())
	}
	return elts
}

func (p *parser) list() Expr {
	start := p.expect(tokLBracket).start()
	if p.accept(tokRBracket) {
		return &List{Range: p.since(start)}
	}
	e := p.starNamed()
	if p.atClause() {
		return p.comp(start, ListComp, nil, e, tokRBracket)
	}
	elts := p.moreElements(e, tokRBracket)
	p.expect(tokRBracket)
	return &List{Range: p.since(start), Elts: elts}
}

func (p *parser) dictOrSet() Expr {
	start := p.expect(tokLBrace).start()
	switch p.kind() {
	case tokRBrace:
		p.i++
		return &Dict{Range: p.since(start)}
	case tokDoubleStar:
		return p.dict(start, nil)
	}
	first := p.kind()
	e := p.starNamed()
	switch p.kind() {
	case tokColon:
		switch e.(type) {
		case *Starred:
			p.fail()
		case *NamedExpr:
			if first != tokLParen {
				p.fail()
			}
		}
		return p.dict(start, e)
	case tokFor, tokAsync:
		return p.comp(start, SetComp, nil, e, tokRBrace)
	}
	elts := p.moreElements(e, tokRBrace)
	p.expect(tokRBrace)
	return &Set{Range: p.since(start), Elts: elts}
}
