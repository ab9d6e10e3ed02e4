package session

import "gputour/engine/wire"

// This file is the reducer.

// New returns the state of a session that begins on the devices of spec.
func New(spec string) State { return State{Epoch: 1, Status: wire.Idle, Spec: spec} }

// Apply performs op on s. now is the server's clock in milliseconds since 1970: all
// that the result depends on stands in the arguments. The error is a *Refusal,
// and then nothing has changed.
func Apply(s State, op Op, now int64) (State, []Effect, error) {
	a := &applier{State: s, now: now}
	err := a.apply(op)
	return a.State, a.effects, err
}

type applier struct {
	State
	now     int64
	effects []Effect
}

func (a *applier) apply(op Op) error {
	switch op := op.(type) {
	case Submit:
		return a.submit(op.Run)
	case Interrupt:
		a.interrupt(op.RID)
	case Restart:
		return a.restart(op)
	case Emit:
		a.emitted(op)
	case Ended:
		a.ended(op)
	case Answer:
		return a.answer(op)
	case Elapsed:
		a.elapsed(op)
	case Gone:
		if op.Epoch == a.Epoch && a.Status != wire.Restarting {
			a.lost(op.Loss)
		}
	case Renewed:
		a.renewed(op)
	case Revived:
		a.revived(op)
	}
	return nil
}

func (a *applier) do(e Effect) { a.effects = append(a.effects, e) }

// event logs an event, and takes it into the state.
func (a *applier) event(rid, cell, typ string, body any) {
	m := wire.New(typ, body)
	m.RID, m.Cell, m.TS = rid, cell, a.now
	a.log.add(m)
	a.see(m, body)
}

func (a *applier) submit(run Run) error {
	switch {
	case a.runs.has(run.RID):
		return nil // a repeated request, after a reconnect
	case len(a.Queue) >= MaxQueue:
		return &Refusal{"queue-full"}
	}
	a.Queue = append(a.Queue[:len(a.Queue):len(a.Queue)], run)
	position := len(a.Queue) - 1
	if a.Current != nil {
		position++
	}
	a.event(run.RID, run.Cell, wire.Queued, wire.QueueBody{Position: position})
	a.next()
	return nil
}

// next starts the run at the head of the queue, if the session is free.
func (a *applier) next() {
	if a.Current != nil || a.Status == wire.Restarting {
		return
	}
	if len(a.Queue) == 0 {
		a.status(wire.Idle)
		return
	}
	run := a.Queue[0]
	a.Queue = a.Queue[1:]
	run.Count = a.Count + 1
	a.Current, a.stage, a.waiting = &run, running, false
	a.status(wire.Busy)
	a.event(run.RID, run.Cell, wire.Input, wire.InputBody{Code: run.Code, Count: run.Count, Check: run.Check != nil})
	a.do(Start{run})
}

// status announces a change of state.
func (a *applier) status(state string) {
	if a.Status != state {
		a.event("", "", wire.Status, wire.StatusBody{State: state, Epoch: a.Epoch})
	}
}

// interrupt stops what runs and empties the queue; or takes one waiting run out of it.
func (a *applier) interrupt(rid string) {
	if rid != "" && (a.Current == nil || a.Current.RID != rid) {
		a.abort(func(r Run) bool { return r.RID == rid })
		return
	}
	a.abort(func(Run) bool { return true })
	if a.Current != nil && a.stage == running {
		a.escalate(asked)
	}
}

// escalate takes the kill ladder's next step: ask, force, give up on the evaluator.
func (a *applier) escalate(to stage) {
	a.stage = to
	run := a.Current
	switch to {
	case asked, forced:
		a.do(Stop{run.RID, to == forced})
		a.do(Timer{run.RID, int(to)})
	case abandoned:
		a.event(run.RID, run.Cell, wire.Limit, wire.LimitBody{Kind: "killed"})
		a.finish(*run, wire.ReplyBody{State: wire.RunStopped, Count: run.Count})
		a.renew("killed", a.ran)
	}
}

func (a *applier) elapsed(op Elapsed) {
	if a.Current != nil && a.Current.RID == op.RID && a.stage == stage(op.Stage) {
		a.escalate(a.stage + 1)
	}
}

