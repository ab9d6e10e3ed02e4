// This file defines a device's memory: the life of buffers, and the host bytes behind
// them.

package sim

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"weak"

	"gputour/engine/device"
)

// memory is the part of a Device that holds buffers. Buffers die when the program can no
// longer reach them, which the garbage collector finds out: live keeps weak pointers to
// them, and reap frees the blocks of those that are gone.
//
// Collections come from three sides: those that the Go heap causes anyway (stale tells),
// those that a figure asked for must be exact, and those that collect forces once the
// allocated bytes pass limit, which grows with what they find.
type memory struct {
	device  *Device
	pool    allocator
	live    map[*block]weak.Pointer[device.Buffer]
	context int64       // bytes the driver keeps for itself
	stale   atomic.Bool // a collection has run since the last reap
	limit   int64       // allocated bytes from which to collect
	peak    int64       // largest allocated bytes known to have been in use together
}

// Bytes that the driver's context takes of a large card; a small one gives an eighth.
const contextBytes = 300 * mib

// Bounds, in bytes, of the growth between forced collections. Peaks are exact to the
// lower one or a twentieth, garbage stays below the upper one or what is in use.
const (
	leastGrowth = 256 << 10
	mostGrowth  = 64 * mib
)

func (m *memory) init(d *Device, total int64) {
	m.device = d
	m.context = min(contextBytes, total/8)
	m.pool = allocator{
		capacity: total - m.context,
		nextAddr: 0x7f00_0000_0000 + int64(d.info.Index)<<36,
		released: d.machine.budget.give,
	}
	m.live = map[*block]weak.Pointer[device.Buffer]{}
	m.limit = leastGrowth
	m.watch()
}

var (
	errForeignBuffer = errors.New("illegal memory access: the buffer belongs to another device")
	errFreed         = errors.New("illegal memory access: the buffer has been freed")
	errOutside       = errors.New("the range lies outside the buffer")
	errBudget        = errors.New("the host memory set aside for simulated devices is used up")
)

// Alloc makes b a buffer of this device. An empty buffer takes no memory.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	if bytes < 0 {
		return d.fail("alloc", device.Invalid, fmt.Errorf("%d bytes", bytes))
	}
	*b = device.Buffer{Device: d, Bytes: bytes}
	if bytes == 0 {
		return nil
	}
	if d.stale.Load() {
		d.reap()
	}
	blk := d.pool.alloc(int64(bytes), d.current.id)
	if blk == nil {
		d.collect()
		if blk = d.pool.alloc(int64(bytes), d.current.id); blk == nil {
			return d.outOfMemory(int64(bytes))
		}
	}
	b.Block = blk
	d.live[blk] = weak.Make(b)
	if d.allocated() > d.limit {
		d.collect()
	}
	runtime.KeepAlive(b)
	d.observed(device.Record{Action: device.DidAlloc, Bytes: bytes, Address: blk.address()})
	return nil
}

// allocated is the bytes in allocated blocks.
func (m *memory) allocated() int64 { return m.pool.stats.of[allocatedBytes][allPools].Current }

// Free gives b's memory back at once.
func (d *Device) Free(b *device.Buffer) {
	blk, ok := b.Block.(*block)
	if !ok || b.Device != device.Device(d) || !blk.allocated {
		return
	}
	b.Block, b.Bytes = nil, 0
	d.release(blk)
}

func (m *memory) release(b *block) {
	delete(m.live, b)
	m.device.observed(device.Record{Action: device.DidFree, Bytes: int(b.requested), Address: b.address()})
	m.pool.free(b)
}

// watch has stale set by the next garbage collection, which frees the sentinel.
func (m *memory) watch() {
	sentinel := new(*memory)
	runtime.AddCleanup(sentinel, func(stale *atomic.Bool) { stale.Store(true) }, &m.stale)
}

// collect finds all dead buffers and sets when to look again.
func (m *memory) collect() {
	before := m.allocated()
	runtime.GC()
	m.reap()
	used := m.allocated()
	m.peak = max(m.peak, used)
	growth := max(leastGrowth, used/20, 2*(before-used))
	m.limit = used + min(growth, max(mostGrowth, used))
}

// reap frees the blocks of buffers that the garbage collector has taken.
func (m *memory) reap() {
	m.stale.Store(false)
	m.watch()
	for b, owner := range m.live {
		if owner.Value() == nil {
			m.release(b)
		}
	}
}

// bytes are the host bytes of a buffer, which come with their first use.
func (d *Device) bytes(b *device.Buffer) ([]byte, error) {
	if b.Device != device.Device(d) {
		return nil, errForeignBuffer
	}
	if b.Bytes == 0 {
		return nil, nil
	}
	blk, ok := b.Block.(*block)
	if !ok || !blk.allocated {
		return nil, errFreed
	}
	end := blk.offset + int64(b.Bytes)
	if err := d.back(blk.segment, end); err != nil {
		return nil, err
	}
	return blk.segment.mem[blk.offset:end:end], nil
}

