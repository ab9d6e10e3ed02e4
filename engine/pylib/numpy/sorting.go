package numpy

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file has the sorting algorithms themselves, on keys with the positions they came
// from. Which of equal keys comes first is NumPy's choice (numpy/core/src/npysort).

// ranked is a key and the position that it came from.
type ranked struct {
	key uint64
	at  int64
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
		slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.key, b.key) })
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
