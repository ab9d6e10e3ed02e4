package object

import (
	"math"
	"math/big"
	"strings"
	"sync/atomic"

	"gputour/engine/object/char"
	"gputour/engine/object/numeral"
)

// This file defines class float.

// initNumbers completes the numeric classes.
func initNumbers() {
	initInt()
	initFloat()
	initComplex()
}

func initFloat() {
	slots := Slots{
		Repr: func(_ *Thread, v Value) (string, error) { return numeral.Float(floatOf(v)), nil },
		Hash: func(_ *Thread, v Value) (int64, error) {
			if v.head.object == nil {
				return floatHash(v.Float64(), nil), nil
			}
			return floatHash(floatOf(v), v.head), nil
		},
		Compare: floatCompare,
		Bool:    func(_ *Thread, v Value) (bool, error) { return floatOf(v) != 0, nil },
		Int:     func(_ *Thread, v Value) (Value, error) { return IntFromFloat(floatOf(v)) },
		Float:   func(_ *Thread, v Value) (Value, error) { return Float(floatOf(v)), nil },
		Unary: [numUnary]func(*Thread, Value) (Value, error){
			Neg: func(_ *Thread, v Value) (Value, error) { return Float(-floatOf(v)), nil },
			Pos: func(_ *Thread, v Value) (Value, error) { return Float(floatOf(v)), nil },
			Abs: func(_ *Thread, v Value) (Value, error) { return Float(math.Abs(floatOf(v))), nil },
		},
	}
	for _, op := range []BinaryOp{Add, Sub, Mul, TrueDiv, FloorDiv, Mod, DivMod, Pow} {
		slots.Binary[op] = floatSlot(op)
		slots.Reflected[op] = slots.Binary[op]
	}
	FloatClass.Define(Spec{
		Doc:       "Convert a string or number to a floating point number, if possible.",
		Signature: "float(x=0.0, /)", Make: floatMake, Slots: slots,
		Methods: []Method{
			{"is_integer(self, /)", func(_ *Thread, a []Value) (Value, error) {
				f := floatOf(a[0])
				return Bool(f == math.Floor(f) && !math.IsInf(f, 0)), nil
			}, "Return True if the float is an integer."},
			{"as_integer_ratio(self, /)", floatRatio, "Return integer ratio.\n\nReturn a pair of integers, whose ratio is exactly equal to the original float\nand with a positive denominator."},
			{"hex(self, /)", func(_ *Thread, a []Value) (Value, error) { return newASCII(numeral.Hex(floatOf(a[0]))), nil }, "Return a hexadecimal representation of a floating-point number."},
			{"conjugate(self, /)", func(_ *Thread, a []Value) (Value, error) { return Float(floatOf(a[0])), nil }, "Return self, the complex conjugate of any float."},
			{"__trunc__(self, /)", func(_ *Thread, a []Value) (Value, error) { return IntFromFloat(floatOf(a[0])) }, "Return the Integral closest to x between 0 and x."},
			{"__floor__(self, /)", func(_ *Thread, a []Value) (Value, error) { return IntFromFloat(math.Floor(floatOf(a[0]))) }, "Return the floor as an Integral."},
			{"__ceil__(self, /)", func(_ *Thread, a []Value) (Value, error) { return IntFromFloat(math.Ceil(floatOf(a[0]))) }, "Return the ceiling as an Integral."},
			{"__round__(self, ndigits=None, /)", floatRound, "Return the Integral closest to x, rounding half toward even.\n\nWhen an argument is passed, work like built-in round(x, ndigits)."},
			{"__format__(self, format_spec, /)", formatMethod, "Formats the float according to format_spec."},
			{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewTuple(Float(floatOf(a[0]))), nil }, ""},
			{"__sizeof__(self, /)", func(_ *Thread, a []Value) (Value, error) { return Int(24), nil }, ""},
		},
		ClassMethods: []Method{
			{"fromhex(string, /)", floatFromHex, "Create a floating-point number from a hexadecimal string."},
			{"__getformat__(typestr, /)", func(_ *Thread, a []Value) (Value, error) { return newASCII("IEEE, little-endian"), nil }, ""},
		},
		Props: []Prop{
			{Name: "real", Get: func(_ *Thread, v Value) (Value, error) { return Float(floatOf(v)), nil }},
			{Name: "imag", Get: func(_ *Thread, v Value) (Value, error) { return Float(0), nil }},
		},
	})
}

