package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has the elementwise operations with gradients.

// Add is a + alpha·b.
func (t *Tape) Add(a, b *Tensor, alpha tensor.Scalar) (*Tensor, error) {
	out, err := t.Env.Add(a, b, alpha)
	if err == nil && t.needs(a, b) {
		if n := t.node("AddBackward0", out, a, b); n != nil {
			n.state.scalar = alpha
		}
	} else if t.inference && err == nil {
		t.MarkInference(out)
	}
	return out, err
}

// Sub is a − alpha·b.
func (t *Tape) Sub(a, b *Tensor, alpha tensor.Scalar) (*Tensor, error) {
	out, err := t.Env.Sub(a, b, alpha)
	if err != nil {
		return nil, err
	}
	if n := t.node("SubBackward0", out, a, b); n != nil {
		n.state.scalar = alpha
	}
	return out, nil
}

// Rsub is other − x for a Python number.
func (t *Tape) Rsub(x, number *Tensor) (*Tensor, error) {
	out, err := t.Env.Sub(number, x, tensor.One)
	if err != nil {
		return nil, err
	}
	t.node("RsubBackward1", out, x)
	return out, nil
}

// Mul is a·b.
func (t *Tape) Mul(a, b *Tensor) (*Tensor, error) {
	out, err := t.Env.Mul(a, b)
	if err == nil && t.needs(a, b) {
		t.saveBoth("MulBackward0", out, a, b)
	} else if t.inference && err == nil {
		t.MarkInference(out)
	}
	return out, err
}

// saveBoth records a node that keeps each factor only where the other needs it.
func (t *Tape) saveBoth(name string, out, a, b *Tensor) {
	n := t.node(name, out, a, b)
	if n == nil {
		return
	}
	keepA, keepB := a, b
	if n.next[1].Node == nil {
		keepA = nil
	}
	if n.next[0].Node == nil {
		keepB = nil
	}
	n.save(keepA, keepB)
}

// Div is true division.
func (t *Tape) Div(a, b *Tensor) (*Tensor, error) {
	out, err := t.Env.Div(a, b)
	if err != nil {
		return nil, err
	}
	if n := t.node("DivBackward0", out, a, b); n != nil {
		if n.next[1].Node == nil {
			n.save(nil, b)
		} else {
			n.save(a, b)
		}
	}
	return out, nil
}

// DivMode is torch.div with a rounding mode, "floor" or "trunc".
func (t *Tape) DivMode(a, b *Tensor, mode string) (*Tensor, error) {
	op := device.OpFloorDivide
	switch mode {
	case "":
		return t.Div(a, b)
	case "trunc":
		op = device.OpTruncDivide
	case "floor":
	default:
		return nil, t.errorf("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'", mode)
	}
	out, err := t.Env.Binary(op, a, b)
	if err == nil {
		t.node("DivBackward2", out, a, b)
	}
	return out, err
}

// Pow is a to the power b; a wrapped number as b gives the cheaper node.
func (t *Tape) Pow(a, b *Tensor) (*Tensor, error) {
	if b.IsWrapped() && a.DType() < tensor.Float16 && b.DType() == tensor.Int64 && !a.IsWrapped() {
		if s, err := t.Item(b); err == nil && s.I < 0 {
			return nil, t.errorf("Integers to negative integer powers are not allowed.")
		}
	}
	out, err := t.Env.Binary(device.OpPow, a, b)
	if err != nil {
		return nil, err
	}
	if b.IsWrapped() {
		if n := t.node("PowBackward0", out, a); n != nil {
			if n.state.scalar, err = t.Item(b); err != nil {
				return nil, err
			}
			n.save(a)
		}
		return out, nil
	}
	if n := t.node("PowBackward1", out, a, b); n != nil {
		n.save(a, b, out)
	}
	return out, nil
}

// binaryNodes names the nodes of binary ops that save both operands, and some the result.
var binaryNodes = map[device.Op]string{
	device.OpMaximum: "MaximumBackward0", device.OpMinimum: "MinimumBackward0", device.OpFmax: "FmaxBackward0",
	device.OpFmin: "FminBackward0", device.OpAtan2: "Atan2Backward0", device.OpHypot: "HypotBackward0",
	device.OpLogaddexp: "LogaddexpBackward0", device.OpLogaddexp2: "Logaddexp2Backward0", device.OpXlogy: "XlogyBackward0",
	device.OpCopysign: "CopysignBackward0", device.OpFloorDivide: "NotImplemented", device.OpHeaviside: "NotImplemented",
	device.OpNextafter: "NotImplemented",
}

var savesResult = map[device.Op]bool{device.OpHypot: true, device.OpCopysign: true}

