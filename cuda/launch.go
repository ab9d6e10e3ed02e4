package cuda

import (
	"encoding/binary"
	"unsafe"

	"gputour/cuda/driver"
	"gputour/cuda/kernels"
	"gputour/engine/device"
)

// Launch runs one kernel on the current stream, or computes on the host where there is
// no kernel.
func (d *Device) Launch(l *device.Launch) error {
	op := "launch " + l.Op.String()
	for i := range l.Args {
		o := &l.Args[i]
		if o.Buffer == nil {
			continue
		}
		_, err := d.address(o.Buffer)
		if err == nil {
			_, _, err = o.Span()
		}
		if err != nil {
			return d.fail(op, device.Invalid, err)
		}
	}
	if err := d.ready(); err != nil {
		return err
	}
	st, err := d.current.get()
	if err != nil {
		return d.check(op, err)
	}
	if !d.plan.Make(l, &d.limits) {
		return d.fallBack(l, op)
	}
	if len(d.plan.Calls) == 0 {
		return nil // nothing to compute
	}
	r := device.Record{Action: device.DidLaunch, Op: l.Op, Shape: l.Args[0].Shape}
	return d.run(l, op, r, st)
}

// run makes the plan's calls.
func (d *Device) run(l *device.Launch, op string, r device.Record, st driver.Stream) error {
	scratch, err := d.scratch(st)
	defer d.free(scratch)
	if err != nil {
		return err
	}
	start, err := d.journal.begin(st)
	for i := 0; i < len(d.plan.Calls) && err == nil; i++ {
		err = d.call(&d.plan.Calls[i], l, scratch, st)
	}
	if err == nil {
		err = d.journal.end(start, r, st)
	}
	if err != nil {
		return d.check(op, err)
	}
	if d.plan.Flag {
		return d.faulted(l, op, &scratch[0], st)
	}
	return nil
}

// scratch takes the plan's temporary buffers. They are given back as soon as the calls
// are on their stream, which later users of the memory share.
func (d *Device) scratch(st driver.Stream) ([]device.Buffer, error) {
	if len(d.plan.Scratch) == 0 {
		return nil, nil
	}
	list := make([]device.Buffer, len(d.plan.Scratch))
	for i, bytes := range d.plan.Scratch {
		if !d.heap.Scratch(&list[i], bytes, d.current.id) {
			return list, d.noRoom(int64(bytes))
		}
	}
	if d.plan.Flag {
		at, err := d.address(&list[0])
		if err == nil {
			err = d.ctx.Clear(at, int64(list[0].Bytes), st)
		}
		return list, d.check("launch", err)
	}
	return list, nil
}

func (d *Device) free(list []device.Buffer) {
	for i := range list {
		d.heap.Free(&list[i])
	}
}

// call launches one kernel, with the addresses of its operands filled in.
func (d *Device) call(c *kernels.Call, l *device.Launch, scratch []device.Buffer, st driver.Stream) error {
	for _, p := range c.Pointers {
		buffer := (*device.Buffer)(nil)
		if p.Operand < 0 {
			buffer = &scratch[-1-p.Operand]
		} else {
			buffer = l.Args[p.Operand].Buffer
		}
		at, err := d.address(buffer)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(c.Params[p.At:], uint64(at)+uint64(p.Offset))
	}
	f, err := d.function(c)
	if err != nil {
		return err
	}
	if c.Shared > defaultShared { // the driver has no cheaper way to know than to be told again
		if err := d.ctx.AllowShared(f, int(c.Shared)); err != nil {
			return err
		}
	}
	return d.ctx.Launch(f, c.Grid, c.Block, c.Shared, st, c.Params)
}

// defaultShared is the dynamic shared memory that a launch may have without asking.
const defaultShared = 48 << 10

// function finds a kernel, which the driver compiles when it is first used.
func (d *Device) function(c *kernels.Call) (driver.Function, error) {
	if f, ok := d.functions[c.Name]; ok {
		return f, nil
	}
	m, err := d.ctx.Load(d.host.image(d, c.Module))
	if err != nil {
		return 0, err
	}
	f, err := d.ctx.Function(m, c.Name)
	if err != nil {
		return 0, err
	}
	d.functions[c.Name] = f
	return f, nil
}

// image is a kernel's code for the GPU, compiled once for all sessions. PTX that cannot be
// compiled is answered as it is: loading it will say what is wrong.
func (h *Host) image(d *Device, module string) []byte {
	key := code{module, d.info.Major, d.info.Minor}
	if have, ok := h.images.Load(key); ok {
		return have.([]byte)
	}
	ptx := kernels.Module(module)
	made, err := d.ctx.Assemble(ptx)
	if err != nil {
		return ptx
	}
	h.images.Store(key, made)
	return made
}

// faulted reads what the kernels found wrong with their indices.
func (d *Device) faulted(l *device.Launch, op string, flag *device.Buffer, st driver.Stream) error {
	at, err := d.address(flag)
	if err != nil {
		return d.fail(op, device.Failed, err)
	}
	var fault kernels.Fault
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&fault)), unsafe.Sizeof(fault))
	if err := d.fetch(bytes, at, st); err != nil {
		return d.check(op, err)
	}
	return d.named(fault.Err(l.Op))
}

// named makes an error of a kernel, here or on the host, this device's.
func (d *Device) named(err error) error {
	if e, ok := err.(*device.Error); ok {
		here := *e
		here.Device = d.info.String()
		return &here
	}
	return err
}
