package syntax

import "gputour/engine/diag"

// This file parses simple statements.

// statement reads one compound statement, or one line of simple ones, and
// returns list with them appended.
func (p *parser) statement(list []Stmt) []Stmt {
	if s := p.compound(); s != nil {
		return append(list, s)
	}
	return p.simpleLine(list)
}

// simpleLine reads simple statements up to the end of the line.
func (p *parser) simpleLine(list []Stmt) []Stmt {
	for {
		s := p.simple()
		list = append(list, s)
		if p.kind() == tokSemi {
			p.i++
			if e, ok := s.(*ExprStmt); ok {
				e.Semicolon = true
			}
			if p.kind() != tokNewline {
				continue
			}
		}
		p.expect(tokNewline)
		return list
	}
}

// simple reads one simple statement.
func (p *parser) simple() Stmt {
	t := p.tok()
	start := t.start()
	switch t.kind {
	case tokReturn:
		p.i++
		s := &Return{}
		if !p.atLineEnd() {
			s.Value = p.starExpressions()
		}
		s.Range = p.since(start)
		return s
	case tokPass:
		p.i++
		return &Pass{t.span()}
	case tokBreak:
		p.i++
		return &Break{t.span()}
	case tokContinue:
		p.i++
		return &Continue{t.span()}
	case tokImport:
		return p.importStmt()
	case tokFrom:
		return p.importFrom()
	case tokRaise:
		return p.raise()
	case tokDel:
		return p.del()
	case tokAssert:
		return p.assert()
	case tokGlobal:
		p.i++
		names := p.nameList()
		return &Global{p.since(start), names}
	case tokNonlocal:
		p.i++
		names := p.nameList()
		return &Nonlocal{p.since(start), names}
	case tokName:
		if p.isWord("type") && p.peek(1) == tokName && (p.peek(2) == tokEqual || p.peek(2) == tokLBracket) {
			return p.typeAlias()
		}
	}
	return p.exprOrAssign()
}

// atLineEnd reports whether the simple statement ends here.
func (p *parser) atLineEnd() bool { return p.kind() == tokNewline || p.kind() == tokSemi }

func (p *parser) nameList() []string {
	names := []string{p.name(Load).ID}
	for p.accept(tokComma) {
		names = append(names, p.name(Load).ID)
	}
	return names
}

