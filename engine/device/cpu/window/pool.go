package window

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file has pooling. Operands are contiguous; their first dimension counts planes.

// Slide runs a launch that pools or resamples; false where there is no kernel for it.
func Slide(l *device.Launch) bool {
	switch l.Args[0].DType {
	case device.Float32:
		return windowOf[float32](l)
	case device.Float64:
		return windowOf[float64](l)
	case device.Int64:
		return l.Op == device.OpMaxPool && windowOf[int64](l)
	}
	return false
}

func windowOf[T vec.Number](l *device.Launch) bool {
	switch l.Op {
	case device.OpMaxPool:
		maxPool[T](l)
	case device.OpMaxPoolGrad:
		maxPoolGrad[T](l)
	case device.OpAvgPool:
		avgPool[T](l)
	case device.OpAvgPoolGrad:
		avgPoolGrad[T](l)
	case device.OpUpsample, device.OpUpsampleGrad:
		upsample[T](l)
	default:
		return false
	}
	return true
}

// span is the part of the input under an output's window along one dimension: from first
// to before last in steps, and the window's size with padding counted.
type span struct{ first, last, step, full int }

// pooling has the spans of the outputs in each dimension and what averages divide by.
type pooling struct {
	window
	launch  *device.Launch
	spans   [3][]span
	even    windows // of averages, along the last dimension
	padded  bool    // padding counts
	divisor int     // instead of the window's size, unless 0
}

// windows is where windows of one size lie that are equally far apart.
type windows struct{ first, stride, width int }

// newPooling reads the geometry of a launch; a negative I[0] asks for adaptive windows.
func newPooling(l *device.Launch, in, out []int) *pooling {
	p := &pooling{launch: l, window: window{in: trailing(in), out: trailing(out)}, padded: true}
	n := l.I[0]
	if n < 0 {
		for d, outs := range p.out {
			for i := range outs {
				first, last := i*p.in[d]/outs, ((i+1)*p.in[d]+outs-1)/outs
				p.spans[d] = append(p.spans[d], span{first, last, 1, last - first})
			}
		}
		return p
	}
	p.kernel, p.stride, p.pad = trailing(l.I[1:1+n]), trailing(l.I[1+n:1+2*n]), zeros(l.I[1+2*n:1+3*n])
	p.dilation = [3]int{1, 1, 1}
	if l.Op == device.OpMaxPool {
		p.dilation = trailing(l.I[1+3*n : 1+4*n])
	} else {
		p.padded, p.divisor = l.I[1+3*n] == 1, l.I[2+3*n]
	}
	for d := range p.out {
		p.spans[d] = p.spansOf(d)
	}
	return p
}

func (p *pooling) spansOf(d int) []span {
	list := make([]span, p.out[d])
	for i := range list {
		step := p.dilation[d]
		lo := i*p.stride[d] - p.pad[d]
		first, last := lo, lo+(p.kernel[d]-1)*step+1
		if first < 0 {
			first += (-first + step - 1) / step * step
		}
		list[i] = span{first, min(last, p.in[d]), step, min(last, p.in[d]+p.pad[d]) - lo}
	}
	return list
}

// count is what an average over three spans divides by.
func (p *pooling) count(a, b, c *span) int {
	n := 1
	switch {
	case p.divisor != 0:
		n = p.divisor
	case p.padded:
		n = a.full * b.full * c.full
	default:
		n = max(a.last-a.first, 0) * max(b.last-b.first, 0) * max(c.last-c.first, 0)
	}
	return max(n, 1)
}

// eachPlane calls f for the planes of inputs and outputs, on several cores.
func eachPlane[T vec.Number](p *pooling, planes int, x, y []T, f func(x, y []T, plane int)) {
	in, out := p.inputs(), p.outputs()
	walk.Share(p.launch, planes, max(1, walk.Grain/8/max(out, 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(x[i*in:][:in], y[i*out:][:out], i)
		}
	})
}

