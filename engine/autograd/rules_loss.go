package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file holds the gradients of losses.

// lossRules are the gradients of the fused losses: state.floats[0] is 1/n for a mean.
func lossRules() map[string]rule {
	both := func(slope func(c *calc, x, y *Tensor) *Tensor) rule {
		grad := func(sign float64) formula {
			return func(c *calc) *Tensor {
				return c.grow(c.grow(slope(c, c.x(0), c.x(1)), c.g), c.num(sign*c.n.state.floats[0]))
			}
		}
		return each(grad(1), grad(-1))
	}
	nll := one(func(c *calc) *Tensor {
		target, w, total := c.x(0), c.x(1), c.x(2)
		if c.bad(target, w, total, c.g) {
			return nil
		}
		g := c.neg(c.mul(c.g, w))
		if c.n.state.flag {
			g = c.div(g, total)
		}
		kept := c.keep(c.t.Env.Compare(opNe, target, c.t.Wrap(tensor.Int(int64(c.n.state.ints[0])))))
		if c.bad(kept) {
			return nil
		}
		safe := c.keep(c.t.Env.Where(kept, target, c.t.Wrap(tensor.Int(0))))
		if !c.bad(safe) && safe.DType() != tensor.Int64 { // bytes may be classes, and not positions
			safe = c.keep(c.t.Env.Cast(safe, tensor.Int64))
		}
		zero := c.zerosOf(0)
		if c.bad(safe, zero, g) {
			return nil
		}
		safe, g = c.unsqueeze(safe, c.n.state.dim), c.unsqueeze(g, c.n.state.dim)
		if c.bad(safe, g) {
			return nil
		}
		return c.keep(c.t.ScatterAdd(zero, c.n.state.dim, safe, g))
	})
	return map[string]rule{
		"MseLossBackward0": both(func(c *calc, x, y *Tensor) *Tensor { return c.grow(c.sub(x, y), c.num(2)) }),
		"SmoothL1LossBackward0": both(func(c *calc, x, y *Tensor) *Tensor {
			beta := c.n.state.floats[1]
			return c.unary(device.OpClamp, c.times(c.sub(x, y), 1/beta), -1, 1)
		}),
		"HuberLossBackward0": both(func(c *calc, x, y *Tensor) *Tensor {
			delta := c.n.state.floats[1]
			return c.unary(device.OpClamp, c.sub(x, y), -delta, delta)
		}),
		"BinaryCrossEntropyBackward0": each(
			func(c *calc) *Tensor {
				x, y := c.x(0), c.x(1)
				den := c.unary(device.OpClamp, c.mul(c.plus(c.neg(x), 1), x), 1e-12, math.Inf(1))
				return c.weighted(c.mul(c.g, c.div(c.sub(x, y), den)), 2)
			},
			func(c *calc) *Tensor {
				x := c.x(0)
				logit := c.sub(c.unary(device.OpLog, c.plus(c.neg(x), 1)), c.unary(device.OpLog, x))
				return c.weighted(c.mul(c.g, logit), 2)
			}),
		"BinaryCrossEntropyWithLogitsBackward0": each(
			func(c *calc) *Tensor {
				x, y := c.x(0), c.x(1)
				if !c.n.saved[3].none() {
					w := c.mul(c.x(3), y)
					s := c.sub(c.mul(c.plus(c.sub(w, y), 1), c.unary(device.OpSigmoid, x)), w)
					return c.weighted(c.mul(c.g, s), 2)
				}
				return c.weighted(c.mul(c.g, c.sub(c.unary(device.OpSigmoid, x), y)), 2)
			},
			func(c *calc) *Tensor {
				x := c.x(0)
				if !c.n.saved[3].none() {
					up := c.mul(c.x(3), c.unary(device.OpLogSigmoid, x))
					down := c.unary(device.OpLogSigmoid, c.neg(x))
					return c.weighted(c.mul(c.g, c.sub(down, up)), 2)
				}
				return c.weighted(c.mul(c.g, c.neg(x)), 2)
			}),
		"NllLossBackward0": nll, "NllLoss2DBackward0": nll,
	}
}

// weighted applies a loss's mean and its optional saved weight.
func (c *calc) weighted(g *Tensor, i int) *Tensor {
	g = c.times(g, c.n.state.floats[0])
	if c.n.saved[i].none() {
		return g
	}
	return c.mul(g, c.x(i))
}
