package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans reductions: see src/reduce.cu.

// reduction mirrors Reduce of reduce.cu.
type reduction struct {
	out, positions, in, states               address
	outDType, inDType                        int64
	outputs, length                          uint32
	along, rows                              uint32
	chunk, splits                            uint32
	pack, mode                               uint32
	parameter                                float64
	outputIn, outputOut, outputPos, elements walk
}

// reductions names the kernel that computes an op, without the class, where it is another
// op's.
var reductions = map[device.Op]device.Op{device.OpAll: device.OpCountNonzero, device.OpAny: device.OpCountNonzero,
	device.OpArgmax: device.OpAmax, device.OpMaxDim: device.OpAmax, device.OpArgmin: device.OpAmin, device.OpMinDim: device.OpAmin}

// Modes of the kernels: see Count and Norm of reduce.cu.
const (
	countHowMany = iota
	countAny
	countAll
)
const (
	normAny = iota
	normCount
	normSum
	normSquares
	normLargest
	normSmallest
)

func planReduce(p *Plan, l *device.Launch) bool {
	in := &l.Args[len(l.Args)-1]
	compute := l.Compute
	if compute == device.NoDType {
		compute = in.DType.Compute()
	}
	if compute.IsComplex() {
		return complexReduce(p, l)
	}
	var r reduction
	kernel := r.kernel(l, classOf(compute))
	cut := len(in.Shape) - l.I[0]
	outer, ok1 := newLayout(in.Shape[:cut], true, slice(in, 0, cut), stridesOf(&l.Args[0]), stridesOf(&l.Args[l.Outs-1]))
	inner, ok2 := newLayout(in.Shape[cut:], false, slice(in, cut, len(in.Shape)))
	outputs, length := outer.numel(), inner.numel()
	if kernel == "" || in.Buffer == nil || !ok1 || !ok2 || outputs > math.MaxInt32 || length > math.MaxInt32/2 {
		return false
	}
	if outputs == 0 {
		return true
	}
	if length == 0 && needsElements(l.Op) {
		return false
	}
	r.outDType, r.inDType = int64(l.Args[0].DType), int64(in.DType)
	r.outputs, r.length = uint32(outputs), uint32(length)
	r.outputIn, r.outputOut, r.outputPos, r.elements = outer.walkOf(0), outer.walkOf(1), outer.walkOf(2), inner.walkOf(0)
	r.arrange(p, in, &outer, &inner, classOf(compute))
	p.reduce(l, kernel, &r)
	return true
}

// needsElements reports reductions that have no value over nothing.
func needsElements(op device.Op) bool {
	switch op {
	case device.OpAmax, device.OpAmin, device.OpArgmax, device.OpArgmin, device.OpMaxDim, device.OpMinDim:
		return true
	}
	return false
}

// kernel is the name of the kernel for an op, whose mode and parameter it sets.
func (r *reduction) kernel(l *device.Launch, c class) string {
	op := l.Op
	if base, ok := reductions[op]; ok {
		op = base
	}
	name := op.String()
	switch l.Op {
	case device.OpAny:
		r.mode = countAny
	case device.OpAll:
		r.mode = countAll
	case device.OpVar:
		r.parameter = l.F[0]
	case device.OpNansum:
		if c == inInteger {
			name = "sum"
		}
	case device.OpNorm:
		r.parameter = l.F[0]
		name += r.normMode()
	}
	if name += classNames[c]; has(name) {
		return name
	}
	return ""
}

// normMode chooses how elements are taken in, and which kernel does it.
func (r *reduction) normMode() string {
	switch r.parameter {
	case 0:
		r.mode = normCount
	case 1:
		r.mode = normSum
	case 2:
		r.mode = normSquares
	case math.Inf(1):
		r.mode = normLargest
		return "_largest"
	case math.Inf(-1):
		r.mode = normSmallest
		return "_smallest"
	default:
		r.mode = normAny
	}
	return ""
}

// arrange decides which threads take which elements.
func (r *reduction) arrange(p *Plan, in *device.Operand, outer, inner *layout, c class) {
	outputs, length := int(r.outputs), int(r.length)
	across := outer.dims > 0 && (inner.dims == 0 || outer.strides[0][0] < inner.strides[0][0]) && outputs > 1 && outer.strides[0][0] > 0
	if across {
		side := max(min(powerOfTwo(outputs), blockThreads), 32)
		for side < blockThreads && length*side < blockThreads { // short ones need few threads
			side *= 2
		}
		r.along = uint32(blockThreads / side)
	} else {
		r.rows, r.along = 1, uint32(min(powerOfTwo(ceilDiv(length, 8)), blockThreads))
	}
	r.pack = 1
	if !across && inner.dims == 1 && inner.strides[0][0] == 1 && packable(in.DType, scheme{class: c}, false) && in.Offset%packSize == 0 {
		r.pack = packSize
		for d := range outer.dims {
			if outer.strides[0][d]%packSize != 0 {
				r.pack = 1
			}
		}
	}
	blocks := ceilDiv(outputs, blockThreads/int(r.along))
	r.splits, r.chunk = 1, r.length
	unit := int(r.along) * packSize
	if wanted := 4 * p.limits.SMs / blocks; wanted > 1 && length > 8*unit {
		chunk := ceilDiv(ceilDiv(length, min(wanted, ceilDiv(length, 4*unit), 1024)), unit) * unit
		r.chunk, r.splits = uint32(chunk), uint32(ceilDiv(length, chunk))
	}
}

// reduce makes the calls: one, or two where outputs are split.
func (p *Plan) reduce(l *device.Launch, kernel string, r *reduction) {
	pointers := []Pointer{p.operand(unsafe.Offsetof(r.in), len(l.Args)-1)}
	switch {
	case l.Op == device.OpArgmax || l.Op == device.OpArgmin:
		pointers = append(pointers, p.operand(unsafe.Offsetof(r.positions), 0))
	case l.Outs == 2:
		pointers = append(pointers, p.operand(unsafe.Offsetof(r.out), 0), p.operand(unsafe.Offsetof(r.positions), 1))
	default:
		pointers = append(pointers, p.operand(unsafe.Offsetof(r.out), 0))
	}
	grid := [3]uint32{uint32(ceilDiv(int(r.outputs), blockThreads/int(r.along))), r.splits, 1}
	if r.splits == 1 {
		add(p, kernel, grid, flat(blockThreads), r, pointers...)
		return
	}
	const stateBytes = 16 // of the largest state
	states := p.scratch(stateBytes * int(r.splits) * int(r.outputs))
	pointers = append(pointers, Pointer{At: int(unsafe.Offsetof(r.states)), Operand: states})
	add(p, kernel, grid, flat(blockThreads), r, pointers...)
	add(p, kernel+"_combined", flat(int(r.outputs)), flat(32), r, pointers...)
}

// powerOfTwo is the least power of two that is not below n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
