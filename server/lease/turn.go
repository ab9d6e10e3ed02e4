package lease

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/gpuq"
)

// This file is one turn: its process and what runs there.

// turn is one of a session here.
type turn struct {
	Turn
	m    *Manager
	over chan struct{} // closed when it is

	// guarded by Manager.mu:
	session *session.Session
	save    bool  // what a job has in memory goes into a file before it ends
	desk    desk  // the queue that knows that the turn is here
	serving bool  // it has a process or is about to, or the queue does not know that it is gone
	up      bool  // the process has started
	exit    *Exit // the process is gone, which the queue does not know
	stale   bool  // the queue has given the process up

	running sync.Mutex // held while it has a process
	saved   string     // the file with what a job had in memory

	mu      sync.Mutex
	process Process // nil: there is none
	why     string  // it is to end
	current string  // the run that goes on
	closed  bool    // the process was asked to end
	lost    bool    // it had ended by then
}

// here is the turn's session.
func (t *turn) here() *session.Session {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	return t.session
}

// say tells the student.
func (t *turn) say(body wire.GPUBody) { t.here().Tell(t.RID, body) }

// serve starts the process of the turn on cards, does there what was asked for, and says when it has ended.
func (t *turn) serve(at Spot) {
	t.running.Lock() // a process of before may not have ended yet
	defer t.running.Unlock()
	process, err := t.m.open(at)
	if err != nil {
		t.m.Log.Error("a GPU's process does not start", "machine", cmp.Or(at.Lent, at.Host), "cards", at.Cards, "error", err)
		t.exited(Exit{Failed: true, Why: gpuq.Failed})
		return
	}
	s, began := t.begin(process)
	var why string
	if began && t.started() {
		if t.Body.Kind == wire.GPUSession {
			why = t.move(s)
		} else {
			why = t.job(s)
		}
	}
	t.close()
	<-process.Gone()
	t.m.mu.Lock()
	again := t.m.halted
	t.m.mu.Unlock()
	t.exited(Exit{Why: why, Saved: t.saved, Again: again})
}

// at is the queue that knows that the turn is here; nil is none.
func (t *turn) at() desk {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	if t.desk != t.m.desk {
		return nil
	}
	return t.desk
}

// started says that the process is there; false is that the turn is another server's. Where no queue hears it, the next one will.
func (t *turn) started() bool {
	t.m.mu.Lock()
	t.up = true
	t.m.mu.Unlock()
	d := t.at()
	if d == nil {
		return true
	}
	err := d.started(t.ID)
	return err == nil || cutOff(err)
}

// exited says that the process is gone.
func (t *turn) exited(e Exit) {
	t.m.mu.Lock()
	e.ID, e.Begun = t.ID, t.Begun
	t.exit, t.up = &e, false
	t.m.mu.Unlock()
	t.report()
}

// heard notes that a queue knows of the turn, and says what has happened meanwhile.
func (t *turn) heard(d desk) {
	t.m.mu.Lock()
	t.desk = d
	up := t.up && !t.stale
	t.m.mu.Unlock()
	if up {
		d.started(t.ID)
	}
	t.report()
}

// report says how the process ended, if it has and there is a queue that can hear it.
func (t *turn) report() {
	d := t.at()
	t.m.mu.Lock()
	e := t.exit
	t.m.mu.Unlock()
	if d == nil || e == nil || cutOff(d.exited(*e)) {
		return
	}
	t.m.mu.Lock()
	stale := t.stale
	if t.exit == e {
		t.exit, t.serving, t.stale = nil, false, false
	}
	t.m.mu.Unlock()
	if stale {
		t.m.announce(d, t, t.here())
	}
}

// begin takes note of the process and gives it the session's files; false is that there is no use for it any more.
func (t *turn) begin(process Process) (*session.Session, bool) {
	t.m.mu.Lock()
	s := t.session
	closed := t.m.closed || t.m.halted
	t.m.mu.Unlock()
	t.mu.Lock()
	t.process, t.closed, t.lost, t.saved = process, false, false, ""
	t.mu.Unlock()
	if closed {
		t.close()
	}
	if err := s.Outfit(process); err != nil {
		t.m.Log.Error("a turn has no files", "session", s.ID, "error", err)
	}
	return s, !closed
}

// own is the process as the turn's runs see it: what ends because it was asked to is not lost.
type own struct {
	Process
	t *turn
}

// Run implements session.Evaluator.
func (o own) Run(run session.Run, out session.Output) session.Outcome {
	outcome := o.Process.Run(run, out)
	if o.t.ending() {
		outcome.Lost = nil
	}
	return outcome
}

// Close implements session.Evaluator.
func (o own) Close() { o.t.close() }

// job runs the cells of a job and says why it ended.
func (t *turn) job(s *session.Session) string {
	why := "done"
	for i, c := range t.Body.Cells {
		run := session.Run{
			RID: fmt.Sprintf("%s.%d.%d", t.ID, t.Begun, i+1), Cell: c.Cell, Code: c.Code, Count: i + 1,
			Lang: t.Body.Lang, KeepGoing: c.KeepGoing,
		}
		if why = t.cell(s, run); why != "" {
			break
		}
		why = "done"
	}
	t.checkpoint(s)
	return why
}

