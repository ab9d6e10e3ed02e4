package webgpu

import (
	"gputour/engine/device"
)

// This file runs launches: a row of the table says how.

// workgroup is how many threads of a kernel work together: every GPU that browsers offer has so many.
const workgroup = 256

// widest is how many workgroups a line of the grid may have: WebGPU's limit where nobody asks for more.
const widest = 65535

// Launch runs one kernel, or computes on the host where the table has none.
func (d *Device) Launch(l *device.Launch) error {
	op := "launch " + l.Op.String()
	if err := d.Available(); err != nil {
		return err
	}
	for i := range l.Args {
		o := &l.Args[i]
		if o.Buffer == nil {
			continue
		}
		_, _, err := d.place(o.Buffer)
		if err == nil {
			_, _, err = o.Span()
		}
		if err != nil {
			return d.fail(op, device.Invalid, err)
		}
	}
	if l.Stopped() {
		return &device.Error{Op: op, Code: device.Stopped, Device: d.info.String()}
	}
	c := d.call()
	r := device.Record{Action: device.DidLaunch, Op: l.Op, Shape: l.Args[0].Shape}
	done, err := d.run(l)
	if err == nil && !done {
		r.Action = device.DidFallback
		err = d.host(l)
	}
	if err == nil {
		used := 0
		for i := range l.Args {
			if b := l.Args[i].Buffer; b != nil && used < len(r.Buffers) {
				r.Buffers[used], used = b.ID, used+1
			}
		}
		d.ended(r, c, 0)
	}
	return err
}

// run has the GPU compute a launch, if it can.
func (d *Device) run(l *device.Launch) (done bool, err error) {
	plan := plans[rows[l.Op].plan]
	if plan == nil {
		return false, nil
	}
	if l.Args[0].Numel() == 0 && l.Op.Family() != device.Step {
		return true, nil
	}
	list, scratch, ok := plan(d, l)
	defer func() {
		for i := range scratch {
			d.heap.Free(&scratch[i])
		}
	}()
	for i := 0; ok && i < len(list) && err == nil; i++ {
		err = d.enqueue(&list[i])
	}
	return ok, err
}

// grid lays so many workgroups out in lines.
func (w *work) grid(groups int) {
	wide := min(groups, widest)
	w.params[wordWide] = uint32(wide)
	w.groups = [3]uint32{uint32(wide), uint32((groups + wide - 1) / wide), 1}
}

// bind gives operands their bindings: one for each buffer, since WebGPU lets no two that are written overlap.
func (w *work) bind(args []device.Operand) bool {
	if len(args) > maxArgs {
		return false
	}
	w.key.count = uint8(len(args))
	for a := range args {
		o := &args[a]
		s := &w.key.args[a]
		s.dtype = o.DType
		if o.Buffer == nil {
			s.at = constant
			continue
		}
		s.at = uint8(len(w.buffers))
		for i, b := range w.buffers {
			if b == o.Buffer {
				s.at = uint8(i)
			}
		}
		if int(s.at) == len(w.buffers) {
			w.buffers = append(w.buffers, o.Buffer)
		}
	}
	return true
}
