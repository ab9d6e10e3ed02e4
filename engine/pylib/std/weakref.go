package std

import (
	"fmt"
	"runtime"

	"gputour/engine/object"
)

// Modules _weakref and gc. Go's collector owns the objects, so a weak reference
// here keeps its referent reachable only through the session; gc.collect() runs
// Go's collector.

// reference is a weakref.ref.
type reference struct {
	object.Head
	to, callback object.Value
}

var referenceClass = object.NewBuiltin("weakref.ReferenceType")

func init() {
	referenceClass.Define(object.Spec{
		Doc:       "A reference that does not keep its object alive.",
		Signature: "ref(object, callback=None, /)",
		Make: func(_ *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			if a[0].Object() == nil {
				return object.Value{}, object.Raise(object.TypeError, "cannot create weak reference to '%s' object", object.TypeName(a[0]))
			}
			switch a[0].Object().(type) {
			case *object.Str, *object.Tuple, *object.List, *object.Dict, *object.BigInt, *object.Bytes:
				if c := a[0].Class(); c.Builtin {
					return object.Value{}, object.Raise(object.TypeError, "cannot create weak reference to '%s' object", c.Name)
				}
			}
			return object.Adopt(&reference{to: a[0], callback: a[1]}, c), nil
		},
		Slots: object.Slots{
			Call: func(_ *object.Thread, v object.Value, _ object.Args) (object.Value, error) {
				return v.Object().(*reference).to, nil
			},
			Hash: func(t *object.Thread, v object.Value) (int64, error) {
				return object.Hash(t, v.Object().(*reference).to)
			},
			Compare: func(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
				other, ok := b.Object().(*reference)
				if !ok {
					return object.NotImplemented, nil
				}
				return object.Compare(t, op, a.Object().(*reference).to, other.to)
			},
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				r := v.Object().(*reference)
				return fmt.Sprintf("<weakref at %s; to '%s' at %s>", object.Address(v), r.to.Class().Name, object.Address(r.to)), nil
			},
		},
	})
}

func initWeakref(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_weakref", "Weak references.")
	m.Dict.Set("ref", referenceClass.Value())
	return m, nil
}

func initGC(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("gc", "The garbage collector.")
	m.AddFuncs(
		object.Def("collect(generation=2)", func(*object.Thread, []object.Value) (object.Value, error) {
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
