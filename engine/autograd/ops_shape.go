package autograd

import (
	"fmt"
	"slices"

	"gputour/engine/tensor"
)

// This file has the views, reductions and rearrangements with gradients.

// view records a view operation and remembers what it is a view of.
func (t *Tape) view(name string, y, x *Tensor) *Node {
	t.noteBase(y, x)
	return t.node(name, y, x)
}

// noteBase remembers the tensor y is a view of, so that changes in place reach it.
func (t *Tape) noteBase(y, x *Tensor) {
	m := metaOf(x)
	if m == nil && !t.GradEnabled() {
		return
	}
	ym := ensureMeta(y)
	ym.base, ym.made = x, y.Version()
	if m != nil && m.base != nil {
		ym.base = m.base
	}
	ensureMeta(ym.base).viewers++
	if m != nil && m.inference {
		ym.inference = true
	}
	ym.quiet = !t.GradEnabled()
}

// View shows x in another shape.
func (t *Tape) View(x *Tensor, shape []int) (*Tensor, error) {
	y, err := t.Env.View(x, shape)
	if err == nil {
		t.view("ViewBackward0", y, x)
	}
	return y, err
}

// ViewDType reads x's bytes as another dtype.
func (t *Tape) ViewDType(x *Tensor, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.ViewDType(x, d)
	if err == nil {
		t.noteBase(y, x)
	}
	return y, err
}

// Reshape is a view where possible, else a copy.
func (t *Tape) Reshape(x *Tensor, shape []int) (*Tensor, error) {
	if t.CanView(x, shape) {
		y, err := t.Env.View(x, shape)
		if err == nil {
			t.view("ReshapeAliasBackward0", y, x)
		}
		return y, err
	}
	y, err := t.Env.Reshape(x, shape)
	if err != nil || !t.needs(x) {
		return y, err
	}
	dense, err := t.Contiguous(x)
	if err != nil {
		return nil, err
	}
	if y, err = t.Env.View(dense, shape); err == nil {
		t.node("UnsafeViewBackward0", y, dense)
	}
	return y, err
}

// Flatten joins the dimensions from start to end.
func (t *Tape) Flatten(x *Tensor, start, end int) (*Tensor, error) {
	s, err := x.WrapDim(start)
	if err != nil {
		return nil, err
	}
	e, err := x.WrapDim(end)
	if err != nil {
		return nil, err
	}
	if s > e {
		return nil, t.errorf("flatten() has invalid args: start_dim cannot come after end_dim")
	}
	if x.Dim() == 0 {
		return t.Reshape(x, []int{1})
	}
	if s == e {
		return x, nil
	}
	n := 1
	for _, k := range x.Shape()[s : e+1] {
		n *= k
	}
	return t.Reshape(x, slices.Concat(x.Shape()[:s], []int{n}, x.Shape()[e+1:]))
}

// Ravel flattens all of x.
func (t *Tape) Ravel(x *Tensor) (*Tensor, error) {
	dense, err := t.Contiguous(x)
	if err != nil {
		return nil, err
	}
	return t.View(dense, []int{-1})
}

// Unflatten splits a dimension into several.
func (t *Tape) Unflatten(x *Tensor, dim int, sizes []int) (*Tensor, error) {
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if len(sizes) == 0 {
		return nil, t.errorf("unflatten: sizes must be non-empty")
	}
	n, hole := 1, -1
	sizes = slices.Clone(sizes)
	for i, s := range sizes {
		if s == -1 {
			hole = i
		} else {
			n *= s
		}
	}
	if hole >= 0 && n > 0 && x.Shape()[d]%n == 0 {
		sizes[hole] = x.Shape()[d] / n
		n *= sizes[hole]
	}
	if n != x.Shape()[d] {
		return nil, t.errorf("unflatten: Provided sizes %s don't multiply up to the size of dim %d (%d) in the input tensor", tensor.FormatShape(sizes), d, x.Shape()[d])
	}
	return t.View(x, slices.Concat(x.Shape()[:d], sizes, x.Shape()[d+1:]))
}

// Transpose swaps two dimensions.
func (t *Tape) Transpose(x *Tensor, a, b int) (*Tensor, error) {
	y, err := t.Env.Transpose(x, a, b)
	if err != nil {
		return nil, err
	}
	if n := t.view("TransposeBackward0", y, x); n != nil {
		n.state.dims = []int{a, b}
	}
	return y, nil
}

// T is the transpose of a matrix.
func (t *Tape) T(x *Tensor) (*Tensor, error) {
	y, err := t.Env.T(x)
	if err == nil {
		t.view("TBackward0", y, x)
	}
	return y, err
}

// NumpyT reverses all dimensions: Tensor.T.
func (t *Tape) NumpyT(x *Tensor) (*Tensor, error) {
	dims := make([]int, x.Dim())
	for i := range dims {
		dims[i] = len(dims) - 1 - i
	}
	return t.Permute(x, dims)
}

