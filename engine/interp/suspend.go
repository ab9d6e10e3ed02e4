package interp

import (
	"runtime/debug"
	"slices"

	"gputour/engine/object"
)

// A session's threads take turns: one runs, the others are suspended somewhere in a
// builtin. What their frames refer to stays reachable meanwhile.

// NewThread returns a thread beside t: of the same run, with as many steps as t has left.
func NewThread(t *object.Thread) *object.Thread {
	beside := object.NewThread(t.Session, t.Token)
	newMachine(beside)
	if m, ok := t.Frame.(*machine); ok && m.budget != ^uint64(0) {
		LimitSteps(beside, m.budget-min(m.budget, t.Steps))
	}
	return beside
}

// Suspend puts t aside before another thread runs. It reports false, and does
// nothing, where t answers a question in the middle of another's run.
func Suspend(t *object.Thread) bool {
	m := machineOf(t)
	if m.outer != nil {
		return false
	}
	t.Session.Turns++
	m.state.current = nil
	m.state.suspended = append(m.state.suspended, m)
	return true
}

// Resume has t go on after Suspend.
func Resume(t *object.Thread) {
	m := machineOf(t)
	m.state.suspended = slices.DeleteFunc(m.state.suspended, func(other *machine) bool { return other == m })
	m.state.current = m
}

// ClearAll is ClearDead for all threads of s.
func ClearAll(s *object.Session) {
	state := stateOf(s)
	if m := state.current; m != nil {
		m.ClearDead()
	}
	for _, m := range state.suspended {
		m.ClearDead()
	}
}

// Guard calls f, the outermost call of a thread, and makes a panic of ours an *InternalError.
func Guard(t *object.Thread, f func() error) (err error) {
	m := machineOf(t)
	defer func() {
		if r := recover(); r != nil {
			m.abandon(0)
			err = &InternalError{Cause: r, Stack: debug.Stack()}
		}
		if m.top != nil {
			m.release()
		}
	}()
	return f()
}
