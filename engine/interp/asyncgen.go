package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file defines asynchronous generators and the awaitables by which they run.
//
// The frame of an asynchronous generator is suspended by its awaits and by its yields. What
// an await yields goes to whoever runs the coroutine around it; what the generator yields
// ends the awaitable that asked for it, as StopIteration's value.

// AsyncGenerator is what calling an async def with a yield gives.
type AsyncGenerator struct {
	Generator
	busy      bool         // one of its awaitables has been started and is not done
	closed    bool         // it is over, or aclose() has begun
	hooked    bool         // the hooks of sys.set_asyncgen_hooks have been told
	finalizer object.Value // is called with it when it dies unfinished
}

// AsyncGeneratorClass is types.AsyncGeneratorType.
var AsyncGeneratorClass = object.NewBuiltin("async_generator")

// asyncStep is one awaitable of an asynchronous generator: of __anext__, asend, athrow or aclose.
type asyncStep struct {
	object.Head
	of    *AsyncGenerator
	sent  object.Value // of asend
	x     thrown       // of athrow
	close bool         // aclose
	state stepState
}

type stepState uint8

const (
	stepFresh stepState = iota
	stepRunning
	stepDone
)

var (
	sendStepClass  = object.NewBuiltin("async_generator_asend")
	throwStepClass = object.NewBuiltin("async_generator_athrow")
)

// Referent is the generator, or what it is sent.
func (s *asyncStep) Referent(i int) (object.Value, bool) {
	switch {
	case i == 0:
		return object.Of(s.of), true
	case i == 1:
		return s.sent, true
	case i < 2+len(s.x):
		return s.x[i-2], true
	}
	return object.Value{}, false
}

func (m *machine) newSend(a *AsyncGenerator, sent object.Value) (object.Value, error) {
	if err := m.tellHooks(a); err != nil {
		return object.Value{}, err
	}
	return object.Adopt(&asyncStep{of: a, sent: sent}, sendStepClass), nil
}

func (m *machine) newThrow(a *AsyncGenerator, x thrown, close bool) (object.Value, error) {
	if err := m.tellHooks(a); err != nil {
		return object.Value{}, err
	}
	return object.Adopt(&asyncStep{of: a, x: x, close: close}, throwStepClass), nil
}

// tellHooks calls the first of sys.set_asyncgen_hooks, once.
func (m *machine) tellHooks(a *AsyncGenerator) error {
	if a.hooked {
		return nil
	}
	a.hooked = true
	a.finalizer = m.state.finalizer
	if m.state.firstIter.IsNil() {
		return nil
	}
	_, err := object.Call(m.t, m.state.firstIter, object.Of(a))
	return err
}

// word is what errors call the step.
func (s *asyncStep) word() string {
	switch {
	case s.Class() == sendStepClass:
		return "anext()"
	case s.close:
		return "aclose()"
	}
	return "athrow()"
}

// begin readies a step that is to run for the first time. over tells that it ends with err at once.
func (s *asyncStep) begin() (over bool, err error) {
	throws := s.Class() == throwStepClass
	switch {
	case throws && s.of.state == genDone:
		err = object.NewException(object.StopIteration)
	case s.of.busy:
		err = object.Raise(object.RuntimeError, "%s: asynchronous generator is already running", s.word())
	case throws && s.of.closed:
		err = object.NewException(object.StopAsyncIteration)
	default:
		s.state, s.of.busy = stepRunning, true
		return false, nil
	}
	s.state = stepDone
	return true, err
}

// send runs the step until its generator awaits something, or is done: ok is false then, and the
// value what it yields.
func (s *asyncStep) send(t *object.Thread, sent object.Value) (v object.Value, ok bool, err error) {
	m := machineOf(t)
	g := &s.of.Generator
	switch s.state {
	case stepDone:
		return object.Value{}, false, s.reused()
	case stepRunning:
		return s.result(m.step(g, sent, nil))
	}
	throws := s.Class() == throwStepClass
	if over, err := s.begin(); over {
		return object.Value{}, false, err
	}
	if throws && !sent.IsNone() {
		s.state, s.of.busy = stepFresh, false
		return object.Value{}, false, object.Raise(object.RuntimeError, "can't send non-None value to a just-started coroutine")
	}
	switch {
	case s.close:
		s.of.closed = true
		return s.result(m.throw(g, thrown{object.NewException(object.GeneratorExit).Value()}))
	case throws:
		return s.result(m.throw(g, s.x))
	case sent.IsNone():
		sent = s.sent
	}
	return s.result(m.step(g, sent, nil))
}

