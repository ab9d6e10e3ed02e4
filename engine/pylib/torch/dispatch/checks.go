package dispatch

import (
	"math"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file refuses arguments before types are looked at, where PyTorch looks at shapes and
// numbers first: each check in its order and with its words.

// checks are by the names of operations; those in place have the same.
var checks = named(map[string]func(c *Call) error{
	"addbmm":                       func(c *Call) error { return first(sized(c.Tensor("batch1"), 1), sized(c.Tensor("batch2"), 2)) },
	"baddbmm":                      func(c *Call) error { return first(sized(c.Tensor("batch1"), 0, 1), sized(c.Tensor("batch2"), 2)) },
	"mv":                           func(c *Call) error { return sized(c.Input(), 0) },
	"bilinear":                     checkBilinearSizes,
	"grid_sampler grid_sampler_3d": func(c *Call) error { return first(sized(c.Input(), 0), sized(c.Tensor("grid"), 0)) },
	"affine_grid_generator":        checkAffineGrid,
	"index_put":                    checkIndexPut,
	"index_reduce":                 checkIndexReduce,
	"scatter softmax log_softmax special_softmax special_log_softmax": checkDim,
	"renorm":               checkRenorm,
	"round":                checkRound,
	"clamp clip":           checkClamp,
	"logsumexp":            checkLogsumexp,
	"range":                func(c *Call) error { return first(checkMadeOut(c), checkRange(c)) },
	"float_power_":         checkFloatPower,
	"abs_ absolute_":       checkAbs,
	"isin":                 checkIsin,
	"cross linalg_cross":   checkCross,
	"binomial":             checkBinomial,
	"searchsorted":         checkSorter,
	"movedim moveaxis":     checkMovedim,
	"cumulative_trapezoid": checkRealStep,
	"embedding_renorm_":    func(c *Call) error { return c.rank(c.Input(), 2, "self", "embedding_renorm_") },
	"bartlett_window blackman_window hamming_window hann_window kaiser_window": checkWindow,
	"amax amin":                           checkSameOut("Expected the dtype for input and out to match, but got {i} for input's dtype and {o} for out's dtype."),
	"diag":                                checkSameOut("expected scalar type {i} but found {o}"),
	"heaviside":                           checkSameOut("heaviside is not yet implemented for tensors with different dtypes."),
	"nan_to_num":                          checkSameOut("nan_to_num: dtype of out: {o} should be same as input: {i}"),
	"sum prod mean cumsum cumprod nansum": checkDTypeOut,
	"linalg_vecdot":                       checkVecdot,
	"linalg_vector_norm":                  checkVectorNorm,
	"empty zeros ones full rand randn randint randperm arange linspace logspace eye": checkMadeOut,
	"index_copy": checkLongIndex("index_copy_(): Expected a long tensor for index, but got {}", object.RuntimeError),
	"index_fill": checkLongIndex("index_fill_(): Expected dtype int64 for index.", object.IndexError),
	"softshrink": checkSoftshrink,
	"random_":    checkRandomRange,
	"diff":       checkDiff,
	"masked_fill masked_scatter masked_select": warnByteMask,
})

func named(table map[string]func(c *Call) error) map[string]func(c *Call) error {
	list := map[string]func(c *Call) error{}
	for names, check := range table {
		for name := range strings.FieldsSeq(names) {
			list[name] = check
		}
	}
	return list
}

// checkOf is the check of an overload, which its form in place has as well.
func checkOf(name string) func(c *Call) error {
	if check := checks[name]; check != nil {
		return check
	}
	return checks[strings.TrimSuffix(name, "_")]
}

// first is the first of several errors.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// sized refuses a tensor that has no dimension of a number, as size() does.
func sized(x *tensor.Tensor, dims ...int) error {
	for _, d := range dims {
		if x == nil {
			return nil
		}
		if x.Dim() == 0 {
			return object.Raise(object.IndexError, "Dimension specified as %d but tensor has no dimensions", d)
		}
		if _, err := x.WrapDim(d); err != nil {
			return err
		}
	}
	return nil
}

// rank refuses a tensor that has another number of dimensions.
func (c *Call) rank(x *tensor.Tensor, n int, name, where string) error {
	if x.Dim() == n {
		return nil
	}
	return object.Raise(object.RuntimeError, "Expected %d-dimensional tensor, but got %d-dimensional tensor for argument #1 '%s' (while checking arguments for %s)", n, x.Dim(), name, where)
}

// checkDim refuses a dimension that the object does not have.
func checkDim(c *Call) error {
	_, err := c.Input().WrapDim(c.Int("dim"))
	return err
}

func checkBilinearSizes(c *Call) error {
	x, y, w := c.Tensor("input1"), c.Tensor("input2"), c.Tensor("weight")
	if err := CheckBilinear(x, y, w); err != nil {
		return err
	}
	return first(sized(x, -1), sized(w, 1), sized(y, -1), sized(w, 2))
}

func checkAffineGrid(c *Call) error {
	if n := len(c.Ints("size")); n != 4 && n != 5 {
		return object.Raise(object.RuntimeError, "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
	}
	return nil
}

func checkIndexPut(c *Call) error {
	x := c.Input()
	if items, _ := values.Items(c.Arg("indices")); len(items) > x.Dim() {
		return object.Raise(object.IndexError, "too many indices for tensor of dimension %d (got %d)", x.Dim(), len(items))
	}
	return nil
}

func checkIndexReduce(c *Call) error {
	if reduce := c.Text("reduce"); !slices.Contains([]string{"prod", "mean", "amax", "amin"}, reduce) {
		return object.Raise(object.RuntimeError, "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got %s.", reduce)
	}
	index, source := c.Tensor("index"), c.Tensor("source")
	if index.Dim() > 1 {
		return object.Raise(object.IndexError, "index_reduce_(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s",
			index.Dim(), index.DType().Scalar(), tensor.FormatShape(index.Shape()))
	}
	d, err := c.Input().WrapDim(c.Int("dim"))
	if err != nil {
		return err
	}
	if err := sized(source, d); err != nil && c.Input().Dim() > 0 {
		return err
	}
	if n := 1; source.Dim() > 0 {
		if n = source.Shape()[d]; n != index.Numel() {
			return object.Raise(object.RuntimeError, "index_reduce_(): Number of indices (%d) should be equal to source.size(dim): (%d), for dim: %d", index.Numel(), n, d)
		}
	}
	if x := c.Input(); x.DType().IsComplex() && c.Text("reduce") != "prod" {
		return object.Raise(object.RuntimeError, "\"index_func_\" not implemented for '%s'", x.DType().Scalar())
	}
	return nil
}

func checkRenorm(c *Call) error {
	x := c.Input()
	switch {
	case !(c.Float("p") > 0):
		return object.Raise(object.RuntimeError, "renorm: non-positive-norm not supported")
	case x.Dim() < 2:
		return object.Raise(object.RuntimeError, "renorm: input needs at least 2 dimensions, got %d dimensions", x.Dim())
	}
	if _, err := x.WrapDim(c.Int("dim")); err != nil {
		return err
	}
	if limit := c.Float("maxnorm"); limit < 0 {
		return object.Raise(object.RuntimeError, "renorm: expected maxnorm to be >= 0 but got %v", limit)
	}
	return nil
}

func checkRound(c *Call) error {
	if d := c.Input().DType(); c.Has("decimals") && d < tensor.Float16 && d != tensor.Bool && c.Input().IsCPU() {
		return object.Raise(object.RuntimeError, "\"round_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

// clampKernels are the kernels of clamp by what it was given: bounds, and whether they are numbers.
var clampKernels = map[string]string{
	"min number": "clamp_min_cpu", "max number": "clamp_max_scalar_cpu", "min max number": "clamp_scalar_cpu", "min max": "clamp_cpu",
}

func checkClamp(c *Call) error {
	x := c.Input()
	if x == nil || !x.IsCPU() {
		return nil
	}
	if x.DType().IsComplex() {
		return object.Raise(object.RuntimeError, "clamp is not supported for complex types")
	}
	if x.DType() != tensor.Float16 || c.AutocastCPU != tensor.NoDType {
		return nil
	}
	var given []string
	numbers := true
	for _, name := range []string{"min", "max"} {
		if c.Given(name) {
			given, numbers = append(given, name), numbers && !values.IsTensor(c.Arg(name))
		}
	}
	if numbers {
		given = append(given, "number")
	}
	if kernel, ok := clampKernels[strings.Join(given, " ")]; ok {
		return object.Raise(object.RuntimeError, "\"%s\" not implemented for 'Half'", kernel)
	}
	return nil
}

func checkLogsumexp(c *Call) error {
	x := c.Input()
	if items, ok := values.Items(c.Arg("dim")); ok && len(items) == 0 && x.Dim() > 0 && x.Numel() > 0 && !c.Bool("keepdim") {
		return object.Raise(object.RuntimeError, "output with shape [] doesn't match the broadcast shape %s", tensor.FormatShape(slices.Repeat([]int{1}, x.Dim())))
	}
	return nil
}

func checkRange(c *Call) error {
	low, high, step := c.Scalar("start").Float64(), c.Scalar("end").Float64(), c.Step().Float64()
	switch {
	case step == 0 || math.IsNaN(step):
		return object.Raise(object.RuntimeError, "step must be nonzero")
	case math.IsNaN(low) || math.IsInf(low, 0) || math.IsNaN(high) || math.IsInf(high, 0):
		return object.Raise(object.RuntimeError, "unsupported range: %v -> %v", low, high)
	case step > 0 && high < low, step < 0 && high > low:
		return object.Raise(object.RuntimeError, "upper bound and lower bound inconsistent with step sign")
	}
	if d := c.OutOptions().DType; d.IsComplex() {
		return object.Raise(object.RuntimeError, "\"range_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

func checkFloatPower(c *Call) error {
	x, want := c.Input(), tensor.Float64
	if y := c.Second(); x.DType().IsComplex() || y != nil && y.DType().IsComplex() {
		want = tensor.Complex128
	}
	if x.DType() != want {
		return object.Raise(object.RuntimeError, "the base given to float_power_ has dtype %s but the operation's result requires dtype %s", x.DType().Scalar(), want.Scalar())
	}
	return nil
}

func checkAbs(c *Call) error {
	if c.Input().DType().IsComplex() {
		return object.Raise(object.RuntimeError, "In-place abs is not supported for complex tensors.")
	}
	return nil
}

func checkIsin(c *Call) error {
	for _, name := range []string{"element", "test_element"} {
		if c.Arg(name).IsBool() {
			return object.Raise(object.RuntimeError, "Unsupported input type encountered for isin(): Bool")
		}
	}
	return nil
}

func checkCross(c *Call) error {
	x, y := c.Input(), c.Tensor("other")
	if x.Dim() == y.Dim() && x.DType() != y.DType() && x.IsCPU() && y.IsCPU() {
		d := c.Int("dim")
		if !c.Given("dim") && c.Overload.Name == "linalg_cross" {
			d = -1
		} else if !c.Given("dim") {
			d = max(slices.Index(x.Shape(), 3), 0)
		}
		if at, err := x.WrapDim(d); err == nil && x.Dim() > 0 && x.Shape()[at] == 3 && y.Shape()[at] == 3 {
			return object.Raise(object.RuntimeError, "expected scalar type %s but found %s", x.DType().Scalar(), y.DType().Scalar())
		}
	}
	return nil
}

func checkBinomial(c *Call) error {
	n, p := c.Tensor("count"), c.Tensor("prob")
	if n == nil || p == nil {
		return nil
	}
	if d := n.DType(); p.DType() != d {
		return object.Raise(object.RuntimeError, "Found dtype %s but expected %s", p.DType().Scalar(), d.Scalar())
	} else if !d.IsFloat() {
		return object.Raise(object.RuntimeError, "\"binomial_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

func checkSorter(c *Call) error {
	if x, sorter := c.Tensor("sorted_sequence"), c.Tensor("sorter"); sorter != nil && !slices.Equal(x.Shape(), sorter.Shape()) {
		return object.Raise(object.RuntimeError, "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor %sand got sorter tensor %s",
			tensor.FormatShape(x.Shape()), tensor.FormatShape(sorter.Shape()))
	}
	return nil
}

func checkMovedim(c *Call) error {
	from, to := c.Ints("source"), c.Ints("destination")
	if len(from) != len(to) {
		return object.Raise(object.RuntimeError, "movedim: Invalid source or destination dims: source (%s dims) should contain the same number of dims as destination (%s dims)",
			tensor.FormatShape(from), tensor.FormatShape(to))
	}
	return nil
}

func checkRealStep(c *Call) error {
	if c.Arg("dx").IsBool() {
		return object.Raise(object.RuntimeError, "cumulative_trapezoid: Currently, we only support dx as a real number.")
	}
	return nil
}

func checkWindow(c *Call) error {
	if d := c.Options().DType; d != tensor.NoDType && !d.Differentiable() {
		return object.Raise(object.RuntimeError, "%s expects floating point dtypes, got: TensorOptions(dtype=%s, device=cpu, layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))",
			c.Overload.Name, InC[d])
	}
	return nil
}

// checkSameOut refuses an out of another type than the operand; {i} and {o} stand for them.
func checkSameOut(words string) func(c *Call) error {
	return func(c *Call) error {
		out, ok := values.AsTensor(c.Arg("out"))
		if x := c.Input(); ok && x != nil && out.DType() != x.DType() {
			return object.Raise(object.RuntimeError, "%s", strings.NewReplacer("{i}", x.DType().Scalar(), "{o}", out.DType().Scalar()).Replace(words))
		}
		return nil
	}
}

// checkDTypeOut refuses an out whose type is not that of dtype=.
func checkDTypeOut(c *Call) error {
	out, ok := values.AsTensor(c.Arg("out"))
	d := c.Dtype("dtype")
	switch {
	case !ok || d == tensor.NoDType || out.DType() == d:
		return nil
	case c.Overload.Name == "nansum":
		return object.Raise(object.RuntimeError, "nansum: provided dtype must match dtype of result. Got %s and %s.", out.DType().Scalar(), d.Scalar())
	}
	return wrongOut(d, out.DType())
}

func wrongOut(want, got tensor.DType) error {
	return object.Raise(object.RuntimeError, "Expected out tensor to have dtype %s, but got %s instead", InC[want], InC[got])
}

// checkMadeOut refuses a dtype or layout of a new tensor that is not that of out=.
func checkMadeOut(c *Call) error {
	out, ok := values.AsTensor(c.Arg("out"))
	if !ok {
		return nil
	}
	if d := c.Dtype("dtype"); d != tensor.NoDType && d != out.DType() {
		return object.Raise(object.RuntimeError, "dtype %s does not match dtype of out parameter (%s)", d.Scalar(), out.DType().Scalar())
	}
	if l, ok := c.Arg("layout").Object().(*values.Layout); ok && l.Name == "sparse_coo" {
		return object.Raise(object.RuntimeError, "layout Sparse does not match layout of out parameter (Strided)")
	}
	return nil
}

// checkLongIndex refuses an index of another type than int64; {} is its name.
func checkLongIndex(words string, class *object.Class) func(c *Call) error {
	return func(c *Call) error {
		if d := c.Tensor("index").DType(); d != tensor.Int64 {
			return object.Raise(class, "%s", strings.Replace(words, "{}", d.Scalar(), 1))
		}
		return nil
	}
}

func checkSoftshrink(c *Call) error {
	if lambd := c.Float("lambd"); lambd < 0 {
		return object.Raise(object.RuntimeError, "lambda must be greater or equal to 0, but found to be %s.", tensor.Float(lambd))
	}
	return nil
}

// inWords are types in the words of random_.
var inWords = map[tensor.DType]string{
	tensor.Int64: "long int", tensor.Int32: "int", tensor.Int16: "short int", tensor.Int8: "signed char", tensor.Uint8: "unsigned char", tensor.Bool: "bool",
}

// checkRandomRange refuses bounds of random_ that the type does not hold.
func checkRandomRange(c *Call) error {
	x := c.Input()
	words, whole := inWords[x.DType()]
	if !whole {
		return nil
	}
	low, high := wholeRange(x.DType())
	if c.Has("from") && c.Given("from") {
		if from := int64(c.Int("from")); from < low || from > high {
			return object.Raise(object.RuntimeError, "from is out of bounds for %s", words)
		}
	}
	if !c.Given("to") {
		return nil
	}
	if to := int64(c.Int("to")); to-1 < low || to-1 > high {
		return object.Raise(object.RuntimeError, "to - 1 is out of bounds for %s", words)
	}
	return nil
}

// wholeRange is the least and the greatest number of a type of integers.
func wholeRange(d tensor.DType) (low, high int64) {
	switch bits := uint(8 * d.Size()); {
	case d == tensor.Bool:
		return 0, 1
	case d == tensor.Uint8:
		return 0, 1<<bits - 1
	default:
		return -1 << (bits - 1), int64(uint64(1)<<(bits-1) - 1)
	}
}

// checkDiff compares what is put before and behind with the input.
func checkDiff(c *Call) error {
	x := c.Input()
	if x.Dim() == 0 {
		return object.Raise(object.RuntimeError, "diff expects input to be at least one-dimensional")
	}
	d, err := x.WrapDim(c.Int("dim"))
	if err != nil {
		return nil
	}
	for _, name := range []string{"prepend", "append"} {
		if !values.IsTensor(c.Arg(name)) {
			continue
		}
		y := c.Tensor(name)
		if y.Dim() != x.Dim() {
			return object.Raise(object.RuntimeError, "diff expects prepend or append to be the same dimension as input")
		}
		for i, n := range y.Shape() {
			if i != d && n != x.Shape()[i] {
				return object.Raise(object.RuntimeError, "diff expects the shape of tensor to prepend or append to match that of input except along the differencing dimension;"+
					" input.size(%d) = %d, but got tensor.size(%d) = %d", i, x.Shape()[i], i, n)
			}
		}
	}
	return nil
}

// byteMasks are the operations that warn of such masks, as they call themselves and where that is in PyTorch.
var byteMasks = map[string][2]string{"masked_fill": {"masked_fill_", "1646"}, "masked_scatter": {"masked_scatter_", "2153"}, "masked_select": {"masked_select", "1729"}}

// warnByteMask warns of a mask of bytes, as of old.
func warnByteMask(c *Call) error {
	where, ok := byteMasks[strings.TrimSuffix(c.Overload.Name, "_")]
	if ok && c.Tensor("mask").DType() == tensor.Uint8 {
		state.WarnEach(c.Thread, "UserWarning", strings.Replace("{} received a mask with dtype torch.uint8, this behavior is now deprecated,please use a mask with dtype torch.bool instead. "+
			"(Triggered internally at  ./aten/src/ATen/native/TensorAdvancedIndexing.cpp:"+where[1]+".)", "{}", where[0], 1))
	}
	return nil
}

func checkVecdot(c *Call) error {
	x, y := c.Tensor("x"), c.Tensor("y")
	if x.DType() != y.DType() {
		return object.Raise(object.RuntimeError, "linalg.vecdot: Expected x and y to have the same dtype, but found x of type %s and y of type %s instead", x.DType().Scalar(), y.DType().Scalar())
	}
	if out, ok := values.AsTensor(c.Arg("out")); ok && out.DType() != x.DType() {
		return object.Raise(object.RuntimeError, "linalg.vecdot: Expected out of dtype%s but found %s", x.DType().Scalar(), out.DType().Scalar())
	}
	return nil
}

// checkVectorNorm refuses what is no vector of numbers with a size.
func checkVectorNorm(c *Call) error {
	x := c.Input()
	if d := x.DType(); d < tensor.Float16 {
		return object.Raise(object.RuntimeError, "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", d.Scalar())
	}
	want := c.Dtype("dtype")
	if want == tensor.NoDType {
		want = x.DType()
	}
	if out, ok := values.AsTensor(c.Arg("out")); ok && out.DType() != want.Real() {
		return wrongOut(want.Real(), out.DType())
	}
	return nil
}

// CheckBilinear refuses operands of a bilinear form whose sizes do not fit together.
func CheckBilinear(x, y, w *tensor.Tensor) error {
	if x.Dim() != y.Dim() {
		return object.Raise(object.RuntimeError, "bilinear(): input dimensions do not match: got %d and %d", x.Dim(), y.Dim())
	}
	if x.Dim() == 0 || w.Dim() != 3 {
		return nil
	}
	last := x.Dim() - 1
	for i := range last {
		if x.Shape()[i] != y.Shape()[i] {
			return object.Raise(object.RuntimeError, "bilinear(): input batch dimensions do not match at dim %d: got %d and %d", i, x.Shape()[i], y.Shape()[i])
		}
	}
	for i, in := range []*tensor.Tensor{x, y} {
		if in.Shape()[last] != w.Shape()[i+1] {
			return object.Raise(object.RuntimeError, "bilinear(): input%d size does not match weight size: got %d but expected %d", i+1, in.Shape()[last], w.Shape()[i+1])
		}
	}
	return nil
}
