package ops

import (
	"math"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Counting, ordering and statistics; sets.

var statRows = []row{
	{"bincount", func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Bincount(c.Input(), c.Tensor("weights"), c.Int("minlength")))
	}},
	{"histc", func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Histc(c.Input(), c.Int("bins"), c.Float("min"), c.Float("max")))
	}},
	{"bucketize", opBucketize}, {"searchsorted", opSearchsorted}, {"quantile", dispatch.WideOnCPU(dispatch.OneDevice(opQuantile))},
	{"renorm", dispatch.WideOnGPU(opRenorm)},
	{"repeat_interleave", dispatch.OneDevice(opRepeatInterleave)},
}

// indexType is the dtype of positions.
func indexType(c *dispatch.Call) tensor.DType {
	if c.Bool("out_int32") {
		return tensor.Int32
	}
	return tensor.Int64
}

func opBucketize(c *dispatch.Call) (object.Value, error) {
	edges := c.Tensor("boundaries")
	if edges.Dim() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "boundaries tensor must be 1 dimension, but got dim(%d)", edges.Dim())
	}
	name := "input"
	if c.Overload.Find("self") >= 0 {
		name = "self"
	}
	return searched(c, edges, c.TensorOrNumber(name, edges.DType()), c.Bool("right"))
}

func opSearchsorted(c *dispatch.Call) (object.Value, error) {
	right := c.Bool("right") || c.Text("side") == "right"
	seq := c.Tensor("sorted_sequence")
	name := "input"
	if c.Overload.Find("self") >= 0 {
		name = "self"
	}
	return searched(c, seq, c.TensorOrNumber(name, seq.DType()), right)
}

// searched looks for values among boundaries.
func searched(c *dispatch.Call, boundaries, x *tensor.Tensor, right bool) (object.Value, error) {
	if c.Err == nil && x.Device() != boundaries.Device() && x.Dim() > 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "torch.searchsorted(): boundaries and input value tensors should have same device type, "+
			"but got boundaries tensor device type %s and input value tensor device type %s", boundaries.Device().Info(), x.Device().Info())
	}
	return c.One(c.Tape.Searchsorted(boundaries, x, right, indexType(c)))
}

// quantile interpolates between the sorted values at position q·(n-1).
func opQuantile(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	if !x.DType().IsFloat() || x.DType().IsHalf() {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() input tensor must be either float or double dtype")
	}
	q := c.TensorOrNumber("q", x.DType())
	if q.DType() != x.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() q tensor must be same dtype as the input tensor")
	}
	if q.Dim() > 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() q must be a scalar or 1D tensor")
	}
	qs, err := c.Tape.Float64s(q)
	if err != nil {
		return object.Value{}, err
	}
	for _, v := range qs {
		if v < 0 || v > 1 {
			return object.Value{}, object.Raise(object.RuntimeError, "quantile() q must be in the range [0, 1] but got %v", v)
		}
	}
	return quantiles(c, x, q, qs)
}

func quantiles(c *dispatch.Call, x, q *tensor.Tensor, qs []float64) (object.Value, error) {
	e := exprOf(c)
	dim, keep := 0, c.Bool("keepdim")
	flat := c.OptInt("dim") == nil
	rank := x.Dim()
	if flat {
		x = e.do(e.Reshape(x, []int{-1}))
	} else {
		d, err := x.WrapDim(*c.OptInt("dim"))
		if err != nil {
			return object.Value{}, err
		}
		dim = d
	}
	sorted, _, err := c.Tape.Sort(x, dim, false)
	if err != nil {
		return object.Value{}, err
	}
	n := sorted.Shape()[dim]
	if n == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() input tensor must be non-empty")
	}
	out := make([]*tensor.Tensor, len(qs))
	for i, p := range qs {
		at := p * float64(n-1)
		low, high := int(math.Floor(at)), int(math.Ceil(at))
		weight := at - float64(low)
		switch c.Text("interpolation") {
		case "lower":
			weight = 0
		case "higher":
			weight = 1
		case "nearest":
			weight = math.RoundToEven(at) - float64(low)
		case "midpoint":
			if low != high {
				weight = 0.5
			}
		}
		a := e.do(e.Select(sorted, dim, low))
		b := e.do(e.Select(sorted, dim, high))
		out[i] = e.with(func() (*tensor.Tensor, error) { return e.Lerp(a, b, e.num(weight)) })
		if keep {
			shape := dispatch.Repeated(1, rank)
			if !flat {
				shape = append([]int{}, x.Shape()...)
				shape[dim] = 1
			}
			out[i] = e.with(func() (*tensor.Tensor, error) { return e.Reshape(out[i], shape) })
		}
	}
	if q.Dim() == 0 {
		return c.One(out[0], e.err)
	}
	return c.One(e.with(func() (*tensor.Tensor, error) { return e.Stack(out, 0) }), e.err)
}

