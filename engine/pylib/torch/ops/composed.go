package ops

import (
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file runs operations whose bodies are Python: what PyTorch itself makes of other
// operations, and what few programs use. signatures.txt binds their arguments as it
// does for those in Go; the bodies stand in torch._composed.

// composedGroups names the operations of each module of torch._composed, with what holds for
// them. The special functions are of single numbers, each of which looks for its device itself.
var composedGroups = []struct {
	part   string
	policy func(dispatch.Operation) dispatch.Operation
	names  string
}{
	{"linalg", dispatch.OneDevice, `linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve lu_solve lu_unpack linalg_solve_triangular
		triangular_solve cholesky_inverse linalg_tensorinv linalg_vander linalg_vecdot orgqr ormqr geqrf frobenius_norm nuclear_norm symeig`},
	{"linalg", wideOneDevice, `cholesky_solve linalg_cholesky_ex linalg_inv_ex linalg_solve_ex linalg_lstsq linalg_tensorsolve linalg_cond
		linalg_householder_product linalg_matrix_rank matrix_rank linalg_matrix_norm`},
	{"linalg", nil, `linalg_norm`},
	{"spatial", dispatch.OneDevice, `conv_tbc`},
	{"fourier", dispatch.OneDevice, `fft_fft2 fft_fftn fft_ifft2 fft_ifftn fft_rfft2 fft_rfftn fft_irfft2 fft_irfftn fft_hfft fft_ihfft fft_hfft2 fft_hfftn fft_ihfft2 fft_ihfftn stft istft
		kaiser_window`},
	{"special", nil, `special_i0e special_i1 special_i1e special_entr special_erfcx special_gammainc special_gammaincc igamma igammac
		special_log_ndtr special_multigammaln mvlgamma special_ndtr special_ndtri special_polygamma polygamma special_round special_xlog1py
		special_zeta`},
	{"special", constant, `special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 special_modified_bessel_i0
		special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1 special_scaled_modified_bessel_k0
		special_scaled_modified_bessel_k1 special_spherical_bessel_j0 special_airy_ai special_chebyshev_polynomial_t special_chebyshev_polynomial_u
		special_hermite_polynomial_h special_hermite_polynomial_he special_laguerre_polynomial_l special_legendre_polynomial_p
		special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u
		special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w`},
	{"sampling", dispatch.OneDevice, `poisson binomial _standard_gamma _sample_dirichlet`},
	{"spatial", wideOneDevice, `grid_sampler grid_sampler_2d grid_sampler_3d affine_grid_generator fractional_max_pool2d fractional_max_pool3d
		adaptive_max_pool3d max_unpool3d`},
	{"spatial", nil, `native_channel_shuffle`},
	{"loss", wideOneDevice, `ctc_loss`},
	{"counting", dispatch.OneDevice, `histogram histogramdd nanmedian frexp gradient trapezoid trapz cumulative_trapezoid cov corrcoef`},
	{"counting", wideOneDevice, `nanquantile`},
	{"indexing", dispatch.OneDevice, `put index_reduce diagonal_scatter select_scatter slice_scatter as_strided_scatter segment_reduce
		unsafe_chunk unsafe_split unsafe_split_with_sizes norm_except_dim embedding_bag`},
}

func wideOneDevice(fn dispatch.Operation) dispatch.Operation {
	return dispatch.WideOnCPU(dispatch.OneDevice(fn))
}

// constant is for operations that PyTorch does not differentiate: their results take no part in gradients.
func constant(fn dispatch.Operation) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		defer c.Tape.SetGradEnabled(c.Tape.SetGradEnabled(false))
		return fn(c)
	}
}

func composedRows() []row {
	var rows []row
	for _, group := range composedGroups {
		for name := range strings.FieldsSeq(group.names) {
			fn := composed(group.part, name)
			if group.policy != nil {
				fn = group.policy(fn)
			}
			rows = append(rows, row{name, fn})
		}
	}
	return rows
}

