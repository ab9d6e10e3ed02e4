package ops

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Random numbers.

var randomRows = []row{
	{"rand", opRand}, {"randn", opRandn}, {"randint", opRandint}, {"randperm", opRandperm},
	{"rand_like", opRandLike}, {"randn_like", opRandnLike}, {"randint_like", opRandintLike},
	{"normal", opNormal}, {"bernoulli", opBernoulli}, {"multinomial", opMultinomial}, {"poisson", opPoisson},
	{"uniform_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.UniformIn(x, c.Float("from"), c.Float("to"), c.Generator())
	})},
	{"normal_", opNormalInPlace},
	{"bernoulli_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		if values.IsTensor(c.Arg("p")) {
			return c.Tape.BernoulliTensorIn(x, c.Tensor("p"), c.Generator())
		}
		return c.Tape.BernoulliIn(x, c.Float("p"), c.Generator())
	})},
	{"random_", opRandomInPlace},
	{"exponential_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.ExponentialIn(x, c.Float("lambd"), c.Generator())
	})},
	{"cauchy_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.CauchyIn(x, c.Float("median"), c.Float("sigma"), c.Generator())
	})},
	{"log_normal_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.LogNormalIn(x, c.Float("mean"), c.Float("std"), c.Generator())
	})},
	{"geometric_", randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.GeometricIn(x, c.Float("p"), c.Generator())
	})},
	{"dropout native_dropout", opDropout}, {"feature_dropout", opFeatureDropout}, {"alpha_dropout", opAlphaDropout}, {"feature_alpha_dropout", opAlphaDropout},
	{"rrelu", opRrelu},
}

func opRand(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Rand(c.Ints("size"), c.OutOptions(), c.Generator()))
}

func opRandn(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Randn(c.Ints("size"), c.OutOptions(), c.Generator()))
}

// boundsOf are the low and high of randint; low is 0 where the overload has none.
func boundsOf(c *dispatch.Call) (low, high int64) {
	if c.Has("low") {
		low = int64(c.Int("low"))
	}
	return low, int64(c.Int("high"))
}

func opRandint(c *dispatch.Call) (object.Value, error) {
	low, high := boundsOf(c)
	return c.Made(c.Tape.Randint(low, high, c.Ints("size"), c.Options(), c.Generator()))
}

func opRandperm(c *dispatch.Call) (object.Value, error) {
	n := c.Int("n")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Trying to create tensor with negative dimension %d: [%d]", n, n)
	}
	o := c.Options()
	if o.DType == tensor.NoDType {
		o.DType = tensor.Int64
	}
	return c.Made(c.Tape.Randperm(n, o, c.Generator()))
}

func opRandLike(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Rand(c.Input().Shape(), c.Options().Or(c.Input()), nil))
}

func opRandnLike(c *dispatch.Call) (object.Value, error) {
	return c.Made(c.Tape.Randn(c.Input().Shape(), c.Options().Or(c.Input()), nil))
}

func opRandintLike(c *dispatch.Call) (object.Value, error) {
	low, high := boundsOf(c)
	return c.Made(c.Tape.Randint(low, high, c.Input().Shape(), c.Options().Or(c.Input()), nil))
}

func opNormal(c *dispatch.Call) (object.Value, error) {
	if c.Has("size") {
		x, err := c.Tape.Empty(c.Ints("size"), c.OutOptions())
		if err == nil {
			err = c.Tape.NormalIn(x, c.Float("mean"), c.Float("std"), c.Generator())
		}
		return c.Made(x, err)
	}
	return c.One(c.Tape.Normal(c.TensorOrWrapped("mean"), c.TensorOrWrapped("std"), c.Generator()))
}

func opBernoulli(c *dispatch.Call) (object.Value, error) {
	x := c.Input()
	if c.Has("p") {
		y, err := c.Tape.Empty(x.Shape(), x.Like())
		if err == nil {
			err = c.Tape.BernoulliIn(y, c.Float("p"), c.Generator())
		}
		return c.One(y, err)
	}
	return c.One(c.Tape.Bernoulli(x, c.Generator()))
}

func opMultinomial(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Multinomial(c.Input(), c.Int("num_samples"), c.Bool("replacement"), c.Generator()))
}

// randomIn is an in-place operation that overwrites its tensor with random numbers.
func randomIn(fill func(c *dispatch.Call, x *tensor.Tensor) error) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		err := c.Tape.RandomInPlace(c.Input(), func(x *tensor.Tensor) error { return fill(c, x) })
		return c.Into(err)
	}
}

