package fiber

import (
	"fmt"
	"slices"
	"time"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// lock is threading.Lock.
type lock struct {
	object.Head
	held    bool
	waiters []*fiber
}

// Referent implements object.Holder: a lock leads to nothing. Those who wait for one are suspended, and whoever looks for
// what the session's program can reach knows their frames without it.
func (l *lock) Referent(int) (object.Value, bool) { return object.Value{}, false }

var lockClass = object.NewBuiltin("_thread.lock")

func init() {
	object.SetTypeName(lockClass, "_thread.lock")
	acquire := func(t *object.Thread, a []object.Value) (object.Value, error) {
		until, wait, err := patience(t, a[1], a[2])
		if err != nil {
			return object.Value{}, err
		}
		got, err := a[0].Object().(*lock).acquire(Of(t), until, wait)
		return object.Bool(got), err
	}
	release := func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.None, a[0].Object().(*lock).release(Of(t))
	}
	locked := func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(a[0].Object().(*lock).held), nil
	}
	lockClass.Define(object.Spec{
		Doc:       "A lock, which one thread at a time holds.",
		Signature: "lock()",
		Make: func(_ *object.Thread, c *object.Class, _ []object.Value) (object.Value, error) {
			return object.Adopt(&lock{}, c), nil
		},
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			state := "unlocked"
			if v.Object().(*lock).held {
				state = "locked"
			}
			return fmt.Sprintf("<%s _thread.lock object at %s>", state, object.Address(v)), nil
		}},
		Methods: []object.Method{
			{Sig: "acquire(self, blocking=True, timeout=-1)", Fn: acquire, Doc: "Takes the lock; waits for it if asked to. Returns whether it was taken."},
			{Sig: "release(self)", Fn: release, Doc: "Lets the lock go."},
			{Sig: "locked(self)", Fn: locked, Doc: "Whether somebody holds the lock."},
			{Sig: "__enter__(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return acquire(t, []object.Value{a[0], object.True, object.Int(-1)})
			}},
			{Sig: "__exit__(self, type, value, traceback, /)", Fn: release},
		},
	})
}

// patience reads the arguments of acquire: until when to wait, and whether at all.
func patience(t *object.Thread, blocking, timeout object.Value) (until time.Time, wait bool, err error) {
	wait, err = object.ToBool(t, blocking)
	if err != nil {
		return until, wait, err
	}
	seconds, err := binding.Seconds(t, timeout)
	switch {
	case err != nil:
		return until, wait, err
	case seconds == -1:
		return until, wait, nil
	case !wait:
		return until, wait, object.Raise(object.ValueError, "can't specify a timeout for a non-blocking call")
	case !(seconds >= 0):
		return until, wait, object.Raise(object.ValueError, "timeout value must be a non-negative number")
	case seconds > longestWait:
		return until, wait, object.Raise(object.OverflowError, "timeout value is too large")
	}
	return time.Now().Add(time.Duration(seconds * 1e9)), wait, nil
}

// longestWait is threading.TIMEOUT_MAX, in seconds.
const longestWait = 9223372036

// acquire takes the lock, waiting until the given time (zero for ever) if wait is set.
func (l *lock) acquire(s *fibers, until time.Time, wait bool) (bool, error) {
	if l.held && !wait {
		return false, s.turn() // a loop that tries again gives the holder a chance
	}
	for l.held {
		me := s.Running
		l.waiters = append(l.waiters, me)
		err := s.Wait(until)
		l.waiters = slices.DeleteFunc(l.waiters, func(f *fiber) bool { return f == me })
		if err != nil {
			return false, err
		}
		if l.held && !until.IsZero() && !time.Now().Before(until) {
			return false, nil
		}
	}
	l.held = true
	return true, nil
}

func (l *lock) release(s *fibers) error {
	if !l.held {
		return object.Raise(object.RuntimeError, "release unlocked lock")
	}
	l.held = false
	if len(l.waiters) > 0 {
		s.wake(l.waiters[0])
		l.waiters = l.waiters[1:]
	}
	return nil
}
