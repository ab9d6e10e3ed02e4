package interp

import (
	"slices"

	"gputour/engine/bytecode"
)

// This file switches a session's code between forms. Ordinarily a frame runs
// the shared instructions. While the session watches objects (see watch.go), it
// runs a copy with a stop before each statement and each return, where the
// evaluator looks whether one of them has died. So a session that watches nothing
// pays nothing. Profiling (see profile.go) is a form, too.

// setWatching begins or ends watching.
func (s *state) setWatching(on bool) {
	if s.watch.on == on {
		return
	}
	s.watch.on = on
	s.changeForm()
}

// changeForm gives code the form that the session wants now: that of frames that run at once, other code when it is next called.
func (s *state) changeForm() {
	s.epoch++
	if s.current == nil {
		return
	}
	for f := s.current.top; f != nil && f.code != sentinel; f = f.back {
		f.code.follow()
	}
}

// follow gives the code the form that the session runs.
func (l *linked) follow() {
	l.epoch = l.state.epoch
	l.Instrs = l.Code.Instrs
	if l.state.watch.on {
		x := l.extra()
		if x.stops == nil {
			x.stops, x.live = withStops(l.Code)
		}
		l.Instrs = x.stops
	}
	if l.state.told > 0 {
		l.Instrs = tells(l.Code, l.Instrs)
	}
}

// withStops returns a copy of c's instructions that has the stops, and how many
// registers hold values at each. At a return none does but the one returned.
func withStops(c *bytecode.Code) (instrs []bytecode.Instr, live []uint8) {
	instrs = slices.Clone(c.Instrs)
	live = make([]uint8, len(instrs))
	for _, s := range c.Starts {
		if int(s.PC) < len(instrs) {
			instrs[s.PC].Op = bytecode.Stop
			live[s.PC] = s.Live
		}
	}
	for pc := range instrs {
		if op := c.Instrs[pc].Op; op == bytecode.Return || op == bytecode.ReturnNone {
			instrs[pc].Op = bytecode.Stop
		}
	}
	return instrs, live
}

// stop is what a stop of fr does, before the instruction there runs.
func (m *machine) stop(fr *frame) error {
	w := &m.state.watch
	if len(w.list) == 0 {
		if w.idle++; w.idle > idleStops {
			m.state.setWatching(false)
			fr.code.follow()
		}
		return nil
	}
	w.idle = 0
	if w.skip > 0 {
		w.skip--
		return nil
	}
	w.skip = len(w.list) / stopsPerObject
	op := fr.code.Code.Instrs[fr.pc-1].Op
	if returns := op == bytecode.Return || op == bytecode.ReturnNone; returns && fr.kind == entryFrame && m.nested > 1 {
		return nil // to Go code, which may hold what Python no longer does
	}
	switch op {
	case bytecode.Return:
		a := fr.code.Code.Instrs[fr.pc-1].A
		v := fr.regs[a]
		clear(fr.regs[:fr.code.NumRegs])
		fr.regs[a] = v
		m.live = int(a) + 1
	case bytecode.ReturnNone:
		clear(fr.regs[:fr.code.NumRegs])
		m.live = 0
	default:
		m.live = int(fr.code.live[fr.pc-1])
	}
	err := m.reap(false)
	m.live = unknownLive
	return err
}

// idleStops is how many stops find nothing to watch before the session's code takes
// its ordinary form again: a loop that enters and leaves context managers watches
// one generator after the other.
const idleStops = 1000

// stopsPerObject bounds the cost of watching very many objects: a stop looks at
// all of them, but only one in len/stopsPerObject stops does.
const stopsPerObject = 16
