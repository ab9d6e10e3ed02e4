package object

import "bytes"

// This file holds the protocols that every value takes part in: repr, str,
// truth, hash, comparison, call. Containers, numbers and attributes have files of their own.

// Repr returns repr(v).
func Repr(t *Thread, v Value) (string, error) {
	repr := v.head.class.Slots.Repr
	if err := t.Enter(" while getting the repr of an object"); err != nil {
		return "", err
	}
	s, err := repr(t, v)
	t.Leave()
	return s, err
}

// mustRepr is Repr for error messages: an object whose repr fails is named by its class.
func mustRepr(t *Thread, v Value) string {
	s, err := Repr(t, v)
	if err != nil {
		return "<" + TypeName(v) + " object>"
	}
	return s
}

// ToStr returns str(v).
func ToStr(t *Thread, v Value) (string, error) {
	if s, ok := v.head.object.(*Str); ok && s.class == StrClass {
		return s.s, nil
	}
	if err := t.Enter(" while getting the str of an object"); err != nil {
		return "", err
	}
	s, err := v.head.class.Slots.Str(t, v)
	t.Leave()
	return s, err
}

// ToBool returns bool(v).
func ToBool(t *Thread, v Value) (bool, error) {
	switch v.head {
	case &boolHead, &intHead:
		return v.bits != 0, nil
	case &noneHead:
		return false, nil
	case &floatHead:
		return v.Float64() != 0, nil
	}
	if s, ok := v.head.object.(*Str); ok && s.class == StrClass {
		return s.s != "", nil
	}
	slots := v.head.class.Slots
	if slots.Bool != nil {
		return slots.Bool(t, v)
	}
	if slots.Len != nil {
		n, err := slots.Len(t, v)
		return n != 0, err
	}
	return true, nil
}

// Hash returns hash(v), or TypeError where v is unhashable.
func Hash(t *Thread, v Value) (int64, error) {
	switch v.head {
	case &intHead, &boolHead:
		return smallHash(int64(v.bits)), nil
	case &floatHead:
		return floatHash(v.Float64(), nil), nil
	}
	if s, ok := v.head.object.(*Str); ok && s.class == StrClass {
		return s.Hash(), nil
	}
	hash := v.head.class.Slots.Hash
	if hash == nil {
		return 0, Raise(TypeError, "unhashable type: '%s'", TypeName(v))
	}
	return hash(t, v)
}

// mustHash is the hash of a key that is in a dict already, or is a string or number.
func mustHash(v Value) int64 {
	h, err := Hash(nil, v)
	if err != nil {
		panic(err)
	}
	return h
}

// Compare returns the value of a op b, which need not be a bool.
func Compare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	if a.head == &intHead && b.head == &intHead {
		return Bool(op.holds(cmpInt(int64(a.bits), int64(b.bits)))), nil
	}
	if a.head == &floatHead && b.head == &floatHead {
		return Bool(compareFloats(op, a.Float64(), b.Float64())), nil
	}
	if x, ok := a.head.object.(*Str); ok && x.class == StrClass {
		if y, ok := b.head.object.(*Str); ok && y.class == StrClass {
			return strCompare(t, op, a, b)
		}
	}
	if x, ok := a.head.object.(*Tuple); ok && x.class == TupleClass {
		if y, ok := b.head.object.(*Tuple); ok && y.class == TupleClass {
			return tupleCompare(t, op, x.Items, y.Items)
		}
	}
	return compareSlow(t, op, a, b)
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// holds reports whether a three-way result c satisfies op.
func (op CompareOp) holds(c int) bool {
	switch op {
	case Lt:
		return c < 0
	case Le:
		return c <= 0
	case Eq:
		return c == 0
	case Ne:
		return c != 0
	case Gt:
		return c > 0
	}
	return c >= 0
}

func compareFloats(op CompareOp, a, b float64) bool {
	switch op {
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Gt:
		return a > b
	}
	return a >= b
}

