package tensor

import (
	"math"
	"slices"
	"sort"
)

// This file has the operations whose results depend on values in ways kernels do not
// help with: sets, counts, histograms. They work on the host.

// Unique lists the distinct elements, sorted; with positions it says where each
// element went and how often each occurs.
func (e *Env) Unique(x *Tensor, inverse, counts bool) (values, where, count *Tensor, err error) {
	flat, err := e.Reshape(x, []int{-1})
	if err != nil {
		return nil, nil, nil, err
	}
	sorted, order, err := e.Sort(flat, 0, false)
	if err != nil {
		return nil, nil, nil, err
	}
	return e.groups(sorted, order, x, inverse, counts)
}

// UniqueConsecutiveDim lists the slices along dim with repetitions of neighbours removed, where each slice went, and how many each is.
func (e *Env) UniqueConsecutiveDim(x *Tensor, dim int) (values, where, count *Tensor, err error) {
	return e.uniqueSlices(x, dim, false)
}

// UniqueConsecutive lists the elements with repetitions of neighbours removed.
func (e *Env) UniqueConsecutive(x *Tensor, inverse, counts bool) (values, where, count *Tensor, err error) {
	flat, err := e.Reshape(x, []int{-1})
	if err != nil {
		return nil, nil, nil, err
	}
	return e.groups(flat, nil, x, inverse, counts)
}

// groups finds runs of equal neighbours in sorted; order says where each came from.
func (e *Env) groups(sorted, order, x *Tensor, inverse, counts bool) (values, where, count *Tensor, err error) {
	list, err := e.Scalars(sorted)
	if err != nil {
		return nil, nil, nil, err
	}
	var from []int64
	if order != nil {
		if from, err = e.Int64s(order); err != nil {
			return nil, nil, nil, err
		}
	}
	firsts, sizes, back := []int64{}, []int64{}, make([]int64, len(list))
	for i, v := range list {
		if i == 0 || v != list[i-1] {
			firsts, sizes = append(firsts, int64(i)), append(sizes, 0)
		}
		sizes[len(sizes)-1]++
		at := i
		if from != nil {
			at = int(from[i])
		}
		back[at] = int64(len(firsts) - 1)
	}
	if values, err = e.pickDim(sorted, 0, firsts); err != nil {
		return nil, nil, nil, err
	}
	if inverse {
		if where, err = e.intsOn(x, back, x.shape); err != nil {
			return nil, nil, nil, err
		}
	}
	if counts {
		count, err = e.intsOn(x, sizes, []int{len(sizes)})
	}
	return values, where, count, err
}

