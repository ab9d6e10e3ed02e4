package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Reductions, scans and sorting.

var reduceRows = []row{
	{"sum", wideOnGPU(reduceTyped((*autograd.Tape).Sum))}, {"mean", reduceTyped((*autograd.Tape).Mean)},
	{"nansum", reduceTyped((*autograd.Tape).Nansum)}, {"nanmean", reduceTyped((*autograd.Tape).Nanmean)}, {"prod", widened(opProd)},
	{"amax", reduction((*autograd.Tape).Amax)}, {"amin", reduction((*autograd.Tape).Amin)}, {"aminmax", opAminmax},
	{"all", reduction((*autograd.Tape).All)}, {"any", reduction((*autograd.Tape).Any)},
	{"logsumexp special_logsumexp", wideOnGPU(reduction((*autograd.Tape).Logsumexp))}, {"count_nonzero", opCountNonzero},
	{"max", opMax}, {"min", opMin}, {"argmax", argExtreme((*autograd.Tape).Argmax)}, {"argmin", argExtreme((*autograd.Tape).Argmin)},
	{"var", opVar}, {"std", opStd}, {"var_mean", opVarMean}, {"std_mean", opStdMean},
	{"norm", wideOnGPU(opNorm)}, {"dist", wideOnGPU(opDist)}, {"linalg_vector_norm", opVectorNorm},
	{"median", opMedian}, {"mode", opMode},
	{"kthvalue", opKthvalue},
	{"cumsum", wideOnGPU(scan((*autograd.Tape).Cumsum))}, {"cumprod", wideOnGPU(scan((*autograd.Tape).Cumprod))},
	{"logcumsumexp", opLogcumsumexp}, {"cummax", cumExtreme("cummax", (*autograd.Tape).Cummax)},
	{"cummin", cumExtreme("cummin", (*autograd.Tape).Cummin)},
	{"sort", opSort}, {"argsort", opArgsort}, {"msort", opMsort}, {"topk", opTopk},
	{"softmax special_softmax", wideOnGPU(softmax((*autograd.Tape).Softmax))}, {"log_softmax special_log_softmax", wideOnGPU(softmax((*autograd.Tape).LogSoftmax))},

	{"trace", wideOnCPU(simple((*autograd.Tape).Trace))},
}

// named makes a named tuple like torch.return_types.max.
func (c *call) named(name string, fields string, list []*tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	return newReturn(name, fields, wrapAll(list)), nil
}

func (c *call) valuesIndices(name string, v, i *tensor.Tensor, err error) (object.Value, error) {
	return c.named(name, "values indices", []*tensor.Tensor{v, i}, err)
}

func reduceTyped(f func(p *autograd.Tape, x *tensor.Tensor, dims []int, keepdim bool, d tensor.DType) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		return c.one(f(c.tape, c.input(), c.dims("dim"), c.bool("keepdim"), c.outDType()))
	}
}

// outDType is the type that a reduction computes in: dtype=, or that of out= for sums.
func (c *call) outDType() tensor.DType {
	d := c.dtype("dtype")
	if out, ok := AsTensor(c.arg("out")); ok && d == tensor.NoDType && c.o.name == "sum" {
		return out.DType()
	}
	return d
}

func opProd(c *call) (object.Value, error) {
	var dims []int
	if d := c.optInt("dim"); d != nil {
		dims = []int{*d}
	}
	return c.one(c.tape.Prod(c.input(), dims, c.bool("keepdim"), c.dtype("dtype")))
}

func opAminmax(c *call) (object.Value, error) {
	low, high, err := c.tape.Aminmax(c.input(), c.optInt("dim"), c.bool("keepdim"))
	return c.named("aminmax", "min max", []*tensor.Tensor{low, high}, err)
}

func opCountNonzero(c *call) (object.Value, error) {
	return c.one(c.tape.CountNonzero(c.input(), c.dims("dim")))
}

func opMax(c *call) (object.Value, error) {
	switch {
	case c.has("other"):
		return c.one(operators2.maximum(c.tape, c.input(), c.tensor("other")))
	case c.has("dim"):
		v, i, err := c.tape.MaxDim(c.input(), c.int("dim"), c.bool("keepdim"))
		return c.valuesIndices("max", v, i, err)
	}
	return c.one(c.tape.MaxAll(c.input()))
}

func opMin(c *call) (object.Value, error) {
	switch {
	case c.has("other"):
		return c.one(operators2.minimum(c.tape, c.input(), c.tensor("other")))
	case c.has("dim"):
		v, i, err := c.tape.MinDim(c.input(), c.int("dim"), c.bool("keepdim"))
		return c.valuesIndices("min", v, i, err)
	}
	return c.one(c.tape.MinAll(c.input()))
}

func argExtreme(f func(p *autograd.Tape, x *tensor.Tensor, dim *int, keepdim bool) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		return c.one(f(c.tape, c.input(), c.optInt("dim"), c.bool("keepdim")))
	}
}

// correction is what is taken off the count of elements: 1 for the unbiased estimate.
func (c *call) correction() float64 {
	if c.has("correction") {
		if c.given("correction") {
			return float64(c.int("correction"))
		}
		return 1
	}
	if c.given("unbiased") && !c.bool("unbiased") {
		return 0
	}
	return 1
}

func opVar(c *call) (object.Value, error) {
	return c.one(c.tape.Var(c.input(), c.dims("dim"), c.correction(), c.bool("keepdim")))
}

func opStd(c *call) (object.Value, error) {
	return c.one(c.tape.Std(c.input(), c.dims("dim"), c.correction(), c.bool("keepdim")))
}

