// Package session holds what a notebook session is, apart from the language it
// runs: its queue, its runs, its numbered events, and the clients that watch.
//
// Its one idea: Apply is a pure function from a State and an Op to the next State
// and the Effects to perform, so every order of clicks, outputs, timers and lost
// sockets is a table test. Around it, Session is one goroutine that applies Ops and
// performs Effects; evaluators and sockets only send Ops and read an immutable
// view of the event log, so neither can hold up the other.
//
// The package never imports the interpreter: package eval satisfies Evaluator.
package session

import (
	"context"
	"path"
	"strings"
	"unicode/utf8"

	"gputour/engine/wire"
)

// Evaluator runs cells and owns the names they define. Run is called for one run at
// a time; every other method may be called from any goroutine at any time.
type Evaluator interface {
	// Run evaluates a cell and returns when the run has ended. It must not panic.
	Run(run Run, out Output) Outcome
	// Stop asks the run to end: with an exception that code can catch, or, when
	// force is set, whatever the code catches. The run "" is whatever runs. Stopping a
	// run that is over does nothing, one that is about to begin holds when it does. Stop never waits.
	Stop(rid string, force bool)
	Complete(code string, cursor int) wire.CompleteReplyBody
	Inspect(code string, cursor, detail int) wire.InspectReplyBody
	Diagnose(code string) wire.DiagnoseReplyBody
	Place() wire.PlacementBody
	Devices() []wire.DeviceInfo
	// Put writes a file where cells find it. It is called before the first run.
	Put(f File)
	// Lost is told when the evaluator has ended by itself, because its process is gone. It
	// is nil where that cannot be, and closed by Close.
	Lost() <-chan Loss
	// Close frees what the evaluator holds. It is called once, and waits for a run that
	// still goes on, which has been asked to stop for good.
	Close()
}

// Loss is why an evaluator is gone, and all names with it.
type Loss struct {
	Reason string            // as in wire.StatusBody
	Limit  wire.LimitBody    // what a run under way is told
	Text   map[string]string // the text of Limit by language
}

// Opener makes an evaluator on the devices of a spec ("sim:2"; "" is the default).
type Opener func(spec string) (Evaluator, error)

// Run is one execution of one cell.
type Run struct {
	RID   string // the client's id of the run
	Cell  string
	Code  string
	Count int    // the n of In[n]
	Lang  string // language of explanations
	// Step records the run for the page to step through.
	Step bool
	// KeepGoing leaves the queue alone when this run fails.
	KeepGoing bool
	// Control is set when the run calls back what hangs on a control that the cell shows. It has no Code, no Count and no
	// place in the history, and what it prints and displays belongs to the cell's last run.
	Control *wire.ControlBody
	// Check is set when the run checks an exercise; Code is the learner's answer.
	Check *Check
}

// Check is an exercise to be checked.
type Check struct {
	Setup []Setup // the cells before it
	// Own are cells whose names an answer may define although the cells before have them,
	// too: the exercise as it stands and its solution.
	Own    []string
	Tests  []Test
	Points int
	// Named has results name the test functions, for who gives points for each.
	Named bool
}

// Setup is one cell that runs before an answer. Its text is kept from the answer.
type Setup struct {
	Code   string
	Raises bool // it may raise; what it defined before that stays
	Aside  bool // it need not run where none of the names that it gives values to is read
}

// Test is one cell of tests.
type Test struct {
	Code   string
	Hidden bool
}

// Output is where a run's events go. It may be used from any goroutine until Run
// returns; it never waits for a client.
type Output interface {
	// Stream prints text on "stdout" or "stderr".
	Stream(name, text string)
	// Emit sends an event with one of wire's bodies: Display, Result, Failed, …
	Emit(typ string, body any)
	// Input asks the learner for a line and waits for it, or for ctx to end.
	Input(ctx context.Context, req wire.InputRequestBody) (string, error)
}

// Bounds of the files that outlast an evaluator.
const (
	FileBytes  = 8 << 20  // of one file; a larger one is not told
	FilesBytes = 64 << 20 // of all
	FilesMost  = 4096     // files
)

// File is a file of a session, apart from those below /tmp.
type File struct {
	Path string `json:"path"` // of which Lasting holds
	Data []byte `json:"data,omitempty"`
	Gone bool   `json:"gone,omitempty"` // it was removed, or has grown too large
}

// Lasting reports whether a file with this path can be kept: it is absolute and clean, no longer than Linux's PATH_MAX,
// and text that every store takes.
func Lasting(name string) bool {
	return path.IsAbs(name) && path.Clean(name) == name && len(name) <= 4096 && utf8.ValidString(name) && !strings.Contains(name, "\x00")
}

// Outcome is how a run ended.
type Outcome struct {
	Files []File        // that differ from what the outcome before told, or Put did
	State wire.RunState // RunDone, RunFailed or RunStopped
	Cost  wire.Cost
	Exit  *Exit // the run ended by SystemExit
	Gone  bool  // there is no such control as Run.Control
	Lost  *Loss // the evaluator is gone, and did not see the run to its end
}

// Exit is what SystemExit asks of a program: its status, and what it says on stderr.
type Exit struct {
	Status  int
	Message string
}
