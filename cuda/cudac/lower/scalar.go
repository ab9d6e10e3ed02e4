// This file lowers the expressions of the host, which is one thread: what would leave a value in a
// register for another step to fetch is a function that returns it, and is called by who needs it.

package lower

import (
	"unsafe"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// scalarStep is a step that leaves what a scalar computes in a register.
type scalarStep struct {
	f    simt.Scalar
	slot int
	run  simt.Op
}

// identity tells steps apart.
func identity(run simt.Op) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&run)) }

// evaluated is the step that leaves what f computes in register d.
func (l *lowering) evaluated(f simt.Scalar, d int) simt.Op {
	run := simt.Op(func(w *simt.Warp, _ uint32) { w.Regs[d][0] = f(w) })
	l.scalars[identity(run)] = scalarStep{f, d, run}
	return run
}

// scalarOf is a value as a function.
func (l *lowering) scalarOf(v value) simt.Scalar {
	slot, run := v.slot, v.run
	if run == nil {
		if v.konst != nil {
			k := *v.konst
			return func(*simt.Warp) uint64 { return k }
		}
		return func(w *simt.Warp) uint64 { return w.Regs[slot][0] }
	}
	if s, ok := l.scalars[identity(run)]; ok && s.slot == slot {
		return s.f
	}
	return func(w *simt.Warp) uint64 {
		run(w, 1)
		return w.Regs[slot][0]
	}
}

// register is the register in which a value stands already.
func (v value) register() (slot int, ok bool) { return v.slot, v.run == nil && v.konst == nil }

// scalar2 is an operator of a kind on two values; f is it in general.
func (l *lowering) scalar2(op string, k word.Kind, a, b value, f func(a, b uint64) uint64) simt.Scalar {
	if s := l.scalarFast(op, k, a, b); s != nil {
		return s
	}
	x, y := l.scalarOf(a), l.scalarOf(b)
	if a.run == nil && b.run != nil { // a variable is read when the other side is known
		if op != "+" && op != "*" {
			return func(w *simt.Warp) uint64 {
				v := y(w)
				return f(x(w), v)
			}
		}
		x, y = y, x
	}
	switch k {
	case word.I32:
		switch op {
		case "+":
			return func(w *simt.Warp) uint64 { return uint64(int64(int32(x(w)) + int32(y(w)))) }
		case "-":
			return func(w *simt.Warp) uint64 { return uint64(int64(int32(x(w)) - int32(y(w)))) }
		case "*":
			return func(w *simt.Warp) uint64 { return uint64(int64(int32(x(w)) * int32(y(w)))) }
		}
	case word.F32:
		switch op {
		case "+":
			return func(w *simt.Warp) uint64 { return word.Bits32(word.Float32(x(w)) + word.Float32(y(w))) }
		case "-":
			return func(w *simt.Warp) uint64 { return word.Bits32(word.Float32(x(w)) - word.Float32(y(w))) }
		case "*":
			return func(w *simt.Warp) uint64 { return word.Bits32(word.Float32(x(w)) * word.Float32(y(w))) }
		}
	case word.F64:
		switch op {
		case "+":
			return func(w *simt.Warp) uint64 { return word.Bits64(word.Float64(x(w)) + word.Float64(y(w))) }
		case "-":
			return func(w *simt.Warp) uint64 { return word.Bits64(word.Float64(x(w)) - word.Float64(y(w))) }
		case "*":
			return func(w *simt.Warp) uint64 { return word.Bits64(word.Float64(x(w)) * word.Float64(y(w))) }
		}
	}
	return func(w *simt.Warp) uint64 { return f(x(w), y(w)) }
}

