// This file is the clock that kernels see.

package simt

// A warp that does little else than look at the clock, so many times in a row, waits for it: the
// clock goes faster then.
const (
	littleElse  = 24 // statements
	manyLooks   = 256
	mostForward = 1 << 16
)

// Tell is the clock, in cycles.
func (w *Warp) Tell() int64 {
	r := w.Core
	w.polls.timed = true
	if t := &w.time; t.steps-r.Steps < littleElse && t.steps >= r.Steps {
		t.looks++
	} else {
		t.looks = 0
	}
	w.time.steps = r.Steps
	if n := w.time.looks; n > manyLooks {
		r.forward += int64(min((n-manyLooks)*4, mostForward))
	}
	return (r.Launch.Steps-r.Steps)*4 + r.forward
}
