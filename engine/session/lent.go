package session

import (
	"context"
	"io"
	"sync"

	"gputour/engine/wire"
)

// This file is a session on a GPU that a class shares by turns. Whoever gives turns out has an evaluator there, in a process of
// its own, and lends it to the session, in one of two ways:
//
//	a job       runs beside the session's own runs, with names of its own: RunOn, cell by cell
//	a session   goes on there and loses its names, twice: Lend, Return
//
// What the learner is told of the turn (Tell) is an event like others, so that every tab and every later one sees it.

type (
	// Tell says how it stands with the turn RID.
	Tell struct {
		RID string
		GPU wire.GPUBody
	}
	// Begin begins a run beside the session's own ones; Emit and Ended go on with it.
	Begin struct{ Run Run }
	// Lent says that the session goes on with an evaluator that was lent to it.
	Lent struct{ Devices []wire.DeviceInfo }
	// Returned says that it has to do without that one again.
	Returned struct{}
)

func (Tell) op()     {}
func (Begin) op()    {}
func (Lent) op()     {}
func (Returned) op() {}

// beside begins a run beside the others.
func (a *applier) beside(run Run) error {
	switch {
	case a.guest != nil:
		return &Refusal{"busy"}
	case a.runs.has(run.RID):
		return &Refusal{"seen"}
	}
	a.guest = &run
	a.event(run.RID, run.Cell, wire.Queued, wire.QueueBody{})
	a.event(run.RID, run.Cell, wire.Input, wire.InputBody{Code: run.Code, Count: run.Count, GPU: true})
	return nil
}

// guestEnded ends the run beside the others. Its evaluator is whoever lent it's concern.
func (a *applier) guestEnded(o Outcome) {
	run := a.guest
	a.guest = nil
	if o.Lost != nil {
		limit := o.Lost.Limit
		if text := o.Lost.Text[run.Lang]; text != "" {
			limit.Text = text
		}
		a.event(run.RID, run.Cell, wire.Limit, limit)
	}
	a.finish(*run, wire.ReplyBody{State: o.State, Count: run.Count, Cost: o.Cost})
}

// lent puts an evaluator that was lent into the place of the session's own.
func (a *applier) lent(op Lent) error {
	if a.borrowed {
		return &Refusal{"busy"}
	}
	a.abort(func(Run) bool { return true })
	a.begin("gpu", a.ran)
	a.opened++
	a.evaluator, a.borrowed = a.opened, true
	a.opening, a.before = 0, nil // another one that was asked for comes too late
	a.do(Swap{})
	a.ready(op.Devices)
	return nil
}

// returned gives an evaluator back that was lent, and asks for one of the session's own.
func (a *applier) returned() {
	if !a.borrowed {
		return
	}
	a.abort(func(Run) bool { return true })
	a.drop("gpu-over", a.ran)
}

// RunOn runs a cell on an evaluator beside the session's own and returns when it has ended and the session knows. What it has
// written are the session's files from then on. The error is a *Refusal, and then it did not run.
func (s *Session) RunOn(ev Evaluator, run Run) (Outcome, error) {
	if err := s.Do(Begin{run}); err != nil {
		return Outcome{}, err
	}
	outcome := ev.Run(run, unattended{&direct{run.RID, s.send, nil}})
	if outcome.Lost == nil {
		s.Keep(outcome.Files)
	}
	s.Do(Ended{run.RID, outcome})
	return outcome, nil
}

// unattended is the Output of a run that nobody sits before: input() finds the end of the file.
type unattended struct{ *direct }

// Input implements Output.
func (unattended) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// Keep takes files over that were written elsewhere.
func (s *Session) Keep(files []File) {
	if len(files) == 0 {
		return
	}
	s.Look(func(*State) {
		if s.keeper != nil {
			s.keeper.changed(files)
			s.keep()
		}
		for _, f := range files {
			if !f.Gone {
				s.Evaluator().Put(f)
			}
		}
	})
}

// Outfit gives an evaluator the session's files, as far as they are kept.
func (s *Session) Outfit(ev Evaluator) error {
	if s.keeper == nil {
		return nil
	}
	var pending map[string]File
	s.Look(func(*State) { pending = s.pendingFiles() })
	return restore(ev, s.keeper.journal, pending)
}

// Lend has the session go on with an evaluator, which it closes when it has no more use for it, at once with an error.
func (s *Session) Lend(ev Evaluator) error {
	r := request{op: Lent{ev.Devices()}, reply: make(chan error, 1)}
	var taken sync.Once // by the session, or by its end
	r.first = func() {
		taken.Do(func() { s.next = ev; s.mind(ev, s.state.opened+1) })
	}
	if s.put(s.ops, r) {
		select {
		case err := <-r.reply:
			return err
		case <-s.done:
		}
	}
	taken.Do(ev.Close)
	return &Refusal{"closed"}
}

// Return has the session do without the evaluator that was lent to it.
func (s *Session) Return() { s.Do(Returned{}) }

// Borrowing reports whether the session goes on with an evaluator that was lent to it, and whether something runs there.
func (s *Session) Borrowing() (borrowed, busy bool) {
	s.Look(func(st *State) { borrowed, busy = st.borrowed, st.Current != nil })
	return borrowed, busy
}

// Tell says to whoever watches how it stands with the turn rid.
func (s *Session) Tell(rid string, body wire.GPUBody) { s.send(Tell{rid, body}) }
