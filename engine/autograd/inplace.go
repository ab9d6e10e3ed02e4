package autograd

import (
	"gputour/engine/device"
	"gputour/engine/tensor"
	"slices"
)

// This file changes tensors in place: the rules of leaves and views, and the rewriting
// of history that follows.

const (
	opAdd   = device.OpAdd
	opSub   = device.OpSub
	opNe    = device.OpNe
	opIsnan = device.OpIsnan
)

// mayChange checks that x may be changed in place now.
func (t *Tape) mayChange(x *Tensor) error {
	m := metaOf(x)
	if m == nil {
		return nil
	}
	if m.inference && !t.inference {
		return t.errorf("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.")
	}
	if !t.GradEnabled() {
		return nil
	}
	if m.requires && m.node == nil {
		return tensor.Because(t.errorf("a leaf Variable that requires grad is being used in an in-place operation."), tensor.ChangedLeaf, 0, x)
	}
	if m.base == nil {
		return nil
	}
	if m.quiet && RequiresGrad(m.base) {
		return t.errorf("A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked).")
	}
	if b := metaOf(m.base); b != nil && b.requires && b.node == nil {
		return tensor.Because(t.errorf("a view of a leaf Variable that requires grad is being used in an in-place operation."), tensor.ChangedLeaf, 0, m.base)
	}
	if m.many && RequiresGrad(x) {
		name := "UnbindBackward0"
		if m.node != nil {
			name = m.node.Name()
		}
		return t.errorf("Output %d of %s is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.", m.index, name)
	}
	return nil
}

// InPlace makes x hold what f computes from it. The result takes part in gradients as
// if f's operations had been done on x itself.
func (t *Tape) InPlace(x *Tensor, f func() (*Tensor, error)) error {
	if err := t.mayChange(x); err != nil {
		return err
	}
	y, err := f()
	if err != nil {
		return err
	}
	return t.assign(x, y)
}

// assign writes y's values into x and gives x y's history. The order matters: what y's node saved of x is copied before x is
// written, and y's edge is taken before Bump, which would make y's node stale where y is a view of x.
func (t *Tape) assign(x, y *Tensor) error {
	if !slices.Equal(x.Shape(), y.Shape()) {
		return t.errorf("output with shape %s doesn't match the broadcast shape %s", tensor.FormatShape(x.Shape()), tensor.FormatShape(y.Shape()))
	}
	if !tensor.CanCast(y.DType(), x.DType()) {
		return t.errorf("result type %s can't be cast to the desired output type %s", y.DType().Scalar(), x.DType().Scalar())
	}
	recorded := t.GradEnabled() && (RequiresGrad(y) || RequiresGrad(x))
	if recorded {
		if err := t.protect(x, y); err != nil {
			return err
		}
		if y.DType() != x.DType() {
			cast, err := t.Cast(y, x.DType())
			if err != nil {
				return err
			}
			y = cast
		}
	}
	if err := t.Env.CopyInto(x, y, false); err != nil {
		return err
	}
	edge := Edge{}
	if recorded {
		edge = t.edge(y)
	}
	x.Bump()
	if recorded {
		t.rebase(x, y, edge)
	}
	return nil
}

// protect gives y's node a copy of x's old values where it saved x itself, which is
// about to change.
func (t *Tape) protect(x, y *Tensor) error {
	m := metaOf(y)
	if m == nil || m.node == nil {
		return nil
	}
	for i, s := range m.node.saved {
		if s.t != x {
			continue
		}
		old, err := t.Env.Clone(x)
		if err != nil {
			return err
		}
		if was := metaOf(x); was != nil {
			om := &meta{requires: was.requires}
			om.lead(was.node, was.index, old.Version())
			old.Autograd = om
		}
		m.node.saved[i] = m.node.take(saved{t: old, version: old.Version(), maker: s.maker})
		end(m.node.let(&s, nil))
	}
	return nil
}

