package tensor

// This file decides result dtypes, as PyTorch's type promotion does
// (https://pytorch.org/docs/1.13/tensor_attributes.html#type-promotion-doc).

// Promote is torch.promote_types: the smallest dtype of the higher of both categories. It need not hold the
// values of both: of int64 and float16 it is float16.
func Promote(a, b DType) DType {
	if a > b { // in the order of the categories; what is not given comes before all
		a, b = b, a
	}
	switch {
	case b.IsFloat8(): // and no kernel: nothing is promoted with them
		return b
	case a == Bool:
		return b
	case b.IsComplex():
		if a == Float64 {
			return Complex128
		}
		return b
	case b.IsFloat():
		if a == Float16 && b == BFloat16 {
			return Float32
		}
		return b
	case a == Uint8 && b == Int8:
		return Int16
	}
	return b
}

// category tracks the dtypes of operands by their rank in promotion: tensors with
// dimensions, then tensors without, then Python numbers. An operand of lower rank counts only if it is of a higher
// category (ATen/native/TypeProperties.cpp: update_result_type_state, combine_categories).
type category struct{ dim, zero, wrapped DType }

func (c *category) add(t *Tensor, def DType) {
	d := t.dtype
	if t.wrapped {
		if d.IsComplex() {
			d = def.Complex()
		} else if d.IsFloat() {
			d = def
		}
	}
	switch {
	case len(t.shape) > 0:
		c.dim = Promote(c.dim, d)
	case t.wrapped:
		c.wrapped = Promote(c.wrapped, d)
	default:
		c.zero = Promote(c.zero, d)
	}
}

func (c *category) result() DType { return combine(c.dim, combine(c.zero, c.wrapped)) }

func combine(higher, lower DType) DType {
	switch {
	case higher.IsComplex():
		return higher
	case higher.IsFloat():
		if lower.IsComplex() {
			return higher.Complex()
		}
		return higher
	case higher == Bool || lower.IsFloat() || lower.IsComplex():
		return Promote(higher, lower)
	case higher != NoDType:
		return higher
	}
	return lower
}

// ResultType is the dtype of an operation over the tensors.
func (e *Env) ResultType(tensors ...*Tensor) DType {
	var c category
	for _, t := range tensors {
		c.add(t, e.DefaultDType)
	}
	return c.result()
}

// CanCast reports whether a result of one dtype may be written to another: the
// category must not shrink.
func CanCast(from, to DType) bool {
	switch {
	case from.IsComplex() && !to.IsComplex():
		return false
	case from.IsFloat() && (to.IsIntegral() || to == Bool):
		return false
	case from != Bool && to == Bool:
		return false
	}
	return true
}

func castErr(from, to DType) error {
	return runtimeErr("result type %s can't be cast to the desired output type %s", from.Scalar(), to.Scalar())
}
