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
