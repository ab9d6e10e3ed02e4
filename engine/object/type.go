package object

import "strings"

// This file defines class type: what a class itself can do.

func initType() {
	TypeClass.Define(Spec{
		Doc:       "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
		OwnLayout: true,
		Slots: Slots{
			New: typeNew, Init: typeInit, Call: typeCall, Repr: typeRepr,
			GetAttr: typeGetAttr, SetAttr: typeSetAttr,
			Binary:    unionSlots(),
			Reflected: unionSlots(),
		},
		Methods: []Method{
			{"mro(self, /)", typeMRO, "Return a type's method resolution order."},
			{"__subclasses__(self, /)", func(t *Thread, a []Value) (Value, error) {
				return classList(a[0].Object().(*Class).subclasses(t.Session)), nil
			}, "Return a list of immediate subclasses."},
			{"__instancecheck__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
				ok, err := isInstanceOf(t, a[1], a[0].Object().(*Class))
				return Bool(ok), err
			}, "Check if an object is an instance."},
			{"__subclasscheck__(self, subclass, /)", func(t *Thread, a []Value) (Value, error) {
				ok, err := isSubclassOf(t, a[1], a[0].Object().(*Class))
				return Bool(ok), err
			}, "Check if a class is a subclass."},
			{"__dir__(self, /)", typeDir, "Specialized __dir__ implementation for types."},
		},
		ClassMethods: []Method{
			{"__prepare__(*args, **kwargs)", func(_ *Thread, _ []Value) (Value, error) { return Of(NewDict()), nil }, "Create the namespace for the class statement"},
		},
		Props: typeProps(),
	})
	typeNewMethod, _ = TypeClass.Lookup("__new__")
}

func typeInit(t *Thread, v Value, a Args) error {
	if len(a.Pos) != 1 && len(a.Pos) != 3 {
		return Raise(TypeError, "type.__init__() takes 1 or 3 arguments")
	}
	return nil
}

func classList(classes []*Class) Value {
	items := make([]Value, len(classes))
	for i, c := range classes {
		items[i] = c.Value()
	}
	return NewList(items)
}

func classTuple(classes []*Class) Value {
	items := make([]Value, len(classes))
	for i, c := range classes {
		items[i] = c.Value()
	}
	return NewTuple(items...)
}

func typeRepr(t *Thread, v Value) (string, error) {
	return "<class '" + v.Object().(*Class).qualified() + "'>", nil
}

func typeDir(t *Thread, a []Value) (Value, error) {
	names := map[string]bool{}
	a[0].Object().(*Class).dirInto(names)
	return nameList(names), nil
}

// classProp is a computed attribute of classes.
func classProp(name string, get func(c *Class) (Value, error), set func(t *Thread, c *Class, x Value) error) Prop {
	p := Prop{Name: name, Get: func(_ *Thread, v Value) (Value, error) { return get(v.Object().(*Class)) }}
	if set != nil {
		p.Set = func(t *Thread, v, x Value) error {
			c := v.Object().(*Class)
			if c.Builtin {
				return Raise(TypeError, "cannot set '%s' attribute of immutable type '%s'", name, c.fullName())
			}
			if x.head == nil {
				return Raise(TypeError, "cannot delete '%s' attribute of immutable type '%s'", name, c.Name)
			}
			return set(t, c, x)
		}
	}
	return p
}

