//go:build js

package main

import (
	"sync"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file holds back a run that says more than its readers take in. A page does nothing else while it takes in what has
// come, and a stop ends nothing that is on its way: so there is never much on its way.

// A run may be ahead of its readers by twice as much.
const (
	paceEvents = 32
	paceBytes  = 32 << 10
)

// paced is an evaluator whose runs keep pace with the pages that show them.
type paced struct {
	session.Evaluator
	worker *worker

	mu      sync.Mutex
	hurried chan struct{} // closed when the current run was asked to stop
}

// pacing returns open with evaluators whose runs keep pace.
func (w *worker) pacing(open session.Opener) session.Opener {
	return func(spec string) (session.Evaluator, error) {
		ev, err := open(spec)
		if err != nil {
			return nil, err
		}
		return &paced{Evaluator: ev, worker: w}, nil
	}
}

// Run implements session.Evaluator.
func (e *paced) Run(run session.Run, out session.Output) session.Outcome {
	hurried := make(chan struct{})
	e.mu.Lock()
	e.hurried = hurried
	e.mu.Unlock()
	return e.Evaluator.Run(run, &pacedOutput{Output: out, ev: e, hurried: hurried})
}

// Stop implements session.Evaluator. What is left of the run waits for nobody: whoever stops it may wait for its end.
func (e *paced) Stop(rid string, force bool) {
	e.Evaluator.Stop(rid, force)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hurried != nil {
		close(e.hurried)
		e.hurried = nil
	}
}

// pacedOutput is the output of one run.
type pacedOutput struct {
	session.Output
	ev      *paced
	hurried chan struct{}

	mu     sync.Mutex
	events int // since the last mark
	bytes  int64
	marked uint64 // the session's last event at that time
}

// Emit implements session.Output.
func (o *pacedOutput) Emit(typ string, body any) {
	o.Output.Emit(typ, body)
	_, n, _ := wire.Bound(body)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events++
	if o.bytes += n; o.events < paceEvents && o.bytes < paceBytes {
		return
	}
	o.events, o.bytes = 0, 0
	o.marked = o.ev.worker.await(o.ev, o.marked, o.hurried)
}

// await waits until the pages that show an evaluator's session have taken in the events up to seq, and returns the last
// event that there is.
func (w *worker) await(ev session.Evaluator, seq uint64, hurried <-chan struct{}) (last uint64) {
	w.mu.Lock()
	var pipes []*pipe
	for _, p := range w.pipes {
		if s := p.watched(); s != nil && s.Evaluator() == ev {
			pipes = append(pipes, p)
		}
	}
	w.mu.Unlock()
	for _, p := range pipes {
		p.await(seq, hurried)
	}
	if len(pipes) > 0 {
		select {
		case <-hurried:
		default:
			pipes[0].watched().Look(func(st *session.State) { last = st.Last() })
		}
	}
	return last
}
