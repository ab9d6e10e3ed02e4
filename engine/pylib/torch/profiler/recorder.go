// Package profiler records what torch.profiler shows: operations, nodes of backward passes and named blocks, as they nest,
// and what the GPUs did for each. Times are those of the simulated machine; without one, those of this computer's clock.
package profiler

import (
	"time"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/process"
)

// span is something that takes time on the host, or, if device is not "", on a device.
type span struct {
	name       string
	kind       Kind
	start, end int64 // nanoseconds
	within     int   // the span that it is a part of, or was asked for by; -1 for none
	device     string
	stream     int64
	bytes      int
}

// Kind says what a span is of.
type Kind int

// What spans are of.
const (
	Block  Kind = iota // record_function and what is like it
	Op                 // an operation of the library
	Node               // of a backward pass
	Call               // of CUDA's runtime
	Kernel             // on a device
)

// maxSpans bounds a profile.
const maxSpans = 200_000

// Recorder is a profile under way.
type Recorder struct {
	spans []span
	open  []int // indices of spans that have not ended, outermost first
	now   func() int64
	stop  []func()
}

// Tapped is a device that tells more than one about what it does.
type Tapped interface {
	Tap(device.Observer) (stop func())
	process.Clock
}

// Enter begins a span and returns its number; it is 0-based, and -1 when nothing is recorded.
func (r *Recorder) Enter(name string, kind Kind) int {
	if r == nil || len(r.spans) >= maxSpans {
		return -1
	}
	r.spans = append(r.spans, span{name: name, kind: kind, start: r.now(), end: -1, within: r.innermost()})
	r.open = append(r.open, len(r.spans)-1)
	return len(r.spans) - 1
}

// Leave ends a span, and what has been left open inside it.
func (r *Recorder) Leave(number int) {
	if r == nil || number < 0 || number >= len(r.spans) || r.spans[number].end >= 0 {
		return
	}
	for at := len(r.open) - 1; at >= 0; at-- {
		i := r.open[at]
		r.spans[i].end = r.now()
		r.open = r.open[:at]
		if i == number {
			return
		}
	}
}

func (r *Recorder) innermost() int {
	if len(r.open) == 0 {
		return -1
	}
	return r.open[len(r.open)-1]
}

// record adds what a device has done, below the operation that asked for it.
func (r *Recorder) record(d device.Record) {
	if len(r.spans)+2 >= maxSpans {
		return
	}
	within := r.innermost()
	call := func(name string, kind Kind) {
		r.spans = append(r.spans, span{name: name, kind: kind, start: d.Called, end: d.Called + d.Held, within: within})
		within = len(r.spans) - 1
	}
	kernel := func(name string) {
		r.spans = append(r.spans, span{name: name, kind: Kernel, start: d.Start, end: d.Start + d.Nanos, within: within, device: d.Device, stream: d.Stream, bytes: d.Bytes})
	}
	switch d.Action {
	case device.DidLaunch:
		if d.Name != "" {
			call("cudaLaunchKernel", Call)
			kernel(d.Name)
			return
		}
		if within < 0 || r.spans[within].kind != Op { // operators, and the parts of backward passes and of optimizers
			call(OperationName(d.What()), Op)
		}
		kernel(d.What() + "_kernel")
	case device.DidCopy:
		if within < 0 || r.spans[within].kind != Op {
			call("aten::copy_", Op)
		}
		call("cudaMemcpyAsync", Call)
		kernel(copyName(d))
	case device.DidSync:
		call("cudaDeviceSynchronize", Call)
	}
}

// List is what has been recorded, for Python: (name, kind, start, end, within, device, stream, bytes).
func (r *Recorder) List() object.Value {
	out := make([]object.Value, len(r.spans))
	for i, x := range r.spans {
		out[i] = object.NewTuple(
			object.NewStr(x.name), object.Int(int64(x.kind)), object.Int(x.start), object.Int(x.end), object.Int(int64(x.within)),
			object.NewStr(x.device), object.Int(x.stream), object.Int(int64(x.bytes)),
		)
	}
	return object.NewList(out)
}

// Start begins to listen to the devices of a tape for process p, nil where there is one only. It records what p asks for in
// its turn, but for what GPUs do together, which they do when the last process comes for it: of that, what the GPUs do that p has
// brought along, as linked says.
func Start(tape *autograd.Tape, p *process.Process, linked func(device.Device) bool) *Recorder {
	begin := time.Now()
	r := &Recorder{now: func() int64 { return time.Since(begin).Nanoseconds() }}
	tape.OnApply = func(name string) func() {
		whole := r.Enter("autograd::engine::evaluate_function: "+name, Node)
		r.Enter(name, Node)
		return func() { r.Leave(whole) }
	}
	r.stop = append(r.stop, func() { tape.OnApply = nil })
	for i, d := range tape.Accelerators() {
		tap, ok := d.(Tapped)
		if !ok {
			continue
		}
		if i == 0 {
			r.now = tap.HostTime
		}
		r.stop = append(r.stop, tap.Tap(func(rec device.Record) {
			if p == nil || rec.Stream == device.LinkStream && linked(d) || rec.Stream != device.LinkStream && p.HasTurn() {
				r.record(rec)
			}
		}))
	}
	return r
}

// End ends what has been left open, and listens no longer.
func (r *Recorder) End() {
	for _, stop := range r.stop {
		stop()
	}
	for len(r.open) > 0 {
		r.Leave(r.open[0])
	}
}
