// Package assign is what follows from the rows of assignments: who may hand in, who is late, which attempt counts, what
// everybody has.
//
// Its one idea: nothing of that is stored. A due time that moves, an extension, a point given by hand change what is shown
// from then on and no row else; so every function here is pure, and its table of cases is its test.
//
//	draft ──open──→ open ──close──→ closed ──release──→ released
//	                 │  each member: working ─submit─→ submitted n ─grade─→ graded
package assign

import (
	"time"

	"gputour/server/store"
)

// The rules of being late (store.Assignment.Late).
const (
	Refuse = "refuse" // nothing is taken after the due time
	Mark   = "mark"   // it is taken, and said to be late
	Deduct = "deduct" // it is taken, and has less
)

// Which attempt counts (store.Assignment.Counts).
const (
	Last = "last"
	Best = "best"
)

// When students see points and what the tests say (store.Assignment.Feedback).
const (
	Now     = "now"
	AtDue   = "due"
	Release = "release"
)

// moves are the states that an assignment may go to.
var moves = map[store.AssignmentState][]store.AssignmentState{
	store.AssignmentDraft:    {store.AssignmentOpen},
	store.AssignmentOpen:     {store.AssignmentDraft, store.AssignmentClosed, store.AssignmentReleased},
	store.AssignmentClosed:   {store.AssignmentOpen, store.AssignmentReleased},
	store.AssignmentReleased: {store.AssignmentClosed},
}

// MayMove reports whether an assignment may go from one state to another. One of which something was handed in is no draft again.
func MayMove(from, to store.AssignmentState, handedIn bool) bool {
	for _, s := range moves[from] {
		if s == to {
			return !(to == store.AssignmentDraft && handedIn)
		}
	}
	return false
}

// Due is when a member's work is due, 0 for never: extended is what they were given, 0 for nothing.
func Due(a *store.Assignment, extended int64) int64 {
	if a.Due == 0 {
		return 0
	}
	return max(a.Due, extended)
}

// Closing is when a member's work is taken no more, 0 for never.
func Closing(a *store.Assignment, extended int64) int64 {
	closes := a.Closes
	if a.Late == Refuse && a.Due > 0 {
		due := Due(a, extended) + a.Grace
		if closes == 0 || closes > due {
			closes = due
		}
	}
	if closes == 0 {
		return 0
	}
	return max(closes, extended)
}

// Lateness is how late something was handed in.
type Lateness struct {
	By      time.Duration // after the due time; 0 is not late
	Percent int           // that it costs
}

// Late reports whether it was late at all.
func (l Lateness) Late() bool { return l.By > 0 }

const day = 24 * time.Hour

// LatenessOf says how late a time is.
func LatenessOf(a *store.Assignment, extended, at int64) Lateness {
	due := Due(a, extended)
	if due == 0 || at <= due+a.Grace {
		return Lateness{}
	}
	l := Lateness{By: time.Duration(at-due) * time.Millisecond}
	if a.Late == Deduct {
		days := int64((l.By + day - 1) / day)
		most := int64(a.LateMost)
		if most <= 0 || most > 100 {
			most = 100
		}
		l.Percent = int(min(days*int64(a.LatePercent), most))
	}
	return l
}

// deduct takes percent off, rounded to the student's favour.
func deduct(p store.Points, percent int) store.Points {
	return p - p*store.Points(percent)/100
}

// Refusal is why nothing is taken from a member now; its value names the text that says so.
type Refusal string

// The refusals.
const (
	NotOpen    Refusal = "not-open"
	NotYet     Refusal = "not-yet"
	TooLate    Refusal = "too-late"
	NoAttempts Refusal = "no-attempts"
	NotMember  Refusal = "not-member"
	NoAnswers  Refusal = "no-answers"
)

func (r Refusal) Error() string { return "the submission is refused: " + string(r) }

// MayHandIn says why a member who has handed in used times may not hand in now; nil when they may.
func MayHandIn(a *store.Assignment, extended int64, used int, now int64) error {
	closing := Closing(a, extended)
	switch {
	case a.State != store.AssignmentOpen:
		return NotOpen
	case now < a.Opens:
		return NotYet
	case closing > 0 && now > closing:
		return TooLate
	case a.Attempts > 0 && used >= a.Attempts:
		return NoAttempts
	}
	return nil
}

// Visible reports whether a member may see an assignment.
func Visible(a *store.Assignment, now int64) bool {
	return a.State != store.AssignmentDraft && now >= a.Opens
}

// MaySeePoints reports whether a member sees points and what tests say.
func MaySeePoints(a *store.Assignment, extended, now int64) bool {
	switch {
	case a.State == store.AssignmentReleased:
		return true
	case a.State == store.AssignmentDraft:
		return false
	case a.Feedback == Now:
		return true
	case a.Feedback == AtDue:
		return now > Due(a, extended)+a.Grace
	}
	return false
}