// floatOf is the number of a float or instance of a subclass.
func floatOf(v Value) float64 {
	f, _ := AsFloat(v)
	return f
}

func floatMake(t *Thread, c *Class, a []Value) (Value, error) {
	f, err := floatFrom(t, a[0])
	if err != nil {
		return Value{}, err
	}
	if c == FloatClass {
		return Float(f), nil
	}
	return Adopt(&FloatObject{F: f}, c), nil
}

func floatFrom(t *Thread, v Value) (float64, error) {
	if text, ok := textOf(v); ok {
		f, ok := numeral.ParseFloat(text)
		if !ok {
			return 0, Raise(ValueError, "could not convert string to float: %s", mustRepr(t, v))
		}
		if math.IsNaN(f) {
			f = distinctNaN()
		}
		return f, nil
	}
	s := v.head.class.Slots
	if s.Float == nil && s.Index == nil {
		return 0, Raise(TypeError, "float() argument must be a string or a real number, not '%s'", TypeName(v))
	}
	if _, ok := v.Object().(*FloatObject); ok && v.Class() != FloatClass {
		x, _, err := CallMethod(t, v, "__float__") // which a class made by a cell may have changed
		if err != nil {
			return 0, err
		}
		f, ok := AsFloat(x)
		if !ok {
			err = Raise(TypeError, "%s.__float__ returned non-float (type %s)", TypeName(v), TypeName(x))
		}
		return f, err
	}
	return ToFloat(t, v)
}

// nanCount numbers the NaNs that float("nan") made.
var nanCount atomic.Uint32

// distinctNaN returns a NaN with a payload of its own. A float has no identity
// but its bits, so that is what makes float("nan") a new object each time, which
// shows in `nan in [nan]` and in sets.
func distinctNaN() float64 {
	return math.Float64frombits(math.Float64bits(math.NaN())&^(1<<32-1) | uint64(nanCount.Add(1)))
}

func floatRatio(_ *Thread, a []Value) (Value, error) {
	f := floatOf(a[0])
	switch {
	case math.IsInf(f, 0):
		return Value{}, Raise(OverflowError, "cannot convert Infinity to integer ratio")
	case math.IsNaN(f):
		return Value{}, Raise(ValueError, "cannot convert NaN to integer ratio")
	}
	r := new(big.Rat).SetFloat64(f)
	return NewTuple(NewBig(new(big.Int).Set(r.Num())), NewBig(new(big.Int).Set(r.Denom()))), nil
}

// floatRound is round(f, ndigits): to an int without ndigits, else through the
// decimal expansion, which rounds correctly.
func floatRound(t *Thread, a []Value) (Value, error) {
	f := floatOf(a[0])
	if a[1].IsNone() {
		return IntFromFloat(math.RoundToEven(f))
	}
	digits, err := clampIndex(t, a[1])
	if err != nil {
		return Value{}, err
	}
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f) || digits > 323:
		return Float(f), nil
	case digits < -308:
		return Float(math.Copysign(0, f)), nil
	}
	r := numeral.Round(f, digits)
	if math.IsInf(r, 0) {
		return Value{}, Raise(OverflowError, "rounded value too large to represent")
	}
	return Float(r), nil
}

func floatFromHex(t *Thread, a []Value) (Value, error) {
	text, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "bad argument type for built-in operation")
	}
	f, ok := numeral.ParseHex(char.TrimSpace(text))
	if !ok {
		return Value{}, Raise(ValueError, "invalid hexadecimal floating-point string")
	}
	if math.IsInf(f, 0) && !strings.Contains(strings.ToLower(text), "inf") {
		return Value{}, Raise(OverflowError, "hexadecimal value too large to represent as a float")
	}
	if c := a[0].Object().(*Class); c != FloatClass {
		return Call(t, a[0], Float(f))
	}
	return Float(f), nil
}
