package numpy

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file sorts and selects. Elements become unsigned keys of the same order, NaN
// last; which of equal elements comes first is NumPy's choice, because argsort shows it
// (numpy/core/src/npysort).

const signBit = 1 << 63

// floatKey orders floats as unsigned integers do; -0 equals 0, NaN is above all.
func floatKey(f float64) uint64 {
	switch {
	case f != f:
		return math.MaxUint64
	case f == 0:
		return signBit
	}
	return bitsKey(f)
}

// bitsKey is floatKey of a number, with -0 below 0.
func bitsKey(f float64) uint64 {
	b := math.Float64bits(f)
	if b&signBit != 0 {
		return ^b
	}
	return b | signBit
}

// keyFloat is the float of a key.
func keyFloat(k uint64) float64 {
	switch {
	case k == math.MaxUint64:
		return math.NaN()
	case k&signBit != 0:
		return math.Float64frombits(k &^ signBit)
	}
	return math.Float64frombits(^k)
}

// keys are a's elements, in row-major order, as keys. Complex numbers have none.
func (a *Array) keys(env *tensor.Env) ([]uint64, error) {
	if err := env.Room(a.size(), 8); err != nil {
		return nil, fail(err)
	}
	out := make([]uint64, a.size())
	d := tensor.Int64
	if a.dtype().IsFloat() {
		d = tensor.Float64
	}
	b, err := a.plain().cast(env, d)
	if err == nil && !b.contiguous() {
		b, err = b.copy(env)
	}
	if err != nil {
		return nil, err
	}
	from := b.offset
	if d == tensor.Float64 {
		for i, f := range device.Slice[float64](b.memory())[from : from+len(out)] {
			out[i] = floatKey(f)
		}
		return out, nil
	}
	flip, wide, times := uint64(signBit), a.isKind("u") && a.itemsize() == 8, a.isKind("Mm")
	if wide {
		flip = 0
	}
	for i, n := range device.Slice[int64](b.memory())[from : from+len(out)] {
		out[i] = uint64(n) ^ flip
		if times && n == notATime {
			out[i] = math.MaxUint64
		}
	}
	return out, nil
}

// signZeros tells the keys of negative zeros from those of positive ones, so that they
// come back as they were.
func (a *Array) signZeros(keys []uint64) {
	i := 0
	mem, d := a.memory(), a.dtype()
	for w := newWalk(a.shape, a.offset, a.strides, 0, make([]int, len(a.shape))); w.ok; w.next() {
		for k := range w.n {
			if keys[i] == signBit {
				keys[i] = bitsKey(load(mem, d, w.at[0]+k*w.run(0)).F)
			}
			i++
		}
	}
}

// unkeyed makes an array like a of sorted keys.
func (a *Array) unkeyed(env *tensor.Env, keys []uint64) (*Array, error) {
	d := tensor.Int64
	if a.dtype().IsFloat() {
		d = tensor.Float64
	}
	r, err := newArray(env, d, a.shape)
	if err != nil {
		return nil, err
	}
	if d == tensor.Float64 {
		to := device.Slice[float64](r.memory())[r.offset:]
		for i, k := range keys {
			to[i] = keyFloat(k)
		}
	} else {
		flip := uint64(signBit)
		if a.isKind("u") && a.itemsize() == 8 {
			flip = 0
		}
		to := device.Slice[int64](r.memory())[r.offset:]
		for i, k := range keys {
			to[i] = int64(k ^ flip)
			if k == math.MaxUint64 && a.isKind("Mm") {
				to[i] = notATime
			}
		}
	}
	if r, err = r.cast(env, a.dtype()); err == nil && a.dom != nil {
		r = r.within(a.dom)
	}
	return r, err
}

// sortLast is _sort(a): a copy sorted along its last axis.
func sortLast(t *object.Thread, v []object.Value) (object.Value, error) {
	a, err := asArray(t, v[0], 0)
	if err != nil {
		return object.Value{}, err
	}
	if a.dtype().IsComplex() || a.dom != nil && a.dom.listed() {
		positions, err := argsort(t, []object.Value{v[0], object.True})
		if err != nil {
			return object.Value{}, err
		}
		return callNumpy(t, "take_along_axis", object.Args{Pos: []object.Value{object.Of(a), positions, object.Int(-1)}})
	}
	keys, err := a.keys(envOf(t))
	if err != nil {
		return object.Value{}, err
	}
	if a.dtype().IsFloat() {
		a.signZeros(keys)
	}
	n := a.shape[len(a.shape)-1]
	for at := 0; at < len(keys); at += n {
		sortKeys(keys[at : at+n])
	}
	r, err := a.unkeyed(envOf(t), keys)
	return result(r, err)
}

