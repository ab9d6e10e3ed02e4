package syntax

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/diag"
)

// This file answers questions about a source as text.

// Line returns line n of the module's source, without its newline; "" if there
// is no such line. Lines count from the module's FirstLine.
func (m *Module) Line(n int) string {
	return strings.TrimSuffix(sourceLine(m.Source, n-m.FirstLine), "\n")
}

// Segment returns the part of the module's source that span covers, "" if it
// does not lie within the source.
func (m *Module) Segment(span diag.Span) string {
	from, ok1 := m.offset(span.Start)
	to, ok2 := m.offset(span.End)
	if !ok1 || !ok2 || from > to {
		return ""
	}
	return m.Source[from:to]
}

// offset returns the byte offset of a place in the source.
func (m *Module) offset(pos diag.Pos) (int, bool) {
	off := 0
	for n := pos.Line - m.FirstLine; n > 0; n-- {
		i := strings.IndexByte(m.Source[off:], '\n')
		if i < 0 {
			return 0, false
		}
		off += i + 1
	}
	for n := pos.Col; n > 0; n-- {
		if off >= len(m.Source) || m.Source[off] == '\n' {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(m.Source[off:])
		off += size
	}
	return off, pos.Line >= m.FirstLine && pos.Col >= 0
}

// Completeness says what a line editor should do with a source on Enter.
type Completeness uint8

const (
	// Complete sources can run.
	Complete Completeness = iota
	// Incomplete sources need more lines: a bracket, a string or a block is open.
	Incomplete
	// Invalid sources are wrong whatever follows.
	Invalid
)

// CheckComplete tells whether src, typed line by line, is complete. A compound
// statement is complete only when an empty line ends it, as at Python's prompt.
func CheckComplete(src string) Completeness {
	if strings.TrimSpace(src) == "" {
		return Complete
	}
	_, err := Parse("", src, Options{})
	if err == nil {
		return checkBlockEnd(src)
	}
	text := normalize(src)
	s := newScanner(text, 1)
	s.scanAll()
	switch {
	case s.err != nil:
		if endsOpen(s.err, text) {
			return Incomplete
		}
	case wantsBlock(err.(*Error), text):
		return Incomplete
	}
	return Invalid
}

// checkBlockEnd asks for an empty line behind a block.
func checkBlockEnd(src string) Completeness {
	lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
	last := lines[len(lines)-1]
	if len(lines) > 1 && last != "" && (last[0] == ' ' || last[0] == '\t') && strings.TrimSpace(last) != "" {
		return Incomplete
	}
	first := strings.TrimSpace(lines[len(lines)-1])
	if len(lines) == 1 && strings.HasSuffix(first, ":") {
		return Incomplete
	}
	return Complete
}

// endsOpen tells whether the scanner stopped because the source ended too early.
func endsOpen(e *Error, text string) bool {
	switch {
	case strings.HasSuffix(e.Msg, "was never closed"), e.Msg == "unexpected EOF while parsing":
		return true
	case strings.HasPrefix(e.Msg, "unterminated triple-quoted"):
		return true
	case strings.HasPrefix(e.Msg, "unterminated string"):
		return strings.HasSuffix(strings.TrimSuffix(text, "\n"), `\`)
	}
	return false
}

// wantsBlock tells whether the parser stopped at the end of the source, where a
// block, an except clause or a decorated definition may still follow.
func wantsBlock(e *Error, text string) bool {
	lines := strings.Count(strings.TrimRight(text, " \t\n"), "\n") + 1
	if e.Start.Line < lines {
		return false
	}
	return strings.HasPrefix(e.Msg, "expected an indented block") ||
		e.Msg == "expected 'except' or 'finally' block" ||
		e.Start.Col < 0
}
