package cpu

import (
	"math"
	"math/cmplx"
	"slices"
	"unsafe"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file chooses the kernel of ops with two operands.

// vecBinary tells which ops package vec has kernels for; 0 is none.
func vecBinary(op device.Op) (vec.BinaryOp, bool) {
	switch op {
	case device.OpAdd:
		return vec.Add, true
	case device.OpSub:
		return vec.Sub, true
	case device.OpMul:
		return vec.Mul, true
	case device.OpDiv:
		return vec.Div, true
	case device.OpMaximum:
		return vec.Max, true
	case device.OpMinimum:
		return vec.Min, true
	case device.OpReluGrad:
		return vec.ReluGrad, true
	case device.OpSigmoidGrad:
		return vec.SigmoidGrad, true
	case device.OpTanhGrad:
		return vec.TanhGrad, true
	case device.OpAtan2:
		return vec.Atan2, true
	case device.OpBitwiseAnd:
		return vec.BitAnd, true
	case device.OpBitwiseOr:
		return vec.BitOr, true
	case device.OpBitwiseXor:
		return vec.BitXor, true
	}
	return 0, false
}

// binaryKernel is the kernel of a binary op in its compute type, or nil.
func binaryKernel(l *device.Launch) *walk.Kernel {
	k := &walk.Kernel{Types: [walk.MaxArgs]device.DType{l.Compute, l.Compute, l.Compute}}
	switch l.Compute {
	case device.Float32:
		k.Run = floatBinary[float32](l, k)
	case device.Float64:
		k.Run = floatBinary[float64](l, k)
	case device.Int8:
		k.Run = intBinary[int8](l, k)
	case device.Int16:
		k.Run = intBinary[int16](l, k)
	case device.Int32:
		k.Run = intBinary[int32](l, k)
	case device.Int64:
		k.Run = intBinary[int64](l, k)
	case device.Uint8:
		k.Run = intBinary[uint8](l, k)
	case device.Bool:
		k.Run = boolBinary(l.Op, k)
	case device.Complex64:
		k.Run = complexBinary[complex64](l, k)
	case device.Complex128:
		k.Run = complexBinary[complex128](l, k)
	}
	if k.Run == nil {
		return nil
	}
	return k
}

// vectors runs op through vec, which takes single elements as they are.
func vectors[T vec.Number](k *walk.Kernel, op vec.BinaryOp) walk.Inner {
	k.Lines = func(l *device.Launch, p *walk.Layout) {
		var in [2]vec.Lines[T]
		for i := range in {
			in[i] = vec.Lines[T]{Data: device.Slice[T](l.Args[i+1].Mem), Step: p.Strides[i+1][0], Single: p.Strides[i+1][1] == 0}
		}
		vec.BinaryLines(op, device.Slice[T](l.Args[0].Mem)[:p.Numel], p.Shape[1], in[0], in[1])
	}
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, a, b := device.Slice[T](args[0])[:n], device.Slice[T](args[1]), device.Slice[T](args[2])
		switch {
		case n > 1 && len(a) == 1 && len(b) == 1:
			vec.Binary(op, dst[:1], a, b)
			for i := range dst {
				dst[i] = dst[0]
			}
		case n > 1 && len(b) == 1:
			vec.BinaryScalar(op, dst, a, b[0])
		case n > 1 && len(a) == 1:
			vec.ScalarBinary(op, dst, a[0], b)
		default:
			vec.Binary(op, dst, a, b)
		}
	}
}

// pairs runs f on each pair of elements.
func pairs[R, T device.Element](k *walk.Kernel, f func(a, b T) R) walk.Inner {
	k.Spread = true
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, a, b := device.Slice[R](args[0])[:n], device.Slice[T](args[1])[:n], device.Slice[T](args[2])[:n]
		for i := range dst {
			dst[i] = f(a[i], b[i])
		}
	}
}

func floatBinary[T float32 | float64](l *device.Launch, k *walk.Kernel) walk.Inner {
	if (l.Op == device.OpAdd || l.Op == device.OpSub) && len(l.F) > 0 && l.F[0] != 1 {
		alpha := T(l.F[0])
		if l.Op == device.OpSub {
			alpha = -alpha
		}
		k.Spread = true
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			vec.Axpy(device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n], device.Slice[T](args[2])[:n], alpha)
		}
	}
	if op, ok := vecBinary(l.Op); ok && op < vec.BitAnd {
		return vectors[T](k, op)
	}
	if l.Op == device.OpNextafter {
		return pairs(k, nextafter[T])
	}
	if f := floatPairs[l.Op]; f != nil {
		return pairs(k, func(a, b T) T { return T(f(float64(a), float64(b))) })
	}
	switch l.Op {
	case device.OpPow:
		return power[T](k)
	case device.OpRemainder:
		return pairs(k, remainder[T])
	case device.OpFloorDivide:
		return pairs(k, floorDivide[T])
	case device.OpTruncDivide:
		return pairs(k, func(a, b T) T { return T(math.Trunc(float64(a / b))) })
	case device.OpComplex:
		k.Types[0] = l.Compute.Complex()
		if k.Types[0] == device.Complex64 {
			return pairs(k, func(a, b T) complex64 { return complex(float32(a), float32(b)) })
		}
		return pairs(k, func(a, b T) complex128 { return complex(float64(a), float64(b)) })
	}
	return nil
}

