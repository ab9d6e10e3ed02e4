package cuda

// This file defines what becomes of the driver's errors: which cell hears of them, and
// what a GPU does after a fault.

import (
	"errors"
	"fmt"

	"gputour/cuda/driver"
	"gputour/engine/device"
)

var (
	errClosed  = errors.New("the session has ended")
	errOutside = errors.New("the range lies outside the buffer")
	errGone    = errors.New("the tensor's memory was lost when the GPU was restarted after a fault; run the cells that make it again")
)

func (d *Device) fail(op string, code device.Code, err error) error {
	e := &device.Error{Op: op, Code: code, Device: d.info.String(), Err: err}
	if err == errGone {
		e.Text = "CUDA error: " + err.Error()
	}
	return e
}

// check makes the driver's error the device's, in PyTorch's words. After a fault the
// context is of no more use: it goes, with all that was in it, and the next call makes a
// new one.
func (d *Device) check(op string, err error) error {
	if err == nil {
		return nil
	}
	var refusal *driver.Error
	if !errors.As(err, &refusal) {
		return d.fail(op, device.Failed, err)
	}
	text := "CUDA error: " + refusal.Text + "\nCUDA kernel errors might be asynchronously reported at some other API call," +
		"so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1."
	if refusal.Sticky() {
		d.faults++
		d.abandon()
		text += fmt.Sprintf("\n%s has been restarted: tensors on it are lost; run the cells that make them again.", &d.info)
	}
	return &device.Error{Op: op, Code: device.Failed, Device: d.info.String(), Err: refusal, Text: text}
}

// unopened is the error of a GPU that gives no context. A full GPU may have room later;
// one that failed before, or that refuses for another reason, is lost.
func (d *Device) unopened(err error) error {
	var refusal *driver.Error
	if errors.As(err, &refusal) && refusal.Code == driver.OutOfMemory {
		text := fmt.Sprintf("CUDA out of memory. GPU %d has no room for another session", d.info.Index)
		return &device.Error{Op: "use", Code: device.OutOfMemory, Device: d.info.String(), Err: err, Text: text}
	}
	d.lost = fmt.Errorf("the driver gives no context: %w", err)
	if d.faults > 0 {
		d.lost = fmt.Errorf("it could not be restarted after a fault: %w", err)
	}
	return d.fail("use", device.Lost, d.lost)
}

// abandon ends the context: its memory, streams, events and modules are gone.
func (d *Device) abandon() {
	if ctx := d.leave(); ctx != nil {
		ctx.Destroy()
	}
}

// leave makes the device forget its context and all that is in it.
func (d *Device) leave() driver.Context {
	ctx := d.ctx
	if ctx == nil {
		return nil
	}
	d.ctx = nil
	d.journal.drop()
	d.heap.Close() // gives nothing back to the driver: the context takes it along
	d.staging = staging{}
	return ctx
}
