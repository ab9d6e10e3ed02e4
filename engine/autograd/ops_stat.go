package autograd

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has statistics and distances made of other operations.

// Quantile interpolates between ranks along a dimension (nil: all elements). q is a
// number or a vector of numbers in [0, 1]; mode is "linear", "lower", "higher",
// "midpoint" or "nearest".
func (t *Tape) Quantile(x, q *Tensor, dim *int, keepdim bool, mode string) (*Tensor, error) {
	return t.quantile("quantile", x, q, dim, keepdim, mode, false)
}

// Nanquantile is Quantile of what is not NaN.
func (t *Tape) Nanquantile(x, q *Tensor, dim *int, keepdim bool, mode string) (*Tensor, error) {
	return t.quantile("nanquantile", x, q, dim, keepdim, mode, true)
}

func (t *Tape) quantile(name string, x, q *Tensor, dim *int, keepdim bool, mode string, skip bool) (*Tensor, error) {
	switch {
	case x.Numel() == 0:
		return nil, t.errorf("%s() input tensor must be non-empty", name)
	case q.Dim() > 1:
		return nil, t.errorf("%s() q must be a scalar or 1D tensor", name)
	case x.DType() != tensor.Float32 && x.DType() != tensor.Float64:
		return nil, t.errorf("%s() input tensor must be either float or double dtype", name)
	case q.DType() != x.DType() && !q.IsWrapped():
		return nil, t.errorf("%s() q tensor must be same dtype as the input tensor", name)
	}
	qs, err := t.Float64s(q)
	if err != nil {
		return nil, err
	}
	for _, v := range qs {
		if !(v >= 0 && v <= 1) {
			return nil, t.errorf("%s() q must be in the range [0, 1] but got %v", name, v)
		}
	}
	c := &calc{t: t}
	d, lane := 0, x
	shape := []int{}
	if dim == nil {
		lane = c.reshape(x, []int{-1})
		if keepdim {
			shape = slices.Repeat([]int{1}, x.Dim())
		}
	} else {
		if d, err = x.WrapDim(*dim); err != nil {
			return nil, err
		}
		if x.Dim() == 0 {
			lane = c.reshape(x, []int{1})
		} else {
			shape = slices.Clone(x.Shape())
			shape[d] = 1
			if !keepdim {
				shape = slices.Delete(shape, d, d+1)
			}
			lane = c.keep(t.Movedim(x, []int{d}, []int{-1}))
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	sorted, _, err := t.Sort(lane, -1, false)
	if err != nil {
		return nil, err
	}
	var list []*Tensor
	for _, p := range qs {
		list = append(list, c.quantileAt(sorted, p, mode, skip))
	}
	if c.err != nil {
		return nil, c.err
	}
	if q.Dim() == 0 {
		y, err := t.Reshape(list[0], shape)
		return t.named("SqueezeBackward3", y, err)
	}
	all, err := t.Stack(list, 0)
	if err != nil {
		return nil, err
	}
	return t.Reshape(all, append([]int{len(qs)}, shape...))
}

// quantileAt is one quantile of sorted lanes. A NaN, which sorts last, wins, unless it
// is to be skipped.
func (c *calc) quantileAt(sorted *Tensor, p float64, mode string, skip bool) *Tensor {
	nan := c.unary(device.OpIsnan, sorted)
	if c.err != nil {
		return nil
	}
	n := sorted.Shape()[sorted.Dim()-1]
	count := c.keep(c.t.Env.Sum(nan, []int{-1}, true, tensor.NoDType))
	if c.err != nil {
		return nil
	}
	last := c.keep(c.t.Env.Sub(c.t.Wrap(tensor.Int(int64(n-1))), count, tensor.One))
	if c.err != nil {
		return nil
	}
	if !skip {
		last = c.keep(c.t.Env.Full(last.Shape(), tensor.Int(int64(n-1)), last.Like()))
	}
	rank := c.keep(c.t.Env.Mul(last, c.num(p)))
	if c.err != nil {
		return nil
	}
	rank = c.keep(c.t.Env.Unary(device.OpClamp, c.keep(c.t.Env.Cast(rank, tensor.Float64)), 0, inf))
	switch mode {
	case "lower":
		rank = c.unary(device.OpFloor, rank)
	case "higher":
		rank = c.unary(device.OpCeil, rank)
	case "nearest":
		rank = c.unary(device.OpRound, rank)
	case "linear", "midpoint":
	default:
		c.err = c.t.errorf("quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s", mode)
		return nil
	}
	low, high := c.unary(device.OpFloor, rank), c.unary(device.OpCeil, rank)
	weight := c.sub(rank, low)
	if c.err != nil {
		return nil
	}
	if mode == "midpoint" {
		weight = c.keep(c.t.Env.Full(weight.Shape(), tensor.Float(0.5), weight.Like()))
	}
	li, hi := c.keep(c.t.Env.Cast(low, tensor.Int64)), c.keep(c.t.Env.Cast(high, tensor.Int64))
	weight = c.keep(c.t.Env.Cast(weight, sorted.DType()))
	if c.err != nil {
		return nil
	}
	a, b := c.keep(c.t.Gather(sorted, -1, li)), c.keep(c.t.Gather(sorted, -1, hi))
	y := a
	if mode == "linear" || mode == "midpoint" {
		if c.bad(a, b) {
			return nil
		}
		y = c.keep(c.t.Lerp(a, b, weight))
	}
	if !skip {
		some := c.keep(c.t.Env.Compare(device.OpGt, count, c.t.Wrap(tensor.Int(0))))
		y = c.where(some, c.num(math.NaN()), y)
	}
	if c.bad(y) {
		return nil
	}
	return c.keep(c.t.Squeeze(y, []int{-1}))
}

// Nanmedian is the lower median of what is not NaN, along a dimension.
func (t *Tape) Nanmedian(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	c := &calc{t: t}
	big := c.where(c.unary(device.OpIsnan, x), c.num(inf), x)
	if c.err != nil {
		return nil, nil, c.err
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, nil, err
	}
	if x.Dim() == 0 {
		return t.Median(x, 0, keepdim)
	}
	_, order, err := t.Env.Sort(big, d, false)
	if err != nil {
		return nil, nil, err
	}
	kept := c.keep(t.Env.Sum(c.notBool(c.unary(device.OpIsnan, x)), []int{d}, true, tensor.NoDType))
	if c.err != nil {
		return nil, nil, c.err
	}
	at := c.keep(t.Env.Binary(device.OpFloorDivide, c.keep(t.Env.Sub(kept, t.Wrap(tensor.Int(1)), tensor.One)), t.Wrap(tensor.Int(2))))
	if c.err != nil {
		return nil, nil, c.err
	}
	at = c.keep(t.Env.Unary(device.OpClamp, at, 0, inf))
	indices = c.keep(t.Env.Gather(order, d, at))
	if c.err != nil {
		return nil, nil, c.err
	}
	values = c.keep(t.Gather(x, d, indices))
	if c.err == nil && !keepdim {
		indices = c.keep(t.Env.Squeeze(indices, []int{d}))
		values = c.keep(t.Squeeze(values, []int{d}))
	}
	return values, indices, c.err
}

// RepeatInterleave repeats each slice of a dimension (nil: of the flattened tensor)
// as often as repeats says, one number for all or one each.
func (t *Tape) RepeatInterleave(x, repeats *Tensor, dim *int) (*Tensor, error) {
	d := 0
	var err error
	if dim == nil {
		if x, err = t.Flatten(x, 0, -1); err != nil {
			return nil, err
		}
	} else if d, err = x.WrapDim(*dim); err != nil {
		return nil, err
	}
	if repeats.Dim() > 1 {
		return nil, t.errorf("repeat_interleave only accept 0D or 1D vector as repeat")
	}
	times, err := t.Int64s(repeats)
	if err != nil {
		return nil, err
	}
	n := x.Shape()[d]
	if len(times) != 1 && len(times) != n {
		return nil, t.errorf("repeats must have the same size as input along dim")
	}
	var index []int64
	for i := range n {
		k := times[min(i, len(times)-1)]
		if k < 0 {
			return nil, t.errorf("repeats can not be negative")
		}
		for range k {
			index = append(index, int64(i))
		}
	}
	at, err := t.FromInts(index, len(index))
	if err != nil {
		return nil, err
	}
	if at, err = t.Env.To(at, tensor.Options{Device: x.Device()}, false, false); err != nil {
		return nil, err
	}
	return t.IndexSelect(x, d, at)
}

// Cross is the vector product along a dimension of size three; nil finds the first.
func (t *Tape) Cross(a, b *Tensor, dim *int) (*Tensor, error) {
	c := &calc{t: t}
	shape, err := tensor.BroadcastShapes(a.Shape(), b.Shape())
	if err != nil {
		return nil, err
	}
	a, b = c.expand(a, shape), c.expand(b, shape)
	if c.err != nil {
		return nil, c.err
	}
	d := slices.Index(shape, 3)
	if dim != nil {
		if d, err = a.WrapDim(*dim); err != nil {
			return nil, err
		}
		if shape[d] != 3 {
			return nil, t.errorf("linalg.cross: inputs dimension %d must have length 3. Got %d and %d", *dim, shape[d], shape[d])
		}
	}
	if d < 0 {
		return nil, t.errorf("no dimension of size 3 in input")
	}
	roll := func(x *Tensor, by int) *Tensor {
		if c.bad(x) {
			return nil
		}
		return c.keep(t.Roll(x, []int{by}, []int{d}))
	}
	y := c.sub(c.mul(roll(a, -1), roll(b, -2)), c.mul(roll(a, -2), roll(b, -1)))
	return y, c.err
}

// Cdist are the p-norm distances between all pairs of rows of a and b.
func (t *Tape) Cdist(a, b *Tensor, p float64) (*Tensor, error) {
	if a.Dim() < 2 || b.Dim() < 2 {
		return nil, t.errorf("cdist only supports at least 2D tensors, X%d got: %dD", map[bool]int{true: 1, false: 2}[a.Dim() < 2], min(a.Dim(), b.Dim()))
	}
	for i, x := range []*Tensor{a, b} {
		if !x.DType().IsFloat() {
			return nil, t.errorf("cdist only supports floating-point dtypes, X%d got: %s", i+1, x.DType().Scalar())
		}
	}
	if x, y := a.Shape()[a.Dim()-1], b.Shape()[b.Dim()-1]; x != y {
		return nil, t.errorf("X1 and X2 must have the same number of columns. X1: %d X2: %d", x, y)
	}
	c := &calc{t: t}
	d := c.sub(c.unsqueeze(a, -2), c.unsqueeze(b, -3))
	if c.err != nil {
		return nil, c.err
	}
	y, err := t.Norm(d, p, []int{-1}, false, tensor.NoDType)
	return t.named("CdistBackward0", y, err)
}

// CosineSimilarity compares directions along a dimension.
func (t *Tape) CosineSimilarity(a, b *Tensor, dim int, eps float64) (*Tensor, error) {
	c := &calc{t: t}
	shape, err := tensor.Broadcast(a.Shape(), b.Shape())
	if err != nil {
		return nil, err
	}
	unit := func(x *Tensor) *Tensor {
		x = c.expand(x, shape)
		if c.bad(x) {
			return nil
		}
		length := c.keep(t.VectorNorm(x, 2, []int{dim}, true, tensor.NoDType))
		if c.bad(length) {
			return nil
		}
		return c.div(x, c.keep(t.ClampMin(length, tensor.Float(eps))))
	}
	y := c.sum(c.mul(unit(a), unit(b)), []int{dim}, false)
	return y, c.err
}

// PairwiseDistance is the p-norm of a − b + eps along the last dimension.
func (t *Tape) PairwiseDistance(a, b *Tensor, p, eps float64, keepdim bool) (*Tensor, error) {
	c := &calc{t: t}
	d := c.plus(c.sub(a, b), eps)
	if c.err != nil {
		return nil, c.err
	}
	return t.Norm(d, p, []int{-1}, keepdim, tensor.NoDType)
}

// ReplaceView gives x the shape and strides of y, a view of x: transpose_ and its kin.
func (t *Tape) ReplaceView(x, y *Tensor) error {
	if err := t.mayChange(x); err != nil {
		return err
	}
	var edge Edge
	if t.GradEnabled() {
		edge = t.edge(y)
	}
	x.Set(y)
	x.Bump()
	if edge.Node != nil {
		ensureMeta(x).lead(edge.Node, edge.Index, x.Version())
	}
	return nil
}
