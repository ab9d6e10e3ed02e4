package cpu

import (
	"math"
	"math/cmplx"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// This file chooses the kernel of ops with one operand.

// vecUnary names the ops that package vec has kernels for.
var vecUnary = map[device.Op]vec.UnaryOp{
	device.OpNeg: vec.Neg, device.OpAbs: vec.Abs, device.OpSquare: vec.Square, device.OpRelu: vec.Relu,
	device.OpSign: vec.Sign, device.OpSqrt: vec.Sqrt, device.OpRsqrt: vec.Rsqrt,
	device.OpReciprocal: vec.Reciprocal, device.OpFloor: vec.Floor, device.OpCeil: vec.Ceil,
	device.OpTrunc: vec.Trunc, device.OpExp: vec.Exp, device.OpExpm1: vec.Expm1, device.OpLog: vec.Log,
	device.OpLog2: vec.Log2, device.OpLog10: vec.Log10, device.OpLog1p: vec.Log1p, device.OpSin: vec.Sin,
	device.OpCos: vec.Cos, device.OpTan: vec.Tan, device.OpTanh: vec.Tanh, device.OpSigmoid: vec.Sigmoid,
	device.OpSilu: vec.Silu, device.OpErf: vec.Erf, device.OpGelu: vec.Gelu, device.OpGeluTanh: vec.GeluTanh,
	device.OpAsin: vec.Asin, device.OpAcos: vec.Acos, device.OpAtan: vec.Atan, device.OpSinh: vec.Sinh,
	device.OpCosh: vec.Cosh,
}

// unaryKernel is the kernel of a unary op in its compute type, or nil.
func unaryKernel(l *device.Launch) *walk.Kernel {
	k := &walk.Kernel{Types: [walk.MaxArgs]device.DType{l.Compute, l.Compute}, Spread: true}
	switch l.Compute {
	case device.Float32:
		k.Run = floatUnary[float32](l)
	case device.Float64:
		k.Run = floatUnary[float64](l)
	case device.Int8:
		k.Run = intUnary[int8](l.Op)
	case device.Int16:
		k.Run = intUnary[int16](l.Op)
	case device.Int32:
		k.Run = intUnary[int32](l.Op)
	case device.Int64:
		k.Run = intUnary[int64](l.Op)
	case device.Uint8:
		k.Run = intUnary[uint8](l.Op)
	case device.Bool:
		k.Run = boolUnary(l.Op)
	case device.Complex64:
		k.Run = complexUnary[complex64, float32](l.Op, k)
	case device.Complex128:
		k.Run = complexUnary[complex128, float64](l.Op, k)
	}
	if k.Run == nil {
		return nil
	}
	return k
}

func each[T, U device.Element](f func(U) T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, src := device.Slice[T](args[0])[:n], device.Slice[U](args[1])[:n]
		for i, v := range src {
			dst[i] = f(v)
		}
	}
}

// throughFloat64 computes f in float64 and rounds.
func throughFloat64[T float32 | float64](f func(float64) float64) walk.Inner {
	return each(func(x T) T { return T(f(float64(x))) })
}

func floatUnary[T float32 | float64](l *device.Launch) walk.Inner {
	if op, ok := vecUnary[l.Op]; ok {
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			vec.Unary(op, device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n])
		}
	}
	if f := floatFuncs[l.Op]; f != nil {
		return throughFloat64[T](f)
	}
	switch l.Op {
	case device.OpClamp:
		lo, hi := T(l.F[0]), T(l.F[1])
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			vec.Clamp(device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n], lo, hi)
		}
	case device.OpLeakyRelu:
		return leakyRelu(T(l.F[0]))
	}
	if f := parametric[l.Op]; f != nil {
		return throughFloat64[T](f(l.F))
	}
	return nil
}

// leakyRelu multiplies what is not positive by slope.
func leakyRelu[T float32 | float64](slope T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, src := device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n]
		for i, x := range src {
			factor := slope
			if x > 0 {
				factor = 1
			}
			dst[i] = x * factor
		}
	}
}

