// This file defines the caching allocator, after PyTorch's (c10/cuda/
// CUDACachingAllocator.cpp, version 1.13): sizes are rounded to 512 bytes, device memory
// is taken in segments of 2 MiB, 20 MiB or more, segments are split into blocks, and freed
// blocks wait in pools for requests of the same stream.

package sim

import (
	"cmp"
	"slices"
)

// Sizes of the allocator, in bytes.
const (
	minBlock      = 512
	smallSize     = 1 * mib // largest request that the small pool serves
	smallSegment  = 2 * mib
	largeSegment  = 20 * mib // for requests from 1 to 10 MiB
	minLargeAlloc = 10 * mib
	roundLarge    = 2 * mib
)

// segment is a run of device memory; its bytes on the host come with its first use.
type segment struct {
	address int64
	size    int64
	stream  int64
	small   bool
	mem     []byte
}

// block is a part of a segment, allocated or waiting in a pool. Blocks of a segment form
// a list in order of address.
type block struct {
	segment    *segment
	offset     int64
	size       int64
	requested  int64 // bytes asked for, before rounding
	allocated  bool
	prev, next *block
}

func (b *block) address() int64 { return b.segment.address + b.offset }

// allocator shares out one device's memory. reserve asks for bytes of the device; it
// fails when the device is full.
type allocator struct {
	capacity int64 // bytes that segments may take
	nextAddr int64
	reserved int64
	pools    [2][]*block // free blocks, by poolOf, sorted by stream, size, address
	stats    Stats
	released func(hostBytes int64) // told what release gives back
}

func poolOf(small bool) int {
	if small {
		return 1
	}
	return 0
}

// roundSize is the size of the block for a request.
func roundSize(bytes int64) int64 { return max(minBlock, (bytes+minBlock-1)/minBlock*minBlock) }

// segmentSize is the size of the segment taken for a block when no free one fits.
func segmentSize(size int64) int64 {
	switch {
	case size <= smallSize:
		return smallSegment
	case size < minLargeAlloc:
		return largeSegment
	}
	return (size + roundLarge - 1) / roundLarge * roundLarge
}

// alloc returns a block of at least bytes, or nil when the device is full even without
// the cached segments.
func (a *allocator) alloc(bytes, stream int64) *block {
	size := roundSize(bytes)
	b := a.cached(size, stream)
	if b == nil {
		b = a.fresh(size, stream)
	}
	if b == nil {
		a.stats.Retries++
		a.release()
		if b = a.fresh(size, stream); b == nil {
			return nil
		}
	}
	a.split(b, size)
	b.allocated, b.requested = true, bytes
	a.stats.change(b, 1, activity)
	return b
}

func compareBlocks(x, y *block) int {
	return cmp.Or(cmp.Compare(x.segment.stream, y.segment.stream), cmp.Compare(x.size, y.size),
		cmp.Compare(x.address(), y.address()))
}

// cached takes the smallest free block of the stream that fits out of its pool.
func (a *allocator) cached(size, stream int64) *block {
	pool := &a.pools[poolOf(size <= smallSize)]
	want := &block{segment: &segment{stream: stream}, size: size}
	i, _ := slices.BinarySearchFunc(*pool, want, compareBlocks)
	if i == len(*pool) || (*pool)[i].segment.stream != stream {
		return nil
	}
	b := (*pool)[i]
	*pool = slices.Delete(*pool, i, i+1)
	if b.isSplit() {
		a.stats.change(b, -1, inactivity)
	}
	return b
}

// fresh takes a new segment.
func (a *allocator) fresh(size, stream int64) *block {
	bytes := segmentSize(size)
	if a.reserved+bytes > a.capacity {
		return nil
	}
	s := &segment{address: a.nextAddr, size: bytes, stream: stream, small: size <= smallSize}
	a.nextAddr += (bytes + smallSegment - 1) / smallSegment * smallSegment
	a.reserved += bytes
	b := &block{segment: s, size: bytes}
	a.stats.change(b, 1, reservation)
	return b
}

// split leaves what b has too much in its pool.
func (a *allocator) split(b *block, size int64) {
	rest := b.size - size
	if b.segment.small && rest < minBlock || !b.segment.small && rest <= smallSize {
		return
	}
	r := &block{segment: b.segment, offset: b.offset + size, size: rest, prev: b, next: b.next}
	if b.next != nil {
		b.next.prev = r
	}
	b.next, b.size = r, size
	a.keep(r)
}

// keep puts a free block into its pool.
func (a *allocator) keep(b *block) {
	pool := &a.pools[poolOf(b.segment.small)]
	i, _ := slices.BinarySearchFunc(*pool, b, compareBlocks)
	*pool = slices.Insert(*pool, i, b)
	if b.isSplit() {
		a.stats.change(b, 1, inactivity)
	}
}

func (b *block) isSplit() bool { return b.prev != nil || b.next != nil }

// free gives b back to its pool, joined with free neighbours.
func (a *allocator) free(b *block) {
	a.stats.change(b, -1, activity)
	b.allocated = false
	if p := b.prev; p != nil && !p.allocated {
		a.drop(p)
		b.offset, b.size, b.prev = p.offset, b.size+p.size, p.prev
		if b.prev != nil {
			b.prev.next = b
		}
	}
	if n := b.next; n != nil && !n.allocated {
		a.drop(n)
		b.size, b.next = b.size+n.size, n.next
		if b.next != nil {
			b.next.prev = b
		}
	}
	a.keep(b)
}

// drop takes a free block out of its pool.
func (a *allocator) drop(b *block) {
	pool := &a.pools[poolOf(b.segment.small)]
	i, _ := slices.BinarySearchFunc(*pool, b, compareBlocks)
	*pool = slices.Delete(*pool, i, i+1)
	if b.isSplit() {
		a.stats.change(b, -1, inactivity)
	}
}

// release gives wholly free segments back to the device.
func (a *allocator) release() {
	hostBytes := int64(0)
	for p := range a.pools {
		a.pools[p] = slices.DeleteFunc(a.pools[p], func(b *block) bool {
			if b.isSplit() {
				return false
			}
			hostBytes += int64(len(b.segment.mem))
			a.reserved -= b.size
			a.stats.change(b, -1, reservation)
			return true
		})
	}
	a.released(hostBytes)
}
