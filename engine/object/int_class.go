package object

import (
	"math/big"
	"math/bits"

	"gputour/engine/bignum"
	"gputour/engine/object/numeral"
)

// This file defines the classes int and bool.

func initInt() {
	slots := Slots{
		Repr: intRepr, Hash: func(_ *Thread, v Value) (int64, error) { return intHash(v), nil },
		Compare: intCompare,
		Bool:    func(_ *Thread, v Value) (bool, error) { return bigOf(v).Sign() != 0, nil },
		Index:   intExact, Int: intExact,
		Float: func(t *Thread, v Value) (Value, error) {
			f, err := bigToFloat(bigOf(v))
			return Float(f), err
		},
		Unary: [numUnary]func(*Thread, Value) (Value, error){intNeg, intExact, intInvert, intAbs},
	}
	for op := Add; op < MatMul; op++ {
		slots.Binary[op] = intBinary(op)
		slots.Reflected[op] = slots.Binary[op]
	}
	same := func(t *Thread, a []Value) (Value, error) { return exactInt(a[0]), nil }
	IntClass.Define(Spec{
		Doc:       "int([x]) -> integer\nint(x, base=10) -> integer\n\nConvert a number or string to an integer, or return 0 if no arguments\nare given.  If x is a number, return x.__int__().  For floating point\nnumbers, this truncates towards zero.\n\nIf x is not a number or if base is given, then x must be a string,\nbytes, or bytearray instance representing an integer literal in the\ngiven base.  The literal can be preceded by '+' or '-' and be surrounded\nby whitespace.  The base defaults to 10.  Valid bases are 0 and 2-36.\nBase 0 means to interpret the base from the string as an integer literal.\n>>> int('0b100', base=0)\n4",
		Signature: "int(x=?, /, base=?)", Make: intMake, Slots: slots,
		Methods: []Method{
			{"bit_length(self, /)", func(_ *Thread, a []Value) (Value, error) { return Int(int64(bigOf(a[0]).BitLen())), nil }, "Number of bits necessary to represent self in binary.\n\n>>> bin(37)\n'0b100101'\n>>> (37).bit_length()\n6"},
			{"bit_count(self, /)", intBitCount, "Number of ones in the binary representation of the absolute value of self.\n\nAlso known as the population count."},
			{"to_bytes(self, /, length=1, byteorder='big', *, signed=False)", intToBytes, "Return an array of bytes representing an integer."},
			{"as_integer_ratio(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewTuple(exactInt(a[0]), Int(1)), nil }, "Return integer ratio."},
			{"conjugate(self, /)", same, "Returns self, the complex conjugate of any int."},
			{"__trunc__(self, /)", same, "Truncating an Integral returns itself."},
			{"__floor__(self, /)", same, "Flooring an Integral returns itself."},
			{"__ceil__(self, /)", same, "Ceiling of an Integral returns itself."},
			{"__round__(self, ndigits=?, /)", intRound, "Rounding an Integral returns itself.\n\nRounding with an ndigits argument also returns an integer."},
			{"__format__(self, format_spec, /)", formatMethod, ""},
			{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewTuple(exactInt(a[0])), nil }, ""},
			{"__sizeof__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				return Int(int64(24 + 4*max((bigOf(a[0]).BitLen()+29)/30, 1))), nil
			}, "Returns size in memory, in bytes."},
		},
		ClassMethods: []Method{{"from_bytes(bytes, byteorder='big', *, signed=False)", intFromBytes, "Return the integer represented by the given array of bytes."}},
		Props: []Prop{
			{Name: "real", Get: func(_ *Thread, v Value) (Value, error) { return exactInt(v), nil }},
			{Name: "imag", Get: func(_ *Thread, v Value) (Value, error) { return Int(0), nil }},
			{Name: "numerator", Get: func(_ *Thread, v Value) (Value, error) { return exactInt(v), nil }},
			{Name: "denominator", Get: func(_ *Thread, v Value) (Value, error) { return Int(1), nil }},
		},
	})
	initBool()
}

