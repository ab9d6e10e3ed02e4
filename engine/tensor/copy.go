package tensor

import (
	"runtime"
	"slices"
	"unsafe"

	"gputour/engine/device"
)

// This file moves elements: copies, conversions, transfers between devices, and the
// ways values leave tensors for Go.

// Clone copies x, keeping its order of dimensions when it has no gaps.
func (e *Env) Clone(x *Tensor) (*Tensor, error) {
	return e.To(x, Options{}, true, false)
}

// Contiguous is x itself when it is in row-major order, else a copy that is.
func (e *Env) Contiguous(x *Tensor) (*Tensor, error) {
	if x.IsContiguous() {
		return x, nil
	}
	out, err := e.empty(x.shape, x.dtype, x.storage.Device)
	if err != nil {
		return nil, err
	}
	return out, e.copyInto(out, x)
}

// To converts x to another dtype or device: x itself when nothing changes, unless copy.
func (e *Env) To(x *Tensor, o Options, copyAlways, nonBlocking bool) (*Tensor, error) {
	o = o.Or(x)
	if o.DType == x.dtype && o.Device == x.storage.Device && !copyAlways {
		return x, nil
	}
	out, err := e.output(x.shape, o.DType, o.Device, []*Tensor{x})
	if err != nil {
		return nil, err
	}
	return out, e.copyAcross(out, x, nonBlocking)
}

// Cast is To for a dtype.
func (e *Env) Cast(x *Tensor, d DType) (*Tensor, error) {
	if d == NoDType || d == x.dtype {
		return x, nil
	}
	return e.To(x, Options{DType: d}, false, false)
}

// CopyInto writes src, broadcast and converted, into dst, from any device to any.
func (e *Env) CopyInto(dst, src *Tensor, nonBlocking bool) error {
	if !slices.Equal(dst.shape, src.shape) && !isCPUScalar(src) {
		shape, err := broadcast(dst.shape, src.shape)
		if err != nil {
			return err
		}
		if !slices.Equal(shape, dst.shape) {
			return runtimeErr("output with shape %s doesn't match the broadcast shape %s", FormatShape(dst.shape), FormatShape(shape))
		}
		src = src.glance(shape, expandStrides(nil, src, shape), src.offset)
	}
	if overlapsItself(dst) {
		return errSelfOverlap
	}
	return e.copyAcross(dst, src, nonBlocking)
}

func (e *Env) copyAcross(dst, src *Tensor, nonBlocking bool) error {
	if dst.storage.Device == src.storage.Device || isCPUScalar(src) {
		return e.copyInto(dst, src)
	}
	return e.transfer(dst, src, nonBlocking)
}

// copyInto copies on one device.
func (e *Env) copyInto(dst, src *Tensor) error {
	if dst.numel == 0 {
		return nil
	}
	if dst.storage == src.storage && dst != src && partlyOverlap(dst, src) {
		tmp, err := e.empty(src.shape, src.dtype, src.storage.Device)
		if err != nil {
			return err
		}
		if err := e.copyInto(tmp, src); err != nil {
			return err
		}
		src = tmp
	}
	l := e.start(device.OpCopy)
	l.Compute = dst.dtype
	arg(l, dst)
	if isCPUScalar(src) {
		o := l.Add()
		o.Shape, o.DType = dst.shape, dst.dtype
		if src.dtype == dst.dtype {
			copy(o.Imm[:], src.storage.Host[src.offset*src.dtype.Size():][:src.dtype.Size()])
		} else {
			PutScalar(o.Imm[:], dst.dtype, GetScalar(src.storage.Host[src.offset*src.dtype.Size():], src.dtype))
		}
	} else if slices.Equal(src.shape, dst.shape) {
		arg(l, src)
	} else {
		argAs(l, src, dst.shape, expandStrides(nil, src, dst.shape))
	}
	return e.run(dst.storage.Device, l)
}

