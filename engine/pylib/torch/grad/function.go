package grad

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
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
	o := a[0].Object().(*Node)
	items, _ := values.Items(a[1])
	o.saved = append([]object.Value(nil), items...)
	return object.None, nil
}

func ctxSaveForward(_ *object.Thread, a []object.Value) (object.Value, error) {
	items, _ := values.Items(a[1])
	a[0].Object().(*Node).forward = append([]object.Value(nil), items...)
	return object.None, nil
}

func ctxMarkDirty(_ *object.Thread, a []object.Value) (object.Value, error) {
	o := a[0].Object().(*Node)
	items, _ := values.Items(a[1])
	for _, v := range items {
		if x, ok := values.AsTensor(v); ok {
			o.Dirty = append(o.Dirty, x)
		}
	}
	return object.None, nil
}

func ctxMarkConstant(_ *object.Thread, a []object.Value) (object.Value, error) {
	o := a[0].Object().(*Node)
	items, _ := values.Items(a[1])
	o.constant = map[*tensor.Tensor]bool{}
	for _, v := range items {
		if x, ok := values.AsTensor(v); ok {
			o.constant[x] = true
		}
	}
	return object.None, nil
}

func ctxSetMaterialize(_ *object.Thread, a []object.Value) (object.Value, error) {
	a[0].Object().(*Node).raw = a[1] != object.True
	return object.None, nil
}

// functionApply runs forward without recording and then makes its outputs the outputs
// of a node whose gradient is backward.
func functionApply(t *object.Thread, a []object.Value) (object.Value, error) {
	s, class := state.Of(t), a[0]
	args, _ := values.Items(a[1])
	inputs := make([]*tensor.Tensor, len(args))
	needs := make([]object.Value, len(args))
	tensors := make([]bool, len(args))
	for i, v := range args {
		if x, ok := values.AsTensor(v); ok {
			inputs[i], tensors[i] = x, true
		}
		needs[i] = object.Bool(inputs[i] != nil && autograd.RequiresGrad(inputs[i]))
	}
	name := class.Object().(*object.Class).Name + "Backward"
	ctx := &Node{function: class, needs: object.NewTuple(needs...), tensors: tensors}
	ctxValue := object.Adopt(ctx, nodeClass("torch.autograd.function."+name))
	forward, err := object.GetAttr(t, class, "forward")
	if err != nil {
		return object.Value{}, err
	}
	was := s.Tape.SetGradEnabled(false)
	out, err := object.CallArgs(t, forward, object.Args{Pos: append([]object.Value{ctxValue}, args...)})
	s.Tape.SetGradEnabled(was)
	if err != nil {
		return object.Value{}, err
	}
	if v, ok, err := appliedDual(s, t, class, ctxValue, args, out); ok || err != nil {
		return v, err
	}
	return recordFunction(s, t, ctx, name, inputs, out)
}

// recordFunction makes out the outputs of ctx's node, as far as gradients are wanted.
func recordFunction(s *state.Session, t *object.Thread, ctx *Node, name string, inputs []*tensor.Tensor, out object.Value) (object.Value, error) {
	custom := &autograd.Custom{Name: name, Materialize: !ctx.raw, Always: true}
	custom.Backward = func(_ *autograd.Node, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return functionBackward(s, t, ctx, name, len(inputs), grads)
	}
	items, several := values.Items(out)
	if !several {
		items = []object.Value{out}
	}
	n := s.Tape.CustomNode(custom, inputs)
	if n == nil {
		return out, nil
	}
	ctx.N, n.Handle = n, ctx
	outputs := make([]*tensor.Tensor, len(items))
	differentiable := make([]bool, len(items))
	for i, v := range items {
		if x, ok := values.AsTensor(v); ok {
			outputs[i], differentiable[i] = x, !ctx.constant[x]
		}
	}
	for _, x := range ctx.Dirty {
		if autograd.RequiresGrad(x) && s.Tape.IsLeaf(x) {
			return object.Value{}, object.Raise(object.RuntimeError, "a leaf Variable that requires grad has been used in an in-place operation.")
		}
		s.Tape.MarkDirty(n, x)
	}
	outputs = adopt(s, ctx, n, outputs, differentiable)
	var kept []*tensor.Tensor
	for i, v := range ctx.saved {
		if x, ok := values.AsTensor(v); ok {
			kept = append(kept, x)
		} else if !v.IsNone() {
			return object.Value{}, object.Raise(object.TypeError, "save_for_backward can only save variables, but argument %d is of type %s", i, values.TypeName(v))
		}
	}
	s.Tape.Keep(n, kept...)
	result := make([]object.Value, len(items))
	for i, x := range outputs {
		result[i] = items[i]
		if x != nil {
			result[i] = values.Wrap(x)
		}
	}
	if !several {
		return result[0], nil
	}
	return object.NewTuple(result...), nil
}

// adopt leaves outputs that forward changed in place to MarkDirty.
func adopt(s *state.Session, ctx *Node, n *autograd.Node, outputs []*tensor.Tensor, differentiable []bool) []*tensor.Tensor {
	if len(ctx.Dirty) > 0 {
		return outputs
	}
	return s.Tape.Adopt(n, outputs, differentiable)
}

func functionBackward(s *state.Session, t *object.Thread, ctx *Node, name string, inputs int, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
	backward, err := object.GetAttr(t, ctx.function, "backward")
	if err != nil {
		return nil, err
	}
	args := append([]object.Value{object.Of(ctx)}, s.ReachedAll(grads)...)
	v, err := object.CallArgs(t, backward, object.Args{Pos: args})
	if err != nil {
		return nil, err
	}
	list, err := GradientsOf(s, v)
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
