package grad

import (
	"slices"
	"sync"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Node is the Python object of a recorded operation: what x.grad_fn is. That of a
// user's Function is also the ctx that its forward and backward get.
type Node struct {
	object.Head
	N *autograd.Node

	// Of a Function only.
	function object.Value
	saved    []object.Value
	forward  []object.Value          // what jvp may read
	Dirty    []*tensor.Tensor        // outputs that are inputs changed in place
	constant map[*tensor.Tensor]bool // outputs marked as not differentiable
	raw      bool                    // gradients that are missing come as None
	tensors  []bool                  // which arguments of forward are tensors
	needs    object.Value
}

// nodeClasses are the classes of nodes by their names, AddBackward0 and so on. They
// are alike but for the name.
var nodeClasses sync.Map

func nodeClass(name string) *object.Class {
	if c, ok := nodeClasses.Load(name); ok {
		return c.(*object.Class)
	}
	c := object.NewBuiltin(name)
	c.Define(object.Spec{
		NoConstructor: true, HasDict: true, OwnLayout: true,
		Slots: object.Slots{Hash: object.ObjectClass.Slots.Hash},
		Props: append([]object.Prop{
			{Name: "next_functions", Get: nodeNext}, {Name: "metadata", Get: nodeMetadata}, {Name: "variable", Get: nodeVariable},
			{Name: "saved_tensors", Get: nodeSaved}, {Name: "saved_variables", Get: nodeSavedVariables}, {Name: "needs_input_grad", Get: nodeNeeds},
			{Name: "requires_grad", Get: func(*object.Thread, object.Value) (object.Value, error) { return object.True, nil }},
		}, savedProps(name)...),
		Methods: []object.Method{
			{Sig: "name(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.NewStr(cppNode(a[0].Class().Name)), nil
			}},
			{Sig: "register_hook(self, hook)", Fn: nodeRegisterHook},
			{Sig: "save_for_backward(self, *tensors)", Fn: ctxSave}, {Sig: "save_for_forward(self, *tensors)", Fn: ctxSaveForward},
			{Sig: "mark_dirty(self, *args)", Fn: ctxMarkDirty}, {Sig: "mark_non_differentiable(self, *args)", Fn: ctxMarkConstant},
			{Sig: "mark_shared_storage(self, *pairs)", Fn: func(*object.Thread, []object.Value) (object.Value, error) { return object.None, nil }}, {Sig: "set_materialize_grads(self, value)", Fn: ctxSetMaterialize},
		},
	})
	actual, _ := nodeClasses.LoadOrStore(name, c)
	return actual.(*object.Class)
}

// savedProps are the attributes _saved_… of the nodes of a name.
func savedProps(class string) []object.Prop {
	var props []object.Prop
	for i, name := range autograd.SavedNames(class) {
		if name == "-" {
			continue
		}
		props = append(props, object.Prop{Name: "_saved_" + name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			s := state.Of(t)
			x, err := s.Tape.Saved(v.Object().(*Node).N, i)
			if err != nil {
				return object.Value{}, s.Raise(err)
			}
			return s.Reached(x), nil
		}})
	}
	if class == "PowBackward0" {
		props = append(props, object.Prop{Name: "_saved_exponent", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return values.Number(v.Object().(*Node).N.Exponent()), nil
		}})
	}
	return props
}

// cppNode is what name() says: nodes that are no generated ones have C++ names.
func cppNode(name string) string {
	switch name {
	case "CopySlices", "NotImplemented":
		return "torch::autograd::" + name
	case "AccumulateGrad":
		return "struct torch::autograd::AccumulateGrad"
	}
	return name
}

// NodeOf is the object of a node, None for none.
func NodeOf(s *state.Session, n *autograd.Node) object.Value {
	if n == nil {
		return object.None
	}
	n.Show()
	if s.SharesGraphs() { // the object may be another session's
		return object.Adopt(&Node{N: n}, nodeClass(n.Name()))
	}
	if o, ok := n.Handle.(*Node); ok {
		return object.Of(o)
	}
	o := &Node{N: n}
	n.Handle = o
	return object.Adopt(o, nodeClass(n.Name()))
}

func nodeNext(t *object.Thread, v object.Value) (object.Value, error) {
	s, n := state.Of(t), v.Object().(*Node).N
	if n == nil {
		return object.EmptyTuple, nil
	}
	tensors := v.Object().(*Node).tensors
	var items []object.Value
	for i, e := range n.Next() {
		if tensors == nil || tensors[i] {
			items = append(items, object.NewTuple(NodeOf(s, e.Node), object.Int(int64(e.Index))))
		}
	}
	return object.NewTuple(items...), nil
}

func nodeMetadata(*object.Thread, object.Value) (object.Value, error) {
	return object.Of(object.NewDict()), nil
}

func nodeVariable(t *object.Thread, v object.Value) (object.Value, error) {
	if n := v.Object().(*Node).N; n != nil && n.Leaf() != nil {
		return state.Of(t).Reached(n.Leaf()), nil
	}
	return object.Value{}, object.AttrError(v, "variable")
}

func nodeSavedVariables(t *object.Thread, v object.Value) (object.Value, error) {
	state.WarnEach(t, "DeprecationWarning", "'saved_variables' is deprecated; use 'saved_tensors'")
	return nodeSaved(t, v)
}

