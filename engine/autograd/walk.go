package autograd

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"gputour/engine/tensor"
)

// This file walks the recorded graph back: gradients of outputs go in, gradients of
// leaves or of chosen inputs come out.

// Walk are the options of a walk back.
type Walk struct {
	Retain bool // keep saved tensors for another walk
	Create bool // record the walk itself, for gradients of gradients
	// AllowUnused lets Gradients answer nil for inputs the outputs do not depend on.
	AllowUnused bool
	// Inputs limits where Backward accumulates; nil means all leaves.
	Inputs []*Tensor
}

// Backward accumulates the gradients of tensors into the leaves they depend on. A nil
// gradient stands for one, for outputs of one element.
func (t *Tape) Backward(tensors, grads []*Tensor, w Walk) error {
	roots, seeds, err := t.roots(tensors, grads)
	if err != nil {
		return err
	}
	run := t.newRun(w)
	for _, x := range w.Inputs {
		if !RequiresGrad(x) {
			return t.errorf("One of the differentiated Tensors does not require grad")
		}
		run.aim(t.edge(x), x, true)
	}
	if w.Inputs != nil && len(w.Inputs) == 0 {
		return t.errorf("'inputs' argument to backward() cannot be empty.")
	}
	return run.walk(roots, seeds)
}

// Gradients are the gradients of outputs with respect to inputs, which stay as they
// are.
func (t *Tape) Gradients(outputs, inputs, grads []*Tensor, w Walk) ([]*Tensor, error) {
	roots, seeds, err := t.roots(outputs, grads)
	if err != nil {
		return nil, err
	}
	run := t.newRun(w)
	for _, x := range inputs {
		if !RequiresGrad(x) {
			return nil, t.errorf("One of the differentiated Tensors does not require grad")
		}
		run.aim(t.edge(x), x, false)
	}
	if err := run.walk(roots, seeds); err != nil {
		return nil, err
	}
	list := make([]*Tensor, len(inputs))
	for i, x := range inputs {
		if list[i] = run.found[t.edge(x)]; list[i] == nil && !w.AllowUnused {
			return nil, t.errorf("One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.")
		}
	}
	return list, nil
}

func (t *Tape) roots(tensors, grads []*Tensor) ([]Edge, []*Tensor, error) {
	roots, seeds := make([]Edge, len(tensors)), make([]*Tensor, len(tensors))
	for i, x := range tensors {
		if i < len(grads) && grads[i] != nil {
			seeds[i] = grads[i]
			if !slices.Equal(grads[i].Shape(), x.Shape()) {
				return nil, nil, t.errorf("Mismatch in shape: grad_output[%d] has a shape of %s and output[%d] has a shape of %s.", i, sizeText(grads[i].Shape()), i, sizeText(x.Shape()))
			}
			if grads[i].DType().IsComplex() != x.DType().IsComplex() {
				return nil, nil, t.errorf("For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: grad_output[%d] has a dtype of %s and output[%d] has a dtype of %s.", i, grads[i].DType(), i, x.DType())
			}
			if grads[i].DType() != x.DType() {
				var err error
				if seeds[i], err = t.Cast(grads[i], x.DType()); err != nil {
					return nil, nil, err
				}
			}
		}
		if !RequiresGrad(x) {
			return nil, nil, tensor.Because(t.errorf("element %d of tensors does not require grad and does not have a grad_fn", i), tensor.NoGrad, i, x)
		}
		if seeds[i] == nil {
			if x.Numel() != 1 {
				return nil, nil, tensor.Because(t.errorf("grad can be implicitly created only for scalar outputs"), tensor.NotScalar, i, x)
			}
			seed, err := t.Ones(x.Shape(), x.Like())
			if err != nil {
				return nil, nil, err
			}
			seeds[i] = seed
		}
		roots[i] = t.edge(x)
	}
	return roots, seeds, nil
}

func sizeText(shape []int) string {
	s := "torch.Size(["
	for i, n := range shape {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprint(n)
	}
	return s + "])"
}

