package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Reductions, scans and sorting.

var reduceRows = []row{
	{"sum", dispatch.WideOnGPU(reduceTyped((*autograd.Tape).Sum))}, {"mean", reduceTyped((*autograd.Tape).Mean)},
	{"nansum", reduceTyped((*autograd.Tape).Nansum)}, {"nanmean", reduceTyped((*autograd.Tape).Nanmean)}, {"prod", dispatch.Widened(opProd)},
	{"amax", dispatch.Reduction((*autograd.Tape).Amax)}, {"amin", dispatch.Reduction((*autograd.Tape).Amin)}, {"aminmax", opAminmax},
	{"all", dispatch.Reduction((*autograd.Tape).All)}, {"any", dispatch.Reduction((*autograd.Tape).Any)},
	{"logsumexp special_logsumexp", dispatch.WideOnGPU(dispatch.Reduction((*autograd.Tape).Logsumexp))}, {"count_nonzero", opCountNonzero},
	{"max", opMax}, {"min", opMin}, {"argmax", argExtreme((*autograd.Tape).Argmax)}, {"argmin", argExtreme((*autograd.Tape).Argmin)},
	{"var", opVar}, {"std", opStd}, {"var_mean", opVarMean}, {"std_mean", opStdMean},
	{"norm", dispatch.WideOnGPU(opNorm)}, {"dist", dispatch.WideOnGPU(opDist)}, {"linalg_vector_norm", opVectorNorm},
	{"median", opMedian}, {"mode", opMode},
	{"kthvalue", opKthvalue},
	{"cumsum", dispatch.WideOnGPU(scan((*autograd.Tape).Cumsum))}, {"cumprod", dispatch.WideOnGPU(scan((*autograd.Tape).Cumprod))},
	{"logcumsumexp", opLogcumsumexp}, {"cummax", cumExtreme("cummax", (*autograd.Tape).Cummax)},
	{"cummin", cumExtreme("cummin", (*autograd.Tape).Cummin)},
	{"sort", opSort}, {"argsort", opArgsort}, {"msort", opMsort}, {"topk", opTopk},
	{"softmax special_softmax", dispatch.WideOnGPU(softmax((*autograd.Tape).Softmax))}, {"log_softmax special_log_softmax", dispatch.WideOnGPU(softmax((*autograd.Tape).LogSoftmax))},

	{"trace", dispatch.WideOnCPU(dispatch.Simple((*autograd.Tape).Trace))},
}

func reduceTyped(f func(p *autograd.Tape, x *tensor.Tensor, dims []int, keepdim bool, d tensor.DType) (*tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		return c.One(f(c.Tape, c.Input(), c.Dims("dim"), c.Bool("keepdim"), c.OutDType()))
	}
}

func opProd(c *dispatch.Call) (object.Value, error) {
	var dims []int
	if d := c.OptInt("dim"); d != nil {
		dims = []int{*d}
	}
	return c.One(c.Tape.Prod(c.Input(), dims, c.Bool("keepdim"), c.Dtype("dtype")))
}

func opAminmax(c *dispatch.Call) (object.Value, error) {
	low, high, err := c.Tape.Aminmax(c.Input(), c.OptInt("dim"), c.Bool("keepdim"))
	return c.Named("aminmax", "min max", []*tensor.Tensor{low, high}, err)
}

func opCountNonzero(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.CountNonzero(c.Input(), c.Dims("dim")))
}

func opMax(c *dispatch.Call) (object.Value, error) {
	switch {
	case c.Has("other"):
		return c.One(operators2.maximum(c.Tape, c.Input(), c.Tensor("other")))
	case c.Has("dim"):
		v, i, err := c.Tape.MaxDim(c.Input(), c.Int("dim"), c.Bool("keepdim"))
		return c.ValuesIndices("max", v, i, err)
	}
	return c.One(c.Tape.MaxAll(c.Input()))
}

func opMin(c *dispatch.Call) (object.Value, error) {
	switch {
	case c.Has("other"):
		return c.One(operators2.minimum(c.Tape, c.Input(), c.Tensor("other")))
	case c.Has("dim"):
		v, i, err := c.Tape.MinDim(c.Input(), c.Int("dim"), c.Bool("keepdim"))
		return c.ValuesIndices("min", v, i, err)
	}
	return c.One(c.Tape.MinAll(c.Input()))
}

func argExtreme(f func(p *autograd.Tape, x *tensor.Tensor, dim *int, keepdim bool) (*tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		return c.One(f(c.Tape, c.Input(), c.OptInt("dim"), c.Bool("keepdim")))
	}
}

// correctionOf is what is taken off the count of elements: 1 for the unbiased estimate.
func correctionOf(c *dispatch.Call) float64 {
	if c.Has("correction") {
		if c.Given("correction") {
			return float64(c.Int("correction"))
		}
		return 1
	}
	if c.Given("unbiased") && !c.Bool("unbiased") {
		return 0
	}
	return 1
}

func opVar(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Var(c.Input(), c.Dims("dim"), correctionOf(c), c.Bool("keepdim")))
}

func opStd(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Std(c.Input(), c.Dims("dim"), correctionOf(c), c.Bool("keepdim")))
}

func opVarMean(c *dispatch.Call) (object.Value, error) {
	return c.Two(c.Tape.VarMean(c.Input(), c.Dims("dim"), correctionOf(c), c.Bool("keepdim")))
}

func opStdMean(c *dispatch.Call) (object.Value, error) {
	return c.Two(c.Tape.StdMean(c.Input(), c.Dims("dim"), correctionOf(c), c.Bool("keepdim")))
}

