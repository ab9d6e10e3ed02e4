package interp

import (
	"errors"
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file tells a profiler of a thread's calls, as sys.setprofile and cProfile ask for. A thread without one pays
// nothing: calls of Python functions take the way of threads that follow objects (see temporary.go), and calls of
// functions written in Go are found by putting bytecode.Tell in the place of their instructions.

// Event is what a profiler is told of.
type Event uint8

const (
	Called     Event = iota // a Python function begins, or a generator goes on
	Returned                // it ends, by an exception too, or a generator yields
	CalledGo                // a Python function calls one written in Go
	ReturnedGo              // which returns
	RaisedGo                // or raises
)

var eventNames = [...]string{"call", "return", "c_call", "c_return", "c_exception"}

func (e Event) String() string { return eventNames[e] }

// Profiler is told of what a thread does: callee is the code object of a Python function, or a function written in Go;
// v is what the former returns, or the object whose method the latter is.
type Profiler func(t *object.Thread, e Event, callee, v object.Value) error

// profiling is a profiler at work.
type profiling struct {
	tell Profiler
	self object.Value // sys.getprofile()
	busy bool         // it is being told of something: what it does itself is not told
	comp *linked      // the comprehension that it is being told of, which is a function in Python 3.11
}

// SetProfiler has p told of what t does from now on; nil ends that. self is what sys.getprofile returns.
func SetProfiler(t *object.Thread, p Profiler, self object.Value) {
	m := machineOf(t)
	if p == nil {
		m.profile(nil)
		return
	}
	m.profile(&profiling{tell: p, self: self, busy: m.profiling != nil && m.profiling.busy})
	m.following = true
}

// profile puts p in the place of the thread's profiler; nil ends that, as a run does that leaves frames without their
// finally, where the program would have ended it, and as a thread does that no run goes on from.
func (m *machine) profile(p *profiling) {
	was := m.profiling
	if m.profiling = p; m.main {
		m.state.profiling = p
	}
	m.state.countTold(was, p)
}

// ProfilerOf is what SetProfiler was given as self, None for no profiler.
func ProfilerOf(t *object.Thread) object.Value {
	if p := machineOf(t).profiling; p != nil {
		return p.self
	}
	return object.None
}

// inherit makes m the machine of a run of the main thread, unless it answers a question in the middle of one.
func (m *machine) inherit() {
	if m.main = m.state.current == nil; m.main && m.state.profiling != nil {
		m.profiling, m.following = m.state.profiling, true
	}
}

// countTold has the session's code tell of calls as long as some thread has a profiler.
func (s *state) countTold(was, is *profiling) {
	before := s.told
	if was != nil {
		s.told--
	}
	if is != nil {
		s.told++
	}
	if (before > 0) != (s.told > 0) {
		s.changeForm()
	}
}

// tells are instructions of c with a bytecode.Tell for each call, and where comprehensions begin and end.
func tells(c *bytecode.Code, instrs []bytecode.Instr) []bytecode.Instr {
	instrs = slices.Clone(instrs)
	for pc := range instrs {
		if calls(instrs[pc].Op) {
			instrs[pc].Op = bytecode.Tell
		}
	}
	for _, comp := range c.Comps {
		if c.Instrs[comp.End].Op == bytecode.LoadNil { // it forgets its variable: nothing else leads there
			instrs[comp.Start].Op, instrs[comp.End].Op = bytecode.Tell, bytecode.Tell
		}
	}
	return instrs
}

func calls(op bytecode.Op) bool {
	switch op {
	case bytecode.Call, bytecode.CallMethod, bytecode.CallKw, bytecode.CallMethodKw, bytecode.CallEx:
		return true
	}
	return false
}

// tell is what a bytecode.Tell in the place of in does; done says that in has been executed.
func (m *machine) tell(fr *frame, in *bytecode.Instr) (done bool, err error) {
	switch {
	case m.profiling == nil:
		return false, nil
	case calls(in.Op):
		return m.callTold(fr, in)
	}
	for i, comp := range fr.code.Comps {
		switch fr.pc - 1 {
		case comp.Start:
			err = m.toldComp(fr, i, Called)
		case comp.End:
			err = m.toldComp(fr, i, Returned)
		}
	}
	return false, err
}

// toldComp tells of comprehension i of fr.
func (m *machine) toldComp(fr *frame, i int, e Event) error {
	m.profiling.comp = fr.code.comp(i)
	defer func() {
		if m.profiling != nil {
			m.profiling.comp = nil
		}
	}()
	return m.told(e, codeValue(m.profiling.comp), object.None)
}

// toldLeft tells that an exception leaves fr, and the comprehensions there.
func (m *machine) toldLeft(fr *frame) error {
	for i, comp := range fr.code.Comps {
		if m.profiling != nil && comp.Start < fr.pc-1 && fr.pc-1 < comp.End {
			if err := m.toldComp(fr, i, Returned); err != nil {
				return err
			}
		}
	}
	return nil
}

// told tells the profiler of an event of the innermost frame. A profiler that fails is over.
func (m *machine) told(e Event, callee, v object.Value) error {
	p := m.profiling
	if p == nil || p.busy {
		return nil
	}
	p.busy = true
	err := p.tell(m.t, e, callee, v)
	p.busy = false
	if m.profiling != nil {
		m.profiling.busy = false
	}
	if err != nil {
		SetProfiler(m.t, nil, object.None)
	}
	return err
}

// toldCall tells of the beginning of the innermost frame, toldReturn of its end with v.
func (m *machine) toldCall() error { return m.told(Called, codeValue(m.top.code), object.None) }

func (m *machine) toldReturn(v object.Value) error { return m.told(Returned, codeValue(m.top.code), v) }

// enterTold is what the dispatch loop does at the end of a call, for a thread with a profiler.
func (m *machine) enterTold(nf *frame, fn *Function, kind frameKind, dst uint8) error {
	if m.t.Depth >= m.state.session.RecursionLimit || m.t.Depth >= maxFrames {
		return errTooDeep()
	}
	if m.t.Steps += fn.code.steps; m.t.Steps >= m.stepLimit || m.t.Token.Waiting() {
		if err := m.poll(); err != nil {
			return err
		}
	}
	m.enter(nf, fn, kind)
	nf.dst = dst
	if kind == initFrame {
		nf.self = nf.regs[0]
	}
	return m.toldCall()
}

// callTold executes a call of a function written in Go and tells of it; ok is false for other calls.
func (m *machine) callTold(fr *frame, in *bytecode.Instr) (ok bool, err error) {
	mark := len(m.keywords)
	defer func() {
		clear(m.keywords[mark:])
		m.keywords = m.keywords[:mark]
	}()
	callee, pos, kw := m.callParts(fr, in)
	self, ok := ofGo(callee, pos)
	if !ok {
		return false, nil
	}
	if err = m.told(CalledGo, callee, self); err != nil {
		return true, err
	}
	if err = m.callGo(fr, in, callee, pos, kw); err == nil {
		return true, m.told(ReturnedGo, callee, self)
	}
	if errors.Is(err, object.ErrStopped) { // nothing that the profiler raises is to take its place
		return true, err
	}
	if failed := m.told(RaisedGo, callee, self); failed != nil {
		err = failed
	}
	return true, err
}

// ofGo reports functions and methods written in Go, and what a method is called on; CPython does not tell of classes
// that are called, nor of the wrappers of slots.
func ofGo(callee object.Value, pos []object.Value) (self object.Value, ok bool) {
	b, ok := callee.Object().(*object.Builtin)
	switch {
	case ok && callee.Class() == object.BuiltinClass:
		return b.Self, true
	case ok && callee.Class() == object.MethodDescrClass && len(pos) > 0:
		return pos[0], true
	}
	return object.Value{}, false
}

// sysSetProfile is sys.setprofile(function).
func sysSetProfile(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsNone() {
		SetProfiler(t, nil, object.None)
	} else {
		SetProfiler(t, profileFunction(a[0]), a[0])
	}
	return object.None, nil
}

// profileFunction calls function(frame, event, arg).
func profileFunction(function object.Value) Profiler {
	return func(t *object.Thread, e Event, callee, v object.Value) error {
		arg := v
		if e >= CalledGo {
			var err error
			if arg, err = boundTo(t, callee, v); err != nil {
				return err
			}
		}
		_, err := object.Call(t, function, object.Of(machineOf(t).toldFrame()), object.NewStr(e.String()), arg)
		return err
	}
}

// toldFrame is the frame that a profiler is being told of.
func (m *machine) toldFrame() *Frame {
	f := m.frameObject(0)
	if m.profiling.comp == nil {
		return f
	}
	comp := newFrameObject(m.profiling.comp, f.pc, object.Value{}).Object().(*Frame)
	comp.back = f
	return comp
}

// boundTo is a method of a class written in Go as it is found on self.
func boundTo(t *object.Thread, callee, self object.Value) (object.Value, error) {
	if callee.Class() != object.MethodDescrClass {
		return callee, nil
	}
	return callee.Class().Slots.DescrGet(t, callee, self, self.Class())
}

func sysGetProfile(t *object.Thread, _ []object.Value) (object.Value, error) {
	return ProfilerOf(t), nil
}
