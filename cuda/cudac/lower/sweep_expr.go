// This file lowers expressions to a tape: what is the same for all lanes or goes evenly stays a number of the sweep, the rest are
// operations on words.

package lower

import (
	"math"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/libdevice"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// value lowers an expression.
func (t *taper) value(e *syntax.Expr) *node {
	switch e.Op {
	case "num":
		v, typ, ok := syntax.Literal(e.Tok)
		t.need(ok)
		return t.literal(v, typ)
	case "name":
		return t.name(e)
	case "member":
		base, d, ok := simt.Coordinate(e)
		t.need(ok && t.local(e.Kids[0].Name) == nil && t.l.find(e.Kids[0].Name) == nil)
		return t.leaf(base+d, syntax.Basic[word.U32])
	case "index":
		return t.read(e)
	case "unary":
		return t.unary(e)
	case "cast":
		to := t.l.resolve(e.Type, e.Tok)
		t.need(to.IsNumber())
		return t.convert(t.value(e.Kids[0]), to)
	case "?:":
		return t.choose(e)
	case "call":
		return t.call(e)
	}
	if syntax.BinaryPower[e.Op] > 0 && len(e.Kids) == 2 && e.Op != "," && e.Op != "=" && !syntax.Assignments[e.Op] {
		if e.Op == "&&" || e.Op == "||" {
			return t.logical(e)
		}
		x := t.value(e.Kids[0])
		return t.binary(e.Op, x, t.value(e.Kids[1]))
	}
	t.give()
	return nil
}

func (t *taper) literal(v uint64, typ *syntax.Type) *node {
	switch typ.Kind {
	case word.F32:
		return &node{typ: typ, reg: t.constant(uint32(v))}
	case word.I32, word.U32, word.I64, word.U64:
		return &node{typ: typ, reg: -1, line: &simt.Affine{Op: 'c', Base: int64(v), Kind: typ.Kind}}
	}
	t.give()
	return nil
}

func (t *taper) name(e *syntax.Expr) *node {
	t.need(e.Type == nil)
	if v := t.local(e.Name); v != nil {
		return v
	}
	switch e.Name {
	case "true", "false", "nullptr", "this":
		t.give()
	case "warpSize":
		return t.literal(simt.Lanes, syntax.Basic[word.I32])
	}
	s := t.l.find(e.Name)
	t.need(s != nil)
	if s.konst != nil {
		return t.literal(uint64(*s.konst), syntax.Plain(s.typ))
	}
	t.need(s.place != nil)
	p := s.place
	if p.reg < 0 {
		t.need(p.typ.Kind == word.Array && p.addr.run == nil)
		typ := syntax.PointerTo(p.typ.Elem)
		if p.addr.konst != nil {
			return &node{typ: typ, reg: -1, line: &simt.Affine{Op: 'c', Base: int64(*p.addr.konst), Kind: word.Pointer}}
		}
		t.need(p.addr.slot >= 0 && (!t.s.Phase || t.s.Inner))
		return t.leaf(p.addr.slot, typ)
	}
	p = t.variable(e.Name)
	typ := syntax.Plain(p.typ)
	switch {
	case p.reg == t.s.Slot:
		return &node{typ: typ, reg: -1, line: &simt.Affine{Op: 'k', Kind: typ.Kind}}
	case t.changed[p.reg]:
		return t.carry(e.Name)
	case typ.IsInt() && typ.Kind >= word.I32 || typ.Kind == word.Pointer:
		return t.leaf(t.known(p.reg), typ)
	}
	t.need(typ.Kind == word.F32)
	return t.input(t.known(p.reg), typ)
}

// known is the register that holds a variable when the tape runs. Before the kernel has
// begun, that is the one in which a parameter comes.
func (t *taper) known(slot int) int {
	if !t.s.Phase || t.s.Inner {
		return slot
	}
	from, ok := t.l.given[slot]
	t.need(ok)
	return from
}

// leaf is a register of the kernel whose lanes may follow a rule. One of a phase is of a
// warp, and so of an iteration.
func (t *taper) leaf(slot int, typ *syntax.Type) *node {
	op := byte('r')
	if t.s.Phase && slot < simt.RegThread+3 {
		op = 't'
	}
	return &node{typ: typ, reg: -1, line: &simt.Affine{Op: op, Slot: slot, Kind: typ.Kind}}
}

// input is a variable of the kernel that the body reads only.
func (t *taper) input(slot int, typ *syntax.Type) *node {
	r, ok := t.inputs[slot]
	if !ok {
		r = t.reg()
		t.inputs[slot] = r
		t.s.Inputs = append(t.s.Inputs, simt.Carried{Slot: slot, Reg: r})
	}
	return &node{typ: typ, reg: r}
}

func (t *taper) unary(e *syntax.Expr) *node {
	if e.Name == "*" {
		return t.read(e)
	}
	x := t.value(e.Kids[0])
	switch {
	case e.Name == "!":
		return t.not(t.convert(x, syntax.Basic[word.Bool]))
	case e.Name == "-" && x.typ.Kind == word.F32:
		return t.op(lane.XorI, x.typ, x.reg, t.constant(1<<31))
	case e.Name == "-" && x.typ.IsInt():
		x = t.convert(x, syntax.Promoted(x.typ))
		return t.binary("-", t.literal(0, x.typ), x)
	case e.Name == "+":
		return t.convert(x, syntax.Promoted(x.typ))
	}
	t.give()
	return nil
}

// op emits an operation on registers.
func (t *taper) op(c lane.Code, typ *syntax.Type, x, y int) *node {
	z := t.reg()
	t.emit(simt.TapeOp{Code: c, Z: z, X: x, Y: y})
	return &node{typ: typ, reg: z}
}

func (t *taper) not(x *node) *node {
	return t.op(lane.XorI, x.typ, x.reg, t.constant(math.MaxUint32))
}

// lower emits an operation of Go on each lane, which is f on registers of the kernel's form.
func (t *taper) lower(to *syntax.Type, x *node, y *node, f func(x, y uint64) uint64) *node {
	t.need(to.Kind == word.F32 || to.Kind == word.I32 || to.Kind == word.U32)
	a, signedA, b, signedB := t.register(x), x.typ.Kind == word.I32, -1, false
	if y != nil {
		b, signedB = t.register(y), y.typ.Kind == word.I32
	}
	z := t.reg()
	t.emit(simt.TapeOp{Code: lane.Call, Z: z, X: a, Y: b, Call: func(z, x, y *lane.Words) {
		for i, v := range x {
			var w uint64
			if y != nil {
				w = word.Widened(y[i], signedB)
			}
			z[i] = uint32(f(word.Widened(v, signedA), w))
		}
	}})
	return &node{typ: to, reg: z}
}

// convert converts as conversion does.
func (t *taper) convert(x *node, to *syntax.Type) *node {
	from := x.typ.Kind
	to = syntax.Plain(to)
	switch k := to.Kind; {
	case from == k && k != word.Pointer:
		return &node{to, x.line, x.reg}
	case from == word.Pointer || k == word.Pointer:
		t.need(from == k)
		return &node{to, x.line, x.reg}
	case x.line != nil && to.IsInt() && k >= word.I32:
		return &node{typ: to, reg: -1, line: &simt.Affine{Op: 'x', Kind: k, A: x.line}}
	case from == word.Bool && (k == word.I32 || k == word.U32):
		return t.op(lane.AndI, to, t.register(x), t.constant(1))
	case from == word.Bool && k == word.F32:
		return t.op(lane.AndI, to, t.register(x), t.constant(math.Float32bits(1)))
	case k == word.Bool && (from == word.I32 || from == word.U32):
		return t.not(t.op(lane.EqualI, to, t.register(x), t.constant(0)))
	case k == word.Bool && from == word.F32:
		return t.op(lane.NotEqualF, to, t.register(x), t.constant(0))
	case (from == word.I32 || from == word.U32) && (k == word.I32 || k == word.U32):
		return &node{to, nil, t.register(x)}
	case from == word.I32 && k == word.F32:
		return t.op(lane.FloatOfI, to, t.register(x), -1)
	case from == word.F32 && (k == word.I32 || k == word.U32), from == word.U32 && k == word.F32:
		f := word.Conversion(from, k)
		return t.lower(to, x, nil, func(x, _ uint64) uint64 { return f(x) })
	}
	t.give()
	return nil
}

// common converts both sides of an operator.
func (t *taper) common(x, y *node) (*node, *node) {
	t.need(x.typ.IsNumber() && y.typ.IsNumber())
	typ := syntax.Common(x.typ, y.typ)
	return t.convert(x, typ), t.convert(y, typ)
}

func (t *taper) binary(op string, x, y *node) *node {
	if x.typ.Kind == word.Pointer || y.typ.Kind == word.Pointer {
		return t.pointer(op, x, y)
	}
	if op == "<<" || op == ">>" {
		return t.shift(op, x, y)
	}
	x, y = t.common(x, y)
	typ, compares := x.typ, word.Compares(op)
	if compares {
		typ = syntax.Basic[word.Bool]
	}
	if x.line != nil && y.line != nil && (op == "+" || op == "-" || op == "*" || op == "/" || op == "%") {
		return &node{typ: typ, reg: -1, line: &simt.Affine{Op: op[0], Kind: typ.Kind, A: x.line, B: y.line}}
	}
	if compares && (op == ">" || op == ">=") {
		x, y, op = y, x, map[string]string{">": "<", ">=": "<="}[op]
	}
	kind := x.typ.Kind
	a, b := t.register(x), t.register(y)
	switch {
	case kind == word.F32:
		c, ok := word.FloatCodes[op]
		t.need(ok)
		u, fixed1 := t.fixed(a)
		v, fixed2 := t.fixed(b)
		if fixed1 && fixed2 && !compares { // it counts for nothing
			return &node{typ: typ, reg: t.constant(uint32(word.Operation(op, word.F32)(uint64(u), uint64(v))))}
		}
		if !compares {
			t.s.Flops++
		}
		return t.op(c, typ, a, b)
	case kind != word.I32 && kind != word.U32:
		t.give()
	case op == "!=":
		return t.not(t.op(lane.EqualI, typ, a, b))
	case op == "<=":
		a, b = t.ordered(kind, a), t.ordered(kind, b)
		return t.not(t.op(lane.LessI, typ, b, a))
	case op == "<":
		a, b = t.ordered(kind, a), t.ordered(kind, b)
	}
	c, ok := word.WholeCodes[op]
	t.need(ok)
	return t.op(c, typ, a, b)
}

// fixed is the constant that a register holds.
func (t *taper) fixed(reg int) (v uint32, ok bool) {
	for v, r := range t.consts {
		if r == reg {
			return v, true
		}
	}
	return 0, false
}

// ordered is a register whose lanes compare as signed numbers do.
func (t *taper) ordered(k word.Kind, x int) int {
	if k == word.I32 {
		return x
	}
	return t.op(lane.XorI, syntax.Basic[word.I32], x, t.constant(1<<31)).reg
}

func (t *taper) shift(op string, x, y *node) *node {
	t.need(x.typ.IsInt() && y.typ.IsInt())
	x, y = t.convert(x, syntax.Promoted(x.typ)), t.convert(y, syntax.Promoted(y.typ))
	k := x.typ.Kind
	if op == "<<" && x.line != nil && y.line != nil && y.line.Op == 'c' && y.line.Base >= 0 && y.line.Base < 31 {
		return &node{typ: x.typ, reg: -1, line: &simt.Affine{Op: '*', Kind: k, A: x.line, B: &simt.Affine{Op: 'c', Kind: k, Base: 1 << y.line.Base}}}
	}
	t.need((k == word.I32 || k == word.U32) && (y.typ.Kind == word.I32 || y.typ.Kind == word.U32))
	c := map[string]lane.Code{"<<": lane.ShiftLeft, ">>": lane.ShiftSigned}[op]
	if op == ">>" && k == word.U32 {
		c = lane.ShiftRight
	}
	n := t.op(lane.AndI, y.typ, t.register(y), t.constant(31))
	return t.op(c, x.typ, t.register(x), n.reg)
}

// pointer lowers the sum of a pointer and a number.
func (t *taper) pointer(op string, x, y *node) *node {
	if y.typ.Kind == word.Pointer && op == "+" {
		x, y = y, x
	}
	t.need((op == "+" || op == "-") && x.typ.Kind == word.Pointer && y.typ.IsInt() && x.line != nil && y.line != nil && x.typ.Elem.Kind != word.Void)
	size := int64(t.l.resolve(x.typ.Elem, lex.Token{}).Size())
	if op == "-" {
		size = -size
	}
	return &node{typ: x.typ, reg: -1, line: t.address(x.line, y.line, size)}
}

func (t *taper) address(p, i *simt.Affine, size int64) *simt.Affine {
	return &simt.Affine{Op: '+', Kind: word.Pointer, A: p, B: &simt.Affine{Op: '*', Kind: word.Pointer, A: i, B: &simt.Affine{Op: 'c', Kind: word.Pointer, Base: size}}}
}

func (t *taper) logical(e *syntax.Expr) *node {
	x := t.convert(t.value(e.Kids[0]), syntax.Basic[word.Bool])
	from, flops := len(t.s.Accesses), t.s.Flops
	y := t.convert(t.value(e.Kids[1]), syntax.Basic[word.Bool])
	t.need(len(t.s.Accesses) == from && t.s.Flops == flops) // it might not be evaluated
	c := lane.AndI
	if e.Op == "||" {
		c = lane.OrI
	}
	return t.op(c, syntax.Basic[word.Bool], t.register(x), t.register(y))
}

func (t *taper) choose(e *syntax.Expr) *node {
	c := t.convert(t.value(e.Kids[0]), syntax.Basic[word.Bool])
	from, flops := len(t.s.Accesses), t.s.Flops
	x, y := t.value(e.Kids[1]), t.value(e.Kids[2])
	t.need(len(t.s.Accesses) == from && t.s.Flops == flops && x.typ.IsNumber() && y.typ.IsNumber())
	if !syntax.Same(x.typ, y.typ) {
		x, y = t.common(x, y)
	}
	t.need(x.typ.Kind == word.F32 || x.typ.Kind == word.I32 || x.typ.Kind == word.U32)
	a, b := t.register(x), t.register(y)
	z := t.op(lane.Copy, syntax.Plain(x.typ), t.register(c), -1)
	t.emit(simt.TapeOp{Code: lane.Select, Z: z.reg, X: a, Y: b})
	return z
}

func (t *taper) call(e *syntax.Expr) *node {
	name := e.Kids[0].Name
	t.need(e.Kids[0].Op == "name" && e.Kids[0].Type == nil && len(t.l.unit.Functions[name]) == 0 && t.l.find(name) == nil && t.local(name) == nil && t.l.owner() == nil)
	single := len(name) > 1 && name[len(name)-1] == 'f'
	f1, f2 := libdevice.Unary[name[:len(name)-1]], libdevice.Binary[name[:len(name)-1]]
	c, known := word.FunctionCodes[name]
	t.need(single && (f1 != nil && len(e.Kids) == 2 || f2 != nil && len(e.Kids) == 3))
	x := t.convert(t.value(e.Kids[1]), syntax.Basic[word.F32])
	var y *node
	if f2 != nil {
		y = t.convert(t.value(e.Kids[2]), syntax.Basic[word.F32])
	}
	t.s.Flops++
	switch {
	case known && y != nil:
		return t.op(c, syntax.Basic[word.F32], x.reg, y.reg)
	case known:
		return t.op(c, syntax.Basic[word.F32], x.reg, -1)
	case y != nil:
		return t.lower(syntax.Basic[word.F32], x, y, func(x, y uint64) uint64 {
			return word.Bits32(float32(f2(float64(word.Float32(x)), float64(word.Float32(y)))))
		})
	}
	return t.lower(syntax.Basic[word.F32], x, nil, func(x, _ uint64) uint64 { return word.Bits32(float32(f1(float64(word.Float32(x))))) })
}

// read is the value of an element, or the address of a row of an array.
func (t *taper) read(e *syntax.Expr) *node {
	a := t.element(e)
	if a.Type.Kind == word.Array {
		return &node{typ: syntax.PointerTo(a.Type.Elem), reg: -1, line: a.Address}
	}
	return t.load(t.scalarAccess(a))
}

func (t *taper) load(a *simt.SweepAccess) *node {
	a.Op = len(t.s.Ops)
	return t.op(lane.LoadOne, syntax.Plain(a.Type), -1, -1)
}

// access is an element that is written.
func (t *taper) access(e *syntax.Expr) *simt.SweepAccess { return t.scalarAccess(t.element(e)) }

func (t *taper) scalarAccess(a *simt.SweepAccess) *simt.SweepAccess {
	k := a.Type.Kind
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && !a.Type.Volatile)
	t.s.Accesses = append(t.s.Accesses, a)
	return a
}

// element is what an expression in brackets, or behind a star, refers to.
func (t *taper) element(e *syntax.Expr) *simt.SweepAccess {
	known, ok := t.l.elements[e]
	t.need(ok)
	if e.Op == "unary" {
		p := t.value(e.Kids[0])
		t.need(p.typ.Kind == word.Pointer && p.line != nil)
		return &simt.SweepAccess{Type: t.l.resolve(p.typ.Elem, e.Tok), Address: p.line, At: known.at}
	}
	base, i := t.value(e.Kids[0]), t.value(e.Kids[1])
	t.need(base.typ.Kind == word.Pointer && i.typ.IsInt() && base.line != nil && i.line != nil && base.typ.Elem.Kind != word.Void)
	elem := t.l.resolve(base.typ.Elem, e.Tok)
	if known.n >= 0 {
		t.s.Checks = append(t.s.Checks, simt.TapeCheck{Index: i.line, N: int64(known.n)})
	}
	return &simt.SweepAccess{Type: elem, Address: t.address(base.line, i.line, int64(elem.Size())), At: known.at}
}
