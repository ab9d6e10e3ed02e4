// Package cpu is the reference device: host memory and synchronous kernels in Go and
// generated assembly (cpu/vec); cpu/walk visits their operands. A simulated GPU runs the same kernels through Run.
//
//	dev := cpu.New()
//	err := dev.Launch(&l)
package cpu

import (
	"fmt"

	"gputour/engine/device"
)

// Device is the host. Make one per session: it accounts for the session's memory.
type Device struct {
	info    device.Info
	observe device.Observer
	stream  stream
	pool    pool
}

// New makes the host device of one session.
func New() *Device {
	return &Device{info: device.Info{Kind: device.CPU, Name: "cpu"}}
}

// Info describes the host.
func (d *Device) Info() *device.Info { return &d.info }

// Observe makes f receive what the device does.
func (d *Device) Observe(f device.Observer) { d.observe = f }

// maxAlloc bounds one buffer, so that an absurd request fails at once.
const maxAlloc = 1 << 38

// Alloc makes b a host buffer. Its bytes are anything, but zero in a small one.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	b.Device, b.Bytes = d, bytes
	if b.Host = b.Small(bytes); b.Host != nil {
		return nil
	}
	if bytes <= maxAlloc {
		b.Host = d.take(b, bytes)
	}
	if b.Host == nil {
		return outOfMemory("alloc", bytes)
	}
	if d.observe != nil {
		d.observe(device.Record{Action: device.DidAlloc, Device: "cpu", Bytes: bytes})
	}
	return nil
}

// outOfMemory is the error of a request that cannot be met.
func outOfMemory(op string, bytes int) error {
	return &device.Error{Op: op, Code: device.OutOfMemory, Device: "cpu", Bytes: bytes, Text: fmt.Sprintf(
		"[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory: you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)", bytes)}
}

func (d *Device) fail(op string, code device.Code, bytes int, text string) error {
	return &device.Error{Op: op, Code: code, Device: "cpu", Bytes: bytes, Text: text}
}

// CopyIn writes host bytes into b.
func (d *Device) CopyIn(b *device.Buffer, offset int, src []byte, async bool) error {
	if offset < 0 || offset+len(src) > len(b.Host) {
		return d.fail("copy", device.Invalid, len(src), "")
	}
	copy(b.Host[offset:], src)
	return nil
}

// CopyOut reads b's bytes.
func (d *Device) CopyOut(dst []byte, b *device.Buffer, offset int) error {
	if offset < 0 || offset+len(dst) > len(b.Host) {
		return d.fail("copy", device.Invalid, len(dst), "")
	}
	copy(dst, b.Host[offset:])
	return nil
}

// CopyPeer copies between two host buffers.
func (d *Device) CopyPeer(dst *device.Buffer, dstOffset int, src *device.Buffer, srcOffset, bytes int) error {
	if srcOffset < 0 || srcOffset+bytes > len(src.Host) {
		return d.fail("copy", device.Invalid, bytes, "")
	}
	return d.CopyIn(dst, dstOffset, src.Host[srcOffset:srcOffset+bytes], false)
}

// Launch runs the kernel at once.
func (d *Device) Launch(l *device.Launch) error {
	for i := range l.Args {
		o := &l.Args[i]
		if o.Buffer == nil {
			o.Mem = o.Imm[:]
		} else if o.Offset == 0 {
			o.Mem = o.Buffer.Host
		} else if at := o.Offset * o.DType.Size(); at <= len(o.Buffer.Host) {
			o.Mem = o.Buffer.Host[at:]
		} else if o.Numel() == 0 { // an empty view may stand past the end
			o.Mem = nil
		} else {
			return d.fail("launch "+l.Op.String(), device.Invalid, 0, "")
		}
	}
	if d.observe != nil {
		d.observe(device.Record{Action: device.DidLaunch, Device: "cpu", Op: l.Op, Shape: l.Args[0].Shape})
	}
	return Run(l)
}

// stream is the host's only stream: work is done when the call returns.
type stream struct{}

func (*stream) ID() int64                 { return 0 }
func (*stream) Synchronize() error        { return nil }
func (*stream) Query() bool               { return true }
func (*stream) Wait(e device.Event) error { return nil }

// Stream is the host's stream.
func (d *Device) Stream() device.Stream { return &d.stream }

// SetStream does nothing: there is one stream.
func (d *Device) SetStream(device.Stream) {}

// NewStream answers the host's stream.
func (d *Device) NewStream(int) (device.Stream, error) { return &d.stream, nil }

// NewEvent fails: events time GPUs.
func (d *Device) NewEvent(bool) (device.Event, error) {
	return nil, d.fail("event", device.Unsupported, 0, "")
}

// Synchronize returns at once.
func (d *Device) Synchronize() error { return nil }
