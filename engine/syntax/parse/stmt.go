package parse

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses simple statements.

// statement reads one compound statement, or one line of simple ones, and
// returns list with them appended.
func (p *parser) statement(list []syntax.Stmt) []syntax.Stmt {
	if s := p.compound(); s != nil {
		return append(list, s)
	}
	return p.simpleLine(list)
}

// simpleLine reads simple statements up to the end of the line.
func (p *parser) simpleLine(list []syntax.Stmt) []syntax.Stmt {
	for {
		s := p.simple()
		list = append(list, s)
		if p.kind() == scan.Semi {
			p.i++
			if e, ok := s.(*syntax.ExprStmt); ok {
				e.Semicolon = true
			}
			if p.kind() != scan.Newline {
				continue
			}
		}
		p.expect(scan.Newline)
		return list
	}
}

// simple reads one simple statement.
func (p *parser) simple() syntax.Stmt {
	t := p.tok()
	start := t.Start()
	switch t.Kind {
	case scan.Return:
		p.i++
		s := &syntax.Return{}
		if !p.atLineEnd() {
			s.Value = p.starExpressions()
		}
		s.Range = p.since(start)
		return s
	case scan.Pass:
		p.i++
		return &syntax.Pass{Range: t.Span()}
	case scan.Break:
		p.i++
		return &syntax.Break{Range: t.Span()}
	case scan.Continue:
		p.i++
		return &syntax.Continue{Range: t.Span()}
	case scan.Import:
		return p.importStmt()
	case scan.From:
		return p.importFrom()
	case scan.Raise:
		return p.raise()
	case scan.Del:
		return p.del()
	case scan.Assert:
		return p.assert()
	case scan.Global:
		p.i++
		names := p.nameList()
		return &syntax.Global{Range: p.since(start), Names: names}
	case scan.Nonlocal:
		p.i++
		names := p.nameList()
		return &syntax.Nonlocal{Range: p.since(start), Names: names}
	case scan.Name:
		if p.isWord("type") && p.peek(1) == scan.Name && (p.peek(2) == scan.Equal || p.peek(2) == scan.LBracket) {
			return p.typeAlias()
		}
	}
	return p.exprOrAssign()
}

// atLineEnd reports whether the simple statement ends here.
func (p *parser) atLineEnd() bool { return p.kind() == scan.Newline || p.kind() == scan.Semi }

func (p *parser) nameList() []string {
	names := []string{p.name(syntax.Load).ID}
	for p.accept(scan.Comma) {
		names = append(names, p.name(syntax.Load).ID)
	}
	return names
}

func (p *parser) raise() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.Raise{}
	if !p.atLineEnd() {
		s.Exc = p.expression()
		if p.accept(scan.From) {
			s.Cause = p.expression()
		}
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) assert() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.Assert{Test: p.expression()}
	if p.accept(scan.Comma) {
		s.Msg = p.expression()
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) del() syntax.Stmt {
	start := p.pos()
	p.i++
	var targets []syntax.Expr
	for {
		t := p.orExpr()
		p.setTarget(t, syntax.Del)
		targets = append(targets, t)
		if !p.accept(scan.Comma) || p.atLineEnd() {
			break
		}
	}
	if !p.atLineEnd() {
		p.fail()
	}
	return &syntax.Delete{Range: p.since(start), Targets: targets}
}

func (p *parser) dottedName() string {
	t := p.expect(scan.Name)
	path := scan.Identifier(p.text(t))
	for p.accept(scan.Dot) {
		path += "." + scan.Identifier(p.text(p.expect(scan.Name)))
	}
	return path
}