// abort ends waiting runs before they began.
func (a *applier) abort(which func(Run) bool) {
	var left []Run
	for _, run := range a.Queue {
		if which(run) {
			a.finish(run, wire.ReplyBody{State: wire.RunAborted})
		} else {
			left = append(left, run)
		}
	}
	a.Queue = left
}

func (a *applier) restart(op Restart) error {
	if a.Status == wire.Restarting {
		return &Refusal{"busy"}
	}
	if op.Spec != "" {
		a.Spec = op.Spec
	}
	a.abort(func(Run) bool { return true })
	if run := a.Current; run != nil {
		a.do(Stop{run.RID, true})
		a.finish(*run, wire.ReplyBody{State: wire.RunStopped, Count: run.Count})
	}
	a.again = nil
	a.renew(op.Reason, nil)
	return nil
}

// renew begins an epoch: names and counts of the last one are gone. The cells again had
// run in it, and may be run again.
func (a *applier) renew(reason string, again []string) {
	a.begin(reason, again)
	a.do(Renew{a.Epoch, a.Spec})
}

func (a *applier) begin(reason string, again []string) {
	a.Current = nil
	if len(again) == 0 {
		again = a.again // of an epoch before, still to be run
	}
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: a.Epoch + 1, Reason: reason, Again: again})
}

// lost begins an epoch because the evaluator is gone. What had run can be run again, which
// is for the learner to say; what waited would miss the names that went.
func (a *applier) lost(l Loss) {
	if run := a.Current; run != nil {
		if text := l.Text[run.Lang]; text != "" {
			l.Limit.Text = text
		}
		a.event(run.RID, run.Cell, wire.Limit, l.Limit)
		a.finish(*run, wire.ReplyBody{State: wire.RunStopped, Count: run.Count})
	}
	a.abort(func(Run) bool { return true })
	a.renew(l.Reason, a.ran)
}

func (a *applier) renewed(op Renewed) {
	if op.Epoch != a.Epoch || a.Status != wire.Restarting {
		return
	}
	if op.Err != nil {
		a.abort(func(Run) bool { return true })
		a.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: a.Epoch, Reason: "failed"})
		return
	}
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Idle, Epoch: a.Epoch, Devices: op.Devices})
	a.next()
}

// revived ends what went on when the log was broken off, and begins an epoch.
func (a *applier) revived(op Revived) {
	for _, c := range a.cells {
		run := Run{RID: c.RID, Cell: c.Cell, Count: c.Count}
		switch c.State {
		case wire.RunBusy:
			a.event(run.RID, run.Cell, wire.Limit, wire.LimitBody{Kind: "server"})
			a.finish(run, wire.ReplyBody{State: wire.RunStopped, Count: c.Count})
		case wire.RunQueued:
			a.finish(run, wire.ReplyBody{State: wire.RunAborted})
		}
	}
	a.begin("server", a.ran)
	a.renewed(Renewed{Epoch: a.Epoch, Devices: op.Devices})
}

// emitted logs an event of the current run; one of a run that is over is late and dropped.
func (a *applier) emitted(op Emit) {
	if a.Current == nil || a.Current.RID != op.RID {
		return
	}
	if op.Type == wire.InputRequest {
		a.waiting = true
	}
	a.event(op.RID, a.Current.Cell, op.Type, op.Body)
}

func (a *applier) answer(op Answer) error {
	if a.Current == nil || a.Current.RID != op.RID || !a.waiting {
		return &Refusal{"not-waiting"}
	}
	a.waiting = false
	a.do(Feed{op.Value})
	return nil
}

func (a *applier) ended(op Ended) {
	run := a.Current
	if run == nil || run.RID != op.RID {
		return
	}
	if op.Outcome.Lost != nil {
		a.lost(*op.Outcome.Lost)
		return
	}
	a.finish(*run, wire.ReplyBody{State: op.Outcome.State, Count: run.Count, Cost: op.Outcome.Cost})
	a.Current = nil
	if op.Outcome.State != wire.RunDone && !run.KeepGoing {
		a.abort(func(Run) bool { return true })
	}
	a.next()
}

// finish ends a run.
func (a *applier) finish(run Run, reply wire.ReplyBody) {
	a.event(run.RID, run.Cell, wire.Reply, reply)
}
