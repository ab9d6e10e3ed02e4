package torch

import (
	"slices"
	"strconv"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Attributes of tensors.

func requiresGrad(x *tensor.Tensor) bool { return autograd.RequiresGrad(x) }

// prop is an attribute that cannot fail.
func prop(name string, get func(s *state, x *tensor.Tensor) object.Value) object.Prop {
	return object.Prop{Name: name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		return get(stateOf(t), self(v)), nil
	}}
}

// viewProp is an attribute that is a view of the tensor.
func viewProp(name string, view func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error)) object.Prop {
	return object.Prop{Name: name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		s := stateOf(t)
		x, err := view(s.tape, self(v))
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return freshView(x, s.tape.Made()), nil
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
		prop("shape", func(_ *state, x *tensor.Tensor) object.Value { return newSize(x.Shape()) }),
		prop("dtype", func(_ *state, x *tensor.Tensor) object.Value { return dtypes[x.DType()] }),
		prop("device", func(_ *state, x *tensor.Tensor) object.Value { return deviceValue(x.Device()) }),
		prop("layout", func(_ *state, x *tensor.Tensor) object.Value { return strided }),
		prop("ndim", func(_ *state, x *tensor.Tensor) object.Value { return object.Int(int64(x.Dim())) }),
		prop("is_cuda", func(_ *state, x *tensor.Tensor) object.Value {
			return object.Bool(x.Device().Info().Kind == device.CUDA)
		}),
		prop("is_meta", func(_ *state, x *tensor.Tensor) object.Value {
			return object.Bool(x.Device().Info().Kind == device.Meta)
		}),
		prop("is_cpu", func(_ *state, x *tensor.Tensor) object.Value { return object.Bool(x.IsCPU()) }),
		prop("is_leaf", func(s *state, x *tensor.Tensor) object.Value { return object.Bool(s.tape.IsLeaf(x)) }),
		prop("retains_grad", func(s *state, x *tensor.Tensor) object.Value { return object.Bool(s.tape.RetainsGrad(x)) }),
		prop("grad_fn", func(s *state, x *tensor.Tensor) object.Value { return s.nodeValue(s.tape.GradFn(x)) }),
		prop("output_nr", func(s *state, x *tensor.Tensor) object.Value { return object.Int(int64(s.tape.OutputNumber(x))) }),
		{Name: "_version", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			if stateOf(t).tape.IsInference(self(v)) {
				return object.Value{}, object.Raise(object.RuntimeError, "Inference tensors do not track version counter.")
			}
			return object.Int(int64(self(v).Version())), nil
		}},
		prop("_base", func(s *state, x *tensor.Tensor) object.Value { return s.reached(s.tape.Base(x)) }),
		prop("itemsize", func(_ *state, x *tensor.Tensor) object.Value { return object.Int(int64(x.DType().Size())) }),
		prop("nbytes", func(_ *state, x *tensor.Tensor) object.Value { return object.Int(int64(x.Numel() * x.DType().Size())) }),
		prop("name", func(*state, *tensor.Tensor) object.Value { return object.None }),
		{Name: "names", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.NewTuple(slices.Repeat([]object.Value{object.None}, self(v).Dim())...), nil
		}, Set: func(t *object.Thread, v, names object.Value) error {
			args := []object.Value{v, object.None}
			if !names.IsNil() && !names.IsNone() {
				items, err := object.Collect(t, names)
				if err != nil {
					return err
				}
				args = append(args[:1], items...)
			}
			_, err := viaPython("torch._names", "rename_")(t, args)
			return err
		}},
		falseProp("is_sparse"), falseProp("is_quantized"), falseProp("is_mkldnn"), falseProp("is_nested"),
		falseProp("is_sparse_csr"), falseProp("is_xpu"), falseProp("is_mps"), falseProp("is_ipu"), falseProp("is_ort"), falseProp("is_vulkan"),
		{Name: "requires_grad", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(requiresGrad(self(v))), nil
		}, Set: setRequiresGrad},
		{Name: "grad", Get: getGrad, Set: setGrad},
		{Name: "_grad", Get: getGrad, Set: setGrad},
		{Name: "data", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
			return wrap(self(v).Data()), nil
		}, Set: setData},
		viewProp("T", (*autograd.Tape).NumpyT),
		viewProp("mT", matrices("mT")),
		viewProp("H", func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
			if n := x.Dim(); n != 0 && n != 2 {
				return nil, &tensor.Error{Kind: tensor.RuntimeError, Text: "tensor.H is only supported on matrices (2-D tensors). Got " +
					strconv.Itoa(n) + "-D tensor. For batches of matrices, consider using tensor.mH"}
			}
			return conjugate(p)(p.T(x))
		}),
		viewProp("mH", func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
			return conjugate(p)(matrices("mH")(p, x))
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

// matrices transposes a matrix or each of a batch; a number stays one.
func matrices(name string) func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
	return func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
		switch n := x.Dim(); n {
		case 0:
			return p.T(x)
		case 1:
			return nil, &tensor.Error{Kind: tensor.RuntimeError, Text: "tensor." + name + " is only supported on matrices or batches of matrices. Got 1-D tensor."}
		}
		return p.Transpose(x, -2, -1)
	}
}