// scalarFast is an operator on a register and a register or a number, of those that loops count
// with; nil for others.
func (l *lowering) scalarFast(op string, k word.Kind, a, b value) simt.Scalar {
	x, ok := a.register()
	if !ok || k != word.I32 && k != word.I64 {
		return nil
	}
	if b.konst != nil && b.run == nil {
		n := *b.konst
		switch {
		case op == "+" && k == word.I32:
			return func(w *simt.Warp) uint64 { return uint64(int64(int32(w.Regs[x][0] + n))) }
		case op == "*" && k == word.I32:
			return func(w *simt.Warp) uint64 { return uint64(int64(int32(w.Regs[x][0] * n))) }
		case op == "<":
			return func(w *simt.Warp) uint64 { return word.Bit(int64(w.Regs[x][0]) < int64(n)) }
		case op == ">":
			return func(w *simt.Warp) uint64 { return word.Bit(int64(w.Regs[x][0]) > int64(n)) }
		}
		return nil
	}
	y, ok := b.register()
	if !ok {
		return nil
	}
	switch {
	case op == "+" && k == word.I32:
		return func(w *simt.Warp) uint64 { return uint64(int64(int32(w.Regs[x][0] + w.Regs[y][0]))) }
	case op == "*" && k == word.I32:
		return func(w *simt.Warp) uint64 { return uint64(int64(int32(w.Regs[x][0] * w.Regs[y][0]))) }
	case op == "<":
		return func(w *simt.Warp) uint64 { return word.Bit(int64(w.Regs[x][0]) < int64(w.Regs[y][0])) }
	}
	return nil
}

// scalarDivision is a division of integers, or its rest.
func (l *lowering) scalarDivision(a, b value, f func(a, b uint64) uint64, at *simt.Site) simt.Scalar {
	x, y := l.scalarOf(a), l.scalarOf(b)
	return func(w *simt.Warp) uint64 {
		n, d := x(w), y(w)
		if d == 0 {
			w.Fail("arithmetic", at, 0, "integer division by zero")
		}
		return f(n, d)
	}
}

// scalarElement is the address of an element; n is the array's length, or -1.
func (l *lowering) scalarElement(base, index value, n int, size uint64, what string, at *simt.Site) simt.Scalar {
	p, x := l.scalarOf(base), l.scalarOf(index)
	if n < 0 {
		if slot, ok := base.register(); ok {
			return func(w *simt.Warp) uint64 { return w.Regs[slot][0] + x(w)*size }
		}
		return func(w *simt.Warp) uint64 { return p(w) + x(w)*size }
	}
	return func(w *simt.Warp) uint64 {
		a, i := p(w), x(w)
		if i >= uint64(n) {
			w.FailAt(&report.Place{Array: what, Index: int64(i), Length: int64(n), Does: ""}, "memcheck", at, 0, "index %d is out of bounds of array '%s' of %d elements", int64(i), what, n)
		}
		return a + i*size
	}
}

// scalarLoad reads memory.
func (l *lowering) scalarLoad(addr value, k word.Kind, at *simt.Site) simt.Scalar {
	a, n := l.scalarOf(addr), k.Size()
	slow := func(w *simt.Warp, p uint64) uint64 { return word.Load(w.Bytes(p, n, 0, at, false), k) }
	switch k {
	case word.F32, word.U32:
		return func(w *simt.Warp) uint64 {
			p := a(w)
			if b := w.HostSpan(p, 4); b != nil {
				return uint64(word.Load32(b))
			}
			return slow(w, p)
		}
	case word.I32:
		return func(w *simt.Warp) uint64 {
			p := a(w)
			if b := w.HostSpan(p, 4); b != nil {
				return uint64(int64(int32(word.Load32(b))))
			}
			return slow(w, p)
		}
	case word.U8, word.I8, word.Bool:
		return func(w *simt.Warp) uint64 {
			p := a(w)
			if b := w.HostSpan(p, 1); b != nil {
				if k == word.I8 {
					return uint64(int64(int8(word.Load8(b))))
				}
				return uint64(word.Load8(b))
			}
			return slow(w, p)
		}
	case word.F64, word.I64, word.U64, word.Pointer:
		return func(w *simt.Warp) uint64 {
			p := a(w)
			if b := w.HostSpan(p, 8); b != nil {
				return word.Load64(b)
			}
			return slow(w, p)
		}
	}
	return func(w *simt.Warp) uint64 { return slow(w, a(w)) }
}

