package autograd

import (
	"gputour/engine/tensor"
)

// Gradients of views and rearrangements: the inverse view of the gradient, or the
// gradient put into zeros.
func viewRules() map[string]rule {
	reshape := one(func(c *calc) *Tensor { return c.reshape(c.g, c.shape(0)) })
	return map[string]rule{
		"ViewBackward0": reshape, "ReshapeAliasBackward0": reshape, "UnsafeViewBackward0": reshape,
		"SqueezeBackward0": reshape, "SqueezeBackward1": reshape, "UnsqueezeBackward0": reshape,
		"AliasBackward0":  one(pass),
		"ExpandBackward0": one(pass), // the walk sums
		"TransposeBackward0": one(func(c *calc) *Tensor {
			return c.keep(c.t.Transpose(c.g, c.n.state.dims[0], c.n.state.dims[1]))
		}),
		"TBackward0": one(func(c *calc) *Tensor { return c.one(c.t.T, c.g) }),
		"PermuteBackward0": one(func(c *calc) *Tensor {
			inverse := make([]int, len(c.n.state.dims))
			for i, d := range c.n.state.dims {
				inverse[wrap(d, len(inverse))] = i
			}
			return c.keep(c.t.Permute(c.g, inverse))
		}),
		"SelectBackward0": one(func(c *calc) *Tensor {
			return c.into(func(z *Tensor) (*Tensor, error) { return c.t.Env.Select(z, c.n.state.dim, c.n.state.ints[0]) })
		}),
		"SliceBackward0": one(func(c *calc) *Tensor {
			i := c.n.state.ints
			return c.into(func(z *Tensor) (*Tensor, error) { return c.t.Env.Slice(z, c.n.state.dim, i[0], i[1], i[2]) })
		}),
		"DiagonalBackward0": one(func(c *calc) *Tensor {
			i := c.n.state.ints
			return c.into(func(z *Tensor) (*Tensor, error) { return c.t.Env.Diagonal(z, i[0], i[1], i[2]) })
		}),
		"AsStridedBackward0": one(asStridedGrad),
		"UnfoldBackward0":    one(unfoldGrad),
		"DiagBackward0":      one(func(c *calc) *Tensor { return c.keep(c.t.diagGrad(c.g, c.shape(0), c.n.state.dim)) }),
		"DiagEmbedBackward0": one(func(c *calc) *Tensor {
			i := c.n.state.ints
			return c.keep(c.t.Diagonal(c.g, i[0], i[1], i[2]))
		}),
		"TraceBackward0": one(func(c *calc) *Tensor {
			s := c.shape(0)
			eye := c.keep(c.t.Eye(s[0], s[1], c.g.Like()))
			return c.mul(eye, c.g)
		}),
		"SplitBackward0": one(joinGrad), "SplitWithSizesBackward0": one(joinGrad),
		"UnbindBackward0": one(func(c *calc) *Tensor {
			list := c.filled(func(i int) []int { return c.n.outputs[i].shape })
			if c.err != nil {
				return nil
			}
			return c.keep(c.t.Stack(list, c.n.state.dim))
		}),
		"CatBackward0": {all: func(c *calc) []*Tensor {
			list, at := make([]*Tensor, len(c.n.next)), 0
			for i := range list {
				s := c.shape(i)
				if len(s) == 1 && s[0] == 0 {
					continue
				}
				n := s[wrap(c.n.state.dim, len(s))]
				if c.wants(i) {
					list[i] = c.keep(c.t.Narrow(c.g, c.n.state.dim, at, n))
				}
				at += n
			}
			return list
		}},
		"StackBackward0": {all: func(c *calc) []*Tensor {
			list := make([]*Tensor, len(c.n.next))
			for i := range list {
				if c.wants(i) {
					list[i] = c.keep(c.t.Select(c.g, c.n.state.dim, i))
				}
			}
			return list
		}},
		"RepeatBackward0": one(repeatGrad),
		"FlipBackward0":   one(func(c *calc) *Tensor { return c.keep(c.t.Flip(c.g, c.n.state.dims)) }),
		"RollBackward0": one(func(c *calc) *Tensor {
			back := make([]int, len(c.n.state.ints))
			for i, s := range c.n.state.ints {
				back[i] = -s
			}
			return c.keep(c.t.Roll(c.g, back, c.n.state.dims))
		}),
		"Rot90Backward0": one(func(c *calc) *Tensor { return c.keep(c.t.Rot90(c.g, -c.n.state.dim, c.n.state.dims)) }),
		"TrilBackward0":  one(func(c *calc) *Tensor { return c.keep(c.t.Tril(c.g, c.n.state.dim)) }),
		"TriuBackward0":  one(func(c *calc) *Tensor { return c.keep(c.t.Triu(c.g, c.n.state.dim)) }),
		"ViewAsRealBackward0": one(func(c *calc) *Tensor {
			dense := c.one(c.t.Contiguous, c.g)
			return c.one(c.t.ViewAsComplex, dense)
		}),
		"ViewAsComplexBackward0": one(func(c *calc) *Tensor { return c.one(c.t.ViewAsReal, c.g) }),
		"CopySlices": each(
			func(c *calc) *Tensor {
				rest := c.keep(c.t.Layout(c.g, c.n.state.ints))
				if rest == c.g {
					rest = c.one(c.t.Clone, c.g)
				}
				if c.bad(rest) {
					return nil
				}
				zero := c.t.Wrap(tensor.Int(0))
				return c.keep(rest, c.t.strided(rest, c.n.state.shape, c.n.state.strides, c.n.state.dim, func(v *Tensor) error {
					return c.t.CopyInPlace(v, zero, false)
				}))
			},
			func(c *calc) *Tensor {
				whole := c.keep(c.t.Layout(c.g, c.n.state.ints))
				if c.bad(whole) {
					return nil
				}
				return c.keep(c.t.AsStrided(whole, c.n.state.shape, c.n.state.strides, whole.Offset()+c.n.state.dim))
			}),
	}
}

