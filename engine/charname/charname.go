// Package charname knows characters by their Unicode names, as `\N{…}` and module unicodedata do.
package charname

import (
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"

	"gputour/engine/parts"
)

// byName is built when the first name is looked up; it never changes then.
var byName = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, 40000)
	for r := rune(0x20); r <= 0x1FFFF; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			m[name] = r
		}
	}
	for name, r := range aliases {
		m[name] = r
	}
	return m
})

// aliases are names of characters whose only formal name is "<control>", and
// well-known second names.
var aliases = map[string]rune{
	"NULL": 0, "ALERT": 7, "BACKSPACE": 8, "CHARACTER TABULATION": 9, "TAB": 9, "HORIZONTAL TABULATION": 9,
	"LINE FEED": 10, "NEW LINE": 10, "LF": 10, "LINE TABULATION": 11, "VERTICAL TABULATION": 11,
	"FORM FEED": 12, "FF": 12, "CARRIAGE RETURN": 13, "CR": 13, "ESCAPE": 27, "ESC": 27, "DELETE": 127, "DEL": 127,
	"NEXT LINE": 0x85, "NBSP": 0xA0, "BYTE ORDER MARK": 0xFEFF, "BOM": 0xFEFF, "ZWSP": 0x200B, "ZWJ": 0x200D,
}

const ideograph = "CJK UNIFIED IDEOGRAPH-"

// Find finds a character by its Unicode name, as unicodedata.lookup does:
// in any case, but for ideographs and Hangul.
func Find(name string) (rune, bool) {
	if hex, ok := strings.CutPrefix(name, ideograph); ok {
		r, err := strconv.ParseUint(hex, 16, 32)
		return rune(r), err == nil && len(hex) >= 4 && unicode.Is(unicode.Unified_Ideograph, rune(r))
	}
	if jamo, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		return hangul(jamo)
	}
	if parts.Need(parts.Names) != nil {
		return 0, false
	}
	r, ok := byName()[strings.ToUpper(name)]
	return r, ok
}

// The short names of the parts of a Hangul syllable, in the order of their
// numbers (Unicode Standard, section 3.12).
var (
	hangulLeads  = strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	hangulVowels = strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	hangulTails  = strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
)

func hangul(jamo string) (rune, bool) {
	for l, lead := range hangulLeads {
		rest, ok := strings.CutPrefix(jamo, lead)
		if !ok {
			continue
		}
		for v, vowel := range hangulVowels {
			tail, ok := strings.CutPrefix(rest, vowel)
			if !ok {
				continue
			}
			for t, name := range hangulTails {
				if tail == name {
					return 0xAC00 + rune((l*len(hangulVowels)+v)*len(hangulTails)+t), true
				}
			}
		}
	}
	return 0, false
}

// Of returns the formal name of a character; ok is false where it has none, or where the names cannot be fetched.
func Of(r rune) (name string, ok bool) {
	if parts.Need(parts.Names) != nil {
		return "", false
	}
	name = runenames.Name(r)
	return name, name != "" && name[0] != '<'
}