func typeProps() []Prop {
	return []Prop{
		classProp("__name__", func(c *Class) (Value, error) { return NewStr(c.Name), nil }, setClassName),
		classProp("__qualname__", func(c *Class) (Value, error) { return NewStr(c.QualName), nil }, setClassQualname),
		classProp("__module__", func(c *Class) (Value, error) {
			if v, ok := c.Dict.Get("__module__"); ok && v.head.class != GetSetClass { // which would be for instances: type, classmethod
				return v, nil
			}
			return NewStr(c.Module), nil
		}, func(_ *Thread, c *Class, x Value) error {
			c.Module, _ = AsStr(x)
			c.Dict.Set("__module__", x)
			return nil
		}),
		classProp("__bases__", func(c *Class) (Value, error) { return classTuple(c.Bases), nil }, setBases),
		classProp("__base__", func(c *Class) (Value, error) {
			for _, b := range c.Bases {
				if b.layout == c.layout {
					return b.Value(), nil
				}
			}
			if len(c.Bases) == 0 {
				return None, nil
			}
			return c.Bases[0].Value(), nil
		}, nil),
		{Name: "__mro__", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return classTuple(v.Object().(*Class).MRO), nil }},
		classProp("__dict__", func(c *Class) (Value, error) { return NewMappingProxy(Of(c.Dict.Dict())), nil }, nil),
		classDoc(),
		classProp("__abstractmethods__", func(c *Class) (Value, error) {
			if v, ok := c.Dict.Get("__abstractmethods__"); ok {
				return v, nil
			}
			return Value{}, raiseAttr(c.Value(), "__abstractmethods__", "__abstractmethods__")
		}, setAbstract),
		{Name: "__annotations__", Get: classAnnotations, Set: setClassAnnotations},
		classProp("__text_signature__", func(c *Class) (Value, error) {
			if c.makers == nil {
				return None, nil
			}
			return NewStr(c.makers.String()), nil
		}, nil),
	}
}

// classDoc is __doc__ of a class, where a descriptor may stand.
func classDoc() Prop {
	p := classProp("__doc__", nil, func(_ *Thread, c *Class, x Value) error { c.Dict.Set("__doc__", x); c.changed(); return nil })
	p.Get = func(t *Thread, v Value) (Value, error) {
		c := v.Object().(*Class)
		doc, ok := c.Dict.Get("__doc__")
		if !ok {
			return None, nil
		}
		if get := doc.head.class.Slots.DescrGet; get != nil {
			return get(t, doc, Value{}, c)
		}
		return doc, nil
	}
	return p
}

func setClassName(_ *Thread, c *Class, x Value) error {
	s, ok := AsStr(x)
	if !ok {
		return Raise(TypeError, "can only assign string to %s.__name__, not '%s'", c.Name, TypeName(x))
	}
	c.Name = s
	return nil
}

func setClassQualname(_ *Thread, c *Class, x Value) error {
	s, ok := AsStr(x)
	if !ok {
		return Raise(TypeError, "can only assign string to %s.__qualname__, not '%s'", c.Name, TypeName(x))
	}
	c.QualName = s
	return nil
}

// setAbstract takes the names of abstract methods that module abc found.
func setAbstract(t *Thread, c *Class, x Value) error {
	c.Dict.Set("__abstractmethods__", x)
	c.Abstract = nil
	names := map[string]bool{}
	err := ForEach(t, x, func(v Value) error {
		s, _ := AsStr(v)
		names[s] = true
		return nil
	})
	for _, v := range nameList(names).Object().(*List).Items {
		c.Abstract = append(c.Abstract, v.Object().(*Str).s)
	}
	return err
}

func classAnnotations(_ *Thread, v Value) (Value, error) {
	c := v.Object().(*Class)
	if c.Builtin {
		return Value{}, AttrError(v, "__annotations__")
	}
	a, ok := c.Dict.Get("__annotations__")
	if !ok {
		a = Of(NewDict())
		c.Dict.Set("__annotations__", a)
	}
	return a, nil
}

func setClassAnnotations(_ *Thread, v, x Value) error {
	c := v.Object().(*Class)
	if x.head == nil {
		if !c.Dict.Delete("__annotations__") {
			return Raise(AttributeError, "__annotations__")
		}
	} else {
		c.Dict.Set("__annotations__", x)
	}
	c.changed()
	return nil
}

// isDunder reports whether name is __name__.
func isDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}
