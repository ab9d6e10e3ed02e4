package tensor

import (
	"slices"

	"gputour/engine/device"
)

// This file puts tensors together.

// Cat joins tensors along a dimension; their dtypes are promoted.
func (e *Env) Cat(list []*Tensor, dim int) (*Tensor, error) {
	if len(list) == 0 {
		return nil, runtimeErr("torch.cat(): expected a non-empty list of Tensors")
	}
	if err := sameDevice("cat", []string{"tensors"}, list...); err != nil {
		return nil, err
	}
	var kept []*Tensor
	d := e.ResultType(list...)
	for i, t := range list {
		if len(t.shape) == 0 {
			return nil, runtimeErr("zero-dimensional tensor (at position %d) cannot be concatenated", i)
		}
		if len(t.shape) != 1 || t.shape[0] != 0 {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return e.empty([]int{0}, d, list[0].storage.Device)
	}
	first := kept[0]
	dim, err := wrapDim(dim, len(first.shape))
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(first.shape)
	shape[dim] = 0
	for i, t := range kept {
		if len(t.shape) != len(first.shape) {
			return nil, runtimeErr("Tensors must have same number of dimensions: got %d and %d", len(first.shape), len(t.shape))
		}
		for k, n := range t.shape {
			if k != dim && n != first.shape[k] {
				err := runtimeErr("Sizes of tensors must match except in dimension %d. Expected size %d but got size %d for tensor number %d in the list.", dim, first.shape[k], n, i)
				return nil, Because(err, JoinedSizes, dim, first, t)
			}
		}
		shape[dim] += t.shape[dim]
	}
	out, err := e.empty(shape, d, first.storage.Device)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, t := range kept {
		part := out.glance(t.shape, out.strides, out.offset+at*out.strides[dim])
		if err := e.copyInto(part, t); err != nil {
			return nil, err
		}
		at += t.shape[dim]
	}
	return out, nil
}

// Repeat tiles x, as Tensor.repeat does.
func (e *Env) Repeat(x *Tensor, times []int) (*Tensor, error) {
	if len(times) < len(x.shape) {
		return nil, runtimeErr("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
	}
	lead := len(times) - len(x.shape)
	shape := make([]int, len(times))
	var inter, interStrides, from []int
	for d, n := range times {
		size, stride := 1, 0
		if d >= lead {
			size, stride = x.shape[d-lead], x.strides[d-lead]
		}
		if n < 0 {
			return nil, runtimeErr("Trying to create tensor with negative dimension %d: %s", n*size, FormatShape(times))
		}
		shape[d] = n * size
		inter = append(inter, n, size)
		from = append(from, 0, stride)
	}
	out, err := e.empty(shape, x.dtype, x.storage.Device)
	if err != nil {
		return nil, err
	}
	interStrides = contiguousStrides(inter)
	return out, e.copyInto(out.glance(inter, interStrides, 0), x.glance(inter, from, x.offset))
}

// Flip reverses dimensions.
func (e *Env) Flip(x *Tensor, dims []int) (*Tensor, error) {
	if len(dims) > 0 || len(x.shape) == 0 {
		var err error
		if dims, err = wrapDims(dims, len(x.shape)); err != nil {
			return nil, err
		}
	}
	out := x
	for _, d := range dims {
		n := x.shape[d]
		if err := e.room(n, 2*8); err != nil { // the list, and the tensor of it
			return nil, err
		}
		index := make([]int64, n)
		err := e.bursts(n, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				index[i] = int64(n - 1 - i)
			}
		})
		if err != nil {
			return nil, err
		}
		if out, err = e.pickDim(out, d, index); err != nil {
			return nil, err
		}
	}
	if out == x {
		return e.Clone(x)
	}
	return out, nil
}

// Roll shifts elements around; no dims means the flattened tensor.
func (e *Env) Roll(x *Tensor, shifts, dims []int) (*Tensor, error) {
	if len(dims) == 0 {
		if len(shifts) != 1 {
			return nil, runtimeErr("shifts and dimensions must align. shifts: %d, dims:%d", len(shifts), len(dims))
		}
		flat, err := e.Reshape(x, []int{-1})
		if err != nil {
			return nil, err
		}
		if flat, err = e.Roll(flat, shifts, []int{0}); err != nil {
			return nil, err
		}
		return e.View(flat, x.shape)
	}
	if len(shifts) != len(dims) {
		return nil, runtimeErr("shifts and dimensions must align. shifts: %d, dims:%d", len(shifts), len(dims))
	}
	out := x
	for i, dim := range dims {
		d, err := wrapDim(dim, len(x.shape))
		if err != nil {
			return nil, err
		}
		if out, err = e.rollDim(out, d, shifts[i]); err != nil {
			return nil, err
		}
	}
	if out == x {
		return e.Clone(x)
	}
	return out, nil
}

