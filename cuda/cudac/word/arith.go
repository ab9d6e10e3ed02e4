// This file has the operators and conversions of C on words.

package word

import (
	"math"

	"gputour/cuda/cudac/lane"
)

// Wrap brings the result of 64-bit arithmetic back into a kind's range.
func Wrap(k Kind, v uint64) uint64 {
	switch k {
	case Bool:
		return Bit(v != 0)
	case I8:
		return uint64(int64(int8(v)))
	case U8:
		return uint64(uint8(v))
	case I16:
		return uint64(int64(int16(v)))
	case U16:
		return uint64(uint16(v))
	case I32:
		return uint64(int64(int32(v)))
	case U32:
		return uint64(uint32(v))
	}
	return v
}

// Float32 is the float that a word holds.
func Float32(v uint64) float32 { return math.Float32frombits(uint32(v)) }

// Float64 is the double that a word holds.
func Float64(v uint64) float64 { return math.Float64frombits(v) }

// Bits32 is the word of a float.
func Bits32(f float32) uint64 { return uint64(math.Float32bits(f)) }

// Bits64 is the word of a double.
func Bits64(f float64) uint64 { return math.Float64bits(f) }

// Signed is the word of an int.
func Signed(v int32) uint64 { return uint64(int64(v)) }

// Bit is 1 for true.
func Bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Compares reports that an operator is a comparison.
func Compares(op string) bool { return floatCompare(op) != nil }

// integerOperation is a binary operator on integers of a kind; / and % need a divisor
// that is not zero.
func integerOperation(op string, k Kind) func(a, b uint64) uint64 {
	width := uint64(k.Size()*8 - 1)
	unsigned := k.Unsigned()
	switch op {
	case "+":
		return func(a, b uint64) uint64 { return Wrap(k, a+b) }
	case "-":
		return func(a, b uint64) uint64 { return Wrap(k, a-b) }
	case "*":
		return func(a, b uint64) uint64 { return Wrap(k, a*b) }
	case "/":
		if unsigned {
			return func(a, b uint64) uint64 { return a / b }
		}
		return func(a, b uint64) uint64 { return Wrap(k, uint64(int64(a)/int64(b))) }
	case "%":
		if unsigned {
			return func(a, b uint64) uint64 { return a % b }
		}
		return func(a, b uint64) uint64 { return Wrap(k, uint64(int64(a)%int64(b))) }
	case "&":
		return func(a, b uint64) uint64 { return a & b }
	case "|":
		return func(a, b uint64) uint64 { return a | b }
	case "^":
		return func(a, b uint64) uint64 { return Wrap(k, a^b) }
	case "<<":
		return func(a, b uint64) uint64 { return Wrap(k, a<<(b&width)) }
	case ">>":
		if unsigned {
			return func(a, b uint64) uint64 { return a >> (b & width) }
		}
		return func(a, b uint64) uint64 { return uint64(int64(a) >> (b & width)) }
	}
	return nil
}

// IntegerCompare is a comparison of words of integers; nil for what is none.
func IntegerCompare(op string, unsigned bool) func(a, b uint64) bool {
	switch op {
	case "==":
		return func(a, b uint64) bool { return a == b }
	case "!=":
		return func(a, b uint64) bool { return a != b }
	}
	if unsigned {
		switch op {
		case "<":
			return func(a, b uint64) bool { return a < b }
		case "<=":
			return func(a, b uint64) bool { return a <= b }
		case ">":
			return func(a, b uint64) bool { return a > b }
		case ">=":
			return func(a, b uint64) bool { return a >= b }
		}
		return nil
	}
	switch op {
	case "<":
		return func(a, b uint64) bool { return int64(a) < int64(b) }
	case "<=":
		return func(a, b uint64) bool { return int64(a) <= int64(b) }
	case ">":
		return func(a, b uint64) bool { return int64(a) > int64(b) }
	case ">=":
		return func(a, b uint64) bool { return int64(a) >= int64(b) }
	}
	return nil
}

