package object

import "fmt"

// This file defines classmethod, staticmethod and bound methods.

func initWrappers() {
	wrapped := func(v Value) Value {
		switch o := v.Object().(type) {
		case *ClassMethod:
			return o.Func
		case *StaticMethod:
			return o.Func
		}
		return None
	}
	props := []Prop{
		{Name: "__func__", Get: func(_ *Thread, v Value) (Value, error) { return wrapped(v), nil }},
		{Name: "__wrapped__", Get: func(_ *Thread, v Value) (Value, error) { return wrapped(v), nil }},
		{Name: "__isabstractmethod__", Get: func(t *Thread, v Value) (Value, error) {
			ok, err := IsAbstract(t, wrapped(v))
			return Bool(ok), err
		}},
	}
	for _, name := range []string{"__name__", "__qualname__", "__doc__", "__module__", "__annotations__"} {
		props = append(props, Prop{Name: name, Get: func(t *Thread, v Value) (Value, error) { return GetAttr(t, wrapped(v), name) }})
	}
	ClassMethodClass.Define(Spec{Doc: "Convert a function to be a class method.", Signature: "classmethod(function, /)",
		Alloc: func(c *Class) Value { return Adopt(&ClassMethod{Func: None}, c) },
		Init:  func(_ *Thread, self Value, a []Value) error { self.Object().(*ClassMethod).Func = a[0]; return nil },
		Props: props, HasDict: true,
		Slots: Slots{DescrGet: classMethodGet, Repr: wrapperRepr("classmethod", wrapped)},
	})
	StaticMethodClass.Define(Spec{Doc: "Convert a function to be a static method.", Signature: "staticmethod(function, /)",
		Alloc: func(c *Class) Value { return Adopt(&StaticMethod{Func: None}, c) },
		Init:  func(_ *Thread, self Value, a []Value) error { self.Object().(*StaticMethod).Func = a[0]; return nil },
		Props: props, HasDict: true,
		Slots: Slots{
			DescrGet: func(_ *Thread, d, _ Value, _ *Class) (Value, error) { return d.Object().(*StaticMethod).Func, nil },
			Call: func(t *Thread, v Value, a Args) (Value, error) {
				return CallArgs(t, v.Object().(*StaticMethod).Func, a)
			},
			Repr: wrapperRepr("staticmethod", wrapped),
		},
	})
}

func wrapperRepr(name string, wrapped func(Value) Value) func(*Thread, Value) (string, error) {
	return func(t *Thread, v Value) (string, error) {
		s, err := Repr(t, wrapped(v))
		return "<" + name + "(" + s + ")>", err
	}
}

// classMethodGet binds the function to the class; a descriptor inside is asked first (3.9 to 3.12).
func classMethodGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if owner == nil {
		owner = obj.Class()
	}
	fn := d.Object().(*ClassMethod).Func
	if get := fn.Class().Slots.DescrGet; get != nil {
		return get(t, fn, owner.Value(), owner)
	}
	return NewBoundMethod(fn, owner.Value()), nil
}

func initMethod() {
	MethodClass.Define(Spec{
		Doc: "Create a bound instance method object.", Signature: "method(function, instance, /)", Final: true,
		Make: func(t *Thread, _ *Class, a []Value) (Value, error) {
			if !Callable(a[0]) {
				return Value{}, Raise(TypeError, "first argument must be callable")
			}
			if a[1].IsNone() {
				return Value{}, Raise(TypeError, "self must not be None")
			}
			return NewBoundMethod(a[0], a[1]), nil
		},
		Methods: []Method{{"__reduce__(self, /)", methodReduce, "Helper for pickle."}},
		Slots:   Slots{Call: methodCall, GetAttr: methodGetAttr, Repr: methodRepr, Hash: methodHash, Compare: methodCompare},
		Props: []Prop{
			{Name: "__func__", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*BoundMethod).Func, nil }},
			{Name: "__self__", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*BoundMethod).Self, nil }},
			{Name: "__doc__", Get: func(t *Thread, v Value) (Value, error) { return GetAttr(t, v.Object().(*BoundMethod).Func, "__doc__") }},
		},
	})
}

func methodCall(t *Thread, v Value, a Args) (Value, error) {
	m := v.Object().(*BoundMethod)
	return callPrepended(t, m.Func, m.Self, a)
}

// methodReduce: a method is found again by its name in its object.
func methodReduce(t *Thread, a []Value) (Value, error) {
	m := a[0].Object().(*BoundMethod)
	name, err := GetAttr(t, m.Func, "__name__")
	if err != nil {
		return Value{}, err
	}
	return byName(t, m.Self, name)
}

// byName is getattr(owner, name), as __reduce__ says it.
func byName(t *Thread, owner, name Value) (Value, error) {
	getattr, err := builtinNamed(t, "getattr")
	return NewTuple(getattr, NewTuple(owner, name)), err
}

// methodGetAttr: a method shows the attributes of its function.
func methodGetAttr(t *Thread, v Value, name string) (Value, error) {
	if d, ok := MethodClass.Lookup(name); ok {
		return bindTo(t, d, v)
	}
	m := v.Object().(*BoundMethod)
	x, err := GetAttr(t, m.Func, name)
	if err != nil && Catch(err, AttributeError) {
		return x, AttrError(m.Func, name)
	}
	return x, err
}

func methodRepr(t *Thread, v Value) (string, error) {
	m := v.Object().(*BoundMethod)
	name := "?"
	if q, ok, err := GetAttrOpt(t, m.Func, "__qualname__"); err != nil {
		return "", err
	} else if ok {
		name, _ = AsStr(q)
	}
	self, err := Repr(t, m.Self)
	return fmt.Sprintf("<bound method %s of %s>", name, self), err
}

func methodHash(t *Thread, v Value) (int64, error) {
	m := v.Object().(*BoundMethod)
	h, err := Hash(t, m.Func)
	return h ^ idHash(m.Self), err
}

func methodCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	x, y := a.Object().(*BoundMethod), b.Object()
	m, ok := y.(*BoundMethod)
	if !ok || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	same := x.Self == m.Self && x.Func == m.Func
	return Bool(same == (op == Eq)), nil
}
