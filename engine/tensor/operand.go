package tensor

import (
	"cmp"
	"slices"

	"gputour/engine/device"
)

// This file turns tensors into the operands and outputs of elementwise launches.

// Wrap makes a Python number a tensor that yields to others in promotion.
func (e *Env) Wrap(s Scalar) *Tensor {
	t := e.scalarTensor(s, s.DType)
	t.wrapped = true
	return t
}

// scalarTensor is a tensor without dimensions on the CPU.
func (e *Env) scalarTensor(s Scalar, d DType) *Tensor {
	t, err := e.uncounted(nil, d, e.CPU, d.Size())
	if err != nil {
		panic(err) // sixteen bytes at most, held in the storage itself
	}
	PutScalar(t.storage.Host, d, s)
	return t
}

// PutScalar writes a number as one element of a dtype.
func PutScalar(dst []byte, d DType, s Scalar) {
	switch d {
	case Float32:
		device.Slice[float32](dst)[0] = float32(s.Float64())
	case Float64:
		device.Slice[float64](dst)[0] = s.Float64()
	case Int64:
		device.Slice[int64](dst)[0] = s.Int64()
	case Int32:
		device.Slice[int32](dst)[0] = int32(s.Int64())
	case Int16:
		device.Slice[int16](dst)[0] = int16(s.Int64())
	case Int8, Uint8:
		dst[0] = byte(s.Int64())
	case Bool:
		dst[0] = 0
		if s.IsTrue() {
			dst[0] = 1
		}
	case Float16:
		device.Slice[uint16](dst)[0] = device.FloatToHalf(float32(s.Float64()))
	case BFloat16:
		device.Slice[uint16](dst)[0] = device.FloatToBFloat(float32(s.Float64()))
	case Float8E4M3, Float8E5M2:
		dst[0] = device.FloatToFloat8(d, float32(s.Float64()))
	case Complex64:
		device.Slice[complex64](dst)[0] = complex64(s.Complex128())
	case Complex128:
		device.Slice[complex128](dst)[0] = s.Complex128()
	}
}

// GetScalar reads one element.
func GetScalar(src []byte, d DType) Scalar {
	switch d {
	case Float32:
		return Float(float64(device.Slice[float32](src)[0]))
	case Float64:
		return Float(device.Slice[float64](src)[0])
	case Int64:
		return Int(device.Slice[int64](src)[0])
	case Int32:
		return Int(int64(device.Slice[int32](src)[0]))
	case Int16:
		return Int(int64(device.Slice[int16](src)[0]))
	case Int8:
		return Int(int64(int8(src[0])))
	case Uint8:
		return Int(int64(src[0]))
	case Bool:
		return Boolean(src[0] != 0)
	case Float16:
		return Float(float64(device.HalfToFloat(device.Slice[uint16](src)[0])))
	case BFloat16:
		return Float(float64(device.BFloatToFloat(device.Slice[uint16](src)[0])))
	case Float8E4M3, Float8E5M2:
		return Float(float64(device.Float8ToFloat(d, src[0])))
	case Complex64:
		return Complex(complex128(device.Slice[complex64](src)[0]))
	case Complex128:
		return Complex(device.Slice[complex128](src)[0])
	}
	return Scalar{}
}

// isCPUScalar reports a host tensor without dimensions, which may meet tensors of any
// device.
func isCPUScalar(t *Tensor) bool { return len(t.shape) == 0 && t.storage.Host != nil }

// deviceOf is the one device elementwise operands live on: the first that is not the
// CPU, if any.
func (e *Env) deviceOf(out *Tensor, ins []*Tensor) (device.Device, error) {
	dev := ins[0].storage.Device
	same := out == nil || out.storage.Device == dev
	for _, t := range ins[1:] {
		same = same && t.storage.Device == dev
	}
	if same {
		return dev, nil
	}
	all := ins
	if out != nil {
		all = append([]*Tensor{out}, ins...)
	}
	dev = e.CPU
	for _, t := range all {
		if d := t.storage.Device; dev.Info().Kind == device.CPU && d.Info().Kind != device.CPU {
			dev = d
		}
	}
	for i, t := range all {
		if t.storage.Device != dev && (!isCPUScalar(t) || i == 0 && out != nil) {
			return nil, devicesErr(dev, t.storage.Device, "", "", all)
		}
	}
	return dev, nil
}

func devicesErr(a, b device.Device, method, argument string, tensors []*Tensor) error {
	text := "Expected all tensors to be on the same device, but found at least two devices, " +
		a.Info().String() + " and " + b.Info().String() + "!"
	if method != "" {
		text += " (when checking argument for argument " + argument + " in method wrapper_" + method + ")"
	}
	return &Error{Kind: RuntimeError, Text: text, Tensors: slices.Clone(tensors), Reason: OtherDevice}
}

// sameDevice checks the operands of an operation that is not elementwise; names are
// the operands' names in PyTorch, the last one for all further ones; method is its internal function. An operand may be nil.
func sameDevice(method string, names []string, tensors ...*Tensor) error {
	var first device.Device
	for i, t := range tensors {
		if t == nil {
			continue
		}
		if first == nil {
			first = t.storage.Device
		} else if t.storage.Device != first {
			return devicesErr(first, t.storage.Device, method, names[min(i, len(names)-1)], tensors)
		}
	}
	return nil
}

