// Package follow has a server know who leads its class, and do what it has to: lead, or follow the lead.
package follow

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"gputour/engine/session"
)

// Lead says which server leads. The zero Lead is none.
type Lead struct {
	Node  string `json:"node"`
	Fence int64  `json:"fence"` // grows with each lead
}

// Follower knows who leads. Its methods may be called from any goroutine.
type Follower struct {
	mu      sync.Mutex
	lead    Lead
	changed chan struct{}
}

// New returns a follower of nobody.
func New() *Follower { return &Follower{changed: make(chan struct{})} }

// Led says who leads from now on. One that is older than what is known is not believed.
func (f *Follower) Led(by Lead) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if by == f.lead || by.Node != "" && by.Fence < f.lead.Fence {
		return
	}
	if by.Node == "" {
		by.Fence = f.lead.Fence
	}
	f.lead = by
	close(f.changed)
	f.changed = make(chan struct{})
}

// Now is who leads, and what is closed when that is another.
func (f *Follower) Now() (Lead, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lead, f.changed
}

// retry is how long something is left alone that did not work.
const retry = 300 * time.Millisecond

// Deeds are what a server does, until its context ends: as the lead, or with another one. Their errors are tried again.
type Deeds struct {
	Preside, Follow func(context.Context, Lead) error
	Clock           session.Clock
	Log             *slog.Logger
}

// Run does what is due until ctx ends. self is the name of this server.
func (f *Follower) Run(ctx context.Context, self string, d Deeds) {
	for ctx.Err() == nil {
		lead, changed := f.Now()
		reign, cancel := context.WithCancel(ctx)
		go func() {
			select {
			case <-changed:
				cancel()
			case <-reign.Done():
			}
		}()
		var err error
		switch lead.Node {
		case "":
			<-reign.Done()
		case self:
			err = d.Preside(reign, lead)
		default:
			err = d.Follow(reign, lead)
		}
		if reign.Err() == nil {
			if err != nil {
				d.Log.Warn("the lead of the class cannot be reached", "lead", lead.Node, "error", err)
			}
			pause(reign, d.Clock)
		}
		cancel()
	}
}

func pause(ctx context.Context, clock session.Clock) {
	later := make(chan struct{})
	defer clock.AfterFunc(retry, func() { close(later) })()
	select {
	case <-later:
	case <-ctx.Done():
	}
}
