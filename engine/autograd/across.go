package autograd

// This file lets two tapes work on the same tensors.

// Across is x for another tape's session: a tensor of its own over the same memory.
// Gradients go on through it: a leaf shares what autograd keeps of x, any other tensor
// gets a node that leads to x's.
func (t *Tape) Across(x *Tensor) *Tensor {
	y := x.Alias()
	m := metaOf(x)
	switch {
	case m == nil:
	case t.GradFn(x) != nil:
		return t.follow(x, y)
	case m.requires || m.grad != nil:
		y.Autograd = m
	case m.inference:
		ensureMeta(y).inference = true
	}
	return y
}

// follow makes y the result of a node that hands gradients on to x, recording or not.
func (t *Tape) follow(x, y *Tensor) *Tensor {
	disabled, inference := t.disabled, t.inference
	t.disabled, t.inference = false, false
	defer func() { t.disabled, t.inference = disabled, inference }()
	same := &Custom{Name: "AliasBackward0", Backward: func(_ *Node, grads []*Tensor) ([]*Tensor, error) { return grads, nil }}
	n := t.CustomNode(same, []*Tensor{x})
	return t.Adopt(n, []*Tensor{y}, nil)[0]
}

// Resume takes over the modes of another tape that control passes from, and counts on
// from its nodes, since a walk may meet those of both.
func (t *Tape) Resume(from *Tape) {
	t.disabled, t.inference = from.disabled, from.inference
	t.sequence = max(t.sequence, from.sequence)
}
