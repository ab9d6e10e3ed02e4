package ws

import (
	"context"
	"errors"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/relay"
	"gputour/server/socket"
	"gputour/server/store"
)

// This file is what a class means for notebooks: they can be locked, and looked at.

// Room is what goes on in a class, as far as notebooks are concerned.
type Room interface {
	// Locked is the lock that holds for a person, as in wire.LockBody.
	Locked(auth.Person) string
	// Hinted is told that a member was shown so many parts of a cell's solution.
	Hinted(member, lesson, cell string, parts int)
	// Used is told how many bytes a member's session holds on its devices.
	Used(member string, bytes int64)
	// Look is asked before somebody looks at a member's notebook, and tells that member of it until end is called. The
	// error is store.ErrNone for somebody who is not in the class.
	Look(ctx context.Context, by auth.Person, member, lesson string) (whose wire.Person, end func(), err error)
	// MayWrite reports whether a member lets those write who look.
	MayWrite(member string) bool
}

// locks are the locks under which a request is refused.
var locks = map[string][]string{
	wire.Execute:  {wire.LockExec, wire.LockEdit},
	wire.Control:  {wire.LockExec, wire.LockEdit},
	wire.Check:    {wire.LockExec, wire.LockEdit},
	wire.Solution: {wire.LockExec, wire.LockEdit},
	wire.Draft:    {wire.LockEdit},
	// Whoever waits for a GPU would run there.
	wire.GPURequest: {wire.LockExec, wire.LockEdit},
}

// writes are the requests of somebody who looks and may write. What is kept under a name is kept under the own one only.
var writes = map[string]bool{
	wire.Pen: true, wire.Execute: true, wire.Control: true, wire.Interrupt: true, wire.InputReply: true,
	wire.Complete: true, wire.Inspect: true, wire.Diagnose: true, wire.Place: true,
}

// allowed says whether a request may be carried out: an error closes the socket, and false was answered.
func (c *conn) allowed(m wire.Message) (bool, error) {
	switch {
	case c.whose != "" && m.Type != wire.Ack && m.Type != wire.Hello && !(writes[m.Type] && c.h.Room.MayWrite(c.whose)):
		return false, socket.Because(wire.CloseRole, "this notebook is somebody else's")
	case c.h.Room == nil || locks[m.Type] == nil:
		return true, nil
	}
	lock := c.h.Room.Locked(c.person)
	for _, l := range locks[m.Type] {
		if l == lock {
			c.visit.Refuse(m, "locked")
			return false, nil
		}
	}
	return true, nil
}

// observe finds the notebook that the socket is to look at and returns what to send first.
func (c *conn) observe(ctx context.Context, m wire.Message, hello *wire.HelloBody) ([]wire.Message, error) {
	if c.h.Room == nil || !c.person.Role.May(auth.Watch) {
		return nil, socket.Because(wire.CloseRole, "only who teaches may look at somebody's notebook")
	}
	s := c.h.Sessions.Find(c.whose, c.lesson)
	if c.relay != nil && (s == nil || s.Clients() == 0) {
		var err error
		c.away, err = c.relay.Look(ctx, s != nil, Topic, relay.Letter{
			Person: c.person, Subprotocol: wire.Subprotocol, Watch: c.whose, Lesson: c.lesson,
		}, c.first)
		if err != nil {
			return nil, err
		}
	}
	switch {
	case c.away != nil:
		return nil, nil
	case s == nil:
		return nil, socket.Because(wire.CloseAbsent, "this lesson is not open there")
	}
	whose, end, err := c.h.Room.Look(ctx, c.person, c.whose, c.lesson)
	switch {
	case errors.Is(err, store.ErrNone):
		return nil, socket.Because(wire.CloseAbsent, "nobody in the class has this id")
	case err != nil:
		c.h.Log.Error("a look could not be noted", "error", err)
		return nil, socket.Because(websocket.CloseInternalServerErr, "that somebody looks could not be noted")
	}
	c.unlook = end
	c.visit = c.h.Observe(c.visiting(), s, m, hello)
	return c.visit.Welcome(func(w *wire.WelcomeBody) { c.belongs(w); w.Watch = &whose }), nil
}

// belongs tells the page of the class.
func (c *conn) belongs(w *wire.WelcomeBody) {
	if c.h.Class != nil {
		w.Class, w.Member = c.h.Class(), &wire.Person{ID: c.person.ID, Name: c.person.Name, Role: string(c.person.Role)}
	}
}