// orderOf is the p of a norm, 2 where it was not given.
func orderOf(c *dispatch.Call, name string) float64 {
	if !c.Given(name) {
		return 2
	}
	return c.Float(name)
}

func opNorm(c *dispatch.Call) (object.Value, error) {
	if d := c.Input().DType(); !d.Differentiable() && !c.Given("dtype") {
		return object.Value{}, object.Raise(object.RuntimeError, "norm(): input dtype should be either floating point or complex. Got %s instead.", d.Scalar())
	}
	return c.One(c.Tape.Norm(c.Input(), orderOf(c, "p"), c.Dims("dim"), c.Bool("keepdim"), c.Dtype("dtype")))
}

func opVectorNorm(c *dispatch.Call) (object.Value, error) {
	if c.Given("dtype") {
		if _, err := dispatch.ViaPython("torch._composed.linalg", "_check_dtype")(c.Thread, []object.Value{values.Wrap(c.Input()), c.Arg("dtype"), object.NewStr("linalg.vector_norm")}); err != nil {
			return object.Value{}, err
		}
	}
	return c.One(c.Tape.VectorNorm(c.Input(), orderOf(c, "ord"), c.Dims("dim"), c.Bool("keepdim"), c.Dtype("dtype")))
}

func opDist(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Dist(c.Input(), c.Tensor("other"), orderOf(c, "p")))
}

func opMedian(c *dispatch.Call) (object.Value, error) {
	if !c.Has("dim") {
		return c.One(c.Tape.MedianAll(c.Input()))
	}
	v, i, err := c.Tape.Median(c.Input(), c.Int("dim"), c.Bool("keepdim"))
	return c.ValuesIndices("median", v, i, err)
}

func opMode(c *dispatch.Call) (object.Value, error) {
	v, i, err := c.Tape.Mode(c.Input(), c.Int("dim"), c.Bool("keepdim"))
	return c.ValuesIndices("mode", v, i, err)
}

func opKthvalue(c *dispatch.Call) (object.Value, error) {
	v, i, err := c.Tape.Kthvalue(c.Input(), c.Int("k"), c.Int("dim"), c.Bool("keepdim"))
	return c.ValuesIndices("kthvalue", v, i, err)
}

func scan(f func(p *autograd.Tape, x *tensor.Tensor, dim int, d tensor.DType) (*tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		return c.One(f(c.Tape, c.Input(), c.Int("dim"), c.Dtype("dtype")))
	}
}

func opLogcumsumexp(c *dispatch.Call) (object.Value, error) {
	if x := c.Input(); !x.DType().IsFloat() && c.Err == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "\"logcumsumexp_out_cpu\" not implemented for '%s'", x.DType().Scalar())
	}
	return c.One(c.Tape.Logcumsumexp(c.Input(), c.Int("dim")))
}

func cumExtreme(name string, f func(p *autograd.Tape, x *tensor.Tensor, dim int) (*tensor.Tensor, *tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		v, i, err := f(c.Tape, c.Input(), c.Int("dim"))
		return c.ValuesIndices(name, v, i, err)
	}
}

func opSort(c *dispatch.Call) (object.Value, error) {
	v, i, err := c.Tape.Sort(c.Input(), c.Int("dim"), c.Bool("descending"))
	if err == nil && c.Has("stable") {
		c.Tape.Rename("SortBackward1", v)
	}
	return c.ValuesIndices("sort", v, i, err)
}

func opArgsort(c *dispatch.Call) (object.Value, error) {
	_, i, err := c.Tape.Sort(c.Input(), c.Int("dim"), c.Bool("descending"))
	return c.One(i, err)
}

func opMsort(c *dispatch.Call) (object.Value, error) {
	v, _, err := c.Tape.Sort(c.Input(), 0, false)
	return c.One(v, err)
}

func opTopk(c *dispatch.Call) (object.Value, error) {
	if c.Input().DType() == tensor.Bool {
		return object.Value{}, object.Raise(object.RuntimeError, "\"topk_cpu\" not implemented for 'Bool'")
	}
	v, i, err := c.Tape.Topk(c.Input(), c.Int("k"), c.Int("dim"), c.Bool("largest"))
	return c.ValuesIndices("topk", v, i, err)
}

func softmax(f func(p *autograd.Tape, x *tensor.Tensor, dim int, d tensor.DType) (*tensor.Tensor, error)) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		x, d := c.Input(), c.Dtype("dtype")
		if x.Numel() == 0 && d == tensor.NoDType { // of any type
			return c.One(c.Tape.Clone(x))
		}
		return c.One(f(c.Tape, x, c.Int("dim"), d))
	}
}

// NormParser reads the arguments of Tensor.norm.
var NormParser = dispatch.NewParser(dispatch.Method, "norm", "norm(object p='fro', int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None)")

// Norm is x.norm(), whose p may be "fro" or "nuc".
func Norm(c *dispatch.Call) (object.Value, error) {
	p := 2.0
	name, word := object.AsStr(c.Arg("p"))
	if word && name != "fro" || c.Given("dtype") {
		args := []object.Value{object.Of(c.Self), c.Arg("p"), c.Arg("dim"), object.Bool(c.Bool("keepdim")), object.None, c.Arg("dtype")}
		if c.Args[0].IsNil() {
			args[1] = object.NewStr("fro")
		}
		return dispatch.ViaPython("torch.functional", "norm")(c.Thread, args)
	}
	if !word && c.Given("p") {
		p = c.Float("p")
	}
	return c.One(c.Tape.Norm(c.Self.T, p, c.Dims("dim"), c.Bool("keepdim"), tensor.NoDType))
}
