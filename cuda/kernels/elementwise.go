package kernels

import (
	"math"
	"unsafe"

	"gputour/engine/device"
)

// This file plans elementwise launches and copies: see src/elementwise.cuh.

// class is a type that kernels compute in.
type class uint8

const (
	inFloat   class = iota // float: 16- and 32-bit floats
	inDouble               // double
	inInteger              // 64-bit integers: all integers and bool
	inComplex              // complex128: both complex types
	numClasses
)

var classNames = [numClasses]string{"_f32", "_f64", "_i64", "_c128"}

func classOf(d device.DType) class {
	switch {
	case d == device.Float64:
		return inDouble
	case d.IsFloat():
		return inFloat
	case d.IsComplex():
		return inComplex
	}
	return inInteger
}

// elementwise mirrors Elementwise of elementwise.cuh, with room for the most operands; a
// call takes as many as it has.
type elementwise struct {
	count, dims uint32
	pack, _     uint32
	sizes       [maxDims]divider
	f           [3]float64
	i           [2]int64
	args        [maxArgs]elementwiseArg
}

type elementwiseArg struct {
	//lint:ignore U1000 a launch writes the address of an operand here
	data    address
	value   [2]uint64
	dtype   int64
	strides [maxDims]int64 // in bytes
}

const (
	blockThreads = 256
	packSize     = 4       // elements a thread takes from packed operands
	maxCount     = 1 << 30 // elements of one call: kernels count in 32 bits
)

// scheme says which kernel computes a launch and how it reads its operands.
type scheme struct {
	kernel   string
	class    class
	bits     bool // operands are moved as they are
	operands int  // how many of the launch's are used; 0: all
}

func planElementwise(p *Plan, l *device.Launch) bool {
	if l.Op.Family() == device.Predicate && classOf(l.Compute) == inInteger {
		if always, ok := onEveryInteger[l.Op]; ok {
			return p.fill(0, always)
		}
	}
	s, ok := elementwiseScheme(l)
	return ok && p.elementwise(l, s)
}

// onEveryInteger has the predicates that answer the same for every integer.
var onEveryInteger = map[device.Op]byte{device.OpIsnan: 0, device.OpIsinf: 0, device.OpIsposinf: 0, device.OpIsneginf: 0, device.OpIsfinite: 1}

// fill writes one byte to every byte of an operand.
func (p *Plan) fill(arg int, value byte) bool {
	o := &p.launch.Args[arg]
	l := device.Launch{Op: device.OpCopy, Outs: 1, Args: []device.Operand{*o, {DType: o.DType, Shape: o.Shape}}}
	for i := range o.DType.Size() {
		l.Args[1].Imm[i] = value
	}
	first := len(p.Calls)
	s := copyScheme(&l, scheme{})
	if !p.elementwise(&l, s) {
		return false
	}
	for _, c := range p.Calls[first:] {
		c.Pointers[0].Operand = arg
	}
	return true
}

// elementwise plans a launch once its kernel is known.
func (p *Plan) elementwise(l *device.Launch, s scheme) bool {
	n := len(l.Args)
	if s.operands > 0 {
		n = s.operands
	}
	var strides [maxArgs][]int
	for a := range n {
		strides[a] = stridesOf(&l.Args[a])
	}
	y, ok := newLayout(l.Args[0].Shape, true, strides[:n]...)
	if !ok {
		return false
	}
	count := y.numel()
	if count == 0 {
		return true
	}
	var e elementwise
	if l.Op == device.OpAdd || l.Op == device.OpSub { // alpha
		e.f[0], e.i[0] = 1, 1
	}
	copy(e.f[:], l.F)
	for i := range min(len(l.I), len(e.i)) {
		e.i[i] = int64(l.I[i])
	}
	for a := range n {
		o := &l.Args[a]
		e.args[a].dtype = int64(o.DType)
		if o.Buffer == nil {
			e.args[a].value = immediate(o, s)
		}
	}
	var offsets [maxArgs]int
	p.elementwiseCalls(l, s, &e, n, y, offsets)
	return true
}

