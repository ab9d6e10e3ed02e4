package torch

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
	return c != dtypeClass && c != DeviceClass && c != layoutClass
}

// End gives x's memory back, unless x takes part in a graph.
func (x *Tensor) End() {
	if x.Class() == TensorClass && !autograd.Involved(x.T) {
		x.T.Release()
	}
}

// fresh is wrap for the result of an operator, which is a new tensor.
func fresh(x *tensor.Tensor) object.Value {
	v := wrap(x)
	v.Object().(*Tensor).fresh = true
	return v
}

// freshView is wrap for a view that has just been made, or a copy.
func freshView(x *tensor.Tensor, made uint64) object.Value {
	v := wrap(x)
	v.Object().(*Tensor).fresh = x.New() || x.MadeSince(made)
	return v
}

// noteFresh tells whether the call, begun when as many tensors had been made, made the
// tensor that it returns. What it returns among others is left to the collector.
func (c *call) noteFresh(v object.Value, made uint64) {
	switch o := v.Object().(type) {
	case *Tensor:
		young := o.T.New()
		o.fresh = o != c.self && (young || o.T.MadeSince(made)) && !slices.Contains(c.args, v)
	case *object.Tuple:
		share(o.Items)
	case *object.List:
		share(o.Items)
	}
}

// noteKept leaves the arguments to the collector: a graph may have saved them.
func (c *call) noteKept() {
	if c.self != nil {
		c.self.hold = object.Hold{}
	}
	share(c.args)
}

// share leaves tensors to the collector.
func share(list []object.Value) {
	for _, v := range list {
		if v.IsNil() {
			continue
		}
		if x, ok := v.Object().(*Tensor); ok {
			x.hold = object.Hold{}
		}
	}
}
