// This file lets a kernel wait for what the host or another stream does later: where nobody in its
// launch can end its wait, the host goes on, and the kernel does when the host waits for it.

package host

import (
	"errors"
	"slices"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

// waiting is a launch that waits for the host.
type waiting struct {
	streams []uint64       // whose later work waits for it
	later   []func()       // that work
	stuck   chan bool      // the launch says that it waits
	resume  chan bool      // and hears whether it shall look again
	polls   chan bool      // it asks whether it may go on
	may     chan error     // and hears so
	ended   chan launchEnd // it is over
	finish  func(p *report.Profile, err error)
}

// launchEnd is how a launch ended.
type launchEnd struct {
	p      *report.Profile
	err    error
	panics any
}

// launchBeside runs a kernel that looks for what others change. It is over when this returns, or it
// waits for the host.
func (h *host) launchBeside(k *simt.Kernel, l simt.Launch, stream uint64, finish func(p *report.Profile, err error)) {
	w := &waiting{streams: []uint64{stream}, stuck: make(chan bool), resume: make(chan bool), polls: make(chan bool), may: make(chan error), ended: make(chan launchEnd), finish: finish}
	l.Stuck = func() bool {
		w.stuck <- true
		return <-w.resume
	}
	l.Poll = func() error {
		w.polls <- true
		return <-w.may
	}
	go func() {
		var e launchEnd
		defer func() {
			e.panics = recover()
			w.ended <- e
		}()
		e.p, e.err = k.Launch(l)
	}()
	if !h.over(w) {
		h.waiting = append(h.waiting, w)
	}
}

// over listens to a launch until it has ended, or waits.
func (h *host) over(w *waiting) bool {
	for {
		select {
		case <-w.stuck:
			return false
		case <-w.polls:
			var err error
			if h.Poll != nil {
				err = h.Poll()
			}
			w.may <- err
		case e := <-w.ended:
			h.waiting = slices.DeleteFunc(h.waiting, func(o *waiting) bool { return o == w })
			if e.panics != nil {
				panic(e.panics)
			}
			w.finish(e.p, e.err)
			return true
		}
	}
}

// waitingOf is the launch behind which work of a stream has to wait; nil for none.
func (h *host) waitingOf(stream uint64) *waiting {
	for _, w := range h.waiting {
		if slices.ContainsFunc(w.streams, func(of uint64) bool { return h.ordered(of, stream) }) {
			return w
		}
	}
	return nil
}

// ordered reports that the work of two streams is done in order: the default stream's is with
// that of all others but those made with cudaStreamNonBlocking.
func (h *host) ordered(a, b uint64) bool {
	return a == b || a == 0 && !h.unblocked[b] || b == 0 && !h.unblocked[a]
}

// behind puts work behind a launch of its stream that waits; false says that there is none.
func (h *host) behind(stream uint64, do func()) bool {
	w := h.waitingOf(stream)
	if w != nil {
		w.later = append(w.later, do)
	}
	return w != nil
}

// nudge lets the launch that waits in a stream look again; it reports that work of the stream is left.
func (h *host) nudge(stream uint64) bool {
	w := h.waitingOf(stream)
	if w == nil {
		return false
	}
	w.resume <- true
	if h.over(w) {
		h.goOn(w)
	}
	return h.waitingOf(stream) != nil
}

// goOn does what waited for a launch that is over.
func (h *host) goOn(w *waiting) {
	for _, do := range w.later {
		do()
	}
}

// settle waits for the work of a stream. A launch that still waits then waits for ever.
func (h *host) settle(stream uint64) {
	for w := h.waitingOf(stream); w != nil; w = h.waitingOf(stream) {
		if others := len(h.waiting); h.nudge(stream) && h.waitingOf(stream) == w && (others == 1 || !h.nudgeOthers(w)) {
			w.resume <- false
			h.over(w) // with the fault
			h.goOn(w)
		}
	}
}

// nudgeOthers lets the other launches look again, and reports that one is over: that may be what
// the first waits for.
func (h *host) nudgeOthers(w *waiting) bool {
	for _, o := range slices.Clone(h.waiting) {
		if o == w {
			continue
		}
		o.resume <- true
		if h.over(o) {
			h.goOn(o)
			return true
		}
	}
	return false
}

// join makes later work of a stream wait for the launch that an event waits for.
func (h *host) join(stream, event uint64) {
	if w := h.pending(event); w != nil {
		w.streams = append(w.streams, stream)
	}
}

// record takes an event's time when the stream's work is done.
func (h *host) record(event, stream uint64) {
	h.recordedBehind[event] = h.waitingOf(stream)
	set := func() { h.events[event-1] = max(h.time(), h.busy[stream]) }
	if !h.behind(stream, set) {
		set()
	}
}

// pending is the launch that an event waits for; nil for none.
func (h *host) pending(event uint64) *waiting {
	if w := h.recordedBehind[event]; w != nil && slices.Contains(h.waiting, w) {
		return w
	}
	return nil
}

// settleAll waits for the work of all streams.
func (h *host) settleAll() {
	for len(h.waiting) > 0 {
		h.settle(h.waiting[0].streams[0])
	}
}

// abandon ends the launches that wait when the program is over.
func (h *host) abandon() {
	for _, w := range h.waiting {
		w.resume <- false
		for over := false; !over; {
			select {
			case <-w.stuck:
				w.resume <- false
			case <-w.polls:
				w.may <- errOver
			case <-w.ended:
				over = true
			}
		}
	}
	h.waiting = nil
}

// errOver ends a launch whose program has ended.
var errOver = errors.New("the program has ended")
