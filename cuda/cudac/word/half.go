// This file computes with half and bfloat16: a register holds their 16 bits; operators
// compute in single precision and round (which rounds sums, products and quotients right).

package word

import "math"

// half is a float's nearest IEEE 754 binary16.
func half(f float64) uint64 {
	b := math.Float64bits(f)
	sign := b >> 48 & 0x8000
	switch a := math.Abs(f); {
	case f != f:
		return 0x7fff
	case a >= 65520:
		return sign | 0x7c00
	case a < 0x1p-14: // subnormal: multiples of 2^-24
		return sign | uint64(math.RoundToEven(a*0x1p24))
	default:
		frac, exp := math.Frexp(a)
		m := uint64(math.RoundToEven(frac * 2048)) // 11 bits, the first set
		if m == 2048 {
			m, exp = 1024, exp+1
		}
		return sign | uint64(exp+14)<<10 | m&0x3ff
	}
}

// fromHalf is the float that a binary16 holds.
func fromHalf(b uint64) float64 {
	exp, m := int(b>>10&31), float64(b&0x3ff)
	var f float64
	switch exp {
	case 0:
		f = m * 0x1p-24
	case 31:
		if f = math.Inf(1); m != 0 {
			return math.NaN()
		}
	default:
		f = math.Ldexp(1024+m, exp-25)
	}
	if b&0x8000 != 0 {
		return -f
	}
	return f
}

// bfloat is a float's nearest bfloat16.
func bfloat(f float64) uint64 {
	if f != f {
		return 0x7fff
	}
	b := uint64(math.Float32bits(float32(f)))
	return (b + 0x7fff + b>>16&1) >> 16 & 0xffff
}

// fromBfloat is the float that a bfloat16 holds.
func fromBfloat(b uint64) float64 { return float64(math.Float32frombits(uint32(b << 16))) }

// PackHalf is the float nearest to f of a half kind, as its 16 bits.
func PackHalf(k Kind, f float64) uint64 {
	if k == BF16 {
		return bfloat(f)
	}
	return half(f)
}

// UnpackHalf is the float that the 16 bits of a half kind stand for.
func UnpackHalf(k Kind, b uint64) float64 {
	if k == BF16 {
		return fromBfloat(b)
	}
	return fromHalf(b)
}

// halfOperation is a binary operator on halves.
func halfOperation(op string, k Kind) func(a, b uint64) uint64 {
	f := Operation(op, F32)
	if f == nil {
		return nil
	}
	compare := Compares(op)
	return func(a, b uint64) uint64 {
		v := f(Bits32(float32(UnpackHalf(k, a))), Bits32(float32(UnpackHalf(k, b))))
		if compare {
			return v
		}
		return PackHalf(k, float64(Float32(v)))
	}
}

// halfConversion converts to or from halves.
func halfConversion(from, to Kind) func(uint64) uint64 {
	if from == F16 || from == BF16 {
		next := Conversion(F64, to)
		return func(v uint64) uint64 {
			v = Bits64(UnpackHalf(from, v))
			if next != nil {
				return next(v)
			}
			return v
		}
	}
	first := Conversion(from, F64)
	return func(v uint64) uint64 {
		if first != nil {
			v = first(v)
		}
		return PackHalf(to, Float64(v))
	}
}
