// This file defines what cublas_v2.h computes: matrices stand in columns, sums are kept in double.

package host

import (
	"encoding/binary"
	"math"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Types of cuBLAS (cudaDataType).
var blasTypes = map[uint64]*syntax.Type{0: syntax.Basic[word.F32], 1: syntax.Basic[word.F64], 2: syntax.Basic[word.F16], 3: syntax.Basic[word.I8], 8: syntax.Basic[word.U8], 10: syntax.Basic[word.I32], 14: syntax.Basic[word.BF16]}

// blas is a call: its numbers and its pointers.
type blas struct {
	c    *Call
	n    [16]uint64
	p    [6]uint64
	kept map[uint64]float64 // scalars of the host that a graph took when it was recorded
}

func (b *blas) int(i int) int { return int(int64(b.n[i])) }

// blasCall is __blas(what, arguments); the status is cuBLAS's.
func blasCall(c *Call) uint64 {
	b := &blas{c: c}
	raw := c.bytes(1, 8*22, false)
	for i := range b.n {
		b.n[i] = binary.LittleEndian.Uint64(raw[8*i:])
	}
	for i := range b.p {
		b.p[i] = binary.LittleEndian.Uint64(raw[128+8*i:])
	}
	what := int(c.A[0])
	if status := b.check(what); status != 0 {
		return status
	}
	if c.H.recording == nil {
		b.compute(what)
		return 0
	}
	kept := *c
	b.c = &kept
	b.keepScalars(what)
	c.H.holdWork(c.W, c.At)
	c.H.recorded(kernelNode, func() { b.compute(what) })
	return 0
}

// keepScalars reads the scalars that lie with the host: a graph has what they are now, as cuBLAS has it.
func (b *blas) keepScalars(what int) {
	t, places := blasTypes[b.n[0]], []int{3, 4}
	if what < 10 {
		places = map[int][]int{0: {2}, 2: {2}}[what]
	}
	b.kept = map[uint64]float64{}
	for _, i := range places {
		if b.p[i] != 0 && !b.onDevice(b.p[i]) {
			b.kept[b.p[i]] = b.scalar(b.p[i], t)
		}
	}
}

// check looks at a call's numbers, before it is computed or recorded; the status is cuBLAS's.
func (b *blas) check(what int) uint64 {
	const invalid, unsupported = 7, 15
	types, valid := []int{0}, b.validSum
	switch {
	case what < 10:
		valid = b.validVectors
	case what == 10:
		types, valid = []int{0, 6, 9, 12}, b.validProduct
	}
	for _, i := range types {
		if blasTypes[b.n[i]] == nil {
			return unsupported
		}
	}
	if !valid() {
		return invalid
	}
	return 0
}

func (b *blas) validVectors() bool { return b.int(1) <= 0 || b.int(2) >= 1 && b.int(3) >= 1 }

func (b *blas) validProduct() bool {
	m, n, k, ldc := b.int(3), b.int(4), b.int(5), b.int(13)
	rowsA, rowsB := m, k
	if b.n[1] != 0 {
		rowsA = k
	}
	if b.n[2] != 0 {
		rowsB = n
	}
	return m >= 0 && n >= 0 && k >= 0 && b.int(7) >= max(1, rowsA) && b.int(10) >= max(1, rowsB) && (ldc < 0 || ldc >= max(1, m))
}

func (b *blas) validSum() bool {
	m, n := b.int(1), b.int(2)
	rowsA, rowsB := m, m
	if b.n[3] != 0 {
		rowsA = n
	}
	if b.n[4] != 0 {
		rowsB = n
	}
	return m >= 0 && n >= 0 && b.int(5) >= max(1, rowsA) && b.int(6) >= max(1, rowsB) && b.int(7) >= max(1, m)
}

// compute does what a call says that was checked.
func (b *blas) compute(what int) {
	switch {
	case what < 10:
		b.vectors(what)
	case what == 10:
		b.product()
	default:
		b.sum()
	}
}

// elements are n numbers of device memory, from one address on, as doubles.
func (b *blas) elements(addr uint64, t *syntax.Type, n int, what string) []float64 {
	if n <= 0 {
		return nil
	}
	data, _ := b.c.H.reach(b.c, addr, uint64(n*t.Size()), true, false, what)
	b.c.W.Core.Labour(8 * n)
	list := make([]float64, n)
	if t.Kind == word.F32 {
		for i := range list {
			list[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
		return list
	}
	for i := range list {
		list[i] = number(data[i*t.Size():], t)
	}
	return list
}

// number reads a number of memory.
func number(data []byte, t *syntax.Type) float64 {
	return word.Float64(syntax.Converted(word.Load(data, t.Kind), t, syntax.Basic[word.F64]))
}

// store writes numbers to device memory, step elements apart.
func (b *blas) store(addr uint64, t *syntax.Type, list []float64, step int, what string) {
	if len(list) == 0 {
		return
	}
	size := t.Size()
	data, valid := b.c.H.reach(b.c, addr, uint64(((len(list)-1)*step+1)*size), true, true, what)
	for i, v := range list {
		at := i * step * size
		word.Store(data[at:], t.Kind, syntax.Converted(word.Bits64(v), syntax.Basic[word.F64], t))
		for j := 0; valid != nil && j < size; j++ {
			valid[at+j] = 1
		}
	}
}

// onDevice reports on which side a scalar lies.
func (b *blas) onDevice(addr uint64) bool {
	a, _ := b.c.H.find(addr)
	return memory.SpaceOf(addr) == memory.Global || a != nil && a.side == onDevice
}

// scalar reads a number of either side.
func (b *blas) scalar(addr uint64, t *syntax.Type) float64 {
	if v, ok := b.kept[addr]; ok {
		return v
	}
	data, _ := b.c.H.reach(b.c, addr, uint64(t.Size()), b.onDevice(addr), false, "scalar of cuBLAS")
	return number(data, t)
}

// result writes a number to either side.
func (b *blas) result(addr uint64, t *syntax.Type, v float64) {
	data, valid := b.c.H.reach(b.c, addr, uint64(t.Size()), b.onDevice(addr), true, "result of cuBLAS")
	word.Store(data, t.Kind, syntax.Converted(word.Bits64(v), syntax.Basic[word.F64], t))
	for i := range valid {
		valid[i] = 1
	}
}

// vectors computes what takes vectors: axpy, dot, scal, copy, nrm2, asum, swap, amax, amin.
func (b *blas) vectors(what int) {
	t, n, incx, incy := blasTypes[b.n[0]], b.int(1), b.int(2), b.int(3)
	if n <= 0 {
		return
	}
	x := strided(b.elements(b.p[0], t, (n-1)*incx+1, "vector x of cuBLAS"), incx)
	var y []float64
	if what <= 1 || what == 6 {
		y = strided(b.elements(b.p[1], t, (n-1)*incy+1, "vector y of cuBLAS"), incy)
	}
	switch what {
	case 0:
		alpha := b.scalar(b.p[2], t)
		for i := range y {
			y[i] += alpha * x[i]
		}
		b.store(b.p[1], t, y, incy, "vector y of cuBLAS")
	case 1, 4, 5:
		sum := 0.0
		for i, v := range x {
			switch what {
			case 1:
				sum += v * y[i]
			case 4:
				sum += v * v
			default:
				sum += math.Abs(v)
			}
		}
		if what == 4 {
			sum = math.Sqrt(sum)
		}
		b.result(b.p[2], t, sum)
	case 2:
		alpha := b.scalar(b.p[2], t)
		for i := range x {
			x[i] *= alpha
		}
		b.store(b.p[0], t, x, incx, "vector x of cuBLAS")
	case 3:
		b.store(b.p[1], t, x, incy, "vector y of cuBLAS")
	case 6:
		b.store(b.p[0], t, y, incx, "vector x of cuBLAS")
		b.store(b.p[1], t, x, incy, "vector y of cuBLAS")
	default:
		best := 0
		for i, v := range x {
			if d := math.Abs(v) - math.Abs(x[best]); what == 7 && d > 0 || what == 8 && d < 0 {
				best = i
			}
		}
		b.result(b.p[2], syntax.Basic[word.I32], float64(best+1)) // counted from 1
	}
}

func strided(list []float64, step int) []float64 {
	if step == 1 {
		return list
	}
	out := list[:0]
	for i := 0; i < len(list); i += step {
		out = append(out, list[i])
	}
	return out
}

// product computes C = alpha op(A) op(B) + beta C, for a number of matrices.
func (b *blas) product() {
	ta, tb, m, n, k := b.n[1] != 0, b.n[2] != 0, b.int(3), b.int(4), b.int(5)
	lda, ldb, ldc := b.int(7), b.int(10), b.int(13)
	step := 1
	if ldc < 0 { // a vector
		step, ldc = -ldc, m
	}
	rowsA, columnsA, rowsB, columnsB := m, k, k, n
	if ta {
		rowsA, columnsA = k, m
	}
	if tb {
		rowsB, columnsB = n, k
	}
	alpha, beta := b.scalar(b.p[3], blasTypes[b.n[0]]), b.scalar(b.p[4], blasTypes[b.n[0]])
	for i := range b.int(15) {
		at := func(p int, t *syntax.Type, stride int) uint64 { return b.p[p] + uint64(i*b.int(stride)*t.Size()) }
		typeA, typeB, typeC := blasTypes[b.n[6]], blasTypes[b.n[9]], blasTypes[b.n[12]]
		x := b.elements(at(0, typeA, 8), typeA, lda*(columnsA-1)+rowsA, "matrix A of cuBLAS")
		y := b.elements(at(1, typeB, 11), typeB, ldb*(columnsB-1)+rowsB, "matrix B of cuBLAS")
		var old []float64
		if beta != 0 {
			old = strided(b.elements(at(2, typeC, 14), typeC, (ldc*(n-1)+m-1)*step+1, "matrix C of cuBLAS"), step)
		}
		row := make([]float64, k*m) // op(A), by rows
		for r := range m {
			for p := range k {
				if ta {
					row[r*k+p] = x[r*lda+p]
				} else {
					row[r*k+p] = x[p*lda+r]
				}
			}
		}
		column, out := make([]float64, k), make([]float64, m)
		for j := range n {
			for p := range k {
				if tb {
					column[p] = y[p*ldb+j]
				} else {
					column[p] = y[j*ldb+p]
				}
			}
			b.c.W.Core.Labour(2 * k * m)
			for r := range m {
				sum := 0.0
				for p, v := range row[r*k : r*k+k] {
					sum += v * column[p]
				}
				if sum *= alpha; beta != 0 {
					sum += beta * old[j*ldc+r]
				}
				out[r] = sum
			}
			b.store(at(2, typeC, 14)+uint64(j*ldc*step*typeC.Size()), typeC, out, step, "matrix C of cuBLAS")
		}
	}
	b.c.H.queue(0, 10000)
}

// sum computes C = alpha op(A) + beta op(B).
func (b *blas) sum() {
	t, m, n := blasTypes[b.n[0]], b.int(1), b.int(2)
	alpha, beta := b.scalar(b.p[3], t), b.scalar(b.p[4], t)
	read := func(p, trans, ld int, factor float64) func(i, j int) float64 {
		if factor == 0 {
			return func(i, j int) float64 { return 0 }
		}
		rows, columns := m, n
		if b.n[trans] != 0 {
			rows, columns = n, m
		}
		list, lead := b.elements(b.p[p], t, b.int(ld)*(columns-1)+rows, "matrix of cuBLAS"), b.int(ld)
		return func(i, j int) float64 {
			if b.n[trans] != 0 {
				i, j = j, i
			}
			return factor * list[j*lead+i]
		}
	}
	x, y := read(0, 3, 5, alpha), read(1, 4, 6, beta)
	out := make([]float64, m)
	for j := range n {
		for i := range out {
			out[i] = x(i, j) + y(i, j)
		}
		b.store(b.p[2]+uint64(j*b.int(7)*t.Size()), t, out, 1, "matrix C of cuBLAS")
	}
}
