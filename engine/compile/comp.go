package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles comprehensions and generator expressions.

func (c *compiler) comp(e *syntax.Comp, r int) {
	if e.Block.Inlined {
		before := c.flow.save()
		at := len(c.code.Instrs)
		c.compBuild(e, r)
		start := c.compClauses(e, 0, r)
		c.code.Comps = append(c.code.Comps, bytecode.Comp{Start: start, End: len(c.code.Instrs), At: at, Block: e.Block})
		c.compForget(e)
		c.flow.join(before)
		return
	}
	c.reuse(r)
	base := c.alloc()
	child := c.child(e.Block, func(in *compiler) { in.compBody(e) })
	c.emit(bytecode.MakeFunction, base, 0, 0, child)
	c.alloc()
	iter := bytecode.GetIter
	if e.Clauses[0].Async {
		iter = bytecode.GetAIter
	}
	c.emit(iter, base+1, c.valueIn(e.Clauses[0].Iter, base+1), 0, 0)
	if !e.Block.IsCoroutine || e.Kind == syntax.GeneratorExp {
		c.emit(bytecode.Call, base, 1, r, c.site(""))
		return
	}
	c.emit(bytecode.Call, base, 1, base, c.site(""))
	c.top = base + 1
	c.await(r, base, bytecode.AwaitOperand)
}

// compForget empties the registers of an inlined comprehension's variables, as the
// end of a frame of its own would.
func (c *compiler) compForget(e *syntax.Comp) {
	for _, clause := range e.Clauses {
		c.forget(clause.Target)
	}
}

// forget empties the registers of the variables that target binds.
func (c *compiler) forget(target syntax.Expr) {
	switch t := target.(type) {
	case *syntax.Name:
		if t.Binding.Scope == syntax.LocalScope {
			c.emit(bytecode.LoadNil, int(t.Binding.Index), 0, 0, 0)
		}
	case *syntax.Starred:
		c.forget(t.Value)
	case *syntax.Tuple:
		for _, x := range t.Elts {
			c.forget(x)
		}
	case *syntax.List:
		for _, x := range t.Elts {
			c.forget(x)
		}
	}
}

var compBuilds = [...]bytecode.Op{syntax.ListComp: bytecode.BuildList, syntax.SetComp: bytecode.BuildSet, syntax.DictComp: bytecode.BuildDict}

func (c *compiler) compBuild(e *syntax.Comp, r int) {
	c.emit(compBuilds[e.Kind], r, r, 0, 0)
}

// compBody compiles the block of a comprehension that has a frame of its own.
func (c *compiler) compBody(e *syntax.Comp) {
	c.code.NumArgs, c.code.NumPosOnly = 1, 1
	c.flow.bound[0] = true
	c.cur = bytecode.SpanOf(e.Span())
	if e.Kind == syntax.GeneratorExp {
		c.compClauses(e, 0, 0)
		c.emit(bytecode.ReturnNone, 0, 0, 0, 0)
		return
	}
	r := c.alloc()
	c.compBuild(e, r)
	c.compClauses(e, 0, r)
	c.emit(bytecode.Return, r, 0, 0, 0)
}

// compClauses compiles the loops from clause i inwards, and returns where they start.
func (c *compiler) compClauses(e *syntax.Comp, i, r int) (start int) {
	if i == len(e.Clauses) {
		c.compElement(e, r)
		return len(c.code.Instrs)
	}
	mark := c.top
	clause := e.Clauses[i]
	var state int
	if clause.Async {
		if i > 0 {
			state = c.asyncIter(clause.Iter)
		}
		c.asyncClause(e, i, r, state) // the first iterator is the parameter, in register 0
		c.top = mark
		return 0
	}
	if i == 0 && !e.Block.Inlined {
		state = c.allocN(3)
		c.emit(bytecode.ForPrep, state, 0, 0, 0)
	} else {
		state = c.forPrep(clause.Iter)
		if last := len(c.code.Instrs) - 1; c.code.Instrs[last].Op == bytecode.ForPrep {
			c.code.Spans[last] = iterSpan(e, i)
		}
	}
	if i == 0 && e.Kind == syntax.ListComp && len(e.Clauses) == 1 && len(clause.Ifs) == 0 {
		c.emit(bytecode.ListReserve, r, state, 0, 0)
	}
	if i == 0 && e.Block.Inlined {
		c.inlined++ // from here on the source speaks from inside the comprehension
		defer func() { c.inlined-- }()
	}
	start = len(c.code.Instrs)
	top, next := newLabel(), newLabel()
	c.jump(bytecode.Jump, 0, 0, 0, next)
	c.set(top)
	item := c.target(clause.Target)
	c.store(clause.Target, item)
	for _, test := range clause.Ifs {
		c.branch(test, false, next)
	}
	c.compClauses(e, i+1, r)
	c.set(next)
	old := c.cur
	c.cur = iterSpan(e, i)
	c.jump(bytecode.ForIter, state, item, pairTarget(clause.Target), top)
	c.cur = old
	c.top = mark
	return start
}

// iterSpan is what CPython blames for an iteration of clause i that fails: the
// comparison it compiled last, if there was one, else the whole comprehension.
func iterSpan(e *syntax.Comp, i int) bytecode.Span {
	for i--; i >= 0; i-- {
		ifs := e.Clauses[i].Ifs
		for k := len(ifs) - 1; k >= 0; k-- {
			if test, ok := ifs[k].(*syntax.Compare); ok {
				return bytecode.SpanOf(test.Span())
			}
		}
	}
	return bytecode.SpanOf(e.Span())
}

func (c *compiler) compElement(e *syntax.Comp, r int) {
	mark := c.top
	old := c.at(e.Elt)
	switch e.Kind {
	case syntax.ListComp:
		c.emit(bytecode.ListAppend, r, c.value(e.Elt), 0, 0)
	case syntax.SetComp:
		c.emit(bytecode.SetAdd, r, c.value(e.Elt), 0, 0)
	case syntax.DictComp:
		k := c.value(e.Key)
		c.emit(bytecode.DictSet, r, k, c.value(e.Elt), 0)
	case syntax.GeneratorExp:
		v := c.temp(e.Elt)
		c.emit(bytecode.YieldVal, v, v, c.inExcept(), 0)
	}
	c.cur, c.top = old, mark
}
