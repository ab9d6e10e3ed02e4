package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans convolutions (src/conv.cu), pooling and resampling (src/window.cu).

// three puts values in the last of three dimensions, and fill before them.
func three(values []int, fill uint32) (t [3]uint32) {
	t = [3]uint32{fill, fill, fill}
	for i, v := range values {
		t[3-len(values)+i] = uint32(v)
	}
	return t
}

func volume(t [3]uint32) int { return int(t[0]) * int(t[1]) * int(t[2]) }

// perLast divides by the last two of three sizes: see placeOf of window.cu.
func perLast(t [3]uint32) [2]divider { return [2]divider{newDivider(int(t[1])), newDivider(int(t[2]))} }

// conv mirrors Conv of conv.cu.
type conv struct {
	x, weight, y                           address
	rows, columns, depth, batches          uint32
	aAlong, bAlong                         uint32
	split                                  split
	channels, filters, groups, images      uint32
	in, out, kernel, stride, pad, dilation [3]uint32
	inputs, outputs, taps, _               uint32
	perInputs, perOutputs, perTaps         divider
	perIn, perOut, perKernel               [2]divider
	perStride                              [3]divider
}

func planConv(p *Plan, l *device.Launch) bool {
	d := l.Args[0].DType
	if d != device.Float32 && d != device.Float64 {
		return false
	}
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer == nil || o.DType != d || !contiguous(o) {
			return false
		}
	}
	x, w, y := 1, 2, 0
	switch l.Op {
	case device.OpConvGradInput:
		x, w, y = 0, 2, 1
	case device.OpConvGradWeight:
		x, w, y = 2, 0, 1
	}
	n, groups := l.I[0], l.I[1+3*l.I[0]]
	xs, ws, ys := l.Args[x].Shape, l.Args[w].Shape, l.Args[y].Shape
	c := conv{images: uint32(xs[0]), groups: uint32(groups), channels: uint32(ws[1]), filters: uint32(ws[0] / max(groups, 1)),
		in: three(xs[2:], 1), out: three(ys[2:], 1), kernel: three(ws[2:], 1),
		stride: three(l.I[1:1+n], 1), pad: three(l.I[1+n:1+2*n], 0), dilation: three(l.I[1+2*n:1+3*n], 1)}
	if l.Args[0].Numel() == 0 {
		return true
	}
	if !c.divisors() {
		return false
	}
	rows, columns, depth := c.product(l.Op)
	if max(rows, columns, depth, l.Args[0].Numel()/8, l.Args[1].Numel()/8, l.Args[2].Numel()/8) > math.MaxInt32/2 || groups > 65535/64 {
		return false
	}
	if depth == 0 {
		return p.fill(0, 0)
	}
	c.rows, c.columns, c.depth, c.batches = uint32(rows), uint32(columns), uint32(depth), c.groups
	c.split = divided(p, groups*ceilDiv(rows, gemmTile)*ceilDiv(columns, gemmTile), depth)
	p.convCalls(l, &c, x, w, y)
	return true
}

// divisors sets what numbers are divided by; false where a size is zero.
func (c *conv) divisors() bool {
	inputs, outputs, taps := volume(c.in), volume(c.out), volume(c.kernel)
	if min(inputs, outputs, taps) == 0 || max(inputs, outputs, taps) > math.MaxInt32 {
		return false
	}
	c.inputs, c.outputs, c.taps = uint32(inputs), uint32(outputs), uint32(taps)
	c.perInputs, c.perOutputs, c.perTaps = newDivider(inputs), newDivider(outputs), newDivider(taps)
	c.perIn, c.perOut, c.perKernel = perLast(c.in), perLast(c.out), perLast(c.kernel)
	for d, s := range c.stride {
		c.perStride[d] = newDivider(int(s))
	}
	return true
}

// product is the size of the matrices that an op multiplies, and sets which way they lie.
func (c *conv) product(op device.Op) (rows, columns, depth int) {
	channels, filters, images := int(c.channels), int(c.filters), int(c.images)
	inputs, outputs, taps := int(c.inputs), int(c.outputs), int(c.taps)
	c.aAlong = 1
	switch op {
	case device.OpConv:
		return filters, images * outputs, channels * taps
	case device.OpConvGradInput:
		return channels, images * inputs, filters * taps
	}
	c.bAlong = 1
	return filters, channels * taps, images * outputs
}

func (p *Plan) convCalls(l *device.Launch, c *conv, x, w, y int) {
	kernel := l.Op.String() + classNames[classOf(l.Args[0].DType)]
	pointers := []Pointer{p.operand(unsafe.Offsetof(c.x), x), p.operand(unsafe.Offsetof(c.weight), w), p.operand(unsafe.Offsetof(c.y), y)}
	grid := [3]uint32{uint32(ceilDiv(int(c.columns), gemmTile)), uint32(ceilDiv(int(c.rows), gemmTile)), c.batches * c.split.splits}
	if c.split.splits == 1 {
		add(p, kernel, grid, flat(gemmThreads), c, pointers...)
		return
	}
	n := int(c.batches) * int(c.rows) * int(c.columns)
	sums := p.scratch(8 * int(c.split.splits) * n)
	pointers = append(pointers, Pointer{At: int(unsafe.Offsetof(c.split) + unsafe.Offsetof(c.split.sums)), Operand: sums})
	add(p, kernel, grid, flat(gemmThreads), c, pointers...)
	add(p, kernel+"_sum", flat(ceilDiv(n, gemmThreads)), flat(gemmThreads), c, pointers...)
}

