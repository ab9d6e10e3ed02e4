package std

import (
	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file is how Go code gets at modules that are written in Python.

// importedAttr is attribute name of a module, which is imported if need be.
func importedAttr(t *object.Thread, module, name string) (object.Value, error) {
	m, err := importModule(t, module)
	if err != nil {
		return object.Value{}, err
	}
	return object.GetAttr(t, m, name)
}

// importModule imports a module and gives it as sys.modules has it.
func importModule(t *object.Thread, name string) (object.Value, error) {
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
