package classws

import (
	"encoding/json"
	"sync"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/class"
)

// Ears hear what happens in sessions, and tell what that means for a class. They know of each run that goes on what has been
// said of it.
type Ears struct {
	Put func(class.Op) // must not wait

	mu   sync.Mutex
	runs map[string]class.Ended // by session and run
}

// maxRuns bounds the runs of which something is known; those of a session that ended in mid-run would stay for ever.
const maxRuns = 10_000

var _ session.Tap = (*Ears)(nil)

// Happened implements session.Tap.
func (e *Ears) Happened(in session.Place, events []wire.Message) {
	for _, m := range events {
		if op := e.hear(in, m); op != nil {
			e.Put(op)
		}
	}
}

// Found implements session.Tap.
func (e *Ears) Found(in session.Place, cells []wire.CellSnapshot) {
	for _, c := range cells {
		if c.Reply == nil {
			continue
		}
		run := class.Ended{Member: in.Visitor, Session: in.Session, Lesson: in.Lesson, Cell: c.Cell, State: c.Reply.State, Found: true, At: c.Started + int64(c.Reply.Cost.HostMS)}
		for _, m := range c.Outputs {
			note(&run, m)
		}
		run.Killed = run.Killed && run.State == wire.RunStopped
		e.Put(run)
	}
}

// hear returns what an event means for the class; nil is nothing.
func (e *Ears) hear(in session.Place, m wire.Message) class.Op {
	ran := class.Ran{Member: in.Visitor, Session: in.Session, Lesson: in.Lesson, Cell: m.Cell, State: wire.RowWaiting}
	switch m.Type {
	case wire.Queued, wire.InputRequest:
		return ran
	case wire.Input:
		ran.State = wire.RowRunning
		return ran
	case wire.Failed, wire.Limit, wire.CheckResult:
		e.with(in, m, func(run *class.Ended) { note(run, m) })
	case wire.Reply:
		return e.ended(in, m)
	case wire.GPU:
		return turn(in, m)
	}
	return nil
}

// with changes what is known of a run.
func (e *Ears) with(in session.Place, m wire.Message, f func(*class.Ended)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.runs == nil || len(e.runs) > maxRuns {
		e.runs = map[string]class.Ended{}
	}
	run := e.runs[in.Session+" "+m.RID]
	f(&run)
	e.runs[in.Session+" "+m.RID] = run
}

func (e *Ears) ended(in session.Place, m wire.Message) class.Op {
	var reply wire.ReplyBody
	if json.Unmarshal(m.Body, &reply) != nil {
		return nil
	}
	e.mu.Lock()
	run := e.runs[in.Session+" "+m.RID]
	delete(e.runs, in.Session+" "+m.RID)
	e.mu.Unlock()
	run.Member, run.Session, run.Lesson, run.Cell, run.At, run.State = in.Visitor, in.Session, in.Lesson, m.Cell, m.TS, reply.State
	run.Killed = run.Killed && reply.State == wire.RunStopped
	return run
}

// deadly are the budgets that a run was ended for, when it was; "killed" is also that its process is gone.
var deadly = map[string]bool{"killed": true, "time": true, "steps": true, "memory": true, "device-memory": true}

// note takes what an event says of how its run will end.
func note(run *class.Ended, m wire.Message) {
	switch m.Type {
	case wire.Failed:
		var b struct {
			Name string `json:"ename"`
		}
		if json.Unmarshal(m.Body, &b) == nil {
			run.Error = b.Name
		}
	case wire.Limit:
		var b wire.LimitBody
		if json.Unmarshal(m.Body, &b) == nil {
			run.Killed = run.Killed || deadly[b.Kind]
		}
	case wire.CheckResult:
		var b wire.CheckResultBody
		if json.Unmarshal(m.Body, &b) == nil {
			run.Check = b.Status
		}
	}
}

// turn says how it stands with a turn on a GPU.
func turn(in session.Place, m wire.Message) class.Op {
	var b wire.GPUBody
	if json.Unmarshal(m.Body, &b) != nil {
		return nil
	}
	t := class.Turn{Member: in.Visitor}
	switch b.State {
	case wire.GPUWaiting:
		t.GPU = b.Place
	case wire.GPUGranted, wire.GPUEnding:
		t.GPU = -1
	}
	return t
}