// BinaryByName are the binary ops by PyTorch's function names.
var BinaryByName = map[string]device.Op{
	"add": device.OpAdd, "sub": device.OpSub, "mul": device.OpMul, "div": device.OpDiv, "floor_divide": device.OpFloorDivide,
	"remainder": device.OpRemainder, "fmod": device.OpFmod, "pow": device.OpPow, "maximum": device.OpMaximum, "minimum": device.OpMinimum,
	"fmax": device.OpFmax, "fmin": device.OpFmin, "atan2": device.OpAtan2, "arctan2": device.OpAtan2, "hypot": device.OpHypot,
	"bitwise_and": device.OpBitwiseAnd, "bitwise_or": device.OpBitwiseOr, "bitwise_xor": device.OpBitwiseXor,
	"bitwise_left_shift": device.OpLeftShift, "bitwise_right_shift": device.OpRightShift, "copysign": device.OpCopysign,
	"nextafter": device.OpNextafter, "logaddexp": device.OpLogaddexp, "logaddexp2": device.OpLogaddexp2, "xlogy": device.OpXlogy,
	"heaviside": device.OpHeaviside, "gcd": device.OpGcd, "lcm": device.OpLcm, "eq": device.OpEq, "ne": device.OpNe,
	"lt": device.OpLt, "le": device.OpLe, "gt": device.OpGt, "ge": device.OpGe, "less": device.OpLt, "less_equal": device.OpLe,
	"greater": device.OpGt, "greater_equal": device.OpGe, "not_equal": device.OpNe, "logical_and": device.OpLogicalAnd,
	"logical_or": device.OpLogicalOr, "logical_xor": device.OpLogicalXor, "subtract": device.OpSub, "multiply": device.OpMul,
	"divide": device.OpDiv, "true_divide": device.OpDiv,
}

// Binary applies an elementwise op of two operands.
func (t *Tape) Binary(op device.Op, a, b *Tensor) (*Tensor, error) {
	switch op {
	case device.OpAdd:
		return t.Add(a, b, tensor.One)
	case device.OpSub:
		return t.Sub(a, b, tensor.One)
	case device.OpMul:
		return t.Mul(a, b)
	case device.OpDiv:
		return t.Div(a, b)
	case device.OpPow:
		return t.Pow(a, b)
	case device.OpRemainder, device.OpFmod:
		return t.modulo(op, a, b)
	}
	out, err := t.Env.Binary(op, a, b)
	if err != nil {
		return nil, err
	}
	if name := binaryNodes[op]; name != "" {
		if n := t.node(name, out, a, b); n != nil {
			n.state.what = op.String()
			n.save(a, b)
			if savesResult[op] {
				n.save(out)
			}
		}
	}
	return out, nil
}

func (t *Tape) modulo(op device.Op, a, b *Tensor) (*Tensor, error) {
	out, err := t.Env.Binary(op, a, b)
	if err != nil {
		return nil, err
	}
	name := map[device.Op]string{device.OpRemainder: "RemainderBackward", device.OpFmod: "FmodBackward"}[op]
	if b.IsWrapped() {
		t.node(name+"0", out, a)
	} else if n := t.node(name+"1", out, a, b); n != nil {
		n.save(a, b)
	}
	return out, nil
}

func (t *Tape) tanhGrad(g, y *Tensor) (*Tensor, error) {
	return t.savedPair(device.OpTanhGrad, "TanhBackwardBackward0", g, y)
}

func (t *Tape) sigmoidGrad(g, y *Tensor) (*Tensor, error) {
	return t.savedPair(device.OpSigmoidGrad, "SigmoidBackwardBackward0", g, y)
}

func (t *Tape) reluGrad(g, y *Tensor) (*Tensor, error) {
	return t.savedPair(device.OpReluGrad, "ThresholdBackwardBackward0", g, y)
}

func (t *Tape) savedPair(op device.Op, name string, g, y *Tensor) (*Tensor, error) {
	if g.DType().IsComplex() {
		return t.complexGrad(op, g, y)
	}
	out, err := t.Env.Binary(op, g, y)
	if err != nil {
		return nil, err
	}
	if n := t.node(name, out, g, y); n != nil {
		n.save(g, y)
	}
	return out, nil
}

func (t *Tape) complexGrad(op device.Op, g, y *Tensor) (*Tensor, error) {
	c := &calc{t: t}
	slope := c.oneMinusSquare(y)
	if op == device.OpSigmoidGrad {
		slope = c.mul(y, c.plus(c.neg(y), 1))
	}
	return c.mul(g, c.conj(slope)), c.err
}

