package parse

import (
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses match statements and patterns.

// maybeMatch tells whether the word match, which is next, may open a statement.
func (p *parser) maybeMatch() bool { return exprStart[p.peek(1)] }

// tryMatch reads a match statement. It returns nil, having read nothing, if
// the tokens fit no match statement; `match` is then an ordinary name.
func (p *parser) tryMatch() (s syntax.Stmt) {
	mark, depth, warned := p.i, p.depth, len(p.warnings)
	defer func() {
		if r := recover(); r != nil {
			if r != any(errSyntax) {
				panic(r)
			}
			p.i, p.depth, p.warnings, s = mark, depth, p.warnings[:warned], nil
		}
	}()
	return p.matchStmt()
}

func (p *parser) matchStmt() syntax.Stmt {
	start := p.pos()
	p.i++
	m := &syntax.Match{Subject: p.subject()}
	p.expect(scan.Colon)
	p.expect(scan.Newline)
	p.expect(scan.Indent)
	for p.isWord("case") {
		m.Cases = append(m.Cases, p.matchCase())
	}
	if len(m.Cases) == 0 {
		p.fail()
	}
	p.expect(scan.Dedent)
	m.Range = p.compoundRange(start)
	return m
}

func (p *parser) subject() syntax.Expr {
	start := p.pos()
	e := p.starNamed()
	if p.kind() == scan.Comma {
		elts := []syntax.Expr{e}
		for p.accept(scan.Comma) && p.kind() != scan.Colon {
			elts = append(elts, p.starNamed())
		}
		return &syntax.Tuple{Range: p.since(start), Elts: elts}
	}
	if _, star := e.(*syntax.Starred); star {
		p.fail()
	}
	return e
}

func (p *parser) matchCase() *syntax.MatchCase {
	p.i++
	c := &syntax.MatchCase{Pattern: p.patterns()}
	if p.accept(scan.If) {
		c.Guard = p.namedExpression()
	}
	c.Body = p.block()
	return c
}

// patterns is the top of a case: a pattern or a sequence without brackets.
func (p *parser) patterns() syntax.Pattern {
	start := p.pos()
	first := p.maybeStar()
	if p.kind() != scan.Comma {
		if _, star := first.(*syntax.MatchStar); star {
			p.fail()
		}
		return first
	}
	list := []syntax.Pattern{first}
	for p.accept(scan.Comma) && p.kind() != scan.Colon && p.kind() != scan.If {
		list = append(list, p.maybeStar())
	}
	return &syntax.MatchSequence{Range: p.since(start), Patterns: list}
}

func (p *parser) maybeStar() syntax.Pattern {
	start := p.pos()
	if !p.accept(scan.Star) {
		return p.pattern()
	}
	if p.isWord("_") {
		p.i++
		return &syntax.MatchStar{Range: p.since(start)}
	}
	n := p.captureName()
	return &syntax.MatchStar{Range: p.since(start), Name: n}
}

// captureName reads the name that a pattern binds.
func (p *parser) captureName() *syntax.Name {
	if p.isWord("_") {
		p.fail()
	}
	n := p.name(syntax.Store)
	switch p.kind() {
	case scan.Dot, scan.LParen, scan.Equal:
		p.fail()
	}
	return n
}

func (p *parser) pattern() syntax.Pattern {
	p.enter()
	defer func() { p.depth-- }()
	start := p.pos()
	or := p.orPattern()
	if !p.accept(scan.As) {
		return or
	}
	n := p.captureName()
	return &syntax.MatchAs{Range: p.since(start), Pattern: or, Name: n}
}

func (p *parser) orPattern() syntax.Pattern {
	start := p.pos()
	first := p.closedPattern()
	if p.kind() != scan.VBar {
		return first
	}
	list := []syntax.Pattern{first}
	for p.accept(scan.VBar) {
		list = append(list, p.closedPattern())
	}
	return &syntax.MatchOr{Range: p.since(start), Patterns: list}
}

func (p *parser) closedPattern() syntax.Pattern {
	t := p.tok()
	switch t.Kind {
	case scan.Number, scan.Minus, scan.String:
		v := p.literal()
		return &syntax.MatchValue{Range: p.since(t.Start()), Value: v}
	case scan.None:
		p.i++
		return &syntax.MatchSingleton{Range: t.Span(), Value: nil}
	case scan.True, scan.False:
		p.i++
		return &syntax.MatchSingleton{Range: t.Span(), Value: t.Kind == scan.True}
	case scan.Name:
		return p.namePattern()
	case scan.LParen:
		return p.groupPattern()
	case scan.LBracket:
		p.i++
		list := p.patternList(nil, scan.RBracket)
		p.expect(scan.RBracket)
		return &syntax.MatchSequence{Range: p.since(t.Start()), Patterns: list}
	case scan.LBrace:
		return p.mappingPattern()
	}
	p.fail()
	return nil
}

// literal reads a number with sign or imaginary part, or a string.
func (p *parser) literal() syntax.Expr {
	start := p.pos()
	if p.kind() == scan.String {
		text := p.strings()
		if _, formatted := text.(*syntax.JoinedStr); formatted {
			p.failAt(syntax.Range(text.Span()), "patterns may only match literals and attribute lookups")
		}
		return text
	}
	e, real := p.signedNumber()
	var op syntax.Operator
	switch p.kind() {
	case scan.Plus:
		op = syntax.Add
	case scan.Minus:
		op = syntax.Sub
	default:
		return e
	}
	if !real {
		p.i--
		p.failHere("real number required in complex literal")
	}
	opPos := p.pos()
	p.i++
	t := p.expect(scan.Number)
	v := p.number(t)
	if _, imag := v.(complex128); !imag {
		p.failAt(t.Span(), "imaginary number required in complex literal")
	}
	return &syntax.BinOp{Range: p.since(start), Op: op, OpPos: opPos, Left: e, Right: &syntax.Constant{Range: t.Span(), Value: v}}
}

func (p *parser) signedNumber() (e syntax.Expr, real bool) {
	start := p.pos()
	minus := p.accept(scan.Minus)
	t := p.expect(scan.Number)
	v := p.number(t)
	_, imag := v.(complex128)
	e = &syntax.Constant{Range: t.Span(), Value: v}
	if minus {
		e = &syntax.UnaryOp{Range: p.since(start), Op: syntax.USub, Operand: e}
	}
	return e, !imag
}

// namePattern reads a capture, a wildcard, a dotted value or a class pattern.
func (p *parser) namePattern() syntax.Pattern {
	start := p.pos()
	if k := p.peek(1); k != scan.Dot && k != scan.LParen && k != scan.Equal {
		if p.isWord("_") {
			p.i++
			return &syntax.MatchAs{Range: p.since(start)}
		}
		n := p.name(syntax.Store)
		return &syntax.MatchAs{Range: n.Range, Name: n}
	}
	e := p.dottedValue()
	if p.kind() == scan.LParen {
		return p.classPattern(e)
	}
	if _, bare := e.(*syntax.Name); bare || p.kind() == scan.Equal {
		p.fail()
	}
	return &syntax.MatchValue{Range: p.since(start), Value: e}
}

func (p *parser) dottedValue() syntax.Expr {
	start := p.pos()
	var e syntax.Expr = p.name(syntax.Load)
	for p.accept(scan.Dot) {
		attr := scan.Identifier(p.text(p.expect(scan.Name)))
		e = &syntax.Attribute{Range: p.since(start), Value: e, Attr: attr}
	}
	return e
}

// groupPattern reads `(pattern)` or a sequence in parentheses.
func (p *parser) groupPattern() syntax.Pattern {
	start := p.expect(scan.LParen).Start()
	if p.accept(scan.RParen) {
		return &syntax.MatchSequence{Range: p.since(start)}
	}
	first := p.maybeStar()
	_, star := first.(*syntax.MatchStar)
	if p.kind() != scan.Comma {
		if star {
			p.fail()
		}
		p.expect(scan.RParen)
		return first
	}
	p.i++
	list := p.patternList([]syntax.Pattern{first}, scan.RParen)
	p.expect(scan.RParen)
	return &syntax.MatchSequence{Range: p.since(start), Patterns: list}
}

func (p *parser) patternList(list []syntax.Pattern, end scan.Kind) []syntax.Pattern {
	for p.kind() != end {
		list = append(list, p.maybeStar())
		if !p.accept(scan.Comma) {
			break
		}
	}
	return list
}

func (p *parser) mappingPattern() syntax.Pattern {
	start := p.expect(scan.LBrace).Start()
	m := &syntax.MatchMapping{}
	for p.kind() != scan.RBrace {
		if p.accept(scan.DoubleStar) {
			m.Rest = p.captureName()
			p.accept(scan.Comma)
			break
		}
		m.Keys = append(m.Keys, p.mappingKey())
		p.expect(scan.Colon)
		m.Patterns = append(m.Patterns, p.pattern())
		if !p.accept(scan.Comma) {
			break
		}
	}
	p.expect(scan.RBrace)
	m.Range = p.since(start)
	return m
}

func (p *parser) mappingKey() syntax.Expr {
	t := p.tok()
	switch t.Kind {
	case scan.None, scan.True, scan.False:
		return p.atom()
	case scan.Name:
		e := p.dottedValue()
		if _, bare := e.(*syntax.Name); bare {
			p.fail()
		}
		return e
	}
	return p.literal()
}

func (p *parser) classPattern(cls syntax.Expr) syntax.Pattern {
	p.expect(scan.LParen)
	c := &syntax.MatchClass{Cls: cls}
	for p.kind() != scan.RParen {
		if p.kind() == scan.Name && p.peek(1) == scan.Equal {
			c.KwdAttrs = append(c.KwdAttrs, p.name(syntax.Load).ID)
			p.i++
			c.KwdPattern = append(c.KwdPattern, p.pattern())
		} else {
			if len(c.KwdAttrs) > 0 {
				p.fail()
			}
			c.Patterns = append(c.Patterns, p.pattern())
		}
		if !p.accept(scan.Comma) {
			break
		}
	}
	p.expect(scan.RParen)
	c.Range = p.since(cls.Span().Start)
	return c
}
