package object

import (
	"math/bits"
	"strconv"
	"strings"
	"sync/atomic"

	"gputour/engine/object/char"
)

// Str is str: a sequence of code points, held as UTF-8. Surrogates, which UTF-8
// has no place for, are held in the three bytes that the scheme would give them
// (WTF-8), so that "\ud800" is a string of one code point as in CPython.
type Str struct {
	Head
	s string
	n int // code points; equals len(s) for ASCII

	// What is computed when it is first asked for is kept atomically: sessions share the constants of
	// the modules that come with the program, and each may be the first to ask.
	hash atomic.Int64 // 0: not yet computed
	ext  atomic.Pointer[strExt]
}

// strExt is what only some strings need. It does not change.
type strExt struct {
	runes   []rune  // the code points, for indexing text that is not ASCII
	builder *growth // see concat
}

// growth is a buffer that a chain of `s += x` shares: each longer string is a
// longer piece of it, so that building a string takes linear time.
type growth struct{ strings.Builder }

// StrClass is str.
var StrClass = bare("str")

var (
	emptyStr   Value
	asciiChars [128]Value
)

// NewStr returns a str; s is UTF-8 (or WTF-8). Invalid bytes become U+FFFD.
func NewStr(s string) Value {
	n := char.Count(s)
	if n < 0 {
		s = strings.ToValidUTF8(s, "\uFFFD")
		n = char.Count(s)
	}
	return newStrN(s, n)
}

// As returns the text as an instance of a subclass.
func (s *Str) As(c *Class) Value { return Adopt(&Str{s: s.s, n: s.n}, c) }

// newStrN returns a str whose code points are counted already.
func newStrN(s string, n int) Value {
	o := &Str{s: s, n: n}
	o.class, o.object = StrClass, o
	return Value{&o.Head, 0}
}

// newASCII returns a str of text that is known to be ASCII.
func newASCII(s string) Value { return newStrN(s, len(s)) }

// NewASCII returns a str of text that is known to be ASCII.
func NewASCII(s string) Value {
	switch len(s) {
	case 0:
		return emptyStr
	case 1:
		return asciiChars[s[0]]
	}
	return newASCII(s)
}

// String returns the text.
func (s *Str) String() string { return s.s }

// Len returns the number of code points.
func (s *Str) Len() int { return s.n }

// ascii reports whether every code point is one byte.
func (s *Str) ascii() bool { return s.n == len(s.s) }

// AsStr returns the text of a str or of an instance of a subclass.
func AsStr(v Value) (string, bool) {
	if s, ok := v.head.object.(*Str); ok {
		return s.s, true
	}
	return "", false
}

// NewStrRunes returns the str of code points.
func NewStrRunes(runes []rune) Value { return newStrN(char.String(runes), len(runes)) }

// Runes returns the code points; the slice must not be changed.
func (s *Str) Runes() []rune {
	e := s.ext.Load()
	if e != nil && e.runes != nil {
		return e.runes
	}
	next := &strExt{runes: char.Runes(s.s, s.n)}
	if e != nil {
		next.builder = e.builder
	}
	s.ext.Store(next)
	return next.runes
}

// Hash returns hash(s).
func (s *Str) Hash() int64 {
	h := s.hash.Load()
	if h == 0 {
		h = stringHash(s.s)
		s.hash.Store(h)
	}
	return h
}

// stringHash hashes text by multiplying and folding 8 bytes at a time
// (https://github.com/wangyi-fudan/wyhash). It is the same in every run, so that
// the order of a set of strings in a lesson does not change; it is never 0 nor -1.
func stringHash(s string) int64 {
	if s == "" {
		return 0
	}
	const k0, k1 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	h := uint64(len(s)) * k1
	for ; len(s) >= 8; s = s[8:] {
		h = fold(h^word(s), k0)
	}
	var tail uint64
	for i := 0; i < len(s); i++ {
		tail = tail<<8 | uint64(s[i])
	}
	h = fold(h^tail, k1)
	h = fold(h, k0)
	if h+1 <= 1 {
		return 2
	}
	return int64(h)
}

