package compile

import (
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles expressions. value and into are the two ways in: value
// leaves the result wherever it already is or in a new temporary, into puts it
// in a given register. A variable's register is written by the last instruction
// of its expression only, so an exception leaves the variable as it was and the
// expression may read it.

// value compiles e and returns the register that holds the result: the
// variable's own for a local name, else a new temporary.
func (c *compiler) value(e syntax.Expr) int {
	if r, ok := c.localOperand(e); ok {
		return r
	}
	r := c.alloc()
	c.into(e, r)
	return r
}

// valueIn is value, but a result that needs a temporary goes to r if r is one.
func (c *compiler) valueIn(e syntax.Expr, r int) int {
	if local, ok := c.localOperand(e); ok {
		return local
	}
	if !c.isTemp(r) {
		return c.value(e)
	}
	c.into(e, r)
	return r
}

// localOperand returns the register of e where e is a local that can be read in place.
func (c *compiler) localOperand(e syntax.Expr) (int, bool) {
	n, ok := e.(*syntax.Name)
	if !ok || n.Binding.Scope != syntax.LocalScope || c.walrus {
		return 0, false
	}
	c.checkLocal(n)
	return int(n.Binding.Index), true
}

func (c *compiler) checkLocal(n *syntax.Name) {
	i := int(n.Binding.Index)
	if !c.flow.isBound(i) {
		old := c.at(n)
		inner := 0
		if c.inlined > 0 && c.block.Locals[i][0] != '.' {
			inner = 1
		}
		c.emit(bytecode.CheckLocal, i, inner, 0, 0)
		c.cur = old
		c.flow.bind(i)
	}
}

// temp compiles e into a new temporary.
func (c *compiler) temp(e syntax.Expr) int {
	r := c.alloc()
	c.into(e, r)
	return r
}

// into compiles e with the result in r.
func (c *compiler) into(e syntax.Expr, r int) {
	old, mark := c.at(e), c.top
	if c.needsTemp(e) && !c.isTemp(r) {
		t := c.alloc()
		c.expr(e, t)
		c.emit(bytecode.Move, r, t, 0, 0)
	} else {
		c.expr(e, r)
	}
	c.cur, c.top = old, mark
}

// needsTemp tells of expressions that write their register before they are done.
func (c *compiler) needsTemp(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.BoolOp, *syntax.Comp:
		return true
	case *syntax.Compare:
		return len(e.Ops) > 1
	case *syntax.List:
		return true
	case *syntax.Tuple, *syntax.Set, *syntax.Dict:
		return true
	}
	return false
}

func (c *compiler) expr(e syntax.Expr, r int) {
	if v, ok := fold(e); ok {
		c.emit(bytecode.LoadConst, r, 0, 0, c.constant(v))
		return
	}
	switch e := e.(type) {
	case *syntax.Name:
		c.load(e, r)
	case *syntax.BinOp:
		c.binary(e, r)
	case *syntax.UnaryOp:
		c.unary(e, r)
	case *syntax.Compare:
		c.compare(e, r)
	case *syntax.BoolOp:
		c.boolOp(e, r)
	case *syntax.IfExp:
		c.ifExp(e, r)
	case *syntax.Call:
		c.call(e, r)
	case *syntax.Attribute:
		v := c.valueIn(e.Value, r)
		made := c.makersOf(e.Value, v)
		c.atAttr(e)
		c.ends(c.emit(bytecode.LoadAttr, r, v, 0, c.site(e.Attr)), made)
	case *syntax.Subscript:
		c.subscript(e, r)
	case *syntax.Slice:
		c.slice(e, r)
	case *syntax.List:
		c.list(e.Elts, r)
	case *syntax.Tuple:
		c.tuple(e.Elts, r)
	case *syntax.Set:
		c.setDisplay(e.Elts, r)
	case *syntax.Dict:
		c.dict(e, r)
	case *syntax.JoinedStr:
		c.joined(e, r)
	case *syntax.FormattedValue:
		c.formatted(e, r)
	case *syntax.NamedExpr:
		c.sawWalrus = c.sawWalrus || !c.walrus
		c.into(e.Value, r)
		c.storeName(e.Target, r)
	case *held:
		c.emit(bytecode.Move, r, e.reg, 0, 0)
	case *syntax.Lambda:
		c.lambda(e, r)
	case *syntax.Comp:
		c.comp(e, r)
	case *syntax.Yield:
		c.yield(e, r)
	case *syntax.YieldFrom:
		c.reuse(r)
		t := c.alloc()
		c.into(e.Value, t)
		c.emit(bytecode.YieldIter, t, t, 0, 0)
		c.delegate(r, t)
	case *syntax.Await:
		c.awaitExpr(e, r)
	default:
		c.fail("can't use starred expression here")
	}
}

func (c *compiler) yield(e *syntax.Yield, r int) {
	c.reuse(r)
	v := c.alloc()
	if e.Value == nil {
		c.emit(bytecode.LoadConst, v, 0, 0, c.constant(nil))
	} else {
		c.into(e.Value, v)
	}
	c.emit(bytecode.YieldVal, r, v, c.inExcept(), 0)
}