// scalarStore computes a value, and where it goes, and stores it. The address is left in its
// register, too.
func (l *lowering) scalarStore(addr, v value, k word.Kind, at *simt.Site) simt.Scalar {
	a, x, slot, n := l.scalarOf(addr), l.scalarOf(v), addr.slot, k.Size()
	slow := func(w *simt.Warp, p, v uint64) { word.Store(w.Bytes(p, n, 0, at, true), k, v) }
	switch n {
	case 4:
		return func(w *simt.Warp) uint64 {
			v := x(w)
			p := a(w)
			w.Regs[slot][0] = p
			if b := w.HostSpan(p, 4); b != nil {
				word.Store32(b, uint32(v))
			} else {
				slow(w, p, v)
			}
			return v
		}
	case 8:
		return func(w *simt.Warp) uint64 {
			v := x(w)
			p := a(w)
			w.Regs[slot][0] = p
			if b := w.HostSpan(p, 8); b != nil {
				word.Store64(b, v)
			} else {
				slow(w, p, v)
			}
			return v
		}
	}
	return func(w *simt.Warp) uint64 {
		v := x(w)
		p := a(w)
		w.Regs[slot][0] = p
		slow(w, p, v)
		return v
	}
}

// put evaluates a value and assigns it to a place, whose address addr computes, where it is not nil.
// early says that the address is needed for the value, and must be there before it.
func (l *lowering) put(addr simt.Op, early bool, p *place, v value) simt.Op {
	if !l.host || p.typ.Kind == word.Struct || p.bits > 0 || p.before != nil || p.reg >= 0 && addr != nil && !early {
		if early {
			return seq(addr, seq(v.run, l.assign(p, v)))
		}
		return seq(seq(v.run, addr), l.assign(p, v))
	}
	var f simt.Scalar
	if p.reg >= 0 {
		f = l.scalarSet(p, v)
	} else {
		to := p.addr
		if !early {
			to.run = seq(addr, p.addr.run)
		}
		f = l.scalarStore(to, v, p.typ.Kind, p.at)
	}
	if early && addr != nil {
		g := f
		f = func(w *simt.Warp) uint64 {
			addr(w, 1)
			return g(w)
		}
	}
	return l.evaluated(f, v.slot)
}

// scalarSet sets a variable that has a register.
func (l *lowering) scalarSet(p *place, v value) simt.Scalar {
	x, reg := l.scalarOf(v), p.reg
	if mask := p.unset - 1; mask >= 0 {
		return func(w *simt.Warp) uint64 {
			v := x(w)
			w.Regs[reg][0] = v
			w.Masks[mask] &^= 1
			return v
		}
	}
	return func(w *simt.Warp) uint64 {
		v := x(w)
		w.Regs[reg][0] = v
		return v
	}
}

// scalarNative is a call of a function that is written in Go.
func (l *lowering) scalarNative(impl func(c *host.Call) uint64, args []value, at *simt.Site) simt.Scalar {
	list := make([]simt.Scalar, len(args))
	for i, a := range args {
		list[i] = l.scalarOf(a)
	}
	c := &host.Call{At: at} // one is enough: the host is one thread
	return func(w *simt.Warp) uint64 {
		var a [8]uint64
		for i, x := range list {
			a[i] = x(w)
		}
		c.H, c.W, c.A = host.Of(w), w, a
		return impl(c)
	}
}

// scalarCall is a function of numbers; it is given the same slice each time.
func scalarCall(l *lowering, args []value, f func(x []uint64) uint64) simt.Scalar {
	list := make([]simt.Scalar, len(args))
	for i, a := range args {
		list[i] = l.scalarOf(a)
	}
	if len(list) == 1 {
		one, x := list[0], make([]uint64, 1)
		return func(w *simt.Warp) uint64 {
			v := one(w)
			x[0] = v
			return f(x)
		}
	}
	x := make([]uint64, len(list))
	return func(w *simt.Warp) uint64 {
		var v [8]uint64
		for i, g := range list {
			v[i] = g(w)
		}
		copy(x, v[:])
		return f(x)
	}
}

// scalarFloat is scalarCall for functions of floats.
func scalarFloat(l *lowering, args []value, single bool, f func([]float64) float64) simt.Scalar {
	x := make([]float64, len(args))
	return scalarCall(l, args, func(v []uint64) uint64 {
		if single {
			for i := range x {
				x[i] = float64(word.Float32(v[i]))
			}
			return word.Bits32(float32(f(x)))
		}
		for i := range x {
			x[i] = word.Float64(v[i])
		}
		return word.Bits64(f(x))
	})
}
