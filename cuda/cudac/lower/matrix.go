// This file lowers products of matrices by a whole warp (mma.h). What each lane holds of a matrix stands in headers/mma.h;
// here are the product and the rules that the hardware has and C++ cannot say.

package lower

import (
	"encoding/binary"
	"math"
	"sync"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// cell is a type of matrices' elements, by the codes of headers/mma.h.
type cell struct {
	bytes int
	load  func(b []byte) float64
	store func(b []byte, f float64) // nil for what no sum is kept in
}

var cells = [...]cell{
	1: {2, func(b []byte) float64 { return word.UnpackHalf(word.F16, uint64(binary.LittleEndian.Uint16(b))) }, func(b []byte, f float64) { binary.LittleEndian.PutUint16(b, uint16(word.PackHalf(word.F16, f))) }},
	2: {2, func(b []byte) float64 { return word.UnpackHalf(word.BF16, uint64(binary.LittleEndian.Uint16(b))) }, nil},
	3: {4, func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }, func(b []byte, f float64) { binary.LittleEndian.PutUint32(b, math.Float32bits(float32(f))) }},
	// tensor cores do not look at the last 13 bits of a float
	4: {4, func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b) &^ 0x1fff)) }, nil},
	5: {8, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }, func(b []byte, f float64) { binary.LittleEndian.PutUint64(b, math.Float64bits(f)) }},
	6: {1, func(b []byte) float64 { return float64(int8(b[0])) }, nil},
	7: {1, func(b []byte) float64 { return float64(b[0]) }, nil},
	8: {4, func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) }, func(b []byte, f float64) { binary.LittleEndian.PutUint32(b, uint32(int32(int64(f)))) }},
}

// product is what one mma_sync is: the shape, and the codes of the operands' elements, of the result's and of what is added.
type product struct {
	m, n, k       int
	of, into, add int
}

// products are those that the hardware has (CUDA C++ Programming Guide, "Element Types and Matrix Sizes").
var products = sync.OnceValue(func() map[product]bool {
	list := map[product]bool{{8, 8, 4, 5, 5, 5}: true, {16, 16, 8, 4, 3, 3}: true}
	for _, shape := range [][3]int{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}} {
		for _, kinds := range [][3]int{{1, 1, 1}, {1, 3, 3}, {1, 1, 3}, {1, 3, 1}, {2, 3, 3}, {6, 8, 8}, {7, 8, 8}} {
			list[product{shape[0], shape[1], shape[2], kinds[0], kinds[1], kinds[2]}] = true
		}
	}
	return list
})

func matrixIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{"__wmma": {11, true, matrixProduct}, "__wmmaCheck": {3, true, matrixAccess}}
}

// matrixAccess checks what loads and stores of whole matrices ask for.
func matrixAccess(l *lowering, c *call) value {
	p, ldm, size := l.rvalue(c.args[0]), l.rvalue(c.args[1]), l.rvalue(c.args[2])
	at := l.site(c.at, "")
	run := seq(p.run, seq(ldm.run, size.run))
	return value{typ: syntax.Basic[word.Void], run: seq(run, func(w *simt.Warp, m uint32) {
		wholeWarp(w, m, at)
		lane := simt.First(m)
		if a := w.In(p.slot)[lane]; a%32 != 0 {
			w.Fail("memcheck", at, lane, "misaligned matrix: it must begin at a multiple of 32 bytes, not %d bytes behind one", a%32)
		}
		if n, bytes := w.In(ldm.slot)[lane], w.In(size.slot)[lane]; n*bytes%16 != 0 {
			w.Fail("memcheck", at, lane, "the rows of a matrix must be a multiple of 16 bytes apart, not %d", n*bytes)
		}
	})}
}

// whole fails where a warp's threads are not all here.
func wholeWarp(w *simt.Warp, m uint32, at *simt.Site) {
	if m != math.MaxUint32 {
		w.Fail("barrier", at, simt.First(^m), "a whole warp multiplies matrices: this thread does not take part")
	}
}

// matrixProduct lowers __wmma(d, a, b, c, M, N, K, of, into, add, saturate). Products are exact, sums are kept in single
// precision (double and integers: in their own) and added in order; tensor cores add several at once and cut digits, so
// that theirs differ from these in the last place.
func matrixProduct(l *lowering, c *call) value {
	var number [6]int
	for i := range number {
		n, ok := syntax.Constant(c.args[4+i], l)
		if !ok {
			l.fail(c.at, "", "the shape of a matrix product is not a constant")
		}
		number[i] = int(n)
	}
	p := product{number[0], number[1], number[2], number[3], number[4], number[5]}
	if !products()[p] {
		l.fail(c.at, "half, __nv_bfloat16 and 8-bit integers have 16x16x16, 32x8x16 and 8x32x16, precision::tf32 has 16x16x8, double has 8x8x4", "there is no matrix product of this shape and these types")
	}
	var run simt.Op
	var slots [4]int
	for i := range slots {
		v := l.rvalue(c.args[i])
		run, slots[i] = seq(run, v.run), v.slot
	}
	saturate := l.rvalue(c.args[10])
	run = seq(run, saturate.run)
	at := l.site(c.at, "")
	return value{typ: syntax.Basic[word.Void], run: seq(run, func(w *simt.Warp, m uint32) {
		wholeWarp(w, m, at)
		w.Synced()
		a := gather(w, slots[1], p.m*p.k, cells[p.of], at)
		b := gather(w, slots[2], p.k*p.n, cells[p.of], at)
		sum := gather(w, slots[3], p.m*p.n, cells[p.add], at)
		p.multiply(a, b, sum, w.In(saturate.slot)[0] != 0)
		scatter(w, slots[0], sum, cells[p.into], at)
		w.Core.Profile.Flops += int64(2 * p.m * p.n * p.k)
	})}
}

// multiply adds the product of a and b to sum, all row by row.
func (p product) multiply(a, b, sum []float64, saturate bool) {
	for i := range p.m {
		for j := range p.n {
			s := sum[i*p.n+j]
			for k := range p.k {
				x := a[i*p.k+k] * b[k*p.n+j]
				switch p.of {
				case 5:
					s = math.FMA(a[i*p.k+k], b[k*p.n+j], s)
				case 6, 7:
					s += x
				default:
					s = float64(float32(s + x))
				}
			}
			if saturate && p.into == 8 {
				s = min(max(s, math.MinInt32), math.MaxInt32)
			}
			sum[i*p.n+j] = s
		}
	}
}

// gather reads what the lanes hold of a matrix of n elements: element i is number i/32 of lane i%32.
func gather(w *simt.Warp, slot, n int, e cell, at *simt.Site) []float64 {
	all := make([]float64, n)
	for lane := range simt.Lanes {
		held := w.Block(w.In(slot)[lane], n/simt.Lanes*e.bytes, lane, at, false)
		for i := range n / simt.Lanes {
			all[i*simt.Lanes+lane] = e.load(held[i*e.bytes:])
		}
	}
	return all
}

// scatter writes what the lanes hold of a matrix.
func scatter(w *simt.Warp, slot int, all []float64, e cell, at *simt.Site) {
	for lane := range simt.Lanes {
		held := w.Block(w.In(slot)[lane], len(all)/simt.Lanes*e.bytes, lane, at, true)
		for i := range len(all) / simt.Lanes {
			e.store(held[i*e.bytes:], all[i*simt.Lanes+lane])
		}
	}
}