var binaryOps = [...]bytecode.Op{
	syntax.Add: bytecode.Add, syntax.Sub: bytecode.Sub, syntax.Mult: bytecode.Mul, syntax.MatMult: bytecode.MatMul, syntax.Div: bytecode.TrueDiv,
	syntax.FloorDiv: bytecode.FloorDiv, syntax.Mod: bytecode.Mod, syntax.Pow: bytecode.Pow, syntax.LShift: bytecode.LShift,
	syntax.RShift: bytecode.RShift, syntax.BitOr: bytecode.Or, syntax.BitXor: bytecode.Xor, syntax.BitAnd: bytecode.And,
}

func (c *compiler) binary(e *syntax.BinOp, r int) {
	left := c.valueIn(e.Left, r)
	made := c.makersOf(e.Left, left)
	pc := c.arith(e.Op, r, left, e.Right, 0)
	c.ends(pc, made)
}

// makersOf returns the instructions that made the value of e in the temporary r, right after
// it has been compiled: those of operators and calls, one on each way of a conditional.
func (c *compiler) makersOf(e syntax.Expr, r int) []int {
	pc := len(c.code.Instrs) - 1
	if !c.isTemp(r) || pc < 0 {
		return nil
	}
	switch in := c.code.Instrs[pc]; e := e.(type) {
	case *syntax.BinOp, *syntax.UnaryOp, *syntax.Compare, *syntax.Subscript, *syntax.Attribute:
		if makers[in.Op] && int(in.A) == r {
			return []int{pc}
		}
	case *syntax.Call:
		if calls[in.Op] && int(in.C) == r {
			return []int{pc}
		}
	case *syntax.Name:
		if in.Op == bytecode.LoadGlobal && int(in.A) == r {
			return []int{pc} // not made, but lent
		}
	case *syntax.IfExp:
		return append(c.makersOf(e.Orelse, r), c.bodies[e]...)
	}
	return nil
}

// passes notes that what the instructions made goes to one instruction.
func (c *compiler) passes(made []int) {
	for _, pc := range made {
		c.code.Hints[pc] |= bytecode.Passes
	}
}

// named notes that what the instructions made went to a name of a module, if the last instruction says so.
func (c *compiler) named(made []int) {
	if c.code.Instrs[len(c.code.Instrs)-1].Op == bytecode.StoreGlobal {
		c.passes(made)
	}
}

// ends notes that the instruction pc is that one.
func (c *compiler) ends(pc int, made []int) {
	if made != nil {
		c.code.Hints[pc] |= bytecode.Reads
		c.passes(made)
	}
}

// arith emits r = left op right and returns where; inplace is 1 for an augmented assignment.
func (c *compiler) arith(o syntax.Operator, r, left int, right syntax.Expr, inplace int) int {
	op := binaryOps[o]
	if v, ok := fold(right); ok {
		return c.emit(op+bytecode.AddK-bytecode.Add, r, left, inplace, c.constant(v))
	}
	second := c.second(right, left, r)
	made := c.makersOf(right, second)
	pc := c.emit(op, r, left, second, inplace)
	c.ends(pc, made)
	return pc
}

// second compiles the other operand of an operation on left with result r.
func (c *compiler) second(e syntax.Expr, left, r int) int {
	if left == r {
		return c.value(e)
	}
	return c.valueIn(e, r)
}

var unaryOps = [...]bytecode.Op{syntax.Invert: bytecode.Invert, syntax.Not: bytecode.Not, syntax.UAdd: bytecode.Pos, syntax.USub: bytecode.Neg}

func (c *compiler) unary(e *syntax.UnaryOp, r int) {
	operand := c.valueIn(e.Operand, r)
	made := c.makersOf(e.Operand, operand)
	c.ends(c.emit(unaryOps[e.Op], r, operand, 0, 0), made)
}

var compareOps = [...]bytecode.Op{
	syntax.Eq: bytecode.Eq, syntax.NotEq: bytecode.Ne, syntax.Lt: bytecode.Lt, syntax.LtE: bytecode.Le, syntax.Gt: bytecode.Gt, syntax.GtE: bytecode.Ge,
	syntax.Is: bytecode.Is, syntax.IsNot: bytecode.IsNot, syntax.In: bytecode.In, syntax.NotIn: bytecode.NotIn,
}

// compare compiles a chain; a, b, c of `a < b < c` are evaluated once.
func (c *compiler) compare(e *syntax.Compare, r int) {
	left := c.valueIn(e.Left, r)
	first := c.makersOf(e.Left, left)
	if len(e.Ops) > 1 && left == r {
		left = c.alloc()
		c.emit(bytecode.Move, left, r, 0, 0)
	}
	end := newLabel()
	for i, o := range e.Ops {
		if i == 1 {
			before := c.flow.save()
			defer func() { c.flow.join(before) }()
		}
		spot := r
		if len(e.Ops) > 1 {
			spot = left // the result of the first comparison is not the second operand
		}
		right := c.comparand(o, e.Comparators[i], left, spot)
		last := c.makersOf(e.Comparators[i], right)
		if pc := c.emit(compareOps[o], r, left, right, 0); len(e.Ops) == 1 && makers[compareOps[o]] {
			c.ends(pc, first)
			c.ends(pc, last)
		}
		if i < len(e.Ops)-1 {
			c.jump(bytecode.JumpFalse, r, 0, 0, end)
		}
		left = right
	}
	c.set(end)
}

