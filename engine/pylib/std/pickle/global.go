package pickle

import (
	"encoding/binary"
	"strings"

	"gputour/engine/object"
	"gputour/engine/object/char"
	"gputour/engine/pylib/std/binding"
)

// This file saves classes and functions, which a pickle holds by name.

// saveClass writes a class by its name, or as type(None) where it has none.
func (p *pickler) saveClass(x object.Value) error {
	for _, single := range []object.Value{object.None, object.NotImplemented, object.Ellipsis} {
		if x == single.Class().Value() {
			return p.saveReduce(x, reduced{fn: object.TypeClass.Value(), args: object.NewTuple(single)})
		}
	}
	return p.saveGlobal(x, "")
}

// saveGlobal writes x as the name by which its module has it.
func (p *pickler) saveGlobal(x object.Value, name string) error {
	if name == "" {
		var err error
		if name, err = p.nameOf(x); err != nil {
			return err
		}
	}
	module, err := p.moduleOf(x, name)
	if err != nil {
		return err
	}
	parent, last, err := p.find(x, module, name)
	if err != nil {
		return err
	}
	if p.proto >= 2 {
		if done, err := p.saveExtension(module, name); done || err != nil {
			return err
		}
	}
	switch {
	case p.proto >= 4:
		err = p.saveThen(opStackGlobal, p.interned(x, module), object.NewStr(name))
	case !parent.IsNil():
		var getattr object.Value
		if getattr, err = binding.Attr(p.t, "builtins", "getattr"); err == nil {
			err = p.saveReduce(object.Value{}, reduced{fn: getattr, args: object.NewTuple(parent, object.NewStr(last))})
		}
	default:
		err = p.saveName(module, name)
	}
	if err != nil {
		return err
	}
	return p.remember(x)
}

// interned is a module's name as one object for the whole pickle, as CPython interns those
// of classes and of functions in Python.
func (p *pickler) interned(x object.Value, name string) object.Value {
	if x.Class() == object.BuiltinClass {
		return object.NewStr(name)
	}
	v, ok := p.names[name]
	if !ok {
		v = object.NewStr(name)
		if p.names == nil {
			p.names = map[string]object.Value{}
		}
		p.names[name] = v
	}
	return v
}

// nameOf is __qualname__, or else __name__.
func (p *pickler) nameOf(x object.Value) (string, error) {
	v, ok, err := object.GetAttrOpt(p.t, x, "__qualname__")
	if err == nil && !ok {
		v, err = object.GetAttr(p.t, x, "__name__")
	}
	if err != nil {
		return "", err
	}
	name, _ := object.AsStr(v)
	return name, nil
}

// moduleOf is __module__; without one, the module that has x by this name.
func (p *pickler) moduleOf(x object.Value, name string) (string, error) {
	v, ok, err := object.GetAttrOpt(p.t, x, "__module__")
	if err != nil {
		return "", err
	}
	if ok {
		if module, isStr := object.AsStr(v); isStr {
			return module, nil
		}
	}
	if v, ok := p.t.Session.Builtins.Get(name); ok && v == x {
		return "builtins", nil
	}
	for k, m := range p.t.Session.Modules.All() {
		module, _ := object.AsStr(k)
		if module == "__main__" || m.IsNone() {
			continue
		}
		if found, ok, _ := object.GetAttrOpt(p.t, m, name); ok && found == x {
			return module, nil
		}
	}
	return "__main__", nil
}

// find looks x up by its name: parent is the class that has it, zero for the module itself.
func (p *pickler) find(x object.Value, module, name string) (parent object.Value, last string, err error) {
	fail := func(format string, a ...any) error {
		text, err := object.Repr(p.t, x)
		if err == nil {
			err = object.Raise(picklingError, "Can't pickle "+strings.ReplaceAll(text, "%", "%%")+format, a...)
		}
		return err
	}
	path := strings.Split(name, ".")
	for _, part := range path {
		if part == "<locals>" {
			return parent, "", object.Raise(object.AttributeError, "Can't pickle local object %s", char.Quote(name))
		}
	}
	found, err := binding.Import(p.t, module)
	if _, python := object.AsException(err); err != nil && !python {
		return parent, "", err
	}
	if err != nil {
		return parent, "", fail(": import of module %s failed", char.Quote(module))
	}
	for i, part := range path {
		inner, ok, err := object.GetAttrOpt(p.t, found, part)
		if err != nil {
			return parent, "", err
		}
		if !ok {
			return parent, "", fail(": attribute lookup %s on %s failed", name, module)
		}
		if i > 0 {
			parent = found
		}
		found, last = inner, part
	}
	if found != x {
		return parent, "", fail(": it's not the same object as %s.%s", module, name)
	}
	return parent, last, nil
}

// saveExtension writes the number that copyreg has registered for a name.
func (p *pickler) saveExtension(module, name string) (done bool, err error) {
	r, err := p.copyreg()
	if err != nil {
		return false, err
	}
	registry := r.extensions.Object().(*object.Dict)
	if registry.Len() == 0 {
		return false, nil
	}
	code, ok, err := registry.Get(p.t, object.NewTuple(object.NewStr(module), object.NewStr(name)))
	if !ok || err != nil {
		return false, err
	}
	n, ok := object.AsInt(code)
	switch {
	case !ok || n <= 0 || n > 1<<31-1:
		return true, object.Raise(object.RuntimeError, "extension code %d is out of range", n)
	case n < 1<<8:
		return true, p.write(opExt1, byte(n))
	case n < 1<<16:
		return true, p.write(opExt2, byte(n), byte(n>>8))
	}
	return true, p.write(binary.LittleEndian.AppendUint32([]byte{opExt4}, uint32(n))...)
}

// saveName writes a module's name for protocols below 4, for Python 2 the one it had there.
func (p *pickler) saveName(module, name string) error {
	if p.fix {
		former, err := binding.Attr(p.t, "_compat_pickle", "former")
		if err != nil {
			return err
		}
		old, err := object.Call(p.t, former, object.NewStr(module), object.NewStr(name))
		if err != nil {
			return err
		}
		pair := old.Object().(*object.Tuple).Items
		module, _ = object.AsStr(pair[0])
		name, _ = object.AsStr(pair[1])
	}
	for i := 0; p.proto < 3 && i < len(module+name); i++ {
		if (module + name)[i] >= 0x80 {
			return object.Raise(picklingError, "can't pickle global identifier '%s.%s' using pickle protocol %d", module, name, p.proto)
		}
	}
	if err := p.line(opGlobal, module); err != nil {
		return err
	}
	return p.write(append([]byte(name), '\n')...)
}
