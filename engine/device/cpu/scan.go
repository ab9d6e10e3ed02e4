package cpu

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file has the kernels that turn a lane into another of the same length: scans,
// sorts and softmax.

// laneKernel computes out, and positions where the op has them, from up to two inputs.
type laneKernel func(out, positions, a, b []byte)

func runLanes(l *device.Launch, compute device.DType, k laneKernel) bool {
	if k == nil {
		return false
	}
	trailing := min(1, len(l.Args[0].Shape))
	out := splitLanes(&l.Args[0], trailing, compute)
	var pos lanes
	if l.Outs == 2 {
		pos = splitLanes(&l.Args[1], trailing, device.Int64)
	}
	a := splitLanes(&l.Args[l.Outs], trailing, compute)
	b := a
	if len(l.Args) > l.Outs+1 {
		b = splitLanes(&l.Args[l.Outs+1], trailing, compute)
	}
	if out.inner.numel == 0 {
		return true
	}
	eachLane(out.outer.numel, out.inner.numel*4, func(lo, hi int) {
		var outRoom, posRoom, aRoom, bRoom scratch
		if !out.direct {
			outRoom = out.scratch()
		}
		if !a.direct {
			aRoom = a.scratch()
		}
		if !b.direct {
			bRoom = b.scratch()
		}
		if l.Outs == 2 && !pos.direct {
			posRoom = pos.scratch()
		}
		for i := lo; i < hi; i++ {
			var positions []byte
			if l.Outs == 2 {
				positions = pos.target(i, &posRoom)
			}
			k(out.target(i, &outRoom), positions, a.load(i, &aRoom), b.load(i, &bRoom))
			out.store(i, &outRoom)
			if l.Outs == 2 {
				pos.store(i, &posRoom)
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

func runScan(l *device.Launch) bool {
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
				if !math.IsInf(hi, -1) {
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

func runOrder(l *device.Launch) bool {
	c := laneCompute(l)
	down := len(l.I) > 0 && l.I[0] == 1
	if len(l.I) > 1 && l.I[1] > 0 {
		if k := selection(c, l.I[1], down); k != nil {
			return runLanes(l, c, k)
		}
	}
	var k laneKernel
	switch c {
	case device.Float32:
		k = sorting[float32](down)
	case device.Float64:
		k = sorting[float64](down)
	case device.Int8:
		k = sorting[int8](down)
	case device.Int16:
		k = sorting[int16](down)
	case device.Int32:
		k = sorting[int32](down)
	case device.Int64:
		k = sorting[int64](down)
	case device.Uint8, device.Bool:
		k = sorting[uint8](down)
	}
	return runLanes(l, c, k)
}

// selection puts the first count elements of the sorted order in place and leaves the
// rest undefined; nil for types it is not made for.
func selection(c device.DType, count int, down bool) laneKernel {
	switch c {
	case device.Float32:
		return selecting[float32](count, down)
	case device.Float64:
		return selecting[float64](count, down)
	case device.Int32:
		return selecting[int32](count, down)
	case device.Int64:
		return selecting[int64](count, down)
	}
	return nil
}

func selecting[T vec.Number](count int, down bool) laneKernel {
	before := func(a, b T) bool { return a < b || b != b && a == a }
	if down {
		before = func(a, b T) bool { return a > b || a != a && b == b }
	}
	return func(out, positions, a, _ []byte) {
		dst, pos := device.Slice[T](out), device.Slice[int64](positions)
		n := 0
		for i, v := range device.Slice[T](a) {
			if n == count && !before(v, dst[n-1]) {
				continue
			}
			if n < count {
				n++
			}
			j := n - 1
			for ; j > 0 && before(v, dst[j-1]); j-- {
				dst[j], pos[j] = dst[j-1], pos[j-1]
			}
			dst[j], pos[j] = v, int64(i)
		}
	}
}

// sorting is a stable sort; NaN is larger than every number.
func sorting[T vec.Number](down bool) laneKernel {
	type item struct {
		v T
		i int64
	}
	order := func(a, b T) int {
		switch {
		case a < b || b != b && a == a:
			return -1
		case a > b || a != a && b == b:
			return 1
		}
		return 0
	}
	up := func(a, b item) int { return order(a.v, b.v) }
	if down {
		up = func(a, b item) int { return order(b.v, a.v) }
	}
	return func(out, positions, a, _ []byte) {
		x := device.Slice[T](a)
		items := make([]item, len(x))
		for i, v := range x {
			items[i] = item{v, int64(i)}
		}
		slices.SortFunc(items, func(a, b item) int {
			if c := up(a, b); c != 0 {
				return c
			}
			return int(a.i - b.i)
		})
		dst, pos := device.Slice[T](out), device.Slice[int64](positions)
		for i, it := range items {
			dst[i], pos[i] = it.v, it.i
		}
	}
}

func runSoftmax(l *device.Launch) bool {
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
	if l.Op != device.OpSoftmax && l.Op != device.OpLogSoftmax || out.DType != c || in.DType != c || !contiguous(out) || !contiguous(in) {
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
			top := x[argmax(x)]
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
	vec.BinaryScalar(vec.Sub, dst, x, x[argmax(x)])
	vec.Unary(vec.Exp, dst, dst)
}
