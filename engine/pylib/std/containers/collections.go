// Package containers is the hot half of collections, heapq, bisect, array, itertools,
// functools and operator: what holds values, walks over them and calls what is done to them.
package containers

import (
	"fmt"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

func InitCollections(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_collections", "The containers of collections that are hot.")
	m.AddFuncs(object.Def("_count_elements(mapping, iterable, /)", countElements, "Counts the elements of iterable in mapping."))
	m.AddClasses(dequeClass, object.OrderedDictClass)
	m.Dict.Set("_tuplegetter", tupleGetterClass.Value())
	return m, nil
}

func countElements(t *object.Thread, a []object.Value) (object.Value, error) {
	d, ok := a[0].Object().(*object.Dict)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "_count_elements() needs a dict")
	}
	return object.None, object.ForEach(t, a[1], func(x object.Value) error {
		n, ok, err := d.Get(t, x)
		if err != nil {
			return err
		}
		if !ok {
			n = object.Int(0)
		}
		if n, err = object.Binary(t, object.Add, n, object.Int(1)); err != nil {
			return err
		}
		return d.Set(t, x, n)
	})
}

// tupleGetter is a named tuple's field: a descriptor that reads one item.
type tupleGetter struct {
	object.Head
	index int
	doc   object.Value
}

var tupleGetterClass = binding.Class("collections._tuplegetter").Define(object.Spec{
	Signature: "_tuplegetter(index, doc, /)",
	Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
		i, err := object.IndexInt(t, a[0])
		return object.Adopt(&tupleGetter{index: i, doc: a[1]}, c), err
	},
	Slots: object.Slots{
		Repr: func(t *object.Thread, v object.Value) (string, error) {
			g := v.Object().(*tupleGetter)
			doc, err := object.Repr(t, g.doc)
			return fmt.Sprintf("_tuplegetter(%d, %s)", g.index, doc), err
		},
		DescrGet: func(_ *object.Thread, d, obj object.Value, _ *object.Class) (object.Value, error) {
			g := d.Object().(*tupleGetter)
			if obj.IsNil() {
				return d, nil
			}
			row, ok := obj.Object().(*object.Tuple)
			if !ok || g.index >= len(row.Items) {
				return object.Value{}, object.Raise(object.TypeError, "descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object", g.index, object.TypeName(obj))
			}
			return row.Items[g.index], nil
		},
		DescrSet: func(_ *object.Thread, _, _, x object.Value) error {
			if x.IsNil() {
				return object.Raise(object.AttributeError, "can't delete attribute")
			}
			return object.Raise(object.AttributeError, "can't set attribute")
		},
	},
	Props: []object.Prop{{Name: "__doc__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return v.Object().(*tupleGetter).doc, nil
	}, Set: func(_ *object.Thread, v, x object.Value) error {
		v.Object().(*tupleGetter).doc = x
		return nil
	}}},
})
