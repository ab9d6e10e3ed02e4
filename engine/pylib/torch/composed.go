package torch

import (
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file runs operations whose bodies are Python: what PyTorch itself makes of other
// operations, and what few programs use. signatures.txt binds their arguments as it
// does for those in Go; the bodies stand in torch._composed.

// composedGroups names the operations of each module of torch._composed, with what holds for
// them. The special functions are of single numbers, each of which looks for its device itself.
var composedGroups = []struct {
	part   string
	policy func(operation) operation
	names  string
}{
	{"linalg", oneDevice, `linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve lu_solve lu_unpack linalg_solve_triangular
		triangular_solve cholesky_inverse linalg_tensorinv linalg_vander linalg_vecdot orgqr geqrf frobenius_norm nuclear_norm symeig`},
	{"linalg", wideOneDevice, `cholesky_solve linalg_cholesky_ex linalg_inv_ex linalg_solve_ex linalg_lstsq linalg_tensorsolve linalg_cond
		linalg_householder_product linalg_matrix_rank matrix_rank linalg_matrix_norm`},
	{"linalg", nil, `linalg_norm`},
	{"spatial", oneDevice, `conv_tbc`},
	{"fourier", oneDevice, `fft_fft2 fft_fftn fft_ifft2 fft_ifftn fft_rfft2 fft_rfftn fft_irfft2 fft_irfftn fft_hfft fft_ihfft fft_hfft2 fft_hfftn fft_ihfft2 fft_ihfftn stft istft
		kaiser_window`},
	{"special", nil, `special_i0e special_i1 special_i1e special_entr special_erfcx special_gammainc special_gammaincc igamma igammac
		special_log_ndtr special_multigammaln mvlgamma special_ndtr special_ndtri special_polygamma polygamma special_round special_xlog1py
		special_zeta special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 special_modified_bessel_i0
		special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1 special_scaled_modified_bessel_k0
		special_scaled_modified_bessel_k1 special_spherical_bessel_j0 special_airy_ai special_chebyshev_polynomial_t special_chebyshev_polynomial_u
		special_hermite_polynomial_h special_hermite_polynomial_he special_laguerre_polynomial_l special_legendre_polynomial_p
		special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u
		special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w`},
	{"sampling", oneDevice, `poisson binomial _standard_gamma _sample_dirichlet`},
	{"spatial", wideOneDevice, `grid_sampler grid_sampler_2d grid_sampler_3d affine_grid_generator fractional_max_pool2d fractional_max_pool3d
		adaptive_max_pool3d max_unpool3d`},
	{"spatial", nil, `native_channel_shuffle`},
	{"loss", wideOneDevice, `ctc_loss`},
	{"counting", oneDevice, `histogram histogramdd nanmedian frexp gradient trapezoid trapz cumulative_trapezoid cov corrcoef`},
	{"counting", wideOneDevice, `nanquantile`},
	{"indexing", oneDevice, `put index_reduce diagonal_scatter select_scatter slice_scatter as_strided_scatter segment_reduce
		unsafe_chunk unsafe_split unsafe_split_with_sizes norm_except_dim embedding_bag`},
}

func wideOneDevice(fn operation) operation { return wideOnCPU(oneDevice(fn)) }

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
func composed(part, name string) operation {
	return func(c *call) (object.Value, error) {
		module, err := interp.Import(c.t, "torch._composed."+part)
		if err != nil {
			return object.Value{}, err
		}
		fn, err := object.GetAttr(c.t, module, name)
		if err != nil {
			return object.Value{}, err
		}
		var a object.Args
		if c.self != nil && c.o.find("input") < 0 {
			a.Kw = append(a.Kw, object.Keyword{Name: "input", Value: object.Of(c.self)})
		}
		for i := range c.o.params {
			if p := &c.o.params[i]; !c.args[i].IsNil() && p.name != "out" {
				a.Kw = append(a.Kw, object.Keyword{Name: p.name, Value: c.args[i]})
			}
		}
		return object.CallArgs(c.t, fn, a)
	}
}

func init() {
	def := func(sig string, fn object.GoFunc) { moduleFunctions = append(moduleFunctions, object.Def(sig, fn, "")) }
	def("_returns(name, fields, values, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		fields, _ := object.AsStr(a[1])
		items, _ := sequenceItems(a[2])
		return newReturn(name, fields, append([]object.Value(nil), items...)), nil
	})
	def("_format(prefix, x, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := stateOf(t)
		prefix, _ := object.AsStr(a[0])
		text, err := s.tape.FormatIn(prefix, self(a[1]))
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return object.NewStr(text), nil
	})
	def("_scalar_name(dtype, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		d, ok := a[0].Object().(*dtype)
		if !ok {
			return object.Value{}, typeError("_scalar_name(): dtype must be torch.dtype, not %s", typeName(a[0]))
		}
		return object.NewStr(d.D.Scalar()), nil
	})
	def("_wide_product(a, b, dtype, scales, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := stateOf(t)
		d, _ := dtypeOf(a[2])
		scales, err := tensorArgs(t, a[3])
		if err != nil {
			return object.Value{}, err
		}
		x, err := s.tape.WideProduct(self(a[0]), self(a[1]), d, scales...)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return wrap(x), t.Poll()
	})
	def("_rename(name, x, /)", renameNode)
	def("_record(name, x, inputs, backward, /)", recordNode)
	def("_special(name, *operands)", specialFunction)
	def("_complex_factors(kind, a, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := stateOf(t)
		kind, _ := object.AsStr(a[0])
		list, err := s.tape.ComplexFactors(kind, self(a[1]))
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return object.NewTuple(wrapAll(list)...), nil
	})
	def("_lu(a, pivot, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := stateOf(t)
		x, ok := AsTensor(a[0])
		if !ok {
			return object.Value{}, typeError("_lu(): a must be Tensor, not %s", typeName(a[0]))
		}
		f, pivots, info, err := s.tape.LuFactor(x, a[1] == object.True)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return object.NewTuple(wrap(f), wrap(pivots), wrap(info)), nil
	})
}

