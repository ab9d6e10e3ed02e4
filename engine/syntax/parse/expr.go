package parse

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses expressions with operators, from the loosest binding to the tightest.

// expressions is a tuple without stars, or one expression: the input of eval.
func (p *parser) expressions() syntax.Expr {
	return p.tupleOf(p.expression)
}

// starExpressions is an expression list that may hold starred ones.
func (p *parser) starExpressions() syntax.Expr {
	return p.tupleOf(p.starExpression)
}

func (p *parser) tupleOf(item func() syntax.Expr) syntax.Expr {
	start := p.pos()
	e := item()
	if p.kind() != scan.Comma {
		return e
	}
	elts := []syntax.Expr{e}
	for p.accept(scan.Comma) && p.startsExpr() {
		elts = append(elts, item())
	}
	return &syntax.Tuple{Range: p.since(start), Elts: elts}
}

// exprStart marks the tokens that an expression, also a starred one, may begin with.
var exprStart = [scan.Kinds]bool{
	scan.Name: true, scan.Number: true, scan.String: true, scan.LParen: true, scan.LBracket: true, scan.LBrace: true,
	scan.Ellipsis: true, scan.Plus: true, scan.Minus: true, scan.Tilde: true, scan.Star: true, scan.False: true,
	scan.None: true, scan.True: true, scan.Lambda: true, scan.Not: true, scan.Await: true, scan.Error: true,
}

func (p *parser) startsExpr() bool { return exprStart[p.kind()] }

func (p *parser) starExpression() syntax.Expr {
	if p.kind() == scan.Star {
		return p.starred(p.orExpr)
	}
	return p.expression()
}

// starred reads `*` and an expression.
func (p *parser) starred(operand func() syntax.Expr) syntax.Expr {
	start := p.expect(scan.Star).Start()
	v := operand()
	return &syntax.Starred{Range: p.since(start), Value: v}
}

// yieldOrStar is the right side of an assignment.
func (p *parser) yieldOrStar() syntax.Expr {
	if p.kind() == scan.Yield {
		return p.yield()
	}
	return p.starExpressions()
}

func (p *parser) yield() syntax.Expr {
	start := p.expect(scan.Yield).Start()
	if p.accept(scan.From) {
		v := p.expression()
		return &syntax.YieldFrom{Range: p.since(start), Value: v}
	}
	y := &syntax.Yield{}
	if p.startsExpr() {
		y.Value = p.starExpressions()
	}
	y.Range = p.since(start)
	return y
}

// namedExpression is an expression or `name := value`.
func (p *parser) namedExpression() syntax.Expr {
	if p.kind() == scan.Name && p.peek(1) == scan.ColonEqual {
		n := p.name(syntax.Store)
		p.i++
		v := p.expression()
		return &syntax.NamedExpr{Range: p.since(n.Start), Target: n, Value: v}
	}
	e := p.expression()
	if p.kind() == scan.ColonEqual {
		p.fail()
	}
	return e
}

// starNamed is an element of a display.
func (p *parser) starNamed() syntax.Expr {
	if p.kind() == scan.Star {
		return p.starred(p.orExpr)
	}
	return p.namedExpression()
}

// expression is a conditional expression, a lambda, or anything tighter.
func (p *parser) expression() syntax.Expr {
	p.enter()
	var e syntax.Expr
	if p.kind() == scan.Lambda {
		e = p.lambda()
	} else {
		start := p.pos()
		e = p.disjunction()
		if p.kind() == scan.If {
			e = p.conditional(start, e)
		}
	}
	p.depth--
	return e
}

func (p *parser) conditional(start diag.Pos, body syntax.Expr) syntax.Expr {
	p.i++
	test := p.disjunction()
	p.expect(scan.Else)
	orelse := p.expression()
	return &syntax.IfExp{Range: p.since(start), Test: test, Body: body, Orelse: orelse}
}

