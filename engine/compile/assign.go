package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
	"gputour/engine/syntax/unparse"
)

// This file compiles assignments, unpacking and deletions.

func (c *compiler) assign(s *syntax.Assign) {
	if c.assignPairs(s) {
		return
	}
	if len(s.Targets) == 1 {
		r := c.assignValue(s.Targets[0], s.Value)
		made := c.makersOf(s.Value, r)
		c.store(s.Targets[0], r)
		c.named(made)
		return
	}
	r := c.value(s.Value)
	for _, t := range s.Targets {
		c.store(t, r)
	}
}

// assignValue computes the value for target, in the target's register if it has one.
func (c *compiler) assignValue(target, value syntax.Expr) int {
	if n, ok := target.(*syntax.Name); ok && n.Binding.Scope == syntax.LocalScope {
		c.into(value, int(n.Binding.Index))
		return int(n.Binding.Index)
	}
	return c.value(value)
}

// assignPairs compiles `a, b = x, y` without a tuple.
func (c *compiler) assignPairs(s *syntax.Assign) bool {
	if len(s.Targets) != 1 {
		return false
	}
	targets, values := elements(s.Targets[0]), elements(s.Value)
	if targets == nil || len(targets) != len(values) || len(targets) > maxRun ||
		anyStarred(targets) || anyStarred(values) {
		return false
	}
	t := c.top
	for _, v := range values {
		c.temp(v)
	}
	for i, target := range targets {
		c.store(target, t+i)
	}
	return true
}

// elements returns what a tuple or list display holds.
func elements(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.Tuple:
		return e.Elts
	case *syntax.List:
		if e.Ctx == syntax.Store {
			return e.Elts
		}
	}
	return nil
}

func anyStarred(elts []syntax.Expr) bool {
	for _, e := range elts {
		if _, ok := e.(*syntax.Starred); ok {
			return true
		}
	}
	return false
}

// store assigns the value in r to a target.
func (c *compiler) store(e syntax.Expr, r int) {
	old, mark := c.at(e), c.top
	switch e := e.(type) {
	case *syntax.Name:
		c.storeName(e, r)
	case *syntax.Attribute:
		v := c.value(e.Value)
		c.atAttr(e)
		c.emit(bytecode.StoreAttr, r, v, 0, c.site(e.Attr))
	case *syntax.Subscript:
		v := c.value(e.Value)
		if s, ok := e.Index.(*syntax.Slice); ok && s.Step == nil {
			c.emit(bytecode.StoreSlice, r, v, c.bounds(s), 0)
		} else {
			c.emit(bytecode.StoreItem, r, v, c.value(e.Index), 0)
		}
	case *syntax.Starred:
		c.store(e.Value, r)
	case *syntax.Tuple:
		c.unpack(e.Elts, r)
	case *syntax.List:
		c.unpack(e.Elts, r)
	}
	c.cur, c.top = old, mark
}

// run returns the first of the registers of targets that are locals and lie one after another.
func run(targets []syntax.Expr) (first int, ok bool) {
	for i, t := range targets {
		n, isName := t.(*syntax.Name)
		if !isName || n.Binding.Scope != syntax.LocalScope {
			return 0, false
		}
		if i == 0 {
			first = int(n.Binding.Index)
		} else if int(n.Binding.Index) != first+i {
			return 0, false
		}
	}
	return first, len(targets) > 0
}

// unpack assigns the items of the iterable in r to the targets.
func (c *compiler) unpack(targets []syntax.Expr, r int) {
	if len(targets) > maxLocals {
		c.fail("too many targets in unpacking")
	}
	star := -1
	for i, t := range targets {
		if _, ok := t.(*syntax.Starred); ok {
			star = i
		}
	}
	if first, ok := run(targets); ok && star < 0 {
		c.emit(bytecode.Unpack, first, r, len(targets), 0)
		for i := range targets {
			c.flow.bind(first + i)
		}
		return
	}
	t := c.allocN(len(targets))
	if star < 0 {
		c.emit(bytecode.Unpack, t, r, len(targets), 0)
	} else {
		c.emit(bytecode.UnpackStar, t, r, star, len(targets)-star-1)
	}
	for i, target := range targets {
		c.store(target, t+i)
	}
}

