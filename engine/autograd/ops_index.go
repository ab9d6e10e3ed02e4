package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file reads and writes at positions, with gradients.

const (
	opSqrt = device.OpSqrt
	opNot  = device.OpLogicalNot
)

// Index reads x[index…].
func (t *Tape) Index(x *Tensor, index []tensor.Index) (*Tensor, error) {
	view, picks, err := t.ApplyViews(t, x, index)
	if err != nil {
		return nil, err
	}
	if picks == nil {
		if view == x { // x[...] is a view of its own
			return t.alias(x)
		}
		return view, nil
	}
	return t.IndexTensors(view, picks)
}

func (t *Tape) alias(x *Tensor) (*Tensor, error) {
	y := x.Alias()
	t.view("AliasBackward0", y, x)
	return y, nil
}

// IndexTensors reads at integer or mask tensors, one per dimension.
func (t *Tape) IndexTensors(x *Tensor, picks []*Tensor) (*Tensor, error) {
	y, err := t.Env.IndexTensors(x, picks)
	if err != nil {
		return nil, err
	}
	if n := t.node("IndexBackward0", y, x); n != nil {
		n.save(picks...)
	}
	return y, nil
}

// IndexAssign is x[index…] = value, in place.
func (t *Tape) IndexAssign(x *Tensor, index []tensor.Index, value *Tensor) error {
	view, picks, err := t.ApplyViews(t, x, index)
	if err != nil {
		return err
	}
	if picks == nil {
		if value, err = t.trimLeading(value, view.Dim()); err != nil {
			return err
		}
		if !slices.Equal(value.Shape(), view.Shape()) {
			if _, err := t.Env.Expand(value, view.Shape()); err != nil {
				return err
			}
		}
		return t.CopyInPlace(view, value, false)
	}
	if value.DType() != x.DType() && value.IsWrapped() {
		if value, err = t.Cast(value, x.DType()); err != nil {
			return err
		}
	}
	if value, err = t.trimLeading(value, 0); err != nil {
		return err
	}
	return t.IndexPutInPlace(view, picks, value, false)
}

// trimLeading drops leading dimensions of size one that an assignment forgives.
func (t *Tape) trimLeading(v *Tensor, rank int) (*Tensor, error) {
	extra := 0
	for extra < v.Dim()-rank && v.Shape()[extra] == 1 {
		extra++
	}
	if extra == 0 {
		return v, nil
	}
	return t.View(v, v.Shape()[extra:])
}

// IndexPutInPlace writes values at the places picks name; with accumulate it adds.
func (t *Tape) IndexPutInPlace(x *Tensor, picks []*Tensor, values *Tensor, accumulate bool) error {
	ok, err := t.quick(x, values)
	if err != nil {
		return err
	}
	if ok {
		if err = t.Env.IndexPutTensors(x, picks, values, accumulate); err == nil {
			x.Bump()
		}
		return err
	}
	return t.InPlace(x, func() (*Tensor, error) { return t.IndexPutTensors(x, picks, values, accumulate) })
}

// IndexPutTensors is IndexPutInPlace on a copy.
func (t *Tape) IndexPutTensors(x *Tensor, picks []*Tensor, values *Tensor, accumulate bool) (*Tensor, error) {
	if values.IsWrapped() {
		plain, err := t.Env.Cast(values, x.DType())
		if err != nil {
			return nil, err
		}
		values = plain.Unwrap()
	}
	y, err := t.copied(x)
	if err != nil {
		return nil, err
	}
	if err := t.Env.IndexPutTensors(y, picks, values, accumulate); err != nil {
		return nil, err
	}
	if n := t.node("IndexPutBackward0", y, x, values); n != nil {
		n.state.flag = accumulate
		n.save(picks...)
	}
	return y, nil
}

// copied is a dense copy of x without history.
func (t *Tape) copied(x *Tensor) (*Tensor, error) {
	y, err := t.Env.Clone(x)
	if err != nil {
		return nil, err
	}
	return t.Env.Contiguous(y)
}

