package tensor

import (
	"slices"
)

// This file has the arithmetic of shapes: dimensions, broadcasting, strides.

// wrapDim turns a dimension that may count from the end into one that does not. A
// tensor without dimensions is taken to have one.
func wrapDim(dim, rank int) (int, error) {
	n := max(rank, 1)
	if dim < -n || dim >= n {
		return 0, Because(indexErr("Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, dim), NoDimension, n)
	}
	if dim < 0 {
		dim += n
	}
	return dim, nil
}

// WrapDim is the dimension dim of t names, counted from the front.
func (t *Tensor) WrapDim(dim int) (int, error) { return wrapDim(dim, len(t.shape)) }

// wrapDims makes dims distinct and counted from the front; nil means all.
func wrapDims(dims []int, rank int) ([]int, error) {
	if len(dims) == 0 {
		all := make([]int, rank)
		for d := range all {
			all[d] = d
		}
		return all, nil
	}
	seen := make([]bool, max(rank, 1))
	list := make([]int, 0, len(dims))
	for _, dim := range dims {
		d, err := wrapDim(dim, rank)
		if err != nil {
			return nil, err
		}
		if seen[d] {
			return nil, runtimeErr("dim %d appears multiple times in the list of dims", d)
		}
		seen[d] = true
		if rank > 0 {
			list = append(list, d)
		}
	}
	return list, nil
}

// broadcast is the shape both operands expand to.
func broadcast(a, b []int) ([]int, error) {
	if slices.Equal(a, b) {
		return a, nil
	}
	n := max(len(a), len(b))
	out := make([]int, n)
	for d := n - 1; d >= 0; d-- {
		x, y := sizeFromEnd(a, n-d), sizeFromEnd(b, n-d)
		switch {
		case x == y || y == 1:
			out[d] = x
		case x == 1:
			out[d] = y
		default:
			return nil, Because(runtimeErr("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d", x, y, d), Broadcasting, d)
		}
	}
	return out, nil
}

func sizeFromEnd(shape []int, back int) int {
	if back > len(shape) {
		return 1
	}
	return shape[len(shape)-back]
}

// Broadcast is the shape that two operands have together.
func Broadcast(a, b []int) ([]int, error) { return broadcast(a, b) }

// BroadcastShapes is the shape all the shapes expand to.
func BroadcastShapes(shapes ...[]int) ([]int, error) {
	var out []int
	for i, s := range shapes {
		if i == 0 {
			out = s
			continue
		}
		joined, err := broadcast(out, s)
		if err != nil {
			return nil, runtimeErr("Shape mismatch: objects cannot be broadcast to a single shape")
		}
		out = joined
	}
	return out, nil
}

// expandStrides appends to dst the strides that show t as a tensor of the given
// shape, to which it must broadcast.
func expandStrides(dst []int, t *Tensor, shape []int) []int {
	lead := len(shape) - len(t.shape)
	for d := range shape {
		switch {
		case d < lead || t.shape[d-lead] == 1 && shape[d] != 1:
			dst = append(dst, 0)
		default:
			dst = append(dst, t.strides[d-lead])
		}
	}
	return dst
}

func contiguousStrides(shape []int) []int {
	strides := make([]int, len(shape))
	n := 1
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = n
		n *= max(shape[d], 1)
	}
	return strides
}

// inferShape replaces one -1 by what the number of elements leaves for it.
func inferShape(shape []int, numel int) ([]int, error) {
	out := slices.Clone(shape)
	known, hole := 1, -1
	for d, n := range shape {
		switch {
		case n == -1 && hole >= 0:
			return nil, runtimeErr("only one dimension can be inferred")
		case n == -1:
			hole = d
		case n < 0:
			return nil, runtimeErr("invalid shape dimension %d", n)
		default:
			known *= n
		}
	}
	if known == numel && hole < 0 {
		return out, nil
	}
	if hole >= 0 && known > 0 && numel%known == 0 {
		out[hole] = numel / known
		return out, nil
	}
	if hole >= 0 && known == 0 && numel == 0 {
		return nil, runtimeErr("cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 can be any value and is ambiguous", FormatShape(shape))
	}
	return nil, runtimeErr("shape '%s' is invalid for input of size %d", FormatShape(shape), numel)
}

// viewStrides are the strides that show a tensor's memory in another shape of the
// same size, or nil when no strides can (computeStride in ATen/TensorUtils.cpp). From the last dimension on it gathers
// old dimensions that lie without gaps into a chunk of so many elements, chunkBase apart, and cuts
// that into new dimensions; filled is how many of its elements those have taken. They must come out even.
func viewStrides(oldShape, oldStrides, shape []int) []int {
	if numel(oldShape) == 0 {
		return contiguousStrides(shape)
	}
	strides := make([]int, len(shape))
	view := len(shape) - 1
	if len(oldShape) == 0 {
		return contiguousStrides(shape)
	}
	chunkBase := oldStrides[len(oldStrides)-1]
	chunk, filled := 1, 1
	for d := len(oldShape) - 1; d >= 0; d-- {
		chunk *= oldShape[d]
		if d > 0 && (oldShape[d-1] == 1 || oldStrides[d-1] == chunk*chunkBase) {
			continue
		}
		for view >= 0 && (filled < chunk || shape[view] == 1) {
			strides[view] = filled * chunkBase
			filled *= shape[view]
			view--
		}
		if filled != chunk {
			return nil
		}
		if d > 0 {
			chunkBase = oldStrides[d-1]
			chunk, filled = 1, 1
		}
	}
	if view != -1 {
		return nil
	}
	return strides
}

// isDense reports strides that cover memory without gaps or overlap, in some order of
// dimensions.
func isDense(t *Tensor) bool {
	if t.IsContiguous() {
		return true
	}
	order := make([]int, 0, 8)
	for d, n := range t.shape {
		if n != 1 {
			order = append(order, d)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return t.strides[a] - t.strides[b] })
	want := 1
	for _, d := range order {
		if t.strides[d] != want {
			return false
		}
		want *= t.shape[d]
	}
	return true
}

// overlapsItself reports elements that share memory: an expanded tensor.
func overlapsItself(t *Tensor) bool {
	for d, n := range t.shape {
		if n > 1 && t.strides[d] == 0 {
			return true
		}
	}
	return false
}

// span is the range of storage elements a tensor touches.
func (t *Tensor) span() (lo, hi int) {
	if t.numel == 0 {
		return t.offset, t.offset
	}
	hi = t.offset + 1
	for d, n := range t.shape {
		hi += (n - 1) * t.strides[d]
	}
	return t.offset, hi
}

func without(shape []int, dim int) []int {
	return slices.Concat(shape[:dim], shape[dim+1:])
}
