package syntax

// This file turns expressions into assignment targets.

// setStarTarget makes e the target of an assignment or a for loop. A starred
// target may stand alone here; package resolve refuses it later, as CPython's
// compiler does.
func (p *parser) setStarTarget(e Expr) {
	if s, ok := e.(*Starred); ok {
		s.Ctx = Store
		e = s.Value
		if _, again := e.(*Starred); again {
			p.fail()
		}
	}
	if t, ok := e.(*Tuple); ok && !t.Parenthesized {
		t.Ctx = Store
		for _, x := range t.Elts {
			p.setStarTarget(x)
		}
		return
	}
	p.setTarget(e, Store)
}

// setTarget gives e and the names inside it the context ctx.
func (p *parser) setTarget(e Expr, ctx Context) {
	p.enter()
	defer func() { p.depth-- }()
	switch e := e.(type) {
	case *Name:
		e.Ctx = ctx
	case *Attribute:
		e.Ctx = ctx
	case *Subscript:
		e.Ctx = ctx
	case *List:
		e.Ctx = ctx
		p.setElements(e.Elts, ctx)
	case *Tuple:
		e.Ctx = ctx
		p.setElements(e.Elts, ctx)
	default:
		p.fail()
	}
}

func (p *parser) setElements(elts []Expr, ctx Context) {
	for _, x := range elts {
		if _, starred := x.(*Starred); starred && ctx == Store {
			p.setStarTarget(x)
			continue
		}
		p.setTarget(x, ctx)
	}
}

// setAugTarget makes e the target of an augmented assignment.
func (p *parser) setAugTarget(e Expr) {
	switch e.(type) {
	case *Name, *Attribute, *Subscript:
		p.setTarget(e, Store)
	default:
		p.fail()
	}
}
