package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// rules is the gradient table: a row per node name, a formula per input. What a row
// calls x(0), x(1)… is said where the operation saves it. Broadcasting and dtype
// conversion are undone by the walk, not here. Formulas follow PyTorch's
// derivatives.yaml.
var rules map[string]*rule

// The table refers to operations, which refer to the table: it is filled at start-up.
func init() {
	rules = map[string]*rule{}
	for _, part := range []map[string]rule{arithmeticRules(), unaryRules(), reductionRules(), viewRules(), indexRules(), matrixRules(), networkRules(), linalgRules()} {
		for name, r := range part {
			r.name = name
			rules[name] = &r
		}
	}
}

func one(f formula) rule     { return rule{inputs: []formula{f}} }
func each(f ...formula) rule { return rule{inputs: f} }
func pass(c *calc) *Tensor   { return c.g }
func vanish(c *calc) *Tensor { return c.zerosOf(0) }

// notImplemented rows exist so that graphs can be built; walking them fails.
func notImplemented(name string) rule {
	return rule{all: func(c *calc) []*Tensor {
		if c.n.state.what != "" {
			name = c.n.state.what
		}
		c.err = c.t.errorf("derivative for aten::%s is not implemented", name)
		return nil
	}}
}

func arithmeticRules() map[string]rule {
	return map[string]rule{
		"AddBackward0":  each(pass, func(c *calc) *Tensor { return c.scale(c.g, c.n.state.scalar) }),
		"SubBackward0":  each(pass, func(c *calc) *Tensor { return c.neg(c.scale(c.g, c.n.state.scalar)) }),
		"RsubBackward1": one(func(c *calc) *Tensor { return c.neg(c.scale(c.g, c.n.state.scalar)) }),
		"MulBackward0": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(1))) },
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(0))) }),
		"DivBackward0": each(
			func(c *calc) *Tensor { return c.div(c.g, c.conj(c.x(1))) },
			func(c *calc) *Tensor {
				b := c.x(1)
				return c.neg(c.mul(c.g, c.conj(c.div(c.div(c.x(0), b), b))))
			}),
		"DivBackward2": each(vanish, func(c *calc) *Tensor { return c.zerosOf(1) }),
		"PowBackward0": one(func(c *calc) *Tensor {
			p := c.n.state.scalar
			if p.DType != tensor.Complex128 && p.Float64() == 0 {
				return c.zerosOf(0)
			}
			if c.bad(c.g) {
				return nil
			}
			less := c.t.Wrap(tensor.Float(p.Float64() - 1))
			if p.IsIntegral() {
				less = c.t.Wrap(tensor.Int(p.I - 1))
			}
			return c.mul(c.g, c.conj(c.mul(c.two(c.t.Pow, c.x(0), less), c.t.Wrap(p))))
		}),
		"PowBackward1": each(
			func(c *calc) *Tensor {
				p := c.x(1)
				step := c.mul(c.mul(c.g, p), c.two(c.t.Pow, c.x(0), c.plus(p, -1)))
				return c.where(c.compare(device.OpEq, p, c.num(0)), c.num(0), step)
			},
			func(c *calc) *Tensor {
				base, p := c.x(0), c.x(1)
				if base.IsWrapped() { // the logarithm of a number is as exact as the exponent
					base = c.castTo(base, 1)
				}
				none := c.compare(device.OpLogicalAnd, c.compare(device.OpEq, base, c.num(0)), c.compare(device.OpGe, p, c.num(0)))
				return c.mul(c.g, c.where(none, c.num(0), c.mul(c.x(2), c.unary(device.OpLog, base))))
			}),
		"RemainderBackward0": one(pass),
		"RemainderBackward1": each(pass, func(c *calc) *Tensor {
			return c.neg(c.mul(c.g, c.binary(device.OpFloorDivide, c.x(0), c.x(1))))
		}),
		"FmodBackward0": one(pass),
		"FmodBackward1": each(pass, func(c *calc) *Tensor {
			return c.neg(c.mul(c.g, c.unary(device.OpTrunc, c.div(c.x(0), c.x(1)))))
		}),
		"MaximumBackward0": larger(device.OpGt, device.OpLt),
		"MinimumBackward0": larger(device.OpLt, device.OpGt),
		"FmaxBackward0": each(
			func(c *calc) *Tensor { return c.only(c.notBool(c.compare(device.OpLt, c.x(0), c.x(1))), c.g) },
			func(c *calc) *Tensor { return c.only(c.compare(device.OpLt, c.x(0), c.x(1)), c.g) }),
		"FminBackward0": each(
			func(c *calc) *Tensor { return c.only(c.notBool(c.compare(device.OpGt, c.x(0), c.x(1))), c.g) },
			func(c *calc) *Tensor { return c.only(c.compare(device.OpGt, c.x(0), c.x(1)), c.g) }),
		"Atan2Backward0": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(1), c.add(c.square(c.x(0)), c.square(c.x(1))))) },
			func(c *calc) *Tensor {
				return c.neg(c.mul(c.g, c.div(c.x(0), c.add(c.square(c.x(0)), c.square(c.x(1))))))
			}),
		"HypotBackward0": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(0), c.x(2))) },
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(1), c.x(2))) }),
		"LogaddexpBackward0": each(
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp, c.sub(c.x(1), c.x(0))), 1)) },
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp, c.sub(c.x(0), c.x(1))), 1)) }),
		"Logaddexp2Backward0": each(
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp2, c.sub(c.x(1), c.x(0))), 1)) },
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp2, c.sub(c.x(0), c.x(1))), 1)) }),
		"XlogyBackward0": each(
			func(c *calc) *Tensor {
				none := c.compare(device.OpLogicalAnd, c.compare(device.OpEq, c.x(0), c.num(0)), c.compare(device.OpLe, c.x(1), c.num(0)))
				return c.mul(c.g, c.where(none, c.num(0), c.unary(device.OpLog, c.x(1))))
			},
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(0), c.x(1))) }),
		"CopysignBackward0": each(
			func(c *calc) *Tensor {
				ratio := c.div(c.x(2), c.x(0))
				return c.mul(c.g, c.where(c.compare(device.OpEq, c.x(0), c.num(0)), c.num(0), ratio))
			},
			func(c *calc) *Tensor { return c.zerosOf(1) }),
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
				return c.mul(c.g, c.scale(c.unary(device.OpReciprocal, c.x(1)), c.n.state.scalar))
			},
			func(c *calc) *Tensor {
				return c.neg(c.mul(c.g, c.scale(c.div(c.x(0), c.square(c.x(1))), c.n.state.scalar)))
			}),
		"ClampBackward0": each(
			func(c *calc) *Tensor { return c.only(c.inside(), c.g) },
			func(c *calc) *Tensor { return c.only(c.beyond(1, device.OpLt), c.g) },
			func(c *calc) *Tensor { return c.only(c.beyond(2, device.OpGt), c.g) }),
		"ClampBackward1": one(func(c *calc) *Tensor {
			lo, hi := c.n.state.floats[0], c.n.state.floats[1]
			inside := c.compare(device.OpGe, c.x(0), c.num(lo))
			return c.only(c.compare(device.OpLogicalAnd, inside, c.compare(device.OpLe, c.x(0), c.num(hi))), c.g)
		}),
		"ClampMinBackward0": one(func(c *calc) *Tensor {
			return c.only(c.compare(device.OpGe, c.x(0), c.num(c.n.state.floats[0])), c.g)
		}),
		"ClampMaxBackward0": one(func(c *calc) *Tensor {
			return c.only(c.compare(device.OpLe, c.x(0), c.num(c.n.state.floats[1])), c.g)
		}),
		"ComplexBackward0": each(
			func(c *calc) *Tensor { return c.one(c.t.Real, c.g) },
			func(c *calc) *Tensor { return c.one(c.t.Imag, c.g) }),
		"PolarBackward0": each(
			func(c *calc) *Tensor { return c.one(c.t.Real, c.mul(c.conj(c.g), c.one(c.t.Sgn, c.x(2)))) },
			func(c *calc) *Tensor {
				return c.neg(c.one(c.t.Imag, c.conj(c.mul(c.conj(c.g), c.x(2)))))
			}),
		"CloneBackward0":  one(pass),
		"ToCopyBackward0": one(pass),
		"CopyBackwards":   each(func(c *calc) *Tensor { return c.zerosOf(0) }, pass),
		"FillBackward0":   one(vanish),
		"FillBackward1":   each(vanish, func(c *calc) *Tensor { return c.sum(c.g, nil, false) }),
		"ZeroBackward0":   one(vanish),
		"NotImplemented":  notImplemented("this operation"),
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

