package torch

import (
	"gputour/engine/autograd"
	"math"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Counting, ordering and statistics; sets.

var statRows = []row{
	{"bincount", func(c *call) (object.Value, error) {
		return c.one(c.tape.Bincount(c.input(), c.tensor("weights"), c.int("minlength")))
	}},
	{"histc", func(c *call) (object.Value, error) {
		return c.one(c.tape.Histc(c.input(), c.int("bins"), c.float("min"), c.float("max")))
	}},
	{"bucketize", opBucketize}, {"searchsorted", opSearchsorted}, {"quantile", wideOnCPU(oneDevice(opQuantile))},
	{"renorm", wideOnGPU(opRenorm)},
	{"repeat_interleave", oneDevice(opRepeatInterleave)},
}

// indexType is the dtype of positions.
func (c *call) indexType() tensor.DType {
	if c.bool("out_int32") {
		return tensor.Int32
	}
	return tensor.Int64
}

func opBucketize(c *call) (object.Value, error) {
	edges := c.tensor("boundaries")
	if edges.Dim() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "boundaries tensor must be 1 dimension, but got dim(%d)", edges.Dim())
	}
	name := "input"
	if c.o.find("self") >= 0 {
		name = "self"
	}
	return c.searched(edges, c.tensorOrNumber(name, edges.DType()), c.bool("right"))
}

func opSearchsorted(c *call) (object.Value, error) {
	right := c.bool("right") || c.text("side") == "right"
	seq := c.tensor("sorted_sequence")
	name := "input"
	if c.o.find("self") >= 0 {
		name = "self"
	}
	return c.searched(seq, c.tensorOrNumber(name, seq.DType()), right)
}

// searched looks for values among boundaries.
func (c *call) searched(boundaries, x *tensor.Tensor, right bool) (object.Value, error) {
	if c.err == nil && x.Device() != boundaries.Device() && x.Dim() > 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "torch.searchsorted(): boundaries and input value tensors should have same device type, "+
			"but got boundaries tensor device type %s and input value tensor device type %s", boundaries.Device().Info(), x.Device().Info())
	}
	return c.one(c.tape.Searchsorted(boundaries, x, right, c.indexType()))
}

// quantile interpolates between the sorted values at position q·(n-1).
func opQuantile(c *call) (object.Value, error) {
	x := c.input()
	if !x.DType().IsFloat() || x.DType().IsHalf() {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() input tensor must be either float or double dtype")
	}
	q := c.tensorOrNumber("q", x.DType())
	if q.DType() != x.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() q tensor must be same dtype as the input tensor")
	}
	if q.Dim() > 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "quantile() q must be a scalar or 1D tensor")
	}
	qs, err := c.tape.Float64s(q)
	if err != nil {
		return object.Value{}, err
	}
	for _, v := range qs {
		if v < 0 || v > 1 {
			return object.Value{}, object.Raise(object.RuntimeError, "quantile() q must be in the range [0, 1] but got %v", v)
		}
	}
	return c.quantiles(x, q, qs)
}

func (c *call) quantiles(x, q *tensor.Tensor, qs []float64) (object.Value, error) {
	e := c.expr()
	dim, keep := 0, c.bool("keepdim")
	flat := c.optInt("dim") == nil
	rank := x.Dim()
	if flat {
		x = e.do(e.Reshape(x, []int{-1}))
	} else {
		d, err := x.WrapDim(*c.optInt("dim"))
		if err != nil {
			return object.Value{}, err
		}
		dim = d
	}
	sorted, _, err := c.tape.Sort(x, dim, false)
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
		switch c.text("interpolation") {
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
			shape := repeated(1, rank)
			if !flat {
				shape = append([]int{}, x.Shape()...)
				shape[dim] = 1
			}
			out[i] = e.with(func() (*tensor.Tensor, error) { return e.Reshape(out[i], shape) })
		}
	}
	if q.Dim() == 0 {
		return c.one(out[0], e.err)
	}
	return c.one(e.with(func() (*tensor.Tensor, error) { return e.Stack(out, 0) }), e.err)
}

