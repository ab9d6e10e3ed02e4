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

// Kept implements object.Temporary: what is no tensor may be anything. A tensor over the same
// memory is counted there, and a graph counts what it saved.
func (x *Tensor) Kept(result object.Value) bool {
	if result.IsNone() {
		return false
	}
	switch r := result.Object().(type) {
	case nil:
		return false
	case *Tensor:
		return false
	case *object.Tuple:
		return slices.ContainsFunc(r.Items, x.Kept)
	}
	c := result.Class()
	return c != object.BoolClass && c != DTypeClass && c != DeviceClass && c != LayoutClass
}

// End gives x's memory back, or leaves it to the graphs that need it.
func (x *Tensor) End() {
	if x.Class() == TensorClass {
		autograd.GiveUp(x.T)
	}
}

// WrapFresh is Wrap for the result of an operator, which is a new tensor, unless the operator has
// shown it to the program already.
func WrapFresh(x *tensor.Tensor) object.Value {
	shown := x.Handle != nil
	v := Wrap(x)
	v.Object().(*Tensor).fresh = !shown
	return v
}

// WrapLent is Wrap for a tensor that something else than the program keeps, too: it is new where the program
// does not have it, and else has one holder more.
func WrapLent(x *tensor.Tensor) object.Value {
	o, shown := x.Handle.(*Tensor)
	shown = shown && !x.Given()
	v := Wrap(x)
	if shown {
		o.Share()
	} else {
		v.Object().(*Tensor).fresh = true
	}
	return v
}

// WrapShared is Wrap for a tensor that may have a holder and gets another, which may be anything.
func WrapShared(x *tensor.Tensor) object.Value {
	v := Wrap(x)
	v.Object().(*Tensor).Share()
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
