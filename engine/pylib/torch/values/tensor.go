// Package values holds the Python objects that torch's operations take and return: tensors, their dtypes, devices, sizes,
// storages and generators, and how numbers and sequences of Python's are read for them. What Python can ask of
// them, their methods and attributes, module torch defines.
package values

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Tensor is torch.Tensor: the Python object of a tensor. A tensor has one object at a
// time (see Wrap), so that `x.grad is x.grad`.
type Tensor struct {
	object.Head
	T *tensor.Tensor

	fresh bool // the operation that returned it just now made it
	hold  object.Hold
}

// TensorClass is torch.Tensor.
var TensorClass = object.NewBuiltin("torch.Tensor")

// Wrap returns the Python object of a tensor.
func Wrap(x *tensor.Tensor) object.Value {
	if o, ok := x.Handle.(*Tensor); ok {
		o.fresh = false
		autograd.Revive(x)
		return object.Of(o)
	}
	autograd.Revive(x)
	o := &Tensor{T: x}
	x.Handle = o
	return object.Adopt(o, TensorClass)
}

// WrapAs makes a new object of a class for a tensor.
func WrapAs(x *tensor.Tensor, c *object.Class) object.Value {
	autograd.Revive(x)
	o := &Tensor{T: x}
	x.Handle = o
	return object.Adopt(o, c)
}

// WrapAll returns the Python objects of tensors.
func WrapAll(list []*tensor.Tensor) []object.Value {
	out := make([]object.Value, len(list))
	for i, x := range list {
		out[i] = Wrap(x)
	}
	return out
}

// WrapOrNone is Wrap for a tensor that may be missing.
func WrapOrNone(x *tensor.Tensor) object.Value {
	if x == nil {
		return object.None
	}
	return Wrap(x)
}

// AsTensor returns the tensor behind a Python value.
func AsTensor(v object.Value) (*tensor.Tensor, bool) {
	if o, ok := v.Object().(*Tensor); ok && o.T != nil {
		return o.T, true
	}
	return nil, false
}

// TensorOf returns the tensor of a method's object.
func TensorOf(v object.Value) *tensor.Tensor { return v.Object().(*Tensor).T }

// IsTensor reports a torch.Tensor.
func IsTensor(v object.Value) bool {
	_, ok := v.Object().(*Tensor)
	return ok
}
