// Package caching is the memory of a GPU as PyTorch shares it out (c10/cuda/
// CUDACachingAllocator.cpp, version 1.13): sizes are rounded to 512 bytes, device memory is
// taken in segments of 2 MiB, 20 MiB or more, segments are split into blocks, and freed
// blocks wait in pools for requests of the same stream. Simulated and real GPUs share
// this policy; where segments come from is a Source's business.
//
//	heap.Init(dev, source)
//	ok := heap.Alloc(&buf, bytes, stream)
package caching

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"weak"

	"gputour/engine/device"
)

// Heap holds the buffers of one device. They die when the program can no longer reach
// them, which the garbage collector finds out: live keeps weak pointers to them, and reap
// frees the blocks of those that are gone.
//
// Collections come from three sides: those that the Go heap causes anyway (stale tells),
// those that a figure asked for must be exact, and those that collect forces once the
// allocated bytes pass limit, which grows with what they find.
type Heap struct {
	owner   device.Device
	observe func(device.Record)
	pool    allocator
	live    map[*Block]weak.Pointer[device.Buffer]
	stale   atomic.Bool // a collection has run since the last reap
	limit   int64       // allocated bytes from which to collect
	peak    int64       // largest allocated bytes known to have been in use together
}

// Bounds, in bytes, of the growth between forced collections. Peaks are exact to the
// lower one or a twentieth, garbage stays below the upper one or what is in use.
const (
	leastGrowth = 256 << 10
	mostGrowth  = 64 * mib
)

// Reasons why a buffer cannot be used.
var (
	ErrForeign = errors.New("illegal memory access: the buffer belongs to another device")
	ErrFreed   = errors.New("illegal memory access: the buffer has been freed")
)

// Init readies h for owner's buffers. observe is told of allocations and frees.
func (h *Heap) Init(owner device.Device, source Source, observe func(device.Record)) {
	h.owner, h.observe, h.limit = owner, observe, leastGrowth
	h.pool = allocator{source: source}
	h.live = map[*Block]weak.Pointer[device.Buffer]{}
	h.watch()
}

// Alloc makes b a buffer of the owner, in memory that work on stream may use next. It
// reports whether there was room. An empty buffer takes no memory.
func (h *Heap) Alloc(b *device.Buffer, bytes int, stream int64) bool {
	return h.alloc(b, bytes, stream, false)
}

// Scratch is Alloc for the device's own use: the observer does not hear of b.
func (h *Heap) Scratch(b *device.Buffer, bytes int, stream int64) bool {
	return h.alloc(b, bytes, stream, true)
}

func (h *Heap) alloc(b *device.Buffer, bytes int, stream int64, scratch bool) bool {
	*b = device.Buffer{Device: h.owner, Bytes: bytes}
	if bytes == 0 {
		return true
	}
	if h.stale.Load() {
		h.reap()
	}
	blk := h.pool.alloc(int64(bytes), stream)
	if blk == nil {
		h.collect()
		if blk = h.pool.alloc(int64(bytes), stream); blk == nil {
			return false
		}
	}
	b.Block, blk.scratch = blk, scratch
	h.live[blk] = weak.Make(b)
	if h.Allocated() > h.limit {
		h.collect()
	}
	runtime.KeepAlive(b)
	h.tell(device.DidAlloc, blk)
	return true
}

// Allocated is the bytes in allocated blocks, dead buffers among them; Reserved is the
// bytes in segments.
func (h *Heap) Allocated() int64 { return h.pool.stats.of[allocatedBytes][allPools].Current }

// Reserved is the bytes in segments.
func (h *Heap) Reserved() int64 { return h.pool.reserved }

// Free gives b's memory back at once; another device's buffer and a freed one are left.
func (h *Heap) Free(b *device.Buffer) {
	if blk, err := h.Block(b); err == nil && blk != nil {
		b.Block, b.Bytes = nil, 0
		h.release(blk)
	}
}

// Block is where b lies; nil for an empty buffer.
func (h *Heap) Block(b *device.Buffer) (*Block, error) {
	if b.Device != h.owner {
		return nil, ErrForeign
	}
	if b.Bytes == 0 {
		return nil, nil
	}
	blk, ok := b.Block.(*Block)
	if !ok || !blk.allocated {
		return nil, ErrFreed
	}
	return blk, nil
}

