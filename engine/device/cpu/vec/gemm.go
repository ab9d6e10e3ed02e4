// This file defines the matrix product.
//
// Gemm follows the layered scheme of Goto and van de Geijn ("Anatomy of
// High-Performance Matrix Multiplication", 2008): blocks of A and B are packed into
// contiguous panels that stay in cache, and an assembly tile kernel keeps a block of C
// in registers while it runs along the shared dimension.
//
//	     depth                width
//	   ┌───────┐   ┌──┬──┬──┐
//	   │ panel │ × │  │  │  │ depth     C tile: height × width
//	   ├───────┤   └──┴──┴──┘
//	   │ panel │ height
//	   └───────┘

package vec

import (
	"sync"
	"unsafe"
)

// Transpose says whether an operand of Gemm is used as stored or transposed.
type Transpose bool

const (
	NoTrans Transpose = false
	Trans   Transpose = true
)

// gemmTile computes one tile: C = beta·C + alpha·A·B over k steps of a packed panel of A
// and of B's rows, ldb apart, for n columns. ldb and ldc are in bytes; scale points to
// alpha and beta.
type gemmTile func(c *byte, ldc int, a, b *byte, ldb, k, n int, scale *byte)

// gemmKernel is the tile kernel of one element type: tiles[m] handles m rows.
// transpose packs a group of rows (see packer).
type gemmKernel struct {
	height, width, group int
	tiles                []gemmTile
	transpose            func(dst *byte, rows **byte, stride, k int)
}

type gemmKernels struct {
	f32, f64 gemmKernel
	fourDots func(out, a, b *byte, ldb, k int)
}

// Block sizes: a panel of B (depth × width) stays in the first-level cache, a block of
// A (rows × depth) in the second, the packed part of B in the third.
const (
	gemmDepth     = 320
	gemmRowTiles  = 24
	gemmColTiles  = 64
	gemmSlack     = 32      // elements that packing may write past a panel's end
	gemmParallel  = 3 << 20 // multiply-adds ×2 from which cores are shared
	gemmPieceEdge = 64      // least rows and columns of one core's piece
	gemmMaxPieces = 2       // pieces per core
)

// Gemm computes C = beta·C + alpha·op(A)·op(B) where op(A) is m×k, op(B) k×n and C m×n,
// all row-major; lda, ldb and ldc are the elements from one stored row to the next.
// With beta 0, C is not read. Slices too short for their matrix panic.
func Gemm[T Float](ta, tb Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if m <= 0 || n <= 0 {
		return
	}
	g := product[T]{ta: ta, tb: tb, k: k, a: a, lda: lda, b: b, ldb: ldb, c: c, ldc: ldc}
	g.scale = [2]T{alpha, beta}
	g.check(m, n)
	if k <= 0 || alpha == 0 {
		g.scaleOnly(m, n)
		return
	}
	g.kernel = gemmKernelOf[T]()
	g.whole = float64(m)*float64(n)*float64(k) <= gemmWhole && k <= gemmWholeDepth
	if g.byDots(m, n) {
		return
	}
	if float64(m)*float64(n)*float64(k)*2 < gemmParallel {
		g.run(0, m, 0, n)
		return
	}
	shared := g // the copy that escapes to the workers
	shared.share(m, n)
}

// Products of at most gemmWhole multiply-adds are not cut along the shared dimension, as
// OpenBLAS's kernels for small matrices do not; gemmWholeDepth bounds the packed panels.
const (
	gemmWhole      = 1_000_000
	gemmWholeDepth = 8192
)

// blockDepth is how many of left steps the next block takes. Where C is rounded between
// blocks depends on it: these are OpenBLAS's cuts (driver/level3/level3_thread.c with the
// parameters for AVX-512), so that products agree with those of a PyTorch built on it.
func blockDepth(left int) int {
	switch {
	case left >= 2*gemmDepth:
		return gemmDepth
	case left > gemmDepth:
		return (left + 1) / 2
	}
	return left
}

