package parse

import (
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses atoms: names, literals, displays, comprehensions.

func (p *parser) atom() syntax.Expr {
	t := p.tok()
	switch t.Kind {
	case scan.Name:
		p.i++
		return &syntax.Name{Range: t.Span(), ID: scan.Identifier(p.text(t))}
	case scan.Number:
		p.i++
		return &syntax.Constant{Range: t.Span(), Value: p.number(t)}
	case scan.String:
		return p.strings()
	case scan.True:
		p.i++
		return &syntax.Constant{Range: t.Span(), Value: true}
	case scan.False:
		p.i++
		return &syntax.Constant{Range: t.Span(), Value: false}
	case scan.None:
		p.i++
		return &syntax.Constant{Range: t.Span(), Value: nil}
	case scan.Ellipsis:
		p.i++
		return &syntax.Constant{Range: t.Span(), Value: syntax.Ellipsis{}}
	case scan.LParen, scan.LBracket, scan.LBrace:
		p.enter()
		e := p.bracketed(t.Kind)
		p.depth--
		return e
	}
	p.fail()
	return nil
}

func (p *parser) bracketed(k scan.Kind) syntax.Expr {
	switch k {
	case scan.LParen:
		return p.parenthesized()
	case scan.LBracket:
		return p.list()
	}
	return p.dictOrSet()
}

// parenthesized reads a group, a tuple or a generator expression.
func (p *parser) parenthesized() syntax.Expr {
	start := p.expect(scan.LParen).Start()
	switch p.kind() {
	case scan.RParen:
		p.i++
		return &syntax.Tuple{Range: p.since(start), Parenthesized: true}
	case scan.Yield:
		e := p.yield()
		p.expect(scan.RParen)
		return e
	}
	e := p.starNamed()
	_, star := e.(*syntax.Starred)
	switch {
	case p.kind() == scan.Comma:
		elts := p.moreElements(e, scan.RParen)
		p.expect(scan.RParen)
		return &syntax.Tuple{Range: p.since(start), Elts: elts, Parenthesized: true}
	case star:
		p.fail()
	case p.atClause():
		c := &syntax.Comp{Kind: syntax.GeneratorExp, Elt: e, Clauses: p.clauses()}
		p.expect(scan.RParen)
		c.Range = p.since(start)
		return c
	}
	p.expect(scan.RParen)
	return e
}

// moreElements reads `, elt, elt` up to the closing bracket end.
func (p *parser) moreElements(first syntax.Expr, end scan.Kind) []syntax.Expr {
	elts := []syntax.Expr{first}
	for p.accept(scan.Comma) && p.kind() != end {
		elts = append(elts, p.starNamed())
	}
	return elts
}

func (p *parser) list() syntax.Expr {
	start := p.expect(scan.LBracket).Start()
	if p.accept(scan.RBracket) {
		return &syntax.List{Range: p.since(start)}
	}
	e := p.starNamed()
	if p.atClause() {
		return p.comp(start, syntax.ListComp, nil, e, scan.RBracket)
	}
	elts := p.moreElements(e, scan.RBracket)
	p.expect(scan.RBracket)
	return &syntax.List{Range: p.since(start), Elts: elts}
}

func (p *parser) dictOrSet() syntax.Expr {
	start := p.expect(scan.LBrace).Start()
	switch p.kind() {
	case scan.RBrace:
		p.i++
		return &syntax.Dict{Range: p.since(start)}
	case scan.DoubleStar:
		return p.dict(start, nil)
	}
	first := p.kind()
	e := p.starNamed()
	switch p.kind() {
	case scan.Colon:
		switch e.(type) {
		case *syntax.Starred:
			p.fail()
		case *syntax.NamedExpr:
			if first != scan.LParen {
				p.fail()
			}
		}
		return p.dict(start, e)
	case scan.For, scan.Async:
		return p.comp(start, syntax.SetComp, nil, e, scan.RBrace)
	}
	elts := p.moreElements(e, scan.RBrace)
	p.expect(scan.RBrace)
	return &syntax.Set{Range: p.since(start), Elts: elts}
}
