package interp

import (
	"fmt"
	"io"
	"strings"

	"gputour/engine/object"
)

// warn issues a warning of the compiler on stderr.
func warn(t *object.Thread, class, message, file string, line int) error {
	text := fmt.Sprintf("%s:%d: %s: %s\n", file, line, class, message)
	if !t.Session.FirstTime(text) {
		return nil
	}
	_, err := io.WriteString(t.Session.Stderr, text)
	if text, ok := SourceLine(t, file, line); ok && err == nil {
		_, err = fmt.Fprintf(t.Session.Stderr, "  %s\n", strings.TrimSpace(text))
	}
	if err != nil {
		return object.Raise(object.OSError, "%s", err)
	}
	return nil
}
