package numpy

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/tensor"
)

// This file adds. Sums of floats add pairwise in NumPy's order, so that the last digit
// agrees.

// sum adds over axes in dtype d.
func (a *Array) sum(env *tensor.Env, axes []int, d tensor.DType) (*Array, []int, error) {
	shape, _, _, _, kept := a.reduced(axes)
	if !d.IsFloat() || d == tensor.Float16 {
		r, err := a.reduceWith(env, axes, func(x *tensor.Tensor, dims []int) (*tensor.Tensor, error) {
			return env.Sum(x, dims, false, d)
		})
		return r, kept, err
	}
	b, err := a.cast(env, d)
	if err != nil {
		return nil, nil, err
	}
	r, err := newArray(env, d, shape)
	if err != nil {
		return nil, nil, err
	}
	if b.size()*d.Size() > len(b.memory()) { // rows are copied that are not whole in memory
		if err := env.Room(b.size(), d.Size()); err != nil {
			return nil, nil, fail(err)
		}
	}
	if d == tensor.Float32 {
		sumInto(device.Slice[float32](r.memory())[r.offset:], device.Slice[float32](b.memory()), b, axes)
	} else {
		sumInto(device.Slice[float64](r.memory())[r.offset:], device.Slice[float64](b.memory()), b, axes)
	}
	return r, kept, nil
}

// rows are the positions that one result adds: rows that add pairwise, one after the
// other.
type rows struct {
	starts []int
	n      int
	step   int
	serial bool // the reduced axis is not the fastest: elements add one after the other
}

// rowOrder tells how NumPy's iterator walks the reduced axes: those that lie
// contiguously count as one.
func rowOrder(shape, strides []int) rows {
	var s, st []int
	axes := make([]int, len(shape))
	for d := range axes {
		axes[d] = d
	}
	slices.SortStableFunc(axes, func(i, j int) int { return max(strides[j], -strides[j]) - max(strides[i], -strides[i]) })
	for _, d := range axes {
		if shape[d] == 1 {
			continue
		}
		if k := len(s) - 1; k >= 0 && st[k] == strides[d]*shape[d] {
			s[k], st[k] = s[k]*shape[d], strides[d]
			continue
		}
		s, st = append(s, shape[d]), append(st, strides[d])
	}
	if product(shape) == 0 {
		return rows{}
	}
	if len(s) == 0 {
		return rows{starts: []int{0}, n: 1, step: 1}
	}
	k := len(s) - 1
	return rows{starts: offsets(s[:k], st[:k], 0), n: s[k], step: st[k]}
}

type float interface{ float32 | float64 }

// sumInto adds the elements mem of layout a over axes. Where the result's last axis is
// the fast one, whole rows are added to each other, element by element.
func sumInto[T float](out, mem []T, a *Array, axes []int) {
	shape, strides, inner, innerStrides, _ := a.reduced(axes)
	within := rowOrder(inner, innerStrides)
	for d, n := range shape { // another axis is the iterator's innermost
		within.serial = within.serial || n > 1 && max(strides[d], -strides[d]) < max(within.step, -within.step)
	}
	if last := len(shape) - 1; within.serial && last >= 0 && strides[last] == 1 && shape[last] > 1 {
		n := shape[last]
		for i, at := range offsets(shape[:last], strides[:last], a.offset) {
			row := out[i*n : (i+1)*n]
			clear(row)
			within.each(func(k int) { vec.Binary(vec.Add, row, row, mem[at+k:at+k+n]) })
		}
		return
	}
	starts := offsets(shape, strides, a.offset)
	vec.For(len(starts), max(1, parallelFrom/max(product(inner), 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = sumRows(within, mem, starts[i])
		}
	})
}

// parallelFrom is how many elements are worth a second core.
const parallelFrom = 64 << 10

// each calls f with every position.
func (r rows) each(f func(at int)) {
	for _, start := range r.starts {
		for i := range r.n {
			f(start + i*r.step)
		}
	}
}

// addChunks adds a row to a total, chunk after chunk; the only row's chunks on several cores.
func addChunks[T float](total T, row []T, only bool) T {
	if only {
		return total + vec.Pairwise(row)
	}
	for len(row) > 0 {
		n := min(len(row), vec.PairwiseChunk)
		total += vec.Pairwise(row[:n])
		row = row[n:]
	}
	return total
}

// sumRows adds the elements of mem at the positions of r, counted from at.
func sumRows[T float](r rows, mem []T, at int) T {
	var total T
	for _, start := range r.starts {
		start += at
		if r.serial {
			for i := range r.n {
				total += mem[start+i*r.step]
			}
			continue
		}
		row := mem[start:]
		if r.step != 1 {
			row = make([]T, r.n)
			for i := range row {
				row[i] = mem[start+i*r.step]
			}
		}
		total = addChunks(total, row[:r.n], len(r.starts) == 1)
	}
	return total
}
