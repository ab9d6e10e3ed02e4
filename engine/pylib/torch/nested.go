package torch

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file makes tensors of nested lists, as torch.tensor does.

// nestedData walks lists of lists and gathers their numbers.
type nestedData struct {
	*state.Session
	t       *object.Thread
	shape   []int
	numbers []tensor.Scalar
	kind    tensor.DType // the widest type of number seen
	dtype   tensor.DType // what is asked for, NoDType for the numbers' own

	measured bool // the shape is known
}

// fromNested makes a tensor of numbers, sequences of them, tensors in them, or an array.
// what names the caller in messages.
func fromNested(s *state.Session, t *object.Thread, v object.Value, o tensor.Options, what string) (*tensor.Tensor, error) {
	if x, ok := v.Object().(*values.Tensor); ok {
		return copyOf(s, x.T, o)
	}
	if x, ok, err := fromArray(s, t, v); err != nil {
		return nil, err
	} else if ok {
		return copyOf(s, x, o)
	}
	d := &nestedData{Session: s, t: t, dtype: o.DType}
	if err := d.measure(v); err != nil {
		return nil, err
	}
	d.measured = true
	if err := d.gather(v, 0); err != nil {
		return nil, err
	}
	if o.DType == tensor.NoDType && d.kind != tensor.NoDType {
		o.DType = d.kind
	}
	x, err := s.Tape.FromScalars(d.numbers, d.shape, o)
	if err != nil {
		return nil, s.Raise(err)
	}
	return x, nil
}

func copyOf(s *state.Session, x *tensor.Tensor, o tensor.Options) (*tensor.Tensor, error) {
	y, err := s.Tape.Env.To(x.Data(), o.Or(x), true, false)
	if err != nil {
		return nil, s.Raise(err)
	}
	return y, nil
}

// measure finds the shape along the first elements.
func (d *nestedData) measure(v object.Value) error {
	for depth := 0; ; depth++ {
		if depth > 128 {
			return object.Raise(object.ValueError, "too many dimensions '%s'", values.TypeName(v))
		}
		items, ok, err := d.items(v)
		if err != nil {
			return err
		}
		if !ok {
			return nil
		}
		d.shape = append(d.shape, len(items))
		if len(items) == 0 {
			return nil
		}
		v = items[0]
	}
}

// items returns the elements of a sequence, or false for a number.
func (d *nestedData) items(v object.Value) ([]object.Value, bool, error) {
	if items, ok := values.Items(v); ok {
		return items, true, nil
	}
	switch v.Object().(type) {
	case *values.Tensor, values.Numeric:
		return nil, false, nil
	case *object.Range:
		items, err := object.Collect(d.t, v)
		return items, true, err
	case *object.Str, *object.Bytes:
		if len(d.shape) == 1 && !d.measured {
			return nil, false, object.Raise(object.ValueError, "too many dimensions '%s'", values.TypeName(v))
		}
		return nil, false, object.Raise(object.TypeError, "new(): invalid data type '%s'", values.TypeName(v))
	}
	if x, ok, err := fromArray(d.Session, d.t, v); ok || err != nil {
		if err != nil || x.Dim() == 0 && d.measured {
			return nil, false, err
		}
		if x.Dim() == 0 {
			return nil, false, object.Raise(object.TypeError, "len() of unsized object")
		}
		items, err := object.Collect(d.t, v)
		return items, true, err
	}
	if v.Object() != nil && v.Class().Slots.Len != nil && v.Class().Slots.GetItem != nil && !isDict(v) {
		items, err := object.Collect(d.t, v)
		return items, true, err
	}
	return nil, false, nil
}

func isDict(v object.Value) bool {
	switch v.Object().(type) {
	case *object.Dict, *object.Set:
		return true
	}
	return false
}

