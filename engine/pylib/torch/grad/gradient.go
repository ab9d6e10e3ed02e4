// Package grad is torch.autograd as Python meets it: backward passes, the nodes of a graph and their hooks, Functions of a
// program, and the switches of recording.
package grad

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// backward, autograd.grad and the switches of gradient recording.

func init() {
	Functions = append(Functions,
		object.Def("is_grad_enabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.GradEnabled()), nil
		}, ""),
		object.Def("is_inference_mode_enabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.Inference()), nil
		}, ""),
		object.Def("_set_grad_enabled(mode, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.SetGradEnabled(a[0] == object.True)), nil
		}, ""),
		object.Def("_set_inference(mode, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.SetInference(a[0] == object.True)), nil
		}, ""),
		object.Def("_anomaly()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.Anomaly()), nil
		}, ""),
		object.Def("_set_anomaly(mode, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Bool(state.Of(t).Tape.SetAnomaly(a[0] == object.True)), nil
		}, ""),
		object.Def("_push_pack(pack, unpack, /)", pushPack, ""),
		object.Def("_pop_pack()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			state.Of(t).Tape.PopPack()
			return object.None, nil
		}, ""),
		object.Def("_backward(tensors, grads, retain_graph, create_graph, inputs, /)", autogradBackward, ""),
		object.Def("_grad(outputs, inputs, grads, retain_graph, create_graph, allow_unused, /)", autogradGrad, ""),
	)
}

// pushPack makes two Python functions pack and unpack what nodes save. What pack itself
// computes is saved as it is.
func pushPack(t *object.Thread, a []object.Value) (object.Value, error) {
	tape, pack, unpack := state.Of(t).Tape, a[0], a[1]
	call := func(f, v object.Value) (object.Value, error) {
		tape.PushPack(nil)
		defer tape.PopPack()
		return object.Call(t, f, v)
	}
	tape.PushPack(func(x *tensor.Tensor) autograd.Unpack {
		was := tape.SetGradEnabled(false)
		packed, err := call(pack, values.WrapShared(x))
		tape.SetGradEnabled(was)
		return func() (*tensor.Tensor, error) {
			if err != nil {
				return nil, err
			}
			v, err := call(unpack, packed)
			if err != nil {
				return nil, err
			}
			if y, ok := values.AsTensor(v); ok {
				return y, nil
			}
			return nil, object.Raise(object.TypeError, "Output of saved tensor unpack_hook expected to be a Tensor but got result of type %s", values.TypeName(v))
		}
	})
	return object.None, nil
}

// Backward is Tensor.backward.
func Backward(t *object.Thread, a []object.Value) (object.Value, error) {
	return autogradBackward(t, []object.Value{a[0], a[1], a[2], a[3], a[4]})
}

// walkOptions reads retain_graph, whose default is create_graph.
func walkOptions(retain, create object.Value) autograd.Walk {
	w := autograd.Walk{Create: create == object.True}
	w.Retain = w.Create
	if !retain.IsNone() {
		w.Retain = retain == object.True
	}
	return w
}

// TensorList reads one tensor or a sequence of them; None stands for a missing one.
func TensorList(t *object.Thread, v object.Value) ([]*tensor.Tensor, error) {
	if v.IsNone() {
		return nil, nil
	}
	if x, ok := values.AsTensor(v); ok {
		return []*tensor.Tensor{x}, nil
	}
	items, err := object.Collect(t, v)
	if err != nil {
		return nil, err
	}
	list := make([]*tensor.Tensor, len(items))
	for i, item := range items {
		if item.IsNone() {
			continue
		}
		x, ok := values.AsTensor(item)
		if !ok {
			return nil, object.Raise(object.TypeError, "gradients can be either Tensors or None, but got %s", values.TypeName(item))
		}
		list[i] = x
	}
	return list, nil
}

func autogradBackward(t *object.Thread, a []object.Value) (result object.Value, err error) {
	defer func() { // a fault of this library must not end the program
		if fault := recover(); fault != nil {
			err = object.Raise(object.RuntimeError, "backward: internal error: %v", fault)
		}
	}()
	s := state.Of(t)
	tensors, err := TensorList(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	grads, err := TensorList(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	w := walkOptions(a[2], a[3])
	if !a[4].IsNone() {
		if w.Inputs, err = TensorList(t, a[4]); err != nil {
			return object.Value{}, err
		}
		if len(w.Inputs) == 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "'inputs' argument to backward() cannot be empty.")
		}
	}
	if err := s.Tape.Backward(tensors, grads, w); err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.None, nil
}

func autogradGrad(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	var lists [3][]*tensor.Tensor
	for i := range lists {
		var err error
		if lists[i], err = TensorList(t, a[i]); err != nil {
			return object.Value{}, err
		}
	}
	w := walkOptions(a[3], a[4])
	w.AllowUnused = a[5] == object.True
	found, err := s.Tape.Gradients(lists[0], lists[1], lists[2], w)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return reachedTuple(s, found), nil
}

// Functions are the functions of module torch about gradients.
var Functions []*object.Builtin
