package pickle

import (
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file writes what is neither a number, a text nor a container: functions and classes
// by their names, other objects as the call that makes them again.

// reducers are what copyreg has for reductions, looked up once for each pickler.
type reducers struct {
	table, extensions, reduceEx object.Value
}

func (p *pickler) copyreg() (*reducers, error) {
	r := &p.reduce
	if !r.table.IsNil() {
		return r, nil
	}
	m, err := binding.Import(p.t, "copyreg")
	if err != nil {
		return nil, err
	}
	for name, field := range map[string]*object.Value{"_extension_registry": &r.extensions, "_reduce_ex": &r.reduceEx, "dispatch_table": &r.table} {
		if *field, err = object.GetAttr(p.t, m, name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (p *pickler) saveOther(x object.Value) error {
	if !p.reducer.IsNil() {
		parts, err := object.Call(p.t, p.reducer, x)
		if err != nil {
			return err
		}
		if parts != object.NotImplemented {
			return p.saveParts(x, parts)
		}
	}
	kind := x.Class()
	switch {
	case kind == object.TypeClass:
		return p.saveClass(x)
	case kind == interp.FunctionClass:
		return p.saveGlobal(x, "")
	case x == object.Ellipsis, x == object.NotImplemented:
		return p.saveGlobal(x, map[object.Value]string{object.Ellipsis: "Ellipsis", object.NotImplemented: "NotImplemented"}[x])
	}
	reduce, err := p.registered(kind)
	if err != nil {
		return err
	}
	var parts object.Value
	switch {
	case !reduce.IsNil():
		parts, err = object.Call(p.t, reduce, x)
	case kind.IsSubclassOf(object.TypeClass):
		return p.saveGlobal(x, "")
	default:
		if b, ok := x.Object().(*object.Builtin); ok {
			return p.saveBuiltin(x, b)
		}
		parts, err = p.reduceEx(x, kind)
	}
	if err != nil {
		return err
	}
	return p.saveParts(x, parts)
}

// registered is the function that dispatch_table has for a class.
func (p *pickler) registered(kind *object.Class) (object.Value, error) {
	if p.table.IsNil() {
		r, err := p.copyreg()
		if err != nil {
			return object.Value{}, err
		}
		fn, _, err := r.table.Object().(*object.Dict).Get(p.t, kind.Value())
		return fn, err
	}
	fn, err := object.GetItem(p.t, p.table, kind.Value())
	if object.Catch(err, object.KeyError) {
		return object.Value{}, nil
	}
	return fn, err
}

// saveBuiltin writes a function by its name, a method as an attribute of its object or class.
func (p *pickler) saveBuiltin(x object.Value, b *object.Builtin) error {
	from := b.Self
	switch {
	case b.IsMethod():
		from = b.Owner.Value()
	case from.IsNil():
		return p.saveGlobal(x, "")
	}
	getattr, err := binding.Attr(p.t, "builtins", "getattr")
	if err != nil {
		return err
	}
	return p.saveReduce(x, reduced{fn: getattr, args: object.NewTuple(from, object.NewStr(b.Name))})
}

// reduceEx calls x.__reduce_ex__; what object's own gives for protocols 0 and 1 stands in copyreg.
func (p *pickler) reduceEx(x object.Value, kind *object.Class) (object.Value, error) {
	if p.proto < 2 {
		own, _ := kind.Lookup("__reduce_ex__")
		old, _ := kind.Lookup("__reduce__")
		ex, _ := object.ObjectClass.Lookup("__reduce_ex__")
		plain, _ := object.ObjectClass.Lookup("__reduce__")
		if own == ex && old == plain {
			r, err := p.copyreg()
			if err != nil {
				return object.Value{}, err
			}
			return object.Call(p.t, r.reduceEx, x, object.Int(int64(p.proto)))
		}
	}
	method, ok, err := object.GetAttrOpt(p.t, x, "__reduce_ex__")
	if err != nil {
		return object.Value{}, err
	}
	if ok {
		return object.Call(p.t, method, object.Int(int64(p.proto)))
	}
	if method, ok, err = object.GetAttrOpt(p.t, x, "__reduce__"); err != nil {
		return object.Value{}, err
	}
	if ok {
		return object.Call(p.t, method)
	}
	text, err := object.Repr(p.t, x)
	if err == nil {
		err = object.Raise(picklingError, "can't pickle '%s' object: %s", kind.Name, text)
	}
	return object.Value{}, err
}

// reduced is a reduction: fn(*args) makes the object, the others complete it. They are
// zero where absent.
type reduced struct {
	fn, args, state, items, pairs, setter object.Value
}

// saveParts writes what a reduction has given: a global name or the parts of a call.
func (p *pickler) saveParts(x, parts object.Value) error {
	if name, ok := object.AsStr(parts); ok {
		return p.saveGlobal(x, name)
	}
	tuple, ok := parts.Object().(*object.Tuple)
	if !ok {
		return object.Raise(picklingError, "__reduce__ must return a string or tuple")
	}
	n := len(tuple.Items)
	if n < 2 || n > 6 {
		return object.Raise(picklingError, "tuple returned by __reduce__ must contain 2 through 6 elements")
	}
	r := reduced{fn: tuple.Items[0], args: tuple.Items[1]}
	for i, field := range []*object.Value{&r.state, &r.items, &r.pairs, &r.setter} {
		if i+2 < n && !tuple.Items[i+2].IsNone() {
			*field = tuple.Items[i+2]
		}
	}
	if err := r.check(); err != nil {
		return err
	}
	return p.saveReduce(x, r)
}

func (r *reduced) check() error {
	iterator := func(v object.Value) bool { return v.IsNil() || v.Class().Slots.Next != nil }
	_, isTuple := r.args.Object().(*object.Tuple)
	switch {
	case !object.Callable(r.fn):
		return object.Raise(picklingError, "first item of the tuple returned by __reduce__ must be callable")
	case !isTuple:
		return object.Raise(picklingError, "second item of the tuple returned by __reduce__ must be a tuple")
	case !iterator(r.items):
		return object.Raise(picklingError, "fourth element of the tuple returned by __reduce__ must be an iterator, not %s", object.TypeName(r.items))
	case !iterator(r.pairs):
		return object.Raise(picklingError, "fifth element of the tuple returned by __reduce__ must be an iterator, not %s", object.TypeName(r.pairs))
	case !r.setter.IsNil() && !object.Callable(r.setter):
		return object.Raise(picklingError, "sixth element of the tuple returned by __reduce__ must be a function, not %s", object.TypeName(r.setter))
	}
	return nil
}

// saveReduce writes the call, then what completes the object; x is zero for a call that is
// none of an object's.
func (p *pickler) saveReduce(x object.Value, r reduced) error {
	if err := p.saveCall(x, r); err != nil {
		return err
	}
	if !x.IsNil() {
		// The arguments may hold x, and so have written it already.
		if n, ok := p.memo.get(x); ok {
			if err := p.write(opPop); err != nil {
				return err
			}
			if err := p.recall(n); err != nil {
				return err
			}
		} else if err := p.remember(x); err != nil {
			return err
		}
	}
	if !r.items.IsNil() {
		if err := p.saveIterator(r.items, opAppend, opAppends); err != nil {
			return err
		}
	}
	if !r.pairs.IsNil() {
		if err := p.saveIterator(r.pairs, opSetItem, opSetItems); err != nil {
			return err
		}
	}
	switch {
	case r.state.IsNil():
		return nil
	case r.setter.IsNil():
		return p.saveThen(opBuild, r.state)
	}
	if err := p.saveThen(opTuple2, r.setter, x, r.state); err != nil {
		return err
	}
	return p.write(opReduce, opPop)
}

// saveThen writes values and then the opcode that takes them.
func (p *pickler) saveThen(op byte, values ...object.Value) error {
	if err := p.saveAll(values); err != nil {
		return err
	}
	return p.write(op)
}

// saveCall writes fn(*args), with opcodes of their own for the two that call __new__.
func (p *pickler) saveCall(x object.Value, r reduced) error {
	args := r.args.Object().(*object.Tuple).Items
	name := ""
	if p.proto >= 2 {
		v, _, err := object.GetAttrOpt(p.t, r.fn, "__name__")
		if err != nil {
			return err
		}
		if !v.IsNil() {
			name, _ = object.AsStr(v)
		}
	}
	switch name {
	case "__newobj_ex__":
		return p.saveNewObjEx(args)
	case "__newobj__":
		return p.saveNewObj(x, args)
	}
	return p.saveThen(opReduce, r.fn, r.args)
}

func (p *pickler) saveNewObj(x object.Value, args []object.Value) error {
	if len(args) == 0 {
		return object.Raise(picklingError, "__newobj__ arglist is empty")
	}
	if _, ok, err := object.GetAttrOpt(p.t, args[0], "__new__"); !ok || err != nil {
		if err == nil {
			err = object.Raise(picklingError, "args[0] from __newobj__ args has no __new__")
		}
		return err
	}
	if !x.IsNil() {
		said, err := object.GetAttr(p.t, x, "__class__")
		if err != nil {
			return err
		}
		if said != args[0] {
			return object.Raise(picklingError, "args[0] from __newobj__ args has the wrong class")
		}
	}
	return p.saveThen(opNewObj, args[0], object.NewTuple(args[1:]...))
}

func (p *pickler) saveNewObjEx(args []object.Value) error {
	if len(args) != 3 {
		return object.Raise(picklingError, "length of the NEWOBJ_EX argument tuple must be exactly 3, not %d", len(args))
	}
	cls, isClass := args[0].Object().(*object.Class)
	pos, isTuple := args[1].Object().(*object.Tuple)
	kw, isDict := args[2].Object().(*object.Dict)
	switch {
	case !isClass:
		return object.Raise(picklingError, "first item from NEWOBJ_EX argument tuple must be a class, not %s", object.TypeName(args[0]))
	case !isTuple:
		return object.Raise(picklingError, "second item from NEWOBJ_EX argument tuple must be a tuple, not %s", object.TypeName(args[1]))
	case !isDict:
		return object.Raise(picklingError, "third item from NEWOBJ_EX argument tuple must be a dict, not %s", object.TypeName(args[2]))
	case p.proto >= 4:
		return p.saveThen(opNewObjEx, args...)
	}
	// An older reader gets functools.partial(cls.__new__, cls, *args, **kwargs)().
	construct, err := object.GetAttr(p.t, cls.Value(), "__new__")
	if err != nil {
		return err
	}
	call := object.Args{Pos: append([]object.Value{construct, cls.Value()}, pos.Items...), Kw: binding.Keywords(kw)}
	partial, err := binding.Attr(p.t, "functools", "partial")
	if err != nil {
		return err
	}
	made, err := object.CallArgs(p.t, partial, call)
	if err != nil {
		return err
	}
	return p.saveThen(opReduce, made, object.NewTuple())
}
