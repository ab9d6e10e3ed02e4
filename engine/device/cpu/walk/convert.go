package walk

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file converts contiguous elements between dtypes as C++ does on x86: floats to
// integers truncate, what does not fit wraps or becomes the smallest integer, and
// everything but zero is true.

// Integer are the dtypes of whole numbers.
type Integer interface {
	int8 | int16 | int32 | int64 | uint8
}

type number interface {
	~uint8 | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}

// warm is how many bytes are copied at once: what Go's memmove is given in pieces of a megabyte
// or more it writes past the caches, though who asked for the copy reads it next.
const warm = 1<<20 - 4096

// copyWarm is copy into the caches. Both have the length of dst.
func copyWarm(dst, src []byte) {
	for len(dst) > warm {
		copy(dst[:warm], src)
		dst, src = dst[warm:], src[warm:]
	}
	copy(dst, src)
}

// Convert writes n elements of src, of type from, to dst as type to.
func Convert(to, from device.DType, dst, src []byte, n int) {
	if to == from {
		copyWarm(dst[:n*to.Size()], src)
		return
	}
	switch from {
	case device.Bool, device.Uint8:
		convertFrom(to, dst, src[:n])
	case device.Int8:
		convertFrom(to, dst, device.Slice[int8](src)[:n])
	case device.Int16:
		convertFrom(to, dst, device.Slice[int16](src)[:n])
	case device.Int32:
		convertFrom(to, dst, device.Slice[int32](src)[:n])
	case device.Int64:
		convertFrom(to, dst, device.Slice[int64](src)[:n])
	case device.Float32:
		convertFrom(to, dst, device.Slice[float32](src)[:n])
	case device.Float64:
		convertFrom(to, dst, device.Slice[float64](src)[:n])
	case device.Float16, device.BFloat16:
		convertHalf(to, from, dst, device.Slice[uint16](src)[:n])
	case device.Float8E4M3, device.Float8E5M2:
		convertFloat8(to, from, dst, src[:n])
	case device.Complex64:
		convertComplex(to, dst, device.Slice[complex64](src)[:n])
	case device.Complex128:
		convertComplex(to, dst, device.Slice[complex128](src)[:n])
	}
}

func convertFrom[S number](to device.DType, dst []byte, src []S) {
	switch to {
	case device.Bool:
		switch s := any(src).(type) {
		case []float64:
			vec.CompareScalar(vec.Ne, dst, s, 0)
		case []float32:
			vec.CompareScalar(vec.Ne, dst, s, 0)
		case []int64:
			vec.CompareScalar(vec.Ne, dst, s, 0)
		default:
			for i, v := range src {
				dst[i] = Bit(v != 0)
			}
		}
	case device.Uint8:
		toInt(dst, src)
	case device.Int8:
		toInt(device.Slice[int8](dst), src)
	case device.Int16:
		toInt(device.Slice[int16](dst), src)
	case device.Int32:
		toInt(device.Slice[int32](dst), src)
	case device.Int64:
		toInt(device.Slice[int64](dst), src)
	case device.Float32:
		toFloat(device.Slice[float32](dst), src)
	case device.Float64:
		toFloat(device.Slice[float64](dst), src)
	case device.Float16:
		d := device.Slice[uint16](dst)
		if f, ok := any(src).([]float32); ok {
			vec.Float32ToHalf(d[:len(f)], f)
			return
		}
		for i, v := range src {
			d[i] = device.FloatToHalf(float32(v))
		}
	case device.BFloat16:
		d := device.Slice[uint16](dst)
		if f, ok := any(src).([]float32); ok {
			vec.Float32ToBFloat(d[:len(f)], f)
			return
		}
		for i, v := range src {
			d[i] = device.FloatToBFloat(float32(v))
		}
	case device.Float8E4M3, device.Float8E5M2:
		for i, v := range src {
			dst[i] = device.FloatToFloat8(to, float32(v))
		}
	case device.Complex64:
		d := device.Slice[complex64](dst)
		for i, v := range src {
			d[i] = complex(float32(v), 0)
		}
	case device.Complex128:
		d := device.Slice[complex128](dst)
		for i, v := range src {
			d[i] = complex(float64(v), 0)
		}
	}
}

