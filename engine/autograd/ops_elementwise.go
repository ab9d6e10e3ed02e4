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
	if !t.needs(a, b) {
		t.MarkInference(out)
		return out, nil
	}
	r := &derivatives()[op]
	if r.name == "" {
		return out, nil
	}
	if n := t.nodeOf(r, out, a, b); n != nil {
		switch r.saved {
		case operands:
			n.save(a, b)
		case operandsAndResult:
			n.save(a, b, out)
		}
	}
	return out, nil
}

func (t *Tape) modulo(op device.Op, a, b *Tensor) (*Tensor, error) {
	out, err := t.Env.Binary(op, a, b)
	if err != nil {
		return nil, err
	}
	name := "RemainderBackward"
	if op == device.OpFmod {
		name = "FmodBackward"
	}
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

// Unary applies an elementwise op of one operand with its parameters.
func (t *Tape) Unary(op device.Op, x *Tensor, f ...float64) (*Tensor, error) {
	if op == device.OpSquare {
		return t.Pow(x, t.Wrap(tensor.Int(2)))
	}
	out, err := t.Env.Unary(op, x, f...)
	if err != nil {
		return nil, err
	}
	if !t.needs(x) {
		t.MarkInference(out)
	} else if r := &derivatives()[op]; r.name != "" {
		t.function(r, out, x, f)
	}
	return out, nil
}

// function records a function of one number with its parameters.
func (t *Tape) function(r *rule, out, x *Tensor, f []float64) {
	n := t.nodeOf(r, out, x)
	if n == nil {
		return
	}
	n.state.floats = append([]float64(nil), f...)
	switch r.saved {
	case self:
		n.save(x, nil)
	case result:
		n.save(nil, out)
	}
}

// variant is function for one that goes by its node's name.
func (t *Tape) variant(name string, out, x *Tensor, f []float64) {
	if !t.needs(x) {
		t.MarkInference(out)
		return
	}
	t.function(rules()[name], out, x, f)
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
		t.variant("SgnBackward0", out, x, nil)
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
