package cpu

import (
	"math/cmplx"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file chooses the kernel of ops with three operands.

func ternaryKernel(l *device.Launch) *walk.Kernel {
	c := l.Compute
	k := &walk.Kernel{Types: [walk.MaxArgs]device.DType{c, c, c, c}, Spread: true}
	if l.Op == device.OpWhere {
		k.Types[1] = device.Bool
		switch c.Size() {
		case 1:
			k.Run = where[uint8]()
		case 2:
			k.Run = where[int16]()
		case 4:
			k.Run = where[float32]()
		case 8:
			k.Run = where[float64]()
		default:
			k.Run = whereAny[complex128]()
		}
		return k
	}
	switch c {
	case device.Float32:
		k.Run = floatTernary[float32](l)
	case device.Float64:
		k.Run = floatTernary[float64](l)
	case device.Int8:
		k.Run = intTernary[int8](l)
	case device.Int16:
		k.Run = intTernary[int16](l)
	case device.Int32:
		k.Run = intTernary[int32](l)
	case device.Int64:
		k.Run = intTernary[int64](l)
	case device.Uint8:
		k.Run = intTernary[uint8](l)
	case device.Complex64:
		k.Run = complexTernary[complex64](l)
	case device.Complex128:
		k.Run = complexTernary[complex128](l)
	}
	if k.Run == nil {
		return nil
	}
	return k
}

func where[T vec.Number]() walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		vec.Where(device.Slice[T](args[0])[:n], args[1][:n], device.Slice[T](args[2])[:n], device.Slice[T](args[3])[:n])
	}
}

func whereAny[T device.Element]() walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, a, b := device.Slice[T](args[0]), device.Slice[T](args[2]), device.Slice[T](args[3])
		for i, c := range args[1][:n] {
			if c != 0 {
				dst[i] = a[i]
			} else {
				dst[i] = b[i]
			}
		}
	}
}

// triples runs f on each triple of elements.
func triples[T device.Element](f func(a, b, c T) T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst := device.Slice[T](args[0])[:n]
		a, b, c := device.Slice[T](args[1])[:n], device.Slice[T](args[2])[:n], device.Slice[T](args[3])[:n]
		for i := range dst {
			dst[i] = f(a[i], b[i], c[i])
		}
	}
}

func floatTernary[T float32 | float64](l *device.Launch) walk.Inner {
	switch l.Op {
	case device.OpAddcmul, device.OpAddcdiv:
		value, fused := T(l.F[0]), vec.Addcmul[T]
		if l.Op == device.OpAddcdiv {
			fused = vec.Addcdiv[T]
		}
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			fused(device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n], device.Slice[T](args[2])[:n],
				device.Slice[T](args[3])[:n], value)
		}
	case device.OpLerp:
		return triples(func(a, b, w T) T {
			if w < 0.5 {
				return a + w*(b-a)
			}
			return b - (b-a)*(1-w)
		})
	case device.OpClampTensor:
		return triples(func(x, lo, hi T) T {
			switch {
			case x != x:
				return x
			case lo != lo:
				return lo
			case hi != hi:
				return hi
			}
			return min(max(x, lo), hi)
		})
	}
	return nil
}

func intTernary[T walk.Integer](l *device.Launch) walk.Inner {
	switch l.Op {
	case device.OpAddcmul:
		value := T(l.F[0])
		return triples(func(a, b, c T) T { return a + value*b*c })
	case device.OpClampTensor:
		return triples(func(x, lo, hi T) T { return min(max(x, lo), hi) })
	}
	return nil
}

func complexTernary[C complex64 | complex128](l *device.Launch) walk.Inner {
	switch l.Op {
	case device.OpAddcmul:
		value := C(complex(l.F[0], l.F[1]))
		return triples(func(a, b, c C) C { return a + value*b*c })
	case device.OpAddcdiv:
		value := C(complex(l.F[0], l.F[1]))
		return triples(func(a, b, c C) C { return a + value*b/c })
	case device.OpLerp:
		return triples(func(a, b, w C) C {
			if cmplx.Abs(complex128(w)) < 0.5 {
				return a + w*(b-a)
			}
			return b - (b-a)*(1-w)
		})
	}
	return nil
}
