package cpu

import (
	"sync"

	"gputour/engine/device"
	"gputour/engine/device/cpu/walk"
)

// This file reads and writes one position of a lane for each element of an index:
// gather and the scatters.

func runGather(l *device.Launch) error {
	out, x, index := &l.Args[0], &l.Args[1], &l.Args[2]
	switch out.DType.Size() {
	case 4:
		return indexedRuns(l, out, x, index, readAt[int32])
	case 8:
		return indexedRuns(l, out, x, index, readAt[int64])
	}
	return eachIndexed(l, out, x, index, func(o, x []byte, size int) { copy(o[:size], x) })
}

func runScatter(l *device.Launch) error {
	x, index, src := &l.Args[0], &l.Args[1], &l.Args[2]
	var join merge
	switch l.Op {
	case device.OpScatterAdd:
		join = merger(x.DType, reduceSum)
	case device.OpScatterReduce:
		join = merger(x.DType, l.I[1])
	}
	switch add := l.Op == device.OpScatterAdd; {
	case add && x.DType == device.Float32:
		return indexedRuns(l, src, x, index, addAt[float32])
	case add && x.DType == device.Float64:
		return indexedRuns(l, src, x, index, addAt[float64])
	case l.Op == device.OpScatter && x.DType.Size() == 4:
		return indexedRuns(l, src, x, index, writeAt[int32])
	case l.Op == device.OpScatter && x.DType.Size() == 8:
		return indexedRuns(l, src, x, index, writeAt[int64])
	}
	return eachIndexed(l, src, x, index, func(s, x []byte, size int) {
		if join != nil {
			join(x[:size], s[:size])
		} else {
			copy(x[:size], s)
		}
	})
}

// eachIndexed calls f for every element of index with the element of side at the same
// place and the one of x at the place whose coordinate I[0] is the index.
func eachIndexed(l *device.Launch, side, x, index *device.Operand, f func(side, x []byte, size int)) error {
	n := index.Numel()
	if n == 0 {
		return nil
	}
	size := x.DType.Size()
	g := newIndexed(l, side, x, index)
	i0, i1, i2 := walk.NewCursor(g.Layout, 0, 0), walk.NewCursor(g.Layout, 1, 0), walk.NewCursor(g.Layout, 2, 0)
	mem := device.Slice[int64](index.Mem)
	for range n {
		a, _, _ := i0.Run(1)
		b, _, _ := i1.Run(1)
		c, _, _ := i2.Run(1)
		j := int(mem[a])
		if j < 0 || j >= g.extent {
			return g.outside(l, j)
		}
		f(side.Mem[b*size:], x.Mem[(c+j*g.step)*size:], size)
	}
	return nil
}

// indexed is the common layout of index, the operand at the same places, and the operand
// that the index addresses along one dimension.
type indexed struct {
	*walk.Layout
	extent, step int // of that dimension
}

func newIndexed(l *device.Launch, side, x, index *device.Operand) indexed {
	dim := l.I[0]
	g := indexed{extent: 1}
	if len(x.Shape) > 0 {
		g.extent, g.step = x.Shape[dim], x.Strides[dim]
	}
	across := append([]int(nil), x.Strides...)
	if len(across) > 0 {
		across[dim] = 0
	}
	if len(index.Shape) == 0 {
		across = nil
	}
	g.Layout = layout3(index.Shape, walk.StridesOf(index, 0, len(index.Shape)), walk.StridesOf(side, 0, len(index.Shape)), across)
	return g
}

func layout3(shape, a, b, c []int) *walk.Layout {
	buf := new(device.Buffer)
	l := device.Launch{Args: []device.Operand{{Shape: shape, Strides: a, Buffer: buf},
		{Shape: shape, Strides: b, Buffer: buf}, {Shape: shape, Strides: c, Buffer: buf}}}
	return walk.NewLayout(&l)
}

func (g *indexed) outside(l *device.Launch, j int) error {
	return &device.Error{Op: l.Op.String(), Code: device.Failed, Err: &device.OutOfRange{Index: j, Size: g.extent}}
}

// element are the types that runs move; others of their sizes move as these.
type element interface {
	int32 | int64 | float32 | float64
}

// indexedRun handles n elements: index[i·steps[0]], side[i·steps[1]] and the place that the
// index names in x, from i·steps[2] on, whose neighbours lie step apart. It returns where
// an index is not below extent, or n.
type indexedRun[T element] func(index []int64, side, x []T, steps [3]int, n, extent, step int) int

