// Package draft keeps the texts of cells for those who write them, with what they were before.
//
// A text is never overwritten unseen: a save names the revision after the one that its writer has seen, and whoever has
// missed one is given that instead. The clock is only shown; revisions are what says which text is later.
package draft

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gputour/engine/wire"
	"gputour/server/store"
)

const (
	cellsMost = 512     // texts of one person in one lesson
	pageRows  = 64      // texts read at once
	pageBytes = 2 << 20 // of JSON in one answer, unless the first text is larger
)

// ErrQuota is the error of one text too many.
var ErrQuota = errors.New("too many texts in this lesson")

// Stale is the error of a save by someone who has not seen the text that is kept.
type Stale struct{ Kept store.Draft }

func (e *Stale) Error() string { return fmt.Sprintf("revision %d is kept already", e.Kept.Rev) }

// Unwrap returns store.ErrStale.
func (e *Stale) Unwrap() error { return store.ErrStale }

// Store is what of a store.Store this package needs.
type Store interface {
	Commit(ctx context.Context, writes ...store.Write) error
	Draft(ctx context.Context, owner, lesson, cell string) (store.Draft, error)
	DraftsAfter(ctx context.Context, owner, lesson, cell string, most int) ([]store.Draft, error)
	CountDrafts(ctx context.Context, owner, lesson string) (int, error)
	Versions(ctx context.Context, owner, lesson, cell string) ([]store.Draft, error)
}

// Keeper keeps texts in a store.
type Keeper struct {
	Store Store
	Now   func() time.Time // nil: time.Now
}

// Save keeps a text and returns it as it is kept, when it is. The error is a *Stale, ErrQuota, or the store's.
func (k *Keeper) Save(ctx context.Context, d store.Draft) (store.Draft, error) {
	d.At = k.now().UnixMilli()
	for {
		kept, err := k.Store.Draft(ctx, d.Owner, d.Lesson, d.Cell)
		switch {
		case errors.Is(err, store.ErrNone):
			if err := k.room(ctx, d); err != nil {
				return d, err
			}
		case err != nil:
			return d, err
		case kept.Rev >= d.Rev && kept.Code == d.Code:
			return kept, nil // again, after an answer that was lost
		case kept.Rev >= d.Rev:
			return d, &Stale{kept}
		}
		if err := k.Store.Commit(ctx, store.SaveDraft{Draft: d}); !errors.Is(err, store.ErrStale) {
			return d, err
		} // else somebody was quicker: look who
	}
}

// room is an error when there is none for one text more.
func (k *Keeper) room(ctx context.Context, d store.Draft) error {
	n, err := k.Store.CountDrafts(ctx, d.Owner, d.Lesson)
	if err == nil && n >= cellsMost {
		return ErrQuota
	}
	return err
}

func (k *Keeper) now() time.Time {
	if k.Now == nil {
		return time.Now()
	}
	return k.Now()
}

// Texts returns the texts of a lesson by the names of their cells, those after a cell, as many as an answer holds.
func (k *Keeper) Texts(ctx context.Context, owner, lesson, after string) (body wire.DraftsReplyBody, err error) {
	rows, err := k.Store.DraftsAfter(ctx, owner, lesson, after, pageRows)
	n := fit(rows)
	body.Drafts, body.More = texts(rows[:n]), n < len(rows) || len(rows) == pageRows
	return body, err
}

// Versions returns the texts that a cell had, the newest first, those before a revision (0: all), as many as an answer holds.
func (k *Keeper) Versions(ctx context.Context, owner, lesson, cell string, before int64) (body wire.VersionsReplyBody, err error) {
	rows, err := k.Store.Versions(ctx, owner, lesson, cell)
	for len(rows) > 0 && before > 0 && rows[0].Rev >= before {
		rows = rows[1:]
	}
	n := fit(rows)
	body.Versions, body.More = texts(rows[:n]), n < len(rows)
	return body, err
}

// fit is how many texts an answer holds.
func fit(rows []store.Draft) int {
	bytes := 0
	for n, d := range rows {
		code, _ := json.Marshal(d.Code) // a string always marshals
		if bytes += len(code); bytes > pageBytes && n > 0 {
			return n
		}
	}
	return len(rows)
}

func texts(rows []store.Draft) []wire.KeptText {
	list := []wire.KeptText{}
	for _, d := range rows {
		list = append(list, wire.KeptText{Cell: d.Cell, Rev: d.Rev, Code: d.Code, At: d.At})
	}
	return list
}
