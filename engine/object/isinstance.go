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
	res, ok, err := CallMethod(t, what, hook, v)
	switch {
	case ok && err == nil:
		return ToBool(t, res)
	case err != nil:
		return false, err
	case hook == "__subclasscheck__":
		if _, ok, err := basesOf(t, v); err != nil || !ok {
			return false, orError(err, "issubclass() arg 1 must be a class")
		}
	}
	if _, ok, err := basesOf(t, what); err != nil || !ok {
		return false, orError(err, bad)
	}
	if hook == "__instancecheck__" {
		if v, ok, err = GetAttrOpt(t, v, "__class__"); err != nil || !ok {
			return false, err
		}
	}
	return descends(t, v, what)
}

// orError is err, or a TypeError if there is none.
func orError(err error, message string) error {
	if err == nil {
		err = Raise(TypeError, "%s", message)
	}
	return err
}

// basesOf returns the __bases__ of what acts as a class: any object that has a tuple of them.
func basesOf(t *Thread, v Value) ([]Value, bool, error) {
	bases, ok, err := GetAttrOpt(t, v, "__bases__")
	if err != nil || !ok {
		return nil, false, err
	}
	tuple, ok := bases.Object().(*Tuple)
	if !ok {
		return nil, false, nil
	}
	return tuple.Items, true, nil
}

// descends tells whether c is among derived, its bases and theirs.
func descends(t *Thread, derived, c Value) (bool, error) {
	if derived == c {
		return true, nil
	}
	bases, ok, err := basesOf(t, derived)
	if err != nil || !ok {
		return false, err
	}
	return anyClass(t, bases, func(base Value) (bool, error) { return descends(t, base, c) })
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
	if k, ok := v.Object().(*Class); ok {
		return k.IsSubclassOf(c), nil
	}
	if _, ok, err := basesOf(t, v); err != nil || !ok {
		return false, orError(err, "issubclass() arg 1 must be a class")
	}
	return descends(t, v, c.Value())
}
