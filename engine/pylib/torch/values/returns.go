package values

import (
	"strings"
	"sync"

	"gputour/engine/object"
)

// This file makes the named tuples that some operations return, such as
// torch.return_types.max(values=…, indices=…).

// returns holds the classes by name, and returnKeys the names by class; they are made on first use and never change.
var returns, returnKeys sync.Map

type returnKey struct{ name, fields string }

// Return is a tuple of items of the class torch.return_types.name, whose fields are named by words in fields.
func Return(name, fields string, items []object.Value) object.Value {
	key := returnKey{name, fields}
	c, ok := returns.Load(key)
	if !ok {
		c, _ = returns.LoadOrStore(key, returnClass(name, strings.Fields(fields)))
		returnKeys.Store(c, key)
	}
	return object.Adopt(&object.Tuple{Items: items}, c.(*object.Class))
}

// ReturnOut is a named tuple of out=, as the one of an operation that was given none.
func ReturnOut(v object.Value, items []object.Value) (object.Value, bool) {
	key, ok := returnKeys.Load(v.Class())
	if !ok {
		return object.Value{}, false
	}
	k := key.(returnKey)
	return Return(k.name+"_out", k.fields, items), true
}

// Field is the name of result i of an operation that returns a named tuple; "" of another.
func Field(v object.Value, i int) string {
	if key, ok := returnKeys.Load(v.Class()); ok {
		return strings.Fields(key.(returnKey).fields)[i]
	}
	return ""
}

func returnClass(name string, fields []string) *object.Class {
	c := object.NewBuiltin("torch.return_types." + name)
	spec := object.Spec{
		Bases: []*object.Class{object.TupleClass}, Signature: "structseq(sequence)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			var items []object.Value
			if err := object.ForEach(t, a[0], func(x object.Value) error { items = append(items, x); return nil }); err != nil {
				return object.Value{}, object.Raise(object.TypeError, "constructor requires a sequence")
			}
			if len(items) != len(fields) {
				return object.Value{}, object.Raise(object.TypeError, "torch.return_types.%s() takes a %d-sequence (%d-sequence given)", name, len(fields), len(items))
			}
			return object.NewTupleOf(c, items), nil
		},
		Slots: object.Slots{
			Hash: object.TupleClass.Slots.Hash, Compare: object.TupleClass.Slots.Compare,
			Repr: func(t *object.Thread, v object.Value) (string, error) { return returnRepr(t, v, name, fields) },
		},
	}
	for i, field := range fields {
		spec.Props = append(spec.Props, object.Prop{Name: field, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return v.Object().(*object.Tuple).Items[i], nil
		}})
	}
	return c.Define(spec)
}

// returnRepr writes each field on a line of its own.
func returnRepr(t *object.Thread, v object.Value, name string, fields []string) (string, error) {
	items := v.Object().(*object.Tuple).Items
	lines := make([]string, len(fields))
	for i, field := range fields {
		text, err := object.Repr(t, items[i])
		if err != nil {
			return "", err
		}
		lines[i] = field + "=" + text
	}
	return "torch.return_types." + name + "(\n" + strings.Join(lines, ",\n") + ")", nil
}