// renameNode gives the node that made x the name that PyTorch's single node has.
func renameNode(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	if x, ok := AsTensor(a[1]); ok {
		tapeOf(t).Rename(name, x)
	}
	return a[1], nil
}

// recordNode makes x the result of an operation of inputs whose gradients backward
// computes: one for each input, or None.
func recordNode(t *object.Thread, a []object.Value) (object.Value, error) {
	s := stateOf(t)
	name, _ := object.AsStr(a[0])
	x, ok := AsTensor(a[1])
	items, _ := sequenceItems(a[2])
	if !ok {
		return a[1], nil
	}
	inputs := make([]*tensor.Tensor, len(items))
	for i, v := range items {
		inputs[i], _ = AsTensor(v)
	}
	backward := a[3]
	n := s.tape.CustomNode(&autograd.Custom{Name: name, Materialize: true, Backward: func(_ *autograd.Node, grads []*tensor.Tensor) ([]*tensor.Tensor, error) {
		v, err := object.CallArgs(t, backward, object.Args{Pos: stateOf(t).reachedAll(grads)})
		if err != nil {
			return nil, err
		}
		return s.gradList(v)
	}}, inputs)
	if n == nil {
		return a[1], nil
	}
	return wrap(s.tape.Adopt(n, []*tensor.Tensor{x}, nil)[0]), nil
}

// specialFunction applies a function of one or two numbers, elementwise.
func specialFunction(t *object.Thread, a []object.Value) (object.Value, error) {
	s := stateOf(t)
	name, _ := object.AsStr(a[0])
	items, _ := sequenceItems(a[1])
	operands := make([]*tensor.Tensor, len(items))
	for i, v := range items {
		if operands[i] = operand(s.tape, v); operands[i] == nil {
			return object.Value{}, typeError("%s(): argument must be Tensor, not %s", name, typeName(v))
		}
	}
	y, err := s.tape.Special(name, operands...)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return wrap(y), nil
}
