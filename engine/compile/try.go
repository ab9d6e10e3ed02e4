package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles try and with.
//
// A handler starts with the exception in the register reserved for it and the
// exception handled around the statement in force again. A finally clause is
// compiled once for each way out of its try: falling through, break, continue,
// return, and an exception.
//
// An exception may come from anywhere in a body. So a handler takes for bound what was so before
// the body began (start), and what follows the statement what all ways to it agree on (join).

func (c *compiler) try(s *syntax.Try) {
	if len(s.Finally) == 0 {
		c.tryExcept(s)
		return
	}
	exc, end := c.empty(), newLabel()
	start := c.flow.save()
	handler, old := c.protect(exc)
	c.push(func() { c.body(s.Finally) }, old, c.outer)
	c.tryExcept(s)
	c.pop()
	c.handler = old
	if !c.flow.dead {
		c.body(s.Finally)
		c.jump(bytecode.Jump, 0, 0, 0, end)
	}
	after := c.flow.save()

	c.land(handler)
	c.flow.restore(start)
	c.handling(exc, func() { c.body(s.Finally) })
	c.emit(bytecode.Reraise, exc, 0, 0, 0)
	c.flow.restore(after)
	c.set(end)
}

// empty reserves a register that holds nothing until an exception comes.
func (c *compiler) empty() int {
	r := c.alloc()
	c.emit(bytecode.LoadNil, r, 0, 0, 0)
	return r
}

// handling makes the exception in exc the handled one while body is compiled.
func (c *compiler) handling(exc int, body func()) {
	outer := c.outer
	c.emit(bytecode.EnterExcept, exc, 0, 0, 0)
	c.push(func() { c.emit(bytecode.LeaveExcept, int(outer), 0, 0, 0) }, c.handler, outer)
	c.outer = uint8(exc)
	body()
	c.outer = outer
	c.pop()
}

func (c *compiler) tryExcept(s *syntax.Try) {
	if len(s.Handlers) == 0 {
		c.body(s.Body)
		return
	}
	exc, end := c.empty(), newLabel()
	start := c.flow.save()
	handler, old := c.protect(exc)
	c.push(nil, old, c.outer)
	c.body(s.Body)
	c.pop()
	c.handler = old
	c.body(s.Orelse)
	if !c.flow.dead {
		c.jump(bytecode.Jump, 0, 0, 0, end)
	}
	after := c.flow.save()

	c.land(handler)
	c.flow.restore(start)
	outer := c.outer
	c.cur = bytecode.SpanOf(s.Handlers[0].Span())
	c.emit(bytecode.EnterExcept, exc, 0, 0, 0)
	c.outer = uint8(exc)
	if s.Star {
		c.exceptStar(s, exc, outer, end)
		after.join(c.flow)
	} else {
		for _, h := range s.Handlers {
			c.exceptClause(h, exc, outer, end)
			after.join(c.flow)
			c.flow.restore(start)
		}
	}
	c.emit(bytecode.Reraise, exc, 0, 0, 0)
	c.outer = outer
	c.flow.restore(after)
	c.set(end)
}

// exceptClause compiles one handler; it ends with a jump to end, or goes on with
// the next one if the exception does not match.
func (c *compiler) exceptClause(h *syntax.ExceptHandler, exc int, outer uint8, end *label) {
	next, mark := newLabel(), c.top
	c.cur = bytecode.SpanOf(h.Span())
	if h.Type != nil {
		c.cur = bytecode.SpanOf(h.Type.Span())
		c.jump(bytecode.MatchExcept, exc, c.value(h.Type), 0, next)
		c.wholeLine()
		c.top = mark
	}
	c.exceptBody(h, exc, outer)
	c.jump(bytecode.Jump, 0, 0, 0, end)
	c.set(next)
	c.outer = uint8(exc)
}

// exceptBody binds the exception in exc to the clause's name, runs the body and
// unbinds the name on every way out.
func (c *compiler) exceptBody(h *syntax.ExceptHandler, exc int, outer uint8) {
	leave := func() { c.emit(bytecode.LeaveExcept, int(outer), 0, 0, 0) }
	old, mark := c.handler, c.top
	if h.Name == nil {
		c.push(leave, old, outer)
		c.body(h.Body)
		c.pop()
		c.outer = outer
		leave()
		return
	}
	c.storeName(h.Name, exc)
	saved := c.empty()
	handler, _ := c.protect(saved)
	c.push(func() { leave(); c.unbind(h.Name) }, old, outer)
	c.body(h.Body)
	c.pop()
	c.handler, c.outer = old, outer
	leave()
	c.unbind(h.Name)
	after := c.flow.save()
	end := newLabel()
	c.jump(bytecode.Jump, 0, 0, 0, end)
	c.land(handler)
	c.outer = uint8(exc)
	c.unbind(h.Name)
	c.emit(bytecode.Reraise, saved, 0, 0, 0)
	c.outer = outer
	c.flow.restore(after)
	c.set(end)
	c.top = mark
}

// unbind deletes a name that the body may have deleted already.
func (c *compiler) unbind(n *syntax.Name) {
	t := c.alloc()
	c.emit(bytecode.LoadConst, t, 0, 0, c.constant(nil))
	c.storeName(n, t)
	c.deleteName(n)
	c.top = t
}

