package torch

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Random numbers.

var randomRows = []row{
	{"rand", opRand}, {"randn", opRandn}, {"randint", opRandint}, {"randperm", opRandperm},
	{"rand_like", opRandLike}, {"randn_like", opRandnLike}, {"randint_like", opRandintLike},
	{"normal", opNormal}, {"bernoulli", opBernoulli}, {"multinomial", opMultinomial}, {"poisson", opPoisson},
	{"uniform_", randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.UniformIn(x, c.float("from"), c.float("to"), c.generator())
	})},
	{"normal_", opNormalInPlace},
	{"bernoulli_", randomIn(func(c *call, x *tensor.Tensor) error {
		if isTensor(c.arg("p")) {
			return c.tape.BernoulliTensorIn(x, c.tensor("p"), c.generator())
		}
		return c.tape.BernoulliIn(x, c.float("p"), c.generator())
	})},
	{"random_", opRandomInPlace},
	{"exponential_", randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.ExponentialIn(x, c.float("lambd"), c.generator())
	})},
	{"cauchy_", randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.CauchyIn(x, c.float("median"), c.float("sigma"), c.generator())
	})},
	{"log_normal_", randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.LogNormalIn(x, c.float("mean"), c.float("std"), c.generator())
	})},
	{"geometric_", randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.GeometricIn(x, c.float("p"), c.generator())
	})},
	{"dropout native_dropout", opDropout}, {"feature_dropout", opFeatureDropout}, {"alpha_dropout", opAlphaDropout}, {"feature_alpha_dropout", opAlphaDropout},
	{"rrelu", opRrelu},
}

func opRand(c *call) (object.Value, error) {
	return c.made(c.tape.Rand(c.ints("size"), c.outOptions(), c.generator()))
}

func opRandn(c *call) (object.Value, error) {
	return c.made(c.tape.Randn(c.ints("size"), c.outOptions(), c.generator()))
}

// bounds are the low and high of randint; low is 0 where the overload has none.
func (c *call) bounds() (low, high int64) {
	if c.has("low") {
		low = int64(c.int("low"))
	}
	return low, int64(c.int("high"))
}

func opRandint(c *call) (object.Value, error) {
	low, high := c.bounds()
	return c.made(c.tape.Randint(low, high, c.ints("size"), c.options(), c.generator()))
}

func opRandperm(c *call) (object.Value, error) {
	n := c.int("n")
	if n < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Trying to create tensor with negative dimension %d: [%d]", n, n)
	}
	o := c.options()
	if o.DType == tensor.NoDType {
		o.DType = tensor.Int64
	}
	return c.made(c.tape.Randperm(n, o, c.generator()))
}

func opRandLike(c *call) (object.Value, error) {
	return c.made(c.tape.Rand(c.input().Shape(), c.options().Or(c.input()), nil))
}

func opRandnLike(c *call) (object.Value, error) {
	return c.made(c.tape.Randn(c.input().Shape(), c.options().Or(c.input()), nil))
}

func opRandintLike(c *call) (object.Value, error) {
	low, high := c.bounds()
	return c.made(c.tape.Randint(low, high, c.input().Shape(), c.options().Or(c.input()), nil))
}

func opNormal(c *call) (object.Value, error) {
	if c.has("size") {
		x, err := c.tape.Empty(c.ints("size"), c.outOptions())
		if err == nil {
			err = c.tape.NormalIn(x, c.float("mean"), c.float("std"), c.generator())
		}
		return c.made(x, err)
	}
	return c.one(c.tape.Normal(c.tensorOrWrapped("mean"), c.tensorOrWrapped("std"), c.generator()))
}

// tensorOrWrapped reads a tensor, or a number as an operand.
func (c *call) tensorOrWrapped(name string) *tensor.Tensor {
	if isTensor(c.arg(name)) {
		return c.tensor(name)
	}
	return c.tape.Wrap(tensor.Float(c.float(name)))
}

func opBernoulli(c *call) (object.Value, error) {
	x := c.input()
	if c.has("p") {
		y, err := c.tape.Empty(x.Shape(), x.Like())
		if err == nil {
			err = c.tape.BernoulliIn(y, c.float("p"), c.generator())
		}
		return c.one(y, err)
	}
	return c.one(c.tape.Bernoulli(x, c.generator()))
}