// composed calls the Python function name of torch._composed.part with the arguments
// that were given, by name; the object of a method is input.
func composed(part, name string) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		module, err := interp.Import(c.Thread, "torch._composed."+part)
		if err != nil {
			return object.Value{}, err
		}
		fn, err := object.GetAttr(c.Thread, module, name)
		if err != nil {
			return object.Value{}, err
		}
		var a object.Args
		if c.Self != nil && c.Overload.Find("input") < 0 {
			a.Kw = append(a.Kw, object.Keyword{Name: "input", Value: object.Of(c.Self)})
		}
		for i := range c.Overload.Params {
			if p := &c.Overload.Params[i]; !c.Args[i].IsNil() && p.Name != "out" {
				a.Kw = append(a.Kw, object.Keyword{Name: p.Name, Value: c.Args[i]})
			}
		}
		return object.CallArgs(c.Thread, fn, a)
	}
}

func init() {
	def := func(sig string, fn object.GoFunc) { Functions = append(Functions, object.Def(sig, fn, "")) }
	def("_returns(name, fields, values, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		fields, _ := object.AsStr(a[1])
		items, _ := values.Items(a[2])
		return values.Return(name, fields, append([]object.Value(nil), items...)), nil
	})
	def("_format(prefix, x, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		prefix, _ := object.AsStr(a[0])
		text, err := s.Tape.FormatIn(prefix, values.TensorOf(a[1]))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.NewStr(text), nil
	})
	def("_scalar_name(dtype, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		d, ok := a[0].Object().(*values.DType)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "_scalar_name(): dtype must be torch.dtype, not %s", values.TypeName(a[0]))
		}
		return object.NewStr(d.D.Scalar()), nil
	})
	def("_wide_product(a, b, dtype, scales, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		d, _ := values.DTypeOf(a[2])
		scales, err := grad.TensorList(t, a[3])
		if err != nil {
			return object.Value{}, err
		}
		x, err := s.Tape.WideProduct(values.TensorOf(a[0]), values.TensorOf(a[1]), d, scales...)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return values.Wrap(x), t.Poll()
	})
	def("_rename(name, x, /)", renameNode)
	def("_record(name, x, inputs, backward, /)", recordNode)
	def("_special(name, *operands)", specialFunction)
	def("_complex_factors(kind, a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		kind, _ := object.AsStr(a[0])
		list, err := s.Tape.ComplexFactors(kind, values.TensorOf(a[1]))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.NewTuple(values.WrapAll(list)...), nil
	})
	def("_lu(a, pivot, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		x, ok := values.AsTensor(a[0])
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "_lu(): a must be Tensor, not %s", values.TypeName(a[0]))
		}
		f, pivots, info, err := s.Tape.LuFactor(x, a[1] == object.True)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.NewTuple(values.Wrap(f), values.Wrap(pivots), values.Wrap(info)), nil
	})
}

// renameNode gives the node that made x the name that PyTorch's single node has.
func renameNode(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	if x, ok := values.AsTensor(a[1]); ok {
		state.Of(t).Tape.Rename(name, x)
	}
	return a[1], nil
}

// recordNode makes x the result of an operation of inputs whose gradients backward
// computes: one for each input, or None.
func recordNode(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	name, _ := object.AsStr(a[0])
	x, ok := values.AsTensor(a[1])
	items, _ := values.Items(a[2])
	if !ok {
		return a[1], nil
	}
	inputs := make([]*tensor.Tensor, len(items))
	for i, v := range items {
		inputs[i], _ = values.AsTensor(v)
	}
	backward := a[3]
	n := s.Tape.CustomNode(&autograd.Custom{Name: name, Materialize: true, Backward: func(_ *autograd.Node, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
		v, err := object.CallArgs(t, backward, object.Args{Pos: state.Of(t).ReachedAll(grads)})
		if err != nil {
			return nil, err
		}
		return grad.GradientsOf(s, v)
	}}, inputs)
	if n == nil {
		return a[1], nil
	}
	return values.Wrap(s.Tape.Adopt(n, []*tensor.Tensor{x}, nil)[0]), nil
}

// specialFunction applies a function of one or two numbers, elementwise.
func specialFunction(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	name, _ := object.AsStr(a[0])
	items, _ := values.Items(a[1])
	operands := make([]*tensor.Tensor, len(items))
	for i, v := range items {
		if operands[i] = values.Operand(s.Tape, v); operands[i] == nil {
			return object.Value{}, object.Raise(object.TypeError, "%s(): argument must be Tensor, not %s", name, values.TypeName(v))
		}
	}
	y, err := s.Tape.Special(name, operands...)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Wrap(y), nil
}

// Functions are the functions of module torch that its Python source asks for operations.
var Functions []*object.Builtin
