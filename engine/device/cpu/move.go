package cpu

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/walk"
)

// This file has the kernels that move or make elements.

func runMove(l *device.Launch) bool {
	switch l.Op {
	case device.OpCopy:
		walk.Copy(l)
	case device.OpArange, device.OpLinspace:
		runSequence(l)
	case device.OpTri:
		runTri(l)
	case device.OpRandom:
		return runRandom(l)
	default:
		return false
	}
	return true
}

// runSequence fills arithmetic sequences. The output is contiguous.
func runSequence(l *device.Launch) {
	out := &l.Args[0]
	n := out.Numel()
	size := out.DType.Size()
	if out.DType.IsIntegral() && l.Op == device.OpArange {
		room := targetOf[int64](out, n)
		for i := range room {
			room[i] = int64(l.I[0] + i*l.I[1])
		}
		if out.DType != device.Int64 {
			walk.Convert(out.DType, device.Int64, out.Mem[:n*size], device.Bytes(room), n)
		}
		return
	}
	room := targetOf[float64](out, n)
	if l.Op == device.OpArange {
		fillArange(room, l.F[0], l.F[1], out.DType)
	} else {
		linspace(room, l.F[0], l.F[1], out.DType)
	}
	if out.DType != device.Float64 {
		walk.Convert(out.DType, device.Float64, out.Mem[:n*size], device.Bytes(room), n)
	}
}

// targetOf is where n elements are computed: the operand's own memory where it has the type.
func targetOf[T int64 | float64](out *device.Operand, n int) []T {
	var zero T
	_, integers := any(zero).(int64)
	if integers && out.DType == device.Int64 || !integers && out.DType == device.Float64 {
		return device.Slice[T](out.Mem)[:n]
	}
	return make([]T, n)
}

// fillArange counts from start by step; the first element of each vector is rounded to d
// before the others are counted from it, as in PyTorch.
func fillArange(dst []float64, start, step float64, d device.DType) {
	width := 4
	if d == device.Float32 {
		width = 8
	}
	inRuns(len(dst), width, func(base, k int) {
		if k > 0 {
			dst[base+k] = dst[base] + float64(k)*step
			return
		}
		dst[base] = start + float64(base)*step
		if d == device.Float32 {
			dst[base] = float64(float32(dst[base]))
		}
	})
}

// linspace counts from both ends, in the output's precision, so that it is symmetric.
func linspace(dst []float64, start, end float64, d device.DType) {
	n := len(dst)
	if n == 1 {
		dst[0] = start
		return
	}
	if d == device.Float64 || d.IsComplex() {
		step := (end - start) / float64(n-1)
		inRuns(n, 4, func(base, k int) {
			switch {
			case k > 0:
				dst[base+k] = dst[base] + float64(step*float64(k))
			case base < n/2:
				dst[base] = math.FMA(step, float64(base), start)
			default:
				dst[base] = math.FMA(-step, float64(n-base-1), end)
			}
		})
		return
	}
	if d.IsIntegral() {
		step := float32(int64(end)-int64(start)) / float32(n-1)
		for i := range dst {
			if i < n/2 {
				dst[i] = math.Trunc(float64(float32(start) + step*float32(i)))
			} else {
				dst[i] = math.Trunc(float64(float32(end) - step*float32(n-i-1)))
			}
		}
		return
	}
	first, last := float32(start), float32(end)
	step := (last - first) / float32(n-1)
	at := func(i int) float32 {
		if i < n/2 {
			return fma32(step, float32(i), first)
		}
		return fma32(-step, float32(n-i-1), last)
	}
	inRuns(n, 8, func(base, k int) {
		if k == 0 {
			dst[base] = float64(at(base))
		} else {
			dst[base+k] = float64(float32(dst[base]) + float32(step*float32(k)))
		}
	})
}

// inRuns visits 0…n-1 as PyTorch's sequences do: in pairs of vectors, whose elements k are
// counted from the first, and one by one where no pair is left.
func inRuns(n, width int, visit func(base, k int)) {
	i := 0
	for ; i+2*width <= n; i += 2 * width {
		for k := range 2 * width {
			visit(i+k/width*width, k%width)
		}
	}
	for ; i < n; i++ {
		visit(i, 0)
	}
}

func fma32(a, b, c float32) float32 { return float32(float64(a)*float64(b) + float64(c)) }

// runTri zeroes what lies outside a triangle of the last two dimensions, in place.
func runTri(l *device.Launch) {
	out := &l.Args[0]
	size := out.DType.Size()
	rows, cols := out.Shape[len(out.Shape)-2], out.Shape[len(out.Shape)-1]
	if rows*cols == 0 {
		return
	}
	diagonal, upper := l.I[0], l.I[1] == 1
	for m := 0; m < out.Numel()/(rows*cols); m++ {
		for r := range rows {
			cut := min(max(r+diagonal+1, 0), cols)
			lo, hi := cut, cols
			if upper {
				lo, hi = 0, min(max(r+diagonal, 0), cols)
			}
			at := (m*rows + r) * cols
			clear(out.Mem[(at+lo)*size : (at+hi)*size])
		}
	}
}
