package autograd

import "gputour/engine/tensor"

// Gradients of products: x(0) and x(1) are the factors, state.floats beta and alpha. Where
// state.dims has 1 for a factor, its columns are contiguous; so shall be its gradient's.
func matrixRules() map[string]rule {
	left := func(c *calc) *Tensor {
		if c.n.state.dims != nil && c.n.state.dims[0] == 1 {
			return c.transpose(c.mm(c.conj(c.x(1)), c.transpose(c.g)))
		}
		return c.mm(c.g, c.adjoint(c.x(1)))
	}
	right := func(c *calc) *Tensor {
		if c.n.state.dims != nil && c.n.state.dims[1] == 1 {
			return c.transpose(c.mm(c.transpose(c.g), c.conj(c.x(0))))
		}
		return c.mm(c.adjoint(c.x(0)), c.g)
	}
	scaled := func(f formula) formula {
		return func(c *calc) *Tensor { return c.factor(f(c), c.n.state.floats[1]) }
	}
	self := func(c *calc) *Tensor { return c.factor(c.g, c.n.state.floats[0]) }
	outer := func(a, b *Tensor, c *calc) *Tensor { return c.mul(c.unsqueeze(a, 1), c.unsqueeze(c.conj(b), 0)) }
	return map[string]rule{
		"MmBackward0":      each(left, right).keeps("self mat2"),
		"BmmBackward0":     each(left, right).keeps("self mat2"),
		"AddmmBackward0":   each(self, scaled(left), scaled(right)).keeps("mat1 mat2"),
		"BaddbmmBackward0": each(self, scaled(left), scaled(right)),
		"MvBackward0": each(
			func(c *calc) *Tensor { return outer(c.g, c.x(1), c) },
			func(c *calc) *Tensor { return c.mm(c.adjoint(c.x(0)), c.g) }).keeps("self vec"),
		"AddmvBackward0": each(self,
			scaled(func(c *calc) *Tensor { return outer(c.g, c.x(1), c) }),
			scaled(func(c *calc) *Tensor { return c.mm(c.adjoint(c.x(0)), c.g) })),
		"DotBackward0": each(
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(1))) },
			func(c *calc) *Tensor { return c.mul(c.g, c.conj(c.x(0))) }).keeps("self tensor"),
		"ConvolutionBackward0": {all: convGrad},
	}
}

func (c *calc) factor(x *Tensor, f float64) *Tensor {
	if f == 1 {
		return x
	}
	return c.times(x, f)
}

// convGrad is the gradient of a convolution: of a transposed one it is a convolution
// and the other way round.
func convGrad(c *calc) []*Tensor {
	x, w := c.x(0), c.x(1)
	if c.bad(x, w, c.g) {
		return nil
	}
	list := make([]*Tensor, 3)
	p := tensor.ConvParams{Stride: c.n.state.dims, Padding: c.n.state.ints, Dilation: c.n.state.shape, Groups: c.n.state.dim,
		Transposed: c.n.state.flag, OutputPadding: c.n.state.strides}
	if c.wants(0) {
		list[0] = c.keep(c.t.convGradInput(c.g, x, w, p))
	}
	if c.wants(1) {
		list[1] = c.keep(c.t.convGradWeight(c.g, x, w, p))
	}
	if c.wants(2) {
		dims := []int{0}
		for d := 2; d < c.g.Dim(); d++ {
			dims = append(dims, d)
		}
		list[2] = c.sum(c.g, dims, false)
	}
	return list
}
