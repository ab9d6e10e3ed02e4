package binding

import (
	"fmt"
	"strings"

	"gputour/engine/object"
)

// This file is tuples whose items are attributes, too, as time.struct_time is one.

// SequenceClass makes the class of such tuples; more are attributes beside the fields.
func SequenceClass(name string, fields []string, more ...object.Prop) *object.Class {
	props := more
	for i, field := range fields {
		props = append(props, object.Prop{Name: field, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return v.Object().(*object.Tuple).Items[i], nil
		}})
	}
	return Class(name).Define(object.Spec{
		Bases: []*object.Class{object.TupleClass},
		Final: true,
		Props: props,
		Slots: object.Slots{Repr: func(t *object.Thread, v object.Value) (string, error) {
			var parts []string
			for i, item := range v.Object().(*object.Tuple).Items[:len(fields)] {
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
