package tensor

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file has the reductions over dimensions and the scans along one.

// reduced splits x's dimensions: x with the reduced ones last, and the shape of the result
// without them.
func reduced(x *Tensor, dims []int) (view *Tensor, kept []int) {
	rank, cut := len(x.shape), len(x.shape)-len(dims)
	last := true
	for _, d := range dims {
		last = last && d >= cut
	}
	if last {
		return x, x.shape[:cut]
	}
	room := make([]int, 2*rank)
	shape, strides := room[:rank], room[rank:]
	k, r := 0, cut
	for d, n := range x.shape {
		at := &k
		if slices.Contains(dims, d) {
			at = &r
		}
		shape[*at], strides[*at] = n, x.strides[d]
		*at++
	}
	return x.glance(shape, strides, x.offset), shape[:cut]
}

// withOnes is x's shape with ones for dims.
func withOnes(x *Tensor, dims []int) []int {
	shape := slices.Clone(x.shape)
	for _, d := range dims {
		shape[d] = 1
	}
	return shape
}

// reduction describes a launch of the Reduce family.
type reduction struct {
	op      device.Op
	compute DType
	result  DType
	f       []float64
	outs    int
}

func (e *Env) reduce(x *Tensor, dims []int, keepdim bool, r reduction) (*Tensor, *Tensor, error) {
	dims, err := wrapDims(dims, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	if err := refuse(r.op.Row(), x.dtype); err != nil {
		return nil, nil, err
	}
	view, kept := reduced(x, dims)
	out, err := e.empty(kept, r.result, x.storage.Device)
	if err != nil {
		return nil, nil, err
	}
	var positions *Tensor
	if r.outs == 2 {
		if positions, err = e.empty(kept, Int64, x.storage.Device); err != nil {
			return nil, nil, err
		}
	}
	if out.numel > 0 {
		l := e.start(r.op)
		l.Compute = r.compute.Compute()
		arg(l, out)
		if positions != nil {
			l.Outs = 2
			arg(l, positions)
		}
		arg(l, view)
		l.I = append(l.I, len(dims))
		l.F = append(l.F, r.f...)
		if err := e.run(x.storage.Device, l); err != nil {
			return nil, nil, launchErr(err, r.op, x.dtype)
		}
	}
	if keepdim {
		shape := withOnes(x, dims)
		out.setShape(shape)
		if positions != nil {
			positions.setShape(shape)
		}
	}
	return out, positions, nil
}

// Sum adds the elements of dims. Integers and bools add up in int64.
func (e *Env) Sum(x *Tensor, dims []int, keepdim bool, d DType) (*Tensor, error) {
	return e.total(device.OpSum, x, dims, keepdim, d)
}

// Nansum is Sum that skips NaN.
func (e *Env) Nansum(x *Tensor, dims []int, keepdim bool, d DType) (*Tensor, error) {
	return e.total(device.OpNansum, x, dims, keepdim, d)
}

// Prod multiplies the elements of dims.
func (e *Env) Prod(x *Tensor, dims []int, keepdim bool, d DType) (*Tensor, error) {
	return e.total(device.OpProd, x, dims, keepdim, d)
}

// smallSum is up to how many elements a whole sum takes less time than its launch.
const smallSum = 4096

// sumSmall adds up a contiguous tensor on the host.
func (e *Env) sumSmall(x *Tensor) (*Tensor, error) {
	out, err := e.empty(nil, x.dtype, x.storage.Device)
	if err != nil {
		return nil, err
	}
	mem := x.storage.Host[x.offset*x.dtype.Size():]
	if x.dtype == Float32 {
		device.Slice[float32](out.storage.Host)[0] = vec.Sum(device.Slice[float32](mem)[:x.numel])
	} else {
		device.Slice[float64](out.storage.Host)[0] = vec.Sum(device.Slice[float64](mem)[:x.numel])
	}
	return out, nil
}

func (e *Env) total(op device.Op, x *Tensor, dims []int, keepdim bool, d DType) (*Tensor, error) {
	if d == NoDType {
		if d = x.dtype; d < Float16 {
			d = Int64
		}
	}
	if op == device.OpSum && len(dims) == 0 && !keepdim && d == x.dtype && x.numel > 0 && x.numel <= smallSum && x.storage.Host != nil && x.IsContiguous() {
		if d == Float32 || d == Float64 {
			return e.sumSmall(x)
		}
	}
	r := reduction{op: op, compute: d, result: d}
	if d == Bool {
		r.compute = Int64
	}
	out, _, err := e.reduce(x, dims, keepdim, r)
	return out, err
}

// Mean averages floats.
func (e *Env) Mean(x *Tensor, dims []int, keepdim bool, d DType) (*Tensor, error) {
	if d == NoDType {
		d = x.dtype
	}
	if d < Float16 {
		what := "Got: " + d.Scalar()
		return nil, runtimeErr("mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. %s", what)
	}
	wide := d
	if d.IsHalf() {
		wide = Float32
	}
	all, err := wrapDims(dims, len(x.shape))
	if err != nil {
		return nil, err
	}
	sum, err := e.Sum(x, dims, keepdim, wide)
	if err != nil {
		return nil, err
	}
	n := 1
	for _, dim := range all {
		n *= x.shape[dim]
	}
	if _, err = e.BinaryInto(sum, device.OpDiv, sum, e.Wrap(Float(float64(n)))); err != nil {
		return nil, err
	}
	return e.Cast(sum, d)
}

// Amax and Amin are the largest and smallest elements over dims.
func (e *Env) Amax(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	return e.extreme(device.OpAmax, "amax", x, dims, keepdim)
}

// Amin is the smallest element over dims.
func (e *Env) Amin(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	return e.extreme(device.OpAmin, "amin", x, dims, keepdim)
}

func (e *Env) extreme(op device.Op, name string, x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	if x.numel == 0 {
		if len(dims) == 0 {
			return nil, runtimeErr("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", name)
		}
		for _, dim := range dims {
			d, err := wrapDim(dim, len(x.shape))
			if err != nil {
				return nil, err
			}
			if x.shape[d] == 0 {
				return nil, indexErr("%s(): Expected reduction dim %d to have non-zero size.", name, d)
			}
		}
	}
	if x.dtype.IsComplex() {
		return nil, notImplemented(op.Row().KernelName(), x.dtype)
	}
	out, _, err := e.reduce(x, dims, keepdim, reduction{op: op, compute: x.dtype, result: x.dtype})
	return out, err
}

// MaxAll and MinAll are torch.max(x) and torch.min(x).
func (e *Env) MaxAll(x *Tensor) (*Tensor, error) { return e.extremeAll(device.OpAmax, "max", x) }

// MinAll is the smallest of all elements.
func (e *Env) MinAll(x *Tensor) (*Tensor, error) { return e.extremeAll(device.OpAmin, "min", x) }

func (e *Env) extremeAll(op device.Op, name string, x *Tensor) (*Tensor, error) {
	if x.numel == 0 {
		return nil, runtimeErr("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", name)
	}
	return e.extreme(op, name, x, nil, false)
}

// MaxDim and MinDim give the extremes along a dimension and where they are.
func (e *Env) MaxDim(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	return e.extremeDim(device.OpMaxDim, "max", x, dim, keepdim)
}

// MinDim gives the smallest elements along a dimension and where they are.
func (e *Env) MinDim(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	return e.extremeDim(device.OpMinDim, "min", x, dim, keepdim)
}

func (e *Env) extremeDim(op device.Op, name string, x *Tensor, dim int, keepdim bool) (*Tensor, *Tensor, error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	if len(x.shape) > 0 && x.shape[d] == 0 {
		return nil, nil, indexErr("%s(): Expected reduction dim %d to have non-zero size.", name, d)
	}
	return e.reduce(e.atLeast1(x), []int{d}, keepdim && len(x.shape) > 0, reduction{op: op, compute: x.dtype, result: x.dtype, outs: 2})
}

// atLeast1 shows a tensor without dimensions as one of one element.
func (e *Env) atLeast1(x *Tensor) *Tensor {
	if len(x.shape) > 0 {
		return x
	}
	return x.view([]int{1}, []int{1}, x.offset)
}

// Argmax and Argmin are positions of extremes: along a dimension, or (dim nil) of the
// flattened tensor.
func (e *Env) Argmax(x *Tensor, dim *int, keepdim bool) (*Tensor, error) {
	return e.argExtreme(device.OpArgmax, "argmax", x, dim, keepdim)
}

// Argmin is the position of the smallest element.
func (e *Env) Argmin(x *Tensor, dim *int, keepdim bool) (*Tensor, error) {
	return e.argExtreme(device.OpArgmin, "argmin", x, dim, keepdim)
}

func (e *Env) argExtreme(op device.Op, name string, x *Tensor, dim *int, keepdim bool) (*Tensor, error) {
	r := reduction{op: op, compute: x.dtype, result: Int64}
	if dim == nil {
		if x.numel == 0 {
			return nil, indexErr("%s(): Expected reduction dim to be specified for input.numel() == 0.", name)
		}
		flat, err := e.Reshape(x, []int{-1})
		if err != nil {
			return nil, err
		}
		defer flat.Release()
		out, _, err := e.reduce(flat, nil, false, r)
		if err == nil && keepdim {
			out.setShape(slices.Repeat([]int{1}, len(x.shape)))
		}
		return out, err
	}
	d, err := wrapDim(*dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	if len(x.shape) > 0 && x.shape[d] == 0 {
		return nil, indexErr("%s(): Expected reduction dim %d to have non-zero size.", name, d)
	}
	out, _, err := e.reduce(e.atLeast1(x), []int{d}, keepdim && len(x.shape) > 0, r)
	return out, err
}

// All and Any are truth over dims.
func (e *Env) All(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	return e.truth(device.OpAll, x, dims, keepdim)
}

// Any is whether some element over dims is true.
func (e *Env) Any(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	return e.truth(device.OpAny, x, dims, keepdim)
}

func (e *Env) truth(op device.Op, x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	result := Bool
	if x.dtype == Uint8 {
		result = Uint8
	}
	out, _, err := e.reduce(x, dims, keepdim, reduction{op: op, compute: x.dtype, result: result})
	return out, err
}

// CountNonzero counts elements over dims.
func (e *Env) CountNonzero(x *Tensor, dims []int) (*Tensor, error) {
	out, _, err := e.reduce(x, dims, false, reduction{op: device.OpCountNonzero, compute: x.dtype, result: Int64})
	return out, err
}

// Var is the variance over dims; correction 1 is the unbiased one.
func (e *Env) Var(x *Tensor, dims []int, correction float64, keepdim bool) (*Tensor, error) {
	if x.dtype < Float16 {
		return nil, runtimeErr("std and var only support floating point and complex dtypes")
	}
	out, _, err := e.reduce(x, dims, keepdim, reduction{op: device.OpVar, compute: x.dtype, result: x.dtype, f: []float64{correction}})
	return out, err
}

// Norm is the p-norm of the elements over dims.
func (e *Env) Norm(x *Tensor, p float64, dims []int, keepdim bool, d DType) (*Tensor, error) {
	if d == NoDType {
		d = x.dtype
	}
	if d < Float16 {
		return nil, runtimeErr("linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", d.Scalar())
	}
	if x.numel == 0 && (math.IsInf(p, 0) || p < 0) && len(dims) == 0 {
		return nil, runtimeErr("linalg.vector_norm cannot compute the %s norm on an empty tensor because the operation does not have an identity", formatG(p))
	}
	for _, dim := range dims {
		if i, err := wrapDim(dim, len(x.shape)); err == nil && len(x.shape) > 0 && x.shape[i] == 0 && (math.IsInf(p, 0) || p < 0) {
			return nil, runtimeErr("linalg.vector_norm cannot compute the %s norm on the dimension %dbecause this dimension is empty and the operation does not have an identity", formatG(p), i)
		}
	}
	out, _, err := e.reduce(x, dims, keepdim, reduction{op: device.OpNorm, compute: d, result: d.Real(), f: []float64{p}})
	return out, err
}

// Logsumexp is log Σ exp over dims.
func (e *Env) Logsumexp(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	if x.dtype < Float16 {
		var err error
		if x, err = e.Cast(x, e.DefaultDType); err != nil {
			return nil, err
		}
	}
	out, _, err := e.reduce(x, dims, keepdim, reduction{op: device.OpLogsumexp, compute: x.dtype, result: x.dtype})
	return out, err
}

// scan runs a launch of the Scan, Order or Softmax family along dim.
func (e *Env) scan(op device.Op, dim, outs int, result DType, param int, ins ...*Tensor) (*Tensor, *Tensor, error) {
	return e.scanFirst(op, dim, outs, result, param, 0, ins...)
}

// scanFirst is scan that needs the first count elements of each lane only; 0 for all.
func (e *Env) scanFirst(op device.Op, dim, outs int, result DType, param, count int, ins ...*Tensor) (*Tensor, *Tensor, error) {
	x := ins[0]
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	if err := refuse(op.Row(), result); err != nil {
		return nil, nil, err
	}
	out, err := e.empty(x.shape, result, x.storage.Device)
	if err != nil {
		return nil, nil, err
	}
	var positions *Tensor
	if outs == 2 {
		if positions, err = e.empty(x.shape, Int64, x.storage.Device); err != nil {
			return nil, nil, err
		}
	}
	if out.numel == 0 {
		return out, positions, nil
	}
	l := e.start(op)
	l.Outs, l.Compute = outs, result.Compute()
	l.I = append(l.I, param, count)
	arg(l, lastDim(out, d))
	if positions != nil {
		arg(l, lastDim(positions, d))
	}
	for _, t := range ins {
		arg(l, lastDim(t, d))
	}
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, nil, launchErr(err, op, x.dtype)
	}
	return out, positions, nil
}

// lastDim is x with dimension d moved to the end.
func lastDim(x *Tensor, d int) *Tensor {
	last := len(x.shape) - 1
	if d == last || last < 0 {
		return x
	}
	return x.view(append(without(x.shape, d), x.shape[d]), append(without(x.strides, d), x.strides[d]), x.offset)
}

// Cumsum and Cumprod accumulate along a dimension; integers in int64.
func (e *Env) Cumsum(x *Tensor, dim int, d DType) (*Tensor, error) {
	return e.cumulate(device.OpCumsum, x, dim, d)
}

// Cumprod multiplies along a dimension.
func (e *Env) Cumprod(x *Tensor, dim int, d DType) (*Tensor, error) {
	return e.cumulate(device.OpCumprod, x, dim, d)
}

func (e *Env) cumulate(op device.Op, x *Tensor, dim int, d DType) (*Tensor, error) {
	if d == NoDType {
		if d = x.dtype; d < Float16 {
			d = Int64
		}
	}
	out, _, err := e.scan(op, dim, 1, d, 0, x)
	return out, err
}

// Logcumsumexp accumulates log Σ exp.
func (e *Env) Logcumsumexp(x *Tensor, dim int) (*Tensor, error) {
	out, _, err := e.scan(device.OpLogcumsumexp, dim, 1, x.dtype, 0, x)
	return out, err
}

// Cummax and Cummin are running extremes and where they came from.
func (e *Env) Cummax(x *Tensor, dim int) (values, indices *Tensor, err error) {
	return e.scan(device.OpCummax, dim, 2, x.dtype, 0, x)
}

// Cummin is the running minimum.
func (e *Env) Cummin(x *Tensor, dim int) (values, indices *Tensor, err error) {
	return e.scan(device.OpCummin, dim, 2, x.dtype, 0, x)
}

// Softmax and LogSoftmax normalise along a dimension.
func (e *Env) Softmax(x *Tensor, dim int, d DType) (*Tensor, error) {
	return e.softmax(device.OpSoftmax, x, dim, d)
}

// LogSoftmax is the logarithm of Softmax.
func (e *Env) LogSoftmax(x *Tensor, dim int, d DType) (*Tensor, error) {
	return e.softmax(device.OpLogSoftmax, x, dim, d)
}

func (e *Env) softmax(op device.Op, x *Tensor, dim int, d DType) (*Tensor, error) {
	x, err := e.Cast(x, d)
	if err != nil {
		return nil, err
	}
	if _, err := wrapDim(dim, len(x.shape)); err != nil {
		return nil, err
	}
	if x.dtype < Float16 || x.dtype == Float16 && x.storage.Host != nil {
		name := "softmax_kernel_impl"
		if d, _ := wrapDim(dim, len(x.shape)); d == len(x.shape)-1 || len(x.shape) == 0 {
			name = op.Row().KernelName()
		}
		return nil, notImplemented(name, x.dtype)
	}
	out, _, err := e.scan(op, dim, 1, x.dtype, 0, x)
	return out, err
}

// SoftmaxGrad and LogSoftmaxGrad are their gradients from the result.
func (e *Env) SoftmaxGrad(grad, result *Tensor, dim int) (*Tensor, error) {
	out, _, err := e.scan(device.OpSoftmaxGrad, dim, 1, grad.dtype, 0, grad, result)
	return out, err
}

// LogSoftmaxGrad is LogSoftmax's gradient from the result.
func (e *Env) LogSoftmaxGrad(grad, result *Tensor, dim int) (*Tensor, error) {
	out, _, err := e.scan(device.OpLogSoftmaxGrad, dim, 1, grad.dtype, 0, grad, result)
	return out, err
}
