package session

import (
	"slices"

	"gputour/engine/wire"
)

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
	}
	return nil
}

func (a *applier) do(e Effect) { a.effects = append(a.effects, e) }

// event logs an event of a run and shows it to the snapshot of the cell.
func (a *applier) event(rid, cell, typ string, body any) {
	m := wire.New(typ, body)
	m.RID, m.Cell, m.TS = rid, cell, a.now
	a.log.add(m)
}

func (a *applier) submit(run Run) error {
	switch {
	case a.runs.has(run.RID):
		return nil // a repeated request, after a reconnect
	case len(a.Queue) >= MaxQueue:
		return &Refusal{"queue-full"}
	}
	a.runs.add(run.RID)
	c := a.freshCell(run.Cell)
	c.RID, c.State = run.RID, wire.RunQueued
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
	a.Count++
	run.Count = a.Count
	a.Current, a.stage, a.waiting = &run, running, false
	a.again = nil
	a.status(wire.Busy)
	if c := a.cell(run.RID); c != nil {
		c.State, c.Count, c.Started = wire.RunBusy, run.Count, a.now
	}
	a.event(run.RID, run.Cell, wire.Input, wire.InputBody{Code: run.Code, Count: run.Count})
	a.do(Start{run})
}

// status announces a change of state.
func (a *applier) status(state string) {
	if a.Status != state {
		a.Status = state
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
		a.output(*run, wire.Limit, wire.LimitBody{Kind: "killed"})
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
	a.Current, a.Count = nil, 0
	a.ran = nil
	if len(again) > 0 {
		a.again = again // else those of an epoch before are still to be run
	}
	a.Epoch++
	a.Status = wire.Restarting
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Restarting, Epoch: a.Epoch, Reason: reason, Again: a.again})
	a.do(Renew{a.Epoch, a.Spec})
}

// lost begins an epoch because the evaluator is gone. What had run can be run again, which
// is for the learner to say; what waited would miss the names that went.
func (a *applier) lost(l Loss) {
	if run := a.Current; run != nil {
		if text := l.Text[run.Lang]; text != "" {
			l.Limit.Text = text
		}
		a.output(*run, wire.Limit, l.Limit)
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
	a.Status = wire.Idle
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Idle, Epoch: a.Epoch, Devices: op.Devices})
	a.next()
}

// emitted logs an event of the current run; one of a run that is over is late and dropped.
func (a *applier) emitted(op Emit) {
	if a.Current == nil || a.Current.RID != op.RID {
		return
	}
	if op.Type == wire.InputRequest {
		a.waiting = true
	}
	a.output(*a.Current, op.Type, op.Body)
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
	a.remember(*run, op.Outcome.State)
	if op.Outcome.State != wire.RunDone && !run.KeepGoing {
		a.abort(func(Run) bool { return true })
	}
	a.next()
}

// remember keeps the cells that could be run again, should the evaluator be lost.
func (a *applier) remember(run Run, state wire.RunState) {
	if state == wire.RunDone && run.Check == nil && !slices.Contains(a.ran, run.Cell) {
		a.ran = append(a.ran[:len(a.ran):len(a.ran)], run.Cell)
	}
}

// finish ends a run in log and snapshot.
func (a *applier) finish(run Run, reply wire.ReplyBody) {
	if c := a.cell(run.RID); c != nil {
		c.State, c.Reply = reply.State, &reply
	}
	a.event(run.RID, run.Cell, wire.Reply, reply)
}
