package tensor

import (
	"math"
	"math/cmplx"
	"strconv"
)

// Scalar is a number without a tensor: a Python bool, int, float or complex.
type Scalar struct {
	DType DType // Bool, Int64, Float64 or Complex128
	I     int64 // value of a bool or int
	F     float64
	C     complex128
}

// Int, Float, Boolean and Complex make scalars.
func Int(i int64) Scalar { return Scalar{DType: Int64, I: i} }

// Float makes a float scalar.
func Float(f float64) Scalar { return Scalar{DType: Float64, F: f} }

// Boolean makes a bool scalar.
func Boolean(b bool) Scalar {
	s := Scalar{DType: Bool}
	if b {
		s.I = 1
	}
	return s
}

// Complex makes a complex scalar.
func Complex(c complex128) Scalar { return Scalar{DType: Complex128, C: c} }

// Float64 is the scalar's real value.
func (s Scalar) Float64() float64 {
	switch s.DType {
	case Float64:
		return s.F
	case Complex128:
		return real(s.C)
	}
	return float64(s.I)
}

// Int64 truncates toward zero; what does not fit becomes the smallest int, as on x86.
func (s Scalar) Int64() int64 {
	switch s.DType {
	case Float64:
		return truncInt(s.F)
	case Complex128:
		return truncInt(real(s.C))
	}
	return s.I
}

func truncInt(f float64) int64 {
	if f >= -9223372036854775808.0 && f < 9223372036854775808.0 {
		return int64(f)
	}
	return math.MinInt64
}

// Complex128 is the value as a complex number.
func (s Scalar) Complex128() complex128 {
	if s.DType == Complex128 {
		return s.C
	}
	return complex(s.Float64(), 0)
}

// Overflows reports a value that a dtype cannot hold, as c10::overflows does: negative
// numbers wrap around in an unsigned dtype, and a bool takes all.
func (s Scalar) Overflows(d DType) bool {
	if d == Bool {
		return false
	}
	switch s.DType {
	case Complex128:
		if d.IsComplex() {
			return Float(real(s.C)).Overflows(d) || Float(imag(s.C)).Overflows(d)
		}
		return imag(s.C) != 0 || Float(real(s.C)).Overflows(d)
	case Float64:
		if math.IsInf(s.F, 0) && !d.IsIntegral() {
			return false
		}
		r, ok := ranges[d]
		return ok && !(s.F >= r.low && s.F <= r.high) && (d.IsIntegral() || !math.IsNaN(s.F))
	}
	if d == Uint8 && s.I < 0 {
		return s.I < -255
	}
	r, ok := ranges[d]
	return ok && d != Int64 && (float64(s.I) < r.low || float64(s.I) > r.high)
}

// ranges are the numbers that dtypes hold, of those that do not hold all.
var ranges = map[DType]struct{ low, high float64 }{
	Uint8: {0, math.MaxUint8}, Int8: {math.MinInt8, math.MaxInt8}, Int16: {math.MinInt16, math.MaxInt16},
	Int32: {math.MinInt32, math.MaxInt32}, Int64: {math.MinInt64, math.MaxInt64},
	Float16: {-65504, 65504}, BFloat16: {-maxBFloat16, maxBFloat16},
	Float8E4M3: {-448, 448}, Float8E5M2: {-57344, 57344},
	Float32: {-math.MaxFloat32, math.MaxFloat32}, Complex64: {-math.MaxFloat32, math.MaxFloat32},
}

const maxBFloat16 = 0x1.fep127

// Fits is the error for a number that d cannot hold.
func (s Scalar) Fits(d DType) error {
	if s.Overflows(d) {
		return runtimeErr("value cannot be converted to type %s without overflow", cppNames[d])
	}
	return nil
}

// cppNames are what C++ calls the elements.
var cppNames = map[DType]string{
	Uint8: "uint8_t", Int8: "int8_t", Int16: "int16_t", Int32: "int", Int64: "int64_t", Float16: "at::Half",
	BFloat16: "at::BFloat16", Float32: "float", Float64: "double", Complex64: "c10::complex<float>", Complex128: "c10::complex<double>",
	Float8E4M3: "c10::Float8_e4m3fn", Float8E5M2: "c10::Float8_e5m2",
}

// IsFloating reports a float scalar; IsIntegral a bool or int.
func (s Scalar) IsFloating() bool { return s.DType == Float64 }

// IsIntegral reports a bool or int.
func (s Scalar) IsIntegral() bool { return s.DType == Int64 || s.DType == Bool }

// IsTrue reports whether the value is not zero.
func (s Scalar) IsTrue() bool {
	switch s.DType {
	case Float64:
		return s.F != 0
	case Complex128:
		return s.C != 0
	}
	return s.I != 0
}

// String writes the value as C++ does in messages: %g with six digits for floats.
func (s Scalar) String() string {
	switch s.DType {
	case Float64:
		return formatG(s.F)
	case Complex128:
		if cmplx.IsNaN(s.C) {
			return "nan"
		}
		return "(" + formatG(real(s.C)) + "," + formatG(imag(s.C)) + ")"
	}
	return strconv.FormatInt(s.I, 10)
}

func formatG(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}
