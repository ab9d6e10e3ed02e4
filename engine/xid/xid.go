// Package xid tells which texts are Python identifiers: XID_Start and XID_Continue of
// Unicode's UAX #31, https://docs.python.org/3.11/reference/lexical_analysis.html#identifiers.
package xid

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Start reports whether an identifier may begin with r.
func Start(r rune) bool {
	return r == '_' || isStart(r) && keepsWhenNormalized(r, isStart)
}

// Continue reports whether r may stand in an identifier.
func Continue(r rune) bool {
	return isContinue(r) && keepsWhenNormalized(r, isContinue)
}

// Identifier reports whether s is an identifier, keyword or not, as str.isidentifier does.
func Identifier(s string) bool { return s != "" && Prefix(s) == len(s) }

// Prefix returns how many bytes at the beginning of s are an identifier.
func Prefix(s string) int {
	for i, r := range s {
		if r == utf8.RuneError || i == 0 && !Start(r) || !Continue(r) {
			return i
		}
	}
	return len(s)
}

// isStart and isContinue are ID_Start and ID_Continue, and the underscore.
func isStart(r rune) bool {
	return r == '_' || (unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start)) && !unicode.Is(unicode.Pattern_Syntax, r)
}

func isContinue(r rune) bool {
	return isStart(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// keepsWhenNormalized reports whether r is still fit for its place when NFKC, which names
// are compared in, has made other characters of it: what XID asks beyond ID.
func keepsWhenNormalized(r rune, first func(rune) bool) bool {
	if r < utf8.RuneSelf {
		return true
	}
	for i, c := range norm.NFKC.String(string(r)) {
		if i == 0 && !first(c) || i > 0 && !isContinue(c) {
			return false
		}
	}
	return true
}
