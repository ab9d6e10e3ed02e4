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
	"slices"
	"sync/atomic"
	"weak"

	"gputour/engine/device"
)

// Heap holds the buffers of one device. They die when the program can no longer reach
// them. The garbage collector finds that out: live keeps weak pointers to them, and reap
// frees the blocks of those that are gone. But it looks at all that the process holds,
// other sessions too; so the witnesses are asked first, who look at one program each.
//
// What the witness has not found is dead only if it found all there is. Then figures leave
// it out, and its memory is free when it is wanted. Else the collector decides at once.
type Heap struct {
	owner   device.Device
	observe func(device.Record)
	witness []*device.Witness // one for each program that uses the device
	pool    allocator
	live    map[*Block]weak.Pointer[device.Buffer] // allocated blocks
	stale   atomic.Bool                            // a collection has run since the last reap; set on the collector's goroutine
	looks   uint                                   // how often the witness was asked
	dead    int64                                  // bytes of dead blocks
	made    uint64                                 // buffers so far
	limit   int64                                  // allocated bytes in use from which to look again
	peak    int64                                  // largest bytes known to have been in use together
}

// Bounds, in bytes: peaks are exact to the lowest or a twentieth, where a witness is not sure
// to the next one; garbage beyond them stays below the upper one or what is in use. A look walks the program, a
// collection the whole process: RATIONALE.md has what each costs (How does a simulated GPU know that a tensor is dead?).
const (
	leastGrowth = 64 << 10
	blindGrowth = 256 << 10
	mostGrowth  = 64 * mib
)

// Reasons why a buffer cannot be used.
var (
	ErrForeign = errors.New("illegal memory access: the buffer belongs to another device")
	ErrFreed   = errors.New("illegal memory access: the buffer has been freed")
)

// Init readies h for owner's buffers. observe is told of allocations and frees. Like the device, a Heap serves one
// goroutine at a time.
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
	h.made++
	*b = device.Buffer{Device: h.owner, Bytes: bytes, ID: h.made}
	if bytes == 0 {
		return true
	}
	if h.stale.Load() {
		h.reap()
	}
	if !h.pool.fits(int64(bytes), stream) {
		h.reclaim()
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
	blk.made = h.now()
	if h.Allocated()-h.dead > h.limit {
		h.grown()
	}
	runtime.KeepAlive(b) // grown may have collected, and b is reachable by the caller alone
	h.tell(device.DidAlloc, blk)
	return true
}

// Allocated is the bytes in allocated blocks, dead buffers among them.
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
	if b.dead {
		h.dead, b.dead = h.dead-b.size, false
	}
	h.tell(device.DidFree, b)
	h.pool.free(b)
}

func (h *Heap) tell(did device.Action, b *Block) {
	if b.scratch {
		return
	}
	r := device.Record{Action: did, Bytes: int(b.requested), Address: b.Address()}
	if did == device.DidAlloc {
		r.Used, r.InUse = h.Allocated()-h.dead, h.inUse
	}
	h.observe(r)
}

// inUse is what is allocated without what is known to be dead after a look.
func (h *Heap) inUse() int64 {
	if unknown, all := h.look(true); all {
		h.bury(unknown)
		h.seen()
	}
	return h.Allocated() - h.dead
}

// watch has stale set by the next garbage collection, which frees the sentinel.
func (h *Heap) watch() {
	sentinel := new(*Heap)
	runtime.AddCleanup(sentinel, func(stale *atomic.Bool) { stale.Store(true) }, &h.stale)
}

// AddWitness has w tell which buffers are in use, with those that do already, until remove
// is called.
func (h *Heap) AddWitness(w device.Witness) (remove func()) {
	h.witness = append(h.witness, &w)
	return func() { h.witness = slices.DeleteFunc(h.witness, func(x *device.Witness) bool { return x == &w }) }
}

// now is what the operation at work makes its buffers at: only one program is at work.
func (h *Heap) now() (m device.Moment) {
	for _, w := range h.witness {
		at := (*w).Now()
		m.Step, m.Place = m.Step+at.Step, m.Place+at.Place
	}
	return m
}

// grown follows the growth of what is in use, which buffers count to that the operation at
// work has made. It collects where it cannot tell whether much is garbage.
func (h *Heap) grown() {
	before := h.Allocated() - h.dead
	unknown, all := h.look(true)
	switch {
	case all:
		h.bury(unknown)
	case unknown-h.dead > max(blindGrowth, before/20):
		h.collect()
		return
	}
	if h.dead > max(mostGrowth, before) {
		h.dispose()
	}
	h.seen()
}

// bury notes that what the last look has not found is dead.
func (h *Heap) bury(unknown int64) {
	h.dead = unknown
	for b := range h.live {
		b.dead = b.reached != h.looks
	}
}

// dispose gives the blocks of dead buffers back to the pool. If one is not dead after all,
// then it is empty from now on, and using it an error.
func (h *Heap) dispose() {
	for blk, owner := range h.live {
		if !blk.dead {
			continue
		}
		if b := owner.Value(); b != nil {
			b.Block, b.Bytes = nil, 0
		}
		h.release(blk)
	}
}

