package parse

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses dict displays, comprehensions and the arguments of calls.

// dict reads a dict display or comprehension whose first key, unless the
// display begins with `**`, has been read.
func (p *parser) dict(start diag.Pos, key syntax.Expr) syntax.Expr {
	d := &syntax.Dict{}
	for {
		var value syntax.Expr
		if key == nil {
			p.expect(scan.DoubleStar)
			value = p.orExpr()
		} else {
			p.expect(scan.Colon)
			value = p.expression()
		}
		if key != nil && len(d.Keys) == 0 && p.atClause() {
			return p.comp(start, syntax.DictComp, key, value, scan.RBrace)
		}
		d.Keys, d.Values = append(d.Keys, key), append(d.Values, value)
		if !p.accept(scan.Comma) || p.kind() == scan.RBrace {
			break
		}
		key = nil
		if p.kind() != scan.DoubleStar {
			key = p.expression()
		}
	}
	p.expect(scan.RBrace)
	d.Range = p.since(start)
	return d
}

// comp reads the clauses of a comprehension and its closing bracket.
func (p *parser) comp(start diag.Pos, kind syntax.CompKind, key, elt syntax.Expr, end scan.Kind) syntax.Expr {
	if _, star := elt.(*syntax.Starred); star {
		p.fail()
	}
	c := &syntax.Comp{Kind: kind, Key: key, Elt: elt, Clauses: p.clauses()}
	p.expect(end)
	c.Range = p.since(start)
	return c
}

func (p *parser) clauses() []*syntax.CompClause {
	var list []*syntax.CompClause
	for p.atClause() {
		c := &syntax.CompClause{Async: p.accept(scan.Async)}
		p.expect(scan.For)
		c.Target = p.forTargets()
		p.expect(scan.In)
		c.Iter = p.disjunction()
		for p.accept(scan.If) {
			c.Ifs = append(c.Ifs, p.disjunction())
		}
		list = append(list, c)
	}
	return list
}

// atClause tells whether a clause of a comprehension begins here.
func (p *parser) atClause() bool { return p.kind() == scan.For || p.kind() == scan.Async }

// arguments reads the arguments of a call up to the closing parenthesis.
func (p *parser) arguments() (args []syntax.Expr, keywords []*syntax.Keyword) {
	return p.argumentsUpTo(len(p.toks))
}

// argumentsUpTo reads arguments up to a closing parenthesis or the token end.
func (p *parser) argumentsUpTo(end int) (args []syntax.Expr, keywords []*syntax.Keyword) {
	doubleStar := false
	for p.i < end && p.kind() != scan.RParen {
		start := p.pos()
		switch {
		case p.kind() == scan.Star:
			if doubleStar {
				p.fail()
			}
			args = append(args, p.starred(p.expression))
		case p.accept(scan.DoubleStar):
			doubleStar = true
			v := p.expression()
			keywords = append(keywords, &syntax.Keyword{Range: p.since(start), Value: v})
		case p.kind() == scan.Name && p.peek(1) == scan.Equal:
			name := p.name(syntax.Load).ID
			p.i++
			v := p.expression()
			keywords = append(keywords, &syntax.Keyword{Range: p.since(start), Name: name, Value: v})
		default:
			if len(keywords) > 0 {
				p.fail()
			}
			args = append(args, p.argument(len(args) == 0, end))
		}
		if p.i >= end || !p.accept(scan.Comma) {
			break
		}
	}
	return args, keywords
}

// argument reads a positional argument, which is a generator expression
// without parentheses if it is the only one and ends before the token end. That has the call's parentheses
// in its range, as in CPython.
func (p *parser) argument(first bool, end int) syntax.Expr {
	open := p.i - 1
	e := p.namedExpression()
	if !p.atClause() || p.i >= end {
		return e
	}
	if !first || p.toks[open].Kind != scan.LParen {
		p.fail()
	}
	c := &syntax.Comp{Kind: syntax.GeneratorExp, Elt: e, Clauses: p.clauses()}
	if p.kind() != scan.RParen {
		p.fail()
	}
	c.Range = syntax.Range{Start: p.toks[open].Start(), End: p.tok().Stop()}
	return c
}
