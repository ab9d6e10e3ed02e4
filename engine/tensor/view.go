package tensor

import (
	"math"
	"slices"
)

// This file has the operations that look at the same memory in another way. Each answers a new Tensor that shares x's
// storage and version counter, and nothing is copied; offsets and strides are in elements. The errors are PyTorch 1.13's.

// View shows x in another shape of the same size; one dimension may be -1.
func (e *Env) View(x *Tensor, shape []int) (*Tensor, error) {
	out, err := e.tryView(x, shape)
	if out == nil && err == nil {
		err = runtimeErr("view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.")
		err = Because(err, NotViewable, 0, x)
	}
	return out, err
}

// Reshape is View where that is possible, else a copy in the new shape.
func (e *Env) Reshape(x *Tensor, shape []int) (*Tensor, error) {
	out, err := e.tryView(x, shape)
	if out != nil || err != nil {
		return out, err
	}
	dense, err := e.Contiguous(x)
	if err != nil {
		return nil, err
	}
	defer Spent(dense, x) // its memory is the view's
	return e.tryView(dense, shape)
}

// CanView reports whether x can be shown in a shape without a copy.
func (e *Env) CanView(x *Tensor, shape []int) bool {
	out, _ := e.tryView(x, shape)
	if out != nil {
		out.Release()
	}
	return out != nil
}

// tryView answers nil without an error when only a copy can have the shape.
func (e *Env) tryView(x *Tensor, shape []int) (*Tensor, error) {
	shape, err := inferShape(shape, x.numel)
	if err != nil {
		return nil, Because(err, ElementCount, 0, x)
	}
	strides := viewStrides(x.shape, x.strides, shape)
	if strides == nil {
		return nil, nil
	}
	return x.view(shape, strides, x.offset), nil
}

// ViewDType reads x's bytes as elements of another dtype.
func (e *Env) ViewDType(x *Tensor, d DType) (*Tensor, error) {
	shape, strides, offset := slices.Clone(x.shape), slices.Clone(x.strides), x.offset
	was, is := x.dtype.Size(), d.Size()
	if was != is {
		last := len(shape) - 1
		if last < 0 {
			return nil, runtimeErr("self.dim() cannot be 0 to view %s as %s (different element sizes)", x.dtype.Scalar(), d.Scalar())
		}
		if strides[last] != 1 {
			return nil, runtimeErr("self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %d", x.dtype.Scalar(), d.Scalar(), strides[last])
		}
		if is > was && (shape[last]*was%is != 0 || offset*was%is != 0) {
			return nil, runtimeErr("self.size(-1) must be divisible by %d to view %s as %s (different element sizes), but got %d", is/was, x.dtype.Scalar(), d.Scalar(), shape[last])
		}
		shape[last], offset = shape[last]*was/is, offset*was/is
		for i := range last {
			strides[i] = strides[i] * was / is
		}
	}
	v := x.view(shape, strides, offset)
	v.dtype = d
	return v, nil
}

// AsStrided shows x's storage with any shape, strides and offset that stay inside it.
// A negative offset means x's own.
func (e *Env) AsStrided(x *Tensor, shape, strides []int, offset int) (*Tensor, error) {
	if len(shape) != len(strides) {
		return nil, runtimeErr("mismatch in length of strides and shape")
	}
	if offset < 0 {
		offset = x.offset
	}
	for _, s := range strides {
		if s < 0 {
			return nil, runtimeErr("as_strided: Negative strides are not supported at the moment, got strides: %s", FormatShape(strides))
		}
	}
	if !reachable(shape, strides, offset, x.dtype) {
		return nil, runtimeErr("Storage size calculation overflowed with sizes=%s and strides=%s", FormatShape(shape), FormatShape(strides))
	}
	if err := countable(shape, x.dtype); err != nil {
		return nil, err
	}
	v := x.view(shape, strides, offset)
	if _, hi := v.span(); v.numel > 0 && hi*x.dtype.Size() > x.storage.Bytes {
		return nil, runtimeErr("setStorage: sizes %s, strides %s, storage offset %d, and itemsize %d requiring a storage size of %d are out of bounds for storage of size %d",
			FormatShape(shape), FormatShape(strides), offset, x.dtype.Size(), hi*x.dtype.Size(), x.storage.Bytes)
	}
	return v, nil
}

