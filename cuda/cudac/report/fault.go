// This file has what went wrong while a kernel ran.

package report

import (
	"fmt"

	"gputour/engine/diag"
)

// Fault is what went wrong while a kernel ran.
type Fault struct {
	spoken
	Kind    string // "memcheck", "initcheck", "race", "barrier", "deadlock", "budget", "assert", "arithmetic"
	Message string
	Kernel  string // its name
	Pos     diag.Pos
	Line    string // text of the source line
	Block   [3]int
	Thread  [3]int
	Profile *Profile // of what ran until then; nil for host code
	Place   *Place   // of an array, that the thread touched; nil where it is in none
	Other   *Toucher // whom it races with; nil where it races with nobody
	text    string   // the message without the place
	Threads [][3]int // whose assertion failed
	Where   string   // it stands: the file and the line
}

// Finding is the fault as one that does not end what runs.
func (f *Fault) Finding() Finding {
	return Finding{spoken: f.spoken, Kind: f.Kind, Line: f.Pos.Line, Col: f.Pos.Col + 1, Text: f.text, Message: f.Message}
}

// Error implements error.
func (f *Fault) Error() string { return f.Message }

// Place is an element of an array, and what the thread did there: "read", "write", "atomic",
// or "" where that is not known. Length is 0 where it is not known.
type Place struct {
	Array         string
	Index, Length int64
	Does          string
}

// Toucher is a thread that touched a place before.
type Toucher struct {
	Block, Thread [3]int
	Line          int    // of the cell
	Source        string // text of that line
	Does          string // as in Place
}

// When is the place with what is done there.
func (p *Place) When(does string) *Place {
	if p != nil {
		p.Does = does
	}
	return p
}

// NewFault is one of a kind, with what it says.
func NewFault(kind, format string, args ...any) *Fault {
	text := fmt.Sprintf(format, args...)
	return &Fault{spoken: saying(format, args), text: text, Kind: kind, Message: text}
}
