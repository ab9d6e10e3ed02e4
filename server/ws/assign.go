package ws

import (
	"context"
	"errors"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/desk"
	"gputour/server/handin"
	"gputour/server/store"
)

// This file hands in what a visitor writes, and tells what they are asked for.

// teller tells a page about assignments, one after the other, so that what is newer comes later.
type teller struct {
	c       *conn
	mu      sync.Mutex
	pending map[string]bool // assignments; "" is all of the lesson's
	busy    bool
}

// assigned tells what is asked for in the page's lesson, and what changes of that until the function returned is called.
func (c *conn) assigned() (stop func()) {
	if c.h.Handin == nil || c.visit.Lesson == "" {
		return func() {}
	}
	c.teller = &teller{c: c, pending: map[string]bool{}}
	defer c.teller.tell("")
	return c.h.Handin.Watch(c.person.ID, c.teller.tell)
}

// tell tells soon.
func (t *teller) tell(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending[id] = true
	if !t.busy {
		t.busy = true
		go t.work()
	}
}

func (t *teller) work() {
	for {
		t.mu.Lock()
		var id string
		for id = range t.pending {
			break
		}
		t.busy = len(t.pending) > 0
		delete(t.pending, id)
		busy := t.busy
		t.mu.Unlock()
		if !busy {
			return
		}
		m, err := t.c.assignment(id)
		switch {
		case err != nil:
			t.c.h.Log.Error("the store does not answer", "request", wire.Assigned, "error", err)
		case m.Type != "":
			t.c.visit.Client.Send(m)
		}
	}
}

// assignment is what the page is told of one assignment or of all; nothing where it has no part in it.
func (c *conn) assignment(id string) (m wire.Message, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), desk.StoreWait)
	defer cancel()
	if id == "" {
		body, err := c.h.Handin.Told(ctx, c.person, c.visit.Lesson)
		if err == nil && (len(body.Assignments) > 0 || body.Next > 0) {
			m = wire.New(wire.Assigned, body)
		}
		return m, err
	}
	if a, err := c.h.Handin.Store.Assignment(ctx, id); err != nil || a.Lesson != c.visit.Lesson {
		return m, err
	}
	body, err := c.h.Handin.Of(ctx, c.person, id)
	if errors.Is(err, store.ErrNone) {
		return m, nil
	}
	if err == nil {
		m = wire.New(wire.Grade, body)
	}
	return m, err
}

// submit hands in answers. The receipt comes after the commit.
func (c *conn) submit(m wire.Message, b *wire.SubmitBody) {
	size := 1
	for _, code := range b.Answers {
		size += len(code)
	}
	if !c.visitor.mayWrite(size) {
		c.visit.Refuse(m, "busy")
		return
	}
	c.visit.Beside(m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), desk.StoreWait)
		defer cancel()
		receipt, err := c.h.Handin.HandIn(ctx, c.person, b.Assignment, b.Answers, b.Lang)
		var refusal assign.Refusal
		switch {
		case errors.As(err, &refusal):
			c.visit.Refuse(m, "submit-"+string(refusal))
		case errors.Is(err, handin.ErrWaiting):
			c.visit.Refuse(m, "submit-waiting")
		case errors.Is(err, store.ErrNone):
			c.visit.Refuse(m, "submit-"+string(assign.NotOpen))
		case err != nil:
			c.visit.Unkept(m, err)
		default:
			c.visit.Reply(m, wire.Receipt, receipt)
		}
	})
}

// askedWait is how long the reader of a socket waits for the store.
const askedWait = 2 * time.Second

// asked reports whether the solution of a cell is to be kept back.
func (c *conn) asked(lesson, cell string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), askedWait)
	defer cancel()
	closed, err := c.h.Handin.Closed(ctx, c.person, lesson, cell)
	return closed || err != nil
}
