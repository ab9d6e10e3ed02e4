package values

import (
	"slices"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file gives back the memory of tensors that only a register of the evaluator held,
// as soon as that has let go (see object.Temporary).

// Hold implements object.Temporary.
func (x *Tensor) Hold() *object.Hold { return &x.hold }

// Fresh implements object.Temporary.
func (x *Tensor) Fresh() bool {
	fresh := x.fresh
	x.fresh = false
	return fresh
}

// Kept implements object.Temporary: a recorded result may have saved x, and what is no
// tensor may be anything.
func (x *Tensor) Kept(result object.Value) bool {
	switch r := result.Object().(type) {
	case nil:
		return false
	case *Tensor:
		return autograd.Involved(r.T)
	case *object.Tuple:
		return slices.ContainsFunc(r.Items, x.Kept)
	}
	c := result.Class()
	return c != DTypeClass && c != DeviceClass && c != LayoutClass
}

// End gives x's memory back, unless x takes part in a graph.
func (x *Tensor) End() {
	if x.Class() == TensorClass && !autograd.Involved(x.T) {
		x.T.Release()
	}
}

// WrapFresh is Wrap for the result of an operator, which is a new tensor.
func WrapFresh(x *tensor.Tensor) object.Value {
	v := Wrap(x)
	v.Object().(*Tensor).fresh = true
	return v
}

// WrapView is Wrap for a view that has just been made, or a copy.
func WrapView(x *tensor.Tensor, made uint64) object.Value {
	v := Wrap(x)
	v.Object().(*Tensor).fresh = x.New() || x.MadeSince(made)
	return v
}

// Mark says whether the operation that returns x just now made it.
func (x *Tensor) Mark(fresh bool) { x.fresh = fresh }

// Share leaves x to the collector.
func (x *Tensor) Share() { x.hold = object.Hold{} }

// Share leaves tensors to the collector.
func Share(list []object.Value) {
	for _, v := range list {
		if v.IsNil() {
			continue
		}
		if x, ok := v.Object().(*Tensor); ok {
			x.Share()
		}
	}
}
