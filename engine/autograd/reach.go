package autograd

// This file tells what a tensor's record and a node lead to, for whoever has to know
// which memory a program can still reach.

// Reached gets what something leads to.
type Reached struct {
	Tensor func(*Tensor)
	Node   func(*Node)
}

// Referents passes on what x's record leads to: its gradient, the node that made it, the
// tensor it is a view of. Its hooks are the node's.
func Referents(x *Tensor, to Reached) {
	m := metaOf(x)
	if m == nil {
		return
	}
	for _, y := range []*Tensor{m.grad, m.base} {
		if y != nil {
			to.Tensor(y)
		}
	}
	for _, n := range []*Node{m.node, m.accumulator} {
		if n != nil {
			to.Node(n)
		}
	}
}

// Referents passes on what a node leads to: the nodes before it and what it saved. It
// answers false where a function may lead to more.
func (n *Node) Referents(to Reached) (all bool) {
	for _, e := range n.next {
		if e.Node != nil {
			to.Node(e.Node)
		}
	}
	for _, s := range n.saved {
		if s.t != nil {
			to.Tensor(s.t)
		}
		if s.maker.Node != nil {
			to.Node(s.maker.Node)
		}
	}
	if n.leaf != nil {
		to.Tensor(n.leaf)
	}
	hooks := len(n.hooks)
	for _, list := range n.pre {
		hooks += len(list)
	}
	return hooks == 0 && n.pack == nil && n.linear == nil && (n.custom == nil || n.Handle != nil)
}
