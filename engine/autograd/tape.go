// Package autograd records tensor operations and computes gradients: a tape of nodes in
// the order they ran, one table of gradient rules, and the walk back over them.
//
// A Tape embeds the session's tensor.Env and has a method of the same name for each
// differentiable operation: the caller always writes tape.Op(…). Rules are written in
// tape operations themselves, so gradients of gradients work.
//
//	x, _ := tape.FromFloats([]float64{3}, tensor.Float32, 1)
//	_ = tape.SetRequiresGrad(x, true)
//	y, _ := tape.Mul(x, x)
//	_ = tape.Backward([]*tensor.Tensor{y}, nil, autograd.Walk{})
//	fmt.Println(tape.Format(tape.Grad(x))) // tensor([6.])
package autograd

import (
	"fmt"
	"slices"

	"gputour/engine/tensor"
)

// Tensor is a tensor of the engine below.
type Tensor = tensor.Tensor

// Tape records one session's operations. It serves one goroutine at a time.
type Tape struct {
	*tensor.Env

	Modes
	anomaly  bool   // torch.autograd.set_detect_anomaly
	sequence uint64 // of the latest node
	depth    int    // of walks under way

	// OnNode, when set, is called in anomaly mode for each new node and returns what
	// Node.Trace keeps.
	OnNode func() any
	// OnApply, when set, is called with the name of each node of a walk before it is evaluated; what it returns is called after.
	OnApply func(name string) (after func())
}

// Modes are what each thread of a program has of its own; the zero Modes are a new one's
// (https://pytorch.org/docs/stable/notes/autograd.html, "Multithreaded Autograd").
type Modes struct {
	disabled  bool   // no_grad
	inference bool   // torch.inference_mode
	packs     []Pack // see PushPack; the last one packs
}

// New makes a recording tape over a session's settings.
func New(env *tensor.Env) *Tape { return &Tape{Env: env} }

// GradEnabled reports whether operations are recorded.
func (t *Tape) GradEnabled() bool { return !t.disabled && !t.inference }

// SetGradEnabled switches recording and returns what it was.
func (t *Tape) SetGradEnabled(on bool) (was bool) {
	was = !t.disabled
	t.disabled = !on
	return was
}

// Inference reports inference mode.
func (t *Tape) Inference() bool { return t.inference }

// SetInference switches inference mode and returns what it was.
func (t *Tape) SetInference(on bool) (was bool) {
	was, t.inference = t.inference, on
	return was
}

// Anomaly reports anomaly mode.
func (t *Tape) Anomaly() bool { return t.anomaly }

// SetAnomaly switches anomaly mode and returns what it was.
func (t *Tape) SetAnomaly(on bool) (was bool) {
	was, t.anomaly = t.anomaly, on
	return was
}

func (t *Tape) errorf(format string, args ...any) error {
	return &tensor.Error{Kind: tensor.RuntimeError, Text: fmt.Sprintf(format, args...)}
}

// needs reports whether an operation on these inputs is to be recorded.
func (t *Tape) needs(inputs ...*Tensor) bool {
	if t.disabled || t.inference {
		return false
	}
	for _, x := range inputs {
		if x != nil && RequiresGrad(x) {
			return true
		}
	}
	return false
}

// RequiresGrad reports whether gradients reach x.
func RequiresGrad(x *Tensor) bool {
	m, ok := x.Autograd.(*meta)
	return ok && (m.requires || m.node != nil || m.stale(x) && RequiresGrad(m.base))
}

// stale reports a view whose base changed in place since its node was made.
func (m *meta) stale(x *Tensor) bool { return m.base != nil && m.made != x.Version() }

// RequiresGrad reports whether gradients reach x.
func (t *Tape) RequiresGrad(x *Tensor) bool { return RequiresGrad(x) }

// IsLeaf reports a tensor that no recorded operation made.
func (t *Tape) IsLeaf(x *Tensor) bool { return t.GradFn(x) == nil }

// GradFn is the node that made x, nil for a leaf.
func (t *Tape) GradFn(x *Tensor) *Node {
	m := metaOf(x)
	if m == nil {
		return nil
	}
	if m.stale(x) && RequiresGrad(m.base) {
		t.refresh(x, m)
	}
	return m.node
}

// refresh makes a view's node anew after its base changed in place: as a view of what the base is now, whatever operation
// made it at first. PyTorch does so when grad_fn is asked for (VariableHooks::grad_fn in torch/csrc/autograd/variable.cpp).
func (t *Tape) refresh(x *Tensor, m *meta) {
	n := t.nodeFor("AsStridedBackward0", m.base)
	n.state = state{shape: slices.Clone(x.Shape()), strides: slices.Clone(x.Strides()), dim: x.Offset() - m.base.Offset(), ints: slices.Clone(m.base.Strides())}
	n.outputs = []output{n.like(x)}
	m.lead(n, 0, x.Version())
}

