package resolve

import (
	"fmt"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file refuses `from __future__ import` of what there is not.

var futureFeatures = map[string]bool{
	"nested_scopes": true, "generators": true, "division": true, "absolute_import": true,
	"with_statement": true, "print_function": true, "unicode_literals": true, "barry_as_FLUFL": true,
	"generator_stop": true, "annotations": true,
}

// checkFuture reads the future imports at the start of the module and returns
// the line of the last; one on a later line is refused by the walk.
func checkFuture(m *syntax.Module) (last int) {
	for i, s := range m.Body {
		f, ok := s.(*syntax.ImportFrom)
		if !ok || f.Module != "__future__" || f.Level > 0 {
			if _, isDoc := syntax.Docstring(m.Body); i == 0 && isDoc {
				continue
			}
			break
		}
		for _, a := range f.Aliases {
			checkFeature(a.Path, f.Start.Line)
		}
		last = f.Start.Line
	}
	return last
}

func checkFeature(name string, line int) {
	at := diag.Span{Start: diag.Pos{Line: line}}
	switch {
	case name == "braces":
		fail(at, "not a chance")
	case !futureFeatures[name]:
		fail(at, fmt.Sprintf("future feature %s is not defined", name))
	}
}
