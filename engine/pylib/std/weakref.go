package std

import (
	"fmt"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// Modules _weakref and gc. The evaluator tells when an object has died; see interp.Watch.

// reference is a weakref.ref.
type reference struct {
	object.Head
	target   *interp.Watched
	hash     int64 // of the object, if hashed
	hashed   bool
	name     string // the class of the object, for the repr
	callback object.Value
}

// Target implements interp.Weak.
func (r *reference) Target() (object.Value, bool) { return r.target.Target() }

// to returns the object, if it is alive.
func (r *reference) to(t *object.Thread) (object.Value, bool) { return r.target.Get(t) }

var referenceClass = object.NewBuiltin("weakref.ReferenceType")

func init() {
	referenceClass.Define(object.Spec{
		Doc:       "A reference that does not keep its object alive.",
		Signature: "ref(object, callback=None, /)",
		Make:      newReference,
		Slots: object.Slots{
			Call: func(t *object.Thread, v object.Value, _ object.Args) (object.Value, error) {
				if x, ok := v.Object().(*reference).to(t); ok {
					return x, nil
				}
				return object.None, nil
			},
			Hash:    hashReference,
			Compare: compareReferences,
			Repr: func(t *object.Thread, v object.Value) (string, error) {
				r := v.Object().(*reference)
				if x, ok := r.to(t); ok {
					return fmt.Sprintf("<weakref at %s; to '%s' at %s>", object.Address(v), r.name, object.Address(x)), nil
				}
				return fmt.Sprintf("<weakref at %s; dead>", object.Address(v)), nil
			},
		},
		Props: []object.Prop{{Name: "__callback__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return v.Object().(*reference).callback, nil
		}}},
	})
}

func newReference(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
	x := a[0]
	if x.Object() == nil || x.Class().Builtin && !hasWeakReferences(x) || !x.Class().Builtin && !x.Class().Weak {
		return object.Value{}, object.Raise(object.TypeError, "cannot create weak reference to '%s' object", object.TypeName(x))
	}
	r := &reference{name: x.Class().Name, callback: a[1]}
	v := object.Adopt(r, c)
	if a[1].IsNone() {
		r.target = interp.Watch(t, x, nil)
		return v, nil
	}
	weak := object.NewWeakRef(v) // a reference that is dropped itself calls nobody
	r.target = interp.Watch(t, x, func(t *object.Thread) (object.Value, error) {
		v, ok := weak.Get()
		if !ok {
			return object.None, nil
		}
		r := v.Object().(*reference)
		callback := r.callback
		r.callback = object.None
		_, err := object.Call(t, callback, v)
		return callback, err
	})
	return v, nil
}

// hashReference is the hash of the object, which must have been asked for while it lived.
func hashReference(t *object.Thread, v object.Value) (int64, error) {
	r := v.Object().(*reference)
	if r.hashed {
		return r.hash, nil
	}
	x, alive := r.to(t)
	if !alive {
		return 0, object.Raise(object.TypeError, "weak object has gone away")
	}
	h, err := object.Hash(t, x)
	if err == nil {
		r.hash, r.hashed = h, true
	}
	return h, err
}

// hasWeakReferences says which built-in objects CPython lets be referred to weakly.
func hasWeakReferences(x object.Value) bool {
	switch x.Object().(type) {
	case *object.Dict:
		return x.Class() == object.OrderedDictClass
	case *object.Str, *object.Tuple, *object.List, *object.BigInt, *object.Bytes:
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
	x, alive := a.Object().(*reference).to(t)
	y, alsoAlive := other.to(t)
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
			return object.Int(0), interp.Collect(t)
		}, "Runs the collector."),
		object.Def("enable()", setGC(true), "Enable automatic garbage collection."),
		object.Def("disable()", setGC(false), "Disable automatic garbage collection."),
		object.Def("isenabled()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Bool(*gcEnabled.Get(t.Session)), nil
		}, "Returns true if automatic garbage collection is enabled."),
		object.Def("get_count()", constant(object.NewTuple(object.Int(0), object.Int(0), object.Int(0))), ""),
		object.Def("get_threshold()", constant(object.NewTuple(object.Int(700), object.Int(10), object.Int(10))), ""),
		object.Def("set_threshold(*args)", constant(object.None), ""),
		object.Def("get_referents(*objs)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			var found []object.Value
			for _, v := range a[0].Object().(*object.Tuple).Items {
				for i := 0; ; i++ {
					x, ok := object.Referent(v, i)
					if !ok {
						break
					}
					if x.IsNil() {
						continue
					}
					object.Disown(x)
					if c, ok := x.Object().(*object.Class); !ok || !c.Builtin {
						found = append(found, x)
					}
				}
			}
			return object.NewList(found), nil
		}, "The objects that these refer to."),
		object.Def("get_referrers(*objs)", func(*object.Thread, []object.Value) (object.Value, error) { return object.NewList(nil), nil }, "None is known: the collector is Go's."),
		object.Def("get_stats()", func(*object.Thread, []object.Value) (object.Value, error) {
			var generations []object.Value
			for range 3 {
				d := object.NewDict()
				for _, name := range []string{"collections", "collected", "uncollectable"} {
					d.SetStr(name, object.Int(0))
				}
				generations = append(generations, object.Of(d))
			}
			return object.NewList(generations), nil
		}, "Nothing was counted: the collector is Go's."),
		object.Def("is_tracked(obj, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			_, refers := object.Referent(a[0], 0)
			return object.Bool(refers), nil
		}, "Whether the object refers to others."),
		object.Def("is_finalized(obj, /)", constant(object.False), ""),
		object.Def("get_debug()", constant(object.Int(0)), ""),
		object.Def("set_debug(flags, /)", constant(object.None), ""),
		object.Def("unfreeze()", constant(object.None), ""),
		object.Def("get_freeze_count()", constant(object.Int(0)), ""),
		object.Def("get_objects()", func(*object.Thread, []object.Value) (object.Value, error) { return object.NewList(nil), nil }, ""),
		object.Def("freeze()", constant(object.None), ""),
	)
	for _, name := range []string{"garbage", "callbacks"} {
		m.Dict.Set(name, object.NewList(nil))
	}
	for i, name := range []string{"DEBUG_STATS", "DEBUG_COLLECTABLE", "DEBUG_UNCOLLECTABLE"} {
		m.Dict.Set(name, object.Int(1<<i))
	}
	m.Dict.Set("DEBUG_SAVEALL", object.Int(32))
	m.Dict.Set("DEBUG_LEAK", object.Int(38))
	return m, nil
}

// gcEnabled is what gc.isenabled() says; Go's collector does not listen.
var gcEnabled = object.NewKey(func(*object.Session) *bool { on := true; return &on })

func setGC(on bool) object.GoFunc {
	return func(t *object.Thread, _ []object.Value) (object.Value, error) {
		*gcEnabled.Get(t.Session) = on
		return object.None, nil
	}
}

// Referent is the callback: the object is not one.
func (r *reference) Referent(i int) (object.Value, bool) { return r.callback, i == 0 }
