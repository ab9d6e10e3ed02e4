package dispatch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file holds which operations want out= to have their result's dtype, and how they say so; others cast
// where that loses no kind of number. The words are those of PyTorch 1.13.

// exactOut are the operations that cast nothing, by how they refuse another dtype: with {r} for the result's and {o} for
// that of out, {C r} and {C o} for their names in C++.
var exactOut = outRules(
	"Found dtype {o} but expected {r}", `abs absolute neg negative sign sgn floor ceil trunc fix frac round square pow clamp_min clamp_max
		conj_physical`,
	"linalg.norm expected out tensor dtype {r} but got: {o}", "linalg_norm",
	"linalg.matrix_norm expected out tensor dtype {r} but got: {o}", "linalg_matrix_norm",
	"linalg.vecdot: Expected out of dtype{r} but found {o}", "linalg_vecdot",
	"expected scalar type {r} but found {o}", "linalg_solve_triangular",
	"multi_dot(): expected out tensor to have dtype {C r} but got {C o}", "linalg_multi_dot chain_matmul",
	"torch.ormqr: Expected input and result to have the same dtype, but input has dtype{r} and result has dtype {o}", "ormqr",
	"result dtype {o} does not match input dtype {r}", "dot vdot",
	"tensordot: Expected the output tensor to have dtype {r}, but got an output tensor with dtype {o}", "inner tensordot",
	"Expected out tensor to have dtype {C r}, but got {C o} instead", `cross linalg_cross argmax argmin gather index_add scatter scatter_add scatter_reduce
		take_along_dim tril triu isin linalg_cholesky linalg_cholesky_ex linalg_det linalg_eigh linalg_eigvalsh linalg_inv linalg_inv_ex inverse
		linalg_ldl_factor linalg_ldl_factor_ex linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_solve linalg_solve_ex linalg_svdvals
		linalg_vector_norm lu_solve triangular_solve lu_unpack addmm addmv baddbmm bmm mm mv renorm matmul linalg_matmul qr linalg_qr linalg_slogdet
		slogdet svd linalg_svd matrix_power linalg_matrix_power`,
	"nonzero: Expected out tensor to have scalar type {r} but got scalar type{o}", "nonzero",
	"masked_select(): self and result must have the same scalar type", "masked_select",
	"take(): self and out expected to have the same dtype, but got self.dtype = {r} and out.dtype = {o}", "take",
	"the output given to float_power has dtype {o} but the operation's result requires dtype {r}", "float_power",
	"isposinf does not support non-boolean outputs.", "isposinf",
	"isneginf does not support non-boolean outputs.", "isneginf",
	"signbit does not support non-boolean outputs.", "signbit",
	"any only supports bool tensor for result, got: {o}", "any",
	"all only supports bool tensor for result, got: {o}", "all",
	"torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether out_int32 flag is True, "+
		"but we got output tensor's dtype {o} and out_int32 flag is False", "searchsorted bucketize",
)

// castOut are the operations that cast in words of their own: what the words call each of them, and its results where they
// have no names in Python.
var castOut = map[string][2]string{
	"linalg_cond": {"linalg.cond", "result"}, "linalg_pinv": {"linalg.pinv", "result"}, "linalg_eig": {"torch.linalg.eig"},
	"linalg_eigvals": {"torch.linalg.eigvals", "eigenvalues"}, "linalg_householder_product": {"torch.linalg.householder_product", "result"},
	"orgqr": {"torch.linalg.householder_product", "result"}, "linalg_lstsq": {"torch.linalg.lstsq"}, "linalg_matrix_power": {"matrix_power", "result"},
	"matrix_power": {"matrix_power", "result"}, "linalg_tensorinv": {"tensorinv", "result"}, "linalg_tensorsolve": {"tensorsolve", "result"},
	"cholesky_inverse": {"cholesky_inverse", "result"}, "cholesky_solve": {"cholesky_solve", "result"}, "cholesky": {"cholesky", "result"},
	"geqrf": {"torch.geqrf"}, "symeig": {"symeig"},
}

func outRules(pairs ...string) map[string]string {
	rules := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		for name := range strings.FieldsSeq(pairs[i+1]) {
			rules[name] = pairs[i]
		}
	}
	return rules
}

// castingOut are those that do cast where their second operand is a tensor.
const castingOut = "clamp_min clamp_max pow"

