// Package meta is the device of tensors that have a shape and a type and no elements: nothing is
// kept, nothing is computed, and what asks for a value is refused.
//
//	dev := meta.New()
//	err := dev.Launch(&launch) // nil
//	err = dev.CopyOut(bytes, &buf, 0) // "Cannot copy out of meta tensor; no data!"
package meta

import "gputour/engine/device"

// Device has no memory and takes no time.
type Device struct{ info device.Info }

// New makes the device of a session.
func New() *Device {
	return &Device{device.Info{Kind: device.Meta, Name: "meta", SMs: 1, SMThreads: 1024}}
}

// Info describes the device.
func (d *Device) Info() *device.Info { return &d.info }

// Alloc gives a buffer of any size, behind which there is nothing.
func (d *Device) Alloc(b *device.Buffer, bytes int) error {
	b.Device, b.Bytes = d, bytes
	return nil
}

// Free does nothing.
func (d *Device) Free(*device.Buffer) {}

// CopyIn drops what it gets.
func (d *Device) CopyIn(*device.Buffer, int, []byte, bool) error { return nil }

// CopyOut refuses: there are no elements.
func (d *Device) CopyOut([]byte, *device.Buffer, int) error {
	return &device.Error{Op: "copy", Code: device.Unsupported, Device: d.info.String(), Text: "Cannot copy out of meta tensor; no data!"}
}

// CopyPeer copies nothing.
func (d *Device) CopyPeer(*device.Buffer, int, *device.Buffer, int, int) error { return nil }

// Launch computes nothing.
func (d *Device) Launch(*device.Launch) error { return nil }

// Stream is the only stream, on which everything is done.
func (d *Device) Stream() device.Stream { return stream{} }

// SetStream does nothing: there is one stream.
func (d *Device) SetStream(device.Stream) {}

// NewStream gives the only stream.
func (d *Device) NewStream(int) (device.Stream, error) { return stream{}, nil }

// NewEvent gives an event that has happened.
func (d *Device) NewEvent(bool) (device.Event, error) { return event{}, nil }

// Synchronize has nothing to wait for.
func (d *Device) Synchronize() error { return nil }

// Observe has nothing to tell.
func (d *Device) Observe(device.Observer) {}

type stream struct{}

func (stream) ID() int64               { return 0 }
func (stream) Synchronize() error      { return nil }
func (stream) Query() bool             { return true }
func (stream) Wait(device.Event) error { return nil }

type event struct{}

func (event) Record(device.Stream) error                       { return nil }
func (event) Synchronize() error                               { return nil }
func (event) Query() bool                                      { return true }
func (event) Elapsed(device.Event) (millis float64, err error) { return 0, nil }