// dimNode records an op along a dimension that keeps its index.
func (t *Tape) dimNode(name string, y *Tensor, dim int, index *Tensor, inputs ...*Tensor) *Node {
	n := t.node(name, y, inputs...)
	if n != nil {
		n.state.dim = wrap(dim, max(inputs[0].Dim(), 1))
		n.save(index)
	}
	return n
}

// IndexSelect picks positions of one dimension.
func (t *Tape) IndexSelect(x *Tensor, dim int, index *Tensor) (*Tensor, error) {
	y, err := t.Env.IndexSelect(x, dim, index)
	if err == nil {
		t.dimNode("IndexSelectBackward0", y, dim, index, x)
	}
	return y, err
}

// Gather reads at index along dim.
func (t *Tape) Gather(x *Tensor, dim int, index *Tensor) (*Tensor, error) {
	y, err := t.Env.Gather(x, dim, index)
	if err == nil {
		if n := t.dimNode("GatherBackward0", y, dim, index, x); n != nil {
			n.save(x)
		}
	}
	return y, err
}

// Scatter writes src, a tensor or wrapped number, at index along dim of a copy of x.
func (t *Tape) Scatter(x *Tensor, dim int, index, src *Tensor) (*Tensor, error) {
	y, err := t.copied(x)
	if err == nil {
		err = t.Env.Scatter(y, dim, index, src)
	}
	if err != nil {
		return nil, err
	}
	if src.IsWrapped() {
		t.dimNode("ScatterBackward1", y, dim, index, x)
	} else {
		t.dimNode("ScatterBackward0", y, dim, index, x, src)
	}
	return y, nil
}

// ScatterAdd adds src at index along dim of a copy of x.
func (t *Tape) ScatterAdd(x *Tensor, dim int, index, src *Tensor) (*Tensor, error) {
	y, err := t.copied(x)
	if err == nil {
		err = t.Env.ScatterAdd(y, dim, index, src)
	}
	if err != nil {
		return nil, err
	}
	t.dimNode("ScatterAddBackward0", y, dim, index, x, src)
	return y, nil
}

// ScatterReduce combines src into a copy of x: "sum", "prod", "mean", "amax", "amin".
// Without include, places that src reaches forget x's own value.
func (t *Tape) ScatterReduce(x *Tensor, dim int, index, src *Tensor, how string, include bool) (*Tensor, error) {
	if how == "mean" && x.DType() == tensor.Bool {
		return nil, t.errorf("\"scatter_gather_tensor_cpu_reduce_mean\" not implemented for 'Bool'")
	}
	code, ok := map[string]int{"sum": tensor.ReduceSum, "mean": tensor.ReduceSum, "prod": tensor.ReduceProd, "amax": tensor.ReduceMax, "amin": tensor.ReduceMin}[how]
	if !ok {
		return nil, t.errorf("reduce argument must be either sum, prod, mean, amax or amin, got %s", how)
	}
	y, err := t.copied(x)
	if err != nil {
		return nil, err
	}
	if !include {
		if code == tensor.ReduceMax || code == tensor.ReduceMin {
			if err := t.Env.Scatter(y, dim, index, src); err != nil { // any of the values that the maximum is of
				return nil, err
			}
		} else if err := t.Env.Scatter(y, dim, index, t.Wrap(tensor.Int(int64(code)))); err != nil { // 0 for sums, 1 for products
			return nil, err
		}
	}
	if err := t.Env.ScatterReduce(y, dim, index, src, code); err != nil {
		return nil, err
	}
	if how == "mean" {
		if y, err = t.scatterMean(y, dim, index, include); err != nil {
			return nil, err
		}
	}
	name := "ScatterReduceBackward0"
	if how != "sum" && t.needs(x, src) {
		name = "NotImplemented"
	}
	n := t.dimNode(name, y, dim, index, x, src)
	switch {
	case n == nil:
	case how != "sum":
		n.state.what = "scatter_reduce"
	case !include:
		n.rule = renamed(ruleNamed("ScatterBackward0"), name)
	}
	return y, nil
}

