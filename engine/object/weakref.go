package object

import (
	"reflect"
	"weak"
)

// WeakRef refers to an object without keeping it alive. Immediate values (ints,
// floats, None) live forever.
type WeakRef struct {
	ref       weak.Pointer[Head]
	immediate Value
}

// NewWeakRef returns a weak reference to v.
func NewWeakRef(v Value) WeakRef {
	if v.head.object == nil {
		return WeakRef{immediate: v}
	}
	return WeakRef{ref: weak.Make(v.head)}
}

// Get gives the object back as long as something else refers to it.
func (r WeakRef) Get() (v Value, ok bool) {
	if r.immediate.head != nil {
		return r.immediate, true
	}
	h := r.ref.Value()
	return Value{h, 0}, h != nil
}

// Shell returns another object with v's class and contents: what v becomes when
// it is found dead but has a last method to run. For an instance of a class with
// __del__ the two share their attributes, so a shell made at its birth is up to date.
func Shell(v Value) Value {
	src := reflect.ValueOf(v.Object()).Elem()
	dst := reflect.New(src.Type())
	dst.Elem().Set(src)
	o := dst.Interface().(Object)
	h := o.head()
	h.object = o
	if inst, ok := o.(*Instance); ok && h.attrs == &v.Object().(*Instance).own {
		inst.own.Values = append([]Value(nil), h.attrs.Values...)
		h.attrs = &inst.own
	}
	return Value{h, 0}
}

// newMortal is NewInstance for a class with __del__: the attributes lie in an
// allocation of their own, so that a shell can share them without keeping o alive.
func newMortal(c *Class) Value {
	o := &Instance{}
	o.class, o.object = c, o
	if c.numSlots > 0 {
		o.Slots = make([]Value, c.numSlots)
	}
	if c.HasDict {
		o.attrs = newAttrs(c)
	}
	v := Value{&o.Head, 0}
	c.born(v)
	return v
}

// followFinalizer notes whether instances have a __del__, which the evaluator wants to know of.
func (c *Class) followFinalizer() {
	c.born = nil
	if c.session == nil || c.session.Born == nil {
		return
	}
	if _, ok := c.search("__del__"); !ok {
		return
	}
	c.born = c.session.Born
	if _, owner := c.lookupOwner("__new__"); owner.Builtin && c.layout != ObjectClass {
		own, make := *c.Slots, c.Slots.New
		own.New = func(t *Thread, k *Class, a Args) (Value, error) { return k.bear(make(t, k, a)) }
		c.Slots = &own
	}
}

// bear reports a new instance whose class has a Go layout of its own.
func (c *Class) bear(v Value, err error) (Value, error) {
	if err == nil && c.born != nil && c.layout != ObjectClass && v.head.class == c {
		c.born(v)
	}
	return v, err
}

// Finalized reports whether instances of c have a __del__.
func (c *Class) Finalized() bool { return c.born != nil }
