package autograd

import (
	"slices"
	"strings"

	"gputour/engine/tensor"
)

// This file answers which tensors a node keeps, by PyTorch's names of them: _saved_self,
// _saved_result.

// SavedNames are the names of what nodes of this name save, as far as they are known.
func SavedNames(node string) []string {
	if r := ruleNamed(node); r != nil {
		return strings.Fields(r.saved)
	}
	return nil
}

// ruleNamed is the rule of the nodes of a name, or nil.
func ruleNamed(node string) *rule {
	if r := rules()[node]; r != nil {
		return r
	}
	table := derivatives()
	if i := slices.IndexFunc(table[:], func(r rule) bool { return r.name == node }); i >= 0 {
		return &table[i]
	}
	return nil
}

// Saved is saved tensor i, checked for changes since, or nil. A result comes as another
// tensor with the same memory and maker, since the node must not hold what holds it.
func (t *Tape) Saved(n *Node, i int) (*Tensor, error) {
	x, err := t.unpack(n, i)
	if err != nil || x == nil {
		return nil, err
	}
	if m := metaOf(x); m != nil && m.node == n {
		y := x.Alias()
		ensureMeta(y).lead(n, m.index, y.Version())
		return y, nil
	}
	return x, nil
}

// Exponent is the number that x was raised to by a PowBackward0 node.
func (n *Node) Exponent() tensor.Scalar { return n.state.scalar }
