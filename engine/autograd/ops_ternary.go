package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has elementwise operations of three tensors, and those made of a few others.

// Where picks from a where cond holds and from b elsewhere.
func (t *Tape) Where(cond, a, b *Tensor) (*Tensor, error) {
	out, err := t.Env.Where(cond, a, b)
	if err != nil {
		return nil, err
	}
	if n := t.node("WhereBackward0", out, a, b); n != nil {
		if cond.DType() != tensor.Bool {
			if cond, err = t.Env.Cast(cond, tensor.Bool); err != nil {
				return nil, err
			}
		}
		n.save(cond)
	}
	return out, nil
}

// MaskedFill replaces x by value where mask is true. The dtype stays x's.
func (t *Tape) MaskedFill(x, mask, value *Tensor) (*Tensor, error) {
	if !x.IsCPU() && mask.DType() != tensor.Bool && mask.DType() != tensor.Uint8 || !mask.DType().IsIntegral() && mask.DType() != tensor.Bool {
		return nil, t.errorf("masked_fill only supports boolean masks, but got dtype %s", mask.DType().Scalar())
	}
	if value.Dim() > 0 {
		return nil, t.errorf("masked_fill only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).", value.Dim())
	}
	s, err := t.Item(value)
	if err != nil {
		return nil, err
	}
	if !tensor.CanCast(s.DType, x.DType()) && !value.IsWrapped() {
		return nil, t.errorf("value cannot be converted to type %s without overflow", x.DType().Scalar())
	}
	if err := s.Fits(x.DType()); err != nil {
		return nil, err
	}
	if mask.DType() != tensor.Bool { // the CPU takes whole numbers
		if mask, err = t.Env.Cast(mask, tensor.Bool); err != nil {
			return nil, err
		}
	}
	plain, err := t.Env.Full(nil, s, tensor.Options{DType: x.DType()})
	if err != nil {
		return nil, err
	}
	out, err := t.Env.Where(mask, plain, x)
	if err != nil {
		return nil, err
	}
	if value.IsWrapped() {
		if n := t.node("MaskedFillBackward0", out, x); n != nil {
			n.save(mask)
		}
	} else if n := t.node("MaskedFillBackward1", out, x, value); n != nil {
		n.save(mask)
	}
	return out, nil
}

// Ternary applies addcmul, addcdiv or lerp.
func (t *Tape) Ternary(op device.Op, a, b, c *Tensor, value tensor.Scalar) (*Tensor, error) {
	switch op {
	case device.OpAddcmul:
		return t.Addcmul(a, b, c, value)
	case device.OpAddcdiv:
		return t.Addcdiv(a, b, c, value)
	case device.OpLerp:
		return t.Lerp(a, b, c)
	}
	return t.Env.Ternary(op, a, b, c, value)
}

// Addcmul is x + value·a·b.
func (t *Tape) Addcmul(x, a, b *Tensor, value tensor.Scalar) (*Tensor, error) {
	out, err := t.Env.Ternary(device.OpAddcmul, x, a, b, value)
	if err != nil {
		return nil, err
	}
	if n := t.node("AddcmulBackward0", out, x, a, b); n != nil {
		n.state.scalar = value
		n.save(a, b)
	}
	return out, nil
}

// Addcdiv is x + value·a/b.
func (t *Tape) Addcdiv(x, a, b *Tensor, value tensor.Scalar) (*Tensor, error) {
	out, err := t.Env.Ternary(device.OpAddcdiv, x, a, b, value)
	if err != nil {
		return nil, err
	}
	if n := t.node("AddcdivBackward0", out, x, a, b); n != nil {
		n.state.scalar = value
		n.save(a, b)
	}
	return out, nil
}

// Lerp moves from start towards end by weight, a tensor or a wrapped number.
func (t *Tape) Lerp(start, end, weight *Tensor) (*Tensor, error) {
	out, err := t.Env.Ternary(device.OpLerp, start, end, weight, tensor.One)
	if err != nil {
		return nil, err
	}
	if weight.IsWrapped() {
		if n := t.node("LerpBackward0", out, start, end); n != nil {
			n.state.scalar, err = t.Item(weight)
		}
		return out, err
	}
	if n := t.node("LerpBackward1", out, start, end, weight); n != nil {
		n.save(start, end, weight)
	}
	return out, nil
}

// Complex joins real and imaginary parts; Polar lengths and angles.
func (t *Tape) Complex(re, im *Tensor) (*Tensor, error) {
	if re.DType() != im.DType() {
		return nil, t.errorf("Expected object of scalar type %s but got scalar type %s for second argument", re.DType().Scalar(), im.DType().Scalar())
	}
	out, err := t.Env.ComplexOf(re, im)
	if err == nil {
		t.node("ComplexBackward0", out, re, im)
	}
	return out, err
}

// Polar is length·exp(i·angle).
func (t *Tape) Polar(length, angle *Tensor) (*Tensor, error) {
	c := &calc{t: &Tape{Env: t.Env, Modes: Modes{disabled: true}}}
	out := c.two(c.t.Complex, c.mul(length, c.unary(device.OpCos, angle)), c.mul(length, c.unary(device.OpSin, angle)))
	if c.err != nil {
		return nil, c.err
	}
	if n := t.node("PolarBackward0", out, length, angle); n != nil {
		n.save(length, angle, out)
	}
	return out, nil
}

// Deg2rad and Rad2deg convert angles.
func (t *Tape) Deg2rad(x *Tensor) (*Tensor, error) {
	return t.convertAngle("Deg2RadBackward0", x, math.Pi/180)
}

// Rad2deg converts radians to degrees.
func (t *Tape) Rad2deg(x *Tensor) (*Tensor, error) {
	return t.convertAngle("Rad2DegBackward0", x, 180/math.Pi)
}

func (t *Tape) convertAngle(name string, x *Tensor, f float64) (*Tensor, error) {
	out, err := t.Env.Mul(x, t.Wrap(tensor.Float(f)))
	if err == nil {
		t.node(name, out, x)
	}
	return out, err
}