func floatCompare(op string) func(a, b float64) bool {
	switch op {
	case "==":
		return func(a, b float64) bool { return a == b }
	case "!=":
		return func(a, b float64) bool { return a != b }
	case "<":
		return func(a, b float64) bool { return a < b }
	case "<=":
		return func(a, b float64) bool { return a <= b }
	case ">":
		return func(a, b float64) bool { return a > b }
	case ">=":
		return func(a, b float64) bool { return a >= b }
	}
	return nil
}

// Operation is a binary operator on two registers of one kind.
func Operation(op string, k Kind) func(a, b uint64) uint64 {
	switch k {
	case F16, BF16:
		return halfOperation(op, k)
	case F32:
		switch op {
		case "+":
			return func(a, b uint64) uint64 { return Bits32(Float32(a) + Float32(b)) }
		case "-":
			return func(a, b uint64) uint64 { return Bits32(Float32(a) - Float32(b)) }
		case "*":
			return func(a, b uint64) uint64 { return Bits32(Float32(a) * Float32(b)) }
		case "/":
			return func(a, b uint64) uint64 { return Bits32(Float32(a) / Float32(b)) }
		}
		if f := floatCompare(op); f != nil {
			return func(a, b uint64) uint64 { return Bit(f(float64(Float32(a)), float64(Float32(b)))) }
		}
		return nil
	case F64:
		switch op {
		case "+":
			return func(a, b uint64) uint64 { return Bits64(Float64(a) + Float64(b)) }
		case "-":
			return func(a, b uint64) uint64 { return Bits64(Float64(a) - Float64(b)) }
		case "*":
			return func(a, b uint64) uint64 { return Bits64(Float64(a) * Float64(b)) }
		case "/":
			return func(a, b uint64) uint64 { return Bits64(Float64(a) / Float64(b)) }
		}
		if f := floatCompare(op); f != nil {
			return func(a, b uint64) uint64 { return Bit(f(Float64(a), Float64(b))) }
		}
		return nil
	}
	if f := IntegerCompare(op, k.Unsigned()); f != nil {
		return func(a, b uint64) uint64 { return Bit(f(a, b)) }
	}
	return integerOperation(op, k)
}

// wholes are the operators on whole registers, by kind; unsigned long long is compared
// lane by lane.
var wholes = map[Kind]map[string]lane.Binary{
	I32: {"+": lane.AddI32, "-": lane.SubI32, "*": lane.MulI32, "&": lane.And, "|": lane.Or, "^": lane.Xor,
		"<": lane.Less, ">": swapped(lane.Less), "<=": swapped(not(lane.Less)), ">=": not(lane.Less), "==": lane.Equal, "!=": not(lane.Equal)},
	U32: {"+": lane.AddU32, "-": lane.SubU32, "*": lane.MulU32, "&": lane.And, "|": lane.Or, "^": lane.Xor,
		"<": lane.Less, ">": swapped(lane.Less), "<=": swapped(not(lane.Less)), ">=": not(lane.Less), "==": lane.Equal, "!=": not(lane.Equal)},
	I64: {"+": lane.Add64, "-": lane.Sub64, "&": lane.And, "|": lane.Or, "^": lane.Xor,
		"<": lane.Less, ">": swapped(lane.Less), "<=": swapped(not(lane.Less)), ">=": not(lane.Less), "==": lane.Equal, "!=": not(lane.Equal)},
	U64: {"+": lane.Add64, "-": lane.Sub64, "&": lane.And, "|": lane.Or, "^": lane.Xor, "==": lane.Equal, "!=": not(lane.Equal)},
	F32: {"+": lane.AddF32, "-": lane.SubF32, "*": lane.MulF32, "/": lane.DivF32,
		"<": lane.LessF32, ">": swapped(lane.LessF32), "<=": lane.LessEqualF32, ">=": swapped(lane.LessEqualF32), "==": lane.EqualF32, "!=": lane.NotEqualF32},
	F64: {"+": lane.AddF64, "-": lane.SubF64, "*": lane.MulF64, "/": lane.DivF64,
		"<": lane.LessF64, ">": swapped(lane.LessF64), "<=": lane.LessEqualF64, ">=": swapped(lane.LessEqualF64), "==": lane.EqualF64, "!=": lane.NotEqualF64},
}