func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// growFrom is the length from which concatenation keeps a shared buffer.
const growFrom = 128

// concat returns a + b.
func (a *Str) concat(t *Thread, b *Str) (Value, error) {
	switch {
	case len(b.s) == 0 && a.class == StrClass:
		return Of(a), nil
	case len(a.s) == 0 && b.class == StrClass:
		return Of(b), nil
	}
	n := len(a.s) + len(b.s)
	if n < growFrom || len(b.s) > len(a.s) {
		if err := t.Charge(n); err != nil {
			return Value{}, err
		}
		v, text := newText(n, a.n+b.n)
		copy(text, a.s)
		copy(text[len(a.s):], b.s)
		return v, nil
	}
	return a.appendTo(t, b)
}

// appendTo appends b in the buffer whose content a is, or in a new one.
func (a *Str) appendTo(t *Thread, b *Str) (Value, error) {
	var g *growth
	if e := a.ext.Load(); e != nil {
		g = e.builder
	}
	if g == nil || g.Len() != len(a.s) || g.Cap() < len(a.s)+len(b.s) {
		size := (len(a.s) + len(b.s)) * 2
		if err := t.Charge(size); err != nil {
			return Value{}, err
		}
		g = &growth{}
		g.Grow(size)
		g.WriteString(a.s)
	}
	g.WriteString(b.s)
	v := newStrN(g.String(), a.n+b.n)
	v.Object().(*Str).ext.Store(&strExt{builder: g})
	return v, nil
}

// Concat returns the text of parts, which are strs and small ints.
func Concat(t *Thread, parts []Value) (Value, error) {
	size, n := 0, 0
	for _, v := range parts {
		if s, ok := v.head.object.(*Str); ok {
			if len(parts) == 1 {
				return exactStr(s), nil
			}
			size, n = size+len(s.s), n+s.n
		} else {
			size += maxDecimal
		}
	}
	if err := t.Charge(size); err != nil {
		return Value{}, err
	}
	var short [growFrom]byte
	b := short[:0]
	if size > len(short) {
		b = make([]byte, 0, size)
	}
	for _, v := range parts {
		if s, ok := v.head.object.(*Str); ok {
			b = append(b, s.s...)
			continue
		}
		old := len(b)
		b = strconv.AppendInt(b, int64(v.bits), 10)
		n += len(b) - old
	}
	return newTextOf(b, n), nil
}

// maxDecimal is the length of the longest small int.
const maxDecimal = len("-9223372036854775808")

// strs makes the strs of a list of texts: six at a time, which cost little more
// than one and are mostly dropped together.
type strs struct {
	block []Str
	left  int // texts to come
}

func (b *strs) new(text string, n int) Value {
	switch {
	case n == 0:
		return emptyStr
	case len(text) == 1:
		return asciiChars[text[0]]
	case len(b.block) == 0:
		b.block = make([]Str, min(max(b.left, 1), 6))
	}
	b.left--
	o := &b.block[0]
	b.block = b.block[1:]
	o.s, o.n = text, n
	o.class, o.object = StrClass, o
	return Value{&o.Head, 0}
}

// charStr returns the str of one code point.
func charStr(r rune) Value {
	if r >= 0 && r < 128 {
		return asciiChars[r]
	}
	return newStrN(string(char.Append(nil, r)), 1)
}

// At returns the str of code point i, which is in range.
func (s *Str) At(i int) Value {
	if s.ascii() {
		return asciiChars[s.s[i]]
	}
	return charStr(s.Runes()[i])
}

// slice returns code points i up to j.
func (s *Str) slice(i, j int) Value {
	if i >= j {
		return emptyStr
	}
	if i == 0 && j == s.n && s.class == StrClass {
		return Of(s)
	}
	if s.ascii() {
		if j-i == 1 {
			return asciiChars[s.s[i]]
		}
		return newASCII(s.s[i:j])
	}
	return NewStrRunes(s.Runes()[i:j])
}
