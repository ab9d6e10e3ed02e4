// Package binding is what modules of Python that are written in Go share: classes that
// messages name with their module, iterators made of Go functions, the reading of
// arguments, and the way to what is written in Python.
package binding

import "gputour/engine/object"

// Class declares a class that messages name with its module, as CPython names
// those written in C.
func Class(name string) *object.Class {
	c := object.NewBuiltin(name)
	object.SetTypeName(c, name)
	return c
}