// into puts the gradient into a view of zeros shaped like input 0. With a gradient to
// record it goes through a differentiable copy.
func (c *calc) into(view func(z *Tensor) (*Tensor, error)) *Tensor {
	zero := c.zerosOf(0)
	if c.bad(zero, c.g) {
		return nil
	}
	v := c.keep(view(zero))
	if c.bad(v) {
		return nil
	}
	if !c.t.needs(c.g) {
		return c.keep(zero, c.t.Env.CopyInto(v, c.g, false))
	}
	return c.keep(zero, c.t.strided(zero, v.Shape(), v.Strides(), v.Offset(), func(v *Tensor) error {
		return c.t.CopyInPlace(v, c.g, false)
	}))
}

// strided calls f with a recorded view of x.
func (t *Tape) strided(x *Tensor, shape, strides []int, offset int, f func(v *Tensor) error) error {
	v, err := t.AsStrided(x, shape, strides, x.Offset()+offset)
	if err != nil {
		return err
	}
	return f(v)
}

// asStridedGrad puts the gradient where the view lies in a tensor laid out like the
// input.
func asStridedGrad(c *calc) *Tensor {
	s := c.n.state
	span := s.dim + 1
	for d, n := range s.shape {
		span += max(n-1, 0) * s.strides[d]
	}
	inShape, inStrides := c.shape(0), s.ints
	need := 1
	for d, n := range inShape {
		need += max(n-1, 0) * inStrides[d]
	}
	if c.bad(c.g) {
		return nil
	}
	flat := c.keep(c.t.Zeros([]int{max(span, need)}, c.g.Like()))
	if c.bad(flat) {
		return nil
	}
	index := c.keep(c.t.stridedPositions(s.shape, s.strides, s.dim, c.g))
	if c.bad(index) {
		return nil
	}
	flat = c.keep(c.t.IndexAdd(flat, 0, index, c.reshape(c.g, []int{-1}), tensor.One))
	if c.bad(flat) {
		return nil
	}
	return c.keep(c.t.AsStrided(flat, inShape, inStrides, 0))
}

func unfoldGrad(c *calc) *Tensor {
	in := c.shape(0)
	strides := make([]int, len(in))
	n := 1
	for d := len(in) - 1; d >= 0; d-- {
		strides[d] = n
		n *= in[d]
	}
	dim, step := c.n.state.dim, c.n.state.ints[1]
	if len(in) == 0 {
		return c.reshape(c.sum(c.g, nil, false), nil)
	}
	outStrides := append(append([]int(nil), strides...), strides[dim])
	outStrides[dim] *= step
	zero := c.keep(c.t.Zeros([]int{n}, c.g.Like()))
	index := c.keep(c.t.stridedPositions(c.g.Shape(), outStrides, 0, c.g))
	if c.bad(zero, index) {
		return nil
	}
	return c.reshape(c.keep(c.t.IndexAdd(zero, 0, index, c.reshape(c.g, []int{-1}), tensor.One)), in)
}

// stridedPositions lists, in row-major order, the storage positions of a view's
// elements.
func (t *Tape) stridedPositions(shape, strides []int, offset int, like *Tensor) (*Tensor, error) {
	positions := []int64{int64(offset)}
	for d, n := range shape {
		next := make([]int64, 0, len(positions)*n)
		for _, p := range positions {
			for i := range n {
				next = append(next, p+int64(i*strides[d]))
			}
		}
		positions = next
	}
	index, err := t.FromInts(positions, len(positions))
	if err != nil {
		return nil, err
	}
	return t.Env.To(index, tensor.Options{Device: like.Device()}, false, false)
}

// filled are the gradients of all outputs, zeros where none came.
func (c *calc) filled(shape func(i int) []int) []*Tensor {
	list := make([]*Tensor, len(c.n.outputs))
	for i, g := range c.gs {
		if g == nil {
			o := c.n.outputs[i]
			g = c.keep(c.t.Zeros(shape(i), tensor.Options{DType: o.dtype, Device: o.dev}))
		}
		list[i] = g
	}
	return list
}

func joinGrad(c *calc) *Tensor {
	list := c.filled(func(i int) []int { return c.n.outputs[i].shape })
	if c.err != nil {
		return nil
	}
	return c.keep(c.t.Cat(list, c.n.state.dim))
}

func repeatGrad(c *calc) *Tensor {
	in, times := c.shape(0), c.n.state.ints
	lead := len(times) - len(in)
	var shape, dims []int
	for d, n := range times {
		size := 1
		if d >= lead {
			size = in[d-lead]
		}
		dims = append(dims, len(shape))
		shape = append(shape, n, size)
	}
	return c.reshape(c.sum(c.reshape(c.g, shape), dims, false), in)
}
