package ops

import (
	"fmt"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
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

func filled(s tensor.Scalar) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		if c.Given("out") {
			return fillOut(c, c.Ints("size"), s)
		}
		return c.Made(c.Tape.Full(c.Ints("size"), s, c.Options()))
	}
}

// fillOut makes a value of out's own kind, which out then takes.
func fillOut(c *dispatch.Call, shape []int, s tensor.Scalar) (object.Value, error) {
	out, _ := values.AsTensor(c.Arg("out"))
	return c.One(c.Tape.Full(shape, s, out.Like()))
}

func opEmpty(c *dispatch.Call) (object.Value, error) {
	x, err := c.Tape.Empty(c.Ints("size"), c.Options())
	return c.Made(x, err)
}

func opEmptyStrided(c *dispatch.Call) (object.Value, error) {
	size, stride := c.Ints("size"), c.Ints("stride")
	n := 1
	for i := range min(len(size), len(stride)) {
		n += (size[i] - 1) * stride[i]
		if size[i] == 0 {
			n = 0
			break
		}
	}
	o := c.Options()
	if c.Self != nil {
		o = o.Or(c.Self.T)
	}
	x, err := c.Tape.Zeros([]int{n}, o)
	if err == nil {
		x, err = c.Tape.Env.AsStrided(x, size, stride, 0)
	}
	return c.Made(x, err)
}

func opFull(c *dispatch.Call) (object.Value, error) {
	s := c.Scalar("fill_value")
	if c.Given("out") {
		return fillOut(c, c.Ints("size"), s)
	}
	return c.Made(c.Tape.FullOf(c.Ints("size"), s, c.Options()))
}

func filledLike(s tensor.Scalar) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x := c.Input()
		y, err := c.Tape.Full(x.Shape(), s, c.Options().Or(x))
		return madeLike(c, y, err)
	}
}

// madeLike wraps what was made like the input, with its dimensions in the same order in memory.
func madeLike(c *dispatch.Call, y *tensor.Tensor, err error) (object.Value, error) {
	if format, ok := values.As[*values.MemoryFormat](c.Arg("memory_format")); err == nil && (!ok || format.Preserves()) {
		y.LayOutLike(c.Input())
	}
	return c.Made(y, err)
}

func opEmptyLike(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	y, err := c.Tape.Empty(x.Shape(), c.Options().Or(x))
	return madeLike(c, y, err)
}

func opFullLike(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	y, err := c.Tape.Full(x.Shape(), c.Scalar("fill_value"), c.Options().Or(x))
	return madeLike(c, y, err)
}

func newFilled(s tensor.Scalar) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		return c.Made(c.Tape.Full(c.Ints("size"), s, c.Options().Or(c.Input())))
	}
}

func opNewEmpty(c *dispatch.Call) (object.Value, error) {
	x, err := c.Tape.Empty(c.Ints("size"), c.Options().Or(c.Input()))
	return c.Made(x, err)
}

func opNewFull(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Full(c.Ints("size"), c.Scalar("fill_value"), c.Options().Or(c.Input())))
}

func opScalarTensor(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Full(nil, c.Scalar("s"), c.Options()))
}

func opArange(c *dispatch.Call) (object.Value, error) {
	start := tensor.Int(0)
	if c.Given("start") {
		start = c.Scalar("start")
	}
	x, err := c.Tape.Arange(start, c.Scalar("end"), c.Step(), c.OutOptions())
	if out, ok := values.AsTensor(c.Arg("out")); ok && err == nil && out.Numel() > 0 && out.Numel() != x.Numel() {
		c.Warn("UserWarning", fmt.Sprintf("The number of elements in the out tensor of shape %s is %d which does not match the computed number of elements %d. "+
			"Note that this may occur as a result of rounding error. The out tensor will be resized to a tensor of shape (%d,).",
			tensor.FormatShape(out.Shape()), out.Numel(), x.Numel(), x.Numel()))
	}
	return spreadOut(c, x, err)
}

