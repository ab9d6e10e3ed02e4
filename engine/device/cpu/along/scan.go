package along

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file has the kernels that turn a lane into another of the same length, and scans.

// laneKernel computes out, and positions where the op has them, from up to two inputs.
type laneKernel func(out, positions, a, b []byte)

func runLanes(l *device.Launch, compute device.DType, k laneKernel) bool {
	if k == nil {
		return false
	}
	trailing := min(1, len(l.Args[0].Shape))
	out := walk.SplitLanes(&l.Args[0], trailing, compute)
	var pos walk.Lanes
	if l.Outs == 2 {
		pos = walk.SplitLanes(&l.Args[1], trailing, device.Int64)
	}
	a := walk.SplitLanes(&l.Args[l.Outs], trailing, compute)
	b := a
	if len(l.Args) > l.Outs+1 {
		b = walk.SplitLanes(&l.Args[l.Outs+1], trailing, compute)
	}
	if out.Inner.Numel == 0 {
		return true
	}
	walk.EachLane(l, out.Outer.Numel, out.Inner.Numel*4, func(lo, hi int) {
		outRoom, aRoom, bRoom := out.Scratch(), a.Scratch(), b.Scratch()
		defer outRoom.Free()
		defer aRoom.Free()
		defer bRoom.Free()
		var posRoom *walk.Scratch
		if l.Outs == 2 {
			posRoom = pos.Scratch()
			defer posRoom.Free()
		}
		for i := lo; i < hi; i++ {
			var positions []byte
			if l.Outs == 2 {
				positions = pos.Target(i, posRoom)
			}
			k(out.Target(i, outRoom), positions, a.Load(i, aRoom), b.Load(i, bRoom))
			out.Store(i, outRoom)
			if l.Outs == 2 {
				pos.Store(i, posRoom)
			}
		}
	})
	return true
}

func laneCompute(l *device.Launch) device.DType {
	if l.Compute != device.NoDType {
		return l.Compute
	}
	return l.Args[l.Outs].DType.Compute()
}

// Scan runs a launch that accumulates.
func Scan(l *device.Launch) bool {
	c := laneCompute(l)
	var k laneKernel
	switch c {
	case device.Float32:
		k = scan[float32](l.Op)
	case device.Float64:
		k = scan[float64](l.Op)
	case device.Int8:
		k = scan[int8](l.Op)
	case device.Int16:
		k = scan[int16](l.Op)
	case device.Int32:
		k = scan[int32](l.Op)
	case device.Int64:
		k = scan[int64](l.Op)
	case device.Uint8, device.Bool:
		k = scan[uint8](l.Op)
	case device.Complex64:
		k = accumulate[complex64](l.Op)
	case device.Complex128:
		k = accumulate[complex128](l.Op)
	}
	return runLanes(l, c, k)
}

func accumulate[T device.Element](op device.Op) laneKernel {
	return func(out, _, a, _ []byte) {
		dst, x := device.Slice[T](out), device.Slice[T](a)
		acc := x[0]
		dst[0] = acc
		for i, v := range x[1:] {
			if op == device.OpCumsum {
				acc += v
			} else {
				acc *= v
			}
			dst[i+1] = acc
		}
	}
}

func scan[T vec.Number](op device.Op) laneKernel {
	switch op {
	case device.OpCumsum:
		var t T
		if _, ok := any(t).(float32); ok {
			return cumsum32
		}
		return accumulate[T](op)
	case device.OpCumprod:
		return accumulate[T](op)
	case device.OpLogcumsumexp:
		return func(out, _, a, _ []byte) {
			dst := device.Slice[T](out)
			acc := math.Inf(-1)
			for i, v := range device.Slice[T](a) {
				hi, lo := max(acc, float64(v)), min(acc, float64(v))
				if math.IsInf(hi, 1) {
					acc = hi
				} else if !math.IsInf(hi, -1) {
					acc = hi + math.Log1p(math.Exp(lo-hi))
				}
				dst[i] = T(acc)
			}
		}
	}
	better := func(v, best T) bool { return v >= best || v != v }
	if op == device.OpCummin {
		better = func(v, best T) bool { return v <= best || v != v }
	}
	return func(out, positions, a, _ []byte) {
		dst, pos, x := device.Slice[T](out), device.Slice[int64](positions), device.Slice[T](a)
		best := 0
		for i, v := range x {
			if x[best] == x[best] && better(v, x[best]) || v != v {
				best = i
			}
			dst[i], pos[i] = x[best], int64(best)
		}
	}
}

// cumsum32 accumulates in float64, as PyTorch's CPU kernel does.
func cumsum32(out, _, a, _ []byte) {
	dst := device.Slice[float32](out)
	var acc float64
	for i, v := range device.Slice[float32](a) {
		acc += float64(v)
		dst[i] = float32(acc)
	}
}