func opVarMean(c *call) (object.Value, error) {
	return c.two(c.tape.VarMean(c.input(), c.dims("dim"), c.correction(), c.bool("keepdim")))
}

func opStdMean(c *call) (object.Value, error) {
	return c.two(c.tape.StdMean(c.input(), c.dims("dim"), c.correction(), c.bool("keepdim")))
}

// order is the p of a norm, 2 where it was not given.
func (c *call) order(name string) float64 {
	if !c.given(name) {
		return 2
	}
	return c.float(name)
}

func opNorm(c *call) (object.Value, error) {
	if d := c.input().DType(); !d.Differentiable() && !c.given("dtype") {
		return object.Value{}, object.Raise(object.RuntimeError, "norm(): input dtype should be either floating point or complex. Got %s instead.", d.Scalar())
	}
	return c.one(c.tape.Norm(c.input(), c.order("p"), c.dims("dim"), c.bool("keepdim"), c.dtype("dtype")))
}

func opVectorNorm(c *call) (object.Value, error) {
	return c.one(c.tape.VectorNorm(c.input(), c.order("ord"), c.dims("dim"), c.bool("keepdim"), c.dtype("dtype")))
}

func opDist(c *call) (object.Value, error) {
	return c.one(c.tape.Dist(c.input(), c.tensor("other"), c.order("p")))
}

func opMedian(c *call) (object.Value, error) {
	if !c.has("dim") {
		return c.one(c.tape.MedianAll(c.input()))
	}
	v, i, err := c.tape.Median(c.input(), c.int("dim"), c.bool("keepdim"))
	return c.valuesIndices("median", v, i, err)
}

func opMode(c *call) (object.Value, error) {
	v, i, err := c.tape.Mode(c.input(), c.int("dim"), c.bool("keepdim"))
	return c.valuesIndices("mode", v, i, err)
}

func opKthvalue(c *call) (object.Value, error) {
	v, i, err := c.tape.Kthvalue(c.input(), c.int("k"), c.int("dim"), c.bool("keepdim"))
	return c.valuesIndices("kthvalue", v, i, err)
}

// tensorOrNumber reads a tensor, or a number as a tensor of a dtype.
func (c *call) tensorOrNumber(name string, d tensor.DType) *tensor.Tensor {
	if isTensor(c.arg(name)) {
		return c.tensor(name)
	}
	x, err := c.tape.Full(nil, c.scalar(name), tensor.Options{DType: d})
	if err != nil {
		c.fail(c.raise(err))
	}
	return x
}

func scan(f func(p *autograd.Tape, x *tensor.Tensor, dim int, d tensor.DType) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		return c.one(f(c.tape, c.input(), c.int("dim"), c.dtype("dtype")))
	}
}

func opLogcumsumexp(c *call) (object.Value, error) {
	if x := c.input(); !x.DType().IsFloat() && c.err == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "\"logcumsumexp_out_cpu\" not implemented for '%s'", x.DType().Scalar())
	}
	return c.one(c.tape.Logcumsumexp(c.input(), c.int("dim")))
}

func cumExtreme(name string, f func(p *autograd.Tape, x *tensor.Tensor, dim int) (*tensor.Tensor, *tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		v, i, err := f(c.tape, c.input(), c.int("dim"))
		return c.valuesIndices(name, v, i, err)
	}
}

func opSort(c *call) (object.Value, error) {
	v, i, err := c.tape.Sort(c.input(), c.int("dim"), c.bool("descending"))
	if err == nil && c.has("stable") {
		c.tape.Rename("SortBackward1", v)
	}
	return c.valuesIndices("sort", v, i, err)
}

func opArgsort(c *call) (object.Value, error) {
	_, i, err := c.tape.Sort(c.input(), c.int("dim"), c.bool("descending"))
	return c.one(i, err)
}

func opMsort(c *call) (object.Value, error) {
	v, _, err := c.tape.Sort(c.input(), 0, false)
	return c.one(v, err)
}

func opTopk(c *call) (object.Value, error) {
	if c.input().DType() == tensor.Bool {
		return object.Value{}, object.Raise(object.RuntimeError, "\"topk_cpu\" not implemented for 'Bool'")
	}
	v, i, err := c.tape.Topk(c.input(), c.int("k"), c.int("dim"), c.bool("largest"))
	return c.valuesIndices("topk", v, i, err)
}

func softmax(f func(p *autograd.Tape, x *tensor.Tensor, dim int, d tensor.DType) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		x, d := c.input(), c.dtype("dtype")
		if x.Numel() == 0 && d == tensor.NoDType { // of any type
			return c.one(c.tape.Clone(x))
		}
		return c.one(f(c.tape, x, c.int("dim"), d))
	}
}

var normParser = newParser(asMethod, "norm", "norm(object p='fro', int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None)")

// methodNorm is x.norm(), whose p may be "fro" or "nuc".
func methodNorm(c *call) (object.Value, error) {
	p := 2.0
	name, word := object.AsStr(c.arg("p"))
	if word && name != "fro" || c.given("dtype") {
		args := []object.Value{object.Of(c.self), c.arg("p"), c.arg("dim"), object.Bool(c.bool("keepdim")), object.None, c.arg("dtype")}
		if c.args[0].IsNil() {
			args[1] = object.NewStr("fro")
		}
		return viaPython("torch.functional", "norm")(c.t, args)
	}
	if !word && c.given("p") {
		p = c.float("p")
	}
	return c.one(c.tape.Norm(c.self.T, p, c.dims("dim"), c.bool("keepdim"), tensor.NoDType))
}
