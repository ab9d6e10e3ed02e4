package pickle

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
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
	if n := len(u.marks); n > 0 && u.marks[n-1] > 0 {
		at := u.marks[n-1]
		list, ok := u.stack[at-1].Object().(*object.List)
		if below := u.below(); ok && list.Class() == object.ListClass && at-1 >= below {
			if err := u.t.ChargeItems(len(u.stack)-at, 16); err != nil {
				return err
			}
			list.Items = append(list.Items, u.stack[at:]...)
			clear(u.stack[at:])
			u.stack = u.stack[:at]
			u.marks, u.fence = u.marks[:n-1], below
			return nil
		}
	}
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
	if n := len(u.marks); n > 0 && u.marks[n-1] > 0 {
		at, below := u.marks[n-1], u.below()
		if to := u.stack[at-1]; to.Class() == object.DictClass && at-1 >= below && (len(u.stack)-at)%2 == 0 {
			u.marks, u.fence = u.marks[:n-1], below
			err := u.setItems(to, u.stack[at:])
			clear(u.stack[at:])
			u.stack = u.stack[:at]
			return err
		}
	}
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
	if d, ok := to.Object().(*object.Dict); ok && to.Class() == object.DictClass {
		if err := u.t.ChargeItems(len(items), 30); err != nil {
			return err
		}
		d.Reserve(len(items) / 2)
		for i := 0; i < len(items); i += 2 {
			if err := d.Set(u.t, items[i], items[i+1]); err != nil {
				return err
			}
		}
		return nil
	}
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
		call.Kw = binding.Keywords(d)
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
