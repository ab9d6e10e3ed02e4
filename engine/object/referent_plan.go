package object

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file finds the values in the fields of a Go struct, for the many small
// kinds of objects that do not say themselves what they refer to.

// plan tells where the objects of one Go type keep the values they refer to.
type plan struct {
	fields []plannedField
	hidden bool // values lie where the plan does not reach
	steps  bool // it has a function, which may have captured values
	vague  bool // it leads to what may be anything
}

type plannedField struct {
	offset uintptr
	kind   fieldKind
	length int // of an array
}

type fieldKind uint8

const (
	valueField  fieldKind = iota // Value, or an array of them
	sliceField                   // []Value
	objectField                  // a pointer to an object
)

var plans sync.Map // reflect.Type → *plan

var (
	valueType  = reflect.TypeFor[Value]()
	objectType = reflect.TypeFor[Object]()
	headType   = reflect.TypeFor[Head]()

	sessionType = reflect.TypeFor[*Session]() // searched from elsewhere
)

func planOf(o Object) *plan {
	t := reflect.TypeOf(o).Elem()
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{}
	p.add(t, 0)
	plans.Store(t, p)
	return p
}

// add plans the fields of a struct that lies at an offset.
func (p *plan) add(t reflect.Type, offset uintptr) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := offset + f.Offset
		switch {
		case f.Type == headType || isWeak(f.Type):
		case f.Type == valueType:
			p.fields = append(p.fields, plannedField{at, valueField, 1})
		case f.Type.Kind() == reflect.Array && f.Type.Elem() == valueType:
			p.fields = append(p.fields, plannedField{at, valueField, f.Type.Len()})
		case f.Type.Kind() == reflect.Slice && f.Type.Elem() == valueType:
			p.fields = append(p.fields, plannedField{at, sliceField, 0})
		case f.Type.Kind() == reflect.Pointer && f.Type.Implements(objectType):
			p.fields = append(p.fields, plannedField{at, objectField, 1})
		case f.Type.Kind() == reflect.Struct:
			p.add(f.Type, at)
		case f.Type.Kind() == reflect.Func:
			p.steps = true
		default:
			p.hidden = p.hidden || leads(f.Type, 3, isValue)
			p.vague = p.vague || leads(f.Type, 3, isAnything)
		}
	}
}

func isValue(t reflect.Type) bool { return t == valueType || t.Implements(objectType) }

func isAnything(t reflect.Type) bool { return t.Kind() == reflect.Interface && t.NumMethod() == 0 }

// isWeak reports whether t is a weak.Pointer, which keeps nothing alive.
func isWeak(t reflect.Type) bool { return t.PkgPath() == "weak" }

// leads reports whether a type such as is says lies up to depth steps behind type t.
func leads(t reflect.Type, depth int, is func(reflect.Type) bool) bool {
	if is(t) {
		return true
	}
	if depth == 0 || t == sessionType || isWeak(t) {
		return false
	}
	switch t.Kind() {
	case reflect.Map:
		return leads(t.Key(), depth-1, is) || leads(t.Elem(), depth-1, is)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return leads(t.Elem(), depth-1, is)
	case reflect.Struct:
		for i := range t.NumField() {
			if leads(t.Field(i).Type, depth-1, is) {
				return true
			}
		}
	}
	return false
}

func (p *plan) referent(o Object, i int) (Value, bool) {
	base := reflect.ValueOf(o).UnsafePointer()
	for _, f := range p.fields {
		at := unsafe.Add(base, f.offset)
		switch f.kind {
		case sliceField:
			items := *(*[]Value)(at)
			if i < len(items) {
				return items[i], true
			}
			i -= len(items)
		case objectField:
			if i == 0 {
				h := *(**Head)(at) // an object begins with its Head
				return Value{h, 0}, true
			}
			i--
		default:
			if i < f.length {
				return unsafe.Slice((*Value)(at), f.length)[i], true
			}
			i -= f.length
		}
	}
	return Value{}, false
}

// Opaque reports whether v may refer to values that Referent does not know of: an
// iterator that is a Go function, or an object with values in inner structures.
func Opaque(v Value) bool {
	p := hiding(v)
	return p != nil && (p.hidden || p.steps && len(p.fields) == 0 && v.Class().Slots.Next != nil)
}

// Vague reports whether v may refer to anything in ways that Referent does not know of: it is
// opaque, or leads to what can hold any Go type.
func Vague(v Value) bool {
	p := hiding(v)
	return Opaque(v) || p != nil && p.vague
}

// hiding is the plan of an object that does not say itself what it refers to; nil for others.
func hiding(v Value) *plan {
	switch v.Object().(type) {
	case nil, *Instance, *List, *Tuple, *Dict, *Set, *Class, *Module, *Exception, *Builtin, *Str, Holder:
		return nil
	}
	return planOf(v.Object())
}