// floatFuncs are the float ops without parameters that vec lacks.
var floatFuncs = map[device.Op]func(float64) float64{
	device.OpExp2: math.Exp2, device.OpAsinh: math.Asinh, device.OpAcosh: math.Acosh, device.OpAtanh: math.Atanh,
	device.OpErfc: math.Erfc, device.OpErfinv: math.Erfinv, device.OpLgamma: lgamma, device.OpDigamma: digamma,
	device.OpFrac:        func(x float64) float64 { return x - math.Trunc(x) },
	device.OpMish:        func(x float64) float64 { return x * math.Tanh(softplus(x)) },
	device.OpLogSigmoid:  func(x float64) float64 { return math.Min(x, 0) - math.Log1p(math.Exp(-math.Abs(x))) },
	device.OpHardswish:   func(x float64) float64 { return x * clamp(x+3, 0, 6) / 6 },
	device.OpHardsigmoid: func(x float64) float64 { return clamp(x+3, 0, 6) / 6 },
	device.OpI0:          besselI0,
	device.OpConj:        func(x float64) float64 { return x },
	device.OpReal:        func(x float64) float64 { return x },
	device.OpSinc: func(x float64) float64 {
		if x == 0 {
			return 1
		}
		return math.Sin(math.Pi*x) / (math.Pi * x)
	},
	device.OpAngle: func(x float64) float64 {
		if x < 0 {
			return math.Pi
		}
		if x != x {
			return x
		}
		return 0
	},
}

// parametric are the float ops with parameters F.
var parametric = map[device.Op]func(f []float64) func(float64) float64{
	device.OpRound: func(f []float64) func(float64) float64 {
		if len(f) == 0 || f[0] == 0 {
			return math.RoundToEven
		}
		scale := math.Pow(10, math.Abs(f[0]))
		if f[0] < 0 {
			return func(x float64) float64 { return math.RoundToEven(x/scale) * scale }
		}
		return func(x float64) float64 { return math.RoundToEven(x*scale) / scale }
	},
	device.OpSoftplus: func(f []float64) func(float64) float64 {
		return func(x float64) float64 {
			if x*f[0] > f[1] {
				return x
			}
			return math.Log1p(math.Exp(x*f[0])) / f[0]
		}
	},
	device.OpElu: func(f []float64) func(float64) float64 {
		return func(x float64) float64 {
			if x <= 0 {
				return math.Expm1(x*f[2]) * f[0] * f[1]
			}
			return x * f[1]
		}
	},
	device.OpNanToNum: func(f []float64) func(float64) float64 {
		return func(x float64) float64 {
			switch {
			case math.IsNaN(x):
				return f[0]
			case math.IsInf(x, 1):
				return f[1]
			case math.IsInf(x, -1):
				return f[2]
			}
			return x
		}
	},
	device.OpThreshold: func(f []float64) func(float64) float64 {
		return func(x float64) float64 {
			if x <= f[0] {
				return f[1]
			}
			return x
		}
	},
}

func softplus(x float64) float64 {
	if x > 20 {
		return x
	}
	return math.Log1p(math.Exp(x))
}

func clamp(x, lo, hi float64) float64 { return math.Min(math.Max(x, lo), hi) }

func lgamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1) // as C has it
	}
	v, _ := math.Lgamma(x)
	return v
}

// digamma is the logarithmic derivative of the gamma function: reflection, recurrence
// up to 10, then the asymptotic series (Abramowitz & Stegun 6.3.18).
func digamma(x float64) float64 {
	if x == 0 {
		return math.Copysign(math.Inf(1), -x)
	}
	if x < 0 {
		if x == math.Trunc(x) {
			return math.NaN()
		}
		return digamma(1-x) - math.Pi/math.Tan(math.Pi*x)
	}
	var sum float64
	for ; x < 10; x++ {
		sum -= 1 / x
	}
	z := 1 / (x * x)
	series := z * (1.0/12 - z*(1.0/120-z*(1.0/252-z*(1.0/240-z*(1.0/132-z*(691.0/32760-z/12))))))
	return sum + math.Log(x) - 0.5/x - series
}

// besselI0 is the modified Bessel function of order zero by its power series, scaled
// asymptotics above 30 (Abramowitz & Stegun 9.6.12, 9.7.1).
func besselI0(x float64) float64 {
	x = math.Abs(x)
	if x > 30 {
		term, sum := 1.0, 1.0
		for k := 1.0; k < 20; k++ {
			term *= (2*k - 1) * (2*k - 1) / (8 * x * k)
			sum += term
		}
		return math.Exp(x) / math.Sqrt(2*math.Pi*x) * sum
	}
	term, sum := 1.0, 1.0
	for k := 1.0; term > sum*1e-17; k++ {
		term *= x * x / (4 * k * k)
		sum += term
	}
	return sum
}

