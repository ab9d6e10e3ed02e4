package binding

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file is how Go code gets at modules that are written in Python.

// Attr is attribute name of a module, which is imported if need be.
func Attr(t *object.Thread, module, name string) (object.Value, error) {
	m, err := Import(t, module)
	if err != nil {
		return object.Value{}, err
	}
	return object.GetAttr(t, m, name)
}

// Import imports a module and gives it as sys.modules has it.
func Import(t *object.Thread, name string) (object.Value, error) {
	if m, ok := t.Session.Modules.GetStr(name); ok && !m.IsNone() {
		return m, nil
	}
	if _, err := interp.Import(t, name); err != nil {
		return object.Value{}, err
	}
	if m, ok := t.Session.Modules.GetStr(name); ok {
		return m, nil
	}
	return object.Value{}, object.NewException(object.KeyError, object.NewStr(name))
}
