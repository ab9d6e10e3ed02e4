// Package walk visits the elements of strided operands: chunk by chunk for elementwise kernels, lane by lane for
// those that work along a dimension, in runs for copies, on all processors.
package walk

import (
	"sync"

	"gputour/engine/device"
)

// This file walks the operands of elementwise launches. Inner kernels see contiguous
// runs only: an operand that is strided, broadcast or of another dtype is staged,
// chunk by chunk, through a small buffer.

// Chunk is how many elements are staged at once: few enough that all buffers of a
// kernel stay in the first-level cache.
const Chunk = 512

// MaxArgs is the most operands an elementwise kernel has.
const MaxArgs = 5

// Inner computes n elements. args[0] is the output; an input may hold a single
// element that stands for all.
type Inner func(l *device.Launch, args *[MaxArgs][]byte, n int)

// Kernel is an inner kernel with the dtypes it reads and writes.
type Kernel struct {
	Run   Inner
	Types [MaxArgs]device.DType
	// Spread: a single-element input must be repeated for the kernel.
	Spread bool
	// Divides: an integer zero among the divisors is an error.
	Divides bool
	// Lines applies a binary op to two dimensions (see layout.inLines); nil where there
	// is no such kernel.
	Lines func(l *device.Launch, p *Layout)
	// Finite reports that results of the kernel's type, if floats, are all finite.
	Finite func(out []byte) bool
}

// Layout is the operands' common iteration space with mergeable dimensions merged.
type Layout struct {
	args    int
	Shape   []int
	Strides [MaxArgs][]int
	Numel   int

	room [(MaxArgs + 1) * 6]int
}

// NewLayout is the layout of a launch's operands.
func NewLayout(l *device.Launch) *Layout {
	p := new(Layout)
	p.init(l)
	return p
}

func (p *Layout) init(l *device.Launch) {
	p.args = len(l.Args)
	shape := l.Args[0].Shape
	nd := len(shape)
	rows := p.room[:]
	if nd > 6 {
		rows = make([]int, (MaxArgs+1)*nd)
	} else if nd == 0 {
		nd = 1
	}
	p.Shape = rows[:0:nd]
	for a := range p.args {
		p.Strides[a] = rows[(a+1)*nd : (a+1)*nd : (a+2)*nd]
	}
	p.Numel = 1
	for d, n := range shape {
		p.Numel *= n
		if n == 1 {
			continue
		}
		if k := len(p.Shape) - 1; k >= 0 && p.merges(l, d, n) {
			p.Shape[k] *= n
			for a := range p.args {
				p.Strides[a][k] = stride(&l.Args[a], d)
			}
			continue
		}
		p.Shape = append(p.Shape, n)
		for a := range p.args {
			p.Strides[a] = append(p.Strides[a], stride(&l.Args[a], d))
		}
	}
}

func stride(o *device.Operand, d int) int {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return 0
	}
	return o.Strides[d]
}

// merges reports whether dimension d continues the last dimension kept.
func (p *Layout) merges(l *device.Launch, d, n int) bool {
	k := len(p.Shape) - 1
	for a := range p.args {
		if p.Strides[a][k] != stride(&l.Args[a], d)*n {
			return false
		}
	}
	return true
}

// sort orders dimensions by the output's strides, largest first, so that runs follow
// memory; merging again is left out: transposed outputs are rare.
func (p *Layout) sort() {
	out := p.Strides[0]
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && out[j-1] < out[j]; j-- {
			p.Shape[j-1], p.Shape[j] = p.Shape[j], p.Shape[j-1]
			for a := range p.args {
				s := p.Strides[a]
				s[j-1], s[j] = s[j], s[j-1]
			}
		}
	}
}

// Dense reports that operand a has no gaps and the order of the layout.
func (p *Layout) Dense(a int) bool {
	want := 1
	for d := len(p.Shape) - 1; d >= 0; d-- {
		if p.Strides[a][d] != want {
			return false
		}
		want *= p.Shape[d]
	}
	return true
}

func (p *Layout) single(a int) bool {
	for _, s := range p.Strides[a] {
		if s != 0 {
			return false
		}
	}
	return true
}