func opNormalInPlace(c *dispatch.Call) (object.Value, error) {
	std := c.Float("std")
	if std < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "normal expects std >= 0.0, but found std %s", tensor.Float(std))
	}
	return randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		return c.Tape.NormalIn(x, c.Float("mean"), std, c.Generator())
	})(c)
}

func opRandomInPlace(c *dispatch.Call) (object.Value, error) {
	return randomIn(func(c *dispatch.Call, x *tensor.Tensor) error {
		switch {
		case c.Has("from") && c.Given("to"):
			return c.Tape.RandintIn(x, int64(c.Int("from")), int64(c.Int("to")), c.Generator())
		case c.Has("from") && c.Given("from"):
			return c.Tape.RandomFrom(x, int64(c.Int("from")), c.Generator())
		case c.Has("to") && c.Given("to"):
			return c.Tape.RandintIn(x, 0, int64(c.Int("to")), c.Generator())
		}
		return c.Tape.RandomIn(x, c.Generator())
	})(c)
}

// opPoisson draws with Knuth's product of uniforms for small rates.
func opPoisson(c *dispatch.Call) (object.Value, error) {
	return object.Value{}, object.Raise(object.NotImplementedError, "torch.poisson is not part of this torch")
}

func opDropout(c *dispatch.Call) (object.Value, error) {
	p, train := c.Float("p"), c.Bool("train")
	if p < 0 || p > 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "dropout probability has to be between 0 and 1, but got %s", tensor.Float(p))
	}
	return c.One(c.Tape.Dropout(c.Input(), p, train, nil))
}

func opFeatureDropout(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.FeatureDropout(c.Input(), c.Float("p"), c.Bool("train"), nil))
}

// opAlphaDropout keeps the mean and variance of SELU's outputs: dropped elements take
// its negative limit, and an affine map restores both.
func opAlphaDropout(c *dispatch.Call) (object.Value, error) {
	x, p := c.Input(), c.Float("p")
	if !c.Bool("train") || p == 0 || x.Numel() == 0 {
		return c.One(x, nil)
	}
	shape := x.Shape()
	if c.Overload.Name != "alpha_dropout" && c.Overload.Name != "alpha_dropout_" {
		shape = dispatch.Repeated(1, x.Dim())
		copy(shape, x.Shape()[:min(2, x.Dim())])
	}
	const alpha = 1.7580993408473766
	a := 1 / math.Sqrt((alpha*alpha*p+1)*(1-p))
	s := &steps{Tape: c.Tape}
	noise, err := c.Tape.Empty(shape, x.Like())
	if err == nil {
		err = c.Tape.BernoulliIn(noise, 1-p, nil)
	}
	if err != nil {
		return object.Value{}, err
	}
	b := s.do(c.Tape.Sub(noise, c.Tape.Wrap(tensor.Int(1)), tensor.Int(1)))
	b = s.with(func() (*tensor.Tensor, error) { return c.Tape.Mul(b, c.Tape.Wrap(tensor.Float(alpha*a))) })
	b = s.with(func() (*tensor.Tensor, error) {
		return c.Tape.Add(b, c.Tape.Wrap(tensor.Float(alpha*a*p)), tensor.Int(1))
	})
	scaled := s.do(c.Tape.Mul(noise, c.Tape.Wrap(tensor.Float(a))))
	y := s.with(func() (*tensor.Tensor, error) { return c.Tape.Mul(x, scaled) })
	y = s.with(func() (*tensor.Tensor, error) { return c.Tape.Add(y, b, tensor.Int(1)) })
	return c.One(y, s.err)
}

func opRrelu(c *dispatch.Call) (object.Value, error) {
	low, high := c.Float("lower"), c.Float("upper")
	x := c.Input()
	if !c.Bool("training") {
		return c.One(c.Tape.Unary(device.OpLeakyRelu, x, (low+high)/2))
	}
	slope, err := c.Tape.Empty(x.Shape(), x.Like())
	if err == nil {
		err = c.Tape.UniformIn(slope, low, high, c.Generator())
	}
	if err != nil {
		return object.Value{}, err
	}
	e := exprOf(c)
	below := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpLe, x, e.num(0)) })
	return c.One(e.where(below, e.mul(x, slope), x), e.err)
}