func opMultinomial(c *call) (object.Value, error) {
	return c.one(c.tape.Multinomial(c.input(), c.int("num_samples"), c.bool("replacement"), c.generator()))
}

// randomIn is an in-place operation that overwrites its tensor with random numbers.
func randomIn(fill func(c *call, x *tensor.Tensor) error) operation {
	return func(c *call) (object.Value, error) {
		err := c.tape.RandomInPlace(c.input(), func(x *tensor.Tensor) error { return fill(c, x) })
		return c.into(err)
	}
}

func opNormalInPlace(c *call) (object.Value, error) {
	std := c.float("std")
	if std < 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "normal expects std >= 0.0, but found std %s", tensor.Float(std))
	}
	return randomIn(func(c *call, x *tensor.Tensor) error {
		return c.tape.NormalIn(x, c.float("mean"), std, c.generator())
	})(c)
}

func opRandomInPlace(c *call) (object.Value, error) {
	return randomIn(func(c *call, x *tensor.Tensor) error {
		switch {
		case c.has("from") && c.given("to"):
			return c.tape.RandintIn(x, int64(c.int("from")), int64(c.int("to")), c.generator())
		case c.has("to") && c.given("to"):
			return c.tape.RandintIn(x, 0, int64(c.int("to")), c.generator())
		}
		return c.tape.RandomIn(x, c.generator())
	})(c)
}

// opPoisson draws with Knuth's product of uniforms for small rates.
func opPoisson(c *call) (object.Value, error) {
	return object.Value{}, object.Raise(object.NotImplementedError, "torch.poisson is not part of this torch")
}

func opDropout(c *call) (object.Value, error) {
	p, train := c.float("p"), c.bool("train")
	if p < 0 || p > 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "dropout probability has to be between 0 and 1, but got %s", tensor.Float(p))
	}
	return c.one(c.tape.Dropout(c.input(), p, train, nil))
}

func opFeatureDropout(c *call) (object.Value, error) {
	return c.one(c.tape.FeatureDropout(c.input(), c.float("p"), c.bool("train"), nil))
}

// opAlphaDropout keeps the mean and variance of SELU's outputs: dropped elements take
// its negative limit, and an affine map restores both.
func opAlphaDropout(c *call) (object.Value, error) {
	x, p := c.input(), c.float("p")
	if !c.bool("train") || p == 0 || x.Numel() == 0 {
		return c.one(x, nil)
	}
	shape := x.Shape()
	if c.o.name != "alpha_dropout" && c.o.name != "alpha_dropout_" {
		shape = repeated(1, x.Dim())
		copy(shape, x.Shape()[:min(2, x.Dim())])
	}
	const alpha = 1.7580993408473766
	a := 1 / sqrt((alpha*alpha*p+1)*(1-p))
	s := &steps{Tape: c.tape}
	noise, err := c.tape.Empty(shape, x.Like())
	if err == nil {
		err = c.tape.BernoulliIn(noise, 1-p, nil)
	}
	if err != nil {
		return object.Value{}, err
	}
	b := s.do(c.tape.Sub(noise, c.tape.Wrap(tensor.Int(1)), tensor.Int(1)))
	b = s.with(func() (*tensor.Tensor, error) { return c.tape.Mul(b, c.tape.Wrap(tensor.Float(alpha*a))) })
	b = s.with(func() (*tensor.Tensor, error) {
		return c.tape.Add(b, c.tape.Wrap(tensor.Float(alpha*a*p)), tensor.Int(1))
	})
	scaled := s.do(c.tape.Mul(noise, c.tape.Wrap(tensor.Float(a))))
	y := s.with(func() (*tensor.Tensor, error) { return c.tape.Mul(x, scaled) })
	y = s.with(func() (*tensor.Tensor, error) { return c.tape.Add(y, b, tensor.Int(1)) })
	return c.one(y, s.err)
}

func opRrelu(c *call) (object.Value, error) {
	low, high := c.float("lower"), c.float("upper")
	x := c.input()
	if !c.bool("training") {
		return c.one(c.tape.Unary(device.OpLeakyRelu, x, (low+high)/2))
	}
	slope, err := c.tape.Empty(x.Shape(), x.Like())
	if err == nil {
		err = c.tape.UniformIn(slope, low, high, c.generator())
	}
	if err != nil {
		return object.Value{}, err
	}
	e := c.expr()
	below := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpLe, x, e.num(0)) })
	return c.one(e.where(below, e.mul(x, slope), x), e.err)
}
