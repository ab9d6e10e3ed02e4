package resolve

import (
	"fmt"

	"gputour/engine/syntax"
)

// This file is the first pass over expressions and patterns.

func (r *resolver) exprs(list []syntax.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) keywords(list []*syntax.Keyword) {
	for _, k := range list {
		k.Name = r.mangle(k.Name)
		r.expr(k.Value)
	}
}

func (r *resolver) expr(e syntax.Expr) {
	switch e := e.(type) {
	case nil, *syntax.Constant:
	case *syntax.Name:
		r.name(e)
	case *syntax.Attribute:
		r.expr(e.Value)
		e.Attr = r.mangle(e.Attr)
	case *syntax.Call:
		r.expr(e.Func)
		r.exprs(e.Args)
		r.keywords(e.Keywords)
	case *syntax.BinOp:
		r.expr(e.Left)
		r.expr(e.Right)
	case *syntax.Compare:
		r.expr(e.Left)
		r.exprs(e.Comparators)
	case *syntax.Subscript:
		r.expr(e.Value)
		r.expr(e.Index)
	case *syntax.Slice:
		r.expr(e.Lower)
		r.expr(e.Upper)
		r.expr(e.Step)
	case *syntax.BoolOp:
		r.exprs(e.Values)
	case *syntax.UnaryOp:
		r.expr(e.Operand)
	case *syntax.IfExp:
		r.expr(e.Test)
		r.expr(e.Body)
		r.expr(e.Orelse)
	case *syntax.List:
		r.exprs(e.Elts)
	case *syntax.Tuple:
		r.exprs(e.Elts)
	case *syntax.Set:
		r.exprs(e.Elts)
	case *syntax.Dict:
		r.exprs(e.Keys)
		r.exprs(e.Values)
	case *syntax.Starred:
		r.expr(e.Value)
	case *syntax.JoinedStr:
		r.exprs(e.Values)
	case *syntax.FormattedValue:
		r.expr(e.Value)
		if e.Spec != nil {
			r.exprs(e.Spec.Values)
		}
	default:
		r.scopeExpr(e)
	}
}

// scopeExpr walks the expressions that open a scope or change the current one.
func (r *resolver) scopeExpr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Lambda:
		r.lambda(e)
	case *syntax.Comp:
		r.comp(e)
	case *syntax.NamedExpr:
		r.namedExpr(e)
	case *syntax.Await:
		r.expr(e.Value)
		r.waits()
	case *syntax.Yield:
		r.yield(e, e.Value)
	case *syntax.YieldFrom:
		r.yield(e, e.Value)
	}
}

func (r *resolver) name(n *syntax.Name) {
	if n.Ctx == syntax.Load {
		r.note(n, useLoad)
		if n.ID == "super" && r.cur.isFrame() {
			r.cur.lookup("__class__").use |= useLoad
		}
		return
	}
	u := useLocal
	if r.cur.comp != nil && n.Ctx == syntax.Store && r.inIterable == 0 {
		u |= useIterVar
	}
	r.note(n, u)
}

func (r *resolver) lambda(e *syntax.Lambda) {
	r.defaults(e.Params)
	e.Block = r.newBlock(syntax.LambdaBlock, "<lambda>", e.Start.Line)
	r.open(e.Block)
	r.params(e.Params)
	r.inBody(func() { r.expr(e.Body) })
	r.close()
}