// Permute reorders the dimensions.
func (t *Tape) Permute(x *Tensor, dims []int) (*Tensor, error) {
	y, err := t.Env.Permute(x, dims)
	if err != nil {
		return nil, err
	}
	if n := t.view("PermuteBackward0", y, x); n != nil {
		n.state.dims = slices.Clone(dims)
	}
	return y, nil
}

// Movedim moves dimensions to other places.
func (t *Tape) Movedim(x *Tensor, from, to []int) (*Tensor, error) {
	order, err := tensor.MovedOrder(x.Dim(), from, to)
	if err != nil {
		return nil, err
	}
	return t.Permute(x, order)
}

// AsStrided shows the storage with any shape, strides and offset.
func (t *Tape) AsStrided(x *Tensor, shape, strides []int, offset int) (*Tensor, error) {
	y, err := t.Env.AsStrided(x, shape, strides, offset)
	if err != nil {
		return nil, err
	}
	if n := t.view("AsStridedBackward0", y, x); n != nil {
		n.state = state{shape: slices.Clone(shape), strides: slices.Clone(strides), dim: y.Offset() - x.Offset(), ints: x.Strides()}
	}
	return y, nil
}

// Narrow keeps part of a dimension.
func (t *Tape) Narrow(x *Tensor, dim, start, length int) (*Tensor, error) {
	if _, err := t.Env.Narrow(x, dim, start, length); err != nil {
		return nil, err
	}
	if start < 0 {
		d, err := x.WrapDim(dim)
		if err != nil {
			return nil, err
		}
		start += x.Shape()[d]
	}
	return t.Slice(x, dim, start, start+length, 1)
}

// Slice keeps every step-th element of a range of a dimension.
func (t *Tape) Slice(x *Tensor, dim, start, stop, step int) (*Tensor, error) {
	y, err := t.Env.Slice(x, dim, start, stop, step)
	if err != nil {
		return nil, err
	}
	if n := t.view("SliceBackward0", y, x); n != nil {
		n.state.dim, n.state.ints = dim, []int{start, stop, step}
	}
	return y, nil
}

// Select fixes an index of a dimension.
func (t *Tape) Select(x *Tensor, dim, index int) (*Tensor, error) {
	y, err := t.Env.Select(x, dim, index)
	if err != nil {
		return nil, err
	}
	if n := t.view("SelectBackward0", y, x); n != nil {
		n.state.dim, n.state.ints = dim, []int{index}
	}
	return y, nil
}

// Unsqueeze adds a dimension of size one.
func (t *Tape) Unsqueeze(x *Tensor, dim int) (*Tensor, error) {
	y, err := t.Env.Unsqueeze(x, dim)
	if err == nil {
		t.view("UnsqueezeBackward0", y, x)
	}
	return y, err
}

// Squeeze drops dimensions of size one: all (nil), or those named.
func (t *Tape) Squeeze(x *Tensor, dims []int) (*Tensor, error) {
	y, err := t.Env.Squeeze(x, dims)
	if err == nil {
		name := "SqueezeBackward0"
		if len(dims) > 0 {
			name = "SqueezeBackward1"
		}
		t.view(name, y, x)
	}
	return y, err
}

// Expand broadcasts without copying.
func (t *Tape) Expand(x *Tensor, shape []int) (*Tensor, error) {
	y, err := t.Env.Expand(x, shape)
	if err == nil {
		t.view("ExpandBackward0", y, x)
	}
	return y, err
}

// Diagonal is the diagonal of two dimensions as the last one.
func (t *Tape) Diagonal(x *Tensor, offset, dim1, dim2 int) (*Tensor, error) {
	y, err := t.Env.Diagonal(x, offset, dim1, dim2)
	if err != nil {
		return nil, err
	}
	if n := t.view("DiagonalBackward0", y, x); n != nil {
		n.state.ints = []int{offset, dim1, dim2}
	}
	return y, nil
}

// Unfold shows windows of a dimension.
func (t *Tape) Unfold(x *Tensor, dim, size, step int) (*Tensor, error) {
	y, err := t.Env.Unfold(x, dim, size, step)
	if err != nil {
		return nil, err
	}
	if n := t.view("UnfoldBackward0", y, x); n != nil {
		n.state.dim, n.state.ints = wrap(dim, max(x.Dim(), 1)), []int{size, step}
	}
	return y, nil
}

// ViewAsReal shows complex numbers as pairs; ViewAsComplex pairs as complex numbers.
func (t *Tape) ViewAsReal(x *Tensor) (*Tensor, error) {
	y, err := t.Env.ViewAsReal(x)
	if err == nil {
		t.view("ViewAsRealBackward0", y, x)
	}
	return y, err
}

// ViewAsComplex shows pairs of reals as complex numbers.
func (t *Tape) ViewAsComplex(x *Tensor) (*Tensor, error) {
	y, err := t.Env.ViewAsComplex(x)
	if err == nil {
		t.view("ViewAsComplexBackward0", y, x)
	}
	return y, err
}