// product is one Gemm call. Pieces of C are independent: each packs for itself.
type product[T Float] struct {
	ta, tb   Transpose
	k        int
	a, b, c  []T
	lda, ldb int
	ldc      int
	scale    [2]T // alpha, beta
	whole    bool // the shared dimension is not cut
	kernel   *gemmKernel
}

func gemmKernelOf[T Float]() *gemmKernel {
	k := &active.gemm.f32
	if elemOf[T]() == elemF64 {
		k = &active.gemm.f64
	}
	if k.tiles == nil {
		return plainGemm[T]()
	}
	return k
}

func (g *product[T]) check(m, n int) {
	need := func(rows, cols, ld, have int) {
		if rows > 0 && cols > 0 && (rows-1)*ld+cols > have {
			panic("vec: Gemm operand too short")
		}
	}
	ar, ac, br, bc := m, g.k, g.k, n
	if g.ta {
		ar, ac = ac, ar
	}
	if g.tb {
		br, bc = bc, br
	}
	need(ar, ac, g.lda, len(g.a))
	need(br, bc, g.ldb, len(g.b))
	need(m, n, g.ldc, len(g.c))
}

func (g *product[T]) scaleOnly(m, n int) {
	for i := range m {
		row := g.c[i*g.ldc : i*g.ldc+n]
		for j := range row {
			if g.scale[1] == 0 {
				row[j] = 0
			} else {
				row[j] *= g.scale[1]
			}
		}
	}
}

// share cuts C into a grid of pieces for the cores.
func (g *product[T]) share(m, n int) {
	want := gemmMaxPieces * workers.cores()
	if workers.cores() == 1 {
		want = 1
	}
	rows, cols := 1, 1
	for rows*cols < want {
		tall, wide := m/(rows+1), n/(cols+1)
		switch {
		case wide >= gemmPieceEdge && wide >= tall:
			cols++
		case tall >= gemmPieceEdge:
			rows++
		case wide >= gemmPieceEdge:
			cols++
		default:
			want = 0
		}
	}
	high, wide := roundUp((m+rows-1)/rows, g.kernel.height), roundUp((n+cols-1)/cols, g.kernel.width)
	rows, cols = (m+high-1)/high, (n+wide-1)/wide
	forParallel(rows*cols, 1, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			i, j := p/cols*high, p%cols*wide
			g.run(i, min(i+high, m), j, min(j+wide, n))
		}
	})
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// scratch is the room for one piece's packed blocks, and for the row addresses that a
// kernel takes while it packs.
type scratch struct {
	a, b []byte
	rows [8]*byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// sized returns a slice of n elements over *room, which grows as needed and starts on
// a cache line.
func sized[T Float](room *[]byte, n int) []T {
	var zero T
	bytes := n*int(unsafe.Sizeof(zero)) + 64
	if len(*room) < bytes {
		*room = make([]byte, bytes)
	}
	skip := -uintptr(unsafe.Pointer(&(*room)[0])) & 63
	return unsafe.Slice((*T)(unsafe.Pointer(&(*room)[skip])), n)
}

// run computes rows [i0, i1) and columns [j0, j1) of C.
func (g *product[T]) run(i0, i1, j0, j1 int) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	mr, nr := g.kernel.height, g.kernel.width
	depth := g.k
	if !g.whole {
		depth = min(depth, gemmDepth)
	}
	high, wide := min(roundUp(i1-i0, mr), gemmRowTiles*mr), min(roundUp(j1-j0, nr), gemmColTiles*nr)
	packedA := sized[T](&s.a, high*depth+gemmSlack)
	packedB := sized[T](&s.b, wide*depth+gemmSlack)
	scale := g.scale
	for j := j0; j < j1; j += wide {
		jn := min(wide, j1-j)
		direct := g.direct(i1-i0, jn)
		scale[1] = g.scale[1]
		for p, pn := 0, 0; p < g.k; p += pn {
			if pn = g.k - p; !g.whole {
				pn = blockDepth(pn)
			}
			if direct < jn {
				packer[T]{g.kernel, &s.rows, packedB[direct*pn:], g.b, g.ldb, nr, bool(g.tb)}.block(j+direct, jn-direct, p, pn)
			}
			for i := i0; i < i1; i += high {
				in := min(high, i1-i)
				packer[T]{g.kernel, &s.rows, packedA, g.a, g.lda, mr, !bool(g.ta)}.block(i, in, p, pn)
				g.tiles(packedA, packedB, part{i, in, j, jn, p, pn, direct}, &scale)
			}
			scale[1] = 1
		}
	}
}

