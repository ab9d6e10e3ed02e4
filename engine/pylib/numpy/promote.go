package numpy

import (
	"math"

	"gputour/engine/tensor"
)

// This file decides result dtypes, as NumPy before version 2 does
// (https://numpy.org/doc/1.24/reference/generated/numpy.result_type.html): numbers and
// arrays without dimensions count by value where an array of their kind or a higher
// one takes part.

// kindOf ranks dtypes: bool, integer, float, complex.
func kindOf(d tensor.DType) int {
	switch {
	case d == tensor.Bool:
		return 0
	case d.IsIntegral():
		return 1
	case d.IsFloat():
		return 2
	}
	return 3
}

// promote is the smallest dtype that holds the values of both.
func promote(a, b tensor.DType) tensor.DType {
	if a == b || b == tensor.NoDType {
		return a
	}
	if a == tensor.NoDType {
		return b
	}
	if kindOf(a) > kindOf(b) {
		a, b = b, a
	}
	switch ka, kb := kindOf(a), kindOf(b); {
	case ka == 0:
		return b
	case ka == 1 && kb == 1:
		return promoteInts(a, b)
	case ka == 1 && kb == 2:
		return max(floatFor(a), b)
	case kb == 3 && ka < 3:
		if ka == 1 {
			a = floatFor(a)
		}
		if a == tensor.Float64 || b == tensor.Complex128 {
			return tensor.Complex128
		}
		return tensor.Complex64
	}
	return max(a, b)
}

func promoteInts(a, b tensor.DType) tensor.DType {
	if (a == tensor.Uint8 || b == tensor.Uint8) && a.Size() == b.Size() {
		return tensor.Int16
	}
	if a.Size() > b.Size() {
		return a
	}
	return b
}

// floatFor is the float dtype that an operation on integers of dtype d computes in.
func floatFor(d tensor.DType) tensor.DType {
	switch {
	case d.IsFloat() || d.IsComplex():
		return d
	case d.Size() == 1:
		return tensor.Float16
	case d.Size() == 2:
		return tensor.Float32
	}
	return tensor.Float64
}

// operand is one argument of a ufunc: an array, or a number of dtype d.
type operand struct {
	a *Array // nil for a number
	s tensor.Scalar
	d tensor.DType
}

// valued reports an operand that counts by value.
func (o operand) valued() bool { return o.a == nil || len(o.a.shape) == 0 }

func (o operand) value() tensor.Scalar {
	if o.a != nil {
		return load(o.a.memory(), o.d, o.a.offset)
	}
	return o.s
}

// resultType is the dtype in which operands are combined.
func resultType(list ...operand) tensor.DType {
	arrayKind, scalarKind := -1, -1
	for _, o := range list {
		if o.valued() {
			scalarKind = max(scalarKind, kindOf(o.d))
		} else {
			arrayKind = max(arrayKind, kindOf(o.d))
		}
	}
	byValue := arrayKind >= 0 && min(scalarKind, 2) <= arrayKind // float and complex are of one kind here
	d := tensor.NoDType
	for _, o := range list {
		if !o.valued() {
			d = promote(d, o.d)
		}
	}
	for _, o := range list {
		if o.valued() {
			if !byValue {
				d = promote(d, o.d)
			} else {
				d = promoteValue(d, o.value())
			}
		}
	}
	return d
}

// promoteValue is the smallest dtype from d up that holds the value s.
func promoteValue(d tensor.DType, s tensor.Scalar) tensor.DType {
	switch {
	case s.DType == tensor.Bool:
		return d
	case s.DType == tensor.Int64:
		if kindOf(d) == 1 && holds(d, s.I) {
			return d
		}
		return promote(d, smallestInt(s.I, d))
	case s.DType == tensor.Float64:
		return promote(d, smallestFloat(s.F))
	}
	if math.Abs(real(s.C)) > math.MaxFloat32 || math.Abs(imag(s.C)) > math.MaxFloat32 {
		return tensor.Complex128
	}
	return promote(d, tensor.Complex64)
}

func holds(d tensor.DType, n int64) bool {
	if d == tensor.Uint8 {
		return n >= 0 && n < 256
	}
	bits := uint(d.Size()*8 - 1)
	return bits == 63 || n >= -1<<bits && n < 1<<bits
}

func smallestInt(n int64, like tensor.DType) tensor.DType {
	if n >= 0 && n < 128 && like != tensor.Uint8 {
		return tensor.Int8
	}
	for _, d := range []tensor.DType{tensor.Uint8, tensor.Int8, tensor.Int16, tensor.Int32} {
		if holds(d, n) {
			return d
		}
	}
	return tensor.Int64
}

func smallestFloat(f float64) tensor.DType {
	switch a := math.Abs(f); {
	case math.IsInf(f, 0) || math.IsNaN(f) || a < 65000:
		return tensor.Float16
	case a < 3.4e38:
		return tensor.Float32
	}
	return tensor.Float64
}

// promoteInfo is promote for types of numbers of which one may be a wide unsigned integer.
func promoteInfo(a, b *typeInfo) *typeInfo {
	if !a.isDomain() && !b.isDomain() {
		return infoOf[promote(a.d, b.d)]
	}
	if !a.isDomain() {
		a, b = b, a
	}
	switch b.kind {
	case 'b':
		return a
	case 'u':
		if b.size > a.size {
			return b
		}
		return a
	case 'i':
		switch size := max(2*a.size, b.size); size {
		case 4:
			return infoOf[tensor.Int32]
		case 8:
			return infoOf[tensor.Int64]
		}
		return infoOf[tensor.Float64]
	}
	if a.size == 2 {
		return infoOf[promote(tensor.Float32, b.d)]
	}
	return infoOf[promote(tensor.Float64, b.d)]
}
