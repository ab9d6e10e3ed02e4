package torch

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

func init() {
	values.SizeClass.Define(object.Spec{
		Doc:       "The sizes of a tensor's dimensions.",
		Bases:     []*object.Class{object.TupleClass},
		Qualified: true,
		Signature: "Size(iterable=(), /)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			items, err := object.Collect(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			for i, v := range items {
				if x, ok := v.Object().(*values.Tensor); ok && x.T.Dim() == 0 && x.T.DType().IsIntegral() {
					s, err := state.Of(t).Tape.Item(x.T)
					if err != nil {
						return object.Value{}, state.Of(t).Raise(err)
					}
					v = object.Int(s.Int64())
					items[i] = v
				}
				if !object.IsInteger(v) {
					return object.Value{}, object.Raise(object.TypeError, "torch.Size() takes an iterable of 'int' (item %d is '%s')", i, values.TypeName(v))
				}
			}
			return object.Adopt(&object.Tuple{Items: items}, c), nil
		},
		Slots: sizeSlots(),
		Methods: []object.Method{
			{Sig: "numel(self, /)", Fn: sizeNumel, Doc: "The number of elements of such a tensor."},
			{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				items := object.NewTuple(a[0].Object().(*object.Tuple).Items...)
				return object.NewTuple(values.SizeClass.Value(), object.NewTuple(items)), nil
			}},
		},
	})
}

// asSize makes a Size of what an inherited operation of tuples returned.
func asSize(v object.Value, err error) (object.Value, error) {
	if err != nil {
		return v, err
	}
	if t, ok := v.Object().(*object.Tuple); ok && v.Class() == object.TupleClass {
		return object.Adopt(&object.Tuple{Items: t.Items}, values.SizeClass), nil
	}
	return v, err
}

func sizeGetItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	return asSize(object.TupleClass.Slots.GetItem(t, v, key))
}

func sizeSlots() object.Slots {
	s := object.Slots{
		Repr: values.SizeRepr, GetItem: sizeGetItem,
		Hash: object.TupleClass.Slots.Hash, Compare: object.TupleClass.Slots.Compare,
	}
	for _, op := range []object.BinaryOp{object.Add, object.Mul} {
		inherited := object.TupleClass.Slots.Binary[op]
		s.Binary[op] = func(t *object.Thread, a, b object.Value) (object.Value, error) { return asSize(inherited(t, a, b)) }
	}
	return s
}

func sizeNumel(_ *object.Thread, a []object.Value) (object.Value, error) {
	n := int64(1)
	for _, item := range a[0].Object().(*object.Tuple).Items {
		n *= item.SmallInt()
	}
	return object.Int(n), nil
}
