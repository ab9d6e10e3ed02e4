package cpu

import (
	"sync"

	"gputour/engine/device"
)

// This file walks the operands of elementwise launches. Inner kernels see contiguous
// runs only: an operand that is strided, broadcast or of another dtype is staged,
// chunk by chunk, through a small buffer.

// chunk is how many elements are staged at once: few enough that all buffers of a
// kernel stay in the first-level cache.
const chunk = 512

// maxArgs is the most operands an elementwise kernel has.
const maxArgs = 5

// inner computes n elements. args[0] is the output; an input may hold a single
// element that stands for all.
type inner func(l *device.Launch, args *[maxArgs][]byte, n int)

// elementwise is an inner kernel with the dtypes it reads and writes.
type elementwise struct {
	run   inner
	types [maxArgs]device.DType
	// spread: a single-element input must be repeated for the kernel.
	spread bool
	// divides: an integer zero among the divisors is an error.
	divides bool
	// lines applies a binary op to two dimensions (see layout.inLines); nil where there
	// is no such kernel.
	lines func(l *device.Launch, p *layout)
	// finite reports that results of the kernel's type, if floats, are all finite.
	finite func(out []byte) bool
}

// layout is the operands' common iteration space with mergeable dimensions merged.
type layout struct {
	args    int
	shape   []int
	strides [maxArgs][]int
	numel   int

	room [(maxArgs + 1) * 6]int
}

func newLayout(l *device.Launch) *layout {
	p := new(layout)
	p.init(l)
	return p
}

