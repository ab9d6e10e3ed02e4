package tensor

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
)

// This file has the discrete Fourier transforms, on the host through gonum.

// Norms of a transform: where the factor 1/n goes.
const (
	NormBackward = "backward" // to the inverse
	NormForward  = "forward"  // to the forward transform
	NormOrtho    = "ortho"    // its square root to both
)

// FftC2C transforms one dimension of a complex tensor, forward or inverse, without
// changing its length.
func (e *Env) FftC2C(x *Tensor, dim int, norm string, inverse bool) (*Tensor, error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	n := 0
	if len(x.shape) > 0 {
		n = x.shape[d]
	}
	if n < 1 {
		return nil, runtimeErr("Invalid number of data points (%d) specified", n)
	}
	moved := lastDim(x, d)
	values, err := hostAs[complex128](e, moved, Complex128)
	if err != nil {
		return nil, err
	}
	if err := e.room(len(values), 16+scalarBytes); err != nil {
		return nil, err
	}
	out := slices.Clone(values)
	f := fourier.NewCmplxFFT(n)
	scale := complex(fftScale(n, norm, inverse), 0)
	for at := 0; at < len(out); at += n {
		line := out[at : at+n]
		err := e.aside(fftSteps(n), func() {
			if inverse {
				f.Sequence(line, line)
			} else {
				f.Coefficients(line, line)
			}
			for i := range line {
				line[i] *= scale
			}
		})
		if err != nil {
			return nil, err
		}
	}
	t, err := e.FromScalars(complexScalars(out), moved.shape, Options{DType: x.dtype.Complex(), Device: x.storage.Device})
	if err != nil {
		return nil, err
	}
	restored, err := e.Movedim(t, []int{-1}, []int{d})
	if err != nil {
		return nil, err
	}
	return e.Contiguous(restored)
}

// fftSteps is about the steps of a transform of n points: their number times the sum of
// its prime factors.
func fftSteps(n int) float64 {
	sum, left := 0, n
	for p := 2; p*p <= left; p++ {
		for ; left%p == 0; left /= p {
			sum += p
		}
	}
	return float64(n) * float64(sum+left)
}

func complexScalars(list []complex128) []Scalar {
	out := make([]Scalar, len(list))
	for i, v := range list {
		out[i] = Complex(v)
	}
	return out
}

func fftScale(n int, norm string, inverse bool) float64 {
	switch {
	case norm == NormOrtho:
		return 1 / math.Sqrt(float64(n))
	case (norm == NormForward) != inverse:
		return 1 / float64(n)
	}
	return 1
}