// opRenorm scales each slice along dim down to a norm.
func opRenorm(c *call) (object.Value, error) {
	e, x := c.expr(), c.input()
	d, err := x.WrapDim(c.int("dim"))
	if err != nil {
		return object.Value{}, err
	}
	var others []int
	for i := range x.Dim() {
		if i != d {
			others = append(others, i)
		}
	}
	most := c.float("maxnorm")
	if c.float("p") <= 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "renorm: non-positive-norm not supported")
	}
	norm := e.do(e.Norm(x, c.float("p"), others, true, tensor.NoDType))
	factor := e.div(e.num(most), e.add(norm, e.num(1e-7)))
	large := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpGt, norm, e.num(most)) })
	return c.one(e.mul(x, e.where(large, factor, e.num(1))), e.err)
}

// uniqueResult returns what was asked for: one tensor or a tuple.
func uniqueResult(v, inverse, counts *tensor.Tensor, withInverse, withCounts bool) object.Value {
	out := []object.Value{wrap(v)}
	if withInverse {
		out = append(out, wrap(inverse))
	}
	if withCounts {
		out = append(out, wrap(counts))
	}
	if len(out) == 1 {
		return out[0]
	}
	return object.NewTuple(out...)
}

// uniqueOf is torch.unique with arguments sorted, return_inverse, return_counts, dim.
func uniqueOf(t *object.Thread, x *tensor.Tensor, a []object.Value) (object.Value, error) {
	s := stateOf(t)
	inverse, counts := a[1] == object.True, a[2] == object.True
	var v, where, count *tensor.Tensor
	var err error
	if n, ok := object.AsInt(a[3]); ok {
		v, where, count, err = s.tape.UniqueDim(x, int(n))
	} else {
		v, where, count, err = s.tape.Unique(x, inverse, counts)
	}
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	if requiresGrad(x) { // for the name: PyTorch has no gradient either
		v = s.noGradient("Unique2Backward0", "_unique2", x, v)
	}
	return uniqueResult(v, where, count, inverse, counts), nil
}

// noGradient records y as made of x by an operation that cannot be walked back.
func (s *state) noGradient(node, op string, x, y *tensor.Tensor) *tensor.Tensor {
	n := s.tape.CustomNode(&autograd.Custom{Name: node, Backward: func(*autograd.Node, []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return nil, object.Raise(object.NotImplementedError, "the derivative for '%s' is not implemented.", op)
	}}, []*tensor.Tensor{x})
	if n == nil {
		return y
	}
	return s.tape.Adopt(n, []*tensor.Tensor{y}, nil)[0]
}

// opRepeatInterleave repeats each element, each as often as all or as often as its
// own number says.
func opRepeatInterleave(c *call) (object.Value, error) {
	var x *tensor.Tensor
	if c.self != nil || c.has("input") {
		x = c.input()
	}
	repeats := c.tensorOrNumber("repeats", tensor.Int64)
	times, err := c.tape.Int64s(repeats)
	if err != nil {
		return object.Value{}, err
	}
	if x == nil {
		return c.one(c.repeatedIndex(repeats, times, len(times)))
	}
	dim := 0
	if d := c.optInt("dim"); d != nil {
		if x.Dim() == 0 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", *d)
		}
		if dim, err = x.WrapDim(*d); err != nil {
			return object.Value{}, err
		}
	} else if x, err = c.tape.Reshape(x, []int{-1}); err != nil {
		return object.Value{}, err
	}
	n := x.Shape()[dim]
	if len(times) == 1 {
		if err := c.t.ChargeItems(n, 8); err != nil {
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
	at, err := c.repeatedIndex(x, times, n)
	if err != nil {
		return object.Value{}, err
	}
	return c.one(c.tape.IndexSelect(x, dim, at))
}

// pollEvery is how many elements pass between two looks at the run's stop.
const pollEvery = 1 << 14

func (c *call) repeatedIndex(on *tensor.Tensor, times []int64, n int) (*tensor.Tensor, error) {
	all := int64(0)
	for _, k := range times {
		if k < 0 {
			return nil, object.Raise(object.RuntimeError, "repeats can not be negative")
		}
		all = min(all+min(k, math.MaxInt64/4), math.MaxInt64/4)
	}
	if err := c.tape.Room(int(min(all, math.MaxInt/32)), 8); err != nil {
		return nil, err
	}
	list := make([]int64, 0, all)
	for i, k := range times {
		for at := range k {
			if at%pollEvery == 0 {
				if err := c.t.Poll(); err != nil {
					return nil, err
				}
			}
			list = append(list, int64(i))
		}
	}
	return c.positionsOn(on, list)
}
