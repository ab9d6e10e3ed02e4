package autograd

import (
	"math"
	"slices"

	"gputour/engine/tensor"
)

// This file has the reductions and scans with gradients.

// reduceNode records a reduction over dims. Node names end in 0 over all dimensions
// and in 1 over some, unless given whole.
func (t *Tape) reduceNode(name string, y, x *Tensor, dims []int, keepdim bool) *Node {
	n := t.node(name, y, x)
	if n != nil {
		n.state.dims, n.state.keepdim = slices.Clone(dims), keepdim
	}
	return n
}

func numbered(name string, dims []int) string {
	if len(dims) == 0 {
		return name + "0"
	}
	return name + "1"
}

// Sum adds over dims; nil means all.
func (t *Tape) Sum(x *Tensor, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Sum(x, dims, keepdim, d)
	if err == nil {
		t.reduceNode(numbered("SumBackward", dims), y, x, dims, keepdim)
	}
	return y, err
}

// Nansum is Sum that skips NaN.
func (t *Tape) Nansum(x *Tensor, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Nansum(x, dims, keepdim, d)
	if err != nil {
		return nil, err
	}
	if n := t.reduceNode("NansumBackward0", y, x, dims, keepdim); n != nil {
		n.save(x)
	}
	return y, nil
}

// Mean averages over dims.
func (t *Tape) Mean(x *Tensor, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Mean(x, dims, keepdim, d)
	if err == nil {
		if n := t.reduceNode(numbered("MeanBackward", dims), y, x, dims, keepdim); n != nil && len(dims) > 0 {
			n.save(x) // which no rule needs, but PyTorch keeps
		}
	}
	return y, err
}

// Nanmean averages what is not NaN.
func (t *Tape) Nanmean(x *Tensor, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	sum, err := t.Nansum(x, dims, keepdim, d)
	if err != nil {
		return nil, err
	}
	nan, err := t.Env.Unary(opIsnan, x)
	if err != nil {
		return nil, err
	}
	if nan, err = t.Env.Unary(opNot, nan); err != nil {
		return nil, err
	}
	count, err := t.Env.Sum(nan, dims, keepdim, tensor.NoDType)
	if err != nil {
		return nil, err
	}
	return t.Div(sum, count)
}

// savedReduce records a reduction that keeps its input and result.
func (t *Tape) savedReduce(name string, y, x *Tensor, dims []int, keepdim bool, f ...float64) {
	if n := t.reduceNode(name, y, x, dims, keepdim); n != nil {
		n.state.floats = f
		n.save(x, y)
	}
}

// Prod multiplies over dims: all, or one.
func (t *Tape) Prod(x *Tensor, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Prod(x, dims, keepdim, d)
	if err == nil {
		t.savedReduce(numbered("ProdBackward", dims), y, x, dims, keepdim)
	}
	return y, err
}

// Var is the variance over dims; correction 1 is the unbiased one.
func (t *Tape) Var(x *Tensor, dims []int, correction float64, keepdim bool) (*Tensor, error) {
	if x.DType().IsComplex() {
		return t.complexVar(x, dims, correction, keepdim)
	}
	y, err := t.Env.Var(x, dims, correction, keepdim)
	if err == nil {
		if n := t.reduceNode("VarBackward0", y, x, dims, keepdim); n != nil {
			n.state.floats = []float64{correction}
			n.save(x)
		}
	}
	return y, err
}

// complexVar is the mean square of the distance from the mean: the variances of both parts.
func (t *Tape) complexVar(x *Tensor, dims []int, correction float64, keepdim bool) (*Tensor, error) {
	parts, err := t.ViewAsReal(x)
	if err != nil {
		return nil, err
	}
	var of [2]*Tensor
	for i := range of {
		part, err := t.Select(parts, -1, i)
		if err == nil {
			of[i], err = t.Var(part, dims, correction, keepdim)
		}
		if err != nil {
			return nil, err
		}
	}
	return t.Add(of[0], of[1], tensor.One)
}

// Std is the square root of Var.
func (t *Tape) Std(x *Tensor, dims []int, correction float64, keepdim bool) (*Tensor, error) {
	if x.DType().IsComplex() {
		y, err := t.complexVar(x, dims, correction, keepdim)
		if err != nil {
			return nil, err
		}
		return t.Unary(opSqrt, y)
	}
	wide := x
	if x.DType().IsHalf() || x.DType() == tensor.Float32 && x.Numel() <= 1<<16 {
		var err error
		if wide, err = t.Env.Cast(x, tensor.Float64); err != nil { // the root is taken before rounding
			return nil, err
		}
	}
	y, err := t.Env.Var(wide, dims, correction, keepdim)
	if err == nil {
		y, err = t.Env.UnaryInto(y, opSqrt, y)
	}
	if err == nil {
		y, err = t.Env.Cast(y, x.DType())
	}
	if err != nil {
		return nil, err
	}
	t.savedReduce("StdBackward0", y, x, dims, keepdim, correction)
	return y, nil
}

