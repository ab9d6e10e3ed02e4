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
	return strings.TrimSuffix(SourceLine(m.Source, n-m.FirstLine), "\n")
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

// SourceLine returns the n-th line of src from 0, with its newline.
func SourceLine(src string, n int) string {
	for ; n > 0; n-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return ""
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		return src[:i+1]
	}
	return src
}
