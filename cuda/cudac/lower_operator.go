// This file lowers operators.

package cudac

import (
	"strings"

	"gputour/cuda/cudac/lane"
)

func (l *lowering) choose(e *expr) value {
	c, a, b := l.truth(e.kids[0]), l.rvalue(e.kids[1]), l.rvalue(e.kids[2])
	t := a.typ
	switch {
	case a.typ.isNumber() && b.typ.isNumber():
		t = common(a.typ, b.typ)
	case a.zero && b.typ.Kind == Pointer:
		t = b.typ
	}
	a, b = l.convert(a, t, e.kids[1].tok), l.convert(b, t, e.kids[2].tok)
	d := l.reg()
	return value{typ: t, slot: d, run: func(w *warp, m uint32) {
		if c.run != nil {
			c.run(w, m)
		}
		yes := w.truth(c.slot, m)
		no := m &^ yes
		if yes != 0 && a.run != nil {
			a.run(w, yes)
		}
		if no != 0 && b.run != nil {
			b.run(w, no)
		}
		x, y, z := &w.r[a.slot], &w.r[b.slot], &w.r[d]
		lane.Move(z, x, yes)
		lane.Move(z, y, no)
	}}
}

func (l *lowering) logical(e *expr) value {
	a, b := l.truth(e.kids[0]), l.truth(e.kids[1])
	d := l.reg()
	or := e.op == "||"
	return value{typ: basic[Bool], slot: d, run: func(w *warp, m uint32) {
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
		z := &w.r[d]
		for i := range z {
			z[i] = uint64(result >> i & 1)
		}
	}}
}

func (l *lowering) unaryValue(e *expr) value {
	if e.name == "&" {
		p := l.place(e.kids[0])
		if p == nil || p.reg >= 0 {
			l.fail(e.tok, "", "cannot take the address of this expression")
		}
		v := p.addr
		v.typ = pointerTo(p.typ)
		return v
	}
	if e.name == "*" {
		return l.read(l.place(e))
	}
	if e.name == "!" {
		v := l.truth(e.kids[0])
		d := l.reg()
		return value{typ: basic[Bool], slot: d, run: seq(v.run, apply1(v.slot, d, func(x uint64) uint64 { return x ^ 1 }))}
	}
	v := l.rvalue(e.kids[0])
	if !v.typ.isNumber() || e.name == "~" && !v.typ.isInt() {
		l.fail(e.tok, "", "invalid operand of type '%s' for unary %s", v.typ, e.name)
	}
	v = l.cast(v, promoted(v.typ))
	var f func(uint64) uint64
	k := v.typ.Kind
	switch {
	case e.name == "+":
		return v
	case e.name == "~":
		f = func(x uint64) uint64 { return wrap(k, ^x) }
	case k == F32:
		f = func(x uint64) uint64 { return x ^ 1<<31 }
	case k == F64:
		f = func(x uint64) uint64 { return x ^ 1<<63 }
	default:
		f = func(x uint64) uint64 { return wrap(k, -x) }
	}
	if v.konst != nil && v.run == nil {
		return l.constant(f(*v.konst), v.typ)
	}
	d := l.reg()
	return value{typ: v.typ, slot: d, run: seq(v.run, apply1(v.slot, d, f))}
}

func (l *lowering) assignment(e *expr) value {
	p, addr := l.fixed(l.writable(e.kids[0]))
	if e.op == "=" {
		v := l.initial(e.kids[1], p.typ)
		return value{typ: plain(p.typ), slot: v.slot, run: seq(seq(v.run, addr), l.assign(p, v))}
	}
	right := l.rvalue(e.kids[1])
	left := l.read(p)
	v := l.binaryValue(strings.TrimSuffix(e.op, "="), left, right, e)
	v = l.convert(v, plain(p.typ), e.tok)
	// The address stands in its register before the value is computed, and nothing in
	// between reuses that register.
	return value{typ: plain(p.typ), slot: v.slot, run: seq(addr, seq(v.run, l.assign(p, v)))}
}

