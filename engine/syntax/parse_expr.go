package syntax

import "gputour/engine/diag"

// This file parses expressions with operators, from the loosest binding to the tightest.

// expressions is a tuple without stars, or one expression: the input of eval.
func (p *parser) expressions() Expr {
	return p.tupleOf(p.expression)
}

// starExpressions is an expression list that may hold starred ones.
func (p *parser) starExpressions() Expr {
	return p.tupleOf(p.starExpression)
}

func (p *parser) tupleOf(item func() Expr) Expr {
	start := p.pos()
	e := item()
	if p.kind() != tokComma {
		return e
	}
	elts := []Expr{e}
	for p.accept(tokComma) && p.startsExpr() {
		elts = append(elts, item())
	}
	return &Tuple{Range: p.since(start), Elts: elts}
}

// exprStart marks the tokens that an expression, also a starred one, may begin with.
var exprStart = [tokKinds]bool{
	tokName: true, tokNumber: true, tokString: true, tokLParen: true, tokLBracket: true, tokLBrace: true,
	tokEllipsis: true, tokPlus: true, tokMinus: true, tokTilde: true, tokStar: true, tokFalse: true,
	tokNone: true, tokTrue: true, tokLambda: true, tokNot: true, tokAwait: true, tokError: true,
}

func (p *parser) startsExpr() bool { return exprStart[p.kind()] }

func (p *parser) starExpression() Expr {
	if p.kind() == tokStar {
		return p.starred(p.orExpr)
	}
	return p.expression()
}

// starred reads `*` and an expression.
func (p *parser) starred(operand func() Expr) Expr {
	start := p.expect(tokStar).start()
	v := operand()
	return &Starred{Range: p.since(start), Value: v}
}

// yieldOrStar is the right side of an assignment.
func (p *parser) yieldOrStar() Expr {
	if p.kind() == tokYield {
		return p.yield()
	}
	return p.starExpressions()
}

func (p *parser) yield() Expr {
	start := p.expect(tokYield).start()
	if p.accept(tokFrom) {
		v := p.expression()
		return &YieldFrom{p.since(start), v}
	}
	y := &Yield{}
	if p.startsExpr() {
		y.Value = p.starExpressions()
	}
	y.Range = p.since(start)
	return y
}

// namedExpression is an expression or `name := value`.
func (p *parser) namedExpression() Expr {
	if p.kind() == tokName && p.peek(1) == tokColonEqual {
		n := p.name(Store)
		p.i++
		v := p.expression()
		return &NamedExpr{p.since(n.Start), n, v}
	}
	e := p.expression()
	if p.kind() == tokColonEqual {
		p.fail()
	}
	return e
}

// starNamed is an element of a display.
func (p *parser) starNamed() Expr {
	if p.kind() == tokStar {
		return p.starred(p.orExpr)
	}
	return p.namedExpression()
}

// expression is a conditional expression, a lambda, or anything tighter.
func (p *parser) expression() Expr {
	p.enter()
	var e Expr
	if p.kind() == tokLambda {
		e = p.lambda()
	} else {
		start := p.pos()
		e = p.disjunction()
		if p.kind() == tokIf {
			e = p.conditional(start, e)
		}
	}
	p.depth--
	return e
}

func (p *parser) conditional(start diag.Pos, body Expr) Expr {
	p.i++
	test := p.disjunction()
	p.expect(tokElse)
	orelse := p.expression()
	return &IfExp{p.since(start), test, body, orelse}
}

func (p *parser) lambda() Expr {
	start := p.expect(tokLambda).start()
	params := p.params(tokColon)
	p.expect(tokColon)
	p.enter()
	body := p.expression()
	p.depth--
	return &Lambda{Range: p.since(start), Params: params, Body: body}
}

func (p *parser) disjunction() Expr {
	start := p.pos()
	e := p.conjunction()
	if p.kind() != tokOr {
		return e
	}
	values := []Expr{e}
	for p.accept(tokOr) {
		values = append(values, p.conjunction())
	}
	return &BoolOp{p.since(start), Or, values}
}

func (p *parser) conjunction() Expr {
	start := p.pos()
	e := p.inversion()
	if p.kind() != tokAnd {
		return e
	}
	values := []Expr{e}
	for p.accept(tokAnd) {
		values = append(values, p.inversion())
	}
	return &BoolOp{p.since(start), And, values}
}

func (p *parser) inversion() Expr {
	if p.kind() != tokNot {
		return p.comparison()
	}
	start := p.pos()
	p.i++
	p.enter()
	v := p.inversion()
	p.depth--
	return &UnaryOp{p.since(start), Not, v}
}

// comparisons maps the tokens of one-word comparisons to their operators.
var comparisons = [tokKinds]uint8{
	tokEqEqual: uint8(Eq) + 1, tokNotEqual: uint8(NotEq) + 1, tokLess: uint8(Lt) + 1, tokLessEqual: uint8(LtE) + 1,
	tokGreater: uint8(Gt) + 1, tokGreaterEqual: uint8(GtE) + 1, tokIs: uint8(Is) + 1, tokIn: uint8(In) + 1,
}