// transfer copies between devices: contiguous bytes of one dtype travel, the rest is
// done where it costs nothing extra.
func (e *Env) transfer(dst, src *Tensor, nonBlocking bool) error {
	if dst.storage.Device.Info().Lacks.Has(src.dtype) { // so that it is converted here
		var err error
		if src, err = e.Cast(src, dst.dtype); err != nil {
			return err
		}
	}
	packed, err := e.pack(src)
	if err != nil {
		return err
	}
	landing := dst
	if !dst.IsContiguous() || dst.dtype != src.dtype {
		if landing, err = e.empty(dst.shape, src.dtype, dst.storage.Device); err != nil {
			return err
		}
	}
	if err := e.moveBytes(landing, packed, nonBlocking); err != nil {
		return err
	}
	if landing != dst {
		return e.copyInto(dst, landing)
	}
	return nil
}

func (e *Env) pack(src *Tensor) (*Tensor, error) { return e.Contiguous(src) }

// moveBytes copies contiguous tensors of one dtype and size between devices, one of which may be the host.
func (e *Env) moveBytes(dst, src *Tensor, nonBlocking bool) error {
	size := src.dtype.Size()
	n := src.numel * size
	if n == 0 {
		return nil
	}
	from, to := src.storage, dst.storage
	switch {
	case from.Host != nil:
		if err := e.waits(!nonBlocking); err != nil {
			return err
		}
		return to.Device.CopyIn(&to.Buffer, dst.offset*size, from.Host[src.offset*size:][:n], nonBlocking && from.pinned)
	case to.Host != nil:
		if err := e.waits(!nonBlocking); err != nil {
			return err
		}
		return from.Device.CopyOut(to.Host[dst.offset*size:][:n], &from.Buffer, src.offset*size)
	}
	if from.Device.Info().Kind != to.Device.Info().Kind { // they meet in the host's memory only
		room := device.Aligned(n)
		if err := from.Device.CopyOut(room, &from.Buffer, src.offset*size); err != nil {
			return err
		}
		return to.Device.CopyIn(&to.Buffer, dst.offset*size, room, false)
	}
	return to.Device.CopyPeer(&to.Buffer, dst.offset*size, &from.Buffer, src.offset*size, n)
}

// waits asks whether the host may wait for a copy.
func (e *Env) waits(blocking bool) error {
	if !blocking || e.Waits == nil {
		return nil
	}
	return e.Waits()
}

// Raw is a copy of the elements' bytes in row-major order.
func (e *Env) Raw(x *Tensor) ([]byte, error) {
	host, err := e.host(x)
	if err != nil {
		return nil, err
	}
	return slices.Clone(bytesOf(host)), nil
}

// host is x contiguous in host memory: x itself when it is that already.
func (e *Env) host(x *Tensor) (*Tensor, error) {
	x, err := e.Contiguous(x)
	if err != nil || x.storage.Host != nil || x.numel == 0 {
		return x, err
	}
	out, err := e.empty(x.shape, x.dtype, e.CPU)
	if err != nil {
		return nil, err
	}
	return out, e.moveBytes(out, x, false)
}

// bytesOf is the memory of a contiguous host tensor.
func bytesOf(x *Tensor) []byte {
	size := x.dtype.Size()
	if x.numel == 0 {
		return nil
	}
	return x.storage.Host[x.offset*size:][:x.numel*size]
}

// slice is the memory of a contiguous host tensor as elements.
func slice[T device.Element](x *Tensor) []T { return device.Slice[T](bytesOf(x)) }

// hostAs is x as a slice of T, converted to the dtype T stands for.
func hostAs[T device.Element](e *Env, x *Tensor, d DType) ([]T, error) {
	var err error
	if x.storage.Device.Info().Lacks.Has(d) { // so that it is converted on the host
		if x, err = e.host(x); err != nil {
			return nil, err
		}
	}
	if x, err = e.Cast(x, d); err != nil {
		return nil, err
	}
	if x, err = e.host(x); err != nil {
		return nil, err
	}
	return slice[T](x), nil
}

// Float64s are the elements as float64, in row-major order.
func (e *Env) Float64s(x *Tensor) ([]float64, error) {
	s, err := hostAs[float64](e, x, Float64)
	return slices.Clone(s), err
}

