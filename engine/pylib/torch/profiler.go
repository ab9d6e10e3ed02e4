package torch

import (
	"fmt"
	"time"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/process"
)

// This file records what torch.profiler shows: operations, nodes of backward passes and named blocks, as they nest, and
// what the GPUs did for each. Times are those of the simulated machine; without one, those of this computer's clock.

// span is something that takes time on the host, or, if device is not "", on a device.
type span struct {
	name       string
	kind       spanKind
	start, end int64 // nanoseconds
	within     int   // the span that it is a part of, or was asked for by; -1 for none
	device     string
	stream     int64
	bytes      int
}

type spanKind int

const (
	spanBlock  spanKind = iota // record_function and what is like it
	spanOp                     // an operation of the library
	spanNode                   // of a backward pass
	spanCall                   // of CUDA's runtime
	spanKernel                 // on a device
)

// maxSpans bounds a profile.
const maxSpans = 200_000

// recorder is a profile under way.
type recorder struct {
	spans []span
	open  []int // indices of spans that have not ended, outermost first
	now   func() int64
	stop  []func()
}

// tapped is a device that tells more than one about what it does.
type tapped interface {
	Tap(device.Observer) (stop func())
	process.Clock
}

func init() {
	for _, f := range []struct {
		sig string
		fn  func(t *object.Thread, s *state, a []object.Value) (object.Value, error)
	}{
		{"_profiler_start(/)", func(t *object.Thread, s *state, _ []object.Value) (object.Value, error) {
			if s.profile != nil {
				return object.Value{}, object.Raise(object.RuntimeError, "Can't start a profile: one is under way in this process")
			}
			s.profile = s.newRecorder(t)
			return object.None, nil
		}},
		{"_profiler_stop(/)", func(_ *object.Thread, s *state, _ []object.Value) (object.Value, error) {
			r := s.profile
			if s.profile = nil; r == nil {
				return object.NewList(nil), nil
			}
			for _, stop := range r.stop {
				stop()
			}
			for len(r.open) > 0 {
				r.leave(r.open[0])
			}
			return r.list(), nil
		}},
		{"_profiler_enter(name, /)", func(_ *object.Thread, s *state, a []object.Value) (object.Value, error) {
			name, _ := object.AsStr(a[0])
			return object.Int(int64(s.profile.enter(name, spanBlock))), nil
		}},
		{"_profiler_leave(number, /)", func(_ *object.Thread, s *state, a []object.Value) (object.Value, error) {
			number, _ := object.AsInt(a[0])
			s.profile.leave(int(number))
			return object.None, nil
		}},
	} {
		moduleFunctions = append(moduleFunctions, object.Def(f.sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			return f.fn(t, stateOf(t), a)
		}, ""))
	}
}

// newRecorder begins to listen to the devices.
func (s *state) newRecorder(t *object.Thread) *recorder {
	begin := time.Now()
	r := &recorder{now: func() int64 { return time.Since(begin).Nanoseconds() }}
	s.tape.OnApply = func(name string) func() {
		whole := r.enter("autograd::engine::evaluate_function: "+name, spanNode)
		r.enter(name, spanNode)
		return func() { r.leave(whole) }
	}
	r.stop = append(r.stop, func() { s.tape.OnApply = nil })
	p := process.Of(t.Session)
	for i, d := range s.tape.Accelerators() {
		tap, ok := d.(tapped)
		if !ok {
			continue
		}
		if i == 0 {
			r.now = tap.HostTime
		}
		r.stop = append(r.stop, tap.Tap(func(rec device.Record) {
			if s.asked(p, d, rec) {
				r.record(rec)
			}
		}))
	}
	return r
}

// asked reports whether process p, or the only one there is, has asked for what a GPU did: in its turn, but for what GPUs do
// together, which they do when the last process comes for it. Of that each GPU works for the one that brought it along.
func (s *state) asked(p *process.Process, d device.Device, r device.Record) bool {
	switch {
	case p == nil:
		return true
	case r.Stream == device.LinkStream:
		return s.linked[d]
	}
	return p.HasTurn()
}

