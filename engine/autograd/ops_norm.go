package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has the normalisation layers.

// LayerNorm normalises over the trailing dimensions shape; weight and bias may be nil.
func (t *Tape) LayerNorm(x *Tensor, shape []int, weight, bias *Tensor, eps float64) (*Tensor, error) {
	n := len(shape)
	if n == 0 {
		return nil, t.errorf("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []")
	}
	if weight != nil && !slices.Equal(weight.Shape(), shape) {
		return nil, t.errorf("Expected weight to be of same shape as normalized_shape, but got weight of shape %s and normalized_shape = %s", tensor.FormatShape(weight.Shape()), tensor.FormatShape(shape))
	}
	if weight != nil && weight.DType() != x.DType() && !x.DType().IsHalf() && x.IsCPU() {
		return nil, t.errorf("expected scalar type %s but found %s", x.DType().Scalar(), weight.DType().Scalar())
	}
	if x.Dim() < n || !slices.Equal(x.Shape()[x.Dim()-n:], shape) {
		star := ""
		for _, s := range shape {
			star += ", " + tensor.FormatShape([]int{s})[1:]
			star = star[:len(star)-1]
		}
		return nil, t.errorf("Given normalized_shape=%s, expected input with shape [*%s], but got input of size%s", tensor.FormatShape(shape), star, tensor.FormatShape(x.Shape()))
	}
	if weight != nil && weight.DType() != x.DType() {
		return nil, t.errorf("expected scalar type %s but found %s", x.DType().Scalar(), weight.DType().Scalar())
	}
	y, mean, rstd, err := t.Env.LayerNorm(x, weight, bias, product(shape), eps)
	if err != nil {
		return nil, err
	}
	if node := t.node("NativeLayerNormBackward0", y, x, weight, bias); node != nil {
		node.state.dim, node.state.floats = product(shape), []float64{eps}
		node.save(x, weight, mean, rstd)
	}
	return y, nil
}

// BatchNorm normalises channels by batch statistics (training) or running ones, which
// training updates in place. All tensors but x may be nil.
func (t *Tape) BatchNorm(x, weight, bias, runningMean, runningVar *Tensor, training bool, momentum, eps float64) (*Tensor, error) {
	if x.Dim() < 2 {
		return nil, &tensor.Error{Kind: tensor.IndexError, Text: "Dimension out of range (expected to be in range of [-1, 0], but got 1)"}
	}
	if !training && (runningMean == nil || runningVar == nil) {
		return nil, t.errorf("%s must be defined in evaluation mode", map[bool]string{true: "running_mean", false: "running_var"}[runningMean == nil])
	}
	channels := x.Shape()[1]
	for _, p := range []struct {
		x    *Tensor
		name string
	}{{runningMean, "running_mean"}, {runningVar, "running_var"}, {weight, "weight"}, {bias, "bias"}} {
		if p.x != nil && p.x.Numel() != channels {
			return nil, t.errorf("%s should contain %d elements not %d", p.name, channels, p.x.Numel())
		}
	}
	for _, p := range []*Tensor{weight, bias} {
		if p != nil && p.DType() != x.DType() && x.DType() != tensor.BFloat16 && x.IsCPU() {
			return nil, t.errorf("mixed dtype (CPU): expect input to have scalar type of BFloat16")
		}
	}
	mean, invstd, err := t.statistics(x, runningMean, runningVar, training, momentum, eps)
	if err != nil {
		return nil, err
	}
	y, err := t.Env.BatchNorm(x, mean, invstd, weight, bias)
	if err != nil {
		return nil, err
	}
	if n := t.node("NativeBatchNormBackward0", y, x, weight, bias); n != nil {
		n.state.flag, n.state.floats = training, []float64{eps}
		n.save(x, weight, mean, invstd)
	}
	return y, nil
}

