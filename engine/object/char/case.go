package char

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// This file gives text other cases.

// Map maps the text between lone surrogates, which have no case.
func Map(s string, f func(string) string) string {
	var b strings.Builder
	start := 0
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xed && s[i+1] >= 0xa0 {
			b.WriteString(f(s[start:i]))
			b.WriteString(s[i : i+3])
			i, start = i+2, i+3
		}
	}
	if start == 0 {
		return f(s)
	}
	b.WriteString(f(s[start:]))
	return b.String()
}

// Lower returns a text in lower case. The full case mappings of Unicode ("ß" becomes "SS") are x/text's; a Caser
// keeps state, so each call makes its own.
func Lower(s string) string {
	return cases.Lower(language.Und, cases.HandleFinalSigma(true)).String(s)
}

// Upper returns a text in upper case.
func Upper(s string) string { return cases.Upper(language.Und).String(s) }

// Fold returns a text as comparisons without regard to case need it.
func Fold(s string) string { return cases.Fold().String(s) }

// TitleRune is a character at the beginning of a word.
func TitleRune(r rune) string {
	if r < 0x80 {
		return string(unicode.ToUpper(r))
	}
	return cases.Title(language.Und).String(string(r))
}

func lowerRune(r rune) string {
	if r == 'İ' {
		return Lower("İ")
	}
	return string(unicode.ToLower(r))
}

// Title begins a word after every character that has no case.
func Title(s string) string {
	var b strings.Builder
	runes := []rune(s)
	prev := false
	for i, r := range runes {
		switch {
		case !prev:
			b.WriteString(TitleRune(r))
		case r == 'Σ' && finalSigma(runes, i):
			b.WriteRune('ς')
		default:
			b.WriteString(lowerRune(r))
		}
		prev = isCased(r)
	}
	return b.String()
}

// finalSigma reports whether the sigma at i ends a word.
func finalSigma(runes []rune, i int) bool {
	j := i - 1
	for j >= 0 && ignorable(runes[j]) {
		j--
	}
	if j < 0 || !isCased(runes[j]) {
		return false
	}
	for j = i + 1; j < len(runes) && ignorable(runes[j]); j++ {
	}
	return j == len(runes) || !isCased(runes[j])
}

// ignorable characters do not count when looking for the end of a word.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) || strings.ContainsRune("'.:·․’", r)
}

// Swap gives each letter the other case.
func Swap(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == 'Σ' && finalSigma(runes, i):
			b.WriteRune('ς')
		case IsUpper(r):
			b.WriteString(lowerRune(r))
		case IsLower(r):
			b.WriteString(Upper(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
