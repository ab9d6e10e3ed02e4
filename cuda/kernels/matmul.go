package kernels

import (
	"math"
	"strings"
	"unsafe"

	"gputour/engine/device"
)

// This file plans products of matrices: see src/gemm.cuh, src/matmul.cu, src/tensor.cuh.

// matrix mirrors Matrix of matmul.cu: one operand; strides in elements.
type matrix struct {
	data               address
	dtype              int64
	batch, row, column int64
}

// matmul mirrors Matmul of matmul.cu.
type matmul struct {
	out, a, b            matrix
	rows, columns, depth uint32
	batches              uint32
	aAlong, bAlong       uint32
	alpha, beta          float64
	split
}

// split mirrors Split of gemm.cuh.
type split struct {
	sums          address
	splits, chunk uint32
}

// Tiles of c that a block computes, in the kernels for any problem and in those for large ones.
const (
	gemmTile    = 64
	gemmSlice   = 16
	gemmThreads = 256
	largeTile   = 128
)

func planMatrix(p *Plan, l *device.Launch) bool {
	if l.Op == device.OpMatmul {
		return planMatmul(p, l)
	}
	return planConv(p, l)
}

func planMatmul(p *Plan, l *device.Launch) bool {
	out, a := &l.Args[0], &l.Args[1]
	m := matmul{out: matrixOf(out), a: matrixOf(a), b: matrixOf(&l.Args[2]), beta: l.F[0], alpha: l.F[1]}
	for i := range l.Args {
		if l.Args[i].Buffer == nil || i > 0 && classOf(l.Args[i].DType) != classOf(out.DType) {
			return false
		}
	}
	batches, rows, columns, depth := out.Shape[0], out.Shape[1], out.Shape[2], a.Shape[2]
	if out.Numel() == 0 {
		return true
	}
	if out.DType.IsComplex() {
		return a.DType == out.DType && l.Args[2].DType == out.DType && complexMatmul(p, l)
	}
	if max(rows, columns, depth) > math.MaxInt32-largeTile || p.tooLarge(rows, columns, gemmTile) || out.DType == device.Bool {
		return false
	}
	m.rows, m.columns, m.depth = uint32(rows), uint32(columns), uint32(depth)
	kernel, tile := m.choose(p, l, batches)
	m.aAlong, m.bAlong = bit(m.a.column == 1 || m.a.row != 1), bit(m.b.row == 1 && m.b.column != 1)
	if tile == gemmTile {
		m.divide(p, batches)
	} else {
		m.splits, m.chunk = 1, m.depth
	}
	p.matmulCalls(l, kernel, &m, batches, tile)
	return true
}

