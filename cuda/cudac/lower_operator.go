// This file lowers operators.

package cudac

import (
	"math"
	"math/bits"
	"strings"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// choose lowers a conditional expression, which is an lvalue where both its sides are.
func (l *lowering) choose(e *expr) operand {
	c := l.truth(e.kids[0])
	a, b := l.operand(e.kids[1]), l.operand(e.kids[2])
	t := l.commonType(a, b, e)
	if t.Kind == word.Void {
		return operand{e: e, v: l.chooseEffect(c, a, b)}
	}
	if p, q := a.p, b.p; p != nil && q != nil && p.reg < 0 && q.reg < 0 && !p.temp && !q.temp && same(p.typ, q.typ) && p.typ.Const == q.typ.Const && p.typ.Kind != word.Array {
		addr := l.chosen(c, p.addr, q.addr, pointerTo(p.typ))
		either := &place{typ: p.typ, reg: -1, addr: addr, at: l.site(e.tok, "")}
		return operand{e: e, p: either, v: l.read(either)}
	}
	return operand{e: e, v: l.chosen(c, l.initialFrom(a, t), l.initialFrom(b, t), t)}
}

// chosen is one of two values.
func (l *lowering) chosen(c, x, y value, t *Type) value {
	d := l.reg()
	if l.host {
		c, a, b := l.scalarOf(c), l.scalarOf(x), l.scalarOf(y)
		return value{typ: plain(t), slot: d, fresh: x.fresh && y.fresh, run: l.evaluated(func(w *warp) uint64 {
			if c(w) != 0 {
				return a(w)
			}
			return b(w)
		}, d)}
	}
	return value{typ: plain(t), slot: d, fresh: x.fresh && y.fresh, run: func(w *warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.truth(c.slot, m)
		no := m &^ yes
		if yes != 0 && x.run != nil {
			x.run(w, yes)
		}
		if no != 0 && y.run != nil {
			y.run(w, no)
		}
		w.rules[d] = rule{}
		if yes != 0 {
			w.assign(d, x.slot, yes)
		}
		if no != 0 {
			w.assign(d, y.slot, no)
		}
	}}
}

// commonType is the type of a conditional expression.
func (l *lowering) commonType(a, b operand, e *expr) *Type {
	switch {
	case a.list || b.list:
		l.fail(e.tok, "", "a list in braces cannot stand here")
	case a.v.typ.isNumber() && b.v.typ.isNumber():
		if same(a.v.typ, b.v.typ) {
			return plain(a.v.typ)
		}
		return common(a.v.typ, b.v.typ)
	case a.v.zero && b.v.typ.Kind == word.Pointer, a.v.typ.Kind == word.Pointer && b.v.typ.Kind == word.Pointer && b.v.typ.Elem.Const:
		return b.v.typ
	case b.v.typ.Kind == word.Struct && a.v.typ.Kind != word.Struct:
		return b.v.typ
	}
	return a.v.typ
}

func (l *lowering) chooseEffect(c value, a, b operand) value {
	return value{typ: basic[word.Void], run: func(w *warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.truth(c.slot, m)
		if yes != 0 && a.v.run != nil {
			a.v.run(w, yes)
		}
		if no := m &^ yes; no != 0 && b.v.run != nil {
			b.v.run(w, no)
		}
	}}
}

func (l *lowering) logical(e *expr) value {
	x, y := l.operand(e.kids[0]), l.operand(e.kids[1])
	if v, ok := l.overloaded(e.op, []operand{x, y}, e.tok); ok {
		return v
	}
	a, b := l.convert(l.deref(x.v), basic[word.Bool], e.kids[0].tok), l.convert(l.deref(y.v), basic[word.Bool], e.kids[1].tok)
	d := l.reg()
	or := e.op == "||"
	if l.host {
		x, y := l.scalarOf(a), l.scalarOf(b)
		return value{typ: basic[word.Bool], slot: d, run: l.evaluated(func(w *warp) uint64 {
			t := x(w) != 0
			if t != or {
				t = y(w) != 0
			}
			return word.Bit(t)
		}, d)}
	}
	return value{typ: basic[word.Bool], slot: d, run: func(w *warp, m uint32) {
		if a.run != nil {
			a.run(w, m)
		}
		yes := w.truth(a.slot, m)
		rest := yes
		if or {
			rest = m &^ yes
		}
		result := yes &^ rest
		if rest != 0 {
			if b.run != nil {
				b.run(w, rest)
			}
			result |= w.truth(b.slot, rest)
		}
		if result == 0 || result == m {
			w.give(d, word.Bit(result != 0), m)
			return
		}
		z := w.out(d)
		for i := range z {
			z[i] = uint64(result >> i & 1)
		}
	}}
}

func (l *lowering) unaryValue(e *expr) value {
	if e.name == "&" {
		return l.addressValue(e)
	}
	if e.name == "*" {
		return l.read(l.place(e))
	}
	o := l.operand(e.kids[0])
	if o.list {
		l.fail(e.tok, "", "a list in braces cannot stand here")
	}
	if v, ok := l.overloaded(e.name, []operand{o}, e.tok); ok {
		return v
	}
	v := l.deref(o.v)
	if e.name == "!" {
		v = l.convert(v, basic[word.Bool], e.tok)
		return l.map1(v, basic[word.Bool], func(x uint64) uint64 { return x ^ 1 })
	}
	if !v.typ.isNumber() || e.name == "~" && !v.typ.isInt() {
		l.fail(e.tok, "", "invalid operand of type '%s' for unary %s", v.typ, e.name)
	}
	v = l.cast(v, promoted(v.typ))
	f := word.UnaryOperation(e.name, v.typ.Kind)
	if v.konst != nil && v.run == nil {
		return l.constant(f(*v.konst), v.typ)
	}
	return l.map1(v, v.typ, f)
}

// map1 is a function of a value.
func (l *lowering) map1(v value, t *Type, f func(uint64) uint64) value {
	d := l.reg()
	if l.host {
		x := l.scalarOf(v)
		return value{typ: t, slot: d, run: l.evaluated(func(w *warp) uint64 { return f(x(w)) }, d)}
	}
	return value{typ: t, slot: d, run: seq(v.run, l.apply1(v.slot, d, f))}
}

func (l *lowering) addressValue(e *expr) value {
	if k := e.kids[0]; k.op == "name" && l.find(k.name) == nil && len(l.unit.functions[k.name]) > 0 {
		return l.functionValue(k)
	}
	outer := l.addressOnly
	l.addressOnly = true
	o := l.operand(e.kids[0])
	p := o.p
	l.addressOnly = outer
	if !o.list && len(o.v.typ.methods("operator&")) > 0 {
		if v, ok := l.overloaded("&", []operand{o}, e.tok); ok {
			return v
		}
	}
	if p == nil || p.reg >= 0 || p.bits > 0 {
		l.fail(e.tok, "", "cannot take the address of this expression")
	}
	v := p.addr
	v.typ = pointerTo(p.typ)
	return v
}

// assigned is an assignment, as an lvalue and as the value that was stored.
func (l *lowering) assigned(e *expr) (*place, value) {
	p, addr := l.fixed(l.writable(e.kids[0]))
	var v value
	if e.op == "=" {
		o := l.operand(e.kids[1])
		if p.typ.Kind == word.Struct {
			v = l.assignClass(p, o, e.tok)
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
func (l *lowering) updated(p *place, addr step, e *expr) value {
	right := l.operand(e.kids[1])
	left := operand{e: e.kids[0], p: p, v: l.read(p)}
	if v, ok := l.overloaded(e.op, []operand{left, right}, e.tok); ok {
		v.run = seq(addr, v.run)
		return v
	}
	v := l.binary(strings.TrimSuffix(e.op, "="), left, right, e)
	v = l.convert(l.deref(v), plain(p.typ), e.tok)
	// The address stands in its register before the value is computed, and nothing in
	// between reuses that register.
	v.run = l.put(addr, true, p, v)
	return v
}

// incremented is ++x or --x, as an lvalue and as its new value.
func (l *lowering) incremented(e *expr) (*place, value) {
	p, addr := l.fixed(l.writable(e.kids[0]))
	if v, ok := l.overloaded(e.name, []operand{{e: e.kids[0], p: p, v: l.read(p)}}, e.tok); ok {
		v.run = seq(addr, v.run)
		return l.resultPlace(v, e.tok), v
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
func (l *lowering) increment(p *place, addr step, e *expr, keep int) value {
	old := l.read(p)
	if !old.typ.isScalar() {
		l.fail(e.tok, "", "cannot apply %s to '%s'", e.name, old.typ)
	}
	run := seq(addr, old.run)
	if keep >= 0 {
		run = seq(run, l.move(old.slot, keep))
	}
	after := l.binaryValue(e.name[:1], value{typ: old.typ, slot: old.slot}, l.constant(1, basic[word.I32]), e)
	after = l.convert(after, old.typ, e.tok)
	after.run = l.put(run, true, p, after)
	return after
}

// postIncrement lowers x++ and x--.
func (l *lowering) postIncrement(e *expr) value {
	p, addr := l.fixed(l.writable(e.kids[0]))
	if p.typ.Kind == word.Struct {
		old := operand{e: e.kids[0], p: p, v: l.read(p)}
		zero := operand{e: e, v: l.constant(0, basic[word.I32])}
		if v, ok := l.overloaded(e.name, []operand{old, zero}, e.tok); ok {
			v.run = seq(addr, v.run)
			return v
		}
	}
	before := value{typ: plain(p.typ), slot: l.reg()}
	before.run = l.increment(p, addr, e, before.slot).run
	return before
}

// binary lowers a binary operator on two operands.
func (l *lowering) binary(op string, a, b operand, e *expr) value {
	if a.list || b.list {
		l.fail(e.tok, "", "a list in braces cannot stand here")
	}
	if v, ok := l.overloaded(op, []operand{a, b}, e.tok); ok {
		return v
	}
	x, y := l.deref(a.v), l.deref(b.v)
	x, y = l.fromClass(x, e.tok), l.fromClass(y, e.tok)
	if x.typ.Kind == word.Void || y.typ.Kind == word.Void {
		l.fail(e.tok, "", "void value not ignored as it ought to be")
	}
	return l.binaryValue(op, x, y, e)
}

// fromClass converts an object that has an operator to a number.
func (l *lowering) fromClass(v value, at token) value {
	if v.typ.Kind == word.Struct {
		if f := l.conversionOperator(v.typ, basic[word.F64]); f != nil {
			this := value{typ: pointerTo(v.typ), slot: v.slot, run: v.run}
			return l.deref(l.call1(f, &this, nil, binding{}, at))
		}
	}
	return v
}

// binaryValue lowers an arithmetic operator on two lowered operands.
func (l *lowering) binaryValue(op string, a, b value, e *expr) value {
	if a.typ.Kind == word.Pointer || b.typ.Kind == word.Pointer {
		return l.pointerValue(op, a, b, e)
	}
	if !a.typ.isNumber() || !b.typ.isNumber() {
		l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	l.checkHalf(op, a, b, e)
	l.checkOperands(op, a, b, e)
	t := common(a.typ, b.typ)
	from, to := a.typ, b.typ
	if op == "<<" || op == ">>" {
		t = promoted(a.typ)
		b = l.cast(b, promoted(b.typ))
		a = l.cast(a, t)
	} else {
		a, b = l.cast(a, t), l.cast(b, t)
	}
	f := word.Operation(op, t.Kind)
	if f == nil || t.isFloat() && op == "%" {
		hint := ""
		if op == "%" {
			hint = "use fmodf(a, b)"
		}
		l.fail(e.tok, hint, "invalid operands to binary %s ('%s' and '%s')", op, from, to)
	}
	result := t
	if word.Compares(op) {
		result = basic[word.Bool]
	}
	division := t.isInt() && (op == "/" || op == "%")
	if a.konst != nil && b.konst != nil && a.run == nil && b.run == nil && !(division && *b.konst == 0) {
		c := l.constant(f(*a.konst, *b.konst), result)
		c.zero = false
		return c
	}
	d := l.reg()
	if l.host {
		if division && (b.konst == nil || *b.konst == 0) {
			return value{typ: result, slot: d, run: l.evaluated(l.scalarDivision(a, b, f, l.site(e.tok, "")), d)}
		}
		return value{typ: result, slot: d, run: l.evaluated(l.scalar2(op, t.Kind, a, b, f), d)}
	}
	run := l.operate(op, t.Kind, a.slot, b.slot, d, f)
	if division {
		run = seq(l.checkDivisor(b, e), run)
	}
	if t.isFloat() && result == t {
		run = countFlops(run, 1)
	}
	return value{typ: result, slot: d, run: seq(seq(a.run, b.run), run)}
}

// operate computes an operator, which is f for one lane.
func (l *lowering) operate(op string, k word.Kind, a, b, d int, f func(a, b uint64) uint64) step {
	run := eachLane2(a, b, d, f)
	if whole := word.WholeOperation(op, k); whole != nil {
		run = apply(whole, a, b, d)
	} else if (op == "%" || op == "/") && k.Integer() {
		run = byPower(op, a, b, d, run)
	}
	return ruled(a, b, d, f, combineOf(op, k), run)
}

// byPower divides by a power of two that is the same in all lanes, of which none is below
// zero, without dividing.
func byPower(op string, a, b, d int, otherwise step) step {
	return func(w *warp, m uint32) {
		y := &w.rules[b]
		n := y.base
		x := w.in(a)
		if m&^y.where != 0 || !y.uniform() || n == 0 || n&(n-1) != 0 || n > 1<<30 || lane.Outside(x, 0, math.MaxInt64, 0)&m != 0 {
			otherwise(w, m)
			return
		}
		z, shift := w.out(d), bits.TrailingZeros64(n)
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
func (l *lowering) checkHalf(op string, a, b value, e *expr) {
	if !a.typ.isHalf() && !b.typ.isHalf() || op == "<<" || op == ">>" {
		return
	}
	if same(a.typ, b.typ) {
		return
	}
	half, other := a.typ, b.typ
	if !half.isHalf() {
		half, other = other, half
	}
	from, to := "__half2float", "__float2half"
	if half.Kind == word.BF16 {
		from, to = "__bfloat162float", "__float2bfloat16"
	}
	l.fail(e.tok, "convert one side: "+from+"(…) or "+to+"(…)", "more than one operator '%s' matches '%s' and '%s'", op, half, other)
}

func countFlops(f step, n int64) step {
	return func(w *warp, m uint32) {
		w.run.profile.Flops += n * int64(popcount(m))
		f(w, m)
	}
}

func (l *lowering) checkDivisor(b value, e *expr) step {
	if b.konst != nil && *b.konst != 0 {
		return nil
	}
	at, slot := l.site(e.tok, ""), b.slot
	return func(w *warp, m uint32) {
		if f := &w.rules[slot]; f.base != 0 && f.uniform() && m&^f.where == 0 {
			return
		}
		if bad := m &^ w.truth(slot, m); bad != 0 {
			w.fail("arithmetic", at, first(bad), "integer division by zero")
		}
	}
}

func (l *lowering) pointerValue(op string, a, b value, e *expr) value {
	d := l.reg()
	both := a.typ.Kind == word.Pointer && b.typ.Kind == word.Pointer
	switch {
	case op == "+" && a.typ.isInt():
		return l.pointerValue(op, b, a, e)
	case (op == "+" || op == "-") && b.typ.isInt():
		l.pointsToObject(a.typ, e.tok)
		elem := l.resolve(a.typ.Elem, e.tok)
		l.complete(elem, e.tok)
		size := uint64(elem.Size())
		if op == "-" {
			size = -size
		}
		if l.host {
			return value{typ: a.typ, slot: d, run: l.evaluated(l.scalarElement(a, b, -1, size, "", nil), d)}
		}
		return value{typ: a.typ, slot: d, run: seq(seq(a.run, b.run), addressStep(a.slot, b.slot, d, size))}
	case op == "-" && both && same(a.typ.Elem, b.typ.Elem):
		size := int64(max(l.resolve(a.typ.Elem, e.tok).Size(), 1))
		return value{typ: basic[word.I64], slot: d, run: seq(seq(a.run, b.run), l.apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return uint64(int64(x-y) / size) }))}
	}
	if f := word.IntegerCompare(op, true); f != nil && (both || a.zero || b.zero) {
		return value{typ: basic[word.Bool], slot: d, run: seq(seq(a.run, b.run), l.apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return word.Bit(f(x, y)) }))}
	}
	l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	return value{}
}
