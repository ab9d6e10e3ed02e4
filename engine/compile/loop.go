package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles loops, and the ways out of blocks: break, continue, return.

// unwind is a statement around the current place that has something to do when
// it is left: a loop (as the goal of break and continue), a finally clause, a
// with statement, or the body of an except clause.
type unwind struct {
	loop                bool
	breakTo, continueTo *label
	exits               []flow // the flow at each break

	// undo emits the clean-up code; nil for most loops. The handler and the handled
	// exception around the statement are in force while it runs.
	undo    func()
	handler int
	outer   uint8
}

// push enters a block that undo leaves.
func (c *compiler) push(undo func(), handler int, outer uint8) {
	c.blocks = append(c.blocks, &unwind{undo: undo, handler: handler, outer: outer})
}

func (c *compiler) pop() { c.blocks = c.blocks[:len(c.blocks)-1] }

// unwindTo emits the clean-up of all blocks down to depth, innermost first.
func (c *compiler) unwindTo(depth int) {
	blocks, handler, outer := c.blocks, c.handler, c.outer
	for i := len(blocks) - 1; i >= depth; i-- {
		if b := blocks[i]; b.undo != nil {
			c.blocks, c.handler, c.outer = blocks[:i:i], b.handler, b.outer // :i, lest what undo pushes overwrite blocks
			b.undo()
		}
	}
	c.blocks, c.handler, c.outer = blocks, handler, outer
}

// leaveLoop compiles break and continue.
func (c *compiler) leaveLoop(again bool) {
	i := len(c.blocks) - 1
	for !c.blocks[i].loop {
		i--
	}
	cur := c.cur
	c.unwindTo(i + 1)
	c.cur = cur
	loop := c.blocks[i]
	if again {
		c.jump(bytecode.Jump, 0, 0, 0, loop.continueTo)
	} else {
		if loop.undo != nil {
			loop.undo()
		}
		c.jump(bytecode.Jump, 0, 0, 0, loop.breakTo)
		loop.exits = append(loop.exits, c.flow.save())
	}
	c.flow.dead = true
}

func (c *compiler) enterLoop() *unwind {
	loop := &unwind{loop: true, breakTo: newLabel(), continueTo: newLabel()}
	c.blocks = append(c.blocks, loop)
	return loop
}

// exitLoop compiles the else clause and joins the breaks; before is the flow
// in which the loop's condition first fails.
func (c *compiler) exitLoop(loop *unwind, before flow, orelse []syntax.Stmt) {
	c.pop()
	c.flow.restore(before)
	c.body(orelse)
	c.set(loop.breakTo)
	for _, f := range loop.exits {
		c.flow.join(f)
	}
}

// while compiles to: jump test; top: body; test: if … goto top; else.
func (c *compiler) while(s *syntax.While) {
	loop := c.enterLoop()
	top := newLabel()
	forever := isTrue(s.Test)
	if !forever {
		c.jump(bytecode.Jump, 0, 0, 0, loop.continueTo)
	}
	before := c.flow.save()
	c.set(top)
	c.body(s.Body)
	c.set(loop.continueTo)
	c.flow.restore(before)
	c.cur = bytecode.SpanOf(s.Test.Span())
	c.stepAt(s.Test.Span())
	c.branch(s.Test, true, top)
	after := c.flow.save()
	after.dead = forever
	c.exitLoop(loop, after, s.Orelse)
}

func isTrue(e syntax.Expr) bool {
	k, ok := e.(*syntax.Constant)
	return ok && (k.Value == true || k.Value == int64(1))
}

// forStmt compiles to: state = iter; jump next; top: body; next: foriter top; else.
func (c *compiler) forStmt(s *syntax.For) {
	state := c.forPrep(s.Iter)
	c.wholeLine()
	loop := c.enterLoop()
	if makesGenerator(s.Iter) {
		loop.handler, loop.outer = c.handler, c.outer
		loop.undo = func() { c.emit(bytecode.ForEnd, state, 0, 0, 0) }
	}
	before := c.flow.save()
	top, first := newLabel(), newLabel()
	c.jump(bytecode.Jump, 0, 0, 0, first)
	item := c.target(s.Target)
	c.set(top)
	c.store(s.Target, item)
	c.body(s.Body)
	c.set(loop.continueTo)
	c.cur = bytecode.SpanOf(s.Iter.Span())
	c.stepAt(s.Iter.Span())
	c.set(first)
	c.jump(bytecode.ForIter, state, item, pairTarget(s.Target), top)
	c.wholeLine()
	c.exitLoop(loop, before, s.Orelse)
}

// pairTarget returns 2 if the target of a loop is a pair, else 0.
func pairTarget(target syntax.Expr) int {
	if elts := elements(target); len(elts) == 2 && !anyStarred(elts) {
		return 2
	}
	return 0
}

// makesGenerator tells whether the value of e may be a generator that nothing else
// refers to, so that leaving the loop over it ends it, as counting references would.
func makesGenerator(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Call:
		return rangeCall(e) == nil
	case *syntax.Comp:
		return e.Kind == syntax.GeneratorExp
	}
	return false
}

// rangeCall recognises a call of what is probably the builtin range; that it is
// is checked when it runs.
func rangeCall(e syntax.Expr) *syntax.Call {
	call, ok := e.(*syntax.Call)
	if !ok || len(call.Keywords) > 0 || len(call.Args) < 1 || len(call.Args) > 3 || anyStarred(call.Args) {
		return nil
	}
	n, ok := call.Func.(*syntax.Name)
	if !ok || n.ID != "range" || n.Binding.Scope != syntax.GlobalScope {
		return nil
	}
	return call
}

// forPrep evaluates an iterable and returns the registers of the iteration's state.
func (c *compiler) forPrep(iter syntax.Expr) int {
	state := c.alloc()
	old := c.at(iter)
	if call := rangeCall(iter); call != nil {
		c.into(call.Func, state)
		n, _ := c.arguments(call.Args, nil)
		c.top = max(c.top, state+3) // range(n) has fewer arguments than the state has registers, which Tops must not call dead
		c.code.NumRegs = max(c.code.NumRegs, c.top)
		c.emit(bytecode.ForRange, state, n, 0, 0)
		c.top = state + 3
		c.cur = old
		return state
	}
	v := c.valueIn(iter, state)
	c.top = state
	c.allocN(3)
	owned := 0
	if makesGenerator(iter) {
		owned = 1
	}
	c.emit(bytecode.ForPrep, state, v, owned, 0)
	c.cur = old
	return state
}
