package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles match. A case's captures go to temporaries first and are
// bound to their names once the whole pattern has matched.

func (c *compiler) match(s *syntax.Match) {
	subject := c.temp(s.Subject)
	end := newLabel()
	start := c.flow.save()
	var exits []flow
	for _, k := range s.Cases {
		next, mark := newLabel(), c.top
		c.cur = bytecode.SpanOf(k.Pattern.Span())
		caps := c.captures(k.Pattern)
		c.pattern(k.Pattern, subject, caps, next)
		for _, n := range caps.names {
			c.storeName(n, caps.regs[n.ID])
		}
		if k.Guard != nil {
			c.branch(k.Guard, false, next)
		}
		c.top = mark
		c.body(k.Body)
		exits = append(exits, c.flow.save())
		if !c.flow.dead {
			c.jump(bytecode.Jump, 0, 0, 0, end)
		}
		c.flow.restore(start)
		c.set(next)
	}
	for _, f := range exits {
		c.flow.join(f)
	}
	c.set(end)
}

// captures gives each name that a pattern binds a register.
type captures struct {
	names []*syntax.Name
	regs  map[string]int
}

func (c *compiler) captures(p syntax.Pattern) *captures {
	caps := &captures{regs: map[string]int{}}
	var add func(p syntax.Pattern)
	name := func(n *syntax.Name) {
		if n == nil {
			return
		}
		if _, ok := caps.regs[n.ID]; !ok {
			caps.regs[n.ID] = c.alloc()
			caps.names = append(caps.names, n)
		}
	}
	each := func(ps []syntax.Pattern) {
		for _, p := range ps {
			add(p)
		}
	}
	add = func(p syntax.Pattern) {
		switch p := p.(type) {
		case *syntax.MatchAs:
			if p.Pattern != nil {
				add(p.Pattern)
			}
			name(p.Name)
		case *syntax.MatchStar:
			name(p.Name)
		case *syntax.MatchSequence:
			each(p.Patterns)
		case *syntax.MatchMapping:
			each(p.Patterns)
			name(p.Rest)
		case *syntax.MatchClass:
			each(p.Patterns)
			each(p.KwdPattern)
		case *syntax.MatchOr:
			each(p.Patterns)
		}
	}
	add(p)
	return caps
}

// pattern goes to fail unless the value in r matches p.
func (c *compiler) pattern(p syntax.Pattern, r int, caps *captures, fail *label) {
	old, mark := c.at(p), c.top
	switch p := p.(type) {
	case *syntax.MatchValue:
		c.jump(bytecode.JumpEq, r, c.value(p.Value), 0, fail)
	case *syntax.MatchSingleton:
		t := c.alloc()
		c.emit(bytecode.LoadConst, t, 0, 0, c.constant(p.Value))
		c.jump(bytecode.JumpIs, r, t, 0, fail)
	case *syntax.MatchSequence:
		c.sequence(p, r, caps, fail)
	case *syntax.MatchMapping:
		c.mapping(p, r, caps, fail)
	case *syntax.MatchClass:
		c.classPattern(p, r, caps, fail)
	case *syntax.MatchAs:
		if p.Pattern != nil {
			c.pattern(p.Pattern, r, caps, fail)
		}
		if p.Name != nil {
			c.emit(bytecode.Move, caps.regs[p.Name.ID], r, 0, 0)
		}
	case *syntax.MatchOr:
		c.alternatives(p, r, caps, fail)
	}
	c.cur, c.top = old, mark
}

func (c *compiler) alternatives(p *syntax.MatchOr, r int, caps *captures, fail *label) {
	matched := newLabel()
	for i, alt := range p.Patterns {
		if i == len(p.Patterns)-1 {
			c.pattern(alt, r, caps, fail)
			break
		}
		next := newLabel()
		c.pattern(alt, r, caps, next)
		c.jump(bytecode.Jump, 0, 0, 0, matched)
		c.set(next)
	}
	c.set(matched)
}

// test emits an instruction that leaves a bool in a temporary, and goes to fail if it is false.
func (c *compiler) test(op bytecode.Op, r, cc, d int, fail *label) {
	t := c.alloc()
	c.emit(op, t, r, cc, d)
	c.jump(bytecode.JumpFalse, t, 0, 0, fail)
	c.top = t
}

func (c *compiler) sequence(p *syntax.MatchSequence, r int, caps *captures, fail *label) {
	star := -1
	for i, q := range p.Patterns {
		if _, ok := q.(*syntax.MatchStar); ok {
			star = i
		}
	}
	n := len(p.Patterns)
	c.test(bytecode.MatchSequence, r, 0, 0, fail)
	if star < 0 {
		c.test(bytecode.MatchLen, r, 0, n, fail)
	} else if n > 1 {
		c.test(bytecode.MatchLen, r, 1, n-1, fail)
	}
	for i, q := range p.Patterns {
		if s, ok := q.(*syntax.MatchStar); ok {
			if s.Name != nil {
				c.emit(bytecode.MatchSlice, caps.regs[s.Name.ID], r, i, n-i-1)
			}
			continue
		}
		if star >= 0 && i > star {
			i -= n
		}
		c.item(q, r, i, caps, fail)
	}
}

// item matches p against item i of the list, tuple or sequence in r.
func (c *compiler) item(p syntax.Pattern, r, i int, caps *captures, fail *label) {
	if as, ok := p.(*syntax.MatchAs); ok && as.Pattern == nil && as.Name == nil {
		return
	}
	t := c.alloc()
	c.emit(bytecode.MatchItem, t, r, 0, i)
	c.pattern(p, t, caps, fail)
	c.top = t
}

func (c *compiler) mapping(p *syntax.MatchMapping, r int, caps *captures, fail *label) {
	c.test(bytecode.MatchMapping, r, 0, 0, fail)
	if len(p.Keys) > 0 {
		c.test(bytecode.MatchLen, r, 1, len(p.Keys), fail)
	}
	keys, values := c.alloc(), c.alloc()
	c.tuple(p.Keys, keys)
	c.emit(bytecode.MatchKeys, values, r, keys, 0)
	c.jump(bytecode.JumpNone, values, 0, 0, fail)
	for i, q := range p.Patterns {
		c.item(q, values, i, caps, fail)
	}
	if p.Rest != nil {
		c.emit(bytecode.MatchRest, caps.regs[p.Rest.ID], r, keys, 0)
	}
}

func (c *compiler) classPattern(p *syntax.MatchClass, r int, caps *captures, fail *label) {
	cls := c.allocN(2)
	c.into(p.Cls, cls)
	names := bytecode.Tuple{}
	for _, a := range p.KwdAttrs {
		names = append(names, a)
	}
	c.emit(bytecode.LoadConst, cls+1, 0, 0, c.constant(names))
	values := c.alloc()
	c.emit(bytecode.MatchClass, values, r, cls, len(p.Patterns))
	c.jump(bytecode.JumpNone, values, 0, 0, fail)
	for i, q := range append(p.Patterns[:len(p.Patterns):len(p.Patterns)], p.KwdPattern...) {
		c.item(q, values, i, caps, fail)
	}
}
