// Package process lets several Python processes of one notebook take turns.
//
// Its one idea: of a world's processes one runs at a time, and gives the turn on where it waits for another. So what
// they print has the same order in every run, nothing they share needs a lock, and when all wait for one another that
// is known at once: it is an error that says who waits for what, instead of a cell that never ends.
//
// A process is a session of its own on a goroutine of its own; who starts one decides what it runs.
package process

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"gputour/engine/object"
)

var of = object.NewKey(func(*object.Session) *Process { return nil })

// Of is the process that a session's code runs in, nil where there are no processes.
func Of(s *object.Session) *Process { return of.Get(s) }

// Set says that a session's code runs in p.
func Set(s *object.Session, p *Process) { of.Set(s, p) }

// World is the processes of one notebook. The zero World is empty.
type World struct {
	// Start begins a process that runs c, for who has the turn. It is set by who knows how to.
	Start func(c Child) (*Process, error)
	// Clock, if it is set, is the simulated time of the program on the host. Each process has its own.
	Clock Clock

	mu      sync.Mutex
	running *Process
	last    *Process   // who ran last
	all     []*Process // that have not ended, in the order in which they began
	queue   []*Process // who can go on, in turn
	outside int        // processes that have left their turn and will want it back
	started int
	shared  map[any]any
}

// Clock is simulated time in nanoseconds.
type Clock interface {
	HostTime() int64
	SetHostTime(int64)
}

// Child is a program to be run.
type Child struct {
	Parent *object.Session   // whose files and environment it has
	Dir    string            // its folder
	Name   string            // for people
	File   string            // the program: a file, or what tracebacks call Code
	Code   string            // instead of the file's text
	Module string            // instead of both: what python -m runs
	Args   []string          // sys.argv from 1
	Env    map[string]string // added to the parent's
	Data   any               // what it was given, for Python's multiprocessing
	Share  int               // how many share what memory its parent may take; at least 1
	Stdout io.Writer
	Stderr io.Writer
}

// Process is one of them.
type Process struct {
	World *World
	ID    int
	Name  string // for people: "rank 1"
	Data  any    // what it was given
	// Ended says that it is over, with Status: below 0, the signal that ended it. Only who has the turn looks.
	Ended  bool
	Status int

	clock int64 // while another one runs
	stop  func(force bool)
	fresh bool // it stands in the queue since it began
	turn  chan struct{}
	aside bool          // it has left its turn to others of the world
	done  func() bool   // while it waits: whether it may go on
	until time.Time     // and when it goes on in any case; zero for never
	on    func() string // what it waits for, for people
	joins bool          // it waits for others to end: that they cannot is told to them
	err   error         // why it goes on without what it waited for
	timer *time.Timer
}

// Deadlock is the error of processes of which each waits for another.
type Deadlock struct {
	Waits []string // "rank 0 waits for all_reduce at train.py:12", …
}

func (d *Deadlock) Error() string {
	return "deadlock: every process waits for another one: " + strings.Join(d.Waits, "; ")
}

// Begin adds a process, whose turn comes after those that are there already; its goroutine begins with Enter.
func (w *World) Begin(name string) *Process {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.started++
	p := &Process{World: w, ID: w.started, Name: name, turn: make(chan struct{}, 1)}
	if w.Clock != nil {
		p.clock = w.Clock.HostTime()
	}
	w.all, w.queue, p.fresh = append(w.all, p), append(w.queue, p), true
	w.pass(nil)
	return p
}

// StopWith says how the process is stopped, until it has ended.
func (p *Process) StopWith(stop func(force bool)) {
	p.World.mu.Lock()
	defer p.World.mu.Unlock()
	p.stop = stop
}

// Stop ends the process as a signal does: with KeyboardInterrupt, or by force. It may be called from any goroutine.
func (p *Process) Stop(force bool) {
	p.World.mu.Lock()
	stop := p.stop
	p.World.mu.Unlock()
	if stop != nil {
		stop(force)
	}
}

// HasTurn reports whether it is the process's turn.
func (p *Process) HasTurn() bool {
	p.World.mu.Lock()
	defer p.World.mu.Unlock()
	return p.World.running == p
}

// Live is how many processes have begun and not ended.
func (w *World) Live() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.all)
}

// Enter waits for the turn.
func (p *Process) Enter() {
	w := p.World
	w.mu.Lock()
	if p.fresh {
		p.fresh = false
		w.mu.Unlock()
		<-p.turn
		return
	}
	if !p.aside {
		w.outside--
	}
	p.aside = false
	w.queue = append(w.queue, p)
	w.pass(nil)
	w.mu.Unlock()
	<-p.turn
}

// Leave gives the turn on, for as long as the process waits for something that is no process of the world.
func (p *Process) Leave() { p.leave(false) }

// StandAside is Leave while others of the world work for the process, as those do that a shell has started: that it will
// want its turn back does not save them from a deadlock.
func (p *Process) StandAside() { p.leave(true) }