// leastBacking is the host memory that the first use of a small segment takes, in bytes:
// an idle session has a few small tensors on each device.
const leastBacking = 64 << 10

// back gives a segment its host bytes up to end: all at once for a large one, doubling
// for a small one, whose bytes then move. So bytes are got for all operands of an
// operation before any are used.
func (d *Device) back(s *segment, end int64) error {
	have := int64(len(s.mem))
	if end <= have {
		return nil
	}
	size := s.size
	if s.small {
		for size = max(have, leastBacking); size < end; size *= 2 {
		}
		size = min(size, s.size)
	}
	if !d.machine.claim(size - have) {
		return errBudget
	}
	mem := device.Aligned(int(size))
	copy(mem, s.mem)
	s.mem = mem
	return nil
}

// claim takes host memory from the budget, if need be after giving back what no device
// of the machine uses.
func (m *Machine) claim(bytes int64) bool {
	if m.budget.take(bytes) {
		return true
	}
	for _, d := range m.devices {
		d.EmptyCache()
	}
	return m.budget.take(bytes)
}

// outOfMemory is PyTorch's error, with the figures of this device.
func (d *Device) outOfMemory(bytes int64) error {
	d.pool.stats.OOMs++
	return d.noMemory(bytes, nil, fmt.Sprintf("CUDA out of memory. Tried to allocate %s (GPU %d; %s total capacity; %s already allocated; "+
		"%s free; %s reserved in total by PyTorch) If reserved memory is >> allocated memory try setting "+
		"max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF",
		formatSize(bytes), d.info.Index, formatSize(d.info.Memory), formatSize(d.allocated()),
		formatSize(d.pool.capacity-d.pool.reserved), formatSize(d.pool.reserved)))
}

// overBudget is the error for memory that the simulated GPU has and the host does not.
func (d *Device) overBudget(bytes int64) error {
	return d.noMemory(bytes, errBudget, fmt.Sprintf("CUDA out of memory. Tried to use %s (GPU %d; %s total capacity; %s already allocated) "+
		"but this GPU is simulated, and %s", formatSize(bytes), d.info.Index, formatSize(d.info.Memory), formatSize(d.allocated()), errBudget))
}

func (d *Device) noMemory(bytes int64, cause error, text string) error {
	return &device.Error{Op: "alloc", Code: device.OutOfMemory, Device: d.info.String(), Bytes: int(bytes), Err: cause, Text: text}
}

// refuse is the error of an operation whose buffers cannot be used.
func (d *Device) refuse(op string, bytes int, err error) error {
	if errors.Is(err, errBudget) {
		return d.overBudget(int64(bytes))
	}
	return d.fail(op, device.Invalid, err)
}

// formatSize writes sizes as PyTorch's allocator does.
func formatSize(n int64) string {
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

// Memory reports the device's memory, without what is dead.
func (d *Device) Memory() device.Memory {
	d.collect()
	reserved := d.pool.stats.of[reservedBytes][allPools]
	return device.Memory{
		Allocated: d.allocated(), MaxAllocated: d.peak,
		Reserved: reserved.Current, MaxReserved: reserved.Peak,
		Free: d.info.Memory - d.context - d.pool.reserved, Total: d.info.Memory,
	}
}

// Stats are the allocator's counters, without what is dead.
func (d *Device) Stats() *Stats {
	d.collect()
	s := d.pool.stats
	for _, q := range []quantity{allocatedBytes, activeBytes} {
		s.of[q][allPools].Peak = d.peak
	}
	return &s
}

// EmptyCache gives unused segments back to the device.
func (d *Device) EmptyCache() {
	d.collect()
	d.pool.release()
}

// ResetPeak starts the peaks from the present figures.
func (d *Device) ResetPeak() {
	d.collect()
	d.peak = d.allocated()
	d.pool.stats.resetPeaks()
}

// EachLive calls f with every buffer in use, in no order: where it begins (as Address
// says) and the bytes asked for. It answers what lives here now.
func (d *Device) EachLive(f func(b *device.Buffer, address, bytes int64)) {
	d.collect()
	for blk, owner := range d.live {
		if b := owner.Value(); b != nil {
			f(b, blk.address(), blk.requested)
		}
	}
}

// close gives all host memory back.
func (m *memory) close() {
	for b := range m.live {
		m.pool.free(b)
	}
	clear(m.live)
	m.pool.release()
}

// Address is where b begins in the device's memory: what data_ptr answers. It tells
// buffers apart and means nothing else; 0 for an empty buffer.
func Address(b *device.Buffer) int64 {
	if blk, ok := b.Block.(*block); ok {
		return blk.address()
	}
	return 0
}
