package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// Gradients of the network operations.
func networkRules() map[string]rule {
	maxPool := one(func(c *calc) *Tensor {
		positions := c.x(0)
		if c.bad(positions, c.g) {
			return nil
		}
		return c.keep(c.t.maxPoolGrad(c.g, positions, c.shape(0), c.n.state.dim))
	})
	avgPool := linearGrad(func(c *calc, g *Tensor) (*Tensor, error) {
		return c.t.Env.AvgPoolGrad(g, c.shape(0), c.poolParams())
	}, func(c *calc, gg *Tensor) (*Tensor, error) { return c.t.AvgPool(gg, c.poolParams()) })
	adaptive := linearGrad(func(c *calc, g *Tensor) (*Tensor, error) {
		return c.t.Env.AdaptiveAvgPoolGrad(g, c.shape(0), c.n.state.dim)
	}, func(c *calc, gg *Tensor) (*Tensor, error) {
		s := c.n.outputs[0].shape
		return c.t.AdaptiveAvgPool(gg, s[len(s)-c.n.state.dim:])
	})
	upsample := linearGrad(func(c *calc, g *Tensor) (*Tensor, error) {
		s := c.n.state
		return c.t.Env.UpsampleGrad(g, c.shape(0), s.dim, s.reduce, s.flag, s.floats)
	}, func(c *calc, gg *Tensor) (*Tensor, error) {
		s, out := c.n.state, c.n.outputs[0].shape
		return c.t.Upsample(gg, out[len(out)-s.dim:], s.reduce, s.flag, s.floats)
	})
	table := map[string]rule{
		"MaxPool2DWithIndicesBackward0": maxPool, "MaxPool3DWithIndicesBackward0": maxPool, "AdaptiveMaxPool2DBackward0": maxPool,
		"AvgPool2DBackward0": avgPool, "AvgPool3DBackward0": avgPool,
		"AdaptiveAvgPool2DBackward0": adaptive, "AdaptiveAvgPool3DBackward0": adaptive,
		"LinearKernelBackward": one(func(c *calc) *Tensor { // the gradient of a linear operation's gradient is the operation
			return c.keep(c.n.linear(c.t, c.g))
		}),
		"ConstantPadNdBackward0": one(func(c *calc) *Tensor {
			back := make([]int, len(c.n.state.ints))
			for i, p := range c.n.state.ints {
				back[i] = -p
			}
			return c.keep(c.t.ConstantPad(c.g, back, tensor.Int(0)))
		}),
		"PadBackward":              one(padGrad),
		"NativeLayerNormBackward0": {all: layerNormGrad},
		"NativeGroupNormBackward0": {all: groupNormGrad},
		"NativeBatchNormBackward0": {all: batchNormGrad},
	}
	for _, name := range upsampleNames {
		table[name] = upsample
	}
	for name, r := range lossRules() {
		table[name] = r
	}
	return table
}

func (c *calc) poolParams() tensor.PoolParams {
	i := c.n.state.ints
	n := len(i) / 3
	return tensor.PoolParams{Kernel: i[:n], Stride: i[n : 2*n], Padding: i[2*n:], CountPadding: c.n.state.flag, Divisor: c.n.state.dim}
}

// linearGrad is the rule of a linear operation with a gradient kernel of its own: the
// gradient of that gradient is the operation itself.
func linearGrad(back, forward func(c *calc, g *Tensor) (*Tensor, error)) rule {
	return one(func(c *calc) *Tensor {
		y := c.keep(back(c, c.g))
		if c.bad(y) {
			return nil
		}
		if n := c.t.node("LinearKernelBackward", y, c.g); n != nil {
			outer := c.n
			n.linear = func(t *Tape, gg *Tensor) (*Tensor, error) {
				return forward(&calc{t: t, n: outer}, gg)
			}
		}
		return y
	})
}

func (t *Tape) maxPoolGrad(g, positions *Tensor, shape []int, dims int) (*Tensor, error) {
	if !t.needs(g) {
		return t.Env.MaxPoolGrad(g, positions, shape, dims)
	}
	k := len(shape) - dims
	lead := shape[:k]
	zero, err := t.Zeros(append(slices.Clone(lead), product(shape[k:])), g.Like())
	if err != nil {
		return nil, err
	}
	flat := append(slices.Clone(lead), -1)
	at, err := t.Env.Reshape(positions, flat)
	if err != nil {
		return nil, err
	}
	src, err := t.Reshape(g, flat)
	if err != nil {
		return nil, err
	}
	y, err := t.ScatterAdd(zero, -1, at, src)
	if err != nil {
		return nil, err
	}
	return t.Reshape(y, shape)
}

