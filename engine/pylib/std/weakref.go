package std

import (
	"fmt"
	"runtime"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// Modules _weakref and gc. Go's collector decides when an object ends: a weak
// reference answers None once it has found the object unreachable, which is after
// gc.collect() at the latest. gc.collect() clears the evaluator's dead registers
// first, so that `del x; gc.collect()` does end x.

// reference is a weakref.ref.
type reference struct {
	object.Head
	to       func() (object.Value, bool)
	hash     int64
	name     string // the class of the object, for the repr
	callback object.Value
}

var referenceClass = object.NewBuiltin("weakref.ReferenceType")

func init() {
	referenceClass.Define(object.Spec{
		Doc:       "A reference that does not keep its object alive.",
		Signature: "ref(object, callback=None, /)",
		Make:      newReference,
		Slots: object.Slots{
			Call: func(_ *object.Thread, v object.Value, _ object.Args) (object.Value, error) {
				if x, ok := v.Object().(*reference).to(); ok {
					return x, nil
				}
				return object.None, nil
			},
			Hash:    func(_ *object.Thread, v object.Value) (int64, error) { return v.Object().(*reference).hash, nil },
			Compare: compareReferences,
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				r := v.Object().(*reference)
				if x, ok := r.to(); ok {
					return fmt.Sprintf("<weakref at %s; to '%s' at %s>", object.Address(v), r.name, object.Address(x)), nil
				}
				return fmt.Sprintf("<weakref at %s; dead>", object.Address(v)), nil
			},
		},
	})
}

func newReference(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
	x := a[0]
	if x.Object() == nil || x.Class().Builtin && !hasWeakReferences(x) {
		return object.Value{}, object.Raise(object.TypeError, "cannot create weak reference to '%s' object", object.TypeName(x))
	}
	hash, err := object.Hash(t, x)
	if err != nil {
		hash = object.ID(x) // only hashing the reference needs the object's own
	}
	return object.Adopt(&reference{to: object.Weak(x), hash: hash, name: x.Class().Name, callback: a[1]}, c), nil
}

// hasWeakReferences says which built-in objects CPython lets be referred to weakly.
func hasWeakReferences(x object.Value) bool {
	switch x.Object().(type) {
	case *object.Str, *object.Tuple, *object.List, *object.Dict, *object.BigInt, *object.Bytes:
		return false
	}
	return true
}

// compareReferences compares the objects while both live, else the references.
func compareReferences(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	other, ok := b.Object().(*reference)
	if !ok || op != object.Eq && op != object.Ne {
		return object.NotImplemented, nil
	}
	x, alive := a.Object().(*reference).to()
	y, alsoAlive := other.to()
	if !alive || !alsoAlive {
		return object.Bool(object.Is(a, b) == (op == object.Eq)), nil
	}
	return object.Compare(t, op, x, y)
}

func initWeakref(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_weakref", "Weak references.")
	m.Dict.Set("ref", referenceClass.Value())
	return m, nil
}

func initGC(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("gc", "The garbage collector.")
	m.AddFuncs(
		object.Def("collect(generation=2)", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			interp.ClearDead(t)
			runtime.GC()
			return object.Int(0), nil
		}, "Runs the collector."),
		object.Def("enable()", constant(object.None), ""),
		object.Def("disable()", constant(object.None), ""),
		object.Def("isenabled()", constant(object.True), ""),
		object.Def("get_count()", constant(object.NewTuple(object.Int(0), object.Int(0), object.Int(0))), ""),
		object.Def("get_threshold()", constant(object.NewTuple(object.Int(700), object.Int(10), object.Int(10))), ""),
		object.Def("set_threshold(*args)", constant(object.None), ""),
		object.Def("get_objects()", func(*object.Thread, []object.Value) (object.Value, error) { return object.NewList(nil), nil }, ""),
		object.Def("freeze()", constant(object.None), ""),
	)
	return m, nil
}
