package numpy

import (
	"math"
	"math/bits"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file sorts and selects. Elements become unsigned keys of the same order, NaN
// last; which of equal elements comes first is NumPy's choice, because argsort shows it
// (numpy/core/src/npysort).

// ranked is a key and the position that it came from.
type ranked struct {
	key uint64
	at  int64
}

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

// radixFrom is the length from which sorting by bytes is faster than by comparison.
const radixFrom = 256

// sortKeys sorts keys in place.
func sortKeys(keys []uint64) {
	if len(keys) < radixFrom {
		slices.Sort(keys)
		return
	}
	radix(keys, make([]uint64, len(keys)), func(k uint64) uint64 { return k })
}

// sortStable orders by key and leaves equal keys as they are.
func sortStable(list []ranked) {
	if len(list) < radixFrom {
		slices.SortStableFunc(list, func(a, b ranked) int {
			switch {
			case a.key < b.key:
				return -1
			case a.key > b.key:
				return 1
			}
			return 0
		})
		return
	}
	radix(list, make([]ranked, len(list)), func(r ranked) uint64 { return r.key })
}

// radix sorts by one byte of the key after the other, the lowest first; bytes that all
// keys share are skipped.
func radix[T any](list, spare []T, key func(T) uint64) {
	var counts [8][256]int
	for _, x := range list {
		k := key(x)
		for b := range counts {
			counts[b][byte(k>>(8*b))]++
		}
	}
	from, to := list, spare
	for b := range counts {
		if counts[b][byte(key(from[0])>>(8*b))] == len(list) {
			continue
		}
		at := 0
		for i, n := range counts[b] {
			counts[b][i] = at
			at += n
		}
		for _, x := range from {
			i := byte(key(x) >> (8 * b))
			to[counts[b][i]] = x
			counts[b][i]++
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
}

// smallQuick is the length up to which quicksort inserts.
const smallQuick = 16

// sortQuick is NumPy's introspective quicksort, which is not stable.
func sortQuick(list []ranked) {
	type span struct{ low, high, depth int }
	todo := []span{{0, len(list) - 1, 2 * (bits.Len(uint(len(list))) - 1)}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		low, high, depth := s.low, s.high, s.depth
		if depth < 0 {
			sortHeap(list[low : high+1])
			continue
		}
		for high-low > smallQuick {
			i := split(list, low, high)
			depth--
			if i-low < high-i {
				todo = append(todo, span{i + 1, high, depth})
				high = i - 1
			} else {
				todo = append(todo, span{low, i - 1, depth})
				low = i + 1
			}
		}
		for i := low + 1; i <= high; i++ {
			x, j := list[i], i
			for ; j > low && x.key < list[j-1].key; j-- {
				list[j] = list[j-1]
			}
			list[j] = x
		}
	}
}

// split partitions list[low…high] around the median of three.
func split(list []ranked, low, high int) int {
	mid := low + (high-low)/2
	swapLess(list, mid, low)
	swapLess(list, high, mid)
	swapLess(list, mid, low)
	pivot := list[mid].key
	i, j := low, high-1
	list[mid], list[j] = list[j], list[mid]
	for {
		for i++; list[i].key < pivot; i++ {
		}
		for j--; pivot < list[j].key; j-- {
		}
		if i >= j {
			break
		}
		list[i], list[j] = list[j], list[i]
	}
	list[i], list[high-1] = list[high-1], list[i]
	return i
}

// swapLess swaps elements i and j where i is the smaller.
func swapLess(list []ranked, i, j int) {
	if list[i].key < list[j].key {
		list[i], list[j] = list[j], list[i]
	}
}

// sortHeap is what quicksort falls back to.
func sortHeap(list []ranked) {
	n := len(list)
	for l := n / 2; l > 0; l-- {
		sift(list, l, n)
	}
	for ; n > 1; n-- {
		last := list[n-1]
		list[n-1] = list[0]
		list[0] = last
		sift(list, 1, n-1)
	}
}

// sift moves element i, counted from 1, down the heap list[:n].
func sift(list []ranked, i, n int) {
	x := list[i-1]
	for j := 2 * i; j <= n; j = 2 * i {
		if j < n && list[j-1].key < list[j].key {
			j++
		}
		if x.key >= list[j-1].key {
			break
		}
		list[i-1] = list[j-1]
		i = j
	}
	list[i-1] = x
}

// rankSelector puts elements of given ranks in their places, the ranks ascending: introselect.
// Pivots that are in place already bound the next search.
type rankSelector struct {
	list   []ranked
	pivots []int // descending
}

// put puts the element of rank k at k, smaller ones before it.
func (s *rankSelector) put(k int) {
	list, low, high := s.list, 0, len(s.list)-1
	for len(s.pivots) > 0 {
		last := s.pivots[len(s.pivots)-1]
		if last > k {
			high = last - 1
			break
		} else if last == k {
			return
		}
		low, s.pivots = last+1, s.pivots[:len(s.pivots)-1]
	}
	if k-low < 3 {
		for i := low; i <= k; i++ {
			least := i
			for j := i + 1; j <= high; j++ {
				if list[j].key < list[least].key {
					least = j
				}
			}
			list[i], list[least] = list[least], list[i]
		}
		s.pivots = append(s.pivots, k)
		return
	}
	for low+1 < high {
		ll, hh := partition(list, low, high)
		if hh > k {
			s.pivots = append(s.pivots, hh)
		}
		if hh >= k {
			high = hh - 1
		}
		if hh <= k {
			low = ll
		}
	}
	if high == low+1 {
		swapLess(list, high, low)
	}
	s.pivots = append(s.pivots, k)
}

// partition splits list[low…high] around the median of its ends and middle.
func partition(list []ranked, low, high int) (ll, hh int) {
	mid := low + (high-low)/2
	swapLess(list, high, mid)
	swapLess(list, high, low)
	swapLess(list, low, mid)
	list[mid], list[low+1] = list[low+1], list[mid]
	pivot := list[low].key
	ll, hh = low+1, high
	for {
		for ll++; list[ll].key < pivot; ll++ {
		}
		for hh--; pivot < list[hh].key; hh-- {
		}
		if hh < ll {
			break
		}
		list[ll], list[hh] = list[hh], list[ll]
	}
	list[low], list[hh] = list[hh], list[low]
	return ll, hh
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