// refreshAll makes the nodes of outdated views before that of an operation on them: nodes are walked against the order of
// their making.
func (t *Tape) refreshAll(inputs []*Tensor) {
	for _, x := range inputs {
		if m := metaOf(x); m != nil && m.base != nil {
			t.GradFn(x)
		}
	}
}

// OutputNumber is which of its node's outputs x is.
func (t *Tape) OutputNumber(x *Tensor) int {
	if m := metaOf(x); m != nil {
		return m.index
	}
	return 0
}

// Base is the tensor x is a view of, or nil.
func (t *Tape) Base(x *Tensor) *Tensor {
	if m := metaOf(x); m != nil {
		return m.base
	}
	return nil
}

// IsInference reports a tensor made in inference mode.
func (t *Tape) IsInference(x *Tensor) bool {
	m := metaOf(x)
	return m != nil && m.inference
}

// MarkInference notes that x was made in inference mode.
func (t *Tape) MarkInference(x *Tensor) {
	if t.inference {
		ensureMeta(x).inference = true
	}
}

// edge is where x's gradient goes; empty when it needs none.
func (t *Tape) edge(x *Tensor) Edge {
	if x == nil {
		return Edge{}
	}
	m := metaOf(x)
	if m == nil {
		return Edge{}
	}
	if n := t.GradFn(x); n != nil {
		return Edge{n, m.index}
	}
	if !m.requires {
		return Edge{}
	}
	return Edge{t.accumulatorOf(x, m), 0}
}

var accumulate = rule{name: "AccumulateGrad"}

// accumulatorOf is the node where the walk adds to the gradient of the leaf x. Its sequence is the largest, as in PyTorch
// (accumulate_grad.cpp): a gradient that is complete is put away before the walk goes on.
func (t *Tape) accumulatorOf(x *Tensor, m *meta) *Node {
	if m.accumulator == nil {
		m.accumulator = &Node{rule: &accumulate, leaf: x, sequence: ^uint64(0), pre: [][]*Hook{nil}}
		m.accumulator.addOutput(x)
	}
	return m.accumulator
}

func (t *Tape) newNode(r *rule, inputs int) *Node {
	t.sequence++
	n := &Node{rule: r, sequence: t.sequence, next: make([]Edge, inputs), pack: t.packing()}
	if t.anomaly && t.OnNode != nil {
		n.Trace = t.OnNode()
	}
	return n
}

// Packing reports whether what nodes save is packed by the program.
func (t *Tape) Packing() bool { return t.packing() != nil }

// Involved reports a tensor that takes or may take part in a graph.
func Involved(x *Tensor) bool {
	m := metaOf(x)
	return m != nil && (m.requires || m.node != nil || m.grad != nil || m.accumulator != nil || m.base != nil && Involved(m.base))
}

func (n *Node) addOutput(x *Tensor) {
	n.outputs = append(n.outputs, n.like(x))
}

// node records an operation when its inputs need that: out is its result. It answers
// nil when nothing is recorded; the caller fills in state and saves tensors otherwise.
func (t *Tape) node(name string, out *Tensor, inputs ...*Tensor) *Node {
	if !t.needs(inputs...) {
		t.MarkInference(out)
		return nil
	}
	return t.nodeOf(rules()[name], out, inputs...)
}

// nodeOf is node by the rule itself.
func (t *Tape) nodeOf(r *rule, out *Tensor, inputs ...*Tensor) *Node {
	if !t.needs(inputs...) || !out.DType().Differentiable() {
		t.MarkInference(out)
		return nil
	}
	n := t.nodeWith(r, inputs...)
	t.attach(n, out)
	return n
}

// nodeFor makes a node without outputs yet.
func (t *Tape) nodeFor(name string, inputs ...*Tensor) *Node {
	return t.nodeWith(rules()[name], inputs...)
}

func (t *Tape) nodeWith(r *rule, inputs ...*Tensor) *Node {
	t.refreshAll(inputs)
	n := t.newNode(r, len(inputs))
	n.inputs = make([]output, len(inputs))
	for i, x := range inputs {
		if x == nil {
			continue
		}
		n.join(i, t.edge(x))
		n.inputs[i] = n.like(x)
	}
	return n
}

// save keeps tensors for the gradient.
func (n *Node) save(list ...*Tensor) {
	for _, x := range list {
		s := saved{t: x}
		if x != nil && n.pack != nil {
			s = saved{unpack: n.pack(x), maker: madeBy(x)}
		} else if x != nil {
			s.version = x.Version()
			if m := metaOf(x); m != nil {
				s.maker = Edge{m.node, m.index}
			}
		}
		n.saved = append(n.saved, n.take(s))
	}
}

