package door

import (
	"context"
	"errors"

	"gputour/server/auth"
	"gputour/server/store"
)

// This file is what the servers of one class tell each other about its door: the rows are in the store that they share, but
// each keeps the class's own in memory and has visitors of its own.

// News is what one server tells the others, after the commit.
type News struct {
	Row    bool    `json:"row,omitempty"`    // the class's row is another
	Ending *Ending `json:"ending,omitempty"` // somebody's right to be here has ended, or changed
	Failed string  `json:"failed,omitempty"` // a wrong code came from this address
	All    bool    `json:"all,omitempty"`    // something may have been that could not be told
}

// Ending says whose requests and sockets end.
type Ending struct {
	Member  string    `json:"member"`
	Login   *[32]byte `json:"login,omitempty"`   // only this one's
	But     *[32]byte `json:"but,omitempty"`     // all but this one's
	Changed bool      `json:"changed,omitempty"` // they may come back at once
}

func (e *Ending) picks(g *guest) bool {
	return g.member == e.Member && (e.Login == nil || g.login == *e.Login) && (e.But == nil || g.login != *e.But)
}

func (e *Ending) why() error {
	if e.Changed {
		return auth.ErrChanged
	}
	return auth.ErrOut
}

func isStudent(g *guest) bool { return g.role == string(auth.Student) }

// Tell has f called with what other servers of this class are to Hear. It is set before anybody comes.
func (c *Class) Tell(f func(News)) { c.told = f }

func (c *Class) tell(n News) {
	if c.told != nil {
		c.told(n)
	}
}

// ended ends what leans on a right that has gone, here and on other servers.
func (c *Class) ended(e Ending) {
	c.guests.end(e.why(), e.picks)
	c.tell(News{Ending: &e})
}

// Hear takes note of what another server tells, and reports whether there has to be a Review. It does not wait.
func (c *Class) Hear(n News) (stale bool) {
	if n.Ending != nil {
		c.guests.end(n.Ending.why(), n.Ending.picks)
	}
	if n.Failed != "" && c.failed != nil {
		c.failed(n.Failed)
	}
	return n.Row || n.All
}

// refresh reads the class's row anew.
func (c *Class) refresh(ctx context.Context) error {
	row, err := c.store.Class(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	if row.Rev > c.row.Rev {
		c.row = row
	}
	closed := c.row.State == store.ClassClosed
	c.mu.Unlock()
	if closed {
		c.guests.end(auth.ErrOut, isStudent)
	}
	return nil
}

// Review looks up anew who is here, and ends what leans on a right that has gone: what was told meanwhile may not have been
// heard.
func (c *Class) Review(ctx context.Context) error {
	if err := c.refresh(ctx); err != nil {
		return err
	}
	for _, g := range c.guests.all() {
		p, err := c.visitor(ctx, g.login)
		switch {
		case err != nil:
			return err
		case p.ID == "":
			c.guests.end(auth.ErrOut, func(other *guest) bool { return other.login == g.login })
		case string(p.Role) != g.role:
			c.guests.end(auth.ErrChanged, func(other *guest) bool { return other.login == g.login && other.role == g.role })
		}
	}
	return nil
}

// together commits what is true only as long as the members are as they were read; f is called with them, perhaps several
// times, since another server may be quicker.
func (c *Class) together(ctx context.Context, f func(all []store.Member) ([]store.Write, error)) error {
	const most = 100 // a class that comes in at once, through several servers
	for range most {
		all, err := c.store.Members(ctx)
		if err != nil {
			return err
		}
		writes, err := f(all)
		if err != nil || len(writes) == 0 {
			return err
		}
		if err := c.store.Commit(ctx, append([]store.Write{sameAs(all)}, writes...)...); !errors.Is(err, store.ErrStale) {
			return err
		}
	}
	return store.ErrStale
}

// sameAs is the condition that the members are as they were read.
func sameAs(all []store.Member) store.Write {
	var rev int64
	for _, m := range all {
		rev += m.Rev
	}
	return store.SameMembers{Rev: rev}
}
