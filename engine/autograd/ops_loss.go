package autograd

import (
	"fmt"
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// This file has the losses. A reduction is "mean", "sum" or "none".

// plain is the tape without recording: forward values of fused losses.
func (t *Tape) plain() *calc { return &calc{t: &Tape{Env: t.Env, Modes: Modes{disabled: true}}} }

func (c *calc) reduceBy(x *Tensor, reduction string) *Tensor {
	if c.bad(x) {
		return nil
	}
	switch reduction {
	case "mean":
		return c.keep(c.t.Mean(x, nil, false, tensor.NoDType))
	case "sum":
		return c.keep(c.t.Sum(x, nil, false, tensor.NoDType))
	case "none":
		return x
	}
	c.err = &tensor.Error{Kind: tensor.ValueError, Text: reduction + " is not a valid value for reduction"}
	return nil
}

// pointwise records a loss whose value is elementwise in x and target.
func (t *Tape) pointwise(name string, x, target *Tensor, reduction string, floats []float64, f func(c *calc, x, y *Tensor) *Tensor) (*Tensor, error) {
	c := t.plain()
	loss := f(c, x, target)
	y := c.reduceBy(loss, reduction)
	if c.err != nil {
		return nil, c.err
	}
	if n := t.node(name, y, x, target); n != nil {
		n.state.floats = append([]float64{1}, floats...)
		if reduction == "mean" {
			n.state.floats[0] = 1 / float64(loss.Numel())
		}
		n.save(x, target)
	}
	return y, nil
}

// MseLoss is the squared error.
func (t *Tape) MseLoss(x, target *Tensor, reduction string) (*Tensor, error) {
	if !x.DType().Differentiable() && x.DType() == target.DType() {
		return nil, t.errorf(`"mse_cpu" not implemented for '%s'`, x.DType().Scalar())
	}
	if d := tensor.Promote(x.DType(), target.DType()); target.DType() != d {
		var err error
		if target, err = t.Cast(target, d); err != nil {
			return nil, err
		}
	}
	return t.pointwise("MseLossBackward0", x, target, reduction, nil, func(c *calc, x, y *Tensor) *Tensor {
		d := c.sub(x, y)
		return c.grow(d, d)
	})
}

// L1Loss is the absolute error, of ordinary operations.
func (t *Tape) L1Loss(x, target *Tensor, reduction string) (*Tensor, error) {
	c := &calc{t: t}
	y := c.reduceBy(c.unary(device.OpAbs, c.sub(x, target)), reduction)
	return y, c.err
}

// SmoothL1Loss is squared within beta and linear beyond.
func (t *Tape) SmoothL1Loss(x, target *Tensor, reduction string, beta float64) (*Tensor, error) {
	if beta < 0 {
		return nil, t.errorf("smooth_l1_loss does not support negative values for beta.")
	}
	if beta == 0 {
		return t.L1Loss(x, target, reduction)
	}
	return t.pointwise("SmoothL1LossBackward0", x, target, reduction, []float64{beta}, func(c *calc, x, y *Tensor) *Tensor {
		d := c.unary(device.OpAbs, c.sub(x, y))
		return c.where(c.compare(device.OpLt, d, c.num(beta)), c.times(c.square(d), 0.5/beta), c.plus(d, -0.5*beta))
	})
}

// HuberLoss is squared within delta and linear beyond, without SmoothL1's scale.
func (t *Tape) HuberLoss(x, target *Tensor, reduction string, delta float64) (*Tensor, error) {
	if delta <= 0 {
		return nil, t.errorf("huber_loss does not support non-positive values for delta.")
	}
	return t.pointwise("HuberLossBackward0", x, target, reduction, []float64{delta}, func(c *calc, x, y *Tensor) *Tensor {
		d := c.unary(device.OpAbs, c.sub(x, y))
		return c.where(c.compare(device.OpLe, d, c.num(delta)), c.times(c.square(d), 0.5), c.times(c.plus(d, -0.5*delta), delta))
	})
}

// BinaryCrossEntropy takes probabilities; weight may be nil.
func (t *Tape) BinaryCrossEntropy(x, target, weight *Tensor, reduction string) (*Tensor, error) {
	if target.DType() != x.DType() {
		return nil, t.errorf("Found dtype %s but expected %s", target.DType().Scalar(), x.DType().Scalar())
	}
	c := t.plain()
	inside := c.compare(device.OpLogicalAnd, c.compare(device.OpGe, x, c.num(0)), c.compare(device.OpLe, x, c.num(1)))
	if c.err != nil {
		return nil, c.err
	}
	all, err := t.Env.All(inside, nil, false)
	if err != nil {
		return nil, err
	}
	if ok, err := t.IsTrue(all); err != nil || !ok {
		return nil, t.errorf("all elements of input should be between 0 and 1")
	}
	floor := func(x *Tensor) *Tensor { return c.unary(device.OpClamp, c.unary(device.OpLog, x), -100, inf) }
	one := func(x *Tensor) *Tensor { return c.plus(c.neg(x), 1) }
	loss := c.sub(c.mul(c.plus(target, -1), floor(one(x))), c.mul(target, floor(x)))
	if weight != nil {
		loss = c.mul(loss, weight)
	}
	y := c.reduceBy(loss, reduction)
	if c.err != nil {
		return nil, c.err
	}
	if n := t.node("BinaryCrossEntropyBackward0", y, x, target); n != nil {
		n.state.floats = []float64{1}
		if reduction == "mean" {
			n.state.floats[0] = 1 / float64(x.Numel())
		}
		n.save(x, target, weight)
	}
	return y, nil
}

// BinaryCrossEntropyWithLogits takes logits; weight and posWeight may be nil.
func (t *Tape) BinaryCrossEntropyWithLogits(x, target, weight, posWeight *Tensor, reduction string) (*Tensor, error) {
	if target.DType() == tensor.Bool {
		return nil, t.errorf("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
	}
	if !tensor.CanCast(x.DType(), target.DType()) {
		return nil, t.errorf("result type %s can't be cast to the desired output type %s", tensor.Promote(x.DType(), target.DType()).Scalar(), target.DType().Scalar())
	}
	c := t.plain()
	y := c.reduceBy(c.logitsLoss(x, target, weight, posWeight), reduction)
	if c.err != nil {
		return nil, c.err
	}
	if n := t.node("BinaryCrossEntropyWithLogitsBackward0", y, x, target); n != nil {
		n.state.floats = []float64{1}
		if reduction == "mean" {
			n.state.floats[0] = 1 / float64(x.Numel())
		}
		n.save(x, target, weight, posWeight)
	}
	return y, nil
}

// logitsLoss is (1 − y)·x + w·(log(1 + exp(−|x|)) + max(−x, 0)), where w weighs the
// positives.
func (c *calc) logitsLoss(x, y, weight, pos *Tensor) *Tensor {
	top := c.unary(device.OpClamp, c.neg(x), 0, inf)
	log := c.add(c.unary(device.OpLog, c.add(c.unary(device.OpExp, c.neg(top)), c.unary(device.OpExp, c.sub(c.neg(x), top)))), top)
	if pos != nil {
		log = c.mul(log, c.plus(c.mul(c.plus(pos, -1), y), 1))
	}
	loss := c.add(c.mul(c.plus(c.neg(y), 1), x), log)
	if weight != nil {
		loss = c.mul(loss, weight)
	}
	if c.err == nil && loss.DType() != y.DType() { // as PyTorch, which works in 1 − y
		loss = c.keep(c.t.Cast(loss, y.DType()))
	}
	return loss
}

// KlDiv is the Kullback–Leibler divergence of log-probabilities x from target.
func (t *Tape) KlDiv(x, target *Tensor, reduction string, logTarget bool) (*Tensor, error) {
	if !x.DType().Differentiable() || !target.DType().Differentiable() {
		return nil, t.errorf("kl_div: Integral inputs not supported.")
	}
	c := &calc{t: t}
	var loss *Tensor
	if logTarget {
		loss = c.mul(c.unary(device.OpExp, target), c.sub(target, x))
	} else {
		loss = c.sub(c.binary(device.OpXlogy, target, target), c.mul(target, x))
	}
	if reduction == "batchmean" {
		y := c.div(c.sum(loss, nil, false), c.num(float64(x.Shape()[0])))
		return y, c.err
	}
	y := c.reduceBy(loss, reduction)
	return y, c.err
}

// NllLoss picks −x at the target class. x is (C), (N, C) or (N, C, …); weight may be
// nil; targets equal to ignore count for nothing.
func (t *Tape) NllLoss(x, target, weight *Tensor, reduction string, ignore int) (*Tensor, error) {
	if err := t.checkNll(x, target, weight); err != nil {
		return nil, err
	}
	if err := t.checkNllShape(x, target); err != nil {
		return nil, err
	}
	classDim := min(1, x.Dim()-1)
	c := t.plain()
	picked, w, err := t.nllParts(c, x, target, weight, ignore, classDim)
	if err != nil {
		return nil, err
	}
	loss := c.neg(c.mul(picked, w))
	total := c.sum(w, nil, false)
	y := loss
	switch reduction {
	case "mean":
		y = c.div(c.sum(loss, nil, false), total)
	case "sum":
		y = c.sum(loss, nil, false)
	}
	if c.err != nil {
		return nil, c.err
	}
	name := "NllLossBackward0"
	if x.Dim() > 2 {
		name = "NllLoss2DBackward0"
	}
	if n := t.node(name, y, x); n != nil {
		n.state.dim, n.state.ints = classDim, []int{ignore}
		n.state.flag = reduction == "mean"
		n.save(target, w, total, x)
	}
	return y, nil
}

func (t *Tape) checkNll(x, target, weight *Tensor) error {
	switch {
	case x.Dim() == 0:
		return t.errorf("input tensor should be 1D or 2D")
	case x.Dim() > 1 && (target.Dim() == 0 || x.Shape()[0] != target.Shape()[0]):
		n := 0
		if target.Dim() > 0 {
			n = target.Shape()[0]
		}
		return &tensor.Error{Kind: tensor.ValueError, Text: fmt.Sprintf("Expected input batch_size (%d) to match target batch_size (%d).", x.Shape()[0], n), Tensors: []*Tensor{x, target}}
	case x.Dim() <= 2 && target.Dim() > 1:
		return t.errorf("0D or 1D target tensor expected, multi-target not supported")
	case target.DType() != tensor.Int64 && target.DType() != tensor.Uint8:
		return t.errorf("expected scalar type Long but found %s", target.DType().Scalar())
	case target.Device() != x.Device():
		return t.errorf("Expected all tensors to be on the same device, but found at least two devices, %s and %s! (when checking argument for argument target in method wrapper_nll_loss_forward)", x.Device().Info(), target.Device().Info())
	}
	classes := x.Shape()[min(1, x.Dim()-1)]
	if weight != nil && weight.DType() != x.DType() {
		return t.errorf("expected scalar type %s but found %s", x.DType().Scalar(), weight.DType().Scalar())
	}
	if weight != nil && weight.Numel() != classes {
		return t.errorf("weight tensor should be defined either for all %d classes or no classes but got weight tensor of shape: %s", classes, tensor.FormatShape(weight.Shape()))
	}
	return nil
}

// checkNllShape compares the places of targets with those of x beside the classes.
func (t *Tape) checkNllShape(x, target *Tensor) error {
	in, at := x.Shape(), target.Shape()
	switch {
	case len(in) == 1 && len(at) > 0:
		return t.errorf("size mismatch (got input: %s, target: %s)", tensor.FormatShape(in), tensor.FormatShape(at))
	case len(in) <= 2:
		return nil
	case len(in) == 4 && len(at) != 3:
		return t.errorf("only batches of spatial targets supported (3D tensors) but got targets of dimension: %d", len(at))
	case len(in) == 4 && !slices.Equal(at[1:], in[2:]):
		return t.errorf("size mismatch (got input: %s , target: %s", tensor.FormatShape(in), tensor.FormatShape(at))
	case !slices.Equal(at[1:], in[2:]):
		return t.errorf("Expected target size %s, got %s", tensor.FormatShape(append([]int{in[0]}, in[2:]...)), tensor.FormatShape(at))
	}
	return nil
}

// nllParts are the log-probabilities at the targets and the targets' weights, zero
// where ignored.
func (t *Tape) nllParts(c *calc, x, target, weight *Tensor, ignore, dim int) (picked, w *Tensor, err error) {
	kept := c.keep(t.Env.Compare(opNe, target, t.Wrap(tensor.Int(int64(ignore)))))
	if c.err != nil {
		return nil, nil, c.err
	}
	safe := c.keep(t.Env.Where(kept, target, t.Wrap(tensor.Int(0))))
	if c.err != nil {
		return nil, nil, c.err
	}
	index := safe
	if index.DType() != tensor.Int64 {
		index = c.keep(t.Env.Cast(index, tensor.Int64))
	}
	if c.err == nil && (x.Dim() > 1 || target.Dim() == 0) {
		index = c.keep(t.Env.Unsqueeze(index, dim))
	}
	if c.err != nil {
		return nil, nil, c.err
	}
	if err := t.checkTargets(index, x.Shape()[dim]); err != nil {
		return nil, nil, err
	}
	picked = c.keep(t.Env.Gather(x, dim, index))
	if c.err == nil && (x.Dim() > 1 || target.Dim() == 0) {
		picked = c.keep(t.Env.Squeeze(picked, []int{dim}))
	}
	w = c.keep(t.Env.Cast(kept, x.DType()))
	if weight != nil && c.err == nil {
		flat := c.keep(t.Env.Reshape(safe, []int{-1}))
		if c.err == nil {
			rows := c.keep(t.Env.IndexSelect(weight, 0, flat))
			w = c.mul(w, c.reshape(rows, target.Shape()))
		}
	}
	return picked, w, c.err
}

// checkTargets refuses classes that do not exist.
func (t *Tape) checkTargets(target *Tensor, classes int) error {
	if !target.IsCPU() {
		return nil
	}
	values, err := t.Int64s(target)
	if err != nil {
		return err
	}
	for _, v := range values {
		if v < 0 || v >= int64(classes) {
			return &tensor.Error{Kind: tensor.IndexError, Text: "Target " + tensor.Int(v).String() + " is out of bounds."}
		}
	}
	return nil
}

// CrossEntropy is NllLoss of LogSoftmax for class indices, or the expectation of the
// negative log-probability for class probabilities.
func (t *Tape) CrossEntropy(x, target, weight *Tensor, reduction string, ignore int, smoothing float64) (*Tensor, error) {
	if x.Dim() == 0 {
		return nil, t.errorf("input tensor should be 1D or 2D")
	}
	if smoothing > 1 {
		return nil, t.errorf("label_smoothing must be between 0.0 and 1.0. Got: %s", tensor.Float(smoothing))
	}
	dim := min(1, x.Dim()-1)
	if slices.Equal(x.Shape(), target.Shape()) {
		if !target.DType().IsFloat() {
			return nil, t.errorf("Expected floating point type for target with class probabilities, got %s", target.DType().Scalar())
		}
		return t.crossProbabilities(x, target, weight, reduction, smoothing, dim)
	}
	logp, err := t.LogSoftmax(x, dim, x.DType())
	if err != nil {
		return nil, err
	}
	if smoothing > 0 {
		return t.crossSmoothed(logp, target, weight, reduction, ignore, smoothing, dim)
	}
	return t.NllLoss(logp, target, weight, reduction, ignore)
}

func (t *Tape) crossProbabilities(x, target, weight *Tensor, reduction string, smoothing float64, dim int) (*Tensor, error) {
	c := &calc{t: t}
	logp := c.keep(t.LogSoftmax(x, dim, x.DType()))
	classes := x.Shape()[dim]
	if smoothing > 0 {
		target = c.plus(c.times(target, 1-smoothing), smoothing/float64(classes))
	}
	product := c.mul(logp, target)
	if weight != nil {
		shape := make([]int, x.Dim())
		for i := range shape {
			shape[i] = 1
		}
		shape[dim] = classes
		product = c.mul(product, c.reshape(weight, shape))
	}
	switch reduction {
	case "none":
		y := c.neg(c.sum(product, []int{dim}, false))
		return y, c.err
	case "sum":
		y := c.neg(c.sum(product, nil, false))
		return y, c.err
	}
	y := c.div(c.neg(c.sum(product, nil, false)), c.num(float64(x.Numel()/max(classes, 1))))
	return y, c.err
}

func (t *Tape) crossSmoothed(logp, target, weight *Tensor, reduction string, ignore int, smoothing float64, dim int) (*Tensor, error) {
	nll, err := t.NllLoss(logp, target, weight, reduction, ignore)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	classes := logp.Shape()[dim]
	smooth := logp
	kept := c.keep(t.Env.Compare(opNe, target, t.Wrap(tensor.Int(int64(ignore)))))
	if weight != nil {
		shape := make([]int, logp.Dim())
		for i := range shape {
			shape[i] = 1
		}
		shape[dim] = classes
		smooth = c.mul(smooth, c.reshape(weight, shape))
	}
	smooth = c.only(kept, c.neg(c.sum(smooth, []int{dim}, false)))
	switch reduction {
	case "mean":
		_, w, err := t.nllParts(t.plain(), logp, target, weight, ignore, dim)
		if err != nil {
			return nil, err
		}
		smooth = c.div(c.sum(smooth, nil, false), c.keep(t.Env.Sum(w, nil, false, tensor.NoDType)))
	case "sum":
		smooth = c.sum(smooth, nil, false)
	}
	y := c.add(c.times(nll, 1-smoothing), c.times(smooth, smoothing/float64(classes)))
	return y, c.err
}
