package syntax

import "strings"

// This file finds the lines of a source.

// Line returns line n of the module's source, without its newline; "" if there
// is no such line. Lines count from the module's FirstLine.
func (m *Module) Line(n int) string {
	return strings.TrimSuffix(SourceLine(m.Source, n-m.FirstLine), "\n")
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
