// This file defines the allocator: segments, blocks, and the pools where freed blocks wait.

package caching

import (
	"cmp"
	"slices"

	"gputour/engine/device"
)

// Sizes of the allocator, in bytes; behind each its name in CUDACachingAllocator.cpp.
const (
	mib           = 1 << 20
	gib           = 1 << 30
	minBlock      = 512      // kMinBlockSize: blocks are multiples of it
	smallSize     = 1 * mib  // kSmallSize: the largest request that the small pool serves
	smallSegment  = 2 * mib  // kSmallBuffer
	largeSegment  = 20 * mib // kLargeBuffer: for requests from 1 to 10 MiB
	minLargeAlloc = 10 * mib // kMinLargeAlloc: from here on a request has a segment of its own,
	roundLarge    = 2 * mib  // kRoundLarge: a multiple of this
)

// Segment is a run of device memory, taken from a Source whole.
type Segment struct {
	Address int64
	Bytes   int64
	Small   bool // serves requests up to 1 MiB
	// Mem is the source's, for the bytes of a device whose memory is the host's: it may be shorter than Bytes, and moves when it grows.
	Mem []byte

	stream int64
}

// Stream is the one whose work may use what is freed in the segment, or a pool's number.
func (s *Segment) Stream() int64 { return s.stream }

// Block is a part of a segment, allocated or waiting in a pool. Blocks of a segment form
// a list in order of address, without gaps; of two neighbours one is allocated, as free joins those that are not.
type Block struct {
	Segment *Segment
	Offset  int64 // in the segment, in bytes

	size       int64 // bytes, a multiple of minBlock
	requested  int64 // bytes asked for, before rounding
	allocated  bool
	scratch    bool // the device's own, of which nobody is told
	made       device.Moment
	reached    uint // the last look in which the witness knew the buffer
	dead       bool // its buffer is out of reach, and not collected yet
	prev, next *Block
}

// Address is where the block begins in the device's memory.
func (b *Block) Address() int64 { return b.Segment.Address + b.Offset }

// Source is the device memory that segments are taken from.
type Source interface {
	// Reserve takes bytes for a stream and answers where they begin; false: no room.
	Reserve(bytes, stream int64) (address int64, ok bool)
	// Release takes a segment back that no buffer uses.
	Release(s *Segment)
}

// allocator shares out one device's memory.
type allocator struct {
	source   Source
	reserved int64
	pools    [2][]*Block // free blocks, by poolOf, sorted by stream, size, address
	stats    Stats
	held     map[int64]int // by pool of NewPool: how many keep its segments, used or not
	newest   int64         // 0, -1, -2, …: minus the pools that NewPool has named
}

// firstPool is before the numbers of pools: below those of all streams.
const firstPool = -1 << 32

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
func (a *allocator) alloc(bytes, stream int64) *Block {
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

// fits reports whether a free block serves a request.
func (a *allocator) fits(bytes, stream int64) bool {
	pool, i := a.find(roundSize(bytes), stream)
	return i < len(*pool) && (*pool)[i].Segment.stream == stream
}

func compareBlocks(x, y *Block) int {
	return cmp.Or(cmp.Compare(x.Segment.stream, y.Segment.stream), cmp.Compare(x.size, y.size),
		cmp.Compare(x.Address(), y.Address()))
}

// find is where the smallest free block of the stream that has the size would stand in its pool.
func (a *allocator) find(size, stream int64) (pool *[]*Block, i int) {
	pool = &a.pools[poolOf(size <= smallSize)]
	want := &Block{Segment: &Segment{stream: stream}, size: size}
	i, _ = slices.BinarySearchFunc(*pool, want, compareBlocks)
	return pool, i
}

// cached takes the smallest free block of the stream that fits out of its pool.
func (a *allocator) cached(size, stream int64) *Block {
	pool, i := a.find(size, stream)
	if i == len(*pool) || (*pool)[i].Segment.stream != stream {
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
func (a *allocator) fresh(size, stream int64) *Block {
	bytes := segmentSize(size)
	address, ok := a.source.Reserve(bytes, stream)
	if !ok {
		return nil
	}
	s := &Segment{Address: address, Bytes: bytes, stream: stream, Small: size <= smallSize}
	a.reserved += bytes
	b := &Block{Segment: s, size: bytes}
	a.stats.change(b, 1, reservation)
	return b
}

// split leaves what b has too much in its pool, if that is enough for another block (should_split). The blocks of a large
// segment are not cut so fine, or small tensors would keep it.
func (a *allocator) split(b *Block, size int64) {
	rest := b.size - size
	if b.Segment.Small && rest < minBlock || !b.Segment.Small && rest <= smallSize {
		return
	}
	r := &Block{Segment: b.Segment, Offset: b.Offset + size, size: rest, prev: b, next: b.next}
	if b.next != nil {
		b.next.prev = r
	}
	b.next, b.size = r, size
	a.keep(r)
}

// keep puts a free block into its pool.
func (a *allocator) keep(b *Block) {
	pool := &a.pools[poolOf(b.Segment.Small)]
	i, _ := slices.BinarySearchFunc(*pool, b, compareBlocks)
	*pool = slices.Insert(*pool, i, b)
	if b.isSplit() {
		a.stats.change(b, 1, inactivity)
	}
}

func (b *Block) isSplit() bool { return b.prev != nil || b.next != nil }

// free gives b back to its pool, joined with free neighbours.
func (a *allocator) free(b *Block) {
	a.stats.change(b, -1, activity)
	b.allocated = false
	if p := b.prev; p != nil && !p.allocated {
		a.drop(p)
		b.Offset, b.size, b.prev = p.Offset, b.size+p.size, p.prev
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
func (a *allocator) drop(b *Block) {
	pool := &a.pools[poolOf(b.Segment.Small)]
	i, _ := slices.BinarySearchFunc(*pool, b, compareBlocks)
	*pool = slices.Delete(*pool, i, i+1)
	if b.isSplit() {
		a.stats.change(b, -1, inactivity)
	}
}

// release gives wholly free segments back to the device (release_cached_blocks). One that is split has a block in use.
func (a *allocator) release() {
	for p := range a.pools {
		a.pools[p] = slices.DeleteFunc(a.pools[p], func(b *Block) bool {
			if b.isSplit() || a.held[b.Segment.stream] > 0 {
				return false
			}
			a.reserved -= b.size
			a.stats.change(b, -1, reservation)
			a.source.Release(b.Segment)
			return true
		})
	}
}
