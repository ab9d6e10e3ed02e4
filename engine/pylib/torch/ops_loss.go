package torch

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Losses.

var lossRows = []row{
	{"cross_entropy_loss", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.CrossEntropy(c.input(), c.tensor("target"), c.tensor("weight"), c.reduction(), c.int("ignore_index"), c.float("label_smoothing")))
	})},
	{"nll_loss_nd nll_loss nll_loss2d", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.NllLoss(c.input(), c.tensor("target"), c.tensor("weight"), c.reduction(), c.int("ignore_index")))
	})},
	{"mse_loss", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.MseLoss(c.input(), c.tensor("target"), c.reduction()))
	})},
	{"l1_loss", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.L1Loss(c.input(), c.tensor("target"), c.reduction()))
	})},
	{"smooth_l1_loss", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.SmoothL1Loss(c.input(), c.tensor("target"), c.reduction(), c.float("beta")))
	})},
	{"huber_loss", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.HuberLoss(c.input(), c.tensor("target"), c.reduction(), c.float("delta")))
	})},
	{"binary_cross_entropy", wideOnCPU(func(c *call) (object.Value, error) {
		return c.one(c.tape.BinaryCrossEntropy(c.input(), c.tensor("target"), c.tensor("weight"), c.reduction()))
	})},
	{"binary_cross_entropy_with_logits", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.BinaryCrossEntropyWithLogits(c.input(), c.tensor("target"), c.tensor("weight"), c.tensor("pos_weight"), c.reduction()))
	})},
	{"kl_div", widened(func(c *call) (object.Value, error) {
		return c.one(c.tape.KlDiv(c.input(), c.tensor("target"), c.reduction(), c.bool("log_target")))
	})},
	{"poisson_nll_loss", widened(opPoissonNLL)}, {"margin_ranking_loss", widened(opMarginRanking)}, {"hinge_embedding_loss", widened(opHingeEmbedding)},
	{"cosine_embedding_loss", widened(opCosineEmbedding)}, {"soft_margin_loss", widened(opSoftMargin)}, {"multi_margin_loss", widened(opMultiMargin)},
	{"multilabel_margin_loss", widened(oneDevice(opMultilabelMargin))}, {"triplet_margin_loss", widened(opTripletMargin)},
}

var reductions = [...]string{"none", "mean", "sum"}

// reduction is the word for the number that Python code passes.
func (c *call) reduction() string {
	if n := c.int("reduction"); n > 0 && n < len(reductions) {
		return reductions[n]
	}
	return "none"
}

// expr writes formulas over tensors; the first failure sticks.
type expr struct{ *steps }

func (c *call) expr() expr { return expr{&steps{Tape: c.tape}} }

func (e expr) num(f float64) *tensor.Tensor { return e.Wrap(tensor.Float(f)) }

func (e expr) add(a, b *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Add(a, b, tensor.Int(1)) })
}

func (e expr) sub(a, b *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Sub(a, b, tensor.Int(1)) })
}

func (e expr) mul(a, b *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Mul(a, b) })
}

func (e expr) div(a, b *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Div(a, b) })
}

func (e expr) unary(op device.Op, x *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Unary(op, x) })
}

// positive is max(x, 0).
func (e expr) positive(x *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.ClampMin(x, tensor.Int(0)) })
}

func (e expr) equal(x *tensor.Tensor, f float64) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpEq, x, e.num(f)) })
}

func (e expr) where(cond, a, b *tensor.Tensor) *tensor.Tensor {
	return e.with(func() (*tensor.Tensor, error) { return e.Where(cond, a, b) })
}

// reduce applies the reduction of a loss.
func (c *call) reduce(e expr, loss *tensor.Tensor) (object.Value, error) {
	switch c.reduction() {
	case "mean":
		loss = e.with(func() (*tensor.Tensor, error) { return e.Mean(loss, nil, false, tensor.NoDType) })
	case "sum":
		loss = e.with(func() (*tensor.Tensor, error) { return e.Sum(loss, nil, false, tensor.NoDType) })
	}
	return c.one(loss, e.err)
}

// node gives a result the name that PyTorch's single node has.
func (c *call) node(name string) func(v object.Value, err error) (object.Value, error) {
	return func(v object.Value, err error) (object.Value, error) {
		if x, ok := given[*Tensor](v); ok && err == nil {
			c.tape.Rename(name, x.T)
		}
		return v, err
	}
}

