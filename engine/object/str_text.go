package object

import "unsafe"

// Short strs lie in one allocation with their text.
type (
	str16 struct {
		Str
		text [16]byte
	}
	str32 struct {
		Str
		text [32]byte
	}
	str48 struct {
		Str
		text [48]byte
	}
)

// newText returns a str of n code points in size bytes, and these bytes, which the
// caller fills before anything else sees the str.
func newText(size, n int) (Value, []byte) {
	var o *Str
	var text []byte
	switch {
	case size == 0:
		return emptyStr, nil
	case size <= 16:
		short := &str16{}
		o, text = &short.Str, short.text[:size]
	case size <= 32:
		short := &str32{}
		o, text = &short.Str, short.text[:size]
	case size <= 48:
		short := &str48{}
		o, text = &short.Str, short.text[:size]
	default:
		o, text = &Str{}, make([]byte, size)
	}
	o.s, o.n = unsafe.String(unsafe.SliceData(text), size), n
	o.class, o.object = StrClass, o
	return Value{&o.Head, 0}, text
}

// NewASCIIText returns the str of a copy of ASCII text.
func NewASCIIText[T string | []byte](text T) Value {
	if len(text) == 1 {
		return asciiChars[text[0]]
	}
	v, room := newText(len(text), len(text))
	copy(room, text)
	return v
}

// newTextOf returns the str of n code points whose text is b.
func newTextOf(b []byte, n int) Value {
	if len(b) == 1 {
		return asciiChars[b[0]]
	}
	v, text := newText(len(b), n)
	copy(text, b)
	return v
}
