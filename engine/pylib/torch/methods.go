package torch

import (
	"slices"
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Methods of Tensor that have signatures of Python's own kind.

var tensorMethods = []object.Method{
	{Sig: "size(self, dim=None)", Fn: tensorSize}, {Sig: "dim(self)", Fn: tensorDim}, {Sig: "ndimension(self)", Fn: tensorDim},
	{Sig: "numel(self)", Fn: tensorNumel}, {Sig: "nelement(self)", Fn: tensorNumel}, {Sig: "stride(self, dim=None)", Fn: tensorStride},
	{Sig: "storage_offset(self)", Fn: tensorOffset}, {Sig: "element_size(self)", Fn: tensorElementSize},
	{Sig: "item(self)", Fn: tensorItem}, {Sig: "tolist(self)", Fn: tensorTolist},
	{Sig: "is_contiguous(self, *, memory_format=None)", Fn: tensorIsContiguous}, {Sig: "is_floating_point(self)", Fn: dtypeCheck(tensor.DType.IsFloat)},
	{Sig: "is_complex(self)", Fn: dtypeCheck(tensor.DType.IsComplex)}, {Sig: "is_signed(self)", Fn: dtypeCheck(tensor.DType.IsSigned)},
	{Sig: "is_inference(self)", Fn: tensorIsInference}, {Sig: "is_same_size(self, other)", Fn: tensorIsSameSize},
	{Sig: "is_set_to(self, tensor)", Fn: tensorIsSetTo}, {Sig: "is_conj(self)", Fn: falseMethod}, {Sig: "is_neg(self)", Fn: falseMethod}, {Sig: "is_distributed(self)", Fn: falseMethod},
	{Sig: "is_pinned(self, device=None)", Fn: tensorIsPinned}, {Sig: "pin_memory(self, device=None)", Fn: tensorPinMemory},
	{Sig: "is_shared(self)", Fn: falseMethod}, {Sig: "share_memory_(self)", Fn: selfMethod}, {Sig: "resolve_conj(self)", Fn: selfMethod},
	{Sig: "resolve_neg(self)", Fn: selfMethod}, {Sig: "data_ptr(self)", Fn: tensorDataPtr}, {Sig: "get_device(self)", Fn: tensorGetDevice},
	{Sig: "requires_grad_(self, requires_grad=True)", Fn: tensorRequiresGradInPlace}, {Sig: "retain_grad(self)", Fn: grad.RetainGrad},
	{Sig: "register_hook(self, hook)", Fn: grad.RegisterHook},
	{Sig: "backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)", Fn: grad.Backward},
	{Sig: "numpy(self, *, force=False)", Fn: tensorNumpy}, {Sig: "__array__(self, dtype=None)", Fn: tensorArray},
	{Sig: "__format__(self, spec, /)", Fn: tensorFormat}, {Sig: "__deepcopy__(self, memo, /)", Fn: tensorDeepCopy},
	{Sig: "__complex__(self)", Fn: tensorComplex}, {Sig: "__dir__(self)", Fn: tensorDir},
	{Sig: "apply_(self, callable)", Fn: tensorApply}, {Sig: "map_(self, tensor, callable)", Fn: tensorMap},
	{Sig: "set_(self, source=None, storage_offset=0, size=None, stride=None)", Fn: tensorSet},
	{Sig: "storage(self)", Fn: tensorStorage}, {Sig: "_typed_storage(self)", Fn: tensorStorage}, {Sig: "untyped_storage(self)", Fn: tensorStorage},
	{Sig: "unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None)", Fn: tensorUnique},
	{Sig: "unique_consecutive(self, return_inverse=False, return_counts=False, dim=None)", Fn: tensorUniqueConsecutive},
	{Sig: "sum_to_size(self, *size)", Fn: tensorSumToSize}, {Sig: "record_stream(self, stream)", Fn: noneMethod}, {Sig: "nonzero(self, *, as_tuple=False)", Fn: tensorNonzero},
	{Sig: "__dlpack__(self, stream=None)", Fn: dispatch.ViaPython("torch.utils.dlpack", "_exported")},
	{Sig: "__dlpack_device__(self)", Fn: dispatch.ViaPython("torch.utils.dlpack", "_device")},
	{Sig: "lstsq(self, other)", Fn: dispatch.ViaPython("torch.functional", "lstsq")}, {Sig: "solve(self, other)", Fn: dispatch.ViaPython("torch.functional", "solve")},
	{Sig: "eig(self, eigenvectors=False)", Fn: dispatch.ViaPython("torch.functional", "eig")},
	{Sig: "as_subclass(self, cls, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		c, ok := a[1].Object().(*object.Class)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "cls must be a type (got %s)", values.TypeName(a[1]))
		}
		s := state.Of(t)
		x := values.TensorOf(a[0])
		y, err := s.Tape.Expand(x, x.Shape())
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		s.Tape.Rename("AliasBackward0", y)
		s.NoteClass(c)
		return values.WrapAs(y, c), nil
	}},
	{Sig: "to_dense(self, dtype=None)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		if a[1].IsNone() {
			return a[0], nil
		}
		return object.CallAttr(t, a[0], "to", a[1])
	}},
	{Sig: "storage_type(self)", Fn: dispatch.ViaPython("torch.storage", "_storage_type"), Doc: "The class of the tensor's storage."},
	{Sig: "to_sparse(self, sparse_dim=None)", Fn: dispatch.ViaPython("torch._sparse", "to_sparse")},
	{Sig: "_is_view(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).Tape.Base(values.TensorOf(a[0])) != nil), nil
	}},
	{Sig: "sparse_mask(self, mask)", Fn: dispatch.ViaPython("torch._sparse", "mask_of")},
	{Sig: "to_mkldnn(self, dtype=None)", Fn: dispatch.ViaPython("torch._opaque", "to_mkldnn")},
	{Sig: "to_sparse_coo(self)", Fn: dispatch.ViaPython("torch._sparse", "to_sparse")},
	{Sig: "to_sparse_csr(self)", Fn: dispatch.ViaPython("torch._sparse", "to_sparse_csr")},
	{Sig: "dequantize(self)", Fn: dispatch.ViaPython("torch._quantized", "dequantize")},
	{Sig: "int_repr(self)", Fn: notQuantised("int_repr")}, {Sig: "qscheme(self)", Fn: notQuantised("qscheme")},
	{Sig: "q_scale(self)", Fn: notQuantised("q_scale")}, {Sig: "q_zero_point(self)", Fn: notQuantised("q_zero_point")},
	{Sig: "q_per_channel_scales(self)", Fn: notQuantised("q_per_channel_scales")}, {Sig: "q_per_channel_axis(self)", Fn: notQuantised("q_per_channel_axis")},
	{Sig: "q_per_channel_zero_points(self)", Fn: notQuantised("q_per_channel_zero_points")},
	{Sig: "coalesce(self)", Fn: notSparse("is_coalesced")}, {Sig: "is_coalesced(self)", Fn: notSparse("is_coalesced")},
	{Sig: "indices(self)", Fn: notSparse("indices")}, {Sig: "values(self)", Fn: notSparse("values")}, {Sig: "sparse_dim(self)", Fn: notSparse("sparse_dim")},
	{Sig: "dense_dim(self)", Fn: notSparse("dense_dim")}, {Sig: "_nnz(self)", Fn: notSparse("_nnz")},
	{Sig: "__div__(self, other, /)", Fn: sameAs("__truediv__")}, {Sig: "__rdiv__(self, other, /)", Fn: sameAs("__rtruediv__")}, {Sig: "__idiv__(self, other, /)", Fn: sameAs("__itruediv__")},
	{Sig: "__reversed__(self)", Fn: tensorReversed}, {Sig: "__reduce_ex__(self, protocol, /)", Fn: dispatch.ViaPython("torch._utils", "_reduce_tensor")},
	{Sig: "__setstate__(self, state, /)", Fn: dispatch.ViaPython("torch._tensor", "_setstate")}, {Sig: "__copy__(self)", Fn: tensorCopy},
}

