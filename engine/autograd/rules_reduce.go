package autograd

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// Gradients of reductions. x(0) is the input, x(1) the result, x(2) the positions,
// where they are saved.
func reductionRules() map[string]rule {
	spread := one(func(c *calc) *Tensor { return c.expand(c.restore(c.g, 0), c.shape(0)) })
	mean := one(func(c *calc) *Tensor {
		return c.times(c.expand(c.restore(c.g, 0), c.shape(0)), 1/c.reducedCount())
	})
	nansum := one(func(c *calc) *Tensor {
		return c.only(c.notBool(c.unary(device.OpIsnan, c.x(0))), c.expand(c.restore(c.g, 0), c.shape(0)))
	})
	share := func(c *calc, mask, g *Tensor) *Tensor { // among those that the mask has
		if c.bad(mask, g) {
			return nil
		}
		count := c.keep(c.t.Sum(mask, c.n.state.dims, c.n.state.keepdim, tensor.NoDType))
		return c.div(g, c.restore(count, 0))
	}
	extreme := one(func(c *calc) *Tensor { // ties share; where there is no number, nobody has it, and a share of nobody's is none
		mask := c.compare(device.OpEq, c.x(0), c.restore(c.x(1), 0))
		return share(c, mask, c.only(mask, c.restore(c.g, 0)))
	})
	whole := one(func(c *calc) *Tensor { // of all elements: those that are no number share one that is none
		x, y := c.x(0), c.restore(c.x(1), 0)
		mask := c.compare(device.OpEq, x, y)
		if !c.bad(x) && x.DType().IsFloat() {
			mask = c.where(c.unary(device.OpIsnan, y), c.unary(device.OpIsnan, x), mask)
		}
		return c.only(mask, share(c, mask, c.restore(c.g, 0)))
	})
	picked := one(func(c *calc) *Tensor { return c.putAlong(c.g, c.x(0)) })
	return map[string]rule{
		"SumBackward0": spread, "SumBackward1": spread, "MeanBackward0": mean, "MeanBackward1": mean,
		"NansumBackward0": nansum,
		"ProdBackward0":   one(prodGrad), "ProdBackward1": one(prodGrad),
		"VarBackward0": one(func(c *calc) *Tensor { return c.varGrad(c.restore(c.g, 0)) }),
		"StdBackward0": one(func(c *calc) *Tensor {
			y := c.x(1)
			g := c.div(c.g, c.times(y, 2))
			g = c.where(c.compare(device.OpEq, y, c.num(0)), c.num(0), g)
			return c.varGrad(c.restore(g, 0))
		}),
		"NormBackward1": one(normGrad), "LinalgVectorNormBackward0": one(normGrad),
		"DistBackward0": each(distGrad(1), distGrad(-1)),
		"AmaxBackward0": extreme, "AminBackward0": extreme, "MaxBackward1": whole, "MinBackward1": whole,
		"MedianBackward0": whole,
		"MaxBackward0":    picked, "MinBackward0": picked, "MedianBackward1": picked, "ModeBackward0": picked,
		"KthvalueBackward0": picked, "CummaxBackward0": one(scanPut), "CumminBackward0": one(scanPut),
		"SortBackward0": one(scanPut), "TopkBackward0": one(scanPut),
		"LogsumexpBackward0": one(func(c *calc) *Tensor {
			return c.mul(c.restore(c.g, 0), c.unary(device.OpExp, c.sub(c.x(0), c.restore(c.x(1), 0))))
		}),
		"CumsumBackward0":  one(func(c *calc) *Tensor { return c.cumsumReversed(c.g, c.n.state.dim) }),
		"CumprodBackward0": one(cumprodGrad),
		"LogcumsumexpBackward0": one(func(c *calc) *Tensor {
			y := c.x(1)
			return c.mul(c.unary(device.OpExp, c.x(0)), c.cumsumReversed(c.mul(c.g, c.unary(device.OpExp, c.neg(y))), c.n.state.dim))
		}),
		"SoftmaxBackward0": one(func(c *calc) *Tensor {
			return c.castTo(c.softmaxGrad(c.g, c.x(0), false), 0)
		}),
		"LogSoftmaxBackward0": one(func(c *calc) *Tensor {
			return c.castTo(c.softmaxGrad(c.g, c.x(0), true), 0)
		}),
	}
}

