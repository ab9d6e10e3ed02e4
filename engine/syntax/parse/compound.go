package parse

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses compound statements.

// compound reads a compound statement, or returns nil if none starts here.
func (p *parser) compound() syntax.Stmt {
	p.enter()
	defer func() { p.depth-- }()
	switch p.kind() {
	case scan.Def:
		return p.functionDef(nil)
	case scan.Async:
		return p.async()
	case scan.Class:
		return p.classDef(nil)
	case scan.At:
		return p.decorated()
	case scan.If:
		return p.ifStmt()
	case scan.For:
		return p.forStmt()
	case scan.While:
		return p.whileStmt()
	case scan.Try:
		return p.tryStmt()
	case scan.With:
		return p.withStmt()
	case scan.Name:
		if p.isWord("match") && p.maybeMatch() {
			return p.tryMatch()
		}
	}
	return nil
}

// async reads a statement that `async` makes another one.
func (p *parser) async() syntax.Stmt {
	switch p.peek(1) {
	case scan.Def:
		return p.functionDef(nil)
	case scan.For:
		return p.forStmt()
	case scan.With:
		return p.withStmt()
	}
	p.i++
	p.fail()
	return nil
}

// block reads `: suite`.
func (p *parser) block() []syntax.Stmt {
	p.expect(scan.Colon)
	if !p.accept(scan.Newline) {
		return p.simpleLine(nil)
	}
	p.expect(scan.Indent)
	var body []syntax.Stmt
	for !p.accept(scan.Dedent) {
		body = p.statement(body)
	}
	return body
}

// compoundRange is the range from start to the end of the last statement in the
// block just read, with a semicolon behind it.
func (p *parser) compoundRange(start diag.Pos) syntax.Range {
	i := p.i - 1
	for p.toks[i].Kind == scan.Newline || p.toks[i].Kind == scan.Dedent {
		i--
	}
	return syntax.Range{Start: start, End: p.toks[i].Stop()}
}

func (p *parser) elseBlock() []syntax.Stmt {
	if !p.accept(scan.Else) {
		return nil
	}
	return p.block()
}

func (p *parser) ifStmt() syntax.Stmt {
	p.enter()
	defer func() { p.depth-- }()
	start := p.pos()
	p.i++
	s := &syntax.If{Test: p.namedExpression()}
	s.Body = p.block()
	if p.kind() == scan.Elif {
		s.Orelse = []syntax.Stmt{p.ifStmt()}
	} else {
		s.Orelse = p.elseBlock()
	}
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) whileStmt() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.While{Test: p.namedExpression()}
	s.Body = p.block()
	s.Orelse = p.elseBlock()
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) forStmt() syntax.Stmt {
	start := p.pos()
	s := &syntax.For{Async: p.accept(scan.Async)}
	p.i++
	s.Target = p.forTargets()
	p.expect(scan.In)
	s.Iter = p.starExpressions()
	s.Body = p.block()
	s.Orelse = p.elseBlock()
	s.Range = p.compoundRange(start)
	return s
}

// forTargets reads the targets of a for up to its `in`.
func (p *parser) forTargets() syntax.Expr {
	start := p.pos()
	t := p.forTarget()
	if p.kind() != scan.Comma {
		return t
	}
	elts := []syntax.Expr{t}
	for p.accept(scan.Comma) && p.kind() != scan.In {
		elts = append(elts, p.forTarget())
	}
	return &syntax.Tuple{Range: p.since(start), Elts: elts, Ctx: syntax.Store}
}

func (p *parser) forTarget() syntax.Expr {
	start := p.pos()
	if p.accept(scan.Star) {
		v := p.orExpr()
		e := &syntax.Starred{Range: p.since(start), Value: v}
		p.setStarTarget(e)
		return e
	}
	e := p.orExpr()
	p.setStarTarget(e)
	return e
}

