// Package journal keeps sessions in a store: it is what session.Journal is made of.
//
// A session belongs to whoever took it last. Taking it raises its fence in the store, and from then on the store refuses
// what the owner before writes, who may be a server that was thought dead.
package journal

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/store"
)

// wait is how long the store has for an answer before it counts as failing.
const wait = 10 * time.Second

// beginWait is how long a new session waits for its row, which may as well come later.
const beginWait = 2 * time.Second

// Store is what of a store.Store this package needs.
type Store interface {
	Commit(ctx context.Context, writes ...store.Write) error
	Session(ctx context.Context, id string) (store.Session, error)
	Since(ctx context.Context, session string, seq uint64) ([]wire.Message, error)
	Files(ctx context.Context, session string) ([]store.File, error)
}

// Keeper makes journals; it is session.Registry's Keeper.
type Keeper struct {
	Store Store
	Node  string           // that has the sessions; "" where there is one server
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // told why entries cannot be kept; nil is not

	taken      atomic.Int64 // from nodes that had not given them up
	complaints complaints
}

// Takeovers is how many sessions were taken that another node had, and had not given up.
func (k *Keeper) Takeovers() int64 { return k.taken.Load() }

var (
	_ session.Keeper    = (*Keeper)(nil)
	_ session.Continuer = (*Keeper)(nil)
)

// Begin implements session.Keeper. The row is written with the first entry: a visitor who runs nothing leaves none. Where there are
// several nodes it is written at once, if possible, since the others have to know who has the session.
func (k *Keeper) Begin(id, token, owner, spec string) session.Journal {
	j := &journal{keeper: k, id: id, row: store.Session{ID: id, Token: sha256.Sum256([]byte(token)), Owner: owner, Spec: spec, Fence: 1, Node: k.Node}}
	if k.Node != "" {
		ctx, cancel := context.WithTimeout(context.Background(), beginWait)
		defer cancel()
		j.saved = k.Store.Commit(ctx, k.save(j.row)) == nil
	}
	return j
}

// Take implements session.Keeper.
func (k *Keeper) Take(id, token, owner string) (session.Kept, session.Journal, error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	row, err := k.Store.Session(ctx, id)
	if errors.Is(err, store.ErrNone) {
		return session.Kept{}, nil, session.ErrNoSession
	}
	if err != nil {
		return session.Kept{}, nil, fmt.Errorf("read session %s: %w", id, err)
	}
	if hash := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(hash[:], row.Token[:]) != 1 || owner != "" && row.Owner != owner {
		return session.Kept{}, nil, session.ErrToken
	}
	why := k.why(row.Node)
	if row, err = k.take(ctx, row); err != nil {
		return session.Kept{}, nil, fmt.Errorf("take session %s: %w", id, moved(err))
	}
	if why == "machine" {
		k.taken.Add(1)
	}
	j := &journal{keeper: k, id: id, row: row, saved: true}
	// Read after the fence is raised: nobody adds to the log any more.
	kept := session.Kept{Spec: row.Spec, Log: row.Log, Seq: row.Seq, Digest: row.Snapshot, Why: why}
	if kept.Events, err = k.Store.Since(ctx, id, row.Seq); err != nil {
		return session.Kept{}, nil, fmt.Errorf("read the log of session %s: %w", id, err)
	}
	return kept, j, nil
}

// Continue implements session.Continuer. Neither fence nor log go on by one: who continues is the owner of before, in another program.
func (k *Keeper) Continue(id, token, owner, spec string) (session.Kept, session.Journal, error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	row, err := k.Store.Session(ctx, id)
	if errors.Is(err, store.ErrNone) {
		return session.Kept{Spec: spec}, k.Begin(id, token, owner, spec), nil
	}
	if err != nil {
		return session.Kept{}, nil, fmt.Errorf("read session %s: %w", id, err)
	}
	if k.Node != "" && row.Node != k.Node {
		return session.Kept{}, nil, fmt.Errorf("session %s: %w: %q", id, session.ErrMoved, row.Node)
	}
	events, err := k.Store.Since(ctx, id, row.Seq)
	if err != nil {
		return session.Kept{}, nil, fmt.Errorf("read the log of session %s: %w", id, err)
	}
	return session.Kept{Spec: row.Spec, Log: row.Log, Seq: row.Seq, Digest: row.Snapshot, Events: events}, &journal{keeper: k, id: id, row: row, saved: true}, nil
}

