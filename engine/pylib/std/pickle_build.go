package std

import (
	"strings"

	"gputour/engine/object"
)

// This file holds the opcodes that fill containers, call constructors and look names up.

// filled takes what has come since the last mark, and the container below it.
func (u *unpickler) filled() (into object.Value, items []object.Value, err error) {
	at, err := u.unmark()
	if err != nil {
		return into, nil, err
	}
	if at-1 < u.fence {
		return into, nil, u.underflow()
	}
	items = u.cut(at)
	return u.stack[at-1], items, nil
}

func (u *unpickler) loadAppend() error {
	x, err := u.pop()
	if err != nil {
		return err
	}
	list, err := u.top(0)
	if err != nil {
		return err
	}
	return u.extend(*list, []object.Value{x})
}

func (u *unpickler) loadAppends() error {
	list, items, err := u.filled()
	if err != nil || len(items) == 0 {
		return err
	}
	return u.extend(list, items)
}

// extend appends to a list, or to whatever has extend or append.
func (u *unpickler) extend(to object.Value, items []object.Value) error {
	if list, ok := to.Object().(*object.List); ok && to.Class() == object.ListClass {
		if err := u.t.ChargeItems(len(items), 16); err != nil {
			return err
		}
		list.Items = append(list.Items, items...)
		return nil
	}
	extend, ok, err := object.GetAttrOpt(u.t, to, "extend")
	if err != nil {
		return err
	}
	if ok {
		_, err := object.Call(u.t, extend, object.NewList(items))
		return err
	}
	return u.each(to, "append", items)
}

func (u *unpickler) each(to object.Value, method string, items []object.Value) error {
	fn, err := object.GetAttr(u.t, to, method)
	if err != nil {
		return err
	}
	for _, x := range items {
		if _, err := object.Call(u.t, fn, x); err != nil {
			return err
		}
	}
	return nil
}

func (u *unpickler) loadSetItem() error {
	into, err := u.top(2)
	if err != nil {
		return err
	}
	to := *into
	return u.setItems(to, u.cut(len(u.stack)-2))
}

func (u *unpickler) loadSetItems() error {
	into, items, err := u.filled()
	if err != nil {
		return err
	}
	if len(items)%2 != 0 {
		return object.Raise(unpicklingError, "odd number of items for SETITEMS")
	}
	return u.setItems(into, items)
}