// floatPairs are the ops computed in float64 and rounded.
var floatPairs = map[device.Op]func(a, b float64) float64{
	device.OpFmod: math.Mod, device.OpHypot: math.Hypot, device.OpCopysign: math.Copysign,
	device.OpFmax: func(a, b float64) float64 {
		if math.IsNaN(a) || b > a {
			return b
		}
		return a
	},
	device.OpFmin: func(a, b float64) float64 {
		if math.IsNaN(a) || b < a {
			return b
		}
		return a
	},
	device.OpLogaddexp: func(a, b float64) float64 {
		if math.IsInf(a, 0) && a == b {
			return a
		}
		return math.Max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
	},
	device.OpLogaddexp2: func(a, b float64) float64 {
		if math.IsInf(a, 0) && a == b {
			return a
		}
		return math.Max(a, b) + math.Log2(1+math.Exp2(-math.Abs(a-b)))
	},
	device.OpXlogy: func(a, b float64) float64 {
		if a == 0 && !math.IsNaN(b) {
			return 0
		}
		return a * math.Log(b)
	},
	device.OpHeaviside: func(a, b float64) float64 {
		switch {
		case a == 0:
			return b
		case a > 0:
			return 1
		}
		return 0 // of NaN, too
	},
}

func nextafter[T float32 | float64](a, b T) T {
	if _, narrow := any(a).(float32); narrow {
		return T(math.Nextafter32(float32(a), float32(b)))
	}
	return T(math.Nextafter(float64(a), float64(b)))
}

// remainder has the sign of the divisor, as Python's.
func remainder[T float32 | float64](a, b T) T {
	m := T(math.Mod(float64(a), float64(b)))
	if m != 0 && (b < 0) != (m < 0) {
		m += b
	}
	return m
}

// floorDivide is Python's, which corrects the quotient of the exact remainder.
func floorDivide[T float32 | float64](a, b T) T {
	if b == 0 {
		return a / b
	}
	m := T(math.Mod(float64(a), float64(b)))
	q := (a - m) / b
	if m != 0 && (b < 0) != (m < 0) {
		q--
	}
	if q == 0 {
		return T(math.Copysign(0, float64(a)/float64(b)))
	}
	f := T(math.Floor(float64(q)))
	if q-f > 0.5 {
		f++
	}
	return f
}

// power has short ways for the exponents learners use.
func power[T float32 | float64](k *walk.Kernel) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, a, b := device.Slice[T](args[0])[:n], device.Slice[T](args[1]), device.Slice[T](args[2])
		if len(b) == 1 && len(a) == n {
			switch b[0] {
			case 0.5:
				vec.Unary(vec.Sqrt, dst, a)
				return
			case 1:
				copy(dst, a)
				return
			case 2:
				vec.Unary(vec.Square, dst, a)
				return
			case 3:
				for i, x := range a {
					dst[i] = x * x * x
				}
				return
			case -0.5:
				vec.Unary(vec.Rsqrt, dst, a)
				return
			case -1:
				vec.Unary(vec.Reciprocal, dst, a)
				return
			case -2:
				for i, x := range a {
					dst[i] = 1 / (x * x)
				}
				return
			}
		}
		if len(a) == n && (len(b) == n || n == 1) {
			vec.Binary(vec.Pow, dst, a, b)
			return
		}
		if len(a) == n {
			vec.BinaryScalar(vec.Pow, dst, a, b[0])
			return
		}
		stepA, stepB := step(len(a), n), step(len(b), n)
		for i := range dst {
			dst[i] = T(math.Pow(float64(a[i*stepA]), float64(b[i*stepB])))
		}
	}
}

func step(length, n int) int {
	if length == 1 && n > 1 {
		return 0
	}
	return 1
}

