package interp

import (
	"iter"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file lets Go code see where the program stands while it runs: what is asked for
// when an operation is observed or fails, before frames and their variables are gone.

// Call is one frame of the running program.
type Call struct{ frame *frame }

// File is the name of the source.
func (c Call) File() string { return c.frame.code.File }

// Line is where it stands.
func (c Call) Line() int { return c.frame.line() }

// Function is the name of the function, "<module>" outside all.
func (c Call) Function() string { return c.frame.code.Name }

// Depth is how many frames are below.
func (c Call) Depth() int { return c.frame.level }

// OnStep has f told of each statement of sources with Steps before it runs, until it is
// called with nil.
func OnStep(s *object.Session, f func(at Call, line int)) { stateOf(s).step = f }

// Calls are the frames of the program that a session runs, innermost first.
func Calls(s *object.Session) iter.Seq[Call] {
	return func(yield func(Call) bool) {
		m := stateOf(s).current
		if m == nil {
			return
		}
		for fr := m.top; fr != nil; fr = fr.back {
			if fr.code != sentinel && !yield(Call{fr}) {
				return
			}
		}
	}
}

// Place is where a frame stood.
type Place struct {
	File, Function string
	Line           int
}

// Places are the innermost frames of the program, so many at most.
func Places(s *object.Session, most int) []Place {
	var all []Place
	for c := range Calls(s) {
		if len(all) == most {
			break
		}
		all = append(all, Place{c.File(), c.Function(), c.Line()})
	}
	return all
}

// Where is the place of the innermost frame whose file is known, "" and 0 for none.
func Where(s *object.Session, known func(file string) bool) (file string, line int) {
	for c := range Calls(s) {
		if known(c.File()) {
			return c.File(), c.Line()
		}
	}
	return "", 0
}

// Variables are the names of a function's frame that hold something; the frame of a module
// has none of its own.
func (c Call) Variables() iter.Seq2[string, object.Value] {
	return func(yield func(string, object.Value) bool) {
		if c.frame.code.Flags&bytecode.Optimized == 0 {
			return
		}
		d := object.NewDict()
		c.frame.variables(d)
		for k, v := range d.All() {
			if name, ok := object.AsStr(k); ok && !yield(name, v) {
				return
			}
		}
	}
}
