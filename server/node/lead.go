package node

import (
	"context"
	"errors"
	"time"

	"gputour/server/store"
)

// This file is what one node at a time does for all.

// lead is something that this node would do, or does.
type lead struct {
	what    string
	fence   int64 // while it leads; 0 does not
	until   time.Time
	gained  func(fence int64)
	lost    func()
	expires *time.Timer
}

// Lead makes this node lead something whenever nobody else does. gained is called with the fence that its writes hold
// (store.HoldLead), lost when they would be refused, or when its lease has run out unheard: from then on another may lead. Both are
// called one after the other, and must not wait for this package.
func (n *Node) Lead(what string, gained func(fence int64), lost func()) {
	n.mu.Lock()
	n.leads[what] = &lead{what: what, gained: gained, lost: lost}
	n.mu.Unlock()
	n.Hurry()
}

// Hurry looks at once at what may be led, for example when a leader could not be reached.
func (n *Node) Hurry() {
	select {
	case n.kick <- struct{}{}:
	default:
	}
}

// Leader returns the node that leads something and its fence, and "" when nobody has who lives.
func (n *Node) Leader(ctx context.Context, what string) (node string, fence int64, err error) {
	l, err := n.opts.Store.Lead(ctx, what)
	switch {
	case errors.Is(err, store.ErrNone):
		return "", 0, nil
	case err != nil:
		return "", 0, err
	case l.Left < 0:
		return "", l.Fence, nil
	}
	return l.Node, l.Fence, nil
}

// muteMost is at how many renewals in a row others may not have reached this node before it leads nothing.
const muteMost = 2

// lead takes what nobody leads, and renews what this node does.
func (n *Node) lead(ctx context.Context) {
	if n.opts.Reached == nil || n.opts.Reached() {
		n.mute = 0
	} else if n.mute++; n.mute >= muteMost {
		n.dropLeads()
		return
	}
	n.mu.Lock()
	var all []*lead
	for _, l := range n.leads {
		if !n.drains {
			all = append(all, l)
		}
	}
	n.mu.Unlock()
	for _, l := range all {
		if err := n.take(ctx, l); errors.Is(err, store.ErrHeld) {
			n.drop(l)
		}
	}
}

// take makes the lead ours for another while.
func (n *Node) take(ctx context.Context, l *lead) error {
	ctx, cancel := context.WithTimeout(ctx, renewWait)
	defer cancel()
	began := n.opts.Now()
	if n.othersLead(ctx, l) {
		return store.ErrHeld
	}
	if err := n.opts.Store.Commit(ctx, store.TakeLead{What: l.what, Node: n.opts.Name, Boot: n.boot, For: LeaseTime.Milliseconds()}); err != nil {
		return err
	}
	row, err := n.opts.Store.Lead(ctx, l.what)
	if err != nil || row.Boot != n.boot {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.drains {
		return nil
	}
	if l.fence != 0 && l.fence != row.Fence { // another has led meanwhile
		n.over(l)
	}
	if l.expires != nil {
		l.expires.Stop()
	}
	l.until = began.Add(LeaseTime)
	l.expires = time.AfterFunc(LeaseTime-n.opts.Now().Sub(began), func() { n.expired(l) })
	if l.fence == 0 {
		l.fence = row.Fence
		l.gained(row.Fence)
	}
	return nil
}

// othersLead reports whether a write would be refused for certain. A refused write makes those that share its transaction begin
// anew, and waits for whatever the leader is writing: so who does not lead only looks, as long as somebody else does.
func (n *Node) othersLead(ctx context.Context, l *lead) bool {
	n.mu.Lock()
	leads := l.fence != 0
	n.mu.Unlock()
	if leads {
		return false
	}
	row, err := n.opts.Store.Lead(ctx, l.what)
	return err == nil && row.Left >= 0 && row.Boot != n.boot && row.Node != n.opts.Name
}

// expired is that a lease has run out without a word from the store.
func (n *Node) expired(l *lead) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.opts.Now().Before(l.until) {
		n.over(l)
	}
}

func (n *Node) drop(l *lead) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.over(l)
}

// over is that this node leads something no longer. n.mu is held.
func (n *Node) over(l *lead) {
	if l.fence != 0 {
		l.fence = 0
		l.lost()
	}
}

// dropLeads gives up all that this node leads, and lets others have it.
func (n *Node) dropLeads() {
	n.mu.Lock()
	var had []store.Write
	for _, l := range n.leads {
		if l.fence != 0 {
			had = append(had, store.LeaveLead{What: l.what, Boot: n.boot})
		}
		n.over(l)
	}
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), renewWait)
	defer cancel()
	n.opts.Store.Commit(ctx, had...) // otherwise they wait for its end
}