func (p *parser) comparison() Expr {
	start := p.pos()
	left := p.orExpr()
	op, ok := p.cmpOperator()
	if !ok {
		return left
	}
	c := &Compare{Left: left}
	for ok {
		c.Ops = append(c.Ops, op)
		c.Comparators = append(c.Comparators, p.orExpr())
		op, ok = p.cmpOperator()
	}
	c.Range = p.since(start)
	return c
}

// cmpOperator reads a comparison operator if one stands here.
func (p *parser) cmpOperator() (CmpOperator, bool) {
	k := p.kind()
	if op := comparisons[k]; op != 0 {
		p.i++
		if k == tokIs && p.accept(tokNot) {
			return IsNot, true
		}
		return CmpOperator(op - 1), true
	}
	if k == tokNot && p.peek(1) == tokIn {
		p.i += 2
		return NotIn, true
	}
	return 0, false
}

// binary gives the operator and the precedence of the left-associative ones.
var binary = [tokKinds]struct {
	op   Operator
	prec uint8
}{
	tokVBar: {BitOr, 1}, tokCaret: {BitXor, 2}, tokAmp: {BitAnd, 3},
	tokLShift: {LShift, 4}, tokRShift: {RShift, 4},
	tokPlus: {Add, 5}, tokMinus: {Sub, 5},
	tokStar: {Mult, 6}, tokSlash: {Div, 6}, tokDoubleSlash: {FloorDiv, 6}, tokPercent: {Mod, 6}, tokAt: {MatMult, 6},
}

// orExpr is an expression without comparisons: the grammar's bitwise_or.
func (p *parser) orExpr() Expr { return p.binaryExpr(1) }

// binaryExpr reads operators that bind at least as tightly as prec.
func (p *parser) binaryExpr(prec uint8) Expr {
	start := p.pos()
	left := p.factor()
	for n := 1; ; n++ {
		t := p.tok()
		b := binary[t.kind]
		if b.prec == 0 || b.prec < prec {
			return left
		}
		p.i++
		right := p.binaryExpr(b.prec + 1)
		left = &BinOp{Range: p.since(start), Op: b.op, OpPos: t.start(), Left: left, Right: right}
		p.wrapped(n)
	}
}

var unary = [tokKinds]uint8{
	tokPlus: uint8(UAdd) + 1, tokMinus: uint8(USub) + 1, tokTilde: uint8(Invert) + 1,
}

func (p *parser) factor() Expr {
	start := p.pos()
	op := unary[p.kind()]
	if op == 0 {
		return p.power()
	}
	p.i++
	p.enter()
	v := p.factor()
	p.depth--
	return &UnaryOp{p.since(start), UnaryOperator(op - 1), v}
}

func (p *parser) power() Expr {
	start := p.pos()
	base := p.awaitPrimary()
	if p.kind() != tokDoubleStar {
		return base
	}
	op := p.pos()
	p.i++
	p.enter()
	exp := p.factor()
	p.depth--
	return &BinOp{Range: p.since(start), Op: Pow, OpPos: op, Left: base, Right: exp}
}

// awaitPrimary is a primary or `await primary`.
func (p *parser) awaitPrimary() Expr {
	start := p.pos()
	if !p.accept(tokAwait) {
		return p.primary()
	}
	v := p.primary()
	return &Await{p.since(start), v}
}

// primary reads an atom and the attributes, calls and subscripts behind it.
func (p *parser) primary() Expr {
	start := p.pos()
	e := p.atom()
	for n := 1; ; n++ {
		switch p.kind() {
		case tokDot:
			p.i++
			attr := identifier(p.text(p.expect(tokName)))
			e = &Attribute{Range: p.since(start), Value: e, Attr: attr}
		case tokLParen:
			p.i++
			args, keywords := p.arguments()
			p.expect(tokRParen)
			e = &Call{Range: p.since(start), Func: e, Args: args, Keywords: keywords}
		case tokLBracket:
			p.i++
			index := p.subscript()
			p.expect(tokRBracket)
			e = &Subscript{Range: p.since(start), Value: e, Index: index}
		default:
			return e
		}
		p.wrapped(n)
	}
}

// subscript reads what stands between the brackets of an index.
func (p *parser) subscript() Expr {
	start := p.pos()
	e := p.sliceItem()
	if _, star := e.(*Starred); p.kind() != tokComma && !star {
		return e
	}
	elts := []Expr{e}
	for p.accept(tokComma) && p.kind() != tokRBracket {
		elts = append(elts, p.sliceItem())
	}
	return &Tuple{Range: p.since(start), Elts: elts}
}

func (p *parser) sliceItem() Expr {
	first, start := p.i, p.pos()
	if p.kind() == tokStar {
		return p.starred(p.expression)
	}
	var lower Expr
	if p.kind() != tokColon {
		lower = p.namedExpression()
		if p.kind() != tokColon {
			return lower
		}
		if _, named := lower.(*NamedExpr); named && p.toks[first].kind == tokName {
			p.fail() // `[a := 1:2]` needs parentheses
		}
	}
	p.expect(tokColon)
	s := &Slice{Lower: lower, Upper: p.sliceBound()}
	if p.accept(tokColon) {
		s.Step = p.sliceBound()
	}
	s.Range = p.since(start)
	return s
}

// sliceBound reads an optional part of a slice.
func (p *parser) sliceBound() Expr {
	switch p.kind() {
	case tokColon, tokComma, tokRBracket:
		return nil
	}
	return p.expression()
}