// run is one walk.
type run struct {
	t       *Tape
	options Walk
	pending map[*Node]int       // consumers that have not been walked yet
	slots   map[*Node][]*Tensor // gradients gathered so far, by output
	aims    map[Edge]*Tensor    // where to stop and keep the gradient, if anywhere
	into    bool                // aims accumulate into their tensors
	useful  map[*Node]bool      // nodes on the way to an aim
	found   map[Edge]*Tensor
	ready   queue
	begun   uint64 // Made before the walk: what came later is its own, to be given back or kept
}

func (t *Tape) newRun(w Walk) *run {
	return &run{t: t, options: w, pending: map[*Node]int{}, slots: map[*Node][]*Tensor{}, found: map[Edge]*Tensor{}, begun: t.Made()}
}

func (r *run) aim(e Edge, x *Tensor, into bool) {
	if r.aims == nil {
		r.aims = map[Edge]*Tensor{}
	}
	r.aims[e] = x
	r.into = into
}

// queue orders ready nodes by when they were recorded, the latest first; accumulators
// come before all.
type queue []*Node

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool { return q[i].sequence > q[j].sequence }

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *queue) Push(x any) { *q = append(*q, x.(*Node)) }

func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

func (r *run) walk(roots []Edge, seeds []*Tensor) error {
	r.count(roots)
	was := r.t.SetGradEnabled(r.options.Create)
	inference := r.t.SetInference(false)
	r.t.depth++
	defer func() {
		r.t.depth--
		r.t.SetInference(inference)
		r.t.SetGradEnabled(was)
	}()
	for i, e := range roots {
		if err := r.give(e, seeds[i]); err != nil {
			return err
		}
	}
	seen := map[*Node]bool{}
	for _, e := range roots {
		if r.pending[e.Node] == 0 && !seen[e.Node] {
			seen[e.Node] = true
			heap.Push(&r.ready, e.Node)
		}
	}
	for r.ready.Len() > 0 {
		if err := r.visit(heap.Pop(&r.ready).(*Node)); err != nil {
			return err
		}
	}
	return nil
}

