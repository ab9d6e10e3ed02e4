package numpy

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file gives arrays and scalars Python's operators.

// operatorUfuncs are the ufuncs behind the binary operators.
var operatorUfuncs = map[object.BinaryOp]string{
	object.Add: "add", object.Sub: "subtract", object.Mul: "multiply", object.TrueDiv: "divide", object.FloorDiv: "floor_divide",
	object.Mod: "remainder", object.Pow: "power", object.And: "bitwise_and", object.Or: "bitwise_or", object.Xor: "bitwise_xor",
	object.LShift: "left_shift", object.RShift: "right_shift",
}

var compareUfuncs = [...]string{
	object.Lt: "less", object.Le: "less_equal", object.Eq: "equal",
	object.Ne: "not_equal", object.Gt: "greater", object.Ge: "greater_equal",
}

var unaryUfuncs = map[object.UnaryOp]string{object.Neg: "negative", object.Abs: "absolute", object.Invert: "invert"}

func operatorSlots(s *object.Slots) {
	for op, name := range operatorUfuncs {
		f := ufuncNamed[name]
		slot := func(t *object.Thread, a, b object.Value) (object.Value, error) {
			if v, ok, err := quick(t, op, a, b); ok {
				return v, err
			}
			if (!operates(a) || !operates(b)) && !besideObjects(a, b) {
				return object.NotImplemented, nil
			}
			if op == object.Pow {
				if g := powerOf(a, b); g != nil {
					return g.apply(t, a)
				}
			}
			return f.run(t, true, []object.Value{a, b})
		}
		s.Binary[op], s.Reflected[op] = slot, slot
	}
	matmul := func(t *object.Thread, a, b object.Value) (object.Value, error) {
		if !operates(a) || !operates(b) {
			return object.NotImplemented, nil
		}
		return matmul(t, []object.Value{a, b})
	}
	s.Binary[object.MatMul], s.Reflected[object.MatMul] = matmul, matmul
	for op, name := range unaryUfuncs {
		f := ufuncNamed[name]
		s.Unary[op] = func(t *object.Thread, a object.Value) (object.Value, error) {
			return f.run(t, true, []object.Value{a})
		}
	}
	s.Unary[object.Pos] = func(t *object.Thread, a object.Value) (object.Value, error) {
		if x, ok := a.Object().(*Array); ok {
			c, err := x.copy(envOf(t))
			return result(c, err)
		}
		return a, nil
	}
}

// powerOf is the ufunc that an array to a certain power is, nil for other powers.
func powerOf(a, b object.Value) *ufunc {
	x, ok := a.Object().(*Array)
	n, number := object.AsFloat(b)
	if b.IsInt() {
		n, number = float64(b.SmallInt()), true
	}
	if !ok || !number || x.dom != nil {
		return nil
	}
	switch float := x.dtype().IsFloat() || x.dtype().IsComplex(); {
	case n == 2 && (float || b.IsInt() && kindOf(x.dtype()) == 1):
		return ufuncNamed["square"]
	case n == -1 && float:
		return ufuncNamed["reciprocal"]
	case n == 0.5 && float:
		return ufuncNamed["sqrt"]
	}
	return nil
}

// operates reports what may stand beside an array. Classes that want the operator for
// themselves say so with __array_ufunc__ = None or a higher __array_priority__.
func operates(v object.Value) bool {
	if _, _, ok := number(v); ok {
		return true
	}
	switch v.Object().(type) {
	case *Array, *object.List, *object.Tuple, *object.Range, *object.Str:
		return true
	}
	return false
}

// besideObjects reports operands of which one is an array of objects: it computes with
// anything.
func besideObjects(a, b object.Value) bool {
	for _, v := range []object.Value{a, b} {
		if x, ok := v.Object().(*Array); ok && x.isKind("O") {
			return true
		}
	}
	return false
}

