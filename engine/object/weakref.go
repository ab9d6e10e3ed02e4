package object

import "weak"

// Weak returns a function that gives v back as long as something else refers to
// it; ok is false afterwards. Immediate values (ints, floats, None) live forever.
func Weak(v Value) func() (v Value, ok bool) {
	if v.head.object == nil {
		return func() (Value, bool) { return v, true }
	}
	ref, bits := weak.Make(v.head), v.bits
	return func() (Value, bool) {
		h := ref.Value()
		return Value{h, bits}, h != nil
	}
}
