// Package pattern makes regular expressions that are compiled when they are first needed, which for most is not
// at the start of a process.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns the regular expression of a text, which must be one.
func Lazy(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
