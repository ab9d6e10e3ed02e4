package along

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file has softmax and its relatives.

// Softmax runs a launch of softmax, of its logarithm, or of their gradients.
func Softmax(l *device.Launch) bool {
	c := laneCompute(l)
	if denseSoftmax(l, c) {
		return true
	}
	switch c {
	case device.Float32:
		return runLanes(l, c, softmax[float32](l.Op))
	case device.Float64:
		return runLanes(l, c, softmax[float64](l.Op))
	}
	return false
}

// denseSoftmax hands contiguous rows to vec all at once.
func denseSoftmax(l *device.Launch, c device.DType) bool {
	out, in := &l.Args[0], &l.Args[1]
	if l.Op != device.OpSoftmax && l.Op != device.OpLogSoftmax || out.DType != c || in.DType != c || !walk.Contiguous(out) || !walk.Contiguous(in) {
		return false
	}
	n, width := out.Numel(), 1
	if k := len(out.Shape); k > 0 {
		width = out.Shape[k-1]
	}
	if n == 0 {
		return true
	}
	switch c {
	case device.Float32:
		softmaxRows[float32](l.Op, out.Mem, in.Mem, n, width)
	case device.Float64:
		softmaxRows[float64](l.Op, out.Mem, in.Mem, n, width)
	default:
		return false
	}
	return true
}

func softmaxRows[T float32 | float64](op device.Op, out, in []byte, n, width int) {
	dst, src := device.Slice[T](out)[:n], device.Slice[T](in)[:n]
	if op == device.OpSoftmax {
		vec.SoftmaxRows(dst, src, width)
	} else {
		vec.LogSoftmaxRows(dst, src, width)
	}
}

func softmax[T float32 | float64](op device.Op) laneKernel {
	switch op {
	case device.OpSoftmax:
		return func(out, _, a, _ []byte) {
			dst := device.Slice[T](out)
			expShifted(dst, device.Slice[T](a))
			total := vec.Sum(dst)
			vec.BinaryScalar(vec.Div, dst, dst, total)
		}
	case device.OpLogSoftmax:
		return func(out, _, a, _ []byte) {
			dst, x := device.Slice[T](out), device.Slice[T](a)
			top := vec.MaxOf(x)
			expShifted(dst, x)
			total := T(math.Log(float64(vec.Sum(dst))))
			vec.BinaryScalar(vec.Sub, dst, x, top)
			vec.BinaryScalar(vec.Sub, dst, dst, total)
		}
	case device.OpSoftmaxGrad: // (grad − Σ grad·y)·y
		return func(out, _, a, b []byte) {
			dst, g, y := device.Slice[T](out), device.Slice[T](a), device.Slice[T](b)
			var dot T
			for i, v := range g {
				dot += v * y[i]
			}
			for i, v := range g {
				dst[i] = (v - dot) * y[i]
			}
		}
	case device.OpLogSoftmaxGrad: // grad − exp(y)·Σ grad
		return func(out, _, a, b []byte) {
			dst, g, y := device.Slice[T](out), device.Slice[T](a), device.Slice[T](b)
			total := vec.Sum(g)
			e := make([]T, len(y))
			vec.Unary(vec.Exp, e, y)
			for i, v := range g {
				dst[i] = v - e[i]*total
			}
		}
	}
	return nil
}

// expShifted computes exp(x − max x).
func expShifted[T float32 | float64](dst, x []T) {
	vec.BinaryScalar(vec.Sub, dst, x, vec.MaxOf(x))
	vec.Unary(vec.Exp, dst, dst)
}
