package tensor

import (
	"slices"
)

// This file pads tensors.

// PadIndex picks, along each padded dimension, the positions a padding mode reads:
// "reflect", "replicate" or "circular". Pads are (before, after) from the last
// dimension backwards.
func (e *Env) PadIndex(x *Tensor, pads []int, mode string) (*Tensor, error) {
	out := x
	for k := 0; k < len(pads)/2; k++ {
		d := len(x.shape) - 1 - k
		index, err := padPositions(mode, x.shape, d, pads[2*k], pads[2*k+1])
		if err != nil {
			return nil, err
		}
		if out, err = e.pickDim(out, d, index); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// PadPositions are the positions of dimension d that a padding mode reads.
func PadPositions(mode string, shape []int, d, before, after int) ([]int64, error) {
	return padPositions(mode, shape, d, before, after)
}

func padPositions(mode string, shape []int, d, before, after int) ([]int64, error) {
	n := shape[d]
	if mode == "reflect" && (before >= n || after >= n) {
		return nil, runtimeErr("Argument #4: Padding size should be less than the corresponding input dimension, but got: padding (%d, %d) at dimension %d of input %s", before, after, d, FormatShape(shape))
	}
	if mode == "circular" && (before > n || after > n) {
		return nil, runtimeErr("Padding value causes wrapping around more than once.")
	}
	index := make([]int64, 0, max(n+before+after, 0))
	for i := -before; i < n+after; i++ {
		j := i
		switch mode {
		case "replicate":
			j = min(max(i, 0), n-1)
		case "circular":
			j = ((i % n) + n) % n
		default:
			if j < 0 {
				j = -j
			}
			if j >= n {
				j = 2*(n-1) - j
			}
		}
		index = append(index, int64(j))
	}
	return index, nil
}

// ConstantPad surrounds x with a value; negative pads crop.
func (e *Env) ConstantPad(x *Tensor, pads []int, value Scalar) (*Tensor, error) {
	if len(pads)%2 != 0 {
		return nil, runtimeErr("Padding length must be divisible by 2")
	}
	if len(pads) > 2*len(x.shape) {
		return nil, runtimeErr("Length of pad should be no more than twice the number of dimensions of the input. Pad length is %d while the input has %d dimensions.", len(pads), len(x.shape))
	}
	shape, src := slices.Clone(x.shape), x
	var err error
	at := make([]int, len(shape))
	for k := 0; k < len(pads)/2; k++ {
		d := len(shape) - 1 - k
		before, after := pads[2*k], pads[2*k+1]
		if shape[d] += before + after; shape[d] < 0 {
			return nil, runtimeErr("The input size %d, plus negative padding %d and %d resulted in a negative output size, which is invalid. Check dimension %d of your input.", x.shape[d], before, after, d)
		}
		if src, err = e.Slice(src, d, max(-before, 0), x.shape[d]-max(-after, 0), 1); err != nil {
			return nil, err
		}
		at[d] = max(before, 0)
	}
	out, err := e.Full(shape, value, x.Like())
	if err != nil {
		return nil, err
	}
	offset := 0
	for d, i := range at {
		offset += i * out.strides[d]
	}
	if src.numel == 0 {
		return out, nil
	}
	return out, e.copyInto(out.glance(src.shape, out.strides, offset), src)
}
