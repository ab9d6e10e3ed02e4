package tensor

import (
	"errors"
	"slices"

	"gputour/engine/device"
)

// This file reads and writes at positions along one dimension.

// IndexSelect picks positions of one dimension.
func (e *Env) IndexSelect(x *Tensor, dim int, index *Tensor) (*Tensor, error) {
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	if err := sameDevice("_index_select", []string{"self", "index"}, x, index); err != nil {
		return nil, err
	}
	switch {
	case len(index.shape) > 1:
		return nil, indexErr("index_select(): Index is supposed to be a vector")
	case len(x.shape) > 0 && x.shape[dim] == 0 && index.numel > 0:
		return nil, runtimeErr("index_select(): self indexing axis dim should be positive")
	case index.dtype != Int64 && index.dtype != Int32:
		return nil, runtimeErr("index_select(): Expected dtype int32 or int64 for index")
	}
	given := index
	if index, err = e.Cast(e.atLeast1(index), Int64); err != nil {
		return nil, err
	}
	if e.hasNegative(index) {
		return nil, Because(indexErr("index out of range in self"), OutsideRows, dim, x, given)
	}
	picks := make([]*Tensor, dim+1)
	picks[dim] = index
	out, err := e.IndexTensors(e.atLeast1(x), picks)
	if err != nil {
		var bad *Error
		if errors.As(err, &bad) && bad.Kind == IndexError {
			err = Because(indexErr("index out of range in self"), OutsideRows, dim, x, given)
		}
		return nil, err
	}
	if len(x.shape) == 0 {
		out.setShape(nil)
	}
	return out, nil
}

// hasNegative reports an index below zero, which only a subscript may have. Only host
// memory is looked at.
func (e *Env) hasNegative(index *Tensor) bool {
	if index.storage.Host == nil {
		return false
	}
	plain, err := e.Contiguous(index)
	if err != nil {
		return false
	}
	defer Spent(plain, index)
	return slices.ContainsFunc(device.Slice[int64](bytesOf(plain)), func(i int64) bool { return i < 0 })
}

// IndexAdd adds alpha·source at positions of one dimension of x, in place. The slices of
// source broadcast to those of x.
func (e *Env) IndexAdd(x *Tensor, dim int, index, source *Tensor, alpha Scalar) error {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return err
	}
	if err := sameDevice("index_add", []string{"self", "index", "source"}, x, index, source); err != nil {
		return err
	}
	if err := checkIndexAdd(x, d, index, source); err != nil {
		return err
	}
	if source, err = e.scaled(source, alpha); err != nil {
		return err
	}
	if source, err = e.slicesOf(x, source, d); err != nil {
		return err
	}
	if index, err = e.Cast(e.atLeast1(index), Int64); err != nil {
		return err
	}
	if e.hasNegative(index) {
		return indexErr("index out of range in self")
	}
	picks := make([]*Tensor, d+1)
	picks[d] = index
	err = e.IndexPutTensors(e.atLeast1(x), picks, source, true)
	var bad *Error
	if errors.As(err, &bad) && bad.Kind == IndexError {
		return indexErr("index out of range in self")
	}
	return err
}

func checkIndexAdd(x *Tensor, dim int, index, source *Tensor) error {
	rank, count := len(source.shape), 1
	if rank > dim {
		count = source.shape[dim]
	}
	switch {
	case len(index.shape) > 1:
		return indexErr("index_add_(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s", len(index.shape), index.dtype.Scalar(), FormatShape(index.shape))
	case index.dtype != Int64 && index.dtype != Int32:
		return runtimeErr("index_add_(): Expected dtype int32/int64 for index but got: %s", index.dtype.Scalar())
	case source.dtype != x.dtype:
		return runtimeErr("index_add_(): self (%s) and source (%s) must have the same scalar type", x.dtype.Scalar(), source.dtype.Scalar())
	case dim > 0 && dim >= rank:
		return runtimeErr("index_add_(): Indexing dim %d is out of bounds of the source tensor with dim %d", dim, rank)
	case index.numel != count:
		return runtimeErr("index_add_(): Number of indices (%d) should be equal to source.size(dim): (%d), for dim: %d", index.numel, count, dim)
	}
	return nil
}

// slicesOf broadcasts the slices of source along dim to the shape of x's.
func (e *Env) slicesOf(x, source *Tensor, dim int) (*Tensor, error) {
	if len(x.shape) <= 1 || len(source.shape) == len(x.shape) && slices.Equal(source.shape[:dim], x.shape[:dim]) && slices.Equal(source.shape[dim+1:], x.shape[dim+1:]) {
		return source, nil
	}
	rest := slices.Delete(slices.Clone(x.shape), dim, dim+1)
	moved, err := e.Movedim(e.atLeast1(source), []int{min(dim, max(len(source.shape)-1, 0))}, []int{0})
	if err != nil {
		return nil, err
	}
	wide, err := broadcast(rest, moved.shape[1:])
	if err != nil {
		return nil, err
	}
	if !slices.Equal(wide, rest) {
		return nil, runtimeErr("output with shape %s doesn't match the broadcast shape %s", FormatShape(rest), FormatShape(wide))
	}
	shape := append([]int{moved.shape[0]}, slices.Repeat([]int{1}, len(rest)-len(moved.shape)+1)...)
	if moved, err = e.Reshape(moved, append(shape, moved.shape[1:]...)); err != nil {
		return nil, err
	}
	if moved, err = e.Expand(moved, append([]int{moved.shape[0]}, rest...)); err != nil {
		return nil, err
	}
	return e.Movedim(moved, []int{0}, []int{dim})
}

