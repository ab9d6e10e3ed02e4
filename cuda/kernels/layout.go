package kernels

import (
	"math/bits"

	"gputour/engine/device"
)

const (
	maxDims = 8 // dimensions a kernel walks, after merging
	maxArgs = 4 // operands that are walked together
)

// layout is the common iteration space of some operands: the fastest dimension first, those
// of one element left out, those that continue each other merged. Strides are in elements.
type layout struct {
	dims    int
	sizes   [maxDims]int
	strides [maxArgs][maxDims]int
	args    int
}

// newLayout lays out operands of one shape; false where too many dimensions are left.
// sorted orders the dimensions by the first operand's strides, where their order is free.
func newLayout(shape []int, sorted bool, strides ...[]int) (y layout, ok bool) {
	y.args = len(strides)
	var order [16]int
	n := 0
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] == 1 {
			continue
		}
		if n == len(order) {
			return y, false
		}
		order[n] = d
		n++
	}
	if sorted {
		for i := 1; i < n; i++ {
			for j := i; j > 0 && abs(strideAt(strides[0], order[j])) < abs(strideAt(strides[0], order[j-1])); j-- {
				order[j], order[j-1] = order[j-1], order[j]
			}
		}
	}
	for _, d := range order[:n] {
		if y.merge(shape[d], d, strides) {
			continue
		}
		if y.dims == maxDims {
			return y, false
		}
		y.sizes[y.dims] = shape[d]
		for a := range strides {
			y.strides[a][y.dims] = strideAt(strides[a], d)
		}
		y.dims++
	}
	return y, true
}

// merge lets dimension d continue the last one kept, where it does for all operands.
func (y *layout) merge(size, d int, strides [][]int) bool {
	k := y.dims - 1
	if k < 0 {
		return false
	}
	for a := range strides {
		if strideAt(strides[a], d) != y.strides[a][k]*y.sizes[k] {
			return false
		}
	}
	y.sizes[k] *= size
	return true
}

// strideAt reads strides; none at all are those of an immediate.
func strideAt(strides []int, d int) int {
	if len(strides) == 0 {
		return 0
	}
	return strides[d]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func (y *layout) numel() int {
	n := 1
	for _, s := range y.sizes[:y.dims] {
		n *= s
	}
	return n
}

// stridesOf are an operand's strides; nil for an immediate without any.
func stridesOf(o *device.Operand) []int {
	if o.Buffer == nil && len(o.Strides) == 0 {
		return nil
	}
	return o.Strides
}

// slice is part of an operand's strides.
func slice(o *device.Operand, lo, hi int) []int {
	s := stridesOf(o)
	if s == nil {
		return nil
	}
	return s[lo:hi]
}

// contiguous reports row-major operands without gaps.
func contiguous(o *device.Operand) bool {
	s := stridesOf(o)
	want := 1
	for d := len(o.Shape) - 1; d >= 0; d-- {
		if n := o.Shape[d]; n != 1 {
			if strideAt(s, d) != want {
				return false
			}
			want *= n
		}
	}
	return true
}

// divider mirrors Divider of elementwise.cuh: a number n below 2³¹ divided by d is
// (high(n·magic) + n) >> shift.
type divider struct{ d, magic, shift uint32 }

func newDivider(d int) divider {
	d = max(d, 1) // nothing is divided by the size of an empty dimension
	shift := uint32(bits.Len32(uint32(d - 1)))
	magic := ((uint64(1)<<shift)-uint64(d))<<32/uint64(d) + 1
	return divider{uint32(d), uint32(magic), shift}
}

// walk mirrors Walk of walk.cuh: how a linear position becomes the offset of an operand.
type walk struct {
	dims    uint32
	sizes   [maxDims]divider
	_       uint32
	strides [maxDims]int64 // in elements
}

// walkOf is operand a's way through a layout.
func (y *layout) walkOf(a int) (w walk) {
	w.dims = uint32(y.dims)
	for d := range y.dims {
		w.sizes[d] = newDivider(y.sizes[d])
		w.strides[d] = int64(y.strides[a][d])
	}
	return w
}
