package torch

import (
	"math"
	"slices"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Functions of module torch about tensors and settings that are no operations.

func init() {
	def := func(sig string, fn object.GoFunc) { moduleFunctions = append(moduleFunctions, object.Def(sig, fn, "")) }
	defineTypes(def)
	def("_import(name, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		return interp.Import(t, name)
	})
	def("_compiled_with_cuda()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).Compiled()), nil
	})
	def("_log_api_usage_once(name, /)", noneMethod)
	def("is_tensor(obj, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(values.IsTensor(a[0])), nil
	})
	def("is_storage(obj, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		_, ok := a[0].Object().(*values.Storage)
		return object.Bool(ok), nil
	})
	def("numel(input)", ofTensor("numel", tensorNumel))
	def("is_floating_point(input)", ofTensor("is_floating_point", dtypeCheck(tensor.DType.IsFloat)))
	def("is_complex(input)", ofTensor("is_complex", dtypeCheck(tensor.DType.IsComplex)))
	def("is_signed(input)", ofTensor("is_signed", dtypeCheck(tensor.DType.IsSigned)))
	def("is_inference(input)", ofTensor("is_inference", tensorIsInference))
	def("is_same_size(input, other)", ofTensor("is_same_size", tensorIsSameSize))
	def("is_conj(input)", falseMethod)
	def("is_neg(input)", falseMethod)
	def("is_distributed(input)", falseMethod)
	def("resolve_conj(input)", selfMethod)
	def("resolve_neg(input)", selfMethod)
	def("get_default_dtype()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return values.DTypes[state.Of(t).Tape.DefaultDType], nil
	})
	def("set_default_dtype(d, /)", setDefaultDType)
	def("set_default_tensor_type(t, /)", setDefaultTensorType)
	def("typename(o, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.NewStr(typeNameOf(a[0])), nil
	})
	def("result_type(tensor1, tensor2)", resultType)
	def("promote_types(type1, type2)", promoteTypes)
	def("can_cast(from_, to)", canCast)
	def("broadcast_shapes(*shapes)", broadcastShapes)
	def("broadcast_tensors(*tensors)", broadcastTensors)
	def("unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		x, ok := values.AsTensor(a[0])
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "unique(): argument 'input' (position 1) must be Tensor, not %s", values.TypeName(a[0]))
		}
		return ops.Unique(t, x, a[1:])
	})
	def("unique_consecutive(input, return_inverse=False, return_counts=False, dim=None)", ofTensor("unique_consecutive", tensorUniqueConsecutive))
	def("get_device(input)", ofTensor("get_device", tensorGetDevice))
	def("_set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode, /)", setPrintOptions)
	def("set_warn_always(b, /)", noneMethod)
	def("set_float32_matmul_precision(precision, /)", noneMethod)
	def("get_float32_matmul_precision()", func(*object.Thread, []object.Value) (object.Value, error) {
		return object.NewStr("highest"), nil
	})
	def("use_deterministic_algorithms(mode, *, warn_only=False)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		s.Deterministic, s.WarnOnly = a[0] == object.True, a[1] == object.True
		return object.None, nil
	})
	def("set_warn_always(b, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		state.Of(t).WarnAlways = a[0] == object.True
		return object.None, nil
	})
	def("is_warn_always_enabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).WarnAlways), nil
	})
	def("is_deterministic_algorithms_warn_only_enabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).WarnOnly), nil
	})
	def("are_deterministic_algorithms_enabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).Deterministic), nil
	})
}

// ofTensor makes a function of a method; its argument must be a tensor.
func ofTensor(name string, fn object.GoFunc) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		if !values.IsTensor(a[0]) {
			return object.Value{}, object.Raise(object.TypeError, "%s(): argument 'input' (position 1) must be Tensor, not %s", name, values.TypeName(a[0]))
		}
		return fn(t, a)
	}
}

func setDefaultDType(t *object.Thread, a []object.Value) (object.Value, error) {
	d, ok := values.DTypeOf(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "invalid dtype object")
	}
	if !d.IsFloat() {
		return object.Value{}, object.Raise(object.TypeError, "only floating-point types are supported as the default type")
	}
	state.Of(t).Tape.DefaultDType = d
	return object.None, nil
}

