package torch

import (
	"strconv"
	"strings"

	"gputour/engine/object"
)

// SizeClass is torch.Size, a tuple of ints.
var SizeClass = object.NewBuiltin("torch.Size")

func init() {
	SizeClass.Define(object.Spec{
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
				if x, ok := v.Object().(*Tensor); ok && x.T.Dim() == 0 && x.T.DType().IsIntegral() {
					s, err := tapeOf(t).Item(x.T)
					if err != nil {
						return object.Value{}, stateOf(t).raise(err)
					}
					v = object.Int(s.Int64())
					items[i] = v
				}
				if !object.IsInteger(v) {
					return object.Value{}, typeError("torch.Size() takes an iterable of 'int' (item %d is '%s')", i, typeName(v))
				}
			}
			return object.Adopt(&object.Tuple{Items: items}, c), nil
		},
		Slots:   sizeSlots(),
		Methods: []object.Method{{Sig: "numel(self, /)", Fn: sizeNumel, Doc: "The number of elements of such a tensor."}},
	})
}

// newSize makes a torch.Size.
func newSize(shape []int) object.Value {
	items := make([]object.Value, len(shape))
	for i, n := range shape {
		items[i] = object.Int(int64(n))
	}
	return object.Adopt(&object.Tuple{Items: items}, SizeClass)
}

// newInts makes a tuple of ints.
func newInts(list []int) object.Value {
	items := make([]object.Value, len(list))
	for i, n := range list {
		items[i] = object.Int(int64(n))
	}
	return object.NewTuple(items...)
}

func sizeRepr(t *object.Thread, v object.Value) (string, error) {
	items := v.Object().(*object.Tuple).Items
	parts := make([]string, len(items))
	for i, item := range items {
		if item.IsInt() {
			parts[i] = strconv.FormatInt(item.SmallInt(), 10)
			continue
		}
		text, err := object.Repr(t, item)
		if err != nil {
			return "", err
		}
		parts[i] = text
	}
	return "torch.Size([" + strings.Join(parts, ", ") + "])", nil
}

// asSize makes a Size of what an inherited operation of tuples returned.
func asSize(v object.Value, err error) (object.Value, error) {
	if err != nil {
		return v, err
	}
	if t, ok := v.Object().(*object.Tuple); ok && v.Class() == object.TupleClass {
		return object.Adopt(&object.Tuple{Items: t.Items}, SizeClass), nil
	}
	return v, err
}

func sizeGetItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	return asSize(object.TupleClass.Slots.GetItem(t, v, key))
}

func sizeSlots() object.Slots {
	s := object.Slots{
		Repr: sizeRepr, GetItem: sizeGetItem,
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
