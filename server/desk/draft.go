package desk

import (
	"context"
	"errors"
	"time"

	"gputour/engine/wire"
	"gputour/server/draft"
	"gputour/server/store"
)

// This file keeps what a visitor writes.

// StoreWait is how long the store has for an answer.
const StoreWait = 10 * time.Second

// scratch is the place of drafts that belong to no lesson.
const scratch = "scratch"

// draft keeps a text. Its answer comes after the commit.
func (v *Visit) draft(m wire.Message, b *wire.DraftBody) {
	switch {
	case !v.keeps(m, b.Lesson):
		return
	case v.visitor.MayWrite != nil && !v.visitor.MayWrite(len(b.Code)+1):
		v.Refuse(m, "busy")
		return
	}
	v.Beside(m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), StoreWait)
		defer cancel()
		kept, err := v.desk.Drafts.Save(ctx, store.Draft{Owner: v.visitor.Author, Lesson: b.Lesson, Cell: m.Cell, Rev: b.Rev, Code: b.Code})
		var stale *draft.Stale
		switch {
		case errors.As(err, &stale):
			v.Reply(m, wire.Stale, wire.StaleBody{Rev: stale.Kept.Rev, Code: stale.Kept.Code, At: stale.Kept.At})
		case errors.Is(err, draft.ErrQuota):
			v.Refuse(m, "quota")
		case err != nil:
			v.Unkept(m, err)
		default:
			v.Reply(m, wire.Drafted, wire.DraftedBody{Rev: kept.Rev, At: kept.At})
		}
	})
}

func (v *Visit) drafts(m wire.Message, b *wire.DraftsBody) {
	if !v.keeps(m, b.Lesson) {
		return
	}
	v.look(m, wire.DraftsReply, func(ctx context.Context) (any, error) {
		return v.desk.Drafts.Texts(ctx, v.visitor.Author, b.Lesson, b.After)
	})
}

func (v *Visit) versions(m wire.Message, b *wire.VersionsBody) {
	if !v.keeps(m, b.Lesson) {
		return
	}
	v.look(m, wire.VersionsReply, func(ctx context.Context) (any, error) {
		return v.desk.Drafts.Versions(ctx, v.visitor.Author, b.Lesson, m.Cell, b.Before)
	})
}

// keeps refuses a request about texts where none are kept.
func (v *Visit) keeps(m wire.Message, lesson string) bool {
	switch {
	case v.desk.Drafts == nil:
		v.Refuse(m, "no-store")
	case lesson != scratch && v.desk.Course().Entry(lesson) == nil:
		v.Refuse(m, "unknown-cell")
	default:
		return true
	}
	return false
}

// look answers with what the store has.
func (v *Visit) look(m wire.Message, typ string, read func(context.Context) (any, error)) {
	v.Beside(m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), StoreWait)
		defer cancel()
		body, err := read(ctx)
		if err != nil {
			v.Unkept(m, err)
			return
		}
		v.Reply(m, typ, body)
	})
}

// Unkept says that the store does not answer.
func (v *Visit) Unkept(m wire.Message, err error) {
	v.desk.Log.Error("the store does not answer", "request", m.Type, "error", err)
	v.Refuse(m, "store")
}
