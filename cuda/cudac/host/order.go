// This file sorts keys of the machine's own types for the headers of thrust and cub.

package host

import "encoding/binary"

// sortOrder is __sortOrder(keys, order, n, kind, descending, device): order becomes the places
// of n keys as they stand sorted, equal ones as they stood. A kind is the bytes of a key, and 16
// for floating point or 32 for signed numbers.
func sortOrder(c *Call) uint64 {
	n, size, kind := int(c.A[2]), int(c.A[3]&15), c.A[3]
	if n == 0 {
		return 0
	}
	device := c.A[5] != 0
	keys, _ := c.H.reach(c, c.A[0], uint64(n*size), device, false, "keys to sort")
	to, valid := c.H.reach(c, c.A[1], uint64(n*4), device, true, "order of keys")
	c.W.Core.Labour(8 * n)
	list := make([]sortable, n)
	for i := range list {
		list[i] = sortable{sortableKey(keys[i*size:], size, kind, c.A[4] != 0), uint32(i)}
	}
	for i, k := range radixSorted(list, size) {
		binary.LittleEndian.PutUint32(to[4*i:], k.at)
	}
	for i := range valid {
		valid[i] = 1
	}
	return 0
}

// sortable is a key as an unsigned number of the same order, and where it stood.
type sortable struct {
	key uint64
	at  uint32
}

// sortableKey turns the bits of a number into one that sorts as an unsigned number does.
func sortableKey(b []byte, size int, kind uint64, descending bool) uint64 {
	var k uint64
	for i := range size {
		k |= uint64(b[i]) << (8 * i)
	}
	top := uint64(1) << (8*size - 1)
	mask := top<<1 - 1
	switch {
	case kind&16 != 0 && k&top != 0:
		k = ^k & mask
	case kind&(16|32) != 0:
		k ^= top
	}
	if descending {
		k = ^k & mask
	}
	return k
}

// radixSorted sorts by one byte after the other, the lowest first.
func radixSorted(list []sortable, size int) []sortable {
	spare := make([]sortable, len(list))
	for b := range size {
		var count [257]int
		for _, k := range list {
			count[k.key>>(8*b)&255+1]++
		}
		for i := range 256 {
			count[i+1] += count[i]
		}
		for _, k := range list {
			d := k.key >> (8 * b) & 255
			spare[count[d]] = k
			count[d]++
		}
		list, spare = spare, list
	}
	return list
}