func (p *parser) lambda() syntax.Expr {
	start := p.expect(scan.Lambda).Start()
	params := p.params(scan.Colon)
	p.expect(scan.Colon)
	p.enter()
	body := p.expression()
	p.depth--
	return &syntax.Lambda{Range: p.since(start), Params: params, Body: body}
}

func (p *parser) disjunction() syntax.Expr {
	start := p.pos()
	e := p.conjunction()
	if p.kind() != scan.Or {
		return e
	}
	values := []syntax.Expr{e}
	for p.accept(scan.Or) {
		values = append(values, p.conjunction())
	}
	return &syntax.BoolOp{Range: p.since(start), Op: syntax.Or, Values: values}
}

func (p *parser) conjunction() syntax.Expr {
	start := p.pos()
	e := p.inversion()
	if p.kind() != scan.And {
		return e
	}
	values := []syntax.Expr{e}
	for p.accept(scan.And) {
		values = append(values, p.inversion())
	}
	return &syntax.BoolOp{Range: p.since(start), Op: syntax.And, Values: values}
}

func (p *parser) inversion() syntax.Expr {
	if p.kind() != scan.Not {
		return p.comparison()
	}
	start := p.pos()
	p.i++
	p.enter()
	v := p.inversion()
	p.depth--
	return &syntax.UnaryOp{Range: p.since(start), Op: syntax.Not, Operand: v}
}

// comparisons maps the tokens of one-word comparisons to their operators.
var comparisons = [scan.Kinds]uint8{
	scan.EqEqual: uint8(syntax.Eq) + 1, scan.NotEqual: uint8(syntax.NotEq) + 1, scan.Less: uint8(syntax.Lt) + 1, scan.LessEqual: uint8(syntax.LtE) + 1,
	scan.Greater: uint8(syntax.Gt) + 1, scan.GreaterEqual: uint8(syntax.GtE) + 1, scan.Is: uint8(syntax.Is) + 1, scan.In: uint8(syntax.In) + 1,
}

func (p *parser) comparison() syntax.Expr {
	start := p.pos()
	left := p.orExpr()
	op, ok := p.cmpOperator()
	if !ok {
		return left
	}
	c := &syntax.Compare{Left: left}
	for ok {
		c.Ops = append(c.Ops, op)
		c.Comparators = append(c.Comparators, p.orExpr())
		op, ok = p.cmpOperator()
	}
	c.Range = p.since(start)
	return c
}

// cmpOperator reads a comparison operator if one stands here.
func (p *parser) cmpOperator() (syntax.CmpOperator, bool) {
	k := p.kind()
	if op := comparisons[k]; op != 0 {
		p.i++
		if k == scan.Is && p.accept(scan.Not) {
			return syntax.IsNot, true
		}
		return syntax.CmpOperator(op - 1), true
	}
	if k == scan.Not && p.peek(1) == scan.In {
		p.i += 2
		return syntax.NotIn, true
	}
	return 0, false
}

// binary gives the operator and the precedence of the left-associative ones.
var binary = [scan.Kinds]struct {
	op   syntax.Operator
	prec uint8
}{
	scan.VBar: {syntax.BitOr, 1}, scan.Caret: {syntax.BitXor, 2}, scan.Amp: {syntax.BitAnd, 3},
	scan.LShift: {syntax.LShift, 4}, scan.RShift: {syntax.RShift, 4},
	scan.Plus: {syntax.Add, 5}, scan.Minus: {syntax.Sub, 5},
	scan.Star: {syntax.Mult, 6}, scan.Slash: {syntax.Div, 6}, scan.DoubleSlash: {syntax.FloorDiv, 6}, scan.Percent: {syntax.Mod, 6}, scan.At: {syntax.MatMult, 6},
}

// orExpr is an expression without comparisons: the grammar's bitwise_or.
func (p *parser) orExpr() syntax.Expr { return p.binaryExpr(1) }

