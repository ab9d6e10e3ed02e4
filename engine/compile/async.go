package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles await, async for and async with.
//
// To await is to delegate to an iterator, as yield from does: what that yields goes to
// whoever runs the coroutine, and what it returns is the value of the await.

// await emits that r becomes what the awaitable in v gives; from is AwaitOperand or one of the others.
func (c *compiler) await(r, v, from int) {
	mark := c.top
	s := c.alloc()
	c.emit(bytecode.GetAwaitable, s, v, from, 0)
	c.delegate(r, s)
	c.top = mark
}

// delegate emits that r becomes what the iterator in s, the topmost temporary, returns.
func (c *compiler) delegate(r, s int) {
	sent := c.alloc()
	c.emit(bytecode.LoadConst, sent, 0, 0, c.constant(nil))
	c.emit(bytecode.YieldFrom, sent, s, c.inExcept(), 0)
	c.emit(bytecode.Move, r, sent, 0, 0)
	c.top = s + 1
}

func (c *compiler) awaitExpr(e *syntax.Await, r int) {
	c.reuse(r)
	t := c.alloc()
	c.into(e.Value, t)
	c.await(r, t, bytecode.AwaitOperand)
}

// asyncIter evaluates an asynchronous iterable and returns the register of its iterator.
func (c *compiler) asyncIter(iter syntax.Expr) int {
	state := c.alloc()
	old := c.at(iter)
	c.emit(bytecode.GetAIter, state, c.valueIn(iter, state), 0, 0)
	c.top = state + 1
	c.cur = old
	return state
}

// asyncNext emits the start of a turn of the loop over the iterator in state: the next
// item is in the register returned. At the end of the iteration the code goes on where
// end, called after the turn's code, lets it.
func (c *compiler) asyncNext(state int) (item int, end func()) {
	exc := c.empty()
	start := c.flow.save()
	handler, old := c.protect(exc)
	item = c.alloc()
	c.emit(bytecode.GetANext, item, state, 0, 0)
	c.delegate(item, item)
	c.handler = old
	cur := c.cur
	return item, func() {
		c.land(handler)
		c.flow.restore(start)
		turn := c.cur
		c.cur = cur
		c.emit(bytecode.EndAsyncFor, exc, 0, 0, 0)
		c.cur = turn
	}
}

// asyncFor compiles to: state = aiter; next: item = await anext; body; goto next; end: else.
func (c *compiler) asyncFor(s *syntax.For) {
	state := c.asyncIter(s.Iter)
	loop := c.enterLoop()
	before := c.flow.save()
	c.set(loop.continueTo)
	c.cur = bytecode.SpanOf(s.Iter.Span())
	c.stepAt(s.Iter.Span())
	item, end := c.asyncNext(state)
	c.store(s.Target, item)
	c.body(s.Body)
	if !c.flow.dead {
		c.jump(bytecode.Jump, 0, 0, 0, loop.continueTo)
	}
	end()
	c.exitLoop(loop, before, s.Orelse)
}

// asyncClause compiles the clause i of a comprehension over the iterator in state, with
// the clauses inside it.
func (c *compiler) asyncClause(e *syntax.Comp, i, r, state int) {
	next := newLabel()
	c.set(next)
	old := c.cur
	c.cur = iterSpan(e, i)
	item, end := c.asyncNext(state)
	c.cur = old
	clause := e.Clauses[i]
	c.store(clause.Target, item)
	for _, test := range clause.Ifs {
		c.branch(test, false, next)
	}
	c.compClauses(e, i+1, r)
	c.jump(bytecode.Jump, 0, 0, 0, next)
	end()
}
