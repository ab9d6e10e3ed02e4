package syntax

// Inspect calls visit for e and, where that returns true, for the expressions
// inside it, in the order of the source as far as that is the order of the fields.
func Inspect(e Expr, visit func(Node) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, c := range children(e) {
		if c != nil {
			Inspect(c, visit)
		}
	}
}

// children returns the expressions directly inside e; some may be nil.
func children(e Expr) []Expr {
	switch e := e.(type) {
	case *JoinedStr:
		return e.Values
	case *FormattedValue:
		if e.Spec != nil {
			return []Expr{e.Value, e.Spec}
		}
		return []Expr{e.Value}
	case *Attribute:
		return []Expr{e.Value}
	case *Subscript:
		return []Expr{e.Value, e.Index}
	case *Slice:
		return []Expr{e.Lower, e.Upper, e.Step}
	case *Starred:
		return []Expr{e.Value}
	case *Call:
		list := append([]Expr{e.Func}, e.Args...)
		for _, k := range e.Keywords {
			list = append(list, k.Value)
		}
		return list
	case *List:
		return e.Elts
	case *Tuple:
		return e.Elts
	case *Set:
		return e.Elts
	case *Dict:
		return append(append([]Expr{}, e.Keys...), e.Values...)
	case *BoolOp:
		return e.Values
	case *BinOp:
		return []Expr{e.Left, e.Right}
	case *UnaryOp:
		return []Expr{e.Operand}
	case *Compare:
		return append([]Expr{e.Left}, e.Comparators...)
	case *IfExp:
		return []Expr{e.Test, e.Body, e.Orelse}
	case *NamedExpr:
		return []Expr{e.Target, e.Value}
	case *Lambda:
		return append(defaults(e.Params), e.Body)
	case *Comp:
		return compChildren(e)
	case *Await:
		return []Expr{e.Value}
	case *Yield:
		return []Expr{e.Value}
	case *YieldFrom:
		return []Expr{e.Value}
	}
	return nil
}

func defaults(ps *Params) []Expr {
	var list []Expr
	for _, a := range ps.All() {
		list = append(list, a.Default)
	}
	return list
}

func compChildren(e *Comp) []Expr {
	list := []Expr{e.Key, e.Elt}
	for _, c := range e.Clauses {
		list = append(append(list, c.Target, c.Iter), c.Ifs...)
	}
	return list
}

// Bodies returns the statement lists inside a compound statement.
func Bodies(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *If:
		return [][]Stmt{s.Body, s.Orelse}
	case *While:
		return [][]Stmt{s.Body, s.Orelse}
	case *For:
		return [][]Stmt{s.Body, s.Orelse}
	case *With:
		return [][]Stmt{s.Body}
	case *Try:
		b := [][]Stmt{s.Body, s.Orelse, s.Finally}
		for _, h := range s.Handlers {
			b = append(b, h.Body)
		}
		return b
	case *Match:
		var b [][]Stmt
		for _, c := range s.Cases {
			b = append(b, c.Body)
		}
		return b
	}
	return nil
}
