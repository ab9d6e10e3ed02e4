package autograd

// Custom is a user's Function: a node whose gradient is a callback.
type Custom struct {
	Name string // "MyFunctionBackward"
	// Backward gets the gradients of the outputs, nil where none came unless Materialize is set, and answers one per
	// input, nil for none.
	Backward func(n *Node, grads []*Tensor) ([]*Tensor, error)
	// Materialize asks for zeros in place of nil gradients.
	Materialize bool
	// Always has Backward called when no gradient came at all, as PyTorch does with a program's own functions.
	Always bool
}

func (f *Custom) run(t *Tape, n *Node, gs []*Tensor) ([]*Tensor, error) {
	grads := make([]*Tensor, len(n.outputs))
	copy(grads, gs)
	if f.Materialize {
		c := &calc{t: t, n: n, gs: grads}
		grads = c.filled(func(i int) []int { return n.outputs[i].shape })
		if c.err != nil {
			return nil, c.err
		}
	}
	return f.Backward(n, grads)
}

// CustomNode makes the node of a user's Function over its tensor inputs (nil for
// other arguments), or nil when nothing is recorded. Save tensors with Keep, then make
// the outputs its own with Adopt.
func (t *Tape) CustomNode(f *Custom, inputs []*Tensor) *Node {
	if !t.needs(inputs...) {
		return nil
	}
	t.refreshAll(inputs)
	n := t.newNode(nil, len(inputs))
	n.custom = f
	n.inputs = make([]output, len(inputs))
	for i, x := range inputs {
		if x != nil {
			n.join(i, t.edge(x))
			n.inputs[i] = n.like(x)
		}
	}
	return n
}

// Keep saves tensors in the node, with their versions.
func (t *Tape) Keep(n *Node, list ...*Tensor) { n.save(list...) }

// Kept are the saved tensors, checked for changes since.
func (t *Tape) Kept(n *Node) ([]*Tensor, error) {
	list := make([]*Tensor, len(n.saved))
	if n.released {
		_, err := t.unpack(n, 0)
		return nil, err
	}
	for i := range n.saved {
		x, err := t.unpack(n, i)
		if err != nil {
			return nil, err
		}
		list[i] = x
	}
	return list, nil
}

// Needs reports whether input i of the node wants a gradient.
func (n *Node) Needs(i int) bool { return i < len(n.next) && n.next[i].Node != nil }

// Adopt makes outputs the node's, in order. An output that is an input or not
// differentiable is passed as an alias: the answer is what the caller returns.
func (t *Tape) Adopt(n *Node, outputs []*Tensor, differentiable []bool) []*Tensor {
	list := make([]*Tensor, len(outputs))
	for i, x := range outputs {
		list[i] = x
		if x == nil {
			n.outputs = append(n.outputs, output{})
			continue
		}
		if n == nil {
			continue
		}
		if i < len(differentiable) && !differentiable[i] || !x.DType().Differentiable() {
			n.addOutput(x)
			continue
		}
		if m := metaOf(x); m != nil && (m.node != nil || m.requires) {
			x = x.Alias()
			list[i] = x
		}
		t.attach(n, x)
	}
	return list
}

// MarkDirty notes that a Function changed x in place: x becomes an output of n.
func (t *Tape) MarkDirty(n *Node, x *Tensor) {
	x.Bump()
	m := ensureMeta(x)
	m.requires = false
	t.attach(n, x)
}