// statistics are the mean and 1/sqrt(var + eps) of each channel.
func (t *Tape) statistics(x, runningMean, runningVar *Tensor, training bool, momentum, eps float64) (mean, invstd *Tensor, err error) {
	e := t.Env
	if !training {
		invstd, err = invertVariance(e, runningVar, eps)
		return runningMean, invstd, err
	}
	dims := []int{0}
	for d := 2; d < x.Dim(); d++ {
		dims = append(dims, d)
	}
	wide := x
	if x.DType().IsHalf() {
		if wide, err = e.Cast(x, tensor.Float32); err != nil {
			return nil, nil, err
		}
	}
	if mean, err = e.Mean(wide, dims, false, tensor.NoDType); err != nil {
		return nil, nil, err
	}
	variance, err := e.Var(wide, dims, 0, false)
	if err != nil {
		return nil, nil, err
	}
	if x.Numel() == 0 {
		runningMean, runningVar = nil, nil // nothing is seen, nothing moves
	}
	n := float64(x.Numel() / max(x.Shape()[1], 1))
	if err := follow(e, runningMean, mean, momentum, 1); err != nil {
		return nil, nil, err
	}
	if err := follow(e, runningVar, variance, momentum, n/max(n-1, 1)); err != nil {
		return nil, nil, err
	}
	invstd, err = invertVariance(e, variance, eps)
	return mean, invstd, err
}

func invertVariance(e *tensor.Env, variance *Tensor, eps float64) (*Tensor, error) {
	v, err := e.Add(variance, e.Wrap(tensor.Float(eps)), tensor.One)
	if err != nil {
		return nil, err
	}
	return e.Unary(device.OpRsqrt, v)
}

// follow moves a running statistic towards value·scale by momentum.
func follow(e *tensor.Env, running, value *Tensor, momentum, scale float64) error {
	if running == nil {
		return nil
	}
	step, err := e.Mul(value, e.Wrap(tensor.Float(momentum*scale)))
	if err != nil {
		return err
	}
	if _, err := e.BinaryInto(running, device.OpMul, running, e.Wrap(tensor.Float(1-momentum))); err != nil {
		return err
	}
	if _, err := e.AddInto(running, opAdd, running, step, tensor.One); err != nil {
		return err
	}
	running.Bump()
	return nil
}

// GroupNorm normalises groups of channels.
func (t *Tape) GroupNorm(x *Tensor, groups int, weight, bias *Tensor, eps float64) (*Tensor, error) {
	s := x.Shape()
	if len(s) < 2 || groups <= 0 || s[1]%groups != 0 {
		return nil, t.errorf("Expected number of channels in input to be divisible by num_groups, but got input of shape %s and num_groups=%d", tensor.FormatShape(s), groups)
	}
	dense, err := t.Env.Contiguous(x)
	if err != nil {
		return nil, err
	}
	n := x.Numel() / max(s[0]*groups, 1)
	hat, mean, rstd, err := t.Env.LayerNorm(dense, nil, nil, n, eps)
	if err != nil {
		return nil, err
	}
	plain := &Tape{Env: t.Env, Modes: Modes{disabled: true}}
	y, err := plain.affine(hat, weight, bias)
	if err != nil {
		return nil, err
	}
	if node := t.node("NativeGroupNormBackward0", y, x, weight, bias); node != nil {
		node.state.dim, node.state.floats = n, []float64{eps}
		node.save(x, weight, mean, rstd)
	}
	return y, nil
}

// affine is x·weight + bias per channel; both may be nil.
func (t *Tape) affine(x, weight, bias *Tensor) (*Tensor, error) {
	shape := slices.Repeat([]int{1}, x.Dim())
	if weight != nil {
		shape[1] = weight.Numel()
		w, err := t.Reshape(weight, shape)
		if err != nil {
			return nil, err
		}
		if x, err = t.Mul(x, w); err != nil {
			return nil, err
		}
	}
	if bias == nil {
		return x, nil
	}
	shape[1] = bias.Numel()
	b, err := t.Reshape(bias, shape)
	if err != nil {
		return nil, err
	}
	return t.Add(x, b, tensor.One)
}