func (h *Heap) release(b *Block) {
	delete(h.live, b)
	h.tell(device.DidFree, b)
	h.pool.free(b)
}

func (h *Heap) tell(did device.Action, b *Block) {
	if !b.scratch {
		h.observe(device.Record{Action: did, Bytes: int(b.requested), Address: b.Address()})
	}
}

// watch has stale set by the next garbage collection, which frees the sentinel.
func (h *Heap) watch() {
	sentinel := new(*Heap)
	runtime.AddCleanup(sentinel, func(stale *atomic.Bool) { stale.Store(true) }, &h.stale)
}

// collect finds all dead buffers and sets when to look again.
func (h *Heap) collect() {
	before := h.Allocated()
	runtime.GC()
	h.reap()
	used := h.Allocated()
	h.peak = max(h.peak, used)
	growth := max(leastGrowth, used/20, 2*(before-used))
	h.limit = used + min(growth, max(mostGrowth, used))
}

// reap frees the blocks of buffers that the garbage collector has taken.
func (h *Heap) reap() {
	h.stale.Store(false)
	h.watch()
	for b, owner := range h.live {
		if owner.Value() == nil {
			h.release(b)
		}
	}
}

// Memory reports what the buffers take, without what is dead. Free and Total are the
// device's to fill in.
func (h *Heap) Memory() device.Memory {
	h.collect()
	reserved := h.pool.stats.of[reservedBytes][allPools]
	return device.Memory{
		Allocated: h.Allocated(), MaxAllocated: h.peak,
		Reserved: reserved.Current, MaxReserved: reserved.Peak,
	}
}

// Stats are the allocator's counters, without what is dead.
func (h *Heap) Stats() *Stats {
	h.collect()
	s := h.pool.stats
	for _, q := range []quantity{allocatedBytes, activeBytes} {
		s.of[q][allPools].Peak = h.peak
	}
	return &s
}

// EmptyCache gives unused segments back to the device.
func (h *Heap) EmptyCache() {
	h.collect()
	h.pool.release()
}

// ResetPeak starts the peaks from the present figures.
func (h *Heap) ResetPeak() {
	h.collect()
	h.peak = h.Allocated()
	h.pool.stats.resetPeaks()
}

// EachLive calls f with every buffer in use, in no order: where it begins and the bytes
// asked for. It answers what lives here now.
func (h *Heap) EachLive(f func(b *device.Buffer, address, bytes int64)) {
	h.collect()
	for blk, owner := range h.live {
		if b := owner.Value(); b != nil && !blk.scratch {
			f(b, blk.Address(), blk.requested)
		}
	}
}

// Close gives all memory back; buffers in use are freed with it.
func (h *Heap) Close() {
	for b := range h.live {
		h.pool.free(b)
	}
	clear(h.live)
	h.pool.release()
}

// OutOfMemory is PyTorch's error for a request that found no room, with the owner's
// figures: free is what the device has left.
func (h *Heap) OutOfMemory(bytes, free int64) error {
	h.pool.stats.OOMs++
	info := h.owner.Info()
	text := fmt.Sprintf("CUDA out of memory. Tried to allocate %s (GPU %d; %s total capacity; %s already allocated; "+
		"%s free; %s reserved in total by PyTorch) If reserved memory is >> allocated memory try setting "+
		"max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF",
		FormatSize(bytes), info.Index, FormatSize(info.Memory), FormatSize(h.Allocated()), FormatSize(free), FormatSize(h.pool.reserved))
	return &device.Error{Op: "alloc", Code: device.OutOfMemory, Device: info.String(), Bytes: int(bytes), Text: text}
}

// FormatSize writes sizes as PyTorch's allocator does.
func FormatSize(n int64) string {
	switch {
	case n <= 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n <= mib:
		return fmt.Sprintf("%.2f KiB", float64(n)/(1<<10))
	case n <= gib:
		return fmt.Sprintf("%.2f MiB", float64(n)/mib)
	}
	return fmt.Sprintf("%.2f GiB", float64(n)/gib)
}

// Address is where b begins in its device's memory: what data_ptr answers. It tells
// buffers apart and means nothing else; 0 for an empty buffer.
func Address(b *device.Buffer) int64 {
	if blk, ok := b.Block.(*Block); ok {
		return blk.Address()
	}
	return 0
}
