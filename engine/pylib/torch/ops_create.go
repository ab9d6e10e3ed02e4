package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Operations that make tensors of shapes and numbers.

var createRows = []row{
	{"zeros", filled(tensor.Int(0))}, {"ones", filled(tensor.Int(1))}, {"empty", opEmpty}, {"full", opFull},
	{"zeros_like", filledLike(tensor.Int(0))}, {"ones_like", filledLike(tensor.Int(1))},
	{"empty_like", opEmptyLike}, {"full_like", opFullLike},
	{"new_zeros", newFilled(tensor.Int(0))}, {"new_ones", newFilled(tensor.Int(1))}, {"new_empty", opNewEmpty}, {"new_full", opNewFull},
	{"empty_strided", opEmptyStrided}, {"new_empty_strided", opEmptyStrided},
	{"arange", opArange}, {"range", opRange}, {"linspace", opLinspace}, {"logspace", opLogspace}, {"eye", opEye},
	{"tril", tri((*autograd.Tape).Tril)}, {"triu", tri((*autograd.Tape).Triu)},
	{"tril_indices", triIndices(false)}, {"triu_indices", triIndices(true)},
	{"scalar_tensor", opScalarTensor}, {"bartlett_window", window(0)}, {"hann_window", window(1)}, {"hamming_window", window(2)},
	{"blackman_window", window(3)}, {"vander", opVander},
}

func filled(s tensor.Scalar) operation {
	return func(c *call) (object.Value, error) {
		if c.given("out") {
			return c.fillOut(c.ints("size"), s)
		}
		return c.made(c.tape.Full(c.ints("size"), s, c.options()))
	}
}

// fillOut makes a value of out's own kind, which out then takes.
func (c *call) fillOut(shape []int, s tensor.Scalar) (object.Value, error) {
	out, _ := AsTensor(c.arg("out"))
	return c.one(c.tape.Full(shape, s, out.Like()))
}

func opEmpty(c *call) (object.Value, error) {
	x, err := c.tape.Empty(c.ints("size"), c.options())
	return c.made(x, err)
}

func opEmptyStrided(c *call) (object.Value, error) {
	size, stride := c.ints("size"), c.ints("stride")
	n := 1
	for i := range min(len(size), len(stride)) {
		n += (size[i] - 1) * stride[i]
		if size[i] == 0 {
			n = 0
			break
		}
	}
	o := c.options()
	if c.self != nil {
		o = o.Or(c.self.T)
	}
	x, err := c.tape.Zeros([]int{n}, o)
	if err == nil {
		x, err = c.tape.Env.AsStrided(x, size, stride, 0)
	}
	return c.made(x, err)
}

func opFull(c *call) (object.Value, error) {
	s := c.scalar("fill_value")
	if c.given("out") {
		return c.fillOut(c.ints("size"), s)
	}
	return c.made(c.tape.FullOf(c.ints("size"), s, c.options()))
}

func filledLike(s tensor.Scalar) operation {
	return func(c *call) (object.Value, error) {
		x := c.input()
		return c.made(c.tape.Full(x.Shape(), s, c.options().Or(x)))
	}
}

func opEmptyLike(c *call) (object.Value, error) {
	x := c.input()
	y, err := c.tape.Empty(x.Shape(), c.options().Or(x))
	return c.made(y, err)
}

func opFullLike(c *call) (object.Value, error) {
	x := c.input()
	return c.made(c.tape.Full(x.Shape(), c.scalar("fill_value"), c.options().Or(x)))
}

func newFilled(s tensor.Scalar) operation {
	return func(c *call) (object.Value, error) {
		return c.made(c.tape.Full(c.ints("size"), s, c.options().Or(c.input())))
	}
}

func opNewEmpty(c *call) (object.Value, error) {
	x, err := c.tape.Empty(c.ints("size"), c.options().Or(c.input()))
	return c.made(x, err)
}

func opNewFull(c *call) (object.Value, error) {
	return c.made(c.tape.Full(c.ints("size"), c.scalar("fill_value"), c.options().Or(c.input())))
}

func opScalarTensor(c *call) (object.Value, error) {
	return c.made(c.tape.Full(nil, c.scalar("s"), c.options()))
}

