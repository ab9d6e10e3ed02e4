package tensor

import (
	"slices"

	"gputour/engine/device"
)

// This file launches the kernels of neural networks: pooling, normalisation,
// resampling. Gradients take what the forward operation answered.

// PoolParams are a pooling's parameters, one entry per spatial dimension.
type PoolParams struct {
	Kernel, Stride, Padding, Dilation []int
	Ceil                              bool
	CountPadding                      bool // average over padding too
	Divisor                           int  // instead of the window's size; 0: none
}

// planes shows x as planes of the last n dimensions.
func (e *Env) planes(x *Tensor, n int) (*Tensor, error) {
	x, err := e.Contiguous(x)
	if err != nil {
		return nil, err
	}
	cut := len(x.shape) - n
	count := 1
	for _, s := range x.shape[:cut] {
		count *= s
	}
	return e.View(x, append([]int{count}, x.shape[cut:]...))
}

// poolShape is the output's shape.
func (p *PoolParams) poolShape(name string, x *Tensor) ([]int, error) {
	n := len(p.Kernel)
	cut := len(x.shape) - n
	shape := slices.Clone(x.shape)
	for d := range n {
		dilation := 1
		if p.Dilation != nil {
			dilation = p.Dilation[d]
		}
		if p.Stride[d] <= 0 {
			return nil, runtimeErr("stride should not be zero")
		}
		if p.Padding[d] > p.Kernel[d]/2 {
			return nil, runtimeErr("pad should be at most half of kernel size, but got pad=%d and kernel_size=%d", p.Padding[d], p.Kernel[d])
		}
		in := x.shape[cut+d]
		span := in + 2*p.Padding[d] - dilation*(p.Kernel[d]-1) - 1
		out := floorDiv(span, p.Stride[d]) + 1
		if p.Ceil {
			out = floorDiv(span+p.Stride[d]-1, p.Stride[d]) + 1
			if (out-1)*p.Stride[d] >= in+p.Padding[d] {
				out--
			}
		}
		if shape[cut+d] = out; out < 1 {
			sizes := func(shape []int) string {
				s := "("
				for i, v := range shape {
					if i > 0 {
						s += "x"
					}
					s += FormatShape([]int{v})[1:]
					s = s[:len(s)-1]
				}
				return s + ")"
			}
			outs := slices.Clone(x.shape[cut-1:])
			for k := range n {
				span := x.shape[cut+k] + 2*p.Padding[k] - (p.Kernel[k] - 1) - 1
				outs[1+k] = floorDiv(span, p.Stride[k]) + 1
			}
			return nil, runtimeErr("Given input size: %s. Calculated output size: %s. Output size is too small", sizes(x.shape[cut-1:]), sizes(outs))
		}
	}
	return shape, nil
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// checkPool refuses inputs without a channel dimension.
func checkPool(name string, x *Tensor, n int) error {
	if len(x.shape) != n+1 && len(x.shape) != n+2 {
		return runtimeErr("non-empty %dD or %dD (batch mode) tensor expected for input", n+1, n+2)
	}
	return nil
}

// MaxPool is the largest element of each window and its flat position in the plane.
func (e *Env) MaxPool(x *Tensor, p PoolParams) (y, positions *Tensor, err error) {
	n := len(p.Kernel)
	if err := checkPool("max_pool", x, n); err != nil {
		return nil, nil, err
	}
	shape, err := p.poolShape("max_pool", x)
	if err != nil {
		return nil, nil, err
	}
	if err := refuse(device.OpMaxPool.Row(), x.dtype); err != nil {
		return nil, nil, err
	}
	if x.dtype.IsHalf() {
		return e.maxPoolWide(x, p)
	}
	in, err := e.planes(x, n)
	if err != nil {
		return nil, nil, err
	}
	if y, err = e.empty(shape, x.dtype, x.storage.Device); err != nil {
		return nil, nil, err
	}
	if positions, err = e.empty(shape, Int64, x.storage.Device); err != nil || y.numel == 0 {
		return y, positions, err
	}
	yp, _ := e.planes(y, n)
	pp, _ := e.planes(positions, n)
	l := e.start(device.OpMaxPool)
	l.Outs = 2
	arg(l, yp)
	arg(l, pp)
	arg(l, in)
	l.I = append(l.I, slices.Concat([]int{n}, p.Kernel, p.Stride, p.Padding, p.Dilation)...)
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, nil, launchErr(err, device.OpMaxPool, x.dtype)
	}
	return y, positions, nil
}

func (e *Env) maxPoolWide(x *Tensor, p PoolParams) (*Tensor, *Tensor, error) {
	wide, err := e.Cast(x, Float32)
	if err != nil {
		return nil, nil, err
	}
	y, positions, err := e.MaxPool(wide, p)
	if err != nil {
		return nil, nil, err
	}
	y, err = e.Cast(y, x.dtype)
	return y, positions, err
}

// MaxPoolGrad spreads a gradient back to the positions the maxima came from.
func (e *Env) MaxPoolGrad(grad, positions *Tensor, shape []int, n int) (*Tensor, error) {
	return e.windowGrad(device.OpMaxPoolGrad, grad, shape, n, nil, nil, positions)
}

