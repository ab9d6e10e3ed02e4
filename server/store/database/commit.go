package database

import (
	"context"
	"errors"
	"sync"

	"gputour/server/store"
)

// This file is the group commit: while one transaction waits for the disk, the commits that arrive gather, and the next
// transaction takes them all.
//
//	Commit ─┐
//	Commit ─┼─ in ──→ loop: one transaction of up to groupMost commits ──→ done, to each
//	Commit ─┘
//
// A commit that cannot be made (a stale draft, a lost fence) must not take its neighbours with it: when a transaction of
// several fails, each is tried in one of its own. When it is the connection that fails all of them do: each of its own would wait for
// it, and what may have been made must not be made again.

const (
	groupMost = 512  // commits in one transaction
	waitMost  = 4096 // commits that wait for the next; more wait at the door
)

var errClosed = errors.New("the store is closed")

type committer struct {
	transact func([][]store.Write) error
	in       chan commit
	ended    chan struct{}

	mu     sync.RWMutex // held for reading while a commit is put in
	closed bool
}

type commit struct {
	writes []store.Write
	done   chan error
}

func newCommitter(transact func([][]store.Write) error) *committer {
	c := &committer{transact: transact, in: make(chan commit, waitMost), ended: make(chan struct{})}
	go c.loop()
	return c
}

func (c *committer) put(ctx context.Context, writes []store.Write) error {
	w := commit{writes, make(chan error, 1)}
	if err := c.enqueue(ctx, w); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *committer) enqueue(ctx context.Context, w commit) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return errClosed
	}
	select {
	case c.in <- w:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *committer) close() {
	c.mu.Lock()
	if !c.closed {
		c.closed = true
		close(c.in)
	}
	c.mu.Unlock()
	<-c.ended
}

func (c *committer) loop() {
	defer close(c.ended)
	for first := range c.in {
		c.together(c.gather(first))
	}
}

// gather returns first and what has arrived behind it.
func (c *committer) gather(first commit) []commit {
	all := []commit{first}
	for len(all) < groupMost {
		select {
		case next, ok := <-c.in:
			if !ok {
				return all
			}
			all = append(all, next)
		default:
			return all
		}
	}
	return all
}

// together makes commits in one transaction or, when that fails, each in its own.
func (c *committer) together(all []commit) {
	groups := make([][]store.Write, len(all))
	for i, w := range all {
		groups[i] = w.writes
	}
	err := c.transact(groups)
	if err == nil || len(all) == 1 || lost(err) {
		for _, w := range all {
			w.done <- err
		}
		return
	}
	for i, w := range all {
		w.done <- c.transact(groups[i : i+1])
	}
}
