package autograd

import (
	"math"
	"sync"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// rules has the gradients that go by their node's name: a formula per input. What a row
// calls x(0), x(1)… is said where the operation saves it. Broadcasting and dtype conversion
// are undone by the walk, not here. Formulas follow PyTorch's derivatives.yaml.
var rules func() map[string]*rule

func init() { rules = sync.OnceValue(makeRules) }

func makeRules() map[string]*rule {
	table := map[string]*rule{}
	for _, part := range []map[string]rule{arithmeticRules(), variantRules(), reductionRules(), viewRules(), indexRules(), matrixRules(), networkRules(), linalgRules()} {
		for name, r := range part {
			r.name = name
			table[name] = &r
		}
	}
	return table
}

func one(f formula) rule     { return rule{inputs: []formula{f}} }
func each(f ...formula) rule { return rule{inputs: f} }
func pass(c *calc) *Tensor   { return c.g }
func vanish(c *calc) *Tensor { return c.zerosOf(0) }

// keeps names what the operation saves.
func (r rule) keeps(names string) rule {
	r.saved = names
	return r
}

// unimplemented is a rule that lets graphs be built; walking them fails.
func unimplemented(name string) func(c *calc) []*Tensor {
	return func(c *calc) []*Tensor {
		what := name
		if c.n.state.what != "" {
			what = c.n.state.what
		}
		c.err = c.t.errorf("derivative for aten::%s is not implemented", what)
		return nil
	}
}

// underived is for the operations whose gradient nobody has derived.
func underived(name string) func(c *calc) []*Tensor {
	return func(c *calc) []*Tensor {
		c.err = &tensor.Error{Kind: tensor.NotImplementedError, Text: "the derivative for '" + name + "' is not implemented."}
		return nil
	}
}

func arithmeticRules() map[string]rule {
	return map[string]rule{
		"AddBackward0":  each(pass, func(c *calc) *Tensor { return c.scale(c.g, c.n.state.scalar) }),
		"SubBackward0":  each(pass, func(c *calc) *Tensor { return c.neg(c.scale(c.g, c.n.state.scalar)) }),
		"RsubBackward1": one(func(c *calc) *Tensor { return c.neg(c.scale(c.g, c.n.state.scalar)) }),
		"MulBackward0": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(1))) },
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(0))) }).keeps(operands),
		"DivBackward0": each(
			func(c *calc) *Tensor { return c.div(c.g, c.conj(c.x(1))) },
			func(c *calc) *Tensor {
				b := c.x(1)
				return c.neg(c.mul(c.g, c.conj(c.div(c.div(c.x(0), b), b))))
			}).keeps(operands),
		"DivBackward2": each(vanish, func(c *calc) *Tensor { return c.zerosOf(1) }),
		"PowBackward0": one(func(c *calc) *Tensor {
			p := c.n.state.scalar
			if p.DType != tensor.Complex128 && p.Float64() == 0 {
				return c.zerosOf(0)
			}
			if c.bad(c.g) {
				return nil
			}
			less := tensor.Float(p.Float64() - 1)
			if p.DType == tensor.Complex128 {
				less = tensor.Complex(p.C - 1)
			}
			return c.mul(c.g, c.conj(c.mul(c.two(c.t.Pow, c.x(0), c.t.Wrap(less)), c.t.Wrap(p))))
		}).keeps(self),
		"PowBackward1": each(
			func(c *calc) *Tensor {
				p := c.x(1)
				step := c.mul(c.g, c.conj(c.mul(p, c.two(c.t.Pow, c.x(0), c.plus(p, -1)))))
				return c.where(c.compare(device.OpEq, p, c.num(0)), c.num(0), step)
			},
			func(c *calc) *Tensor {
				base, p := c.x(0), c.x(1)
				if c.bad(base, p) {
					return nil
				}
				if base.IsWrapped() { // the logarithm of a number is as exact as the exponent
					base = c.castTo(base, 1)
				}
				none := c.compare(device.OpLogicalAnd, c.compare(device.OpEq, base, c.num(0)), c.compare(device.OpGe, c.one(c.t.Env.Real, p), c.num(0)))
				return c.mul(c.g, c.where(none, c.num(0), c.conj(c.mul(c.x(2), c.unary(device.OpLog, base)))))
			}).keeps("self exponent result"),
		"RemainderBackward0": one(pass),
		"RemainderBackward1": each(pass, func(c *calc) *Tensor {
			x, y := c.x(0), c.x(1)
			if c.bad(x, y) {
				return nil
			}
			return c.neg(c.mul(c.g, c.keep(c.t.Env.Binary(device.OpFloorDivide, x, y)))) // which is flat
		}),
		"FmodBackward0": one(pass),
		"FmodBackward1": each(pass, func(c *calc) *Tensor {
			return c.neg(c.mul(c.g, c.unary(device.OpTrunc, c.div(c.x(0), c.x(1)))))
		}),
		"WhereBackward0": each(
			func(c *calc) *Tensor { return c.where(c.x(0), c.g, c.num(0)) },
			func(c *calc) *Tensor { return c.where(c.x(0), c.num(0), c.g) }),
		"MaskedFillBackward0": one(func(c *calc) *Tensor { return c.where(c.x(0), c.num(0), c.g) }),
		"MaskedFillBackward1": each(
			func(c *calc) *Tensor { return c.where(c.x(0), c.num(0), c.g) },
			func(c *calc) *Tensor { return c.sum(c.where(c.x(0), c.g, c.num(0)), nil, false) }),
		"LerpBackward0": each(
			func(c *calc) *Tensor { return c.times(c.g, 1-c.n.state.scalar.Float64()) },
			func(c *calc) *Tensor { return c.scale(c.g, c.n.state.scalar) }),
		"LerpBackward1": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.plus(c.neg(c.x(2)), 1)) },
			func(c *calc) *Tensor { return c.mul(c.g, c.x(2)) },
			func(c *calc) *Tensor { return c.mul(c.g, c.sub(c.x(1), c.x(0))) }),
		"AddcmulBackward0": each(pass,
			func(c *calc) *Tensor { return c.mul(c.g, c.scale(c.conj(c.x(1)), c.n.state.scalar)) },
			func(c *calc) *Tensor { return c.mul(c.g, c.scale(c.conj(c.x(0)), c.n.state.scalar)) }),
		"AddcdivBackward0": each(pass,
			func(c *calc) *Tensor {
				return c.mul(c.g, c.scale(c.conj(c.unary(device.OpReciprocal, c.x(1))), c.n.state.scalar))
			},
			func(c *calc) *Tensor {
				return c.neg(c.mul(c.g, c.scale(c.conj(c.div(c.x(0), c.square(c.x(1)))), c.n.state.scalar)))
			}),
		"ClampBackward0": each(
			func(c *calc) *Tensor { return c.only(c.inside(), c.g) },
			func(c *calc) *Tensor { return c.only(c.beyond(1, device.OpLt), c.g) },
			func(c *calc) *Tensor { return c.only(c.beyond(2, device.OpGt), c.g) }),
		"ClampMinBackward0": one(func(c *calc) *Tensor {
			return c.only(c.compare(device.OpGe, c.x(0), c.num(c.n.state.floats[0])), c.g)
		}).keeps(self),
		"ClampMaxBackward0": one(func(c *calc) *Tensor {
			return c.only(c.compare(device.OpLe, c.x(0), c.num(c.n.state.floats[1])), c.g)
		}).keeps(self),
		"ComplexBackward0": each(
			func(c *calc) *Tensor { return c.one(c.t.Real, c.g) },
			func(c *calc) *Tensor { return c.one(c.t.Imag, c.g) }),
		"PolarBackward0": each(
			func(c *calc) *Tensor { return c.one(c.t.Real, c.mul(c.conj(c.g), c.one(c.t.Sgn, c.x(2)))) },
			func(c *calc) *Tensor {
				return c.neg(c.one(c.t.Imag, c.mul(c.conj(c.g), c.x(2))))
			}),
		"CloneBackward0":  one(pass),
		"ToCopyBackward0": one(pass),
		"CopyBackwards":   each(func(c *calc) *Tensor { return c.zerosOf(0) }, pass),
		"FillBackward0":   one(vanish),
		"ZeroBackward0":   one(vanish),
		"NotImplemented":  {all: unimplemented("this operation")},
	}
}

