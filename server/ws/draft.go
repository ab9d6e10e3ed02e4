package ws

import (
	"context"
	"errors"
	"time"

	"gputour/engine/wire"
	"gputour/server/draft"
	"gputour/server/store"
)

// This file keeps what a visitor writes.

// storeWait is how long the store has for an answer.
const storeWait = 10 * time.Second

// scratch is the place of drafts that belong to no lesson.
const scratch = "scratch"

// draft keeps a text. Its answer comes after the commit.
func (c *conn) draft(m wire.Message, b *wire.DraftBody) {
	switch {
	case !c.keeps(m, b.Lesson):
		return
	case !c.visitor.mayWrite(len(b.Code) + 1):
		c.refuse(m, "busy")
		return
	}
	c.beside(m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), storeWait)
		defer cancel()
		kept, err := c.h.Drafts.Save(ctx, store.Draft{Owner: c.author(), Lesson: b.Lesson, Cell: m.Cell, Rev: b.Rev, Code: b.Code})
		var stale *draft.Stale
		switch {
		case errors.As(err, &stale):
			c.reply(m, wire.Stale, wire.StaleBody{Rev: stale.Kept.Rev, Code: stale.Kept.Code, At: stale.Kept.At})
		case errors.Is(err, draft.ErrQuota):
			c.refuse(m, "quota")
		case err != nil:
			c.unkept(m, err)
		default:
			c.reply(m, wire.Drafted, wire.DraftedBody{Rev: kept.Rev, At: kept.At})
		}
	})
}

func (c *conn) drafts(m wire.Message, b *wire.DraftsBody) {
	if !c.keeps(m, b.Lesson) {
		return
	}
	c.look(m, wire.DraftsReply, func(ctx context.Context) (any, error) {
		return c.h.Drafts.Texts(ctx, c.author(), b.Lesson, b.After)
	})
}

func (c *conn) versions(m wire.Message, b *wire.VersionsBody) {
	if !c.keeps(m, b.Lesson) {
		return
	}
	c.look(m, wire.VersionsReply, func(ctx context.Context) (any, error) {
		return c.h.Drafts.Versions(ctx, c.author(), b.Lesson, m.Cell, b.Before)
	})
}

// keeps refuses a request about texts where none are kept.
func (c *conn) keeps(m wire.Message, lesson string) bool {
	switch {
	case c.h.Drafts == nil:
		c.refuse(m, "no-store")
	case lesson != scratch && c.h.Course().Entry(lesson) == nil:
		c.refuse(m, "unknown-cell")
	default:
		return true
	}
	return false
}

// author is whose texts these are.
func (c *conn) author() string {
	if c.h.Author == nil {
		return c.person.ID
	}
	return c.h.Author(c.person)
}

// look answers with what the store has.
func (c *conn) look(m wire.Message, typ string, read func(context.Context) (any, error)) {
	c.beside(m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), storeWait)
		defer cancel()
		body, err := read(ctx)
		if err != nil {
			c.unkept(m, err)
			return
		}
		c.reply(m, typ, body)
	})
}

// unkept says that the store does not answer.
func (c *conn) unkept(m wire.Message, err error) {
	c.h.Log.Error("the store does not answer", "request", m.Type, "error", err)
	c.refuse(m, "store")
}

func (c *conn) reply(m wire.Message, typ string, body any) {
	reply := wire.New(typ, body)
	reply.RID, reply.Cell = m.RID, m.Cell
	c.client.Send(reply)
}
