package object

// This file holds the protocols of operators.

// Binary returns a op b.
func Binary(t *Thread, op BinaryOp, a, b Value) (Value, error) {
	var v Value
	var err error
	switch {
	case a.head == &intHead && b.head == &intHead:
		v, err = smallBinary(t, op, int64(a.bits), int64(b.bits))
	case a.head == &floatHead && b.head == &floatHead:
		v, err = floatBinary(op, a.Float64(), b.Float64())
	case isWhole(a) && isWhole(b) && (op < And || op > Xor || a.head == &intHead || b.head == &intHead):
		v, err = smallBinary(t, op, int64(a.bits), int64(b.bits))
	default:
		v, err = binaryOp(t, op, a, b)
	}
	if err != nil || v != NotImplemented {
		return v, err
	}
	return Value{}, Unsupported(op.String(), op, a, b)
}

// isWhole reports whether v is a small int or a bool, which counts as 0 or 1 in
// arithmetic with an int. Of two bools & | ^ are bools.
func isWhole(v Value) bool { return v.head == &intHead || v.head == &boolHead }

// binaryOp asks both operands, the right one first where its class is a subclass
// of the left one's and redefines the operator.
func binaryOp(t *Thread, op BinaryOp, a, b Value) (Value, error) {
	ca, cb := a.head.class, b.head.class
	left, right := ca.Slots.Binary[op], cb.Slots.Reflected[op]
	switch {
	case ca == cb:
		right = nil // one class: the reflected method is not asked
	case right == nil || left == nil:
	case cb.IsSubclassOf(ca) && overrides(cb, ca, op), op == Mul && isSequence(a) && !isSequence(b):
		// Repetition comes after arithmetic: [1] * x asks x first.
		if v, err := right(t, a, b); err != nil || v != NotImplemented {
			return v, err
		}
		right = nil
	}
	if left != nil {
		if v, err := left(t, a, b); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if right != nil {
		return right(t, a, b)
	}
	return NotImplemented, nil
}

// overrides reports whether sub has another reflected method than base.
func overrides(sub, base *Class, op BinaryOp) bool {
	x, y := sub.LookupBox(reflectedNames[op]), base.LookupBox(reflectedNames[op])
	return x != y && (x == nil || y == nil || x.Value != y.Value)
}

// Inplace returns a after a op= b, which may be a itself changed.
func Inplace(t *Thread, op BinaryOp, a, b Value) (Value, error) {
	if a.head == &intHead && b.head == &intHead {
		return smallBinary(t, op, int64(a.bits), int64(b.bits))
	}
	if f := a.head.class.Slots.Inplace[op]; f != nil {
		if v, err := f(t, a, b); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if a.head == &floatHead && b.head == &floatHead {
		return floatBinary(op, a.Float64(), b.Float64())
	}
	v, err := binaryOp(t, op, a, b)
	if err != nil || v != NotImplemented {
		return v, err
	}
	symbol := op.String() + "="
	if op == Pow {
		symbol = "**="
	}
	return Value{}, Unsupported(symbol, op, a, b)
}

// Unsupported is the TypeError of an operator that neither operand knows.
func Unsupported(symbol string, op BinaryOp, a, b Value) error {
	switch {
	case op == Add && concatName(a) != "":
		return Raise(TypeError, concatFormat(a), concatName(a), TypeName(b), concatName(a))
	case op == Mul && isSequence(a):
		return Raise(TypeError, "can't multiply sequence by non-int of type '%s'", TypeName(b))
	case op == Mul && isSequence(b) && !(symbol == "*=" && likeSequence(a)):
		return Raise(TypeError, "can't multiply sequence by non-int of type '%s'", TypeName(a))
	}
	hint := ""
	if f, ok := a.Object().(*Builtin); ok && op == RShift && f.Name == "print" {
		hint = ". Did you mean \"print(<message>, file=<output_stream>)\"?"
	}
	return Raise(TypeError, "unsupported operand type(s) for %s: '%s' and '%s'%s", symbol, TypeName(a), TypeName(b), hint)
}

// likeSequence reports whether CPython finds sequence operations in a's type; then
// it does not look for the repetition of the other operand of *=.
func likeSequence(a Value) bool {
	c := a.head.class
	return !c.Builtin || c.Slots.Len != nil || c.Slots.Contains != nil
}

// concatName names the built-in sequences that refuse to be added to something else.
func concatName(v Value) string {
	switch o := v.Object().(type) {
	case *Str:
		return "str"
	case *List:
		return "list"
	case *Tuple:
		return "tuple"
	case *Bytes:
		return o.class.Name
	case *ByteArray:
		return o.class.Name
	}
	return ""
}

func concatFormat(v Value) string {
	switch v.Object().(type) {
	case *Bytes, *ByteArray:
		return "can't concat %[2]s to %[1]s"
	}
	return "can only concatenate %s (not \"%s\") to %s"
}

func isSequence(v Value) bool {
	switch v.Object().(type) {
	case *Range:
		return false
	case Buffered:
		return true
	}
	return concatName(v) != ""
}

// Unary returns op a.
func Unary(t *Thread, op UnaryOp, a Value) (Value, error) {
	if f := a.head.class.Slots.Unary[op]; f != nil {
		return f(t, a)
	}
	if op == Abs {
		return Value{}, Raise(TypeError, "bad operand type for abs(): '%s'", TypeName(a))
	}
	return Value{}, Raise(TypeError, "bad operand type for unary %s: '%s'", [...]string{"-", "+", "~"}[op], TypeName(a))
}

// Power returns pow(a, b), and pow(a, b, mod) where mod is not None.
func Power(t *Thread, a, b, mod Value) (Value, error) {
	if mod.head == nil || mod.IsNone() {
		return Binary(t, Pow, a, b)
	}
	return PowMod(t, a, b, mod)
}
