// This file lowers operators.

package lower

import (
	"math"
	"math/bits"
	"strings"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// choose lowers a conditional expression, which is an lvalue where both its sides are.
func (l *lowering) choose(e *syntax.Expr) operand {
	c := l.truth(e.Kids[0])
	a, b := l.operand(e.Kids[1]), l.operand(e.Kids[2])
	t := l.commonType(a, b, e)
	if t.Kind == word.Void {
		return operand{e: e, v: l.chooseEffect(c, a, b)}
	}
	if p, q := a.p, b.p; p != nil && q != nil && p.reg < 0 && q.reg < 0 && !p.temp && !q.temp && syntax.Same(p.typ, q.typ) && p.typ.Const == q.typ.Const && p.typ.Kind != word.Array {
		addr := l.chosen(c, p.addr, q.addr, syntax.PointerTo(p.typ))
		either := &place{typ: p.typ, reg: -1, addr: addr, at: l.site(e.Tok, "")}
		return operand{e: e, p: either, v: l.read(either)}
	}
	return operand{e: e, v: l.chosen(c, l.initialFrom(a, t), l.initialFrom(b, t), t)}
}

// chosen is one of two values.
func (l *lowering) chosen(c, x, y value, t *syntax.Type) value {
	d := l.reg()
	if l.host {
		c, a, b := l.scalarOf(c), l.scalarOf(x), l.scalarOf(y)
		return value{typ: syntax.Plain(t), slot: d, fresh: x.fresh && y.fresh, run: l.evaluated(func(w *simt.Warp) uint64 {
			if c(w) != 0 {
				return a(w)
			}
			return b(w)
		}, d)}
	}
	return value{typ: syntax.Plain(t), slot: d, fresh: x.fresh && y.fresh, run: func(w *simt.Warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.Truth(c.slot, m)
		no := m &^ yes
		if yes != 0 && x.run != nil {
			x.run(w, yes)
		}
		if no != 0 && y.run != nil {
			y.run(w, no)
		}
		w.Rules[d] = simt.Rule{}
		if yes != 0 {
			w.Assign(d, x.slot, yes)
		}
		if no != 0 {
			w.Assign(d, y.slot, no)
		}
	}}
}

// commonType is the type of a conditional expression.
func (l *lowering) commonType(a, b operand, e *syntax.Expr) *syntax.Type {
	switch {
	case a.list || b.list:
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	case a.v.typ.IsNumber() && b.v.typ.IsNumber():
		if syntax.Same(a.v.typ, b.v.typ) {
			return syntax.Plain(a.v.typ)
		}
		return syntax.Common(a.v.typ, b.v.typ)
	case a.v.zero && b.v.typ.Kind == word.Pointer, a.v.typ.Kind == word.Pointer && b.v.typ.Kind == word.Pointer && b.v.typ.Elem.Const:
		return b.v.typ
	case b.v.typ.Kind == word.Struct && a.v.typ.Kind != word.Struct:
		return b.v.typ
	}
	return a.v.typ
}

func (l *lowering) chooseEffect(c value, a, b operand) value {
	return value{typ: syntax.Basic[word.Void], run: func(w *simt.Warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.Truth(c.slot, m)
		if yes != 0 && a.v.run != nil {
			a.v.run(w, yes)
		}
		if no := m &^ yes; no != 0 && b.v.run != nil {
			b.v.run(w, no)
		}
	}}
}

func (l *lowering) logical(e *syntax.Expr) value {
	x, y := l.operand(e.Kids[0]), l.operand(e.Kids[1])
	if v, ok := l.overloaded(e.Op, []operand{x, y}, e.Tok); ok {
		return v
	}
	a, b := l.convert(l.deref(x.v), syntax.Basic[word.Bool], e.Kids[0].Tok), l.convert(l.deref(y.v), syntax.Basic[word.Bool], e.Kids[1].Tok)
	d := l.reg()
	or := e.Op == "||"
	if l.host {
		x, y := l.scalarOf(a), l.scalarOf(b)
		return value{typ: syntax.Basic[word.Bool], slot: d, run: l.evaluated(func(w *simt.Warp) uint64 {
			t := x(w) != 0
			if t != or {
				t = y(w) != 0
			}
			return word.Bit(t)
		}, d)}
	}
	return value{typ: syntax.Basic[word.Bool], slot: d, run: func(w *simt.Warp, m uint32) {
		if a.run != nil {
			a.run(w, m)
		}
		yes := w.Truth(a.slot, m)
		rest := yes
		if or {
			rest = m &^ yes
		}
		result := yes &^ rest
		if rest != 0 {
			if b.run != nil {
				b.run(w, rest)
			}
			result |= w.Truth(b.slot, rest)
		}
		if result == 0 || result == m {
			w.Give(d, word.Bit(result != 0), m)
			return
		}
		z := w.Out(d)
		for i := range z {
			z[i] = uint64(result >> i & 1)
		}
	}}
}

func (l *lowering) unaryValue(e *syntax.Expr) value {
	if e.Name == "&" {
		return l.addressValue(e)
	}
	if e.Name == "*" {
		return l.read(l.place(e))
	}
	o := l.operand(e.Kids[0])
	if o.list {
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	}
	if v, ok := l.overloaded(e.Name, []operand{o}, e.Tok); ok {
		return v
	}
	v := l.deref(o.v)
	if e.Name == "!" {
		v = l.convert(v, syntax.Basic[word.Bool], e.Tok)
		return l.map1(v, syntax.Basic[word.Bool], func(x uint64) uint64 { return x ^ 1 })
	}
	if !v.typ.IsNumber() || e.Name == "~" && !v.typ.IsInt() {
		l.fail(e.Tok, "", "invalid operand of type '%s' for unary %s", v.typ, e.Name)
	}
	v = l.cast(v, syntax.Promoted(v.typ))
	f := word.UnaryOperation(e.Name, v.typ.Kind)
	if v.konst != nil && v.run == nil {
		return l.constant(f(*v.konst), v.typ)
	}
	return l.map1(v, v.typ, f)
}

// map1 is a function of a value.
func (l *lowering) map1(v value, t *syntax.Type, f func(uint64) uint64) value {
	d := l.reg()
	if l.host {
		x := l.scalarOf(v)
		return value{typ: t, slot: d, run: l.evaluated(func(w *simt.Warp) uint64 { return f(x(w)) }, d)}
	}
	return value{typ: t, slot: d, run: seq(v.run, l.apply1(v.slot, d, f))}
}

func (l *lowering) addressValue(e *syntax.Expr) value {
	if k := e.Kids[0]; k.Op == "name" && l.find(k.Name) == nil && len(l.unit.Functions[k.Name]) > 0 {
		return l.functionValue(k)
	}
	outer := l.addressOnly
	l.addressOnly = true
	o := l.operand(e.Kids[0])
	p := o.p
	l.addressOnly = outer
	if !o.list && len(o.v.typ.Methods("operator&")) > 0 {
		if v, ok := l.overloaded("&", []operand{o}, e.Tok); ok {
			return v
		}
	}
	if k := e.Kids[0]; k.Op == "name" && p == nil && o.v.typ.PointsToFunction() { // &S::f is S::f
		return o.v
	}
	if p == nil || p.reg >= 0 || p.bits > 0 {
		l.fail(e.Tok, "", "cannot take the address of this expression")
	}
	v := p.addr
	v.typ = syntax.PointerTo(p.typ)
	return v
}

// assigned is an assignment, as an lvalue and as the value that was stored.
func (l *lowering) assigned(e *syntax.Expr) (*place, value) {
	p, addr := l.fixed(l.writable(e.Kids[0]))
	var v value
	if e.Op == "=" {
		o := l.operand(e.Kids[1])
		if p.typ.Kind == word.Struct {
			v = l.assignClass(p, o, e.Tok)
			v.run = seq(addr, v.run)
		} else {
			v = l.initialFrom(o, p.typ)
			v.run = l.put(addr, false, p, v)
		}
	} else {
		v = l.updated(p, addr, e)
	}
	q := *p
	if p.reg >= 0 {
		q.before = v.run
	} else {
		q.addr.run = v.run
	}
	v.konst, v.zero = nil, false
	return &q, v
}

// updated lowers an operator with = behind it; the address is computed by addr, once.
func (l *lowering) updated(p *place, addr simt.Op, e *syntax.Expr) value {
	right := l.operand(e.Kids[1])
	left := operand{e: e.Kids[0], p: p, v: l.read(p)}
	if v, ok := l.overloaded(e.Op, []operand{left, right}, e.Tok); ok {
		v.run = seq(addr, v.run)
		return v
	}
	v := l.binary(strings.TrimSuffix(e.Op, "="), left, right, e)
	v = l.convert(l.deref(v), syntax.Plain(p.typ), e.Tok)
	// The address stands in its register before the value is computed, and nothing in
	// between reuses that register.
	v.run = l.put(addr, true, p, v)
	return v
}

// incremented is ++x or --x, as an lvalue and as its new value.
func (l *lowering) incremented(e *syntax.Expr) (*place, value) {
	p, addr := l.fixed(l.writable(e.Kids[0]))
	if v, ok := l.overloaded(e.Name, []operand{{e: e.Kids[0], p: p, v: l.read(p)}}, e.Tok); ok {
		v.run = seq(addr, v.run)
		return l.resultPlace(v, e.Tok), v
	}
	v := l.increment(p, addr, e, -1)
	q := *p
	if p.reg >= 0 {
		q.before = v.run
	} else {
		q.addr.run = v.run
	}
	return &q, v
}

// increment changes a place by one and gives what is there now; what was there goes to
// register keep, unless that is negative.
func (l *lowering) increment(p *place, addr simt.Op, e *syntax.Expr, keep int) value {
	old := l.read(p)
	if !old.typ.IsScalar() {
		l.fail(e.Tok, "", "cannot apply %s to '%s'", e.Name, old.typ)
	}
	run := seq(addr, old.run)
	if keep >= 0 {
		run = seq(run, l.move(old.slot, keep))
	}
	after := l.binaryValue(e.Name[:1], value{typ: old.typ, slot: old.slot}, l.constant(1, syntax.Basic[word.I32]), e)
	after = l.convert(after, old.typ, e.Tok)
	after.run = l.put(run, true, p, after)
	return after
}

// postIncrement lowers x++ and x--.
func (l *lowering) postIncrement(e *syntax.Expr) value {
	p, addr := l.fixed(l.writable(e.Kids[0]))
	if p.typ.Kind == word.Struct {
		old := operand{e: e.Kids[0], p: p, v: l.read(p)}
		zero := operand{e: e, v: l.constant(0, syntax.Basic[word.I32])}
		if v, ok := l.overloaded(e.Name, []operand{old, zero}, e.Tok); ok {
			v.run = seq(addr, v.run)
			return v
		}
	}
	before := value{typ: syntax.Plain(p.typ), slot: l.reg()}
	before.run = l.increment(p, addr, e, before.slot).run
	return before
}

// binary lowers a binary operator on two operands.
func (l *lowering) binary(op string, a, b operand, e *syntax.Expr) value {
	if a.list || b.list {
		l.fail(e.Tok, "", "a list in braces cannot stand here")
	}
	if v, ok := l.overloaded(op, []operand{a, b}, e.Tok); ok {
		return v
	}
	x, y := l.deref(a.v), l.deref(b.v)
	x, y = l.fromClass(x, e.Tok), l.fromClass(y, e.Tok)
	if x.typ.Kind == word.Void || y.typ.Kind == word.Void {
		l.fail(e.Tok, "", "void value not ignored as it ought to be")
	}
	return l.binaryValue(op, x, y, e)
}

// fromClass converts an object that has an operator to a number.
func (l *lowering) fromClass(v value, at lex.Token) value {
	if v.typ.Kind == word.Struct {
		if f := l.conversionOperator(v.typ, syntax.Basic[word.F64]); f != nil {
			this := value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}
			return l.deref(l.call1(f, &this, nil, binding{}, at))
		}
	}
	return v
}

