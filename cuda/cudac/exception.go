// This file unwinds code that throws.

package cudac

import "gputour/cuda/cudac/syntax"

// thrown unwinds host code to the handler that takes it.
type thrown struct {
	typ  *syntax.Type
	slot int
	what string
	at   *site
}

// attempt runs f and returns what it threw.
func (w *warp) attempt(f func()) (t *thrown) {
	stack := w.stack
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *thrown:
			t, w.stack = e, stack
		default:
			panic(e)
		}
	}()
	f()
	return nil
}

// escaped says what an exception that nobody caught does.
func (w *warp) escaped(t *thrown) *Fault {
	what := ""
	if t.what != "" {
		what = "\n  what():  " + t.what
	}
	return w.run.grid.fault("assert", t.at, w.run.block, [3]int{}, uncaught, t.typ, what)
}
