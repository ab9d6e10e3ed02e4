package dispatch

import (
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// This file lets classes answer for operations by __torch_function__
// (https://pytorch.org/docs/1.13/notes/extending.html). A session asks for it only once
// it has a tensor of such a class.

func init() {
	Functions = append(Functions, object.Def("_answers(cls, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		if c, ok := a[0].Object().(*object.Class); ok {
			state.Of(t).NoteClass(c)
		}
		return object.None, nil
	}, ""))
}

// override asks the arguments of fn to answer for it. ok is false where none wants to.
func override(s *state.Session, t *object.Thread, fn object.Value, a object.Args) (v object.Value, ok bool, err error) {
	if !s.Overriding || s.Plain > 0 {
		return object.Value{}, false, nil
	}
	owners := overriders(a)
	if len(owners) == 0 {
		return object.Value{}, false, nil
	}
	values.Share(a.Pos) // Python code may do anything with them
	for _, kw := range a.Kw {
		values.Share([]object.Value{kw.Value})
	}
	types, kwargs := make([]object.Value, len(owners)), object.NewDict()
	for i, o := range owners {
		types[i] = object.Of(o.Class())
	}
	for _, kw := range a.Kw {
		if err := kwargs.Set(t, object.NewStr(kw.Name), kw.Value); err != nil {
			return object.Value{}, true, err
		}
	}
	for _, o := range owners {
		v, err := object.CallAttr(t, object.Of(o.Class()), "__torch_function__", fn, object.NewTuple(types...), object.NewTuple(a.Pos...), object.Of(kwargs))
		if err != nil || v != object.NotImplemented {
			return v, true, err
		}
	}
	names := make([]string, len(owners))
	for i, o := range owners {
		names[i] = values.ClassText(o)
	}
	name, _ := object.GetAttr(t, fn, "__name__")
	text, _ := object.AsStr(name)
	return object.Value{}, true, object.Raise(object.TypeError, "no implementation found for 'torch.%s' on types that implement __torch_function__: [%s]", text, strings.Join(names, ", "))
}

// overriders lists an argument of each class that answers, subclasses before the classes
// they come from. It need not be a tensor.
func overriders(a object.Args) []object.Value {
	var owners []object.Value
	add := func(v object.Value) {
		if v.IsNil() || v.Object() == nil || !state.ClassAnswers(v.Class()) || slices.ContainsFunc(owners, func(o object.Value) bool { return o.Class() == v.Class() }) {
			return
		}
		at := slices.IndexFunc(owners, func(o object.Value) bool { return v.Class().IsSubclassOf(o.Class()) })
		if at < 0 {
			at = len(owners)
		}
		owners = slices.Insert(owners, at, v)
	}
	each := func(v object.Value) {
		if items, ok := values.Items(v); ok {
			for _, item := range items {
				add(item)
			}
			return
		}
		add(v)
	}
	for _, v := range a.Pos {
		each(v)
	}
	for _, kw := range a.Kw {
		each(kw.Value)
	}
	return owners
}

// OperatorNames are the methods that operators stand for in __torch_function__.
var OperatorNames = map[object.BinaryOp]string{
	object.Add: "add", object.Sub: "sub", object.Mul: "mul", object.TrueDiv: "div", object.FloorDiv: "floor_divide", object.Mod: "remainder",
	object.Pow: "pow", object.And: "bitwise_and", object.Or: "bitwise_or", object.Xor: "bitwise_xor", object.LShift: "bitwise_left_shift",
	object.RShift: "bitwise_right_shift", object.MatMul: "matmul",
}

// CompareNames are the methods that comparisons stand for.
var CompareNames = [...]string{object.Lt: "lt", object.Le: "le", object.Eq: "eq", object.Ne: "ne", object.Gt: "gt", object.Ge: "ge"}

// OverrideMethod is override for an operator that is the method of a name.
func OverrideMethod(s *state.Session, t *object.Thread, name string, args ...object.Value) (object.Value, bool, error) {
	if !s.Overriding || s.Plain > 0 {
		return object.Value{}, false, nil
	}
	fn, ok := values.TensorClass.Lookup(name)
	if !ok {
		return object.Value{}, false, nil
	}
	return override(s, t, fn, object.Args{Pos: args})
}

// OverrideReflected is override for a op b where b is the tensor: add and mul change
// places, the others have a method of their own.
func OverrideReflected(s *state.Session, t *object.Thread, name string, a, b object.Value) (object.Value, bool, error) {
	switch name {
	case "add", "mul", "bitwise_and", "bitwise_or", "bitwise_xor":
		return OverrideMethod(s, t, name, b, a)
	case "sub":
		return OverrideMethod(s, t, "__rsub__", b, a)
	case "div":
		return OverrideMethod(s, t, "__rtruediv__", b, a)
	}
	return OverrideMethod(s, t, "__r"+name+"__", b, a)
}

// PlainTorchFunction is Tensor.__torch_function__: it calls the function itself and gives
// its results the class.
func PlainTorchFunction(t *object.Thread, a []object.Value) (object.Value, error) {
	args, err := object.Collect(t, a[3])
	if err != nil {
		return object.Value{}, err
	}
	call := object.Args{Pos: args}
	if kwargs, ok := a[4].Object().(*object.Dict); ok {
		for k, v := range kwargs.All() {
			name, _ := object.AsStr(k)
			call.Kw = append(call.Kw, object.Keyword{Name: name, Value: v})
		}
	}
	s := state.Of(t)
	s.Plain++
	v, err := object.CallArgs(t, a[1], call)
	s.Plain--
	if err != nil {
		return v, err
	}
	if c, ok := a[0].Object().(*object.Class); ok && c != values.TensorClass && c.Name != "Parameter" {
		v = ofClass(v, c)
	}
	return v, nil
}

// ofClass gives plain tensors among the results a class.
func ofClass(v object.Value, c *object.Class) object.Value {
	switch o := v.Object().(type) {
	case *values.Tensor:
		if o.Class() == values.TensorClass {
			return values.WrapAs(o.T, c)
		}
	case *object.Tuple:
		if o.Class() == object.TupleClass {
			items := make([]object.Value, len(o.Items))
			for i, item := range o.Items {
				items[i] = ofClass(item, c)
			}
			return object.NewTuple(items...)
		}
	case *object.List:
		for i, item := range o.Items {
			o.Items[i] = ofClass(item, c)
		}
	}
	return v
}

// Functions are the functions of module torch about classes that answer for operations.
var Functions []*object.Builtin
