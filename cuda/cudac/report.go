// This file collects what is wrong with a source.

package cudac

import (
	"fmt"
	"strings"

	"gputour/engine/diag"
)

// suggest finds the nearest name, as a hint.
func suggest(name string, list []string) string {
	best, least := "", 3
	for _, s := range list {
		if d := distance(name, s); d < least && d < len(name) {
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

// distance is Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := min(row[j+1]+1, row[j]+1, last+int(bit(a[i] != b[j])))
			last, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// compiler collects what is wrong with one source.
type compiler struct {
	file     string
	lines    []string
	shift    int // what to add to line numbers
	problems diag.List
}

// maxProblems bounds the errors that are told.
const maxProblems = 20

func (c *compiler) report(pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	return c.reportAs(diag.Error, pos, width, message, hint)
}

func (c *compiler) reportAs(severity diag.Severity, pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: severity, Code: "cuda", Message: message, Hint: hint, File: c.file}
	if pos.Line >= 1 && pos.Line <= len(c.lines) {
		d.LineText = strings.TrimRight(c.lines[pos.Line-1], "\r")
	}
	d.Span.Start = diag.Pos{Line: pos.Line + c.shift, Col: pos.Col}
	d.Span.End = diag.Pos{Line: pos.Line + c.shift, Col: pos.Col + max(width, 1)}
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, d)
	}
	return d
}

func (c *compiler) failed() bool {
	for _, d := range c.problems {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}
