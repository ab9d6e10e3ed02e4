package torch

import (
	"math"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file refuses arguments before types are looked at, where PyTorch looks at shapes and
// numbers first: each check in its order and with its words.

// checks are by the names of operations; those in place have the same.
var checks = named(map[string]func(c *call) error{
	"addbmm":                       func(c *call) error { return first(sized(c.tensor("batch1"), 1), sized(c.tensor("batch2"), 2)) },
	"baddbmm":                      func(c *call) error { return first(sized(c.tensor("batch1"), 0, 1), sized(c.tensor("batch2"), 2)) },
	"mv":                           func(c *call) error { return sized(c.input(), 0) },
	"bilinear":                     checkBilinearSizes,
	"grid_sampler grid_sampler_3d": func(c *call) error { return first(sized(c.input(), 0), sized(c.tensor("grid"), 0)) },
	"affine_grid_generator":        checkAffineGrid,
	"index_put":                    checkIndexPut,
	"index_reduce":                 checkIndexReduce,
	"scatter softmax log_softmax special_softmax special_log_softmax": checkDim,
	"renorm":               checkRenorm,
	"round":                checkRound,
	"clamp clip":           checkClamp,
	"logsumexp":            checkLogsumexp,
	"range":                func(c *call) error { return first(checkMadeOut(c), checkRange(c)) },
	"float_power_":         checkFloatPower,
	"abs_ absolute_":       checkAbs,
	"isin":                 checkIsin,
	"cross linalg_cross":   checkCross,
	"binomial":             checkBinomial,
	"searchsorted":         checkSorter,
	"movedim moveaxis":     checkMovedim,
	"cumulative_trapezoid": checkRealStep,
	"embedding_renorm_":    func(c *call) error { return c.rank(c.input(), 2, "self", "embedding_renorm_") },
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

func named(table map[string]func(c *call) error) map[string]func(c *call) error {
	list := map[string]func(c *call) error{}
	for names, check := range table {
		for name := range strings.FieldsSeq(names) {
			list[name] = check
		}
	}
	return list
}

// checkOf is the check of an overload, which its form in place has as well.
func checkOf(name string) func(c *call) error {
	if check := checks[name]; check != nil {
		return check
	}
	return checks[strings.TrimSuffix(name, "_")]
}

func refusal(format string, args ...any) error {
	return object.Raise(object.RuntimeError, format, args...)
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
func (c *call) rank(x *tensor.Tensor, n int, name, where string) error {
	if x.Dim() == n {
		return nil
	}
	return refusal("Expected %d-dimensional tensor, but got %d-dimensional tensor for argument #1 '%s' (while checking arguments for %s)", n, x.Dim(), name, where)
}

// checkDim refuses a dimension that the object does not have.
func checkDim(c *call) error {
	_, err := c.input().WrapDim(c.int("dim"))
	return err
}

func checkBilinearSizes(c *call) error {
	x, y, w := c.tensor("input1"), c.tensor("input2"), c.tensor("weight")
	if err := checkBilinear(x, y, w); err != nil {
		return err
	}
	return first(sized(x, -1), sized(w, 1), sized(y, -1), sized(w, 2))
}

func checkAffineGrid(c *call) error {
	if n := len(c.ints("size")); n != 4 && n != 5 {
		return refusal("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
	}
	return nil
}

func checkIndexPut(c *call) error {
	x := c.input()
	if items, _ := sequenceItems(c.arg("indices")); len(items) > x.Dim() {
		return object.Raise(object.IndexError, "too many indices for tensor of dimension %d (got %d)", x.Dim(), len(items))
	}
	return nil
}

func checkIndexReduce(c *call) error {
	if reduce := c.text("reduce"); !slices.Contains([]string{"prod", "mean", "amax", "amin"}, reduce) {
		return refusal("index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got %s.", reduce)
	}
	index, source := c.tensor("index"), c.tensor("source")
	if index.Dim() > 1 {
		return object.Raise(object.IndexError, "index_reduce_(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s",
			index.Dim(), index.DType().Scalar(), tensor.FormatShape(index.Shape()))
	}
	d, err := c.input().WrapDim(c.int("dim"))
	if err != nil {
		return err
	}
	if err := sized(source, d); err != nil && c.input().Dim() > 0 {
		return err
	}
	if n := 1; source.Dim() > 0 {
		if n = source.Shape()[d]; n != index.Numel() {
			return refusal("index_reduce_(): Number of indices (%d) should be equal to source.size(dim): (%d), for dim: %d", index.Numel(), n, d)
		}
	}
	if x := c.input(); x.DType().IsComplex() && c.text("reduce") != "prod" {
		return refusal("\"index_func_\" not implemented for '%s'", x.DType().Scalar())
	}
	return nil
}

func checkRenorm(c *call) error {
	x := c.input()
	switch {
	case !(c.float("p") > 0):
		return refusal("renorm: non-positive-norm not supported")
	case x.Dim() < 2:
		return refusal("renorm: input needs at least 2 dimensions, got %d dimensions", x.Dim())
	}
	if _, err := x.WrapDim(c.int("dim")); err != nil {
		return err
	}
	if limit := c.float("maxnorm"); limit < 0 {
		return refusal("renorm: expected maxnorm to be >= 0 but got %v", limit)
	}
	return nil
}

func checkRound(c *call) error {
	if d := c.input().DType(); c.has("decimals") && d < tensor.Float16 && d != tensor.Bool && c.input().IsCPU() {
		return refusal("\"round_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

// clampKernels are the kernels of clamp by what it was given: bounds, and whether they are numbers.
var clampKernels = map[string]string{
	"min number": "clamp_min_cpu", "max number": "clamp_max_scalar_cpu", "min max number": "clamp_scalar_cpu", "min max": "clamp_cpu",
}

func checkClamp(c *call) error {
	x := c.input()
	if x == nil || !x.IsCPU() {
		return nil
	}
	if x.DType().IsComplex() {
		return refusal("clamp is not supported for complex types")
	}
	if x.DType() != tensor.Float16 || c.autocastCPU != tensor.NoDType {
		return nil
	}
	var given []string
	numbers := true
	for _, name := range []string{"min", "max"} {
		if c.given(name) {
			given, numbers = append(given, name), numbers && !isTensor(c.arg(name))
		}
	}
	if numbers {
		given = append(given, "number")
	}
	if kernel, ok := clampKernels[strings.Join(given, " ")]; ok {
		return refusal("\"%s\" not implemented for 'Half'", kernel)
	}
	return nil
}

func checkLogsumexp(c *call) error {
	x := c.input()
	if items, ok := sequenceItems(c.arg("dim")); ok && len(items) == 0 && x.Dim() > 0 && x.Numel() > 0 && !c.bool("keepdim") {
		return refusal("output with shape [] doesn't match the broadcast shape %s", tensor.FormatShape(slices.Repeat([]int{1}, x.Dim())))
	}
	return nil
}

func checkRange(c *call) error {
	low, high, step := c.scalar("start").Float64(), c.scalar("end").Float64(), c.step().Float64()
	switch {
	case step == 0 || math.IsNaN(step):
		return refusal("step must be nonzero")
	case math.IsNaN(low) || math.IsInf(low, 0) || math.IsNaN(high) || math.IsInf(high, 0):
		return refusal("unsupported range: %v -> %v", low, high)
	case step > 0 && high < low, step < 0 && high > low:
		return refusal("upper bound and lower bound inconsistent with step sign")
	}
	if d := c.outOptions().DType; d.IsComplex() {
		return refusal("\"range_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

func checkFloatPower(c *call) error {
	x, want := c.input(), tensor.Float64
	if y := c.second(); x.DType().IsComplex() || y != nil && y.DType().IsComplex() {
		want = tensor.Complex128
	}
	if x.DType() != want {
		return refusal("the base given to float_power_ has dtype %s but the operation's result requires dtype %s", x.DType().Scalar(), want.Scalar())
	}
	return nil
}

func checkAbs(c *call) error {
	if c.input().DType().IsComplex() {
		return refusal("In-place abs is not supported for complex tensors.")
	}
	return nil
}

func checkIsin(c *call) error {
	for _, name := range []string{"element", "test_element"} {
		if c.arg(name).IsBool() {
			return refusal("Unsupported input type encountered for isin(): Bool")
		}
	}
	return nil
}

func checkCross(c *call) error {
	x, y := c.input(), c.tensor("other")
	if x.Dim() == y.Dim() && x.DType() != y.DType() && x.IsCPU() && y.IsCPU() {
		d := c.int("dim")
		if !c.given("dim") && c.o.name == "linalg_cross" {
			d = -1
		} else if !c.given("dim") {
			d = max(slices.Index(x.Shape(), 3), 0)
		}
		if at, err := x.WrapDim(d); err == nil && x.Dim() > 0 && x.Shape()[at] == 3 && y.Shape()[at] == 3 {
			return refusal("expected scalar type %s but found %s", x.DType().Scalar(), y.DType().Scalar())
		}
	}
	return nil
}

func checkBinomial(c *call) error {
	n, p := c.tensor("count"), c.tensor("prob")
	if n == nil || p == nil {
		return nil
	}
	if d := n.DType(); p.DType() != d {
		return refusal("Found dtype %s but expected %s", p.DType().Scalar(), d.Scalar())
	} else if !d.IsFloat() {
		return refusal("\"binomial_cpu\" not implemented for '%s'", d.Scalar())
	}
	return nil
}

func checkSorter(c *call) error {
	if x, sorter := c.tensor("sorted_sequence"), c.tensor("sorter"); sorter != nil && !slices.Equal(x.Shape(), sorter.Shape()) {
		return refusal("torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor %sand got sorter tensor %s",
			tensor.FormatShape(x.Shape()), tensor.FormatShape(sorter.Shape()))
	}
	return nil
}

func checkMovedim(c *call) error {
	from, to := c.ints("source"), c.ints("destination")
	if len(from) != len(to) {
		return refusal("movedim: Invalid source or destination dims: source (%s dims) should contain the same number of dims as destination (%s dims)",
			tensor.FormatShape(from), tensor.FormatShape(to))
	}
	return nil
}

func checkRealStep(c *call) error {
	if c.arg("dx").IsBool() {
		return refusal("cumulative_trapezoid: Currently, we only support dx as a real number.")
	}
	return nil
}

func checkWindow(c *call) error {
	if d := c.options().DType; d != tensor.NoDType && !d.Differentiable() {
		return refusal("%s expects floating point dtypes, got: TensorOptions(dtype=%s, device=cpu, layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))",
			c.o.name, inC[d])
	}
	return nil
}

// checkSameOut refuses an out of another type than the operand; {i} and {o} stand for them.
func checkSameOut(words string) func(c *call) error {
	return func(c *call) error {
		out, ok := AsTensor(c.arg("out"))
		if x := c.input(); ok && x != nil && out.DType() != x.DType() {
			return refusal("%s", strings.NewReplacer("{i}", x.DType().Scalar(), "{o}", out.DType().Scalar()).Replace(words))
		}
		return nil
	}
}

// checkDTypeOut refuses an out whose type is not that of dtype=.
func checkDTypeOut(c *call) error {
	out, ok := AsTensor(c.arg("out"))
	d := c.dtype("dtype")
	switch {
	case !ok || d == tensor.NoDType || out.DType() == d:
		return nil
	case c.o.name == "nansum":
		return refusal("nansum: provided dtype must match dtype of result. Got %s and %s.", out.DType().Scalar(), d.Scalar())
	}
	return wrongOut(d, out.DType())
}

func wrongOut(want, got tensor.DType) error {
	return refusal("Expected out tensor to have dtype %s, but got %s instead", inC[want], inC[got])
}

// checkMadeOut refuses a dtype or layout of a new tensor that is not that of out=.
func checkMadeOut(c *call) error {
	out, ok := AsTensor(c.arg("out"))
	if !ok {
		return nil
	}
	if d := c.dtype("dtype"); d != tensor.NoDType && d != out.DType() {
		return refusal("dtype %s does not match dtype of out parameter (%s)", d.Scalar(), out.DType().Scalar())
	}
	if l, ok := c.arg("layout").Object().(*layout); ok && l.name == "sparse_coo" {
		return refusal("layout Sparse does not match layout of out parameter (Strided)")
	}
	return nil
}

// checkLongIndex refuses an index of another type than int64; {} is its name.
func checkLongIndex(words string, class *object.Class) func(c *call) error {
	return func(c *call) error {
		if d := c.tensor("index").DType(); d != tensor.Int64 {
			return object.Raise(class, "%s", strings.Replace(words, "{}", d.Scalar(), 1))
		}
		return nil
	}
}

func checkSoftshrink(c *call) error {
	if lambd := c.float("lambd"); lambd < 0 {
		return refusal("lambda must be greater or equal to 0, but found to be %s.", tensor.Float(lambd))
	}
	return nil
}

// inWords are types in the words of random_.
var inWords = map[tensor.DType]string{
	tensor.Int64: "long int", tensor.Int32: "int", tensor.Int16: "short int", tensor.Int8: "signed char", tensor.Uint8: "unsigned char", tensor.Bool: "bool",
}

// checkRandomRange refuses bounds of random_ that the type does not hold.
func checkRandomRange(c *call) error {
	x := c.input()
	words, whole := inWords[x.DType()]
	if !whole {
		return nil
	}
	low, high := wholeRange(x.DType())
	if c.has("from") && c.given("from") {
		if from := int64(c.int("from")); from < low || from > high {
			return refusal("from is out of bounds for %s", words)
		}
	}
	if !c.given("to") {
		return nil
	}
	if to := int64(c.int("to")); to-1 < low || to-1 > high {
		return refusal("to - 1 is out of bounds for %s", words)
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
func checkDiff(c *call) error {
	x := c.input()
	if x.Dim() == 0 {
		return refusal("diff expects input to be at least one-dimensional")
	}
	d, err := x.WrapDim(c.int("dim"))
	if err != nil {
		return nil
	}
	for _, name := range []string{"prepend", "append"} {
		if !isTensor(c.arg(name)) {
			continue
		}
		y := c.tensor(name)
		if y.Dim() != x.Dim() {
			return refusal("diff expects prepend or append to be the same dimension as input")
		}
		for i, n := range y.Shape() {
			if i != d && n != x.Shape()[i] {
				return refusal("diff expects the shape of tensor to prepend or append to match that of input except along the differencing dimension;"+
					" input.size(%d) = %d, but got tensor.size(%d) = %d", i, x.Shape()[i], i, n)
			}
		}
	}
	return nil
}

// byteMasks are the operations that warn of such masks, as they call themselves and where that is in PyTorch.
var byteMasks = map[string][2]string{"masked_fill": {"masked_fill_", "1646"}, "masked_scatter": {"masked_scatter_", "2153"}, "masked_select": {"masked_select", "1729"}}

// warnByteMask warns of a mask of bytes, as of old.
func warnByteMask(c *call) error {
	where, ok := byteMasks[strings.TrimSuffix(c.o.name, "_")]
	if ok && c.tensor("mask").DType() == tensor.Uint8 {
		warnEach(c.t, "UserWarning", strings.Replace("{} received a mask with dtype torch.uint8, this behavior is now deprecated,please use a mask with dtype torch.bool instead. "+
			"(Triggered internally at  ./aten/src/ATen/native/TensorAdvancedIndexing.cpp:"+where[1]+".)", "{}", where[0], 1))
	}
	return nil
}

func checkVecdot(c *call) error {
	x, y := c.tensor("x"), c.tensor("y")
	if x.DType() != y.DType() {
		return refusal("linalg.vecdot: Expected x and y to have the same dtype, but found x of type %s and y of type %s instead", x.DType().Scalar(), y.DType().Scalar())
	}
	if out, ok := AsTensor(c.arg("out")); ok && out.DType() != x.DType() {
		return refusal("linalg.vecdot: Expected out of dtype%s but found %s", x.DType().Scalar(), out.DType().Scalar())
	}
	return nil
}

// checkVectorNorm refuses what is no vector of numbers with a size.
func checkVectorNorm(c *call) error {
	x := c.input()
	if d := x.DType(); d < tensor.Float16 {
		return refusal("linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", d.Scalar())
	}
	want := c.dtype("dtype")
	if want == tensor.NoDType {
		want = x.DType()
	}
	if out, ok := AsTensor(c.arg("out")); ok && out.DType() != want.Real() {
		return wrongOut(want.Real(), out.DType())
	}
	return nil
}
