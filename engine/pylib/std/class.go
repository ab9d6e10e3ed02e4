package std

import "gputour/engine/object"

// newClass declares a class that messages name with its module, as CPython names
// those written in C.
func newClass(name string) *object.Class {
	c := object.NewBuiltin(name)
	object.SetTypeName(c, name)
	return c
}
