package meeting

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/store"
)

// This file is what the sockets of notebooks ask of a class.

const (
	// askEvery is how often the store is asked for the lock while the lead cannot be heard, and askWait how long it has.
	askEvery = time.Second
	askWait  = 2 * time.Second
)

// Locked is the lock that holds for a person, as in wire.LockBody: those who teach meet none. While the lead is not heard, it
// is the one that the store has.
func (m *Meeting) Locked(p auth.Person) string {
	if p.Role.May(auth.Watch) {
		return wire.LockOff
	}
	m.mu.Lock()
	ask := !m.fresh && m.Clock.Now().Sub(m.asked) >= askEvery
	if ask {
		m.asked = m.Clock.Now()
	}
	m.mu.Unlock()
	if ask {
		m.ask()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rules.Lock
}

// ask reads the lock from the store.
func (m *Meeting) ask() {
	ctx, cancel := context.WithTimeout(m.ended, askWait)
	defer cancel()
	row, err := m.Store.Live(ctx)
	if err != nil {
		return // there is none, or the store is gone, too: what was known last holds
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.fresh {
		m.rules.Lock = row.Lock
	}
}

// MayWrite reports whether a member lets those write who look at their notebook: not while the lead is not heard.
func (m *Meeting) MayWrite(member string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fresh && slices.Contains(m.rules.Pens, member)
}

// Used says how many bytes a member's session holds on its devices.
func (m *Meeting) Used(member string, bytes int64) {
	m.line.put(class.Used{Member: member, Bytes: bytes})
}

// Hinted says that a member was shown so many parts of a solution.
func (m *Meeting) Hinted(member, lesson, cell string, parts int) {
	m.line.put(class.Hinted{Member: member, Lesson: lesson, Cell: cell, Parts: parts})
}

// Look notes, for all to read, that somebody looks at a member's notebook, and tells the member at once, and again when end is
// called. It returns who the member is; the error is store.ErrNone for somebody who is not in the class.
func (m *Meeting) Look(ctx context.Context, by auth.Person, member, lesson string) (whose wire.Person, end func(), err error) {
	row, err := m.Store.Member(ctx, member)
	if err == nil && row.Status != store.Active {
		err = store.ErrNone
	}
	if err != nil {
		return whose, nil, fmt.Errorf("member %s: %w", member, err)
	}
	note := store.AddAudit{Audit: store.Audit{
		At: m.Clock.Now().UnixMilli(), Actor: by.ID, Name: by.Name, Action: "look", Target: member, Detail: row.Name + ": " + lesson,
	}}
	if err := m.Store.Commit(ctx, note); err != nil {
		return whose, nil, err
	}
	socket := rand.Uint64()
	m.line.put(class.Look{Member: member, By: by.ID, Socket: socket})
	end = func() { m.line.put(class.Looked{Member: member, Socket: socket}) }
	return wire.Person{ID: row.ID, Name: row.Name, Role: row.Role}, end, nil
}