// windowGrad launches a gradient kernel of the Window family.
func (e *Env) windowGrad(op device.Op, grad *Tensor, shape []int, n int, ints []int, floats []float64, extra ...*Tensor) (*Tensor, error) {
	d := grad.dtype
	if d.IsHalf() {
		var err error
		if grad, err = e.Cast(grad, Float32); err != nil {
			return nil, err
		}
	}
	out, err := e.Zeros(shape, grad.Like())
	if err != nil || out.numel == 0 || grad.numel == 0 {
		return out, err
	}
	op1, err := e.planes(out, n)
	if err != nil {
		return nil, err
	}
	g, err := e.planes(grad, n)
	if err != nil {
		return nil, err
	}
	var more []*Tensor
	for _, x := range extra {
		p, err := e.planes(x, n)
		if err != nil {
			return nil, err
		}
		more = append(more, p)
	}
	l := e.start(op)
	arg(l, op1)
	arg(l, g)
	for _, x := range more {
		arg(l, x)
	}
	l.I, l.F = append(l.I, ints...), append(l.F, floats...)
	if err := e.run(out.storage.Device, l); err != nil {
		return nil, launchErr(err, op, d)
	}
	return e.Cast(out, d)
}

func (p *PoolParams) avgInts() []int {
	counts := 0
	if p.CountPadding {
		counts = 1
	}
	return slices.Concat([]int{len(p.Kernel)}, p.Kernel, p.Stride, p.Padding, []int{counts, p.Divisor})
}

// AvgPool averages each window.
func (e *Env) AvgPool(x *Tensor, p PoolParams) (*Tensor, error) {
	if err := checkPool("avg_pool", x, len(p.Kernel)); err != nil {
		return nil, err
	}
	shape, err := p.poolShape("avg_pool", x)
	if err != nil {
		return nil, err
	}
	return e.windowed(device.OpAvgPool, x, shape, len(p.Kernel), p.avgInts(), nil)
}

// windowed launches a forward kernel of the Window family.
func (e *Env) windowed(op device.Op, x *Tensor, shape []int, n int, ints []int, floats []float64) (*Tensor, error) {
	d := x.dtype
	if err := refuse(op.Row(), x.dtype); err != nil {
		return nil, err
	}
	if d.IsHalf() {
		var err error
		if x, err = e.Cast(x, Float32); err != nil {
			return nil, err
		}
	}
	in, err := e.planes(x, n)
	if err != nil {
		return nil, err
	}
	out, err := e.empty(shape, x.dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	flat, err := e.planes(out, n)
	if err != nil {
		return nil, err
	}
	l := e.start(op)
	arg(l, flat)
	arg(l, in)
	l.I, l.F = append(l.I, ints...), append(l.F, floats...)
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, launchErr(err, op, d)
	}
	return e.Cast(out, d)
}

// AvgPoolGrad spreads a gradient back over the windows.
func (e *Env) AvgPoolGrad(grad *Tensor, shape []int, p PoolParams) (*Tensor, error) {
	return e.windowGrad(device.OpAvgPoolGrad, grad, shape, len(p.Kernel), p.avgInts(), nil)
}

// AdaptiveAvgPool averages windows chosen so that the output has the given size.
func (e *Env) AdaptiveAvgPool(x *Tensor, size []int) (*Tensor, error) {
	if err := checkPool("adaptive_avg_pool", x, len(size)); err != nil {
		return nil, err
	}
	shape := slices.Concat(x.shape[:len(x.shape)-len(size)], size)
	return e.windowed(device.OpAvgPool, x, shape, len(size), []int{-len(size)}, nil)
}

// AdaptiveAvgPoolGrad spreads a gradient back over adaptive windows.
func (e *Env) AdaptiveAvgPoolGrad(grad *Tensor, shape []int, n int) (*Tensor, error) {
	return e.windowGrad(device.OpAvgPoolGrad, grad, shape, n, []int{-n}, nil)
}

// Interpolation modes.
const (
	Nearest = iota
	Linear
	Cubic
)

