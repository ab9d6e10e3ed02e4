// Package text holds every word of the interface, in Chinese and English, in one
// catalogue that the server's pages and the client share. It imports nothing of ours.
//
// A text may have places {0}, {1}, … A key that the catalogue lacks shows itself,
// which a test excludes for every key in the sources.
package text

import (
	"strconv"
	"strings"
)

// Lang is a language of the interface.
type Lang string

const (
	Chinese Lang = "zh"
	English Lang = "en"
)

// Langs are the languages in order of display.
var Langs = []Lang{Chinese, English}

// Parse returns the language with a name, or English.
func Parse(name string) Lang {
	if Lang(name) == Chinese {
		return Chinese
	}
	return English
}

// Other is the language to switch to.
func (l Lang) Other() Lang {
	if l == Chinese {
		return English
	}
	return Chinese
}

// Tag is the BCP 47 tag for the lang attribute.
func (l Lang) Tag() string {
	if l == Chinese {
		return "zh-CN"
	}
	return "en"
}

// T is the text for key with its places filled in. A text missing in l is given in English.
func (l Lang) T(key string, args ...string) string {
	entry, ok := catalogue[key]
	if !ok {
		return key
	}
	s := entry.en
	if l == Chinese && entry.zh != "" {
		s = entry.zh
	}
	for i, a := range args {
		s = strings.ReplaceAll(s, "{"+strconv.Itoa(i)+"}", a)
	}
	return s
}

// Has reports whether the catalogue has a text for key.
func Has(key string) bool {
	_, ok := catalogue[key]
	return ok
}

// Prefer picks the language that an Accept-Language header puts first.
func Prefer(header string) Lang {
	best, weight := English, 0.0
	for _, part := range strings.Split(header, ",") {
		tag, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			q, _ = strconv.ParseFloat(value, 64) // nonsense weighs nothing
		}
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		for _, l := range Langs {
			if string(l) == primary && q > weight {
				best, weight = l, q
			}
		}
	}
	return best
}
