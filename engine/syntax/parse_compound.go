package syntax

import "gputour/engine/diag"

// This file parses compound statements.

// compound reads a compound statement, or returns nil if none starts here.
func (p *parser) compound() Stmt {
	p.enter()
	defer func() { p.depth-- }()
	switch p.kind() {
	case tokDef:
		return p.functionDef(nil)
	case tokAsync:
		return p.async()
	case tokClass:
		return p.classDef(nil)
	case tokAt:
		return p.decorated()
	case tokIf:
		return p.ifStmt()
	case tokFor:
		return p.forStmt()
	case tokWhile:
		return p.whileStmt()
	case tokTry:
		return p.tryStmt()
	case tokWith:
		return p.withStmt()
	case tokName:
		if p.isWord("match") && p.maybeMatch() {
			return p.tryMatch()
		}
	}
	return nil
}

// async reads a statement that `async` makes another one.
func (p *parser) async() Stmt {
	switch p.peek(1) {
	case tokDef:
		return p.functionDef(nil)
	case tokFor:
		return p.forStmt()
	case tokWith:
		return p.withStmt()
	}
	p.i++
	p.fail()
	return nil
}

// block reads `: suite`.
func (p *parser) block() []Stmt {
	p.expect(tokColon)
	if !p.accept(tokNewline) {
		return p.simpleLine(nil)
	}
	p.expect(tokIndent)
	var body []Stmt
	for !p.accept(tokDedent) {
		body = p.statement(body)
	}
	return body
}

// compoundRange is the range from start to the end of the last statement in the
// block just read, with a semicolon behind it.
func (p *parser) compoundRange(start diag.Pos) Range {
	i := p.i - 1
	for p.toks[i].kind == tokNewline || p.toks[i].kind == tokDedent {
		i--
	}
	return Range{start, p.toks[i].stop()}
}

func (p *parser) elseBlock() []Stmt {
	if !p.accept(tokElse) {
		return nil
	}
	return p.block()
}

func (p *parser) ifStmt() Stmt {
	p.enter()
	defer func() { p.depth-- }()
	start := p.pos()
	p.i++
	s := &If{Test: p.namedExpression()}
	s.Body = p.block()
	if p.kind() == tokElif {
		s.Orelse = []Stmt{p.ifStmt()}
	} else {
		s.Orelse = p.elseBlock()
	}
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) whileStmt() Stmt {
	start := p.pos()
	p.i++
	s := &While{Test: p.namedExpression()}
	s.Body = p.block()
	s.Orelse = p.elseBlock()
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) forStmt() Stmt {
	start := p.pos()
	s := &For{Async: p.accept(tokAsync)}
	p.i++
	s.Target = p.forTargets()
	p.expect(tokIn)
	s.Iter = p.starExpressions()
	s.Body = p.block()
	s.Orelse = p.elseBlock()
	s.Range = p.compoundRange(start)
	return s
}

// forTargets reads the targets of a for up to its `in`.
func (p *parser) forTargets() Expr {
	start := p.pos()
	t := p.forTarget()
	if p.kind() != tokComma {
		return t
	}
	elts := []Expr{t}
	for p.accept(tokComma) && p.kind() != tokIn {
		elts = append(elts, p.forTarget())
	}
	return &Tuple{Range: p.since(start), Elts: elts, Ctx: Store}
}

func (p *parser) forTarget() Expr {
	start := p.pos()
	if p.accept(tokStar) {
		v := p.orExpr()
		e := &Starred{Range: p.since(start), Value: v}
		p.setStarTarget(e)
		return e
	}
	e := p.orExpr()
	p.setStarTarget(e)
	return e
}

