package tensor

import (
	"slices"

	"gputour/engine/device"
)

// This file has the products of matrices and vectors.

// product launches out = beta·out + alpha·a·b for batches of matrices.
func (e *Env) product(out, a, b *Tensor, beta, alpha float64) error {
	if out.numel == 0 {
		return nil
	}
	l := e.start(device.OpMatmul)
	arg(l, out)
	arg(l, a)
	arg(l, b)
	l.F = append(l.F, beta, alpha)
	if err := e.run(out.storage.Device, l); err != nil {
		return launchErr(err, device.OpMatmul, out.dtype)
	}
	return nil
}

// batched shows a matrix as a batch of one.
func batched(x *Tensor) *Tensor {
	return x.glance([]int{1, x.shape[0], x.shape[1]}, []int{0, x.strides[0], x.strides[1]}, x.offset)
}

func expectScalar(want, got *Tensor) error {
	return Because(runtimeErr("expected scalar type %s but found %s", want.dtype.Scalar(), got.dtype.Scalar()), OtherDType, 0, want, got)
}

// Mm multiplies two matrices.
func (e *Env) Mm(a, b *Tensor) (*Tensor, error) {
	if err := sameDevice("mm", []string{"self", "mat2"}, a, b); err != nil {
		return nil, err
	}
	switch {
	case len(a.shape) != 2:
		return nil, runtimeErr("self must be a matrix")
	case len(b.shape) != 2:
		return nil, runtimeErr("mat2 must be a matrix")
	}
	if err := productShape(a, b); err != nil {
		return nil, err
	}
	if err := mmType(a, b); err != nil {
		return nil, err
	}
	out, err := e.empty([]int{a.shape[0], b.shape[1]}, a.dtype, a.storage.Device)
	if err != nil {
		return nil, err
	}
	return out, e.product(batched(out), batched(a), batched(b), 0, 1)
}

func productShape(a, b *Tensor) error {
	if a.shape[1] != b.shape[0] {
		err := runtimeErr("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", a.shape[0], a.shape[1], b.shape[0], b.shape[1])
		return Because(err, InnerSizes, 0, a, b)
	}
	return nil
}

