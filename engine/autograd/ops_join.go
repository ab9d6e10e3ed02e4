package autograd

import (
	"slices"

	"gputour/engine/tensor"
)

// This file puts tensors together and rearranges them.

// Cat joins tensors along a dimension.
func (t *Tape) Cat(list []*Tensor, dim int) (*Tensor, error) {
	y, err := t.Env.Cat(list, dim)
	if err != nil {
		return nil, err
	}
	if n := t.node("CatBackward0", y, list...); n != nil {
		n.state.dim = wrap(dim, y.Dim())
	}
	return y, nil
}

// Stack joins tensors along a new dimension.
func (t *Tape) Stack(list []*Tensor, dim int) (*Tensor, error) {
	if len(list) == 0 {
		return nil, t.errorf("stack expects a non-empty TensorList")
	}
	wide := make([]*Tensor, len(list))
	for i, x := range list {
		if !slices.Equal(x.Shape(), list[0].Shape()) {
			return nil, t.errorf("stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d", tensor.FormatShape(list[0].Shape()), tensor.FormatShape(x.Shape()), i)
		}
		y, err := t.Env.Unsqueeze(x, dim)
		if err != nil {
			return nil, err
		}
		wide[i] = y
	}
	d := wrap(dim, list[0].Dim()+1)
	y, err := t.Env.Cat(wide, d)
	if err != nil {
		return nil, err
	}
	if n := t.node("StackBackward0", y, list...); n != nil {
		n.state.dim = d
	}
	return y, nil
}

// Repeat tiles x as Tensor.repeat does; Tile as torch.tile.
func (t *Tape) Repeat(x *Tensor, times []int) (*Tensor, error) {
	y, err := t.Env.Repeat(x, times)
	if err != nil {
		return nil, err
	}
	if n := t.node("RepeatBackward0", y, x); n != nil {
		n.state.ints = slices.Clone(times)
	}
	return y, nil
}

// Tile is Repeat whose times may be fewer than the dimensions.
func (t *Tape) Tile(x *Tensor, times []int) (*Tensor, error) {
	for len(times) < x.Dim() {
		times = slices.Concat([]int{1}, times)
	}
	return t.Repeat(x, times)
}

// Flip reverses dimensions.
func (t *Tape) Flip(x *Tensor, dims []int) (*Tensor, error) {
	y, err := t.Env.Flip(x, dims)
	if err != nil {
		return nil, err
	}
	if n := t.node("FlipBackward0", y, x); n != nil {
		n.state.dims = slices.Clone(dims)
	}
	return y, nil
}

// Roll shifts elements around.
func (t *Tape) Roll(x *Tensor, shifts, dims []int) (*Tensor, error) {
	y, err := t.Env.Roll(x, shifts, dims)
	if err != nil {
		return nil, err
	}
	if n := t.node("RollBackward0", y, x); n != nil {
		n.state.ints, n.state.dims = slices.Clone(shifts), slices.Clone(dims)
	}
	return y, nil
}

// Rot90 turns two dimensions by k quarter turns.
func (t *Tape) Rot90(x *Tensor, k int, dims []int) (*Tensor, error) {
	if len(dims) != 2 {
		return nil, t.errorf("expected total rotation dims == 2, but got dims = %d", len(dims))
	}
	if x.Dim() < 2 {
		return nil, t.errorf("expected total dims >= 2, but got total dims = %d", x.Dim())
	}
	if (dims[0]-dims[1])%x.Dim() == 0 {
		return nil, t.errorf("expected rotation dims to be different, but got dim0 = %d and dim1 = %d", dims[0], dims[1])
	}
	for i, d := range dims {
		if d < -x.Dim() || d >= x.Dim() {
			return nil, t.errorf("Rotation dim%d out of range, dim%d = %d", i, i, d)
		}
	}
	y, err := x, error(nil)
	turn := func(f func(*Tensor) (*Tensor, error)) {
		if err == nil {
			y, err = f(y)
		}
	}
	flip := func(d int) func(*Tensor) (*Tensor, error) {
		return func(y *Tensor) (*Tensor, error) { return t.Env.Flip(y, []int{d}) }
	}
	swap := func(y *Tensor) (*Tensor, error) { return t.Env.Transpose(y, dims[0], dims[1]) }
	switch ((k % 4) + 4) % 4 {
	case 1:
		turn(flip(dims[1]))
		turn(swap)
	case 2:
		turn(func(y *Tensor) (*Tensor, error) { return t.Env.Flip(y, dims) })
	case 3:
		turn(flip(dims[0]))
		turn(swap)
	default:
		turn(t.Env.Clone)
	}
	if err != nil {
		return nil, err
	}
	if n := t.node("Rot90Backward0", y, x); n != nil {
		n.state.dim, n.state.dims = k, slices.Clone(dims)
	}
	return y, nil
}