// compareSlow asks both operands; the right one first where its class is a
// subclass of the left one's.
func compareSlow(t *Thread, op CompareOp, a, b Value) (Value, error) {
	if err := t.Enter(" in comparison"); err != nil {
		return Value{}, err
	}
	v, err := askBoth(t, op, a, b)
	t.Leave()
	if err != nil || v != NotImplemented {
		return v, err
	}
	switch op {
	case Eq:
		return Bool(a == b), nil
	case Ne:
		return Bool(a != b), nil
	}
	return Value{}, Raise(TypeError, "'%s' not supported between instances of '%s' and '%s'", op, TypeName(a), TypeName(b))
}

func askBoth(t *Thread, op CompareOp, a, b Value) (Value, error) {
	ca, cb := a.head.class, b.head.class
	if ca == cb {
		v, err := ca.Slots.Compare(t, op, a, b)
		if err != nil || v != NotImplemented || ca.Builtin {
			return v, err
		}
		return cb.Slots.Compare(t, op.swapped(), b, a)
	}
	rightFirst := cb.Slots.Compare != nil && cb.IsSubclassOf(ca)
	if rightFirst {
		if v, err := cb.Slots.Compare(t, op.swapped(), b, a); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if v, err := ca.Slots.Compare(t, op, a, b); err != nil || v != NotImplemented || rightFirst {
		return v, err
	}
	return cb.Slots.Compare(t, op.swapped(), b, a)
}

// CompareBool is the truth of a op b.
func CompareBool(t *Thread, op CompareOp, a, b Value) (bool, error) {
	v, err := Compare(t, op, a, b)
	if err != nil {
		return false, err
	}
	return ToBool(t, v)
}

// Equal reports whether a is b or a == b, as containers compare their elements.
func Equal(t *Thread, a, b Value) (bool, error) {
	if a == b {
		return true, nil
	}
	if a.head == &intHead && b.head == &intHead {
		return false, nil
	}
	if x, ok := a.head.object.(*Str); ok {
		if y, ok := b.head.object.(*Str); ok && x.class == StrClass && y.class == StrClass {
			return x.s == y.s, nil
		}
	}
	if x, ok := a.head.object.(*Tuple); ok && x.class == TupleClass {
		if y, ok := b.head.object.(*Tuple); ok && y.class == TupleClass {
			return equalTuples(t, x.Items, y.Items)
		}
	}
	if x, ok := a.head.object.(*Bytes); ok && x.class == BytesClass {
		if y, ok := b.head.object.(*Bytes); ok && y.class == BytesClass {
			return bytes.Equal(x.B, y.B), nil
		}
	}
	return CompareBool(t, Eq, a, b)
}

func equalTuples(t *Thread, x, y []Value) (bool, error) {
	if len(x) != len(y) {
		return false, nil
	}
	if err := t.Enter(" in comparison"); err != nil {
		return false, err
	}
	i, err := firstUnequal(t, x, y)
	t.Leave()
	return i == len(x), err
}

// Callable reports whether v can be called.
func Callable(v Value) bool { return v.head.class.Slots.Call != nil }

// Call calls fn with positional arguments.
func Call(t *Thread, fn Value, args ...Value) (Value, error) {
	pos := t.borrow(len(args))
	copy(pos, args)
	v, err := CallArgs(t, fn, Args{Pos: pos})
	t.release(len(args))
	return v, err
}

// CallArgs calls fn. The slices of a stay the caller's.
func CallArgs(t *Thread, fn Value, a Args) (Value, error) {
	if b, ok := fn.head.object.(*Builtin); ok {
		return b.CallWith(t, a)
	}
	call := fn.head.class.Slots.Call
	if call == nil {
		return Value{}, Raise(TypeError, "'%s' object is not callable", TypeName(fn))
	}
	if err := t.Enter(" while calling a Python object"); err != nil {
		return Value{}, err
	}
	v, err := call(t, fn, a)
	t.Leave()
	return v, err
}
