// Package diag describes where something is in a source text and what is wrong there.
//
// A Diagnostic is data: the parser of the language, the compiler of CUDA C and
// the lesson reader all produce it, and rendering it (terminal, page, traceback)
// happens elsewhere. The package imports nothing of ours.
package diag

import (
	"fmt"
	"strings"
)

// Pos is a place in a source: 1-based line, 0-based column counted in code points.
// The zero Pos is "nowhere".
type Pos struct {
	Line, Col int
}

// IsValid reports whether p names a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col+1) }

// Span is the half-open range of source from Start up to, not including, End.
type Span struct {
	Start, End Pos
}

// Severity orders diagnostics from a hint to an error.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Note
)

var severityNames = [...]string{"error", "warning", "note"}

func (s Severity) String() string { return severityNames[s] }

// Diagnostic is one finding about a source text.
type Diagnostic struct {
	Severity Severity
	// Code is a stable short name, such as "SyntaxError" or "race".
	Code string
	// Message says what is wrong, without position and without a final full stop.
	Message string
	// File names the source: a cell ("Cell In[3]") or a path.
	File string
	Span Span
	// LineText is the source line that Span.Start stands on, for carets.
	LineText string
	// Hint says what to do about it; it may be empty.
	Hint string
	// Notes are related places.
	Notes []Diagnostic
}

// Error returns "file:line:col: message", the form that editors can jump to.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File)
		b.WriteByte(':')
	}
	if d.Span.Start.IsValid() {
		b.WriteString(d.Span.Start.String())
		b.WriteString(": ")
	} else if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(d.Message)
	return b.String()
}

// List is several diagnostics as one error, in source order.
type List []*Diagnostic

func (l List) Error() string {
	switch len(l) {
	case 0:
		return "no errors"
	case 1:
		return l[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", l[0].Error(), len(l)-1)
}

// Err returns l as an error, or nil when it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