func (c *calc) castTo(x *Tensor, in int) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Cast(x, c.n.inputs[in].dtype))
}

// softmaxGrad uses the fused kernel unless the gradient is itself to be recorded.
func (c *calc) softmaxGrad(g, y *Tensor, log bool) *Tensor {
	if c.bad(g, y) {
		return nil
	}
	dim := c.n.state.dim
	if !c.t.needs(g, y) {
		if log {
			return c.keep(c.t.Env.LogSoftmaxGrad(g, y, dim))
		}
		return c.keep(c.t.Env.SoftmaxGrad(g, y, dim))
	}
	if log {
		return c.sub(g, c.mul(c.unary(device.OpExp, y), c.sum(g, []int{dim}, true)))
	}
	gy := c.mul(g, y)
	return c.sub(gy, c.mul(y, c.sum(gy, []int{dim}, true)))
}

func (c *calc) cumsumReversed(g *Tensor, dim int) *Tensor {
	if c.bad(g) || g.Dim() == 0 {
		return g
	}
	flipped := c.keep(c.t.Flip(g, []int{dim}))
	if c.bad(flipped) {
		return nil
	}
	summed := c.keep(c.t.Cumsum(flipped, dim, tensor.NoDType))
	if c.bad(summed) {
		return nil
	}
	return c.keep(c.t.Flip(summed, []int{dim}))
}

// putAlong puts a reduction's gradient at the positions it was read from.
func (c *calc) putAlong(g, positions *Tensor) *Tensor {
	if len(c.shape(0)) == 0 {
		return g
	}
	dim := c.n.state.dim
	if !c.n.state.keepdim {
		g, positions = c.unsqueeze(g, dim), c.unsqueeze(positions, dim)
	}
	zero := c.zerosOf(0)
	if c.bad(g, positions, zero) {
		return nil
	}
	return c.keep(c.t.ScatterAdd(zero, dim, positions, g))
}

func scanPut(c *calc) *Tensor {
	zero, positions := c.zerosOf(0), c.x(0)
	if c.bad(zero, positions) {
		return nil
	}
	return c.keep(c.t.ScatterAdd(zero, c.n.state.dim, positions, c.g))
}

func (c *calc) varGrad(g *Tensor) *Tensor {
	x := c.x(0)
	if c.bad(x, g) {
		return nil
	}
	n := c.reducedCount()
	mean := c.keep(c.t.Mean(x, c.n.state.dims, true, tensor.NoDType))
	return c.mul(g, c.times(c.sub(x, mean), 2/(n-c.n.state.floats[0])))
}

// prodGrad multiplies the others: result / x where no element is zero, products of
// what lies before and after otherwise.
func prodGrad(c *calc) *Tensor {
	x, y := c.x(0), c.restore(c.x(1), 0)
	if c.bad(x, y) {
		return nil
	}
	if !c.hasZero(x) {
		return c.div(c.mul(c.restore(c.g, 0), y), x)
	}
	if len(c.n.state.dims) == 0 {
		flat := c.reshape(x, []int{-1})
		return c.reshape(c.mul(c.g, c.othersProduct(flat, 0)), c.shape(0))
	}
	return c.mul(c.restore(c.g, 0), c.othersProduct(x, wrap(c.n.state.dims[0], x.Dim())))
}

// hasZero reports whether an element is zero.
func (c *calc) hasZero(x *Tensor) bool {
	zero := c.compare(device.OpEq, x, c.num(0))
	if c.bad(zero) {
		return false
	}
	any := c.keep(c.t.Env.Any(zero, nil, false))
	if c.bad(any) {
		return false
	}
	found, err := c.t.IsTrue(any)
	c.keep(nil, err)
	return found
}