// pool mirrors Pool of window.cu.
type pool struct {
	out, positions, x                       address
	planes, _                               uint32
	in, size, kernel, stride, pad, dilation [3]uint32
	inputs, outputs, adaptive, padded       uint32
	divisor                                 int64
	perInputs, perOutputs                   divider
	perIn, perSize                          [2]divider
}

func planWindow(p *Plan, l *device.Launch) bool {
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer == nil || !contiguous(o) {
			return false
		}
	}
	if l.Op == device.OpUpsample || l.Op == device.OpUpsampleGrad {
		return planUpsample(p, l)
	}
	kernel := l.Op.String() + classNames[classOf(l.Args[0].DType)]
	d := l.Args[0].DType
	if !has(kernel) || d != device.Float32 && d != device.Float64 && d != device.Int64 {
		return false
	}
	var q pool
	small, large := q.operands(l)
	inputs, outputs := volume(q.in), volume(q.size)
	if l.Args[large].Numel() == 0 || l.Args[small].Numel() == 0 {
		return p.fill(0, 0)
	}
	planes := l.Args[0].Shape[0]
	if max(planes*inputs, planes*outputs) > math.MaxInt32 {
		return false
	}
	q.planes, q.inputs, q.outputs = uint32(planes), uint32(inputs), uint32(outputs)
	q.perInputs, q.perOutputs, q.perIn, q.perSize = newDivider(inputs), newDivider(outputs), perLast(q.in), perLast(q.size)
	threads := planes * outputs
	pointers := []Pointer{p.operand(unsafe.Offsetof(q.out), 0)}
	switch l.Op {
	case device.OpMaxPool:
		pointers = append(pointers, p.operand(unsafe.Offsetof(q.positions), 1), p.operand(unsafe.Offsetof(q.x), 2))
	case device.OpMaxPoolGrad:
		p.fill(0, 0)
		pointers = append(pointers, p.operand(unsafe.Offsetof(q.x), 1), p.operand(unsafe.Offsetof(q.positions), 2))
	case device.OpAvgPoolGrad:
		threads = planes * inputs
		fallthrough
	default:
		pointers = append(pointers, p.operand(unsafe.Offsetof(q.x), 1))
	}
	add(p, kernel, flat(ceilDiv(threads, blockThreads)), flat(blockThreads), &q, pointers...)
	return true
}

// operands reads the geometry of a launch and says which operand is the pooled one (small)
// and which the whole (large).
func (q *pool) operands(l *device.Launch) (small, large int) {
	switch l.Op {
	case device.OpMaxPool:
		small, large = 0, 2
	case device.OpAvgPool:
		small, large = 0, 1
	default:
		small, large = 1, 0
	}
	q.in, q.size = three(l.Args[large].Shape[1:], 1), three(l.Args[small].Shape[1:], 1)
	switch {
	case l.Op == device.OpMaxPoolGrad: // positions say all
	case l.I[0] < 0:
		q.adaptive, q.padded = 1, 1
	default:
		n := l.I[0]
		q.kernel, q.stride, q.pad = three(l.I[1:1+n], 1), three(l.I[1+n:1+2*n], 1), three(l.I[1+2*n:1+3*n], 0)
		if l.Op == device.OpMaxPool {
			q.dilation = three(l.I[1+3*n:1+4*n], 1)
		} else {
			q.padded, q.divisor = bit(l.I[1+3*n] == 1), int64(l.I[2+3*n])
		}
	}
	return small, large
}

// upsample mirrors Upsample of window.cu.
type upsample struct {
	out, x                 address
	planes, mode, align, _ uint32
	small, large           [3]uint32
	step                   [3]float64
	perLarge               divider
	perSize                [2]divider
	smalls, larges         uint32
	_                      uint32
}

func planUpsample(p *Plan, l *device.Launch) bool {
	kernel := l.Op.String() + classNames[classOf(l.Args[0].DType)]
	d := l.Args[0].DType
	if d != device.Float32 && d != device.Float64 {
		return false
	}
	small, large := &l.Args[1], &l.Args[0]
	if l.Op == device.OpUpsampleGrad {
		small, large = large, small
		p.fill(0, 0)
	}
	if small.Numel() == 0 || large.Numel() == 0 {
		return true
	}
	u := upsample{mode: uint32(l.I[0]), align: bit(l.I[1] == 1 && l.I[0] != 0), planes: uint32(large.Shape[0]),
		small: three(small.Shape[1:], 1), large: three(large.Shape[1:], 1)}
	if small.Numel() > math.MaxInt32 || large.Numel() > math.MaxInt32 {
		return false
	}
	first := 3 - (len(small.Shape) - 1)
	for d := range u.step {
		scale := 0.0
		if d >= first && len(l.F) > d-first {
			scale = l.F[d-first]
		}
		u.step[d] = stepOf(u.align == 1, int(u.small[d]), int(u.large[d]), scale)
	}
	u.smalls, u.larges = uint32(volume(u.small)), uint32(volume(u.large))
	u.perLarge, u.perSize = newDivider(int(u.larges)), perLast(u.large)
	add(p, kernel, flat(ceilDiv(large.Numel(), blockThreads)), flat(blockThreads), &u,
		p.operand(unsafe.Offsetof(u.out), 0), p.operand(unsafe.Offsetof(u.x), 1))
	return true
}

// stepOf is the distance between outputs, in inputs. scale is the factor the caller gave, 0
// for none; see UpSample.h of PyTorch.
func stepOf(align bool, in, out int, scale float64) float64 {
	switch {
	case align && out > 1:
		return float64(in-1) / float64(out-1)
	case align:
		return 0
	case scale > 0:
		return 1 / scale
	}
	return float64(in) / float64(out)
}