// elementwiseCalls makes the calls for a layout, halved until each can count its elements.
func (p *Plan) elementwiseCalls(l *device.Launch, s scheme, e *elementwise, n int, y layout, offsets [maxArgs]int) {
	if y.numel() > maxCount {
		last := y.dims - 1
		low, high := y, y
		low.sizes[last] /= 2
		high.sizes[last] -= low.sizes[last]
		p.elementwiseCalls(l, s, e, n, low, offsets)
		for a := range n {
			offsets[a] += low.sizes[last] * y.strides[a][last]
		}
		p.elementwiseCalls(l, s, e, n, high, offsets)
		return
	}
	e.count, e.dims, e.pack = uint32(y.numel()), uint32(max(y.dims, 1)), 1
	e.sizes[0] = newDivider(1)
	for d := range y.dims {
		e.sizes[d] = newDivider(y.sizes[d])
	}
	packed := e.count >= blockThreads*packSize && y.dims > 0 && (y.dims == 1 || y.sizes[0]%packSize == 0)
	var pointers [maxArgs]Pointer
	used := 0
	for a := range n {
		o := &l.Args[a]
		size := o.DType.Size()
		for d := range e.args[a].strides {
			e.args[a].strides[d] = int64(y.strides[a][d] * size)
		}
		at := (o.Offset + offsets[a]) * size
		packed = packed && packs(o, a, &y, s, at)
		if o.Buffer == nil {
			continue
		}
		pointers[used] = Pointer{At: int(unsafe.Offsetof(e.args) + uintptr(a)*unsafe.Sizeof(e.args[0])), Operand: a, Offset: at}
		used++
	}
	if packed {
		e.pack = packSize
	}
	grid := flat(ceilDiv(int(e.count), blockThreads*int(e.pack)))
	c := add(p, s.kernel, grid, flat(blockThreads), e, pointers[:used]...)
	c.Params = c.Params[:unsafe.Sizeof(*e)-uintptr(maxArgs-n)*unsafe.Sizeof(e.args[0])]
}

// packs reports an operand of which a thread can take four elements at once, from any
// fourth place on.
func packs(o *device.Operand, a int, y *layout, s scheme, at int) bool {
	if y.strides[a][0] == 0 && a > 0 {
		return true
	}
	for _, stride := range y.strides[a][1:y.dims] {
		if stride%packSize != 0 {
			return false
		}
	}
	size := o.DType.Size()
	return y.strides[a][0] == 1 && at%(packSize*size) == 0 && (s.bits || packable(o.DType, s, a == 0))
}

// packable reports the dtypes for which a class has vector loads or stores.
func packable(d device.DType, s scheme, out bool) bool {
	if out && d == device.Bool {
		return boolKernels()[s.kernel]
	}
	if !out && (d == device.Bool || d == device.Uint8) {
		return s.class != inComplex
	}
	switch s.class {
	case inFloat:
		return (d == device.Float32 || d.IsHalf()) && !(out && boolKernels()[s.kernel])
	case inDouble:
		return d == device.Float64
	case inInteger:
		return d == device.Int64
	}
	return d == device.Complex128
}

// immediate is an immediate operand's value in the class, as the kernel reads it: a double,
// two for complex numbers, an integer, or the element's own bits.
func immediate(o *device.Operand, s scheme) (v [2]uint64) {
	if s.bits {
		for i := range o.DType.Size() {
			v[i/8] |= uint64(o.Imm[i]) << (i % 8 * 8)
		}
		return v
	}
	re, im, n := scalar(o)
	if s.class == inInteger {
		return [2]uint64{uint64(n)}
	}
	return [2]uint64{math.Float64bits(re), math.Float64bits(im)}
}

// scalar reads an immediate's number: as a complex one, and as an integer.
func scalar(o *device.Operand) (re, im float64, n int64) {
	b := o.Imm[:]
	switch o.DType {
	case device.Bool, device.Uint8:
		n = int64(b[0])
	case device.Int8:
		n = int64(int8(b[0]))
	case device.Int16:
		n = int64(*(*int16)(unsafe.Pointer(&b[0])))
	case device.Int32:
		n = int64(*(*int32)(unsafe.Pointer(&b[0])))
	case device.Int64:
		n = *(*int64)(unsafe.Pointer(&b[0]))
	case device.Float16:
		re = float64(device.HalfToFloat(*(*uint16)(unsafe.Pointer(&b[0]))))
	case device.BFloat16:
		re = float64(device.BFloatToFloat(*(*uint16)(unsafe.Pointer(&b[0]))))
	case device.Float32:
		re = float64(*(*float32)(unsafe.Pointer(&b[0])))
	case device.Float64:
		re = *(*float64)(unsafe.Pointer(&b[0]))
	case device.Complex64:
		z := *(*complex64)(unsafe.Pointer(&b[0]))
		re, im = float64(real(z)), float64(imag(z))
	case device.Complex128:
		z := *(*complex128)(unsafe.Pointer(&b[0]))
		re, im = real(z), imag(z)
	}
	if o.DType.IsIntegral() || o.DType == device.Bool {
		return float64(n), 0, n
	}
	return re, im, int64(re)
}
