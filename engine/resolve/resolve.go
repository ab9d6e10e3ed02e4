// Package resolve decides which variable every name of a syntax tree stands for.
package resolve

import "gputour/engine/syntax"

// Options are the choices of Module; the zero value is right for a cell.
type Options struct {
	// Namespace makes the module's own names ByNameScope, as exec and eval
	// need when they are given separate locals.
	Namespace bool
	// Inline lets list, set and dict comprehensions run in the frame around them.
	Inline bool
}

// Module resolves every name of m and fills in its Blocks. Any error is a *syntax.Error.
func Module(m *syntax.Module, opt Options) error {
	return nil
}
