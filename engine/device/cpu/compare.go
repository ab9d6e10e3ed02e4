package cpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file chooses the kernel of comparisons.

// compareKernel is the kernel of an op that compares two operands, or nil.
func compareKernel(l *device.Launch) *walk.Kernel {
	k := &walk.Kernel{Types: [walk.MaxArgs]device.DType{device.Bool, l.Compute, l.Compute}}
	switch l.Compute {
	case device.Float32:
		k.Run = compare[float32](l.Op, k)
	case device.Float64:
		k.Run = compare[float64](l.Op, k)
	case device.Int8:
		k.Run = compare[int8](l.Op, k)
	case device.Int16:
		k.Run = compare[int16](l.Op, k)
	case device.Int32:
		k.Run = compare[int32](l.Op, k)
	case device.Int64:
		k.Run = compare[int64](l.Op, k)
	case device.Uint8:
		k.Run = compare[uint8](l.Op, k)
	case device.Bool:
		k.Run = compareBools(l.Op, k)
	case device.Complex64:
		k.Run = compareComplex[complex64](l.Op, k)
	case device.Complex128:
		k.Run = compareComplex[complex128](l.Op, k)
	}
	if k.Run == nil {
		return nil
	}
	return k
}

var vecCompare = map[device.Op]vec.CompareOp{device.OpLt: vec.Lt, device.OpLe: vec.Le, device.OpGt: vec.Gt,
	device.OpGe: vec.Ge, device.OpEq: vec.Eq, device.OpNe: vec.Ne}

func compare[T vec.Number](op device.Op, k *walk.Kernel) walk.Inner {
	if v, ok := vecCompare[op]; ok {
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			dst, a, b := args[0][:n], device.Slice[T](args[1]), device.Slice[T](args[2])
			switch {
			case n > 1 && len(a) == 1:
				one := a[0]
				a = make([]T, n)
				for i := range a {
					a[i] = one
				}
				if len(b) == 1 {
					vec.CompareScalar(v, dst, a, b[0])
				} else {
					vec.Compare(v, dst, a, b)
				}
			case n > 1 && len(b) == 1:
				vec.CompareScalar(v, dst, a, b[0])
			default:
				vec.Compare(v, dst, a, b)
			}
		}
	}
	switch op {
	case device.OpLogicalAnd:
		return pairs(k, func(a, b T) uint8 { return walk.Bit(a != 0 && b != 0) })
	case device.OpLogicalOr:
		return pairs(k, func(a, b T) uint8 { return walk.Bit(a != 0 || b != 0) })
	case device.OpLogicalXor:
		return pairs(k, func(a, b T) uint8 { return walk.Bit((a != 0) != (b != 0)) })
	}
	return nil
}

// boolCompare are the comparisons that are one bitwise operation on bools.
var boolCompare = map[device.Op]vec.BinaryOp{device.OpLogicalAnd: vec.BitAnd, device.OpLogicalOr: vec.BitOr,
	device.OpLogicalXor: vec.BitXor, device.OpNe: vec.BitXor}

func compareBools(op device.Op, k *walk.Kernel) walk.Inner {
	if v, ok := boolCompare[op]; ok {
		return vectors[uint8](k, v)
	}
	return compare[uint8](op, k)
}

func compareComplex[C complex64 | complex128](op device.Op, k *walk.Kernel) walk.Inner {
	switch op {
	case device.OpEq:
		return pairs(k, func(a, b C) uint8 { return walk.Bit(a == b) })
	case device.OpNe:
		return pairs(k, func(a, b C) uint8 { return walk.Bit(a != b) })
	case device.OpLogicalAnd:
		return pairs(k, func(a, b C) uint8 { return walk.Bit(a != 0 && b != 0) })
	case device.OpLogicalOr:
		return pairs(k, func(a, b C) uint8 { return walk.Bit(a != 0 || b != 0) })
	}
	return nil
}
