package ws

import (
	"errors"

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
		c.h.Turns.Attend(c.person.ID, c.lesson, c.session)
	}
}

// turn does what is asked of turns.
func (c *conn) turn(m wire.Message, do func(Turns) error) {
	if c.h.Turns == nil {
		c.refuse(m, "gpu-off")
		return
	}
	c.session.TakePen(c.client)
	var refused *session.Refusal
	if err := do(c.h.Turns); errors.As(err, &refused) {
		c.refuse(m, refused.Code)
	}
}

// interrupt stops a run: of the session, or of its job on a GPU.
func (c *conn) interrupt(m wire.Message) {
	if m.RID == "" || c.h.Turns == nil || !c.h.Turns.Interrupt(c.session, m.RID) {
		c.do(m, session.Interrupt{RID: m.RID})
	}
}
