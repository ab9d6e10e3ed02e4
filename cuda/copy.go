package cuda

import (
	"unsafe"

	"gputour/cuda/driver"
	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// staging is the pinned host memory through which copies between host and device go: two
// slots, so that one is filled while the GPU reads the other.
type staging struct {
	slots [2]slot
	next  int
}

// slot is free again once its event has happened.
type slot struct {
	mem  []byte
	busy driver.Event
	used bool
}

// Bounds of a slot, in bytes: small sessions stay small, large copies go in few pieces.
const (
	leastSlot = 64 << 10
	mostSlot  = 4 << 20
)

// stage readies a slot for a piece of up to n bytes.
func (d *Device) stage(n int) (*slot, error) {
	s := &d.staging.slots[d.staging.next]
	d.staging.next ^= 1
	if s.used {
		if err := d.ctx.SynchronizeEvent(s.busy); err != nil {
			return nil, err
		}
		s.used = false
	}
	size := leastSlot
	for size < min(n, mostSlot) {
		size *= 2
	}
	if len(s.mem) >= size {
		return s, nil
	}
	if s.mem != nil {
		if err := d.ctx.FreePinned(s.mem); err != nil {
			return nil, err
		}
		s.mem = nil
	}
	var err error
	if s.busy == 0 {
		if s.busy, err = d.ctx.NewEvent(false); err != nil {
			return nil, err
		}
	}
	s.mem, err = d.ctx.AllocPinned(size)
	return s, err
}

// sent marks a slot as in use until what stream st holds now is done.
func (d *Device) sent(s *slot, st driver.Stream) error {
	s.used = true
	return d.ctx.Record(s.busy, st)
}

// begin readies a transfer: the range's address, and the current stream.
func (d *Device) begin(b *device.Buffer, offset, n int) (driver.Address, driver.Stream, error) {
	at, err := d.window(b, offset, n)
	if err != nil {
		return 0, 0, d.fail("copy", device.Invalid, err)
	}
	if err := d.ready(); err != nil {
		return 0, 0, err
	}
	st, err := d.current.get()
	return at, st, d.check("copy", err)
}

// CopyIn writes host bytes into b. With async it returns when the bytes are on their way; those
// of page-locked memory are read where they are, until the stream has come to the copy's end.
func (d *Device) CopyIn(b *device.Buffer, offset int, src []byte, async bool) error {
	at, st, err := d.begin(b, offset, len(src))
	if err != nil {
		return err
	}
	r := device.Record{Action: device.DidCopy, From: "cpu", To: d.info.String(), Bytes: len(src)}
	start, err := d.journal.begin(st)
	if err == nil {
		err = d.into(at, src, st)
	}
	if err == nil {
		err = d.journal.end(start, r, st)
	}
	if err == nil && !async {
		err = d.ctx.SynchronizeStream(st)
	}
	if err != nil {
		return d.check("copy", err)
	}
	d.journal.settle()
	return nil
}

// send copies to the GPU piece by piece, each through the slot that is free first.
func (d *Device) send(at driver.Address, src []byte, st driver.Stream) error {
	for len(src) > 0 {
		s, err := d.stage(len(src))
		if err != nil {
			return err
		}
		n := copy(s.mem, src)
		if err := d.ctx.CopyIn(at, unsafe.Pointer(&s.mem[0]), n, st); err != nil {
			return err
		}
		if err := d.sent(s, st); err != nil {
			return err
		}
		src, at = src[n:], at+driver.Address(n)
	}
	return nil
}

// CopyOut reads b's bytes, after the work of the current stream.
func (d *Device) CopyOut(dst []byte, b *device.Buffer, offset int) error {
	at, st, err := d.begin(b, offset, len(dst))
	if err != nil {
		return err
	}
	r := device.Record{Action: device.DidCopy, From: d.info.String(), To: "cpu", Bytes: len(dst)}
	start, err := d.journal.begin(st)
	if err == nil {
		err = d.outOf(dst, at, st)
	}
	if err == nil {
		err = d.journal.end(start, r, st)
	}
	if err == nil {
		err = d.ctx.SynchronizeStream(st)
	}
	if err != nil {
		return d.check("copy", err)
	}
	d.journal.settle()
	return nil
}

// fetch copies to the host piece by piece: one piece is on its way while the one before
// is taken out of its slot.
func (d *Device) fetch(dst []byte, at driver.Address, st driver.Stream) error {
	var before *slot
	var pending []byte
	for len(dst) > 0 || pending != nil {
		var s *slot
		var piece []byte
		if len(dst) > 0 {
			var err error
			if s, err = d.stage(len(dst)); err != nil {
				return err
			}
			n := min(len(dst), len(s.mem))
			if err := d.ctx.CopyOut(unsafe.Pointer(&s.mem[0]), at, n, st); err != nil {
				return err
			}
			if err := d.sent(s, st); err != nil {
				return err
			}
			piece, dst, at = dst[:n], dst[n:], at+driver.Address(n)
		}
		if pending != nil {
			if err := d.ctx.SynchronizeEvent(before.busy); err != nil {
				return err
			}
			copy(pending, before.mem)
		}
		before, pending = s, piece
	}
	return nil
}

// CopyPeer copies between buffers of this session's GPUs, one of which is d. A copy
// between two GPUs waits for both current streams, and they wait for it.
func (d *Device) CopyPeer(dst *device.Buffer, dstOffset int, src *device.Buffer, srcOffset, bytes int) error {
	to, okTo := dst.Device.(*Device)
	from, okFrom := src.Device.(*Device)
	if !okTo || !okFrom || to != d && from != d {
		return d.fail("copy", device.Invalid, caching.ErrForeign)
	}
	out, outStream, err := to.begin(dst, dstOffset, bytes)
	if err != nil {
		return err
	}
	in, inStream, err := from.begin(src, srcOffset, bytes)
	if err != nil || bytes == 0 {
		return err
	}
	r := device.Record{Action: device.DidCopy, From: from.info.String(), To: to.info.String(), Bytes: bytes}
	if from == to {
		start, err := d.journal.begin(outStream)
		if err == nil {
			err = d.ctx.CopyWithin(out, in, bytes, outStream)
		}
		if err == nil {
			err = d.journal.end(start, r, outStream)
		}
		return d.check("copy", err)
	}
	if err := from.check("copy", from.ctx.Record(from.fence, inStream)); err != nil {
		return err
	}
	if err := to.check("copy", to.across(r, out, outStream, from, in)); err != nil {
		return err
	}
	return from.check("copy", from.ctx.WaitEvent(inStream, to.fence))
}

// Reaches reports whether the GPU copies from another without the host.
func (d *Device) Reaches(other device.Device) bool {
	o, ok := other.(*Device)
	return ok && d.host.driver.Peers(d.gpu, o.gpu)
}

// across copies from another GPU, between two fences.
func (d *Device) across(r device.Record, out driver.Address, st driver.Stream, from *Device, in driver.Address) error {
	if !d.peers[from.ctx] {
		d.peers[from.ctx] = true
		if d.Reaches(from) {
			d.ctx.EnablePeer(from.ctx) // without it the driver goes through the host
		}
	}
	if err := d.ctx.WaitEvent(st, from.fence); err != nil {
		return err
	}
	start, err := d.journal.begin(st)
	if err != nil {
		return err
	}
	if err := d.ctx.CopyFrom(out, from.ctx, in, r.Bytes, st); err != nil {
		return err
	}
	if err := d.journal.end(start, r, st); err != nil {
		return err
	}
	return d.ctx.Record(d.fence, st)
}
