// Package fiber is what Python's threads are made of: goroutines of which one runs at a time.
package fiber

import (
	"slices"
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// Module _fiber: what threads are made of. A thread of Python is a goroutine, but of a
// session's goroutines only the one with the baton runs; it gives the baton on where it
// waits: for a lock, a sleep or a thread's end. So Python code sees threads that switch
// at those places alone, in the same order every time, and no object needs a lock.

// maxFibers bounds the threads of a session.
const maxFibers = 2000

// fiber is one thread.
type fiber struct {
	thread  *object.Thread
	id      int64
	baton   chan struct{}
	waiting bool         // and not in fibers.ready
	until   time.Time    // when waiting ends at the latest; zero for never
	killed  bool         // the session is closed
	err     error        // what wait shall return
	Decimal object.Value // its context of decimal arithmetic, nil until that is asked for
	locals  []any        // what the session's Locals keep for it
}

// fibers are the threads of a session.
type fibers struct {
	main, Running *fiber
	all           []*fiber // but main
	ready         []*fiber // who can go on, in turn
	started       int64
	Slept         time.Duration // while all waited
	ended         chan struct{} // gets a value when a killed fiber is gone
}

var fibersKey = object.NewKey(func(s *object.Session) *fibers {
	main := &fiber{id: 1, baton: make(chan struct{})}
	f := &fibers{main: main, Running: main, started: 1, ended: make(chan struct{})}
	s.AtClose(f.close)
	return f
})

// Of returns the threads of t's session, with t as the running one's: each cell has a
// thread of its own, and so has a question that is answered in the middle of a run.
func Of(t *object.Thread) *fibers {
	s := fibersKey.Get(t.Session)
	s.Running.thread = t
	return s
}

// start runs f in a new thread at once, until that waits or ends.
func (s *fibers) start(call func(*object.Thread) error) (*fiber, error) {
	me := s.Running
	if len(s.all) >= maxFibers {
		return nil, object.Raise(object.RuntimeError, "can't start new thread")
	}
	s.started++
	f := &fiber{id: s.started, baton: make(chan struct{}), thread: interp.NewThread(me.thread)}
	if !interp.Suspend(me.thread) {
		return nil, object.Raise(object.RuntimeError, "can't start new thread")
	}
	s.all = append(s.all, f)
	s.ready = slices.Insert(s.ready, 0, me)
	go s.run(f, call)
	if err := s.give(me, f); err != nil {
		return nil, err
	}
	return f, s.back(me)
}

// run is the goroutine of a thread.
func (s *fibers) run(f *fiber, call func(*object.Thread) error) {
	<-f.baton
	var err error
	if !f.killed {
		err = interp.Guard(f.thread, func() error { return call(f.thread) })
	}
	s.all = slices.DeleteFunc(s.all, func(other *fiber) bool { return other == f })
	if f.killed {
		s.ended <- struct{}{}
		return
	}
	if err != nil { // it was stopped; so is the program
		s.main.err = err
		s.wake(s.main)
	}
	next := s.next()
	if next == nil {
		next = s.main
	}
	s.adopt(f, next)
	next.baton <- struct{}{}
}

// adopt makes next the running thread after f. It obeys the run that f belongs to: a thread may outlast the cell that started it.
func (s *fibers) adopt(f, next *fiber) {
	s.Running = next
	f.locals = nil
	for i, l := range f.thread.Session.Locals {
		f.locals = append(f.locals, l.Leave())
		var kept any
		if i < len(next.locals) {
			kept = next.locals[i]
		}
		l.Enter(kept)
	}
	if next != s.main {
		next.thread.Token = f.thread.Token
	}
}

// give lets next run and returns when me has the baton again. me is suspended.
func (s *fibers) give(me, next *fiber) error {
	s.adopt(me, next)
	next.baton <- struct{}{}
	<-me.baton
	interp.Resume(me.thread)
	if me.killed {
		return &object.Stopped{}
	}
	return nil
}

// wake ends f's wait.
func (s *fibers) wake(f *fiber) {
	if f.waiting {
		f.waiting = false
		s.ready = append(s.ready, f)
	}
}

// next takes the thread whose turn it is, nil if all wait.
func (s *fibers) next() *fiber {
	now := time.Now()
	for _, f := range append([]*fiber{s.main}, s.all...) {
		if f.waiting && !f.until.IsZero() && !now.Before(f.until) {
			s.wake(f)
		}
	}
	if len(s.ready) == 0 {
		return nil
	}
	f := s.ready[0]
	s.ready = s.ready[1:]
	return f
}

// turn lets the others run that can.
func (s *fibers) turn() error {
	me := s.Running
	next := s.next()
	if next == nil || !s.suspend(me, next) {
		return me.thread.Poll()
	}
	s.ready = append(s.ready, me)
	if err := s.give(me, next); err != nil {
		return err
	}
	return s.back(me)
}

// Wait returns when somebody wakes the running thread, or at the given time.
func (s *fibers) Wait(until time.Time) error {
	me := s.Running
	me.waiting, me.until = true, until
	defer func() { me.waiting = false }()
	for me.waiting {
		next := s.next()
		switch {
		case next == me:
		case next == nil && me == s.main:
			if err := s.idle(); err != nil {
				return err
			}
		default:
			if next == nil {
				next = s.main
			}
			if !s.suspend(me, next) {
				return object.Raise(object.RuntimeError, "cannot wait for another thread here")
			}
			if err := s.give(me, next); err != nil {
				return err
			}
		}
	}
	return s.back(me)
}

// suspend puts me aside for next, whose turn is left for later where that cannot be.
func (s *fibers) suspend(me, next *fiber) bool {
	ok := interp.Suspend(me.thread)
	if !ok && !next.waiting {
		s.ready = slices.Insert(s.ready, 0, next)
	}
	return ok
}

// back is what start, turn and wait end with: an error that me was woken with, or a stop.
func (s *fibers) back(me *fiber) error {
	if err := me.err; err != nil {
		me.err = nil
		return err
	}
	return me.thread.Poll()
}

// idle waits, in slices so that a stop is obeyed, for the first thread whose time has come.
func (s *fibers) idle() error {
	me := s.main.thread
	defer func() { s.main.thread = me }() // a question may have come by
	first := s.main.until
	for _, f := range s.all {
		if !f.until.IsZero() && f.waiting && (first.IsZero() || f.until.Before(first)) {
			first = f.until
		}
	}
	if first.IsZero() {
		return object.Raise(object.RuntimeError, "deadlock: every thread waits for another one")
	}
	if flush := me.Session.Flush; flush != nil {
		flush()
	}
	if left := time.Until(first); left > 0 {
		began := time.Now()
		time.Sleep(min(left, 10*time.Millisecond))
		s.Slept += time.Since(began)
	}
	return me.Poll()
}

// close ends the goroutines of the threads that wait.
func (s *fibers) close() {
	for len(s.all) > 0 {
		f := s.all[0]
		f.killed = true
		f.baton <- struct{}{}
		<-s.ended
	}
	s.ready = nil
}

func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_fiber", "What threads are made of.")
	m.Dict.Set("Lock", lockClass.Value())
	m.AddFuncs(
		object.Def("start(function, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			f, err := Of(t).start(func(t *object.Thread) error {
				_, err := object.Call(t, a[0])
				return err
			})
			if err != nil {
				return object.Value{}, err
			}
			return object.Int(f.id), nil
		}, "Runs function in a new thread until that waits or ends; returns the thread's number."),
		object.Def("ident()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Int(Of(t).Running.id), nil
		}, "The number of the running thread."),
		object.Def("count()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Int(int64(len(Of(t).all))), nil
		}, "The number of threads beside the main one."),
		object.Def("turn()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.None, Of(t).turn()
		}, "Lets the other threads run that can."),
	)
	return m, nil
}
