package ws

import (
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file asks for turns on the GPUs that a class shares.

// Turns gives GPUs to sessions by turns. The errors are *session.Refusals.
type Turns interface {
	// Offer says what there is to ask for.
	Offer() *wire.GPUOffer
	// Attend says that a member watches a session about a lesson.
	Attend(member, lesson string, s *session.Session)
	// Request asks for a turn for a session of a member, under the client's name rid. It returns when that is kept.
	Request(member string, s *session.Session, rid string, body *wire.GPURequestBody) error
	// Release gives the session's turn or place up; save keeps what a job has in memory.
	Release(s *session.Session, save bool) error
	// Interrupt stops a run of the session's job, and reports whether it is one.
	Interrupt(s *session.Session, rid string) bool
}

// offer is what the page is told of turns, nil where there are none.
func (c *conn) offer() *wire.GPUOffer {
	if c.h.Turns == nil {
		return nil
	}
	return c.h.Turns.Offer()
}

// attend has turns know that the session is watched.
func (c *conn) attend() {
	if c.h.Turns != nil {
		c.h.Turns.Attend(c.person.ID, c.visit.Lesson, c.visit.Session)
	}
}

// turn does what is asked of turns, and reports whether there are any.
func (c *conn) turn(m wire.Message, do func(Turns) error) bool {
	if c.h.Turns == nil {
		return false
	}
	c.visit.Session.TakePen(c.visit.Client)
	c.visit.Refused(m, do(c.h.Turns))
	return true
}

// interrupted reports whether a run of the session's job on a GPU was stopped.
func (c *conn) interrupted(m wire.Message) bool {
	return m.RID != "" && c.h.Turns != nil && c.h.Turns.Interrupt(c.visit.Session, m.RID)
}