// WideProduct multiplies two matrices of 8-bit integers into int32, or of 8-bit floats into another float type, as matrix
// units do. Sums of floats are multiplied by the scales, which broadcast to the result, before they are rounded.
func (e *Env) WideProduct(a, b *Tensor, d DType, scales ...*Tensor) (*Tensor, error) {
	if err := sameDevice("mm", []string{"self", "mat2", "scale_a", "scale_b"}, append([]*Tensor{a, b}, scales...)...); err != nil {
		return nil, err
	}
	if err := productShape(a, b); err != nil {
		return nil, err
	}
	shape := []int{a.shape[0], b.shape[1]}
	out, err := e.empty(shape, d, a.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	for i, s := range scales {
		if scales[i], err = e.Expand(s, shape); err != nil {
			return nil, err
		}
	}
	l := e.start(device.OpMatmul)
	for _, x := range append([]*Tensor{out, a, b}, scales...) {
		arg(l, batched(x))
	}
	l.F = append(l.F, 0, 1)
	if err := e.run(out.storage.Device, l); err != nil {
		return nil, launchErr(err, device.OpMatmul, a.dtype)
	}
	return out, nil
}

func mmType(a, b *Tensor) error {
	if a.dtype != b.dtype {
		return expectScalar(a, b)
	}
	if a.dtype == Bool || a.dtype == Float16 && a.storage.Host != nil {
		return notImplemented("addmm_impl_cpu_", a.dtype)
	}
	return nil
}

// Addmm is beta·c + alpha·a·b with c broadcast.
func (e *Env) Addmm(c, a, b *Tensor, beta, alpha float64) (*Tensor, error) {
	if err := sameDevice("addmm", []string{"self", "mat1", "mat2"}, c, a, b); err != nil {
		return nil, err
	}
	if len(a.shape) != 2 || len(b.shape) != 2 {
		return nil, runtimeErr("mat%d must be a matrix, got %d-D tensor", map[bool]int{true: 1, false: 2}[len(a.shape) != 2], len(map[bool]*Tensor{true: a, false: b}[len(a.shape) != 2].shape))
	}
	if err := productShape(a, b); err != nil {
		return nil, err
	}
	shape := []int{a.shape[0], b.shape[1]}
	wide, err := e.Expand(c, shape)
	if err != nil {
		return nil, err
	}
	defer wide.Release()
	if c.dtype != b.dtype {
		return nil, runtimeErr("self and mat2 must have the same dtype")
	}
	if a.dtype != b.dtype {
		return nil, Because(runtimeErr("mat1 and mat2 must have the same dtype"), OtherDType, 0, a, b)
	}
	if err := mmType(a, b); err != nil {
		return nil, err
	}
	out, err := e.empty(shape, a.dtype, a.storage.Device)
	if err != nil {
		return nil, err
	}
	if beta != 0 {
		if err := e.copyInto(out, wide); err != nil {
			return nil, err
		}
	}
	return out, e.product(batched(out), batched(a), batched(b), beta, alpha)
}

// Bmm multiplies batches of matrices.
func (e *Env) Bmm(a, b *Tensor) (*Tensor, error) { return e.Baddbmm(nil, a, b, 0, 1) }

// Baddbmm is beta·c + alpha·a·b over batches; c may be nil.
func (e *Env) Baddbmm(c, a, b *Tensor, beta, alpha float64) (*Tensor, error) {
	if err := sameDevice(map[bool]string{true: "bmm", false: "baddbmm"}[c == nil], []string{"self", "mat2"}, a, b); err != nil {
		return nil, err
	}
	switch {
	case len(a.shape) != 3:
		return nil, runtimeErr("batch1 must be a 3D tensor")
	case len(b.shape) != 3:
		return nil, runtimeErr("batch2 must be a 3D tensor")
	case a.shape[0] != b.shape[0] || a.shape[2] != b.shape[1]:
		err := runtimeErr("Expected size for first two dimensions of batch2 tensor to be: [%d, %d] but got: [%d, %d].", a.shape[0], a.shape[2], b.shape[0], b.shape[1])
		return nil, Because(err, InnerSizes, 0, a, b)
	case a.dtype != b.dtype:
		return nil, expectScalar(a, b)
	}
	shape := []int{a.shape[0], a.shape[1], b.shape[2]}
	out, err := e.empty(shape, a.dtype, a.storage.Device)
	if err != nil {
		return nil, err
	}
	if c != nil && beta != 0 {
		wide, err := e.Expand(c, shape)
		if err != nil {
			return nil, err
		}
		defer wide.Release()
		if err := e.copyInto(out, wide); err != nil {
			return nil, err
		}
	}
	return out, e.product(out, a, b, beta, alpha)
}

// Mv multiplies a matrix and a vector.
func (e *Env) Mv(a, v *Tensor) (*Tensor, error) {
	if len(a.shape) != 2 || len(v.shape) != 1 {
		return nil, runtimeErr("vector + matrix @ vector expected, got %d, %d, %d", 1, len(a.shape), len(v.shape))
	}
	if a.shape[1] != v.shape[0] {
		return nil, Because(runtimeErr("size mismatch, got %d, %dx%d,%d", a.shape[0], a.shape[0], a.shape[1], v.shape[0]), InnerSizes, 0, a, v)
	}
	if err := sameDevice("mv", []string{"self", "vec"}, a, v); err != nil {
		return nil, err
	}
	if a.dtype != v.dtype {
		return nil, expectScalar(a, v)
	}
	out, err := e.empty([]int{a.shape[0]}, a.dtype, a.storage.Device)
	if err != nil {
		return nil, err
	}
	column := v.glance([]int{1, v.shape[0], 1}, []int{0, v.strides[0], 1}, v.offset)
	return out, e.product(out.glance([]int{1, a.shape[0], 1}, []int{0, 1, 1}, 0), batched(a), column, 0, 1)
}

// Dot is the inner product of two vectors.
func (e *Env) Dot(a, b *Tensor) (*Tensor, error) {
	switch {
	case len(a.shape) != 1 || len(b.shape) != 1:
		return nil, runtimeErr("1D tensors expected, but got %dD and %dD tensors", len(a.shape), len(b.shape))
	case a.dtype != b.dtype:
		return nil, runtimeErr("dot : expected both vectors to have same dtype, but found %s and %s", a.dtype.Scalar(), b.dtype.Scalar())
	case a.numel != b.numel:
		return nil, runtimeErr("inconsistent tensor size, expected tensor [%d] and src [%d] to have the same number of elements, but got %d and %d elements respectively", a.numel, b.numel, a.numel, b.numel)
	}
	if err := sameDevice("dot", []string{"self", "tensor"}, a, b); err != nil {
		return nil, err
	}
	out, err := e.Zeros(nil, a.Like())
	if err != nil || a.numel == 0 {
		return out, err
	}
	row := a.glance([]int{1, 1, a.numel}, []int{0, 0, a.strides[0]}, a.offset)
	column := b.glance([]int{1, b.numel, 1}, []int{0, b.strides[0], 1}, b.offset)
	return out, e.product(out.glance([]int{1, 1, 1}, []int{0, 0, 0}, 0), row, column, 0, 1)
}

// ComplexOf joins real and imaginary parts.
func (e *Env) ComplexOf(re, im *Tensor) (*Tensor, error) {
	s := spec{op: device.OpComplex, compute: re.dtype, result: re.dtype.Complex()}
	if re.dtype != Float32 && re.dtype != Float64 {
		return nil, runtimeErr("Expected both inputs to be Half, Float or Double tensors but got %s and %s", re.dtype.Scalar(), im.dtype.Scalar())
	}
	return e.apply(&s, re, im)
}

// SumTo adds up what broadcasting to x's shape repeated: the result has the shape
// given.
func (e *Env) sumDims(x *Tensor, shape []int) ([]int, error) {
	lead := len(x.shape) - len(shape)
	if lead < 0 {
		return nil, runtimeErr("size {%s} is not expandable to size {%s}.", FormatShape(shape), FormatShape(x.shape))
	}
	var dims []int
	for d := range x.shape {
		switch {
		case d < lead || shape[d-lead] == 1 && x.shape[d] != 1:
			dims = append(dims, d)
		case shape[d-lead] != x.shape[d]:
			return nil, runtimeErr("size {%s} is not expandable to size {%s}.", FormatShape(shape), FormatShape(x.shape))
		}
	}
	return dims, nil
}

// SumDims are the dimensions to add up to bring x to a shape it was broadcast from.
func (e *Env) SumDims(x *Tensor, shape []int) ([]int, error) {
	return e.sumDims(x, slices.Clone(shape))
}
