package ops

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Fourier transforms.

var fftRows = []row{
	{"fft_fft", fft(false)}, {"fft_ifft", fft(true)}, {"fft_rfft", opRfft}, {"fft_irfft", opIrfft},
	{"fft_fftfreq", frequencies(false)}, {"fft_rfftfreq", frequencies(true)},
	{"fft_fftshift", shifted(1)}, {"fft_ifftshift", shifted(-1)},
}

// pointCount is the length of a transform, 0 for that of the input.
func pointCount(c *dispatch.Call) (int, error) {
	n := c.OptInt("n")
	if n == nil {
		return 0, nil
	}
	if *n < 1 {
		return 0, object.Raise(object.RuntimeError, "Invalid number of data points (%d) specified", *n)
	}
	return *n, nil
}

// transformed is a transform of one dimension, forward or inverse.
func transformed(c *dispatch.Call, x *tensor.Tensor, n, dim int, inverse bool) (*tensor.Tensor, error) {
	if inverse {
		return c.Tape.Ifft(x, n, dim, c.Text("norm"))
	}
	return c.Tape.Fft(x, n, dim, c.Text("norm"))
}

func fft(inverse bool) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		_, err := c.Input().WrapDim(c.Int("dim"))
		if err != nil {
			return object.Value{}, err
		}
		n, err := pointCount(c)
		if err != nil {
			return object.Value{}, err
		}
		return c.One(transformed(c, c.Input(), n, c.Int("dim"), inverse))
	}
}

// opRfft keeps the half of the spectrum that a real input determines.
func opRfft(c *dispatch.Call) (object.Value, error) { return half(c, c.Tape.Rfft) }

// opIrfft completes the spectrum by symmetry and transforms it back.
func opIrfft(c *dispatch.Call) (object.Value, error) { return half(c, c.Tape.Irfft) }

func half(c *dispatch.Call, f func(x *tensor.Tensor, n, dim int, norm string) (*tensor.Tensor, error)) (object.Value, error) {
	if _, err := c.Input().WrapDim(c.Int("dim")); err != nil {
		return object.Value{}, err
	}
	n, err := pointCount(c)
	if err != nil {
		return object.Value{}, err
	}
	return c.One(f(c.Input(), n, c.Int("dim"), c.Text("norm")))
}

// frequencies are those of the bins of a transform of n points d apart.
func frequencies(half bool) dispatch.Operation {
	name := map[bool]string{false: "fftfreq", true: "rfftfreq"}[half]
	return func(c *dispatch.Call) (object.Value, error) {
		n, d := c.Int("n"), c.Float("d")
		o := c.OutOptions()
		switch {
		case o.DType.IsComplex():
			return object.Value{}, object.Raise(object.RuntimeError, "\"arange_cpu\" not implemented for '%s'", o.DType.Scalar())
		case o.DType != tensor.NoDType && !o.DType.IsFloat():
			return object.Value{}, object.Raise(object.RuntimeError, "%s requires a floating point or complex dtype", name)
		}
		count := n
		if half {
			count = n/2 + 1
		}
		if count < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "Trying to create tensor with negative dimension %d: [%d]", count, count)
		}
		if err := c.Thread.ChargeItems(count, values.ScalarBytes); err != nil {
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
		return c.Made(c.Tape.FromScalars(list, []int{count}, o))
	}
}

// shifted moves the zero frequency to the middle (1) or back (-1).
func shifted(sign int) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x, dims := c.Input(), c.Ints("dim")
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
		return c.One(c.Tape.Roll(x, by, dims))
	}
}
