// This file walks the syntax tree.

package cudac

// takenIn are the variables of a function whose address may be taken: those behind an &,
// and arguments of functions that return a reference.
func (u *unit) takenIn(f *function) map[string]bool {
	if t := u.taken[f]; t != nil {
		return t
	}
	taken := map[string]bool{}
	u.taken[f] = taken // for functions that call each other
	if f.body != nil {
		walk(f.body, func(e *expr) {
			switch {
			case e.op == "unary" && e.name == "&" && e.kids[0].op == "name":
				taken[e.kids[0].name] = true
			case (e.op == "call" || e.op == "launch") && e.kids[0].op == "name":
				for _, g := range u.functions[e.kids[0].name] {
					for i, k := range e.kids[1:] {
						if k.op == "name" && (g.retRef || i < len(g.params) && g.params[i].ref && u.takenIn(g)[g.params[i].name]) {
							taken[k.name] = true
						}
					}
				}
			}
		})
	}
	return taken
}

// walk visits the expressions of a statement.
func walk(s *stmt, visit func(*expr)) {
	if s == nil {
		return
	}
	for _, e := range []*expr{s.cond, s.post} {
		walkExpr(e, visit)
	}
	for _, d := range s.decls {
		walkExpr(d.init, visit)
	}
	walk(s.init, visit)
	walk(s.other, visit)
	for _, b := range s.body {
		walk(b, visit)
	}
}

func walkExpr(e *expr, visit func(*expr)) {
	if e == nil {
		return
	}
	visit(e)
	if e.fn != nil {
		walk(e.fn.f.body, visit)
	}
	for _, k := range e.kids {
		walkExpr(k, visit)
	}
	for _, a := range e.args {
		walkExpr(a.val, visit)
	}
	for _, k := range e.setup {
		walkExpr(k, visit)
	}
}
