package parse

import (
	"strings"

	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file tells a line editor whether a source is complete.

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
	_, err := Source("", src, Options{})
	if err == nil {
		return checkBlockEnd(src)
	}
	text := scan.Normalize(src)
	s := scan.New(text, 1)
	s.All()
	switch {
	case s.Err != nil:
		if endsOpen(s.Err, text) {
			return Incomplete
		}
	case wantsBlock(err.(*syntax.Error), text):
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
func endsOpen(e *syntax.Error, text string) bool {
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
func wantsBlock(e *syntax.Error, text string) bool {
	lines := strings.Count(strings.TrimRight(text, " \t\n"), "\n") + 1
	if e.Start.Line < lines {
		return false
	}
	return strings.HasPrefix(e.Msg, "expected an indented block") ||
		e.Msg == "expected 'except' or 'finally' block" ||
		e.Start.Col < 0
}