// step is the step of a range, 1 where the overload has none.
func (c *call) step() tensor.Scalar {
	if !c.given("step") {
		return tensor.Int(1)
	}
	return c.scalar("step")
}

func opArange(c *call) (object.Value, error) {
	start := tensor.Int(0)
	if c.given("start") {
		start = c.scalar("start")
	}
	return c.spread(c.tape.Arange(start, c.scalar("end"), c.step(), c.outOptions()))
}

// opRange is the old torch.range, whose end counts.
func opRange(c *call) (object.Value, error) {
	start, step := c.scalar("start"), c.step()
	if step.Float64() == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "step must be nonzero")
	}
	steps := int((c.scalar("end").Float64()-start.Float64())/step.Float64()) + 1
	if steps < 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "upper bound and lower bound inconsistent with step sign")
	}
	c.warn("UserWarning", "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in [start, end).")
	o := c.outOptions()
	if o.DType == tensor.NoDType {
		o.DType = c.tape.DefaultDType
	}
	last := tensor.Float(start.Float64() + float64(steps-1)*step.Float64())
	return c.spread(c.tape.Linspace(start, last, steps, o))
}

// outOptions are the options of out=, which decide, or those that were given.
func (c *call) outOptions() tensor.Options {
	if out, ok := AsTensor(c.arg("out")); ok {
		return out.Like()
	}
	return c.options()
}

// spread is a sequence of numbers; an out of as many elements keeps its shape.
func (c *call) spread(x *tensor.Tensor, err error) (object.Value, error) {
	if out, ok := AsTensor(c.arg("out")); ok && err == nil && out.Numel() == x.Numel() {
		x, err = c.tape.Env.Reshape(x, out.Shape())
	}
	return c.made(x, err)
}

func opLinspace(c *call) (object.Value, error) {
	n := c.int("steps")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "number of steps must be non-negative")
	}
	return c.spread(c.tape.Linspace(c.scalar("start"), c.scalar("end"), n, c.outOptions()))
}

func opLogspace(c *call) (object.Value, error) {
	n := c.int("steps")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "number of steps must be non-negative")
	}
	return c.spread(c.tape.Logspace(c.scalar("start"), c.scalar("end"), n, c.float("base"), c.outOptions()))
}

func opEye(c *call) (object.Value, error) {
	n := c.int("n")
	m := n
	if c.given("m") {
		m = c.int("m")
	}
	for _, d := range []struct {
		name string
		n    int
	}{{"n", n}, {"m", m}} {
		if d.n < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "%s must be greater or equal to 0, got %d", d.name, d.n)
		}
	}
	return c.made(c.tape.Eye(n, m, c.outOptions()))
}

func tri(f func(p *autograd.Tape, x *tensor.Tensor, diagonal int) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		if c.input().Dim() == 0 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension specified as -2 but tensor has no dimensions")
		}
		if c.input().Dim() == 1 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got -2)")
		}
		return c.one(f(c.tape, c.input(), c.int("diagonal")))
	}
}

func triIndices(upper bool) operation {
	return func(c *call) (object.Value, error) {
		o := c.options()
		if o.DType == tensor.NoDType {
			o.DType = tensor.Int64
		}
		return c.made(c.tape.TriIndices(c.int("row"), c.int("col"), c.int("offset"), upper, o))
	}
}

// opVander has the powers of a vector as columns.
func opVander(c *call) (object.Value, error) {
	x := c.tensor("x")
	if x.Dim() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "x must be a one-dimensional tensor.")
	}
	n := x.Shape()[0]
	if c.given("N") {
		n = c.int("N")
	}
	if err := c.t.ChargeItems(n, 2*8); err != nil {
		return object.Value{}, err
	}
	exponents := make([]int64, n)
	for i := range exponents {
		exponents[i] = int64(n - 1 - i)
		if c.bool("increasing") {
			exponents[i] = int64(i)
		}
	}
	e, err := c.tape.FromInts(exponents, n)
	if err == nil {
		e, err = c.beside(x, e)
	}
	if err != nil {
		return object.Value{}, err
	}
	column, err := c.tape.Unsqueeze(x, 1)
	if err != nil {
		return object.Value{}, err
	}
	return c.one(operators[object.Pow](c.tape, column, e))
}