// Int64s are the elements as int64, in row-major order.
func (e *Env) Int64s(x *Tensor) ([]int64, error) {
	s, err := hostAs[int64](e, x, Int64)
	return slices.Clone(s), err
}

const scalarBytes = int(unsafe.Sizeof(Scalar{}))

// Scalars are the elements, in row-major order.
func (e *Env) Scalars(x *Tensor) ([]Scalar, error) {
	x, err := e.host(x)
	if err != nil {
		return nil, err
	}
	if err := e.room(x.numel, scalarBytes); err != nil {
		return nil, err
	}
	mem, size := bytesOf(x), x.dtype.Size()
	list := make([]Scalar, x.numel)
	return list, e.bursts(len(list), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			list[i] = GetScalar(mem[i*size:], x.dtype)
		}
	})
}

// Item is the value of a tensor with one element.
func (e *Env) Item(x *Tensor) (Scalar, error) {
	if x.numel != 1 {
		return Scalar{}, valueErr("only one element tensors can be converted to Python scalars")
	}
	size := x.dtype.Size()
	if x.storage.Host != nil {
		return GetScalar(x.storage.Host[x.offset*size:], x.dtype), nil
	}
	if x.storage.Device.Info().Kind == device.Meta {
		return Scalar{}, &Error{Kind: NotImplementedError, Text: "Could not run 'aten::_local_scalar_dense' with arguments from the 'Meta' backend. " +
			"This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build)."}
	}
	if err := e.waits(true); err != nil {
		return Scalar{}, err
	}
	room := device.Aligned(16)
	if err := x.storage.Device.CopyOut(room[:size], &x.storage.Buffer, x.offset*size); err != nil {
		return Scalar{}, err
	}
	return GetScalar(room, x.dtype), nil
}

// IsTrue is the truth of a tensor with one element.
func (e *Env) IsTrue(x *Tensor) (bool, error) {
	switch {
	case x.numel == 0:
		return false, nil
	case x.numel > 1:
		return false, runtimeErr("Boolean value of Tensor with more than one value is ambiguous")
	}
	s, err := e.Item(x)
	return s.IsTrue(), err
}

// Fill sets every element. A number that x cannot hold is an error.
func (e *Env) Fill(x *Tensor, s Scalar) error {
	if err := s.Fits(x.dtype); err != nil {
		return err
	}
	return e.CopyInto(x, e.scalarTensor(s, s.DType), false)
}

// hostPinner is a device that copies faster from host memory it has been told of.
type hostPinner interface {
	PinHost(host []byte) (unpin func())
}

// PinMemory copies x to page-locked host memory, which lives as long as its storage.
func (e *Env) PinMemory(x *Tensor) (*Tensor, error) {
	if x.storage.Host == nil && x.numel > 0 {
		return nil, runtimeErr("cannot pin '%s' only dense CPU tensors can be pinned", "torch.cuda."+x.dtype.Legacy())
	}
	from, err := e.Clone(x)
	if err != nil {
		return nil, err
	}
	mem := device.Aligned(len(from.storage.Host)) // its own: other memory is used again when its buffer is dead
	copy(mem, from.storage.Host)
	out := e.FromMemory(mem, from.dtype, from.shape, from.strides, from.offset)
	out.storage.pinned = true
	for _, dev := range e.GPUs {
		if p, ok := dev.(hostPinner); ok {
			runtime.AddCleanup(out.storage, func(unpin func()) { unpin() }, p.PinHost(mem))
			break // one machine, one memory
		}
	}
	return out, nil
}

// Layout is x in a memory layout with the given strides, which must have no gaps: x
// itself when it has them.
func (e *Env) Layout(x *Tensor, strides []int) (*Tensor, error) {
	if slices.Equal(x.strides, strides) {
		return x, nil
	}
	out, err := e.empty(x.shape, x.dtype, x.storage.Device)
	if err != nil {
		return nil, err
	}
	copy(out.strides, strides)
	return out, e.copyInto(out, x)
}
