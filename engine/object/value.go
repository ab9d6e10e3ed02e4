// Package object holds Python's values: what a value is, what a class is, the
// protocols between them, and the built-in types.
//
// Its one idea: a Value is two words. Small integers, floats, booleans and None
// live in the Value itself and never touch the heap; everything else is a Go
// struct that embeds a Head. Either way the first word points to a Head, and the
// Head names the class, so "what class is this" is one load for every value.
//
// The evaluator (engine/interp) builds on this package and plugs itself in
// through class slots; this package never imports it, nor tensors, nor devices.
package object

import "math"

// Value is one Python value. Values are copied freely; they compare with `is`
// (see Is). The zero Value is no value at all: an unbound name, an absent argument.
//
//	head            bits
//	&intHead        the int64                  (small int)
//	&floatHead      the float64's bits         (float)
//	&boolHead       0 or 1                     (bool)
//	&noneHead       0                          (None)
//	&list.Head      0                          (any heap object)
type Value struct {
	head *Head
	bits uint64
}

// Head begins every heap object. Objects embed it and are made with a constructor
// of this package (or NewObject for types of other packages), which fills it in.
type Head struct {
	class  *Class
	object Object // the struct that embeds this Head; nil for immediate values
	attrs  *Attrs // the instance dictionary; nil where there is none (yet)
}

// Object is any Go struct that embeds a Head.
type Object interface{ head() *Head }

func (h *Head) head() *Head { return h }

// Class returns the class of the object.
func (h *Head) Class() *Class { return h.class }

var (
	intHead   Head
	floatHead Head
	boolHead  Head
	noneHead  Head
)

// The immediate singletons.
var (
	None  = Value{&noneHead, 0}
	False = Value{&boolHead, 0}
	True  = Value{&boolHead, 1}
)

// Int returns the int n.
func Int(n int64) Value { return Value{&intHead, uint64(n)} }

// Float returns the float f.
func Float(f float64) Value { return Value{&floatHead, math.Float64bits(f)} }

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Adopt fills in o's Head and returns o as a Value. Constructors call it once for
// each new object; o is of class c from then on.
func Adopt(o Object, c *Class) Value {
	h := o.head()
	h.class, h.object = c, o
	return Value{h, 0}
}

// Of returns an adopted object as a Value.
func Of(o Object) Value { return Value{o.head(), 0} }

// IsNil reports whether v is no value at all (not None).
func (v Value) IsNil() bool { return v.head == nil }

// IsInt reports whether v is a small int, held in the Value. A bool is not.
func (v Value) IsInt() bool { return v.head == &intHead }

// IsFloat reports whether v is a float, held in the Value.
func (v Value) IsFloat() bool { return v.head == &floatHead }

// IsBool reports whether v is True or False.
func (v Value) IsBool() bool { return v.head == &boolHead }

// IsNone reports whether v is None.
func (v Value) IsNone() bool { return v.head == &noneHead }

// SmallInt returns the number of a Value for which IsInt (or IsBool) holds.
func (v Value) SmallInt() int64 { return int64(v.bits) }

// Float64 returns the number of a Value for which IsFloat holds.
func (v Value) Float64() float64 { return math.Float64frombits(v.bits) }

// Object returns the heap object, or nil for an immediate value. Use it in a type switch:
//
//	switch o := v.Object().(type) {
//	case *object.List: …
func (v Value) Object() Object { return v.head.object }

// Class returns the class of v, which is not the zero Value.
func (v Value) Class() *Class { return v.head.class }

// Is reports whether a is b: the same object, or the same immediate value.
func Is(a, b Value) bool { return a == b }
