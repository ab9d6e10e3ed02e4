package session

import "gputour/engine/wire"

// This file defines the State of a session and the Ops and Effects around it.

// Bounds of one session.
const (
	MaxQueue     = 256      // runs that may wait
	QueueBytes   = 4 << 20  // of their code
	MaxCells     = 512      // cells remembered in a snapshot
	MaxRemember  = 1024     // run ids remembered, so that a repeated request is not run again
	LogBytes     = 10 << 20 // events kept for clients that come back; older ones are in the snapshot
	OutputBytes  = 10 << 20 // outputs kept in the snapshot
	lossesMost   = 3        // evaluators that may be lost while nothing runs; the next comes with the next run
	overhead     = 96       // bytes counted for an event beside its body
	keepFraction = 2        // a log that is full keeps 1/keepFraction of LogBytes
)

// State is a session. Apply takes it over: use the State it returns, not the one passed in.
type State struct {
	Epoch   int
	Status  string // wire.Busy, wire.Idle or wire.Restarting
	Count   int    // runs begun in this epoch
	Current *Run   // the run that goes on
	Queue   []Run
	Spec    string // devices

	log   eventLog
	cells []*cell // in order of their last run
	bytes int     // of all outputs in cells
	runs  ring    // ids of runs seen

	ran   []string // cells that this epoch has run to their end, in the order they first did
	again []string // those of an epoch that was lost, until a run begins

	guest    *Run           // goes on beside Current, on a GPU that was lent; see lent.go
	borrowed bool           // the evaluator was lent
	gpu      *wire.GPUState // the last turn that was told of

	stage   stage // of the kill ladder, for Current
	waiting bool  // Current waits in input()

	losses    int      // evaluators that ended by themselves, with no run between
	evaluator int      // the number of the one there is; 0 is none: its place was given up, or none could be had
	reason    string   // as the last wire.StatusBody gave it
	opening   int      // the number of the one that is opened; 0 is none
	opened    int      // numbers so far
	wanted    string   // the devices that it is opened on
	before    []string // the runs that waited when other devices were asked for

	leaving int64 // when the server ends, in ms since 1970; 0 is not known
}

// stage is how hard Current has been asked to stop.
type stage uint8

const (
	running   stage = iota
	asked           // KeyboardInterrupt
	forced          // ends whatever it catches
	abandoned       // the evaluator is replaced
)

// LastStage is the highest Carried.Stage.
const LastStage = int(abandoned)

// cell is the last run of one cell, as a snapshot shows it.
type cell struct {
	wire.CellSnapshot
	bytes int
	clear bool // a clear_output(wait) is pending
	check bool // the run checks an exercise
}

// Op is something that happened to a session.
type Op interface{ op() }

type (
	// Submit asks for a run.
	Submit struct{ Run Run }
	// Interrupt asks for the run RID to stop, or whatever runs when RID is empty.
	Interrupt struct{ RID string }
	// Restart asks for fresh names. Reason is as in wire.StatusBody. With a Spec the
	// session goes on with other devices, once they are there; when they cannot be
	// had it stays as it is.
	Restart struct{ Reason, Spec string }
	// Suspend asks an idle session to do without an evaluator until its next run.
	// Names are gone, cells and their outputs stay.
	Suspend struct{}
	// Emit is an event of the run RID.
	Emit struct {
		RID  string
		Type string
		Body any
	}
	// Ended says that the run RID is over.
	Ended struct {
		RID     string
		Outcome Outcome
	}
	// Answer is the learner's answer to input() in the run RID.
	Answer struct{ RID, Value string }
	// Elapsed says that the timer set for the run RID has run out.
	Elapsed struct {
		RID   string
		Stage int
	}
	// Gone says that the evaluator of a number has ended by itself.
	Gone struct {
		Number int
		Loss   Loss
	}
	// Renewed says that the evaluator of a Renew is ready, or why none could be had.
	Renewed struct {
		Number  int
		Devices []wire.DeviceInfo
		Err     error
	}
	// Revived says that the session goes on from a log that was kept, with a new evaluator, if there was a place for one. Why is as in
	// wire.StatusBody.
	Revived struct {
		Devices []wire.DeviceInfo
		Why     string
	}
	// Leaving says that the server ends in so many ms: what runs then is cut, and is told so now. Cut does it.
	Leaving struct{ MS int64 }
	Cut     struct{}
)

func (Submit) op()    {}
func (Interrupt) op() {}
func (Restart) op()   {}
func (Suspend) op()   {}
func (Emit) op()      {}
func (Ended) op()     {}
func (Answer) op()    {}
func (Elapsed) op()   {}
func (Gone) op()      {}
func (Renewed) op()   {}
func (Revived) op()   {}
func (Leaving) op()   {}
func (Cut) op()       {}

// Effect is something to be done outside.
type Effect interface{ effect() }

type (
	// Start runs a cell.
	Start struct{ Run Run }
	// Stop is Evaluator.Stop.
	Stop struct {
		RID   string
		Force bool
	}
	// Timer sends Elapsed{RID, Stage} after KillDelay.
	Timer struct {
		RID   string
		Stage int
	}
	// Feed gives the run that waits in input() its answer.
	Feed struct{ Value string }
	// Drop lets go of the evaluator, leaving a run that still goes on to end by itself.
	Drop struct{}
	// Renew opens an evaluator and then sends Renewed with Number.
	Renew struct {
		Number int
		Spec   string
	}
	// Swap puts the evaluator of the last Renewed in the place of the one there is.
	Swap struct{}
)

func (Start) effect() {}
func (Stop) effect()  {}
func (Timer) effect() {}
func (Feed) effect()  {}
func (Drop) effect()  {}
func (Renew) effect() {}
func (Swap) effect()  {}

// Refusal is the error of an Op that was understood and not carried out. Code is as in
// wire.RefusedBody.
type Refusal struct{ Code string }

func (r *Refusal) Error() string { return "refused: " + r.Code }

// ring remembers the last MaxRemember strings.
type ring struct {
	seen  map[string]bool
	order []string
}

func (r *ring) has(s string) bool { return r.seen[s] }

func (r *ring) add(s string) {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if r.seen[s] {
		return
	}
	if len(r.order) == MaxRemember {
		delete(r.seen, r.order[0])
		r.order = append(r.order[:0:0], r.order[1:]...)
	}
	r.seen[s] = true
	r.order = append(r.order, s)
}
