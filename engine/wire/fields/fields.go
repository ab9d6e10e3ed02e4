// Package fields reads and writes JSON of structs that list their fields, without reflection:
// what encoding/json, fmt and reflect bring along is a tenth of the browser's client. It imports nothing of ours.
//
// The lists (JSONFields) are written by command gen from the structs' json tags, which stay the one
// place that says what a field is called. What is read and written is what encoding/json reads and
// writes, but for one thing: names are told apart by case.
package fields

import (
	"slices"
	"strconv"
)

// Object is a struct that lists its fields. It is a pointer, so that they can be set.
type Object interface{ JSONFields() []Field }

// Field is a member of an object.
type Field struct {
	Name string
	// At is where its value lies: a pointer to a string, a bool, a number, a []string or Raw; an Object;
	// a *Sequence or *Table; or an Unmarshaler.
	At   any
	Omit bool // it is left out when it is empty
}

// Raw is a JSON text that stands for itself.
type Raw []byte

// MarshalJSON returns r, or null.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON sets r to a copy of data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = append((*r)[:0], data...)
	return nil
}

// Unmarshaler is a value that reads itself from its JSON text.
type Unmarshaler interface{ UnmarshalJSON(data []byte) error }

// SyntaxError says that a text is no JSON.
type SyntaxError struct{ Offset int } // byte that cannot stand there

func (e *SyntaxError) Error() string { return "no JSON at byte " + strconv.Itoa(e.Offset) }

// TypeError says that a field cannot hold a value.
type TypeError struct {
	Field string
	Value string // "string", "number 1.5", "object"
}

func (e *TypeError) Error() string { return "field " + e.Field + " cannot hold a " + e.Value }

// UnknownError names a field that an object does not have.
type UnknownError struct{ Field string }

func (e *UnknownError) Error() string { return "unknown field " + strconv.Quote(e.Field) }

// Sequence is a slice, an array or a pointer. Its code is the same for all types, but for these four functions: a
// client with methods for each type would be a tenth larger.
type Sequence struct {
	kind  kind
	size  func() int       // negative for nil
	at    func(i int) any  // where element i lies
	add   func() any       // makes another element
	reset func(empty bool) // to no elements, or to nil
}

type kind byte

const (
	sliceKind kind = iota
	arrayKind
	pointerKind
)

// List is a slice. at says where the value of an element lies, as Field.At.
func List[T any](s *[]T, at func(*T) any) *Sequence {
	return &Sequence{
		kind: sliceKind,
		size: func() int {
			if *s == nil {
				return -1
			}
			return len(*s)
		},
		at: func(i int) any { return at(&(*s)[i]) },
		add: func() any {
			*s = append(*s, *new(T))
			return at(&(*s)[len(*s)-1])
		},
		reset: func(empty bool) {
			if *s = nil; empty {
				*s = []T{}
			}
		},
	}
}

// Array is an array, as a slice of it.
func Array[T any](s []T, at func(*T) any) *Sequence {
	return &Sequence{
		kind: arrayKind,
		size: func() int { return len(s) },
		at:   func(i int) any { return at(&s[i]) },
		reset: func(empty bool) {
			if empty {
				clear(s)
			}
		},
	}
}

// Pointer is a pointer, nil for null. at says where the value that it points to lies, as Field.At.
func Pointer[T any](p **T, at func(*T) any) *Sequence {
	return &Sequence{
		kind: pointerKind,
		size: func() int {
			if *p == nil {
				return -1
			}
			return 1
		},
		at: func(int) any { return at(*p) },
		add: func() any {
			*p = new(T)
			return at(*p)
		},
		reset: func(bool) { *p = nil },
	}
}

func (s *Sequence) read(d *decoder) {
	if s.kind == pointerKind {
		if s.size() < 0 {
			s.add()
		}
		d.value(s.at(0))
		return
	}
	if d.peek() == '[' {
		s.reset(true)
	}
	d.elements(func(i int) {
		switch {
		case s.kind == sliceKind:
			d.value(s.add())
		case i < s.size():
			d.value(s.at(i))
		default:
			d.skip()
		}
	})
}

func (s *Sequence) write(e *encoder) {
	n := s.size()
	switch {
	case n < 0:
		e.word("null")
		return
	case s.kind == pointerKind:
		e.value(s.at(0))
		return
	}
	e.open('[')
	for i := range n {
		e.next(i)
		e.value(s.at(i))
	}
	e.close(']', n)
}

// Table is a map.
type Table struct {
	names func() []string // nil for nil
	at    func(name string) any
	put   func(name string, read func(at any)) // sets what is read
	reset func(empty bool)
}

// Map is a map. at says where the value of an element lies, as Field.At.
func Map[T any](m *map[string]T, at func(*T) any) *Table {
	return &Table{
		names: func() []string {
			if *m == nil {
				return nil
			}
			names := make([]string, 0, len(*m))
			for name := range *m {
				names = append(names, name)
			}
			return names
		},
		at: func(name string) any {
			v := (*m)[name]
			return at(&v)
		},
		put: func(name string, read func(at any)) {
			var v T
			read(at(&v))
			(*m)[name] = v
		},
		reset: func(empty bool) {
			switch {
			case !empty:
				*m = nil
			case *m == nil:
				*m = map[string]T{}
			}
		},
	}
}

func (t *Table) read(d *decoder) {
	if d.peek() == '{' {
		t.reset(true)
	}
	d.members(func(name string) { t.put(name, d.value) })
}

func (t *Table) write(e *encoder) {
	names := t.names()
	if names == nil {
		e.word("null")
		return
	}
	slices.Sort(names)
	e.open('{')
	for i, name := range names {
		e.next(i)
		e.name(name)
		e.value(t.at(name))
	}
	e.close('}', len(names))
}