// countable refuses the shape of a view whose bytes no int counts, were they all apart:
// kernels compute with that number.
func countable(shape []int, dt DType) error {
	if _, err := sizeOf(shape, dt); err != nil {
		return runtimeErr("numel: integer multiplication overflow")
	}
	return nil
}

// reachable reports whether an int counts the bytes up to a view's last element, and no
// size is negative.
func reachable(shape, strides []int, offset int, dt DType) bool {
	room := math.MaxInt64/dt.Size() - 1 - offset
	for d, n := range shape {
		switch {
		case n < 0 || room < 0 || n > 1 && strides[d] > room/(n-1):
			return false
		case n > 1:
			room -= (n - 1) * strides[d]
		}
	}
	return room >= 0
}

// Transpose swaps two dimensions.
func (e *Env) Transpose(x *Tensor, a, b int) (*Tensor, error) {
	a, err := wrapDim(a, len(x.shape))
	if err != nil {
		return nil, err
	}
	if b, err = wrapDim(b, len(x.shape)); err != nil {
		return nil, err
	}
	v := x.Alias()
	if len(x.shape) > 0 {
		v.shape[a], v.shape[b] = v.shape[b], v.shape[a]
		v.strides[a], v.strides[b] = v.strides[b], v.strides[a]
	}
	return v, nil
}

// T is the transpose of a matrix; fewer dimensions stay as they are.
func (e *Env) T(x *Tensor) (*Tensor, error) {
	if len(x.shape) > 2 {
		return nil, runtimeErr("t() expects a tensor with <= 2 dimensions, but self is %dD", len(x.shape))
	}
	if len(x.shape) < 2 {
		return x.Alias(), nil
	}
	return e.Transpose(x, 0, 1)
}

// Permute reorders the dimensions.
func (e *Env) Permute(x *Tensor, dims []int) (*Tensor, error) {
	if len(dims) != len(x.shape) {
		return nil, runtimeErr("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d", len(x.shape), len(dims))
	}
	v := x.Alias()
	seen := make([]bool, len(dims))
	for i, dim := range dims {
		d, err := wrapDim(dim, len(x.shape))
		if err != nil {
			return nil, err
		}
		if seen[d] {
			return nil, runtimeErr("permute(): duplicate dims are not allowed.")
		}
		seen[d] = true
		v.shape[i], v.strides[i] = x.shape[d], x.strides[d]
	}
	return v, nil
}

// Movedim moves dimensions to other places; the rest keep their order.
func (e *Env) Movedim(x *Tensor, from, to []int) (*Tensor, error) {
	order, err := movedOrder(len(x.shape), from, to)
	if err != nil {
		return nil, err
	}
	return e.Permute(x, order)
}

// MovedOrder is the permutation that Movedim applies.
func MovedOrder(rank int, from, to []int) ([]int, error) { return movedOrder(rank, from, to) }

func movedOrder(rank int, from, to []int) ([]int, error) {
	if rank == 0 {
		return nil, nil
	}
	if len(from) != len(to) {
		return nil, runtimeErr("movedim: Invalid source or destination dims: source (%s dims) should contain the same number of dims as destination (%s dims)", FormatShape(from), FormatShape(to))
	}
	order := make([]int, rank)
	for i := range order {
		order[i] = -1
	}
	used := make([]bool, rank)
	for i := range from {
		f, err := wrapDim(from[i], rank)
		if err != nil {
			return nil, err
		}
		t, err := wrapDim(to[i], rank)
		if err != nil {
			return nil, err
		}
		if used[f] || order[t] >= 0 {
			return nil, runtimeErr("movedim: repeated dim in `source` or `destination`")
		}
		order[t], used[f] = f, true
	}
	next := 0
	for i := range order {
		if order[i] >= 0 {
			continue
		}
		for used[next] {
			next++
		}
		order[i] = next
		used[next] = true
	}
	return order, nil
}

// Narrow keeps length elements of a dimension from start on.
func (e *Env) Narrow(x *Tensor, dim, start, length int) (*Tensor, error) {
	if len(x.shape) == 0 {
		return nil, runtimeErr("narrow() cannot be applied to a 0-dim tensor.")
	}
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	size := x.shape[dim]
	if length < 0 {
		return nil, runtimeErr("narrow(): length must be non-negative.")
	}
	if start < -size || start > size {
		return nil, indexErr("Dimension out of range (expected to be in range of [%d, %d], but got %d)", -size, size-1, start)
	}
	if start < 0 {
		start += size
	}
	if start+length > size {
		return nil, runtimeErr("start (%d) + length (%d) exceeds dimension size (%d).", start, length, size)
	}
	return e.Slice(x, dim, start, start+length, 1)
}

