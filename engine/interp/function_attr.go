package interp

import (
	"strconv"

	"gputour/engine/object"
)

// This file defines the attributes of function objects.

func itoa(n int) string { return strconv.Itoa(n) }

func functionProps() []object.Prop {
	of := func(v object.Value) *Function { return v.Object().(*Function) }
	str := func(name string, get func(f *Function) string, field func(a *functionAttrs) *string) object.Prop {
		return object.Prop{Name: name,
			Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(get(of(v))), nil },
			Set: func(_ *object.Thread, v, x object.Value) error {
				s, ok := object.AsStr(orNone(x))
				if !ok {
					return object.Raise(object.TypeError, "%s must be set to a string object", name)
				}
				*field(of(v).attrs()) = s
				return nil
			}}
	}
	value := func(name string, get func(f *Function) object.Value, field func(a *functionAttrs) *object.Value) object.Prop {
		return object.Prop{Name: name,
			Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return get(of(v)), nil },
			Set: func(_ *object.Thread, v, x object.Value) error { *field(of(v).attrs()) = orNone(x); return nil }}
	}
	return []object.Prop{
		str("__name__", (*Function).name, func(a *functionAttrs) *string { return &a.name }),
		str("__qualname__", (*Function).qualName, func(a *functionAttrs) *string { return &a.qualName }),
		value("__doc__", (*Function).doc, func(a *functionAttrs) *object.Value { return &a.doc }),
		value("__module__", (*Function).module, func(a *functionAttrs) *object.Value { return &a.module }),
		value("__type_params__", func(f *Function) object.Value {
			if f.own == nil || f.own.typeParams.IsNil() {
				return object.EmptyTuple
			}
			return f.own.typeParams
		}, func(a *functionAttrs) *object.Value { return &a.typeParams }),
		{Name: "__defaults__", Get: getDefaults, Set: setDefaults},
		{Name: "__kwdefaults__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return dictOrNone(of(v).kwDefaults), nil
		}, Set: func(_ *object.Thread, v, x object.Value) error {
			d, ok := objectOf(x).(*object.Dict)
			if !ok && !orNone(x).IsNone() {
				return object.Raise(object.TypeError, "__kwdefaults__ must be set to a dict object")
			}
			of(v).kwDefaults = d
			return nil
		}},
		{Name: "__annotations__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			a := of(v).attrs()
			if a.annotations == nil {
				a.annotations = object.NewDict()
			}
			return object.Of(a.annotations), nil
		}, Set: func(_ *object.Thread, v, x object.Value) error {
			d, ok := objectOf(x).(*object.Dict)
			if !ok && !orNone(x).IsNone() {
				return object.Raise(object.TypeError, "__annotations__ must be set to a dict object")
			}
			of(v).attrs().annotations = d
			return nil
		}},
		{Name: "__code__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return codeValue(of(v).linked()), nil }, Set: setCode},
		object.DictProp(),
		{Name: "__closure__", Field: true, Get: getClosure},
		{Name: "__globals__", Field: true, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Of(of(v).def.module.Dict()), nil
		}},
		{Name: "__builtins__", Field: true, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			return object.Of(t.Session.Builtins.Dict()), nil
		}},
	}
}

func orNone(v object.Value) object.Value {
	if v.IsNil() {
		return object.None
	}
	return v
}

func dictOrNone(d *object.Dict) object.Value {
	if d == nil {
		return object.None
	}
	return object.Of(d)
}

func getDefaults(_ *object.Thread, v object.Value) (object.Value, error) {
	f := v.Object().(*Function)
	if f.defaults == nil {
		return object.None, nil
	}
	return object.Of(f.defaults), nil
}

func setDefaults(_ *object.Thread, v, x object.Value) error {
	f := v.Object().(*Function)
	tuple, ok := objectOf(x).(*object.Tuple)
	if !ok && !orNone(x).IsNone() {
		return object.Raise(object.TypeError, "__defaults__ must be set to a tuple object")
	}
	f.defaults = tuple
	return nil
}

// setCode gives a function another body, with the same globals and closure.
func setCode(_ *object.Thread, v, x object.Value) error {
	f := v.Object().(*Function)
	c, ok := objectOf(x).(*CodeObject)
	if !ok {
		return object.Raise(object.TypeError, "__code__ must be set to a code object")
	}
	if len(c.code.Frees) != len(f.closure) {
		return object.Raise(object.ValueError, "%s() requires a code object with %d free vars, not %d", f.name(), len(f.closure), len(c.code.Frees))
	}
	f.attrs() // those of the body that it had
	f.def = &definition{Code: c.code, module: f.def.module, state: f.def.state}
	f.code = f.def.link()
	f.code.extra().object = c
	return nil
}

func getClosure(_ *object.Thread, v object.Value) (object.Value, error) {
	f := v.Object().(*Function)
	if len(f.closure) == 0 {
		return object.None, nil
	}
	cells := make([]object.Value, len(f.closure))
	for i, c := range f.closure {
		cells[i] = object.Of(c)
	}
	return object.NewTuple(cells...), nil
}
