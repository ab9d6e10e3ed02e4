package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/ops"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file has the operators of tensors and the protocols they take part in. The
// operators go from the evaluator to the tensor library without binding arguments.

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

// withArray is x op v for one of numpy's arrays: numpy computes it and decides the type.
func withArray(s *state.Session, t *object.Thread, op object.BinaryOp, x, v object.Value) (object.Value, error) {
	if s.Arrays.FromArray == nil || !values.IsTensor(x) {
		return object.NotImplemented, nil
	}
	if _, ok, err := s.Arrays.FromArray(t, v); !ok || err != nil {
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
	y, ok, err := s.Arrays.FromArray(t, result)
	if !ok || err != nil {
		return result, err
	}
	return values.Wrap(y), nil
}

func tensorSlots() object.Slots {
	s := object.Slots{
		Repr: tensorRepr, Hash: object.ObjectClass.Slots.Hash,
		Iter: tensorIter, Len: tensorLen, GetItem: getItem, SetItem: setItem, Contains: tensorContains,
		Bool: tensorBool, Index: tensorIndex, Int: tensorInt, Float: tensorFloat, Compare: tensorCompare,
	}
	for op, f := range ops.Operators {
		s.Binary[op] = binarySlot(op, dispatch.OperatorNames[op], f)
		s.Reflected[op] = reflectedSlot(dispatch.OperatorNames[op], s.Binary[op])
	}
	s.Binary[object.MatMul] = matmulSlot(s.Binary[object.MatMul])
	for op, f := range inplaceOps {
		s.Inplace[op] = inplaceSlot(dispatch.OperatorNames[op]+"_", f)
	}
	s.Unary[object.Neg] = unarySlot("neg", device.OpNeg)
	s.Unary[object.Abs] = unarySlot("abs", device.OpAbs)
	s.Unary[object.Invert] = invert(unarySlot("bitwise_not", device.OpBitwiseNot))
	s.Unary[object.Pos] = func(t *object.Thread, v object.Value) (object.Value, error) {
		if values.TensorOf(v).DType() == tensor.Bool {
			return object.Value{}, object.Raise(object.RuntimeError, "The `+` operator, on a bool tensor is not supported.")
		}
		return v, nil
	}
	return s
}

func binarySlot(op object.BinaryOp, name string, f ops.BinaryOp) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		s := state.Of(t)
		if s.Overriding {
			if v, ok, err := dispatch.OverrideMethod(s, t, name, a, b); ok {
				return v, err
			}
		}
		x, y := values.Operand(s.Tape, a), values.Operand(s.Tape, b)
		if x == nil || y == nil {
			return withArray(s, t, op, a, b)
		}
		span, mark := s.EnterOp(name), s.Tape.Open()
		defer s.Tape.Leave(mark)
		r, err := f(s.Tape, x, y)
		s.LeaveOp(span)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		v := values.WrapFresh(r)
		dispatch.Close(s, mark)
		return v, nil
	}
}

// reflectedSlot answers a op b where b is the tensor.
func reflectedSlot(name string, f func(*object.Thread, object.Value, object.Value) (object.Value, error)) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		if s := state.Of(t); s.Overriding && !values.IsTensor(a) {
			if v, ok, err := dispatch.OverrideReflected(s, t, name, a, b); ok {
				return v, err
			}
		}
		return f(t, a, b)
	}
}

// matmulSlot refuses numbers, which @ does not take.
func matmulSlot(f func(*object.Thread, object.Value, object.Value) (object.Value, error)) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		if !values.IsTensor(a) || !values.IsTensor(b) {
			return object.NotImplemented, nil
		}
		if s := state.Of(t); s.AutocastGPU != tensor.NoDType || s.AutocastCPU != tensor.NoDType {
			var err error
			if a, err = s.Halve(a); err == nil {
				b, err = s.Halve(b)
			}
			if err != nil {
				return object.Value{}, s.Raise(err)
			}
		}
		return f(t, a, b)
	}
}

func inplaceSlot(name string, f func(*autograd.Tape, *tensor.Tensor, *tensor.Tensor) error) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, a, b object.Value) (object.Value, error) {
		s := state.Of(t)
		if s.Overriding {
			if v, ok, err := dispatch.OverrideMethod(s, t, name, a, b); ok {
				return v, err
			}
		}
		y := values.Operand(s.Tape, b)
		if y == nil {
			return object.NotImplemented, nil
		}
		span, mark := s.EnterOp(name), s.Tape.Open()
		defer s.Tape.Leave(mark)
		err := f(s.Tape, values.TensorOf(a), y)
		s.LeaveOp(span)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		dispatch.Close(s, mark)
		return a, nil
	}
}

