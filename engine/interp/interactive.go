package interp

import "gputour/engine/syntax"

// single refuses a second statement that does not stand on the line of the first.
func single(m *syntax.Module) error {
	for i := 1; i < len(m.Body); i++ {
		before, next := m.Body[i-1], m.Body[i]
		if next.Span().Start.Line > before.Span().End.Line || len(syntax.Bodies(before)) > 0 {
			return &syntax.Error{Class: syntax.SyntaxError, Msg: "multiple statements found while compiling a single statement",
				Filename: m.Filename, Start: m.Body[0].Span().Start}
		}
	}
	return nil
}

// display rewrites every expression statement of a block, those inside its compound
// statements included, to __import__('sys').displayhook(value).
func display(block []syntax.Stmt) {
	for _, s := range block {
		e, ok := s.(*syntax.ExprStmt)
		if ok {
			_, starred := e.Value.(*syntax.Starred)
			ok = !starred // not an expression: refused later
		}
		if ok {
			r := syntax.Range(e.Value.Span())
			sys := &syntax.Call{Range: r, Func: &syntax.Name{Range: r, ID: "__import__"}, Args: []syntax.Expr{&syntax.Constant{Range: r, Value: "sys"}}}
			e.Value = &syntax.Call{Range: r, Func: &syntax.Attribute{Range: r, Value: sys, Attr: "displayhook"}, Args: []syntax.Expr{e.Value}}
		}
		for _, inner := range syntax.Bodies(s) {
			display(inner)
		}
	}
}
