package syntax

import (
	"strings"
	"sync"

	"golang.org/x/text/unicode/runenames"
)

// This file finds characters by their Unicode names, for `\N{…}`.

// runesByName is built when the first name is looked up; it never changes then.
var runesByName = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, 40000)
	for r := rune(0x20); r <= 0x1FFFF; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			m[name] = r
		}
	}
	return m
})

func runeByName(name string) (rune, bool) {
	r, ok := runesByName()[strings.ToUpper(name)]
	return r, ok
}