// SameDevice checks the operands of an operation of others, as each operation of its own
// does; names are their names in PyTorch, method its internal function.
func SameDevice(method string, names []string, tensors ...*Tensor) error {
	return sameDevice(method, names, tensors...)
}

// input adds an operand broadcast to the output's shape. Host scalars become
// immediates of the compute type.
func (e *Env) input(l *device.Launch, t *Tensor, shape []int, s *spec, k int) {
	if t.numel == 1 && t.storage.Host != nil {
		o := l.Add()
		o.Shape = shape
		o.DType = l.Compute
		if s.op == device.OpWhere && k == 0 {
			o.DType = Bool
		}
		if o.DType == t.dtype || o.DType == NoDType {
			o.DType = t.dtype
			copy(o.Imm[:], t.storage.Host[t.offset*t.dtype.Size():][:t.dtype.Size()])
			return
		}
		PutScalar(o.Imm[:], o.DType, GetScalar(t.storage.Host[t.offset*t.dtype.Size():], t.dtype))
		return
	}
	if len(t.shape) == len(shape) && slices.Equal(t.shape, shape) {
		arg(l, t)
		return
	}
	from := len(e.scratch)
	e.scratch = expandStrides(e.scratch, t, shape)
	argAs(l, t, shape, e.scratch[from:])
}

// output makes the result of elementwise inputs: contiguous, or in the order of
// dimensions of the first input of full shape that is dense in another order.
func (e *Env) output(shape []int, d DType, dev device.Device, ins []*Tensor) (*Tensor, error) {
	if t := e.aim; t != nil && t.dtype == d && t.storage.Device == dev && slices.Equal(t.shape, shape) && t.IsContiguous() {
		e.aim = nil
		return t, nil
	}
	out, err := e.empty(shape, d, dev)
	if err != nil {
		return nil, err
	}
	layOut(out, ins)
	return out, nil
}

// layOut gives an elementwise result the order of its operands' dimensions in memory, as PyTorch's TensorIterator does.
func layOut(out *Tensor, ins []*Tensor) {
	if out.numel == 0 || !slices.ContainsFunc(ins, func(t *Tensor) bool { return !t.IsContiguous() }) {
		return
	}
	first := ins[0]
	if !slices.ContainsFunc(ins, func(t *Tensor) bool {
		return !slices.Equal(t.shape, out.shape) || !slices.Equal(t.strides, first.strides)
	}) && isDense(first) {
		copy(out.strides, first.strides)
		return
	}
	order := make([]int, len(out.shape)) // from the dimension whose elements are nearest to each other
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	for i := range order { // past those that nothing tells apart
		at := i
		for j := i - 1; j >= 0; j-- {
			sign := outerFirst(out.shape, ins, order[j], order[at])
			if sign < 0 {
				break
			}
			if sign > 0 {
				order[j], order[at] = order[at], order[j]
				at = j
			}
		}
	}
	stride := 1
	for _, d := range order {
		out.strides[d] = stride
		stride *= out.shape[d]
	}
}

// LayOutLike gives t, which was just made and whose elements are all alike, the order in memory of x's dimensions.
func (t *Tensor) LayOutLike(x *Tensor) { layOut(t, []*Tensor{x}) }

// outerFirst is 1 where the first operand that tells the dimensions apart has a further out in memory than b, -1 where
// it is the other way round.
func outerFirst(shape []int, ins []*Tensor, a, b int) int {
	for _, t := range ins {
		x, y := strideIn(t, len(shape), a, shape[a]), strideIn(t, len(shape), b, shape[b])
		switch {
		case x == 0 || y == 0: // repeated along one of them
		case x != y:
			return cmp.Compare(x, y)
		case shape[a] > shape[b]:
			return 1
		}
	}
	return 0
}

// strideIn is the stride of a tensor along dimension d of a result of the given rank, 0 where it is repeated.
func strideIn(t *Tensor, rank, d, n int) int {
	d -= rank - len(t.shape)
	if d < 0 || t.shape[d] != n {
		return 0
	}
	return t.strides[d]
}

// Aim has the next elementwise result of out's shape, dtype and device written into out, which
// is then the result; nil ends it. The caller vouches that no operand shares out's memory.
func (e *Env) Aim(out *Tensor) { e.aim = out }

var errSelfOverlap = runtimeErr("unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.")

// checkOutput checks a tensor that an operation is to write into.
func checkOutput(out *Tensor, shape []int, result DType, ins []*Tensor) error {
	if !slices.Equal(out.shape, shape) {
		return runtimeErr("output with shape %s doesn't match the broadcast shape %s", FormatShape(out.shape), FormatShape(shape))
	}
	if !CanCast(result, out.dtype) {
		return castErr(result, out.dtype)
	}
	if overlapsItself(out) {
		return errSelfOverlap
	}
	for _, t := range ins {
		if t != out && t.storage == out.storage && partlyOverlap(out, t) {
			return runtimeErr("unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.")
		}
	}
	return nil
}

// partlyOverlap reports tensors of one storage that share some places, but are not the same. With gaps in one of them it is too
// hard to tell, and answers false as PyTorch does (get_overlap_status in ATen/MemoryOverlap.cpp).
func partlyOverlap(a, b *Tensor) bool {
	if a.offset == b.offset && a.numel == b.numel && slices.Equal(a.strides, b.strides) || !isDense(a) || !isDense(b) {
		return false
	}
	alo, ahi := a.span()
	blo, bhi := b.span()
	return alo < bhi && blo < ahi
}