// Slice keeps the elements start, start+step, … before stop of a dimension. Bounds are
// clipped, negative ones count from the end.
func (e *Env) Slice(x *Tensor, dim, start, stop, step int) (*Tensor, error) {
	if len(x.shape) == 0 {
		return nil, runtimeErr("slice() cannot be applied to a 0-dim tensor.")
	}
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	if step <= 0 {
		return nil, valueErr("step must be greater than zero")
	}
	size := x.shape[dim]
	start, stop = clip(start, size), clip(stop, size)
	v := x.Alias()
	v.offset += start * x.strides[dim]
	v.shape[dim] = max((stop-start+step-1)/step, 0)
	if stop <= start {
		v.shape[dim] = 0
		if start >= size {
			v.offset = x.offset + start*x.strides[dim]
		}
	}
	v.strides[dim] *= step
	v.numel = numel(v.shape)
	return v, nil
}

func clip(i, size int) int {
	if i < 0 {
		i += size
	}
	return min(max(i, 0), size)
}

// Select fixes an index of a dimension, which goes away.
func (e *Env) Select(x *Tensor, dim, index int) (*Tensor, error) {
	if len(x.shape) == 0 {
		return nil, indexErr("select() cannot be applied to a 0-dim tensor.")
	}
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	size := x.shape[dim]
	if index < -size || index >= size {
		return nil, indexErr("select(): index %d out of range for tensor of size %s at dimension %d", index, FormatShape(x.shape), dim)
	}
	if index < 0 {
		index += size
	}
	return x.view(without(x.shape, dim), without(x.strides, dim), x.offset+index*x.strides[dim]), nil
}

// Unsqueeze adds a dimension of size one.
func (e *Env) Unsqueeze(x *Tensor, dim int) (*Tensor, error) {
	dim, err := wrapDim(dim, len(x.shape)+1)
	if err != nil {
		return nil, err
	}
	stride := 1
	if dim < len(x.shape) {
		stride = x.shape[dim] * x.strides[dim]
	}
	return x.view(slices.Insert(slices.Clone(x.shape), dim, 1), slices.Insert(slices.Clone(x.strides), dim, stride), x.offset), nil
}

// Squeeze drops dimensions of size one: all, or those named.
func (e *Env) Squeeze(x *Tensor, dims []int) (*Tensor, error) {
	drop, err := wrapDims(dims, len(x.shape))
	if err != nil {
		return nil, err
	}
	var shape, strides []int
	for d, n := range x.shape {
		if n != 1 || !slices.Contains(drop, d) {
			shape, strides = append(shape, n), append(strides, x.strides[d])
		}
	}
	return x.view(shape, strides, x.offset), nil
}

// Expand broadcasts to a larger shape without copying; -1 keeps a dimension.
func (e *Env) Expand(x *Tensor, shape []int) (*Tensor, error) {
	if len(shape) < len(x.shape) {
		return nil, runtimeErr("expand(torch.%s{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)",
			legacyName(x), FormatShape(x.shape), FormatShape(shape), len(shape), len(x.shape))
	}
	full := slices.Clone(shape)
	lead := len(shape) - len(x.shape)
	for d := len(full) - 1; d >= 0; d-- {
		have := 1
		if d >= lead {
			have = x.shape[d-lead]
		}
		switch {
		case full[d] == -1 && d < lead:
			return nil, runtimeErr("The expanded size of the tensor (%d) isn't allowed in a leading, non-existing dimension %d", full[d], d)
		case full[d] == -1:
			full[d] = have
		case full[d] != have && have != 1:
			return nil, runtimeErr("The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
				full[d], have, d, FormatShape(shape), FormatShape(x.shape))
		case full[d] < 0:
			return nil, runtimeErr("The expanded size of the tensor (%d) must be non-negative", full[d])
		}
	}
	if err := countable(full, x.dtype); err != nil {
		return nil, err
	}
	return x.view(full, expandStrides(nil, x, full), x.offset), nil
}

func legacyName(x *Tensor) string {
	if x.IsCPU() {
		return x.dtype.Legacy()
	}
	return "cuda." + x.dtype.Legacy()
}

