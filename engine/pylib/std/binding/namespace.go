package binding

import (
	"sort"
	"strings"

	"gputour/engine/object"
)

// simple is types.SimpleNamespace: an object that only has attributes.
type simple struct{ object.Head }

var namespaceClass = Class("types.SimpleNamespace")

func init() {
	namespaceClass.Define(object.Spec{
		Doc:        "A simple attribute-based namespace.\n\nSimpleNamespace(**kwargs)",
		Signature:  "SimpleNamespace(*args, **kwargs)",
		HasDict:    true,
		Unhashable: true,
		Alloc:      func(c *object.Class) object.Value { return object.Adopt(&simple{}, c) },
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			if len(a[0].Object().(*object.Tuple).Items) > 0 {
				return object.Raise(object.TypeError, "no positional arguments expected")
			}
			for _, k := range Keywords(a[1].Object().(*object.Dict)) {
				if err := object.SetAttr(t, self, k.Name, k.Value); err != nil {
					return err
				}
			}
			return nil
		},
		Slots: object.Slots{Repr: namespaceRepr, Compare: func(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if _, ok := b.Object().(*simple); !ok || op != object.Eq && op != object.Ne {
				return object.NotImplemented, nil
			}
			return object.Compare(t, op, object.Of(object.InstanceDict(a)), object.Of(object.InstanceDict(b)))
		}},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Doc: "Return state information for pickling.", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewTuple(a[0].Class().Value(), object.NewTuple(), object.Of(object.InstanceDict(a[0]))), nil
		}}},
	})
}

func namespaceRepr(t *object.Thread, v object.Value) (string, error) {
	name := v.Class().Name
	if v.Class() == namespaceClass {
		name = "namespace"
	}
	if !t.EnterRepr(v) {
		return name + "(...)", nil
	}
	defer t.LeaveRepr()
	if err := t.Enter(" while getting the repr of an object"); err != nil {
		return "", err
	}
	defer t.Leave()
	var parts []string
	for k, x := range object.InstanceDict(v).All() {
		key, _ := object.AsStr(k)
		s, err := object.Repr(t, x)
		if err != nil {
			return "", err
		}
		parts = append(parts, key+"="+s)
	}
	return name + "(" + strings.Join(parts, ", ") + ")", nil
}

// NewNamespace returns a SimpleNamespace with these attributes.
func NewNamespace(attrs map[string]object.Value) object.Value {
	v := object.Adopt(&simple{}, namespaceClass)
	d := object.InstanceDict(v)
	names := make([]string, 0, len(attrs))
	for name := range attrs {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		d.SetStr(name, attrs[name])
	}
	return v
}
