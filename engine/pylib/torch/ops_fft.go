package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Fourier transforms.

var fftRows = []row{
	{"fft_fft", fft(false)}, {"fft_ifft", fft(true)}, {"fft_rfft", opRfft}, {"fft_irfft", opIrfft},
	{"fft_fftfreq", frequencies(false)}, {"fft_rfftfreq", frequencies(true)},
	{"fft_fftshift", shifted(1)}, {"fft_ifftshift", shifted(-1)},
}

// points is the length of a transform, 0 for that of the input.
func (c *call) points() (int, error) {
	n := c.optInt("n")
	if n == nil {
		return 0, nil
	}
	if *n < 1 {
		return 0, object.Raise(object.RuntimeError, "Invalid number of data points (%d) specified", *n)
	}
	return *n, nil
}

// transform is a transform of one dimension, forward or inverse.
func (c *call) transform(x *tensor.Tensor, n, dim int, inverse bool) (*tensor.Tensor, error) {
	if inverse {
		return c.tape.Ifft(x, n, dim, c.text("norm"))
	}
	return c.tape.Fft(x, n, dim, c.text("norm"))
}

func fft(inverse bool) operation {
	return func(c *call) (object.Value, error) {
		_, err := c.input().WrapDim(c.int("dim"))
		if err != nil {
			return object.Value{}, err
		}
		n, err := c.points()
		if err != nil {
			return object.Value{}, err
		}
		return c.one(c.transform(c.input(), n, c.int("dim"), inverse))
	}
}

// opRfft keeps the half of the spectrum that a real input determines.
func opRfft(c *call) (object.Value, error) { return c.half(c.tape.Rfft) }

// opIrfft completes the spectrum by symmetry and transforms it back.
func opIrfft(c *call) (object.Value, error) { return c.half(c.tape.Irfft) }

func (c *call) half(f func(x *tensor.Tensor, n, dim int, norm string) (*tensor.Tensor, error)) (object.Value, error) {
	if _, err := c.input().WrapDim(c.int("dim")); err != nil {
		return object.Value{}, err
	}
	n, err := c.points()
	if err != nil {
		return object.Value{}, err
	}
	return c.one(f(c.input(), n, c.int("dim"), c.text("norm")))
}

// frequencies are those of the bins of a transform of n points d apart.
func frequencies(half bool) operation {
	name := map[bool]string{false: "fftfreq", true: "rfftfreq"}[half]
	return func(c *call) (object.Value, error) {
		n, d := c.int("n"), c.float("d")
		o := c.outOptions()
		switch {
		case o.DType.IsComplex():
			return object.Value{}, refusal("\"arange_cpu\" not implemented for '%s'", o.DType.Scalar())
		case o.DType != tensor.NoDType && !o.DType.IsFloat():
			return object.Value{}, refusal("%s requires a floating point or complex dtype", name)
		}
		count := n
		if half {
			count = n/2 + 1
		}
		if count < 0 {
			return object.Value{}, refusal("Trying to create tensor with negative dimension %d: [%d]", count, count)
		}
		if err := c.t.ChargeItems(count, scalarBytes); err != nil {
			return object.Value{}, err
		}
		list := make([]tensor.Scalar, count)
		for i := range list {
			k := i
			if !half && i >= (n+1)/2 {
				k = i - n
			}
			list[i] = tensor.Float(float64(k) * (1 / (float64(n) * d)))
		}
		return c.made(c.tape.FromScalars(list, []int{count}, o))
	}
}

// shifted moves the zero frequency to the middle (1) or back (-1).
func shifted(sign int) operation {
	return func(c *call) (object.Value, error) {
		x, dims := c.input(), c.ints("dim")
		if dims == nil {
			for d := range x.Dim() {
				dims = append(dims, d)
			}
		}
		by := make([]int, len(dims))
		for i, d := range dims {
			k, err := x.WrapDim(d)
			if err != nil {
				return object.Value{}, err
			}
			n := x.Shape()[k]
			if by[i] = n / 2; sign < 0 {
				by[i] = (n + 1) / 2
			}
		}
		return c.one(c.tape.Roll(x, by, dims))
	}
}