// IndexCopy writes source at positions of one dimension of x.
func (e *Env) IndexCopy(x *Tensor, dim int, index, source *Tensor) error {
	return e.indexPutDim("index_copy", x, dim, index, source, false)
}

// IndexFill writes one value at positions of one dimension of x.
func (e *Env) IndexFill(x *Tensor, dim int, index, value *Tensor) error {
	if value.dtype.IsComplex() && !x.dtype.IsComplex() {
		return runtimeErr("index_fill_(): Converting complex Scalar to non-complex type is not supported")
	}
	value, err := e.Cast(value, x.dtype)
	if err != nil {
		return err
	}
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return err
	}
	if len(index.shape) > 1 {
		return runtimeErr("Index has to be a vector/scalar")
	}
	picks := make([]*Tensor, d+1)
	picks[d] = e.atLeast1(index)
	return e.IndexPutTensors(e.atLeast1(x), picks, value, false)
}

func (e *Env) scaled(x *Tensor, alpha Scalar) (*Tensor, error) {
	if alpha.DType == Int64 && alpha.I == 1 {
		return x, nil
	}
	return e.Mul(x, e.Wrap(alpha))
}

func (e *Env) indexPutDim(name string, x *Tensor, dim int, index, source *Tensor, accumulate bool) error {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return err
	}
	if err := sameDevice(name, []string{"self", "index", "source"}, x, index, source); err != nil {
		return err
	}
	if len(index.shape) > 1 {
		return indexErr("%s_(): Index should have dimension 1 or 0 (got %d)", name, len(index.shape))
	}
	if source.dtype != x.dtype {
		return runtimeErr("%s_(): self (%s) and source (%s) must have the same scalar type", name, x.dtype.Scalar(), source.dtype.Scalar())
	}
	if index, err = e.Cast(e.atLeast1(index), Int64); err != nil {
		return err
	}
	if len(source.shape) > 0 && (len(source.shape) <= d || source.shape[d] != index.numel) {
		return indexErr("%s_(): Number of indices (%d) should be equal to source.size(dim) (%d)", name, index.numel, source.shape[min(d, len(source.shape)-1)])
	}
	if err := e.checkPlaces(name, e.atLeast1(x), d, index); err != nil {
		return err
	}
	picks := make([]*Tensor, d+1)
	picks[d] = index
	return e.IndexPutTensors(e.atLeast1(x), picks, source, accumulate)
}

// checkPlaces refuses indices that count from the end, or lie beyond it; on a GPU that would take a wait.
func (e *Env) checkPlaces(name string, x *Tensor, dim int, index *Tensor) error {
	if !index.IsCPU() {
		return nil
	}
	places, err := e.Scalars(index)
	for _, p := range places {
		if p.I < 0 || p.I >= int64(x.shape[dim]) {
			return indexErr("%s_(): index %d is out of bounds for dimension %d with size %d", name, p.I, dim, x.shape[dim])
		}
	}
	return err
}

