package interp

import "gputour/engine/object"

// This file remembers for the instructions that call how their callee is called.

// fillCall remembers how to call an instance of a class or the class itself.
func (c *cache) fillCall(callee object.Value) {
	if k, ok := callee.Object().(*object.Class); ok && k != object.TypeClass && calledAsType(k.Head.Class()) {
		c.fillConstructor(k)
		return
	}
	k := callee.Class()
	c.kind, c.class, c.version = otherCache, k, k.Version
	if k.Builtin {
		return
	}
	d, ok := k.Lookup("__call__")
	if fn, isFn := objectOf(d).(*Function); ok && isFn {
		c.kind, c.fn = callCache, fn
	}
}

// plainException tells of the built-in exception classes that only keep their arguments.
func plainException(k *object.Class) bool {
	return k.IsSubclassOf(object.ExceptionClass) && k.Slots.New != nil &&
		!k.IsSubclassOf(object.OSError) && !k.IsSubclassOf(object.BaseExceptionGroup) && !k.IsSubclassOf(object.SyntaxError) &&
		!k.IsSubclassOf(object.UnicodeError) && k.Module == "builtins"
}

// calledAsType tells whether calling a class of metaclass meta is type.__call__.
func calledAsType(meta *object.Class) bool {
	return meta == object.TypeClass || meta.LookupBox("__call__") == object.TypeClass.LookupBox("__call__")
}

// constructs tells whether calling a still is what the cache of a constructor saw.
func (c *cache) constructs(a object.Value) bool {
	return a == c.class.Value() && c.class.Version == c.version && a.Class().Version == c.meta
}

// fillConstructor remembers how instances of k are made, which type.__call__ makes.
func (c *cache) fillConstructor(k *object.Class) {
	c.kind, c.class, c.version, c.meta, c.native = instanceCache, k, k.Version, k.Head.Class().Version, false
	init, _ := k.Lookup("__init__")
	none, _ := object.ObjectClass.Lookup("__init__")
	switch {
	case k.Builtin && plainException(k):
		c.kind = raiseCache
		return
	case k.Builtin && init == none && k != object.ObjectClass && k.Slots.New != nil:
		c.kind = builtinCache
		return
	case k.Builtin || len(k.Abstract) > 0 || k.Finalized():
		return
	}
	own, _ := k.Lookup("__new__")
	base, _ := object.ObjectClass.Lookup("__new__")
	if fn, ok := staticFunction(own); ok && init == none && !k.HasSubclasses() {
		c.kind, c.fn = newCache, fn
		return
	}
	if _, isBuiltin := own.Object().(*object.Builtin); !isBuiltin && own != base {
		return
	}
	if fn, ok := init.Object().(*Function); ok && !fn.isGenerator() {
		c.kind, c.fn, c.native = ctorCache, fn, own != base
	} else if init == none && own == base {
		c.kind, c.fn = ctorCache, nil
	}
}

// staticFunction returns the Python function that a __new__ is.
func staticFunction(v object.Value) (*Function, bool) {
	s, ok := v.Object().(*object.StaticMethod)
	if !ok {
		return nil, false
	}
	fn, ok := s.Func.Object().(*Function)
	return fn, ok && !fn.isGenerator()
}