// binaryExpr reads operators that bind at least as tightly as prec.
func (p *parser) binaryExpr(prec uint8) syntax.Expr {
	start := p.pos()
	left := p.factor()
	for n := 1; ; n++ {
		t := p.tok()
		b := binary[t.Kind]
		if b.prec == 0 || b.prec < prec {
			return left
		}
		p.i++
		right := p.binaryExpr(b.prec + 1)
		left = &syntax.BinOp{Range: p.since(start), Op: b.op, OpPos: t.Start(), Left: left, Right: right}
		p.wrapped(n)
	}
}

var unary = [scan.Kinds]uint8{
	scan.Plus: uint8(syntax.UAdd) + 1, scan.Minus: uint8(syntax.USub) + 1, scan.Tilde: uint8(syntax.Invert) + 1,
}

func (p *parser) factor() syntax.Expr {
	start := p.pos()
	op := unary[p.kind()]
	if op == 0 {
		return p.power()
	}
	p.i++
	p.enter()
	v := p.factor()
	p.depth--
	return &syntax.UnaryOp{Range: p.since(start), Op: syntax.UnaryOperator(op - 1), Operand: v}
}

func (p *parser) power() syntax.Expr {
	start := p.pos()
	base := p.awaitPrimary()
	if p.kind() != scan.DoubleStar {
		return base
	}
	op := p.pos()
	p.i++
	p.enter()
	exp := p.factor()
	p.depth--
	return &syntax.BinOp{Range: p.since(start), Op: syntax.Pow, OpPos: op, Left: base, Right: exp}
}

// awaitPrimary is a primary or `await primary`.
func (p *parser) awaitPrimary() syntax.Expr {
	start := p.pos()
	if !p.accept(scan.Await) {
		return p.primary()
	}
	v := p.primary()
	return &syntax.Await{Range: p.since(start), Value: v}
}

// primary reads an atom and the attributes, calls and subscripts behind it.
func (p *parser) primary() syntax.Expr {
	start := p.pos()
	e := p.atom()
	for n := 1; ; n++ {
		switch p.kind() {
		case scan.Dot:
			p.i++
			attr := scan.Identifier(p.text(p.expect(scan.Name)))
			e = &syntax.Attribute{Range: p.since(start), Value: e, Attr: attr}
		case scan.LParen:
			p.i++
			args, keywords := p.arguments()
			p.expect(scan.RParen)
			e = &syntax.Call{Range: p.since(start), Func: e, Args: args, Keywords: keywords}
		case scan.LBracket:
			p.i++
			index := p.subscript()
			p.expect(scan.RBracket)
			e = &syntax.Subscript{Range: p.since(start), Value: e, Index: index}
		default:
			return e
		}
		p.wrapped(n)
	}
}

// subscript reads what stands between the brackets of an index.
func (p *parser) subscript() syntax.Expr {
	start := p.pos()
	e := p.sliceItem()
	if _, star := e.(*syntax.Starred); p.kind() != scan.Comma && !star {
		return e
	}
	elts := []syntax.Expr{e}
	for p.accept(scan.Comma) && p.kind() != scan.RBracket {
		elts = append(elts, p.sliceItem())
	}
	return &syntax.Tuple{Range: p.since(start), Elts: elts}
}

func (p *parser) sliceItem() syntax.Expr {
	first, start := p.i, p.pos()
	if p.kind() == scan.Star {
		return p.starred(p.expression)
	}
	var lower syntax.Expr
	if p.kind() != scan.Colon {
		lower = p.namedExpression()
		if p.kind() != scan.Colon {
			return lower
		}
		if _, named := lower.(*syntax.NamedExpr); named && p.toks[first].Kind == scan.Name {
			p.fail() // `[a := 1:2]` needs parentheses
		}
	}
	p.expect(scan.Colon)
	s := &syntax.Slice{Lower: lower, Upper: p.sliceBound()}
	if p.accept(scan.Colon) {
		s.Step = p.sliceBound()
	}
	s.Range = p.since(start)
	return s
}

// sliceBound reads an optional part of a slice.
func (p *parser) sliceBound() syntax.Expr {
	switch p.kind() {
	case scan.Colon, scan.Comma, scan.RBracket:
		return nil
	}
	return p.expression()
}