// Real and Imag are the parts of complex numbers.
func (t *Tape) Real(x *Tensor) (*Tensor, error) { return t.part(x, 0) }

// Imag is the imaginary part.
func (t *Tape) Imag(x *Tensor) (*Tensor, error) {
	if !x.DType().IsComplex() {
		return nil, t.errorf("imag is not implemented for tensors with non-complex dtypes.")
	}
	return t.part(x, 1)
}

func (t *Tape) part(x *Tensor, i int) (*Tensor, error) {
	if !x.DType().IsComplex() {
		return x, nil
	}
	pairs, err := t.ViewAsReal(x)
	if err != nil {
		return nil, err
	}
	return t.Select(pairs, -1, i)
}

// several records an operation with several outputs that are views of x.
func (t *Tape) several(name string, list []*Tensor, x *Tensor) *Node {
	for _, y := range list {
		t.noteBase(y, x)
		if m := metaOf(y); m != nil {
			m.many = true
		}
	}
	if !t.needs(x) {
		return nil
	}
	n := t.nodeFor(name, x)
	for _, y := range list {
		t.attach(n, y)
	}
	return n
}

// Split cuts pieces of size elements along a dimension.
func (t *Tape) Split(x *Tensor, size, dim int) ([]*Tensor, error) {
	if x.Dim() == 0 {
		return nil, t.errorf("split expects at least a 1-dimensional tensor")
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if size > 0 {
		if err := t.Env.Room(x.Shape()[d]/size, 8); err != nil {
			return nil, err
		}
	}
	sizes, err := tensor.SplitPlan(x.Shape()[d], size)
	if err != nil {
		return nil, err
	}
	return t.split("SplitBackward0", x, sizes, d)
}

// Chunk cuts at most n pieces along a dimension.
func (t *Tape) Chunk(x *Tensor, n, dim int) ([]*Tensor, error) {
	if x.Dim() == 0 {
		return nil, t.errorf("chunk expects at least a 1-dimensional tensor")
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	sizes, err := tensor.ChunkPlan(x.Shape()[d], n)
	if err != nil {
		return nil, err
	}
	return t.split("SplitBackward0", x, sizes, d)
}

// SplitSizes cuts pieces of the given sizes.
func (t *Tape) SplitSizes(x *Tensor, sizes []int, dim int) ([]*Tensor, error) {
	return t.split("SplitWithSizesBackward0", x, sizes, dim)
}

func (t *Tape) split(name string, x *Tensor, sizes []int, dim int) ([]*Tensor, error) {
	list, err := t.Env.SplitSizes(x, sizes, dim)
	if err != nil {
		return nil, err
	}
	if n := t.several(name, list, x); n != nil {
		n.state.dim = wrap(dim, x.Dim())
	}
	return list, nil
}

// Unbind cuts a dimension into its slices.
func (t *Tape) Unbind(x *Tensor, dim int) ([]*Tensor, error) {
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if x.Dim() == 0 {
		return nil, &tensor.Error{Kind: tensor.IndexError, Text: fmt.Sprintf("Dimension specified as %d but tensor has no dimensions", dim)}
	}
	list, err := t.Env.Views(x.Shape()[d], func(i int) (*Tensor, error) { return t.Env.Select(x, d, i) })
	if err != nil {
		return nil, err
	}
	if n := t.several("UnbindBackward0", list, x); n != nil {
		n.state.dim = d
	}
	return list, nil
}

// Clone copies x.
func (t *Tape) Clone(x *Tensor) (*Tensor, error) {
	y, err := t.Env.Clone(x)
	if err == nil {
		t.node("CloneBackward0", y, x)
	}
	return y, err
}

// Contiguous is x itself in row-major order, or a copy that is.
func (t *Tape) Contiguous(x *Tensor) (*Tensor, error) {
	y, err := t.Env.Contiguous(x)
	if err == nil && y != x {
		t.node("CloneBackward0", y, x)
	}
	return y, err
}

// To converts to another dtype or device; x itself when nothing changes, unless copy.
func (t *Tape) To(x *Tensor, o tensor.Options, copyAlways, nonBlocking bool) (*Tensor, error) {
	y, err := t.Env.To(x, o, copyAlways, nonBlocking)
	if err == nil && y != x {
		t.node("ToCopyBackward0", y, x)
	}
	return y, err
}

// Layout is x with the given strides, copied if it has others.
func (t *Tape) Layout(x *Tensor, strides []int) (*Tensor, error) {
	y, err := t.Env.Layout(x, strides)
	if err == nil && y != x {
		t.node("CloneBackward0", y, x)
	}
	return y, err
}

// Cast is To for a dtype.
func (t *Tape) Cast(x *Tensor, d tensor.DType) (*Tensor, error) {
	if d == tensor.NoDType || d == x.DType() {
		return x, nil
	}
	return t.To(x, tensor.Options{DType: d}, false, false)
}
