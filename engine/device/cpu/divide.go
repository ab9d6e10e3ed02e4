package cpu

import (
	"math/bits"

	"gputour/engine/device"
	"gputour/engine/device/cpu/walk"
)

// This file divides many integers by one: a multiplication each, after T. Granlund and
// P. L. Montgomery, "Division by Invariant Integers using Multiplication" (1994).

// reciprocal divides numbers below 2^63 by d ≥ 1.
type reciprocal struct {
	factor uint64 // ⌊2^(63+shift)/d⌋ + 1, where 2^shift ≥ d
	shift  uint
}

func newReciprocal(d uint64) reciprocal {
	shift := uint(bits.Len64(d - 1))
	if shift == 0 {
		return reciprocal{}
	}
	q, _ := bits.Div64(1<<(shift-1), 0, d)
	return reciprocal{q + 1, shift}
}

func (r reciprocal) divide(n uint64) uint64 {
	if r.shift == 0 {
		return n
	}
	high, _ := bits.Mul64(r.factor, n)
	return high >> (r.shift - 1)
}

// floorBy is ⌊a/d⌋ for d ≥ 1.
func (r reciprocal) floorBy(a int64) int64 {
	sign := uint64(a >> 63) // all ones for a negative a: ⌊a/d⌋ = −1 − ⌊(−1−a)/d⌋
	return int64(r.divide(uint64(a)^sign) ^ sign)
}

// dividing is floor division or the remainder with the divisor's sign, of integers; one
// positive divisor has its reciprocal taken.
func dividing[T walk.Integer](op device.Op, k *walk.Kernel) walk.Inner {
	pair := floorQuotient[T]
	if op == device.OpRemainder {
		pair = floorRemainder[T]
	}
	each := pairs(k, pair)
	k.Spread = false
	return func(l *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, a, b := device.Slice[T](args[0])[:n], device.Slice[T](args[1]), device.Slice[T](args[2])
		if n < 2 || len(a) == n && len(b) == n {
			each(l, args, n)
			return
		}
		if len(b) > 1 || len(a) == 1 || b[0] < 1 {
			stepA, stepB := step(len(a), n), step(len(b), n)
			for i := range dst {
				dst[i] = pair(a[i*stepA], b[i*stepB])
			}
			return
		}
		d, r := int64(b[0]), newReciprocal(uint64(b[0]))
		if op == device.OpFloorDivide {
			for i, x := range a[:n] {
				dst[i] = T(r.floorBy(int64(x)))
			}
			return
		}
		for i, x := range a[:n] {
			dst[i] = T(int64(x) - r.floorBy(int64(x))*d)
		}
	}
}

func floorQuotient[T walk.Integer](a, b T) T {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorRemainder[T walk.Integer](a, b T) T {
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}
