package object

// This file defines the classes of None, NotImplemented and Ellipsis.

type singleton struct {
	Head
	name string
}

// NoneClass is the class of None.
var (
	NoneClass           = bare("NoneType")
	NotImplementedClass = bare("NotImplementedType")
	EllipsisClass       = bare("ellipsis")

	// NotImplemented is what an operator returns that does not know its operand.
	NotImplemented = Adopt(&singleton{name: "NotImplemented"}, NotImplementedClass)
	// Ellipsis is `...`.
	Ellipsis = Adopt(&singleton{name: "Ellipsis"}, EllipsisClass)
)

func initSingletons() {
	noneHead.class = NoneClass
	for _, s := range []struct {
		class *Class
		v     Value
		name  string
	}{{NoneClass, None, "None"}, {NotImplementedClass, NotImplemented, "NotImplemented"}, {EllipsisClass, Ellipsis, "Ellipsis"}} {
		spec := Spec{Signature: s.class.Name + "()", Final: true,
			Make:  func(_ *Thread, _ *Class, _ []Value) (Value, error) { return s.v, nil },
			Slots: Slots{Repr: func(_ *Thread, _ Value) (string, error) { return s.name, nil }},
		}
		if s.class == NoneClass {
			spec.Slots.Bool = func(_ *Thread, _ Value) (bool, error) { return false, nil }
			spec.Slots.Hash = func(_ *Thread, _ Value) (int64, error) { return 0xfca86420, nil }
			spec.Slots.Binary[Or], spec.Slots.Reflected[Or] = noneOr, noneOr
		}
		if s.class != NoneClass {
			spec.Methods = []Method{{"__reduce__(self, /)", func(_ *Thread, _ []Value) (Value, error) { return NewStr(s.name), nil }, ""}}
		}
		s.class.Define(spec)
	}
}

// noneOr: None | int is a union, None | 1 is not.
func noneOr(t *Thread, a, b Value) (Value, error) { return unionOr(t, a, b) }
