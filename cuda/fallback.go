package cuda

import (
	"runtime"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// copied is the part of a buffer that a launch reaches, on the host.
type copied struct {
	buffer    *device.Buffer
	low, high int // bytes
	mem       []byte
	written   bool
}

// fallBack runs a launch for which there is no kernel on the host: what it reaches comes
// over, the CPU computes, and what it wrote goes back. The log hears of an op's first.
func (d *Device) fallBack(l *device.Launch, op string) error {
	if !d.fallen[l.Op] {
		d.fallen[l.Op] = true
		d.journal.add(device.Record{Action: device.DidFallback, Op: l.Op, Shape: l.Args[0].Shape})
	}
	var parts []*copied
	for i := range l.Args {
		if o := &l.Args[i]; o.Buffer != nil {
			parts = reach(parts, o, i < l.Outs)
		}
	}
	for _, p := range parts {
		p.mem = device.Aligned(p.high - p.low)
		if err := d.CopyOut(p.mem, p.buffer, p.low); err != nil {
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
	if err != nil {
		return d.named(err)
	}
	for _, p := range parts {
		if p.written {
			if err := d.CopyIn(p.buffer, p.low, p.mem, true); err != nil {
				return err
			}
		}
	}
	runtime.KeepAlive(l)
	return nil
}

// alignment is what the host's loops expect an element to lie at a multiple of, in bytes.
const alignment = 16

// reach adds what an operand reaches to the parts, one for each buffer.
func reach(parts []*copied, o *device.Operand, written bool) []*copied {
	low, high, _ := o.Span() // Launch has checked it
	size := o.DType.Size()
	low, high = low*size/alignment*alignment, high*size
	for _, p := range parts {
		if p.buffer == o.Buffer {
			p.low, p.high, p.written = min(p.low, low), max(p.high, high), p.written || written
			return parts
		}
	}
	return append(parts, &copied{buffer: o.Buffer, low: low, high: high, written: written})
}

// bind points an operand at its bytes on the host.
func bind(o *device.Operand, parts []*copied) {
	if o.Buffer == nil {
		o.Mem = o.Imm[:]
		return
	}
	for _, p := range parts {
		if p.buffer == o.Buffer {
			o.Mem = p.mem[o.Offset*o.DType.Size()-p.low:]
		}
	}
}