// intsOn makes an int64 tensor on x's device.
func (e *Env) intsOn(x *Tensor, values []int64, shape []int) (*Tensor, error) {
	t, err := e.FromInts(values, len(values))
	if err != nil {
		return nil, err
	}
	if t, err = e.View(t, shape); err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

// UniqueDim lists the distinct slices of a dimension, sorted.
func (e *Env) UniqueDim(x *Tensor, dim int) (values, where, count *Tensor, err error) {
	return e.uniqueSlices(x, dim, true)
}

// uniqueSlices removes repetitions of neighbours among the slices along dim, which are sorted before if that is asked for.
func (e *Env) uniqueSlices(x *Tensor, dim int, sorted bool) (values, where, count *Tensor, err error) {
	d, err := wrapDim(dim, len(x.shape))
	if err != nil {
		return nil, nil, nil, err
	}
	front, err := e.Movedim(x, []int{d}, []int{0})
	if err != nil {
		return nil, nil, nil, err
	}
	list, err := e.Float64s(front)
	if err != nil {
		return nil, nil, nil, err
	}
	n := x.shape[d]
	width := len(list) / max(n, 1)
	row := func(i int) []float64 { return list[i*width : (i+1)*width] }
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if sorted {
		sort.SliceStable(order, func(i, j int) bool { return slices.Compare(row(order[i]), row(order[j])) < 0 })
	}
	var firsts, sizes []int64
	back := make([]int64, n)
	for i, r := range order {
		if i == 0 || slices.Compare(row(r), row(order[i-1])) != 0 {
			firsts, sizes = append(firsts, int64(r)), append(sizes, 0)
		}
		sizes[len(sizes)-1]++
		back[r] = int64(len(firsts) - 1)
	}
	if values, err = e.pickDim(x, d, firsts); err != nil {
		return nil, nil, nil, err
	}
	if where, err = e.intsOn(x, back, []int{n}); err != nil {
		return nil, nil, nil, err
	}
	count, err = e.intsOn(x, sizes, []int{len(sizes)})
	return values, where, count, err
}

// Bincount counts how often each non-negative integer occurs, or adds up weights.
func (e *Env) Bincount(x, weights *Tensor, minLength int) (*Tensor, error) {
	if len(x.shape) != 1 || !x.dtype.IsIntegral() {
		if !x.dtype.IsIntegral() {
			return nil, notImplemented("bincount_cpu", x.dtype)
		}
		return nil, runtimeErr("bincount only supports 1-d non-negative integral inputs.")
	}
	values, err := e.Int64s(x)
	if err != nil {
		return nil, err
	}
	n := minLength
	for _, v := range values {
		if v < 0 {
			return nil, runtimeErr("bincount only supports 1-d non-negative integral inputs.")
		}
		n = max(n, int(v)+1)
	}
	if err := e.room(n, 8); err != nil {
		return nil, err
	}
	if weights == nil {
		count := make([]int64, n)
		for _, v := range values {
			count[v]++
		}
		return e.intsOn(x, count, []int{n})
	}
	if weights.numel != x.numel {
		return nil, runtimeErr("weights should be 1-d and have the same length as input")
	}
	w, err := e.Float64s(weights)
	if err != nil {
		return nil, err
	}
	sums := make([]float64, n)
	for i, v := range values {
		sums[v] += w[i]
	}
	d := Float64
	if weights.dtype == Float32 {
		d = Float32
	}
	t, err := e.FromFloats(sums, d, n)
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

// Histc counts elements in equal bins of [low, high]; both zero mean the data's range.
func (e *Env) Histc(x *Tensor, bins int, low, high float64) (*Tensor, error) {
	if bins <= 0 {
		return nil, runtimeErr("bins must be > 0")
	}
	if !x.dtype.IsFloat() {
		return nil, notImplemented("histogram_cpu", x.dtype)
	}
	counts, _, err := e.histogram(x, nil, bins, low, high)
	if err != nil {
		return nil, err
	}
	t, err := e.FromFloats(counts, x.dtype, bins)
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

func (e *Env) histogram(x, weights *Tensor, bins int, low, high float64) (counts, edges []float64, err error) {
	values, err := e.Float64s(x)
	if err != nil {
		return nil, nil, err
	}
	var w []float64
	if weights != nil {
		if w, err = e.Float64s(weights); err != nil {
			return nil, nil, err
		}
	}
	if low == high && len(values) > 0 {
		low, high = slices.Min(values), slices.Max(values)
		if low == high {
			low, high = low-1, high+1
		}
	}
	if low > high || math.IsInf(low, 0) || math.IsInf(high, 0) || math.IsNaN(low) || math.IsNaN(high) {
		return nil, nil, runtimeErr("torch.histc: max must be larger than min")
	}
	if err := e.room(bins, 16); err != nil {
		return nil, nil, err
	}
	counts, edges = make([]float64, bins), make([]float64, bins+1)
	for i := range edges {
		edges[i] = low + (high-low)*float64(i)/float64(bins)
	}
	for i, v := range values {
		if v < low || v > high || v != v {
			continue
		}
		weight := 1.0
		if w != nil {
			weight = w[i]
		}
		counts[min(int((v-low)/(high-low)*float64(bins)), bins-1)] += weight
	}
	return counts, edges, nil
}

// Histogram is Histc with the bins' edges; density divides by the total and the width.
func (e *Env) Histogram(x, weights *Tensor, bins int, low, high float64, density bool) (hist, edges *Tensor, err error) {
	c, b, err := e.histogram(x, weights, bins, low, high)
	if err != nil {
		return nil, nil, err
	}
	if density {
		total := 0.0
		for _, v := range c {
			total += v
		}
		for i := range c {
			c[i] /= total * (b[1] - b[0])
		}
	}
	if hist, err = e.FromFloats(c, x.dtype, bins); err != nil {
		return nil, nil, err
	}
	edges, err = e.FromFloats(b, x.dtype, bins+1)
	return hist, edges, err
}

// Searchsorted finds where values would go in a sorted sequence (its last dimension):
// before equal elements, or after them when right.
func (e *Env) Searchsorted(sorted, values *Tensor, right bool, d DType) (*Tensor, error) {
	if len(sorted.shape) == 0 {
		return nil, runtimeErr("torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension")
	}
	n := sorted.shape[len(sorted.shape)-1]
	if len(sorted.shape) > 1 && (len(sorted.shape) != len(values.shape) || !slices.Equal(sorted.shape[:len(sorted.shape)-1], values.shape[:len(values.shape)-1])) {
		return nil, runtimeErr("torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor %s and input value tensor %s", FormatShape(sorted.shape), FormatShape(values.shape))
	}
	bounds, err := e.Float64s(sorted)
	if err != nil {
		return nil, err
	}
	list, err := e.Float64s(values)
	if err != nil {
		return nil, err
	}
	width := len(list)
	if len(sorted.shape) > 1 {
		width = values.shape[len(values.shape)-1]
	}
	out := make([]int64, len(list))
	for i, v := range list {
		row := bounds
		if len(sorted.shape) > 1 {
			row = bounds[i/width*n:][:n]
		}
		out[i] = int64(sort.Search(n, func(k int) bool {
			if right {
				return row[k] > v
			}
			return row[k] >= v
		}))
	}
	t, err := e.intsOn(values, out, values.shape)
	if err != nil {
		return nil, err
	}
	return e.Cast(t, d)
}

// OneHot turns classes into rows with a single one; classes −1 counts them.
func (e *Env) OneHot(x *Tensor, classes int) (*Tensor, error) {
	if x.dtype != Int64 {
		return nil, runtimeErr("one_hot is only applicable to index tensor.")
	}
	if x.numel == 0 && classes <= 0 {
		return nil, runtimeErr("Can not infer total number of classes from empty tensor.")
	}
	values, err := e.Int64s(x)
	if err != nil {
		return nil, err
	}
	top := int64(-1)
	for _, v := range values {
		if v < 0 {
			return nil, runtimeErr("Class values must be non-negative.")
		}
		top = max(top, v)
	}
	if classes <= 0 {
		classes = int(top) + 1
	} else if top >= int64(classes) {
		return nil, runtimeErr("Class values must be smaller than num_classes.")
	}
	out, err := e.Zeros(append(slices.Clone(x.shape), classes), x.Like())
	if err != nil || x.numel == 0 {
		return out, err
	}
	at, err := e.Unsqueeze(x, -1)
	if err != nil {
		return nil, err
	}
	return out, e.Scatter(out, -1, at, e.Wrap(Int(1)))
}

// Isin marks the elements of x that occur among test.
func (e *Env) Isin(x, test *Tensor, invert bool) (*Tensor, error) {
	list, err := e.Float64s(test)
	if err != nil {
		return nil, err
	}
	have := map[float64]bool{}
	for _, v := range list {
		have[v] = true
	}
	values, err := e.Float64s(x)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(values))
	for i, v := range values {
		if have[v] != invert {
			out[i] = 1
		}
	}
	t, err := e.FromBytes(out, Bool, x.shape, e.CPU)
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

// Isclose compares within atol + rtol·|b|; Allclose asks it of all elements; Equal is
// exact.
func (e *Env) Isclose(a, b *Tensor, rtol, atol float64, equalNaN bool) (*Tensor, error) {
	if a.dtype != b.dtype {
		return nil, runtimeErr("%s did not match %s", a.dtype.Scalar(), b.dtype.Scalar())
	}
	shape, err := broadcast(a.shape, b.shape)
	if err != nil {
		return nil, err
	}
	av, bv := a, b
	if av, err = e.Expand(a, shape); err != nil {
		return nil, err
	}
	if bv, err = e.Expand(b, shape); err != nil {
		return nil, err
	}
	x, err := e.Float64s(av)
	if err != nil {
		return nil, err
	}
	y, err := e.Float64s(bv)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(x))
	for i := range x {
		near := x[i] == y[i] || !math.IsInf(x[i], 0) && !math.IsInf(y[i], 0) && math.Abs(x[i]-y[i]) <= atol+rtol*math.Abs(y[i])
		if near || equalNaN && x[i] != x[i] && y[i] != y[i] {
			out[i] = 1
		}
	}
	t, err := e.FromBytes(out, Bool, shape, e.CPU)
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: a.storage.Device}, false, false)
}

