// Package class holds what a class is while it meets: who is there and where, whose hand is up,
// what was pushed and asked, who is stuck and why.
//
// Its one idea is that of engine/session: Apply is a pure function from a State and an Op to the next
// State and the Effects to perform, so every order of clicks, runs, votes and lost sockets is a table
// test. What has to last leaves as rows for the store, and Restore makes the same State of those rows:
// there is no second log of the class that could tell something else.
package class

import (
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/store"
)

// Bounds of a class.
const (
	MaxMembers = 5000      // members, those who were removed included
	MaxPushes  = 100       // pushes that are told to who comes; older ones stay in the store
	PushBytes  = 512 << 10 // of their bodies
	MaxPolls   = 50        // polls, likewise
	MaxOpen    = 8         // polls that are open at once
	MaxLookers = 16        // people who look at one notebook at once
)

// When somebody is stuck.
const (
	stuckFails  = 3             // failed runs with the same error, one after the other
	stuckAfter  = 4 * 60 * 1000 // ms at a cell, and
	stuckFactor = 2             // times the median of those who did it, of whom there are
	stuckDone   = 3             // at least
)

// State is a class. Apply takes it over: use the State it returns, not the one passed in.
type State struct {
	title     string
	lock      string // wire.LockOff, …
	presenter string // member; "" is none
	follow    bool
	log       int // generation of what members are told

	members map[string]*member
	polls   []*poll // by time
	pushes  []*push // by time
	cells   map[place]*cell
	course  map[string]int // cells of each lesson
	last    int64          // time of the newest push, poll or hand: no two have the same

	version uint64 // of the newest change that those who teach are told; from 1
	ruled   uint64 // version of what Rules tells
	shown   wire.PresenterBody
	shownAt uint64 // version of shown
}

// place is a cell of a lesson.
type place struct{ lesson, cell string }

// member is one person of the class.
type member struct {
	wire.Person
	rev    int64  // of the row that says so
	status string // store.Active, …
	pages  int    // sockets
	seen   int64  // when the last page was closed

	at     place
	here   int64 // at that place since, less the time of earlier visits; 0 when away
	run    run
	done   map[string]int // cells done, by lesson
	tried  map[place]*progress
	aside  progress // of a cell that is no lesson's
	hand   *hand
	gpu    int
	memory int64 // bytes on the devices of the session that told last

	lookers []looker
	pen     bool // who looks may write

	slow                     bool     // as of the last Tick
	why                      []string // as the row was told last
	inRow, inRoster, inHands uint64   // versions
}

// student reports whether m has a row on the board.
func (m *member) student() bool { return m.status == store.Active && !m.leads() }

// leads reports whether m is told the board.
func (m *member) leads() bool { return auth.Role(m.Role).May(auth.Watch) }

// run is what a member's cells do.
type run struct {
	session string
	state   string // wire.RowIdle, RowRunning, RowWaiting, RowFailed
	since   int64
}

func (r *run) busy() bool { return r.state == wire.RowRunning || r.state == wire.RowWaiting }

// looker is a socket that looks at a member's notebook.
type looker struct {
	by     string
	socket uint64
}

// progress is how far a member is with a cell.
type progress struct{ store.Progress }

// hand is a raised hand, or the last one of a member.
type hand struct{ store.Hand }

func (h *hand) up() bool { return h != nil && h.Ended == 0 }

// push is a card.
type push struct {
	store.Push
}

// concerns reports whether a push was for a member, or from one.
func (p *push) concerns(id string) bool {
	if len(p.To) == 0 || p.By == id {
		return true
	}
	for _, to := range p.To {
		if to == id {
			return true
		}
	}
	return false
}

// poll is a question and what was answered.
type poll struct {
	store.Poll
	votes   map[string]int // choice by member
	counts  []int
	version uint64 // of the last vote
}

// cell is one cell of the course over the class.
type cell struct {
	number   int // in its lesson, from 0
	exercise bool
	raises   bool
	tried    map[string]*progress // by member
	here     map[string]bool
	dirty    bool // heat may be out of date
	heat     wire.HeatCell
	version  uint64
}

// New returns the state of a class in which nothing has happened yet.
func New(title string) State {
	return State{
		title: title, lock: wire.LockOff, log: 1, version: 1,
		members: map[string]*member{}, cells: map[place]*cell{}, course: map[string]int{},
	}
}

// Log is the generation of what members are told: one more after each Restore.
func (s *State) Log() int { return s.log }

// Rules are what holds for notebooks.
type Rules struct {
	Lock string   `json:"lock"` // for those who do not teach, as in wire.LockBody
	Pens []string `json:"pens"` // the members at whose notebooks those write who look
}

// Rules returns what holds for notebooks; Ruled is the version of that.
func (s *State) Rules() Rules {
	r := Rules{Lock: s.lock}
	for _, m := range s.members {
		if m.pen {
			r.Pens = append(r.Pens, m.ID)
		}
	}
	return r
}

// Ruled is the version of Rules.
func (s *State) Ruled() uint64 { return s.ruled }

// Locked is the lock as a member meets it: those who teach never do.
func (s *State) Locked(id string) string {
	if m := s.members[id]; m != nil && m.leads() {
		return wire.LockOff
	}
	return s.lock
}

// Person returns an active member.
func (s *State) Person(id string) (wire.Person, bool) {
	m := s.members[id]
	if m == nil || m.status != store.Active {
		return wire.Person{}, false
	}
	return m.Person, true
}

// MayWrite reports whether who looks at a member's notebook may write in it.
func (s *State) MayWrite(id string) bool {
	m := s.members[id]
	return m != nil && m.pen
}

// person is a member as others see one, whatever became of them.
func (s *State) person(id string) wire.Person {
	if m := s.members[id]; m != nil {
		return m.Person
	}
	return wire.Person{ID: id}
}

// touch takes the next version.
func (s *State) touch(version *uint64) {
	s.version++
	*version = s.version
}