// WholeOperation is Operation for all lanes at once; nil where there is none.
func WholeOperation(op string, k Kind) lane.Binary { return wholes[k][op] }

func swapped(f lane.Binary) lane.Binary { return func(z, x, y *lane.Vec) { f(z, y, x) } }

// not inverts a comparison; x and y may be z.
func not(f lane.Binary) lane.Binary {
	return func(z, x, y *lane.Vec) {
		f(z, x, y)
		for i := range z {
			z[i] ^= 1
		}
	}
}

// Conversion is C's conversion of a register from one kind to another; nil changes
// nothing. Floats out of an integer's range saturate, as the GPU's cvt does.
func Conversion(from, to Kind) func(uint64) uint64 {
	switch {
	case from == to || from == Pointer && to == Pointer:
		return nil
	case from == F16 || from == BF16 || to == F16 || to == BF16:
		return halfConversion(from, to)
	case to == F32 && from == F64:
		return func(v uint64) uint64 { return Bits32(float32(Float64(v))) }
	case to == F64 && from == F32:
		return func(v uint64) uint64 { return Bits64(float64(Float32(v))) }
	case to == Bool && from == F32:
		return func(v uint64) uint64 { return Bit(Float32(v) != 0) }
	case to == Bool && from == F64:
		return func(v uint64) uint64 { return Bit(Float64(v) != 0) }
	case to == F32 && from.Unsigned():
		return func(v uint64) uint64 { return Bits32(float32(v)) }
	case to == F32:
		return func(v uint64) uint64 { return Bits32(float32(int64(v))) }
	case to == F64 && from.Unsigned():
		return func(v uint64) uint64 { return Bits64(float64(v)) }
	case to == F64:
		return func(v uint64) uint64 { return Bits64(float64(int64(v))) }
	case from == F32:
		return func(v uint64) uint64 { return Saturate(to, float64(Float32(v))) }
	case from == F64:
		return func(v uint64) uint64 { return Saturate(to, Float64(v)) }
	case to == Pointer || to == I64 || to == U64:
		return nil
	}
	return func(v uint64) uint64 { return Wrap(to, v) }
}

// Saturate is a float as an integer, cut off and kept in range.
func Saturate(k Kind, f float64) uint64 {
	wide, low, high := k, math.MinInt32+0.0, math.MaxInt32+0.0
	switch k {
	case U32:
		low, high = 0, math.MaxUint32
	case U64, Pointer:
		low, high = 0, math.MaxUint64
	case I64:
		low, high = math.MinInt64, math.MaxInt64
	default:
		wide = I32
	}
	switch {
	case f != f:
		return 0
	case f <= low:
		if low == 0 {
			return 0
		}
		return Wrap(k, uint64(int64(low)))
	case f >= high:
		if wide == U64 || wide == Pointer {
			return math.MaxUint64
		}
		if wide == I64 {
			return math.MaxInt64
		}
		return Wrap(k, uint64(int64(high)))
	case wide == U64 || wide == Pointer:
		return uint64(f)
	}
	return Wrap(k, uint64(int64(f)))
}

// UnaryOperation is a unary operator on a register.
func UnaryOperation(op string, k Kind) func(uint64) uint64 {
	float := k >= F16 && k <= F64
	switch {
	case op == "+":
		return func(x uint64) uint64 { return x }
	case op == "~" && !float:
		return func(x uint64) uint64 { return Wrap(k, ^x) }
	case op != "-":
		return nil
	case float:
		sign := uint64(1) << (k.Size()*8 - 1)
		return func(x uint64) uint64 { return x ^ sign }
	}
	return func(x uint64) uint64 { return Wrap(k, -x) }
}
