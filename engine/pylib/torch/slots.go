package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has the operators of tensors and the protocols they take part in. The
// operators go from the evaluator to the tensor library without binding arguments.

// tensorOp computes one binary operator.
type tensorOp func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error)

// family makes a tensorOp of an elementwise operation.
func family(op device.Op) tensorOp {
	return func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Binary(op, a, b) }
}

var operators = map[object.BinaryOp]tensorOp{
	object.Add:      func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Add(a, b, tensor.Int(1)) },
	object.Sub:      subtract,
	object.Mul:      func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Mul(a, b) },
	object.TrueDiv:  divide,
	object.FloorDiv: family(device.OpFloorDivide),
	object.Mod:      family(device.OpRemainder),
	object.Pow:      family(device.OpPow),
	object.And:      family(device.OpBitwiseAnd),
	object.Or:       family(device.OpBitwiseOr),
	object.Xor:      family(device.OpBitwiseXor),
	object.LShift:   family(device.OpLeftShift),
	object.RShift:   family(device.OpRightShift),
	object.MatMul:   func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Matmul(a, b) },
}

// subtract and divide have gradients of their own for a number on the left.
func subtract(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	if a.IsWrapped() {
		return p.Rsub(b, a)
	}
	return p.Sub(a, b, tensor.Int(1))
}

func divide(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	if !a.IsWrapped() {
		return p.Div(a, b)
	}
	inverse, err := p.Unary(device.OpReciprocal, b)
	if err != nil {
		return nil, err
	}
	return p.Mul(inverse, a)
}

// inplaceFamily is family for an operator that writes into its left operand.
func inplaceFamily(op device.Op) func(p *autograd.Tape, x, y *tensor.Tensor) error {
	return func(p *autograd.Tape, x, y *tensor.Tensor) error { return p.BinaryInPlace(op, x, y) }
}

// inplaceOps are the operators that write into their left operand.
var inplaceOps = map[object.BinaryOp]func(p *autograd.Tape, x, y *tensor.Tensor) error{
	object.Add:      func(p *autograd.Tape, x, y *tensor.Tensor) error { return p.AddInPlace(x, y, tensor.Int(1)) },
	object.Sub:      func(p *autograd.Tape, x, y *tensor.Tensor) error { return p.SubInPlace(x, y, tensor.Int(1)) },
	object.Mul:      func(p *autograd.Tape, x, y *tensor.Tensor) error { return p.MulInPlace(x, y) },
	object.TrueDiv:  func(p *autograd.Tape, x, y *tensor.Tensor) error { return p.DivInPlace(x, y) },
	object.FloorDiv: inplaceFamily(device.OpFloorDivide),
	object.Mod:      inplaceFamily(device.OpRemainder),
	object.Pow:      inplaceFamily(device.OpPow),
	object.And:      inplaceFamily(device.OpBitwiseAnd),
	object.Or:       inplaceFamily(device.OpBitwiseOr),
	object.Xor:      inplaceFamily(device.OpBitwiseXor),
	object.LShift:   inplaceFamily(device.OpLeftShift),
	object.RShift:   inplaceFamily(device.OpRightShift),
}

// compareOps are the rich comparisons by their number.
var compareOps = [...]device.Op{
	object.Lt: device.OpLt, object.Le: device.OpLe, object.Eq: device.OpEq,
	object.Ne: device.OpNe, object.Gt: device.OpGt, object.Ge: device.OpGe,
}

// operand reads one side of an operator; nil means that it is no operand of a tensor.
func operand(p *autograd.Tape, v object.Value) *tensor.Tensor {
	if x, ok := v.Object().(*Tensor); ok {
		return x.T
	}
	if s, ok := scalarOf(v); ok {
		return p.Wrap(s)
	}
	return nil
}

// withArray is x op v for one of numpy's arrays: numpy computes it and decides the type.
func (s *state) withArray(t *object.Thread, op object.BinaryOp, x, v object.Value) (object.Value, error) {
	if s.arrays.FromArray == nil || !isTensor(x) {
		return object.NotImplemented, nil
	}
	if _, ok, err := s.arrays.FromArray(t, v); !ok || err != nil {
		return object.NotImplemented, err
	}
	array, err := tensorNumpy(t, []object.Value{x, object.False})
	if err != nil {
		return object.Value{}, err
	}
	result, err := object.Binary(t, op, array, v)
	if err != nil {
		return object.Value{}, err
	}
	y, ok, err := s.arrays.FromArray(t, result)
	if !ok || err != nil {
		return result, err
	}
	return wrap(y), nil
}