func (p *Process) leave(aside bool) {
	w := p.World
	w.mu.Lock()
	defer w.mu.Unlock()
	if p.aside = aside; !aside {
		w.outside++
	}
	w.pass(p)
}

// End is the last call of a process that has the turn.
func (p *Process) End() {
	w := p.World
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = slices.DeleteFunc(w.all, func(q *Process) bool { return q == p })
	p.Ended, p.stop, p.Data = true, nil, nil
	if w.Clock != nil {
		p.clock = w.Clock.HostTime()
	}
	w.pass(p)
}

// Join waits until one of others has ended or, unless it is zero, until a time has come, and says which.
func (p *Process) Join(until time.Time, others ...*Process) (bool, error) {
	over := func(q *Process) bool { return q.Ended }
	ended, err := p.wait(nil, until, func() bool { return slices.ContainsFunc(others, over) }, true)
	if clock := p.World.Clock; clock != nil {
		for _, q := range others {
			if q.Ended {
				clock.SetHostTime(max(clock.HostTime(), q.clock))
			}
		}
	}
	return ended, err
}

// Wait gives the turn on until done reports true or, unless until is zero, that time has come; whether done was true
// is the answer. done is called while others have the turn, or nobody, and must do nothing but look at what processes
// share. on says for people what is waited for. The error is a *Deadlock, or what Interrupt was given.
func (p *Process) Wait(on func() string, until time.Time, done func() bool) (bool, error) {
	return p.wait(on, until, done, false)
}

func (p *Process) wait(on func() string, until time.Time, done func() bool, joins bool) (bool, error) {
	w := p.World
	w.mu.Lock()
	if done() {
		w.mu.Unlock()
		return true, nil
	}
	p.done, p.on, p.until, p.joins, p.err = done, on, until, joins, nil
	if !until.IsZero() {
		p.timer = time.AfterFunc(time.Until(until), w.nudge)
	}
	w.pass(p)
	w.mu.Unlock()
	<-p.turn
	w.mu.Lock()
	defer w.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	ok := p.done()
	p.done, p.on = nil, nil
	return ok, p.err
}

// Interrupt has a process that waits go on with an error.
func (p *Process) Interrupt(err error) {
	w := p.World
	w.mu.Lock()
	defer w.mu.Unlock()
	if p.done != nil {
		p.err = err
		w.pass(nil)
	}
}

// nudge looks whether somebody can go on, since time has passed.
func (w *World) nudge() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pass(nil)
}

// pass takes the turn from a process (nil for none) and gives it to the next that can go on, if nobody has it. The lock is held.
func (w *World) pass(from *Process) {
	if from != nil && w.running == from {
		w.running = nil
	}
	if w.running != nil {
		return
	}
	next := w.next()
	if next == nil && w.stuck() {
		next = w.next()
	}
	if next == nil {
		return
	}
	if w.Clock != nil && next != w.last {
		if w.last != nil && !w.last.Ended {
			w.last.clock = w.Clock.HostTime()
		}
		w.Clock.SetHostTime(next.clock)
	}
	w.running, w.last = next, next
	next.turn <- struct{}{}
}

// next takes who goes on: those that wait before those that come in, each in its order after who ran last.
func (w *World) next() *Process {
	at := slices.Index(w.all, w.last) + 1
	for i := range w.all {
		p := w.all[(at+i)%len(w.all)]
		if p.done != nil && !slices.Contains(w.queue, p) && (p.err != nil || p.done() || p.late()) {
			return p
		}
	}
	if len(w.queue) == 0 {
		return nil
	}
	p := w.queue[0]
	w.queue = w.queue[1:]
	return p
}

func (p *Process) late() bool { return !p.until.IsZero() && !time.Now().Before(p.until) }

// stuck gives all who wait a *Deadlock, when there is nobody who could end their waiting.
func (w *World) stuck() bool {
	if w.outside > 0 {
		return false
	}
	d := &Deadlock{}
	for _, p := range w.all {
		if p.aside {
			continue
		}
		if p.done == nil || !p.until.IsZero() {
			return false
		}
		if !p.joins {
			d.Waits = append(d.Waits, fmt.Sprintf("%s waits for %s", p.Name, p.on()))
		}
	}
	for _, p := range w.all {
		if p.done != nil && !p.joins {
			p.err = d
		}
	}
	return len(d.Waits) > 0
}

// Alone waits until the process is the only one of its world.
func (p *Process) Alone() error {
	_, err := p.wait(nil, time.Time{}, func() bool { return len(p.World.all) == 1 }, true)
	return err
}

// Shared returns what the processes share under a key, made by make when it is not there yet. Only who has the turn asks.
func (w *World) Shared(key any, make func() any) any {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.shared == nil {
		w.shared = map[any]any{}
	}
	if _, ok := w.shared[key]; !ok {
		w.shared[key] = make()
	}
	return w.shared[key]
}

// Forget drops what is shared under a key.
func (w *World) Forget(key any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.shared, key)
}