// conjugate is the conjugate of a complex tensor and any other tensor itself.
func conjugate(p *autograd.Tape) func(x *tensor.Tensor, err error) (*tensor.Tensor, error) {
	return func(x *tensor.Tensor, err error) (*tensor.Tensor, error) {
		if err != nil || !x.DType().IsComplex() {
			return x, err
		}
		return p.Conj(x)
	}
}

func falseProp(name string) object.Prop {
	return prop(name, func(*state, *tensor.Tensor) object.Value { return object.False })
}

func hooksOf(*object.Thread, object.Value) (object.Value, error) { return object.None, nil }

func setRequiresGrad(t *object.Thread, v, x object.Value) error {
	if !x.IsBool() {
		return object.Raise(object.RuntimeError, "requires_grad must be a bool")
	}
	s := stateOf(t)
	if err := s.tape.SetRequiresGrad(self(v), x == object.True); err != nil {
		return s.raise(err)
	}
	return nil
}

func getGrad(t *object.Thread, v object.Value) (object.Value, error) {
	s := stateOf(t)
	x := self(v)
	g := s.tape.Grad(x)
	if g == nil && !s.tape.IsLeaf(x) && !s.tape.RetainsGrad(x) {
		s.warn(t, "UserWarning", "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during autograd.backward(). "+
			"If you indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. "+
			"If you access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more informations.")
	}
	return s.reached(g), nil
}

func setGrad(t *object.Thread, v, x object.Value) error {
	s := stateOf(t)
	var g *tensor.Tensor
	if !x.IsNil() && !x.IsNone() { // del sets it to None
		var ok bool
		if g, ok = AsTensor(x); !ok {
			return typeError("assigned grad expected to be a Tensor or None but got grad of type%s", typeName(x))
		}
	}
	if err := s.tape.SetGrad(self(v), g); err != nil {
		return s.raise(err)
	}
	return nil
}

func setData(t *object.Thread, v, x object.Value) error {
	s := stateOf(t)
	if x.IsNil() {
		return object.Raise(object.RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!")
	}
	y, ok := AsTensor(x)
	if !ok {
		return typeError("Variable data has to be a tensor, but got %s", typeName(x))
	}
	if err := s.tape.SetData(self(v), y); err != nil {
		return s.raise(err)
	}
	return nil
}

// warn shows a Python warning once.
func (s *state) warn(t *object.Thread, category, text string) { s.warnOf(t, text, category, text) }

// warnOf shows one warning of a kind.
func (s *state) warnOf(t *object.Thread, kind, category, text string) {
	if s.warned[kind] && !s.warnAlways {
		return
	}
	s.warned[kind] = true
	warnEach(t, category, text)
}

// warnEach gives a warning each time, as far as Python's filters let it through.
func warnEach(t *object.Thread, category, text string) {
	warnings, err := interp.Import(t, "warnings")
	if err == nil {
		class, _ := t.Session.Builtins.Get(category)
		_, _ = object.CallAttr(t, warnings, "warn", object.NewStr(text), class, object.Int(1))
	}
}

func (c *call) warn(category, text string) { c.state.warn(c.t, category, text) }