// take raises the fence of a session and returns its row as it is then. Of several nodes that want it one gets it; a server that is
// alone needs not ask.
func (k *Keeper) take(ctx context.Context, row store.Session) (store.Session, error) {
	if k.Node == "" {
		row.Fence++
		row.Log++
		return row, k.Store.Commit(ctx, k.save(row))
	}
	if err := k.Store.Commit(ctx, store.TakeSession{ID: row.ID, Fence: row.Fence, Node: k.Node, Updated: k.now()}); err != nil {
		return row, err
	}
	return k.Store.Session(ctx, row.ID) // the one before may have written until now
}

// why is why the names of a session are gone that a node had, as in wire.StatusBody.
func (k *Keeper) why(had string) string {
	switch {
	case k.Node == "" || had == k.Node:
		return "server"
	case had == "":
		return "put-away"
	}
	return "machine"
}

// moved gives the store's refusal of who has lost a session its name here.
func moved(err error) error {
	if errors.Is(err, store.ErrFenced) {
		return fmt.Errorf("%w: %w", session.ErrMoved, err)
	}
	return err
}

func (k *Keeper) save(row store.Session) store.Write {
	row.Updated = k.now()
	return store.SaveSession{Session: row}
}

// now is in ms since 1970.
func (k *Keeper) now() int64 {
	if k.Now == nil {
		return time.Now().UnixMilli()
	}
	return k.Now().UnixMilli()
}

// journal implements session.Journal.
type journal struct {
	keeper *Keeper
	id     string // of the session: Files may be called while Keep changes row
	row    store.Session
	saved  bool // row is in the store as it is here
}

// Keep implements session.Journal.
func (j *journal) Keep(e session.Entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	row, saved := j.row, j.saved
	if row.Epoch != e.Epoch || row.Spec != e.Spec {
		row.Epoch, row.Spec, saved = e.Epoch, e.Spec, false
	}
	writes := fileWrites(row.ID, e.Files, j.keeper.now())
	if e.Digest != nil {
		row.Seq, row.Snapshot, saved = e.Seq, e.Digest, false
		writes = append(writes, store.TrimEvents{Session: row.ID, First: e.Seq + 1})
	}
	if !saved {
		writes = append([]store.Write{j.keeper.save(row)}, writes...)
	}
	if len(e.Events) > 0 || saved { // without events, too: files have no fence of their own
		writes = append(writes, store.AddEvents{Session: row.ID, Fence: row.Fence, Events: e.Events})
	}
	if err := moved(j.keeper.Store.Commit(ctx, writes...)); err != nil {
		if !errors.Is(err, session.ErrMoved) {
			j.keeper.complaints.complain(j.keeper.Log, time.UnixMilli(j.keeper.now()), j.id, err)
		}
		return err
	}
	j.row, j.saved = row, true
	return nil
}

// Release implements session.Releaser.
func (j *journal) Release() {
	if j.keeper.Node == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	j.keeper.Store.Commit(ctx, store.FreeSession{ID: j.id, Fence: j.row.Fence}) // otherwise they wait for the lease to end
}

// Files implements session.Journal.
func (j *journal) Files() ([]session.File, error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	rows, err := j.keeper.Store.Files(ctx, j.id)
	var files []session.File
	for _, f := range rows {
		files = append(files, session.File{Path: f.Path, Data: f.Data})
	}
	return files, err
}

func fileWrites(id string, files []session.File, now int64) (writes []store.Write) {
	for _, f := range files {
		if f.Gone {
			writes = append(writes, store.DropFile{Session: id, Path: f.Path})
		} else {
			writes = append(writes, store.SaveFile{File: store.File{Session: id, Path: f.Path, Data: f.Data, At: now}})
		}
	}
	return writes
}
