package syntax

// This file parses match statements and patterns.

// maybeMatch tells whether the word match, which is next, may open a statement.
func (p *parser) maybeMatch() bool { return exprStart[p.peek(1)] }

// tryMatch reads a match statement. It returns nil, having read nothing, if
// the tokens fit no match statement; `match` is then an ordinary name.
func (p *parser) tryMatch() (s Stmt) {
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

func (p *parser) matchStmt() Stmt {
	start := p.pos()
	p.i++
	m := &Match{Subject: p.subject()}
	p.expect(tokColon)
	p.expect(tokNewline)
	p.expect(tokIndent)
	for p.isWord("case") {
		m.Cases = append(m.Cases, p.matchCase())
	}
	if len(m.Cases) == 0 {
		p.fail()
	}
	p.expect(tokDedent)
	m.Range = p.compoundRange(start)
	return m
}

func (p *parser) subject() Expr {
	start := p.pos()
	e := p.starNamed()
	if p.kind() == tokComma {
		elts := []Expr{e}
		for p.accept(tokComma) && p.kind() != tokColon {
			elts = append(elts, p.starNamed())
		}
		return &Tuple{Range: p.since(start), Elts: elts}
	}
	if _, star := e.(*Starred); star {
		p.fail()
	}
	return e
}

func (p *parser) matchCase() *MatchCase {
	p.i++
	c := &MatchCase{Pattern: p.patterns()}
	if p.accept(tokIf) {
		c.Guard = p.namedExpression()
	}
	c.Body = p.block()
	return c
}

// patterns is the top of a case: a pattern or a sequence without brackets.
func (p *parser) patterns() Pattern {
	start := p.pos()
	first := p.maybeStar()
	if p.kind() != tokComma {
		if _, star := first.(*MatchStar); star {
			p.fail()
		}
		return first
	}
	list := []Pattern{first}
	for p.accept(tokComma) && p.kind() != tokColon && p.kind() != tokIf {
		list = append(list, p.maybeStar())
	}
	return &MatchSequence{p.since(start), list}
}

func (p *parser) maybeStar() Pattern {
	start := p.pos()
	if !p.accept(tokStar) {
		return p.pattern()
	}
	if p.isWord("_") {
		p.i++
		return &MatchStar{Range: p.since(start)}
	}
	n := p.captureName()
	return &MatchStar{p.since(start), n}
}

// captureName reads the name that a pattern binds.
func (p *parser) captureName() *Name {
	if p.isWord("_") {
		p.fail()
	}
	n := p.name(Store)
	switch p.kind() {
	case tokDot, tokLParen, tokEqual:
		p.fail()
	}
	return n
}

func (p *parser) pattern() Pattern {
	p.enter()
	defer func() { p.depth-- }()
	start := p.pos()
	or := p.orPattern()
	if !p.accept(tokAs) {
		return or
	}
	n := p.captureName()
	return &MatchAs{p.since(start), or, n}
}

func (p *parser) orPattern() Pattern {
	start := p.pos()
	first := p.closedPattern()
	if p.kind() != tokVBar {
		return first
	}
	list := []Pattern{first}
	for p.accept(tokVBar) {
		list = append(list, p.closedPattern())
	}
	return &MatchOr{p.since(start), list}
}

func (p *parser) closedPattern() Pattern {
	t := p.tok()
	switch t.kind {
	case tokNumber, tokMinus, tokString:
		v := p.literal()
		return &MatchValue{p.since(t.start()), v}
	case tokNone:
		p.i++
		return &MatchSingleton{t.span(), nil}
	case tokTrue, tokFalse:
		p.i++
		return &MatchSingleton{t.span(), t.kind == tokTrue}
	case tokName:
		return p.namePattern()
	case tokLParen:
		return p.groupPattern()
	case tokLBracket:
		p.i++
		list := p.patternList(nil, tokRBracket)
		p.expect(tokRBracket)
		return &MatchSequence{p.since(t.start()), list}
	case tokLBrace:
		return p.mappingPattern()
	}
	p.fail()
	return nil
}

// literal reads a number with sign or imaginary part, or a string.
func (p *parser) literal() Expr {
	start := p.pos()
	if p.kind() == tokString {
		text := p.strings()
		if _, formatted := text.(*JoinedStr); formatted {
			p.failAt(Range(text.Span()), "patterns may only match literals and attribute lookups")
		}
		return text
	}
	e, real := p.signedNumber()
	var op Operator
	switch p.kind() {
	case tokPlus:
		op = Add
	case tokMinus:
		op = Sub
	default:
		return e
	}
	if !real {
		p.i--
		p.failHere("real number required in complex literal")
	}
	opPos := p.pos()
	p.i++
	t := p.expect(tokNumber)
	v := p.number(t)
	if _, imag := v.(complex128); !imag {
		p.failAt(t.span(), "imaginary number required in complex literal")
	}
	return &BinOp{p.since(start), op, opPos, e, &Constant{t.span(), v}}
}

func (p *parser) signedNumber() (e Expr, real bool) {
	start := p.pos()
	minus := p.accept(tokMinus)
	t := p.expect(tokNumber)
	v := p.number(t)
	_, imag := v.(complex128)
	e = &Constant{t.span(), v}
	if minus {
		e = &UnaryOp{p.since(start), USub, e}
	}
	return e, !imag
}

// namePattern reads a capture, a wildcard, a dotted value or a class pattern.
func (p *parser) namePattern() Pattern {
	start := p.pos()
	if k := p.peek(1); k != tokDot && k != tokLParen && k != tokEqual {
		if p.isWord("_") {
			p.i++
			return &MatchAs{Range: p.since(start)}
		}
		n := p.name(Store)
		return &MatchAs{Range: n.Range, Name: n}
	}
	e := p.dottedValue()
	if p.kind() == tokLParen {
		return p.classPattern(e)
	}
	if _, bare := e.(*Name); bare || p.kind() == tokEqual {
		p.fail()
	}
	return &MatchValue{p.since(start), e}
}

func (p *parser) dottedValue() Expr {
	start := p.pos()
	var e Expr = p.name(Load)
	for p.accept(tokDot) {
		attr := identifier(p.text(p.expect(tokName)))
		e = &Attribute{Range: p.since(start), Value: e, Attr: attr}
	}
	return e
}

// groupPattern reads `(pattern)` or a sequence in parentheses.
func (p *parser) groupPattern() Pattern {
	start := p.expect(tokLParen).start()
	if p.accept(tokRParen) {
		return &MatchSequence{Range: p.since(start)}
	}
	first := p.maybeStar()
	_, star := first.(*MatchStar)
	if p.kind() != tokComma {
		if star {
			p.fail()
		}
		p.expect(tokRParen)
		return first
	}
	p.i++
	list := p.patternList([]Pattern{first}, tokRParen)
	p.expect(tokRParen)
	return &MatchSequence{p.since(start), list}
}

func (p *parser) patternList(list []Pattern, end tokenKind) []Pattern {
	for p.kind() != end {
		list = append(list, p.maybeStar())
		if !p.accept(tokComma) {
			break
		}
	}
	return list
}

func (p *parser) mappingPattern() Pattern {
	start := p.expect(tokLBrace).start()
	m := &MatchMapping{}
	for p.kind() != tokRBrace {
		if p.accept(tokDoubleStar) {
			m.Rest = p.captureName()
			p.accept(tokComma)
			break
		}
		m.Keys = append(m.Keys, p.mappingKey())
		p.expect(tokColon)
		m.Patterns = append(m.Patterns, p.pattern())
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRBrace)
	m.Range = p.since(start)
	return m
}

func (p *parser) mappingKey() Expr {
	t := p.tok()
	switch t.kind {
	case tokNone, tokTrue, tokFalse:
		return p.atom()
	case tokName:
		e := p.dottedValue()
		if _, bare := e.(*Name); bare {
			p.fail()
		}
		return e
	}
	return p.literal()
}

func (p *parser) classPattern(cls Expr) Pattern {
	p.expect(tokLParen)
	c := &MatchClass{Cls: cls}
	for p.kind() != tokRParen {
		if p.kind() == tokName && p.peek(1) == tokEqual {
			c.KwdAttrs = append(c.KwdAttrs, p.name(Load).ID)
			p.i++
			c.KwdPattern = append(c.KwdPattern, p.pattern())
		} else {
			if len(c.KwdAttrs) > 0 {
				p.fail()
			}
			c.Patterns = append(c.Patterns, p.pattern())
		}
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRParen)
	c.Range = p.since(cls.Span().Start)
	return c
}
