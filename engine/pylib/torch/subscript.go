package torch

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file turns what stands between the brackets of x[…] into subscripts.

func getItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	s := state.Of(t)
	if s.Overriding {
		if r, ok, err := dispatch.OverrideMethod(s, t, "__getitem__", v, key); ok {
			return r, err
		}
	}
	x := values.TensorOf(v)
	if key.IsInt() {
		// x[i] needs no list of subscripts.
		span := s.EnterOp("select")
		r, err := selectFirst(s, x, int(key.SmallInt()))
		s.LeaveOp(span)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return dispatch.Charged(t, values.WrapView(r, s.Tape.Made()))
	}
	index, err := subscripts(s, t, key)
	if err != nil {
		return object.Value{}, err
	}
	made := s.Tape.Made()
	span, mark := s.EnterOp(indexName(index)), s.Tape.Open()
	defer s.Tape.Leave(mark)
	r, err := s.Tape.Index(x, index)
	s.LeaveOp(span)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	item := values.WrapView(r, made)
	dispatch.Close(s, mark)
	return dispatch.Charged(t, item)
}

// indexName is the operation that a profile shows for a subscript.
func indexName(index []tensor.Index) string {
	name := "select"
	for _, x := range index {
		switch {
		case x.Pick != nil:
			return "index"
		case x.Kind == tensor.IndexRange:
			name = "slice"
		}
	}
	return name
}

func selectFirst(s *state.Session, x *tensor.Tensor, i int) (*tensor.Tensor, error) {
	if x.Dim() == 0 {
		return nil, &tensor.Error{Kind: tensor.IndexError, Reason: tensor.NoElements, Tensors: []*tensor.Tensor{x}, Text: "invalid index of a 0-dim tensor. " +
			"Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"}
	}
	return s.Tape.Index(x, []tensor.Index{tensor.At(i)})
}

func setItem(t *object.Thread, v, key, value object.Value) error {
	if value.IsNil() {
		return object.Raise(object.TypeError, "Tensor does not support deleting items")
	}
	s := state.Of(t)
	index, err := subscripts(s, t, key)
	if err != nil {
		return err
	}
	x := values.TensorOf(v)
	y, err := assignedTensor(s, t, x, value)
	if err != nil {
		return err
	}
	mark := s.Tape.Open()
	defer s.Tape.Leave(mark)
	if err = s.Tape.IndexAssign(x, index, y); err != nil {
		return s.Raise(err)
	}
	dispatch.Close(s, mark)
	return nil
}

// assignedTensor reads the right side of an assignment to x[…].
func assignedTensor(s *state.Session, t *object.Thread, x *tensor.Tensor, v object.Value) (*tensor.Tensor, error) {
	if n, ok := v.Object().(values.Numeric); ok && !n.DType().IsIntegral() {
		return nil, object.Raise(object.TypeError, "can't assign a %s to a torch.%s", values.TypeName(v), x.DType().Legacy())
	}
	if y := values.Operand(s.Tape, v); y != nil {
		if !values.IsTensor(v) {
			n, _ := values.ScalarOf(v)
			if err := n.Fits(x.DType()); err != nil {
				return nil, s.Raise(err)
			}
		}
		return y, nil
	}
	if object.IsInteger(v) {
		return nil, object.Raise(object.RuntimeError, "Overflow when unpacking long")
	}
	return nil, object.Raise(object.TypeError, "can't assign a %s to a torch.%s", values.TypeName(v), x.DType().Legacy())
}

// fromArray makes a tensor of a numpy array, if v is one.
func fromArray(s *state.Session, t *object.Thread, v object.Value) (*tensor.Tensor, bool, error) {
	if s.Arrays.FromArray == nil || v.Object() == nil {
		return nil, false, nil
	}
	return s.Arrays.FromArray(t, v)
}

// subscripts reads a subscript or a tuple of them. A list is a tuple when it holds
// slices or lists of its own, as in NumPy of old.
func subscripts(s *state.Session, t *object.Thread, key object.Value) ([]tensor.Index, error) {
	items := []object.Value{key}
	if tuple, ok := key.Object().(*object.Tuple); ok {
		items = tuple.Items
	} else if list, ok := key.Object().(*object.List); ok && treatAsTuple(list.Items) {
		items = list.Items
	} else if x, ok, err := fromArray(s, t, key); err != nil {
		return nil, err
	} else if ok && x.Dim() > 1 && x.Shape()[0] < 32 { // a sequence of sequences, as a list of lists is
		if items, err = object.Collect(t, key); err != nil {
			return nil, err
		}
	}
	out := make([]tensor.Index, 0, len(items))
	for _, item := range items {
		index, err := subscriptOf(s, t, item)
		if err != nil {
			return nil, err
		}
		out = append(out, index)
	}
	return out, nil
}