// reclaim gives back what is dead for certain, before new memory is taken.
func (h *Heap) reclaim() {
	if len(h.live) == 0 {
		return
	}
	if unknown, all := h.look(true); all {
		h.bury(unknown)
		h.dispose()
		h.seen()
	}
}

// settle makes sure that dead is all that is not in use.
func (h *Heap) settle() {
	if h.stale.Load() {
		h.reap()
	}
	// Who asks may be a visitor in the middle of an operation, when only Go code has in its hands what that has made.
	unknown, all := h.look(h.now() != device.Moment{})
	if unknown > 0 && !all {
		h.collect()
		return
	}
	h.bury(unknown)
	h.seen()
}

// seen notes what a look has found to be in use, and sets when to look again: when there may
// be a new peak.
func (h *Heap) seen() {
	used := h.Allocated() - h.dead
	h.peak = max(h.peak, used)
	h.limit = max(h.peak, used+max(leastGrowth, used/20))
}

// look asks the witness. It returns the bytes of the blocks that the witness does not know, and
// whether those are not in use for certain. Of blocks that the operation at work has made
// it may take for granted that they are.
func (h *Heap) look(working bool) (unknown int64, all bool) {
	h.looks++
	now := h.now()
	n := 0 // buffers yet to be found; what was dead stays so
	for b := range h.live {
		switch {
		case b.scratch || working && b.made == now:
			b.reached = h.looks
		case b.dead:
			unknown += b.size
		default:
			n, unknown = n+1, unknown+b.size
		}
	}
	if n == 0 || len(h.witness) == 0 {
		return unknown, n == 0
	}
	found := func(b *device.Buffer) bool {
		blk, ok := b.Block.(*Block)
		if !ok || b.Device != h.owner || !blk.allocated || blk.reached == h.looks {
			return n > 0
		}
		blk.reached = h.looks
		unknown -= blk.size
		if blk.dead { // brought back, by a weak reference perhaps
			h.dead, blk.dead = h.dead-blk.size, false
		} else {
			n--
		}
		return n > 0
	}
	all = true
	for i, w := range h.witness {
		if all = all && (*w).Reach(found); n == 0 {
			// Each process of a group has a GPU of its own: whose buffers these are is asked first the next time.
			h.witness[0], h.witness[i] = w, h.witness[0]
			break
		}
	}
	return unknown, all || n == 0
}

// collect has the garbage collector find all dead buffers, and sets when to look again: later
// the more there were, since a collection looks at all sessions.
func (h *Heap) collect() {
	before := h.Allocated() - h.dead
	if len(h.live) > 0 {
		runtime.GC()
		h.reap()
	}
	h.seen()
	used := h.Allocated() - h.dead
	h.limit = max(h.limit, used+min(max(blindGrowth, 2*(before-used)), max(mostGrowth, used)))
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
	h.settle()
	reserved := h.pool.stats.of[reservedBytes][allPools]
	return device.Memory{
		Allocated: h.Allocated() - h.dead, MaxAllocated: h.peak,
		Reserved: reserved.Current, MaxReserved: reserved.Peak,
	}
}

// Stats are the allocator's counters, without what is dead.
func (h *Heap) Stats() *Stats {
	h.free()
	s := h.pool.stats
	for _, q := range []quantity{allocatedBytes, activeBytes} {
		s.of[q][allPools].Peak = h.peak
	}
	return &s
}

// EmptyCache gives unused segments back to the device.
func (h *Heap) EmptyCache() {
	h.free()
	h.pool.release()
}

// Trim is EmptyCache in the middle of an operation: what that has in its hands stays.
func (h *Heap) Trim() {
	h.reclaim()
	h.pool.release()
}

// free gives the blocks of all dead buffers back to the pool.
func (h *Heap) free() {
	h.settle()
	h.dispose()
}

// ResetPeak starts the peaks from the present figures.
func (h *Heap) ResetPeak() {
	h.settle()
	h.peak = h.Allocated() - h.dead
	h.pool.stats.resetPeaks()
}

// EachLive calls f with every buffer in use, in no order: where it begins and the bytes
// asked for. It answers what lives here now.
func (h *Heap) EachLive(f func(b *device.Buffer, address, bytes int64)) {
	h.settle()
	for blk, owner := range h.live {
		if b := owner.Value(); b != nil && !blk.scratch && !blk.dead {
			f(b, blk.Address(), blk.requested)
		}
	}
}

// Close gives all memory back; buffers in use are freed with it. Nobody is told, and h must not be used again.
func (h *Heap) Close() {
	for b := range h.live {
		h.pool.free(b)
	}
	clear(h.live)
	h.dead = 0
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
	return &device.Error{Op: "alloc", Code: device.OutOfMemory, Device: info.String(), Bytes: int(bytes), Free: max(free+h.pool.reserved-h.Allocated(), 0), Total: info.Memory, Text: text}
}

// FormatSize writes sizes as PyTorch's allocator does (format_size).
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
