package object

import (
	"errors"
	"sync/atomic"
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

	scratch []Value // arguments on their way into built-in functions
	charged int64   // bytes charged since the last look at the heap
	reprs   []*Head // objects whose repr is being made, for [...]
	ticks   uint8
}

// NewThread returns a thread of one run in s, stopped by k (nil for never).
func NewThread(s *Session, k *Token) *Thread {
	if k == nil {
		k = new(Token)
	}
	return &Thread{Session: s, Token: k, scratch: make([]Value, 0, 256)}
}

// Token stops one run. Each run has a fresh one, so a late stop cannot reach the next run.
type Token struct{ reason atomic.Pointer[Stopped] }

// Stop asks the run to end with KeyboardInterrupt (kill false), or to end
// whatever it catches (kill true). It may be called from any goroutine, more than once.
func (k *Token) Stop(s *Stopped) { k.reason.Store(s) }

// Stopped reports whether a stop is waiting to be delivered.
func (k *Token) Stopped() bool { return k.reason.Load() != nil }

// take returns the waiting stop. An Interrupt is delivered once; any other stop stays.
func (k *Token) take() *Stopped {
	s := k.reason.Load()
	if s != nil && s.Interrupt {
		k.reason.CompareAndSwap(s, nil)
	}
	return s
}

// Poll delivers a waiting stop: as KeyboardInterrupt, or as *Stopped. Every loop
// of a builtin that Python code can make long calls it.
func (t *Thread) Poll() error {
	if t.Token.reason.Load() == nil {
		return nil
	}
	return t.deliver()
}

func (t *Thread) deliver() error {
	s := t.Token.take()
	switch {
	case s == nil:
		return nil
	case s.Interrupt:
		return NewException(KeyboardInterrupt)
	}
	return s
}

// Enter counts one more nested call; Leave takes it back. Enter fails with
// RecursionError when the session's limit is reached; the call must then not Leave.
// where is empty or a phrase such as " in comparison".
func (t *Thread) Enter(where string) error {
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