// Upsample resamples the spatial dimensions to a size; scales are the factors asked
// for, 0 where the size was.
func (e *Env) Upsample(x *Tensor, size []int, mode int, align bool, scales []float64) (*Tensor, error) {
	shape := slices.Concat(x.shape[:len(x.shape)-len(size)], size)
	return e.windowed(device.OpUpsample, x, shape, len(size), []int{mode, flag(align)}, scales)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// UpsampleGrad is Upsample's gradient, of the input's shape.
func (e *Env) UpsampleGrad(grad *Tensor, shape []int, n, mode int, align bool, scales []float64) (*Tensor, error) {
	return e.windowGrad(device.OpUpsampleGrad, grad, shape, n, []int{mode, flag(align)}, scales)
}

// param adds an optional operand: an immediate where there is none.
func (e *Env) param(l *device.Launch, x *Tensor, d DType, none float64) {
	if x != nil {
		arg(l, x)
		return
	}
	o := l.Add()
	o.DType = d
	PutScalar(o.Imm[:], d, Float(none))
}

// LayerNorm normalises rows of n elements; x is seen as (rows, n). Mean and rstd have
// one element per row.
func (e *Env) LayerNorm(x, weight, bias *Tensor, n int, eps float64) (y, mean, rstd *Tensor, err error) {
	if err := refuse(device.OpLayerNorm.Row(), x.dtype); err != nil {
		return nil, nil, nil, err
	}
	dense, err := e.dense(x, weight, bias)
	if err != nil {
		return nil, nil, nil, err
	}
	rows := 0
	if n > 0 {
		rows = x.numel / n
	}
	in := dense[0].glance([]int{rows, n}, []int{n, 1}, dense[0].offset)
	if y, err = e.empty(x.shape, in.dtype, x.storage.Device); err != nil {
		return nil, nil, nil, err
	}
	for _, p := range []**Tensor{&mean, &rstd} {
		if *p, err = e.empty([]int{rows}, in.dtype, x.storage.Device); err != nil {
			return nil, nil, nil, err
		}
	}
	if x.numel == 0 {
		return y, mean, rstd, nil
	}
	l := e.start(device.OpLayerNorm)
	l.Outs = 3
	arg(l, y)
	arg(l, mean)
	arg(l, rstd)
	arg(l, in)
	e.param(l, dense[1], in.dtype, 1)
	e.param(l, dense[2], in.dtype, 0)
	l.F = append(l.F, eps)
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, nil, nil, launchErr(err, device.OpLayerNorm, x.dtype)
	}
	y, err = e.Cast(y, x.dtype)
	return y, mean, rstd, err
}

// dense makes operands contiguous and 16-bit floats wide; nil stays nil.
func (e *Env) dense(list ...*Tensor) ([]*Tensor, error) {
	out := make([]*Tensor, len(list))
	for i, x := range list {
		if x == nil {
			continue
		}
		if x.dtype.IsHalf() {
			w, err := e.Cast(x, Float32)
			if err != nil {
				return nil, err
			}
			x = w
		}
		c, err := e.Contiguous(x)
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

// LayerNormGrad is the gradient of LayerNorm's input.
func (e *Env) LayerNormGrad(grad, x, mean, rstd, weight *Tensor, n int) (*Tensor, error) {
	d, err := e.dense(grad, x, mean, rstd, weight)
	if err != nil {
		return nil, err
	}
	out, err := e.empty(x.shape, d[1].dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	rows := x.numel / n
	l := e.start(device.OpLayerNormGrad)
	arg(l, out.glance([]int{rows, n}, []int{n, 1}, 0))
	for _, t := range d[:4] {
		arg(l, t)
	}
	e.param(l, d[4], out.dtype, 1)
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, launchErr(err, device.OpLayerNormGrad, x.dtype)
	}
	return e.Cast(out, x.dtype)
}

// images shows x as (N, C, L).
func (e *Env) images(x *Tensor) (*Tensor, error) {
	n := 1
	for _, s := range x.shape[2:] {
		n *= s
	}
	return e.View(x, []int{x.shape[0], x.shape[1], n})
}

// BatchNorm applies (x − mean)·invstd·weight + bias per channel (dimension 1).
func (e *Env) BatchNorm(x, mean, invstd, weight, bias *Tensor) (*Tensor, error) {
	if err := refuse(device.OpBatchNorm.Row(), x.dtype); err != nil {
		return nil, err
	}
	d, err := e.dense(x, mean, invstd, weight, bias)
	if err != nil {
		return nil, err
	}
	out, err := e.empty(x.shape, d[0].dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	y, err := e.images(out)
	if err != nil {
		return nil, err
	}
	in, err := e.images(d[0])
	if err != nil {
		return nil, err
	}
	l := e.start(device.OpBatchNorm)
	arg(l, y)
	arg(l, in)
	arg(l, d[1])
	arg(l, d[2])
	e.param(l, d[3], out.dtype, 1)
	e.param(l, d[4], out.dtype, 0)
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, launchErr(err, device.OpBatchNorm, x.dtype)
	}
	return e.Cast(out, x.dtype)
}

// BatchNormGrad is the gradient of BatchNorm's input.
func (e *Env) BatchNormGrad(grad, x, mean, invstd, weight *Tensor, training bool) (*Tensor, error) {
	d, err := e.dense(grad, x, mean, invstd, weight)
	if err != nil {
		return nil, err
	}
	out, err := e.empty(x.shape, d[1].dtype, x.storage.Device)
	if err != nil || out.numel == 0 {
		return out, err
	}
	var views [3]*Tensor
	for i, t := range []*Tensor{out, d[0], d[1]} {
		if views[i], err = e.images(t); err != nil {
			return nil, err
		}
	}
	l := e.start(device.OpBatchNormGrad)
	for _, v := range views {
		arg(l, v)
	}
	arg(l, d[2])
	arg(l, d[3])
	e.param(l, d[4], out.dtype, 1)
	l.I = append(l.I, flag(training))
	if err := e.run(x.storage.Device, l); err != nil {
		return nil, launchErr(err, device.OpBatchNormGrad, x.dtype)
	}
	return e.Cast(out, x.dtype)
}
