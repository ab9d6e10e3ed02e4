package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// calc evaluates formulas: its methods are tape operations that pass nil along after
// the first failure, so that a rule reads as the mathematics it is.
type calc struct {
	t   *Tape
	n   *Node
	g   *Tensor   // gradient of output 0
	gs  []*Tensor // gradients of all outputs, nil where none came
	err error
}

// keep takes an operation's result, or notes why there is none.
func (c *calc) keep(x *Tensor, err error) *Tensor {
	if err != nil && c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return nil
	}
	return x
}

// x is saved tensor i, checked for changes since it was saved.
func (c *calc) x(i int) *Tensor {
	if c.err != nil {
		return nil
	}
	x, err := c.t.unpack(c.n, i)
	return c.keep(x, err)
}

// wants reports whether input i needs a gradient.
func (c *calc) wants(i int) bool { return c.n.next[i].Node != nil }

// shape is the shape of input i, saved or not.
func (c *calc) shape(i int) []int { return c.n.inputs[i].shape }

// bad reports that an operation cannot be: something has failed before, or an operand is missing.
func (c *calc) bad(list ...*Tensor) bool {
	if c.err != nil {
		return true
	}
	for _, x := range list {
		if x == nil {
			return true
		}
	}
	return false
}

func (c *calc) one(f func(x *Tensor) (*Tensor, error), x *Tensor) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(f(x))
}

func (c *calc) two(f func(a, b *Tensor) (*Tensor, error), a, b *Tensor) *Tensor {
	if c.bad(a, b) {
		return nil
	}
	return c.keep(f(a, b))
}

func (c *calc) mul(a, b *Tensor) *Tensor { return c.two(c.t.Mul, a, b) }
func (c *calc) div(a, b *Tensor) *Tensor { return c.two(c.t.Div, a, b) }
func (c *calc) mm(a, b *Tensor) *Tensor  { return c.two(c.t.Matmul, a, b) }

func (c *calc) add(a, b *Tensor) *Tensor {
	if c.bad(a, b) {
		return nil
	}
	return c.keep(c.t.Add(a, b, tensor.One))
}

func (c *calc) sub(a, b *Tensor) *Tensor {
	if c.bad(a, b) {
		return nil
	}
	return c.keep(c.t.Sub(a, b, tensor.One))
}

// num is a number as an operand.
func (c *calc) num(f float64) *Tensor { return c.t.Wrap(tensor.Float(f)) }

func (c *calc) times(x *Tensor, f float64) *Tensor { return c.mul(x, c.num(f)) }

// grow multiplies x, which the rule has just made for itself, by f: in its place, where nothing is recorded.
func (c *calc) grow(x, f *Tensor) *Tensor {
	if c.bad(x, f) {
		return nil
	}
	if c.t.GradEnabled() || len(f.Shape()) > 0 && !slices.Equal(f.Shape(), x.Shape()) || tensor.Promote(x.DType(), f.DType()) != x.DType() {
		return c.mul(x, f)
	}
	return c.keep(c.t.Env.BinaryInto(x, device.OpMul, x, f))
}

func (c *calc) plus(x *Tensor, f float64) *Tensor { return c.add(x, c.num(f)) }

// scale multiplies by the conjugate of a number of any kind, as the gradient of a product with it does; one is free.
func (c *calc) scale(x *Tensor, s tensor.Scalar) *Tensor {
	if s.DType == tensor.NoDType || s.DType == tensor.Int64 && s.I == 1 {
		return x
	}
	if s.DType == tensor.Complex128 {
		s.C = complex(real(s.C), -imag(s.C))
	}
	return c.mul(x, c.t.Wrap(s))
}

func (c *calc) neg(x *Tensor) *Tensor { return c.unary(device.OpNeg, x) }

func (c *calc) unary(op device.Op, x *Tensor, f ...float64) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Unary(op, x, f...))
}

func (c *calc) binary(op device.Op, a, b *Tensor) *Tensor {
	if c.bad(a, b) {
		return nil
	}
	return c.keep(c.t.Binary(op, a, b))
}

func (c *calc) pow(x *Tensor, p float64) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Pow(x, c.num(p)))
}

func (c *calc) square(x *Tensor) *Tensor { return c.mul(x, x) }

// conj is the conjugate; of real tensors, themselves.
func (c *calc) conj(x *Tensor) *Tensor {
	if c.bad(x) || !x.DType().IsComplex() {
		return x
	}
	return c.keep(c.t.Conj(x))
}

// where picks from a where cond holds and from b elsewhere.
func (c *calc) where(cond, a, b *Tensor) *Tensor {
	if c.bad(cond, a, b) {
		return nil
	}
	return c.keep(c.t.Where(cond, a, b))
}

// only keeps x where cond holds.
func (c *calc) only(cond, x *Tensor) *Tensor { return c.where(cond, x, c.num(0)) }

func (c *calc) compare(op device.Op, a, b *Tensor) *Tensor {
	if c.bad(a, b) {
		return nil
	}
	return c.keep(c.t.Compare(op, a, b))
}

func (c *calc) zeros(like *Tensor) *Tensor {
	if c.bad(like) {
		return nil
	}
	return c.keep(c.t.Zeros(like.Shape(), like.Like()))
}

// zerosOf are zeros like input i.
func (c *calc) zerosOf(i int) *Tensor {
	if c.err != nil {
		return nil
	}
	in := c.n.inputs[i]
	return c.keep(c.t.Zeros(in.shape, tensor.Options{DType: in.dtype, Device: in.dev}))
}

func (c *calc) sum(x *Tensor, dims []int, keepdim bool) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Sum(x, dims, keepdim, tensor.NoDType))
}

func (c *calc) transpose(x *Tensor) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Transpose(x, -2, -1))
}

// adjoint is the conjugate transpose.
func (c *calc) adjoint(x *Tensor) *Tensor { return c.conj(c.transpose(x)) }

func (c *calc) reshape(x *Tensor, shape []int) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Reshape(x, shape))
}

func (c *calc) expand(x *Tensor, shape []int) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Expand(x, shape))
}

func (c *calc) unsqueeze(x *Tensor, dim int) *Tensor {
	if c.bad(x) {
		return nil
	}
	return c.keep(c.t.Unsqueeze(x, dim))
}

// restore gives a reduction's gradient back the dimensions it lost.
func (c *calc) restore(x *Tensor, in int) *Tensor {
	if c.bad(x) {
		return nil
	}
	shape := c.shape(in)
	if c.n.state.keepdim || len(shape) == 0 {
		return x
	}
	full := make([]int, len(shape))
	copy(full, shape)
	if len(c.n.state.dims) == 0 {
		for d := range full {
			full[d] = 1
		}
	}
	for _, d := range c.n.state.dims {
		full[wrap(d, len(shape))] = 1
	}
	return c.reshape(x, full)
}

func wrap(d, rank int) int {
	if d < 0 {
		return d + rank
	}
	return d
}

// reducedCount is how many elements each output of a reduction of input 0 came from.
func (c *calc) reducedCount() float64 {
	shape, n := c.shape(0), 1
	if len(c.n.state.dims) == 0 {
		for _, s := range shape {
			n *= s
		}
		return float64(n)
	}
	for _, d := range c.n.state.dims {
		if len(shape) > 0 {
			n *= shape[wrap(d, len(shape))]
		}
	}
	return float64(n)
}
