package webgpu

import (
	"encoding/binary"
	"math"

	"gputour/engine/device"
)

// This file has the elementwise kernels, and copies.

// The types of a kernel's outputs, inputs and immediates.
const (
	writable  = device.Bools | 1<<device.Int32 | 1<<device.Float32
	readable  = writable | 1<<device.Uint8
	constants = readable | 1<<device.Int64 | 1<<device.Float64
)

// fits reports operands that kernels take.
func fits(args []device.Operand, outs int) bool {
	for i := range args {
		types := readable
		switch {
		case args[i].Buffer == nil:
			types = constants
		case i < outs:
			types = writable
		}
		if !types.Has(args[i].DType) {
			return false
		}
	}
	return len(args) <= maxArgs
}

func planElements(_ *Device, l *device.Launch) ([]work, []device.Buffer, bool) {
	given := l.Op == device.OpRound && len(l.F) > 0 && l.F[0] != 0 // to decimals
	if rows[l.Op].code(l.Compute) == "" || !fits(l.Args, l.Outs) || given || l.Op == device.OpWhere && l.Args[1].Buffer == nil {
		return nil, nil, false
	}
	w, ok := elementwise(l, elements)
	if ok && (l.Op == device.OpAdd || l.Op == device.OpSub) {
		if at := layoutOf(&w.key); len(l.F) == 0 {
			w.params[at.f] = math.Float32bits(1)
		}
		if at := layoutOf(&w.key); len(l.I) == 0 {
			w.params[at.i] = 1
		}
	}
	return []work{w}, nil, ok
}

// elementwise is a kernel of a thread for each element.
func elementwise(l *device.Launch, f form) (w work, ok bool) {
	dims := walkOf(l.Args, 0, 0, len(l.Args[0].Shape))
	w.key = key{op: l.Op, form: f, compute: l.Compute, outs: uint8(l.Outs), outer: uint8(len(dims.shape))}
	if !w.bind(l.Args) || len(dims.shape) > maxDims {
		return w, false
	}
	w.params = params(&w.key, l, l.Args, &dims, &walk{})
	n := l.Args[0].Numel()
	w.grid((n + workgroup - 1) / workgroup)
	w.cost = float64(n) * 10
	return w, true
}

func (t *text) elements() {
	k := t.key
	t.thread()
	t.offsets("row")
	for a := 1; a < int(k.count); a++ {
		as := k.compute
		if k.op == device.OpWhere && a == 1 {
			as = device.Bool
		}
		t.line("  let %c = %s;", "xyz"[a-1], t.readAs(a, "o"+string(rune('0'+a)), as))
	}
	has := k.compute
	if f := k.op.Family(); f == device.Predicate || f == device.Compare {
		has = device.Bool
	}
	t.line("  let v = %s;\n  %s\n}", t.filled(rows[k.op].code(k.compute)), t.write(0, "o0", "v", has))
}

// planCopy converts, or moves what nobody has to look at.
func planCopy(_ *Device, l *device.Launch) ([]work, []device.Buffer, bool) {
	out, in := &l.Args[0], &l.Args[1]
	size := out.DType.Size()
	if out.DType != in.DType || size != 1 && size != 4 && size != 8 {
		l.Compute = out.DType
		return planElements(nil, l)
	}
	w, ok := elementwise(l, moved)
	if ok && in.Buffer == nil {
		at := layoutOf(&w.key)
		w.params[at.args[1]] = binary.LittleEndian.Uint32(in.Imm[:])
		w.params[at.f] = binary.LittleEndian.Uint32(in.Imm[4:])
		if size == 1 {
			w.params[at.args[1]] &= 255
		}
	}
	return []work{w}, nil, ok
}

func (t *text) moved() {
	t.thread()
	t.offsets("row")
	first, second := "r1(o1)", ""
	wide := t.key.args[0].dtype.Size() == 8
	if wide {
		first, second = "r1(o1 * 2u)", "r1(o1 * 2u + 1u)"
	}
	if !t.key.args[1].memory() {
		t.line("  let constants = vec2<u32>(u(%du), u(%du));", t.at.args[1], t.at.f)
		first, second = "constants.x", "constants.y"
	}
	if wide {
		t.line("  w0(o0 * 2u, %s);\n  w0(o0 * 2u + 1u, %s);\n}", first, second)
		return
	}
	t.line("  w0(o0, %s);\n}", first)
}
