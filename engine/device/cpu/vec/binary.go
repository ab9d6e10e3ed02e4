// This file defines the elementwise operations of two operands.

package vec

import (
	"math"
	"unsafe"
)

// BinaryOp is an elementwise operation of two operands of one type.
type BinaryOp uint8

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div // integers: truncated; a zero divisor gives 0
	Max // NaN if either operand is NaN, as torch.maximum
	Min
	ReluGrad    // b > 0 ? a : 0 (a: gradient, b: input or output)
	SigmoidGrad // a·(1−b)·b (a: gradient, b: output); floats only
	TanhGrad    // a·(1−b²) (a: gradient, b: output); floats only
	Pow         // a to the power b; floats only
	Atan2       // angle of the point (b, a); floats only
	BitAnd      // integers only, as the next two
	BitOr
	BitXor
	numBinary
)

// grainSimple and grainHeavy are the lengths below which an elementwise loop stays on
// one core: handing a piece to a sleeping helper costs some 10 µs.
const (
	grainSimple = 48 << 10
	grainHeavy  = 8 << 10
)

func (op BinaryOp) grain() int {
	if op == Pow || op == Atan2 {
		return grainHeavy
	}
	return grainSimple
}

// Binary computes dst[i] = op(a[i], b[i]).
func Binary[T Number](op BinaryOp, dst, a, b []T) {
	n := min(len(dst), len(a), len(b))
	binary(op, vecVec, dst[:n], a[:n], b[:n])
}

// BinaryScalar computes dst[i] = op(a[i], b).
func BinaryScalar[T Number](op BinaryOp, dst, a []T, b T) {
	n := min(len(dst), len(a))
	scalar := [1]T{b}
	binary(op, vecScalar, dst[:n], a[:n], scalar[:])
}

// ScalarBinary computes dst[i] = op(a, b[i]).
func ScalarBinary[T Number](op BinaryOp, dst []T, a T, b []T) {
	n := min(len(dst), len(b))
	scalar := [1]T{a}
	binary(op, scalarVec, dst[:n], scalar[:], b[:n])
}

// Lines are the lines of one operand of BinaryLines: adjacent elements from each multiple
// of Step on (0: the same line again and again), or single elements that stand for all of
// their line.
type Lines[T Number] struct {
	Data   []T
	Step   int
	Single bool
}

func (l Lines[T]) at(line, width int) []T {
	if l.Single {
		width = 1
	}
	return l.Data[line*l.Step:][:width]
}

// BinaryLines computes op of two operands' lines into the lines of dst, which follow each
// other and have width elements. Not both operands' may be single elements.
func BinaryLines[T Number](op BinaryOp, dst []T, width int, a, b Lines[T]) {
	f := vecVec
	switch {
	case a.Single:
		f = scalarVec
	case b.Single:
		f = vecScalar
	}
	if width <= 0 {
		return
	}
	For(len(dst)/width, max(1, op.grain()/width), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			binarySerial(op, f, dst[i*width:][:width], a.at(i, width), b.at(i, width))
		}
	})
}

func binary[T Number](op BinaryOp, f form, dst, a, b []T) {
	n := len(dst)
	if n <= op.grain() {
		binarySerial(op, f, dst, a, b)
		return
	}
	binaryParallel(op, f, dst, a, b)
}

func binaryParallel[T Number](op BinaryOp, f form, dst, a, b []T) {
	For(len(dst), op.grain(), func(lo, hi int) {
		x, y := a, b
		if f != scalarVec {
			x = a[lo:hi]
		}
		if f != vecScalar {
			y = b[lo:hi]
		}
		binarySerial(op, f, dst[lo:hi], x, y)
	})
}

func binarySerial[T Number](op BinaryOp, f form, dst, a, b []T) {
	if len(dst) == 0 {
		return
	}
	if op >= BitAnd {
		bitwise(op, f, dst, a, b)
		return
	}
	if kernel := active.binary[elemOf[T]()][op][f]; kernel != nil {
		kernel(bytesOf(dst), bytesOf(a), bytesOf(b), len(dst))
		return
	}
	binaryGo(op, f, dst, a, b)
}

// bytesOf is the address of s's first element, in the type kernels take.
func bytesOf[T any](s []T) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(s))) }

func binaryGo[T Number](op BinaryOp, f form, dst, a, b []T) {
	fn := binaryFunc[T](op)
	switch f {
	case vecVec:
		for i, x := range a[:len(dst)] {
			dst[i] = fn(x, b[i])
		}
	case vecScalar:
		y := b[0]
		for i, x := range a[:len(dst)] {
			dst[i] = fn(x, y)
		}
	default:
		x := a[0]
		for i, y := range b[:len(dst)] {
			dst[i] = fn(x, y)
		}
	}
}

// binaryFunc is the definition of op on one pair.
func binaryFunc[T Number](op BinaryOp) func(a, b T) T {
	switch op {
	case Add:
		return func(a, b T) T { return a + b }
	case Sub:
		return func(a, b T) T { return a - b }
	case Mul:
		return func(a, b T) T { return a * b }
	case Div:
		return divide[T]
	case Max:
		return func(a, b T) T { return maxNaN(a, b) }
	case Min:
		return func(a, b T) T { return minNaN(a, b) }
	case ReluGrad:
		return func(g, x T) T {
			if x > 0 {
				return g
			}
			return 0
		}
	case SigmoidGrad:
		return func(g, y T) T { return g * (1 - y) * y }
	case TanhGrad:
		return func(g, y T) T { return g * (1 - y*y) }
	case Pow:
		return func(a, b T) T { return T(math.Pow(float64(a), float64(b))) }
	}
	return func(a, b T) T { return T(math.Atan2(float64(a), float64(b))) }
}

func divide[T Number](a, b T) T {
	if b == 0 && elemOf[T]() > elemF64 {
		return 0
	}
	return a / b
}

func maxNaN[T Number](a, b T) T {
	if a > b || a != a {
		return a
	}
	return b
}

func minNaN[T Number](a, b T) T {
	if a < b || a != a {
		return a
	}
	return b
}