func (p *parser) withStmt() Stmt {
	start := p.pos()
	s := &With{Async: p.accept(tokAsync)}
	p.i++
	if p.kind() == tokLParen {
		s.Items = p.parenItems()
	}
	if s.Items == nil {
		s.Items = p.withItems(tokColon)
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

// parenItems reads `(item, item)` before a colon. It returns nil, having read
// nothing, where the parenthesis belongs to the first item's expression.
func (p *parser) parenItems() (items []*WithItem) {
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
	items = p.withItems(tokRParen)
	p.expect(tokRParen)
	if p.kind() != tokColon {
		p.fail()
	}
	return items
}

func (p *parser) withItems(end tokenKind) []*WithItem {
	var items []*WithItem
	for {
		w := &WithItem{Context: p.expression()}
		if p.accept(tokAs) {
			w.Target = p.forTarget()
		}
		items = append(items, w)
		if !p.accept(tokComma) || end == tokRParen && p.kind() == end {
			return items
		}
	}
}

func (p *parser) tryStmt() Stmt {
	start := p.pos()
	p.i++
	s := &Try{Body: p.block()}
	for p.kind() == tokExcept {
		s.Handlers = append(s.Handlers, p.handler(s))
	}
	if len(s.Handlers) > 0 {
		s.Orelse = p.elseBlock()
	}
	if p.accept(tokFinally) {
		s.Finally = p.block()
	} else if len(s.Handlers) == 0 {
		p.fail()
	}
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) handler(s *Try) *ExceptHandler {
	start := p.pos()
	p.i++
	star := p.accept(tokStar)
	if len(s.Handlers) > 0 && star != s.Star {
		p.fail()
	}
	s.Star = star
	h := &ExceptHandler{}
	if star || p.kind() != tokColon {
		h.Type = p.expression()
		if p.accept(tokAs) {
			h.Name = p.name(Store)
		}
	}
	h.Body = p.block()
	h.Range = p.compoundRange(start)
	return h
}

func (p *parser) decorated() Stmt {
	var list []Expr
	for p.accept(tokAt) {
		list = append(list, p.namedExpression())
		p.expect(tokNewline)
	}
	if p.kind() == tokClass {
		return p.classDef(list)
	}
	return p.functionDef(list)
}

func (p *parser) classDef(decorators []Expr) Stmt {
	start := p.expect(tokClass).start()
	s := &ClassDef{Decorators: decorators, Name: p.name(Store)}
	s.TypeParams = p.typeParams()
	if open := p.tok(); p.accept(tokLParen) {
		s.Bases, s.Keywords = p.arguments()
		p.expect(tokRParen)
		if len(s.Bases) == 1 && s.Bases[0].Span().Start == open.start() {
			p.fail() // a generator expression without its own parentheses
		}
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

func (p *parser) functionDef(decorators []Expr) Stmt {
	start := p.pos()
	s := &FunctionDef{Async: p.accept(tokAsync), Decorators: decorators}
	p.expect(tokDef)
	s.Name = p.name(Store)
	s.TypeParams = p.typeParams()
	p.expect(tokLParen)
	s.Params = p.params(tokRParen)
	p.expect(tokRParen)
	if p.accept(tokArrow) {
		s.Returns = p.expression()
	}
	s.Body = p.block()
	s.Range = p.compoundRange(start)
	return s
}

// typeParams reads PEP 695's `[T: bound, *Ts, **P]` if it stands here.
func (p *parser) typeParams() []*TypeParam {
	if !p.accept(tokLBracket) {
		return nil
	}
	var list []*TypeParam
	for {
		list = append(list, p.typeParam())
		if !p.accept(tokComma) || p.kind() == tokRBracket {
			break
		}
	}
	p.expect(tokRBracket)
	return list
}

func (p *parser) typeParam() *TypeParam {
	start := p.pos()
	t := &TypeParam{}
	if p.accept(tokStar) {
		t.Kind = TypeVarTuple
	} else if p.accept(tokDoubleStar) {
		t.Kind = ParamSpec
	}
	t.Name = p.name(Store)
	if t.Kind == TypeVar && p.accept(tokColon) {
		t.Bound = p.expression()
	}
	t.Range = p.since(start)
	return t
}
