package interp

import (
	"errors"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file raises exceptions and finds their handlers.

// raise executes a raise statement; err is never nil. again tells that the statement is bare, so
// that the frame adds no second entry to the traceback.
func (m *machine) raise(regs *[window]object.Value, in *bytecode.Instr) (again bool, err error) {
	if in.C == 0 {
		e := m.handling()
		if e == nil {
			return false, object.Raise(object.RuntimeError, "No active exception to reraise")
		}
		return true, e
	}
	e, err := object.Normalize(m.t, regs[in.A])
	if err != nil {
		return false, err
	}
	if in.C == 2 {
		if err := m.setCause(e, regs[in.B]); err != nil {
			return false, err
		}
	}
	e.SetContext(m.handling())
	return false, e
}

// handling is the exception that is being handled here or in a frame below.
func (m *machine) handling() *object.Exception { return m.t.Handling }

func (m *machine) setCause(e *object.Exception, cause object.Value) error {
	e.SuppressContext = true
	if cause.IsNone() {
		e.Cause = nil
		return nil
	}
	if k, ok := cause.Object().(*object.Class); ok && k.IsSubclassOf(object.BaseException) {
		made, err := object.Normalize(m.t, cause)
		e.Cause = made
		return err
	}
	made, ok := cause.Object().(*object.Exception)
	if !ok {
		return object.Raise(object.TypeError, "exception causes must derive from BaseException")
	}
	e.Cause = made
	return nil
}

// unwind leaves frames until one has a handler for err, raised by the
// instruction before fr.pc, and returns that frame ready to go on. Where there is
// none up to entry it leaves entry too and returns the error. handed tells that
// the traceback has an entry for fr already.
func (m *machine) unwind(fr, entry *frame, err error, handed bool) (*frame, error) {
	e, caught := err.(*object.Exception)
	if !caught {
		caught = errors.As(err, &e)
	}
	if caught && e.Traceback.IsNil() && !handed && e.Context == nil { // made by Go code just now: raise statements have set it
		e.SetContext(m.t.Handling)
	}
	if !caught { // no finally runs that would end the profiler, and nothing that it raises is to take the place of err
		m.profile(nil)
	}
	for {
		if m.profiling != nil {
			if failed := m.toldLeft(fr); failed != nil {
				err = failed
				e, caught = failed.(*object.Exception)
			}
		}
		if caught {
			if !handed {
				m.addTraceback(e, fr)
			}
			if h := fr.code.HandlerAt(fr.pc - 1); h != nil {
				m.closeLoops(fr, int(h.Reg)+1)
				m.handle(fr, h, e)
				return fr, nil
			}
		}
		if caught {
			m.closeLoops(fr, len(fr.code.Locals))
		}
		handed = false
		if m.profiling != nil {
			if failed := m.toldReturn(object.None); failed != nil {
				err = failed
				e, caught = failed.(*object.Exception)
			}
		}
		m.leave(fr)
		if fr.gen != nil && fr.kind >= genEntryFrame {
			if e2 := fr.gen.fail(m, e); e2 != nil {
				e, err = e2, e2
			}
		}
		if fr == entry {
			return nil, err
		}
		fr = fr.back
	}
}

// closeLoops ends the generators that belong to the loops of fr which an exception
// leaves: those whose state lies in register from or above. What they raise has
// nobody to go to.
func (m *machine) closeLoops(fr *frame, from int) {
	for r := fr.liveTop() - 1; r >= from; r-- {
		g, ok := objectOf(fr.regs[r]).(*Generator)
		if ok && g.owned && g.state == genSuspended {
			g.owned = false
			m.top = fr
			_ = m.closeGenerator(g)
		}
	}
}

// handle makes fr go on in handler h.
func (m *machine) handle(fr *frame, h *bytecode.Handler, e *object.Exception) {
	fr.regs[h.Reg] = e.Value()
	fr.pc = h.Target
	m.top = fr
	if h.Outer == bytecode.NoReg {
		m.t.Handling = fr.handling
	} else {
		m.t.Handling, _ = fr.regs[h.Outer].Object().(*object.Exception)
	}
}

// leave drops fr after an exception.
func (m *machine) leave(fr *frame) {
	m.t.Handling = fr.handling
	m.t.Depth--
	m.top = fr.back
	fr.self = object.Value{}
}

// poll looks whether the run has to end: a stop is waiting or the steps are used up.
func (m *machine) poll() error {
	if m.t.Steps >= m.budget {
		return &object.Stopped{Limit: "steps", Value: int64(m.budget), Peak: int64(m.t.Steps)}
	}
	m.pace()
	return m.t.Poll()
}

// charge counts n bytes of small objects, and announces them to the session in lots of 64 KiB. Callers give about what
// an object takes, with 16 bytes for each Value in it.
func (m *machine) charge(n int) error {
	if m.allocated += n; m.allocated < 1<<16 {
		return nil
	}
	n, m.allocated = m.allocated, 0
	return m.t.Charge(n)
}
