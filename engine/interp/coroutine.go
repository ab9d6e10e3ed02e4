package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file defines coroutines: suspended frames like generators, which only await runs.

// Coroutine is what calling an async def gives.
type Coroutine struct{ Generator }

// CoroutineClass is types.CoroutineType.
var CoroutineClass = object.NewBuiltin("coroutine")

// generatorOf is the suspended frame of a generator, a coroutine or an asynchronous generator, else nil.
func generatorOf(v object.Value) *Generator {
	switch o := v.Object().(type) {
	case *Generator:
		return o
	case *Coroutine:
		return &o.Generator
	case *AsyncGenerator:
		return &o.Generator
	}
	return nil
}

// newSuspended makes the object for a frame of code with these flags.
func newSuspended(flags bytecode.Flags) *Generator {
	switch {
	case flags&bytecode.Coroutine != 0:
		c := &Coroutine{}
		object.Adopt(c, CoroutineClass)
		return &c.Generator
	case flags&bytecode.AsyncGenerator != 0:
		a := &AsyncGenerator{}
		object.Adopt(a, AsyncGeneratorClass)
		return &a.Generator
	}
	g := &Generator{}
	object.Adopt(g, GeneratorClass)
	return g
}

// kind is what errors call g.
func (g *Generator) kind() string {
	switch flags := g.fn.code.Flags; {
	case flags&bytecode.Coroutine != 0:
		return "coroutine"
	case flags&bytecode.AsyncGenerator != 0:
		return "async generator"
	}
	return "generator"
}

// awaitable tells whether await takes g itself: a coroutine, or a generator that types.coroutine made one.
func (g *Generator) awaitable() bool {
	return g.fn.code.Flags&(bytecode.Coroutine|bytecode.IterableCoroutine) != 0
}

// getAwaitable is the iterator that await runs. from says where v comes from: see bytecode.AwaitOperand.
func (m *machine) getAwaitable(v object.Value, from uint8) (object.Value, error) {
	if g := generatorOf(v); g != nil && g.awaitable() {
		if !g.delegate().IsNil() && g.fn.code.Flags&bytecode.Coroutine != 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "coroutine is being awaited already")
		}
		return v, nil
	}
	it, ok, err := callSpecial(m.t, v, "__await__")
	switch {
	case err != nil:
		return object.Value{}, err
	case ok:
		return awaitIterator(it)
	case from == bytecode.AwaitEnter:
		return object.Value{}, object.Raise(object.TypeError, "'async with' received an object from __aenter__ that does not implement __await__: %s", object.TypeName(v))
	case from == bytecode.AwaitExit:
		return object.Value{}, object.Raise(object.TypeError, "'async with' received an object from __aexit__ that does not implement __await__: %s", object.TypeName(v))
	}
	return object.Value{}, object.Raise(object.TypeError, "object %s can't be used in 'await' expression", object.TypeName(v))
}

// awaitIterator checks what __await__ returned.
func awaitIterator(it object.Value) (object.Value, error) {
	if g := generatorOf(it); g != nil && g.awaitable() {
		return object.Value{}, object.Raise(object.TypeError, "__await__() returned a coroutine")
	}
	if it.Class().Slots.Next == nil {
		return object.Value{}, object.Raise(object.TypeError, "__await__() returned non-iterator of type '%s'", object.TypeName(it))
	}
	return it, nil
}

// callSpecial calls the method of v's class of that name, if there is one.
func callSpecial(t *object.Thread, v object.Value, name string) (object.Value, bool, error) {
	fn, self, ok, err := special(t, v, name)
	if err != nil || !ok {
		return object.Value{}, false, err
	}
	if fn.IsNil() {
		fn = self
		v, err = object.Call(t, fn)
	} else {
		v, err = object.Call(t, fn, self)
	}
	return v, true, err
}

// asyncIter is what async for iterates over v with.
func (m *machine) asyncIter(v object.Value) (object.Value, error) {
	it, ok, err := callSpecial(m.t, v, "__aiter__")
	if err != nil {
		return it, err
	}
	if !ok {
		return it, object.Raise(object.TypeError, "'async for' requires an object with __aiter__ method, got %s", object.TypeName(v))
	}
	if _, ok := it.Class().Lookup("__anext__"); !ok {
		return it, object.Raise(object.TypeError, "'async for' received an object from __aiter__ that does not implement __anext__: %s", object.TypeName(it))
	}
	return it, nil
}

// asyncNext is the iterator to await for the next item of the asynchronous iterator it.
func (m *machine) asyncNext(it object.Value) (object.Value, error) {
	if a, ok := it.Object().(*AsyncGenerator); ok {
		return m.newSend(a, object.None)
	}
	next, ok, err := callSpecial(m.t, it, "__anext__")
	if err != nil {
		return next, err
	}
	if !ok {
		return next, object.Raise(object.TypeError, "'async for' requires an iterator with __anext__ method, got %s", object.TypeName(it))
	}
	v, err := m.getAwaitable(next, bytecode.AwaitOperand)
	if cause, ok := err.(*object.Exception); ok {
		e := object.NewException(object.TypeError, object.NewStr("'async for' received an invalid object from __anext__: "+object.TypeName(next)))
		e.Cause, e.Context, e.SuppressContext = cause, cause, true
		return v, e
	}
	return v, err
}