// InC are the names of dtypes in C++ that are not theirs in Python.
var InC = map[tensor.DType]string{
	tensor.Float32: "float", tensor.Float64: "double", tensor.Int64: "long int", tensor.Int32: "int", tensor.Int16: "short int",
	tensor.Int8: "signed char", tensor.Uint8: "unsigned char", tensor.Bool: "bool", tensor.Float16: "c10::Half", tensor.BFloat16: "c10::BFloat16",
	tensor.Complex64: "c10::complex<float>", tensor.Complex128: "c10::complex<double>",
}

// fitsOut refuses an out of another dtype where the operation casts nothing; field is the name of the result, if it has one.
func (c *Call) fitsOut(out, result tensor.DType, field string) error {
	words, ok := exactOut[c.Overload.Name]
	if len(c.Args) > 1 && !c.Args[1].IsNil() && values.IsTensor(c.Args[1]) && strings.Contains(castingOut, c.Overload.Name) {
		return nil
	}
	if strings.HasPrefix(c.Overload.Name, "fft_") && result.IsFloat() && out.IsComplex() {
		return object.Raise(object.RuntimeError, "%s expects a floating point output tensor, but got %s", strings.Replace(strings.TrimPrefix(c.Overload.Name, "fft_"), "2", "n", 1), out.Scalar())
	}
	if names, ok := castOut[c.Overload.Name]; ok && !tensor.CanCast(result, out) {
		return object.Raise(object.RuntimeError, "%s: Expected %s to be safely castable from %s dtype, but got %s with dtype %s", names[0], cmp.Or(field, names[1]), result.Scalar(), cmp.Or(field, names[1]), out.Scalar())
	}
	if !ok || out == result || out == tensor.Uint8 && (c.Overload.Name == "any" || c.Overload.Name == "all") {
		return nil
	}
	return object.Raise(object.RuntimeError, "%s", strings.NewReplacer("{r}", result.Scalar(), "{o}", out.Scalar(), "{C r}", InC[result], "{C o}", InC[out]).Replace(words))
}

// outs are the tensors of out=.
func (c *Call) outs() []object.Value {
	if v := c.Arg("out"); values.IsTensor(v) {
		return []object.Value{v}
	}
	items, _ := values.Items(c.Arg("out"))
	return items
}

// outShapes are their shapes before the operation.
func (c *Call) outShapes() (shapes [][]int) {
	for _, v := range c.outs() {
		if x, ok := values.AsTensor(v); ok {
			shapes = append(shapes, slices.Clone(x.Shape()))
		}
	}
	return shapes
}

// warnResized warns of those that had elements and have another shape now (Resize.cpp, resize_output_check).
func (c *Call) warnResized(before [][]int) {
	if c.Has("pin_memory") || c.Overload.Name == "normal" { // factories say nothing
		return
	}
	for i, v := range c.outs() {
		x, ok := values.AsTensor(v)
		if !ok || i >= len(before) || slices.Equal(before[i], x.Shape()) || slices.Contains(before[i], 0) {
			continue
		}
		list := func(shape []int) string { return strings.Join(strings.Fields(fmt.Sprint(shape)), ", ") }
		state.WarnEach(c.Thread, "UserWarning", fmt.Sprintf("An output with one or more elements was resized since it had shape %s, which does not match the required "+
			"output shape %s. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they have zero elements. "+
			"You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0). "+
			"(Triggered internally at  ./aten/src/ATen/native/Resize.cpp:17.)", list(before[i]), list(x.Shape())))
	}
}

// direct are the operations that are one elementwise op, whose result may be written where it is to
// end up.
var direct = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{"add": true, "sub": true, "subtract": true, "mul": true, "multiply": true, "div": true, "divide": true}
	for op := device.Op(1); op < device.NumOps; op++ {
		for name := range strings.FieldsSeq(op.Row().Python.Names) {
			set[name] = true
		}
	}
	return set
})

// aim has the operation write its result into out= and not beside it, where nobody can tell.
func (c *Call) aim() {
	out, ok := c.Arg("out").Object().(*values.Tensor)
	if !ok || !direct()[c.Overload.Name] || c.Tape.Inference() {
		return
	}
	grad := c.Tape.GradEnabled()
	for i, v := range c.Args {
		if v.IsNil() || c.Overload.Params[i].Name == "out" {
			continue
		}
		if x, ok := v.Object().(*values.Tensor); ok && (x.T.Storage() == out.T.Storage() || grad && c.Tape.RequiresGrad(x.T)) {
			return
		}
	}
	if grad && c.Tape.RequiresGrad(out.T) {
		return
	}
	c.Tape.Aim(out.T)
}