// rollDim moves the end of one dimension, shift elements, to its begin.
func (e *Env) rollDim(x *Tensor, d, shift int) (*Tensor, error) {
	n := x.shape[d]
	if n == 0 || shift%n == 0 {
		return x, nil
	}
	shift = (shift%n + n) % n
	head, err := e.Narrow(x, d, 0, n-shift)
	if err != nil {
		return nil, err
	}
	defer head.Release()
	tail, err := e.Narrow(x, d, n-shift, shift)
	if err != nil {
		return nil, err
	}
	defer tail.Release()
	return e.Cat([]*Tensor{tail, head}, d)
}

// pickDim reads positions of one dimension.
func (e *Env) pickDim(x *Tensor, d int, index []int64) (*Tensor, error) {
	t, err := e.FromInts(index, len(index))
	if err != nil {
		return nil, err
	}
	if t, err = e.To(t, Options{Device: x.storage.Device}, false, false); err != nil {
		return nil, err
	}
	picks := make([]*Tensor, d+1)
	picks[d] = t
	return e.IndexTensors(x, picks)
}

// Meshgrid expands vectors to the grid they span; ij says that the first vector runs
// along the first dimension.
func (e *Env) Meshgrid(list []*Tensor, ij bool) ([]*Tensor, error) {
	if len(list) == 0 {
		return nil, runtimeErr("meshgrid expects a non-empty TensorList")
	}
	shape := make([]int, len(list))
	for i, t := range list {
		if len(t.shape) > 1 {
			return nil, runtimeErr("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %s", FormatShape(t.shape))
		}
		if t.dtype != list[0].dtype {
			return nil, runtimeErr("torch.meshgrid expects all tensors to have the same dtype")
		}
		shape[i] = t.numel
	}
	out := make([]*Tensor, len(list))
	for i, t := range list {
		strides := make([]int, len(list))
		if len(t.shape) == 1 {
			strides[i] = t.strides[0]
		}
		out[i] = t.view(shape, strides, t.offset)
		if !ij && len(list) >= 2 {
			v, err := e.Transpose(out[i], 0, 1)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
	}
	return out, nil
}

// Sort orders along a dimension and tells where elements came from. It is stable.
func (e *Env) Sort(x *Tensor, dim int, descending bool) (values, indices *Tensor, err error) {
	if x.dtype.IsComplex() {
		return nil, nil, runtimeErr("Sort currently does not support complex dtypes on CPU")
	}
	param := 0
	if descending {
		param = 1
	}
	return e.scan(device.OpSort, dim, 2, x.dtype, param, x)
}

// Topk are the k largest or smallest elements along a dimension, in order.
func (e *Env) Topk(x *Tensor, k, dim int, largest bool) (values, indices *Tensor, err error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	size := 1
	if len(x.shape) > 0 {
		size = x.shape[d]
	}
	if k < 0 || k > size {
		return nil, nil, runtimeErr("selected index k out of range")
	}
	first := 0
	if k <= 64 && k < size/4 {
		first = k
	}
	if values, indices, err = e.scanFirst(device.OpSort, d, 2, x.dtype, flag(largest), first, x); err != nil || len(x.shape) == 0 {
		return values, indices, err
	}
	return e.firstOf(values, indices, d, 0, k)
}

func (e *Env) firstOf(values, indices *Tensor, d, from, k int) (*Tensor, *Tensor, error) {
	var err error
	for _, p := range []**Tensor{&values, &indices} {
		if *p, err = e.Slice(*p, d, from, from+k, 1); err != nil {
			return nil, nil, err
		}
		if *p, err = e.Clone(*p); err != nil {
			return nil, nil, err
		}
		if *p, err = e.Contiguous(*p); err != nil {
			return nil, nil, err
		}
	}
	return values, indices, nil
}

// Kthvalue is the kth smallest element along a dimension.
func (e *Env) Kthvalue(x *Tensor, k, dim int, keepdim bool) (values, indices *Tensor, err error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	size := 1
	if len(x.shape) > 0 {
		size = x.shape[d]
	}
	if size == 0 {
		return nil, nil, indexErr("kthvalue(): Expected reduction dim %d to have non-zero size.", d)
	}
	if k < 1 || k > size {
		return nil, nil, runtimeErr("kthvalue(): selected number k out of range for dimension %d", d)
	}
	if values, indices, err = e.Sort(x, d, false); err != nil || len(x.shape) == 0 {
		return values, indices, err
	}
	return e.oneOf(values, indices, d, k-1, keepdim)
}

// oneOf keeps one position of a dimension.
func (e *Env) oneOf(values, indices *Tensor, d, at int, keepdim bool) (*Tensor, *Tensor, error) {
	values, indices, err := e.firstOf(values, indices, d, at, 1)
	if err != nil || keepdim {
		return values, indices, err
	}
	values.setShape(without(values.shape, d))
	indices.setShape(without(indices.shape, d))
	return values, indices, nil
}

// Median is the lower median along a dimension; a NaN wins.
func (e *Env) Median(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	if len(x.shape) == 0 {
		return e.Sort(x, 0, false)
	}
	if x.dtype == Bool || x.dtype == Float16 && x.storage.Host != nil {
		return nil, nil, notImplemented("median_out", x.dtype)
	}
	n := x.shape[d]
	if n == 0 {
		return nil, nil, indexErr("median(): Expected reduction dim %d to have non-zero size.", d)
	}
	lanes, err := e.lanes(x, d)
	if err != nil {
		return nil, nil, err
	}
	picks := make([]int64, len(lanes))
	for i, lane := range lanes {
		picks[i] = int64(medianAt(lane))
	}
	return e.pickLanes(x, d, picks, keepdim)
}

// lanes reads the elements along dimension d as float64, a slice for each position of
// the other dimensions.
func (e *Env) lanes(x *Tensor, d int) ([][]float64, error) {
	flat, err := e.Float64s(lastDim(x, d))
	if err != nil {
		return nil, err
	}
	n := x.shape[d]
	list := make([][]float64, 0, len(flat)/max(n, 1))
	for ; len(flat) > 0; flat = flat[n:] {
		list = append(list, flat[:n])
	}
	return list, nil
}

func medianAt(lane []float64) int {
	order := make([]int, len(lane))
	for i, v := range lane {
		if v != v {
			return i
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case lane[a] < lane[b]:
			return -1
		case lane[a] > lane[b]:
			return 1
		}
		return 0
	})
	return order[(len(lane)-1)/2]
}