// VarMean is the variance and the mean over dims; StdMean the deviation and the mean.
func (t *Tape) VarMean(x *Tensor, dims []int, correction float64, keepdim bool) (variance, mean *Tensor, err error) {
	if variance, err = t.Var(x, dims, correction, keepdim); err != nil {
		return nil, nil, err
	}
	if mean, err = t.Mean(x, dims, keepdim, tensor.NoDType); err != nil {
		return nil, nil, err
	}
	_, _ = t.named("VarMeanBackward0", variance, nil)
	_, err = t.named("VarMeanBackward0", mean, nil)
	return variance, mean, err
}

// StdMean is the deviation and the mean over dims.
func (t *Tape) StdMean(x *Tensor, dims []int, correction float64, keepdim bool) (std, mean *Tensor, err error) {
	if std, err = t.Std(x, dims, correction, keepdim); err != nil {
		return nil, nil, err
	}
	if mean, err = t.Mean(x, dims, keepdim, tensor.NoDType); err != nil {
		return nil, nil, err
	}
	_, _ = t.named("StdMeanBackward0", std, nil)
	_, err = t.named("StdMeanBackward0", mean, nil)
	return std, mean, err
}

// Norm is Tensor.norm: the p-norm over dims.
func (t *Tape) Norm(x *Tensor, p float64, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	return t.norm("NormBackward1", x, p, dims, keepdim, d)
}

// VectorNorm is torch.linalg.vector_norm.
func (t *Tape) VectorNorm(x *Tensor, p float64, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	return t.norm("LinalgVectorNormBackward0", x, p, dims, keepdim, d)
}

func (t *Tape) norm(name string, x *Tensor, p float64, dims []int, keepdim bool, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Norm(x, p, dims, keepdim, d)
	if err == nil {
		t.savedReduce(name, y, x, dims, keepdim, p)
	}
	return y, err
}

// Dist is the p-norm of a − b.
func (t *Tape) Dist(a, b *Tensor, p float64) (*Tensor, error) {
	d, err := t.Env.Sub(a, b, tensor.One)
	if err != nil {
		return nil, err
	}
	y, err := t.Env.Norm(d, p, nil, false, tensor.NoDType)
	if err != nil {
		return nil, err
	}
	if n := t.node("DistBackward0", y, a, b); n != nil {
		n.state.floats = []float64{p}
		n.save(a, b, y)
	}
	return y, nil
}

// Amax and Amin are the extremes over dims; ties share the gradient.
func (t *Tape) Amax(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	y, err := t.Env.Amax(x, dims, keepdim)
	if err == nil {
		t.savedReduce("AmaxBackward0", y, x, dims, keepdim)
	}
	return y, err
}

// Amin is the smallest element over dims.
func (t *Tape) Amin(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	y, err := t.Env.Amin(x, dims, keepdim)
	if err == nil {
		t.savedReduce("AminBackward0", y, x, dims, keepdim)
	}
	return y, err
}

// Aminmax are both extremes along a dimension, or over all (dim nil).
func (t *Tape) Aminmax(x *Tensor, dim *int, keepdim bool) (low, high *Tensor, err error) {
	var dims []int
	if dim != nil {
		dims = []int{*dim}
	}
	if low, err = t.Env.Amin(x, dims, keepdim); err != nil {
		return nil, nil, err
	}
	high, err = t.Env.Amax(x, dims, keepdim)
	if err == nil {
		for _, y := range []*Tensor{low, high} {
			if n := t.node("NotImplemented", y, x); n != nil {
				n.state.what = "aminmax"
			}
		}
	}
	return low, high, err
}

// MaxAll and MinAll are the extremes of all elements.
func (t *Tape) MaxAll(x *Tensor) (*Tensor, error) {
	y, err := t.Env.MaxAll(x)
	if err == nil {
		t.savedReduce("MaxBackward1", y, x, nil, false)
	}
	return y, err
}

// MinAll is the smallest of all elements.
func (t *Tape) MinAll(x *Tensor) (*Tensor, error) {
	y, err := t.Env.MinAll(x)
	if err == nil {
		t.savedReduce("MinBackward1", y, x, nil, false)
	}
	return y, err
}

// positioned records an op whose values were read at positions along a dimension.
func (t *Tape) positioned(name string, y, positions, x *Tensor, dim int, keepdim bool) {
	if n := t.node(name, y, x); n != nil {
		n.state.dim, n.state.keepdim = wrap(dim, max(x.Dim(), 1)), keepdim
		n.save(positions)
	}
}

// MaxDim and MinDim are the extremes along a dimension and where they are.
func (t *Tape) MaxDim(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.MaxDim(x, dim, keepdim); err == nil {
		t.positioned("MaxBackward0", values, indices, x, dim, keepdim)
	}
	return values, indices, err
}

// MinDim is the smallest along a dimension and where it is.
func (t *Tape) MinDim(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.MinDim(x, dim, keepdim); err == nil {
		t.positioned("MinBackward0", values, indices, x, dim, keepdim)
	}
	return values, indices, err
}