// larger is the gradient of maximum (a wins where greater) and minimum; ties share.
func larger(wins, loses device.Op) rule {
	side := func(win device.Op) formula {
		return func(c *calc) *Tensor {
			half := c.only(c.compare(device.OpEq, c.x(0), c.x(1)), c.times(c.g, 0.5))
			return c.where(c.compare(win, c.x(0), c.x(1)), c.g, half)
		}
	}
	return each(side(wins), side(loses))
}

// Rules of elementwise functions save their input as x(0) and their result as x(1).
func unaryRules() map[string]rule {
	g := func(f func(c *calc, x, y *Tensor) *Tensor) rule {
		return one(func(c *calc) *Tensor { return c.mul(c.g, c.conj(f(c, c.x(0), c.x(1)))) })
	}
	inv := func(f func(c *calc, x, y *Tensor) *Tensor) rule {
		return one(func(c *calc) *Tensor { return c.div(c.g, c.conj(f(c, c.x(0), c.x(1)))) })
	}
	return map[string]rule{
		"NegBackward0":        one(func(c *calc) *Tensor { return c.neg(c.g) }),
		"AbsBackward0":        g(func(c *calc, x, _ *Tensor) *Tensor { return c.conj(c.one(c.t.Sgn, x)) }),
		"SignBackward0":       one(vanish),
		"SgnBackward0":        one(sgnGrad),
		"FloorBackward0":      one(vanish),
		"CeilBackward0":       one(vanish),
		"RoundBackward0":      one(vanish),
		"TruncBackward0":      one(vanish),
		"FracBackward0":       one(pass),
		"ExpBackward0":        g(func(c *calc, _, y *Tensor) *Tensor { return y }),
		"Exp2Backward0":       g(func(c *calc, _, y *Tensor) *Tensor { return c.times(y, math.Ln2) }),
		"Expm1Backward0":      g(func(c *calc, _, y *Tensor) *Tensor { return c.plus(y, 1) }),
		"LogBackward0":        inv(func(c *calc, x, _ *Tensor) *Tensor { return x }),
		"Log2Backward0":       inv(func(c *calc, x, _ *Tensor) *Tensor { return c.times(x, math.Ln2) }),
		"Log10Backward0":      inv(func(c *calc, x, _ *Tensor) *Tensor { return c.times(x, math.Ln10) }),
		"Log1PBackward0":      inv(func(c *calc, x, _ *Tensor) *Tensor { return c.plus(x, 1) }),
		"SqrtBackward0":       inv(func(c *calc, _, y *Tensor) *Tensor { return c.times(y, 2) }),
		"RsqrtBackward0":      g(func(c *calc, _, y *Tensor) *Tensor { return c.times(c.pow(y, 3), -0.5) }),
		"ReciprocalBackward0": g(func(c *calc, _, y *Tensor) *Tensor { return c.neg(c.square(y)) }),
		"SinBackward0":        g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpCos, x) }),
		"CosBackward0":        g(func(c *calc, x, _ *Tensor) *Tensor { return c.neg(c.unary(device.OpSin, x)) }),
		"TanBackward0":        g(func(c *calc, _, y *Tensor) *Tensor { return c.plus(c.square(y), 1) }),
		"AsinBackward0":       g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.oneMinusSquare(x)) }),
		"AcosBackward0": g(func(c *calc, x, _ *Tensor) *Tensor {
			return c.neg(c.unary(device.OpRsqrt, c.oneMinusSquare(x)))
		}),
		"AtanBackward0":  inv(func(c *calc, x, _ *Tensor) *Tensor { return c.plus(c.square(x), 1) }),
		"SinhBackward0":  g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpCosh, x) }),
		"CoshBackward0":  g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpSinh, x) }),
		"AsinhBackward0": g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.plus(c.square(x), 1)) }),
		"AcoshBackward0": g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.plus(c.square(x), -1)) }),
		"AtanhBackward0": inv(func(c *calc, x, _ *Tensor) *Tensor { return c.oneMinusSquare(x) }),
		"TanhBackward0":  one(func(c *calc) *Tensor { return c.two(c.t.tanhGrad, c.g, c.x(1)) }),
		"TanhBackwardBackward0": each(
			func(c *calc) *Tensor { return c.two(c.t.tanhGrad, c.g, c.x(1)) },
			func(c *calc) *Tensor { return c.times(c.mul(c.mul(c.g, c.x(0)), c.x(1)), -2) }),
		"SigmoidBackward0": one(func(c *calc) *Tensor { return c.two(c.t.sigmoidGrad, c.g, c.x(1)) }),
		"SigmoidBackwardBackward0": each(
			func(c *calc) *Tensor { return c.two(c.t.sigmoidGrad, c.g, c.x(1)) },
			func(c *calc) *Tensor { return c.mul(c.mul(c.g, c.x(0)), c.plus(c.times(c.x(1), -2), 1)) }),
		"ReluBackward0":              one(func(c *calc) *Tensor { return c.two(c.t.reluGrad, c.g, c.x(1)) }),
		"ThresholdBackwardBackward0": each(func(c *calc) *Tensor { return c.two(c.t.reluGrad, c.g, c.x(1)) }, func(c *calc) *Tensor { return c.zerosOf(1) }),
		"ErfBackward0":               g(func(c *calc, x, _ *Tensor) *Tensor { return c.times(c.gauss(x, 1), 2/math.Sqrt(math.Pi)) }),
		"ErfcBackward0":              g(func(c *calc, x, _ *Tensor) *Tensor { return c.times(c.gauss(x, 1), -2/math.Sqrt(math.Pi)) }),
		"ErfinvBackward0": g(func(c *calc, _, y *Tensor) *Tensor {
			return c.times(c.unary(device.OpExp, c.square(y)), math.Sqrt(math.Pi)/2)
		}),
		"LgammaBackward0":  g(func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpDigamma, x) }),
		"DigammaBackward0": notImplemented("digamma"),
		"I0Backward0":      notImplemented("i0"),
		"SincBackward0": g(func(c *calc, x, _ *Tensor) *Tensor {
			px := c.times(x, math.Pi)
			d := c.div(c.sub(c.mul(px, c.unary(device.OpCos, px)), c.unary(device.OpSin, px)), c.mul(px, x))
			return c.where(c.compare(device.OpEq, x, c.num(0)), c.num(0), d)
		}),
		"NanToNumBackward0": one(func(c *calc) *Tensor { return c.only(c.unary(device.OpIsfinite, c.x(0)), c.g) }),
		"LogitBackward0": one(func(c *calc) *Tensor {
			return c.div(c.g, c.mul(c.x(0), c.plus(c.neg(c.x(0)), 1)))
		}),
		"GeluBackward0": g(geluSlope),
		"SiluBackward0": g(siluSlope),
		"MishBackward0": g(mishSlope),
		"HardtanhBackward0": one(func(c *calc) *Tensor {
			lo, hi := c.n.state.floats[0], c.n.state.floats[1]
			inside := c.compare(device.OpLogicalAnd, c.compare(device.OpGt, c.x(0), c.num(lo)), c.compare(device.OpLt, c.x(0), c.num(hi)))
			return c.only(inside, c.g)
		}),
		"LeakyReluBackward0": one(func(c *calc) *Tensor {
			return c.where(c.compare(device.OpGt, c.x(0), c.num(0)), c.g, c.times(c.g, c.n.state.floats[0]))
		}),
		"EluBackward0":  one(eluGrad),
		"CeluBackward0": one(eluGrad),
		"SoftplusBackward0": one(func(c *calc) *Tensor {
			beta, threshold := c.n.state.floats[0], c.n.state.floats[1]
			bx := c.times(c.x(0), beta)
			return c.where(c.compare(device.OpGt, bx, c.num(threshold)), c.g, c.mul(c.g, c.unary(device.OpSigmoid, bx)))
		}),
		"LogSigmoidBackward0": one(func(c *calc) *Tensor { return c.mul(c.g, c.unary(device.OpSigmoid, c.neg(c.x(0)))) }),
		"HardswishBackward0": one(func(c *calc) *Tensor {
			x := c.x(0)
			middle := c.mul(c.g, c.plus(c.times(x, 1.0/3), 0.5))
			return c.where(c.compare(device.OpLt, x, c.num(-3)), c.num(0), c.where(c.compare(device.OpLe, x, c.num(3)), middle, c.g))
		}),
		"HardsigmoidBackward0": one(func(c *calc) *Tensor {
			x := c.x(0)
			inside := c.compare(device.OpLogicalAnd, c.compare(device.OpGt, x, c.num(-3)), c.compare(device.OpLt, x, c.num(3)))
			return c.only(inside, c.times(c.g, 1.0/6))
		}),
		"ThresholdBackward0": one(func(c *calc) *Tensor {
			return c.only(c.compare(device.OpGt, c.x(0), c.num(c.n.state.floats[0])), c.g)
		}),
		"HardshrinkBackward0": one(shrinkGrad),
		"SoftshrinkBackward0": one(shrinkGrad),
		"Deg2RadBackward0":    one(func(c *calc) *Tensor { return c.times(c.g, math.Pi/180) }),
		"Rad2DegBackward0":    one(func(c *calc) *Tensor { return c.times(c.g, 180/math.Pi) }),
		"ConjBackward0":       one(func(c *calc) *Tensor { return c.conj(c.g) }),
		"AngleBackward0": one(func(c *calc) *Tensor {
			x := c.x(0)
			if c.bad(x) || !x.DType().IsComplex() {
				return c.zerosOf(0)
			}
			re, im := c.one(c.t.Real, x), c.one(c.t.Imag, x)
			r2 := c.add(c.square(re), c.square(im))
			return c.two(c.t.Complex, c.mul(c.g, c.neg(c.div(im, r2))), c.mul(c.g, c.div(re, r2)))
		}),
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