func (p *parser) importStmt() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.Import{}
	for {
		first := p.tok()
		a := &syntax.Alias{Path: p.dottedName()}
		if p.accept(scan.As) {
			a.AsName = true
			a.Name = p.name(syntax.Store)
		} else {
			a.Name = &syntax.Name{Range: first.Span(), ID: scan.Identifier(p.text(first)), Ctx: syntax.Store}
		}
		a.Range = p.since(first.Start())
		s.Aliases = append(s.Aliases, a)
		if !p.accept(scan.Comma) {
			break
		}
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) importFrom() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.ImportFrom{}
	for {
		if p.accept(scan.Dot) {
			s.Level++
		} else if p.accept(scan.Ellipsis) {
			s.Level += 3
		} else {
			break
		}
	}
	if s.Level == 0 || p.kind() == scan.Name {
		s.Module = p.dottedName()
	}
	p.expect(scan.Import)
	switch t := p.tok(); {
	case p.accept(scan.Star):
		s.Aliases = []*syntax.Alias{{Range: t.Span(), Path: "*"}}
	case p.accept(scan.LParen):
		s.Aliases = p.fromAliases(true)
		p.expect(scan.RParen)
	default:
		s.Aliases = p.fromAliases(false)
	}
	s.Range = p.since(start)
	return s
}

func (p *parser) fromAliases(parens bool) []*syntax.Alias {
	var list []*syntax.Alias
	for {
		n := p.name(syntax.Store)
		a := &syntax.Alias{Range: n.Range, Path: n.ID, Name: n}
		if p.accept(scan.As) {
			a.AsName = true
			a.Name = p.name(syntax.Store)
			a.End = a.Name.End
		}
		list = append(list, a)
		if !p.accept(scan.Comma) || parens && p.kind() == scan.RParen {
			return list
		}
	}
}

func (p *parser) typeAlias() syntax.Stmt {
	start := p.pos()
	p.i++
	s := &syntax.TypeAlias{Name: p.name(syntax.Store)}
	s.TypeParams = p.typeParams()
	p.expect(scan.Equal)
	s.Value = p.expression()
	s.Range = p.since(start)
	return s
}

// augmented maps `op=` tokens to their operators.
var augmented = [scan.Kinds]uint8{
	scan.PlusEqual: uint8(syntax.Add) + 1, scan.MinusEqual: uint8(syntax.Sub) + 1, scan.StarEqual: uint8(syntax.Mult) + 1,
	scan.AtEqual: uint8(syntax.MatMult) + 1, scan.SlashEqual: uint8(syntax.Div) + 1, scan.DoubleSlashEqual: uint8(syntax.FloorDiv) + 1,
	scan.PercentEqual: uint8(syntax.Mod) + 1, scan.DoubleStarEqual: uint8(syntax.Pow) + 1, scan.LShiftEqual: uint8(syntax.LShift) + 1,
	scan.RShiftEqual: uint8(syntax.RShift) + 1, scan.VBarEqual: uint8(syntax.BitOr) + 1, scan.CaretEqual: uint8(syntax.BitXor) + 1,
	scan.AmpEqual: uint8(syntax.BitAnd) + 1,
}

// exprOrAssign reads an expression statement or an assignment of any kind.
func (p *parser) exprOrAssign() syntax.Stmt {
	first := p.i
	start := p.pos()
	e := p.yieldOrStar()
	switch k := p.kind(); {
	case k == scan.Equal:
		return p.assign(e, start)
	case k == scan.Colon:
		return p.annAssign(e, first)
	case augmented[k] != 0:
		p.i++
		p.setAugTarget(e)
		v := p.yieldOrStar()
		return &syntax.AugAssign{Range: p.since(start), Target: e, Op: syntax.Operator(augmented[k] - 1), Value: v}
	}
	return &syntax.ExprStmt{Range: p.since(start), Value: e}
}

func (p *parser) assign(target syntax.Expr, start diag.Pos) syntax.Stmt {
	s := &syntax.Assign{}
	value := target
	for p.accept(scan.Equal) {
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
func (p *parser) annAssign(target syntax.Expr, first int) syntax.Stmt {
	start := p.toks[first].Start()
	s := &syntax.AnnAssign{Target: target}
	switch target.(type) {
	case *syntax.Name:
		s.Simple = p.toks[first].Kind == scan.Name
	case *syntax.Attribute, *syntax.Subscript:
	default:
		p.fail()
	}
	p.setTarget(target, syntax.Store)
	p.expect(scan.Colon)
	s.Annotation = p.expression()
	if p.accept(scan.Equal) {
		s.Value = p.yieldOrStar()
	}
	s.Range = p.since(start)
	return s
}
