package autograd

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

// Edge points at one output of a node: where a gradient goes.
type Edge struct {
	Node  *Node
	Index int
}

// Node is one recorded operation: what the walk back calls.
type Node struct {
	rule     *rule
	sequence uint64   // numbers nodes in the order in which they were recorded; accumulators have the largest number
	next     []Edge   // one per input; an empty edge where no gradient is wanted
	inputs   []output // what gradients must look like when they leave
	outputs  []output // what they look like when they come
	saved    []saved
	state    state
	released bool // a walk has given up what was saved; the next one fails

	refs  int  // tensors it made and nodes after it that lead to it; see lifetime.go
	shown bool // the program has an object for it
	dead  bool // nothing leads to it any more

	leaf   *Tensor                                    // of an AccumulateGrad node
	linear func(t *Tape, gg *Tensor) (*Tensor, error) // of a linear kernel's gradient
	custom *Custom                                    // of a user's Function
	hooks  []*Hook
	pre    [][]*Hook // tensor hooks, by output
	pack   Pack      // what packs the tensors it saves, else nil
	shapes [10]int   // room for those of inputs and outputs
	shaped int       // how much of it is used

	// Trace is the forward traceback in anomaly mode, kept by the language.
	Trace any
	// Handle is room for the language's object for this node.
	Handle any
}

// output remembers what a gradient must look like.
type output struct {
	shape []int
	dtype tensor.DType
	dev   device.Device
}

// like remembers how x looks, in the node's own room: a tensor's shape lies within the tensor,
// and who holds it holds the tensor's memory.
func (n *Node) like(x *Tensor) output {
	shape := x.Shape()
	if k := n.shaped + len(shape); k <= len(n.shapes) {
		room := n.shapes[n.shaped:k:k]
		copy(room, shape)
		n.shaped, shape = k, room
	} else {
		shape = slices.Clone(shape)
	}
	return output{shape, x.DType(), x.Device()}
}

// saved is a tensor kept for the gradient, its version and its maker then; or, where hooks
// packed it, the way to get it back.
type saved struct {
	t       *Tensor
	memory  *tensor.Storage // t's when it was saved
	version int
	maker   Edge
	unpack  Unpack
}

// none reports that an optional operand was not given.
func (s *saved) none() bool { return s.t == nil && s.unpack == nil }

// state holds an operation's arguments that are not tensors. The fields are rooms that all operations share: what stands in them
// is said where a node is made. CopySlices and AsStridedBackward0 have a view in shape and strides, its offset
// from the base in dim, and the base's strides in ints.
type state struct {
	dim     int
	dims    []int
	ints    []int
	floats  []float64
	scalar  tensor.Scalar
	keepdim bool
	flag    bool
	shape   []int
	strides []int
	reduce  int
	what    string // the operation a NotImplemented node stands for
}

// Name is PyTorch's name of the node: "AddBackward0".
func (n *Node) Name() string {
	if n.custom != nil {
		return n.custom.Name
	}
	return n.rule.name
}

// Next are the nodes the gradient goes to, one edge per input.
func (n *Node) Next() []Edge { return n.next }

// Leaf is the tensor an AccumulateGrad node accumulates into, else nil.
func (n *Node) Leaf() *Tensor { return n.leaf }

// Custom is the user's Function behind the node, else nil.
func (n *Node) Custom() *Custom { return n.custom }

// SavedTensors are the tensors kept for the gradient.
func (n *Node) SavedTensors() []*Tensor {
	list := make([]*Tensor, len(n.saved))
	for i, s := range n.saved {
		list[i] = s.t
		if s.unpack != nil {
			list[i], _ = s.unpacked()
		}
	}
	return list
}

// rule is one row of the gradient table.
type rule struct {
	name string
	// saved names the tensors that a node keeps, in their order, as far as they are known.
	saved string
	// slope is the derivative of a function of one number at x, whose result is y; over is
	// its reciprocal. Functions of complex numbers have holomorphic ones.
	slope, over func(c *calc, x, y *Tensor) *Tensor
	// inputs has the gradient of each input; a nil formula means it has none.
	inputs []formula
	// all computes all gradients at once, for ops where they share work.
	all func(c *calc) []*Tensor
}

// formula is the gradient of one input in terms of c.g and what was saved.
type formula func(c *calc) *Tensor

// meta is what autograd keeps of a tensor.
type meta struct {
	requires    bool    // set by the user, on a leaf
	inference   bool    // made in inference mode
	keeper      *Hook   // of RetainGrad; nil for none
	grad        *Tensor // Tensor.grad; nil for none
	node        *Node   // that made the tensor; nil of a leaf
	index       int     // which of node's outputs it is
	accumulator *Node   // of a leaf; made when an operation first uses it

	// base is the tensor this one is a view of; made is the version at which node was
	// right: an in-place change since then makes node stale.
	base     *Tensor
	made     int
	viewers  int // tensors that have this one as their base, but for those that have ended
	ended    bool
	departed bool // the tensor has ended and does not count among those that lead to node
	many     bool // one of several views made at once
	quiet    bool // a view made without recording
}

func metaOf(x *Tensor) *meta {
	if x == nil {
		return nil
	}
	m, _ := x.Autograd.(*meta)
	return m
}

func ensureMeta(x *Tensor) *meta {
	m, ok := x.Autograd.(*meta)
	if !ok {
		m = &meta{}
		x.Autograd = m
	}
	return m
}

// Hook is a callback on a gradient. Call may return another gradient to use instead,
// or nil.
type Hook struct {
	Call func(grad *Tensor) (*Tensor, error)
	// CallNode is for hooks on nodes.
	CallNode func(gradInputs, gradOutputs []*Tensor) ([]*Tensor, error)
	removed  bool
}

// Remove takes the hook away.
func (h *Hook) Remove() { h.removed = true }