// sameAs is a method under another name.
func sameAs(name string) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.CallAttr(t, a[0], name, a[1:]...)
	}
}

// notSparse refuses a method of sparse tensors.
func notSparse(op string) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.Value{}, object.Raise(object.NotImplementedError, "Could not run 'aten::%s' with arguments from the 'CPU' backend. "+
			"This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).", op)
	}
}

// namesMethod is a method of named dimensions, which stands in torch._names.
func namesMethod(name string) *object.Builtin {
	return dispatch.RawMethod(name, func(t *object.Thread, x *values.Tensor, a object.Args) (object.Value, error) {
		m, err := interp.Import(t, "torch._names")
		if err != nil {
			return object.Value{}, err
		}
		fn, err := object.GetAttr(t, m, name)
		if err != nil {
			return object.Value{}, err
		}
		return object.CallArgs(t, fn, object.Args{Pos: append([]object.Value{object.Of(x)}, a.Pos...), Kw: a.Kw})
	})
}

func falseMethod(*object.Thread, []object.Value) (object.Value, error)    { return object.False, nil }
func noneMethod(*object.Thread, []object.Value) (object.Value, error)     { return object.None, nil }
func selfMethod(_ *object.Thread, a []object.Value) (object.Value, error) { return a[0], nil }

func tensorSize(t *object.Thread, a []object.Value) (object.Value, error) {
	return dimOrAll(t, a, values.TensorOf(a[0]).Shape(), values.Size)
}