// gather appends the numbers of v in order and checks that every level has its length.
func (d *nestedData) gather(v object.Value, depth int) error {
	if depth == len(d.shape) {
		return d.number(v)
	}
	items, ok, err := d.items(v)
	if err != nil {
		return err
	}
	if !ok {
		return object.Raise(object.TypeError, "not a sequence")
	}
	if len(items) != d.shape[depth] {
		return object.Raise(object.ValueError, "expected sequence of length %d at dim %d (got %d)", d.shape[depth], depth, len(items))
	}
	if err := d.t.ChargeItems(len(items), values.ScalarBytes); err != nil {
		return err
	}
	for i, item := range items {
		if i%values.PollEvery == 0 {
			if err := d.t.Poll(); err != nil {
				return err
			}
		}
		if err := d.gather(item, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Number appends one number: a Python one, one of numpy's or a tensor of one element.
func (d *nestedData) number(v object.Value) error {
	n, kind, err := d.leaf(v)
	if err != nil {
		return err
	}
	if d.dtype.IsIntegral() && n.Overflows(d.dtype) {
		return object.Raise(object.RuntimeError, "value cannot be converted to type %s without overflow", strings.TrimPrefix(d.dtype.String(), "torch."))
	}
	d.widen(kind)
	d.numbers = append(d.numbers, n)
	return nil
}

// leaf reads one number and says which dtype it asks for.
func (d *nestedData) leaf(v object.Value) (tensor.Scalar, tensor.DType, error) {
	if x, ok := v.Object().(*values.Tensor); ok {
		return d.element(x.T)
	}
	n, ok := values.ScalarOf(v)
	if _, scalar := v.Object().(values.Numeric); !ok || scalar {
		if x, ok, err := fromArray(d.Session, d.t, v); ok || err != nil {
			return d.arrayElement(v, x, err)
		}
	}
	if !ok && object.IsInteger(v) && !d.dtype.IsIntegral() && d.dtype != tensor.NoDType {
		f, err := object.ToFloat(d.t, v)
		return tensor.Float(f), d.dtype, err
	}
	if !ok {
		return n, 0, d.notNumber(v)
	}
	if n.DType == tensor.Complex128 && d.dtype != tensor.NoDType && d.dtype != tensor.Bool && !d.dtype.IsComplex() {
		return n, 0, d.notNumber(v)
	}
	if v.Object() != nil && v.Class() == d.Arrays.Float64 {
		return n, tensor.Float64, nil
	}
	return n, d.Tape.ScalarDType(n), nil
}

// arrayElement is the number of numpy's scalar v or of an array without dimensions.
func (d *nestedData) arrayElement(v object.Value, x *tensor.Tensor, err error) (tensor.Scalar, tensor.DType, error) {
	if err != nil {
		return tensor.Scalar{}, 0, err
	}
	if _, scalar := v.Object().(values.Numeric); scalar && (d.dtype.IsIntegral() || d.dtype == tensor.Bool) && x.DType() > tensor.Int64 {
		return tensor.Scalar{}, 0, d.notNumber(v)
	}
	n, err := d.Tape.Item(x)
	return n, x.DType(), err
}

// element is the number that a tensor holds.
func (d *nestedData) element(x *tensor.Tensor) (tensor.Scalar, tensor.DType, error) {
	switch {
	case d.dtype.IsIntegral() && (x.Numel() != 1 || !x.DType().IsIntegral() && x.DType() != tensor.Bool):
		return tensor.Scalar{}, 0, object.Raise(object.TypeError, "only integer tensors of a single element can be converted to an index")
	case x.Numel() != 1:
		return tensor.Scalar{}, 0, object.Raise(object.ValueError, "only one element tensors can be converted to Python scalars")
	}
	n, err := d.Tape.Item(x)
	if err != nil {
		err = d.Raise(err)
	}
	return n, x.DType(), err
}

func (d *nestedData) widen(k tensor.DType) {
	if d.kind == tensor.NoDType {
		d.kind = k
		return
	}
	d.kind = tensor.Promote(d.kind, k)
}

func (d *nestedData) notNumber(v object.Value) error {
	if object.IsInteger(v) {
		return object.Raise(object.RuntimeError, "Overflow when unpacking long")
	}
	if _, ok := object.AsStr(v); ok {
		return object.Raise(object.TypeError, "new(): invalid data type 'str'")
	}
	_, list := values.Items(v)
	switch {
	case d.dtype.IsIntegral() || d.dtype == tensor.Bool || list && d.dtype == tensor.NoDType && !d.kind.IsFloat():
		return object.Raise(object.TypeError, "'%s' object cannot be interpreted as an integer", values.TypeName(v))
	case d.dtype != tensor.NoDType || list:
		return object.Raise(object.TypeError, "must be real number, not %s", values.TypeName(v))
	}
	return object.Raise(object.RuntimeError, "Could not infer dtype of %s", values.TypeName(v))
}