// Apply applies k over the launch's operands.
func Apply(l *device.Launch, k *Kernel) {
	if direct(l, k) {
		return
	}
	w := walks.Get().(*walk)
	w.l, w.k = l, k
	defer w.Free()
	p := &w.p
	p.init(l)
	if p.Numel == 0 {
		return
	}
	p.sort()
	if k.Lines != nil && p.inLines(l, k) {
		k.Lines(l, p)
		return
	}
	if turned(l, k, p) {
		return
	}
	for a := range p.args {
		w.size[a] = l.Args[a].DType.Size()
		w.same[a] = l.Args[a].DType == k.Types[a]
		w.dense[a] = p.Dense(a)
		w.one[a] = a > 0 && p.single(a) && p.Numel > 1
	}
	if w.inRuns() {
		Share(l, p.Numel, Grain, w.runs)
		return
	}
	Share(l, p.Numel, Grain, w.Run)
}

// inLines reports two operands of two dimensions, of the kernel's types, whose lines are
// contiguous or single elements, and a dense output: a matrix and a row, a column and a
// row, parts of matrices.
func (p *Layout) inLines(l *device.Launch, k *Kernel) bool {
	if len(p.Shape) != 2 || !p.Dense(0) || l.Args[0].DType != k.Types[0] {
		return false
	}
	single := 0
	for a := 1; a < p.args; a++ {
		step, within := p.Strides[a][0], p.Strides[a][1]
		if l.Args[a].DType != k.Types[a] || step < 0 || within != 0 && within != 1 {
			return false
		}
		single += 1 - within
	}
	return single < 2
}

// direct handles operands that are all contiguous and of the kernel's types: the
// kernel takes them whole.
func direct(l *device.Launch, k *Kernel) bool {
	n := l.Args[0].Numel()
	if n == 0 {
		return true
	}
	var args [MaxArgs][]byte
	for a := range l.Args {
		o := &l.Args[a]
		if o.DType != k.Types[a] {
			return false
		}
		if Contiguous(o) {
			args[a] = o.Mem[:n*o.DType.Size()]
		} else if a > 0 && !k.Spread && isSingle(o) {
			args[a] = o.Mem[:o.DType.Size()]
		} else {
			return false
		}
	}
	if l.Watch != nil && k.Finite != nil {
		watched(l, k, &args, n)
		return true
	}
	if n <= Grain {
		k.Run(l, &args, n)
		return true
	}
	Share(l, n, Grain, func(lo, hi int) {
		part := args
		for a := range l.Args {
			if size := k.Types[a].Size(); len(args[a]) > size {
				part[a] = args[a][lo*size : hi*size]
			}
		}
		k.Run(l, &part, hi-lo)
	})
	return true
}

// watchedPart is how many elements are computed before they are looked at.
const watchedPart = 2048

// watched runs k over contiguous operands and looks at each part of the result.
func watched(l *device.Launch, k *Kernel, args *[MaxArgs][]byte, n int) {
	w := l.Watch
	w.Of = l.Args[0].Buffer
	w.Odd.Store(false)
	Share(l, n, Grain, func(lo, hi int) {
		for ; lo < hi; lo += watchedPart {
			part, count := *args, min(watchedPart, hi-lo)
			for a := range l.Args {
				if size := k.Types[a].Size(); len(part[a]) > size {
					part[a] = part[a][lo*size : (lo+count)*size]
				}
			}
			k.Run(l, &part, count)
			if !w.Odd.Load() && !k.Finite(part[0]) {
				w.Odd.Store(true)
			}
		}
	})
}

// RowMajor are the strides of a contiguous operand.
func RowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	for d, n := len(shape)-1, 1; d >= 0; d-- {
		strides[d] = n
		n *= shape[d]
	}
	return strides
}

// Contiguous reports an operand without gaps whose last dimension runs fastest.
func Contiguous(o *device.Operand) bool {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return len(o.Shape) == 0
	}
	want := 1
	for d := len(o.Shape) - 1; d >= 0; d-- {
		if n := o.Shape[d]; n != 1 {
			if o.Strides[d] != want {
				return false
			}
			want *= n
		}
	}
	return true
}

func isSingle(o *device.Operand) bool {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return true
	}
	for d, n := range o.Shape {
		if n != 1 && o.Strides[d] != 0 {
			return false
		}
	}
	return true
}

// staging is the room of a walk, for all operands as stored and as computed with. Fresh
// memory would cost a small operation more than its work.
type staging [2 * MaxArgs * Chunk]complex128

var stages = sync.Pool{New: func() any { return new(staging) }}

// walks are kept for the next launches: a new one costs as much as a small operation.
var walks = sync.Pool{New: func() any { return new(walk) }}

// walk stages operands chunk by chunk.
type walk struct {
	l                *device.Launch
	k                *Kernel
	p                Layout
	size             [MaxArgs]int
	same, dense, one [MaxArgs]bool
}

