package interp

import (
	"gputour/engine/object"
)

// This file reads and binds names that are looked up at run time: builtins, and
// everything in class bodies and in code run by exec with a namespace.

// builtinsOf returns the builtins of code whose globals are module: what is called
// __builtins__ there, as exec(code, {'__builtins__': {}}) has it, else the session's.
func (s *state) builtinsOf(module *object.Namespace) *object.Namespace {
	v, _ := module.Get("__builtins__")
	switch o := objectOf(v).(type) {
	case *object.Module:
		return o.Dict
	case *object.Dict:
		return object.NamespaceOf(o)
	}
	return s.session.Builtins
}

// loadBuiltin finds a name that the module of fr's code does not bind.
func (m *machine) loadBuiltin(fr *frame, name string) (object.Value, error) {
	if v, ok := fr.code.known.Get(name); ok {
		return v, nil
	}
	return object.Value{}, object.NewNameError(name)
}

func (m *machine) loadGlobal(fr *frame, i int) (object.Value, error) {
	if v := fr.code.globals[i].Value; !v.IsNil() {
		return v, nil
	}
	return m.loadBuiltin(fr, fr.code.Globals[i])
}

// inNamespace looks name up in the frame's namespace.
func (m *machine) inNamespace(fr *frame, name string) (object.Value, bool, error) {
	if d, ok := objectOf(fr.locals).(*object.Dict); ok && fr.locals.Class() == object.DictClass {
		v, ok := d.GetStr(name)
		return v, ok, nil
	}
	if fr.locals.IsNil() {
		return object.Value{}, false, nil
	}
	v, err := object.GetItem(m.t, fr.locals, m.state.intern(name))
	if object.Catch(err, object.KeyError) {
		return object.Value{}, false, nil
	}
	return v, err == nil, err
}

func (m *machine) loadName(fr *frame, i int) (object.Value, error) {
	v, ok, err := m.inNamespace(fr, fr.code.Globals[i])
	if ok || err != nil {
		return v, err
	}
	return m.loadGlobal(fr, i)
}

func (m *machine) loadClassDeref(fr *frame, i int) (object.Value, error) {
	name := fr.code.Frees[i].Name
	v, ok, err := m.inNamespace(fr, name)
	if ok || err != nil {
		return v, err
	}
	if v = fr.fn.closure[i].v; v.IsNil() {
		return v, unboundFree(name)
	}
	return v, nil
}

func (m *machine) storeName(fr *frame, name string, v object.Value) error {
	if d, ok := objectOf(fr.locals).(*object.Dict); ok && fr.locals.Class() == object.DictClass {
		d.SetStr(name, v)
		return nil
	}
	if fr.locals.IsNil() {
		fr.code.module.Set(name, v)
		return nil
	}
	return object.SetItem(m.t, fr.locals, m.state.intern(name), v)
}

func (m *machine) delName(fr *frame, name string) error {
	_, ok, err := m.inNamespace(fr, name)
	if err != nil {
		return err
	}
	if !ok {
		return object.NewNameError(name)
	}
	return object.DelItem(m.t, fr.locals, m.state.intern(name))
}

// setupAnnotations makes sure that __annotations__ is there.
func (m *machine) setupAnnotations(fr *frame) error {
	const name = "__annotations__"
	if fr.locals.IsNil() {
		if _, ok := fr.code.module.Get(name); !ok {
			fr.code.module.Set(name, object.Of(object.NewDict()))
		}
		return nil
	}
	_, ok, err := m.inNamespace(fr, name)
	if ok || err != nil {
		return err
	}
	return m.storeName(fr, name, object.Of(object.NewDict()))
}