func intUnary[T int8 | int16 | int32 | int64 | uint8](op device.Op) walk.Inner {
	switch op {
	case device.OpNeg, device.OpAbs, device.OpSquare, device.OpRelu, device.OpSign:
		v := vecUnary[op]
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			vec.Unary(v, device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n])
		}
	case device.OpBitwiseNot:
		return flipBits(^T(0))
	case device.OpFloor, device.OpCeil, device.OpTrunc, device.OpRound, device.OpConj, device.OpReal:
		return each(func(x T) T { return x })
	case device.OpClamp:
		return func(l *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			lo, hi := l.I[0], l.I[1]
			dst := device.Slice[T](args[0])
			for i, v := range device.Slice[T](args[1])[:n] {
				dst[i] = T(min(max(int(v), lo), hi))
			}
		}
	}
	return nil
}

// flipBits turns some bits over.
func flipBits[T vec.Integer](bits T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		vec.BinaryScalar(vec.BitXor, device.Slice[T](args[0])[:n], device.Slice[T](args[1])[:n], bits)
	}
}

func boolUnary(op device.Op) walk.Inner {
	switch op {
	case device.OpBitwiseNot:
		return flipBits[uint8](1)
	case device.OpAbs, device.OpSign, device.OpSquare, device.OpConj, device.OpReal:
		return each(func(x uint8) uint8 { return x })
	}
	return nil
}

// complexFuncs are the ops on complex numbers.
var complexFuncs = map[device.Op]func(complex128) complex128{
	device.OpNeg: func(z complex128) complex128 { return -z }, device.OpConj: cmplx.Conj,
	device.OpSquare: func(z complex128) complex128 { return z * z }, device.OpSqrt: cmplx.Sqrt,
	device.OpReciprocal: func(z complex128) complex128 { return 1 / z },
	device.OpRsqrt:      func(z complex128) complex128 { return 1 / cmplx.Sqrt(z) },
	device.OpExp:        cmplx.Exp, device.OpLog: cmplx.Log, device.OpLog10: cmplx.Log10,
	device.OpLog2: func(z complex128) complex128 { return cmplx.Log(z) / complex(math.Ln2, 0) },
	device.OpSin:  cmplx.Sin, device.OpCos: cmplx.Cos, device.OpTan: cmplx.Tan, device.OpAsin: cmplx.Asin,
	device.OpAcos: cmplx.Acos, device.OpAtan: cmplx.Atan, device.OpSinh: cmplx.Sinh, device.OpCosh: cmplx.Cosh,
	device.OpTanh: cmplx.Tanh, device.OpAsinh: cmplx.Asinh, device.OpAcosh: cmplx.Acosh, device.OpAtanh: cmplx.Atanh,
	device.OpSigmoid: func(z complex128) complex128 { return 1 / (1 + cmplx.Exp(-z)) },
	device.OpSinc: func(z complex128) complex128 {
		if z == 0 {
			return 1
		}
		return cmplx.Sin(math.Pi*z) / (math.Pi * z)
	},
	device.OpSign: func(z complex128) complex128 {
		if z == 0 {
			return 0
		}
		return z / complex(cmplx.Abs(z), 0)
	},
}

var complexParts = map[device.Op]func(complex128) float64{
	device.OpAbs: cmplx.Abs, device.OpAngle: cmplx.Phase,
	device.OpReal: func(z complex128) float64 { return real(z) },
	device.OpImag: func(z complex128) float64 { return imag(z) },
}

func complexUnary[C complex64 | complex128, R float32 | float64](op device.Op, k *walk.Kernel) walk.Inner {
	if f := complexParts[op]; f != nil {
		k.Types[0] = k.Types[1].Real()
		return each(func(z C) R { return R(f(complex128(z))) })
	}
	if f := complexFuncs[op]; f != nil {
		return each(func(z C) C { return C(f(complex128(z))) })
	}
	return nil
}