func initBool() {
	slots := Slots{Repr: func(_ *Thread, v Value) (string, error) {
		if v == True {
			return "True", nil
		}
		return "False", nil
	}}
	for _, op := range []BinaryOp{And, Or, Xor} {
		slots.Binary[op] = boolBinary(op)
		slots.Reflected[op] = slots.Binary[op]
	}
	BoolClass.Define(Spec{
		Doc:   "bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.\nThe builtins True and False are the only two instances of the class bool.\nThe class bool cannot be subclassed.",
		Bases: []*Class{IntClass}, Signature: "bool(x=False, /)", Final: true,
		Make: func(t *Thread, _ *Class, a []Value) (Value, error) {
			ok, err := ToBool(t, a[0])
			return Bool(ok), err
		},
		Slots: slots,
	})
}

func boolBinary(op BinaryOp) binaryFunc {
	number := intBinary(op)
	return func(t *Thread, a, b Value) (Value, error) {
		v, err := number(t, a, b)
		if a.IsBool() && b.IsBool() && err == nil {
			return Bool(v.bits != 0), nil
		}
		return v, err
	}
}

func intExact(_ *Thread, v Value) (Value, error) { return exactInt(v), nil }

func intNeg(_ *Thread, v Value) (Value, error) {
	if n, ok := AsInt(v); ok && n != -1<<63 {
		return Int(-n), nil
	}
	return NewBig(new(big.Int).Neg(bigOf(v))), nil
}

func intInvert(_ *Thread, v Value) (Value, error) {
	if n, ok := AsInt(v); ok {
		return Int(^n), nil
	}
	return NewBig(new(big.Int).Not(bigOf(v))), nil
}

func intAbs(_ *Thread, v Value) (Value, error) {
	return NewBig(new(big.Int).Abs(bigOf(v))), nil
}

func intCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	if !IsInteger(b) {
		return NotImplemented, nil
	}
	x, xOK := AsInt(a)
	y, yOK := AsInt(b)
	if xOK && yOK {
		return Bool(op.holds(cmpInt(x, y))), nil
	}
	return Bool(op.holds(bigOf(a).Cmp(bigOf(b)))), nil
}

func intMake(t *Thread, c *Class, a []Value) (Value, error) {
	v, err := intFrom(t, a[0], a[1])
	if err != nil || c == IntClass {
		return v, err
	}
	return newIntOf(c, v), nil
}

// intFrom is int(x, base); zero Values are absent.
func intFrom(t *Thread, x, base Value) (Value, error) {
	if base.head == nil {
		if x.head == nil {
			return Int(0), nil
		}
		return ToInt(t, x)
	}
	b, err := clampIndex(t, base)
	if err != nil {
		return Value{}, err
	}
	if x.head == nil {
		return Value{}, Raise(TypeError, "int() missing string argument")
	}
	if b != 0 && (b < 2 || b > 36) {
		return Value{}, Raise(ValueError, "int() base must be >= 2 and <= 36, or 0")
	}
	text, ok := textOf(x)
	if !ok {
		return Value{}, Raise(TypeError, "int() can't convert non-string with explicit base")
	}
	return parseInt(t, text, b, x)
}

// textOf returns the text of a str, bytes or bytearray.
func textOf(v Value) (string, bool) {
	switch o := v.Object().(type) {
	case *Str:
		return o.s, true
	case *Bytes:
		return string(o.B), true
	case *ByteArray, *MemoryView, Buffered:
		b, _ := bufferOf(v)
		return string(b), true
	}
	return "", false
}