// opRange is the old torch.range, whose end counts.
func opRange(c *dispatch.Call) (object.Value, error) {
	start, step := c.Scalar("start"), c.Step()
	if step.Float64() == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "step must be nonzero")
	}
	steps := int((c.Scalar("end").Float64()-start.Float64())/step.Float64()) + 1
	if steps < 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "upper bound and lower bound inconsistent with step sign")
	}
	c.Warn("UserWarning", "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in [start, end).")
	o := c.OutOptions()
	if o.DType == tensor.NoDType {
		o.DType = c.Tape.DefaultDType
	}
	last := tensor.Float(start.Float64() + float64(steps-1)*step.Float64())
	x, err := c.Tape.Linspace(start, last, steps, o)
	return spreadOut(c, x, err)
}

// spreadOut is a sequence of numbers; an out of as many elements keeps its shape.
func spreadOut(c *dispatch.Call, x *tensor.Tensor, err error) (object.Value, error) {
	if out, ok := values.AsTensor(c.Arg("out")); ok && err == nil && out.Numel() == x.Numel() {
		x, err = c.Tape.Env.Reshape(x, out.Shape())
	}
	return c.Made(x, err)
}

func opLinspace(c *dispatch.Call) (object.Value, error) {
	n := c.Int("steps")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "number of steps must be non-negative")
	}
	x, err := c.Tape.Linspace(c.Scalar("start"), c.Scalar("end"), n, c.OutOptions())
	return spreadOut(c, x, err)
}

func opLogspace(c *dispatch.Call) (object.Value, error) {
	n := c.Int("steps")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "number of steps must be non-negative")
	}
	x, err := c.Tape.Logspace(c.Scalar("start"), c.Scalar("end"), n, c.Float("base"), c.OutOptions())
	return spreadOut(c, x, err)
}

func opEye(c *dispatch.Call) (object.Value, error) {
	n := c.Int("n")
	m := n
	if c.Given("m") {
		m = c.Int("m")
	}
	for _, d := range []struct {
		name string
		n    int
	}{{"n", n}, {"m", m}} {
		if d.n < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "%s must be greater or equal to 0, got %d", d.name, d.n)
		}
	}
	return c.Made(c.Tape.Eye(n, m, c.OutOptions()))
}

func tri(f func(p *autograd.Tape, x *tensor.Tensor, diagonal int) (*tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		if c.Input().Dim() == 0 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension specified as -2 but tensor has no dimensions")
		}
		if c.Input().Dim() == 1 {
			return object.Value{}, object.Raise(object.IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got -2)")
		}
		return c.One(f(c.Tape, c.Input(), c.Int("diagonal")))
	}
}

func triIndices(upper bool) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		o := c.Options()
		if o.DType == tensor.NoDType {
			o.DType = tensor.Int64
		}
		return c.Made(c.Tape.TriIndices(c.Int("row"), c.Int("col"), c.Int("offset"), upper, o))
	}
}

// opVander has the powers of a vector as columns.
func opVander(c *dispatch.Call) (object.Value, error) {
	x := c.Tensor("x")
	if x.Dim() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "x must be a one-dimensional tensor.")
	}
	n := x.Shape()[0]
	if c.Given("N") {
		n = c.Int("N")
	}
	if err := c.Thread.ChargeItems(n, 2*8); err != nil {
		return object.Value{}, err
	}
	exponents := make([]int64, n)
	for i := range exponents {
		exponents[i] = int64(n - 1 - i)
		if c.Bool("increasing") {
			exponents[i] = int64(i)
		}
	}
	e, err := c.Tape.FromInts(exponents, n)
	if err == nil {
		e, err = beside(c, x, e)
	}
	if err != nil {
		return object.Value{}, err
	}
	column, err := c.Tape.Unsqueeze(x, 1)
	if err != nil {
		return object.Value{}, err
	}
	return c.One(Operators[object.Pow](c.Tape, column, e))
}
