package interp

import "gputour/engine/object"

// This file throws exceptions into generators, and closes them, which is to throw GeneratorExit.

func generatorThrow(t *object.Thread, a []object.Value) (object.Value, error) {
	return stopOr(machineOf(t).throw(generatorOf(a[0]), thrownArgs(a[1:])))
}

// thrownArgs are the arguments of throw() up to the last that says something.
func thrownArgs(x thrown) thrown {
	for len(x) > 1 && x[len(x)-1].IsNone() {
		x = x[:len(x)-1]
	}
	return x
}

// thrown is what throw() was given: an exception or its class, and perhaps value and
// traceback. An iterator that a generator delegates to gets it as it is.
type thrown []object.Value

// is tells whether x is of class k.
func (x thrown) is(k *object.Class) bool {
	if c, ok := x[0].Object().(*object.Class); ok {
		return c.IsSubclassOf(k)
	}
	return k.Is(x[0])
}

// exception is what x stands for.
func (x thrown) exception(t *object.Thread) (*object.Exception, error) {
	val, tb := object.None, object.None
	switch len(x) {
	case 3:
		val, tb = x[1], x[2]
	case 2:
		val = x[1]
	}
	if _, ok := tb.Object().(*Traceback); !ok && !tb.IsNone() {
		return nil, object.Raise(object.TypeError, "throw() third argument must be a traceback object")
	}
	e, err := thrownValue(t, x[0], val)
	if err == nil && !tb.IsNone() {
		e.Traceback = tb
	}
	return e, err
}

func thrownValue(t *object.Thread, typ, val object.Value) (*object.Exception, error) {
	if e, ok := typ.Object().(*object.Exception); ok {
		if !val.IsNone() {
			return nil, object.Raise(object.TypeError, "instance exception may not have a separate value")
		}
		return e, nil
	}
	k, isClass := typ.Object().(*object.Class)
	if !isClass || !k.IsSubclassOf(object.BaseException) {
		return nil, object.Raise(object.TypeError, "exceptions must be classes or instances deriving from BaseException, not %s", object.TypeName(typ))
	}
	if e, ok := val.Object().(*object.Exception); ok && k.Is(val) {
		return e, nil
	}
	var args []object.Value
	if tuple, ok := val.Object().(*object.Tuple); ok {
		args = tuple.Items
	} else if !val.IsNone() {
		args = []object.Value{val}
	}
	v, err := object.Call(t, typ, args...)
	if err != nil {
		return nil, err
	}
	e, ok := v.Object().(*object.Exception)
	if !ok {
		name, err := object.Repr(t, typ)
		if err != nil {
			return nil, err
		}
		return nil, object.Raise(object.TypeError, "calling %s should have returned an instance of BaseException, not %s", name, object.TypeName(v))
	}
	return e, nil
}

// throw raises x where g is suspended, or in the iterator it delegates to.
func (m *machine) throw(g *Generator, x thrown) (v object.Value, ok bool, err error) {
	if g.state == genRunning {
		return v, false, object.Raise(object.ValueError, "%s already executing", g.kind())
	}
	sub := g.delegate()
	switch {
	case sub.IsNil():
		return m.throwHere(g, x)
	case x.is(object.GeneratorExit):
		g.state = genRunning
		err = m.closeIterator(sub)
		g.state = genSuspended
		if err == nil {
			return m.throwHere(g, x)
		}
	default:
		g.state = genRunning
		var found bool
		v, ok, found, err = m.throwInto(sub, x)
		g.state = genSuspended
		if !found {
			return m.throwHere(g, x)
		}
	}
	switch {
	case err != nil:
		return m.step(g, object.None, err)
	case ok:
		return v, true, nil
	}
	in := g.fn.code.Code.Instrs[g.pc]
	g.saved[in.A] = v
	g.pc++
	return m.stepAfter(g, in.A, v)
}

// throwHere raises x in g itself.
func (m *machine) throwHere(g *Generator, x thrown) (v object.Value, ok bool, err error) {
	e, err := x.exception(m.t)
	if err != nil {
		return v, false, err
	}
	return m.step(g, object.None, e)
}

// stepAfter goes on after a yield from whose value v is known.
func (m *machine) stepAfter(g *Generator, reg uint8, v object.Value) (object.Value, bool, error) {
	outermost := m.begin()
	nf, err := m.resume(m.top, g, v, genEntryFrame, m.top.freeBase())
	if err != nil {
		return object.Value{}, false, err
	}
	nf.regs[reg] = v
	res, err := m.run(nf, nil)
	if outermost {
		m.release()
	}
	return res, m.yielded && err == nil, err
}

// throwInto throws x into the iterator of a yield from, if that has a throw method.
func (m *machine) throwInto(it object.Value, x thrown) (v object.Value, ok, found bool, err error) {
	if g := generatorOf(it); g != nil {
		v, ok, err = m.throw(g, x)
		return v, ok, true, err
	}
	fn, found, err := object.GetAttrOpt(m.t, it, "throw")
	if err != nil || !found {
		return v, false, err != nil, err
	}
	v, err = object.Call(m.t, fn, x...)
	if stop, isExc := err.(*object.Exception); isExc && object.StopIteration.Is(stop.Value()) {
		return stop.Field("value"), false, true, nil
	}
	return v, err == nil, true, err
}

func (m *machine) closeIterator(it object.Value) error {
	if g := generatorOf(it); g != nil {
		return m.closeGenerator(g)
	}
	fn, found, err := object.GetAttrOpt(m.t, it, "close")
	if err != nil || !found {
		return err
	}
	_, err = object.Call(m.t, fn)
	return err
}

// closeGenerator is g.close().
func (m *machine) closeGenerator(g *Generator) error {
	switch g.state {
	case genFresh:
		g.finish(m)
		return nil
	case genDone:
		return nil
	}
	_, ok, err := m.throw(g, thrown{object.NewException(object.GeneratorExit).Value()})
	if ok {
		return object.Raise(object.RuntimeError, "%s ignored GeneratorExit", g.kind())
	}
	if object.Catch(err, object.GeneratorExit) || object.Catch(err, object.StopIteration) {
		return nil
	}
	return err
}