// cell runs one cell; it says why the job ends with it, "" if it does not.
func (t *turn) cell(s *session.Session, run session.Run) string {
	if !t.enter(run.RID) {
		return t.reason("")
	}
	outcome, err := s.RunOn(own{t.process, t}, run)
	t.leave()
	switch {
	case err != nil:
		return t.reason(gpuq.Released) // the session has ended
	case outcome.Lost != nil:
		return "lost"
	case outcome.State == wire.RunStopped:
		return t.reason("stopped")
	case outcome.State != wire.RunDone && !run.KeepGoing:
		return t.reason("error")
	}
	return ""
}

// enter begins a run, unless the turn is to end.
func (t *turn) enter(rid string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why != "" || t.closed {
		return false
	}
	t.current = rid
	return true
}

func (t *turn) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.current = ""
}

// reason is why the turn was asked to end, or else otherwise.
func (t *turn) reason(otherwise string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why != "" {
		return t.why
	}
	return otherwise
}

func (t *turn) ending() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.why != "" || t.closed
}

// finish asks the turn to end.
func (t *turn) finish(why string) {
	t.mu.Lock()
	if t.why != "" {
		t.mu.Unlock()
		return
	}
	t.why = why
	rid := t.current
	t.mu.Unlock()
	s := t.here()
	switch {
	case t.Body.Kind == wire.GPUSession:
		go t.leaveSession(s)
	case rid != "":
		t.halt(rid, 0)
	}
}

// leaveSession has the session come back; a cell that runs there may end by itself first.
func (t *turn) leaveSession(s *session.Session) {
	if s == nil {
		t.close()
		return
	}
	if borrowed, busy := s.Borrowing(); borrowed && busy {
		s.Do(session.Interrupt{})
		t.m.Clock.AfterFunc(session.KillDelay, s.Return)
		return
	}
	s.Return()
}

// halt takes the kill ladder's steps for a run: ask, force, end the process.
func (t *turn) halt(rid string, step int) {
	t.mu.Lock()
	process, same := t.process, t.current == rid
	t.mu.Unlock()
	switch {
	case !same:
		return
	case step == 2:
		t.close()
		return
	}
	process.Stop(rid, step == 1)
	t.m.Clock.AfterFunc(session.KillDelay, func() { t.halt(rid, step+1) })
}

// interrupt stops a run of the job.
func (t *turn) interrupt(rid string) bool {
	t.mu.Lock()
	mine := rid != "" && t.current == rid
	t.mu.Unlock()
	if mine {
		t.halt(rid, 0)
	}
	return mine
}

// move has the session go on in the process until that ends.
func (t *turn) move(s *session.Session) string {
	if t.ending() || s.Lend(own{t.process, t}) != nil {
		return t.reason(gpuq.Released)
	}
	<-t.process.Gone()
	t.mu.Lock()
	lost := t.lost || !t.closed
	t.mu.Unlock()
	if lost {
		return t.reason("lost")
	}
	return t.reason(gpuq.Released)
}

// checkpointCode saves what has a state_dict, as one does who trains.
const checkpointCode = `def _checkpoint(path):
    import torch
    kept = {}
    for name, value in list(globals().items()):
        if not name.startswith("_") and not isinstance(value, type) and callable(getattr(value, "state_dict", None)):
            kept[name] = value.state_dict()
    if kept:
        torch.save(kept, path)
_checkpoint("` + wire.CheckpointFile + `")
`

// checkpoint saves the job's state, if that was asked for and there is one.
func (t *turn) checkpoint(s *session.Session) {
	t.m.mu.Lock()
	save := t.save
	t.m.mu.Unlock()
	t.mu.Lock()
	rid := fmt.Sprintf("%s.%d.save", t.ID, t.Begun)
	if t.closed {
		save = false
	}
	t.current = rid
	t.mu.Unlock()
	defer t.leave()
	if !save {
		return
	}
	t.m.Clock.AfterFunc(session.KillDelay, func() { t.halt(rid, 1) })
	outcome := t.process.Run(session.Run{RID: rid, Code: checkpointCode, Count: len(t.Body.Cells) + 1}, silent{})
	s.Keep(outcome.Files)
	for _, f := range outcome.Files {
		if strings.HasSuffix(f.Path, "/"+wire.CheckpointFile) && !f.Gone {
			t.saved = wire.CheckpointFile
		}
	}
}

// close asks the process to end, once.
func (t *turn) close() {
	t.mu.Lock()
	process := t.process
	if t.closed || process == nil {
		t.mu.Unlock()
		return
	}
	t.closed = true
	select {
	case <-process.Gone():
		t.lost = true
	default:
	}
	t.mu.Unlock()
	process.Close()
}
