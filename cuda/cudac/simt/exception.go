// This file unwinds code that throws.

package simt

import (
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/syntax"
)

// Thrown unwinds host code to the handler that takes it.
type Thrown struct {
	Type *syntax.Type
	Slot int
	What string
	At   *Site
}

// Attempt runs f and returns what it threw.
func (w *Warp) Attempt(f func()) (t *Thrown) {
	stack := w.Stack
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Thrown:
			t, w.Stack = e, stack
		default:
			panic(e)
		}
	}()
	f()
	return nil
}

// Escaped says what an exception that nobody caught does.
func (w *Warp) Escaped(t *Thrown) *report.Fault {
	what := ""
	if t.What != "" {
		what = "\n  what():  " + t.What
	}
	return w.Core.Grid.Fault("assert", t.At, w.Core.block, [3]int{}, report.Uncaught, t.Type, what)
}
