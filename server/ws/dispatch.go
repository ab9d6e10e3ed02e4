package ws

import (
	"errors"

	"github.com/gorilla/websocket"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/promise"
	"gputour/server/socket"
)

// This file says what each request does. An error closes the socket; a request that
// is understood but cannot be carried out is answered with Refused.

func (c *conn) dispatch(m wire.Message, body any) error {
	switch b := body.(type) {
	case *wire.AckBody:
		if !c.client.Ack(b.Seq) {
			return socket.Because(websocket.ClosePolicyViolation, "ack of an event that was never sent")
		}
	case *wire.HelloBody:
		return socket.Because(websocket.ClosePolicyViolation, "a second hello")
	case *wire.PenBody:
		c.session.TakePen(c.client)
	case *wire.InterruptBody:
		c.interrupt(m)
	case *wire.GPURequestBody:
		c.turn(m, func(t Turns) error { return t.Request(c.person.ID, c.session, m.RID, b) })
	case *wire.GPUReleaseBody:
		c.turn(m, func(t Turns) error { return t.Release(c.session, b.Save) })
	case *wire.ExecuteBody:
		run := session.Run{RID: m.RID, Cell: m.Cell, Code: b.Code, Lang: b.Lang, KeepGoing: b.KeepGoing}
		c.change(m, session.Submit{Run: run})
	case *wire.CheckBody:
		c.check(m, b)
	case *wire.RestartBody:
		c.change(m, session.Restart{Reason: "asked"})
	case *wire.DevicesBody:
		c.devices(m, b)
	case *wire.InputReplyBody:
		c.change(m, session.Answer{RID: m.RID, Value: b.Value})
	case *wire.CompleteBody:
		c.answer(m, wire.CompleteReply, func(ev session.Evaluator) any { return ev.Complete(b.Code, b.Cursor) })
	case *wire.InspectBody:
		c.answer(m, wire.InspectReply, func(ev session.Evaluator) any { return ev.Inspect(b.Code, b.Cursor, b.Detail) })
	case *wire.DiagnoseBody:
		c.answer(m, wire.DiagnoseReply, func(ev session.Evaluator) any { return ev.Diagnose(b.Code) })
	case *wire.SolutionBody:
		c.solution(m, b)
	case *wire.DraftBody:
		c.draft(m, b)
	case *wire.AssignmentsBody:
		if c.teller != nil {
			c.teller.tell("")
		}
	case *wire.SubmitBody:
		c.submit(m, b)
	case *wire.DraftsBody:
		c.drafts(m, b)
	case *wire.VersionsBody:
		c.versions(m, b)
	case *wire.PlaceBody:
		c.answer(m, wire.Placement, c.placed)
	}
	return nil
}

// placed is what the session's devices hold, of which a class is told.
func (c *conn) placed(ev session.Evaluator) any {
	body := ev.Place()
	if c.h.Room != nil && c.whose == "" {
		used := int64(0)
		for _, d := range body.Devices {
			used += d.Used
		}
		c.h.Room.Used(c.person.ID, used)
	}
	return body
}

// change applies an op that changes the session: whoever writes holds the pen.
func (c *conn) change(m wire.Message, op session.Op) {
	c.session.TakePen(c.client)
	c.do(m, op)
}

func (c *conn) do(m wire.Message, op session.Op) {
	var refused *session.Refusal
	if err := c.session.Do(op); errors.As(err, &refused) {
		c.refuse(m, refused.Code)
	}
}

// refuse answers a request that is not carried out.
func (c *conn) refuse(m wire.Message, code string) {
	reply := wire.New(wire.Refused, wire.RefusedBody{Request: m.Type, Code: code})
	reply.RID, reply.Cell = m.RID, m.Cell
	c.client.Send(reply)
}

// answer asks the evaluator, aside.
func (c *conn) answer(m wire.Message, typ string, f func(session.Evaluator) any) {
	c.beside(m, func() {
		reply := wire.New(typ, f(c.session.Evaluator()))
		reply.RID = m.RID
		c.client.Send(reply)
	})
}

// beside calls f aside, so that neither the reader nor an interrupt waits for it.
func (c *conn) beside(m wire.Message, f func()) {
	select {
	case c.aside <- struct{}{}:
	default:
		c.refuse(m, "busy")
		return
	}
	go func() {
		defer func() { <-c.aside }()
		f()
	}()
}

// devices switches the session to other devices, if the server allows them.
func (c *conn) devices(m wire.Message, b *wire.DevicesBody) {
	spec := b.Spec
	if spec != c.spec && c.h.Allow != nil {
		var err error
		if spec, err = c.h.Allow(spec); err != nil {
			c.h.Log.Info("devices refused", "session", c.session.ID, "error", err)
			c.refuse(m, "devices")
			return
		}
	}
	c.change(m, session.Restart{Reason: "devices", Spec: spec})
}

// check runs an exercise's tests on the learner's code.
func (c *conn) check(m wire.Message, b *wire.CheckBody) {
	check := c.h.exercise(b.Lesson, m.Cell)
	if check == nil {
		c.refuse(m, "unknown-cell")
		return
	}
	c.h.gate.tried(c.session, task{b.Lesson, m.Cell})
	run := session.Run{RID: m.RID, Cell: m.Cell, Code: b.Code, Lang: b.Lang, KeepGoing: true, Check: check}
	c.change(m, session.Submit{Run: run})
}

// exercise is what a check of a cell runs, or nil when there is nothing to check.
func (h *Handler) exercise(lessonID, cell string) *session.Check {
	entry := h.Course().Entry(lessonID)
	if entry == nil {
		return nil
	}
	l := entry.Lang("")
	if target := l.Cell(cell); target != nil {
		return promise.Exercise(entry, l, target)
	}
	return nil
}

// solution shows the beginning of an exercise's solution, as far as it is open.
func (c *conn) solution(m wire.Message, b *wire.SolutionBody) {
	entry := c.h.Course().Entry(b.Lesson)
	if entry == nil {
		c.refuse(m, "unknown-cell")
		return
	}
	solution := entry.Secret.Solutions[m.Cell]
	if solution == nil {
		c.refuse(m, "no-solution")
		return
	}
	if c.asked(b.Lesson, m.Cell) {
		c.refuse(m, "assigned")
		return
	}
	at := task{b.Lesson, m.Cell}
	if c.h.exercise(b.Lesson, m.Cell) == nil {
		c.h.gate.tried(c.session, at) // there is nothing to try it with
	}
	parts, ok := c.h.gate.open(c.session, at, b.Parts, reveal(solution.Code, 0).Total)
	if !ok {
		c.refuse(m, "try-first")
		return
	}
	if c.h.Room != nil && parts > 0 {
		c.h.Room.Hinted(c.person.ID, b.Lesson, m.Cell, parts)
	}
	reply := wire.New(wire.SolutionReply, reveal(solution.Code, parts))
	reply.RID, reply.Cell = m.RID, m.Cell
	c.client.Send(reply)
}

// spec is the device spec that a session on a lesson begins with.
func (h *Handler) spec(lessonID string) string {
	if h.Devices != "" {
		return h.Devices
	}
	if e := h.Course().Entry(lessonID); e != nil {
		return e.Lang("").Devices[0]
	}
	return ""
}
