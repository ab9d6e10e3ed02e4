package autograd

import (
	"strings"
	"sync"

	"gputour/engine/tensor"
)

// This file answers which tensors a node keeps, by PyTorch's names of them: _saved_self,
// _saved_result.

// savedOf names the tensors of nodes that are no functions of one number, in the order in
// which they are saved.
var savedOf = map[string]string{
	"MulBackward0": "self other", "DivBackward0": "self other", "PowBackward0": "self", "PowBackward1": "self exponent result",
	"MmBackward0": "self mat2", "BmmBackward0": "self mat2", "AddmmBackward0": "mat1 mat2", "MvBackward0": "self vec", "DotBackward0": "self tensor",
}

// unarySaved names those of functions of one number: self or result.
var unarySaved = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, row := range unaryNodes {
		switch row.keep {
		case keepInput:
			names[row.name] = "self"
		case keepResult:
			names[row.name] = "- result"
		}
	}
	return names
})

// SavedNames are the names of what nodes of this name save, as far as they are known.
func SavedNames(node string) []string {
	names, ok := savedOf[node]
	if !ok {
		names = unarySaved()[node]
	}
	return strings.Fields(names)
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
		y.Autograd = &meta{node: n, index: m.index, made: y.Version()}
		return y, nil
	}
	return x, nil
}

// Exponent is the number that x was raised to by a PowBackward0 node.
func (n *Node) Exponent() tensor.Scalar { return n.state.scalar }
