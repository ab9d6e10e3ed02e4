// Package cudac is a front end and an interpreter for the CUDA C++ that courses teach.
//
// Compile turns a source into a program: lex and preprocess, parse, check types, and lower each
// kernel to closures that work on a warp of 32 lanes under a mask. Launch runs a kernel
// over plain memory, checks every access and counts what a profiler counts. The package
// and those below it know nothing of Python, tensors or devices.
//
//	program, problems := cudac.Compile("cell", source, 1)
//	kernel := program.Kernels[0]
//	profile, err := kernel.Launch(simt.Launch{Grid: ..., Block: ..., Args: ...})
package cudac

import (
	"strings"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/lower"
	"gputour/cuda/cudac/source"
)

// Compile compiles the kernels of a source whose first line is line of file. What is wrong
// with it comes back as a diag.List.
func Compile(file, text string, line int) (*host.Program, error) {
	return lower.Program(&source.Text{File: file, Lines: strings.Split(text, "\n"), Shift: line - 1}, text)
}

// CompileProgram compiles a whole program, with a main that Run runs.
func CompileProgram(file, text string, line int) (*host.Program, error) {
	return Source{File: file, Text: text, Line: line}.Program()
}

// Source is a program, with its other files.
type Source struct {
	File, Text string
	Line       int                                      // of the text's first line in File; 0 is 1
	More       []source.File                            // compiled with it
	Open       func(name string) (text string, ok bool) // what an #include "name" brings in; may be nil
}

// Program compiles a program with a main that Run runs. What is wrong with it comes back as
// a diag.List.
func (s Source) Program() (*host.Program, error) {
	c := &source.Text{File: s.File, Lines: strings.Split(s.Text, "\n"), Shift: max(s.Line, 1) - 1, Whole: true, Open: s.Open}
	return lower.Program(c, s.Text, s.More...)
}

// Provides says whether a header of this name is here without the program's files.
func Provides(header string) bool { return lex.Provides(header) }

// Generated compiles kernels that were translated from another language. #line says of the lines behind it from which
// line of shown, the text of file, they come; what is told of a kernel speaks of those.
func Generated(file, text, shown string) (*host.Program, error) {
	return lower.Program(&source.Text{File: file, Lines: strings.Split(shown, "\n"), Generated: text}, text)
}
