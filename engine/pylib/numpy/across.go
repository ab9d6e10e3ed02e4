package numpy

import "gputour/engine/object"

// Across is the array v for another session: an array of its own over the same memory.
// ok is false where v is no array, or one of objects, which belong to their session.
func Across(v object.Value) (array object.Value, ok bool) {
	a, ok := v.Object().(*Array)
	if !ok || a.dom != nil && a.dom.info.kind == 'O' {
		return object.Value{}, false
	}
	a.x.Share()
	b := &Array{x: a.x, shape: a.shape, strides: a.strides, offset: a.offset, locked: a.locked, dom: a.dom}
	return object.Adopt(b, arrayClass), true
}

// IsScalar reports whether v is one of numpy's own numbers or texts.
func IsScalar(v object.Value) bool {
	return v.Class().Builtin && v.Class() != objectClass && genericClass.Is(v)
}