func (c *calc) oneMinusSquare(x *Tensor) *Tensor { return c.plus(c.neg(c.square(x)), 1) }

// gauss is exp(−k·x²).
func (c *calc) gauss(x *Tensor, k float64) *Tensor {
	return c.unary(device.OpExp, c.times(c.square(x), -k))
}

func geluSlope(c *calc, x, _ *Tensor) *Tensor {
	if c.n.state.flag { // tanh approximation
		const k = 0.044715
		b := math.Sqrt(2 / math.Pi)
		inner := c.times(c.add(x, c.times(c.pow(x, 3), k)), b)
		th := c.unary(device.OpTanh, inner)
		left := c.times(c.plus(th, 1), 0.5)
		slope := c.times(c.plus(c.times(c.square(x), 3*k), 1), b)
		return c.add(left, c.mul(c.times(x, 0.5), c.mul(c.oneMinusSquare(th), slope)))
	}
	cdf := c.times(c.plus(c.unary(device.OpErf, c.times(x, math.Sqrt2/2)), 1), 0.5)
	pdf := c.times(c.gauss(x, 0.5), 1/math.Sqrt(2*math.Pi))
	return c.add(cdf, c.mul(x, pdf))
}

func siluSlope(c *calc, x, _ *Tensor) *Tensor {
	s := c.unary(device.OpSigmoid, x)
	return c.mul(s, c.plus(c.mul(x, c.plus(c.neg(s), 1)), 1))
}

func mishSlope(c *calc, x, _ *Tensor) *Tensor {
	th := c.unary(device.OpTanh, c.unary(device.OpSoftplus, x, 1, 20))
	return c.add(th, c.mul(c.mul(x, c.unary(device.OpSigmoid, x)), c.oneMinusSquare(th)))
}

func eluGrad(c *calc) *Tensor {
	alpha, scale, input := c.n.state.floats[0], c.n.state.floats[1], c.n.state.floats[2]
	x := c.x(0)
	low := c.mul(c.g, c.times(c.unary(device.OpExp, c.times(x, input)), alpha*scale*input))
	return c.where(c.compare(device.OpLe, x, c.num(0)), low, c.times(c.g, scale))
}

func shrinkGrad(c *calc) *Tensor {
	inside := c.compare(device.OpLe, c.unary(device.OpAbs, c.x(0)), c.num(c.n.state.floats[0]))
	return c.where(inside, c.num(0), c.g)
}