func matrixOf(o *device.Operand) matrix {
	return matrix{dtype: int64(o.DType), batch: int64(strideAt(o.Strides, 0)), row: int64(strideAt(o.Strides, 1)), column: int64(strideAt(o.Strides, 2))}
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// lines says how a matrix can be read in vectors of n elements: its rows lie side by side
// ("n"), its columns do ("t"), or neither ("").
func (m *matrix) lines(o *device.Operand, n int) string {
	whole := func(v int64) bool { return v%int64(n) == 0 }
	if o.Offset%n != 0 || !whole(m.batch) && o.Shape[0] > 1 {
		return ""
	}
	rows, columns := o.Shape[1], o.Shape[2]
	switch {
	case (m.column == 1 || columns == 1) && (whole(m.row) || rows == 1) && columns%n == 0:
		return "n"
	case (m.row == 1 || rows == 1) && (whole(m.column) || columns == 1) && rows%n == 0:
		return "t"
	}
	return ""
}

// choose picks the kernel and its tile. Large tiles need enough of them to fill the GPU.
func (m *matmul) choose(p *Plan, l *device.Launch, batches int) (kernel string, tile int) {
	out, a, b := &l.Args[0], &l.Args[1], &l.Args[2]
	general := "matmul" + classNames[classOf(out.DType)]
	if a.DType != out.DType || b.DType != out.DType || m.depth == 0 {
		return general, gemmTile
	}
	if kernel := m.tensorCores(p, l, batches); kernel != "" {
		return kernel, largeTile
	}
	tiles := batches * ceilDiv(int(m.rows), largeTile) * ceilDiv(int(m.columns), largeTile)
	if out.DType != device.Float32 || tiles < p.limits.SMs/2 || m.out.lines(out, 4) != "n" {
		return general, gemmTile
	}
	left, right := m.a.lines(a, 4), m.b.lines(b, 4)
	if left == "" || right == "" {
		return general, gemmTile
	}
	return "matmul_f32_" + left + right, largeTile
}

// tensorCores is the kernel for 16-bit floats on the matrix units, where there are some and
// the operands can be read in vectors.
func (m *matmul) tensorCores(p *Plan, l *device.Launch, batches int) string {
	const vector = 8
	left, right := m.a.lines(&l.Args[1], vector), m.b.lines(&l.Args[2], vector)
	if p.limits.SharedBytes < tensorShared || left == "" || right == "" {
		return ""
	}
	switch d := l.Args[0].DType; {
	case d == device.Float16 && p.limits.at(8, 0):
		return "matmul_f16_" + left + right
	case d == device.Float16 && p.limits.at(7, 0):
		return "matmul_f16_sm70_" + left + right
	case d == device.BFloat16 && p.limits.at(8, 0):
		return "matmul_bf16_" + left + right
	}
	return ""
}

// tensorShared is the shared memory of tensor.cuh's stages: 16-bit elements of slices of both
// operands; tensorThreads is its block.
const (
	tensorShared  = 3 * 2 * largeTile * (32 + 8) * 2
	tensorThreads = 128
)

// divide splits the common dimension of a product that has too few tiles to fill the GPU.
func (m *matmul) divide(p *Plan, batches int) {
	tiles := batches * ceilDiv(int(m.rows), gemmTile) * ceilDiv(int(m.columns), gemmTile)
	m.split = divided(p, tiles, int(m.depth))
}

func divided(p *Plan, tiles, depth int) split {
	n := min(2*p.limits.SMs/tiles, depth/(8*gemmSlice), 64)
	if n < 2 {
		return split{splits: 1, chunk: uint32(depth)}
	}
	chunk := ceilDiv(ceilDiv(depth, n), gemmSlice) * gemmSlice
	return split{splits: uint32(ceilDiv(depth, chunk)), chunk: uint32(chunk)}
}

// matmulCalls makes the calls, as many batches at a time as a grid has layers.
func (p *Plan) matmulCalls(l *device.Launch, kernel string, m *matmul, batches, tile int) {
	grid := [3]uint32{uint32(ceilDiv(int(m.columns), tile)), uint32(ceilDiv(int(m.rows), tile)), 0}
	most := max(int(p.limits.MaxGrid[2])/int(m.splits), 1)
	sums := 0
	if m.splits > 1 {
		sums = p.scratch(8 * int(m.splits) * min(batches, most) * int(m.rows) * int(m.columns))
	}
	for from := 0; from < batches; from += most {
		n := min(most, batches-from)
		m.batches, grid[2] = uint32(n), uint32(n)*m.splits
		pointers := []Pointer{
			p.batch(unsafe.Offsetof(m.out)+unsafe.Offsetof(m.out.data), 0, from),
			p.batch(unsafe.Offsetof(m.a)+unsafe.Offsetof(m.a.data), 1, from),
			p.batch(unsafe.Offsetof(m.b)+unsafe.Offsetof(m.b.data), 2, from),
		}
		if m.splits == 1 {
			p.addMatmul(kernel, grid, m, pointers)
			continue
		}
		pointers = append(pointers, Pointer{At: int(unsafe.Offsetof(m.sums)), Operand: sums})
		p.addMatmul(kernel, grid, m, pointers)
		add(p, kernel+"_sum", flat(ceilDiv(n*int(m.rows)*int(m.columns), gemmThreads)), flat(gemmThreads), m, pointers...)
	}
}

func (p *Plan) addMatmul(kernel string, grid [3]uint32, m *matmul, pointers []Pointer) {
	c := add(p, kernel, grid, flat(gemmThreads), m, pointers...)
	if strings.Contains(kernel, "f16_") {
		c.Shared, c.Block = tensorShared, flat(tensorThreads)
	}
}

// batch points at an operand's matrix number n.
func (p *Plan) batch(at uintptr, arg, n int) Pointer {
	o := &p.launch.Args[arg]
	return Pointer{At: int(at), Operand: arg, Offset: (o.Offset + n*strideAt(o.Strides, 0)) * o.DType.Size()}
}
