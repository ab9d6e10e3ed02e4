package pickle

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/object/char"
	"gputour/engine/pylib/std/binding"
)

// This file finds what a pickle names and holds elsewhere: classes, persistent objects, buffers.

// global reads the name behind a module's name, and looks it up.
func (u *unpickler) global(module []byte) (object.Value, error) {
	name := string(module)
	line, err := u.in.line(u.t)
	if err != nil {
		return object.Value{}, err
	}
	var names [2]object.Value
	for i, b := range []string{name, string(line)} {
		if names[i], err = object.Decode(u.t, []byte(b), "utf-8", "strict"); err != nil {
			return object.Value{}, err
		}
	}
	return u.class(names[0], names[1])
}

func (u *unpickler) loadGlobal(module []byte) error {
	x, err := u.global(module)
	if err != nil {
		return err
	}
	return u.push(x)
}

func (u *unpickler) loadStackGlobal() error {
	name, err := u.pop()
	if err != nil {
		return err
	}
	module, err := u.pop()
	if err != nil {
		return err
	}
	if module.Class() != object.StrClass || name.Class() != object.StrClass {
		return object.Raise(unpicklingError, "STACK_GLOBAL requires str")
	}
	x, err := u.class(module, name)
	if err != nil {
		return err
	}
	return u.push(x)
}

// lookUp is find_class: below protocol 4 a name has no dots, and below 3 it is Python 2's.
func (u *unpickler) lookUp(t *object.Thread, module, name object.Value) (object.Value, error) {
	if u.proto < 3 && u.fix {
		renamed, err := binding.Attr(t, "_compat_pickle", "renamed")
		if err != nil {
			return object.Value{}, err
		}
		now, err := object.Call(t, renamed, module, name)
		if err != nil {
			return object.Value{}, err
		}
		pair := now.Object().(*object.Tuple).Items
		module, name = pair[0], pair[1]
	}
	moduleName, _ := object.AsStr(module)
	text, _ := object.AsStr(name)
	found, err := binding.Import(t, moduleName)
	if err != nil {
		return object.Value{}, err
	}
	path := []string{text}
	if u.proto >= 4 {
		path = strings.Split(text, ".")
	}
	from := found
	for _, part := range path {
		if part == "<locals>" {
			return object.Value{}, object.Raise(object.AttributeError, "Can't get local attribute %s on %s", char.Quote(text), reprOr(t, from))
		}
		inner, ok, err := object.GetAttrOpt(t, found, part)
		if err != nil {
			return object.Value{}, err
		}
		if !ok {
			return object.Value{}, object.Raise(object.AttributeError, "Can't get attribute %s on %s", char.Quote(text), reprOr(t, from))
		}
		found = inner
	}
	return found, nil
}

// reprOr is repr(v) for a message.
func reprOr(t *object.Thread, v object.Value) string {
	text, err := object.Repr(t, v)
	if err != nil {
		return "<" + object.TypeName(v) + ">"
	}
	return text
}

// loadExtension pushes what copyreg has registered under a number.
func (u *unpickler) loadExtension(code uint64) error {
	if code == 0 || code > 1<<31-1 {
		return object.Raise(unpicklingError, "EXT specifies code <= 0")
	}
	key := object.Int(int64(code))
	cache, err := binding.Attr(u.t, "copyreg", "_extension_cache")
	if err != nil {
		return err
	}
	if x, ok, err := cache.Object().(*object.Dict).Get(u.t, key); ok || err != nil {
		if err != nil {
			return err
		}
		return u.push(x)
	}
	registry, err := binding.Attr(u.t, "copyreg", "_inverted_registry")
	if err != nil {
		return err
	}
	entry, ok, err := registry.Object().(*object.Dict).Get(u.t, key)
	if err != nil {
		return err
	}
	if !ok {
		return object.Raise(object.ValueError, "unregistered extension code %d", code)
	}
	tuple, isTuple := entry.Object().(*object.Tuple)
	if !isTuple || len(tuple.Items) != 2 {
		return object.Raise(object.ValueError, "_inverted_registry[%d] isn't a 2-tuple of strings", code)
	}
	x, err := u.class(tuple.Items[0], tuple.Items[1])
	if err == nil {
		err = object.SetItem(u.t, cache, key, x)
	}
	if err != nil {
		return err
	}
	return u.push(x)
}

func (u *unpickler) loadBinPersistent() error {
	if u.persist.IsNil() {
		return u.persistent(object.None)
	}
	id, err := u.pop()
	if err != nil {
		return err
	}
	return u.persistent(id)
}

func (u *unpickler) loadPersistent(line []byte) error {
	id, err := object.Decode(u.t, append([]byte(nil), line...), "ascii", "strict")
	if err != nil {
		return object.Raise(unpicklingError, "persistent IDs in protocol 0 must be ASCII strings")
	}
	return u.persistent(id)
}

func (u *unpickler) persistent(id object.Value) error {
	if u.persist.IsNil() {
		return object.Raise(unpicklingError,
			"A load persistent id instruction was encountered,\nbut no persistent_load function was specified.")
	}
	x, err := object.Call(u.t, u.persist, id)
	if err != nil {
		return err
	}
	return u.push(x)
}

// loadBuffer pushes the next buffer that travelled outside the pickle.
func (u *unpickler) loadBuffer() error {
	if u.buffers.IsNil() {
		return object.Raise(unpicklingError, "pickle stream refers to out-of-band data but no *buffers* argument was given")
	}
	x, ok, err := object.Next(u.t, u.buffers)
	if err != nil {
		return err
	}
	if !ok {
		return object.Raise(unpicklingError, "not enough out-of-band buffers")
	}
	return u.push(x)
}

func (u *unpickler) loadReadOnly() error {
	top, err := u.top(0)
	if err != nil {
		return err
	}
	b, ok := top.Object().(*pickleBuffer)
	view := *top
	if ok {
		view, err = b.view(u.t)
	} else {
		view, err = object.Call(u.t, object.MemoryViewClass.Value(), view)
	}
	if err != nil {
		return err
	}
	readonly, err := object.GetAttr(u.t, view, "readonly")
	if err != nil || readonly == object.True {
		return err
	}
	view, err = object.CallAttr(u.t, view, "toreadonly")
	if err == nil {
		*top = view
	}
	return err
}