func tensorStride(t *object.Thread, a []object.Value) (object.Value, error) {
	return dimOrAll(t, a, values.TensorOf(a[0]).Strides(), values.Ints)
}

// dimOrAll answers for one dimension or for all of them.
func dimOrAll(t *object.Thread, a []object.Value, list []int, all func([]int) object.Value) (object.Value, error) {
	if a[1].IsNone() {
		return all(list), nil
	}
	n, ok := object.AsInt(a[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "size(): argument 'dim' (position 1) must be int, not %s", values.TypeName(a[1]))
	}
	if len(list) == 0 {
		return object.Value{}, object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", n)
	}
	d, err := values.TensorOf(a[0]).WrapDim(int(n))
	if err != nil {
		return object.Value{}, state.Of(t).Raise(err)
	}
	return object.Int(int64(list[d])), nil
}

func tensorDim(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(values.TensorOf(a[0]).Dim())), nil
}

func tensorNumel(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(values.TensorOf(a[0]).Numel())), nil
}

func tensorOffset(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(values.TensorOf(a[0]).Offset())), nil
}

func tensorElementSize(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(values.TensorOf(a[0]).DType().Size())), nil
}

func tensorItem(t *object.Thread, a []object.Value) (object.Value, error) { return item(t, a[0]) }

func tensorTolist(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	x := values.TensorOf(a[0])
	if err := values.ChargeLists(t, x.Shape()); err != nil {
		return object.Value{}, err
	}
	list, err := s.Tape.Scalars(x)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	if x.Dim() == 0 {
		return values.Number(list[0]), nil
	}
	v, _ := nestedList(list, x.Shape())
	return v, nil
}

// nestedList makes lists of lists in the shape of a tensor.
func nestedList(numbers []tensor.Scalar, shape []int) (object.Value, []tensor.Scalar) {
	items := make([]object.Value, shape[0])
	for i := range items {
		if len(shape) == 1 {
			items[i], numbers = values.Number(numbers[0]), numbers[1:]
			continue
		}
		items[i], numbers = nestedList(numbers, shape[1:])
	}
	return object.NewList(items), numbers
}

func tensorIsContiguous(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Bool(values.TensorOf(a[0]).IsContiguous()), nil
}

func dtypeCheck(test func(tensor.DType) bool) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Bool(test(values.TensorOf(a[0]).DType())), nil
	}
}