// attach makes x an output of n.
func (t *Tape) attach(n *Node, x *Tensor) {
	m := ensureMeta(x)
	m.lead(n, len(n.outputs), x.Version())
	n.addOutput(x)
}

// Detach is a view of x that gradients do not reach.
func (t *Tape) Detach(x *Tensor) (*Tensor, error) {
	y := x.Alias()
	if m := metaOf(x); m != nil && m.inference {
		ensureMeta(y).inference = true
	}
	return y, nil
}

// DetachInPlace cuts x off its history.
func (t *Tape) DetachInPlace(x *Tensor) error {
	m := metaOf(x)
	if m == nil {
		return nil
	}
	if m.base != nil {
		return t.errorf("Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as a solution.")
	}
	m.lead(nil, 0, m.made)
	m.requires = false
	return nil
}

// SetRequiresGrad is Tensor.requires_grad_.
func (t *Tape) SetRequiresGrad(x *Tensor, on bool) error {
	if on && !x.DType().Differentiable() {
		return t.errorf("only Tensors of floating point and complex dtype can require gradients")
	}
	if t.GradFn(x) != nil {
		if on {
			return nil
		}
		return t.errorf("you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().")
	}
	if m := metaOf(x); on && m != nil && m.inference && !t.inference {
		return t.errorf("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
	}
	if on || metaOf(x) != nil {
		ensureMeta(x).requires = on
	}
	return nil
}

// Grad is x's accumulated gradient, or nil.
func (t *Tape) Grad(x *Tensor) *Tensor {
	if m := metaOf(x); m != nil {
		return m.grad
	}
	return nil
}

// SetGrad is the assignment to Tensor.grad; nil clears it.
func (t *Tape) SetGrad(x, grad *Tensor) error {
	if grad == nil {
		if m := metaOf(x); m != nil {
			m.keep(nil)
		}
		return nil
	}
	switch {
	case grad == x:
		return t.errorf("can't assign Variable as its own grad")
	case grad.DType() != x.DType():
		return t.errorf("assigned grad has data of a different type")
	case grad.Device() != x.Device():
		return t.errorf("assigned grad has data located on a different device")
	case !slices.Equal(grad.Shape(), x.Shape()):
		return t.errorf("assigned grad has data of a different size")
	}
	ensureMeta(x).keep(grad)
	return nil
}

// RetainGrad makes Backward keep the gradient of a tensor that is not a leaf.
func (t *Tape) RetainGrad(x *Tensor) error {
	if !RequiresGrad(x) {
		return t.errorf("can't retain_grad on Tensor that has requires_grad=False")
	}
	if n := t.GradFn(x); n != nil && !t.RetainsGrad(x) {
		m := metaOf(x)
		m.keeper = &Hook{Call: func(g *Tensor) (*Tensor, error) { return nil, t.accumulateInto(x, g, t.GradEnabled(), false) }}
		t.preHooks(n, m.index)
		n.pre[m.index] = append(n.pre[m.index], m.keeper)
	}
	return nil
}

// moveKeeper has the gradient kept that reaches a tensor's node, not the one of before the tensor was changed in place.
func (t *Tape) moveKeeper(m *meta, before *Node, index int) {
	if m.keeper == nil || before == nil || m.node == nil {
		return
	}
	before.pre[index] = slices.DeleteFunc(before.pre[index], func(h *Hook) bool { return h == m.keeper })
	t.preHooks(m.node, m.index)
	m.node.pre[m.index] = append(m.node.pre[m.index], m.keeper)
}

// RetainsGrad reports whether RetainGrad was asked for.
func (t *Tape) RetainsGrad(x *Tensor) bool {
	m := metaOf(x)
	return m != nil && m.keeper != nil
}

func (t *Tape) preHooks(n *Node, index int) {
	for len(n.pre) <= index {
		n.pre = append(n.pre, nil)
	}
}

// RegisterHook calls f with each gradient of x.
func (t *Tape) RegisterHook(x *Tensor, f func(*Tensor) (*Tensor, error)) (*Hook, error) {
	if !RequiresGrad(x) {
		return nil, t.errorf("cannot register a hook on a tensor that doesn't require gradient")
	}
	e := t.edge(x)
	t.preHooks(e.Node, e.Index)
	h := &Hook{Call: f}
	e.Node.pre[e.Index] = append(e.Node.pre[e.Index], h)
	return h, nil
}

// RegisterHook calls f with the gradients that leave and reach a node.
func (n *Node) RegisterHook(f func(in, out []*Tensor) ([]*Tensor, error)) *Hook {
	h := &Hook{CallNode: f}
	n.hooks = append(n.hooks, h)
	return h
}