func intBinary[T walk.Integer](l *device.Launch, k *walk.Kernel) walk.Inner {
	if (l.Op == device.OpAdd || l.Op == device.OpSub) && len(l.I) > 0 && l.I[0] != 1 {
		alpha := T(l.I[0])
		if l.Op == device.OpSub {
			alpha = -alpha
		}
		return pairs(k, func(a, b T) T { return a + alpha*b })
	}
	if op, ok := vecBinary(l.Op); ok && l.Op != device.OpDiv && l.Op != device.OpAtan2 &&
		l.Op != device.OpSigmoidGrad && l.Op != device.OpTanhGrad {
		return vectors[T](k, op)
	}
	var f func(a, b T) T
	switch l.Op {
	case device.OpTruncDivide, device.OpDiv:
		f = func(a, b T) T { return a / b }
	case device.OpFloorDivide, device.OpRemainder:
		return dividing[T](l.Op, k)
	case device.OpFmod:
		f = func(a, b T) T { return a % b }
	case device.OpPow:
		f = intPow[T]
	case device.OpFmax:
		f = func(a, b T) T { return max(a, b) }
	case device.OpFmin:
		f = func(a, b T) T { return min(a, b) }
	case device.OpLeftShift:
		f = func(a, b T) T { return a << shiftBy(b) }
	case device.OpRightShift:
		f = func(a, b T) T { return a >> shiftBy(b) }
	case device.OpGcd:
		f = gcd[T]
	case device.OpLcm:
		f = func(a, b T) T {
			if a == 0 || b == 0 {
				return 0
			}
			v := a / gcd(a, b) * b
			if v < 0 {
				v = -v
			}
			return v
		}
	case device.OpHeaviside:
		f = func(a, b T) T {
			switch {
			case a == 0:
				return b
			case a < 0:
				return 0
			}
			return 1
		}
	}
	if f == nil {
		return nil
	}
	return pairs(k, f)
}

// dividesByZero reports whether a launch would divide an integer by zero, which is an
// error of the program and not a value.
func dividesByZero(l *device.Launch) bool {
	switch l.Op {
	case device.OpTruncDivide, device.OpFloorDivide, device.OpRemainder, device.OpFmod:
	default:
		return false
	}
	if !l.Compute.IsIntegral() || l.Args[0].Numel() == 0 {
		return false
	}
	b := l.Args[2]
	if b.Buffer == nil {
		b.Shape = nil
	}
	zero := make([]byte, b.Numel())
	var test device.Launch
	test.Reset(device.OpLogicalNot)
	test.Compute = b.DType
	*test.Add() = device.Operand{DType: device.Bool, Shape: b.Shape, Strides: walk.RowMajor(b.Shape), Mem: zero, Buffer: b.Buffer}
	*test.Add() = b
	return Run(&test) == nil && slices.Contains(zero, 1)
}

func intPow[T walk.Integer](a, b T) T {
	if b < 0 {
		switch a {
		case 1:
			return 1
		case T(0) - 1:
			if b%2 == 0 {
				return 1
			}
			return a
		}
		return 0
	}
	r := T(1)
	for ; b > 0; b /= 2 {
		if b%2 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}

func gcd[T walk.Integer](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// boolBinary computes with bytes of 0 and 1.
func boolBinary(op device.Op, k *walk.Kernel) walk.Inner {
	switch op {
	case device.OpAdd, device.OpBitwiseOr, device.OpMaximum, device.OpFmax, device.OpHeaviside:
		return vectors[uint8](k, vec.BitOr)
	case device.OpMul, device.OpBitwiseAnd, device.OpMinimum, device.OpFmin, device.OpReluGrad:
		return vectors[uint8](k, vec.BitAnd)
	case device.OpBitwiseXor:
		return vectors[uint8](k, vec.BitXor)
	}
	return nil
}

func complexBinary[C complex64 | complex128](l *device.Launch, k *walk.Kernel) walk.Inner {
	switch l.Op {
	case device.OpAdd, device.OpSub:
		alpha := complex(1, 0)
		if len(l.F) > 1 {
			alpha = complex(l.F[0], l.F[1])
		} else if len(l.F) > 0 {
			alpha = complex(l.F[0], 0)
		}
		if l.Op == device.OpSub {
			alpha = -alpha
		}
		return pairs(k, func(a, b C) C { return a + C(alpha)*b })
	case device.OpMul:
		return pairs(k, func(a, b C) C { return a * b })
	case device.OpDiv:
		return pairs(k, func(a, b C) C {
			if b == 0 { // PyTorch divides by the sum of squares
				return C(cmplx.NaN())
			}
			return a / b
		})
	case device.OpPow:
		return pairs(k, func(a, b C) C {
			if b == 2 {
				return a * a
			}
			return C(cmplx.Pow(complex128(a), complex128(b)))
		})
	}
	return nil
}

// shiftBy is by how many bits the processor shifts, whose types are of 32 bits at least.
func shiftBy[T walk.Integer](b T) uint64 {
	if unsafe.Sizeof(b) == 8 {
		return uint64(b) & 63
	}
	return uint64(b) & 31
}
