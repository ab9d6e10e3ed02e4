package eval

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first needed, which for most is not
// at the start of a process.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