// pickLanes reads one chosen element of every lane along d.
func (e *Env) pickLanes(x *Tensor, d int, picks []int64, keepdim bool) (*Tensor, *Tensor, error) {
	shape := slices.Clone(x.shape)
	shape[d] = 1
	indices, err := e.FromInts(picks, without(x.shape, d)...)
	if err != nil {
		return nil, nil, err
	}
	if len(x.shape) == 1 {
		indices.setShape(nil)
	}
	if indices, err = e.To(indices, Options{Device: x.storage.Device}, false, false); err != nil {
		return nil, nil, err
	}
	at := indices.view(shape, contiguousStrides(shape), 0)
	values, err := e.Gather(x, d, at)
	if err != nil {
		return nil, nil, err
	}
	if keepdim {
		return values, at, nil
	}
	values.setShape(without(x.shape, d))
	return values, indices, nil
}

// Mode is the most frequent value along a dimension, the smallest of several, and the
// last place it stands.
func (e *Env) Mode(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, err
	}
	if len(x.shape) == 0 {
		return e.Sort(x, 0, false)
	}
	if x.shape[d] == 0 {
		return nil, nil, indexErr("mode(): Expected reduction dim %d to have non-zero size.", d)
	}
	lanes, err := e.lanes(x, d)
	if err != nil {
		return nil, nil, err
	}
	picks := make([]int64, len(lanes))
	for i, lane := range lanes {
		picks[i] = int64(modeAt(lane))
	}
	return e.pickLanes(x, d, picks, keepdim)
}

func modeAt(lane []float64) int {
	count, last := map[float64]int{}, map[float64]int{}
	for i, v := range lane {
		count[v]++
		last[v] = i
	}
	best := lane[0]
	for v, n := range count {
		if n > count[best] || n == count[best] && v < best {
			best = v
		}
	}
	return last[best]
}
