package along

import (
	"math"
	"slices"
	"sync"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file has the kernels that put a lane in order.

// Order runs a launch that sorts or selects.
func Order(l *device.Launch) bool {
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

// sorting is a stable sort; NaN is larger than every number. It sorts keys, unsigned
// integers in the order of the elements, together with where they stand.
func sorting[T vec.Number](down bool) laneKernel {
	var zero T
	switch any(zero).(type) {
	case float64, int64:
		return wideSort[T](down)
	}
	return narrowSort[T](down)
}

// sortRoom is the memory of a sort, kept for the next lanes.
type sortRoom[T any] struct{ pool sync.Pool }

func (r *sortRoom[T]) get(n int) []T {
	if s, ok := r.pool.Get().(*[]T); ok && len(*s) >= n {
		return (*s)[:n]
	}
	return make([]T, n)
}

func (r *sortRoom[T]) put(s []T) { r.pool.Put(&s) }

// radixFrom is the length from which sorting by digits beats comparing.
const radixFrom = 512

// narrowSort sorts elements of 32 bits at most: key and position share one word.
func narrowSort[T vec.Number](down bool) laneKernel {
	var rooms sortRoom[uint64]
	return func(out, positions, a, _ []byte) {
		x := device.Slice[T](a)
		n := len(x)
		room := rooms.get(2 * n)
		defer rooms.put(room)
		items, spare := room[:n], room[n:]
		for i, v := range x {
			items[i] = uint64(flip(narrowKey(v), down))<<32 | uint64(uint32(i))
		}
		if n < radixFrom {
			slices.Sort(items)
		} else {
			items = radix(items, spare, 32, 64, func(w uint64, shift int) uint64 { return w >> shift })
		}
		dst, pos := device.Slice[T](out), device.Slice[int64](positions)
		for i, w := range items {
			at := int64(uint32(w))
			dst[i], pos[i] = x[at], at
		}
	}
}

// wideItem is a key of 64 bits and where it stands.
type wideItem struct {
	key uint64
	at  int64
}

func wideSort[T vec.Number](down bool) laneKernel {
	var rooms sortRoom[wideItem]
	return func(out, positions, a, _ []byte) {
		x := device.Slice[T](a)
		n := len(x)
		room := rooms.get(2 * n)
		defer rooms.put(room)
		items, spare := room[:n], room[n:]
		for i, v := range x {
			items[i] = wideItem{flip(wideKey(v), down), int64(i)}
		}
		if n < radixFrom {
			slices.SortStableFunc(items, func(a, b wideItem) int {
				if a.key < b.key {
					return -1
				}
				return int(min(a.key-b.key, 1))
			})
		} else {
			items = radix(items, spare, 0, 64, func(w wideItem, shift int) uint64 { return w.key >> shift })
		}
		dst, pos := device.Slice[T](out), device.Slice[int64](positions)
		for i, w := range items {
			dst[i], pos[i] = x[w.at], w.at
		}
	}
}

// flip turns an ascending key into a descending one.
func flip[K uint32 | uint64](key K, down bool) K {
	if down {
		return ^key
	}
	return key
}

// narrowKey orders as the element does: floats by their bits, the negative ones turned
// around; both zeros are one key and all NaNs are the last.
func narrowKey[T vec.Number](v T) uint32 {
	switch f := any(v).(type) {
	case float32:
		switch b := math.Float32bits(f); {
		case f != f:
			return math.MaxUint32
		case f == 0:
			return 1 << 31
		case f < 0:
			return ^b
		default:
			return b | 1<<31
		}
	}
	return uint32(int32(v)) ^ 1<<31
}

func wideKey[T vec.Number](v T) uint64 {
	switch f := any(v).(type) {
	case float64:
		switch b := math.Float64bits(f); {
		case f != f:
			return math.MaxUint64
		case f == 0:
			return 1 << 63
		case f < 0:
			return ^b
		default:
			return b | 1<<63
		}
	}
	return uint64(int64(v)) ^ 1<<63
}

const digitBits = 11

// radix sorts items by the bits [from, to) of their words, a digit at a time from the
// lowest; a digit that all items share costs nothing. It returns items or spare, whichever
// has the result.
func radix[T any](items, spare []T, from, to int, word func(item T, shift int) uint64) []T {
	const size, mask = 1 << digitBits, 1<<digitBits - 1
	digits := (to - from + digitBits - 1) / digitBits
	counts := make([][size]int32, digits)
	for _, item := range items {
		w := word(item, from)
		for d := range counts {
			counts[d][w&mask]++
			w >>= digitBits
		}
	}
	for d := range counts {
		count, shift := &counts[d], from+d*digitBits
		if int(count[word(items[0], shift)&mask]) == len(items) {
			continue
		}
		at := int32(0)
		for i, c := range count {
			count[i] = at
			at += c
		}
		for _, item := range items {
			digit := word(item, shift) & mask
			spare[count[digit]] = item
			count[digit]++
		}
		items, spare = spare, items
	}
	return items
}
