package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file makes tensors of nested lists, as torch.tensor does.

// nestedData walks lists of lists and gathers their numbers.
type nestedData struct {
	*state
	t       *object.Thread
	shape   []int
	numbers []tensor.Scalar
	kind    tensor.DType // the widest type of number seen

	measured bool // the shape is known
}

// nested makes a tensor of numbers, sequences of them, tensors in them, or an array.
// what names the caller in messages.
func (s *state) nested(t *object.Thread, v object.Value, o tensor.Options, what string) (*tensor.Tensor, error) {
	if x, ok := v.Object().(*Tensor); ok {
		return s.copyOf(x.T, o)
	}
	if x, ok, err := s.fromArray(t, v); err != nil {
		return nil, err
	} else if ok {
		return s.copyOf(x, o)
	}
	d := &nestedData{state: s, t: t}
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
	x, err := s.tape.FromScalars(d.numbers, d.shape, o)
	if err != nil {
		return nil, s.raise(err)
	}
	return x, nil
}

func (s *state) copyOf(x *tensor.Tensor, o tensor.Options) (*tensor.Tensor, error) {
	y, err := s.tape.Env.To(x.Data(), o.Or(x), true, false)
	if err != nil {
		return nil, s.raise(err)
	}
	return y, nil
}

// measure finds the shape along the first elements.
func (d *nestedData) measure(v object.Value) error {
	for depth := 0; ; depth++ {
		if depth > 128 {
			return object.Raise(object.ValueError, "too many dimensions '%s'", typeName(v))
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
	if items, ok := sequenceItems(v); ok {
		return items, true, nil
	}
	switch o := v.Object().(type) {
	case *Tensor:
		if o.T.Dim() == 0 {
			return nil, false, nil
		}
		list, err := d.tape.Unbind(o.T.Data(), 0)
		if err != nil {
			return nil, false, d.raise(err)
		}
		return wrapAll(list), true, nil
	case *object.Range:
		items, err := object.Collect(d.t, v)
		return items, true, err
	case *object.Str:
		if len(d.shape) == 1 && !d.measured {
			return nil, false, object.Raise(object.ValueError, "too many dimensions 'str'")
		}
		return nil, false, typeError("new(): invalid data type 'str'")
	}
	if x, ok, err := d.fromArray(d.t, v); ok || err != nil {
		if err != nil || x.Dim() == 0 {
			return nil, false, err
		}
		list, err := d.tape.Unbind(x, 0)
		return wrapAll(list), true, err
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
		return typeError("not a sequence")
	}
	if len(items) != d.shape[depth] {
		return object.Raise(object.ValueError, "expected sequence of length %d at dim %d (got %d)", d.shape[depth], depth, len(items))
	}
	if err := d.t.Poll(); err != nil {
		return err
	}
	for _, item := range items {
		if err := d.gather(item, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (d *nestedData) number(v object.Value) error {
	if x, ok := v.Object().(*Tensor); ok && x.T.Numel() == 1 {
		n, err := d.tape.Item(x.T)
		if err != nil {
			return d.raise(err)
		}
		d.widen(x.T.DType())
		d.numbers = append(d.numbers, n)
		return nil
	}
	n, ok := scalarOf(v)
	if !ok {
		return d.notNumber(v)
	}
	d.widen(d.tape.ScalarDType(n))
	d.numbers = append(d.numbers, n)
	return nil
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
		return typeError("new(): invalid data type 'str'")
	}
	if _, ok := sequenceItems(v); ok {
		if d.kind.IsFloat() {
			return typeError("must be real number, not %s", typeName(v))
		}
		return typeError("'%s' object cannot be interpreted as an integer", typeName(v))
	}
	return object.Raise(object.RuntimeError, "Could not infer dtype of %s", typeName(v))
}