// binaryValue lowers an arithmetic operator on two lowered operands.
func (l *lowering) binaryValue(op string, a, b value, e *syntax.Expr) value {
	if a.typ.Kind == word.Pointer || b.typ.Kind == word.Pointer {
		return l.pointerValue(op, a, b, e)
	}
	if !a.typ.IsNumber() || !b.typ.IsNumber() {
		l.fail(e.Tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	l.checkHalf(op, a, b, e)
	l.checkOperands(op, a, b, e)
	t := syntax.Common(a.typ, b.typ)
	from, to := a.typ, b.typ
	if op == "<<" || op == ">>" {
		t = syntax.Promoted(a.typ)
		b = l.cast(b, syntax.Promoted(b.typ))
		a = l.cast(a, t)
	} else {
		a, b = l.cast(a, t), l.cast(b, t)
	}
	f := word.Operation(op, t.Kind)
	if f == nil || t.IsFloat() && op == "%" {
		hint := ""
		if op == "%" {
			hint = "use fmodf(a, b)"
		}
		l.fail(e.Tok, hint, "invalid operands to binary %s ('%s' and '%s')", op, from, to)
	}
	result := t
	if word.Compares(op) {
		result = syntax.Basic[word.Bool]
	}
	division := t.IsInt() && (op == "/" || op == "%")
	if a.konst != nil && b.konst != nil && a.run == nil && b.run == nil && !(division && *b.konst == 0) {
		c := l.constant(f(*a.konst, *b.konst), result)
		c.zero = false
		return c
	}
	d := l.reg()
	if l.host {
		if division && (b.konst == nil || *b.konst == 0) {
			return value{typ: result, slot: d, run: l.evaluated(l.scalarDivision(a, b, f, l.site(e.Tok, "")), d)}
		}
		return value{typ: result, slot: d, run: l.evaluated(l.scalar2(op, t.Kind, a, b, f), d)}
	}
	run := l.operate(op, t.Kind, a.slot, b.slot, d, f)
	if division {
		run = seq(l.checkDivisor(b, e), run)
	}
	if t.IsFloat() && result == t {
		run = countFlops(run, 1)
	}
	return value{typ: result, slot: d, run: seq(seq(a.run, b.run), run)}
}

// operate computes an operator, which is f for one lane.
func (l *lowering) operate(op string, k word.Kind, a, b, d int, f func(a, b uint64) uint64) simt.Op {
	run := simt.EachLane2(a, b, d, f)
	if whole := word.WholeOperation(op, k); whole != nil {
		run = simt.Apply(whole, a, b, d)
	} else if (op == "%" || op == "/") && k.Integer() {
		run = byPower(op, a, b, d, run)
	}
	return simt.Ruled(a, b, d, f, simt.CombineOf(op, k), run)
}

// byPower divides by a power of two that is the same in all lanes, of which none is below
// zero, without dividing.
func byPower(op string, a, b, d int, otherwise simt.Op) simt.Op {
	return func(w *simt.Warp, m uint32) {
		y := &w.Rules[b]
		n := y.Base
		x := w.In(a)
		if m&^y.Where != 0 || !y.Uniform() || n == 0 || n&(n-1) != 0 || n > 1<<30 || lane.Outside(x, 0, math.MaxInt64, 0)&m != 0 {
			otherwise(w, m)
			return
		}
		z, shift := w.Out(d), bits.TrailingZeros64(n)
		if op == "/" {
			for i, v := range x {
				z[i] = v >> (shift & 63)
			}
			return
		}
		for i, v := range x {
			z[i] = v & (n - 1)
		}
	}
}

// checkHalf fails where CUDA's half types find no operator that fits.
func (l *lowering) checkHalf(op string, a, b value, e *syntax.Expr) {
	if !a.typ.IsHalf() && !b.typ.IsHalf() || op == "<<" || op == ">>" {
		return
	}
	if syntax.Same(a.typ, b.typ) {
		return
	}
	half, other := a.typ, b.typ
	if !half.IsHalf() {
		half, other = other, half
	}
	from, to := "__half2float", "__float2half"
	if half.Kind == word.BF16 {
		from, to = "__bfloat162float", "__float2bfloat16"
	}
	l.fail(e.Tok, "convert one side: "+from+"(…) or "+to+"(…)", "more than one operator '%s' matches '%s' and '%s'", op, half, other)
}

func countFlops(f simt.Op, n int64) simt.Op {
	return func(w *simt.Warp, m uint32) {
		w.Core.Profile.Flops += n * int64(bits.OnesCount32(m))
		f(w, m)
	}
}

func (l *lowering) checkDivisor(b value, e *syntax.Expr) simt.Op {
	if b.konst != nil && *b.konst != 0 {
		return nil
	}
	at, slot := l.site(e.Tok, ""), b.slot
	return func(w *simt.Warp, m uint32) {
		if f := &w.Rules[slot]; f.Base != 0 && f.Uniform() && m&^f.Where == 0 {
			return
		}
		if bad := m &^ w.Truth(slot, m); bad != 0 {
			w.Fail("arithmetic", at, simt.First(bad), "integer division by zero")
		}
	}
}

func (l *lowering) pointerValue(op string, a, b value, e *syntax.Expr) value {
	d := l.reg()
	both := a.typ.Kind == word.Pointer && b.typ.Kind == word.Pointer
	switch {
	case op == "+" && a.typ.IsInt():
		return l.pointerValue(op, b, a, e)
	case (op == "+" || op == "-") && b.typ.IsInt():
		l.pointsToObject(a.typ, e.Tok)
		elem := l.resolve(a.typ.Elem, e.Tok)
		l.complete(elem, e.Tok)
		size := uint64(elem.Size())
		if op == "-" {
			size = -size
		}
		if l.host {
			return value{typ: a.typ, slot: d, run: l.evaluated(l.scalarElement(a, b, -1, size, "", nil), d)}
		}
		return value{typ: a.typ, slot: d, run: seq(seq(a.run, b.run), addressStep(a.slot, b.slot, d, size))}
	case op == "-" && both && syntax.Same(a.typ.Elem, b.typ.Elem):
		size := int64(max(l.resolve(a.typ.Elem, e.Tok).Size(), 1))
		return value{typ: syntax.Basic[word.I64], slot: d, run: seq(seq(a.run, b.run), l.apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return uint64(int64(x-y) / size) }))}
	}
	if f := word.IntegerCompare(op, true); f != nil && (both || a.zero || b.zero) {
		return value{typ: syntax.Basic[word.Bool], slot: d, run: seq(seq(a.run, b.run), l.apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return word.Bit(f(x, y)) }))}
	}
	l.fail(e.Tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	return value{}
}