// inside marks where clamp(x, low, high) kept x; beyond where a bound won.
func (c *calc) inside() *Tensor {
	in := c.compare(device.OpGe, c.x(0), c.x(1))
	return c.compare(device.OpLogicalAnd, in, c.compare(device.OpLe, c.x(0), c.x(2)))
}

func (c *calc) beyond(bound int, op device.Op) *Tensor {
	return c.compare(op, c.x(0), c.x(bound))
}

func (c *calc) notBool(x *Tensor) *Tensor { return c.unary(device.OpLogicalNot, x) }

// variantRules are those of elementwise functions that share an op with another one, or are
// made of several.
func variantRules() map[string]rule {
	return map[string]rule{
		"SgnBackward0":  one(sgnGrad).keeps(self),
		"CeluBackward0": one(eluGrad).keeps(self),
		"HardtanhBackward0": one(func(c *calc) *Tensor {
			lo, hi := c.n.state.floats[0], c.n.state.floats[1]
			inside := c.compare(device.OpLogicalAnd, c.compare(device.OpGt, c.x(0), c.num(lo)), c.compare(device.OpLt, c.x(0), c.num(hi)))
			return c.only(inside, c.g)
		}).keeps(self),
		"HardshrinkBackward0": one(shrinkGrad).keeps(self),
		"SoftshrinkBackward0": one(shrinkGrad).keeps(self),
		"LogitBackward0": one(func(c *calc) *Tensor {
			x := c.x(0)
			outside := c.compare(device.OpLogicalOr, c.compare(device.OpLt, x, c.num(0)), c.compare(device.OpGt, x, c.num(1)))
			return c.where(outside, c.num(math.NaN()), c.div(c.g, c.mul(x, c.plus(c.neg(x), 1))))
		}).keeps(self),
		"Deg2RadBackward0": one(func(c *calc) *Tensor { return c.times(c.g, math.Pi/180) }),
		"Rad2DegBackward0": one(func(c *calc) *Tensor { return c.times(c.g, 180/math.Pi) }),
		"TanhBackwardBackward0": each(
			func(c *calc) *Tensor { return c.two(c.t.tanhGrad, c.g, c.x(1)) },
			func(c *calc) *Tensor { return c.times(c.mul(c.mul(c.g, c.x(0)), c.x(1)), -2) }),
		"SigmoidBackwardBackward0": each(
			func(c *calc) *Tensor { return c.two(c.t.sigmoidGrad, c.g, c.x(1)) },
			func(c *calc) *Tensor { return c.mul(c.mul(c.g, c.x(0)), c.plus(c.times(c.x(1), -2), 1)) }),
		"ThresholdBackwardBackward0": each(func(c *calc) *Tensor { return c.two(c.t.reluGrad, c.g, c.x(1)) }, func(c *calc) *Tensor { return c.zerosOf(1) }),
	}
}

// sgnGrad is zero for reals; for complex numbers the part across the direction, over
// the length.
func sgnGrad(c *calc) *Tensor {
	if !c.n.inputs[0].dtype.IsComplex() {
		return c.zerosOf(0)
	}
	x := c.x(0)
	length := c.unary(device.OpAbs, x)
	s := c.div(x, length)
	along := c.mul(s, c.one(c.t.Real, c.mul(c.conj(s), c.g)))
	return c.div(c.sub(c.g, along), length)
}

func shrinkGrad(c *calc) *Tensor {
	inside := c.compare(device.OpLe, c.unary(device.OpAbs, c.x(0)), c.num(c.n.state.floats[0]))
	return c.where(inside, c.num(0), c.g)
}
