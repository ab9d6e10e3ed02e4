package kernels

import (
	"unsafe"

	"gputour/engine/device"
)

// This file plans copies and the ops that make tensors: see src/move.cu and create.go.

func planMove(p *Plan, l *device.Launch) bool {
	switch l.Op {
	case device.OpCopy:
		return planCopy(p, l)
	case device.OpArange, device.OpLinspace:
		return planSequence(p, l)
	case device.OpTri:
		return planTri(p, l)
	case device.OpRandom:
		return planRandom(p, l)
	}
	return false
}

func planCopy(p *Plan, l *device.Launch) bool {
	if p.transpose(l) || p.copyWords(l) {
		return true
	}
	s := copyScheme(l, scheme{})
	return s.kernel != "" && p.elementwise(l, s)
}

// copyWords copies dense bytes by the eight, where elements are smaller.
func (p *Plan) copyWords(l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	size := out.DType.Size()
	bytes := out.Numel() * size
	if in.Buffer == nil || out.DType != in.DType || size >= 8 || bytes%8 != 0 || bytes < 8*packSize*blockThreads ||
		out.Offset*size%32 != 0 || in.Offset*size%32 != 0 || !contiguous(out) || !contiguous(in) {
		return false
	}
	words := []int{bytes / 8}
	wide := device.Launch{Op: l.Op, Outs: 1, Args: []device.Operand{
		{DType: device.Int64, Shape: words, Strides: []int{1}, Offset: out.Offset * size / 8, Buffer: out.Buffer},
		{DType: device.Int64, Shape: words, Strides: []int{1}, Offset: in.Offset * size / 8, Buffer: in.Buffer}}}
	return p.elementwise(&wide, scheme{kernel: moveKernels[8], bits: true})
}

// transposition mirrors Transpose of move.cu.
type transposition struct {
	out, in                           address
	outBatch, outRow, inBatch, inCols int64
	rows, cols                        uint32
}

const tile, tileRows = 32, 8

// transpose copies matrices whose rows are the other operand's columns.
func (p *Plan) transpose(l *device.Launch) bool {
	out, in := &l.Args[0], &l.Args[1]
	kernel := moves(transposeKernels, out.DType)
	if in.Buffer == nil || out.DType != in.DType || kernel == "" {
		return false
	}
	y, ok := newLayout(out.Shape, true, out.Strides, in.Strides)
	if !ok || y.dims < 2 || y.dims > 3 || y.strides[0][0] != 1 || y.strides[1][1] != 1 || y.sizes[0] < tile/2 || y.sizes[1] < tile/2 {
		return false
	}
	t := transposition{outRow: int64(y.strides[0][1]), inCols: int64(y.strides[1][0]), cols: uint32(y.sizes[0]), rows: uint32(y.sizes[1])}
	batch := 1
	if y.dims == 3 {
		batch, t.outBatch, t.inBatch = y.sizes[2], int64(y.strides[0][2]), int64(y.strides[1][2])
	}
	grid := [3]uint32{uint32(ceilDiv(y.sizes[0], tile)), uint32(ceilDiv(y.sizes[1], tile)), uint32(batch)}
	if !p.limits.fits(grid) {
		return false
	}
	add(p, kernel, grid, [3]uint32{tile, tileRows, 1}, &t, p.operand(unsafe.Offsetof(t.out), 0), p.operand(unsafe.Offsetof(t.in), 1))
	return true
}

// fits reports a grid the GPU can launch.
func (l *Limits) fits(grid [3]uint32) bool {
	for d, n := range grid {
		if n > l.MaxGrid[d] {
			return false
		}
	}
	return true
}
