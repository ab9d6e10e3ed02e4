package eval

import (
	"sync/atomic"
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file lets others read the live objects: completion, help, placement.
//
// Objects belong to the goroutine that runs the cell. So a question is put to the
// run's token and answered by the run itself at its next poll, like a signal; when
// nothing runs, the asker answers it. A run that is inside one long operation does
// not poll: then the asker is told so in time, and makes do with what it knew before.

const (
	lookWait  = 30 * time.Millisecond  // how long a question waits for the run to let it in, unless Config says
	lookSteps = 300_000                // instructions that may run for an answer: __dir__, properties
	lookTime  = 250 * time.Millisecond // wall time for the same, should a builtin be slow, unless Config says
)

// look calls f while no object changes and reports whether it did.
func (e *Evaluator) look(f func(t *object.Thread)) bool {
	var taken atomic.Bool
	done := make(chan struct{})
	answer := func() {
		if taken.CompareAndSwap(false, true) {
			e.read(f)
			close(done)
		}
	}
	e.mu.Lock()
	if e.run != nil {
		e.run.token.Visit(answer)
	}
	e.mu.Unlock()
	wait := lookWait
	if e.config.LookWait > 0 {
		wait = e.config.LookWait
	}
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case <-done:
	case e.working <- struct{}{}: // nothing runs
		answer()
		<-e.working
	case <-late.C:
		if taken.CompareAndSwap(false, true) {
			return false
		}
	}
	<-done
	return true
}

// read calls f with a thread of its own, on which little can run.
func (e *Evaluator) read(f func(t *object.Thread)) {
	wait := lookTime
	if e.config.LookTime > 0 {
		wait = e.config.LookTime
	}
	e.readFor(wait, f)
}

// readFor is read for who can wait so long.
func (e *Evaluator) readFor(wait time.Duration, f func(t *object.Thread)) {
	token := new(object.Token)
	t := object.NewThread(e.session, token)
	interp.LimitSteps(t, lookSteps)
	stop := time.AfterFunc(wait, func() { token.Stop(&object.Stopped{Limit: "time"}) })
	defer stop.Stop()
	e.tensors.Forget(func() {}) // the program may be in the middle of a call, whose arguments lie in registers above the live ones
	defer e.tensors.Forget(e.forget)
	_, _ = e.guarded(func() (object.Value, error) {
		f(t)
		return object.None, nil
	})
}
