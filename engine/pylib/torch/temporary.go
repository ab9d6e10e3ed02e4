package torch

import (
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file gives back the memory of tensors that only a temporary of the evaluator held,
// as soon as their only use is over (see object.Temporary).

// Own begins to follow x if it was just made.
func (x *Tensor) Own() { x.owned, x.fresh = x.fresh, false }

// Disown ends it: others may hold x.
func (x *Tensor) Disown() { x.owned = false }

// End gives x's memory back, unless x or what became of it takes part in a graph.
func (x *Tensor) End(result object.Value) {
	if !x.owned {
		return
	}
	x.owned = false
	if x.T.Autograd != nil || x.Class() != TensorClass {
		return
	}
	if !result.IsNil() {
		if r, ok := result.Object().(*Tensor); !ok || r.T.Autograd != nil || r.T.Storage() == x.T.Storage() {
			return
		}
	}
	x.T.Release()
}

// fresh is wrap for the result of an operator, which is a new tensor.
func fresh(x *tensor.Tensor) object.Value {
	v := wrap(x)
	v.Object().(*Tensor).fresh = true
	return v
}

// noteFresh tells whether the call, begun when as many tensors had been made, made the
// tensor that it returns.
func (c *call) noteFresh(v object.Value, made uint64) {
	if x, ok := v.Object().(*Tensor); ok {
		x.fresh = x != c.self && x.T.MadeSince(made) && !slices.Contains(c.args, v)
	}
}