// unaryNodes names the nodes of unary ops, and says whether they save the input, the
// result, or nothing.
var unaryNodes = map[device.Op]struct {
	name string
	keep int
}{
	device.OpNeg: {"NegBackward0", keepNone}, device.OpAbs: {"AbsBackward0", keepInput}, device.OpSign: {"SignBackward0", keepNone},
	device.OpExp: {"ExpBackward0", keepResult}, device.OpExp2: {"Exp2Backward0", keepResult}, device.OpExpm1: {"Expm1Backward0", keepResult},
	device.OpLog: {"LogBackward0", keepInput}, device.OpLog2: {"Log2Backward0", keepInput}, device.OpLog10: {"Log10Backward0", keepInput},
	device.OpLog1p: {"Log1PBackward0", keepInput}, device.OpSqrt: {"SqrtBackward0", keepResult}, device.OpRsqrt: {"RsqrtBackward0", keepResult},
	device.OpReciprocal: {"ReciprocalBackward0", keepResult}, device.OpSin: {"SinBackward0", keepInput}, device.OpCos: {"CosBackward0", keepInput},
	device.OpTan: {"TanBackward0", keepResult}, device.OpAsin: {"AsinBackward0", keepInput}, device.OpAcos: {"AcosBackward0", keepInput},
	device.OpAtan: {"AtanBackward0", keepInput}, device.OpSinh: {"SinhBackward0", keepInput}, device.OpCosh: {"CoshBackward0", keepInput},
	device.OpTanh: {"TanhBackward0", keepResult}, device.OpAsinh: {"AsinhBackward0", keepInput}, device.OpAcosh: {"AcoshBackward0", keepInput},
	device.OpAtanh: {"AtanhBackward0", keepInput}, device.OpSigmoid: {"SigmoidBackward0", keepResult}, device.OpErf: {"ErfBackward0", keepInput},
	device.OpErfc: {"ErfcBackward0", keepInput}, device.OpErfinv: {"ErfinvBackward0", keepResult}, device.OpLgamma: {"LgammaBackward0", keepInput},
	device.OpDigamma: {"DigammaBackward0", keepInput}, device.OpFloor: {"FloorBackward0", keepNone}, device.OpCeil: {"CeilBackward0", keepNone},
	device.OpRound: {"RoundBackward0", keepNone}, device.OpTrunc: {"TruncBackward0", keepNone}, device.OpFrac: {"FracBackward0", keepNone},
	device.OpRelu: {"ReluBackward0", keepResult}, device.OpSilu: {"SiluBackward0", keepInput}, device.OpMish: {"MishBackward0", keepInput},
	device.OpGelu: {"GeluBackward0", keepInput}, device.OpGeluTanh: {"GeluBackward0", keepInput}, device.OpSoftplus: {"SoftplusBackward0", keepInput},
	device.OpElu: {"EluBackward0", keepInput}, device.OpLeakyRelu: {"LeakyReluBackward0", keepInput}, device.OpLogSigmoid: {"LogSigmoidBackward0", keepInput},
	device.OpHardswish: {"HardswishBackward0", keepInput}, device.OpHardsigmoid: {"HardsigmoidBackward0", keepInput},
	device.OpThreshold: {"ThresholdBackward0", keepInput}, device.OpNanToNum: {"NanToNumBackward0", keepInput}, device.OpSinc: {"SincBackward0", keepInput},
	device.OpI0: {"I0Backward0", keepInput}, device.OpConj: {"ConjBackward0", keepNone}, device.OpAngle: {"AngleBackward0", keepInput},
	device.OpClamp: {"ClampBackward1", keepInput},
}

const (
	keepNone = iota
	keepInput
	keepResult
)

// UnaryByName are the unary ops without parameters by PyTorch's function names.
var UnaryByName = map[string]device.Op{
	"neg": device.OpNeg, "negative": device.OpNeg, "abs": device.OpAbs, "absolute": device.OpAbs, "sign": device.OpSign, "exp": device.OpExp,
	"exp2": device.OpExp2, "expm1": device.OpExpm1, "log": device.OpLog, "log2": device.OpLog2, "log10": device.OpLog10, "log1p": device.OpLog1p,
	"sqrt": device.OpSqrt, "rsqrt": device.OpRsqrt, "reciprocal": device.OpReciprocal, "sin": device.OpSin, "cos": device.OpCos, "tan": device.OpTan,
	"asin": device.OpAsin, "acos": device.OpAcos, "atan": device.OpAtan, "arcsin": device.OpAsin, "arccos": device.OpAcos, "arctan": device.OpAtan,
	"sinh": device.OpSinh, "cosh": device.OpCosh, "tanh": device.OpTanh, "asinh": device.OpAsinh, "acosh": device.OpAcosh, "atanh": device.OpAtanh,
	"arcsinh": device.OpAsinh, "arccosh": device.OpAcosh, "arctanh": device.OpAtanh, "sigmoid": device.OpSigmoid, "expit": device.OpSigmoid,
	"erf": device.OpErf, "erfc": device.OpErfc, "erfinv": device.OpErfinv, "lgamma": device.OpLgamma, "digamma": device.OpDigamma,
	"floor": device.OpFloor, "ceil": device.OpCeil, "trunc": device.OpTrunc, "fix": device.OpTrunc, "round": device.OpRound, "frac": device.OpFrac,
	"relu": device.OpRelu, "silu": device.OpSilu, "mish": device.OpMish, "logsigmoid": device.OpLogSigmoid, "hardswish": device.OpHardswish,
	"hardsigmoid": device.OpHardsigmoid, "sinc": device.OpSinc, "i0": device.OpI0, "angle": device.OpAngle, "bitwise_not": device.OpBitwiseNot,
	"logical_not": device.OpLogicalNot, "isnan": device.OpIsnan, "isinf": device.OpIsinf, "isfinite": device.OpIsfinite,
	"isposinf": device.OpIsposinf, "isneginf": device.OpIsneginf, "signbit": device.OpSignbit,
}

