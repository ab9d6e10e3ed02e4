// This file is the clock that kernels see.

package cudac

// A warp that does little else than look at the clock, so many times in a row, waits for it: the
// clock goes faster then.
const (
	littleElse  = 24 // statements
	manyLooks   = 256
	mostForward = 1 << 16
)

// tell is the clock, in cycles.
func (w *warp) tell() int64 {
	r := w.run
	w.polls.timed = true
	if t := &w.time; t.steps-r.steps < littleElse && t.steps >= r.steps {
		t.looks++
	} else {
		t.looks = 0
	}
	w.time.steps = r.steps
	if n := w.time.looks; n > manyLooks {
		r.forward += int64(min((n-manyLooks)*4, mostForward))
	}
	return (r.launch.Steps-r.steps)*4 + r.forward
}
