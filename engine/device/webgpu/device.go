// Package webgpu is the reader's own GPU, as a browser offers it through WebGPU: memory in GPUBuffers, kernels in WGSL that
// are made when they are first needed, one row of a table for each operation.
//
// What no row has a kernel for runs on the host, which the log says each time. The package knows no browser: a Driver
// carries what it asks for (wasm/webgpu has the one of a worker), and tests have one of their own.
//
//	dev := webgpu.Open(driver)
//	err := dev.Launch(&launch)
//	err = dev.CopyOut(bytes, &buf, 0) // waits
package webgpu

import (
	"errors"
	"time"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// Device is one session's use of the GPU.
type Device struct {
	driver  Driver
	info    device.Info
	limits  Adapter
	absent  error // why there is no GPU
	lost    error // why it can be used no more
	heap    caching.Heap
	taken   int64 // bytes of segments
	budget  int64 // that segments may take
	shaders map[key]uint32
	queue   batch
	clock   Clock
	streams []*stream // the first is the standard one
	current *stream
	observe device.Observer
}

var (
	_ device.Device         = (*Device)(nil)
	_ device.MemoryReporter = (*Device)(nil)
	_ device.Settler        = (*Device)(nil)
)

// Lacks are the types that WGSL has nothing for.
const Lacks = device.Complexes | 1<<device.Float64

// Open makes the device of a session, whose buffers take up to budget bytes. It keeps the clock of the session's other devices.
func Open(driver Driver, budget int64, clock Clock) *Device {
	d := &Device{driver: driver, limits: driver.Adapter(), budget: budget, shaders: map[key]uint32{}, clock: clock}
	d.info = device.Info{Kind: device.WebGPU, Name: d.limits.Name, Lacks: Lacks}
	if d.limits.Software {
		d.info.Name += " (software)"
	}
	d.current = d.newStream()
	d.heap.Init(d, source{d}, d.tell)
	return d
}

// Absent is a device that was asked for and that there is none of: every use says why.
func Absent(why error) *Device {
	d := &Device{absent: why, clock: Wall()}
	d.info = device.Info{Kind: device.WebGPU, Name: "not available: " + why.Error(), Lacks: Lacks}
	d.current = d.newStream()
	d.heap.Init(d, source{d}, d.tell)
	return d
}

// Available says why the device cannot be used; nil where it can.
func (d *Device) Available() error {
	switch {
	case d.absent != nil:
		return &device.Error{Op: "use", Code: device.Lost, Device: d.info.String(), Err: d.absent, Text: "webgpu:0 is not available: " + d.absent.Error()}
	case d.lost != nil:
		return &device.Error{Op: "use", Code: device.Lost, Device: d.info.String(), Err: d.lost,
			Text: "webgpu:0 is lost, and what was in its memory is gone: " + d.lost.Error() + ". Restart the session to have it again."}
	}
	return nil
}

// Lost is the error of a driver whose device has gone.
type Lost struct{ Why string }

func (e *Lost) Error() string { return e.Why }

// check makes what a driver says this device's error.
func (d *Device) check(op string, err error) error {
	if err == nil {
		return nil
	}
	var lost *Lost
	if errors.As(err, &lost) {
		d.lost = lost
		return d.Available()
	}
	return &device.Error{Op: op, Code: device.Failed, Device: d.info.String(), Err: err, Text: "WebGPU error: " + err.Error()}
}

func (d *Device) fail(op string, code device.Code, err error) error {
	return &device.Error{Op: op, Code: code, Device: d.info.String(), Err: err}
}

// Info describes the GPU.
func (d *Device) Info() *device.Info { return &d.info }

// Observe makes f receive what the device does. Times are the host's.
func (d *Device) Observe(f device.Observer) { d.observe = f }

func (d *Device) tell(r device.Record) {
	if d.observe != nil {
		r.Device = d.info.String()
		d.observe(r)
	}
}

// Clock is the host's, in nanoseconds: where there are simulated GPUs it is their machine's, on which what the host does
// takes no time unless it is told.
type Clock interface {
	Now() int64
	Elapse(nanos int64)
}

// wall is the clock of a session without simulated GPUs.
type wall time.Time

// Wall is a clock that begins now.
func Wall() Clock { return wall(time.Now()) }

func (w wall) Now() int64   { return time.Since(time.Time(w)).Nanoseconds() }
func (w wall) Elapse(int64) {}

// call is something that the host has begun.
type call struct {
	at   int64 // on the clock
	real time.Time
}

func (d *Device) call() call { return call{d.clock.Now(), time.Now()} }

// ended tells of what the host began, which waited nanoseconds for other work first. Of a kernel nobody knows how long it
// took: WebGPU's own times are coarse, and not everywhere.
func (d *Device) ended(r device.Record, c call, waited int64) {
	held := time.Since(c.real).Nanoseconds()
	d.clock.Elapse(held)
	if d.observe == nil {
		return
	}
	r.Called, r.Start, r.Held = c.at, c.at+waited, held
	if r.Action == device.DidCopy {
		r.Nanos = held - waited
	}
	d.tell(r)
}

// Synchronize waits for all work of the device.
func (d *Device) Synchronize() error {
	if err := d.Available(); err != nil {
		return err
	}
	c := d.call()
	if err := d.wait(); err != nil {
		return err
	}
	d.ended(device.Record{Action: device.DidSync}, c, 0)
	return nil
}

// wait waits for all work, and says what went wrong.
func (d *Device) wait() error {
	d.flush()
	d.queue.busy = false
	return d.check("synchronize", d.driver.Wait())
}

// Settle implements device.Settler. A GPU that was not used has nothing to settle.
func (d *Device) Settle() error {
	if d.Available() != nil || !d.queue.used {
		return nil
	}
	err := d.Synchronize()
	d.queue.used = false
	return err
}

// Close gives all memory back. The device may not be used again.
func (d *Device) Close() {
	d.observe = nil
	if d.Available() == nil {
		d.heap.Close()
		d.driver.Close()
	}
	d.lost = errors.New("its session has ended")
}
