package torch

import (
	"slices"
	"strconv"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Attributes of tensors.

// prop is an attribute that cannot fail.
func prop(name string, get func(s *state.Session, x *tensor.Tensor) object.Value) object.Prop {
	return object.Prop{Name: name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		return get(state.Of(t), values.TensorOf(v)), nil
	}}
}

// viewProp is an attribute that is a view of the tensor.
func viewProp(name string, view func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error)) object.Prop {
	return object.Prop{Name: name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		s := state.Of(t)
		x, err := view(s.Tape, values.TensorOf(v))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return values.WrapView(x, s.Tape.Made()), nil
	}}
}

// writable is a view whose elements an assignment changes.
func writable(p object.Prop) object.Prop {
	p.Set = func(t *object.Thread, v, value object.Value) error {
		view, err := p.Get(t, v)
		if err != nil {
			return err
		}
		return setItem(t, view, object.Ellipsis, value)
	}
	return p
}

func tensorProps() []object.Prop {
	return []object.Prop{
		prop("shape", func(_ *state.Session, x *tensor.Tensor) object.Value { return values.Size(x.Shape()) }),
		prop("dtype", func(_ *state.Session, x *tensor.Tensor) object.Value { return values.DTypes[x.DType()] }),
		prop("device", func(_ *state.Session, x *tensor.Tensor) object.Value { return values.DeviceOf(x.Device()) }),
		prop("layout", func(_ *state.Session, x *tensor.Tensor) object.Value { return values.Strided }),
		prop("ndim", func(_ *state.Session, x *tensor.Tensor) object.Value { return object.Int(int64(x.Dim())) }),
		prop("is_cuda", func(_ *state.Session, x *tensor.Tensor) object.Value {
			return object.Bool(x.Device().Info().Kind == device.CUDA)
		}),
		prop("is_meta", func(_ *state.Session, x *tensor.Tensor) object.Value {
			return object.Bool(x.Device().Info().Kind == device.Meta)
		}),
		prop("is_cpu", func(_ *state.Session, x *tensor.Tensor) object.Value { return object.Bool(x.IsCPU()) }),
		prop("is_leaf", func(s *state.Session, x *tensor.Tensor) object.Value { return object.Bool(s.Tape.IsLeaf(x)) }),
		{Name: "volatile", Get: func(t *object.Thread, _ object.Value) (object.Value, error) {
			state.WarnEach(t, "UserWarning", "volatile was removed (Variable.volatile is always False)")
			return object.False, nil
		}},
		prop("retains_grad", func(s *state.Session, x *tensor.Tensor) object.Value { return object.Bool(s.Tape.RetainsGrad(x)) }),
		prop("grad_fn", func(s *state.Session, x *tensor.Tensor) object.Value { return grad.NodeOf(s, s.Tape.GradFn(x)) }),
		prop("output_nr", func(s *state.Session, x *tensor.Tensor) object.Value {
			return object.Int(int64(s.Tape.OutputNumber(x)))
		}),
		{Name: "_version", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			if state.Of(t).Tape.IsInference(values.TensorOf(v)) {
				return object.Value{}, object.Raise(object.RuntimeError, "Inference tensors do not track version counter.")
			}
			return object.Int(int64(values.TensorOf(v).Version())), nil
		}},
		prop("_base", func(s *state.Session, x *tensor.Tensor) object.Value { return s.Reached(s.Tape.Base(x)) }),
		prop("itemsize", func(_ *state.Session, x *tensor.Tensor) object.Value { return object.Int(int64(x.DType().Size())) }),
		prop("nbytes", func(_ *state.Session, x *tensor.Tensor) object.Value {
			return object.Int(int64(x.Numel() * x.DType().Size()))
		}),
		prop("name", func(*state.Session, *tensor.Tensor) object.Value { return object.None }),
		{Name: "names", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.NewTuple(slices.Repeat([]object.Value{object.None}, values.TensorOf(v).Dim())...), nil
		}, Set: func(t *object.Thread, v, names object.Value) error {
			args := []object.Value{v, object.None}
			if !names.IsNil() && !names.IsNone() {
				items, err := object.Collect(t, names)
				if err != nil {
					return err
				}
				args = append(args[:1], items...)
			}
			_, err := dispatch.ViaPython("torch._names", "rename_")(t, args)
			return err
		}},
		falseProp("is_sparse"), falseProp("is_quantized"), falseProp("is_mkldnn"), falseProp("is_nested"),
		falseProp("is_sparse_csr"), falseProp("is_xpu"), falseProp("is_mps"), falseProp("is_ipu"), falseProp("is_ort"), falseProp("is_vulkan"),
		{Name: "requires_grad", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(autograd.RequiresGrad(values.TensorOf(v))), nil
		}, Set: setRequiresGrad},
		{Name: "grad", Get: getGrad, Set: setGrad},
		{Name: "_grad", Get: getGrad, Set: setGrad},
		{Name: "data", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			return values.Wrap(values.TensorOf(v).Data()), nil
		}, Set: setData},
		viewProp("T", (*autograd.Tape).NumpyT),
		viewProp("mT", ops.Matrices("mT")),
		viewProp("H", func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
			if n := x.Dim(); n != 0 && n != 2 {
				return nil, &tensor.Error{Kind: tensor.RuntimeError, Text: "tensor.H is only supported on matrices (2-D tensors). Got " +
					strconv.Itoa(n) + "-D tensor. For batches of matrices, consider using tensor.mH"}
			}
			return ops.Conjugate(p)(p.T(x))
		}),
		viewProp("mH", func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
			return ops.Conjugate(p)(ops.Matrices("mH")(p, x))
		}),
		writable(viewProp("real", (*autograd.Tape).Real)), writable(viewProp("imag", (*autograd.Tape).Imag)),
		{Name: "_backward_hooks", Get: hooksOf, Set: func(_ *object.Thread, _, hooks object.Value) error {
			if hooks.IsNil() {
				return object.Raise(object.RuntimeError, "Deletion of _backwards_hooks not allowed!")
			}
			return nil
		}},
	}
}