var compName = [...]string{"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}

// comp walks a comprehension. The first iterable belongs to the current scope.
func (r *resolver) comp(e *syntax.Comp) {
	r.iterable(e.Clauses[0].Iter)
	e.Block = r.newBlock(syntax.CompBlock, compName[e.Kind], e.Start.Line)
	e.Block.IsGenerator = e.Kind == syntax.GeneratorExp
	s := r.open(e.Block)
	s.comp = e
	iter := s.lookup(iteratorName)
	iter.use = useParam
	for i, c := range e.Clauses {
		depth := r.inIterable
		r.inIterable = 0
		r.expr(c.Target)
		r.inIterable = depth
		if i > 0 {
			r.iterable(c.Iter)
		}
		r.exprs(c.Ifs)
	}
	r.expr(e.Elt) // of a dict comprehension the value comes first, as in CPython's symbol table
	r.expr(e.Key)
	for _, c := range e.Clauses {
		e.Block.IsCoroutine = e.Block.IsCoroutine || c.Async
	}
	r.close()
	if e.Block.IsCoroutine && e.Kind != syntax.GeneratorExp {
		r.waits() // for the comprehension
	}
}

// waits notes that the current scope awaits something, which makes a coroutine of a
// comprehension or a cell; a function is one by its async alone.
func (r *resolver) waits() {
	if r.cur.comp != nil || r.cur == r.top {
		r.cur.block.IsCoroutine = true
	}
}

func (r *resolver) iterable(e syntax.Expr) {
	r.inIterable++
	r.expr(e)
	r.inIterable--
}

// namedExpr binds the target of `:=`, in a comprehension outside of it.
func (r *resolver) namedExpr(e *syntax.NamedExpr) {
	if r.inIterable > 0 {
		fail(e.Span(), "assignment expression cannot be used in a comprehension iterable expression")
	}
	if r.cur.comp != nil {
		r.bindOutside(e)
	}
	r.expr(e.Value)
	if r.cur.comp != nil {
		r.note(e.Target, 0)
	} else {
		r.note(e.Target, useLocal)
	}
}

// bindOutside makes the target of `:=` a variable of the scope around all the
// comprehensions.
func (r *resolver) bindOutside(e *syntax.NamedExpr) {
	name := r.mangle(e.Target.ID)
	for s := r.cur; s != nil; s = s.parent {
		y := s.symbols[name]
		switch {
		case s.comp != nil:
			if y != nil && y.use&useIterVar != 0 {
				fail(e.Target.Span(), fmt.Sprintf("assignment expression cannot rebind comprehension iteration variable '%s'", e.Target.ID))
			}
			continue
		case s.isClass():
			fail(e.Target.Span(), "assignment expression within a comprehension cannot be used in a class body")
		case s.block.Kind == syntax.ModuleBlock:
			r.cur.lookup(name).use |= useGlobal
			s.lookup(name).use |= useGlobal
		default:
			u := useNonlocal
			if y != nil && y.use&useGlobal != 0 {
				u = useGlobal
			}
			r.cur.lookup(name).use |= u
			if u == useNonlocal {
				s.lookup(name).use |= useLocal
			}
		}
		return
	}
}

func (r *resolver) yield(e, value syntax.Expr) {
	r.expr(value)
	switch b := r.cur.block; {
	case r.cur.comp != nil:
		fail(e.Span(), "'yield' inside "+compWhere[r.cur.comp.Kind])
	case b.Kind == syntax.FunctionBlock || b.Kind == syntax.LambdaBlock:
		b.IsGenerator = true
	}
}

var compWhere = [...]string{"list comprehension", "set comprehension", "dict comprehension", "generator expression"}

// checkUnevaluated refuses what may not stand in an annotation even if that is
// only kept as text.
func checkUnevaluated(e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.NamedExpr:
			fail(n.Span(), "'named expression' can not be used within an annotation")
		case *syntax.Yield, *syntax.YieldFrom:
			fail(n.Span(), "'yield expression' can not be used within an annotation")
		case *syntax.Await:
			fail(n.Span(), "'await expression' can not be used within an annotation")
		case *syntax.Lambda:
			return false
		}
		return true
	})
}

// pattern walks a pattern of a match statement.
func (r *resolver) pattern(p syntax.Pattern) {
	switch p := p.(type) {
	case *syntax.MatchValue:
		r.expr(p.Value)
	case *syntax.MatchSequence:
		r.patterns(p.Patterns)
	case *syntax.MatchStar:
		r.define(p.Name)
	case *syntax.MatchMapping:
		r.exprs(p.Keys)
		r.patterns(p.Patterns)
		r.define(p.Rest)
	case *syntax.MatchClass:
		r.expr(p.Cls)
		r.patterns(p.Patterns)
		r.patterns(p.KwdPattern)
	case *syntax.MatchAs:
		if p.Pattern != nil {
			r.pattern(p.Pattern)
		}
		r.define(p.Name)
	case *syntax.MatchOr:
		r.patterns(p.Patterns)
	}
}

func (r *resolver) patterns(list []syntax.Pattern) {
	for _, p := range list {
		r.pattern(p)
	}
}
