package interp

import (
	"fmt"

	"gputour/engine/object"
)

// warn issues a warning of the compiler on stderr.
func warn(t *object.Thread, class, message, file string, line int) error {
	fmt.Fprintf(t.Session.Stderr, "%s:%d: %s: %s\n", file, line, class, message)
	return nil
}
