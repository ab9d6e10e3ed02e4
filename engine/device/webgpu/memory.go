package webgpu

import (
	"errors"
	"fmt"
	"time"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// This file defines the device's memory: segments of the heap are GPUBuffers, and blocks are bound as parts of them.

// Addresses are made up, as WebGPU has none: a segment's is its buffer's handle, shifted.
const addressBits = 36

// source takes the heap's segments from the driver.
type source struct{ d *Device }

// Reserve implements caching.Source. New buffers are zeros, so that nobody sees what others left.
func (s source) Reserve(bytes, _ int64) (address int64, ok bool) {
	d := s.d
	if d.taken+bytes > d.budget || bytes > d.limits.MaxBufferSize {
		return 0, false
	}
	h, err := d.driver.Create(bytes)
	if err != nil {
		return 0, false
	}
	d.taken += bytes
	return int64(h) << addressBits, true
}

// Release implements caching.Source.
func (s source) Release(seg *caching.Segment) {
	s.d.flush() // which may use it
	s.d.taken -= seg.Bytes
	s.d.driver.Destroy(Handle(seg.Address >> addressBits))
}

// Alloc makes b a buffer of this device. An empty buffer takes no memory.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	if err := d.Available(); err != nil {
		return err
	}
	if bytes < 0 {
		return d.fail("alloc", device.Invalid, fmt.Errorf("%d bytes", bytes))
	}
	for _, limit := range []struct {
		name  string
		bytes int64
	}{{"maxStorageBufferBindingSize", d.limits.MaxStorageBufferBindingSize}, {"maxBufferSize", d.limits.MaxBufferSize}} {
		if int64(bytes) > limit.bytes {
			return d.noRoom(bytes, fmt.Sprintf("the browser's limit for one tensor on this GPU is %s (%s)", caching.FormatSize(limit.bytes), limit.name))
		}
	}
	if !d.heap.Alloc(b, bytes, 0) {
		return d.noRoom(bytes, fmt.Sprintf("%s allocated, %s reserved in total, of at most %s for a session",
			caching.FormatSize(d.heap.Allocated()), caching.FormatSize(d.heap.Reserved()), caching.FormatSize(d.budget)))
	}
	return nil
}

func (d *Device) noRoom(bytes int, why string) error {
	text := fmt.Sprintf("WebGPU out of memory. Tried to allocate %s on webgpu:0: %s.", caching.FormatSize(int64(bytes)), why)
	return &device.Error{Op: "alloc", Code: device.Failed, Device: d.info.String(), Bytes: bytes, Err: ErrNoMemory, Text: text}
}

// Free gives b's memory back at once: to work that is done after all that still uses it.
func (d *Device) Free(b *device.Buffer) { d.heap.Free(b) }

// place is where a buffer lies: the GPUBuffer, and the byte at which it begins there.
func (d *Device) place(b *device.Buffer) (Handle, int64, error) {
	blk, err := d.heap.Block(b)
	if err != nil || blk == nil {
		return 0, 0, err
	}
	return Handle(blk.Segment.Address >> addressBits), blk.Offset, nil
}

var errOutside = errors.New("the range lies outside the buffer")

// window is the part of a buffer of whole words around bytes [offset, offset+n).
func (d *Device) window(b *device.Buffer, offset, n int) (h Handle, low, high int64, err error) {
	h, base, err := d.place(b)
	if err == nil && (offset < 0 || n < 0 || offset > b.Bytes-n) {
		err = errOutside
	}
	if err != nil {
		return 0, 0, 0, d.fail("copy", device.Invalid, err)
	}
	return h, base + int64(offset)&^3, base + (int64(offset+n)+3)&^3, nil
}

// CopyIn writes host bytes into b.
func (d *Device) CopyIn(b *device.Buffer, offset int, src []byte, _ bool) error {
	if err := d.Available(); err != nil {
		return err
	}
	c := d.call()
	if err := d.write(b, offset, src); err != nil {
		return err
	}
	d.ended(device.Record{Action: device.DidCopy, From: "cpu", To: d.info.String(), Bytes: len(src)}, c, 0)
	return nil
}

// write is CopyIn, of which nobody is told. Bytes beside src in its first and last words stay.
func (d *Device) write(b *device.Buffer, offset int, src []byte) error {
	h, low, high, err := d.window(b, offset, len(src))
	if err != nil || len(src) == 0 {
		return err
	}
	words := src
	if ends := offset+len(src) == b.Bytes; offset%4 != 0 || len(src)%4 != 0 {
		words = make([]byte, high-low)
		if offset%4 != 0 || !ends {
			if err := d.read(words, h, low); err != nil {
				return err
			}
		}
		copy(words[offset%4:], src)
	}
	d.flush()
	d.driver.Write(h, low, words)
	d.queue.used = true
	return nil
}

func (d *Device) read(dst []byte, h Handle, at int64) error {
	d.flush()
	return d.check("copy", d.driver.Read(dst, h, at))
}

// CopyOut reads b's bytes, after all work that was given before.
func (d *Device) CopyOut(dst []byte, b *device.Buffer, offset int) error {
	if err := d.Available(); err != nil {
		return err
	}
	c, waited := d.call(), int64(0)
	if d.queue.busy { // so that the copy's time is its own
		if err := d.wait(); err != nil {
			return err
		}
		waited = time.Since(c.real).Nanoseconds()
	}
	if err := d.fetch(dst, b, offset); err != nil {
		return err
	}
	d.ended(device.Record{Action: device.DidCopy, From: d.info.String(), To: "cpu", Bytes: len(dst)}, c, waited)
	return nil
}

// fetch is CopyOut, of which nobody is told.
func (d *Device) fetch(dst []byte, b *device.Buffer, offset int) error {
	h, low, high, err := d.window(b, offset, len(dst))
	if err != nil || len(dst) == 0 {
		return err
	}
	if offset%4 == 0 && len(dst)%4 == 0 {
		return d.read(dst, h, low)
	}
	words := make([]byte, high-low)
	err = d.read(words, h, low)
	copy(dst, words[offset%4:])
	return err
}

// CopyPeer copies between buffers of this device, by way of the host: WebGPU copies nothing within one buffer.
func (d *Device) CopyPeer(dst *device.Buffer, dstOffset int, src *device.Buffer, srcOffset, bytes int) error {
	mem := make([]byte, bytes)
	if err := d.CopyOut(mem, src, srcOffset); err != nil {
		return err
	}
	return d.CopyIn(dst, dstOffset, mem, false)
}

// Memory reports the session's memory on the GPU. How much the GPU has WebGPU tells nobody: Total is the session's bound.
func (d *Device) Memory() device.Memory {
	m := d.heap.Memory()
	m.Free, m.Total = d.budget-d.taken, d.budget
	return m
}

// AddWitness has w tell which buffers are in use, until remove is called.
func (d *Device) AddWitness(w device.Witness) (remove func()) { return d.heap.AddWitness(w) }

// EmptyCache gives unused segments back to the browser.
func (d *Device) EmptyCache() { d.heap.EmptyCache() }

// ResetPeak starts the peaks from the present figures.
func (d *Device) ResetPeak() { d.heap.ResetPeak() }

// EachLive calls f with every buffer in use, in no order: where it begins and the bytes asked for.
func (d *Device) EachLive(f func(b *device.Buffer, address, bytes int64)) { d.heap.EachLive(f) }
