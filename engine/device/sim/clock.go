// This file defines simulated time: the host's clock, the streams and the engines of a
// device, and events.

package sim

import (
	"errors"
	"math"

	"gputour/engine/device"
)

// Costs of the host's calls, in nanoseconds: what a PyTorch program spends on an H100 or
// V100 host from one operation to the next, as profilers show it. NVIDIA publishes none.
// Allocation costs nothing here: how often it needs a new segment depends on when the
// garbage collector last ran, and PyTorch, which frees at once, would seldom need one.
const (
	launchNanos  = 5_000 // until the host may go on
	latencyNanos = 2_000 // from the call until the device can start
	callNanos    = 1_000 // any short call: an event, a query
	syncNanos    = 4_000 // a wait, beyond the waiting
)

// hostClock is the simulated time at which the program on the host is, in nanoseconds
// since the machine started. Only calls to devices and Elapse move it, so that a program
// takes the same simulated time on every run; the host's own clocks stay real.
type hostClock struct{ now int64 }

func (c *hostClock) spend(nanos int64) { c.now += nanos }
func (c *hostClock) waitUntil(t int64) { c.now = max(c.now, t) }

// engine is a part of a device that does one thing at a time; free is when it has done what it was given.
type engine struct{ free int64 }

// stream is a queue of work; end is when the last of it is done. Times here are nanoseconds on the host's clock.
type stream struct {
	device   *Device
	id       int64
	priority int // kept, and without effect
	end      int64
}

var _ device.Stream = (*stream)(nil)

// ID is the stream's number; the default stream has 0.
func (s *stream) ID() int64 { return s.id }

// Synchronize moves the host on to the end of the stream's work.
func (s *stream) Synchronize() error {
	if err := s.device.uncaptured(); err != nil {
		return err
	}
	s.device.wait(s.end)
	return nil
}

// Query reports whether the work is done. Asking takes time, so that a program that polls
// comes to an end.
func (s *stream) Query() bool {
	s.device.clock.spend(callNanos)
	return s.end <= s.device.clock.now
}

// Wait makes later work of the stream wait for the event, which may be another device's.
func (s *stream) Wait(e device.Event) error {
	ev, ok := e.(*event)
	if !ok {
		return s.device.fail("wait", device.Invalid, errForeignEvent)
	}
	s.device.clock.spend(callNanos)
	if ev.recorded {
		s.extend(ev.at)
	}
	return nil
}

// run queues work of a duration on the stream and, where it needs one, an engine. It
// returns when the work starts and ends.
func (s *stream) run(duration int64, e *engine) (start, end int64) {
	start = max(s.end, s.device.clock.now+latencyNanos)
	if e != nil {
		start = max(start, e.free)
	}
	s.extend(start + duration)
	if e != nil {
		e.free = s.end
	}
	return start, s.end
}

// extend makes the stream busy until t at least.
func (s *stream) extend(t int64) {
	s.end = max(s.end, t)
	s.device.end = max(s.device.end, s.end)
}

// wait holds the host up until t, as a call that waits for work does.
func (d *Device) wait(t int64) {
	called := d.clock.now
	d.clock.waitUntil(t)
	d.clock.spend(syncNanos)
	d.observed(device.Record{Action: device.DidSync, Start: called, Called: called, Held: d.clock.now - called})
}

// event is a mark in a stream.
type event struct {
	device   *Device
	timing   bool  // enable_timing
	recorded bool  // at has been set
	at       int64 // when it happens
}

var (
	errForeignEvent  = errors.New("the event belongs to another kind of device")
	errForeignStream = errors.New("the stream belongs to another kind of device")
	errNotRecorded   = errors.New("invalid resource handle")
	errNotReady      = errors.New("device not ready")
)

// Record marks the end of what the stream has been given so far.
func (e *event) Record(s device.Stream) error {
	st, ok := s.(*stream)
	if !ok || st.device.machine != e.device.machine {
		return e.device.fail("record", device.Invalid, errForeignStream)
	}
	e.device.clock.spend(callNanos)
	e.at, _ = st.run(0, nil)
	e.recorded = true
	return nil
}

// Synchronize moves the host on to the event.
func (e *event) Synchronize() error {
	at := e.device.clock.now
	if e.recorded {
		at = e.at
	}
	e.device.wait(at)
	return nil
}

// Query reports whether the event has happened; one never recorded counts as such.
func (e *event) Query() bool {
	e.device.clock.spend(callNanos)
	return !e.recorded || e.at <= e.device.clock.now
}

// Elapsed is the simulated time from e to end in milliseconds, to the half microsecond
// that CUDA resolves. Both must have been made with timing, recorded, and have happened.
func (e *event) Elapsed(end device.Event) (float64, error) {
	to, ok := end.(*event)
	switch {
	case !ok:
		return 0, e.device.fail("elapsed", device.Invalid, errForeignEvent)
	case !e.timing || !to.timing || !e.recorded || !to.recorded:
		return 0, e.device.fail("elapsed", device.Failed, errNotRecorded)
	case e.at > e.device.clock.now || to.at > e.device.clock.now:
		return 0, e.device.fail("elapsed", device.Failed, errNotReady)
	}
	return math.Round(float64(to.at-e.at)/500) * 500 / 1e6, nil
}