func (c *compiler) augAssign(s *syntax.AugAssign) {
	switch t := s.Target.(type) {
	case *syntax.Name:
		c.augName(t, s)
	case *syntax.Attribute:
		v, r := c.value(t.Value), c.alloc()
		old := c.at(t)
		c.atAttr(t)
		c.emit(bytecode.LoadAttr, r, v, 0, c.site(t.Attr))
		c.cur = old
		c.arith(s.Op, r, r, s.Value, 1)
		c.at(t)
		c.atAttr(t)
		c.emit(bytecode.StoreAttr, r, v, 0, c.site(t.Attr))
		c.cur = old
	case *syntax.Subscript:
		v := c.value(t.Value)
		i, r := c.value(t.Index), c.alloc()
		old := c.at(t)
		c.emit(bytecode.LoadItem, r, v, i, 0)
		c.cur = old
		c.arith(s.Op, r, r, s.Value, 1)
		c.at(t)
		c.emit(bytecode.StoreItem, r, v, i, 0)
		c.cur = old
	}
}

func (c *compiler) augName(t *syntax.Name, s *syntax.AugAssign) {
	if t.Binding.Scope == syntax.LocalScope && !c.walrus {
		c.checkLocal(t)
		r := int(t.Binding.Index)
		c.arith(s.Op, r, r, s.Value, 1)
		return
	}
	r := c.alloc()
	old := c.at(t)
	c.load(t, r)
	lent := c.makersOf(t, r)
	c.cur = old
	pc := c.arith(s.Op, r, r, s.Value, 1)
	c.ends(pc, lent)
	c.storeName(t, r)
	c.named([]int{pc})
}

func (c *compiler) annAssign(s *syntax.AnnAssign) {
	if s.Value != nil {
		c.store(s.Target, c.assignValue(s.Target, s.Value))
	}
	inFunction := c.code.Flags&bytecode.Optimized != 0
	if n, ok := s.Target.(*syntax.Name); ok && s.Simple {
		if inFunction {
			return
		}
		v := c.alloc()
		c.annotation(s.Annotation, v)
		m, k := c.alloc(), c.alloc()
		c.load(c.special("__annotations__"), m)
		c.emit(bytecode.LoadConst, k, 0, 0, c.constant(n.ID))
		c.emit(bytecode.StoreItem, v, m, k, 0)
		return
	}
	c.annTarget(s)
	if !inFunction && !c.module.FutureAnnotations {
		c.annotation(s.Annotation, c.alloc())
	}
}

// annTarget evaluates the parts of a target that gets no value, as CPython does.
func (c *compiler) annTarget(s *syntax.AnnAssign) {
	if s.Value != nil {
		return
	}
	switch t := s.Target.(type) {
	case *syntax.Attribute:
		c.value(t.Value)
	case *syntax.Subscript:
		c.value(t.Value)
		c.value(t.Index)
	}
}

// annotation evaluates an annotation, or gives its text under `from __future__ import annotations`.
func (c *compiler) annotation(e syntax.Expr, r int) {
	if c.module.FutureAnnotations {
		c.emit(bytecode.LoadConst, r, 0, 0, c.constant(unparse.Expr(e)))
		return
	}
	if star, ok := e.(*syntax.Starred); ok { // `*args: *Ts` keeps the one item of Ts, which is Unpack[Ts]
		c.into(star.Value, r)
		c.emit(bytecode.Unpack, r, r, 1, 0)
		return
	}
	c.into(e, r)
}

func (c *compiler) delete(e syntax.Expr) {
	old, mark := c.at(e), c.top
	switch e := e.(type) {
	case *syntax.Name:
		c.deleteName(e)
	case *syntax.Attribute:
		v := c.value(e.Value)
		c.atAttr(e)
		c.emit(bytecode.DelAttr, 0, v, 0, c.site(e.Attr))
	case *syntax.Subscript:
		v := c.value(e.Value)
		c.emit(bytecode.DelItem, 0, v, c.value(e.Index), 0)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			c.delete(x)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			c.delete(x)
		}
	}
	c.cur, c.top = old, mark
}
