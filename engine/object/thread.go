package object

import (
	"errors"
	"sync"
	"sync/atomic"

	"gputour/engine/breath"
)

// Thread is one run of Python code: its stop token, its budgets, its depth, and
// the session it runs in. A Thread belongs to one goroutine; only its Token may
// be touched from others.
type Thread struct {
	Session *Session
	Token   *Token
	// Frame is the innermost frame; the evaluator owns its meaning.
	Frame any
	// Depth counts nested calls, in Python and in Go; see Enter.
	Depth int
	// Steps counts executed instructions since the run began.
	Steps uint64
	// Handling is the exception that an except clause is dealing with: the
	// __context__ of what is raised next, and sys.exc_info(). Zero for none.
	Handling *Exception
	// StopValue is the value of the StopIteration that ended the last Next of an
	// iterator written in Python (for `yield from`).
	StopValue Value

	gathered []Value // see collect
	scratch  []Value // arguments on their way into built-in functions
	charged  int64   // bytes charged since the last look at the heap
	reprs    []*Head // objects whose repr is being made, for [...]
	ticks    uint8
	held     int // see Hold
	// interrupt is the latest KeyboardInterrupt that a stop became.
	interrupt *Exception
}

// Local is what Go code keeps apart for each thread of Python, as it keeps threading.local() apart. Leave takes what the
// running thread has when that makes way for another, Enter gives that what it had: nil to a new one.
type Local struct {
	Leave func() any
	Enter func(kept any)
}

// NewThread returns a thread of one run in s, stopped by k (nil for never).
func NewThread(s *Session, k *Token) *Thread {
	if k == nil {
		k = new(Token)
	}
	return &Thread{Session: s, Token: k, scratch: make([]Value, 0, 256)}
}

// Token reaches one run from outside: it stops the run, or has it answer a question
// about its objects. Each run has a fresh one, so a late stop cannot reach the next run.
type Token struct {
	waiting  atomic.Bool // there is a stop or a visit
	stopping atomic.Bool // there is a stop

	mu     sync.Mutex
	stop   *Stopped
	visits []func()
	knock  chan struct{} // see Knock
}

// Stop asks the run to end with KeyboardInterrupt (Interrupt is set), or to end
// whatever it catches. It may be called from any goroutine, more than once.
func (k *Token) Stop(s *Stopped) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil && !k.stop.Interrupt && s.Interrupt {
		return // it is to end whatever it catches
	}
	k.stop = s
	k.stopping.Store(true)
	k.waiting.Store(true)
}

// Visit has f called on the run's goroutine the next time the run polls, when no
// object is in the middle of a change. A run that has ended never calls it.
func (k *Token) Visit(f func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.visits = append(k.visits, f)
	k.waiting.Store(true)
	select {
	case k.bell() <- struct{}{}:
	default:
	}
}

// Knock gets a value when there is a visit: a builtin that waits for something
// outside selects on it and polls.
func (k *Token) Knock() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bell()
}

func (k *Token) bell() chan struct{} {
	if k.knock == nil {
		k.knock = make(chan struct{}, 1)
	}
	return k.knock
}

// Waiting reports whether a stop or a visit waits for the next poll.
func (k *Token) Waiting() bool { return k.waiting.Load() }

// Stopping is true while a stop waits for the next poll: for loops that cannot poll
// themselves, but can end early.
func (k *Token) Stopping() *atomic.Bool { return &k.stopping }

// take returns what waits. An Interrupt is delivered once, and not while it is held back; any other stop stays.
func (k *Token) take(hold bool) (*Stopped, []func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	stop, visits := k.stop, k.visits
	k.visits = nil
	switch {
	case stop == nil || !stop.Interrupt:
	case hold:
		stop = nil
	default:
		k.stop = nil
	}
	k.stopping.Store(k.stop != nil)
	k.waiting.Store(k.stop != nil)
	return stop, visits
}

// Poll delivers a waiting stop, as KeyboardInterrupt or as *Stopped, and lets visits
// in. Every loop of a builtin that Python code can make long calls it, on the
// run's goroutine.
func (t *Thread) Poll() error {
	if breath.Needed {
		breath.Take()
	}
	if !t.Token.waiting.Load() {
		return nil
	}
	return t.deliver()
}

func (t *Thread) deliver() error {
	stop, visits := t.Token.take(t.held > 0)
	for _, visit := range visits {
		visit()
	}
	switch {
	case stop == nil:
		return nil
	case stop.Interrupt:
		t.interrupt = NewException(KeyboardInterrupt)
		return t.interrupt
	}
	return stop
}

// Defer has a stop that became the exception e come again: what ended with e is not what was to be stopped.
// It reports whether e was one.
func (t *Thread) Defer(e *Exception) bool {
	if e != t.interrupt {
		return false
	}
	t.Token.Stop(&Stopped{Interrupt: true})
	return true
}

// Hold keeps interrupts waiting until Free is called as often: for what is Python in this program and
// would be one instruction's work in another's, such as a step of an event loop. Other stops end it as ever.
func (t *Thread) Hold() { t.held++ }

// Free ends what Hold began.
func (t *Thread) Free() { t.held = max(t.held-1, 0) }

// Open calls f, in which interrupts are let through, and holds them again as before.
func (t *Thread) Open(f func() error) error {
	held := t.held
	t.held = 0
	defer func() { t.held = held }()
	return f()
}

// Enter counts one more nested call; Leave takes it back. Enter fails with
// RecursionError when the session's limit is reached; the call must then not Leave.
// where is empty or a phrase such as " in comparison". Enter polls: shared data is visited
// once for each way that leads to it.
func (t *Thread) Enter(where string) error {
	if t.Token.waiting.Load() {
		if err := t.deliver(); err != nil {
			return err
		}
	}
	if t.Depth >= t.Session.RecursionLimit {
		return t.tooDeep(where)
	}
	t.Depth++
	return nil
}

// Leave ends what Enter began.
func (t *Thread) Leave() { t.Depth-- }

func (t *Thread) tooDeep(where string) error {
	return Raise(RecursionError, "maximum recursion depth exceeded%s", where)
}

// Stopped is the error of a run that was ended from outside or by a budget. It is
// no Python exception: no `except` or `finally` sees it.
type Stopped struct {
	// Limit names the budget that was exceeded ("steps", "time", …); empty for a stop by the user.
	Limit string
	// Value and Peak are the budget and what was asked of it, in the budget's unit.
	Value, Peak int64
	// Interrupt asks for a KeyboardInterrupt, which Python code can catch, in place of ending the run.
	Interrupt bool
}

// ErrStopped is what every *Stopped matches with errors.Is.
var ErrStopped = errors.New("run stopped")

func (s *Stopped) Error() string {
	if s.Limit != "" {
		return "run stopped: " + s.Limit + " limit reached"
	}
	return "run stopped"
}

func (s *Stopped) Is(target error) bool { return target == ErrStopped }
