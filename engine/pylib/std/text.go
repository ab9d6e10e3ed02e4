package std

import (
	"gputour/engine/object"
)

// Module _codecs: what codecs needs of Go.

func initCodecs(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_codecs", "Text as bytes, and back.")
	name := func(v object.Value) string { s, _ := object.AsStr(v); return s }
	m.AddFuncs(
		object.Def("encode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Encode(t, a[0], name(a[1]), name(a[2]))
			if err != nil {
				return object.Value{}, err
			}
			return object.NewBytes(b), nil
		}, "The bytes of a text."),
		object.Def("decode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.Decode(t, b, name(a[1]), name(a[2]))
		}, "The text of some bytes."),
	)
	return m, nil
}