func (u *unpickler) setItems(to object.Value, items []object.Value) error {
	for i := 0; i < len(items); i += 2 {
		if err := object.SetItem(u.t, to, items[i], items[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (u *unpickler) loadAddItems() error {
	into, items, err := u.filled()
	if err != nil || len(items) == 0 {
		return err
	}
	set, ok := into.Object().(*object.Set)
	if !ok || into.Class() != object.SetClass {
		return u.each(into, "add", items)
	}
	for _, x := range items {
		if err := set.Add(u.t, x); err != nil {
			return err
		}
	}
	return nil
}

// loadReduce calls the function below the arguments.
func (u *unpickler) loadReduce() error {
	args, err := u.pop()
	if err != nil {
		return err
	}
	fn, err := u.pop()
	if err != nil {
		return err
	}
	tuple, ok := args.Object().(*object.Tuple)
	if !ok {
		return object.Raise(object.TypeError, "argument list must be a tuple")
	}
	x, err := object.Call(u.t, fn, tuple.Items...)
	if err != nil {
		return err
	}
	return u.push(x)
}

func (u *unpickler) loadNewObj() error {
	args, err := u.pop()
	if err != nil {
		return err
	}
	return u.construct("NEWOBJ", args, object.Value{})
}

func (u *unpickler) loadNewObjEx() error {
	kw, err := u.pop()
	if err != nil {
		return err
	}
	args, err := u.pop()
	if err != nil {
		return err
	}
	return u.construct("NEWOBJ_EX", args, kw)
}

// construct pushes what __new__ of the class on the stack makes of the arguments.
func (u *unpickler) construct(op string, args, kw object.Value) error {
	cls, err := u.pop()
	if err != nil {
		return err
	}
	c, ok := cls.Object().(*object.Class)
	if !ok {
		return object.Raise(unpicklingError, "%s class argument must be a type, not %s", op, object.TypeName(cls))
	}
	if c.Slots.New == nil {
		return object.Raise(unpicklingError, "%s class argument '%s' doesn't have __new__", op, c.Name)
	}
	tuple, ok := args.Object().(*object.Tuple)
	if !ok {
		return object.Raise(unpicklingError, "%s args argument must be a tuple, not %s", op, object.TypeName(args))
	}
	call := object.Args{Pos: tuple.Items}
	if !kw.IsNil() {
		d, ok := kw.Object().(*object.Dict)
		if !ok {
			return object.Raise(unpicklingError, "NEWOBJ_EX kwargs argument must be a dict, not %s", object.TypeName(kw))
		}
		call.Kw = keywords(d)
	}
	x, err := c.Slots.New(u.t, c, call)
	if err != nil {
		return err
	}
	return u.push(x)
}

// loadBuild gives the object below its state.
func (u *unpickler) loadBuild() error {
	state, err := u.pop()
	if err != nil {
		return err
	}
	top, err := u.top(0)
	if err != nil {
		return err
	}
	x := *top
	set, ok, err := object.GetAttrOpt(u.t, x, "__setstate__")
	if err != nil {
		return err
	}
	if ok {
		_, err := object.Call(u.t, set, state)
		return err
	}
	slots := object.None
	if pair, ok := state.Object().(*object.Tuple); ok && len(pair.Items) == 2 {
		state, slots = pair.Items[0], pair.Items[1]
	}
	if !state.IsNone() {
		d, ok := state.Object().(*object.Dict)
		if !ok {
			return object.Raise(unpicklingError, "state is not a dictionary")
		}
		if err := u.setAttributes(x, d); err != nil {
			return err
		}
	}
	if slots.IsNone() {
		return nil
	}
	d, ok := slots.Object().(*object.Dict)
	if !ok {
		return object.Raise(unpicklingError, "slot state is not a dictionary")
	}
	for k, v := range d.All() {
		name, ok := object.AsStr(k)
		if !ok {
			return object.Raise(object.TypeError, "attribute name must be string, not '%s'", object.TypeName(k))
		}
		if err := object.SetAttr(u.t, x, name, v); err != nil {
			return err
		}
	}
	return nil
}

// setAttributes fills x.__dict__.
func (u *unpickler) setAttributes(x object.Value, d *object.Dict) error {
	own, err := object.GetAttr(u.t, x, "__dict__")
	if err != nil {
		return err
	}
	for k, v := range d.All() {
		if err := object.SetItem(u.t, own, k, v); err != nil {
			return err
		}
	}
	return nil
}

// loadObj calls the first value since the mark with the others.
func (u *unpickler) loadObj() error {
	items, err := u.marked()
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return u.underflow()
	}
	return u.instantiate(items[0], items[1:])
}

func (u *unpickler) loadInst(module []byte) error {
	cls, err := u.global(module)
	if err != nil {
		return err
	}
	items, err := u.marked()
	if err != nil {
		return err
	}
	return u.instantiate(cls, items)
}

// instantiate calls cls; without arguments, and without __getinitargs__, only its __new__.
func (u *unpickler) instantiate(cls object.Value, args []object.Value) error {
	if _, isClass := cls.Object().(*object.Class); isClass && len(args) == 0 {
		_, ok, err := object.GetAttrOpt(u.t, cls, "__getinitargs__")
		if err != nil {
			return err
		}
		if !ok {
			x, err := object.CallAttr(u.t, cls, "__new__", cls)
			if err != nil {
				return err
			}
			return u.push(x)
		}
	}
	x, err := object.Call(u.t, cls, args...)
	if err != nil {
		return err
	}
	return u.push(x)
}

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
		renamed, err := importedAttr(t, "_pickle_names", "renamed")
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
	found, err := importModule(t, moduleName)
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
			return object.Value{}, object.Raise(object.AttributeError, "Can't get local attribute %s on %s", object.QuoteString(text), reprOr(t, from))
		}
		inner, ok, err := object.GetAttrOpt(t, found, part)
		if err != nil {
			return object.Value{}, err
		}
		if !ok {
			return object.Value{}, object.Raise(object.AttributeError, "Can't get attribute %s on %s", object.QuoteString(text), reprOr(t, from))
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
	cache, err := importedAttr(u.t, "copyreg", "_extension_cache")
	if err != nil {
		return err
	}
	if x, ok, err := cache.Object().(*object.Dict).Get(u.t, key); ok || err != nil {
		if err != nil {
			return err
		}
		return u.push(x)
	}
	registry, err := importedAttr(u.t, "copyreg", "_inverted_registry")
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