func (t *Tape) scatterMean(y *Tensor, dim int, index *Tensor, include bool) (*Tensor, error) {
	start := tensor.Int(0)
	if include {
		start = tensor.Int(1)
	}
	count, err := t.Env.Full(y.Shape(), start, y.Like())
	if err != nil {
		return nil, err
	}
	ones, err := t.Env.Ones(index.Shape(), y.Like())
	if err != nil {
		return nil, err
	}
	if err := t.Env.ScatterAdd(count, dim, index, ones); err != nil {
		return nil, err
	}
	if y.DType().IsComplex() {
		never, err := t.Env.Compare(device.OpEq, count, t.Wrap(tensor.Int(0)))
		if err != nil {
			return nil, err
		}
		if count, err = t.Env.Where(never, t.Wrap(tensor.Int(1)), count); err != nil {
			return nil, err
		}
	} else if count, err = t.Env.Unary(device.OpClamp, count, 1, inf); err != nil {
		return nil, err
	}
	if y.DType().IsFloat() || y.DType().IsComplex() {
		return t.Env.Div(y, count)
	}
	return t.Env.Binary(device.OpFloorDivide, y, count)
}

// IndexAdd adds alpha·src at positions of one dimension of a copy of x.
func (t *Tape) IndexAdd(x *Tensor, dim int, index, src *Tensor, alpha tensor.Scalar) (*Tensor, error) {
	y, err := t.copied(x)
	if err == nil {
		err = t.Env.IndexAdd(y, dim, index, src, alpha)
	}
	if err != nil {
		return nil, err
	}
	if n := t.dimNode("IndexAddBackward0", y, dim, index, x, src); n != nil {
		n.state.scalar = alpha
	}
	return y, nil
}

// IndexCopy writes src at positions of one dimension of a copy of x.
func (t *Tape) IndexCopy(x *Tensor, dim int, index, src *Tensor) (*Tensor, error) {
	y, err := t.copied(x)
	if err == nil {
		err = t.Env.IndexCopy(y, dim, index, src)
	}
	if err != nil {
		return nil, err
	}
	t.dimNode("IndexCopyBackward0", y, dim, index, x, src)
	return y, nil
}

// IndexFill writes one value at positions of one dimension of a copy of x.
func (t *Tape) IndexFill(x *Tensor, dim int, index, value *Tensor) (*Tensor, error) {
	if value.Dim() > 0 {
		return nil, t.errorf("index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", value.Dim())
	}
	y, err := t.copied(x)
	if err == nil {
		err = t.Env.IndexFill(y, dim, index, value)
	}
	if err != nil {
		return nil, err
	}
	if t.needs(value) {
		t.dimNode("IndexFillBackward1", y, dim, index, x, value)
	} else {
		t.dimNode("IndexFillBackward0", y, dim, index, x)
	}
	return y, nil
}

// MaskedSelect lists the elements where mask is true.
func (t *Tape) MaskedSelect(x, mask *Tensor) (*Tensor, error) {
	y, err := t.Env.MaskedSelect(x, mask)
	if err != nil {
		return nil, err
	}
	if n := t.node("MaskedSelectBackward0", y, x); n != nil {
		n.state.shape, _ = tensor.BroadcastShapes(x.Shape(), mask.Shape())
		n.save(mask)
	}
	return y, nil
}

