package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has the activations and bounds of neural networks.

// Gelu is x·Φ(x), or its tanh approximation.
func (t *Tape) Gelu(x *Tensor, tanh bool) (*Tensor, error) {
	if tanh {
		return t.Unary(device.OpGeluTanh, x)
	}
	return t.Unary(device.OpGelu, x)
}

// Elu is x above zero and alpha·(exp(x·input) − 1) below, times scale.
func (t *Tape) Elu(x *Tensor, alpha, scale, input float64) (*Tensor, error) {
	return t.Unary(device.OpElu, x, alpha, scale, input)
}

// Selu is Elu with the self-normalising constants; Celu is continuously
// differentiable.
func (t *Tape) Selu(x *Tensor) (*Tensor, error) {
	return t.Elu(x, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1)
}

// Celu is Elu with its input scaled by 1/alpha.
func (t *Tape) Celu(x *Tensor, alpha float64) (*Tensor, error) {
	out, err := t.Env.Unary(device.OpElu, x, alpha, 1, 1/alpha)
	if err == nil {
		t.variant("CeluBackward0", out, x, []float64{alpha, 1, 1 / alpha})
	}
	return out, err
}

// Threshold replaces what is not above threshold by value.
func (t *Tape) Threshold(x *Tensor, threshold, value float64) (*Tensor, error) {
	return t.Unary(device.OpThreshold, x, threshold, value)
}

// Clamp bounds x by numbers; a nil bound is open. Both nil is an error.
func (t *Tape) Clamp(x *Tensor, low, high *tensor.Scalar) (*Tensor, error) {
	return t.clamp("", x, low, high)
}

// ClampMin is torch.clamp_min; Hardtanh the activation, whose bounds have no slope.
func (t *Tape) ClampMin(x *Tensor, low tensor.Scalar) (*Tensor, error) {
	return t.clamp("ClampMinBackward0", x, &low, nil)
}

// ClampMax is torch.clamp_max.
func (t *Tape) ClampMax(x *Tensor, high tensor.Scalar) (*Tensor, error) {
	return t.clamp("ClampMaxBackward0", x, nil, &high)
}

// Hardtanh is clamp as an activation.
func (t *Tape) Hardtanh(x *Tensor, low, high float64) (*Tensor, error) {
	a, b := tensor.Float(low), tensor.Float(high)
	if x.DType().IsIntegral() {
		a, b = tensor.Int(int64(low)), tensor.Int(int64(high))
	}
	return t.clamp("HardtanhBackward0", x, &a, &b)
}

// clamp records a node of a variant, or with no name the op's own.
func (t *Tape) clamp(name string, x *Tensor, low, high *tensor.Scalar) (*Tensor, error) {
	if low == nil && high == nil {
		return nil, t.errorf("torch.clamp: At least one of 'min' or 'max' must not be None")
	}
	f := []float64{math.Inf(-1), math.Inf(1)}
	in := x
	for i, s := range []*tensor.Scalar{low, high} {
		if s == nil {
			continue
		}
		f[i] = s.Float64()
		if x.DType() == tensor.Uint8 && !s.IsFloating() {
			f[i] = float64(uint8(s.I)) // as C converts it
		}
		if x.DType() == tensor.Bool && !s.IsFloating() && s.DType != tensor.Bool {
			wide, err := t.Cast(x, tensor.Int64)
			if err != nil {
				return nil, err
			}
			in = wide
		}
		if s.IsFloating() && x.DType() < tensor.Float16 {
			wide, err := t.Cast(x, t.DefaultDType)
			if err != nil {
				return nil, err
			}
			in = wide
		}
		if err := s.Fits(in.DType()); err != nil {
			return nil, err
		}
	}
	out, err := t.Env.Unary(device.OpClamp, in, f...)
	if err != nil {
		return nil, err
	}
	if name == "" {
		t.function(&derivatives()[device.OpClamp], out, x, f)
	} else {
		t.variant(name, out, x, f)
	}
	return out, nil
}

// ClampTensor bounds x by tensors; a nil bound is open.
func (t *Tape) ClampTensor(x, low, high *Tensor) (*Tensor, error) {
	switch {
	case low == nil && high == nil:
		return nil, t.errorf("torch.clamp: At least one of 'min' or 'max' must not be None")
	case high == nil:
		return t.Binary(device.OpMaximum, x, low)
	case low == nil:
		return t.Binary(device.OpMinimum, x, high)
	}
	out, err := t.Env.Ternary(device.OpClampTensor, x, low, high, tensor.One)
	if err != nil {
		return nil, err
	}
	if n := t.node("ClampBackward0", out, x, low, high); n != nil {
		n.save(x, low, high)
	}
	return out, nil
}

