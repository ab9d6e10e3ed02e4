package std

import (
	"strings"

	"gputour/engine/object"
)

// Module _codecs: what codecs needs of Go.

func initCodecs(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_codecs", "Text as bytes, and back.")
	name := func(v object.Value) string { s, _ := object.AsStr(v); return s }
	m.AddFuncs(
		object.Def("encode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			if _, ok := object.AsStr(a[0]); !ok {
				return object.Value{}, object.Raise(object.TypeError, "encoding with '%s' codec failed (TypeError: %s_encode() argument 1 must be str, not %s)",
					name(a[1]), strings.ReplaceAll(name(a[1]), "-", "_"), object.TypeName(a[0]))
			}
			b, err := object.Encode(t, a[0], name(a[1]), name(a[2]))
			if err != nil {
				return object.Value{}, err
			}
			return object.NewBytes(b), nil
		}, "The bytes of a text."),
		object.Def("decode(obj, encoding='utf-8', errors='strict', /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			if err != nil {
				return object.Value{}, object.Raise(object.TypeError, "decoding with '%s' codec failed (TypeError: a bytes-like object is required, not '%s')", name(a[1]), object.TypeName(a[0]))
			}
			return object.Decode(t, b, name(a[1]), name(a[2]))
		}, "The text of some bytes."),
	)
	return m, nil
}