// Allclose reports whether all elements are close.
func (e *Env) Allclose(a, b *Tensor, rtol, atol float64, equalNaN bool) (bool, error) {
	near, err := e.Isclose(a, b, rtol, atol, equalNaN)
	if err != nil {
		return false, err
	}
	for _, v := range mustBytes(e, near) {
		if v == 0 {
			return false, nil
		}
	}
	return true, nil
}

func mustBytes(e *Env, x *Tensor) []byte {
	h, err := e.host(x)
	if err != nil {
		return nil
	}
	return bytesOf(h)
}

// Equal reports the same shape and elements.
func (e *Env) Equal(a, b *Tensor) (bool, error) {
	if err := sameDevice("equal", []string{"self", "other"}, a, b); err != nil {
		return false, err
	}
	if a.dtype != b.dtype {
		return false, runtimeErr("Expected object of scalar type %s but got scalar type %s for argument 'other'", lowerScalar(a.dtype), lowerScalar(b.dtype))
	}
	if !slices.Equal(a.shape, b.shape) {
		return false, nil
	}
	x, err := e.Scalars(a)
	if err != nil {
		return false, err
	}
	y, err := e.Scalars(b)
	return err == nil && slices.Equal(x, y), err
}

// Quantile is the interpolated quantile along a dimension (dim nil: of all elements),
// one for each of q; interpolation is "linear", "lower", "higher", "midpoint" or
// "nearest".
func (e *Env) quantilePositions(q []float64, n int) (low, high []int64, weight []float64) {
	for _, p := range q {
		rank := p * float64(n-1)
		f := math.Floor(rank)
		low, high = append(low, int64(f)), append(high, int64(math.Ceil(rank)))
		weight = append(weight, rank-f)
	}
	return low, high, weight
}

// QuantilePositions are the two ranks each quantile of n elements lies between, and
// the weight of the upper one.
func (e *Env) QuantilePositions(q []float64, n int) (low, high []int64, weight []float64) {
	return e.quantilePositions(q, n)
}
