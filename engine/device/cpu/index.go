package cpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file reads and writes at positions that int64 operands give.

func runIndex(l *device.Launch) (ok bool, err error) {
	switch l.Op {
	case device.OpIndex, device.OpIndexPut:
		if l.Args[2].DType == device.Bool {
			runMask(l)
			return true, nil
		}
		return true, runAdvanced(l)
	case device.OpGather:
		return true, runGather(l)
	case device.OpScatter, device.OpScatterAdd, device.OpScatterReduce:
		return true, runScatter(l)
	}
	return false, nil
}

// merge combines the elements of src into those of dst.
type merge func(dst, src []byte)

func merging[T device.Element](f func(a, b T) T) merge {
	return func(dst, src []byte) {
		d, s := device.Slice[T](dst), device.Slice[T](src)
		for i, v := range s {
			d[i] = f(d[i], v)
		}
	}
}

func add[T device.Element](a, b T) T      { return a + b }
func multiply[T device.Element](a, b T) T { return a * b }

// The ways scatter_reduce combines.
const (
	reduceSum = iota
	reduceProd
	reduceMax
	reduceMin
)

// merger is how elements of a dtype combine; nil for what the dtype cannot do.
func merger(d device.DType, how int) merge {
	switch d {
	case device.Float32:
		return mergeBy[float32](how)
	case device.Float64:
		return mergeBy[float64](how)
	case device.Int8:
		return mergeBy[int8](how)
	case device.Int16:
		return mergeBy[int16](how)
	case device.Int32:
		return mergeBy[int32](how)
	case device.Int64:
		return mergeBy[int64](how)
	case device.Uint8:
		return mergeBy[uint8](how)
	case device.Bool:
		if how == reduceProd || how == reduceMin {
			return merging(func(a, b uint8) uint8 { return a & b })
		}
		return merging(func(a, b uint8) uint8 { return a | b })
	case device.Float16:
		return mergeHalf(how, device.HalfToFloat, device.FloatToHalf)
	case device.BFloat16:
		return mergeHalf(how, device.BFloatToFloat, device.FloatToBFloat)
	case device.Complex64:
		return mergeComplex[complex64](how)
	case device.Complex128:
		return mergeComplex[complex128](how)
	}
	return nil
}

func combine[T vec.Number](how int) func(a, b T) T {
	switch how {
	case reduceProd:
		return multiply[T]
	case reduceMax:
		return func(a, b T) T {
			if b > a || b != b {
				return b
			}
			return a
		}
	case reduceMin:
		return func(a, b T) T {
			if b < a || b != b {
				return b
			}
			return a
		}
	}
	return add[T]
}

// mergeComplex adds or multiplies; there is no order to have a largest of.
func mergeComplex[C complex64 | complex128](how int) merge {
	if how == reduceProd {
		return merging(multiply[C])
	}
	return merging(add[C])
}

func mergeBy[T vec.Number](how int) merge { return merging(combine[T](how)) }

func mergeHalf(how int, load func(uint16) float32, store func(float32) uint16) merge {
	f := combine[float32](how)
	return merging(func(a, b uint16) uint16 { return store(f(load(a), load(b))) })
}

func runAdvanced(l *device.Launch) error {
	k := l.I[0]
	put := l.Op == device.OpIndexPut
	source, target := &l.Args[1], &l.Args[0] // of the elements that move
	indexed, picked := source, target        // which one the indices address
	if put {
		indexed, picked = target, source
	}
	index := l.Args[2:]
	lead := len(picked.Shape) - (len(indexed.Shape) - k)
	size := target.DType.Size()
	if !put && len(l.I) > 0 && k == 1 && lead == 1 && rowsOf(indexed) && rowsOf(picked) {
		return pickRows(l, picked, indexed, &index[0])
	}
	rest := pairLayout(indexed.Shape[k:], indexed.Strides[k:], walk.StridesOf(picked, lead, len(picked.Shape)))
	var join merge
	if put && len(l.I) > 1 && l.I[1] == 1 {
		join = merger(target.DType, reduceSum)
	}
	positions, err := resolve(indexed, index, picked.Shape[:lead])
	if err != nil || rest.Numel == 0 || len(positions) == 0 {
		return err
	}
	outer := walk.ViewLayout(picked.Shape[:lead], walk.StridesOf(picked, 0, lead))
	move := func(lo, hi int) {
		at := walk.NewCursor(outer, 0, lo)
		for i := lo; i < hi; i++ {
			offset, _, _ := at.Run(1)
			a, b := indexed.Mem[positions[i]*size:], picked.Mem[offset*size:]
			if put {
				moveRest(a, b, size, rest, 0, 1, join)
			} else {
				moveRest(b, a, size, rest, 1, 0, nil)
			}
		}
	}
	if put { // positions may repeat: the last one wins, in order
		move(0, len(positions))
		return nil
	}
	walk.Share(l, len(positions), max(1, walk.Grain/rest.Numel), move)
	return nil
}

