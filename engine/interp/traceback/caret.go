package traceback

import (
	"strings"
	"unicode"

	"gputour/engine/interp"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// This file marks the failing expression below a source line, as CPython 3.11 does:
// carets below the expression, with tildes around the operator of a binary
// operation or the brackets of a subscript.

// carets returns the marks below the stripped line, or "" where the whole line is meant.
func carets(line string, en interp.Entry) string {
	span := en.Span
	if en.Whole || !span.Start.IsValid() || span.Start.Line != en.Line {
		return ""
	}
	runes := []rune(line)
	stripped := []rune(strings.TrimSpace(line))
	lead := len(runes) - len([]rune(strings.TrimLeftFunc(line, unicode.IsSpace)))
	start, end := span.Start.Col, span.End.Col
	var a anchors
	if span.End.Line == span.Start.Line {
		if start > end || end > len(runes) {
			return ""
		}
		a = findAnchors(string(runes[start:end]))
	} else {
		end = lead + len(stripped)
	}
	if end-start >= len(stripped) && a.right <= a.left {
		return ""
	}
	pad := strings.Repeat(" ", max(start-lead, 0))
	if !a.ok {
		return pad + strings.Repeat("^", max(end-start, 0))
	}
	return pad + strings.Repeat("~", a.left) + strings.Repeat("^", max(a.right-a.left, 0)) + strings.Repeat("~", max(end-start-a.right, 0))
}

// anchors is the part of an expression that is marked with carets.
type anchors struct {
	left, right int
	ok          bool
}

func findAnchors(segment string) anchors {
	m, err := parse.Source("", segment, parse.Options{})
	if err != nil || len(m.Body) != 1 {
		return anchors{}
	}
	s, ok := m.Body[0].(*syntax.ExprStmt)
	if !ok {
		return anchors{}
	}
	runes := []rune(segment)
	switch e := s.Value.(type) {
	case *syntax.BinOp:
		from, to := e.Left.Span().End.Col, e.Right.Span().Start.Col
		if e.Right.Span().Start.Line != 1 || from > to || to > len(runes) {
			return anchors{}
		}
		op := runes[from:to]
		i := 0
		for i < len(op) && unicode.IsSpace(op[i]) {
			i++
		}
		left := from + i
		right := left + 1
		if i+1 < len(op) && !unicode.IsSpace(op[i+1]) {
			right++
		}
		return anchors{left, right, true}
	case *syntax.Subscript:
		return anchors{e.Value.Span().End.Col, e.Index.Span().End.Col + 1, true}
	}
	return anchors{}
}