// Unary applies an elementwise op of one operand with its parameters.
func (t *Tape) Unary(op device.Op, x *Tensor, f ...float64) (*Tensor, error) {
	if op == device.OpSquare {
		return t.Pow(x, t.Wrap(tensor.Int(2)))
	}
	out, err := t.Env.Unary(op, x, f...)
	if err != nil {
		return nil, err
	}
	row := unaryNodes[op]
	if row.name == "" {
		t.MarkInference(out)
		return out, nil
	}
	t.unaryNode(row.name, row.keep, out, x, f)
	return out, nil
}

func (t *Tape) unaryNode(name string, keep int, out, x *Tensor, f []float64) *Node {
	n := t.node(name, out, x)
	if n == nil {
		return nil
	}
	n.state.floats = append([]float64(nil), f...)
	switch keep {
	case keepInput:
		n.save(x, nil)
	case keepResult:
		n.save(nil, out)
	}
	return n
}

// Neg, Exp, Log, Sqrt, Abs, Tanh, Sigmoid and Relu are the usual functions; others go
// through Unary.
func (t *Tape) Neg(x *Tensor) (*Tensor, error) { return t.Unary(device.OpNeg, x) }

// Exp is eˣ.
func (t *Tape) Exp(x *Tensor) (*Tensor, error) { return t.Unary(device.OpExp, x) }

// Log is the natural logarithm.
func (t *Tape) Log(x *Tensor) (*Tensor, error) { return t.Unary(device.OpLog, x) }

// Sqrt is the square root.
func (t *Tape) Sqrt(x *Tensor) (*Tensor, error) { return t.Unary(device.OpSqrt, x) }

// Abs is the absolute value.
func (t *Tape) Abs(x *Tensor) (*Tensor, error) { return t.Unary(device.OpAbs, x) }

// Tanh is the hyperbolic tangent.
func (t *Tape) Tanh(x *Tensor) (*Tensor, error) { return t.Unary(device.OpTanh, x) }

// Sigmoid is the logistic function.
func (t *Tape) Sigmoid(x *Tensor) (*Tensor, error) { return t.Unary(device.OpSigmoid, x) }

// Relu keeps what is positive.
func (t *Tape) Relu(x *Tensor) (*Tensor, error) { return t.Unary(device.OpRelu, x) }

// Square is x².
func (t *Tape) Square(x *Tensor) (*Tensor, error) { return t.Unary(device.OpSquare, x) }

// Sgn is the sign; of a complex number, its direction.
func (t *Tape) Sgn(x *Tensor) (*Tensor, error) {
	out, err := t.Env.Unary(device.OpSign, x)
	if err == nil {
		t.unaryNode("SgnBackward0", keepInput, out, x, nil)
	}
	return out, err
}

// Conj is the complex conjugate; a real tensor is its own.
func (t *Tape) Conj(x *Tensor) (*Tensor, error) {
	if !x.DType().IsComplex() {
		return x, nil
	}
	return t.Unary(device.OpConj, x)
}

// Round rounds half to even, to a number of decimals.
func (t *Tape) Round(x *Tensor, decimals int) (*Tensor, error) {
	return t.Unary(device.OpRound, x, float64(decimals))
}

// NanToNum replaces NaN and infinities; nil means zero and the dtype's extremes.
func (t *Tape) NanToNum(x *Tensor, nan, pos, neg *float64) (*Tensor, error) {
	f := []float64{0, math.MaxFloat64, -math.MaxFloat64}
	switch x.DType() {
	case tensor.Float32, tensor.BFloat16:
		f[1], f[2] = math.MaxFloat32, -math.MaxFloat32
	case tensor.Float16:
		f[1], f[2] = 65504, -65504
	}
	for i, p := range []*float64{nan, pos, neg} {
		if p != nil {
			f[i] = *p
		}
	}
	return t.Unary(device.OpNanToNum, x, f...)
}
