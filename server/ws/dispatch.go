package ws

import (
	"gputour/engine/wire"
)

// This file says which requests are not for the desk: those that a class knows.

func (c *conn) dispatch(m wire.Message, body any) error {
	done := false
	switch b := body.(type) {
	case *wire.InterruptBody:
		done = c.interrupted(m)
	case *wire.GPURequestBody:
		done = c.turn(m, func(t Turns) error { return t.Request(c.person.ID, c.visit.Session, m.RID, b) })
	case *wire.GPUReleaseBody:
		done = c.turn(m, func(t Turns) error { return t.Release(c.visit.Session, b.Save) })
	case *wire.AssignmentsBody:
		if c.teller != nil {
			c.teller.tell("")
		}
	case *wire.SubmitBody:
		if done = c.h.Handin != nil; done {
			c.submit(m, b)
		}
	}
	if done {
		return nil
	}
	return c.visit.Handle(m, body)
}
