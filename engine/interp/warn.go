package interp

import (
	"fmt"
	"strings"

	"gputour/engine/object"
)

// warn issues a warning of the compiler on stderr.
func warn(t *object.Thread, class, message, file string, line int) error {
	_, err := fmt.Fprintf(t.Session.Stderr, "%s:%d: %s: %s\n", file, line, class, message)
	if text, ok := SourceLine(t, file, line); ok && err == nil {
		_, err = fmt.Fprintf(t.Session.Stderr, "  %s\n", strings.TrimSpace(text))
	}
	if err != nil {
		return object.Raise(object.OSError, "%s", err)
	}
	return nil
}