// rebase makes edge x's history. When x is a view its base changes too: the base's new
// node joins its old values around x with x's.
func (t *Tape) rebase(x, y *Tensor, edge Edge) {
	m := ensureMeta(x)
	if m.base == nil {
		before, index := m.node, m.index
		m.lead(edge.Node, edge.Index, x.Version())
		t.moveKeeper(m, before, index)
		if ym := metaOf(y); edge.Node != nil && ym != nil {
			swapSaved(edge.Node, y, x)
		}
		return
	}
	base := m.base
	n := t.newNode(rules()["CopySlices"], 2)
	bm := ensureMeta(base)
	if bm.node != nil {
		n.join(0, Edge{bm.node, bm.index})
	} else if bm.requires {
		n.join(0, Edge{t.accumulatorOf(base, bm), 0})
	}
	n.join(1, edge)
	n.inputs = []output{n.like(base), n.like(x)}
	n.state = state{shape: slices.Clone(x.Shape()), strides: slices.Clone(x.Strides()), dim: x.Offset() - base.Offset(), ints: slices.Clone(base.Strides())}
	n.outputs = nil
	n.addOutput(base)
	before, index := bm.node, bm.index
	bm.lead(n, 0, base.Version())
	t.moveKeeper(bm, before, index)
	m.made = -1 // its node is made anew from the base when asked for
}

// swapSaved makes a node that saved its result y save x instead, whose values are the
// same: a later change of x is then noticed.
func swapSaved(n *Node, y, x *Tensor) {
	for i, s := range n.saved {
		if s.t == y {
			n.saved[i] = n.take(saved{t: x, version: x.Version(), maker: Edge{n, s.maker.Index}})
			end(n.let(&s, nil))
		}
	}
}

// quick runs an in-place operation without history, or reports that history is needed.
func (t *Tape) quick(x *Tensor, others ...*Tensor) (bool, error) {
	if err := t.mayChange(x); err != nil {
		return false, err
	}
	return !t.GradEnabled() || !RequiresGrad(x) && !t.needs(others...), nil
}

// AddInPlace is x += alpha·y.
func (t *Tape) AddInPlace(x, y *Tensor, alpha tensor.Scalar) error {
	return t.addInPlace(opAdd, x, y, alpha)
}

// SubInPlace is x -= alpha·y.
func (t *Tape) SubInPlace(x, y *Tensor, alpha tensor.Scalar) error {
	return t.addInPlace(opSub, x, y, alpha)
}

func (t *Tape) addInPlace(op device.Op, x, y *Tensor, alpha tensor.Scalar) error {
	ok, err := t.quick(x, y)
	if err != nil {
		return err
	}
	if ok {
		if _, err = t.Env.AddInto(x, op, x, y, alpha); err == nil {
			x.Bump()
		}
		return err
	}
	return t.InPlace(x, func() (*Tensor, error) {
		if op == opSub {
			return t.Sub(x, y, alpha)
		}
		return t.Add(x, y, alpha)
	})
}

// MulInPlace is x *= y; DivInPlace x /= y.
func (t *Tape) MulInPlace(x, y *Tensor) error { return t.BinaryInPlace(device.OpMul, x, y) }

// DivInPlace is x /= y.
func (t *Tape) DivInPlace(x, y *Tensor) error { return t.BinaryInPlace(device.OpDiv, x, y) }

// BinaryInPlace is x = op(x, y).
func (t *Tape) BinaryInPlace(op device.Op, x, y *Tensor) error {
	ok, err := t.quick(x, y)
	if err != nil {
		return err
	}
	if ok {
		if _, err = t.Env.BinaryInto(x, op, x, y); err == nil {
			x.Bump()
		}
		return err
	}
	return t.InPlace(x, func() (*Tensor, error) { return t.Binary(op, x, y) })
}

// UnaryInPlace is x = op(x).
func (t *Tape) UnaryInPlace(op device.Op, x *Tensor, f ...float64) error {
	ok, err := t.quick(x)
	if err != nil {
		return err
	}
	if ok {
		if _, err = t.Env.UnaryInto(x, op, x, f...); err == nil {
			x.Bump()
		}
		return err
	}
	return t.InPlace(x, func() (*Tensor, error) { return t.Unary(op, x, f...) })
}

// AddcmulInPlace is x += value·a·b; AddcdivInPlace x += value·a/b.
func (t *Tape) AddcmulInPlace(x, a, b *Tensor, value tensor.Scalar) error {
	return t.ternaryInPlace(device.OpAddcmul, x, a, b, value)
}

