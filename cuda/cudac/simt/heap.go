// This file is the heap of device code: what malloc and new give to the threads of kernels.

package simt

import (
	"cmp"
	"slices"

	"gputour/cuda/cudac/memory"
)

// DefaultDeviceHeap is what CUDA gives the heap of a device, unless a program sets
// cudaLimitMallocHeapSize.
const DefaultDeviceHeap = 8 << 20

// Blocks begin at multiples of heapGrain, a page of a history or several whatever the grain. Behind
// each lies a gap at least, so that who writes past the end of one hits nobody else's.
const heapGrain, heapGap = maxGrain * pageSize, 16

// roomFor is the bytes that a block takes.
func roomFor(n int64) int64 { return (n + heapGap + heapGrain - 1) / heapGrain * heapGrain }

// DeviceHeap is a buffer of which kernels' threads take blocks. Who takes has the turn of its
// block of threads, so that addresses are the same in every run.
type DeviceHeap struct {
	owned  []byte               // by byte of the buffer: 1 where a block has it
	blocks map[int64]*heapBlock // by where they begin
	free   []heapSpan           // in order, none beside another
}

type heapBlock struct {
	size  int64
	how   string // malloc or new
	freed int    // line, or 0
}

type heapSpan struct{ from, to int64 }

// NewDeviceHeap is a heap of so many bytes, none of which is taken.
func NewDeviceHeap(size int64) *DeviceHeap {
	return &DeviceHeap{owned: make([]byte, size), blocks: map[int64]*heapBlock{}, free: []heapSpan{{0, size}}}
}

// take finds room for a block, behind all others where there is some; false says that there is none.
func (d *DeviceHeap) take(n int64, how string) (at int64, ok bool) {
	room := roomFor(n)
	for i := len(d.free) - 1; i >= 0; i-- {
		s := &d.free[i]
		if s.to-s.from < room {
			continue
		}
		at = s.from
		if s.from += room; s.from == s.to {
			d.free = slices.Delete(d.free, i, i+1)
		}
		d.blocks[at] = &heapBlock{size: n, how: how}
		for j := range n {
			d.owned[at+j] = 1
		}
		return at, true
	}
	return 0, false
}

// give takes a block back.
func (d *DeviceHeap) give(at int64, b *heapBlock) {
	clear(d.owned[at : at+b.size])
	s := heapSpan{at, at + roomFor(b.size)}
	i, _ := slices.BinarySearchFunc(d.free, s, func(a, b heapSpan) int { return cmp.Compare(a.from, b.from) })
	d.free = slices.Insert(d.free, i, s)
	if i+1 < len(d.free) && d.free[i].to == d.free[i+1].from {
		d.free[i].to = d.free[i+1].to
		d.free = slices.Delete(d.free, i+1, i+2)
	}
	if i > 0 && d.free[i-1].to == d.free[i].from {
		d.free[i-1].to = d.free[i].to
		d.free = slices.Delete(d.free, i, i+1)
	}
}

// owns reports that n bytes belong to blocks.
func (d *DeviceHeap) owns(off, n int64) bool {
	for _, b := range d.owned[off : off+n] {
		if b == 0 {
			return false
		}
	}
	return true
}

// heap is the space of the device's heap, for a block that has its turn; nil where there is none.
func (w *Warp) heap() (s *Space, number int) {
	r := w.Core
	r.alone()
	r.turn()
	if i := r.Grid.heap; i > 0 {
		return &r.Spaces[i], i
	}
	return nil, 0
}

// Take is malloc or new for a lane: 0 where there is no room.
func (w *Warp) Take(n int64, how string) uint64 {
	s, number := w.heap()
	if s == nil || n < 0 || n > s.Size {
		return 0
	}
	off, ok := s.Heap.take(n, how)
	if !ok {
		return 0
	}
	w.Core.Labour(int(n))
	w.Core.flush()
	w.Core.Grid.history.forget(number, off, off+roomFor(n), s.Grain)
	clear(s.Valid[off : off+n])
	return memory.AddressIn(number, int(off))
}

// GiveBack is free or delete for a lane.
func (w *Warp) GiveBack(a uint64, how string, lane int, at *Site) {
	if a == 0 {
		return
	}
	s, number := w.heap()
	var b *heapBlock
	if s != nil && memory.SpaceOf(a) == number {
		b = s.Heap.blocks[memory.OffsetOf(a)]
	}
	switch {
	case b == nil:
		w.Fail("memcheck", at, lane, "this pointer was not allocated by %s", how)
	case b.freed != 0:
		w.Fail("memcheck", at, lane, "double free: %s was freed in line %d", "a block of the device's heap", b.freed)
	case b.how != how:
		w.Fail("memcheck", at, lane, "%s is given to %s", "a block of "+b.how, Freeing[how])
	}
	b.freed = w.Core.Grid.Line(at)
	s.Heap.give(memory.OffsetOf(a), b)
}

// Freeing says how memory is given back, by how it was taken.
var Freeing = map[string]string{"malloc": "free", "new": "delete", "new[]": "delete[]", "cudaMalloc": "cudaFree", "cudaFree": "cudaFree", "cudaMallocHost": "cudaFreeHost"}