// Hardshrink and Softshrink are the shrinking activations.
func (t *Tape) Hardshrink(x *Tensor, lambda float64) (*Tensor, error) {
	return t.shrink("HardshrinkBackward0", x, lambda, 0)
}

// Softshrink moves what is outside ±lambda towards zero by lambda.
func (t *Tape) Softshrink(x *Tensor, lambda float64) (*Tensor, error) {
	return t.shrink("SoftshrinkBackward0", x, lambda, lambda)
}

func (t *Tape) shrink(name string, x *Tensor, lambda, by float64) (*Tensor, error) {
	c := &calc{t: &Tape{Env: t.Env, Modes: Modes{disabled: true}}}
	kept := c.sub(x, c.times(c.unary(device.OpSign, x), by))
	out := c.where(c.compare(device.OpLe, c.unary(device.OpAbs, x), c.num(lambda)), c.num(0), kept)
	if c.err != nil {
		return nil, c.err
	}
	t.variant(name, out, x, []float64{lambda})
	return out, nil
}

// Prelu is LeakyRelu with learned slopes: one, or one per channel (dimension 1).
func (t *Tape) Prelu(x, weight *Tensor) (*Tensor, error) {
	w := weight
	if weight.Numel() > 1 && x.Dim() > 1 {
		shape := make([]int, x.Dim())
		for d := range shape {
			shape[d] = 1
		}
		if shape[1] = weight.Numel(); x.Shape()[1] != weight.Numel() {
			return nil, t.errorf("Mismatch of parameter numbers and input channel size. Found parameter numbers = %d and channel size = %d.", weight.Numel(), x.Shape()[1])
		}
		v, err := t.Reshape(weight, shape)
		if err != nil {
			return nil, err
		}
		w = v
	}
	c := &calc{t: t}
	positive := c.compare(device.OpGt, x, c.num(0))
	return t.named("PreluBackward0", c.where(positive, x, c.mul(w, x)), c.err)
}

// Rename gives the node that made x another name.
func (t *Tape) Rename(name string, x *Tensor) {
	if m := metaOf(x); m != nil && m.node != nil && m.node.rule != nil {
		m.node.rule = renamed(m.node.rule, name)
	}
}

// named gives the last node of a composed operation the name PyTorch's single node has.
func (t *Tape) named(name string, y *Tensor, err error) (*Tensor, error) {
	if err != nil {
		return nil, err
	}
	t.Rename(name, y)
	return y, nil
}

// Glu gates the first half of a dimension by the sigmoid of the second.
func (t *Tape) Glu(x *Tensor, dim int) (*Tensor, error) {
	d, err := x.WrapDim(dim)
	if err != nil {
		return nil, err
	}
	if x.Dim() == 0 {
		return nil, t.errorf("glu does not support 0-dimensional tensors")
	}
	n := x.Shape()[d]
	if n%2 != 0 {
		return nil, t.errorf("Halving dimension must be even, but dimension %d is size %d", dim, n)
	}
	c := &calc{t: t}
	a, b := c.keep(t.Narrow(x, d, 0, n/2)), c.keep(t.Narrow(x, d, n/2, n/2))
	return t.named("GluBackward0", c.mul(a, c.unary(device.OpSigmoid, b)), c.err)
}

// Logit is log(x/(1−x)); eps above zero bounds x first.
func (t *Tape) Logit(x *Tensor, eps *float64) (*Tensor, error) {
	c := &calc{t: &Tape{Env: t.Env, Modes: Modes{disabled: true}}}
	z := x
	if x.DType() < tensor.Float16 {
		z = c.keep(c.t.Cast(x, t.DefaultDType))
	}
	if eps != nil {
		lo, hi := tensor.Float(*eps), tensor.Float(1-*eps)
		z = c.keep(c.t.Clamp(z, &lo, &hi))
	}
	out := c.unary(device.OpLog, c.div(z, c.plus(c.neg(z), 1)))
	if c.err != nil {
		return nil, c.err
	}
	t.variant("LogitBackward0", out, x, nil)
	return out, nil
}