// rowsOf reports an operand whose dimensions after the first are contiguous.
func rowsOf(o *device.Operand) bool {
	want := 1
	for d := len(o.Shape) - 1; d > 0; d-- {
		if o.Shape[d] != 1 && o.Strides[d] != want {
			return false
		}
		want *= o.Shape[d]
	}
	return len(o.Strides) == len(o.Shape)
}

// pickRows reads rows of an operand at the positions of a vector.
func pickRows(l *device.Launch, to, from, index *device.Operand) error {
	n := to.Shape[0]
	if to.Numel() == 0 {
		return nil
	}
	width := to.Numel() / n
	at, step := device.Slice[int64](index.Mem), index.Strides[0]
	rows := from.Shape[0]
	for i := range n {
		if j := int(at[i*step]); j < -rows || j >= rows {
			return &device.Error{Op: "index", Code: device.Failed, Err: &device.OutOfRange{Index: j, Size: rows}}
		}
	}
	size := to.DType.Size()
	a, b := to.Strides[0], from.Strides[0]
	walk.Share(l, n, max(1, walk.Grain/width), func(lo, hi int) {
		if width == 1 && a == 1 {
			switch size {
			case 4:
				pickElements(device.Slice[int32](to.Mem)[lo:hi], device.Slice[int32](from.Mem), at[lo*step:], step, rows, b)
				return
			case 8:
				pickElements(device.Slice[int64](to.Mem)[lo:hi], device.Slice[int64](from.Mem), at[lo*step:], step, rows, b)
				return
			}
		}
		for i := lo; i < hi; i++ {
			j := wrapped(int(at[i*step]), rows)
			copy(to.Mem[i*a*size:][:width*size], from.Mem[j*b*size:])
		}
	})
	return nil
}

// pickElements reads single elements, which lie stride apart, at positions that lie step apart.
func pickElements[T device.Element](dst, src []T, at []int64, step, rows, stride int) {
	for i := range dst {
		dst[i] = src[wrapped(int(at[i*step]), rows)*stride]
	}
}

// wrapped counts a position below zero from the end.
func wrapped(i, n int) int {
	if i < 0 {
		return i + n
	}
	return i
}

// pairLayout is the common layout of two operands of one shape.
func pairLayout(shape, a, b []int) *walk.Layout {
	l := device.Launch{Args: []device.Operand{
		{Shape: shape, Strides: a, Buffer: new(device.Buffer)}, {Shape: shape, Strides: b, Buffer: new(device.Buffer)}}}
	return walk.NewLayout(&l)
}

// resolve computes the offset in the indexed operand that each position names.
func resolve(indexed *device.Operand, index []device.Operand, shape []int) ([]int, error) {
	n := 1
	for _, s := range shape {
		n *= s
	}
	if n == 0 {
		return nil, nil
	}
	positions := make([]int, n)
	for k := range index {
		view := walk.ViewLayout(shape, walk.StridesOf(&index[k], 0, len(shape)))
		at := walk.NewCursor(view, 0, 0)
		mem := device.Slice[int64](index[k].Mem)
		size, step := indexed.Shape[k], indexed.Strides[k]
		for i := range positions {
			offset, _, _ := at.Run(1)
			j := int(mem[offset])
			if j < -size || j >= size {
				return nil, &device.Error{Op: "index", Code: device.Failed, Err: &device.OutOfRange{Index: j, Size: size, Operand: k}}
			}
			if j < 0 {
				j += size
			}
			positions[i] += j * step
		}
	}
	return positions, nil
}

// moveRest moves the elements of the remaining dimensions; d and s say which of the
// layout's operands dst and src are.
func moveRest(dst, src []byte, size int, rest *walk.Layout, d, s int, join merge) {
	if len(rest.Shape) <= 1 && rest.Dense(0) && rest.Dense(1) {
		moveRun(dst, src, size, 1, 1, rest.Numel, join)
		return
	}
	to, from := walk.NewCursor(rest, d, 0), walk.NewCursor(rest, s, 0)
	for left := rest.Numel; left > 0; {
		i, di, n := to.Run(left)
		j, dj, _ := from.Run(n)
		moveRun(dst[i*size:], src[j*size:], size, di, dj, n, join)
		left -= n
	}
}

// moveRun moves n elements that lie di and dj apart.
func moveRun(dst, src []byte, size, di, dj, n int, join merge) {
	if di == 1 && dj == 1 {
		di, dj, size, n = 0, 0, n*size, 1
	}
	for k := range n {
		to, from := dst[k*di*size:][:size], src[k*dj*size:][:size]
		if join != nil {
			join(to, from)
		} else {
			copy(to, from)
		}
	}
}