func tensorIsInference(t *object.Thread, a []object.Value) (object.Value, error) {
	return object.Bool(state.Of(t).Tape.IsInference(values.TensorOf(a[0]))), nil
}

func tensorIsSameSize(_ *object.Thread, a []object.Value) (object.Value, error) {
	y, ok := values.AsTensor(a[1])
	return object.Bool(ok && slices.Equal(values.TensorOf(a[0]).Shape(), y.Shape())), nil
}

func tensorIsSetTo(_ *object.Thread, a []object.Value) (object.Value, error) {
	x := values.TensorOf(a[0])
	y, ok := values.AsTensor(a[1])
	return object.Bool(ok && x.Storage() == y.Storage() && x.Offset() == y.Offset() &&
		slices.Equal(x.Shape(), y.Shape()) && slices.Equal(x.Strides(), y.Strides())), nil
}

func tensorIsPinned(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Bool(values.TensorOf(a[0]).Storage().Pinned()), nil
}

func tensorPinMemory(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	if err := s.InitCUDA(t); err != nil {
		return object.Value{}, object.Raise(object.RuntimeError, "Cannot access accelerator device when none is available.")
	}
	x, err := s.Tape.PinMemory(values.TensorOf(a[0]))
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(x), nil
}

func tensorDataPtr(t *object.Thread, a []object.Value) (object.Value, error) {
	x := values.TensorOf(a[0])
	if x.Numel() == 0 {
		return object.Int(0), nil
	}
	s := state.Of(t)
	return object.Int(addressOf(s, x) + int64(x.Offset()*x.DType().Size())), nil
}

func tensorGetDevice(_ *object.Thread, a []object.Value) (object.Value, error) {
	if info := values.TensorOf(a[0]).Device().Info(); info.Kind != device.CPU {
		return object.Int(int64(info.Index)), nil
	}
	return object.Int(-1), nil
}

func tensorRequiresGradInPlace(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[1] == object.True && !values.TensorOf(a[0]).DType().Differentiable() {
		return object.Value{}, object.Raise(object.RuntimeError, "only Tensors of floating point dtype can require gradients")
	}
	return a[0], setRequiresGrad(t, a[0], a[1])
}

