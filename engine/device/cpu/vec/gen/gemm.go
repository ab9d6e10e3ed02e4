//go:build avo

// This file defines the matrix product's inner kernels: one per tile height, and the
// transposition that packs panels.

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Tiles are two vectors wide and as high as the register file allows beside two
// vectors of B and two of broadcast A: 6 rows of 16 registers, 14 of 32.
func gemm() {
	fourDots()
	for _, l := range widths {
		height := 6
		if l.wide() {
			height = 14
		}
		slot := "gemm." + map[int]string{4: "f32", 8: "f64"}[l.elem]
		tiles := ""
		for m := 1; m <= height; m++ {
			t := tile{lanes: l, m: m, name: fmt.Sprintf("gemm%s_%d_", l.floatName(), m)}
			t.emit()
			tiles += ", " + t.name + l.suffix()
		}
		transpose := fmt.Sprintf("transpose%s", l.floatName())
		if !l.wide() {
			l.transpose(transpose)
		}
		entries[l.suffix()] = append(entries[l.suffix()], entry{slot, fmt.Sprintf(
			"gemmKernel{height: %d, width: %d, group: %d, tiles: []gemmTile{nil%s}, transpose: %sAVX2}",
			height, 2*l.count(), 32/l.elem, tiles, transpose)})
	}
}

// fourDots emits func(out, a, b *byte, ldb, k int): the inner products of the k float32 at
// a with four rows, ldb bytes apart, at b. Each product keeps sixteen sums, of every
// sixteenth term, and adds them up by neighbours: 0+1, 2+3, …, then those pairs, and so
// on, as OpenBLAS's kernel for small matrices does.
func fourDots() {
	l := lanes{32, 4}
	TEXT("fourDotsAVX2", NOSPLIT, "func(out, a, b *byte, ldb, k int)")
	Pragma("noescape")
	a, k := Load(Param("a"), GP64()).(GPVirtual), Load(Param("k"), GP64()).(GPVirtual)
	row, ldb := Load(Param("b"), GP64()).(GPVirtual), Load(Param("ldb"), GP64()).(GPVirtual)
	var rows [4]GPVirtual
	var acc [4][2]vec
	for i := range rows {
		rows[i] = GP64()
		MOVQ(row, rows[i])
		ADDQ(ldb, row)
		acc[i] = [2]vec{l.zero(), l.zero()}
	}
	at := GP64()
	XORQ(at, at)
	Label("loop")
	CMPQ(k, U32(16))
	JL(LabelRef("tail"))
	x0, x1 := l.copy(Mem{Base: a, Index: at, Scale: 1}), l.copy(Mem{Base: a, Index: at, Scale: 1, Disp: 32})
	for i, r := range rows {
		VFMADD231PS(Mem{Base: r, Index: at, Scale: 1}, x0, acc[i][0])
		VFMADD231PS(Mem{Base: r, Index: at, Scale: 1, Disp: 32}, x1, acc[i][1])
	}
	ADDQ(U32(64), at)
	SUBQ(U32(16), k)
	JMP(LabelRef("loop"))
	Label("tail")
	masks := (&tile{lanes: l}).columnMasks(k)
	for half, m := range masks {
		x := l.loadTail(Mem{Base: a, Index: at, Scale: 1, Disp: 32 * half}, m, 4)
		for i, r := range rows {
			VFMADD231PS(l.loadTail(Mem{Base: r, Index: at, Scale: 1, Disp: 32 * half}, m, 4), x, acc[i][half])
		}
	}
	var sums [2]VecVirtual
	for half := range sums {
		low := l.to(VHADDPS, acc[1][half], acc[0][half])
		high := l.to(VHADDPS, acc[3][half], acc[2][half])
		quads := l.to(VHADDPS, high, low)
		second := XMM()
		VEXTRACTF128(U8(1), quads, second)
		sums[half] = XMM()
		VADDPS(second, quads.AsX(), sums[half])
	}
	VADDPS(sums[1], sums[0], sums[0])
	VMOVUPS(sums[0], Mem{Base: Load(Param("out"), GP64()).(GPVirtual)})
	VZEROUPPER()
	RET()
	for _, suffix := range []string{"AVX2", "AVX512"} {
		entries[suffix] = append(entries[suffix], entry{"gemm.fourDots", "fourDotsAVX2"})
	}
}