// maxPool finds the first of the largest inputs under each window, or the last NaN.
func maxPool[T vec.Number](l *device.Launch) {
	y, pos, x := device.Slice[T](l.Args[0].Mem), device.Slice[int64](l.Args[1].Mem), device.Slice[T](l.Args[2].Mem)
	p := newPooling(l, l.Args[2].Shape[1:], l.Args[0].Shape[1:])
	out := p.outputs()
	eachPlane(p, l.Args[0].Shape[0], x, y, func(x, y []T, plane int) {
		pos, at := pos[plane*out:][:out], 0
		for a := range p.spans[0] {
			if p.launch.Stopped() {
				return
			}
			for b := range p.spans[1] {
				largest(p, &p.spans[0][a], &p.spans[1][b], x, y[at:], pos[at:])
				at += p.out[2]
			}
		}
	})
}

// largest pools one line of outputs.
func largest[T vec.Number](p *pooling, a, b *span, x, y []T, pos []int64) {
	if a.first >= a.last || b.first >= b.last {
		return
	}
	if single, ok := any(x).([]float32); ok && len(x) <= math.MaxInt32 {
		largestByRank(p, a, b, single, any(y).([]float32), pos)
		return
	}
	corner := (a.first*p.in[1] + b.first) * p.in[2]
	for v := range p.spans[2] {
		c := &p.spans[2][v]
		if c.first >= c.last {
			continue
		}
		best := corner + c.first
		top := x[best]
		for i := a.first; i < a.last; i += a.step {
			for j := b.first; j < b.last; j += b.step {
				line := (i*p.in[1] + j) * p.in[2]
				for k := line + c.first; k < line+c.last; k += c.step {
					if e := x[k]; e > top || e != e {
						best, top = k, e
					}
				}
			}
		}
		y[v], pos[v] = top, int64(best)
	}
}

// largestByRank is largest without a branch on what the elements are, which no processor
// foresees: the largest of ranks that hold value and position.
func largestByRank(p *pooling, a, b *span, x, y []float32, pos []int64) {
	outs := p.spans[2]
	y, pos = y[:len(outs)], pos[:len(outs)]
	best := pos // at first the best ranks
	for v := range best {
		best[v] = math.MinInt64
	}
	for i := a.first; i < a.last; i += a.step {
		for j := b.first; j < b.last; j += b.step {
			line := (i*p.in[1] + j) * p.in[2]
			row := x[line:][:p.in[2]]
			for v := range best {
				c := &outs[v]
				top := best[v]
				for k := c.first; k < c.last; k += c.step {
					top = max(top, rank(row[k], line+k))
				}
				best[v] = top
			}
		}
	}
	for v, top := range best {
		if c := &outs[v]; c.first >= c.last {
			continue
		}
		at := ^top & math.MaxUint32
		if top >= nanRank {
			at = top & math.MaxUint32
		}
		y[v], pos[v] = x[at], at
	}
}

// nanRank is the least rank of a NaN.
const nanRank = math.MaxInt32 << 32

// rank orders elements as a pooling prefers them: the last NaN, else the largest, and of
// equal ones the first.
func rank(e float32, position int) int64 {
	if e != e {
		return nanRank | int64(position)
	}
	bits := int32(math.Float32bits(e + 0)) // of −0 those of 0
	bits ^= bits >> 31 & math.MaxInt32
	return int64(bits)<<32 | (^int64(position) & math.MaxUint32)
}

func maxPoolGrad[T vec.Number](l *device.Launch) {
	dx, g, pos := device.Slice[T](l.Args[0].Mem), device.Slice[T](l.Args[1].Mem), device.Slice[int64](l.Args[2].Mem)
	planes := l.Args[0].Shape[0]
	if planes == 0 {
		return
	}
	in, out := l.Args[0].Numel()/planes, l.Args[1].Numel()/planes
	walk.Share(l, planes, max(1, walk.Grain/4/max(out, 1)), func(lo, hi int) {
		for p := lo; p < hi; p++ {
			plane, pos := dx[p*in:][:in], pos[p*out:][:out]
			clear(plane)
			for i, v := range g[p*out:][:out] {
				plane[pos[i]] += v
			}
		}
	})
}