// opRenorm scales each slice along dim down to a norm.
func opRenorm(c *dispatch.Call) (object.Value, error) {
	e, x := exprOf(c), c.Input()
	d, err := x.WrapDim(c.Int("dim"))
	if err != nil {
		return object.Value{}, err
	}
	var others []int
	for i := range x.Dim() {
		if i != d {
			others = append(others, i)
		}
	}
	most := c.Float("maxnorm")
	if c.Float("p") <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "renorm: non-positive-norm not supported")
	}
	norm := e.do(e.Norm(x, c.Float("p"), others, true, tensor.NoDType))
	factor := e.div(e.num(most), e.add(norm, e.num(1e-7)))
	large := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpGt, norm, e.num(most)) })
	return c.One(e.mul(x, e.where(large, factor, e.num(1))), e.err)
}

// UniqueResult returns what was asked for: one tensor or a tuple.
func UniqueResult(v, inverse, counts *tensor.Tensor, withInverse, withCounts bool) object.Value {
	out := []object.Value{values.Wrap(v)}
	if withInverse {
		out = append(out, values.Wrap(inverse))
	}
	if withCounts {
		out = append(out, values.Wrap(counts))
	}
	if len(out) == 1 {
		return out[0]
	}
	return object.NewTuple(out...)
}

// Unique is torch.unique with arguments sorted, return_inverse, return_counts, dim.
func Unique(t *object.Thread, x *tensor.Tensor, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	inverse, counts := a[1] == object.True, a[2] == object.True
	var v, where, count *tensor.Tensor
	var err error
	if n, ok := object.AsInt(a[3]); ok {
		v, where, count, err = s.Tape.UniqueDim(x, int(n))
	} else {
		v, where, count, err = s.Tape.Unique(x, inverse, counts)
	}
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	if autograd.RequiresGrad(x) { // for the name: PyTorch has no gradient either
		v = noGradient(s, "Unique2Backward0", "_unique2", x, v)
	}
	return UniqueResult(v, where, count, inverse, counts), nil
}

// noGradient records y as made of x by an operation that cannot be walked back.
func noGradient(s *state.Session, node, op string, x, y *tensor.Tensor) *tensor.Tensor {
	n := s.Tape.CustomNode(&autograd.Custom{Name: node, Backward: func(*autograd.Node, []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return nil, object.Raise(object.NotImplementedError, "the derivative for '%s' is not implemented.", op)
	}}, []*tensor.Tensor{x})
	if n == nil {
		return y
	}
	return s.Tape.Adopt(n, []*tensor.Tensor{y}, nil)[0]
}

// opRepeatInterleave repeats each element, each as often as all or as often as its
// own number says.
func opRepeatInterleave(c *dispatch.Call) (object.Value, error) {
	var x *tensor.Tensor
	if c.Self != nil || c.Has("input") {
		x = c.Input()
	}
	repeats := c.TensorOrNumber("repeats", tensor.Int64)
	switch {
	case repeats.Dim() > 1:
		return object.Value{}, object.Raise(object.RuntimeError, "repeats must be 0-dim or 1-dim tensor")
	case repeats.DType() != tensor.Int64 && repeats.DType() != tensor.Int32:
		return object.Value{}, object.Raise(object.RuntimeError, "\"repeat_interleave_cpu\" not implemented for '%s'", repeats.DType().Scalar())
	}
	times, err := c.Tape.Int64s(repeats)
	if err != nil {
		return object.Value{}, err
	}
	if x == nil {
		return c.One(repeatedIndex(c, repeats, times, len(times)))
	}
	dim := 0
	if d := c.OptInt("dim"); d != nil {
		if x.Dim() == 0 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", *d)
		}
		if dim, err = x.WrapDim(*d); err != nil {
			return object.Value{}, err
		}
	} else if x, err = c.Tape.Reshape(x, []int{-1}); err != nil {
		return object.Value{}, err
	}
	n := x.Shape()[dim]
	if len(times) == 1 {
		if err := c.Thread.ChargeItems(n, 8); err != nil {
			return object.Value{}, err
		}
		all := make([]int64, n)
		for i := range all {
			all[i] = times[0]
		}
		times = all
	}
	if len(times) != n {
		return object.Value{}, object.Raise(object.RuntimeError, "repeats must have the same size as input along dim")
	}
	at, err := repeatedIndex(c, x, times, n)
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.IndexSelect(x, dim, at))
}

func repeatedIndex(c *dispatch.Call, on *tensor.Tensor, times []int64, n int) (*tensor.Tensor, error) {
	all := int64(0)
	for _, k := range times {
		if k < 0 {
			return nil, object.Raise(object.RuntimeError, "repeats can not be negative")
		}
		all = min(all+min(k, math.MaxInt64/4), math.MaxInt64/4)
	}
	if err := c.Tape.Room(int(min(all, math.MaxInt/32)), 8); err != nil {
		return nil, err
	}
	list := make([]int64, 0, all)
	for i, k := range times {
		for at := range k {
			if at%values.PollEvery == 0 {
				if err := c.Thread.Poll(); err != nil {
					return nil, err
				}
			}
			list = append(list, int64(i))
		}
	}
	return positionsOn(c, on, list)
}
