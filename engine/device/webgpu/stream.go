package webgpu

import (
	"errors"

	"gputour/engine/device"
)

// This file defines streams and events. WebGPU has one queue, so that all streams are that one under different numbers, and
// an event is a time of the host after the work before it.

type stream struct {
	d  *Device
	id int64
}

func (d *Device) newStream() *stream {
	s := &stream{d: d, id: int64(len(d.streams))}
	d.streams = append(d.streams, s)
	return s
}

// Stream is the current stream.
func (d *Device) Stream() device.Stream { return d.current }

// SetStream makes s the current stream; one of another device changes nothing.
func (d *Device) SetStream(s device.Stream) {
	if st, ok := s.(*stream); ok && st.d == d {
		d.current = st
	}
}

// mostStreams is how many there are; after the last the first comes again.
const mostStreams = 32

// NewStream makes a stream.
func (d *Device) NewStream(int) (device.Stream, error) {
	if len(d.streams) == mostStreams {
		return d.streams[1], nil
	}
	return d.newStream(), nil
}

func (s *stream) ID() int64               { return s.id }
func (s *stream) Synchronize() error      { return s.d.Synchronize() }
func (s *stream) Query() bool             { return s.d.Synchronize() == nil }
func (s *stream) Wait(device.Event) error { return nil } // what was given before is done before

type event struct {
	d        *Device
	recorded bool
	at       int64
}

var errNotRecorded = errors.New("the event was not recorded, or on another device")

// NewEvent makes an event.
func (d *Device) NewEvent(bool) (device.Event, error) { return &event{d: d}, nil }

// Record waits for the work before it, which is how it knows the time.
func (e *event) Record(device.Stream) error {
	err := e.d.Synchronize()
	e.at, e.recorded = e.d.clock.Now(), err == nil
	return err
}

func (e *event) Synchronize() error { return nil }
func (e *event) Query() bool        { return true }

func (e *event) Elapsed(end device.Event) (millis float64, err error) {
	other, ok := end.(*event)
	if !ok || other.d != e.d || !e.recorded || !other.recorded {
		return 0, e.d.fail("elapsed", device.Invalid, errNotRecorded)
	}
	return float64(other.at-e.at) / 1e6, nil
}
