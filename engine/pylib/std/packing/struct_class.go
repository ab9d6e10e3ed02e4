package packing

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// layoutObject is a struct.Struct: a format, ready for use.
type layoutObject struct {
	object.Head
	format string
	layout *cLayout
}

var structClass = binding.Class("_struct.Struct").Define(object.Spec{
	Doc:       "Struct(fmt) --> compiled struct object",
	Signature: "Struct(format)",
	Alloc:     func(c *object.Class) object.Value { return object.Adopt(&layoutObject{layout: &cLayout{size: -1}}, c) },
	Init: func(t *object.Thread, self object.Value, a []object.Value) error {
		l, err := layoutOf(t, a[0])
		if err != nil {
			return err
		}
		o := self.Object().(*layoutObject)
		o.layout = l
		format, ok := object.AsStr(a[0])
		if b, isBytes := object.AsBytes(a[0]); !ok && isBytes {
			format = string(b)
		}
		o.format = format
		return nil
	},
	Slots: object.Slots{Repr: func(t *object.Thread, v object.Value) (string, error) {
		text, err := object.Repr(t, object.NewStr(v.Object().(*layoutObject).format))
		return v.Class().Name + "(" + text + ")", err
	}},
	Props: []object.Prop{
		{Name: "size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(v.Object().(*layoutObject).layout.size)), nil
		}, Doc: "struct size in bytes"},
		{Name: "format", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.NewStr(v.Object().(*layoutObject).format), nil
		}, Doc: "struct format string"},
	},
	Methods: []object.Method{
		{Sig: "pack(self, /, *values)", Fn: withObject(structPack), Doc: "The values as bytes."},
		{Sig: "pack_into(self, /, buffer, offset, *values)", Fn: structPackInto, Doc: "Packs into a writable buffer at an offset."},
		{Sig: "unpack(self, buffer, /)", Fn: withObject(structUnpackAll), Doc: "The values in a buffer of just the right size."},
		{Sig: "unpack_from(self, /, buffer, offset=0)", Fn: withObject(structUnpack), Doc: "The values at an offset of a buffer."},
		{Sig: "iter_unpack(self, buffer, /)", Fn: withObject(structIterUnpack), Doc: "The values of one record after the other."},
	},
})

func withObject(do func(*object.Thread, *cLayout, []object.Value) (object.Value, error)) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		l := a[0].Object().(*layoutObject).layout
		if l.size < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "Struct object is not initialized")
		}
		return do(t, l, a[1:])
	}
}

// structPackInto leaves buffers of all kinds to the function of module struct.
func structPackInto(t *object.Thread, a []object.Value) (object.Value, error) {
	m, err := binding.Import(t, "struct")
	if err != nil {
		return object.Value{}, err
	}
	args := append([]object.Value{object.NewStr(a[0].Object().(*layoutObject).format), a[1], a[2]}, a[3].Object().(*object.Tuple).Items...)
	return object.CallAttr(t, m, "pack_into", args...)
}

var unpackIterClass = binding.IterClass("_struct.unpack_iterator", "unpack_iterator(*args, **kwargs)", "Unpacks one record after the other.",
	func(*object.Thread, []object.Value) (binding.Step, error) {
		return nil, object.Raise(object.TypeError, "cannot create '_struct.unpack_iterator' instances")
	})

func structIterUnpack(t *object.Thread, l *cLayout, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[0])
	switch {
	case err != nil:
		return object.Value{}, err
	case l.size == 0:
		return object.Value{}, raiseStruct(t, "cannot iteratively unpack with a struct of length 0")
	case len(b)%l.size != 0:
		return object.Value{}, raiseStruct(t, "iterative unpacking requires a buffer of a multiple of %d bytes", l.size)
	}
	at, buffer := 0, a[0]
	return binding.MakeFrom(unpackIterClass, func(t *object.Thread) (object.Value, bool, error) {
		b, err := object.Buffer(buffer) // which may have changed
		if err != nil || at+l.size > len(b) {
			return binding.Fail(err)
		}
		at += l.size
		v, err := l.unpack(t, b[at-l.size:])
		return v, err == nil, err
	}), nil
}
