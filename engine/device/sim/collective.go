// This file defines operations that several GPUs do together: they move bytes around a ring of links.

package sim

import (
	"math/bits"

	"gputour/engine/device"
)

// stepNanos is what each step around a ring costs beside its bytes: a few microseconds, as nccl-tests shows for small
// messages within a machine (https://github.com/NVIDIA/nccl-tests, doc/PERFORMANCE.md names the model).
const stepNanos = 3_000

// Post asks for a collective: it can begin, on this GPU, at the time that is returned, when its current stream has done
// what it was given. The host goes on.
func (d *Device) Post() (ready int64) {
	if d.links == nil {
		d.links = &stream{device: d, id: device.LinkStream}
	}
	ready = max(d.current.end, d.links.end, d.clock.now+latencyNanos)
	d.clock.spend(launchNanos)
	return ready
}

// Meet puts a collective on the clock that runs from ready to end: it waits for the other GPUs first.
func (d *Device) Meet(name string, ready, end int64, bytes int) {
	d.links.extend(end)
	d.observed(device.Record{Action: device.DidLaunch, Op: device.NoOp, Name: name, Bytes: bytes,
		Nanos: end - ready, Start: ready, Stream: device.LinkStream, Called: ready - latencyNanos, Held: launchNanos})
}

// Follow has later work of the current stream wait until then.
func (d *Device) Follow(end int64) { d.current.extend(end) }

// RingNanos is how long it takes in each of so many steps around a ring of GPUs to send bytes, in all of them together,
// to the next one. Others than of this machine count nothing.
func (d *Device) RingNanos(ring []device.Device, bytes, steps int) int64 {
	slowest := int64(0)
	for i := range ring {
		from, ok := ring[i].(*Device)
		to, okTo := ring[(i+1)%len(ring)].(*Device)
		if ok && okTo && from != to {
			slowest = max(slowest, peerNanos(from.model, to.model, bytes))
		}
	}
	return slowest + int64(steps)*stepNanos
}

// TreeNanos is how long it takes to add up bytes of each GPU, and to send the sum back, along two binary trees of which each
// has one half: up and down there are as many steps as the trees are deep, and a GPU sends twice the bytes.
func (d *Device) TreeNanos(gpus []device.Device, bytes int) int64 {
	depth := bits.Len(uint(len(gpus) - 1))
	return d.RingNanos(gpus, 2*bytes, 2*depth)
}

// Quiet runs f, whose copies take no time and are not told: something else stands for them.
func (d *Device) Quiet(f func() error) error {
	m := d.machine
	now := m.clock.now
	type times struct {
		compute, toHost, fromHost engine
		end, stream               int64
		observe                   device.Observer
		taps                      []*device.Observer
	}
	before := make([]times, len(m.devices))
	for i, o := range m.devices {
		before[i] = times{o.compute, o.toHost, o.fromHost, o.end, o.current.end, o.observe, o.taps}
		o.observe, o.taps = nil, nil
	}
	defer func() {
		m.clock.now = now
		for i, o := range m.devices {
			b := before[i]
			o.compute, o.toHost, o.fromHost, o.end, o.current.end, o.observe, o.taps = b.compute, b.toHost, b.fromHost, b.end, b.stream, b.observe, b.taps
		}
	}()
	return f()
}
