package object

// This file answers isinstance and issubclass, hooks included.

// IsInstance is isinstance(v, what); what is a class, a union or a tuple of these.
func IsInstance(t *Thread, v, what Value) (bool, error) {
	if v.Class().Value() == what {
		return true, nil
	}
	return checkClass(t, v, what, "__instancecheck__", isInstanceOf,
		"isinstance() arg 2 must be a type, a tuple of types, or a union")
}

// IsSubclass is issubclass(v, what).
func IsSubclass(t *Thread, v, what Value) (bool, error) {
	return checkClass(t, v, what, "__subclasscheck__", isSubclassOf,
		"issubclass() arg 2 must be a class, a tuple of classes, or a union")
}

func checkClass(t *Thread, v, what Value, hook string, plain func(*Thread, Value, *Class) (bool, error), bad string) (bool, error) {
	switch o := what.Object().(type) {
	case *Class:
		if o.class == TypeClass {
			return plain(t, v, o)
		}
	case *Tuple:
		return anyClass(t, o.Items, func(w Value) (bool, error) { return checkClass(t, v, w, hook, plain, bad) })
	case *Union:
		return anyClass(t, o.Args, func(w Value) (bool, error) { return checkClass(t, v, w, hook, plain, bad) })
	case *GenericAlias:
		if hook == "__instancecheck__" {
			return false, Raise(TypeError, "isinstance() argument 2 cannot be a parameterized generic")
		}
		return false, Raise(TypeError, "issubclass() argument 2 cannot be a parameterized generic")
	}
	if _, isClass := v.Object().(*Class); hook == "__subclasscheck__" && !isClass {
		return plain(t, v, ObjectClass)
	}
	if what == None && hook != "" {
		return false, Raise(TypeError, "%s", bad)
	}
	res, ok, err := CallMethod(t, what, hook, v)
	if err != nil {
		return false, err
	}
	if !ok {
		return false, Raise(TypeError, "%s", bad)
	}
	return ToBool(t, res)
}

func anyClass(t *Thread, classes []Value, check func(Value) (bool, error)) (bool, error) {
	if err := t.Enter(" in __instancecheck__"); err != nil {
		return false, err
	}
	defer t.Leave()
	for _, w := range classes {
		if w == None {
			w = NoneClass.Value() // as in int | None
		}
		if ok, err := check(w); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// isInstanceOf is type.__instancecheck__: the class, or what __class__ claims.
func isInstanceOf(t *Thread, v Value, c *Class) (bool, error) {
	if c.Is(v) {
		return true, nil
	}
	if v.head.class.Builtin || v.head.class.trait(ownClass) {
		return false, nil
	}
	claimed, ok, err := GetAttrOpt(t, v, "__class__")
	if !ok || err != nil {
		return false, err
	}
	k, ok := claimed.Object().(*Class)
	return ok && k != v.head.class && k.IsSubclassOf(c), nil
}

// isSubclassOf is type.__subclasscheck__.
func isSubclassOf(t *Thread, v Value, c *Class) (bool, error) {
	k, ok := v.Object().(*Class)
	if !ok {
		return false, Raise(TypeError, "issubclass() arg 1 must be a class")
	}
	return k.IsSubclassOf(c), nil
}
