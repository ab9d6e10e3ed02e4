// This file defines the elementwise operations of one operand.

package vec

import (
	"math"
	"unsafe"
)

// UnaryOp is an elementwise operation of one operand. Integers have Neg, Abs, Square,
// Relu and Sign; floats have all.
type UnaryOp uint8

const (
	Neg UnaryOp = iota
	Abs
	Square
	Relu // NaN stays NaN
	Sign
	Sqrt
	Rsqrt // 1/√x, both steps rounded
	Reciprocal
	Floor
	Ceil
	Trunc
	Round // half to even
	Exp
	Expm1
	Log
	Log2
	Log10
	Log1p
	Sin
	Cos
	Tan
	Tanh
	Sigmoid
	Silu // x·sigmoid(x)
	Erf
	Gelu     // x·Φ(x), through erf
	GeluTanh // the tanh approximation
	Softplus // log1p(exp(x)), x above 20
	Asin
	Acos
	Atan
	Sinh
	Cosh
	numUnary
)

func (op UnaryOp) grain() int {
	if op >= Exp {
		return grainHeavy
	}
	return grainSimple
}

// Unary computes dst[i] = op(a[i]).
//
// Float32 Exp, Log, Tanh, Sin, Cos and what is made of them agree with PyTorch's CPU
// results on amd64 with AVX2; the plain Go form rounds the float64 result, so it may
// differ in the last bit or two. The float64 kernels are within one unit in the last
// place, and within half a unit but for a few arguments in a hundred.
func Unary[T Number](op UnaryOp, dst, a []T) {
	n := min(len(dst), len(a))
	dst, a = dst[:n], a[:n]
	if n <= op.grain() {
		unarySerial(op, dst, a)
		return
	}
	unaryParallel(op, dst, a)
}

func unaryParallel[T Number](op UnaryOp, dst, a []T) {
	For(len(dst), op.grain(), func(lo, hi int) { unarySerial(op, dst[lo:hi], a[lo:hi]) })
}

func unarySerial[T Number](op UnaryOp, dst, a []T) {
	if len(dst) == 0 {
		return
	}
	if kernel := active.unary[elemOf[T]()][op]; kernel != nil {
		switch {
		case op != Sin && op != Cos && op != Tan:
			kernel(bytesOf(dst), bytesOf(a), len(dst))
		case elemOf[T]() == elemF32:
			trig(kernel, op, reinterpret[float32](dst), reinterpret[float32](a), trigRange)
		default:
			trig(kernel, op, reinterpret[float64](dst), reinterpret[float64](a), trigRange64)
		}
		return
	}
	fn := unaryFunc[T](op)
	for i, x := range a {
		dst[i] = fn(x)
	}
}

// trigRange is the largest argument that the sine and cosine kernels reduce exactly;
// trigRange64 is that of the float64 ones.
const (
	trigRange   = 125
	trigRange64 = 1 << 28
)

// trig runs a sine or cosine kernel and replaces its results for arguments beyond limit.
func trig[T Float](kernel kernel2, op UnaryOp, dst, a []T, limit T) {
	const block = 1024
	for i := 0; i < len(a); i += block {
		in, out := a[i:min(i+block, len(a))], dst[i:min(i+block, len(a))]
		if MaxOf(in) <= limit && MinOf(in) >= -limit {
			kernel(bytesOf(out), bytesOf(in), len(out))
			continue
		}
		saved := append([]T(nil), in...)
		kernel(bytesOf(out), bytesOf(in), len(out))
		for k, x := range saved {
			if !(x <= limit && x >= -limit) {
				out[k] = T(floatFuncs[op](float64(x)))
			}
		}
	}
}

// unaryFunc is the definition of op on one element.
func unaryFunc[T Number](op UnaryOp) func(T) T {
	switch op {
	case Neg:
		return func(x T) T { return -x }
	case Abs:
		return absolute[T]
	case Square:
		return func(x T) T { return x * x }
	case Relu:
		return func(x T) T {
			if x < 0 {
				return 0
			}
			return x
		}
	case Sign:
		return sign[T]
	case Rsqrt:
		return func(x T) T { return 1 / T(math.Sqrt(float64(x))) }
	case Reciprocal:
		return func(x T) T { return divide(1, x) }
	}
	fn := floatFuncs[op]
	return func(x T) T { return T(fn(float64(x))) }
}

func absolute[T Number](x T) T {
	switch {
	case x < 0:
		return -x
	case x == 0:
		return 0 // -0 too
	}
	return x
}

func sign[T Number](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		x = 0
		return x - 1
	}
	return 0
}

// floatFuncs define the operations that floats alone have, in float64.
var floatFuncs = [numUnary]func(float64) float64{
	Sqrt:     math.Sqrt,
	Floor:    math.Floor,
	Ceil:     math.Ceil,
	Trunc:    math.Trunc,
	Round:    math.RoundToEven,
	Exp:      math.Exp,
	Expm1:    math.Expm1,
	Log:      math.Log,
	Log2:     math.Log2,
	Log10:    math.Log10,
	Log1p:    math.Log1p,
	Sin:      math.Sin,
	Cos:      math.Cos,
	Tan:      math.Tan,
	Tanh:     math.Tanh,
	Sigmoid:  sigmoid,
	Silu:     func(x float64) float64 { return x * sigmoid(x) },
	Erf:      math.Erf,
	Gelu:     func(x float64) float64 { return x * 0.5 * (1 + math.Erf(x*(1/math.Sqrt2))) },
	GeluTanh: geluTanh,
	Softplus: softplus,
	Asin:     math.Asin,
	Acos:     math.Acos,
	Atan:     math.Atan,
	Sinh:     math.Sinh,
	Cosh:     math.Cosh,
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func geluTanh(x float64) float64 {
	const beta, kappa = math.Sqrt2 * (2 / math.SqrtPi) * 0.5, 0.044715
	return 0.5 * x * (1 + math.Tanh(beta*(x+kappa*x*x*x)))
}

func softplus(x float64) float64 {
	if x > 20 {
		return x
	}
	return math.Log1p(math.Exp(x))
}

// reinterpret views s as elements of an equal type that the compiler cannot see.
func reinterpret[D, S any](s []S) []D {
	return unsafe.Slice((*D)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