func tensorSlots() object.Slots {
	s := object.Slots{
		Repr: tensorRepr, Hash: object.ObjectClass.Slots.Hash,
		Iter: tensorIter, Len: tensorLen, GetItem: getItem, SetItem: setItem, Contains: tensorContains,
		Bool: tensorBool, Index: tensorIndex, Int: tensorInt, Float: tensorFloat, Compare: tensorCompare,
	}
	for op, f := range operators {
		s.Binary[op] = binarySlot(op, operatorNames[op], f)
		s.Reflected[op] = reflectedSlot(operatorNames[op], s.Binary[op])
	}
	s.Binary[object.MatMul] = matmulSlot(s.Binary[object.MatMul])
	for op, f := range inplaceOps {
		s.Inplace[op] = inplaceSlot(operatorNames[op]+"_", f)
	}
	s.Unary[object.Neg] = unarySlot("neg", device.OpNeg)
	s.Unary[object.Abs] = unarySlot("abs", device.OpAbs)
	s.Unary[object.Invert] = invert(unarySlot("bitwise_not", device.OpBitwiseNot))
	s.Unary[object.Pos] = func(t *object.Thread, v object.Value) (object.Value, error) {
		if self(v).DType() == tensor.Bool {
			return object.Value{}, object.Raise(object.RuntimeError, "The `+` operator, on a bool tensor is not supported.")
		}
		return v, nil
	}
	return s
}

func binarySlot(op object.BinaryOp, name string, f tensorOp) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		s := stateOf(t)
		if s.overriding {
			if v, ok, err := s.overrideMethod(t, name, a, b); ok {
				return v, err
			}
		}
		x, y := operand(s.tape, a), operand(s.tape, b)
		if x == nil || y == nil {
			return s.withArray(t, op, a, b)
		}
		span := s.enterOp(name)
		r, err := f(s.tape, x, y)
		s.leaveOp(span)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return fresh(r), nil
	}
}

// reflectedSlot answers a op b where b is the tensor.
func reflectedSlot(name string, f func(*object.Thread, object.Value, object.Value) (object.Value, error)) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		if s := stateOf(t); s.overriding && !isTensor(a) {
			if v, ok, err := s.overrideReflected(t, name, a, b); ok {
				return v, err
			}
		}
		return f(t, a, b)
	}
}

// matmulSlot refuses numbers, which @ does not take.
func matmulSlot(f func(*object.Thread, object.Value, object.Value) (object.Value, error)) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		if !isTensor(a) || !isTensor(b) {
			return object.NotImplemented, nil
		}
		if s := stateOf(t); s.autocastGPU != tensor.NoDType || s.autocastCPU != tensor.NoDType {
			var err error
			if a, err = s.halve(a); err == nil {
				b, err = s.halve(b)
			}
			if err != nil {
				return object.Value{}, s.raise(err)
			}
		}
		return f(t, a, b)
	}
}

func inplaceSlot(name string, f func(*autograd.Tape, *tensor.Tensor, *tensor.Tensor) error) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		s := stateOf(t)
		if s.overriding {
			if v, ok, err := s.overrideMethod(t, name, a, b); ok {
				return v, err
			}
		}
		y := operand(s.tape, b)
		if y == nil {
			return object.NotImplemented, nil
		}
		span := s.enterOp(name)
		err := f(s.tape, self(a), y)
		s.leaveOp(span)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return a, nil
	}
}

// invert is ~x, which only whole numbers have.
func invert(not func(*object.Thread, object.Value) (object.Value, error)) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		if d := self(v).DType(); !d.IsIntegral() && d != tensor.Bool {
			return object.Value{}, typeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
		}
		return not(t, v)
	}
}

func unarySlot(name string, op device.Op) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		s := stateOf(t)
		if s.overriding {
			if r, ok, err := s.overrideMethod(t, name, v); ok {
				return r, err
			}
		}
		span := s.enterOp(name)
		r, err := s.tape.Unary(op, self(v))
		s.leaveOp(span)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return fresh(r), nil
	}
}

