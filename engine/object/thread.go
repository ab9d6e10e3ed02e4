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
}

// Token stops one run. Each run has a fresh one, so a late stop cannot reach the next run.
type Token struct{ reason atomic.Pointer[Stopped] }

// Stop asks the run to end with KeyboardInterrupt (kill false), or to end
// whatever it catches (kill true). It may be called from any goroutine, more than once.
func (k *Token) Stop(s *Stopped) { k.reason.Store(s) }

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