func setDefaultTensorType(t *object.Thread, a []object.Value) (object.Value, error) {
	l, ok := a[0].Object().(*legacyType)
	if name, text := object.AsStr(a[0]); text {
		l = legacyNamed(name)
		ok = l != nil
	}
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "invalid type object: only floating-point types are supported as the default type")
	}
	if l.cuda {
		if err := state.Of(t).InitCUDA(t); err != nil {
			return object.Value{}, err
		}
	}
	state.Of(t).DefaultCUDA = l.cuda
	return setDefaultDType(t, []object.Value{values.DTypes[l.d]})
}

// typeNameOf is torch.typename: the type with its module.
func typeNameOf(v object.Value) string {
	if x, ok := values.AsTensor(v); ok {
		return typeText(x)
	}
	c := v.Class()
	if class, ok := v.Object().(*object.Class); ok {
		c = class
	}
	return values.FullName(c)
}

func resultType(t *object.Thread, a []object.Value) (object.Value, error) {
	p := state.Of(t).Tape
	x, y := values.Operand(p, a[0]), values.Operand(p, a[1])
	if x == nil || y == nil {
		return object.Value{}, object.Raise(object.TypeError, "result_type() received an invalid combination of arguments")
	}
	return values.DTypes[p.ResultType(x, y)], nil
}

func promoteTypes(_ *object.Thread, a []object.Value) (object.Value, error) {
	x, ok1 := values.DTypeOf(a[0])
	y, ok2 := values.DTypeOf(a[1])
	if !ok1 || !ok2 {
		return object.Value{}, object.Raise(object.TypeError, "promote_types(): argument 'type1' (position 1) must be torch.dtype, not %s", values.TypeName(a[0]))
	}
	return values.DTypes[tensor.Promote(x, y)], nil
}

func canCast(_ *object.Thread, a []object.Value) (object.Value, error) {
	x, ok1 := values.DTypeOf(a[0])
	y, ok2 := values.DTypeOf(a[1])
	if !ok1 || !ok2 {
		return object.Value{}, object.Raise(object.TypeError, "can_cast(): argument 'from' (position 1) must be torch.dtype, not %s", values.TypeName(a[0]))
	}
	return object.Bool(tensor.CanCast(x, y)), nil
}

func broadcastShapes(t *object.Thread, a []object.Value) (object.Value, error) {
	items, _ := values.Items(a[0])
	shapes := make([][]int, len(items))
	for i, v := range items {
		if n, ok := object.AsInt(v); ok {
			shapes[i] = []int{int(n)}
		} else if list, ok := values.Items(v); !ok {
			text, err := object.Repr(t, v)
			if err != nil {
				return object.Value{}, err
			}
			return object.Value{}, object.Raise(object.RuntimeError, "('Input shapes should be of type ints, a tuple of ints, or a list of ints, got ', %s)", text)
		} else {
			for j, size := range list {
				if !values.IsIndex(size) {
					return object.Value{}, object.Raise(object.TypeError, "torch.Size() takes an iterable of 'int' (item %d is '%s')", j, values.TypeName(size))
				}
			}
			shapes[i] = values.IntItems(v)
		}
		for _, n := range shapes[i] {
			if n < 0 {
				return object.Value{}, object.Raise(object.RuntimeError, "Trying to create tensor with negative dimension (%d): (%d)", n, n)
			}
		}
	}
	shape, err := tensor.BroadcastShapes(shapes...)
	if err != nil {
		return object.Value{}, state.Of(t).Raise(err)
	}
	return values.Size(shape), nil
}