func opPoissonNLL(c *call) (object.Value, error) {
	e, x, y := c.expr(), c.input(), c.tensor("target")
	var loss *tensor.Tensor
	if c.bool("log_input") {
		loss = e.sub(e.unary(device.OpExp, x), e.mul(y, x))
	} else {
		loss = e.sub(x, e.mul(y, e.unary(device.OpLog, e.add(x, e.num(c.float("eps"))))))
	}
	if c.bool("full") {
		stirling := e.sub(e.mul(y, e.unary(device.OpLog, y)), y)
		stirling = e.add(stirling, e.mul(e.unary(device.OpLog, e.mul(y, e.num(2*math.Pi))), e.num(0.5)))
		large := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpGt, y, e.num(1)) })
		loss = e.add(loss, e.where(large, stirling, e.num(0)))
	}
	return c.reduce(e, loss)
}

func opMarginRanking(c *call) (object.Value, error) {
	e := c.expr()
	diff := e.sub(c.tensor("input1"), c.tensor("input2"))
	loss := e.sub(e.num(c.float("margin")), e.mul(c.tensor("target"), diff))
	return c.reduce(e, e.positive(loss))
}

func opHingeEmbedding(c *call) (object.Value, error) {
	e, x, y := c.expr(), c.input(), c.tensor("target")
	far := e.where(e.equal(y, 1), e.num(0), e.positive(e.sub(e.num(c.float("margin")), x)))
	near := e.where(e.equal(y, -1), e.num(0), x)
	return c.reduce(e, e.add(near, far))
}

func opCosineEmbedding(c *call) (object.Value, error) {
	e, x, y, target := c.expr(), c.tensor("input1"), c.tensor("input2"), c.tensor("target")
	if rank := target.Dim(); rank > 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "0D or 1D target tensor expected, multi-target not supported")
	} else if x.Dim() != rank+1 {
		return object.Value{}, object.Raise(object.RuntimeError, "%dD target tensor expects %dD input tensors, but found inputs with sizes %s and %s.",
			rank, rank+1, tensor.FormatShape(x.Shape()), tensor.FormatShape(y.Shape()))
	} else if y.Dim() < rank+1 {
		return object.Value{}, object.Raise(object.IndexError, "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -max(y.Dim(), 1), max(y.Dim(), 1)-1, rank)
	}
	sum := func(a, b *tensor.Tensor) *tensor.Tensor {
		p := e.mul(a, b)
		return e.with(func() (*tensor.Tensor, error) { return e.Sum(p, []int{-1}, false, tensor.NoDType) })
	}
	tiny := e.num(1e-12)
	norms := e.unary(device.OpSqrt, e.mul(e.add(sum(x, x), tiny), e.add(sum(y, y), tiny)))
	cos := e.div(sum(x, y), norms)
	near := e.where(e.equal(target, 1), e.sub(e.num(1), cos), e.num(0))
	far := e.where(e.equal(target, -1), e.positive(e.sub(cos, e.num(c.float("margin")))), e.num(0))
	return c.reduce(e, e.add(near, far))
}

func opSoftMargin(c *call) (object.Value, error) {
	e := c.expr()
	z := e.unary(device.OpExp, e.unary(device.OpNeg, e.mul(c.input(), c.tensor("target"))))
	return c.node("SoftMarginLossBackward0")(c.reduce(e, e.unary(device.OpLog1p, z)))
}

