package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles list, tuple, set and dict displays. Long ones are built in
// runs, so that a display may have any number of items.

// maxRun is how many items lie in registers at once: CPython's STACK_USE_GUIDELINE.
const maxRun = 30

func (c *compiler) list(elts []syntax.Expr, r int) {
	c.collect(elts, r, bytecode.BuildList, bytecode.ListAppend, bytecode.ListExtend)
}

func (c *compiler) setDisplay(elts []syntax.Expr, r int) {
	c.collect(elts, r, bytecode.BuildSet, bytecode.SetAdd, bytecode.SetUpdate)
}

func (c *compiler) tuple(elts []syntax.Expr, r int) {
	if len(elts) <= maxRun && !anyStarred(elts) {
		c.collect(elts, r, bytecode.BuildTuple, bytecode.Nop, bytecode.Nop)
		return
	}
	c.list(elts, r)
	c.emit(bytecode.ListToTuple, r, r, 0, 0)
}

// after is the register after r if r is a temporary, else 0.
func (c *compiler) after(r int) int {
	if c.isTemp(r) {
		return r + 1
	}
	return 0
}

// collect builds a collection of elts in r: the first run at once, the rest one by one.
func (c *compiler) collect(elts []syntax.Expr, r int, build, add, extend bytecode.Op) {
	c.reuse(r)
	first := c.top
	n := 0
	lends := c.lends
	c.lends = false
	for n < len(elts) && n < maxRun {
		if _, ok := elts[n].(*syntax.Starred); ok {
			break
		}
		if c.temp(elts[n]); lends {
			c.lent(elts[n])
		}
		n++
	}
	c.emit(build, r, first, n, 0)
	c.top = max(first, c.after(r))
	for _, e := range elts[n:] {
		mark := c.top
		if s, ok := e.(*syntax.Starred); ok {
			c.emit(extend, r, c.value(s.Value), 0, 0)
		} else {
			c.emit(add, r, c.value(e), 0, 0)
		}
		c.top = mark
	}
}

func (c *compiler) dict(e *syntax.Dict, r int) {
	c.reuse(r)
	first := c.top
	n := 0
	for n < len(e.Keys) && n < maxRun/2 && e.Keys[n] != nil {
		c.temp(e.Keys[n])
		c.temp(e.Values[n])
		n++
	}
	c.emit(bytecode.BuildDict, r, first, n, 0)
	first = max(first, c.after(r))
	c.top = first
	for i := n; i < len(e.Keys); i++ {
		if e.Keys[i] == nil {
			c.emit(bytecode.DictUpdate, r, c.value(e.Values[i]), 0, 0)
		} else {
			k := c.value(e.Keys[i])
			c.emit(bytecode.DictSet, r, k, c.value(e.Values[i]), 0)
		}
		c.top = first
	}
}