func (p *parser) raise() Stmt {
	start := p.pos()
	p.i++
	s := &Raise{}
	if !p.atLineEnd() {
		s.Exc = p.expression()
		if p.accept(tokFrom) {
			s.Cause = p.expression()
		}
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) assert() Stmt {
	start := p.pos()
	p.i++
	s := &Assert{Test: p.expression()}
	if p.accept(tokComma) {
		s.Msg = p.expression()
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) del() Stmt {
	start := p.pos()
	p.i++
	var targets []Expr
	for {
		t := p.orExpr()
		p.setTarget(t, Del)
		targets = append(targets, t)
		if !p.accept(tokComma) || p.atLineEnd() {
			break
		}
	}
	if !p.atLineEnd() {
		p.fail()
	}
	return &Delete{p.since(start), targets}
}

func (p *parser) dottedName() string {
	t := p.expect(tokName)
	path := identifier(p.text(t))
	for p.accept(tokDot) {
		path += "." + identifier(p.text(p.expect(tokName)))
	}
	return path
}

func (p *parser) importStmt() Stmt {
	start := p.pos()
	p.i++
	s := &Import{}
	for {
		first := p.tok()
		a := &Alias{Path: p.dottedName()}
		if p.accept(tokAs) {
			a.AsName = true
			a.Name = p.name(Store)
		} else {
			a.Name = &Name{Range: first.span(), ID: identifier(p.text(first)), Ctx: Store}
		}
		a.Range = p.since(first.start())
		s.Aliases = append(s.Aliases, a)
		if !p.accept(tokComma) {
			break
		}
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) importFrom() Stmt {
	start := p.pos()
	p.i++
	s := &ImportFrom{}
	for {
		if p.accept(tokDot) {
			s.Level++
		} else if p.accept(tokEllipsis) {
			s.Level += 3
		} else {
			break
		}
	}
	if s.Level == 0 || p.kind() == tokName {
		s.Module = p.dottedName()
	}
	p.expect(tokImport)
	switch t := p.tok(); {
	case p.accept(tokStar):
		s.Aliases = []*Alias{{Range: t.span(), Path: "*"}}
	case p.accept(tokLParen):
		s.Aliases = p.fromAliases(true)
		p.expect(tokRParen)
	default:
		s.Aliases = p.fromAliases(false)
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) fromAliases(parens bool) []*Alias {
	var list []*Alias
	for {
		n := p.name(Store)
		a := &Alias{Range: n.Range, Path: n.ID, Name: n}
		if p.accept(tokAs) {
			a.AsName = true
			a.Name = p.name(Store)
			a.End = a.Name.End
		}
		list = append(list, a)
		if !p.accept(tokComma) || parens && p.kind() == tokRParen {
			return list
		}
	}
}

func (p *parser) typeAlias() Stmt {
	start := p.pos()
	p.i++
	s := &TypeAlias{Name: p.name(Store)}
	s.TypeParams = p.typeParams()
	p.expect(tokEqual)
	s.Value = p.expression()
	s.Range = p.since(start)
	return s
}

// augmented maps `op=` tokens to their operators.
var augmented = [tokKinds]uint8{
	tokPlusEqual: uint8(Add) + 1, tokMinusEqual: uint8(Sub) + 1, tokStarEqual: uint8(Mult) + 1,
	tokAtEqual: uint8(MatMult) + 1, tokSlashEqual: uint8(Div) + 1, tokDoubleSlashEqual: uint8(FloorDiv) + 1,
	tokPercentEqual: uint8(Mod) + 1, tokDoubleStarEqual: uint8(Pow) + 1, tokLShiftEqual: uint8(LShift) + 1,
	tokRShiftEqual: uint8(RShift) + 1, tokVBarEqual: uint8(BitOr) + 1, tokCaretEqual: uint8(BitXor) + 1,
	tokAmpEqual: uint8(BitAnd) + 1,
}

// exprOrAssign reads an expression statement or an assignment of any kind.
func (p *parser) exprOrAssign() Stmt {
	first := p.i
	start := p.pos()
	e := p.yieldOrStar()
	switch k := p.kind(); {
	case k == tokEqual:
		return p.assign(e, start)
	case k == tokColon:
		return p.annAssign(e, first)
	case augmented[k] != 0:
		p.i++
		p.setAugTarget(e)
		v := p.yieldOrStar()
		return &AugAssign{p.since(start), e, Operator(augmented[k] - 1), v}
	}
	return &ExprStmt{Range: p.since(start), Value: e}
}

func (p *parser) assign(target Expr, start diag.Pos) Stmt {
	s := &Assign{}
	value := target
	for p.accept(tokEqual) {
		p.setStarTarget(value)
		s.Targets = append(s.Targets, value)
		value = p.yieldOrStar()
	}
	s.Value = value
	s.Range = p.since(start)
	return s
}

// annAssign reads the rest of `target: annotation [= value]`. first is the
// target's first token, which tells whether a name stands in parentheses.
func (p *parser) annAssign(target Expr, first int) Stmt {
	start := p.toks[first].start()
	s := &AnnAssign{Target: target}
	switch target.(type) {
	case *Name:
		s.Simple = p.toks[first].kind == tokName
	case *Attribute, *Subscript:
	default:
		p.fail()
	}
	p.setTarget(target, Store)
	p.expect(tokColon)
	s.Annotation = p.expression()
	if p.accept(tokEqual) {
		s.Value = p.yieldOrStar()
	}
	s.Range = p.since(start)
	return s
}