// tile computes C = beta·C + alpha·A·B for m rows and n ≤ two vectors of columns.
// a holds, for each of k steps, one element per row of a full tile; b the elements of two
// vectors of columns, ldb bytes from one step to the next. scale points to alpha and beta.
type tile struct {
	lanes
	m    int
	name string

	acc  [][2]vec
	c    GPVirtual
	ldc  GPVirtual
	ldb  GPVirtual
	beta bool
}

func (t *tile) height() int {
	if t.wide() {
		return 14
	}
	return 6
}

func (t *tile) emit() {
	TEXT(t.name+t.suffix(), NOSPLIT, "func(c *byte, ldc int, a, b *byte, ldb, k, n int, scale *byte)")
	Pragma("noescape")
	a, b := Load(Param("a"), GP64()).(GPVirtual), Load(Param("b"), GP64()).(GPVirtual)
	k := Load(Param("k"), GP64()).(GPVirtual)
	t.ldb = Load(Param("ldb"), GP64()).(GPVirtual)
	t.c, t.ldc = Load(Param("c"), GP64()).(GPVirtual), Load(Param("ldc"), GP64()).(GPVirtual)
	t.acc = make([][2]vec, t.m)
	for i := range t.acc {
		t.acc[i] = [2]vec{t.zero(), t.zero()}
	}
	t.prefetchC()
	t.loop(a, b, k, 4)
	t.loop(a, b, k, 1)
	t.epilogue()
}

// prefetchC asks for the tile of C while the products are under way.
func (t *tile) prefetchC() {
	row := GP64()
	MOVQ(t.c, row)
	for range t.m {
		PREFETCHT0(Mem{Base: row})
		if t.wide() {
			PREFETCHT0(Mem{Base: row, Disp: 64})
		}
		ADDQ(t.ldc, row)
	}
}

func (t *tile) loop(a, b, k GPVirtual, unroll int) {
	loop, end := fmt.Sprintf("loop%d", unroll), fmt.Sprintf("end%d", unroll)
	aStep := t.height() * t.elem
	Label(loop)
	CMPQ(k, U32(unroll))
	JL(LabelRef(end))
	for u := range unroll {
		b0, b1 := t.copy(Mem{Base: b}), t.copy(Mem{Base: b, Disp: t.bytes})
		ADDQ(t.ldb, b)
		for i := range t.m {
			x := t.broadcast(Mem{Base: a, Disp: u*aStep + i*t.elem})
			emit(t.pick(VFMADD231PS, VFMADD231PD), b0, x, t.acc[i][0])
			emit(t.pick(VFMADD231PS, VFMADD231PD), b1, x, t.acc[i][1])
		}
	}
	ADDQ(U32(unroll*aStep), a)
	SUBQ(U32(unroll), k)
	JMP(LabelRef(loop))
	Label(end)
}

