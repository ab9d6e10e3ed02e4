// This file defines a device's memory: where segments come from, and the host bytes
// behind them.

package sim

import (
	"errors"
	"fmt"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// memory is the part of a Device that holds buffers.
type memory struct {
	heap     caching.Heap
	capacity int64 // bytes that segments may take: the card's without context
	taken    int64 // by segments
	nextAddr int64 // of the next segment; no address is given out twice
	context  int64 // bytes the driver keeps for itself
}

// contextBytes is what the driver's context takes of a large card (real ones 250 to 500 MiB, by version and card); a small one
// gives an eighth.
const contextBytes = 300 * mib

// segmentAlign is what addresses of segments are multiples of.
const segmentAlign = 2 * mib

func (m *memory) init(d *Device, total int64) {
	m.context = min(contextBytes, total/8)
	m.capacity = total - m.context
	// Addresses are of the size that cudaMalloc's are, and no two GPUs' before one has taken segments of 1 TiB in all.
	m.nextAddr = 0x7000_0000_0000 + int64(d.info.Index)*maxMemory
	m.heap.Init(d, source{d}, d.observed)
}

var (
	errOutside = errors.New("the range lies outside the buffer")
	errBudget  = errors.New("the host memory set aside for simulated devices is used up")
)

// source is where the heap's segments come from: addresses without bytes.
type source struct{ d *Device }

// Reserve implements caching.Source.
func (s source) Reserve(bytes, _ int64) (address int64, ok bool) {
	m := &s.d.memory
	if m.taken+bytes > m.capacity {
		return 0, false
	}
	m.taken += bytes
	address = m.nextAddr
	m.nextAddr += (bytes + segmentAlign - 1) / segmentAlign * segmentAlign
	return address, true
}

// Release implements caching.Source.
func (s source) Release(seg *caching.Segment) {
	s.d.taken -= seg.Bytes
	s.d.machine.budget.give(int64(len(seg.Mem)))
}

// Alloc makes b a buffer of this device. An empty buffer takes no memory.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	if bytes < 0 {
		return d.fail("alloc", device.Invalid, fmt.Errorf("%d bytes", bytes))
	}
	if !d.heap.Alloc(b, bytes, d.supply()) {
		return d.heap.OutOfMemory(int64(bytes), d.capacity-d.taken)
	}
	return nil
}

// bytes are the host bytes of a buffer, which come with their first use.
func (d *Device) bytes(b *device.Buffer) ([]byte, error) {
	blk, err := d.heap.Block(b)
	if err != nil || blk == nil {
		return nil, err
	}
	end := blk.Offset + int64(b.Bytes)
	if err := d.back(blk.Segment, end); err != nil {
		return nil, err
	}
	return blk.Segment.Mem[blk.Offset:end:end], nil
}

// leastBacking is the host memory that the first use of a small segment takes, in bytes:
// an idle session has a few small tensors on each device.
const leastBacking = 8 << 10

// back gives a segment its host bytes up to end: all at once for a large one, doubling
// for a small one, whose bytes then move. So bytes are got for all operands of an
// operation before any are used.
func (d *Device) back(s *caching.Segment, end int64) error {
	have := int64(len(s.Mem))
	if end <= have {
		return nil
	}
	size := s.Bytes
	if s.Small {
		for size = max(have, leastBacking); size < end; size *= 2 {
		}
		size = min(size, s.Bytes)
	}
	if !d.machine.claim(size - have) {
		return errBudget
	}
	mem := device.Aligned(int(size))
	copy(mem, s.Mem)
	s.Mem = mem
	return nil
}

// claim takes host memory from the budget, if need be after giving back what no device
// of the machine uses.
func (m *Machine) claim(bytes int64) bool {
	if m.budget.take(bytes) {
		return true
	}
	for _, d := range m.devices {
		d.heap.Trim()
	}
	return m.budget.take(bytes)
}

// overBudget is the error for memory that the simulated GPU has and the host does not.
func (d *Device) overBudget(bytes int64) error {
	b := d.machine.budget.from
	text := fmt.Sprintf("no host memory for %s on the simulated GPU %d: gputour sets %s aside for simulated GPUs here, of which %s are left (the limit is this machine's; the GPU itself has %s)",
		caching.FormatSize(bytes), d.info.Index, caching.FormatSize(b.limit), caching.FormatSize(max(b.limit-b.Used(), 0)), caching.FormatSize(d.info.Memory))
	return &device.Error{Op: "alloc", Code: device.NoHostMemory, Device: d.info.String(), Bytes: int(bytes), Free: max(b.limit-b.Used(), 0), Total: b.limit, Err: errBudget, Text: text}
}

// refuse is the error of an operation whose buffers cannot be used.
func (d *Device) refuse(op string, bytes int, err error) error {
	if errors.Is(err, errBudget) {
		return d.overBudget(int64(bytes))
	}
	return d.fail(op, device.Invalid, err)
}

// Memory reports the device's memory, without what is dead.
func (d *Device) Memory() device.Memory {
	m := d.heap.Memory()
	m.Free, m.Total = d.capacity-d.taken, d.info.Memory
	return m
}

// Free gives b's memory back at once.
func (d *Device) Free(b *device.Buffer) { d.heap.Free(b) }

// AddWitness has w tell which buffers are in use, before the garbage collector is asked,
// until remove is called.
func (d *Device) AddWitness(w device.Witness) (remove func()) { return d.heap.AddWitness(w) }

// Stats are the allocator's counters, without what is dead.
func (d *Device) Stats() *caching.Stats { return d.heap.Stats() }

// Layout is how the memory is cut up.
func (d *Device) Layout() []caching.Layout { return d.heap.Layout() }

// EmptyCache gives unused segments back to the device.
func (d *Device) EmptyCache() { d.heap.EmptyCache() }

// ResetPeak starts the peaks from the present figures.
func (d *Device) ResetPeak() { d.heap.ResetPeak() }

// EachLive calls f with every buffer in use, in no order: where it begins and the bytes
// asked for. It answers what lives here now.
func (d *Device) EachLive(f func(b *device.Buffer, address, bytes int64)) { d.heap.EachLive(f) }
