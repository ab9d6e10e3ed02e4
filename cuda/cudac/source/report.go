// This file collects what is wrong with a source.

package source

import (
	"fmt"
	"strings"

	"gputour/engine/diag"
)

// problem is what is told once.
type problem struct {
	severity diag.Severity
	pos      diag.Pos
	message  string
}

// Text is the text of a program, how it is to be compiled, and what is wrong with it.
type Text struct {
	File      string
	Lines     []string
	Shift     int // what to add to line numbers
	Problems  diag.List
	said      map[problem]bool
	Whole     bool   // a program with main
	Recorded  bool   // lowered with marks: see Replay
	Generated string // the source where it is a translation, whose lines are those of the original
	files     []otherFile
	Open      func(name string) (string, bool)
	Module    bool     // it needs no main: kernels that a running program compiles
	Defines   []string // macros that are given beside the source: NAME or NAME=value
}

// maxProblems bounds the errors, and the warnings, that are told.
const maxProblems = 20

// Report notes an error; without a hint it gets the usual one.
func (c *Text) Report(pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	return c.reportAs(diag.Error, pos, width, message, hint)
}

// Warn notes a likely mistake.
func (c *Text) Warn(pos diag.Pos, width int, hint, message string) {
	c.reportAs(diag.Warning, pos, width, message, hint)
}

// reportAs notes a problem, each but once: a function may be lowered several times.
func (c *Text) reportAs(severity diag.Severity, pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	if hint == "" && severity == diag.Error {
		hint = usualHint(message)
	}
	d := &diag.Diagnostic{Severity: severity, Code: "cuda", Message: message, Hint: hint}
	file, line := c.Within(pos.Line)
	d.File = file
	if pos.Line >= 1 && pos.Line <= len(c.Lines) {
		d.LineText = strings.TrimRight(c.Lines[pos.Line-1], "\r")
	}
	d.Span.Start = diag.Pos{Line: line, Col: pos.Col}
	d.Span.End = diag.Pos{Line: line, Col: pos.Col + max(width, 1)}
	key := problem{severity, pos, message}
	if c.said == nil {
		c.said = map[problem]bool{}
	}
	if !c.said[key] && c.count(severity) < maxProblems {
		c.said[key] = true
		c.Problems = append(c.Problems, d)
	}
	return d
}

func (c *Text) count(s diag.Severity) (n int) {
	for _, d := range c.Problems {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Full reports that there are as many errors as are told.
func (c *Text) Full() bool {
	return len(c.Problems) >= maxProblems && c.count(diag.Error) >= maxProblems
}

// Failed reports that there are errors.
func (c *Text) Failed() bool { return c.count(diag.Error) > 0 }

// Told reports that a problem was noted already.
func (c *Text) Told(severity diag.Severity, pos diag.Pos, message string) bool {
	return c.said[problem{severity, pos, message}]
}

// Suggest finds the nearest name, as a hint.
func Suggest(name string, list []string) string {
	best, least := "", min(max(len(name)/3, 1), 2)+1
	for _, s := range list {
		if s == "" || s[0] == '#' || len(s) > len(name)+2 || len(s)+2 < len(name) {
			continue
		}
		if d := diag.Distance(name, s); d < least && d < len(name) {
			best, least = s, d
		} else if d == least && s < best {
			best = s
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// Asserted is what stands in the parentheses of an assert, as the source has it.
func (c *Text) Asserted(at diag.Pos) string {
	if at.Line < 1 || at.Line > len(c.Lines) {
		return ""
	}
	line := []rune(c.Lines[at.Line-1])
	from := at.Col + len("assert(")
	if from > len(line) || string(line[at.Col:from]) != "assert(" {
		return ""
	}
	depth := 1
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return "`" + string(line[from:i]) + "' "
			}
		}
	}
	return ""
}