// throw raises x where the generator awaits something.
func (s *asyncStep) throw(t *object.Thread, x thrown) (v object.Value, ok bool, err error) {
	if s.state == stepDone {
		return object.Value{}, false, s.reused()
	}
	if s.state == stepFresh {
		if over, err := s.begin(); over {
			return object.Value{}, false, err
		}
	}
	return s.result(machineOf(t).throw(&s.of.Generator, x))
}

func (s *asyncStep) reused() error {
	if s.Class() == sendStepClass {
		return object.Raise(object.RuntimeError, "cannot reuse already awaited __anext__()/asend()")
	}
	return object.Raise(object.RuntimeError, "cannot reuse already awaited aclose()/athrow()")
}

// result makes of what running the generator gave what the step gives.
func (s *asyncStep) result(v object.Value, ok bool, err error) (object.Value, bool, error) {
	a := s.of
	if err == nil && ok && !a.delegate().IsNil() {
		return v, true, nil // an await
	}
	a.busy = false
	s.state = stepDone
	if err == nil && ok {
		if s.close {
			return object.Value{}, false, object.Raise(object.RuntimeError, "async generator ignored GeneratorExit")
		}
		return v, false, nil
	}
	if err == nil {
		err = object.NewException(object.StopAsyncIteration)
	}
	if e, isExc := err.(*object.Exception); isExc && (object.StopAsyncIteration.Is(e.Value()) || object.GeneratorExit.Is(e.Value())) {
		a.closed = true
		if s.close {
			err = object.NewException(object.StopIteration)
		}
	}
	return object.Value{}, false, err
}

// raised is what a step gives to who called its method: what its generator yields as StopIteration's value.
func raised(v object.Value, ok bool, err error) (object.Value, error) {
	if err == nil && !ok {
		return object.Value{}, object.NewException(object.StopIteration, v)
	}
	return v, err
}

func defineStep(c *object.Class) {
	of := func(v object.Value) *asyncStep { return v.Object().(*asyncStep) }
	self := func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil }
	c.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true,
		Slots: object.Slots{
			Iter: self,
			Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
				x, ok, err := of(v).send(t, object.None)
				if err == nil && !ok {
					t.StopValue = x
					return object.Value{}, false, nil
				}
				return stopped(t)(x, err)
			},
		},
		Methods: []object.Method{
			{Sig: "__await__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
			{Sig: "send(self, arg, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) { return raised(of(a[0]).send(t, a[1])) }},
			{Sig: "throw(self, typ, val=None, tb=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return raised(of(a[0]).throw(t, thrownArgs(a[1:])))
			}},
			{Sig: "close(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				of(a[0]).state = stepDone
				return object.None, nil
			}},
		},
	})
}

// stopped makes of a StopIteration the end of an iteration.
func stopped(t *object.Thread) func(object.Value, error) (object.Value, bool, error) {
	return func(v object.Value, err error) (object.Value, bool, error) {
		if e, ok := err.(*object.Exception); ok && object.StopIteration.Is(e.Value()) {
			t.StopValue = e.Field("value")
			return object.Value{}, false, nil
		}
		return v, err == nil, err
	}
}

func init() {
	of := func(v object.Value) *AsyncGenerator { return v.Object().(*AsyncGenerator) }
	AsyncGeneratorClass.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return "<async_generator object " + of(v).named().qualName + " at " + object.Address(v) + ">", nil
		}},
		Methods: []object.Method{
			{Sig: "__aiter__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
			{Sig: "__anext__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return machineOf(t).newSend(of(a[0]), object.None)
			}},
			{Sig: "asend(self, value, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return machineOf(t).newSend(of(a[0]), a[1])
			}, Doc: "asend(v) -> send 'v' in generator."},
			{Sig: "athrow(self, typ, val=None, tb=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return machineOf(t).newThrow(of(a[0]), thrownArgs(append([]object.Value(nil), a[1:]...)), false)
			}, Doc: "athrow(typ[,val[,tb]]) -> raise exception in generator."},
			{Sig: "aclose(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return machineOf(t).newThrow(of(a[0]), nil, true)
			}, Doc: "aclose() -> raise GeneratorExit inside generator."},
		},
		Props: append(suspendedProps("ag"), object.Prop{Name: "ag_await", Get: getDelegate}),
	})
	defineStep(sendStepClass)
	defineStep(throwStepClass)
}

