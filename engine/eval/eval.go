// Package eval runs cells: it owns one session's interpreter, its globals and its
// devices, and turns what happens there into the events of package wire.
//
// It satisfies session.Evaluator. What the text of a cell says is package cell's business, and what
// a learner reads about an error beyond Python's own words package advice's.
package eval

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"gputour/engine/diag"
	"gputour/engine/eval/cost"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/session"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// Config is what evaluators share.
type Config struct {
	// Machine opens the devices of a spec; "" is the default one.
	Machine func(spec string) (*Machine, error)
	Limits  wire.Limits
	// Script runs sources as `python FILE` does: nothing is displayed, no magics,
	// tracebacks in CPython's form.
	Script bool
	// Reprs shows values by their repr alone, not laid out as a notebook does.
	Reprs bool
	// Args are sys.argv.
	Args []string
	// Kernels runs the cells that begin with %%cuda; nil where there is no such compiler.
	Kernels func(KernelCell) (object.Value, error)
	// Modules can be imported beside the library's.
	Modules []interp.Module
	// CheckKernel says what is wrong with a cell in CUDA C++ that begins on a line; it may be nil.
	CheckKernel func(source string, line int) diag.List
	// LookWait is how long completion and help wait for a running cell to let them in,
	// before they make do with what was known; 0 is 30 ms.
	LookWait time.Duration
	// LookTime is how long the answer itself may take. Zero is 250 ms.
	LookTime time.Duration
	// Explain is another word on an exception; it may be nil, and so may what it returns.
	Explain func(*object.Thread, *object.Exception) *Word
	// Log receives bugs; nil is slog's default.
	Log *slog.Logger
}

// Word explains an exception: a text with a stable code and what stands in its places, so
// that a page can say it in any language.
type Word struct {
	Code  string
	Args  []string
	Text  string
	Touch *Touch // where in an array it went wrong; nil where it is in none
}

// Touch is where in an array it went wrong, and Toucher who was there.
type (
	Touch   = wire.Touch
	Toucher = wire.Toucher
)

// KernelCell is a cell in CUDA C++.
type KernelCell struct {
	Thread  *object.Thread
	Machine *Machine
	Globals *object.Namespace // where its kernels go, by name
	File    string            // for diagnostics: "Cell In[3]"
	Options string            // what stands behind %%cuda
	Source  string            // begins on line 2 of the cell
}

// Evaluator runs the cells of one session.
type Evaluator struct {
	config  Config
	spec    string // what the machine was opened for
	machine *Machine
	tensors *tensor.Env
	session *object.Session
	main    *object.Namespace

	programs *process.World // of the programs that it starts and is one of
	working  chan struct{}  // full while Python runs, or while the live objects are read
	rest     *time.Timer    // see atRest
	mu       sync.Mutex     // guards run and places
	run      *active
	early    earlyStop
	places   wire.PlacementBody

	cells   map[string]string // file name in tracebacks → cell id
	history []string          // In[]
	out     *object.Dict      // Out[]
	number  string            // see serial
	meter   cost.Meter
	seen    *sight                  // of the last tensor operation that failed
	hook    object.Value            // sys.excepthook as it was at first
	files   shelf                   // as the last run left them
	names   names                   // for completion while a run cannot be asked
	assumed map[string]object.Value // names that a text would bind, while somebody looks

	shellObject object.Value // what get_ipython() returns, once asked for
	stepping    bool         // the source that runs next is recorded: see stepThrough
	magicFile   string       // the cell whose magic runs, in tracebacks
	held        object.Value // takes the displays that are held back: a list or a function, or nil
	formats     object.Value // makes more representations of an object, if not nil
	mode        string       // of tracebacks: Context, Plain, Minimal
	reprs       bool         // values are shown by their repr alone
	floats      bool         // floats are the pretty printer's, too
}

// active is the run that goes on.
type active struct {
	session.Run
	token  *object.Token
	thread *object.Thread
	out    session.Output
	ctx    context.Context // ends when the run is asked to stop
	cancel context.CancelFunc
	asked  bool // stopped by the user
	exit   *session.Exit

	within   *active          // the run that this one is a part of: a check has two, which end with it
	process  *process.Process // the run's own
	mu       sync.Mutex       // guards what follows
	over     bool             // no more events: Run is about to return
	programs []*process.Process
	halted   bool // programs that are started are stopped at once
}

