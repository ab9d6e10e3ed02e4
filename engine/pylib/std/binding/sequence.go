package binding

import (
	"fmt"
	"strings"

	"gputour/engine/object"
)

// This file is tuples whose items are attributes, too, as time.struct_time is one.

// SequenceClass makes the class of such tuples; hidden are attributes that are no items.
func SequenceClass(name string, fields []string, hidden ...string) *object.Class {
	var props []object.Prop
	for i, field := range fields {
		props = append(props, object.Prop{Name: field, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return v.Object().(*object.Tuple).Items[i], nil
		}, Field: true})
	}
	for _, field := range hidden {
		props = append(props, object.Prop{Name: field, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return hiddenField(v, field), nil
		}, Field: true})
	}
	return Class(name).Define(object.Spec{
		Bases:     []*object.Class{object.TupleClass},
		Signature: name[strings.LastIndexByte(name, '.')+1:] + "(sequence, dict=None)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			return makeSequence(t, c, name, fields, hidden, a)
		},
		Final: true,
		Props: props,
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return reduceSequence(a[0], hidden), nil
		}, Doc: "Helper for pickle."}},
		Attrs: map[string]object.Value{
			"n_fields":          object.Int(int64(len(fields) + len(hidden))),
			"n_sequence_fields": object.Int(int64(len(fields))),
			"n_unnamed_fields":  object.Int(0),
			"__match_args__":    names(fields),
		},
		Slots: object.Slots{Repr: func(t *object.Thread, v object.Value) (string, error) {
			var parts []string
			for i, item := range v.Object().(*object.Tuple).Items {
				s, err := object.Repr(t, item)
				if err != nil {
					return "", err
				}
				parts = append(parts, fields[i]+"="+s)
			}
			return fmt.Sprintf("%s(%s)", name, strings.Join(parts, ", ")), nil
		}},
	})
}

// NewSequence makes such a tuple; hidden are values of the attributes that are no items, by name.
func NewSequence(c *object.Class, items []object.Value, hidden map[string]object.Value) object.Value {
	v := object.NewTupleOf(c, items)
	for field, x := range hidden {
		object.Carry(v, field, x)
	}
	return v
}

// hiddenField is the value of an attribute that is no item; None where nobody gave it one.
func hiddenField(v object.Value, field string) object.Value {
	if attrs := object.AttrsOf(v); attrs != nil {
		if x, ok := attrs.Get(field); ok {
			return x
		}
	}
	return object.None
}

// makeSequence calls the class: with a sequence of the items, and of hidden attributes behind them, and a dict of more of these.
func makeSequence(t *object.Thread, c *object.Class, name string, fields, hidden []string, a []object.Value) (object.Value, error) {
	items, err := object.Collect(t, a[0])
	if err != nil {
		return object.Value{}, object.Raise(object.TypeError, "constructor requires a sequence")
	}
	more := object.NewDict()
	if d, ok := a[1].Object().(*object.Dict); ok {
		more = d
	} else if !a[1].IsNone() {
		return object.Value{}, object.Raise(object.TypeError, "%s() takes a dict as second arg, if any", name)
	}
	least, most := len(fields), len(fields)+len(hidden)
	bound := ""
	switch n := len(items); {
	case n < least && least < most:
		bound = fmt.Sprintf("an at least %d", least)
	case n > most && least < most:
		bound = fmt.Sprintf("an at most %d", most)
	case n < least || n > most:
		bound = fmt.Sprintf("a %d", least)
	}
	if bound != "" {
		return object.Value{}, object.Raise(object.TypeError, "%s() takes %s-sequence (%d-sequence given)", name, bound, len(items))
	}
	values := map[string]object.Value{}
	for i, field := range hidden {
		if least+i < len(items) {
			values[field] = items[least+i]
		} else if x, ok := more.GetStr(field); ok {
			values[field] = x
		}
	}
	return NewSequence(c, items[:least:least], values), nil
}

// reduceSequence is v.__reduce__().
func reduceSequence(v object.Value, hidden []string) object.Value {
	values := object.NewDict()
	for _, field := range hidden {
		values.SetStr(field, hiddenField(v, field))
	}
	items := object.NewTuple(v.Object().(*object.Tuple).Items...)
	return object.NewTuple(v.Class().Value(), object.NewTuple(items, object.Of(values)))
}

func names(list []string) object.Value {
	items := make([]object.Value, len(list))
	for i, name := range list {
		items[i] = object.NewStr(name)
	}
	return object.NewTuple(items...)
}
