package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans what works on rows: softmax (src/softmax.cu) and normalisation (src/norm.cu).

// line mirrors Line of softmax.cu: an operand's rows, and the stride of their elements.
type line struct {
	data          address
	dtype, stride int64
	rows          walk
}

// softmax mirrors Softmax of softmax.cu.
type softmax struct {
	out, a, b                  line
	rows, width, along, shared uint32
}

const (
	keptElements  = 16       // of a row, by a thread
	softmaxShared = 48 << 10 // bytes of long rows that a block keeps: more would leave few blocks a multiprocessor
)

// rowsOf lays out the dimensions before the last of operands of one shape.
func rowsOf(l *device.Launch, n int) (y layout, lines [maxArgs]line, width int, ok bool) {
	var strides [maxArgs][]int
	last := max(len(l.Args[0].Shape)-1, 0)
	width = 1
	if len(l.Args[0].Shape) > 0 {
		width = l.Args[0].Shape[last]
	}
	for a := range n {
		o := &l.Args[a]
		if o.Buffer == nil {
			return y, lines, 0, false
		}
		strides[a] = slice(o, 0, last)
		lines[a].dtype, lines[a].stride = int64(o.DType), 1
		if len(o.Shape) > 0 {
			lines[a].stride = int64(o.Strides[last])
		}
	}
	y, ok = newLayout(l.Args[0].Shape[:last], true, strides[:n]...)
	for a := range n {
		lines[a].rows = y.walkOf(a)
	}
	return y, lines, width, ok && y.numel() <= math.MaxInt32 && width <= math.MaxInt32/2
}

// teamOf is how many threads work on a row of a width: about a quarter, where a thread keeps
// a few elements.
func teamOf(width int) int { return min(powerOfTwo(ceilDiv(width, 4)), blockThreads) }

func planSoftmax(p *Plan, l *device.Launch) bool {
	y, lines, width, ok := rowsOf(l, len(l.Args))
	c := classOf(l.Args[0].DType)
	for i := range l.Args {
		ok = ok && l.Args[i].DType.IsFloat() && classOf(l.Args[i].DType) == c
	}
	if !ok {
		return false
	}
	rows := y.numel()
	if rows*width == 0 {
		return true
	}
	s := softmax{out: lines[0], a: lines[1], b: lines[len(l.Args)-1], rows: uint32(rows), width: uint32(width), along: uint32(teamOf(width))}
	kernel := l.Op.String() + classNames[c]
	shared := 0
	if width > keptElements*blockThreads {
		kernel += "_long"
		shared = width * l.Args[0].DType.Compute().Size() * (len(l.Args) - 1)
		if shared > min(softmaxShared, p.limits.SharedBytes) {
			shared = 0
		}
		s.shared = bit(shared > 0)
	}
	call := add(p, kernel, flat(ceilDiv(rows, blockThreads/int(s.along))), flat(blockThreads), &s,
		p.operand(unsafe.Offsetof(s.out)+unsafe.Offsetof(s.out.data), 0),
		p.operand(unsafe.Offsetof(s.a)+unsafe.Offsetof(s.a.data), 1),
		p.operand(unsafe.Offsetof(s.b)+unsafe.Offsetof(s.b.data), len(l.Args)-1))
	call.Shared = uint32(shared)
	return true
}

// parameter mirrors Parameter of norm.cu: a number per position, or one for all.
type parameter struct {
	//lint:ignore U1000 a launch writes the address of an operand here
	data  address
	value uint64
}

// parameter points at an operand, or sets the value of an immediate.
func (p *Plan) parameter(to *parameter, at uintptr, arg int, pointers []Pointer) []Pointer {
	o := &p.launch.Args[arg]
	if o.Buffer == nil {
		re, _, _ := scalar(o)
		to.value = math.Float64bits(re)
		return pointers
	}
	return append(pointers, p.operand(at, arg))
}

// layerNorm mirrors LayerNorm of norm.cu.
type layerNorm struct {
	out, mean, rstd       address
	x, grad               address
	weight, bias          parameter
	rows, width, along, _ uint32
	epsilon               float64
}

