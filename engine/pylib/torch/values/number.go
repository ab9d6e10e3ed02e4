package values

import (
	"unsafe"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// IsNumber reports a bool, int, float or complex (or a subclass), or a number of numpy's.
func IsNumber(v object.Value) bool {
	if IsReal(v) || v.IsBool() {
		return true
	}
	switch o := v.Object().(type) {
	case *object.Complex:
		return true
	case Numeric:
		_, ok := o.Number()
		return ok
	}
	return false
}

// IsReal reports an int or float, and no bool.
func IsReal(v object.Value) bool { return v.IsFloat() || IsInt(v) || isFloatSubclass(v) }

// IsInt reports an int, Python's or numpy's, and no bool.
func IsInt(v object.Value) bool {
	if v.IsInt() || v.IsBool() {
		return !v.IsBool()
	}
	if n, ok := v.Object().(Numeric); ok {
		s, ok := n.Number()
		return ok && s.DType == tensor.Int64
	}
	return object.IsInteger(v)
}

// isFloatSubclass reports numpy's float64 and other heirs of float.
func isFloatSubclass(v object.Value) bool {
	return v.Object() != nil && v.Class().IsSubclassOf(object.FloatClass)
}

// IsIndex reports what has __index__.
func IsIndex(v object.Value) bool {
	if v.IsInt() || v.IsBool() {
		return !v.IsBool()
	}
	if x, ok := v.Object().(*Tensor); ok {
		return x.T.Dim() == 0 && x.T.DType().IsIntegral()
	}
	return v.Object() != nil && v.Class().Slots.Index != nil
}

// Numeric is a number of another package, such as numpy.float32.
type Numeric interface {
	Number() (tensor.Scalar, bool)
	DType() tensor.DType
}

// ScalarOf reads a Python number or one of numpy's.
func ScalarOf(v object.Value) (tensor.Scalar, bool) {
	switch {
	case v.IsFloat():
		return tensor.Float(v.Float64()), true
	case v.IsInt():
		return tensor.Int(v.SmallInt()), true
	case v.IsBool():
		return tensor.Boolean(v.SmallInt() != 0), true
	}
	switch o := v.Object().(type) {
	case *object.Complex:
		return tensor.Complex(o.C), true
	case Numeric:
		return o.Number()
	}
	if n, ok := object.AsInt(v); ok && IsInt(v) {
		return tensor.Int(n), true
	}
	if isFloatSubclass(v) {
		if f, ok := object.AsFloat(v); ok {
			return tensor.Float(f), true
		}
	}
	return tensor.Scalar{}, false
}

// Number is a scalar as a Python number.
func Number(s tensor.Scalar) object.Value {
	switch s.DType {
	case tensor.Bool:
		return object.Bool(s.I != 0)
	case tensor.Int64:
		return object.Int(s.I)
	case tensor.Complex128:
		return object.NewComplex(s.C)
	}
	return object.Float(s.F)
}

// ScalarBytes is what a number takes while its tensor is being made.
const ScalarBytes = int(unsafe.Sizeof(tensor.Scalar{}))

// Operand reads one side of an operator; nil means that it is no operand of a tensor.
func Operand(p *autograd.Tape, v object.Value) *tensor.Tensor {
	if x, ok := v.Object().(*Tensor); ok {
		return x.T
	}
	if s, ok := ScalarOf(v); ok {
		return p.Wrap(s)
	}
	return nil
}