// epilogue scales and stores: without reading C when beta is 0, and through masks
// when the tile is narrower than two vectors.
func (t *tile) epilogue() {
	scale, n, bits := Load(Param("scale"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual), GP64()
	alpha := t.broadcast(Mem{Base: scale})
	for _, row := range t.acc {
		for _, acc := range row {
			emit(t.pick(VMULPS, VMULPD), alpha, acc, acc)
		}
	}
	if t.elem == 4 {
		MOVL(Mem{Base: scale, Disp: 4}, bits.As32())
	} else {
		MOVQ(Mem{Base: scale, Disp: 8}, bits)
	}
	CMPQ(n, U32(2*t.count()))
	JL(LabelRef("narrow"))
	t.storeOrAdd("wide", scale, bits, [2]*tailMask{})
	Label("narrow")
	t.storeOrAdd("narrow", scale, bits, t.columnMasks(n))
}

func (t *tile) storeOrAdd(name string, scale, bits GPVirtual, masks [2]*tailMask) {
	TESTQ(bits, bits)
	JNZ(LabelRef(name + "add"))
	t.store(nil, masks)
	Label(name + "add")
	t.store(t.broadcast(Mem{Base: scale, Disp: t.elem}), masks)
}

// columnMasks are the masks of the tile's two vectors for n columns.
func (t *tile) columnMasks(n GPVirtual) [2]*tailMask {
	var masks [2]*tailMask
	for half := range masks {
		left, most := GP64(), GP64()
		MOVQ(n, left)
		SUBQ(U32(half*t.count()), left)
		XORQ(most, most)
		CMPQ(left, most)
		CMOVQLT(most, left)
		MOVQ(U64(uint64(t.count())), most)
		CMPQ(left, most)
		CMOVQGT(most, left)
		masks[half] = t.tailMask(left)
	}
	return masks
}

func (t *tile) store(beta vec, masks [2]*tailMask) {
	for i := range t.m {
		for half, acc := range t.acc[i] {
			at := Mem{Base: t.c, Disp: half * t.bytes}
			if beta != nil {
				emit(t.pick(VFMADD231PS, VFMADD231PD), t.old(at, masks[half]), beta, acc)
			}
			t.save(acc, at, masks[half])
		}
		if i < t.m-1 {
			ADDQ(t.ldc, t.c)
		}
	}
	VZEROUPPER()
	RET()
}

// old is the value of C to add to.
func (t *tile) old(at Mem, m *tailMask) Op {
	if m == nil {
		return at
	}
	return t.loadTail(at, m, t.elem)
}

// transpose emits func(dst *byte, rows **byte, stride, k int): it reads k elements, a
// multiple of the group, from each of a group of rows (8 float32 or 4 float64) and
// writes for each position the group's elements side by side, stride bytes apart.
func (l lanes) transpose(name string) {
	TEXT(name+l.suffix(), NOSPLIT, "func(dst *byte, rows **byte, stride, k int)")
	Pragma("noescape")
	group := l.count()
	dst, rows := Load(Param("dst"), GP64()).(GPVirtual), Load(Param("rows"), GP64()).(GPVirtual)
	stride, k := Load(Param("stride"), GP64()).(GPVirtual), Load(Param("k"), GP64()).(GPVirtual)
	offset := GP64()
	XORQ(offset, offset)
	Label("loop")
	CMPQ(k, U32(group))
	JL(LabelRef("done"))
	in := make([]vec, group)
	for i := range in {
		row := GP64()
		MOVQ(Mem{Base: rows, Disp: 8 * i}, row)
		in[i] = l.copy(Mem{Base: row, Index: offset, Scale: 1})
	}
	for _, column := range l.transposed(in) {
		l.save(column, Mem{Base: dst}, nil)
		ADDQ(stride, dst)
	}
	ADDQ(U32(l.bytes), offset)
	SUBQ(U32(group), k)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// transposed swaps rows and columns of a square of vectors in registers.
func (l lanes) transposed(in []vec) []vec {
	if l.elem == 8 {
		a, b := l.to(VUNPCKLPD, in[1], in[0]), l.to(VUNPCKHPD, in[1], in[0])
		c, d := l.to(VUNPCKLPD, in[3], in[2]), l.to(VUNPCKHPD, in[3], in[2])
		return []vec{
			l.to(VPERM2F128, U8(0x20), c, a), l.to(VPERM2F128, U8(0x20), d, b),
			l.to(VPERM2F128, U8(0x31), c, a), l.to(VPERM2F128, U8(0x31), d, b),
		}
	}
	var quads [8]vec // quads[q], quads[q+4]: columns q and q+4 of rows 0…3 and of rows 4…7
	for g := range 2 {
		r := in[4*g : 4*g+4]
		lo01, hi01 := l.to(VUNPCKLPS, r[1], r[0]), l.to(VUNPCKHPS, r[1], r[0])
		lo23, hi23 := l.to(VUNPCKLPS, r[3], r[2]), l.to(VUNPCKHPS, r[3], r[2])
		quads[4*g] = l.to(VUNPCKLPD, lo23, lo01)
		quads[4*g+1] = l.to(VUNPCKHPD, lo23, lo01)
		quads[4*g+2] = l.to(VUNPCKLPD, hi23, hi01)
		quads[4*g+3] = l.to(VUNPCKHPD, hi23, hi01)
	}
	out := make([]vec, 8)
	for q := range 4 {
		out[q] = l.to(VPERM2F128, U8(0x20), quads[q+4], quads[q])
		out[q+4] = l.to(VPERM2F128, U8(0x31), quads[q+4], quads[q])
	}
	return out
}