// Tril and Triu keep a triangle.
func (t *Tape) Tril(x *Tensor, diagonal int) (*Tensor, error) {
	y, err := t.Env.Tril(x, diagonal)
	if err != nil {
		return nil, err
	}
	if n := t.node("TrilBackward0", y, x); n != nil {
		n.state.dim = diagonal
	}
	return y, nil
}

// Triu keeps the upper triangle.
func (t *Tape) Triu(x *Tensor, diagonal int) (*Tensor, error) {
	y, err := t.Env.Triu(x, diagonal)
	if err != nil {
		return nil, err
	}
	if n := t.node("TriuBackward0", y, x); n != nil {
		n.state.dim = diagonal
	}
	return y, nil
}

// Diag makes a matrix of a vector's elements, or a vector of a matrix's diagonal.
func (t *Tape) Diag(x *Tensor, diagonal int) (*Tensor, error) {
	var y *Tensor
	var err error
	switch x.Dim() {
	case 1:
		y, err = t.Env.DiagEmbed(x, diagonal, 0, 1)
	case 2:
		if y, err = t.Env.Diagonal(x, diagonal, 0, 1); err == nil {
			y, err = t.Env.Clone(y)
		}
	default:
		return nil, t.errorf("matrix or a vector expected")
	}
	if err != nil {
		return nil, err
	}
	if n := t.node("DiagBackward0", y, x); n != nil {
		n.state.dim = diagonal
	}
	return y, nil
}

func (t *Tape) diagGrad(g *Tensor, shape []int, diagonal int) (*Tensor, error) {
	if len(shape) == 1 {
		return t.Diagonal(g, diagonal, 0, 1)
	}
	zero, err := t.Zeros(shape, g.Like())
	if err != nil {
		return nil, err
	}
	v, err := t.Env.Diagonal(zero, diagonal, 0, 1)
	if err != nil {
		return nil, err
	}
	return zero, t.Env.CopyInto(v, g, false)
}

// DiagEmbed puts the last dimension on the diagonal of two new ones.
func (t *Tape) DiagEmbed(x *Tensor, offset, dim1, dim2 int) (*Tensor, error) {
	y, err := t.Env.DiagEmbed(x, offset, dim1, dim2)
	if err != nil {
		return nil, err
	}
	if n := t.node("DiagEmbedBackward0", y, x); n != nil {
		n.state.ints = []int{offset, dim1, dim2}
	}
	return y, nil
}

// Trace is the sum of a matrix's diagonal.
func (t *Tape) Trace(x *Tensor) (*Tensor, error) {
	if x.Dim() != 2 {
		return nil, t.errorf("trace: expected a matrix, but got tensor with dim %d", x.Dim())
	}
	d, err := t.Env.Diagonal(x, 0, 0, 1)
	if err != nil {
		return nil, err
	}
	y, err := t.Env.Sum(d, nil, false, tensor.NoDType)
	if err == nil {
		t.node("TraceBackward0", y, x)
	}
	return y, err
}

// Meshgrid expands vectors to the grid they span.
func (t *Tape) Meshgrid(list []*Tensor, ij bool) ([]*Tensor, error) {
	plain, err := t.Env.Meshgrid(list, ij)
	if err != nil {
		return nil, err
	}
	for i, y := range plain {
		if !t.needs(list[i]) {
			continue
		}
		d := i
		if !ij && len(list) >= 2 && i < 2 {
			d = 1 - i
		}
		shape := slices.Repeat([]int{1}, len(list))
		shape[d] = list[i].Numel()
		v, err := t.View(list[i], shape)
		if err != nil {
			return nil, err
		}
		if plain[i], err = t.Expand(v, y.Shape()); err != nil {
			return nil, err
		}
	}
	return plain, nil
}

// SumToSize adds up what broadcasting repeated.
func (t *Tape) SumToSize(x *Tensor, shape []int) (*Tensor, error) {
	dims, err := t.SumDims(x, shape)
	if err != nil {
		return nil, err
	}
	if len(dims) > 0 {
		if x, err = t.Sum(x, dims, true, x.DType()); err != nil {
			return nil, err
		}
	}
	if slices.Equal(x.Shape(), shape) {
		return x, nil
	}
	return t.Reshape(x, shape)
}
