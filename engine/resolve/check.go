package resolve

import (
	"fmt"

	"gputour/engine/syntax"
)

// This file refuses what CPython's compiler refuses after the names are known.

// checkFuture refuses __future__ imports that come too late or that do not exist.
func checkFuture(m *syntax.Module) {}

// checkName refuses names that may not be bound.
func checkName(n *syntax.Name) {
	if n.ID == "__debug__" {
		verb := "assign to"
		if n.Ctx == syntax.Del {
			verb = "delete"
		}
		fail(n.Span(), fmt.Sprintf("cannot %s __debug__", verb))
	}
}

func check(m *syntax.Module) {}
