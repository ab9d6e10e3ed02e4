package ops

import (
	"math"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Losses.

var lossRows = []row{
	{"cross_entropy_loss", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.CrossEntropy(c.Input(), c.Tensor("target"), c.Tensor("weight"), reductionOf(c), c.Int("ignore_index"), c.Float("label_smoothing")))
	})},
	{"nll_loss_nd nll_loss nll_loss2d", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.NllLoss(c.Input(), c.Tensor("target"), c.Tensor("weight"), reductionOf(c), c.Int("ignore_index")))
	})},
	{"mse_loss", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.MseLoss(c.Input(), c.Tensor("target"), reductionOf(c)))
	})},
	{"l1_loss", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.L1Loss(c.Input(), c.Tensor("target"), reductionOf(c)))
	})},
	{"smooth_l1_loss", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.SmoothL1Loss(c.Input(), c.Tensor("target"), reductionOf(c), c.Float("beta")))
	})},
	{"huber_loss", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.HuberLoss(c.Input(), c.Tensor("target"), reductionOf(c), c.Float("delta")))
	})},
	{"binary_cross_entropy", dispatch.WideOnCPU(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.BinaryCrossEntropy(c.Input(), c.Tensor("target"), c.Tensor("weight"), reductionOf(c)))
	})},
	{"binary_cross_entropy_with_logits", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.BinaryCrossEntropyWithLogits(c.Input(), c.Tensor("target"), c.Tensor("weight"), c.Tensor("pos_weight"), reductionOf(c)))
	})},
	{"kl_div", dispatch.Widened(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.KlDiv(c.Input(), c.Tensor("target"), reductionOf(c), c.Bool("log_target")))
	})},
	{"poisson_nll_loss", dispatch.Widened(opPoissonNLL)}, {"margin_ranking_loss", dispatch.Widened(opMarginRanking)}, {"hinge_embedding_loss", dispatch.Widened(opHingeEmbedding)},
	{"cosine_embedding_loss", dispatch.Widened(opCosineEmbedding)}, {"soft_margin_loss", dispatch.Widened(opSoftMargin)}, {"multi_margin_loss", dispatch.Widened(opMultiMargin)},
	{"multilabel_margin_loss", dispatch.Widened(dispatch.OneDevice(opMultilabelMargin))}, {"triplet_margin_loss", dispatch.Widened(opTripletMargin)},
}

var reductions = [...]string{"none", "mean", "sum"}

// reductionOf is the word for the number that Python code passes.
func reductionOf(c *dispatch.Call) string {
	if n := c.Int("reduction"); n > 0 && n < len(reductions) {
		return reductions[n]
	}
	return "none"
}

// expr writes formulas over tensors; the first failure sticks.
type expr struct{ *steps }

func exprOf(c *dispatch.Call) expr { return expr{&steps{Tape: c.Tape}} }

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

// reduceLoss applies the reduction of a loss.
func reduceLoss(c *dispatch.Call, e expr, loss *tensor.Tensor) (object.Value, error) {
	switch reductionOf(c) {
	case "mean":
		loss = e.with(func() (*tensor.Tensor, error) { return e.Mean(loss, nil, false, tensor.NoDType) })
	case "sum":
		loss = e.with(func() (*tensor.Tensor, error) { return e.Sum(loss, nil, false, tensor.NoDType) })
	}
	return c.One(loss, e.err)
}

// renamed gives a result the name that PyTorch's single node has.
func renamed(c *dispatch.Call, name string) func(v object.Value, err error) (object.Value, error) {
	return func(v object.Value, err error) (object.Value, error) {
		if x, ok := values.As[*values.Tensor](v); ok && err == nil {
			c.Tape.Rename(name, x.T)
		}
		return v, err
	}
}

func opPoissonNLL(c *dispatch.Call) (object.Value, error) {
	e, x, y := exprOf(c), c.Input(), c.Tensor("target")
	var loss *tensor.Tensor
	if c.Bool("log_input") {
		loss = e.sub(e.unary(device.OpExp, x), e.mul(y, x))
	} else {
		loss = e.sub(x, e.mul(y, e.unary(device.OpLog, e.add(x, e.num(c.Float("eps"))))))
	}
	if c.Bool("full") {
		stirling := e.sub(e.mul(y, e.unary(device.OpLog, y)), y)
		stirling = e.add(stirling, e.mul(e.unary(device.OpLog, e.mul(y, e.num(2*math.Pi))), e.num(0.5)))
		large := e.with(func() (*tensor.Tensor, error) { return e.Compare(device.OpGt, y, e.num(1)) })
		loss = e.add(loss, e.where(large, stirling, e.num(0)))
	}
	return reduceLoss(c, e, loss)
}

