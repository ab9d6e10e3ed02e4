package device

import "math"

// The 8-bit floats are kept as their bits: E4M3 has 4 bits of exponent and 3 of fraction, no
// infinities and one NaN of either sign; E5M2 is the upper half of a binary16
// (OCP 8-bit Floating Point Specification, revision 1.0, 2023). Conversions round to nearest,
// ties to even; what is too large becomes NaN or infinite and not the largest number, as
// PyTorch has it (c10/util/Float8_e4m3fn.h, Float8_e5m2.h).

// float8 is a format.
type float8 struct {
	fraction  uint32       // bits
	least     uint32       // the smallest normal number, as the bits of a float32
	step      float32      // 2²³ times the smallest number of all
	over      uint32       // from here on numbers are too large, as the bits of a float32
	tooLarge  uint8        // the code of what they become, without sign: E4M3 has no infinity
	notNumber uint8        // the code of NaN, without sign
	numbers   [256]float32 // by code
}

var (
	e4m3 = float8{fraction: 3, least: 121 << 23, step: 1 << 14, over: 135<<23 | 7<<20, tooLarge: 0x7f, notNumber: 0x7f}
	e5m2 = float8{fraction: 2, least: 113 << 23, step: 1 << 7, over: 143 << 23, tooLarge: 0x7c, notNumber: 0x7f}
)

func init() {
	for _, f := range []*float8{&e4m3, &e5m2} {
		for code := range f.numbers {
			f.numbers[code] = f.number(uint32(code))
		}
	}
	for _, sign := range []int{0, 0x80} {
		e4m3.numbers[sign|0x7f] = float32(math.NaN())
		e5m2.numbers[sign|0x7c] = float32(math.Inf(1 - sign/0x40))
		for code := 0x7d; code <= 0x7f; code++ {
			e5m2.numbers[sign|code] = float32(math.NaN())
		}
	}
}

// number is what a code stands for that is no special one.
func (f *float8) number(code uint32) float32 {
	exp, frac := code&0x7f>>f.fraction, code&(1<<f.fraction-1)
	x := float32(frac) * f.step / (1 << 23)
	if exp > 0 {
		x = math.Float32frombits(f.least + (exp-1)<<23 + frac<<(23-f.fraction))
	}
	if code >= 0x80 {
		x = -x
	}
	return x
}

// round is the code of the nearest number.
func (f *float8) round(x float32) uint8 {
	b := math.Float32bits(x)
	sign := uint8(b>>24) & 0x80
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | f.notNumber
	case b >= f.over:
		return sign | f.tooLarge
	case b < f.least: // let the adder round at the smallest number
		return sign | uint8(math.Float32bits(math.Float32frombits(b)+f.step)-math.Float32bits(f.step))
	}
	shift := 23 - f.fraction
	return sign | uint8((b-f.least+1<<(shift-1)-1+b>>shift&1)>>shift+1<<f.fraction)
}

// Float8ToFloat is the number that an 8-bit float's code stands for.
func Float8ToFloat(d DType, code uint8) float32 {
	if d == Float8E4M3 {
		return e4m3.numbers[code]
	}
	return e5m2.numbers[code]
}

// FloatToFloat8 rounds to an 8-bit float.
func FloatToFloat8(d DType, x float32) uint8 {
	if d == Float8E4M3 {
		return e4m3.round(x)
	}
	return e5m2.round(x)
}
