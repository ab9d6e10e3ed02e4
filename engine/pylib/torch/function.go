package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// FunctionClass is torch.autograd.Function: operations with a gradient of one's own.
var FunctionClass = object.NewBuiltin("torch.autograd.function.Function")

func init() {
	FunctionClass.Define(object.Spec{
		Doc:     "Base class of custom operations: define the static methods forward and backward, call apply.",
		HasDict: true,
		Methods: []object.Method{{Sig: "__call__(self, *args, **kwargs)", Fn: legacyFunction}},
		ClassMethods: []object.Method{
			{Sig: "apply(*args)", Fn: functionApply, Doc: "Runs forward and records backward."},
		},
		StaticMethods: []object.Method{
			{Sig: "forward(ctx, *args, **kwargs)", Fn: missingForward}, {Sig: "backward(ctx, *grad_outputs)", Fn: missingBackward},
		},
	})
}

// legacyFunction refuses the call of an instance, which ran a Function before apply came.
func legacyFunction(*object.Thread, []object.Value) (object.Value, error) {
	return object.Value{}, object.Raise(object.RuntimeError, "Legacy autograd function with non-static forward method is deprecated. "+
		"Please use new-style autograd function with static forward method. "+
		"(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")
}

func missingForward(*object.Thread, []object.Value) (object.Value, error) {
	return object.Value{}, object.Raise(object.NotImplementedError, "You must implement the forward function for custom autograd.Function.")
}

func missingBackward(*object.Thread, []object.Value) (object.Value, error) {
	return object.Value{}, object.Raise(object.NotImplementedError, "You must implement either the backward or vjp method for "+
		"your custom autograd.Function to use it with backward mode AD.")
}

func ctxSave(t *object.Thread, a []object.Value) (object.Value, error) {
	o := a[0].Object().(*node)
	items, _ := sequenceItems(a[1])
	o.saved = append([]object.Value(nil), items...)
	return object.None, nil
}

func ctxSaveForward(_ *object.Thread, a []object.Value) (object.Value, error) {
	items, _ := sequenceItems(a[1])
	a[0].Object().(*node).forward = append([]object.Value(nil), items...)
	return object.None, nil
}

func ctxMarkDirty(_ *object.Thread, a []object.Value) (object.Value, error) {
	o := a[0].Object().(*node)
	items, _ := sequenceItems(a[1])
	for _, v := range items {
		if x, ok := AsTensor(v); ok {
			o.dirty = append(o.dirty, x)
		}
	}
	return object.None, nil
}

func ctxMarkConstant(_ *object.Thread, a []object.Value) (object.Value, error) {
	o := a[0].Object().(*node)
	items, _ := sequenceItems(a[1])
	o.constant = map[*tensor.Tensor]bool{}
	for _, v := range items {
		if x, ok := AsTensor(v); ok {
			o.constant[x] = true
		}
	}
	return object.None, nil
}

func ctxSetMaterialize(_ *object.Thread, a []object.Value) (object.Value, error) {
	a[0].Object().(*node).raw = a[1] != object.True
	return object.None, nil
}

// functionApply runs forward without recording and then makes its outputs the outputs
// of a node whose gradient is backward.
func functionApply(t *object.Thread, a []object.Value) (object.Value, error) {
	s, class := stateOf(t), a[0]
	args, _ := sequenceItems(a[1])
	inputs := make([]*tensor.Tensor, len(args))
	needs := make([]object.Value, len(args))
	tensors := make([]bool, len(args))
	for i, v := range args {
		if x, ok := AsTensor(v); ok {
			inputs[i], tensors[i] = x, true
		}
		needs[i] = object.Bool(inputs[i] != nil && requiresGrad(inputs[i]))
	}
	name := class.Object().(*object.Class).Name + "Backward"
	ctx := &node{function: class, needs: object.NewTuple(needs...), tensors: tensors}
	ctxValue := object.Adopt(ctx, nodeClass("torch.autograd.function."+name))
	forward, err := object.GetAttr(t, class, "forward")
	if err != nil {
		return object.Value{}, err
	}
	was := s.tape.SetGradEnabled(false)
	out, err := object.CallArgs(t, forward, object.Args{Pos: append([]object.Value{ctxValue}, args...)})
	s.tape.SetGradEnabled(was)
	if err != nil {
		return object.Value{}, err
	}
	if v, ok, err := s.appliedDual(t, class, ctxValue, args, out); ok || err != nil {
		return v, err
	}
	return s.record(t, ctx, name, inputs, out)
}

// record makes out the outputs of ctx's node, as far as gradients are wanted.
func (s *state) record(t *object.Thread, ctx *node, name string, inputs []*tensor.Tensor, out object.Value) (object.Value, error) {
	custom := &autograd.Custom{Name: name, Materialize: !ctx.raw}
	custom.Backward = func(_ *autograd.Node, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return s.functionBackward(t, ctx, name, len(inputs), grads)
	}
	items, several := sequenceItems(out)
	if !several {
		items = []object.Value{out}
	}
	n := s.tape.CustomNode(custom, inputs)
	if n == nil {
		return out, nil
	}
	ctx.n, n.Handle = n, ctx
	outputs := make([]*tensor.Tensor, len(items))
	differentiable := make([]bool, len(items))
	for i, v := range items {
		if x, ok := AsTensor(v); ok {
			outputs[i], differentiable[i] = x, !ctx.constant[x]
		}
	}
	for _, x := range ctx.dirty {
		if requiresGrad(x) && s.tape.IsLeaf(x) {
			return object.Value{}, object.Raise(object.RuntimeError, "a leaf Variable that requires grad has been used in an in-place operation.")
		}
		s.tape.MarkDirty(n, x)
	}
	outputs = s.adopt(ctx, n, outputs, differentiable)
	var kept []*tensor.Tensor
	for i, v := range ctx.saved {
		if x, ok := AsTensor(v); ok {
			kept = append(kept, x)
		} else if !v.IsNone() {
			return object.Value{}, typeError("save_for_backward can only save variables, but argument %d is of type %s", i, typeName(v))
		}
	}
	s.tape.Keep(n, kept...)
	result := make([]object.Value, len(items))
	for i, x := range outputs {
		result[i] = items[i]
		if x != nil {
			result[i] = wrap(x)
		}
	}
	if !several {
		return result[0], nil
	}
	return object.NewTuple(result...), nil
}

// adopt leaves outputs that forward changed in place to MarkDirty.
func (s *state) adopt(ctx *node, n *autograd.Node, outputs []*tensor.Tensor, differentiable []bool) []*tensor.Tensor {
	if len(ctx.dirty) > 0 {
		return outputs
	}
	return s.tape.Adopt(n, outputs, differentiable)
}

func (s *state) functionBackward(t *object.Thread, ctx *node, name string, inputs int, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
	backward, err := object.GetAttr(t, ctx.function, "backward")
	if err != nil {
		return nil, err
	}
	args := append([]object.Value{object.Of(ctx)}, s.reachedAll(grads)...)
	v, err := object.CallArgs(t, backward, object.Args{Pos: args})
	if err != nil {
		return nil, err
	}
	list, err := s.gradList(v)
	if err != nil {
		return nil, err
	}
	for len(list) > inputs && list[len(list)-1] == nil {
		list = list[:len(list)-1]
	}
	if len(list) != inputs {
		return nil, object.Raise(object.RuntimeError, "function %s returned an incorrect number of gradients (expected %d, got %d)", name, inputs, len(list))
	}
	return list, nil
}