// indexedRuns is eachIndexed for elements of one type, a run of the innermost dimension
// at a time, on several cores: each has its own part of a dimension. When x is written, it
// is one along which x moves, so that no two write to one place and each place sees its
// writes in order.
func indexedRuns[T element](l *device.Launch, side, x, index *device.Operand, f indexedRun[T]) error {
	if index.Numel() == 0 {
		return nil
	}
	g := newIndexed(l, side, x, index)
	split := g.widest(l.Op == device.OpGather)
	if split < 0 {
		return indexedPart(l, &g, side, x, index, [3]int{}, f)
	}
	var mu sync.Mutex
	var first error
	firstAt := g.Shape[split]
	walk.Share(l, g.Shape[split], max(1, walk.Grain/4*g.Shape[split]/g.Numel), func(lo, hi int) {
		part, from := g.part(split, lo, hi)
		if err := indexedPart(l, &part, side, x, index, from, f); err != nil {
			mu.Lock()
			defer mu.Unlock()
			if lo < firstAt {
				first, firstAt = err, lo
			}
		}
	})
	return first
}

// widest is the longest dimension, of any or of those along which x moves; -1 for none.
func (g *indexed) widest(any bool) int {
	best := -1
	for d, n := range g.Shape {
		if (any || g.Strides[2][d] != 0) && (best < 0 || n > g.Shape[best]) {
			best = d
		}
	}
	return best
}

// part keeps a range of one dimension; from is where its operands begin.
func (g *indexed) part(dim, lo, hi int) (part indexed, from [3]int) {
	own := *g.Layout
	part = indexed{&own, g.extent, g.step}
	part.Shape = append([]int(nil), g.Shape...)
	part.Shape[dim] = hi - lo
	part.Numel = g.Numel / g.Shape[dim] * (hi - lo)
	for a := range from {
		from[a] = lo * g.Strides[a][dim]
	}
	return part, from
}

func indexedPart[T element](l *device.Launch, g *indexed, side, x, index *device.Operand, from [3]int, f indexedRun[T]) error {
	mem, s, v := device.Slice[int64](index.Mem), device.Slice[T](side.Mem), device.Slice[T](x.Mem)
	mem, s, v = mem[from[0]:], s[from[1]:], v[from[2]:]
	i0, i1, i2 := walk.NewCursor(g.Layout, 0, 0), walk.NewCursor(g.Layout, 1, 0), walk.NewCursor(g.Layout, 2, 0)
	for left := g.Numel; left > 0; {
		a, da, n := i0.Run(left)
		b, db, _ := i1.Run(n)
		c, dc, _ := i2.Run(n)
		if bad := f(mem[a:], s[b:], v[c:], [3]int{da, db, dc}, n, g.extent, g.step); bad < n {
			return g.outside(l, int(mem[a+bad*da]))
		}
		left -= n
	}
	return nil
}

// lane reports whether index and side are contiguous and x is a contiguous lane that the
// whole run indexes: the common case, with loops of its own.
func lane(steps [3]int, step int) bool { return steps == [3]int{1, 1, 0} && step == 1 }

func readAt[T element](index []int64, side, x []T, steps [3]int, n, extent, step int) int {
	if lane(steps, step) {
		x, side = x[:extent], side[:n]
		for i, j := range index[:n] {
			if uint(j) >= uint(len(x)) {
				return i
			}
			side[i] = x[j]
		}
		return n
	}
	for i := range n {
		j := int(index[i*steps[0]])
		if uint(j) >= uint(extent) {
			return i
		}
		side[i*steps[1]] = x[i*steps[2]+j*step]
	}
	return n
}

func writeAt[T element](index []int64, side, x []T, steps [3]int, n, extent, step int) int {
	if lane(steps, step) {
		x, side = x[:extent], side[:n]
		for i, j := range index[:n] {
			if uint(j) >= uint(len(x)) {
				return i
			}
			x[j] = side[i]
		}
		return n
	}
	for i := range n {
		j := int(index[i*steps[0]])
		if uint(j) >= uint(extent) {
			return i
		}
		x[i*steps[2]+j*step] = side[i*steps[1]]
	}
	return n
}

func addAt[T float32 | float64](index []int64, side, x []T, steps [3]int, n, extent, step int) int {
	if lane(steps, step) {
		x, side = x[:extent], side[:n]
		for i, j := range index[:n] {
			if uint(j) >= uint(len(x)) {
				return i
			}
			x[j] += side[i]
		}
		return n
	}
	for i := range n {
		j := int(index[i*steps[0]])
		if uint(j) >= uint(extent) {
			return i
		}
		x[i*steps[2]+j*step] += side[i*steps[1]]
	}
	return n
}
