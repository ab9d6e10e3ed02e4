package session

import (
	"errors"
	"slices"

	"gputour/engine/wire"
)

// This file is the reducer.

// New returns the state of a session that begins on the devices of spec.
func New(spec string) State {
	return State{Epoch: 1, Status: wire.Idle, Spec: spec, evaluator: 1, opened: 1}
}

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
	case Suspend:
		return a.suspend()
	case Emit:
		a.emitted(op)
	case Ended:
		a.ended(op)
	case Answer:
		return a.answer(op)
	case Elapsed:
		a.elapsed(op)
	case Gone:
		if op.Number == a.evaluator {
			a.lost(op.Loss)
		}
	case Renewed:
		a.renewed(op)
	case Revived:
		a.revived(op)
	case Leaving:
		a.leaving = a.now + op.MS
		a.tellLeaving(a.Current)
		a.tellLeaving(a.guest)
	case Cut:
		a.cut()
	case Tell:
		a.event(op.RID, "", wire.GPU, op.GPU)
	case Begin:
		return a.beside(op.Run)
	case Lent:
		return a.lent(op)
	case Returned:
		a.returned()
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
	case len(a.Queue) >= MaxQueue || waitingBytes(a.Queue)+len(run.Code) > QueueBytes:
		return &Refusal{"queue-full"}
	}
	a.Queue = append(a.Queue[:len(a.Queue):len(a.Queue)], run)
	if run.Control != nil {
		a.next()
		return nil
	}
	position := len(a.Queue) - 1
	if a.Current != nil {
		position++
	}
	a.event(run.RID, run.Cell, wire.Queued, wire.QueueBody{Position: position})
	a.next()
	return nil
}

func waitingBytes(queue []Run) (n int) {
	for _, run := range queue {
		n += len(run.Code)
	}
	return n
}

// next starts the run at the head of the queue, if the session is free. A session
// without an evaluator gets one first.
func (a *applier) next() {
	switch {
	case a.Current != nil || a.opening > 0:
		return
	case len(a.Queue) == 0:
		a.status(wire.Idle)
		return
	case a.evaluator == 0:
		a.status(wire.Busy)
		a.renew(a.Spec)
		return
	}
	run := a.Queue[0]
	a.Queue = a.Queue[1:]
	a.Current, a.stage, a.waiting = &run, running, false
	if run.Control == nil {
		run.Count = a.Count + 1
	}
	a.status(wire.Busy)
	if run.Control == nil {
		a.event(run.RID, run.Cell, wire.Input, wire.InputBody{Code: run.Code, Count: run.Count, Check: run.Check != nil})
	}
	if a.leaving > 0 {
		a.tellLeaving(&run)
	}
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
		a.event(a.shownBy(*run), run.Cell, wire.Limit, wire.LimitBody{Kind: "killed"})
		a.drop("killed", a.ran)
	}
}

func (a *applier) elapsed(op Elapsed) {
	if a.Current != nil && a.Current.RID == op.RID && a.stage == stage(op.Stage) {
		a.escalate(a.stage + 1)
	}
}

// tellLeaving says to who watches a run how long it has before the server ends. A job of a turn on a GPU begins again by itself.
func (a *applier) tellLeaving(run *Run) {
	if run == nil || run.Control != nil {
		return
	}
	kind := wire.LimitDrain
	if run == a.guest {
		kind = wire.LimitDrainJob
	}
	a.event(run.RID, run.Cell, wire.LimitNear, wire.LimitBody{Kind: kind, Value: max(0, a.leaving-a.now), Unit: "ms"})
}

// cut ends what runs or waits because the server ends, and says why.
func (a *applier) cut() {
	a.abort(func(Run) bool { return true })
	if run := a.Current; run != nil {
		a.event(a.shownBy(*run), run.Cell, wire.Limit, wire.LimitBody{Kind: wire.LimitDrain})
		a.finish(*run, wire.ReplyBody{State: wire.RunStopped, Count: run.Count})
		a.Current = nil
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

// restart begins an epoch: at once, or when other devices are there.
func (a *applier) restart(op Restart) error {
	switch {
	case a.opening > 0:
		return &Refusal{"busy"}
	case op.Spec != "":
		for _, run := range a.Queue {
			a.before = append(a.before, run.RID)
		}
		a.renew(op.Spec)
	default:
		a.abort(func(Run) bool { return true })
		a.again = nil
		a.drop(op.Reason, nil)
	}
	return nil
}

// drop begins an epoch without an evaluator and asks for one.
func (a *applier) drop(reason string, again []string) {
	a.begin(reason, again)
	a.evaluator, a.borrowed = 0, false
	a.do(Drop{})
	if a.opening == 0 {
		a.renew(a.Spec)
	}
}

// begin begins an epoch: names and counts of the last one are gone, and what runs has stopped.
// The cells again had run in it, and may be run again.
func (a *applier) begin(reason string, again []string) {
	if run := a.Current; run != nil {
		a.finish(*run, wire.ReplyBody{State: wire.RunStopped, Count: run.Count})
	}
	a.Current = nil
	a.lose(wire.Restarting, reason, again)
}

// lose says that the names of an epoch are gone.
func (a *applier) lose(state, reason string, again []string) {
	if len(again) == 0 {
		again = a.again // of an epoch before, still to be run
	}
	a.event("", "", wire.Status, wire.StatusBody{State: state, Epoch: a.Epoch + 1, Reason: reason, Again: again})
}

// lost begins an epoch because the evaluator is gone. What had run can be run again, which
// is for the learner to say; what waited would miss the names that went.
func (a *applier) lost(l Loss) {
	if run := a.Current; run != nil {
		if text := l.Text[run.Lang]; text != "" {
			l.Limit.Text = text
		}
		a.event(a.shownBy(*run), run.Cell, wire.Limit, l.Limit)
	}
	idle := a.Current == nil
	a.abort(func(Run) bool { return true })
	if a.losses++; !idle {
		a.losses = 0
	}
	if a.losses < lossesMost {
		a.drop(l.Reason, a.ran)
		return
	}
	a.losses = 0
	a.begin(l.Reason, a.ran)
	a.evaluator, a.borrowed = 0, false
	a.do(Drop{})
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Idle, Epoch: a.Epoch, Reason: "failed"})
}

