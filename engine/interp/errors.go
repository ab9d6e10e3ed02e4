package interp

import (
	"strings"

	"gputour/engine/object"
)

// This file holds the errors of the language itself, with CPython's texts.

func unboundLocal(name string) error {
	name = strings.TrimPrefix(name, ".") // of a comprehension
	e := object.NewException(object.UnboundLocalError,
		object.NewStr("cannot access local variable '"+name+"' where it is not associated with a value"))
	return e.SetField("name", object.NewStr(name))
}

func unboundFree(name string) error {
	e := object.NewException(object.NameError,
		object.NewStr("cannot access free variable '"+name+"' where it is not associated with a value in enclosing scope"))
	return e.SetField("name", object.NewStr(name))
}

// unboundClosure is the error of an empty cell of a closure, which may hold a
// variable of the function itself.
func unboundClosure(name string, own bool) error {
	if own {
		return unboundLocal(name)
	}
	return unboundFree(name)
}

func errTooDeep() error {
	return object.Raise(object.RecursionError, "maximum recursion depth exceeded")
}
