// Package retention forgets sessions that nobody has come back to for long, so that a store does not grow for ever.
//
// A clock may be wrong for a while, and what it says decides here alone what is lost: so a session goes only when it was too old
// twice, an hour of the process's own time apart. What a learner wrote, handed in or was given is not a session's and stays.
package retention

import (
	"context"
	"log/slog"
	"time"

	"gputour/server/store"
)

// Pause is between two looks, and how long a session must have been too old before it goes.
const Pause = time.Hour

// atOnce bounds the sessions of one look.
const atOnce = 500

// Keeper forgets the sessions of a store.
type Keeper struct {
	Store store.Store
	After time.Duration                   // how long a session is kept that nobody comes back to; 0 is for ever
	Live  func(id string) bool            // is it in use?
	Pack  func(ctx context.Context) error // gives room back to the disk; nil: the engine does by itself
	Log   *slog.Logger

	old map[string]time.Duration // when sessions were first seen to be too old, by the process's own time
}

// Run forgets until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	if k.After <= 0 {
		return
	}
	began := time.Now()
	every := time.NewTicker(Pause)
	defer every.Stop()
	for {
		if n, err := k.Look(ctx, time.Now(), time.Since(began)); err != nil {
			k.Log.Warn("old sessions cannot be forgotten", "error", err)
		} else if n > 0 {
			k.Log.Info("sessions are forgotten that nobody came back to", "sessions", n, "after", k.After)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// Look forgets the sessions that were too old a Pause ago, and are now. now is what the clock says, ran how long the process has run
// by a clock that nobody can set.
func (k *Keeper) Look(ctx context.Context, now time.Time, ran time.Duration) (forgotten int, err error) {
	before := now.Add(-k.After).UnixMilli()
	ids, err := k.Store.SessionsBefore(ctx, before, atOnce)
	if err != nil {
		return 0, err
	}
	old := map[string]time.Duration{}
	for _, id := range ids {
		if k.Live != nil && k.Live(id) {
			continue
		}
		first, seen := k.old[id]
		if !seen {
			first = ran
		}
		if seen && ran-first >= Pause {
			if err := k.Store.Commit(ctx, store.DropOld{ID: id, Before: before}); err != nil {
				return forgotten, err
			}
			forgotten++
			continue
		}
		old[id] = first
	}
	k.old = old
	if forgotten > 0 && k.Pack != nil {
		err = k.Pack(ctx)
	}
	return forgotten, err
}