// New opens an evaluator on the devices of spec.
func New(spec string, config Config) (*Evaluator, error) {
	machine, err := config.Machine(spec)
	if err != nil {
		return nil, err
	}
	e, err := newEvaluator(machine, config)
	if err != nil {
		return nil, err
	}
	e.spec = spec
	e.found()
	e.meter.Watch(machine.CPU, machine.accelerators())
	return e, nil
}

// newEvaluator opens an evaluator on a machine.
func newEvaluator(machine *Machine, config Config) (*Evaluator, error) {
	if config.Log == nil {
		config.Log = slog.Default()
	}
	s := object.NewSession()
	if n := config.Limits.MemoryBytes; n > 0 {
		s.Limits.Bytes = n
		s.Limits.Alloc = min(s.Limits.Alloc, n)
		if host, ok := machine.CPU.(interface{ SetLimit(bytes int) }); ok { // the objects' budget is the tensors', too
			host.SetLimit(int(n))
		}
	}
	e := &Evaluator{config: config, machine: machine, session: s, cells: map[string]string{}, working: make(chan struct{}, 1)}
	e.rest = time.AfterFunc(restAfter, e.atRest)
	e.meter.Session, e.meter.Cells = s, e.cells
	if err := e.install(); err != nil {
		return nil, err
	}
	e.main = interp.Main(s)
	e.hook, _ = s.Sys.Get("excepthook")
	if config.Args != nil {
		var args []object.Value
		for _, a := range config.Args {
			args = append(args, object.NewStr(a))
		}
		s.Sys.Set("argv", object.NewList(args))
	}
	return e, nil
}

// Finish runs what the program has registered with atexit. Call it after the last run.
func (e *Evaluator) Finish(out session.Output) {
	if _, used := e.session.Modules.GetStr("atexit"); !used {
		return
	}
	e.working <- struct{}{}
	defer func() { <-e.working }()
	a := e.Begin(session.Run{Lang: "en"}, out)
	defer e.end(a)
	defer e.limitTime(a)()
	_, err := e.guarded(func() (object.Value, error) {
		module, err := interp.Import(a.thread, "atexit")
		if err != nil {
			return object.None, err
		}
		_, err = object.CallAttr(a.thread, module, "_run_exitfuncs")
		return object.None, err
	})
	if err != nil {
		e.outcome(a, err)
	}
}

// Open returns config as a session.Opener.
func (c Config) Open(spec string) (session.Evaluator, error) { return New(spec, c) }

// WriteFile puts a file into the session's file system, under its current folder.
func (e *Evaluator) WriteFile(name string, data []byte) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%s is no name for a file in the session", name)
	}
	file := path.Join(e.session.Cwd, name)
	if err := e.session.FS.MkdirAll(path.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := e.session.FS.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(data)
	return err
}

// Stop implements session.Evaluator.
func (e *Evaluator) Stop(rid string, force bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.run == nil || rid != "" && rid != e.run.RID {
		e.early = earlyStop{rid, force} // it may be about to begin
		return
	}
	e.run.stop(force)
}

// earlyStop is a stop that came before its run began.
type earlyStop struct {
	rid   string
	force bool
}

func (a *active) stop(force bool) {
	a.asked = true
	a.halt(&object.Stopped{Interrupt: !force})
}

// Devices implements session.Evaluator.
func (e *Evaluator) Devices() []wire.DeviceInfo { return e.machine.Infos() }

// Lost implements session.Evaluator: the evaluator is in this process.
func (e *Evaluator) Lost() <-chan session.Loss { return nil }

// Close implements session.Evaluator.
func (e *Evaluator) Close() {
	e.working <- struct{}{}
	defer func() { <-e.working }()
	e.rest.Stop()
	e.session.Close()
	e.machine.Close()
	if e.session.Heavy() {
		giveBack()
	}
}

// returning is true while memory is about to be given back.
var returning atomic.Bool

// giveBack collects what ended sessions held and gives it back to the system, once for all
// that end within a short time. It waits a little: who closes an evaluator still has it.
func giveBack() {
	if returning.CompareAndSwap(false, true) {
		time.AfterFunc(time.Second, func() {
			returning.Store(false)
			debug.FreeOSMemory()
		})
	}
}

var _ session.Evaluator = (*Evaluator)(nil)
