package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles conditions: tests whose value is only needed to choose a way.

// branch goes to l if the truth of e is want, and on to the next instruction if not.
func (c *compiler) branch(e syntax.Expr, want bool, l *label) {
	old, mark := c.at(e), c.top
	defer func() { c.cur, c.top = old, mark }()
	switch e := e.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			c.branch(e.Operand, !want, l)
			return
		}
	case *syntax.BoolOp:
		c.branchBool(e, want, l)
		return
	case *syntax.Compare:
		if len(e.Ops) == 1 {
			c.branchCompare(e, want, l)
			return
		}
	case *syntax.Constant:
		if c.branchConst(e, want, l) {
			return
		}
	}
	op := bytecode.JumpFalse
	if want {
		op = bytecode.JumpTrue
	}
	c.jump(op, c.value(e), 0, 0, l)
}

func (c *compiler) branchConst(e *syntax.Constant, want bool, l *label) bool {
	var truth bool
	switch v := e.Value.(type) {
	case bool:
		truth = v
	case int64:
		truth = v != 0
	case nil:
	default:
		return false
	}
	if truth == want {
		c.jump(bytecode.Jump, 0, 0, 0, l)
	}
	return true
}

// branchBool compiles `a and b`: it goes on as soon as the outcome is known.
func (c *compiler) branchBool(e *syntax.BoolOp, want bool, l *label) {
	last := len(e.Values) - 1
	isOr := e.Op == syntax.Or
	skip := newLabel()
	var first flow
	for i, v := range e.Values {
		switch {
		case i == last:
			c.branch(v, want, l)
		case isOr == want:
			c.branch(v, want, l)
		default:
			c.branch(v, isOr, skip)
		}
		if i == 0 {
			first = c.flow.save()
		}
	}
	c.flow.join(first)
	c.set(skip)
}

var jumpOps = map[syntax.CmpOperator]struct {
	op   bytecode.Op
	same bool // the operator itself, not its negation
}{
	syntax.Lt: {bytecode.JumpLt, true}, syntax.LtE: {bytecode.JumpLe, true}, syntax.Eq: {bytecode.JumpEq, true},
	syntax.NotEq: {bytecode.JumpNe, true}, syntax.Gt: {bytecode.JumpGt, true}, syntax.GtE: {bytecode.JumpGe, true},
	syntax.Is: {bytecode.JumpIs, true}, syntax.IsNot: {bytecode.JumpIs, false},
	syntax.In: {bytecode.JumpIn, true}, syntax.NotIn: {bytecode.JumpIn, false},
}

func (c *compiler) branchCompare(e *syntax.Compare, want bool, l *label) {
	o, right := e.Ops[0], e.Comparators[0]
	j := jumpOps[o]
	cond := 0
	if want == j.same {
		cond = 1
	}
	left := c.value(e.Left)
	if k, ok := right.(*syntax.Constant); ok && k.Value == nil && j.op == bytecode.JumpIs {
		op := bytecode.JumpNotNone
		if cond == 1 {
			op = bytecode.JumpNone
		}
		c.jump(op, left, 0, 0, l)
		return
	}
	if v, ok := fold(right); ok && j.op <= bytecode.JumpGe {
		if k := c.constant(v); k < bytecode.NoReg {
			c.jump(j.op+bytecode.JumpLtK-bytecode.JumpLt, left, k, cond, l)
			return
		}
	}
	c.jump(j.op, left, c.comparand(o, right, left, left), cond, l)
}
