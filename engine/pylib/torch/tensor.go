package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Tensor is torch.Tensor: the Python object of a tensor. A tensor has one object at a
// time (see wrap), so that `x.grad is x.grad`.
type Tensor struct {
	object.Head
	T *tensor.Tensor

	fresh bool // the operation that returned it just now made it
	hold  object.Hold
}

// TensorClass is torch.Tensor.
var TensorClass = object.NewBuiltin("torch.Tensor")

// wrap returns the Python object of a tensor.
func wrap(x *tensor.Tensor) object.Value {
	if o, ok := x.Handle.(*Tensor); ok {
		o.fresh = false
		x.Revive()
		return object.Of(o)
	}
	o := &Tensor{T: x}
	x.Handle = o
	return object.Adopt(o, TensorClass)
}

// wrapAs makes a new object of a class for a tensor.
func wrapAs(x *tensor.Tensor, c *object.Class) object.Value {
	o := &Tensor{T: x}
	x.Handle = o
	return object.Adopt(o, c)
}

func wrapAll(list []*tensor.Tensor) []object.Value {
	out := make([]object.Value, len(list))
	for i, x := range list {
		out[i] = wrap(x)
	}
	return out
}

// wrapOpt is wrap for a tensor that may be missing.
func wrapOpt(x *tensor.Tensor) object.Value {
	if x == nil {
		return object.None
	}
	return wrap(x)
}

// AsTensor returns the tensor behind a Python value.
func AsTensor(v object.Value) (*tensor.Tensor, bool) {
	if o, ok := v.Object().(*Tensor); ok && o.T != nil {
		return o.T, true
	}
	return nil, false
}

// Wrap returns the Python object of a tensor, for other packages.
func Wrap(x *tensor.Tensor) object.Value { return wrap(x) }

// self returns the tensor of a method's object.
func self(v object.Value) *tensor.Tensor { return v.Object().(*Tensor).T }

// usable refuses parameters of lazy modules that have no shape yet: classes that
// define __torch_function__ answer for the operation themselves.
func usable(t *object.Thread, x *Tensor) error {
	c := x.Class()
	if c == TensorClass || c.Builtin {
		return nil
	}
	if _, ok := c.Lookup("cls_to_become"); ok && stateOf(t).plain == 0 {
		return object.Raise(object.ValueError, "Attempted to use an uninitialized parameter in %s. "+
			"This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.%s` "+
			"objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before "+
			"calling torch functions", "<built-in function>", c.Name)
	}
	return nil
}
