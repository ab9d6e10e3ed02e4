// This file lets a program's own kernel run on a simulated GPU.

package sim

import "gputour/engine/device"

// Bytes are the host bytes behind a buffer of this device, for a kernel that runs at
// once; they must not be kept.
func (d *Device) Bytes(b *device.Buffer) ([]byte, error) {
	if err := d.uncaptured(); err != nil {
		return nil, err
	}
	mem, err := d.bytes(b)
	if err != nil {
		return nil, d.refuse("launch kernel", b.Bytes, err)
	}
	return mem, nil
}

// Ran puts a kernel of the program that has run on s, or on the current stream where s
// is nil, on the clock: so many bytes of global memory moved and operations computed in
// single precision, by so many threads. It returns the time in nanoseconds.
func (d *Device) Ran(s device.Stream, bytes, flops float64, threads int) int64 {
	seconds := max(bytes/(d.model.Bandwidth*memoryShare), flops/(d.model.Flops[device.Float32]*scalarShare))
	return d.RanFor(s, "", kernelNanos+int64(seconds*1e9), threads)
}

// RanFor is Ran for a kernel whose name and time are known. It returns the time.
func (d *Device) RanFor(s device.Stream, name string, nanos int64, threads int) int64 {
	st, ok := s.(*stream)
	if !ok || st.device != d {
		st = d.current
	}
	var busy *engine
	if d.model.filledBy(threads) {
		busy = &d.compute
	}
	called := d.clock.now
	start, _ := st.run(nanos, busy)
	d.clock.spend(launchNanos)
	d.observed(device.Record{Action: device.DidLaunch, Op: device.NoOp, Name: name, Nanos: nanos, Start: start, Stream: st.id, Called: called, Held: launchNanos})
	return nanos
}