// exceptStar compiles except* clauses: each takes its part of the group, and what
// is left or raised anew is raised at the end.
func (c *compiler) exceptStar(s *syntax.Try, exc int, outer uint8, end *label) {
	raised, parts := c.alloc(), c.allocN(2)
	match, rest := parts, parts+1
	c.emit(bytecode.BuildList, raised, 0, 0, 0)
	c.emit(bytecode.Move, rest, exc, 0, 0)
	old := c.handler
	for _, h := range s.Handlers {
		next, done := newLabel(), newLabel()
		c.cur = bytecode.SpanOf(h.Span())
		c.emit(bytecode.MatchGroup, parts, rest, c.value(h.Type), 0)
		c.jump(bytecode.JumpNone, match, 0, 0, next)
		before := c.flow.save()
		failed := c.empty()
		handler, _ := c.protect(failed)
		c.emit(bytecode.EnterExcept, match, 0, 0, 0)
		c.exceptBody(h, match, uint8(exc))
		c.handler = old
		c.jump(bytecode.Jump, 0, 0, 0, done)
		c.land(handler)
		c.emit(bytecode.ListAppend, raised, failed, 0, 0)
		c.set(done)
		c.outer = uint8(exc)
		c.flow.join(before)
		c.set(next)
		c.top = parts + 2
	}
	c.emit(bytecode.ListAppend, raised, rest, 0, 0)
	c.emit(bytecode.RaiseGroup, raised, exc, 0, 0)
	fine := newLabel()
	c.jump(bytecode.JumpNone, raised, 0, 0, fine)
	c.emit(bytecode.Reraise, raised, 0, 0, 0)
	c.set(fine)
	c.emit(bytecode.LeaveExcept, int(outer), 0, 0, 0)
	c.jump(bytecode.Jump, 0, 0, 0, end)
}

// with compiles the items one inside the other, then the body of s.
func (c *compiler) with(items []*syntax.WithItem, s *syntax.With) {
	if len(items) == 0 {
		c.body(s.Body)
		return
	}
	item := items[0]
	c.cur = bytecode.SpanOf(item.Context.Span())
	cur := c.cur
	exit := c.temp(item.Context)
	enter := exit + 2
	c.allocN(3)
	async := 0
	if s.Async {
		async = 1
	}
	c.emit(bytecode.WithEnter, exit, exit, async, 0)
	c.wholeLine()
	c.cur = cur
	result := enter
	if item.Target != nil {
		result = c.target(item.Target)
	}
	if s.Async {
		c.emit(bytecode.CallMethod, enter, 0, enter, c.site(""))
		c.wholeLine()
		c.top = enter + 1
		c.await(result, enter, bytecode.AwaitEnter)
	} else {
		c.emit(bytecode.CallMethod, enter, 0, result, c.site(""))
	}
	c.wholeLine()
	if !c.isTemp(result) || result == enter { // it lies in a variable or nobody wants it: __enter__'s registers are free
		c.top = exit + 2
	}
	exc, end := c.empty(), newLabel()
	start := c.flow.save()
	handler, old := c.protect(exc)
	c.push(func() { c.cur = cur; c.exitCall(s, exit, -1) }, old, c.outer)
	if item.Target != nil {
		c.store(item.Target, result)
	}
	c.with(items[1:], s)
	c.pop()
	c.handler = old
	c.cur = cur
	if !c.flow.dead {
		c.exitCall(s, exit, -1)
		c.jump(bytecode.Jump, 0, 0, 0, end)
	}
	c.flow.join(start)
	c.land(handler)
	c.suppress(s, exit, exc)
	c.set(end)
}

// suppress compiles what follows an exception in a with statement.
func (c *compiler) suppress(s *syntax.With, exit, exc int) {
	c.emit(bytecode.EnterExcept, exc, 0, 0, 0)
	outer := c.outer
	c.outer = uint8(exc)
	suppressed := newLabel()
	c.jump(bytecode.JumpTrue, c.exitCall(s, exit, exc), 0, 0, suppressed)
	c.emit(bytecode.Reraise, exc, 0, 0, 0)
	c.outer = outer
	c.set(suppressed)
	c.emit(bytecode.LeaveExcept, int(outer), 0, 0, 0)
}

// exitCall calls the __exit__ of s in exit for the exception in exc, or for none if exc is -1.
func (c *compiler) exitCall(s *syntax.With, exit, exc int) int {
	mark := c.top
	t := c.allocN(5)
	c.emit(bytecode.Move, t, exit, 0, 0)
	c.emit(bytecode.Move, t+1, exit+1, 0, 0)
	if exc >= 0 {
		c.emit(bytecode.ExcInfo, t+2, exc, 0, 0)
	} else {
		for i := range 3 {
			c.emit(bytecode.LoadConst, t+2+i, 0, 0, c.constant(nil))
		}
	}
	c.emit(bytecode.CallMethod, t, 3, t, c.site(""))
	c.wholeLine()
	if s.Async {
		c.top = t + 1
		c.await(t, t, bytecode.AwaitExit)
		c.wholeLine()
	}
	c.top = mark
	return t
}
