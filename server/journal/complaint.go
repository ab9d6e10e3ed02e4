package journal

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// This file tells whoever runs the server why entries cannot be kept: pages only say that they are not.

// complainEvery is how often one cause is told of. A class of sessions fails together, each with every event.
const complainEvery = time.Minute

// complaints says each cause once in a while, with how many entries it has met.
type complaints struct {
	mu    sync.Mutex
	known map[string]*complaint
}

type complaint struct {
	told  time.Time
	since int // entries that were not told of
}

// complain notes that an entry of a session could not be kept.
func (c *complaints) complain(log *slog.Logger, now time.Time, session string, err error) {
	if log == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	why := cause(err)
	one := c.known[why]
	if one == nil {
		for old, x := range c.known { // what is over is forgotten: texts of errors may be many
			if now.Sub(x.told) >= complainEvery && x.since == 0 {
				delete(c.known, old)
			}
		}
		if c.known == nil {
			c.known = map[string]*complaint{}
		}
		one = &complaint{}
		c.known[why] = one
	}
	one.since++
	if !one.told.IsZero() && now.Sub(one.told) < complainEvery {
		return
	}
	log.Error("what happens in sessions is not kept", "cause", why, "entries", one.since, "session", session, "error", err)
	one.told, one.since = now, 0
}

// cause is what errors of one kind have in common: the innermost one, without addresses and sessions.
func cause(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	for {
		inner := errors.Unwrap(err)
		if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
			inner = many.Unwrap()[len(many.Unwrap())-1]
		}
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