// invert is ~x, which only whole numbers have.
func invert(not func(*object.Thread, object.Value) (object.Value, error)) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		if d := values.TensorOf(v).DType(); !d.IsIntegral() && d != tensor.Bool {
			return object.Value{}, object.Raise(object.TypeError, "~ (operator.invert) is only implemented on integer and Boolean-type tensors")
		}
		return not(t, v)
	}
}

func unarySlot(name string, op device.Op) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		s := state.Of(t)
		if s.Overriding {
			if r, ok, err := dispatch.OverrideMethod(s, t, name, v); ok {
				return r, err
			}
		}
		span := s.EnterOp(name)
		r, err := s.Tape.Unary(op, values.TensorOf(v))
		s.LeaveOp(span)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return values.WrapFresh(r), nil
	}
}

func tensorCompare(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	s := state.Of(t)
	if s.Overriding {
		if v, ok, err := dispatch.OverrideMethod(s, t, dispatch.CompareNames[op], a, b); ok {
			return v, err
		}
	}
	x, y := values.Operand(s.Tape, a), values.Operand(s.Tape, b)
	if x == nil || y == nil {
		return object.NotImplemented, nil
	}
	span := s.EnterOp(dispatch.CompareNames[op])
	r, err := s.Tape.Compare(compareOps[op], x, y)
	s.LeaveOp(span)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.WrapFresh(r), nil
}

func tensorRepr(t *object.Thread, v object.Value) (string, error) {
	s := state.Of(t)
	prefix := "tensor("
	if c := v.Class(); state.ClassAnswers(c) {
		prefix = c.Name + "("
	}
	if text, ok, err := grad.TangentText(s, t, prefix, v); ok || err != nil {
		return text, err
	}
	text, err := s.Tape.FormatIn(prefix, values.TensorOf(v))
	if err != nil {
		return "", s.Raise(err)
	}
	return text, nil
}

func tensorIter(t *object.Thread, v object.Value) (object.Value, error) {
	x := values.TensorOf(v)
	if x.Dim() == 0 {
		return object.Value{}, object.Raise(object.TypeError, "iteration over a 0-d tensor")
	}
	s := state.Of(t)
	list, err := s.Tape.Unbind(x, 0)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Iter(t, object.NewTuple(values.WrapAll(list)...))
}

func tensorLen(_ *object.Thread, v object.Value) (int, error) {
	x := values.TensorOf(v)
	if x.Dim() == 0 {
		return 0, object.Raise(object.TypeError, "len() of a 0-d tensor")
	}
	return x.Shape()[0], nil
}

func tensorContains(t *object.Thread, v, x object.Value) (bool, error) {
	s := state.Of(t)
	y := values.Operand(s.Tape, x)
	if y == nil {
		return false, object.Raise(object.RuntimeError,
			"Tensor.__contains__ only supports Tensor or scalar, but you passed in a %s.", values.ClassText(x))
	}
	eq, err := s.Tape.Compare(device.OpEq, y, values.TensorOf(v))
	if err == nil {
		eq, err = s.Tape.Any(eq, nil, false)
	}
	if err != nil {
		return false, s.Raise(err)
	}
	return s.Tape.IsTrue(eq)
}

func tensorBool(t *object.Thread, v object.Value) (bool, error) {
	s := state.Of(t)
	if values.TensorOf(v).Numel() == 0 {
		return false, object.Raise(object.RuntimeError, "Boolean value of Tensor with no values is ambiguous")
	}
	b, err := s.Tape.IsTrue(values.TensorOf(v))
	if err != nil {
		return false, s.Raise(err)
	}
	return b, nil
}

func tensorIndex(t *object.Thread, v object.Value) (object.Value, error) {
	x := values.TensorOf(v)
	if x.Numel() != 1 || !x.DType().IsIntegral() && x.DType() != tensor.Bool {
		return object.Value{}, object.Raise(object.TypeError, "only integer tensors of a single element can be converted to an index")
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
		return object.Value{}, object.Raise(object.TypeError, "can't convert complex to float")
	}
	s, _ := values.ScalarOf(n)
	return object.Float(s.Float64()), nil
}

// item is the Python number of a tensor of one element.
func item(t *object.Thread, v object.Value) (object.Value, error) {
	s := state.Of(t)
	x := values.TensorOf(v)
	if x.Numel() != 1 {
		return object.Value{}, object.Raise(object.ValueError, "only one element tensors can be converted to Python scalars")
	}
	n, err := s.Tape.Item(x)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return values.Number(n), nil
}