// ToInt returns int(v).
func ToInt(t *Thread, v Value) (Value, error) {
	if v.head == &floatHead {
		return IntFromFloat(v.Float64())
	}
	if s, ok := v.head.object.(*Str); ok && s.class == StrClass {
		if n, ok := numeral.ParseDecimal(s.s); ok {
			return Int(n), nil
		}
		return parseInt(t, s.s, 10, v)
	}
	slots := v.head.class.Slots
	switch {
	case slots.Int != nil:
		x, err := slots.Int(t, v)
		if err != nil {
			return Value{}, err
		}
		if !IsInteger(x) {
			return Value{}, Raise(TypeError, "__int__ returned non-int (type %s)", TypeName(x))
		}
		return exactInt(x), nil
	case slots.Index != nil:
		return Index(t, v)
	}
	if x, ok, err := CallMethod(t, v, "__trunc__"); ok {
		if err != nil {
			return Value{}, err
		}
		if x.head.class.Slots.Index == nil {
			return Value{}, Raise(TypeError, "__trunc__ returned non-Integral (type %s)", TypeName(x))
		}
		return Index(t, x)
	}
	if text, ok := textOf(v); ok {
		return parseInt(t, text, 10, v)
	}
	return Value{}, Raise(TypeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", TypeName(v))
}

// IntFromFloat truncates f.
func IntFromFloat(f float64) (Value, error) {
	switch {
	case f != f:
		return Value{}, Raise(ValueError, "cannot convert float NaN to integer")
	case f > 1.7976931348623157e308 || f < -1.7976931348623157e308:
		return Value{}, Raise(OverflowError, "cannot convert float infinity to integer")
	case f > -9.2e18 && f < 9.2e18:
		return Int(int64(f)), nil
	}
	n, _ := new(big.Float).SetFloat64(f).Int(nil)
	return NewBig(n), nil
}

func intBitCount(_ *Thread, a []Value) (Value, error) {
	n := 0
	for _, w := range bigOf(a[0]).Bits() {
		n += bits.OnesCount(uint(w))
	}
	return Int(int64(n)), nil
}

// byteOrder reads the byteorder argument.
func byteOrder(method string, v Value) (little bool, err error) {
	s, ok := AsStr(v)
	switch {
	case !ok:
		return false, Raise(TypeError, "%s() argument 'byteorder' must be str, not %s", method, ArgName(v))
	case s == "little":
		return true, nil
	case s == "big":
		return false, nil
	}
	return false, Raise(ValueError, "byteorder must be either 'little' or 'big'")
}

func intToBytes(t *Thread, a []Value) (Value, error) {
	length, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	little, err := byteOrder("to_bytes", a[2])
	if err != nil {
		return Value{}, err
	}
	signed, err := ToBool(t, a[3])
	if err != nil {
		return Value{}, err
	}
	if length < 0 {
		return Value{}, Raise(ValueError, "length argument must be non-negative")
	}
	if err := t.Charge(length); err != nil {
		return Value{}, err
	}
	n := bigOf(a[0])
	if n.Sign() < 0 && !signed {
		return Value{}, Raise(OverflowError, "can't convert negative int to unsigned")
	}
	out, ok := fixedBytes(n, length, signed)
	if !ok {
		return Value{}, Raise(OverflowError, "int too big to convert")
	}
	if little {
		reverseBytes(out)
	}
	return NewBytes(out), nil
}

// fixedBytes writes n in length bytes, big end first, in two's complement where signed.
func fixedBytes(n *big.Int, length int, signed bool) ([]byte, bool) {
	room := 8 * length
	m := n
	if n.Sign() < 0 {
		m = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(room)))
		if m.Sign() < 0 || length == 0 || m.Bit(room-1) == 0 {
			return nil, false
		}
	} else if n.BitLen() > room || signed && n.BitLen() > max(room-1, 0) {
		return nil, false
	}
	return m.FillBytes(make([]byte, length)), true
}

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

func intFromBytes(t *Thread, a []Value) (Value, error) {
	little, err := byteOrder("from_bytes", a[2])
	if err != nil {
		return Value{}, err
	}
	signed, err := ToBool(t, a[3])
	if err != nil {
		return Value{}, err
	}
	b, err := bytesFrom(t, a[1], "bytes")
	if err != nil {
		return Value{}, err
	}
	b = append([]byte(nil), b...)
	if little {
		reverseBytes(b)
	}
	n := new(big.Int).SetBytes(b)
	if signed && len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	if c := a[0].Object().(*Class); c != IntClass {
		return Call(t, a[0], NewBig(n))
	}
	return NewBig(n), nil
}

// intRound rounds half to even at a power of ten.
func intRound(t *Thread, a []Value) (Value, error) {
	if a[1].head == nil {
		return exactInt(a[0]), nil
	}
	d, err := Index(t, a[1])
	if err != nil {
		return Value{}, err
	}
	digits := bigOf(d)
	if digits.Sign() >= 0 {
		return exactInt(a[0]), nil
	}
	n := bigOf(a[0])
	// Ten to more digits than n has is more than twice n: the result is 0.
	if !digits.IsInt64() || -digits.Int64() > int64(n.BitLen()/3+2) {
		return Int(0), nil
	}
	unit, err := bignum.Pow(t.Poll, big.NewInt(10), uint(-digits.Int64()))
	if err != nil {
		return Value{}, err
	}
	q, r, err := bignum.Div(t.Poll, n, unit)
	if err != nil {
		return Value{}, err
	}
	c := r.Lsh(r, 1).Cmp(unit)
	if c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return newBig(bignum.Mul(t.Poll, q, unit))
}
