package syntax

import "gputour/engine/diag"

// This file parses dict displays, comprehensions and the arguments of calls.

// dict reads a dict display or comprehension whose first key, unless the
// display begins with `**`, has been read.
func (p *parser) dict(start diag.Pos, key Expr) Expr {
	d := &Dict{}
	for {
		var value Expr
		if key == nil {
			p.expect(tokDoubleStar)
			value = p.orExpr()
		} else {
			p.expect(tokColon)
			value = p.expression()
		}
		if key != nil && len(d.Keys) == 0 && p.atClause() {
			return p.comp(start, DictComp, key, value, tokRBrace)
		}
		d.Keys, d.Values = append(d.Keys, key), append(d.Values, value)
		if !p.accept(tokComma) || p.kind() == tokRBrace {
			break
		}
		key = nil
		if p.kind() != tokDoubleStar {
			key = p.expression()
		}
	}
	p.expect(tokRBrace)
	d.Range = p.since(start)
	return d
}

// comp reads the clauses of a comprehension and its closing bracket.
func (p *parser) comp(start diag.Pos, kind CompKind, key, elt Expr, end tokenKind) Expr {
	if _, star := elt.(*Starred); star {
		p.fail()
	}
	c := &Comp{Kind: kind, Key: key, Elt: elt, Clauses: p.clauses()}
	p.expect(end)
	c.Range = p.since(start)
	return c
}

func (p *parser) clauses() []*CompClause {
	var list []*CompClause
	for p.atClause() {
		c := &CompClause{Async: p.accept(tokAsync)}
		p.expect(tokFor)
		c.Target = p.forTargets()
		p.expect(tokIn)
		c.Iter = p.disjunction()
		for p.accept(tokIf) {
			c.Ifs = append(c.Ifs, p.disjunction())
		}
		list = append(list, c)
	}
	return list
}

// atClause tells whether a clause of a comprehension begins here.
func (p *parser) atClause() bool { return p.kind() == tokFor || p.kind() == tokAsync }

// arguments reads the arguments of a call up to the closing parenthesis.
func (p *parser) arguments() (args []Expr, keywords []*Keyword) {
	return p.argumentsUpTo(len(p.toks))
}

// argumentsUpTo reads arguments up to a closing parenthesis or the token end.
func (p *parser) argumentsUpTo(end int) (args []Expr, keywords []*Keyword) {
	doubleStar := false
	for p.i < end && p.kind() != tokRParen {
		start := p.pos()
		switch {
		case p.kind() == tokStar:
			if doubleStar {
				p.fail()
			}
			args = append(args, p.starred(p.expression))
		case p.accept(tokDoubleStar):
			doubleStar = true
			v := p.expression()
			keywords = append(keywords, &Keyword{Range: p.since(start), Value: v})
		case p.kind() == tokName && p.peek(1) == tokEqual:
			name := p.name(Load).ID
			p.i++
			v := p.expression()
			keywords = append(keywords, &Keyword{p.since(start), name, v})
		default:
			if len(keywords) > 0 {
				p.fail()
			}
			args = append(args, p.argument(len(args) == 0, end))
		}
		if p.i >= end || !p.accept(tokComma) {
			break
		}
	}
	return args, keywords
}

// argument reads a positional argument, which is a generator expression
// without parentheses if it is the only one and ends before the token end. That has the call's parentheses
// in its range, as in CPython.
func (p *parser) argument(first bool, end int) Expr {
	open := p.i - 1
	e := p.namedExpression()
	if !p.atClause() || p.i >= end {
		return e
	}
	if !first || p.toks[open].kind != tokLParen {
		p.fail()
	}
	c := &Comp{Kind: GeneratorExp, Elt: e, Clauses: p.clauses()}
	if p.kind() != tokRParen {
		p.fail()
	}
	c.Range = Range{p.toks[open].start(), p.tok().stop()}
	return c
}