// Diagonal is the diagonal of two dimensions, as the last dimension.
func (e *Env) Diagonal(x *Tensor, offset, dim1, dim2 int) (*Tensor, error) {
	d1, err := wrapDim(dim1, len(x.shape))
	if err != nil {
		return nil, err
	}
	d2, err := wrapDim(dim2, len(x.shape))
	if err != nil {
		return nil, err
	}
	if d1 == d2 {
		return nil, runtimeErr("diagonal dimensions cannot be identical %d, %d", dim1, dim2)
	}
	n, start := min(x.shape[d1], x.shape[d2]-offset), x.offset+max(offset, 0)*x.strides[d2]
	if offset < 0 {
		n, start = min(x.shape[d1]+offset, x.shape[d2]), x.offset-offset*x.strides[d1]
	}
	if n <= 0 {
		n, start = 0, x.offset
	}
	var shape, strides []int
	for d := range x.shape {
		if d != d1 && d != d2 {
			shape, strides = append(shape, x.shape[d]), append(strides, x.strides[d])
		}
	}
	return x.view(append(shape, n), append(strides, x.strides[d1]+x.strides[d2]), start), nil
}

// Unfold shows windows of a dimension as a new last dimension.
func (e *Env) Unfold(x *Tensor, dim, size, step int) (*Tensor, error) {
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	have, stride := 1, 1
	if len(x.shape) > 0 {
		have, stride = x.shape[dim], x.strides[dim]
	}
	if size > have {
		return nil, runtimeErr("maximum size for tensor at dimension %d is %d but size is %d", dim, have, size)
	}
	if step <= 0 {
		return nil, runtimeErr("step is %d but must be > 0", step)
	}
	shape, strides := append(slices.Clone(x.shape), size), append(slices.Clone(x.strides), stride)
	if len(x.shape) > 0 {
		shape[dim], strides[dim] = (have-size)/step+1, stride*step
	}
	return x.view(shape, strides, x.offset), nil
}

// ViewAsReal shows a complex tensor as pairs of reals; ViewAsComplex is its inverse.
func (e *Env) ViewAsReal(x *Tensor) (*Tensor, error) {
	if !x.dtype.IsComplex() {
		return nil, runtimeErr("view_as_real is only supported for complex tensors")
	}
	strides := make([]int, len(x.strides), len(x.strides)+1)
	for d, s := range x.strides {
		strides[d] = 2 * s
	}
	v := x.view(append(slices.Clone(x.shape), 2), append(strides, 1), 2*x.offset)
	v.dtype = x.dtype.Real()
	return v, nil
}

// ViewAsComplex shows pairs of reals as complex numbers.
func (e *Env) ViewAsComplex(x *Tensor) (*Tensor, error) {
	last := len(x.shape) - 1
	switch {
	case x.dtype != Float32 && x.dtype != Float64:
		return nil, runtimeErr("view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: %s", x.dtype.Scalar())
	case last < 0:
		return nil, runtimeErr("Input tensor must have one or more dimensions")
	case x.shape[last] != 2:
		return nil, runtimeErr("Tensor must have a last dimension of size 2")
	case x.strides[last] != 1:
		return nil, runtimeErr("Tensor must have a last dimension with stride 1")
	}
	strides := make([]int, last)
	for d := range strides {
		if strides[d] = x.strides[d] / 2; x.strides[d]%2 != 0 {
			return nil, runtimeErr("Tensor must have a stride divisible by 2 for all but last dimension")
		}
	}
	v := x.view(x.shape[:last], strides, x.offset/2)
	v.dtype = x.dtype.Complex()
	return v, nil
}

// Real and Imag are views of a complex tensor's parts.
func (e *Env) Real(x *Tensor) (*Tensor, error) {
	if !x.dtype.IsComplex() {
		return x, nil
	}
	v, err := e.ViewAsReal(x)
	if err != nil {
		return nil, err
	}
	return e.Select(v, -1, 0)
}

// Imag is the view of the imaginary parts.
func (e *Env) Imag(x *Tensor) (*Tensor, error) {
	if !x.dtype.IsComplex() {
		return nil, runtimeErr("imag is not implemented for tensors with non-complex dtypes.")
	}
	v, err := e.ViewAsReal(x)
	if err != nil {
		return nil, err
	}
	return e.Select(v, -1, 1)
}