func (l *lowering) increment(e *expr) value {
	p, addr := l.fixed(l.writable(e.kids[0]))
	old := l.read(p)
	if !old.typ.isScalar() {
		l.fail(e.tok, "", "cannot apply %s to '%s'", e.name, old.typ)
	}
	keep := value{typ: old.typ, slot: l.reg()}
	keep.run = seq(seq(addr, old.run), move(old.slot, keep.slot))
	v := l.binaryValue(e.name[:1], value{typ: old.typ, slot: keep.slot}, l.constant(1, basic[I32]), e)
	v = l.convert(v, old.typ, e.tok)
	run := seq(keep.run, seq(v.run, l.assign(p, v)))
	if e.op == "post" {
		return value{typ: old.typ, slot: keep.slot, run: run}
	}
	return value{typ: old.typ, slot: v.slot, run: run}
}

// binaryValue lowers an arithmetic operator on two lowered operands.
func (l *lowering) binaryValue(op string, a, b value, e *expr) value {
	if a.typ.Kind == Pointer || b.typ.Kind == Pointer {
		return l.pointerValue(op, a, b, e)
	}
	if !a.typ.isNumber() || !b.typ.isNumber() {
		l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	t := common(a.typ, b.typ)
	if op == "<<" || op == ">>" {
		t = promoted(a.typ)
		b = l.cast(b, promoted(b.typ))
		a = l.cast(a, t)
	} else {
		a, b = l.cast(a, t), l.cast(b, t)
	}
	f := operation(op, t.Kind)
	if f == nil {
		hint := ""
		if op == "%" {
			hint = "use fmodf(a, b)"
		}
		l.fail(e.tok, hint, "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	}
	result := t
	if binaryPower[op] == 6 || binaryPower[op] == 7 {
		result = basic[Bool]
	}
	d := l.reg()
	run := apply2(a.slot, b.slot, d, f)
	if whole := wholeOperation(op, t.Kind); whole != nil {
		run = apply(whole, a.slot, b.slot, d)
	}
	if t.isInt() && (op == "/" || op == "%") {
		run = seq(l.checkDivisor(b.slot, e), run)
	}
	if t.isFloat() && result == t {
		run = countFlops(run, 1)
	}
	return value{typ: result, slot: d, run: seq(seq(a.run, b.run), run)}
}

func countFlops(f step, n int64) step {
	return func(w *warp, m uint32) {
		w.run.profile.Flops += n * int64(popcount(m))
		f(w, m)
	}
}

func (l *lowering) checkDivisor(slot int, e *expr) step {
	at := l.site(e.tok, "")
	return func(w *warp, m uint32) {
		for i := range lanes {
			if m>>i&1 != 0 && w.r[slot][i] == 0 {
				w.fail("arithmetic", at, i, "integer division by zero")
			}
		}
	}
}

func (l *lowering) pointerValue(op string, a, b value, e *expr) value {
	d := l.reg()
	both := a.typ.Kind == Pointer && b.typ.Kind == Pointer
	switch {
	case op == "+" && a.typ.isInt():
		return l.pointerValue(op, b, a, e)
	case (op == "+" || op == "-") && b.typ.isInt():
		size := uint64(a.typ.Elem.Size())
		if op == "-" {
			size = -size
		}
		return value{typ: a.typ, slot: d, run: seq(seq(a.run, b.run), apply(lane.Index(size), a.slot, b.slot, d))}
	case op == "-" && both && same(a.typ.Elem, b.typ.Elem):
		size := int64(a.typ.Elem.Size())
		return value{typ: basic[I64], slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return uint64(int64(x-y) / size) }))}
	}
	if f := integerCompare(op, true); f != nil && (both || a.zero || b.zero) {
		return value{typ: basic[Bool], slot: d, run: seq(seq(a.run, b.run), apply2(a.slot, b.slot, d, func(x, y uint64) uint64 { return bit(f(x, y)) }))}
	}
	l.fail(e.tok, "", "invalid operands to binary %s ('%s' and '%s')", op, a.typ, b.typ)
	return value{}
}
