// This file defines comparison, selection and the fused operations of three operands.

package vec

// CompareOp is a comparison; with a NaN operand all but Ne are false.
type CompareOp uint8

const (
	Lt CompareOp = iota
	Le
	Gt
	Ge
	Eq
	Ne
	numCompare
)

// Compare sets dst[i] to 1 where op(a[i], b[i]) holds and to 0 elsewhere.
func Compare[T Number](op CompareOp, dst []uint8, a, b []T) {
	n := min(len(dst), len(a), len(b))
	compare(op, vecVec, dst[:n], a[:n], b[:n])
}

// CompareScalar sets dst[i] to 1 where op(a[i], b) holds and to 0 elsewhere.
func CompareScalar[T Number](op CompareOp, dst []uint8, a []T, b T) {
	n := min(len(dst), len(a))
	scalar := [1]T{b}
	compare(op, vecScalar, dst[:n], a[:n], scalar[:])
}

func compare[T Number](op CompareOp, f form, dst []uint8, a, b []T) {
	if len(dst) <= grainSimple {
		compareSerial(op, f, dst, a, b)
		return
	}
	For(len(dst), grainSimple, func(lo, hi int) {
		y := b
		if f == vecVec {
			y = b[lo:hi]
		}
		compareSerial(op, f, dst[lo:hi], a[lo:hi], y)
	})
}

func compareSerial[T Number](op CompareOp, f form, dst []uint8, a, b []T) {
	if len(dst) == 0 {
		return
	}
	if kernel := active.compare[elemOf[T]()][op][f]; kernel != nil {
		kernel(bytesOf(dst), bytesOf(a), bytesOf(b), len(dst))
		return
	}
	step := 1
	if f == vecScalar {
		step = 0
	}
	for i := range dst {
		dst[i] = 0
		if compareOne(op, a[i], b[i*step]) {
			dst[i] = 1
		}
	}
}

func compareOne[T Number](op CompareOp, a, b T) bool {
	switch op {
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	case Ge:
		return a >= b
	case Eq:
		return a == b
	}
	return a != b
}

// Where sets dst[i] to a[i] where cond[i] is not 0 and to b[i] elsewhere.
func Where[T Number](dst []T, cond []uint8, a, b []T) {
	n := min(len(dst), len(cond), len(a), len(b))
	if n <= grainSimple {
		whereSerial(dst[:n], cond[:n], a[:n], b[:n])
		return
	}
	For(n, grainSimple, func(lo, hi int) {
		whereSerial(dst[lo:hi], cond[lo:hi], a[lo:hi], b[lo:hi])
	})
}

func whereSerial[T Number](dst []T, cond []uint8, a, b []T) {
	if len(dst) == 0 {
		return
	}
	if kernel := active.where[elemOf[T]()]; kernel != nil {
		kernel(bytesOf(dst), bytesOf(cond), bytesOf(a), bytesOf(b), len(dst))
		done := len(dst) &^ 7 // what the AVX2 forms leave lies behind this
		dst, cond, a, b = dst[done:], cond[done:], a[done:], b[done:]
	}
	for i, c := range cond {
		if c != 0 {
			dst[i] = a[i]
		} else {
			dst[i] = b[i]
		}
	}
}

// ternary operations; the table's kernels take (dst, a, b, scalar or third vector).
type ternaryOp uint8

const (
	opAxpy  ternaryOp = iota // a + s·b
	opLerp                   // a + s·(b−a)
	opClamp                  // min(max(a, s[0]), s[1]); b unused
	numTernary
)

// productOp is an operation of three vectors and a scalar.
type productOp uint8

const (
	opAddcmul productOp = iota
	opAddcdiv
	opNormalize // (a·s[0] + s[1])·b + c
	numProducts
)

// Axpy computes dst[i] = a[i] + alpha·b[i], with one rounding where the processor has
// FMA: torch.add(a, b, alpha=alpha) and every plain gradient step.
func Axpy[T Float](dst, a, b []T, alpha T) {
	scalar := [1]T{alpha}
	ternary(opAxpy, dst, a, b, scalar[:], func(dst, a, b, s []T) {
		for i := range dst {
			dst[i] = fma(s[0], b[i], a[i])
		}
	})
}

// Clamp computes dst[i] = min(max(a[i], low), high); NaN stays NaN, a zero keeps its sign.
func Clamp[T Number](dst, a []T, low, high T) {
	bounds := [2]T{low, high}
	ternary(opClamp, dst, a, a, bounds[:], func(dst, a, _, s []T) {
		for i, x := range a {
			dst[i] = minNaN(s[1], maxNaN(s[0], x))
		}
	})
}

func ternary[T Number](op ternaryOp, dst, a, b, s []T, plain func(dst, a, b, s []T)) {
	n := min(len(dst), len(a), len(b))
	run := func(lo, hi int) {
		if kernel := active.ternary[elemOf[T]()][op]; kernel != nil {
			kernel(bytesOf(dst[lo:]), bytesOf(a[lo:]), bytesOf(b[lo:]), bytesOf(s), hi-lo)
			return
		}
		plain(dst[lo:hi], a[lo:hi], b[lo:hi], s)
	}
	For(n, grainSimple, run)
}

// Addcmul computes dst[i] = a[i] + (alpha·b[i])·c[i], the sum with one rounding.
func Addcmul[T Float](dst, a, b, c []T, alpha T) {
	products(opAddcmul, dst, a, b, c, alpha, func(a, b, c T) T { return fma(alpha*b, c, a) })
}

// Addcdiv computes dst[i] = a[i] + alpha·b[i]/c[i].
func Addcdiv[T Float](dst, a, b, c []T, alpha T) {
	products(opAddcdiv, dst, a, b, c, alpha, func(a, b, c T) T { return a + alpha*b/c })
}

func products[T Float](op productOp, dst, a, b, c []T, alpha T, plain func(a, b, c T) T) {
	n := min(len(dst), len(a), len(b), len(c))
	kernel, scalar := active.products[elemOf[T]()][op], []T{alpha}
	For(n, grainSimple, func(lo, hi int) {
		if kernel != nil {
			kernel(bytesOf(dst[lo:]), bytesOf(a[lo:]), bytesOf(b[lo:]), bytesOf(c[lo:]), bytesOf(scalar), hi-lo)
			return
		}
		for i := lo; i < hi; i++ {
			dst[i] = plain(a[i], b[i], c[i])
		}
	})
}