// post asks for a part in a collective; it returns when that can begin.
func (s *state) post(c collector) int64 {
	if s.linked == nil {
		s.linked = map[device.Device]bool{}
	}
	s.linked[c.(device.Device)] = true
	return c.Post()
}

// enter begins a span and returns its number; it is 0-based, and -1 when nothing is recorded.
func (r *recorder) enter(name string, kind spanKind) int {
	if r == nil || len(r.spans) >= maxSpans {
		return -1
	}
	r.spans = append(r.spans, span{name: name, kind: kind, start: r.now(), end: -1, within: r.innermost()})
	r.open = append(r.open, len(r.spans)-1)
	return len(r.spans) - 1
}

// enterOp begins an operation that is written as an operator; -1 when nothing is recorded.
func (s *state) enterOp(name string) int {
	if s.profile == nil {
		return -1
	}
	return s.profile.enter(atenName(name), spanOp)
}

// leaveOp ends it.
func (s *state) leaveOp(number int) {
	if number >= 0 {
		s.profile.leave(number)
	}
}

// leave ends a span, and what has been left open inside it.
func (r *recorder) leave(number int) {
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

func (r *recorder) innermost() int {
	if len(r.open) == 0 {
		return -1
	}
	return r.open[len(r.open)-1]
}

// record adds what a device has done, below the operation that asked for it.
func (r *recorder) record(d device.Record) {
	if len(r.spans)+2 >= maxSpans {
		return
	}
	within := r.innermost()
	call := func(name string, kind spanKind) {
		r.spans = append(r.spans, span{name: name, kind: kind, start: d.Called, end: d.Called + d.Held, within: within})
		within = len(r.spans) - 1
	}
	kernel := func(name string) {
		r.spans = append(r.spans, span{name: name, kind: spanKernel, start: d.Start, end: d.Start + d.Nanos, within: within, device: d.Device, stream: d.Stream, bytes: d.Bytes})
	}
	switch d.Action {
	case device.DidLaunch:
		if d.Name != "" {
			call("cudaLaunchKernel", spanCall)
			kernel(d.Name)
			return
		}
		if within < 0 || r.spans[within].kind != spanOp { // operators, and the parts of backward passes and of optimizers
			call(atenName(d.What()), spanOp)
		}
		kernel(d.What() + "_kernel")
	case device.DidCopy:
		if within < 0 || r.spans[within].kind != spanOp {
			call("aten::copy_", spanOp)
		}
		call("cudaMemcpyAsync", spanCall)
		kernel(copyName(d))
	case device.DidSync:
		call("cudaDeviceSynchronize", spanCall)
	}
}

// atenNames are PyTorch's names of what is called otherwise here.
var atenNames = map[string]string{
	"cuda": "to", "cpu": "to", "copy": "copy_", "relu_grad": "threshold_backward",
	"log_softmax_grad": "_log_softmax_backward_data", "softmax_grad": "_softmax_backward_data",
}

func atenName(name string) string {
	if other := atenNames[name]; other != "" {
		name = other
	}
	return "aten::" + name
}

// copyName is the profiler's name of a copy.
func copyName(d device.Record) string {
	side := func(name string) (short, long string) {
		switch {
		case name != "cpu":
			return "D", "Device"
		case d.Held >= d.Nanos:
			return "H", "Pageable"
		}
		return "H", "Pinned"
	}
	from, fromWhole := side(d.From)
	to, toWhole := side(d.To)
	if from == "D" && to == "D" && d.From != d.To {
		return "Memcpy PtoP (Device -> Device)"
	}
	return fmt.Sprintf("Memcpy %sto%s (%s -> %s)", from, to, fromWhole, toWhole)
}

// list is what has been recorded, for Python: (name, kind, start, end, within, device, stream, bytes).
func (r *recorder) list() object.Value {
	out := make([]object.Value, len(r.spans))
	for i, x := range r.spans {
		out[i] = object.NewTuple(
			object.NewStr(x.name), object.Int(int64(x.kind)), object.Int(x.start), object.Int(x.end), object.Int(int64(x.within)),
			object.NewStr(x.device), object.Int(x.stream), object.Int(int64(x.bytes)),
		)
	}
	return object.NewList(out)
}