func broadcastTensors(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	items, _ := values.Items(a[0])
	list := make([]*tensor.Tensor, len(items))
	shapes := make([][]int, len(items))
	for i, v := range items {
		x, ok := values.AsTensor(v)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "expected Tensor as element %d in argument 0, but got %s", i, values.TypeName(v))
		}
		list[i], shapes[i] = x, x.Shape()
	}
	shape, err := commonShape(shapes)
	if err != nil {
		return object.Value{}, err
	}
	out := make([]object.Value, len(list))
	for i, x := range list {
		if slices.Equal(x.Shape(), shape) {
			out[i] = values.Wrap(x)
			continue
		}
		y, err := s.Tape.Expand(x, shape)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		out[i] = values.Wrap(y)
	}
	return object.NewTuple(out...), nil
}

// profiles are the presets of torch.set_printoptions.
var profiles = map[string]tensor.PrintOptions{
	"default": {Precision: 4, Threshold: 1000, EdgeItems: 3, LineWidth: 80},
	"short":   {Precision: 2, Threshold: 1000, EdgeItems: 2, LineWidth: 80},
	"full":    {Precision: 4, Threshold: 1 << 62, EdgeItems: 3, LineWidth: 80},
}

func setPrintOptions(t *object.Thread, a []object.Value) (object.Value, error) {
	p := &state.Of(t).Tape.Print
	if name, ok := object.AsStr(a[4]); ok {
		if preset, ok := profiles[name]; ok {
			preset.SciMode = p.SciMode
			*p = preset
		}
	}
	for i, field := range []*int{&p.Precision, &p.Threshold, &p.EdgeItems, &p.LineWidth} {
		if a[i].IsNone() {
			continue
		}
		s, ok := values.ScalarOf(a[i])
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "'%s' object cannot be interpreted as an integer", values.TypeName(a[i]))
		}
		*field = int(s.Int64())
		if s.IsFloating() && s.F > 1e18 {
			*field = 1 << 62
		}
	}
	p.SciMode = nil
	if a[5].IsBool() {
		sci := a[5] == object.True
		p.SciMode = &sci
	}
	return object.None, nil
}

// commonShape broadcasts shapes two at a time, with the message of an elementwise
// operation.
func commonShape(shapes [][]int) ([]int, error) {
	var a []int
	for _, b := range shapes {
		n := max(len(a), len(b))
		out := make([]int, n)
		for i := range n {
			x, y := fromEnd(a, n-i), fromEnd(b, n-i)
			if x != y && x != 1 && y != 1 {
				return nil, object.Raise(object.RuntimeError,
					"The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d", x, y, i)
			}
			out[i] = x
			if x == 1 {
				out[i] = y
			}
		}
		a = out
	}
	return a, nil
}

// fromEnd is a size counted from the last dimension, 1 beyond the first.
func fromEnd(shape []int, back int) int {
	if back > len(shape) {
		return 1
	}
	return shape[len(shape)-back]
}

func defineTypes(def func(sig string, fn object.GoFunc)) {
	def("_cuda_types()", func(*object.Thread, []object.Value) (object.Value, error) {
		d := object.NewDict()
		for k, v := range cudaTypes {
			d.SetStr(k.Legacy(), v)
		}
		return object.Of(d), nil
	})
	def("_set_autocast(kind, dtype, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		on, err := autocastOf(t, a[0])
		if err == nil {
			*on, _ = values.DTypeOf(a[1])
		}
		return object.None, err
	})
	def("_autocast(kind, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		on, err := autocastOf(t, a[0])
		if err != nil || *on == tensor.NoDType {
			return object.None, err
		}
		return values.DTypes[*on], nil
	})
}

// autocastOf is what autocast casts to on a type of device.
func autocastOf(t *object.Thread, kind object.Value) (*tensor.DType, error) {
	s := state.Of(t)
	switch name, _ := object.AsStr(kind); name {
	case "cuda":
		return &s.AutocastGPU, nil
	case "cpu":
		return &s.AutocastCPU, nil
	}
	return nil, object.Raise(object.RuntimeError, "unknown device type for autocast: %s", values.TypeName(kind))
}

// constants are the numbers in module torch.
var constants = map[string]object.Value{
	"_inf": object.Float(math.Inf(1)), "_nan": object.Float(math.NaN()), "_pi": object.Float(math.Pi), "_e": object.Float(math.E),
}