// Bit is a truth value as kernels store it.
func Bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func toFloat[D float32 | float64, S number](dst []D, src []S) {
	switch s := any(src).(type) {
	case []int64:
		vec.Convert(dst[:len(s)], s)
	case []int32:
		vec.Convert(dst[:len(s)], s)
	case []uint8:
		vec.Convert(dst[:len(s)], s)
	case []float32:
		vec.Convert(dst[:len(s)], s)
	case []float64:
		vec.Convert(dst[:len(s)], s)
	default:
		for i, v := range src {
			dst[i] = D(v)
		}
	}
}

func toInt[D uint8 | int8 | int16 | int32 | int64, S number](dst []D, src []S) {
	switch s := any(src).(type) {
	case []float64:
		vec.ConvertBy(dst[:len(s)], s, func(f float64) D { return floatToInt[D](f) })
	case []float32:
		vec.ConvertBy(dst[:len(s)], s, func(f float32) D { return floatToInt[D](float64(f)) })
	case []int64:
		vec.Convert(dst[:len(s)], s)
	case []int32:
		vec.Convert(dst[:len(s)], s)
	case []uint8:
		vec.Convert(dst[:len(s)], s)
	default:
		for i, v := range src {
			dst[i] = D(v)
		}
	}
}

// floatToInt is cvttsd2si: what does not fit 32 bits, or 64 for int64, becomes the
// smallest integer, of which narrow types keep the low bits.
func floatToInt[D uint8 | int8 | int16 | int32 | int64](f float64) D {
	var d D
	if _, wide := any(d).(int64); wide {
		if f >= -0x1p63 && f < 0x1p63 {
			return D(int64(f))
		}
		wideMin := int64(math.MinInt64)
		return D(wideMin)
	}
	if f > -0x1p31-1 && f < 0x1p31 {
		return D(int32(f))
	}
	if _, four := any(d).(int32); four || math.IsNaN(f) {
		low := int32(math.MinInt32)
		return D(low)
	}
	return D(int64(f))
}

func convertHalf(to, from device.DType, dst []byte, src []uint16) {
	load := device.HalfToFloat
	if from == device.BFloat16 {
		load = device.BFloatToFloat
	}
	if to == device.Float32 {
		d := device.Slice[float32](dst)[:len(src)]
		if from == device.BFloat16 {
			vec.BFloatToFloat32(d, src)
		} else {
			vec.HalfToFloat32(d, src)
		}
		return
	}
	var room [Chunk]float32
	size := to.Size()
	for len(src) > 0 {
		part := src[:min(Chunk, len(src))]
		for i, h := range part {
			room[i] = load(h)
		}
		convertFrom(to, dst, room[:len(part)])
		src, dst = src[len(part):], dst[len(part)*size:]
	}
}

func convertFloat8(to, from device.DType, dst, src []byte) {
	var room [Chunk]float32
	size := to.Size()
	for len(src) > 0 {
		part := src[:min(Chunk, len(src))]
		for i, code := range part {
			room[i] = device.Float8ToFloat(from, code)
		}
		convertFrom(to, dst, room[:len(part)])
		src, dst = src[len(part):], dst[len(part)*size:]
	}
}

func convertComplex[S complex64 | complex128](to device.DType, dst []byte, src []S) {
	switch to {
	case device.Complex64:
		d := device.Slice[complex64](dst)
		for i, v := range src {
			d[i] = complex64(v)
		}
		return
	case device.Complex128:
		d := device.Slice[complex128](dst)
		for i, v := range src {
			d[i] = complex128(v)
		}
		return
	case device.Bool:
		for i, v := range src {
			dst[i] = Bit(v != 0)
		}
		return
	}
	var room [Chunk]float64
	size := to.Size()
	for len(src) > 0 {
		part := src[:min(Chunk, len(src))]
		for i, v := range part {
			room[i] = real(complex128(v))
		}
		convertFrom(to, dst, room[:len(part)])
		src, dst = src[len(part):], dst[len(part)*size:]
	}
}
