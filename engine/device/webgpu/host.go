package webgpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// This file computes on the host what the GPU has no kernel for: what the launch reaches comes over, the CPU's loops run,
// and what they wrote goes back.

// part is the bytes of a buffer that a launch reaches, on the host.
type part struct {
	buffer    *device.Buffer
	low, high int
	mem       []byte
	read      bool // the launch needs what is there
	written   bool
}

// alignment is what the host's loops expect an element to lie at a multiple of, in bytes.
const alignment = 16

func (d *Device) host(l *device.Launch) error {
	var parts []*part
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer != nil {
			parts = reach(parts, o, i < l.Outs, i >= l.Outs || reads(l) || !covers(o))
		}
	}
	for _, p := range parts {
		p.mem = device.Aligned(p.high - p.low)
		if !p.read {
			continue
		}
		if err := d.fetch(p.mem, p.buffer, p.low); err != nil {
			return err
		}
	}
	for i := range l.Args {
		bind(&l.Args[i], parts)
	}
	err := cpu.Run(l)
	for i := range l.Args {
		l.Args[i].Mem = nil
	}
	if e, ok := err.(*device.Error); ok {
		here := *e
		here.Device = d.info.String()
		err = &here
	}
	for _, p := range parts {
		if err == nil && p.written {
			err = d.write(p.buffer, p.low, p.mem)
		}
	}
	return err
}

// reads reports an op whose outputs are inputs, too.
func reads(l *device.Launch) bool {
	switch l.Op.Family() {
	case device.Index, device.Matrix, device.Step:
		return l.Op != device.OpIndex && l.Op != device.OpGather
	}
	return false
}

// covers reports an operand that takes every byte from its buffer's start to its end.
func covers(o *device.Operand) bool {
	low, high, _ := o.Span()
	return low == 0 && high == o.Numel() && high*o.DType.Size() == o.Buffer.Bytes
}

// reach adds what an operand reaches to the parts, one for each buffer.
func reach(parts []*part, o *device.Operand, written, read bool) []*part {
	low, high, _ := o.Span() // Launch has checked it
	size := o.DType.Size()
	low, high = low*size/alignment*alignment, high*size
	for _, p := range parts {
		if p.buffer == o.Buffer {
			p.low, p.high, p.written, p.read = min(p.low, low), max(p.high, high), p.written || written, p.read || read
			return parts
		}
	}
	return append(parts, &part{buffer: o.Buffer, low: low, high: high, written: written, read: read})
}

// bind points an operand at its bytes on the host.
func bind(o *device.Operand, parts []*part) {
	if o.Buffer == nil {
		o.Mem = o.Imm[:]
		return
	}
	for _, p := range parts {
		if p.buffer == o.Buffer {
			o.Mem = p.mem[min(o.Offset*o.DType.Size()-p.low, len(p.mem)):]
		}
	}
}
