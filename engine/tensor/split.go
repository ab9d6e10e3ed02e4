package tensor

import (
	"slices"

	"gputour/engine/device"
)

// This file resizes storages and cuts tensors into pieces.

// ResizeStorage sets the size of a tensor's storage in bytes, keeping its content.
func (e *Env) ResizeStorage(x *Tensor, bytes int) error {
	s := x.storage
	dev, old, inside := s.Device, s.Buffer, slices.Clone(s.Host) // which may lie in the buffer itself
	s.Buffer = device.Buffer{}
	if err := e.alloc(&s.Buffer, dev, bytes); err != nil {
		s.Buffer = old
		return err
	}
	keep := min(bytes, old.Bytes)
	if s.Host != nil {
		copy(s.Host, inside)
	} else if keep > 0 {
		if err := dev.CopyPeer(&s.Buffer, 0, &old, 0, keep); err != nil {
			return err
		}
	}
	dev.Free(&old)
	return nil
}

// Resize changes x's shape in place; its storage grows when it must.
func (e *Env) Resize(x *Tensor, shape []int) error {
	need, err := sizeOf(shape, x.dtype)
	if err != nil {
		return err
	}
	if need += x.offset * x.dtype.Size(); need > x.storage.Bytes {
		if err := e.ResizeStorage(x, need); err != nil {
			return err
		}
	}
	x.setShape(slices.Clone(shape))
	return nil
}

// SplitSizes cuts pieces of the given sizes.
func (e *Env) SplitSizes(x *Tensor, sizes []int, dim int) ([]*Tensor, error) {
	if len(x.shape) == 0 {
		return nil, runtimeErr("split expects at least a 1-dimensional tensor")
	}
	dim, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, err
	}
	total := 0
	for _, n := range sizes {
		if n < 0 {
			return nil, runtimeErr("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s", FormatShape(sizes))
		}
		total += n
	}
	if total != x.shape[dim] {
		return nil, runtimeErr("split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got split_sizes=%s", x.shape[dim], dim, FormatShape(sizes))
	}
	at := 0
	return e.Views(len(sizes), func(i int) (*Tensor, error) {
		at += sizes[i]
		return e.Slice(x, dim, at-sizes[i], at, 1)
	})
}

// SplitPlan is the sizes of pieces of at most size elements.
func SplitPlan(total, size int) ([]int, error) {
	if size < 0 {
		return nil, runtimeErr("split expects split_size be non-negative, but got split_size=%d", size)
	}
	if size == 0 && total > 0 {
		return nil, runtimeErr("split_size can only be 0 if dimension size is 0, but got dimension size of %d", total)
	}
	if total == 0 {
		return []int{0}, nil
	}
	sizes := make([]int, (total-1)/size+1)
	for i := range sizes {
		sizes[i] = min(size, total-i*size)
	}
	return sizes, nil
}

// ChunkPlan is the sizes of at most n pieces.
func ChunkPlan(total, n int) ([]int, error) {
	if n <= 0 {
		return nil, runtimeErr("chunk expects `chunks` to be greater than 0, got: %d", n)
	}
	size := (total + n - 1) / n
	if total == 0 {
		return make([]int, n), nil
	}
	return SplitPlan(total, size)
}

// DiagEmbed puts x's last dimension on the diagonal of two new ones.
func (e *Env) DiagEmbed(x *Tensor, offset, dim1, dim2 int) (*Tensor, error) {
	if len(x.shape) == 0 {
		return nil, runtimeErr("diag_embed: expected at least one dimension")
	}
	rank := len(x.shape) + 1
	d1, err := wrapDim(dim1, rank)
	if err != nil {
		return nil, err
	}
	d2, err := wrapDim(dim2, rank)
	if err != nil {
		return nil, err
	}
	if d1 == d2 {
		return nil, runtimeErr("diagonal dimensions cannot be identical %d, %d", dim1, dim2)
	}
	n := x.shape[len(x.shape)-1] + max(offset, -offset)
	shape := slices.Clone(x.shape[:len(x.shape)-1])
	for _, d := range []int{min(d1, d2), max(d1, d2)} {
		shape = slices.Insert(shape, d, n)
	}
	out, err := e.Zeros(shape, x.Like())
	if err != nil {
		return nil, err
	}
	diagonal, err := e.Diagonal(out, offset, d1, d2)
	if err != nil {
		return nil, err
	}
	return out, e.copyInto(diagonal, x)
}
