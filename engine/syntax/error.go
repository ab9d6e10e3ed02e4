package syntax

import (
	"fmt"

	"gputour/engine/diag"
)

// Class is the Python exception that an Error stands for.
type Class uint8

const (
	SyntaxError Class = iota
	IndentationError
	TabError
	// MemoryError is what CPython raises for source nested too deep for its parser.
	MemoryError
	// RecursionError is what CPython raises for a tree too deep for its compiler.
	RecursionError
	// ValueError is raised for a source with null bytes.
	ValueError
)

var classText = [...]string{"SyntaxError", "IndentationError", "TabError", "MemoryError", "RecursionError", "ValueError"}

func (c Class) String() string { return classText[c] }

// Error is a mistake in a source text, with the text and position of CPython 3.11.
type Error struct {
	Class    Class
	Msg      string
	Filename string
	// Start is the place of the mistake. Its column counts from 0: Python's
	// `offset` attribute is Start.Col+1.
	Start diag.Pos
	// End is where the caret range ends. Python's `end_offset` is End.Col+1.
	// It is the zero Pos where CPython gives none.
	End diag.Pos
	// Text is the source line of Start with its newline, as Python's `text`.
	Text string
}

// Error returns the message in the form of str() of the Python exception.
func (e *Error) Error() string {
	if !e.Start.IsValid() {
		return e.Msg
	}
	return fmt.Sprintf("%s (%s, line %d)", e.Msg, e.Filename, e.Start.Line)
}

// Diagnostic returns the error as data for an editor.
func (e *Error) Diagnostic() *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: e.Class.String(), Message: e.Msg, File: e.Filename,
		Span: diag.Span{Start: e.Start, End: e.End}, LineText: e.Text,
	}
}