// AddcdivInPlace is x += value·a/b.
func (t *Tape) AddcdivInPlace(x, a, b *Tensor, value tensor.Scalar) error {
	return t.ternaryInPlace(device.OpAddcdiv, x, a, b, value)
}

// LerpInPlace moves x towards end by weight, a tensor or a wrapped number.
func (t *Tape) LerpInPlace(x, end, weight *Tensor) error {
	return t.ternaryInPlace(device.OpLerp, x, end, weight, tensor.One)
}

func (t *Tape) ternaryInPlace(op device.Op, x, a, b *Tensor, value tensor.Scalar) error {
	ok, err := t.quick(x, a, b)
	if err != nil {
		return err
	}
	if ok {
		if _, err = t.Env.TernaryInto(x, op, x, a, b, value); err == nil {
			x.Bump()
		}
		return err
	}
	return t.InPlace(x, func() (*Tensor, error) { return t.Ternary(op, x, a, b, value) })
}

// CopyInPlace writes src, broadcast and converted, into x.
func (t *Tape) CopyInPlace(x, src *Tensor, nonBlocking bool) error {
	ok, err := t.quick(x, src)
	if err != nil {
		return err
	}
	if ok {
		if err = t.Env.CopyInto(x, src, nonBlocking); err == nil {
			x.Bump()
		}
		return err
	}
	return t.replace("CopyBackwards", x, func() error { return t.Env.CopyInto(x, src, nonBlocking) }, src)
}

// FillInPlace sets every element of x.
func (t *Tape) FillInPlace(x *Tensor, s tensor.Scalar) error {
	ok, err := t.quick(x)
	if err != nil {
		return err
	}
	if ok {
		if err = t.Env.Fill(x, s); err == nil {
			x.Bump()
		}
		return err
	}
	return t.replace("FillBackward0", x, func() error { return t.Env.Fill(x, s) })
}

// ZeroInPlace sets every element of x to zero.
func (t *Tape) ZeroInPlace(x *Tensor) error {
	ok, err := t.quick(x)
	if err != nil {
		return err
	}
	if ok {
		if err = t.Env.Fill(x, tensor.Int(0)); err == nil {
			x.Bump()
		}
		return err
	}
	return t.replace("ZeroBackward0", x, func() error { return t.Env.Fill(x, tensor.Int(0)) })
}

// replace runs f, which overwrites x, and records the named node over x and others.
func (t *Tape) replace(name string, x *Tensor, f func() error, others ...*Tensor) error {
	n := t.nodeFor(name, append([]*Tensor{x}, others...)...)
	if err := f(); err != nil {
		return err
	}
	n.addOutput(x)
	x.Bump()
	t.rebase(x, nil, Edge{n, 0})
	return nil
}

// RandomInPlace runs f, which overwrites x with values that do not depend on it.
func (t *Tape) RandomInPlace(x *Tensor, f func(x *Tensor) error) error {
	ok, err := t.quick(x)
	if err != nil {
		return err
	}
	if ok {
		if err = f(x); err == nil {
			x.Bump()
		}
		return err
	}
	return t.replace("FillBackward0", x, func() error { return f(x) })
}

// WriteOut writes the result of the function of a name into the tensor given as out=, resized where it has another shape.
func (t *Tape) WriteOut(name string, out, result *Tensor) error {
	if t.needs(out, result) {
		return t.errorf("%s(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.", name)
	}
	if !tensor.CanCast(result.DType(), out.DType()) {
		return t.errorf("result type %s can't be cast to the desired output type %s", result.DType().Scalar(), out.DType().Scalar())
	}
	if out.Device() != result.Device() {
		return t.errorf("Expected all tensors to be on the same device, but found at least two devices, %s and %s!", result.Device().Info(), out.Device().Info())
	}
	if !slices.Equal(out.Shape(), result.Shape()) {
		if err := t.Env.Resize(out, result.Shape()); err != nil {
			return err
		}
	}
	if err := t.Env.CopyInto(out, result, false); err != nil {
		return err
	}
	out.Bump()
	return nil
}

// SetData is the assignment to Tensor.data.
func (t *Tape) SetData(x, y *Tensor) error {
	if RequiresGrad(x) && !y.DType().Differentiable() {
		return t.errorf("data set to a tensor that requires gradients must be floating point or complex dtype")
	}
	x.Set(y)
	return nil
}
