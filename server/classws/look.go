package classws

import (
	"context"
	"fmt"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/store"
)

// This file is what the sockets of notebooks ask of a class.

// Locked is the lock that holds for a member, as in wire.LockBody.
func (r *Room) Locked(member string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Locked(member)
}

// Used says how many bytes a member's session holds on its devices.
func (r *Room) Used(member string, bytes int64) { r.do(class.Used{Member: member, Bytes: bytes}) }

// Hinted says that a member was shown so many parts of a solution.
func (r *Room) Hinted(member, lesson, cell string, parts int) {
	r.do(class.Hinted{Member: member, Lesson: lesson, Cell: cell, Parts: parts})
}

// MayWrite reports whether a member lets those write who look at their notebook.
func (r *Room) MayWrite(member string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.MayWrite(member)
}

// Look notes, for all to read, that somebody looks at a member's notebook, and tells the member at once, and again when
// end is called. It returns who the member is; the error is store.ErrNone for
// somebody who is not in the class.
func (r *Room) Look(ctx context.Context, by auth.Person, member, lesson string) (whose wire.Person, end func(), err error) {
	r.mu.Lock()
	whose, known := r.state.Person(member)
	r.mu.Unlock()
	if !known {
		return whose, nil, fmt.Errorf("member %s: %w", member, store.ErrNone)
	}
	note := store.AddAudit{Audit: store.Audit{At: r.now(), Actor: by.ID, Name: by.Name, Action: "look", Target: member, Detail: whose.Name + ": " + lesson}}
	if err := r.opts.Store.Commit(ctx, note); err != nil {
		return whose, nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watching++
	socket := r.watching
	r.apply(class.Look{Member: member, By: by.ID, Socket: socket}, nil)
	return whose, func() { r.do(class.Looked{Member: member, Socket: socket}) }, nil
}
