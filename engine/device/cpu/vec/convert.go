// This file defines conversions between element types, and the 16-bit floats.

package vec

import "math"

// convertKernels take whole groups of eight elements.
type convertKernels struct {
	halfToF32, f32ToHalf, bfloatToF32, f32ToBFloat kernel2
	f32ToF64, f64ToF32                             kernel2
	i32ToF32, f32ToI32, u8ToF32                    kernel2
	i64ToF32, f32ToI64, i64ToF64, f64ToI64         kernel2
	i32ToF64, f64ToI32, i32ToI64, u8ToI64, u8ToF64 kernel2
}

// Convert sets dst[i] to src[i] in dst's type: floats to integers towards zero, wider
// integers by their low bits.
func Convert[D, S Number](dst []D, src []S) {
	ConvertBy(dst, src, func(x S) D { return D(x) })
}

// ConvertBy is Convert for a caller who says what becomes of numbers that do not fit: one
// does as x86's conversion to 32 or 64 bits.
func ConvertBy[D, S Number](dst []D, src []S, one func(S) D) {
	convertWith(convertKernel(elemOf[D](), elemOf[S]()), dst, src, one)
}

func convertKernel(to, from element) kernel2 {
	c := &active.convert
	switch [2]element{from, to} {
	case [2]element{elemF32, elemF64}:
		return c.f32ToF64
	case [2]element{elemF64, elemF32}:
		return c.f64ToF32
	case [2]element{elemI32, elemF32}:
		return c.i32ToF32
	case [2]element{elemF32, elemI32}:
		return c.f32ToI32
	case [2]element{elemU8, elemF32}:
		return c.u8ToF32
	case [2]element{elemI64, elemF32}:
		return c.i64ToF32
	case [2]element{elemF32, elemI64}:
		return c.f32ToI64
	case [2]element{elemI64, elemF64}:
		return c.i64ToF64
	case [2]element{elemF64, elemI64}:
		return c.f64ToI64
	case [2]element{elemI32, elemF64}:
		return c.i32ToF64
	case [2]element{elemF64, elemI32}:
		return c.f64ToI32
	case [2]element{elemI32, elemI64}:
		return c.i32ToI64
	case [2]element{elemU8, elemI64}:
		return c.u8ToI64
	case [2]element{elemU8, elemF64}:
		return c.u8ToF64
	}
	return nil
}

func convertWith[D, S any](kernel kernel2, dst []D, src []S, one func(S) D) {
	For(min(len(dst), len(src)), grainSimple, func(lo, hi int) {
		if kernel != nil {
			kernel(bytesOf(dst[lo:]), bytesOf(src[lo:]), hi-lo)
			lo += (hi - lo) &^ 7
		}
		for i := lo; i < hi; i++ {
			dst[i] = one(src[i])
		}
	})
}

// HalfToFloat32 converts IEEE 754 binary16 numbers, given as their bits.
func HalfToFloat32(dst []float32, src []uint16) {
	convertWith(active.convert.halfToF32, dst, src, halfToFloat)
}

// Float32ToHalf rounds to IEEE 754 binary16, to nearest and ties to even.
func Float32ToHalf(dst []uint16, src []float32) {
	convertWith(active.convert.f32ToHalf, dst, src, floatToHalf)
}

// BFloatToFloat32 converts bfloat16 numbers, given as their bits.
func BFloatToFloat32(dst []float32, src []uint16) {
	convertWith(active.convert.bfloatToF32, dst, src, func(h uint16) float32 {
		return math.Float32frombits(uint32(h) << 16)
	})
}

// Float32ToBFloat rounds to bfloat16, to nearest and ties to even.
func Float32ToBFloat(dst []uint16, src []float32) {
	convertWith(active.convert.f32ToBFloat, dst, src, floatToBFloat)
}

func halfToFloat(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10)&31, uint32(h)&0x3ff
	switch exponent {
	case 0: // zero or subnormal: fraction × 2⁻²⁴
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

func floatToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x477ff000: // rounds to 65536 or more
		return sign | 0x7c00
	case b < 0x38800000: // below the smallest normal: let the adder round at 2⁻²⁴
		return sign | uint16(math.Float32bits(math.Float32frombits(b)+0.5)-math.Float32bits(0.5))
	}
	return sign | uint16((b-112<<23+0xfff+b>>13&1)>>13)
}

func floatToBFloat(f float32) uint16 {
	b := math.Float32bits(f)
	if f != f {
		return 0x7fc0
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}