func tensorCompare(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	s := stateOf(t)
	if s.overriding {
		if v, ok, err := s.overrideMethod(t, compareNames[op], a, b); ok {
			return v, err
		}
	}
	x, y := operand(s.tape, a), operand(s.tape, b)
	if x == nil || y == nil {
		return object.NotImplemented, nil
	}
	span := s.enterOp(compareNames[op])
	r, err := s.tape.Compare(compareOps[op], x, y)
	s.leaveOp(span)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return fresh(r), nil
}

func tensorRepr(t *object.Thread, v object.Value) (string, error) {
	s := stateOf(t)
	prefix := "tensor("
	if c := v.Class(); answers(c) {
		prefix = c.Name + "("
	}
	if text, ok, err := s.tangentText(t, prefix, v); ok || err != nil {
		return text, err
	}
	text, err := s.tape.FormatIn(prefix, self(v))
	if err != nil {
		return "", s.raise(err)
	}
	return text, nil
}

func tensorIter(t *object.Thread, v object.Value) (object.Value, error) {
	x := self(v)
	if x.Dim() == 0 {
		return object.Value{}, typeError("iteration over a 0-d tensor")
	}
	s := stateOf(t)
	list, err := s.tape.Unbind(x, 0)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return object.Iter(t, object.NewTuple(wrapAll(list)...))
}

func tensorLen(_ *object.Thread, v object.Value) (int, error) {
	x := self(v)
	if x.Dim() == 0 {
		return 0, typeError("len() of a 0-d tensor")
	}
	return x.Shape()[0], nil
}

func tensorContains(t *object.Thread, v, x object.Value) (bool, error) {
	s := stateOf(t)
	y := operand(s.tape, x)
	if y == nil {
		return false, object.Raise(object.RuntimeError,
			"Tensor.__contains__ only supports Tensor or scalar, but you passed in a %s.", classText(x))
	}
	eq, err := s.tape.Compare(device.OpEq, y, self(v))
	if err == nil {
		eq, err = s.tape.Any(eq, nil, false)
	}
	if err != nil {
		return false, s.raise(err)
	}
	return s.tape.IsTrue(eq)
}

// classText is "<class 'str'>".
func classText(v object.Value) string { return "<class '" + fullName(v.Class()) + "'>" }

func fullName(c *object.Class) string {
	if c.Module == "builtins" || c.Module == "" {
		return c.Name
	}
	return c.Module + "." + c.QualName
}

func tensorBool(t *object.Thread, v object.Value) (bool, error) {
	s := stateOf(t)
	if self(v).Numel() == 0 {
		return false, object.Raise(object.RuntimeError, "Boolean value of Tensor with no values is ambiguous")
	}
	b, err := s.tape.IsTrue(self(v))
	if err != nil {
		return false, s.raise(err)
	}
	return b, nil
}

func tensorIndex(t *object.Thread, v object.Value) (object.Value, error) {
	x := self(v)
	if x.Numel() != 1 || !x.DType().IsIntegral() && x.DType() != tensor.Bool {
		return object.Value{}, typeError("only integer tensors of a single element can be converted to an index")
	}
	return tensorInt(t, v)
}

func tensorInt(t *object.Thread, v object.Value) (object.Value, error) {
	n, err := item(t, v)
	if err != nil {
		return object.Value{}, err
	}
	if n.IsFloat() {
		return n.Class().Slots.Int(t, n)
	}
	if n.IsBool() {
		return object.Int(n.SmallInt()), nil
	}
	return n, nil
}

func tensorFloat(t *object.Thread, v object.Value) (object.Value, error) {
	n, err := item(t, v)
	if err != nil {
		return object.Value{}, err
	}
	if _, ok := n.Object().(*object.Complex); ok {
		return object.Value{}, typeError("can't convert complex to float")
	}
	s, _ := scalarOf(n)
	return object.Float(s.Float64()), nil
}

// item is the Python number of a tensor of one element.
func item(t *object.Thread, v object.Value) (object.Value, error) {
	s := stateOf(t)
	x := self(v)
	if x.Numel() != 1 {
		return object.Value{}, object.Raise(object.ValueError, "only one element tensors can be converted to Python scalars")
	}
	n, err := s.tape.Item(x)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return Number(n), nil
}