func (p *parser) withStmt() syntax.Stmt {
	start := p.pos()
	s := &syntax.With{Async: p.accept(scan.Async)}
	p.i++
	if p.kind() == scan.LParen {
		s.Items = p.parenItems()
	}
	if s.Items == nil {
		s.Items = p.withItems(scan.Colon)
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

// parenItems reads `(item, item)` before a colon. It returns nil, having read
// nothing, where the parenthesis belongs to the first item's expression.
func (p *parser) parenItems() (items []*syntax.WithItem) {
	mark, depth := p.i, p.depth
	defer func() {
		if r := recover(); r != nil {
			if r != any(errSyntax) {
				panic(r)
			}
			p.i, p.depth, items = mark, depth, nil
		}
	}()
	p.i++
	items = p.withItems(scan.RParen)
	p.expect(scan.RParen)
	if p.kind() != scan.Colon {
		p.fail()
	}
	return items
}

func (p *parser) withItems(end scan.Kind) []*syntax.WithItem {
	var items []*syntax.WithItem
	for {
		w := &syntax.WithItem{Context: p.expression()}
		if p.accept(scan.As) {
			w.Target = p.forTarget()
		}
		items = append(items, w)
		if !p.accept(scan.Comma) || end == scan.RParen && p.kind() == end {
			return items
		}
	}
}

func (p *parser) tryStmt() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.Try{Body: p.block()}
	for p.kind() == scan.Except {
		s.Handlers = append(s.Handlers, p.handler(s))
	}
	if len(s.Handlers) > 0 {
		s.Orelse = p.elseBlock()
	}
	if p.accept(scan.Finally) {
		s.Finally = p.block()
	} else if len(s.Handlers) == 0 {
		p.fail()
	}
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) handler(s *syntax.Try) *syntax.ExceptHandler {
	start := p.pos()
	p.i++
	star := p.accept(scan.Star)
	if len(s.Handlers) > 0 && star != s.Star {
		p.fail()
	}
	s.Star = star
	h := &syntax.ExceptHandler{}
	if star || p.kind() != scan.Colon {
		h.Type = p.expression()
		if p.accept(scan.As) {
			h.Name = p.name(syntax.Store)
		}
	}
	h.Body = p.block()
	h.Range = p.compoundRange(start)
	return h
}

func (p *parser) decorated() syntax.Stmt {
	var list []syntax.Expr
	for p.accept(scan.At) {
		list = append(list, p.namedExpression())
		p.expect(scan.Newline)
	}
	if p.kind() == scan.Class {
		return p.classDef(list)
	}
	return p.functionDef(list)
}

func (p *parser) classDef(decorators []syntax.Expr) syntax.Stmt {
	start := p.expect(scan.Class).Start()
	s := &syntax.ClassDef{Decorators: decorators, Name: p.name(syntax.Store)}
	s.TypeParams = p.typeParams()
	if open := p.tok(); p.accept(scan.LParen) {
		s.Bases, s.Keywords = p.arguments()
		p.expect(scan.RParen)
		if len(s.Bases) == 1 && s.Bases[0].Span().Start == open.Start() {
			p.fail() // a generator expression without its own parentheses
		}
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) functionDef(decorators []syntax.Expr) syntax.Stmt {
	start := p.pos()
	s := &syntax.FunctionDef{Async: p.accept(scan.Async), Decorators: decorators}
	p.expect(scan.Def)
	s.Name = p.name(syntax.Store)
	s.TypeParams = p.typeParams()
	p.expect(scan.LParen)
	s.Params = p.params(scan.RParen)
	p.expect(scan.RParen)
	if p.accept(scan.Arrow) {
		s.Returns = p.expression()
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

// typeParams reads PEP 695's `[T: bound, *Ts, **P]` if it stands here.
func (p *parser) typeParams() []*syntax.TypeParam {
	if !p.accept(scan.LBracket) {
		return nil
	}
	var list []*syntax.TypeParam
	for {
		list = append(list, p.typeParam())
		if !p.accept(scan.Comma) || p.kind() == scan.RBracket {
			break
		}
	}
	p.expect(scan.RBracket)
	return list
}

func (p *parser) typeParam() *syntax.TypeParam {
	start := p.pos()
	t := &syntax.TypeParam{}
	if p.accept(scan.Star) {
		t.Kind = syntax.TypeVarTuple
	} else if p.accept(scan.DoubleStar) {
		t.Kind = syntax.ParamSpec
	}
	t.Name = p.name(syntax.Store)
	if t.Kind == syntax.TypeVar && p.accept(scan.Colon) {
		t.Bound = p.expression()
	}
	t.Range = p.since(start)
	return t
}
