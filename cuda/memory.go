package cuda

import (
	"errors"
	"fmt"

	"gputour/cuda/driver"
	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// source takes the heap's segments from the driver.
type source struct{ d *Device }

// Reserve implements caching.Source. The driver gives memory as others left it, so that
// it is cleared before anything reads it, on the stream that uses it first.
func (s source) Reserve(bytes, id int64) (address int64, ok bool) {
	d := s.d
	at, err := d.ctx.Alloc(bytes)
	if err == nil {
		handle, e := d.streamOf(id).get()
		if err = e; err == nil {
			err = d.ctx.Clear(at, bytes, handle)
		}
	}
	var refusal *driver.Error
	if errors.As(err, &refusal) && refusal.Code == driver.OutOfMemory {
		return 0, false
	}
	if err != nil {
		d.refused = err
		return 0, false
	}
	return int64(at), true
}

// Release implements caching.Source. The driver waits for the segment's last use.
func (s source) Release(seg *caching.Segment) {
	if s.d.ctx != nil {
		s.d.ctx.Free(driver.Address(seg.Address))
	}
}

// Alloc makes b a buffer of this device. An empty buffer takes no memory.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	if bytes < 0 {
		return d.fail("alloc", device.Invalid, fmt.Errorf("%d bytes", bytes))
	}
	if err := d.ready(); err != nil {
		return err
	}
	if !d.heap.Alloc(b, bytes, d.current.id) {
		return d.noRoom(int64(bytes))
	}
	return nil
}

// noRoom is the error of a request that the heap could not serve.
func (d *Device) noRoom(bytes int64) error {
	if err := d.refused; err != nil {
		d.refused = nil
		return d.check("alloc", err)
	}
	free, _, err := d.ctx.MemInfo()
	if err != nil {
		return d.check("alloc", err)
	}
	return d.heap.OutOfMemory(bytes, free)
}

// Free gives b's memory back at once: to work of the same stream, which runs after all
// that still uses it.
func (d *Device) Free(b *device.Buffer) { d.heap.Free(b) }

// address is where b's bytes begin on the GPU; 0 for an empty buffer.
func (d *Device) address(b *device.Buffer) (driver.Address, error) {
	blk, err := d.heap.Block(b)
	if err != nil {
		if err == caching.ErrFreed && d.faults > 0 {
			err = errGone
		}
		return 0, err
	}
	if blk == nil {
		return 0, nil
	}
	return driver.Address(blk.Address()), nil
}

// window is where bytes [offset, offset+n) of a buffer of this device lie.
func (d *Device) window(b *device.Buffer, offset, n int) (driver.Address, error) {
	at, err := d.address(b)
	if err == nil && (offset < 0 || n < 0 || offset > b.Bytes-n) {
		err = errOutside
	}
	return at + driver.Address(offset), err
}

// Memory reports the session's memory on the GPU, and what all programs leave free of it:
// all, as far as a session knows that has not used the GPU yet.
func (d *Device) Memory() device.Memory {
	m := d.heap.Memory()
	m.Free, m.Total = d.info.Memory, d.info.Memory
	if d.ctx != nil {
		if free, total, err := d.ctx.MemInfo(); err == nil {
			m.Free, m.Total = free, total
		}
	}
	return m
}

// AddWitness has w tell which buffers are in use, before the garbage collector is asked,
// until remove is called.
func (d *Device) AddWitness(w device.Witness) (remove func()) { return d.heap.AddWitness(w) }

// Stats are the allocator's counters, without what is dead.
func (d *Device) Stats() *caching.Stats { return d.heap.Stats() }

// Layout is how the memory is cut up.
func (d *Device) Layout() []caching.Layout { return d.heap.Layout() }

// EmptyCache gives unused segments back to the driver.
func (d *Device) EmptyCache() { d.heap.EmptyCache() }

// ResetPeak starts the peaks from the present figures.
func (d *Device) ResetPeak() { d.heap.ResetPeak() }

// EachLive calls f with every buffer in use, in no order: where it begins and the bytes
// asked for. It answers what lives here now.
func (d *Device) EachLive(f func(b *device.Buffer, address, bytes int64)) { d.heap.EachLive(f) }