// batchNorm mirrors BatchNorm of norm.cu.
type batchNorm struct {
	out, x, grad                       address
	mean, invstd, weight, bias         parameter
	images, channels, length, training uint32
}

func planNorm(p *Plan, l *device.Launch) bool {
	d := l.Args[0].DType
	if d != device.Float32 && d != device.Float64 {
		return false
	}
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer != nil && o.DType != d {
			return false
		}
	}
	kernel := l.Op.String() + classNames[classOf(d)]
	switch l.Op {
	case device.OpLayerNorm, device.OpLayerNormGrad:
		return p.layerNorm(l, kernel)
	}
	return p.batchNorm(l, kernel)
}

func (p *Plan) layerNorm(l *device.Launch, kernel string) bool {
	x := &l.Args[0] // of shape (rows, width)
	if l.Op == device.OpLayerNorm {
		x = &l.Args[3]
	}
	rows, width := x.Shape[0], x.Shape[1]
	if rows*width == 0 || max(rows, width) > math.MaxInt32/2 {
		return rows == 0 // a row without elements has statistics all the same
	}
	n := layerNorm{rows: uint32(rows), width: uint32(width), along: uint32(teamOf(width))}
	var room [maxPointers]Pointer
	pointers := append(room[:0], p.operand(unsafe.Offsetof(n.out), 0))
	if l.Op == device.OpLayerNorm {
		n.epsilon = l.F[0]
		pointers = append(pointers, p.operand(unsafe.Offsetof(n.mean), 1), p.operand(unsafe.Offsetof(n.rstd), 2), p.operand(unsafe.Offsetof(n.x), 3))
		pointers = p.parameter(&n.weight, unsafe.Offsetof(n.weight), 4, pointers)
		pointers = p.parameter(&n.bias, unsafe.Offsetof(n.bias), 5, pointers)
	} else {
		pointers = append(pointers, p.operand(unsafe.Offsetof(n.grad), 1), p.operand(unsafe.Offsetof(n.x), 2),
			p.operand(unsafe.Offsetof(n.mean), 3), p.operand(unsafe.Offsetof(n.rstd), 4))
		pointers = p.parameter(&n.weight, unsafe.Offsetof(n.weight), 5, pointers)
	}
	add(p, kernel, flat(ceilDiv(rows, blockThreads/int(n.along))), flat(blockThreads), &n, pointers...)
	return true
}

const maxPointers = 8

func (p *Plan) batchNorm(l *device.Launch, kernel string) bool {
	shape := l.Args[0].Shape
	count := shape[0] * shape[1] * shape[2]
	if count == 0 {
		return true
	}
	if max(shape[0], shape[1], shape[2], shape[0]*shape[2], count/blockThreads) > math.MaxInt32/2 {
		return false
	}
	n := batchNorm{images: uint32(shape[0]), channels: uint32(shape[1]), length: uint32(shape[2])}
	var room [maxPointers]Pointer
	pointers := append(room[:0], p.operand(unsafe.Offsetof(n.out), 0))
	first, blocks := 2, ceilDiv(count, blockThreads)
	if l.Op == device.OpBatchNorm {
		pointers = append(pointers, p.operand(unsafe.Offsetof(n.x), 1))
		pointers = p.parameter(&n.bias, unsafe.Offsetof(n.bias), 5, pointers)
	} else {
		first, blocks, n.training = 3, shape[1], bit(l.I[0] == 1)
		pointers = append(pointers, p.operand(unsafe.Offsetof(n.grad), 1), p.operand(unsafe.Offsetof(n.x), 2))
	}
	pointers = p.parameter(&n.mean, unsafe.Offsetof(n.mean), first, pointers)
	pointers = p.parameter(&n.invstd, unsafe.Offsetof(n.invstd), first+1, pointers)
	pointers = p.parameter(&n.weight, unsafe.Offsetof(n.weight), first+2, pointers)
	add(p, kernel, flat(blocks), flat(blockThreads), &n, pointers...)
	return true
}