func nodeSaved(t *object.Thread, v object.Value) (object.Value, error) {
	o := v.Object().(*Node)
	if o.N == nil || o.function.IsNil() {
		return object.NewTuple(o.saved...), nil
	}
	s := state.Of(t)
	kept, err := s.Tape.Kept(o.N)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	items := make([]object.Value, len(o.saved))
	k := 0
	for i, v := range o.saved {
		items[i] = v
		if values.IsTensor(v) {
			items[i] = values.WrapShared(kept[k])
			k++
		}
	}
	return object.NewTuple(items...), nil
}

func nodeNeeds(_ *object.Thread, v object.Value) (object.Value, error) {
	if o := v.Object().(*Node); !o.needs.IsNil() {
		return o.needs, nil
	}
	return object.Value{}, object.AttrError(v, "needs_input_grad")
}

// handle is what a register_hook returns.
type handle struct {
	object.Head
	hook *autograd.Hook
}

var handleClass = object.NewBuiltin("torch.utils.hooks.RemovableHandle")

func init() {
	handleClass.Define(object.Spec{
		NoConstructor: true,
		Methods: []object.Method{
			{Sig: "remove(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				a[0].Object().(*handle).hook.Remove()
				return object.None, nil
			}},
			{Sig: "__enter__(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }},
			{Sig: "__exit__(self, *exc)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				a[0].Object().(*handle).hook.Remove()
				return object.None, nil
			}},
		},
	})
}

func nodeRegisterHook(t *object.Thread, a []object.Value) (object.Value, error) {
	o, hook := a[0].Object().(*Node), a[1]
	if o.N == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "the node has no gradient to hook")
	}
	s := state.Of(t)
	h := o.N.RegisterHook(func(inputs, outputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
		v, err := object.Call(t, hook, reachedTuple(s, inputs), reachedTuple(s, outputs))
		if err != nil || v.IsNone() {
			return nil, err
		}
		return hookedList(t, hook, inputs, v)
	})
	return object.Adopt(&handle{hook: h}, handleClass), nil
}

// reachedTuple makes a tuple of tensors that may be missing.
func reachedTuple(s *state.Session, list []*tensor.Tensor) object.Value {
	return object.NewTuple(s.ReachedAll(list)...)
}

// GradientsOf reads gradients that Python code returned: one, or a tuple of them.
func GradientsOf(s *state.Session, v object.Value) ([]*tensor.Tensor, error) {
	items, ok := values.Items(v)
	if !ok {
		items = []object.Value{v}
	}
	out := make([]*tensor.Tensor, len(items))
	for i, item := range items {
		if item.IsNone() {
			continue
		}
		x, ok := values.AsTensor(item)
		if !ok {
			return nil, object.Raise(object.RuntimeError, "expected Variable or None (got %s)", values.TypeName(item))
		}
		out[i] = s.Given(x)
	}
	return out, nil
}

// hookedList reads the gradients that a node's hook put in the place of old.
func hookedList(t *object.Thread, hook object.Value, old []*tensor.Tensor, v object.Value) ([]*tensor.Tensor, error) {
	tuple, ok := v.Object().(*object.Tuple)
	if !ok {
		return nil, object.Raise(object.TypeError, "expected tuple, but hook returned '%s'", values.TypeName(v))
	}
	items := tuple.Items
	if len(items) != len(old) {
		return nil, object.Raise(object.RuntimeError, "hook '%s' has returned an incorrect number of values (got %d, but expected %d)", hookName(t, hook), len(items), len(old))
	}
	out := make([]*tensor.Tensor, len(items))
	for i, item := range items {
		var err error
		if out[i], err = hooked(t, hook, old[i], item); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// hooked is the gradient that a hook put in the place of old, nil for none.
func hooked(t *object.Thread, hook object.Value, old *tensor.Tensor, v object.Value) (*tensor.Tensor, error) {
	if v.IsNone() {
		return nil, nil
	}
	if old == nil {
		return nil, object.Raise(object.RuntimeError, "can't replace a None gradient with a non-None value")
	}
	x, ok := values.AsTensor(v)
	switch {
	case !ok:
		return nil, object.Raise(object.TypeError, "expected Variable, but hook returned '%s'", values.TypeName(v))
	case x.DType() != old.DType() || x.IsCPU() != old.IsCPU():
		return nil, object.Raise(object.RuntimeError, "hook '%s' has changed the type of value (was %s got %s)", hookName(t, hook), tensor.TypeName(old), tensor.TypeName(x))
	case !slices.Equal(x.Shape(), old.Shape()):
		return nil, object.Raise(object.RuntimeError, "hook '%s' has changed the size of value", hookName(t, hook))
	}
	return state.Of(t).Given(x), nil
}

// RegisterHook is Tensor.register_hook.
func RegisterHook(t *object.Thread, a []object.Value) (object.Value, error) {
	s, hook := state.Of(t), a[1]
	h, err := s.Tape.RegisterHook(values.TensorOf(a[0]), func(g *tensor.Tensor) (*tensor.Tensor, error) {
		v, err := object.Call(t, hook, s.Reached(g))
		if err != nil || v.IsNone() {
			return nil, err
		}
		return hooked(t, hook, g, v)
	})
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Adopt(&handle{hook: h}, handleClass), nil
}

func hookName(t *object.Thread, hook object.Value) string {
	v, ok, err := object.GetAttrOpt(t, hook, "__name__")
	if err != nil || !ok {
		return "<unknown>"
	}
	name, _ := object.AsStr(v)
	return name
}

// RetainGrad is Tensor.retain_grad.
func RetainGrad(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	if err := s.Tape.RetainGrad(values.TensorOf(a[0])); err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.None, nil
}
