// Package node keeps this program's place among those that share a store: its lease, what it leads, who has a session, and where a
// new one goes.
//
// Its one idea: rows decide, by the database's clock. A node whose lease has run out may be thought dead, and others take what it had by
// raising a fence; it finds out at its next write. So nobody has to know for certain who is alive.
package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"gputour/server/store"
)

// Times of a lease.
const (
	LeaseTime  = 10 * time.Second
	RenewEvery = 3 * time.Second
	askEvery   = 500 * time.Millisecond // while the one before still has the name
	renewWait  = 2 * time.Second        // for the store's answer
)

// Options say who this node is.
type Options struct {
	Store store.Store
	Name  string
	Place string // the folder whose lock the program has, by a name that no other has
	Build string
	Bus   int                           // version of what it says on the bus
	Alone bool                          // it does not share the store
	Load  func() (seats int, taken int) // sessions that it can have, 0 for any number, and those it has
	// Reached reports whether other nodes could reach this one; nil: they can. Who cannot be reached for a while leads nothing.
	Reached func() bool
	// Outvoted asks, when the lease has run out, whether another node still reaches the store: nil is that none does. Then Lost is
	// called: others take what this one has.
	Outvoted func(ctx context.Context) bool
	Lost     func()
	// Review is called when others may have taken something without a word: after the store or the others could not be reached, and
	// while they cannot. It looks what this node still has; nil: there is nothing.
	Review func(ctx context.Context)
	Log    *slog.Logger
	Now    func() time.Time // nil: time.Now
}

// Node is this program among the others.
type Node struct {
	opts Options
	boot string

	mu     sync.Mutex
	all    []store.Node // as of the last renewal
	until  time.Time    // our lease, at the earliest
	drains bool
	leads  map[string]*lead
	kick   chan struct{}

	// of Run's goroutine:
	mute  int  // renewals in a row when others could not reach this node
	doubt bool // others may have taken something
	gone  bool // Lost was called, and no renewal has worked since
}

// Join takes the name, and waits for the end of the lease that another program has on it, if need be. The error is store.ErrHeld when
// that one renews it.
func Join(ctx context.Context, o Options) (*Node, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Load == nil {
		o.Load = func() (int, int) { return 0, 0 }
	}
	var boot [8]byte
	rand.Read(boot[:]) // never fails
	n := &Node{opts: o, boot: hex.EncodeToString(boot[:]), leads: map[string]*lead{}, kick: make(chan struct{}, 1)}
	late := o.Now().Add(LeaseTime + 2*time.Second)
	left := map[string]int64{} // of the leases that are in the way
	for said := false; ; {
		err := n.renew(ctx)
		if !errors.Is(err, store.ErrHeld) || !o.Now().Before(late) || n.renewed(ctx, left) {
			if err != nil {
				return nil, fmt.Errorf("node %s: %w", o.Name, err)
			}
			return n, nil
		}
		if !said {
			o.Log.Info("another program has this place; it is waited for until its lease would end", "node", o.Name, "alone", o.Alone)
			said = true
		}
		select {
		case <-time.After(askEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// renewed reports whether a lease that is in the way lasts longer than when it was looked at before.
func (n *Node) renewed(ctx context.Context, left map[string]int64) bool {
	rows, err := n.opts.Store.Nodes(ctx)
	if err != nil {
		return false
	}
	for _, r := range rows {
		if r.Left < 0 || r.Name != n.opts.Name && !r.Alone && !n.opts.Alone {
			continue
		}
		if before, ok := left[r.Boot]; ok && r.Left > before {
			return true
		}
		left[r.Boot] = r.Left
	}
	return false
}

// Run renews the lease until ctx ends. It returns store.ErrHeld when another program has got the name: this one may not go on.
func (n *Node) Run(ctx context.Context) error {
	t := time.NewTicker(RenewEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-n.kick:
		case <-ctx.Done():
			return nil
		}
		if err := n.beat(ctx); err != nil {
			n.dropLeads()
			return fmt.Errorf("node %s: %w", n.opts.Name, err)
		}
	}
}

// beat is what is due every RenewEvery. It returns store.ErrHeld when another program has got the name.
func (n *Node) beat(ctx context.Context) error {
	err := n.renew(ctx)
	switch {
	case errors.Is(err, store.ErrHeld):
		return err
	case err != nil:
		if ctx.Err() == nil {
			n.opts.Log.Warn("the lease of this node could not be renewed", "node", n.opts.Name, "error", err)
		}
		n.doubt = true
		n.cutOff(ctx)
		return nil // what it leads ends with its time
	}
	n.gone = false
	n.lead(ctx)
	if n.opts.Review != nil && (n.doubt || n.mute > 0) {
		n.opts.Review(ctx)
	}
	n.doubt = n.mute > 0
	return nil
}

// cutOff gives up what this node has when its lease has run out and another one still reaches the store: students would wait here for
// nothing. When nobody reaches the store, cells go on.
func (n *Node) cutOff(ctx context.Context) {
	if n.gone || n.Kept() || n.opts.Outvoted == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, renewWait)
	defer cancel()
	if n.gone = n.opts.Outvoted(ctx); n.gone {
		n.opts.Log.Error("this node alone does not reach the database: its sessions are left to the others", "node", n.opts.Name)
		n.opts.Lost()
	}
}

// renew renews the lease and reads who else is here.
func (n *Node) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewWait)
	defer cancel()
	seats, taken := n.opts.Load()
	began := n.opts.Now()
	err := n.opts.Store.Commit(ctx, store.KeepNode{For: LeaseTime.Milliseconds(), Node: store.Node{
		Name: n.opts.Name, Place: n.opts.Place, Boot: n.boot, Build: n.opts.Build, Bus: n.opts.Bus, Alone: n.opts.Alone,
		Drains: n.Drains(), Seats: seats, Taken: taken,
	}})
	if err != nil {
		return err
	}
	all, err := n.opts.Store.Nodes(ctx)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all, n.until = all, began.Add(LeaseTime)
	return nil
}