// opMultiMargin sums max(0, margin - x[y] + x[i])^p over the other classes i.
func opMultiMargin(c *call) (object.Value, error) {
	e, x, y := c.expr(), c.input(), c.tensor("target")
	p := c.float("p")
	last := x.Dim() - 1
	if last > 0 && (y.Dim() != 1 || y.Shape()[0] != x.Shape()[0]) {
		return object.Value{}, object.Raise(object.RuntimeError, "inconsistent target size, got: %s", tensor.FormatShape(y.Shape()))
	}
	if labels, err := e.Int64s(y); err != nil {
		return object.Value{}, err
	} else if slices.ContainsFunc(labels, func(i int64) bool { return i < 0 || i >= int64(x.Shape()[last]) }) {
		return object.Value{}, object.Raise(object.RuntimeError, "target out of range")
	}
	at := e.do(e.Unsqueeze(y, -1))
	if last == 0 { // one sample, whose target has a dimension or none
		at = e.do(e.Reshape(y, []int{1}))
	}
	own := e.with(func() (*tensor.Tensor, error) { return e.Gather(x, last, at) })
	loss := e.positive(e.add(e.sub(x, own), e.num(c.float("margin"))))
	if p == 2 {
		loss = e.mul(loss, loss)
	}
	if w := c.tensor("weight"); w != nil {
		picked := e.with(func() (*tensor.Tensor, error) { return e.Take(w, at) })
		loss = e.mul(loss, picked)
	}
	loss = e.with(func() (*tensor.Tensor, error) { return e.Scatter(loss, last, at, e.num(0)) })
	loss = e.with(func() (*tensor.Tensor, error) { return e.Sum(loss, []int{-1}, false, tensor.NoDType) })
	return c.node("MultiMarginLossBackward0")(c.reduce(e, e.div(loss, e.num(float64(x.Shape()[last])))))
}

// opMultilabelMargin compares every target class, up to the first -1, with every class
// that is no target.
func opMultilabelMargin(c *call) (object.Value, error) {
	e, x, y := c.expr(), c.input(), c.tensor("target")
	if !slices.Equal(x.Shape(), y.Shape()) {
		return object.Value{}, object.Raise(object.RuntimeError, "inconsistent size %s for argument #2 'target'", tensor.FormatShape(y.Shape()))
	}
	single := x.Dim() == 1
	if single {
		x, y = e.do(e.Unsqueeze(x, 0)), e.do(e.Unsqueeze(y, 0))
	}
	labels, err := e.Int64s(y)
	if err != nil {
		return object.Value{}, err
	}
	n, k := x.Shape()[0], x.Shape()[1]
	rows := make([]*tensor.Tensor, n)
	for i := range n {
		is := make([]bool, k)
		var targets []int64
		for _, l := range labels[i*k : (i+1)*k] {
			if l < 0 {
				break
			}
			targets = append(targets, l)
			is[l] = true
		}
		var others []int64
		for j := range k {
			if !is[j] {
				others = append(others, int64(j))
			}
		}
		row := e.with(func() (*tensor.Tensor, error) { return e.Select(x, 0, i) })
		pick := func(list []int64, dim int) *tensor.Tensor {
			at := e.do(e.FromInts(list, len(list)))
			at = e.with(func() (*tensor.Tensor, error) { return c.beside(x, at) })
			v := e.with(func() (*tensor.Tensor, error) { return e.IndexSelect(row, 0, at) })
			return e.with(func() (*tensor.Tensor, error) { return e.Unsqueeze(v, dim) })
		}
		z := e.positive(e.sub(e.num(1), e.sub(pick(targets, 1), pick(others, 0))))
		z = e.with(func() (*tensor.Tensor, error) { return e.Sum(z, nil, false, tensor.NoDType) })
		rows[i] = e.div(z, e.num(float64(k)))
	}
	loss := e.with(func() (*tensor.Tensor, error) { return e.Stack(rows, 0) })
	if single {
		loss = e.with(func() (*tensor.Tensor, error) { return e.Squeeze(loss, []int{0}) })
	}
	return c.node("MultilabelMarginLossBackward0")(c.reduce(e, loss))
}

func opTripletMargin(c *call) (object.Value, error) {
	e := c.expr()
	a, p, n := c.tensor("anchor"), c.tensor("positive"), c.tensor("negative")
	if a.Dim() != p.Dim() || a.Dim() != n.Dim() {
		return object.Value{}, object.Raise(object.RuntimeError, "All inputs should have same dimension but got %dD, %dD and %dD inputs.", a.Dim(), p.Dim(), n.Dim())
	}
	dist := func(x, y *tensor.Tensor) *tensor.Tensor {
		return e.with(func() (*tensor.Tensor, error) { return distance(e.Tape, x, y, c.float("p"), c.float("eps"), false) })
	}
	near, far := dist(a, p), dist(a, n)
	if c.bool("swap") {
		other := dist(p, n)
		far = e.with(func() (*tensor.Tensor, error) { return e.Binary(device.OpMinimum, far, other) })
	}
	return c.reduce(e, e.positive(e.add(e.sub(near, far), e.num(c.float("margin")))))
}