// comparand compiles the right side of a comparison. The set or list display of
// `x in {1, 2}` is a constant.
func (c *compiler) comparand(o syntax.CmpOperator, e syntax.Expr, left, r int) int {
	if o == syntax.In || o == syntax.NotIn {
		var v any
		switch e := e.(type) {
		case *syntax.List:
			if t, ok := foldAll(e.Elts); ok {
				v = bytecode.Tuple(t)
			}
		case *syntax.Set:
			if t, ok := foldAll(e.Elts); ok && !slices.ContainsFunc(t, isTuple) {
				v = bytecode.FrozenSet(t)
			}
		}
		if v != nil {
			r := c.alloc()
			c.emit(bytecode.LoadConst, r, 0, 0, c.constant(v))
			return r
		}
	}
	return c.second(e, left, r)
}

// isTuple says of a constant whether its hash takes a thread, which constants are made without.
func isTuple(v any) bool { _, ok := v.(bytecode.Tuple); return ok }

func (c *compiler) boolOp(e *syntax.BoolOp, r int) {
	end := newLabel()
	op := bytecode.JumpFalse
	if e.Op == syntax.Or {
		op = bytecode.JumpTrue
	}
	for i, v := range e.Values {
		c.into(v, r)
		if i == len(e.Values)-1 {
			break
		}
		c.jump(op, r, 0, 0, end)
		if i == 0 {
			before := c.flow.save()
			defer func() { c.flow.join(before) }()
		}
	}
	c.set(end)
}

func (c *compiler) ifExp(e *syntax.IfExp, r int) {
	orelse, end := newLabel(), newLabel()
	c.branch(e.Test, false, orelse)
	before := c.flow.save()
	c.into(e.Body, r)
	if made := c.makersOf(e.Body, r); made != nil {
		if c.bodies == nil {
			c.bodies = map[*syntax.IfExp][]int{}
		}
		c.bodies[e] = made
	}
	c.jump(bytecode.Jump, 0, 0, 0, end)
	after := c.flow.save()
	c.flow.restore(before)
	c.set(orelse)
	c.into(e.Orelse, r)
	c.flow.join(after)
	c.set(end)
}

func (c *compiler) subscript(e *syntax.Subscript, r int) {
	v := c.valueIn(e.Value, r)
	made := c.makersOf(e.Value, v)
	if k, ok := fold(e.Index); ok {
		c.ends(c.emit(bytecode.LoadItemK, r, v, 0, c.constant(k)), made)
		return
	}
	if s, ok := e.Index.(*syntax.Slice); ok {
		t, step := c.bounds(s), 0
		if s.Step != nil {
			c.bound(s.Step)
			step = 1
		}
		c.ends(c.emit(bytecode.LoadSlice, r, v, t, step), made)
		return
	}
	index := c.second(e.Index, v, r)
	key := c.makersOf(e.Index, index)
	pc := c.emit(bytecode.LoadItem, r, v, index, 0)
	c.ends(pc, made)
	c.ends(pc, key)
}

func (c *compiler) slice(e *syntax.Slice, r int) {
	c.reuse(r)
	t := c.bounds(e)
	c.bound(e.Step)
	c.emit(bytecode.MakeSlice, r, t, 0, 0)
}

// bounds puts where the slice begins and ends into two temporaries; it returns the first.
func (c *compiler) bounds(e *syntax.Slice) int {
	t := c.top
	c.bound(e.Lower)
	c.bound(e.Upper)
	return t
}

// bound puts a part of a slice, or None, into a temporary.
func (c *compiler) bound(part syntax.Expr) {
	if part == nil {
		c.emit(bytecode.LoadConst, c.alloc(), 0, 0, c.constant(nil))
	} else {
		c.temp(part)
	}
}

func (c *compiler) joined(e *syntax.JoinedStr, r int) {
	c.reuse(r)
	t := c.top
	for _, v := range e.Values {
		c.temp(v)
		if c.top-t == maxRun {
			c.emit(bytecode.BuildString, t, t, maxRun, 0)
			c.top = t + 1
		}
	}
	c.emit(bytecode.BuildString, r, t, c.top-t, 0)
}

func (c *compiler) formatted(e *syntax.FormattedValue, r int) {
	v := c.valueIn(e.Value, r)
	spec := -1
	if e.Spec != nil {
		spec = c.temp(e.Spec)
	}
	c.emit(bytecode.Format, r, v, int(e.Conversion), spec)
}
