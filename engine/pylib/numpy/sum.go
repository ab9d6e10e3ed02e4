package numpy

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file adds. Sums of floats add pairwise in NumPy's order, so that the last digit
// agrees.

// sum adds over axes in dtype d.
func (a *Array) sum(env *tensor.Env, axes []int, d tensor.DType) (*Array, []int, error) {
	b, err := a.cast(env, d)
	if err != nil {
		return nil, nil, err
	}
	shape, _, _, _, kept := b.reduced(axes)
	if !d.IsFloat() || d == tensor.Float16 {
		r, err := b.reduceWith(env, axes, func(x *tensor.Tensor, dims []int) (*tensor.Tensor, error) {
			return env.Sum(x, dims, false, d)
		})
		return r, kept, err
	}
	r, err := newArray(env, d, shape)
	if err != nil {
		return nil, nil, err
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

// chunk is the length of NumPy's iterator buffer: longer rows add chunk after chunk.
const chunk = 8192

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
			within.each(func(k int) { addTo(row, mem[at+k:at+k+n]) })
		}
		return
	}
	for i, at := range offsets(shape, strides, a.offset) {
		out[i] = sumRows(within, mem, at)
	}
}

func addTo[T float](row, x []T) {
	for i := range row {
		row[i] += x[i]
	}
}

// each calls f with every position.
func (r rows) each(f func(at int)) {
	for _, start := range r.starts {
		for i := range r.n {
			f(start + i*r.step)
		}
	}
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
		for from := 0; from < r.n; from += chunk {
			n := min(chunk, r.n-from)
			if r.step == 1 {
				total += pairwise(mem[start+from : start+from+n])
				continue
			}
			row := make([]T, n)
			for i := range row {
				row[i] = mem[start+(from+i)*r.step]
			}
			total += pairwise(row)
		}
	}
	return total
}

// pairwise adds numbers as NumPy's pairwise_sum does.
func pairwise[T float](x []T) T {
	n := len(x)
	if n < 8 {
		var s T
		for _, f := range x {
			s += f
		}
		return s
	}
	if n > 128 {
		half := n / 2
		half -= half % 8
		return pairwise(x[:half]) + pairwise(x[half:])
	}
	r := [8]T(x[:8])
	i := 8
	for ; i < n-n%8; i += 8 {
		y := x[i : i+8 : i+8]
		r[0] += y[0]
		r[1] += y[1]
		r[2] += y[2]
		r[3] += y[3]
		r[4] += y[4]
		r[5] += y[5]
		r[6] += y[6]
		r[7] += y[7]
	}
	s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
	for ; i < n; i++ {
		s += x[i]
	}
	return s
}