func falseProp(name string) object.Prop {
	return prop(name, func(*state.Session, *tensor.Tensor) object.Value { return object.False })
}

func hooksOf(*object.Thread, object.Value) (object.Value, error) { return object.None, nil }

func setRequiresGrad(t *object.Thread, v, x object.Value) error {
	if !x.IsBool() {
		return object.Raise(object.RuntimeError, "requires_grad must be a bool")
	}
	s := state.Of(t)
	if err := s.Tape.SetRequiresGrad(values.TensorOf(v), x == object.True); err != nil {
		return s.Raise(err)
	}
	return nil
}

func getGrad(t *object.Thread, v object.Value) (object.Value, error) {
	s := state.Of(t)
	x := values.TensorOf(v)
	g := s.Tape.Grad(x)
	if g == nil && !s.Tape.IsLeaf(x) && !s.Tape.RetainsGrad(x) {
		state.WarnEach(t, "UserWarning", "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during autograd.backward(). "+
			"If you indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. "+
			"If you access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more informations.")
	}
	if g == nil || s.SharesGraphs() {
		return s.Reached(g), nil
	}
	return values.WrapLent(g), nil
}

func setGrad(t *object.Thread, v, x object.Value) error {
	s := state.Of(t)
	var g *tensor.Tensor
	if !x.IsNil() && !x.IsNone() { // del sets it to None
		var ok bool
		if g, ok = values.AsTensor(x); !ok {
			return object.Raise(object.TypeError, "assigned grad expected to be a Tensor or None but got grad of type%s", values.TypeName(x))
		}
	}
	if err := s.Tape.SetGrad(values.TensorOf(v), g); err != nil {
		return s.Raise(err)
	}
	return nil
}

func setData(t *object.Thread, v, x object.Value) error {
	s := state.Of(t)
	if x.IsNil() {
		return object.Raise(object.RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!")
	}
	y, ok := values.AsTensor(x)
	if !ok {
		return object.Raise(object.TypeError, "Variable data has to be a tensor, but got %s", values.TypeName(x))
	}
	if err := s.Tape.SetData(values.TensorOf(v), y); err != nil {
		return s.Raise(err)
	}
	return nil
}