// setAsyncgenHooks is sys.set_asyncgen_hooks.
func setAsyncgenHooks(t *object.Thread, a []object.Value) (object.Value, error) {
	s := machineOf(t).state
	for i, hook := range []*object.Value{&s.firstIter, &s.finalizer} {
		v := a[i]
		switch {
		case v.IsNil():
		case v.IsNone():
			*hook = object.Value{}
		case !object.Callable(v):
			return object.Value{}, object.Raise(object.TypeError, "callable %s expected, got %s", [...]string{"firstiter", "finalizer"}[i], object.TypeName(v))
		default:
			*hook = v
		}
	}
	return object.None, nil
}

// openGenerators are the asynchronous generators with this finalizer that are suspended where
// their end matters.
func openGenerators(t *object.Thread, a []object.Value) (object.Value, error) {
	var open []object.Value
	for _, w := range machineOf(t).state.watch.list {
		v, ok := w.get()
		if !ok {
			continue
		}
		g, ok := v.Object().(*AsyncGenerator)
		if !ok || g.state != genSuspended || g.finalizer.IsNil() {
			continue
		}
		same, err := object.Equal(t, g.finalizer, a[0])
		if err != nil {
			return object.Value{}, err
		}
		if same {
			open = append(open, v)
		}
	}
	return object.NewList(open), nil
}

// getAsyncgenHooks is what sys.get_asyncgen_hooks is made of.
func getAsyncgenHooks(t *object.Thread, _ []object.Value) (object.Value, error) {
	s := machineOf(t).state
	return object.NewTuple(orNone(s.firstIter), orNone(s.finalizer)), nil
}

// anextDefault is anext(iterator, default), not awaited yet.
type anextDefault struct {
	object.Head
	next, value object.Value
	it          object.Value // once awaited
}

var anextDefaultClass = object.NewBuiltin("anext_awaitable")

// Referent is what is awaited or the value in its place.
func (x *anextDefault) Referent(i int) (object.Value, bool) {
	if i < 3 {
		return [...]object.Value{x.next, x.value, x.it}[i], true
	}
	return object.Value{}, false
}

// run calls a method of the iterator that is awaited.
func (x *anextDefault) run(t *object.Thread, name string, args ...object.Value) (object.Value, error) {
	if x.it.IsNil() {
		it, err := machineOf(t).getAwaitable(x.next, bytecode.AwaitOperand)
		if err != nil {
			return it, err
		}
		x.it = it
	}
	v, err := object.CallAttr(t, x.it, name, args...)
	if object.Catch(err, object.StopAsyncIteration) {
		return object.Value{}, object.NewException(object.StopIteration, x.value)
	}
	return v, err
}

func builtinAiter(t *object.Thread, a []object.Value) (object.Value, error) {
	it, ok, err := callSpecial(t, a[0], "__aiter__")
	if err != nil {
		return it, err
	}
	if !ok {
		return it, object.Raise(object.TypeError, "'%s' object is not an async iterable", object.TypeName(a[0]))
	}
	if _, ok := it.Class().Lookup("__anext__"); !ok {
		return it, object.Raise(object.TypeError, "aiter() returned not an async iterator of type '%s'", object.TypeName(it))
	}
	return it, nil
}

func builtinAnext(t *object.Thread, a []object.Value) (object.Value, error) {
	next, ok, err := callSpecial(t, a[0], "__anext__")
	if err != nil {
		return next, err
	}
	if !ok {
		return next, object.Raise(object.TypeError, "'%s' object is not an async iterator", object.TypeName(a[0]))
	}
	if a[1].IsNil() {
		return next, nil
	}
	return object.Adopt(&anextDefault{next: next, value: a[1]}, anextDefaultClass), nil
}

func init() {
	of := func(v object.Value) *anextDefault { return v.Object().(*anextDefault) }
	anextDefaultClass.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true,
		Slots: object.Slots{
			Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
			Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
				return stopped(t)(of(v).run(t, "__next__"))
			},
		},
		Methods: []object.Method{
			{Sig: "__await__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
			{Sig: "send(self, arg, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) { return of(a[0]).run(t, "send", a[1]) }},
			{Sig: "throw(self, typ, val=None, tb=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return of(a[0]).run(t, "throw", thrownArgs(a[1:])...)
			}},
			{Sig: "close(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) { return of(a[0]).run(t, "close") }},
		},
	})
}
