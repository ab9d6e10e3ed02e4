package parse

import (
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file parses the formal parameters of functions and lambdas.

// params reads parameters up to end, which is ')' for a def and ':' for a lambda.
func (p *parser) params(end scan.Kind) *syntax.Params {
	ps := &syntax.Params{}
	var star, slash, defaults bool
	for p.kind() != end {
		switch p.kind() {
		case scan.Slash:
			p.i++
			if slash || star || len(ps.Args) == 0 {
				p.fail()
			}
			slash = true
			ps.PosOnly, ps.Args = ps.Args, nil
		case scan.Star:
			p.i++
			if star {
				p.fail()
			}
			star = true
			p.starParam(ps, end)
		case scan.DoubleStar:
			p.i++
			ps.KwArg = p.param(end)
			p.accept(scan.Comma)
			if p.kind() != end {
				p.fail()
			}
			return ps
		default:
			a := p.param(end)
			if p.accept(scan.Equal) {
				a.Default = p.expression()
				defaults = defaults || !star
			} else if defaults && !star {
				p.fail()
			}
			if star {
				ps.KwOnly = append(ps.KwOnly, a)
			} else {
				ps.Args = append(ps.Args, a)
			}
		}
		if !p.accept(scan.Comma) && p.kind() != end {
			p.fail()
		}
	}
	if star && ps.VarArg == nil && len(ps.KwOnly) == 0 {
		p.fail()
	}
	return ps
}

// starParam reads what follows `*`: a name, or for a bare star the comma and a
// keyword-only parameter, which the caller reads.
func (p *parser) starParam(ps *syntax.Params, end scan.Kind) {
	if p.kind() != scan.Comma {
		ps.VarArg = p.starNamedParam(end)
		return
	}
	if k := p.peek(1); k != scan.Name {
		p.fail()
	}
}

// starNamedParam reads `name[: annotation]` after `*`; the annotation may be starred.
func (p *parser) starNamedParam(end scan.Kind) *syntax.Param {
	if end == scan.RParen && p.peek(1) == scan.Colon && p.peek(2) == scan.Star {
		n := p.name(syntax.Store)
		p.i++
		a := &syntax.Param{Name: n, Annotation: p.starExpression()}
		a.Range = p.since(n.Start)
		return a
	}
	return p.param(end)
}

func (p *parser) param(end scan.Kind) *syntax.Param {
	n := p.name(syntax.Store)
	a := &syntax.Param{Range: n.Range, Name: n}
	if end == scan.RParen && p.accept(scan.Colon) {
		a.Annotation = p.expression()
		a.Range = p.since(n.Start)
	}
	return a
}
