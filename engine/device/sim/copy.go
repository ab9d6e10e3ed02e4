// This file defines copies between host and device and between devices.

package sim

import (
	"errors"
	"sync"
	"unsafe"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// CopyIn writes host bytes into b. From pinned memory, asked for async, the host goes on
// at once; from ordinary memory it waits, as the driver must stage the bytes first.
func (d *Device) CopyIn(b *device.Buffer, offset int, src []byte, async bool) error {
	mem, err := d.window(b, offset, len(src))
	if err != nil {
		return d.refuse("copy", b.Bytes, err)
	}
	if d.capture != nil && async && d.machine.pinned.has(src) {
		return d.capture.move(b, offset, nil, 0, src, len(src))
	}
	if err := d.uncaptured(); err != nil {
		return err
	}
	copy(mem, src)
	d.transfer(&d.fromHost, b, len(src), async || d.machine.pinned.has(src), async)
	return nil
}

// CopyOut reads b's bytes and waits for the work that made them.
func (d *Device) CopyOut(dst []byte, b *device.Buffer, offset int) error {
	mem, err := d.window(b, offset, len(dst))
	if err != nil {
		return d.refuse("copy", b.Bytes, err)
	}
	if err := d.uncaptured(); err != nil {
		return err
	}
	copy(dst, mem)
	d.transfer(&d.toHost, b, len(dst), d.machine.pinned.has(dst), false)
	return nil
}

// transfer puts a copy over the host's link on the clock and reports it.
func (d *Device) transfer(e *engine, b *device.Buffer, bytes int, pinned, async bool) {
	from, to := "cpu", d.info.String()
	if e == &d.toHost {
		from, to = to, from
	}
	share := pageableShare
	if pinned {
		share = 1
	}
	called := d.clock.now
	start, end := d.current.run(d.model.HostLink.transferTime(bytes, share), e) // in order with the stream's work, one at a time each way
	d.clock.spend(launchNanos)
	if !async {
		d.clock.waitUntil(end)
	}
	d.observed(device.Record{Action: device.DidCopy, From: from, To: to, Bytes: bytes, Nanos: end - start,
		Start: start, Stream: d.current.id, Called: called, Held: d.clock.now - called, Buffers: [4]uint64{b.ID}})
}

// window is the bytes [offset, offset+n) of a buffer of this device.
func (d *Device) window(b *device.Buffer, offset, n int) ([]byte, error) {
	if offset < 0 || n < 0 || offset > b.Bytes-n {
		if b.Device != device.Device(d) {
			return nil, caching.ErrForeign
		}
		return nil, errOutside
	}
	mem, err := d.bytes(b)
	if err != nil {
		return nil, err
	}
	return mem[offset : offset+n], nil
}

// CopyPeer copies between buffers of this machine's devices, one of which is d. Copies
// between two devices wait for both current streams and keep both busy.
func (d *Device) CopyPeer(dst *device.Buffer, dstOffset int, src *device.Buffer, srcOffset, bytes int) error {
	to, okTo := dst.Device.(*Device)
	from, okFrom := src.Device.(*Device)
	if !okTo || !okFrom || to.machine != d.machine || from.machine != d.machine {
		return d.fail("copy", device.Invalid, caching.ErrForeign)
	}
	if _, err := from.window(src, srcOffset, bytes); err != nil {
		return d.refuse("copy", bytes, err)
	}
	out, err := to.window(dst, dstOffset, bytes)
	if err != nil {
		return d.refuse("copy", bytes, err)
	}
	in, _ := from.window(src, srcOffset, bytes) // again: the other may have moved what is there
	if d.capture != nil && from == to {
		return d.capture.move(dst, dstOffset, src, srcOffset, nil, bytes)
	}
	if err := errors.Join(from.uncaptured(), to.uncaptured()); err != nil {
		return err
	}
	copy(out, in)
	called := d.clock.now
	start, nanos := d.peerTime(from, to, bytes)
	to.observed(device.Record{Action: device.DidCopy, From: from.info.String(), To: to.info.String(), Bytes: bytes, Nanos: nanos,
		Start: start, Stream: to.current.id, Called: called, Held: d.clock.now - called, Buffers: [4]uint64{dst.ID, src.ID}})
	return nil
}

// peerTime puts the copy on both devices' clocks and returns when it starts and how long
// it takes. It leaves by the engine of the one for copies to the host, and comes in by that of the other for copies from it.
func (d *Device) peerTime(from, to *Device, bytes int) (start, nanos int64) {
	d.clock.spend(launchNanos)
	if from == to { // read and written in the same memory
		start, end := to.current.run(d.withinNanos(bytes), nil)
		return start, end - start
	}
	nanos = peerNanos(from.model, to.model, bytes)
	begin := max(from.current.end, to.current.end, d.clock.now+latencyNanos, from.toHost.free, to.fromHost.free)
	from.current.extend(begin + nanos)
	to.current.extend(begin + nanos)
	from.toHost.free, to.fromHost.free = begin+nanos, begin+nanos
	return begin, nanos
}

// withinNanos is how long bytes take within the device.
func (d *Device) withinNanos(bytes int) int64 {
	return kernelNanos + int64(2*float64(bytes)/(d.model.Bandwidth*memoryShare)*1e9)
}

// peerNanos is how long bytes take between two GPUs: over their own link where both have
// one, else over PCI Express through the host, one leg after the other.
func peerNanos(from, to *Model, bytes int) int64 {
	if CanAccessPeer(from, to) {
		slow := from.PeerLink
		if to.PeerLink.Bandwidth < slow.Bandwidth {
			slow = to.PeerLink
		}
		return slow.transferTime(bytes, peerShare)
	}
	return from.HostLink.transferTime(bytes, 1) + to.HostLink.transferTime(bytes, 1)
}

// CanAccessPeer reports whether GPUs of two models reach each other's memory: whether
// both have links to peers.
func CanAccessPeer(a, b *Model) bool { return a.PeerLink.Bandwidth > 0 && b.PeerLink.Bandwidth > 0 }

// Reaches reports whether the device copies from another without the host.
func (d *Device) Reaches(other device.Device) bool {
	o, ok := other.(*Device)
	return ok && CanAccessPeer(d.model, o.model)
}

// pinnedRanges are the page-locked parts of the host's memory: length by address.
type pinnedRanges struct {
	mu sync.Mutex
	of map[uintptr]int
}

func address(host []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(host))) }

// PinHost makes host memory page-locked for all devices of the machine, until unpin is called, from
// whichever goroutine: copies from and to it go at the link's full speed and, asked for
// without blocking, beside the host's work.
func (d *Device) PinHost(host []byte) (unpin func()) {
	p, at := &d.machine.pinned, address(host)
	if len(host) == 0 {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[uintptr]int{}
	}
	p.of[at] = len(host)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.of, at)
	}
}

// has reports whether host lies within one pinned range.
func (p *pinnedRanges) has(host []byte) bool {
	at := address(host)
	p.mu.Lock()
	defer p.mu.Unlock()
	for start, n := range p.of {
		if at >= start && at+uintptr(len(host)) <= start+uintptr(n) {
			return true
		}
	}
	return false
}
