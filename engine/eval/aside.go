package eval

import (
	"maps"
	"slices"

	"gputour/engine/eval/cell"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file finds the cells before an exercise that a check can leave out. RATIONALE.md says why.

// needed tells which of the cells before an exercise run for what reads names of theirs: all but the asides none of whose
// names is read, by these texts or by a later cell that runs.
func needed(cells []session.Setup, readers ...string) []bool {
	which, read := make([]bool, len(cells)), map[string]bool{}
	if !slices.ContainsFunc(cells, func(c session.Setup) bool { return c.Aside }) {
		return slices.Repeat([]bool{true}, len(cells))
	}
	for _, code := range readers {
		reads(read, cell.Names(code))
	}
	for i, c := range slices.Backward(cells) {
		names, certain := cell.Names(c.Code), cell.Certain(c.Code)
		which[i] = !c.Aside || slices.ContainsFunc(names.Writes, func(name string) bool { return read[name] })
		if !which[i] {
			continue
		}
		if !c.Raises { // else it may have ended before
			maps.DeleteFunc(read, func(name string, _ bool) bool { return certain[name] })
		}
		reads(read, names)
	}
	return which
}

// reads adds what a cell reads to the names that are read.
func reads(read map[string]bool, names wire.NamesBody) {
	for _, name := range names.Reads {
		read[name] = true
	}
}
