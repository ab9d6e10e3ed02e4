package parse

import "gputour/engine/syntax"

// This file turns expressions into assignment targets.

// setStarTarget makes e the target of an assignment or a for loop. A starred
// target may stand alone here; package resolve refuses it later, as CPython's
// compiler does.
func (p *parser) setStarTarget(e syntax.Expr) {
	if s, ok := e.(*syntax.Starred); ok {
		s.Ctx = syntax.Store
		e = s.Value
		if _, again := e.(*syntax.Starred); again {
			p.fail()
		}
	}
	if t, ok := e.(*syntax.Tuple); ok && !t.Parenthesized {
		t.Ctx = syntax.Store
		for _, x := range t.Elts {
			p.setStarTarget(x)
		}
		return
	}
	p.setTarget(e, syntax.Store)
}

// setTarget gives e and the names inside it the context ctx.
func (p *parser) setTarget(e syntax.Expr, ctx syntax.Context) {
	p.enter()
	defer func() { p.depth-- }()
	switch e := e.(type) {
	case *syntax.Name:
		e.Ctx = ctx
	case *syntax.Attribute:
		e.Ctx = ctx
	case *syntax.Subscript:
		e.Ctx = ctx
	case *syntax.List:
		e.Ctx = ctx
		p.setElements(e.Elts, ctx)
	case *syntax.Tuple:
		e.Ctx = ctx
		p.setElements(e.Elts, ctx)
	default:
		p.fail()
	}
}

func (p *parser) setElements(elts []syntax.Expr, ctx syntax.Context) {
	for _, x := range elts {
		if _, starred := x.(*syntax.Starred); starred && ctx == syntax.Store {
			p.setStarTarget(x)
			continue
		}
		p.setTarget(x, ctx)
	}
}

// setAugTarget makes e the target of an augmented assignment.
func (p *parser) setAugTarget(e syntax.Expr) {
	switch e.(type) {
	case *syntax.Name, *syntax.Attribute, *syntax.Subscript:
		p.setTarget(e, syntax.Store)
	default:
		p.fail()
	}
}
