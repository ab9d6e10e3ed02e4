package device

import "math"

// The 16-bit floats are kept as their bits. Conversions round to nearest, ties to even.

// HalfToFloat converts IEEE 754 binary16.
func HalfToFloat(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exp := uint32(h>>10) & 31
	frac := uint32(h) & 0x3ff
	switch exp {
	case 0: // zero or subnormal: frac × 2⁻²⁴
		f := float32(frac) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | frac<<13)
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// FloatToHalf rounds to IEEE 754 binary16.
func FloatToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x477ff000: // rounds to 65536 or more
		return sign | 0x7c00
	case b < 0x38800000: // below the smallest normal: let the adder round at 2⁻²⁴
		f := math.Float32frombits(b) + 0.5
		return sign | uint16(math.Float32bits(f)-math.Float32bits(0.5))
	}
	odd := b >> 13 & 1
	return sign | uint16((b-(112<<23)+0xfff+odd)>>13)
}

// BFloatToFloat converts bfloat16, the upper half of a float32.
func BFloatToFloat(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// FloatToBFloat rounds to bfloat16.
func FloatToBFloat(f float32) uint16 {
	b := math.Float32bits(f)
	if b&0x7fffffff > 0x7f800000 {
		return 0x7fc0
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}
