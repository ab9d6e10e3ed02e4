package autograd

import (
	"math"
	"sync"

	"gputour/engine/device"
)

// This file has the gradients of elementwise functions: a row for each row of the table of
// ops (device/table.go) that has one. The other operations' gradients go by their nodes'
// names (rules.go). Formulas follow PyTorch's derivatives.yaml.

// What a node keeps, by the names that PyTorch has for it, in the order of c.x(0), c.x(1)….
const (
	self              = "self"
	result            = "- result"
	operands          = "self other"
	operandsAndResult = "self other result"
)

// derivatives has the rules of elementwise ops; the zero rule is that of an op without a
// gradient. Formulas are made of operations, which look here: the table is made when the
// first node is.
var derivatives func() *[device.NumOps]rule

func init() { derivatives = sync.OnceValue(makeDerivatives) }

func makeDerivatives() *[device.NumOps]rule {
	return &[device.NumOps]rule{
		device.OpNeg:        {name: "NegBackward0", inputs: []formula{func(c *calc) *Tensor { return c.neg(c.g) }}},
		device.OpAbs:        {name: "AbsBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.conj(c.one(c.t.Sgn, x)) }},
		device.OpSign:       {name: "SignBackward0", inputs: []formula{vanish}},
		device.OpSqrt:       {name: "SqrtBackward0", saved: result, over: func(c *calc, _, y *Tensor) *Tensor { return c.times(y, 2) }},
		device.OpRsqrt:      {name: "RsqrtBackward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return c.times(c.pow(y, 3), -0.5) }},
		device.OpReciprocal: {name: "ReciprocalBackward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return c.neg(c.square(y)) }},
		device.OpExp:        {name: "ExpBackward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return y }},
		device.OpExp2:       {name: "Exp2Backward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return c.times(y, math.Ln2) }},
		device.OpExpm1:      {name: "Expm1Backward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return c.plus(y, 1) }},
		device.OpLog:        {name: "LogBackward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return x }},
		device.OpLog2:       {name: "Log2Backward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return c.times(x, math.Ln2) }},
		device.OpLog10:      {name: "Log10Backward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return c.times(x, math.Ln10) }},
		device.OpLog1p:      {name: "Log1PBackward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return c.plus(x, 1) }},
		device.OpSin:        {name: "SinBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpCos, x) }},
		device.OpCos:        {name: "CosBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.neg(c.unary(device.OpSin, x)) }},
		device.OpTan:        {name: "TanBackward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor { return c.plus(c.square(y), 1) }},
		device.OpAsin:       {name: "AsinBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.oneMinusSquare(x)) }},
		device.OpAcos: {name: "AcosBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor {
			return c.neg(c.unary(device.OpRsqrt, c.oneMinusSquare(x)))
		}},
		device.OpAtan:       {name: "AtanBackward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return c.plus(c.square(x), 1) }},
		device.OpSinh:       {name: "SinhBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpCosh, x) }},
		device.OpCosh:       {name: "CoshBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpSinh, x) }},
		device.OpTanh:       {name: "TanhBackward0", saved: result, inputs: []formula{func(c *calc) *Tensor { return c.two(c.t.tanhGrad, c.g, c.x(1)) }}},
		device.OpAsinh:      {name: "AsinhBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.plus(c.square(x), 1)) }},
		device.OpAcosh:      {name: "AcoshBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpRsqrt, c.plus(c.square(x), -1)) }},
		device.OpAtanh:      {name: "AtanhBackward0", saved: self, over: func(c *calc, x, _ *Tensor) *Tensor { return c.oneMinusSquare(x) }},
		device.OpSigmoid:    {name: "SigmoidBackward0", saved: result, inputs: []formula{func(c *calc) *Tensor { return c.two(c.t.sigmoidGrad, c.g, c.x(1)) }}},
		device.OpLogSigmoid: {name: "LogSigmoidBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor { return c.mul(c.g, c.unary(device.OpSigmoid, c.neg(c.x(0)))) }}},
		device.OpErf:        {name: "ErfBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.times(c.gauss(x, 1), 2/math.Sqrt(math.Pi)) }},
		device.OpErfc:       {name: "ErfcBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.times(c.gauss(x, 1), -2/math.Sqrt(math.Pi)) }},
		device.OpErfinv: {name: "ErfinvBackward0", saved: result, slope: func(c *calc, _, y *Tensor) *Tensor {
			return c.times(c.unary(device.OpExp, c.square(y)), math.Sqrt(math.Pi)/2)
		}},
		device.OpLgamma:   {name: "LgammaBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.unary(device.OpDigamma, x) }},
		device.OpDigamma:  {name: "DigammaBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.special("zeta", c.num(2), x) }},
		device.OpFloor:    {name: "FloorBackward0", inputs: []formula{vanish}},
		device.OpCeil:     {name: "CeilBackward0", inputs: []formula{vanish}},
		device.OpRound:    {name: "RoundBackward0", inputs: []formula{vanish}},
		device.OpTrunc:    {name: "TruncBackward0", inputs: []formula{vanish}},
		device.OpFrac:     {name: "FracBackward0", inputs: []formula{pass}},
		device.OpRelu:     {name: "ReluBackward0", saved: result, inputs: []formula{func(c *calc) *Tensor { return c.two(c.t.reluGrad, c.g, c.x(1)) }}},
		device.OpGelu:     {name: "GeluBackward0", saved: self, slope: geluSlope},
		device.OpGeluTanh: {name: "GeluBackward0", saved: self, slope: geluTanhSlope},
		device.OpSilu:     {name: "SiluBackward0", saved: self, slope: siluSlope},
		device.OpMish:     {name: "MishBackward0", saved: self, slope: mishSlope},
		device.OpSoftplus: {name: "SoftplusBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			beta, threshold := c.n.state.floats[0], c.n.state.floats[1]
			bx := c.times(c.x(0), beta)
			return c.where(c.compare(device.OpGt, bx, c.num(threshold)), c.g, c.mul(c.g, c.unary(device.OpSigmoid, bx)))
		}}},
		device.OpElu: {name: "EluBackward0", saved: self, inputs: []formula{eluGrad}},
		device.OpLeakyRelu: {name: "LeakyReluBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			return c.where(c.compare(device.OpGt, c.x(0), c.num(0)), c.g, c.times(c.g, c.n.state.floats[0]))
		}}},
		device.OpHardswish: {name: "HardswishBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			x := c.x(0)
			middle := c.mul(c.g, c.plus(c.times(x, 1.0/3), 0.5))
			return c.where(c.compare(device.OpLt, x, c.num(-3)), c.num(0), c.where(c.compare(device.OpLe, x, c.num(3)), middle, c.g))
		}}},
		device.OpHardsigmoid: {name: "HardsigmoidBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			x := c.x(0)
			inside := c.compare(device.OpLogicalAnd, c.compare(device.OpGt, x, c.num(-3)), c.compare(device.OpLt, x, c.num(3)))
			return c.only(inside, c.times(c.g, 1.0/6))
		}}},
		device.OpClamp: {name: "ClampBackward1", saved: self, inputs: []formula{func(c *calc) *Tensor {
			lo, hi := c.n.state.floats[0], c.n.state.floats[1]
			inside := c.compare(device.OpGe, c.x(0), c.num(lo))
			return c.only(c.compare(device.OpLogicalAnd, inside, c.compare(device.OpLe, c.x(0), c.num(hi))), c.g)
		}}},
		device.OpNanToNum: {name: "NanToNumBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor { return c.only(c.unary(device.OpIsfinite, c.x(0)), c.g) }}},
		device.OpThreshold: {name: "ThresholdBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			return c.only(c.compare(device.OpGt, c.x(0), c.num(c.n.state.floats[0])), c.g)
		}}},
		device.OpSinc: {name: "SincBackward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor {
			px := c.times(x, math.Pi)
			d := c.div(c.sub(c.mul(px, c.unary(device.OpCos, px)), c.unary(device.OpSin, px)), c.mul(px, x))
			return c.where(c.compare(device.OpEq, x, c.num(0)), c.num(0), d)
		}},
		device.OpI0:   {name: "I0Backward0", saved: self, slope: func(c *calc, x, _ *Tensor) *Tensor { return c.special("i1", x) }},
		device.OpConj: {name: "ConjBackward0", inputs: []formula{func(c *calc) *Tensor { return c.conj(c.g) }}},
		device.OpAngle: {name: "AngleBackward0", saved: self, inputs: []formula{func(c *calc) *Tensor {
			x := c.x(0)
			if c.bad(x) || !x.DType().IsComplex() {
				return c.zerosOf(0)
			}
			re, im := c.one(c.t.Real, x), c.one(c.t.Imag, x)
			r2 := c.add(c.square(re), c.square(im))
			return c.two(c.t.Complex, c.mul(c.g, c.neg(c.div(im, r2))), c.mul(c.g, c.div(re, r2)))
		}}},

		device.OpFloorDivide: {name: "NotImplemented", all: unimplemented("floor_divide")},
		device.OpMaximum:     {name: "MaximumBackward0", saved: operands, inputs: larger(device.OpGt, device.OpLt)},
		device.OpMinimum:     {name: "MinimumBackward0", saved: operands, inputs: larger(device.OpLt, device.OpGt)},
		device.OpFmax: {name: "FmaxBackward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor { return c.only(c.notBool(c.compare(device.OpLt, c.x(0), c.x(1))), c.g) },
			func(c *calc) *Tensor { return c.only(c.compare(device.OpLt, c.x(0), c.x(1)), c.g) }}},
		device.OpFmin: {name: "FminBackward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor { return c.only(c.notBool(c.compare(device.OpGt, c.x(0), c.x(1))), c.g) },
			func(c *calc) *Tensor { return c.only(c.compare(device.OpGt, c.x(0), c.x(1)), c.g) }}},
		device.OpAtan2: {name: "Atan2Backward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(1), c.add(c.square(c.x(0)), c.square(c.x(1))))) },
			func(c *calc) *Tensor {
				return c.neg(c.mul(c.g, c.div(c.x(0), c.add(c.square(c.x(0)), c.square(c.x(1))))))
			}}},
		device.OpHypot: {name: "HypotBackward0", saved: operandsAndResult, inputs: []formula{
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(0), c.x(2))) },
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(1), c.x(2))) }}},
		device.OpCopysign: {name: "CopysignBackward0", saved: operandsAndResult, inputs: []formula{
			func(c *calc) *Tensor {
				ratio := c.div(c.x(2), c.x(0))
				return c.mul(c.g, c.where(c.compare(device.OpEq, c.x(0), c.num(0)), c.num(0), ratio))
			},
			func(c *calc) *Tensor { return c.zerosOf(1) }}},
		device.OpNextafter: {name: "NextafterBackward0", all: underived("nextafter")},
		device.OpLogaddexp: {name: "LogaddexpBackward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp, c.sub(c.x(1), c.x(0))), 1)) },
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp, c.sub(c.x(0), c.x(1))), 1)) }}},
		device.OpLogaddexp2: {name: "Logaddexp2Backward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp2, c.sub(c.x(1), c.x(0))), 1)) },
			func(c *calc) *Tensor { return c.div(c.g, c.plus(c.unary(device.OpExp2, c.sub(c.x(0), c.x(1))), 1)) }}},
		device.OpXlogy: {name: "XlogyBackward0", saved: operands, inputs: []formula{
			func(c *calc) *Tensor {
				none := c.compare(device.OpLogicalAnd, c.compare(device.OpEq, c.x(0), c.num(0)), c.compare(device.OpLe, c.x(1), c.num(0)))
				return c.mul(c.g, c.where(none, c.num(0), c.unary(device.OpLog, c.x(1))))
			},
			func(c *calc) *Tensor { return c.mul(c.g, c.div(c.x(0), c.x(1))) }}},
		device.OpHeaviside: {name: "NotImplemented", all: unimplemented("heaviside")},
	}
}