// renew asks for an evaluator on the devices of spec.
func (a *applier) renew(spec string) {
	a.opened++
	a.opening, a.wanted = a.opened, spec
	a.do(Renew{a.opening, spec})
}

// renewed ends what renew began. As long as there is an evaluator, that goes on when
// no other could be had.
func (a *applier) renewed(op Renewed) {
	if op.Number != a.opening || a.opening == 0 {
		return
	}
	before, number := a.before, a.opening
	a.opening, a.before = 0, nil
	if op.Err != nil {
		a.failed(op.Err)
		return
	}
	a.abort(func(run Run) bool { return slices.Contains(before, run.RID) })
	if a.evaluator != 0 {
		a.again = nil
		a.begin("devices", nil)
		for i, run := range a.Queue { // whoever sees the restart forgets them
			a.event(run.RID, run.Cell, wire.Queued, wire.QueueBody{Position: i})
		}
	}
	a.evaluator, a.Spec, a.borrowed = number, a.wanted, false
	a.do(Swap{})
	a.ready(op.Devices)
}

// ready says that there is an evaluator, and goes on.
func (a *applier) ready(devices []wire.DeviceInfo) {
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Idle, Epoch: a.Epoch, Devices: devices})
	a.next()
}

// failed says that no evaluator could be had. Without one, what waits is given up, and the
// next run asks again.
func (a *applier) failed(err error) {
	state, reason := wire.Idle, "failed"
	switch {
	case a.evaluator != 0:
		state, reason = a.Status, "kept"
	case errors.Is(err, ErrFull):
		reason = "full"
		if full := (*Full)(nil); errors.As(err, &full) && full.Of == OfMachines {
			reason = "machines"
		}
	}
	if a.evaluator == 0 {
		a.abort(func(Run) bool { return true })
	}
	a.event("", "", wire.Status, wire.StatusBody{State: state, Epoch: a.Epoch, Reason: reason})
	a.next()
}

// suspend gives the evaluator up. The log keeps only that: who comes back without the events
// before it sees the snapshot.
func (a *applier) suspend() error {
	switch {
	case a.Status != wire.Idle || a.opening > 0:
		return &Refusal{"busy"}
	case a.evaluator == 0:
		return nil
	}
	a.evaluator, a.borrowed = 0, false
	a.lose(wire.Idle, "given-up", a.ran)
	a.log.keepLast()
	a.do(Drop{})
	return nil
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
	if g := a.gpu; g != nil && g.State != wire.GPUEnded {
		a.event(g.RID, "", wire.GPU, wire.GPUBody{State: wire.GPUEnded, Kind: g.Kind, Why: "server"})
	}
	if a.evaluator == 0 {
		a.lose(wire.Idle, "given-up", a.ran)
		return
	}
	a.begin(op.Why, a.ran)
	// Nobody has seen that: who comes back sees a snapshot, which says why until the next run.
	a.event("", "", wire.Status, wire.StatusBody{State: wire.Idle, Epoch: a.Epoch, Devices: op.Devices, Reason: op.Why})
	a.next()
}

// emitted logs an event of the current run; one of a run that is over is late and dropped.
func (a *applier) emitted(op Emit) {
	if a.guest != nil && a.guest.RID == op.RID {
		a.event(op.RID, a.guest.Cell, op.Type, op.Body)
		return
	}
	if a.Current == nil || a.Current.RID != op.RID {
		return
	}
	if op.Type == wire.InputRequest {
		a.waiting = true
	}
	if rid := a.shownBy(*a.Current); rid != "" {
		a.event(rid, a.Current.Cell, op.Type, op.Body)
	}
}

// shownBy is the run that what a run gives belongs to: of a control's callbacks, the last one of its cell, or "" when
// that waits to begin and will clear the cell.
func (a *applier) shownBy(run Run) string {
	if run.Control == nil {
		return run.RID
	}
	for _, c := range a.cells {
		if c.Cell == run.Cell && c.State != wire.RunQueued {
			return c.RID
		}
	}
	return ""
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
	if a.guest != nil && a.guest.RID == op.RID {
		a.guestEnded(op.Outcome)
		return
	}
	run := a.Current
	if run == nil || run.RID != op.RID {
		return
	}
	if op.Outcome.Lost != nil {
		a.lost(*op.Outcome.Lost)
		return
	}
	if run.Control != nil {
		a.event(run.RID, run.Cell, wire.ControlDone, wire.ControlDoneBody{State: op.Outcome.State, Gone: op.Outcome.Gone})
	} else {
		a.finish(*run, wire.ReplyBody{State: op.Outcome.State, Count: run.Count, Cost: op.Outcome.Cost})
	}
	a.Current, a.losses = nil, 0
	if op.Outcome.State != wire.RunDone && !run.KeepGoing {
		a.abort(func(Run) bool { return true })
	}
	a.next()
}

// finish ends a run.
func (a *applier) finish(run Run, reply wire.ReplyBody) {
	if run.Control != nil {
		a.event(run.RID, run.Cell, wire.ControlDone, wire.ControlDoneBody{State: reply.State})
		return
	}
	a.event(run.RID, run.Cell, wire.Reply, reply)
}
