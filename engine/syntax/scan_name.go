package syntax

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// This file scans identifiers and keywords, and tells which words are identifiers.

// scanName reads an identifier, a keyword, or the prefix of a string with the string.
func (s *scanner) scanName() tokenKind {
	start, high := s.off, false
	for s.off < s.limit && isNameByte(s.src[s.off]) {
		high = high || s.src[s.off] >= utf8.RuneSelf
		s.off++
	}
	word := s.src[start:s.off]
	if len(word) <= 2 && s.off < s.limit && byteClass[s.src[s.off]] == quoteByte && isStringPrefix(word) {
		return s.scanString(start)
	}
	if high {
		return s.finishUnicodeName(start)
	}
	return s.emit(keywordKind(word), start)
}

// keywordKind returns the kind of a word. Most words are told apart from
// keywords by their length and first letter alone.
func keywordKind(word string) tokenKind {
	if n := len(word); n < 2 || n > 8 {
		return tokName
	}
	if c := word[0]; c < 'a' && c != 'F' && c != 'N' && c != 'T' {
		return tokName
	}
	if k, ok := keywords[word]; ok {
		return k
	}
	return tokName
}

func isStringPrefix(word string) bool {
	var seen [256]bool
	for i := 0; i < len(word); i++ {
		c := word[i] | 0x20
		if seen[c] {
			return false
		}
		seen[c] = true
	}
	switch {
	case seen['u']:
		return len(word) == 1
	case len(word) == 1:
		return seen['r'] || seen['b'] || seen['f']
	}
	return seen['r'] && (seen['b'] || seen['f'])
}

func (s *scanner) finishUnicodeName(start int) tokenKind {
	word := s.src[start:s.off]
	for i, r := range word {
		if r == utf8.RuneError || !isNameRune(r, i == 0) {
			_, size := utf8.DecodeRuneInString(word[i:])
			s.off = start + i + size
			return s.failCharacter(r)
		}
	}
	return s.emit(keywordKind(norm.NFKC.String(word)), start)
}

// isNameRune tells whether r may stand in an identifier (first: start one).
func isNameRune(r rune, first bool) bool {
	if r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r) {
		return r != 'ͺ' && (first || r != '゛' && r != '゜')
	}
	return !first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// IsIdentifier is str.isidentifier.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if r == utf8.RuneError || !isNameRune(r, i == 0) {
			return false
		}
	}
	return s != ""
}

// identifier returns the name that a NAME token stands for.
func identifier(word string) string {
	if isASCII(word) {
		return word
	}
	return norm.NFKC.String(word)
}
