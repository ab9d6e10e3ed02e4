// Package gpuq decides who has a GPU and for how long: a pure scheduler of leases.
//
// Its one idea: Apply is a function from a State, an Op and the time to the next State and the Effects to carry out, so every order
// of requests, ends and clocks is a test, and what is replayed is what was. A lease is a process: it begins when a Start was
// answered by Started, and the cards are free again when Exited says that the process is gone, not before.
//
// Who is next is a matter of fair share: whoever has used least of the cards, where use is forgotten with a half-life, as in
// Slurm's multifactor priority (PriorityDecayHalfLife, https://slurm.schedmd.com/priority_multifactor.html); who has used as much
// waits in the order of asking. Who comes for the first time, or after a half-life without, starts at the mean of those who take
// part, so that nobody saves up turns and takes them in a row (what Linux's CFS does for a task that wakes up,
// https://docs.kernel.org/scheduler/sched-design-CFS.html).
//
// A slot has an end only while somebody waits for it.
package gpuq

import "time"

// Config is what does not change.
type Config struct {
	Cards    int
	Slot     time.Duration // a lease may be ended after this, when somebody waits
	HalfLife time.Duration // of use; 0 is DefaultHalfLife
}

// DefaultHalfLife is half a lesson.
const DefaultHalfLife = 30 * time.Minute

// WarnShare is the part of a slot after which its end is announced; the rest is always left from then on.
const WarnShare = 0.8

// tries is how often a request may meet a card that does not start.
const tries = 3

// rest is how long a card is left alone that did not start, doubled with each time; restMost bounds it.
const (
	rest     = 5 * time.Second
	restMost = 5 * time.Minute
)

// Kind is what somebody wants a card for.
type Kind string

const (
	Job     Kind = "job"     // a notebook, from its first cell to its last
	Session Kind = "session" // whatever comes, until it is given back
)

// State is the queue. Apply takes it over: use the State it returns. Times are in ms since 1970.
type State struct {
	Config
	Paused  bool // nobody is given a card, but by name
	Halted  bool // nobody at all
	Cards   []Card
	Waiting []Request // in the order of asking
	Leases  []Lease   // in the order of granting
	Use     map[string]Use
	Reserve string // the waiting request that free cards are held for, until there are enough; "" is none
	Jumps   int64  // so far
	Typical int64  // ms that a job takes, as the last ones did; 0 is unknown
}

// Card is one GPU.
type Card struct {
	Host   string // the machine that it is in: all cards of a lease are in one
	Number int    // that it has there, from 0
	Gone   bool   // its machine is not here
	Fails  int    // processes in a row that did not start on it
	Rest   int64  // it is left alone until then
}

// Request is somebody's wish for cards. A member has one at a time.
type Request struct {
	ID     string
	Member string
	Kind   Kind
	Cards  int
	Asked  int64
	Jump   int64 // who was put first: a higher one comes before a lower one
	Given  bool  // gets a card even while the queue is paused
	Away   bool  // nobody is there to use it: it keeps its place and is passed over
	Tries  int   // cards that did not start
}

// Lease is a request that has cards.
type Lease struct {
	Request
	On      []int // cards
	Taken   int64 // the cards are its own since then
	Granted int64 // its process is there since then; 0 before
	Until   int64 // it ends then, since somebody waits; 0 is open
	Why     string
	Ending  bool // it was asked to end, for Why
}

// Use is what a member has had.
type Use struct {
	MS    float64 // of one card, decayed up to At
	At    int64
	Total int64 // ms, not decayed
}

// Op is something that happened.
type Op interface{ op() }

type (
	// Ask is a wish for cards.
	Ask struct {
		ID, Member string
		Kind       Kind
		Cards      int
	}
	// Cancel gives a request or a lease up; Done tells Why, "" being "released".
	Cancel struct{ ID, Why string }
	// Here says whether somebody is there for whom a request is made.
	Here struct {
		ID   string
		Here bool
	}
	// Started says that a lease's process is there; Exited that it is gone. One that never was has Failed; with Again
	// the request is put first, since it did not have what it wanted.
	Started struct{ ID string }
	Exited  struct {
		ID, Why       string
		Failed, Again bool
	}
	// Join says that a machine is here with so many cards; Part that it is not. Who has cards of one that is gone keeps them
	// until Exited.
	Join struct {
		Host  string
		Cards int
	}
	Part struct{ Host string }
	// Tick says that time has passed; it is due at Next.
	Tick struct{}

	// Halt stops the giving out of cards for good reasons of the server's, and resumes it.
	Halt struct{ On bool }

	// Pause stops or resumes the giving out of cards: what an instructor may do, like the following.
	Pause struct{ On bool }
	// Jump puts a request first.
	Jump struct{ ID string }
	// Give puts a request first, paused or not, and takes cards for it from whoever has had them longest.
	Give struct{ ID string }
	// Take ends a lease.
	Take struct{ ID string }
)

func (Ask) op()     {}
func (Cancel) op()  {}
func (Here) op()    {}
func (Started) op() {}
func (Exited) op()  {}
func (Join) op()    {}
func (Part) op()    {}
func (Tick) op()    {}
func (Halt) op()    {}
func (Pause) op()   {}
func (Jump) op()    {}
func (Give) op()    {}
func (Take) op()    {}

// Effect is something to be done.
type Effect interface{ effect() }

type (
	// Start starts the process of a lease on cards; it is answered by Started or Exited.
	Start struct {
		ID string
		On []int
	}
	// End ends the process of a lease; it is answered by Exited.
	End struct{ ID, Why string }
	// Done says that a request is over: why, and for how many ms it had cards.
	Done struct {
		Request
		Why string
		MS  int64
	}
)

func (Start) effect() {}
func (End) effect()   {}
func (Done) effect()  {}

// Reasons of Done that are the scheduler's own; others come from Cancel and Exited.
const (
	Released = "released" // given back
	SlotOver = "slot"     // somebody waited
	Taken    = "taken"    // by an instructor
	Failed   = "failed"   // no card would start
)

// Refusal is the error of an Op that makes no sense now; then nothing has changed.
type Refusal struct{ Code string }

func (r *Refusal) Error() string { return "refused: " + r.Code }

// Codes of a Refusal.
const (
	AlreadyAsked = "gpu-asked"   // a member has one request at a time
	TooMany      = "gpu-cards"   // there are not so many cards
	Unknown      = "gpu-unknown" // there is no such request
)

// New returns a queue that nobody waits in.
func New(c Config) State {
	if c.HalfLife == 0 {
		c.HalfLife = DefaultHalfLife
	}
	s := State{Config: c, Cards: make([]Card, c.Cards), Use: map[string]Use{}}
	for i := range s.Cards {
		s.Cards[i].Number = i
	}
	return s
}
