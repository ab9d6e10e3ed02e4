package syntax

// This file parses the formal parameters of functions and lambdas.

// params reads parameters up to end, which is ')' for a def and ':' for a lambda.
func (p *parser) params(end tokenKind) *Params {
	ps := &Params{}
	var star, slash, defaults bool
	for p.kind() != end {
		switch p.kind() {
		case tokSlash:
			p.i++
			if slash || star || len(ps.Args) == 0 {
				p.fail()
			}
			slash = true
			ps.PosOnly, ps.Args = ps.Args, nil
		case tokStar:
			p.i++
			if star {
				p.fail()
			}
			star = true
			p.starParam(ps, end)
		case tokDoubleStar:
			p.i++
			ps.KwArg = p.param(end)
			p.accept(tokComma)
			if p.kind() != end {
				p.fail()
			}
			return ps
		default:
			a := p.param(end)
			if p.accept(tokEqual) {
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
		if !p.accept(tokComma) && p.kind() != end {
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
func (p *parser) starParam(ps *Params, end tokenKind) {
	if p.kind() != tokComma {
		ps.VarArg = p.starNamedParam(end)
		return
	}
	if k := p.peek(1); k != tokName {
		p.fail()
	}
}

// starNamedParam reads `name[: annotation]` after `*`; the annotation may be starred.
func (p *parser) starNamedParam(end tokenKind) *Param {
	if end == tokRParen && p.peek(1) == tokColon && p.peek(2) == tokStar {
		n := p.name(Store)
		p.i++
		a := &Param{Name: n, Annotation: p.starExpression()}
		a.Range = p.since(n.Start)
		return a
	}
	return p.param(end)
}

func (p *parser) param(end tokenKind) *Param {
	n := p.name(Store)
	a := &Param{Range: n.Range, Name: n}
	if end == tokRParen && p.accept(tokColon) {
		a.Annotation = p.expression()
		a.Range = p.since(n.Start)
	}
	return a
}
