package autograd

import (
	"slices"

	"gputour/engine/tensor"
)

// This file gives back what a graph saved as soon as nobody can ask for it: when a walk has given it up,
// and when the last tensor or node that leads to its node has ended. Counts err on the side of life:
// what is not known to have ended waits for the collector.

// GiveUp ends x: the program cannot reach it any more, but through a graph. A leaf, and what keeps its
// gradient, stay with the graph.
func GiveUp(x *Tensor) {
	m := metaOf(x)
	if m == nil {
		x.Release()
		return
	}
	if m.requires || m.grad != nil || m.accumulator != nil || m.keeper != nil {
		return
	}
	if m.ended {
		return
	}
	x.Release()
	m.ended = true
	m.part()
	if b := metaOf(m.base); b != nil {
		b.viewers--
		b.part()
	}
}

// part has a tensor that has ended, and its views, lead to its node no longer.
func (m *meta) part() {
	if m.ended && m.viewers == 0 {
		m.depart()
	}
}

// Close ends work that began with Open, and what was made for it alone: not the kept ones, nor what the program
// has seen.
func (t *Tape) Close(mark tensor.Mark, kept []*Tensor) {
	t.End(mark, func(x *Tensor) {
		if !slices.Contains(kept, x) {
			GiveUp(x)
		}
	})
}

// Leave is Close for work that may have put what it made anywhere, as what failed may. After Close it does nothing,
// so that work defers it: a fault must not leave work open.
func (t *Tape) Leave(mark tensor.Mark) { t.End(mark, func(*Tensor) {}) }

// Revive takes back that x was given up.
func Revive(x *Tensor) {
	x.Revive()
	m := metaOf(x)
	if m == nil || !m.ended {
		return
	}
	m.ended = false
	if b := metaOf(m.base); b != nil {
		b.viewers++
	}
	if m.departed {
		m.departed = false
		m.node.refs++
	}
}

// lead makes output index of n what made m's tensor, at a version of that.
func (m *meta) lead(n *Node, index, made int) {
	if n != nil {
		n.refs++
	}
	m.depart()
	m.node, m.index, m.made, m.departed = n, index, made, false
}

// depart ends that m's tensor leads to its node.
func (m *meta) depart() {
	if m.node != nil && !m.departed {
		m.departed = true
		end(m.node.left(nil))
	}
}

// keep makes g the gradient of m's tensor. One that was, and that the program has never seen, has nobody else.
func (m *meta) keep(g *Tensor) {
	old := m.grad
	if old == g {
		return
	}
	if m.grad = g; g != nil {
		g.Storage().Save()
	}
	if old != nil {
		if old.Handle == nil {
			old.Release()
		}
		old.Storage().Forget()
	}
}

// join has the gradient of input i go to e.
func (n *Node) join(i int, e Edge) {
	n.next[i] = e
	if e.Node != nil {
		e.Node.refs++
	}
}

// Show notes that the program has seen n and may ask for it as long as it likes.
func (n *Node) Show() { n.shown = true }

// left counts one less that leads to n, and adds n to dead if that was the last. A user's
// Function has an object of the program, which leads to more.
func (n *Node) left(dead []*Node) []*Node {
	if n.refs--; n.refs > 0 || n.shown || n.dead || n.custom != nil {
		return dead
	}
	n.dead = true
	return append(dead, n)
}

// end ends dead nodes and those that only they led to.
func end(dead []*Node) {
	for len(dead) > 0 {
		n := dead[len(dead)-1]
		dead = n.release(dead[:len(dead)-1])
		for _, e := range n.next {
			if e.Node != nil {
				dead = e.Node.left(dead)
			}
		}
	}
}

// release gives up what n saved, and adds to dead the nodes that only that led to. Another walk fails.
func (n *Node) release(dead []*Node) []*Node {
	list := n.saved
	n.released = len(list) > 0 || n.released
	n.saved = nil
	for i := range list {
		dead = n.let(&list[i], dead)
	}
	return dead
}

// take counts n among those who need s, which may be packed, or a place for a dimension that is not indexed.
func (n *Node) take(s saved) saved {
	if s.t != nil && s.t.Storage() != nil {
		s.memory = s.t.Storage()
		s.memory.Save()
	}
	if s.maker.Node != nil && s.maker.Node != n {
		s.maker.Node.refs++
	}
	return s
}

// let is the opposite of take.
func (n *Node) let(s *saved, dead []*Node) []*Node {
	if s.memory != nil {
		s.memory.Forget()
	}
	if s.maker.Node != nil && s.maker.Node != n {
		dead = s.maker.Node.left(dead)
	}
	return dead
}

// spare leaves saved memory to the collector that a gradient lies in.
func (n *Node) spare(grads []*Tensor) {
	for _, s := range n.saved {
		for _, g := range grads {
			if s.t != nil && g != nil && g.Storage() == s.memory {
				g.Share()
			}
		}
	}
}
