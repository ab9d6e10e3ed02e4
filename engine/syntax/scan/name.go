package scan

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gputour/engine/xid"
)

// This file scans identifiers and keywords.

// scanName reads an identifier, a keyword, or the prefix of a string with the string.
func (s *Scanner) scanName() Kind {
	start, high := s.off, false
	for s.off < s.limit && IsNameByte(s.src[s.off]) {
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
func keywordKind(word string) Kind {
	if n := len(word); n < 2 || n > 8 {
		return Name
	}
	if c := word[0]; c < 'a' && c != 'F' && c != 'N' && c != 'T' {
		return Name
	}
	if k, ok := keywords[word]; ok {
		return k
	}
	return Name
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

func (s *Scanner) finishUnicodeName(start int) Kind {
	word := s.src[start:s.off]
	if n := xid.Prefix(word); n < len(word) {
		r, size := utf8.DecodeRuneInString(word[n:])
		s.off = start + n + size
		return s.failCharacter(r)
	}
	return s.emit(keywordKind(norm.NFKC.String(word)), start)
}

// Identifier returns the name that a NAME token stands for.
func Identifier(word string) string {
	if IsASCII(word) {
		return word
	}
	return norm.NFKC.String(word)
}