// cumprodGrad is Σ g·y / x of what comes behind an element, and products without that element where one is zero.
func cumprodGrad(c *calc) *Tensor {
	x, y, dim := c.x(0), c.x(1), c.n.state.dim
	if c.bad(x, y, c.g) {
		return nil
	}
	if !c.hasZero(x) {
		return c.div(c.cumsumReversed(c.mul(c.g, y), dim), x)
	}
	n := 1
	if x.Dim() > 0 {
		n = x.Shape()[dim]
	}
	if n == 1 {
		return c.g
	}
	part := func(x *Tensor, from, length int) *Tensor {
		if c.bad(x) {
			return nil
		}
		return c.keep(c.t.Narrow(x, dim, from, length))
	}
	list := make([]*Tensor, n)
	for i := range list {
		sum := part(c.g, i, 1)
		if i < n-1 {
			rest := part(x, i+1, n-i-1)
			if c.bad(rest) {
				return nil
			}
			behind := c.mul(part(c.g, i+1, n-i-1), c.keep(c.t.Cumprod(rest, dim, tensor.NoDType)))
			sum = c.add(sum, c.sum(behind, []int{dim}, true))
		}
		if i > 0 {
			before := part(x, 0, i)
			if c.bad(before) {
				return nil
			}
			sum = c.mul(sum, c.keep(c.t.Prod(before, []int{dim}, true, tensor.NoDType)))
		}
		if list[i] = sum; c.bad(sum) {
			return nil
		}
	}
	return c.keep(c.t.Cat(list, dim))
}

// othersProduct is, for each element along dim, the product of the others.
func (c *calc) othersProduct(x *Tensor, dim int) *Tensor {
	if c.bad(x) {
		return nil
	}
	n := x.Shape()[dim]
	shape := append([]int(nil), x.Shape()...)
	shape[dim] = 1
	ones := c.keep(c.t.Ones(shape, x.Like()))
	before := c.shifted(x, ones, dim, n, false)
	after := c.shifted(x, ones, dim, n, true)
	return c.mul(before, after)
}

func (c *calc) shifted(x, ones *Tensor, dim, n int, reverse bool) *Tensor {
	if c.bad(x, ones) {
		return nil
	}
	flip := func(x *Tensor) *Tensor {
		if !reverse || c.bad(x) {
			return x
		}
		return c.keep(c.t.Flip(x, []int{dim}))
	}
	part := flip(x)
	if c.bad(part) {
		return nil
	}
	part = c.keep(c.t.Narrow(part, dim, 0, n-1))
	if c.bad(part) {
		return nil
	}
	joined := c.keep(c.t.Cat([]*Tensor{ones, part}, dim))
	if c.bad(joined) {
		return nil
	}
	return flip(c.keep(c.t.Cumprod(joined, dim, tensor.NoDType)))
}

func normGrad(c *calc) *Tensor { return c.normGradOf(c.x(0), c.restore(c.x(1), 0), c.restore(c.g, 0)) }

// normGradOf is the gradient of a p-norm; where the norm is zero it is zero.
func (c *calc) normGradOf(x, y, g *Tensor) *Tensor {
	if c.bad(x, y, g) {
		return nil
	}
	p := c.n.state.floats[0]
	zero := c.compare(device.OpEq, y, c.num(0))
	switch {
	case p == 0:
		return c.zeros(x)
	case p == 1:
		return c.mul(c.one(c.t.Sgn, x), g)
	case p == 2:
		return c.mul(x, c.where(zero, c.num(0), c.div(g, y)))
	case math.IsInf(p, 0):
		mask := c.compare(device.OpEq, c.unary(device.OpAbs, x), y)
		if c.bad(mask) {
			return nil
		}
		count := c.keep(c.t.Sum(mask, c.n.state.dims, true, tensor.NoDType))
		return c.mul(c.one(c.t.Sgn, x), c.only(mask, c.div(g, count)))
	case p < 2:
		self := c.mul(c.one(c.t.Sgn, x), c.pow(c.unary(device.OpAbs, x), p-1))
		self = c.where(c.compare(device.OpEq, x, c.num(0)), c.num(0), self)
		return c.mul(self, c.where(zero, c.num(0), c.mul(g, c.pow(y, 1-p))))
	}
	self := c.mul(x, c.pow(c.unary(device.OpAbs, x), p-2))
	return c.mul(self, c.where(zero, c.num(0), c.div(g, c.pow(y, p-1))))
}

func distGrad(sign float64) formula {
	return func(c *calc) *Tensor {
		return c.times(c.normGradOf(c.sub(c.x(0), c.x(1)), c.x(2), c.g), sign)
	}
}