func avgPool[T vec.Number](l *device.Launch) {
	y, x := &l.Args[0], &l.Args[1]
	p := newPooling(l, x.Shape[1:], y.Shape[1:])
	p.even = evenly(p.spans[2])
	eachPlane(p, y.Shape[0], device.Slice[T](x.Mem), device.Slice[T](y.Mem), func(x, y []T, _ int) {
		at := 0
		for a := range p.spans[0] {
			if p.launch.Stopped() {
				return
			}
			for b := range p.spans[1] {
				averages(p, &p.spans[0][a], &p.spans[1][b], x, y[at:])
				at += p.out[2]
			}
		}
	})
}

// averages pools one line of outputs, an input's line at a time: each output still adds its inputs in their order.
func averages[T vec.Number](p *pooling, a, b *span, x, y []T) {
	y = y[:len(p.spans[2])]
	clear(y)
	for i := a.first; i < a.last; i++ {
		for j := b.first; j < b.last; j++ {
			addWindows(p, y, x[(i*p.in[1]+j)*p.in[2]:][:p.in[2]])
		}
	}
	divide(p, a, b, y)
}

// addWindows adds to each output of a line what of an input's line is under its window.
func addWindows[T vec.Number](p *pooling, y, line []T) {
	for k := range p.even.width {
		at := p.even.first + k
		for v := range y {
			y[v] += line[at]
			at += p.even.stride
		}
	}
	if p.even.width > 0 {
		return
	}
	for v := range y {
		c := &p.spans[2][v]
		for k := c.first; k < c.last; k++ {
			y[v] += line[k]
		}
	}
}

// divide divides each output of a line by what its window counts for.
func divide[T vec.Number](p *pooling, a, b *span, y []T) {
	n := T(p.count(a, b, &p.spans[2][0]))
	for v := range y {
		if p.even.width == 0 {
			n = T(p.count(a, b, &p.spans[2][v]))
		}
		y[v] /= n
	}
}

// evenly is how the windows of a dimension lie where all are of one size and equally far apart, and otherwise of width 0.
func evenly(list []span) windows {
	if len(list) == 0 {
		return windows{}
	}
	w := windows{first: list[0].first, width: max(list[0].last-list[0].first, 0)}
	if len(list) > 1 {
		w.stride = list[1].first - list[0].first
	}
	for i, c := range list {
		if c.first != w.first+i*w.stride || c.last != c.first+w.width || c.full != list[0].full {
			return windows{}
		}
	}
	return w
}

func avgPoolGrad[T vec.Number](l *device.Launch) {
	dx, g := &l.Args[0], &l.Args[1]
	p := newPooling(l, dx.Shape[1:], g.Shape[1:])
	p.even = evenly(p.spans[2])
	eachPlane(p, g.Shape[0], device.Slice[T](dx.Mem), device.Slice[T](g.Mem), func(dx, g []T, _ int) {
		clear(dx)
		room := make([]T, p.out[2])
		at := 0
		for a := range p.spans[0] {
			if p.launch.Stopped() {
				return
			}
			for b := range p.spans[1] {
				spread(p, &p.spans[0][a], &p.spans[1][b], dx, g[at:], room)
				at += p.out[2]
			}
		}
	})
}

// spread gives the inputs of one line of outputs their share of its gradient. Where windows overlap an input gets that of the
// first before that of the next.
func spread[T vec.Number](p *pooling, a, b *span, dx, g, room []T) {
	copy(room, g)
	divide(p, a, b, room)
	for i := a.first; i < a.last; i++ {
		for j := b.first; j < b.last; j++ {
			giveWindows(p, dx[(i*p.in[1]+j)*p.in[2]:][:p.in[2]], room)
		}
	}
}

// giveWindows adds the share of each output to what of an input's line is under its window.
func giveWindows[T vec.Number](p *pooling, line, shares []T) {
	for k := p.even.width - 1; k >= 0; k-- {
		at := p.even.first + k
		for _, share := range shares {
			line[at] += share
			at += p.even.stride
		}
	}
	if p.even.width > 0 {
		return
	}
	for v, share := range shares {
		c := &p.spans[2][v]
		for k := c.first; k < c.last; k++ {
			line[k] += share
		}
	}
}