// padGrad adds what each padded element read back to where it was read.
func padGrad(c *calc) *Tensor {
	g, shape, pads := c.g, c.shape(0), c.n.state.ints
	mode := padModes[c.n.state.dims[0]]
	for k := len(pads)/2 - 1; k >= 0; k-- {
		d := len(shape) - 1 - k
		index, err := tensor.PadPositions(mode, shape, d, pads[2*k], pads[2*k+1])
		if c.keep(nil, err); c.bad(g) {
			return nil
		}
		small := slices.Clone(g.Shape())
		small[d] = shape[d]
		zero := c.keep(c.t.Zeros(small, g.Like()))
		at := c.keep(c.t.FromInts(index, len(index)))
		if c.bad(zero, at) {
			return nil
		}
		if at = c.keep(c.t.Env.To(at, tensor.Options{Device: g.Device()}, false, false)); c.bad(at) {
			return nil
		}
		g = c.keep(c.t.IndexAdd(zero, d, at, g, tensor.One))
	}
	return g
}

// layerNormGrad: saved x, weight, mean, rstd; state.dim is the row's length.
func layerNormGrad(c *calc) []*Tensor {
	x, w, mean, rstd := c.x(0), c.x(1), c.x(2), c.x(3)
	if c.err != nil {
		return nil
	}
	n := c.n.state.dim
	rows := product(c.shape(0)) / max(n, 1)
	list := make([]*Tensor, 3)
	if c.wants(0) {
		if c.t.needs(c.g, x, w) {
			list[0] = c.normalizedGrad(c.scaleRow(c.g, w, rows, n), c.reshape(x, []int{rows, n}), n)
			list[0] = c.reshape(list[0], c.shape(0))
		} else {
			list[0] = c.keep(c.t.Env.LayerNormGrad(c.g, x, mean, rstd, w, n))
		}
	}
	g := c.reshape(c.g, []int{rows, n})
	if c.wants(1) {
		hat := c.normalized(c.reshape(x, []int{rows, n}), mean, rstd)
		list[1] = c.reshape(c.sum(c.mul(g, hat), []int{0}, false), c.shape(1))
	}
	if c.wants(2) {
		list[2] = c.reshape(c.sum(g, []int{0}, false), c.shape(2))
	}
	return list
}

func (c *calc) scaleRow(g, w *Tensor, rows, n int) *Tensor {
	g = c.reshape(g, []int{rows, n})
	if w == nil {
		return g
	}
	return c.mul(g, c.reshape(w, []int{n}))
}

// normalized is (x − mean)·rstd of rows; the statistics are computed anew when the
// gradient is itself to be recorded.
func (c *calc) normalized(x, mean, rstd *Tensor) *Tensor {
	if c.bad(x) {
		return nil
	}
	if !c.t.needs(x) {
		return c.mul(c.sub(x, c.unsqueeze(mean, 1)), c.unsqueeze(rstd, 1))
	}
	centered := c.sub(x, c.keep(c.t.Mean(x, []int{-1}, true, tensor.NoDType)))
	square := c.square(centered)
	if c.bad(square) {
		return nil
	}
	variance := c.keep(c.t.Mean(square, []int{-1}, true, tensor.NoDType))
	return c.mul(centered, c.unary(device.OpRsqrt, c.plus(variance, c.n.state.floats[0])))
}

// normalizedGrad is the gradient through (x − mean)·rstd of rows, written out so that
// it can be differentiated again. The variance is recovered from x.
func (c *calc) normalizedGrad(g, x *Tensor, n int) *Tensor {
	if c.bad(g, x) {
		return nil
	}
	last := []int{-1}
	mean := func(x *Tensor) *Tensor {
		if c.bad(x) {
			return nil
		}
		return c.keep(c.t.Mean(x, last, true, tensor.NoDType))
	}
	centered := c.sub(x, mean(x))
	rstd := c.unary(device.OpRsqrt, c.plus(mean(c.square(centered)), c.n.state.floats[0]))
	hat := c.mul(centered, rstd)
	inner := c.sub(c.sub(g, mean(g)), c.mul(hat, mean(c.mul(g, hat))))
	return c.mul(rstd, inner)
}