// MedianAll is the lower median of all elements.
func (t *Tape) MedianAll(x *Tensor) (*Tensor, error) {
	if x.Numel() == 0 {
		return t.Full(nil, tensor.Float(math.NaN()), x.Like())
	}
	flat, err := t.Env.Reshape(x, []int{-1})
	if err != nil {
		return nil, err
	}
	defer flat.Release()
	y, _, err := t.Env.Median(flat, 0, false)
	if err == nil {
		t.savedReduce("MedianBackward0", y, x, nil, false)
	}
	return y, err
}

// Median is the lower median along a dimension and where it is.
func (t *Tape) Median(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Median(x, dim, keepdim); err == nil {
		t.positioned("MedianBackward1", values, indices, x, dim, keepdim)
	}
	return values, indices, err
}

// Mode is the most frequent value along a dimension.
func (t *Tape) Mode(x *Tensor, dim int, keepdim bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Mode(x, dim, keepdim); err == nil {
		t.positioned("ModeBackward0", values, indices, x, dim, keepdim)
	}
	return values, indices, err
}

// Kthvalue is the kth smallest along a dimension.
func (t *Tape) Kthvalue(x *Tensor, k, dim int, keepdim bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Kthvalue(x, k, dim, keepdim); err == nil {
		t.positioned("KthvalueBackward0", values, indices, x, dim, keepdim)
	}
	return values, indices, err
}

// Sort orders along a dimension.
func (t *Tape) Sort(x *Tensor, dim int, descending bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Sort(x, dim, descending); err == nil {
		t.positioned("SortBackward0", values, indices, x, dim, true)
	}
	return values, indices, err
}

// Topk are the k largest or smallest along a dimension.
func (t *Tape) Topk(x *Tensor, k, dim int, largest bool) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Topk(x, k, dim, largest); err == nil {
		t.positioned("TopkBackward0", values, indices, x, dim, true)
	}
	return values, indices, err
}

// Cummax and Cummin are running extremes.
func (t *Tape) Cummax(x *Tensor, dim int) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Cummax(x, dim); err == nil {
		t.positioned("CummaxBackward0", values, indices, x, dim, true)
	}
	return values, indices, err
}

// Cummin is the running minimum.
func (t *Tape) Cummin(x *Tensor, dim int) (values, indices *Tensor, err error) {
	if values, indices, err = t.Env.Cummin(x, dim); err == nil {
		t.positioned("CumminBackward0", values, indices, x, dim, true)
	}
	return values, indices, err
}

// Argsort is where Sort's values come from.
func (t *Tape) Argsort(x *Tensor, dim int, descending bool) (*Tensor, error) {
	_, indices, err := t.Env.Sort(x, dim, descending)
	return indices, err
}

// Logsumexp is log Σ exp over dims.
func (t *Tape) Logsumexp(x *Tensor, dims []int, keepdim bool) (*Tensor, error) {
	y, err := t.Env.Logsumexp(x, dims, keepdim)
	if err == nil {
		t.savedReduce("LogsumexpBackward0", y, x, dims, keepdim)
	}
	return y, err
}

// scanned records a scan along a dimension.
func (t *Tape) scanned(name string, y, x *Tensor, dim int, saves ...*Tensor) {
	if n := t.node(name, y, x); n != nil {
		n.state.dim = wrap(dim, max(x.Dim(), 1))
		n.save(saves...)
	}
}

// Cumsum and Cumprod accumulate along a dimension.
func (t *Tape) Cumsum(x *Tensor, dim int, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Cumsum(x, dim, d)
	if err == nil {
		t.scanned("CumsumBackward0", y, x, dim)
	}
	return y, err
}

// Cumprod multiplies along a dimension.
func (t *Tape) Cumprod(x *Tensor, dim int, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Cumprod(x, dim, d)
	if err == nil {
		t.scanned("CumprodBackward0", y, x, dim, x, y)
	}
	return y, err
}

// Logcumsumexp accumulates log Σ exp.
func (t *Tape) Logcumsumexp(x *Tensor, dim int) (*Tensor, error) {
	y, err := t.Env.Logcumsumexp(x, dim)
	if err == nil {
		t.scanned("LogcumsumexpBackward0", y, x, dim, x, y)
	}
	return y, err
}

// Softmax and LogSoftmax normalise along a dimension.
func (t *Tape) Softmax(x *Tensor, dim int, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.Softmax(x, dim, d)
	if err == nil {
		t.scanned("SoftmaxBackward0", y, x, dim, y)
	}
	return y, err
}

// LogSoftmax is the logarithm of Softmax.
func (t *Tape) LogSoftmax(x *Tensor, dim int, d tensor.DType) (*Tensor, error) {
	y, err := t.Env.LogSoftmax(x, dim, d)
	if err == nil {
		t.scanned("LogSoftmaxBackward0", y, x, dim, y)
	}
	return y, err
}
