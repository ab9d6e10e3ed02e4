package tensor

import (
	"bytes"
	"slices"

	"gputour/engine/device"
)

// This file reads and fills the elements that one mask of a whole tensor names, without
// listing their positions.

// wholeMask is the mask that picks consist of, if it has x's shape; else nil.
func wholeMask(x *Tensor, picks []*Tensor) *Tensor {
	p := picks[0]
	if p == nil || p.dtype != Bool || p.storage.Device != x.storage.Device || !slices.Equal(p.shape, x.shape) {
		return nil
	}
	for _, other := range picks[1:] {
		if other != skip {
			return nil
		}
	}
	return p
}

// maskedRead lists the elements of a host tensor that mask names, in order.
func (e *Env) maskedRead(x, mask *Tensor) (*Tensor, error) {
	x, err := e.Contiguous(x)
	if err != nil {
		return nil, err
	}
	if mask, err = e.Contiguous(mask); err != nil {
		return nil, err
	}
	flat := []int{x.numel}
	count := bytes.Count(bytesOf(mask), []byte{1})
	out, err := e.empty([]int{count}, x.dtype, x.storage.Device)
	if err != nil || count == 0 {
		return out, err
	}
	l := e.start(device.OpIndex)
	arg(l, out)
	argAs(l, x, flat, []int{1})
	argAs(l, mask, flat, []int{1})
	l.I = append(l.I, 1)
	return out, e.run(x.storage.Device, l)
}

// fillsMask reports values that are one number for all places of x that a mask names.
func fillsMask(x, values *Tensor) bool {
	return values.numel == 1 && len(values.shape) <= 1 && !overlapsItself(x) &&
		(values.storage.Device == x.storage.Device || isCPUScalar(values))
}

// maskedFill writes one value, converted to x's dtype, where mask holds.
func (e *Env) maskedFill(x, mask, value *Tensor) error {
	value, err := e.Cast(value, x.dtype)
	if err != nil {
		return err
	}
	_, err = e.WhereInto(x, mask, value, x)
	return err
}