func (p *layout) init(l *device.Launch) {
	p.args = len(l.Args)
	shape := l.Args[0].Shape
	nd := len(shape)
	rows := p.room[:]
	if nd > 6 {
		rows = make([]int, (maxArgs+1)*nd)
	} else if nd == 0 {
		nd = 1
	}
	p.shape = rows[:0:nd]
	for a := range p.args {
		p.strides[a] = rows[(a+1)*nd : (a+1)*nd : (a+2)*nd]
	}
	p.numel = 1
	for d, n := range shape {
		p.numel *= n
		if n == 1 {
			continue
		}
		if k := len(p.shape) - 1; k >= 0 && p.merges(l, d, n) {
			p.shape[k] *= n
			for a := range p.args {
				p.strides[a][k] = stride(&l.Args[a], d)
			}
			continue
		}
		p.shape = append(p.shape, n)
		for a := range p.args {
			p.strides[a] = append(p.strides[a], stride(&l.Args[a], d))
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
func (p *layout) merges(l *device.Launch, d, n int) bool {
	k := len(p.shape) - 1
	for a := range p.args {
		if p.strides[a][k] != stride(&l.Args[a], d)*n {
			return false
		}
	}
	return true
}

// sort orders dimensions by the output's strides, largest first, so that runs follow
// memory; merging again is left out: transposed outputs are rare.
func (p *layout) sort() {
	out := p.strides[0]
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && out[j-1] < out[j]; j-- {
			p.shape[j-1], p.shape[j] = p.shape[j], p.shape[j-1]
			for a := range p.args {
				s := p.strides[a]
				s[j-1], s[j] = s[j], s[j-1]
			}
		}
	}
}

func (p *layout) dense(a int) bool {
	want := 1
	for d := len(p.shape) - 1; d >= 0; d-- {
		if p.strides[a][d] != want {
			return false
		}
		want *= p.shape[d]
	}
	return true
}

func (p *layout) single(a int) bool {
	for _, s := range p.strides[a] {
		if s != 0 {
			return false
		}
	}
	return true
}

// runElementwise applies k over the launch's operands.
func runElementwise(l *device.Launch, k *elementwise) {
	if direct(l, k) {
		return
	}
	w := walks.Get().(*walk)
	w.l, w.k = l, k
	defer w.free()
	p := &w.p
	p.init(l)
	if p.numel == 0 {
		return
	}
	p.sort()
	if k.lines != nil && p.inLines(l, k) {
		k.lines(l, p)
		return
	}
	if turned(l, k, p) {
		return
	}
	for a := range p.args {
		w.size[a] = l.Args[a].DType.Size()
		w.same[a] = l.Args[a].DType == k.types[a]
		w.dense[a] = p.dense(a)
		w.one[a] = a > 0 && p.single(a) && p.numel > 1
	}
	if w.inRuns() {
		share(l, p.numel, grain, w.runs)
		return
	}
	share(l, p.numel, grain, w.run)
}

// inLines reports two operands of two dimensions, of the kernel's types, whose lines are
// contiguous or single elements, and a dense output: a matrix and a row, a column and a
// row, parts of matrices.
func (p *layout) inLines(l *device.Launch, k *elementwise) bool {
	if len(p.shape) != 2 || !p.dense(0) || l.Args[0].DType != k.types[0] {
		return false
	}
	single := 0
	for a := 1; a < p.args; a++ {
		step, within := p.strides[a][0], p.strides[a][1]
		if l.Args[a].DType != k.types[a] || step < 0 || within != 0 && within != 1 {
			return false
		}
		single += 1 - within
	}
	return single < 2
}

// direct handles operands that are all contiguous and of the kernel's types: the
// kernel takes them whole.
func direct(l *device.Launch, k *elementwise) bool {
	n := l.Args[0].Numel()
	if n == 0 {
		return true
	}
	var args [maxArgs][]byte
	for a := range l.Args {
		o := &l.Args[a]
		if o.DType != k.types[a] {
			return false
		}
		if contiguous(o) {
			args[a] = o.Mem[:n*o.DType.Size()]
		} else if a > 0 && !k.spread && isSingle(o) {
			args[a] = o.Mem[:o.DType.Size()]
		} else {
			return false
		}
	}
	if l.Watch != nil && k.finite != nil {
		watched(l, k, &args, n)
		return true
	}
	if n <= grain {
		k.run(l, &args, n)
		return true
	}
	share(l, n, grain, func(lo, hi int) {
		part := args
		for a := range l.Args {
			if size := k.types[a].Size(); len(args[a]) > size {
				part[a] = args[a][lo*size : hi*size]
			}
		}
		k.run(l, &part, hi-lo)
	})
	return true
}

// watchedPart is how many elements are computed before they are looked at.
const watchedPart = 2048

// watched runs k over contiguous operands and looks at each part of the result.
func watched(l *device.Launch, k *elementwise, args *[maxArgs][]byte, n int) {
	w := l.Watch
	w.Of = l.Args[0].Buffer
	w.Odd.Store(false)
	share(l, n, grain, func(lo, hi int) {
		for ; lo < hi; lo += watchedPart {
			part, count := *args, min(watchedPart, hi-lo)
			for a := range l.Args {
				if size := k.types[a].Size(); len(part[a]) > size {
					part[a] = part[a][lo*size : (lo+count)*size]
				}
			}
			k.run(l, &part, count)
			if !w.Odd.Load() && !k.finite(part[0]) {
				w.Odd.Store(true)
			}
		}
	})
}

func contiguous(o *device.Operand) bool {
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
type staging [2 * maxArgs * chunk]complex128

var stages = sync.Pool{New: func() any { return new(staging) }}

// walks are kept for the next launches: a new one costs as much as a small operation.
var walks = sync.Pool{New: func() any { return new(walk) }}

// walk stages operands chunk by chunk.
type walk struct {
	l                *device.Launch
	k                *elementwise
	p                layout
	size             [maxArgs]int
	same, dense, one [maxArgs]bool
}

// free keeps w, but nothing of its operands.
func (w *walk) free() {
	*w = walk{}
	walks.Put(w)
}

func (w *walk) run(lo, hi int) {
	var stage, raw [maxArgs][]byte
	var args [maxArgs][]byte
	var at [maxArgs]cursor
	own := stages.Get().(*staging)
	defer stages.Put(own)
	room := device.Bytes(own[:])
	for a := range w.p.args {
		stage[a], raw[a] = room[2*a*chunk*16:][:chunk*16], room[(2*a+1)*chunk*16:][:chunk*16]
		at[a] = newCursor(&w.p, a, lo)
		if w.one[a] {
			args[a] = w.load(a, stage[a], w.l.Args[a].Mem[:w.size[a]], 1)
			if w.k.spread {
				copy(stage[a], args[a][:w.k.types[a].Size()])
				repeat(stage[a], w.k.types[a].Size())
				args[a] = stage[a]
			}
		}
	}
	for lo < hi {
		n := min(chunk, hi-lo)
		for a := 1; a < w.p.args; a++ {
			if w.one[a] {
				if w.k.spread {
					args[a] = stage[a][:n*w.k.types[a].Size()]
				}
				continue
			}
			src := w.read(a, &at[a], raw[a], lo, n)
			args[a] = w.load(a, stage[a], src, n)
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

// load converts n elements of operand a to the kernel's type.
func (w *walk) load(a int, stage, src []byte, n int) []byte {
	if w.same[a] {
		return src
	}
	convert(w.k.types[a], w.l.Args[a].DType, stage, src, n)
	return stage[:n*w.k.types[a].Size()]
}

// write runs the kernel for one chunk and puts the result where it belongs.
func (w *walk) write(at *cursor, stage, raw []byte, args *[maxArgs][]byte, lo, n int) {
	mem := w.l.Args[0].Mem
	size := w.size[0]
	if w.dense[0] && w.same[0] {
		args[0] = mem[lo*size : (lo+n)*size]
		w.k.run(w.l, args, n)
		return
	}
	args[0] = stage[:n*w.k.types[0].Size()]
	w.k.run(w.l, args, n)
	src := args[0]
	if !w.same[0] {
		dst := raw[:n*size]
		if w.dense[0] {
			dst = mem[lo*size : (lo+n)*size]
		}
		convert(w.l.Args[0].DType, w.k.types[0], dst, src, n)
		src = dst
	}
	if !w.dense[0] {
		scatter(mem, src, size, at, n)
	}
}

// inRuns reports operands of the kernel's types that are contiguous, or stand still,
// along the innermost dimension: the kernel can take them as they are, a run at a time.
func (w *walk) inRuns() bool {
	last := len(w.p.shape) - 1
	if last < 0 || w.p.shape[last] < shortRun || w.p.strides[0][last] != 1 {
		return false
	}
	for a := range w.p.args {
		step := w.p.strides[a][last]
		if !w.same[a] || step != 1 && (step != 0 || w.k.spread) {
			return false
		}
	}
	return true
}

// shortRun is the length of a run below which staging many of them is faster.
const shortRun = 256

func (w *walk) runs(lo, hi int) {
	var at [maxArgs]cursor
	for a := range w.p.args {
		at[a] = newCursor(&w.p, a, lo)
	}
	var args [maxArgs][]byte
	for lo < hi {
		n := hi - lo
		for a := range w.p.args {
			offset, step, count := at[a].run(n)
			n = count
			size := w.size[a]
			args[a] = w.l.Args[a].Mem[offset*size:][:max(step*n, 1)*size]
		}
		w.k.run(w.l, &args, n)
		lo += n
	}
}

// repeat fills buf with copies of its first size bytes.
func repeat(buf []byte, size int) {
	for n := size; n < len(buf); n *= 2 {
		copy(buf[n:], buf[:n])
	}
}