// argsort is _argsort(a, stable): the order along the last axis.
func argsort(t *object.Thread, v []object.Value) (object.Value, error) {
	if v[1] == object.True {
		return orderOf(t, v[0], sortStable)
	}
	return orderOf(t, v[0], sortQuick)
}

// argpartition is _argpartition(a, ranks), the ranks ascending.
func argpartition(t *object.Thread, v []object.Value) (object.Value, error) {
	ranks, err := shapeArg(t, v[1])
	if err != nil {
		return object.Value{}, err
	}
	return orderOf(t, v[0], func(list []ranked) {
		s := &rankSelector{list: list}
		for _, k := range ranks {
			s.put(k)
		}
	})
}

// orderOf lists, for each row, the positions of its elements after arrange.
func orderOf(t *object.Thread, v object.Value, arrange func([]ranked)) (object.Value, error) {
	a, err := asArray(t, v, 0)
	if err != nil {
		return object.Value{}, err
	}
	if a.dtype().IsComplex() || a.dom != nil && a.dom.listed() {
		return orderOfValues(t, a)
	}
	keys, err := a.keys(envOf(t))
	if err != nil {
		return object.Value{}, err
	}
	r, err := newArray(envOf(t), tensor.Int64, a.shape)
	if err != nil {
		return object.Value{}, err
	}
	n := a.shape[len(a.shape)-1]
	out, row := device.Slice[int64](r.memory())[r.offset:], make([]ranked, n)
	for at := 0; at < len(keys); at += n {
		for i := range row {
			row[i] = ranked{keys[at+i], int64(i)}
		}
		arrange(row)
		for i, x := range row {
			out[at+i] = x.at
		}
	}
	return object.Of(r), nil
}

// orderOfValues orders what has no keys: text, objects and complex numbers.
func orderOfValues(t *object.Thread, a *Array) (object.Value, error) {
	n := a.shape[len(a.shape)-1]
	list := make([]int, 0, a.size())
	values := make([]object.Value, 0, a.size())
	for _, at := range offsets(a.shape, a.strides, a.offset) {
		values = append(values, a.pythonAt(at))
	}
	for at := 0; at < len(values); at += n {
		row := make([]int, n)
		for i := range row {
			row[i] = i
		}
		if a.dtype().IsComplex() {
			slices.SortStableFunc(row, func(i, j int) int { return compareComplex(values[at+i], values[at+j]) })
		} else if err := sortedBy(t, values[at:at+n], row); err != nil {
			return object.Value{}, err
		}
		list = append(list, row...)
	}
	r, err := intArray(envOf(t), list, a.shape...)
	return result(r, err)
}

// compareComplex orders by real and then by imaginary part.
func compareComplex(a, b object.Value) int {
	x, y := a.Object().(*object.Complex).C, b.Object().(*object.Complex).C
	for _, p := range [][2]uint64{{floatKey(real(x)), floatKey(real(y))}, {floatKey(imag(x)), floatKey(imag(y))}} {
		switch {
		case p[0] < p[1]:
			return -1
		case p[0] > p[1]:
			return 1
		}
	}
	return 0
}

// searchSorted is _searchsorted(a, v, right): where each of v belongs among the sorted
// keys of a.
func searchSorted(t *object.Thread, v []object.Value) (object.Value, error) {
	var lists [2][]uint64
	var shape []int
	for i := range lists {
		a, err := asArray(t, v[i], 0)
		if err == nil {
			shape = a.shape
			lists[i], err = a.keys(envOf(t))
		}
		if err != nil {
			return object.Value{}, err
		}
	}
	sorted, r := lists[0], make([]int, len(lists[1]))
	for i, k := range lists[1] {
		low, high := 0, len(sorted)
		for low < high {
			mid := (low + high) / 2
			if sorted[mid] < k || v[2] == object.True && sorted[mid] == k {
				low = mid + 1
			} else {
				high = mid
			}
		}
		r[i] = low
	}
	a, err := intArray(envOf(t), r, shape...)
	return result(a, err)
}
