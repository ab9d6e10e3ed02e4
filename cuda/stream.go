package cuda

// This file defines streams and events. Their driver's parts come with their first use
// and again after a restart.

import (
	"errors"
	"runtime"
	"sync"

	"gputour/cuda/driver"
	"gputour/engine/device"
)

// Streams come from two pools, of normal and of high priority, as PyTorch's do
// (c10/cuda/CUDAStream.cpp): the pool's first is handed out again after its last.
const (
	numPriorities = 2
	poolStreams   = 32
)

// stream is one of the device's; the one numbered 0 is the driver's default stream.
type stream struct {
	d      *Device
	id     int64
	high   bool
	handle driver.Stream
	epoch  int // of the context that handle belongs to
}

// get is the driver's stream.
func (s *stream) get() (driver.Stream, error) {
	if s.id == 0 || s.epoch == s.d.epoch {
		return s.handle, nil
	}
	priority := 0
	if s.high {
		priority = -1
	}
	handle, err := s.d.ctx.NewStream(priority)
	if err != nil {
		return 0, err
	}
	s.handle, s.epoch = handle, s.d.epoch
	return handle, nil
}

// Stream is the current stream.
func (d *Device) Stream() device.Stream { return d.current }

// SetStream makes s the current stream; one of another device changes nothing.
func (d *Device) SetStream(s device.Stream) {
	if st, ok := s.(*stream); ok && st.d == d {
		d.current = st
	}
}

// DefaultStream is the stream that is current at first.
func (d *Device) DefaultStream() device.Stream { return d.standard }

// NewStream takes the next stream of a pool; a negative priority is the high one.
func (d *Device) NewStream(priority int) (device.Stream, error) {
	pool := 0
	if priority < 0 {
		pool = 1
	}
	slot := d.made[pool] % poolStreams
	d.made[pool]++
	if d.streams[pool][slot] == nil {
		d.streams[pool][slot] = &stream{d: d, id: int64(1 + pool*poolStreams + slot), high: pool == 1}
	}
	return d.streams[pool][slot], nil
}

// streamOf finds a stream by its number.
func (d *Device) streamOf(id int64) *stream {
	if id == 0 {
		return d.standard
	}
	return d.streams[(id-1)/poolStreams][(id-1)%poolStreams]
}

// ID tells streams of a device apart.
func (s *stream) ID() int64 { return s.id }

// Synchronize waits for the stream's work.
func (s *stream) Synchronize() error {
	d := s.d
	if err := d.ready(); err != nil {
		return err
	}
	handle, err := s.get()
	if err == nil {
		err = d.ctx.SynchronizeStream(handle)
	}
	if err != nil {
		return d.check("synchronize", err)
	}
	d.journal.settle()
	d.journal.add(device.Record{Action: device.DidSync})
	return nil
}

// Query reports whether all the stream's work is done.
func (s *stream) Query() bool {
	d := s.d
	if d.ready() != nil {
		return true
	}
	handle, err := s.get()
	if err != nil {
		return true
	}
	done, err := d.ctx.StreamDone(handle)
	return done || d.check("query", err) != nil
}

// Wait makes later work of the stream wait for the event, which may be another GPU's.
func (s *stream) Wait(e device.Event) error {
	d := s.d
	ev, ok := e.(*event)
	if !ok {
		return d.fail("wait", device.Invalid, errForeignEvent)
	}
	if err := d.ready(); err != nil {
		return err
	}
	if !ev.valid() {
		return nil // never recorded, or in a context that is gone
	}
	handle, err := s.get()
	if err == nil {
		err = d.ctx.WaitEvent(handle, ev.handle)
	}
	return d.check("wait", err)
}

var (
	errForeignEvent  = errors.New("the event belongs to another kind of device")
	errForeignStream = errors.New("the stream belongs to another device")
	errNotRecorded   = errors.New("invalid resource handle")
)

// event is a mark in a stream, of the context in which it was recorded last.
type event struct {
	d      *Device
	timing bool
	handle driver.Event
	epoch  int // of the recording's context; 0 before the first
}

// deadEvents are the driver's events whose owners the garbage collector has found dead.
type deadEvents struct {
	sync.Mutex
	list []deadEvent
}

type deadEvent struct {
	handle driver.Event
	epoch  int
}

// NewEvent makes an event, which Elapsed accepts if it has timing.
func (d *Device) NewEvent(timing bool) (device.Event, error) {
	return &event{d: d, timing: timing}, nil
}

func (e *event) valid() bool { return e.epoch != 0 && e.epoch == e.d.epoch && e.d.ctx != nil }

// newEvent makes a driver's event, first destroying the dead ones of its context.
func (d *Device) newEvent(timing bool) (driver.Event, error) {
	d.dead.Lock()
	dead := d.dead.list
	d.dead.list = nil
	d.dead.Unlock()
	for _, e := range dead {
		if e.epoch == d.epoch {
			d.ctx.DestroyEvent(e.handle)
		}
	}
	return d.ctx.NewEvent(timing)
}

// Record marks the end of what the stream has been given so far.
func (e *event) Record(s device.Stream) error {
	d := e.d
	st, ok := s.(*stream)
	if !ok || st.d != d {
		return d.fail("record", device.Invalid, errForeignStream)
	}
	if err := d.ready(); err != nil {
		return err
	}
	if !e.valid() {
		handle, err := d.newEvent(e.timing)
		if err != nil {
			return d.check("record", err)
		}
		e.handle, e.epoch = handle, d.epoch
		dead := &d.dead
		runtime.AddCleanup(e, func(gone deadEvent) {
			dead.Lock()
			dead.list = append(dead.list, gone)
			dead.Unlock()
		}, deadEvent{handle, e.epoch})
	}
	handle, err := st.get()
	if err == nil {
		err = d.ctx.Record(e.handle, handle)
	}
	return d.check("record", err)
}

// Synchronize waits for the event.
func (e *event) Synchronize() error {
	if e.valid() {
		if err := e.d.ctx.SynchronizeEvent(e.handle); err != nil {
			return e.d.check("synchronize", err)
		}
	}
	e.d.journal.settle()
	e.d.journal.add(device.Record{Action: device.DidSync})
	return nil
}

// Query reports whether the event has happened; one never recorded counts as such.
func (e *event) Query() bool {
	if !e.valid() {
		return true
	}
	done, err := e.d.ctx.EventDone(e.handle)
	return done || e.d.check("query", err) != nil
}

// Elapsed is the time from e to end in milliseconds. Both must have been made with
// timing, recorded, and have happened.
func (e *event) Elapsed(end device.Event) (float64, error) {
	to, ok := end.(*event)
	switch {
	case !ok || to.d != e.d:
		return 0, e.d.fail("elapsed", device.Invalid, errForeignEvent)
	case !e.timing || !to.timing || !e.valid() || !to.valid():
		return 0, e.d.fail("elapsed", device.Failed, errNotRecorded)
	}
	ms, err := e.d.ctx.Elapsed(e.handle, to.handle)
	return ms, e.d.check("elapsed", err)
}
