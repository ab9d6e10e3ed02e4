package cuda

import (
	"gputour/engine/device"
)

// This file lets a kernel of the program's own run on the host: kernel cells are
// interpreted, with every access checked, whatever the device. What the kernel reaches
// comes over before it and goes back after it.

// borrowed is a buffer whose bytes are on the host.
type borrowed struct {
	buffer *device.Buffer
	mem    []byte
}

// Bytes are the bytes of a buffer, for a kernel that runs next: Ran takes back what it
// wrote, Forget drops it.
func (d *Device) Bytes(b *device.Buffer) ([]byte, error) {
	for _, have := range d.borrowed {
		if have.buffer == b {
			return have.mem, nil
		}
	}
	mem := device.Aligned(b.Bytes)
	if err := d.CopyOut(mem, b, 0); err != nil {
		return nil, err
	}
	d.borrowed = append(d.borrowed, borrowed{b, mem})
	return mem, nil
}

// Ran tells of a kernel that has run, and brings what it wrote to the GPU. The time is 0:
// the GPU had no part in it.
func (d *Device) Ran(_ device.Stream, bytes, flops float64, threads int) int64 {
	for _, b := range d.borrowed {
		if err := d.CopyIn(b.buffer, 0, b.mem, true); err != nil {
			d.late = err
		}
	}
	d.Forget()
	d.journal.add(device.Record{Action: device.DidLaunch, Op: device.NoOp})
	return 0
}

// Forget drops what Bytes has given out: the kernel failed, and nothing of it is kept.
func (d *Device) Forget() { d.borrowed = nil }
