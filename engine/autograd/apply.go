package autograd

import (
	"fmt"
	"slices"

	"gputour/engine/tensor"
)

// This file evaluates one node of a walk: its formulas, hooks and checks.

// apply evaluates a node's formulas and brings the gradients to the inputs' shapes,
// dtypes and devices.
func (t *Tape) apply(n *Node, gs []*Tensor) ([]*Tensor, error) {
	c := &calc{t: t, n: n, gs: gs}
	if len(gs) > 0 {
		c.g = gs[0]
	}
	if n.released && n.custom == nil {
		return nil, t.walkedTwice()
	}
	grads := make([]*Tensor, len(n.next))
	switch {
	case n.custom != nil:
		list, err := n.custom.run(t, n, gs)
		if err != nil {
			return nil, err
		}
		copy(grads, list)
	case n.rule.all != nil:
		copy(grads, n.rule.all(c))
	case c.g == nil && len(gs) <= 1:
	case n.rule.slope != nil:
		grads[0] = c.mul(c.g, c.conj(n.rule.slope(c, c.x(0), c.x(1))))
	case n.rule.over != nil:
		grads[0] = c.div(c.g, c.conj(n.rule.over(c, c.x(0), c.x(1))))
	default:
		for i, f := range n.rule.inputs {
			if i < len(grads) && f != nil && n.next[i].Node != nil && c.err == nil {
				grads[i] = f(c)
			}
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	for i, g := range grads {
		if g == nil || n.next[i].Node == nil {
			grads[i] = nil
			continue
		}
		fitted, err := t.fit(g, n, i)
		if err != nil {
			return nil, err
		}
		grads[i] = fitted
	}
	return t.nodeHooks(n, grads, gs)
}

func (t *Tape) nodeHooks(n *Node, grads, gs []*Tensor) ([]*Tensor, error) {
	for _, h := range n.hooks {
		if h.removed {
			continue
		}
		next, err := h.CallNode(grads, gs)
		if err != nil {
			return nil, err
		}
		if next != nil {
			grads = next
		}
	}
	if t.anomaly {
		for i, g := range grads {
			if g == nil || !g.DType().Differentiable() {
				continue
			}
			if bad, err := t.hasNaN(g); err != nil {
				return nil, err
			} else if bad {
				return nil, &NaNError{Node: n, Output: i}
			}
		}
	}
	return grads, nil
}

// NaNError is anomaly mode's finding.
type NaNError struct {
	Node   *Node
	Output int
}

func (e *NaNError) Error() string {
	return fmt.Sprintf("Function '%s' returned nan values in its %dth output.", e.Node.Name(), e.Output)
}

func (t *Tape) hasNaN(g *Tensor) (bool, error) {
	nan, err := t.Env.Unary(opIsnan, g)
	if err != nil {
		return false, err
	}
	some, err := t.Env.Any(nan, nil, false)
	if err != nil {
		return false, err
	}
	return t.IsTrue(some)
}

// fit undoes broadcasting and conversion: the gradient takes its input's shape, dtype
// and device.
func (t *Tape) fit(g *Tensor, n *Node, i int) (*Tensor, error) {
	in := n.inputs[i]
	var err error
	if !slices.Equal(g.Shape(), in.shape) {
		if _, err = t.SumDims(g, in.shape); err != nil {
			return nil, t.errorf("Function %s returned an invalid gradient at index %d - got %s but expected shape compatible with %s", n.Name(), i, tensor.FormatShape(g.Shape()), tensor.FormatShape(in.shape))
		}
		if g, err = t.SumToSize(g, in.shape); err != nil {
			return nil, err
		}
	}
	if g.DType() != in.dtype {
		if g.DType().IsComplex() && !in.dtype.IsComplex() {
			if g, err = t.Real(g); err != nil {
				return nil, err
			}
		}
		if g, err = t.Cast(g, in.dtype); err != nil {
			return nil, err
		}
	}
	if g.Device() != in.dev && in.dev != nil {
		return t.To(g, tensor.Options{Device: in.dev}, false, false)
	}
	return g, nil
}

// accumulateInto adds g to x's gradient. A fresh g is nobody else's: it may be kept, if it
// lies in memory as x does. The cases are those of AccumulateGrad::accumulateGrad (torch/csrc/autograd/functions/accumulate_grad.h);
// with create the gradient has a history of its own, so it is never written in place.
func (t *Tape) accumulateInto(x, g *Tensor, create, fresh bool) error {
	m := ensureMeta(x)
	switch {
	case m.grad == nil && create:
		clone, err := t.Clone(g)
		m.keep(clone)
		return err
	case m.grad == nil && fresh && g.IsContiguous() && g.Storage().Bytes == g.Numel()*g.DType().Size():
		m.keep(g)
		return nil
	case m.grad == nil:
		dense, err := t.Env.Empty(x.Shape(), g.Like())
		if err == nil {
			err = t.Env.CopyInto(dense, g, false)
		}
		m.keep(dense)
		return err
	case create || RequiresGrad(m.grad):
		sum, err := t.Add(m.grad, g, tensor.One)
		m.keep(sum)
		return err
	}
	_, err := t.Env.AddInto(m.grad, opAdd, m.grad, g, tensor.One)
	m.grad.Bump()
	return err
}

// walkedTwice is the error of a node whose saved tensors are gone.
func (t *Tape) walkedTwice() error {
	return tensor.Because(t.errorf("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward."), tensor.BackwardTwice, 0)
}

// unpack is a saved tensor, if it is still what was saved.
func (t *Tape) unpack(n *Node, i int) (*Tensor, error) {
	if n.released || i >= len(n.saved) {
		return nil, t.walkedTwice()
	}
	s := n.saved[i]
	if s.unpack != nil {
		return s.unpacked()
	}
	if s.t == nil || s.t.Version() == s.version {
		return s.t, nil
	}
	text := fmt.Sprintf("one of the variables needed for gradient computation has been modified by an inplace operation: [%s %s]", t.TypeName(s.t), tensor.FormatShape(s.t.Shape()))
	maker, index := s.maker.Node, s.maker.Index
	if maker != n { // an input, which something else has made since
		maker, index = t.GradFn(s.t), t.OutputNumber(s.t)
	}
	if maker != nil {
		text += fmt.Sprintf(", which is output %d of %s,", index, maker.Name())
	}
	text += fmt.Sprintf(" is at version %d; expected version %d instead.", s.t.Version(), s.version)
	if t.anomaly {
		text += " Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in there or anywhere later. Good luck!"
	} else {
		text += " Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True)."
	}
	return nil, tensor.Because(t.errorf("%s", text), tensor.ChangedSaved, 0, s.t)
}

// TypeName is the legacy type of a tensor: torch.FloatTensor, torch.cuda.FloatTensor.
func (t *Tape) TypeName(x *Tensor) string {
	if x.IsCPU() {
		return "torch." + x.DType().Legacy()
	}
	return "torch.cuda." + x.DType().Legacy()
}
