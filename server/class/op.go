package class

import (
	"gputour/engine/wire"
	"gputour/server/store"
)

// This file defines the Ops and Effects around a State.

// Op is something that happened to a class.
type Op interface{ op() }

type (
	// Enrolled says who a member is now: new, renamed, with another role or status. One with a lower Rev
	// than that of one before comes too late.
	Enrolled struct {
		wire.Person
		Rev    int64
		Status string // store.Active, …
	}
	// Lessons says which cells there are to do.
	Lessons struct{ Lessons []wire.OutlineLesson }
	// Titled names the class.
	Titled struct{ Title string }

	// Came says that a member has opened a page; Left that one was closed.
	Came struct{ Member string }
	Left struct{ Member string }
	// At says what a member looks at.
	At struct {
		Member string
		wire.WhereBody
	}

	// Ran says how far a run of a member is. Lesson is "" outside the lessons.
	Ran struct {
		Member, Session, Lesson, Cell string
		State                         string // wire.RowWaiting, RowRunning
	}
	// Ended says how a run ended, and when; 0 is now. One that was Found in a log counts if it is later than what is known,
	// and so does one that is told Again, since nobody knows whether it has been.
	Ended struct {
		Member, Session, Lesson, Cell string
		At                            int64
		Found, Again                  bool
		State                         wire.RunState
		Error                         string // name of the exception
		Killed                        bool   // a budget ended it, or its process is gone
		Check                         string // status of the check that the run was; "" is none
	}
	// Gone says that nothing more is heard of a member's session: nobody knows what its runs do.
	Gone struct{ Member, Session string }
	// Hinted says that a member was shown so many parts of a cell's solution.
	Hinted struct {
		Member, Lesson, Cell string
		Parts                int
	}
	// Turn says how it stands with a member's turn on a GPU, as wire.BoardRow.GPU.
	Turn struct {
		Member string
		GPU    int
	}
	// Used says how many bytes a member's session holds on its devices.
	Used struct {
		Member string
		Bytes  int64
	}

	// Look says that a socket of By looks at a member's notebook; Looked that it no longer does.
	Look struct {
		Member, By string
		Socket     uint64
	}
	Looked struct {
		Member string
		Socket uint64
	}
	// Tick says that time has passed.
	Tick struct{}

	// Request is what a member asked for: one of wire's bodies. RID is the client's.
	Request struct {
		By, RID string
		Body    any
	}
)

func (Enrolled) op() {}
func (Lessons) op()  {}
func (Titled) op()   {}
func (Came) op()     {}
func (Left) op()     {}
func (At) op()       {}
func (Ran) op()      {}
func (Ended) op()    {}
func (Gone) op()     {}
func (Hinted) op()   {}
func (Turn) op()     {}
func (Used) op()     {}
func (Look) op()     {}
func (Looked) op()   {}
func (Tick) op()     {}
func (Request) op()  {}

// Effect is something to be done outside.
type Effect interface{ effect() }

type (
	// Tell tells members something, in order. When an Op also has a Keep, that comes first.
	Tell struct {
		To   Audience
		Type string
		Body any
	}
	// Keep makes a row last.
	Keep struct{ Row store.Write }
	// Close ends a member's sockets: they are no member any more, or have another role.
	Close struct{ Member string }
	// Made answers a Request: the id of what it made, if anything.
	Made struct{ ID string }
)

func (Tell) effect()  {}
func (Keep) effect()  {}
func (Close) effect() {}
func (Made) effect()  {}

// Audience is who is told. The zero Audience is the whole class.
type Audience struct {
	Members []string // these
	Only    Side     // of a side
}

// Side is one of the two sides of a class.
type Side uint8

const (
	Both Side = iota
	Learners
	Teachers
)

// Refusal is the error of an Op that was understood and not carried out. Code is as in
// wire.RefusedBody.
type Refusal struct{ Code string }

func (r *Refusal) Error() string { return "refused: " + r.Code }