// Name is the node's, and Boot that of this run of the program.
func (n *Node) Name() string { return n.opts.Name }

// Boot names this run of the program among all that ever were.
func (n *Node) Boot() string { return n.boot }

// Nodes are those that have been here lately, as they were when the lease was renewed last.
func (n *Node) Nodes() []store.Node {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all
}

// Kept reports whether the lease lasts, as far as is known here.
func (n *Node) Kept() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.opts.Now().Before(n.until)
}

// Drains reports whether the node takes no new sessions.
func (n *Node) Drains() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.drains
}

// Drain says to all that this node takes no new sessions, and gives up what it leads.
func (n *Node) Drain(ctx context.Context) error {
	n.mu.Lock()
	n.drains = true
	n.mu.Unlock()
	n.dropLeads()
	return n.renew(ctx)
}

// Leave ends the lease: others need not wait.
func (n *Node) Leave(ctx context.Context) error {
	n.dropLeads()
	return n.opts.Store.Commit(ctx, store.LeaveNode{Name: n.opts.Name, Boot: n.boot})
}

// Holder returns the node that has a session, and "" when nobody has who lives.
func (n *Node) Holder(ctx context.Context, session string) (string, error) {
	h, err := n.opts.Store.Holder(ctx, session)
	switch {
	case errors.Is(err, store.ErrNone), err == nil && h.Node != n.opts.Name && h.Left < 0:
		return "", nil
	}
	return h.Node, err
}

// Place is the node on which a new session begins.
func (n *Node) Place() string {
	_, taken := n.opts.Load()
	return Place(n.opts.Name, taken, n.Nodes())
}

// homeBonus is by how much of its seats another node has to be emptier than this one: a session elsewhere costs a way.
const homeBonus = 0.1

// Place chooses among nodes: the emptiest of those that take new sessions and understand this one, which has taken so many itself, and
// this one unless another is a good deal emptier. It is this one, too, when there is no other.
func Place(self string, taken int, nodes []store.Node) string {
	best, least := self, 2.0
	bus := 0
	for _, n := range nodes {
		if n.Name == self {
			bus = n.Bus
			if !n.Drains {
				n.Taken = max(taken, 0)
				least = full(n) - homeBonus
			}
		}
	}
	for _, n := range nodes {
		if n.Name == self || n.Drains || n.Left < 0 || n.Bus != bus {
			continue
		}
		if f := full(n); f < least || f == least && cmp.Less(n.Name, best) && best != self {
			best, least = n.Name, f
		}
	}
	return best
}

// unbounded is how many sessions a node without a bound is compared by.
const unbounded = 300

func full(n store.Node) float64 { return float64(n.Taken) / float64(cmp.Or(n.Seats, unbounded)) }
