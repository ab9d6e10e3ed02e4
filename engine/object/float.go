package object

import (
	"math"
	"math/big"
)

// FloatObject is an instance of a subclass of float; a float itself is immediate.
type FloatObject struct {
	Head
	F float64
}

// FloatClass is float.
var FloatClass = bare("float")

// AsFloat returns the number of a float or of an instance of a subclass.
func AsFloat(v Value) (float64, bool) {
	if v.head == &floatHead {
		return v.Float64(), true
	}
	if o, ok := v.head.object.(*FloatObject); ok {
		return o.F, true
	}
	return 0, false
}

// ToFloat converts v as C functions of float arguments do: from float, int,
// __float__ or __index__.
func ToFloat(t *Thread, v Value) (float64, error) {
	switch v.head {
	case &floatHead:
		return v.Float64(), nil
	case &intHead, &boolHead:
		return float64(int64(v.bits)), nil
	}
	if f, ok := AsFloat(v); ok {
		return f, nil
	}
	if IsInteger(v) {
		return bigToFloat(bigOf(v))
	}
	slots := v.head.class.Slots
	if slots.Float != nil {
		x, err := slots.Float(t, v)
		if err != nil {
			return 0, err
		}
		f, ok := AsFloat(x)
		if !ok {
			return 0, Raise(TypeError, "%s.__float__ returned non-float (type %s)", TypeName(v), TypeName(x))
		}
		return f, nil
	}
	if slots.Index != nil {
		x, err := Index(t, v)
		if err != nil {
			return 0, err
		}
		return bigToFloat(bigOf(x))
	}
	return 0, Raise(TypeError, "must be real number, not %s", TypeName(v))
}

// floatBinary is a op b of two floats.
func floatBinary(op BinaryOp, a, b float64) (Value, error) {
	switch op {
	case Add:
		return Float(a + b), nil
	case Sub:
		return Float(a - b), nil
	case Mul:
		return Float(a * b), nil
	case TrueDiv:
		if b == 0 {
			return Value{}, Raise(ZeroDivisionError, "float division by zero")
		}
		return Float(a / b), nil
	case FloorDiv, Mod, DivMod:
		return floatDiv(op, a, b)
	case Pow:
		return floatPow(a, b)
	}
	return Value{}, Unsupported(op.String(), op, Float(a), Float(b))
}

func floatDiv(op BinaryOp, a, b float64) (Value, error) {
	if b == 0 {
		switch op {
		case Mod:
			return Value{}, Raise(ZeroDivisionError, "float modulo")
		case DivMod:
			return Value{}, Raise(ZeroDivisionError, "float divmod()")
		}
		return Value{}, Raise(ZeroDivisionError, "float floor division by zero")
	}
	q, r := floatDivMod(a, b)
	switch op {
	case FloorDiv:
		return Float(q), nil
	case Mod:
		return Float(r), nil
	}
	return NewTuple(Float(q), Float(r)), nil
}

// floatDivMod follows CPython's float_divmod: the remainder has b's sign, the
// quotient is the integer nearest to the exact one.
func floatDivMod(a, b float64) (q, r float64) {
	r = math.Mod(a, b)
	div := (a - r) / b
	switch {
	case r == 0:
		r = math.Copysign(0, b)
	case (b < 0) != (r < 0):
		r += b
		div--
	}
	if div == 0 {
		return math.Copysign(0, a/b), r
	}
	q = math.Floor(div)
	if div-q > 0.5 {
		q++
	}
	return q, r
}

// floatPow follows CPython's float_pow: errors where C gives them, a complex
// result for a negative base and a fraction.
func floatPow(a, b float64) (Value, error) {
	switch {
	case a == 0 && b < 0 && !math.IsInf(b, 0):
		return Value{}, Raise(ZeroDivisionError, "0.0 cannot be raised to a negative power")
	case a < 0 && !math.IsInf(a, 0) && !math.IsInf(b, 0) && !math.IsNaN(b) && b != math.Floor(b):
		return complexPow(complex(a, 0), complex(b, 0))
	}
	switch { // what is exact needs no logarithms
	case b == 2:
		a *= a
		b = 1
	case b == 0.5 && a > 0:
		return Float(math.Sqrt(a)), nil
	}
	r := cPow(a, b)
	if math.IsInf(r, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return Value{}, NewException(OverflowError, Int(34), NewStr("Numerical result out of range"))
	}
	return Float(r), nil
}

// floatHash is CPython's hash of a float: that of the equal int where there is
// one. NaN hashes by identity; h is the object, nil for an immediate.
func floatHash(f float64, h *Head) int64 {
	if math.IsInf(f, 0) {
		if f > 0 {
			return 314159
		}
		return -314159
	}
	if math.IsNaN(f) {
		if h != nil {
			return idHash(Value{h, 0})
		}
		return int64(math.Float64bits(f) >> 4)
	}
	frac, exp := math.Frexp(math.Abs(f))
	x := uint64(0)
	for frac != 0 {
		x = x<<28&hashModulus | x>>(61-28)
		frac *= 1 << 28
		exp -= 28
		y := uint64(frac)
		frac -= float64(y)
		if x += y; x >= hashModulus {
			x -= hashModulus
		}
	}
	shift := exp % 61
	if shift < 0 {
		shift += 61
	}
	x = x<<shift&hashModulus | x>>(61-shift)
	n := int64(x)
	if f < 0 {
		n = -n
	}
	if n == -1 {
		return -2
	}
	return n
}

// floatSlot is the slot of op for float: each operand a float or an int.
func floatSlot(op BinaryOp) func(*Thread, Value, Value) (Value, error) {
	return func(t *Thread, a, b Value) (Value, error) {
		x, ok, err := floatOperand(a)
		if !ok || err != nil {
			return NotImplemented, err
		}
		y, ok, err := floatOperand(b)
		if !ok || err != nil {
			return NotImplemented, err
		}
		return floatBinary(op, x, y)
	}
}

func floatOperand(v Value) (float64, bool, error) {
	if f, ok := AsFloat(v); ok {
		return f, true, nil
	}
	if v.head == &intHead || v.head == &boolHead {
		return float64(int64(v.bits)), true, nil
	}
	if b, ok := v.head.object.(*BigInt); ok {
		f, err := bigToFloat(b.Int)
		return f, true, err
	}
	return 0, false, nil
}

// floatCompare compares exactly, also with ints that no float can hold.
func floatCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	x, _ := AsFloat(a)
	if y, ok := AsFloat(b); ok {
		return Bool(compareFloats(op, x, y)), nil
	}
	if !IsInteger(b) {
		return NotImplemented, nil
	}
	if math.IsNaN(x) {
		return Bool(op == Ne), nil
	}
	if math.IsInf(x, 0) {
		return Bool(compareFloats(op, x, 0)), nil
	}
	if n, ok := AsInt(b); ok && n > -1<<53 && n < 1<<53 {
		return Bool(compareFloats(op, x, float64(n))), nil
	}
	c := new(big.Float).SetFloat64(x).Cmp(new(big.Float).SetInt(bigOf(b)))
	return Bool(op.holds(c)), nil
}