// groupNormGrad is layerNormGrad with per-channel weights.
func groupNormGrad(c *calc) []*Tensor {
	x, w, mean, rstd := c.x(0), c.x(1), c.x(2), c.x(3)
	if c.bad(x, mean, rstd, c.g) {
		return nil
	}
	n, s := c.n.state.dim, c.shape(0)
	rows := product(s) / max(n, 1)
	channel := slices.Repeat([]int{1}, len(s))
	channel[1] = s[1]
	dims := []int{0}
	for d := 2; d < len(s); d++ {
		dims = append(dims, d)
	}
	list := make([]*Tensor, 3)
	gw := c.g
	if w != nil {
		gw = c.mul(c.g, c.reshape(w, channel))
	}
	if c.wants(0) && c.err == nil {
		if c.t.needs(c.g, x, w) {
			list[0] = c.reshape(c.normalizedGrad(c.reshape(gw, []int{rows, n}), c.reshape(x, []int{rows, n}), n), s)
		} else {
			list[0] = c.keep(c.t.Env.LayerNormGrad(gw, x, mean, rstd, nil, n))
		}
	}
	if c.wants(1) {
		hat := c.normalized(c.reshape(x, []int{rows, n}), mean, rstd)
		list[1] = c.sum(c.mul(c.g, c.reshape(hat, s)), dims, false)
	}
	if c.wants(2) {
		list[2] = c.sum(c.g, dims, false)
	}
	return list
}

// batchNormGrad: saved x, weight, mean, invstd; state.flag says training.
func batchNormGrad(c *calc) []*Tensor {
	x, w, mean, invstd := c.x(0), c.x(1), c.x(2), c.x(3)
	if c.bad(x, mean, invstd, c.g) {
		return nil
	}
	s := c.shape(0)
	channel := slices.Repeat([]int{1}, len(s))
	channel[1] = s[1]
	dims := []int{0}
	for d := 2; d < len(s); d++ {
		dims = append(dims, d)
	}
	list := make([]*Tensor, 3)
	if c.wants(0) {
		if c.t.needs(c.g, x, w) {
			list[0] = c.batchGradAgain(x, w, mean, invstd, channel, dims)
		} else {
			list[0] = c.keep(c.t.Env.BatchNormGrad(c.g, x, mean, invstd, w, c.n.state.flag))
		}
	}
	if c.wants(1) {
		hat := c.channelNormalized(x, mean, invstd, channel, dims)
		list[1] = c.sum(c.mul(c.g, hat), dims, false)
	}
	if c.wants(2) {
		list[2] = c.sum(c.g, dims, false)
	}
	return list
}

// channelNormalized is (x − mean)·invstd per channel, with statistics computed anew in
// training when the gradient is itself to be recorded.
func (c *calc) channelNormalized(x, mean, invstd *Tensor, channel, dims []int) *Tensor {
	if !c.t.needs(x) || !c.n.state.flag {
		return c.mul(c.sub(x, c.reshape(mean, channel)), c.reshape(invstd, channel))
	}
	centered := c.sub(x, c.keep(c.t.Mean(x, dims, true, tensor.NoDType)))
	square := c.square(centered)
	if c.bad(square) {
		return nil
	}
	variance := c.keep(c.t.Mean(square, dims, true, tensor.NoDType))
	return c.mul(centered, c.unary(device.OpRsqrt, c.plus(variance, c.n.state.floats[0])))
}

// batchGradAgain writes the input's gradient in differentiable operations.
func (c *calc) batchGradAgain(x, w, mean, invstd *Tensor, channel, dims []int) *Tensor {
	g := c.g
	if w != nil {
		g = c.mul(g, c.reshape(w, channel))
	}
	if !c.n.state.flag {
		return c.mul(g, c.reshape(invstd, channel))
	}
	average := func(x *Tensor) *Tensor {
		if c.bad(x) {
			return nil
		}
		return c.keep(c.t.Mean(x, dims, true, tensor.NoDType))
	}
	centered := c.sub(x, average(x))
	rstd := c.unary(device.OpRsqrt, c.plus(average(c.square(centered)), c.n.state.floats[0]))
	hat := c.mul(centered, rstd)
	return c.mul(rstd, c.sub(c.sub(g, average(g)), c.mul(hat, average(c.mul(g, hat)))))
}