// quick computes with two float64 or two int64 scalars without making arrays; a Python
// number may stand for either.
func quick(t *object.Thread, op object.BinaryOp, a, b object.Value) (v object.Value, ok bool, err error) {
	x, ok := object.AsFloat(a)
	y, ok2 := object.AsFloat(b)
	switch {
	case ok && b.IsInt() && !b.IsBool():
		y, ok2 = float64(b.SmallInt()), true
	case ok2 && a.IsInt() && !a.IsBool():
		x, ok = float64(a.SmallInt()), true
	case !ok && !ok2:
		v, ok = quickInts(op, a, b)
		return v, ok, nil
	}
	if !ok || !ok2 {
		return object.Value{}, false, nil
	}
	var r float64
	switch op {
	case object.Add:
		r = x + y
	case object.Sub:
		r = x - y
	case object.Mul:
		r = x * y
	case object.TrueDiv:
		r = x / y
	default:
		return object.Value{}, false, nil
	}
	if r-r != 0 {
		err = checkScalars(t, op, x, y, r)
	}
	return newScalar(tensor.Float64, tensor.Float(r)), true, err
}

// quickInts adds, subtracts and multiplies int64 scalars where nothing overflows.
func quickInts(op object.BinaryOp, a, b object.Value) (object.Value, bool) {
	x, ok := wideInt(a)
	y, ok2 := wideInt(b)
	if !ok || !ok2 {
		return object.Value{}, false
	}
	var r int64
	switch op {
	case object.Add:
		r = x + y
	case object.Sub:
		r = x - y
	case object.Mul:
		r = x * y
	default:
		return object.Value{}, false
	}
	return newScalar(tensor.Int64, tensor.Int(r)), true
}

// wideInt is a Python int or numpy.int64 whose sums and products with another fit 64 bits.
func wideInt(v object.Value) (int64, bool) {
	n := int64(0)
	if s, ok := v.Object().(*Scalar); ok && s.d == tensor.Int64 && s.info == nil {
		n = s.s.I
	} else if v.IsInt() && !v.IsBool() {
		n = v.SmallInt()
	} else {
		return 0, false
	}
	return n, n > -1<<31 && n < 1<<31
}

func inplaceSlots(s *object.Slots) {
	for op, name := range operatorUfuncs {
		s.Inplace[op] = func(t *object.Thread, a, b object.Value) (object.Value, error) {
			x := a.Object().(*Array)
			v, err := ufuncNamed[name].apply(t, a, b)
			if err != nil {
				return v, err
			}
			if y, ok := v.Object().(*Array); ok && len(y.shape) > len(x.shape) || ok && product(y.shape) != product(x.shape) {
				return object.Value{}, valueError("non-broadcastable output operand with shape %s doesn't match the broadcast shape %s", shapeText(x.shape), shapeText(y.shape))
			}
			return ufuncNamed[name].into(t, a, v, object.True)
		}
	}
}

// compareSlot is a rich comparison. == with something incomparable is False.
func compareSlot(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if (!operates(a) || !operates(b)) && !besideObjects(a, b) {
		return object.NotImplemented, nil
	}
	if x, ok := plainNumber(a); ok {
		if y, ok := plainNumber(b); ok {
			return newScalar(tensor.Bool, tensor.Boolean(compareFloats(op, x, y))), nil
		}
	}
	r, err := ufuncNamed[compareUfuncs[op]].apply(t, a, b)
	if err != nil && (op == object.Eq || op == object.Ne) && object.Catch(err, object.ValueError) {
		return callNumpy(t, "_incomparable", object.Args{Pos: []object.Value{object.Bool(op == object.Ne)}})
	}
	return r, err
}

// plainNumber is a float or an integer that a float holds.
func plainNumber(v object.Value) (float64, bool) {
	if f, ok := object.AsFloat(v); ok {
		return f, true
	}
	n, ok := wideInt(v)
	return float64(n), ok
}

func compareFloats(op object.CompareOp, x, y float64) bool {
	switch op {
	case object.Lt:
		return x < y
	case object.Le:
		return x <= y
	case object.Eq:
		return x == y
	case object.Ne:
		return x != y
	case object.Gt:
		return x > y
	}
	return x >= y
}
