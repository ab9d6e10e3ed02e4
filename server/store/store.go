// Package store says what a server keeps when it ends: sessions with their logs, drafts, files and logins.
//
// Its one idea: a write that Commit has acknowledged is on disk. Everything else about a store follows
// from that: writes that come together share a transaction, since a transaction is what waits for the disk,
// and a reader sees all of a commit or nothing.
//
// The engines are sqlite and postgres beside this package; storetest is the suite that both pass. What the
// rows mean is known here, what SQL they are in package database.
package store

import (
	"context"
	"errors"

	"gputour/engine/wire"
)

// ErrNone is the error of a row that is not there, ErrStale of a write that a later one has overtaken, and ErrFenced
// of a write to a session that somebody else has taken over since. ErrUnknown is the error of a commit whose answer was lost.
var (
	ErrNone   = errors.New("not in the store")
	ErrStale  = errors.New("a later one is kept already")
	ErrFenced = errors.New("the session has another owner now")

	ErrUnknown = errors.New("the connection broke while it was being kept, and nobody knows whether it is")
)

// Store keeps rows. Its methods may be called from any goroutine.
type Store interface {
	// Commit makes writes durable, all of them or, with an error, none, and returns when they are. With ErrUnknown, and with ctx's
	// error, with which it returns early, nobody knows whether they were made: who repeats them has to bear that they were.
	Commit(ctx context.Context, writes ...Write) error

	// Session returns a session as it was last saved, or ErrNone.
	Session(ctx context.Context, id string) (Session, error)
	// Sessions returns the newest sessions of an owner, newest first, without their snapshots.
	Sessions(ctx context.Context, owner string, most int) ([]Session, error)
	// SessionsBefore returns the names of the sessions that were last saved before a time (ms since 1970), the oldest first.
	SessionsBefore(ctx context.Context, at int64, most int) ([]string, error)
	// Since returns the events of a session after seq, in order and without a gap up to the last one kept.
	Since(ctx context.Context, session string, seq uint64) ([]wire.Message, error)

	// Draft returns a cell's text as its owner last left it, or ErrNone; Drafts the ones of a lesson.
	Draft(ctx context.Context, owner, lesson, cell string) (Draft, error)
	Drafts(ctx context.Context, owner, lesson string) ([]Draft, error)
	// DraftsAfter returns at most that many of them, those whose cells come after a cell by name.
	DraftsAfter(ctx context.Context, owner, lesson, cell string, most int) ([]Draft, error)
	// CountDrafts is how many there are.
	CountDrafts(ctx context.Context, owner, lesson string) (int, error)
	// Versions returns the earlier texts of a draft, newest first.
	Versions(ctx context.Context, owner, lesson, cell string) ([]Draft, error)

	// Files returns the files of a session, by path.
	Files(ctx context.Context, session string) ([]File, error)
	// Blobs returns at most that many names of what rows keep elsewhere, each once, in order, those after a name.
	Blobs(ctx context.Context, after string, most int) ([]string, error)

	// Login returns who a cookie belongs to: hash is of the cookie, which itself is kept nowhere. ErrNone is also
	// the answer for one that was revoked.
	Login(ctx context.Context, hash [32]byte) (Login, error)

	Assignments

	Classroom

	Leases

	Federation

	LiveStore

	Cluster

	// Ready is nil when the store answers.
	Ready(ctx context.Context) error

	Close() error
}

// Session is a session between two epochs, as the server needs it to go on.
type Session struct {
	ID       string
	Owner    string // whose it is: a member, or "" where there are no accounts
	Token    [32]byte
	Spec     string // devices
	Epoch    int
	Log      int    // generation of the log: one more whenever a log goes on after events that were never acknowledged were lost
	First    uint64 // number of the oldest event kept
	Seq      uint64 // number of the event up to which Snapshot tells
	Snapshot []byte // what the reducer makes of the events up to Seq; nil when that is 0
	Fence    int64  // who may write: each new owner takes the next number
	Node     string // that has it; "" is none
	Updated  int64  // ms since 1970
}

// Draft is the text of a cell.
type Draft struct {
	Owner, Lesson, Cell string
	Rev                 int64 // grows with each save; the page counts it, so that no clock decides which text is newer
	Code                string
	At                  int64 // ms since 1970
}

// File is one file of a session.
type File struct {
	Session, Path string
	Data          []byte // nil when empty
	At            int64  // ms since 1970
	Blob          string // what Data is called where it is kept elsewhere; Data is nil then. See package blob
}

// Login is a browser that may come back.
type Login struct {
	Hash    [32]byte // SHA-256 of the cookie
	Owner   string   // a member's ID, where there are members
	Agent   string   // what the browser calls itself, for the list of logins, by AgentOf
	Created int64    // ms since 1970
	Seen    int64    // when it came last, to some minutes; 0 is never since
}

// AgentOf is what is kept of the name that a browser gives itself.
func AgentOf(header string) string { return Text(header, 256) }

// Write is a change of the store: one of the types below.
type Write interface{ write() }

type (
	// SaveSession keeps a session's row, new or again. It is ErrFenced when the row has a higher fence.
	SaveSession struct{ Session }
	// AddEvents appends to a session's log. Events that are kept already are left as they are, so that a commit whose
	// answer was lost may be repeated. It is ErrFenced when the session is not there or has another fence.
	AddEvents struct {
		Session string
		Fence   int64
		Events  []wire.Message
	}
	// TrimEvents drops the events of a session before First.
	TrimEvents struct {
		Session string
		First   uint64
	}
	// DropSession forgets a session, its events and its files.
	DropSession struct{ ID string }
	// DropOld is DropSession for a session that was last saved before a time (ms since 1970); it does nothing to another one.
	DropOld struct {
		ID     string
		Before int64
	}
	// SaveDraft keeps a cell's text; the one before becomes a version. It is ErrStale when Rev is not higher than the kept one's.
	SaveDraft struct{ Draft }
	// SaveFile keeps a file of a session; DropFile forgets it.
	SaveFile struct{ File }
	DropFile struct{ Session, Path string }
	// AddLogin lets a browser come back; DropLogin ends that.
	AddLogin  struct{ Login }
	DropLogin struct{ Hash [32]byte }
)

func (SaveSession) write() {}
func (AddEvents) write()   {}
func (TrimEvents) write()  {}
func (DropSession) write() {}
func (DropOld) write()     {}
func (SaveDraft) write()   {}
func (SaveFile) write()    {}
func (DropFile) write()    {}
func (AddLogin) write()    {}
func (DropLogin) write()   {}