// count finds how many walked nodes feed each node and, when the walk has aims, which
// nodes lead to one.
func (r *run) count(roots []Edge) {
	var stack, order []*Node
	seen := map[*Node]bool{}
	push := func(n *Node) {
		if n != nil && !seen[n] {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for _, e := range roots {
		push(e.Node)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, n)
		for _, e := range n.next {
			if e.Node != nil {
				r.pending[e.Node]++
				push(e.Node)
			}
		}
	}
	if r.aims == nil {
		return
	}
	r.useful = map[*Node]bool{}
	for e := range r.aims {
		r.useful[e.Node] = true
	}
	slices.SortFunc(order, func(a, b *Node) int { return cmp.Compare(a.sequence+1, b.sequence+1) }) // an accumulator's wraps to 0
	for _, n := range order {                                                                       // inputs come before what uses them
		for _, e := range n.next {
			if e.Node != nil && r.useful[e.Node] {
				r.useful[n] = true
			}
		}
	}
}

// give adds a gradient to what has reached an edge, and holds it.
func (r *run) give(e Edge, g *Tensor) error {
	g.Hold()
	slots := r.slots[e.Node]
	for len(slots) < max(len(e.Node.outputs), e.Index+1) {
		slots = append(slots, nil)
	}
	if have := slots[e.Index]; have != nil {
		sum, err := r.t.Add(have, g, tensor.One)
		if err != nil {
			return err
		}
		sum.Hold()
		r.spent(have)
		r.spent(g)
		g = sum
	}
	slots[e.Index] = g
	r.slots[e.Node] = slots
	return nil
}

func (r *run) visit(n *Node) error {
	gs := r.slots[n]
	delete(r.slots, n)
	any := n.custom != nil && n.custom.Always
	for _, g := range gs {
		any = any || g != nil
	}
	if !any {
		return r.finish(n, nil) // which has nodes go on that wait for n
	}
	if err := r.preHooks(n, gs); err != nil {
		return err
	}
	for i, g := range gs {
		if x, ok := r.aims[Edge{n, i}]; ok && g != nil {
			r.found[Edge{n, i}] = g
			g.Hold()
			if r.into {
				if err := r.t.accumulateInto(x, g, r.options.Create, false); err != nil {
					return err
				}
			}
		}
	}
	if n.leaf != nil {
		if r.aims != nil { // only those aimed at get a gradient, and have it
			return nil
		}
		return r.settle(n, gs)
	}
	if r.useful != nil && !r.leads(n) {
		return r.finish(n, nil)
	}
	grads, err := r.apply(n, gs)
	if err != nil {
		return err
	}
	if !r.options.Retain && !r.options.Create {
		n.spare(grads)
		end(n.release(nil))
	}
	err = r.finish(n, grads)
	for _, g := range gs {
		if g != nil {
			r.spent(g)
		}
	}
	return err
}

// settle adds a gradient to its leaf's, and then calls the hooks of the leaf's node.
func (r *run) settle(n *Node, gs []*Tensor) error {
	if len(n.hooks) > 0 {
		lend(gs)
	}
	if err := r.arrive(n.leaf, gs[0]); err != nil {
		return err
	}
	_, err := r.t.nodeHooks(n, nil, gs)
	return err
}

// apply evaluates a node. What a rule makes on the way to its gradients is given back when
// it is done; what a program's own functions see is not.
func (r *run) apply(n *Node, gs []*Tensor) ([]*Tensor, error) {
	if r.t.OnApply != nil {
		defer r.t.OnApply(n.Name())()
	}
	if n.custom == nil && n.pack == nil && len(n.hooks) == 0 && !r.options.Create {
		mark := r.t.Open()
		defer r.t.Leave(mark)
		grads, err := r.t.apply(n, gs)
		if err == nil {
			r.t.Close(mark, grads)
		}
		return grads, err
	}
	grads, err := r.t.apply(n, gs)
	lend(gs)
	lend(grads)
	return grads, err
}

// lend keeps gradients that Python has seen from being given back.
func lend(list []*Tensor) {
	for _, g := range list {
		if g != nil {
			g.Hold()
		}
	}
}

// arrive accumulates a gradient into a leaf, which keeps one that is nobody else's.
func (r *run) arrive(leaf, g *Tensor) error {
	err := r.t.accumulateInto(leaf, g, r.options.Create, g.Held() == 1 && g.MadeSince(r.begun))
	if r.t.Grad(leaf) != g {
		r.spent(g)
	} else {
		g.Let()
	}
	return err
}

// spent ends the walk's use of a gradient that it was given. Memory that no gradient uses
// any more is given back, if the walk made it and does not record itself.
func (r *run) spent(g *Tensor) {
	if r.options.Create {
		return
	}
	if g.Handle == nil && g.MadeSince(r.begun) {
		GiveUp(g)
	}
	g.Drop(r.begun)
}

// leads reports whether some input of n is on the way to an aim.
func (r *run) leads(n *Node) bool {
	for _, e := range n.next {
		if e.Node != nil && r.useful[e.Node] {
			return true
		}
	}
	return false
}

// finish hands gradients on and queues the nodes that now have all of theirs.
func (r *run) finish(n *Node, grads []*Tensor) error {
	for i, e := range n.next {
		if e.Node == nil {
			continue
		}
		if i < len(grads) && grads[i] != nil {
			if err := r.give(e, grads[i]); err != nil {
				return err
			}
		}
		if r.pending[e.Node]--; r.pending[e.Node] == 0 {
			heap.Push(&r.ready, e.Node)
		}
	}
	return nil
}

// preHooks runs the hooks of the tensors that n made.
func (r *run) preHooks(n *Node, gs []*Tensor) error {
	for i, g := range gs {
		if g == nil {
			continue
		}
		if i < len(n.pre) {
			for _, h := range n.pre[i] {
				if h.removed {
					continue
				}
				next, err := h.Call(g)
				if err != nil {
					return err
				}
				lend([]*Tensor{g, next})
				if next != nil {
					g = next
					g.Hold()
				}
			}
		}
		gs[i] = g
	}
	return nil
}