func tensorComplex(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := item(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	s, _ := values.ScalarOf(n)
	return object.NewComplex(s.Complex128()), nil
}

func tensorFormat(t *object.Thread, a []object.Value) (object.Value, error) {
	spec, _ := object.AsStr(a[1])
	if values.TensorOf(a[0]).Dim() == 0 {
		n, err := item(t, a[0])
		if err != nil {
			return object.Value{}, err
		}
		text, err := object.Format(t, n, spec)
		return object.NewStr(text), err
	}
	if spec != "" {
		return object.Value{}, object.Raise(object.TypeError, "unsupported format string passed to %s.__format__", values.TypeName(a[0]))
	}
	text, err := object.ToStr(t, a[0])
	return object.NewStr(text), err
}

func tensorDir(t *object.Thread, a []object.Value) (object.Value, error) {
	var names []object.Value
	seen := map[string]bool{}
	for _, c := range a[0].Class().MRO {
		for name := range c.Dict.All() {
			if !seen[name] {
				seen[name] = true
				names = append(names, object.NewStr(name))
			}
		}
	}
	return object.NewList(names), nil
}

func tensorApply(t *object.Thread, a []object.Value) (object.Value, error) {
	return a[0], eachElement(t, values.TensorOf(a[0]), nil, a[1])
}

func tensorMap(t *object.Thread, a []object.Value) (object.Value, error) {
	y, ok := values.AsTensor(a[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "map_(): argument 'tensor' (position 1) must be Tensor, not %s", values.TypeName(a[1]))
	}
	s := state.Of(t)
	if autograd.RequiresGrad(values.TensorOf(a[0])) {
		return object.Value{}, object.Raise(object.RuntimeError, "Can't call map_() on Variable that requires grad. Use var.detach().map_() instead.")
	}
	y, err := s.Tape.Env.Expand(y, values.TensorOf(a[0]).Shape())
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return a[0], eachElement(t, values.TensorOf(a[0]), y, a[2])
}

// eachElement replaces every element by what fn makes of it (and of y's).
func eachElement(t *object.Thread, x, y *tensor.Tensor, fn object.Value) error {
	s := state.Of(t)
	if !x.IsCPU() {
		return object.Raise(object.TypeError, "apply_ is only implemented on CPU tensors")
	}
	list, err := s.Tape.Scalars(x)
	var others []tensor.Scalar
	if err == nil && y != nil {
		others, err = s.Tape.Scalars(y)
	}
	if err != nil {
		return s.Raise(err)
	}
	for i := range list {
		args := []object.Value{values.Number(list[i])}
		if y != nil {
			args = append(args, values.Number(others[i]))
		}
		v, err := object.Call(t, fn, args...)
		if err != nil {
			return err
		}
		n, ok := values.ScalarOf(v)
		if !ok {
			return object.Raise(object.TypeError, "must be real number, not %s", values.TypeName(v))
		}
		list[i] = n
	}
	z, err := s.Tape.FromScalars(list, x.Shape(), x.Like())
	if err == nil {
		err = s.Tape.CopyInto(x, z, false)
	}
	if err != nil {
		return s.Raise(err)
	}
	return nil
}

func tensorReversed(t *object.Thread, a []object.Value) (object.Value, error) {
	x := values.TensorOf(a[0])
	if x.Dim() == 0 {
		return a[0], nil
	}
	s := state.Of(t)
	y, err := s.Tape.Flip(x, []int{0})
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(y), nil
}

func tensorUnique(t *object.Thread, a []object.Value) (object.Value, error) {
	return ops.Unique(t, values.TensorOf(a[0]), a[1:])
}

func tensorNonzero(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	if a[1] == object.True {
		list, err := s.Tape.NonzeroTuple(values.TensorOf(a[0]))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.NewTuple(values.WrapAll(list)...), nil
	}
	x, err := s.Tape.Nonzero(values.TensorOf(a[0]))
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(x), nil
}

func tensorUniqueConsecutive(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	inverse, counts := a[1] == object.True, a[2] == object.True
	var v, where, count *tensor.Tensor
	var err error
	if a[3].IsNone() {
		v, where, count, err = s.Tape.UniqueConsecutive(values.TensorOf(a[0]), inverse, counts)
	} else if d, ok := object.AsInt(a[3]); ok {
		v, where, count, err = s.Tape.UniqueConsecutiveDim(values.TensorOf(a[0]), int(d))
	} else {
		err = object.Raise(object.TypeError, "unique_consecutive(): argument 'dim' must be int, not %s", values.TypeName(a[3]))
	}
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return ops.UniqueResult(v, where, count, inverse, counts), nil
}

func tensorSumToSize(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	size := values.IntItems(a[1])
	if items, _ := values.Items(a[1]); len(items) == 1 {
		if _, ok := values.Items(items[0]); ok {
			size = values.IntItems(items[0])
		}
	}
	x, err := s.Tape.SumToSize(values.TensorOf(a[0]), size)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(x), nil
}

// tensorCopy is copy.copy: another tensor on the same memory.
func tensorCopy(t *object.Thread, a []object.Value) (object.Value, error) {
	x := values.TensorOf(a[0])
	y := x.Data()
	v := values.WrapAs(y, a[0].Class())
	if autograd.RequiresGrad(x) {
		if err := state.Of(t).Tape.SetRequiresGrad(y, true); err != nil {
			return object.Value{}, err
		}
	}
	return v, nil
}

// notQuantised refuses a method of quantised tensors.
func notQuantised(name string) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.Value{}, object.Raise(object.NotImplementedError, "Could not run 'aten::%s' with arguments from the '%s' backend. "+
			"This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build). "+
			"The tensor is not quantized: torch.quantize_per_tensor makes one that is.", name, strings.ToUpper(values.TensorOf(a[0]).Storage().Device.Info().Kind.String()))
	}
}