// special is a special function, whose own derivative is not offered.
func (c *calc) special(name string, x ...*Tensor) *Tensor {
	if c.bad(x...) {
		return nil
	}
	return c.keep(c.t.Special(name, x...))
}

func (c *calc) oneMinusSquare(x *Tensor) *Tensor { return c.plus(c.neg(c.square(x)), 1) }

// gauss is exp(−k·x²).
func (c *calc) gauss(x *Tensor, k float64) *Tensor {
	return c.unary(device.OpExp, c.times(c.square(x), -k))
}

func geluSlope(c *calc, x, _ *Tensor) *Tensor {
	cdf := c.times(c.plus(c.unary(device.OpErf, c.times(x, math.Sqrt2/2)), 1), 0.5)
	pdf := c.times(c.gauss(x, 0.5), 1/math.Sqrt(2*math.Pi))
	return c.add(cdf, c.mul(x, pdf))
}

// geluTanhSlope is that of the approximation by tanh.
func geluTanhSlope(c *calc, x, _ *Tensor) *Tensor {
	const k = 0.044715
	b := math.Sqrt(2 / math.Pi)
	inner := c.times(c.add(x, c.times(c.pow(x, 3), k)), b)
	th := c.unary(device.OpTanh, inner)
	left := c.times(c.plus(th, 1), 0.5)
	slope := c.times(c.plus(c.times(c.square(x), 3*k), 1), b)
	return c.add(left, c.mul(c.times(x, 0.5), c.mul(c.oneMinusSquare(th), slope)))
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

// larger is the gradient of maximum (a wins where greater) and minimum; ties share.
func larger(wins, loses device.Op) []formula {
	side := func(win device.Op) formula {
		return func(c *calc) *Tensor {
			half := c.only(c.compare(device.OpEq, c.x(0), c.x(1)), c.times(c.g, 0.5))
			return c.where(c.compare(win, c.x(0), c.x(1)), c.g, half)
		}
	}
	return []formula{side(wins), side(loses)}
}