// awaitWrapper is coroutine.__await__(): an iterator that runs the coroutine.
type awaitWrapper struct {
	object.Head
	of *Generator
}

var awaitWrapperClass = object.NewBuiltin("coroutine_wrapper")

// Referent is the coroutine.
func (w *awaitWrapper) Referent(i int) (object.Value, bool) { return object.Of(w.of), i == 0 }

func init() {
	CoroutineClass.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return "<coroutine object " + generatorOf(v).named().qualName + " at " + object.Address(v) + ">", nil
		}},
		Methods: append(suspendedMethods("coroutine"), object.Method{Sig: "__await__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Adopt(&awaitWrapper{of: generatorOf(a[0])}, awaitWrapperClass), nil
		}, Doc: "Return an iterator to be used in await expression."}),
		Props: append(suspendedProps("cr"),
			object.Prop{Name: "cr_await", Get: getDelegate},
			object.Prop{Name: "cr_origin", Get: func(*object.Thread, object.Value) (object.Value, error) { return object.None, nil }}),
	})
	of := func(v object.Value) *Generator { return v.Object().(*awaitWrapper).of }
	awaitWrapperClass.Define(object.Spec{
		NoConstructor: true, Final: true, OwnLayout: true, Doc: "A wrapper object implementing __await__ for coroutines.",
		Slots: object.Slots{
			Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil },
			Next: func(t *object.Thread, v object.Value) (object.Value, bool, error) {
				return nextOf(t, of(v))
			},
		},
		Methods: []object.Method{
			{Sig: "send(self, arg, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return stopOr(machineOf(t).step(of(a[0]), a[1], nil))
			}},
			{Sig: "throw(self, typ, val=None, tb=None, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return stopOr(machineOf(t).throw(of(a[0]), thrownArgs(a[1:])))
			}},
			{Sig: "close(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, machineOf(t).closeGenerator(of(a[0]))
			}},
		},
	})
}

// moduleCoroutine makes a coroutine of a module's code that awaits outside of functions.
func (m *machine) moduleCoroutine(l *linked) object.Value {
	fn := &Function{code: l, def: &definition{Code: l.Code, module: l.module, state: l.state, linked: l}}
	g := newSuspended(bytecode.Coroutine)
	g.fn = fn
	g.saved = make([]object.Value, l.locals, l.NumRegs)
	return object.Of(g)
}

// mostUnawaited bounds the coroutines that are remembered until they are awaited.
const mostUnawaited = 100

// remind remembers a coroutine, in case that nothing ever awaits it.
func (s *state) remind(g *Generator) {
	if len(s.unawaited) == mostUnawaited {
		kept := s.unawaited[:0]
		for _, other := range s.unawaited {
			if other.state == genFresh {
				kept = append(kept, other)
			}
		}
		clear(s.unawaited[len(kept):])
		s.unawaited = kept
	}
	if len(s.unawaited) < mostUnawaited {
		s.unawaited = append(s.unawaited, g)
	}
}

// neverAwaited warns of a coroutine that died without having been awaited.
func (m *machine) neverAwaited(g *Generator) error {
	if g.state != genFresh {
		return nil
	}
	g.finish(m)
	module, err := m.importDotted("warnings")
	if err == nil {
		_, err = object.CallAttr(m.t, module, "_warn_unawaited_coroutine", object.Of(g))
	}
	if e, ok := err.(*object.Exception); ok {
		return m.ignore(e, object.Of(g))
	}
	return err
}

// lastUnawaited warns of the coroutines that the program has not awaited.
func (m *machine) lastUnawaited() error {
	list := m.state.unawaited
	m.state.unawaited = nil
	for _, g := range list {
		if err := m.neverAwaited(g); err != nil {
			return err
		}
	}
	return nil
}

// iterableCoroutine is types.coroutine for a generator function: the same function, marked.
func iterableCoroutine(_ *object.Thread, a []object.Value) (object.Value, error) {
	f, ok := a[0].Object().(*Function)
	if !ok || f.def.Flags&bytecode.Generator == 0 {
		return object.Value{}, object.Raise(object.TypeError, "a generator function is expected")
	}
	code := *f.def.Code
	code.Flags |= bytecode.IterableCoroutine
	f.attrs()
	f.def = &definition{Code: &code, module: f.def.module, state: f.def.state}
	f.code = f.def.link()
	return a[0], nil
}

func openCall(t *object.Thread, a []object.Value) (v object.Value, err error) {
	err = t.Open(func() error {
		v, err = object.Call(t, a[0], a[1].Object().(*object.Tuple).Items...)
		return err
	})
	return v, err
}

// coroutineModule is module _coroutine.
var coroutineModule = Module{Name: "_coroutine", Init: func(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_coroutine", "What packages types and asyncio make of suspended frames.")
	m.AddFuncs(
		object.Def("iterable(function, /)", iterableCoroutine, "Lets await take the generators of a function."),
		object.Def("hold()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			t.Hold()
			return object.None, nil
		}, "Keeps interruptions waiting until free() is called."),
		object.Def("free()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			t.Free()
			return object.None, nil
		}, "Ends what hold() began."),
		object.Def("open(function, /, *args)", openCall, "Calls function, in which interruptions come through."),
		object.Def("open_generators(finalizer, /)", openGenerators, "The asynchronous generators that have something to clean up."),
	)
	return m, nil
}}
