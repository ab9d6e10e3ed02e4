package desk

import (
	"errors"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/promise"
)

// This file says what each request does. An error ends the visit; a request that
// is understood but cannot be carried out is answered with Refused.

// Meant is an error for a request that is for another session.
func (v *Visit) Meant(m wire.Message) error {
	if m.SID != "" && m.SID != v.Session.ID {
		return Violation("message for another session")
	}
	return nil
}

// Handle carries out a request that is Meant for this visit.
func (v *Visit) Handle(m wire.Message, body any) error {
	switch b := body.(type) {
	case *wire.AckBody:
		if !v.Client.Ack(b.Seq) {
			return Violation("ack of an event that was never sent")
		}
	case *wire.HelloBody:
		return Violation("a second hello")
	case *wire.PenBody:
		v.Session.TakePen(v.Client)
	case *wire.InterruptBody:
		v.do(m, session.Interrupt{RID: m.RID})
	case *wire.ExecuteBody:
		run := session.Run{RID: m.RID, Cell: m.Cell, Code: b.Code, Lang: b.Lang, KeepGoing: b.KeepGoing, Step: b.Step}
		v.change(m, session.Submit{Run: run})
	case *wire.ControlBody:
		v.change(m, session.Submit{Run: session.Run{RID: m.RID, Cell: m.Cell, Lang: b.Lang, KeepGoing: true, Control: b}})
	case *wire.CheckBody:
		v.check(m, b)
	case *wire.RestartBody:
		v.change(m, session.Restart{Reason: "asked"})
	case *wire.DevicesBody:
		v.devices(m, b)
	case *wire.InputReplyBody:
		v.change(m, session.Answer{RID: m.RID, Value: b.Value})
	case *wire.CompleteBody:
		v.answer(m, wire.CompleteReply, func(ev session.Evaluator) any { return ev.Complete(b.Code, b.Cursor) })
	case *wire.InspectBody:
		v.answer(m, wire.InspectReply, func(ev session.Evaluator) any { return ev.Inspect(b.Code, b.Cursor, b.Detail) })
	case *wire.DiagnoseBody:
		v.answer(m, wire.DiagnoseReply, func(ev session.Evaluator) any { return ev.Diagnose(b.Code) })
	case *wire.SolutionBody:
		v.solution(m, b)
	case *wire.DraftBody:
		v.draft(m, b)
	case *wire.DraftsBody:
		v.drafts(m, b)
	case *wire.VersionsBody:
		v.versions(m, b)
	case *wire.PlaceBody:
		v.answer(m, wire.Placement, v.placed)
	case *wire.GPURequestBody, *wire.GPUReleaseBody:
		v.Refuse(m, "gpu-off")
	case *wire.SubmitBody:
		v.Refuse(m, "no-store")
	}
	return nil
}

// placed is what the session's devices hold.
func (v *Visit) placed(ev session.Evaluator) any {
	body := ev.Place()
	if v.visitor.Used != nil {
		used := int64(0)
		for _, d := range body.Devices {
			used += d.Used
		}
		v.visitor.Used(used)
	}
	return body
}

// change applies an op that changes the session: whoever writes holds the pen.
func (v *Visit) change(m wire.Message, op session.Op) {
	v.Session.TakePen(v.Client)
	v.do(m, op)
}

func (v *Visit) do(m wire.Message, op session.Op) { v.Refused(m, v.Session.Do(op)) }

// Refused answers a request that could not be carried out because of a *session.Refusal; other errors it leaves alone.
func (v *Visit) Refused(m wire.Message, err error) {
	var refused *session.Refusal
	if errors.As(err, &refused) {
		v.Refuse(m, refused.Code)
	}
}

// Refuse answers a request that is not carried out.
func (v *Visit) Refuse(m wire.Message, code string) {
	v.Reply(m, wire.Refused, wire.RefusedBody{Request: m.Type, Code: code})
}

// Reply answers a request.
func (v *Visit) Reply(m wire.Message, typ string, body any) {
	reply := wire.New(typ, body)
	reply.RID, reply.Cell = m.RID, m.Cell
	v.Client.Send(reply)
}

// answer asks the evaluator, aside.
func (v *Visit) answer(m wire.Message, typ string, f func(session.Evaluator) any) {
	v.Beside(m, func() {
		reply := wire.New(typ, f(v.Session.Evaluator()))
		reply.RID = m.RID
		v.Client.Send(reply)
	})
}

// Beside calls f aside, so that neither the next request nor an interrupt waits for it.
func (v *Visit) Beside(m wire.Message, f func()) {
	select {
	case v.aside <- struct{}{}:
	default:
		v.Refuse(m, "busy")
		return
	}
	go func() {
		defer func() { <-v.aside }()
		f()
	}()
}

// devices switches the session to other devices, if the desk allows them.
func (v *Visit) devices(m wire.Message, b *wire.DevicesBody) {
	spec := b.Spec
	if spec != v.spec && v.desk.Allow != nil {
		var err error
		if spec, err = v.desk.Allow(spec); err != nil {
			v.desk.Log.Info("devices refused", "session", v.Session.ID, "error", err)
			v.Refuse(m, "devices")
			return
		}
	}
	v.change(m, session.Restart{Reason: "devices", Spec: spec})
}

// check runs an exercise's tests on the learner's code.
func (v *Visit) check(m wire.Message, b *wire.CheckBody) {
	check := v.exercise(b.Lesson, m.Cell)
	if check == nil {
		v.Refuse(m, "unknown-cell")
		return
	}
	v.desk.gate.tried(v.Session, task{b.Lesson, m.Cell})
	run := session.Run{RID: m.RID, Cell: m.Cell, Code: b.Code, Lang: b.Lang, KeepGoing: true, Check: check}
	v.change(m, session.Submit{Run: run})
}

// exercise is what a check of a cell runs, or nil when there is nothing to check.
func (v *Visit) exercise(lessonID, cell string) *session.Check {
	entry := v.desk.Course().Entry(lessonID)
	if entry == nil {
		return nil
	}
	l := entry.Lang("")
	if target := l.Cell(cell); target != nil {
		return promise.Exercise(entry, l, target, v.written)
	}
	return nil
}

// written is what the learner last ran in a cell.
func (v *Visit) written(cell string) (code string) {
	v.Session.Look(func(st *session.State) {
		for _, c := range st.Snapshot().Snapshot.Cells {
			if c.Cell == cell {
				code = c.Code
			}
		}
	})
	return code
}

// solution shows the beginning of an exercise's solution, as far as it is open.
func (v *Visit) solution(m wire.Message, b *wire.SolutionBody) {
	entry := v.desk.Course().Entry(b.Lesson)
	if entry == nil {
		v.Refuse(m, "unknown-cell")
		return
	}
	solution := entry.Secret.Solutions[m.Cell]
	if solution == nil {
		v.Refuse(m, "no-solution")
		return
	}
	if v.visitor.Withheld != nil && v.visitor.Withheld(b.Lesson, m.Cell) {
		v.Refuse(m, "assigned")
		return
	}
	at := task{b.Lesson, m.Cell}
	if v.exercise(b.Lesson, m.Cell) == nil {
		v.desk.gate.tried(v.Session, at) // there is nothing to try it with
	}
	parts, ok := v.desk.gate.open(v.Session, at, b.Parts, reveal(solution.Code, 0).Total)
	if !ok {
		v.Refuse(m, "try-first")
		return
	}
	if v.visitor.Hinted != nil && parts > 0 {
		v.visitor.Hinted(b.Lesson, m.Cell, parts)
	}
	v.Reply(m, wire.SolutionReply, reveal(solution.Code, parts))
}