// Free keeps w, but nothing of its operands.
func (w *walk) Free() {
	*w = walk{}
	walks.Put(w)
}

func (w *walk) Run(lo, hi int) {
	var stage, raw [MaxArgs][]byte
	var args [MaxArgs][]byte
	var at [MaxArgs]cursor
	own := stages.Get().(*staging)
	defer stages.Put(own)
	room := device.Bytes(own[:])
	for a := range w.p.args {
		stage[a], raw[a] = room[2*a*Chunk*16:][:Chunk*16], room[(2*a+1)*Chunk*16:][:Chunk*16]
		at[a] = NewCursor(&w.p, a, lo)
		if w.one[a] {
			args[a] = w.Load(a, stage[a], w.l.Args[a].Mem[:w.size[a]], 1)
			if w.k.Spread {
				copy(stage[a], args[a][:w.k.Types[a].Size()])
				repeat(stage[a], w.k.Types[a].Size())
				args[a] = stage[a]
			}
		}
	}
	for lo < hi {
		n := min(Chunk, hi-lo)
		for a := 1; a < w.p.args; a++ {
			if w.one[a] {
				if w.k.Spread {
					args[a] = stage[a][:n*w.k.Types[a].Size()]
				}
				continue
			}
			src := w.read(a, &at[a], raw[a], lo, n)
			args[a] = w.Load(a, stage[a], src, n)
		}
		w.write(&at[0], stage[0], raw[0], &args, lo, n)
		lo += n
	}
}

// read returns n elements of operand a as stored, gathered if they are not adjacent.
func (w *walk) read(a int, at *cursor, raw []byte, lo, n int) []byte {
	mem := w.l.Args[a].Mem
	if w.dense[a] {
		return mem[lo*w.size[a] : (lo+n)*w.size[a]]
	}
	gather(raw, mem, w.size[a], at, n)
	return raw[:n*w.size[a]]
}

// Load converts n elements of operand a to the kernel's type.
func (w *walk) Load(a int, stage, src []byte, n int) []byte {
	if w.same[a] {
		return src
	}
	Convert(w.k.Types[a], w.l.Args[a].DType, stage, src, n)
	return stage[:n*w.k.Types[a].Size()]
}

// write runs the kernel for one chunk and puts the result where it belongs.
func (w *walk) write(at *cursor, stage, raw []byte, args *[MaxArgs][]byte, lo, n int) {
	mem := w.l.Args[0].Mem
	size := w.size[0]
	if w.dense[0] && w.same[0] {
		args[0] = mem[lo*size : (lo+n)*size]
		w.k.Run(w.l, args, n)
		return
	}
	args[0] = stage[:n*w.k.Types[0].Size()]
	w.k.Run(w.l, args, n)
	src := args[0]
	if !w.same[0] {
		dst := raw[:n*size]
		if w.dense[0] {
			dst = mem[lo*size : (lo+n)*size]
		}
		Convert(w.l.Args[0].DType, w.k.Types[0], dst, src, n)
		src = dst
	}
	if !w.dense[0] {
		scatter(mem, src, size, at, n)
	}
}

// inRuns reports operands of the kernel's types that are contiguous, or stand still,
// along the innermost dimension: the kernel can take them as they are, a run at a time.
func (w *walk) inRuns() bool {
	last := len(w.p.Shape) - 1
	if last < 0 || w.p.Shape[last] < shortRun || w.p.Strides[0][last] != 1 {
		return false
	}
	for a := range w.p.args {
		step := w.p.Strides[a][last]
		if !w.same[a] || step != 1 && (step != 0 || w.k.Spread) {
			return false
		}
	}
	return true
}

// shortRun is the length of a run below which staging many of them is faster.
const shortRun = 256

func (w *walk) runs(lo, hi int) {
	var at [MaxArgs]cursor
	for a := range w.p.args {
		at[a] = NewCursor(&w.p, a, lo)
	}
	var args [MaxArgs][]byte
	for lo < hi {
		n := hi - lo
		for a := range w.p.args {
			offset, step, count := at[a].Run(n)
			n = count
			size := w.size[a]
			args[a] = w.l.Args[a].Mem[offset*size:][:max(step*n, 1)*size]
		}
		w.k.Run(w.l, &args, n)
		lo += n
	}
}

// repeat fills buf with copies of its first size bytes.
func repeat(buf []byte, size int) {
	for n := size; n < len(buf); n *= 2 {
		copy(buf[n:], buf[:n])
	}
}