// treatAsTuple is PyTorch's rule for x[[…]].
func treatAsTuple(items []object.Value) bool {
	if len(items) >= 32 {
		return false
	}
	for _, v := range items {
		switch v.Object().(type) {
		case *values.Tensor, *object.List, *object.Tuple, *object.Slice:
			return true
		}
		if v.IsNone() || v == object.Ellipsis {
			return true
		}
	}
	return false
}

func subscriptOf(s *state.Session, t *object.Thread, v object.Value) (tensor.Index, error) {
	switch {
	case v.IsInt():
		return tensor.At(int(v.SmallInt())), nil
	case v.IsBool():
		return tensor.BoolIndex(v.SmallInt() != 0), nil
	case v.IsNone():
		return tensor.NewAxis(), nil
	case v == object.Ellipsis:
		return tensor.Ellipsis(), nil
	}
	switch o := v.Object().(type) {
	case values.Numeric:
		if n, ok := o.Number(); ok && values.IsInt(v) {
			return tensor.At(int(n.Int64())), nil
		}
	case *object.Slice:
		return sliceIndex(t, o)
	case *values.Tensor:
		if err := indexable(o.T); err != nil {
			return tensor.Index{}, err
		}
		if o.T.Dim() == 0 && o.T.DType() != tensor.Bool && o.T.DType() != tensor.Uint8 {
			n, err := s.Tape.Item(o.T)
			return tensor.At(int(n.Int64())), err
		}
		if o.T.DType() == tensor.Uint8 {
			state.WarnEach(t, "UserWarning", "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead. (Triggered internally at  ./aten/src/ATen/native/IndexingUtils.h:27.)")
		}
		return tensor.Pick(o.T), nil
	case *object.Str:
		return tensor.Index{}, object.Raise(object.TypeError, "new(): invalid data type 'str'")
	case *object.List, *object.Tuple, *object.Range:
		x, err := fromNested(s, t, v, tensor.Options{}, "index")
		if err != nil {
			return tensor.Index{}, err
		}
		if x.Numel() == 0 && x.DType().IsFloat() {
			x, err = s.Tape.Cast(x, tensor.Int64)
			if err != nil {
				return tensor.Index{}, s.Raise(err)
			}
		}
		return tensor.Pick(x), nil
	}
	if x, ok, err := fromArray(s, t, v); ok || err != nil {
		if err == nil && x.DType().IsIntegral() && x.DType() != tensor.Uint8 {
			x, err = s.Tape.Cast(x, tensor.Int64)
		}
		return tensor.Pick(x), err
	}
	if !v.IsFloat() && v.Object() != nil && v.Class().Slots.Index != nil {
		n, err := object.IndexInt(t, v)
		return tensor.At(n), err
	}
	return tensor.Index{}, object.Raise(object.IndexError,
		"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)", values.TypeName(v))
}

func indexable(x *tensor.Tensor) error {
	switch x.DType() {
	case tensor.Int64, tensor.Bool, tensor.Uint8:
		return nil
	}
	if x.Dim() == 0 && x.DType().IsIntegral() {
		return nil
	}
	return object.Raise(object.IndexError, "tensors used as indices must be long, byte or bool tensors")
}

func sliceIndex(t *object.Thread, s *object.Slice) (tensor.Index, error) {
	var bounds [3]*int
	for i, v := range []object.Value{s.Start, s.Stop, s.Step} {
		if v.IsNil() || v.IsNone() {
			continue
		}
		n, err := object.IndexInt(t, v)
		if err != nil {
			if _, ok := v.Object().(*values.Tensor); ok {
				return tensor.Index{}, err
			}
			return tensor.Index{}, object.Raise(object.TypeError, "slice indices must be integers or None or have an __index__ method")
		}
		bounds[i] = &n
	}
	if step := bounds[2]; step != nil && *step <= 0 {
		return tensor.Index{}, object.Raise(object.ValueError, "step must be greater than zero")
	}
	return tensor.Range(bounds[0], bounds[1], bounds[2]), nil
}