// predicateKernel is the kernel of an op that answers a bool.
func predicateKernel(l *device.Launch) *walk.Kernel {
	k := &walk.Kernel{Types: [walk.MaxArgs]device.DType{device.Bool, l.Compute}, Spread: true}
	switch l.Compute {
	case device.Float32:
		k.Run = floatPredicate[float32](l.Op)
	case device.Float64:
		k.Run = floatPredicate[float64](l.Op)
	case device.Int8:
		k.Run = intPredicate[int8](l.Op)
	case device.Int16:
		k.Run = intPredicate[int16](l.Op)
	case device.Int32:
		k.Run = intPredicate[int32](l.Op)
	case device.Int64:
		k.Run = intPredicate[int64](l.Op)
	case device.Uint8:
		k.Run = intPredicate[uint8](l.Op)
	case device.Bool:
		if k.Run = intPredicate[uint8](l.Op); l.Op == device.OpLogicalNot {
			k.Run = flipBits[uint8](1)
		}
	case device.Complex64:
		k.Run = complexPredicate[complex64](l.Op)
	case device.Complex128:
		k.Run = complexPredicate[complex128](l.Op)
	}
	if k.Run == nil {
		return nil
	}
	return k
}

var floatTests = map[device.Op]func(float64) bool{
	device.OpLogicalNot: func(x float64) bool { return x == 0 },
	device.OpIsnan:      math.IsNaN,
	device.OpIsinf:      func(x float64) bool { return math.IsInf(x, 0) },
	device.OpIsfinite:   func(x float64) bool { return x-x == 0 },
	device.OpIsposinf:   func(x float64) bool { return math.IsInf(x, 1) },
	device.OpIsneginf:   func(x float64) bool { return math.IsInf(x, -1) },
	device.OpSignbit:    math.Signbit,
}

func floatPredicate[T float32 | float64](op device.Op) walk.Inner {
	inf := T(math.Inf(1))
	switch op { // that are comparisons
	case device.OpIsnan:
		return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
			x := device.Slice[T](args[1])[:n]
			vec.Compare(vec.Ne, args[0][:n], x, x)
		}
	case device.OpLogicalNot:
		return comparedWith(vec.Eq, T(0))
	case device.OpIsposinf:
		return comparedWith(vec.Eq, inf)
	case device.OpIsneginf:
		return comparedWith(vec.Eq, -inf)
	case device.OpIsinf:
		return sizeComparedWith(vec.Eq, inf)
	case device.OpIsfinite:
		return sizeComparedWith(vec.Lt, inf)
	}
	f := floatTests[op]
	return each(func(x T) uint8 { return walk.Bit(f(float64(x))) })
}

func comparedWith[T float32 | float64](op vec.CompareOp, limit T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		vec.CompareScalar(op, args[0][:n], device.Slice[T](args[1])[:n], limit)
	}
}

// sizeComparedWith compares absolute values.
func sizeComparedWith[T float32 | float64](op vec.CompareOp, limit T) walk.Inner {
	return func(_ *device.Launch, args *[walk.MaxArgs][]byte, n int) {
		dst, x := args[0][:n], device.Slice[T](args[1])[:n]
		var room [walk.Chunk]T
		for i := 0; i < n; i += walk.Chunk {
			size := room[:min(walk.Chunk, n-i)]
			vec.Unary(vec.Abs, size, x[i:])
			vec.CompareScalar(op, dst[i:i+len(size)], size, limit)
		}
	}
}

func intPredicate[T int8 | int16 | int32 | int64 | uint8](op device.Op) walk.Inner {
	switch op {
	case device.OpLogicalNot:
		return each(func(x T) uint8 { return walk.Bit(x == 0) })
	case device.OpIsfinite:
		return each(func(T) uint8 { return 1 })
	case device.OpSignbit:
		return each(func(x T) uint8 { return walk.Bit(x < 0) })
	}
	return each(func(T) uint8 { return 0 })
}

func complexPredicate[C complex64 | complex128](op device.Op) walk.Inner {
	f := floatTests[op]
	switch op {
	case device.OpLogicalNot:
		return each(func(z C) uint8 { return walk.Bit(z == 0) })
	case device.OpIsfinite:
		return each(func(z C) uint8 { return walk.Bit(f(real(complex128(z))) && f(imag(complex128(z)))) })
	}
	return each(func(z C) uint8 { return walk.Bit(f(real(complex128(z))) || f(imag(complex128(z)))) })
}
