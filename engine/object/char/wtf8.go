// Package char is what Python knows of characters: how they lie in a text, their kinds, cases and escapes.
//
// A text is WTF-8: UTF-8 in which surrogates, which that has no place for, take the three bytes that the scheme
// would give them.
package char

import "unicode/utf8"

// Count counts code points, surrogates included; -1 for bytes that are no WTF-8.
func Count(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := Decode(s[i:])
		if size == 0 {
			return -1
		}
		i += size
	}
	return n
}

// Decode is utf8.DecodeRuneInString that knows surrogates; size 0 is invalid.
func Decode(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size > 1 {
		return r, size
	}
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.RuneError, 0
}

// Append is utf8.AppendRune that knows surrogates.
func Append(b []byte, r rune) []byte {
	if r >= 0xd800 && r <= 0xdfff {
		return append(b, 0xed, 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(b, r)
}

// String returns the text of code points.
func String(runes []rune) string {
	b := make([]byte, 0, len(runes))
	for _, r := range runes {
		b = Append(b, r)
	}
	return string(b)
}

// Runes returns the n code points of s.
func Runes(s string, n int) []rune {
	runes := make([]rune, 0, n)
	for i := 0; i < len(s); {
		r, size := Decode(s[i:])
		runes = append(runes, r)
		i += max(size, 1)
	}
	return runes
}

// IsSurrogate tells whether r is half of a pair in UTF-16, and alone no character.
func IsSurrogate(r rune) bool { return r >= 0xd800 && r <= 0xdfff }
