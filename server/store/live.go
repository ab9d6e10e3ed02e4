package store

import "context"

// This file is what lasts of a class that meets: what holds for it, what was pushed and asked, whose hand
// is up, and how far everybody is. Times are ms since 1970.

// LiveStore keeps it. It is part of Store.
type LiveStore interface {
	// Live returns what holds for the class, or ErrNone.
	Live(ctx context.Context) (Live, error)
	// Pushes returns the newest pushes, the oldest of them first; Polls the open polls and then the newest of the others,
	// likewise by time.
	Pushes(ctx context.Context, most int) ([]Push, error)
	Polls(ctx context.Context, most int) ([]Poll, error)
	// Votes returns all votes of a poll, by member.
	Votes(ctx context.Context, poll string) ([]Vote, error)
	// Hands returns the hands that are up, the oldest first.
	Hands(ctx context.Context) ([]Hand, error)
	// Progress returns how far a member is, by lesson and cell; AllProgress how far everybody is.
	Progress(ctx context.Context, member string) ([]Progress, error)
	AllProgress(ctx context.Context) ([]Progress, error)
}

// Live is what holds for a class.
type Live struct {
	Log       int    // generation of what members are told
	Lock      string // as in wire.LockBody
	Presenter string // member; "" is none
	Follow    bool
}

// Push is a card that somebody sent.
type Push struct {
	ID, By string
	At     int64 // no two pushes, polls or hands have the same
	Kind   string
	To     []string // members; none is all
	Lesson string
	Cell   string
	Body   string
}

// Poll is a question.
type Poll struct {
	ID, By   string
	At       int64
	Kind     string
	Question string
	Options  []string
	Answer   int // the option that is right, from 0; -1 is none
	Hidden   bool
	Lesson   string
	Cell     string
	Closed   int64 // 0 while it is open
}

// Vote is a member's answer to a poll.
type Vote struct {
	Poll, Member string
	Choice       int
	At           int64
}

// Hand is a raised hand.
type Hand struct {
	ID, Member   string
	Lesson, Cell string
	Note         string
	At           int64
	TakenBy      string // who comes to help; "" is nobody yet
	Ended        int64  // 0 while it is up
}

// Progress is how far a member is with a cell.
type Progress struct {
	Member, Lesson, Cell string
	Attempts             int
	Hints                int    // parts of the solution that were shown
	First                int64  // first run
	Last                 int64  // end of the last run
	Done                 int64  // when it was passed, or ran without an error where there is no check; 0 is not yet
	Spent                int64  // ms at the cell until then
	Error                string // exception of the last run; "" when that did not fail
	Fails                int    // runs that failed with it, one after the other
	Killed               bool   // a budget ended the last run, or its process went
}

type (
	// SaveLive keeps what holds for the class.
	SaveLive struct{ Live }
	// SavePush, SavePoll, SaveVote, SaveHand and SaveProgress keep a row, new or again.
	SavePush     struct{ Push }
	SavePoll     struct{ Poll }
	SaveVote     struct{ Vote }
	SaveHand     struct{ Hand }
	SaveProgress struct{ Progress }
)

func (SaveLive) write()     {}
func (SavePush) write()     {}
func (SavePoll) write()     {}
func (SaveVote) write()     {}
func (SaveHand) write()     {}
func (SaveProgress) write() {}