// Gather reads x at index along dim.
func (e *Env) Gather(x *Tensor, dim int, index *Tensor) (*Tensor, error) {
	dim, err := e.checkGather("gather", x, dim, index)
	if err != nil {
		return nil, err
	}
	shape := index.shape
	if len(x.shape) != len(shape) && index.numel > 0 { // one of them has no dimension, which counts as one
		if x, err = e.Reshape(x, []int{x.numel}); err != nil {
			return nil, err
		}
		if index, err = e.Reshape(index, []int{index.numel}); err != nil {
			return nil, err
		}
	}
	for d := range index.shape {
		if d != dim && index.shape[d] > x.shape[d] {
			return nil, runtimeErr("Size does not match at dimension %d expected index %s to be smaller than self %s apart from dimension %d", d, FormatShape(index.shape), FormatShape(x.shape), dim)
		}
	}
	out, err := e.empty(shape, x.dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	flat := out
	if len(shape) != len(index.shape) {
		if flat, err = e.Reshape(out, index.shape); err != nil {
			return nil, err
		}
	}
	l := e.start(device.OpGather)
	arg(l, flat)
	arg(l, x)
	arg(l, index)
	l.I = append(l.I, dim)
	return out, gatherErr(e.run(x.storage.Device, l), dim)
}

func (e *Env) checkGather(name string, x *Tensor, dim int, index *Tensor) (int, error) {
	if err := sameDevice(name, []string{"self", "index", "src"}, x, index); err != nil {
		return 0, err
	}
	dim, err := wrapDim(dim, len(x.shape))
	switch {
	case err != nil:
		return 0, err
	case index.dtype != Int64:
		return 0, runtimeErr("%s(): Expected dtype int64 for index", name)
	case index.numel > 0 && max(len(index.shape), 1) != max(len(x.shape), 1):
		return 0, runtimeErr("Index tensor must have the same number of dimensions as %s tensor", map[string]string{"gather": "input"}[name]+map[string]string{"scatter": "self"}[name])
	}
	return dim, nil
}

func gatherErr(err error, dim int) error {
	var bad *device.OutOfRange
	if errors.As(err, &bad) {
		return runtimeErr("index %d is out of bounds for dimension %d with size %d", bad.Index, dim, bad.Size)
	}
	return err
}

// Scatter writes src (a tensor or a wrapped number) into x at index along dim, in place.
func (e *Env) Scatter(x *Tensor, dim int, index, src *Tensor) error {
	return e.scatter(device.OpScatter, 0, x, dim, index, src)
}

// ScatterAdd adds src into x at index along dim, in place.
func (e *Env) ScatterAdd(x *Tensor, dim int, index, src *Tensor) error {
	return e.scatter(device.OpScatterAdd, 0, x, dim, index, src)
}

// ScatterReduce combines src into x at index along dim, in place.
func (e *Env) ScatterReduce(x *Tensor, dim int, index, src *Tensor, how int) error {
	return e.scatter(device.OpScatterReduce, how, x, dim, index, src)
}

func (e *Env) scatter(op device.Op, how int, x *Tensor, dim int, index, src *Tensor) error {
	dim, err := e.checkGather("scatter", x, dim, index)
	if err != nil || index.numel == 0 {
		return err
	}
	if how >= ReduceMax && x.dtype.IsComplex() {
		return notImplemented("scatter_gather_tensor_cpu_reduce_"+[]string{ReduceMax: "amax", ReduceMin: "amin"}[how], x.dtype)
	}
	x, index = e.atLeast1(x), e.atLeast1(index)
	if !src.wrapped {
		src = e.atLeast1(src)
	}
	for d := range index.shape {
		if d != dim && index.shape[d] > x.shape[d] {
			return runtimeErr("Expected index %s to be smaller than self %s apart from dimension %d and to be smaller size than src %s", FormatShape(index.shape), FormatShape(x.shape), dim, FormatShape(src.shape))
		}
		if !src.wrapped && (d >= len(src.shape) || index.shape[d] > src.shape[d]) {
			return runtimeErr("Expected index %s to be smaller than self %s apart from dimension %d and to be smaller size than src %s", FormatShape(index.shape), FormatShape(x.shape), dim, FormatShape(src.shape))
		}
	}
	if src.wrapped {
		if src, err = e.Full(nil, GetScalar(src.storage.Host, src.dtype), x.Like()); err != nil {
			return err
		}
		src = src.glance(index.shape, make([]int, len(index.shape)), 0)
	}
	if src.dtype != x.dtype {
		return runtimeErr("scatter(): Expected self.dtype to be equal to src.dtype")
	}
	if err := sameDevice("scatter_", []string{"self", "index", "src"}, x, index, src); err != nil {
		return err
	}
	l := e.start(op)
	arg(l, x)
	arg(l, index)
	argAs(l, src, index.shape, src.strides)
	l.I = append(l.I, dim, how)
	return gatherErr(e.run(x.storage.Device, l), dim)
}

// MaskedSelect lists the elements where mask is true.
func (e *Env) MaskedSelect(x, mask *Tensor) (*Tensor, error) {
	if mask.dtype != Bool && mask.dtype != Uint8 {
		return nil, runtimeErr("masked_select: expected BoolTensor or ByteTensor for mask")
	}
	shape, err := broadcast(mask.shape, x.shape)
	if err != nil {
		return nil, err
	}
	wide, err := e.Expand(e.atLeast1(x), atLeastOne(shape))
	if err != nil {
		return nil, err
	}
	if mask, err = e.Expand(e.atLeast1(mask), atLeastOne(shape)); err != nil {
		return nil, err
	}
	return e.IndexTensors(wide, append([]*Tensor{mask}, slices.Repeat([]*Tensor{skip}, len(mask.shape)-1)...))
}

func atLeastOne(shape []int) []int {
	if len(shape) == 0 {
		return []int{1}
	}
	return shape
}

// Take reads the flattened tensor at index.
func (e *Env) Take(x, index *Tensor) (*Tensor, error) {
	if index.dtype != Int64 {
		return nil, runtimeErr("take(): Expected a long tensor for index, but got %s", index.dtype.Scalar())
	}
	flat, err := e.Reshape(x, []int{-1})
	if err != nil {
		return nil, err
	}
	defer flat.Release()
	out, err := e.IndexTensors(flat, []*Tensor{e.atLeast1(index)})
	var bad *Error
	if errors.As(err, &bad) && bad.Kind == IndexError {
		values, _ := e.Int64s(index)
		for _, v := range values {
			if v < -int64(x.numel) || v >= int64(x.numel) {
				return nil, indexErr("out of range: tried to access index %d on a tensor of %d elements.", v, x.numel)
			}
		}
	}
	if err == nil && len(index.shape) == 0 {
		out.setShape(nil)
	}
	return out, err
}