// MaskedScatter replaces elements where mask is true by those of src, in order.
func (t *Tape) MaskedScatter(x, mask, src *Tensor) (*Tensor, error) {
	shape, err := tensor.BroadcastShapes(x.Shape(), mask.Shape())
	if err != nil {
		return nil, err
	}
	wide, err := t.Env.Expand(x, shape)
	if err != nil {
		return nil, err
	}
	y, err := t.copied(wide)
	if err != nil {
		return nil, err
	}
	if mask, err = t.Env.Expand(mask, shape); err != nil {
		return nil, err
	}
	where, err := t.Env.NonzeroTuple(mask)
	if err != nil {
		return nil, err
	}
	n := where[0].Numel()
	if src.Numel() < n {
		return nil, t.errorf("Number of elements of source < number of ones in mask")
	}
	flat, err := t.Env.Reshape(src, []int{-1})
	if err == nil {
		flat, err = t.Env.Slice(flat, 0, 0, n, 1)
	}
	if err == nil && y.Dim() > 0 {
		err = t.Env.IndexPutTensors(y, where, flat, false)
	} else if err == nil && n == 1 {
		err = t.Env.CopyInto(y, flat, false)
	}
	if err != nil {
		return nil, err
	}
	if node := t.node("MaskedScatterBackward0", y, x, src); node != nil {
		node.save(mask)
	}
	return y, nil
}

// Take reads the flattened tensor at index.
func (t *Tape) Take(x, index *Tensor) (*Tensor, error) {
	y, err := t.Env.Take(x, index)
	if err != nil {
		return nil, err
	}
	if n := t.node("TakeBackward0", y, x); n != nil {
		n.save(index)
	}
	return y, nil
}

// TakeAlongDim gathers with index broadcast against x; dim nil flattens.
func (t *Tape) TakeAlongDim(x, index *Tensor, dim *int) (*Tensor, error) {
	if index.DType() != tensor.Int64 {
		return nil, t.errorf("torch.take_along_dim(): dtype of indices should be Long but got %s", index.DType().Scalar())
	}
	if dim == nil {
		flat, err := t.Reshape(x, []int{-1})
		if err != nil {
			return nil, err
		}
		at, err := t.Env.Reshape(index, []int{-1})
		if err != nil {
			return nil, err
		}
		return t.Gather(flat, 0, at)
	}
	d, err := x.WrapDim(*dim)
	if err != nil {
		return nil, err
	}
	a, b := append([]int(nil), x.Shape()...), append([]int(nil), index.Shape()...)
	if len(a) != len(b) {
		return nil, t.errorf("torch.take_along_dim(): input and indices should have the same number of dimensions, but got %d dimensions for input, and %d dimensions for indices", len(a), len(b))
	}
	a[d], b[d] = 1, 1
	shape, err := tensor.BroadcastShapes(a, b)
	if err != nil {
		return nil, err
	}
	xs, is := append([]int(nil), shape...), append([]int(nil), shape...)
	xs[d], is[d] = x.Shape()[d], index.Shape()[d]
	if x, err = t.Expand(x, xs); err != nil {
		return nil, err
	}
	if index, err = t.Env.Expand(index, is); err != nil {
		return nil, err
	}
	return t.Gather(x, d, index)
}

// Embedding looks rows of weight up. Gradients skip the row padding, −1 for none.
func (t *Tape) Embedding(weight, index *Tensor, padding int) (*Tensor, error) {
	if index.DType() != tensor.Int64 && index.DType() != tensor.Int32 {
		return nil, t.errorf("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding)", t.TypeName(index))
	}
	if weight.Dim() != 2 {
		return nil, t.errorf("'weight' must be 2-D")
	}
	flat, err := t.Env.Reshape(index, []int{-1})
	if err != nil {
		return nil, err
	}
	defer flat.Release()
	rows, err := t.Env.IndexSelect(weight, 0, flat)
	if err != nil {
		return nil, err
	}
	defer rows.Release() // its memory is y's
	y, err := t.Env.View(rows, append(append([]int(nil), index.Shape()...), weight.Shape()[1]))
	if err != nil {
		return nil, err
	}
	if n := t.node("EmbeddingBackward0", y, weight); n != nil {
		n.state.dim = padding
		if index, err = t.Env.Cast(index, tensor.Int64); err != nil {
			return nil, err
		}
		n.save(index, weight)
	}
	return y, nil
}