func opMarginRanking(c *dispatch.Call) (object.Value, error) {
	e := exprOf(c)
	diff := e.sub(c.Tensor("input1"), c.Tensor("input2"))
	loss := e.sub(e.num(c.Float("margin")), e.mul(c.Tensor("target"), diff))
	return reduceLoss(c, e, e.positive(loss))
}

func opHingeEmbedding(c *dispatch.Call) (object.Value, error) {
	e, x, y := exprOf(c), c.Input(), c.Tensor("target")
	far := e.where(e.equal(y, 1), e.num(0), e.positive(e.sub(e.num(c.Float("margin")), x)))
	near := e.where(e.equal(y, -1), e.num(0), x)
	return reduceLoss(c, e, e.add(near, far))
}

func opCosineEmbedding(c *dispatch.Call) (object.Value, error) {
	e, x, y, target := exprOf(c), c.Tensor("input1"), c.Tensor("input2"), c.Tensor("target")
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
	far := e.where(e.equal(target, -1), e.positive(e.sub(cos, e.num(c.Float("margin")))), e.num(0))
	return reduceLoss(c, e, e.add(near, far))
}

func opSoftMargin(c *dispatch.Call) (object.Value, error) {
	e := exprOf(c)
	z := e.unary(device.OpExp, e.unary(device.OpNeg, e.mul(c.Input(), c.Tensor("target"))))
	return renamed(c, "SoftMarginLossBackward0")(reduceLoss(c, e, e.unary(device.OpLog1p, z)))
}

// opMultiMargin sums max(0, margin - x[y] + x[i])^p over the other classes i.
func opMultiMargin(c *dispatch.Call) (object.Value, error) {
	e, x, y := exprOf(c), c.Input(), c.Tensor("target")
	p := c.Float("p")
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
	loss := e.positive(e.add(e.sub(x, own), e.num(c.Float("margin"))))
	if p == 2 {
		loss = e.mul(loss, loss)
	}
	if w := c.Tensor("weight"); w != nil {
		picked := e.with(func() (*tensor.Tensor, error) { return e.Take(w, at) })
		loss = e.mul(loss, picked)
	}
	loss = e.with(func() (*tensor.Tensor, error) { return e.Scatter(loss, last, at, e.num(0)) })
	loss = e.with(func() (*tensor.Tensor, error) { return e.Sum(loss, []int{-1}, false, tensor.NoDType) })
	return renamed(c, "MultiMarginLossBackward0")(reduceLoss(c, e, e.div(loss, e.num(float64(x.Shape()[last])))))
}

// opMultilabelMargin compares every target class, up to the first -1, with every class
// that is no target.
func opMultilabelMargin(c *dispatch.Call) (object.Value, error) {
	e, x, y := exprOf(c), c.Input(), c.Tensor("target")
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
			at = e.with(func() (*tensor.Tensor, error) { return beside(c, x, at) })
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
	return renamed(c, "MultilabelMarginLossBackward0")(reduceLoss(c, e, loss))
}

func opTripletMargin(c *dispatch.Call) (object.Value, error) {
	e := exprOf(c)
	a, p, n := c.Tensor("anchor"), c.Tensor("positive"), c.Tensor("negative")
	if a.Dim() != p.Dim() || a.Dim() != n.Dim() {
		return object.Value{}, object.Raise(object.RuntimeError, "All inputs should have same dimension but got %dD, %dD and %dD inputs.", a.Dim(), p.Dim(), n.Dim())
	}
	dist := func(x, y *tensor.Tensor) *tensor.Tensor {
		return e.with(func() (*tensor.Tensor, error) { return distance(e.Tape, x, y, c.Float("p"), c.Float("eps"), false) })
	}
	near, far := dist(a, p), dist(a, n)
	if c.Bool("swap") {
		other := dist(p, n)
		far = e.with(func() (*tensor.Tensor, error) { return e.Binary(device.OpMinimum, far, other) })
	}
	return reduceLoss(c, e, e.positive(e.add(e.sub(near, far), e.num(c.Float("margin")))))
}