// gemmDirectRows is the number of tile rows below which packing B costs more than it
// saves, and gemmDirectStride the row stride, in bytes, from which its rows lie on too
// many pages to be read in place.
const (
	gemmDirectRows   = 8
	gemmDirectStride = 4096
)

// direct is how many of n columns of B, in whole tiles, are read in place.
func (g *product[T]) direct(rows, n int) int {
	stride := g.ldb * int(unsafe.Sizeof(g.scale[0]))
	if g.tb || rows > gemmDirectRows*g.kernel.height || stride >= gemmDirectStride {
		return 0
	}
	return n / g.kernel.width * g.kernel.width
}

// part is a block of the product: in rows from i, jn columns from j, pn steps from p,
// with the first direct columns of B not packed.
type part struct{ i, in, j, jn, p, pn, direct int }

// tiles multiplies a packed block of A with a block of B.
func (g *product[T]) tiles(packedA, packedB []T, t part, scale *[2]T) {
	mr, nr, size := g.kernel.height, g.kernel.width, int(unsafe.Sizeof(scale[0]))
	for jt := 0; jt < t.jn; jt += nr {
		b, ldb := bytesOf(packedB[jt*t.pn:]), nr*size
		if jt < t.direct {
			b, ldb = bytesOf(g.b[t.p*g.ldb+t.j+jt:]), g.ldb*size
		}
		for it := 0; it < t.in; it += mr {
			c := bytesOf(g.c[(t.i+it)*g.ldc+t.j+jt:])
			g.kernel.tiles[min(mr, t.in-it)](c, g.ldc*size, bytesOf(packedA[it*t.pn:]), b, ldb, t.pn, min(nr, t.jn-jt), bytesOf(scale[:]))
		}
	}
}

// packer copies a block of a matrix into panels of edge lanes: for each step along the
// shared dimension the panel's lanes lie side by side. Lanes past the block's end hold
// anything: their products are never stored.
type packer[T Float] struct {
	kernel *gemmKernel
	rows   *[8]*byte
	dst    []T
	src    []T
	ld     int
	edge   int
	along  bool // the shared dimension is the one stored contiguously
}

// block packs lanes [lane, lane+lanes) at steps [step, step+steps).
func (p packer[T]) block(lane, lanes, step, steps int) {
	for done := 0; done < lanes; done += p.edge {
		dst, have := p.dst[done*steps:], min(p.edge, lanes-done)
		if p.along {
			p.transposed(dst, lane+done, have, step, steps)
		} else {
			p.copied(dst, lane+done, have, step, steps)
		}
	}
}

func (p packer[T]) copied(dst []T, lane, have, step, steps int) {
	for s := range steps {
		from := (step+s)*p.ld + lane
		copy(dst[s*p.edge:s*p.edge+have], p.src[from:from+have])
	}
}

// transposed packs groups of rows from the last to the first: a group's kernel writes
// whole vectors, and what it writes past the panel's edge the next group overwrites.
func (p packer[T]) transposed(dst []T, lane, have, step, steps int) {
	group, whole := p.kernel.group, 0
	if p.kernel.transpose != nil {
		whole = steps / group * group
	}
	for g := (have - 1) / group * group; g >= 0 && whole > 0; g -= group {
		for r := range group {
			p.rows[r] = bytesOf(p.src[(lane+min(g+r, have-1))*p.ld+step:])
		}
		p.kernel.transpose(bytesOf(dst[g:]), &p.rows[0], p.edge*int(unsafe.Sizeof(dst[0])), whole)
	}
	for l := range have {
		row := p.src[(lane+l)*p.ld+step : (lane+l)*p.ld+step+steps]
		for s := whole; s < steps; s++ {
			dst[s*p.edge+l] = row[s]
		}
	}
}
