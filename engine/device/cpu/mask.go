package cpu

import (
	"bytes"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file reads the elements that a mask names.

// runMask gathers, in order, the elements of a contiguous operand where a mask of its
// length holds; the output has as many.
func runMask(l *device.Launch) {
	out, x, mask := l.Args[0].Mem, l.Args[1].Mem, l.Args[2].Mem[:l.Args[2].Numel()]
	switch l.Args[0].DType.Size() {
	case 1:
		compress(out, x, mask)
	case 2:
		compress(device.Slice[uint16](out), device.Slice[uint16](x), mask)
	case 4:
		compress(device.Slice[int32](out), device.Slice[int32](x), mask)
	case 8:
		compress(device.Slice[float64](out), device.Slice[float64](x), mask)
	default:
		compress(device.Slice[complex128](out), device.Slice[complex128](x), mask)
	}
}

// compress counts what each part of the mask picks first, so that the cores know where to
// write.
func compress[T any](out, x []T, mask []byte) {
	const part = walk.Grain
	starts := make([]int, (len(mask)+part-1)/part+1)
	for i := range starts[1:] {
		starts[i+1] = starts[i] + bytes.Count(mask[i*part:min((i+1)*part, len(mask))], []byte{1})
	}
	vec.For(len(starts)-1, 1, func(lo, hi int) {
		from := lo * part
		to := min(hi*part, len(mask))
		compressPart(out[starts[lo]:starts[hi]], x[from:to], mask[from:to])
	})
}

// compressPart writes every element, and moves on where the mask holds: guessing a branch
// wrong costs more than the store.
func compressPart[T any](out, x []T, mask []byte) {
	n := 0
	for i, m := range mask {
		if n == len(out) {
			return
		}
		out[n] = x[i]
		n += int(m)
	}
}
