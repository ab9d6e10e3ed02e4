// This file collects what is wrong with a source.

package cudac

import (
	"fmt"
	"strings"

	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// problem is what is told once.
type problem struct {
	severity diag.Severity
	pos      diag.Pos
	message  string
}

// compiler collects what is wrong with one source.
type compiler struct {
	file      string
	lines     []string
	shift     int // what to add to line numbers
	problems  diag.List
	said      map[problem]bool
	whole     bool   // a program with main
	recorded  bool   // lowered with marks: see Replay
	generated string // the source where it is a translation, whose lines are those of the original
	files     []otherFile
	open      func(name string) (string, bool)
	module    bool     // it needs no main: kernels that a running program compiles
	defines   []string // macros that are given beside the source: NAME or NAME=value
}

// maxProblems bounds the errors, and the warnings, that are told.
const maxProblems = 20

func (c *compiler) report(pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	return c.reportAs(diag.Error, pos, width, message, hint)
}

func (c *compiler) warn(t token, hint, message string) {
	c.reportAs(diag.Warning, t.pos, max(t.end-t.pos.Col, 1), message, hint)
}

// reportAs notes a problem, each but once: a function may be lowered several times.
func (c *compiler) reportAs(severity diag.Severity, pos diag.Pos, width int, message, hint string) *diag.Diagnostic {
	if hint == "" && severity == diag.Error {
		hint = usualHint(message)
	}
	d := &diag.Diagnostic{Severity: severity, Code: "cuda", Message: message, Hint: hint}
	file, line := c.within(pos.Line)
	d.File = file
	if pos.Line >= 1 && pos.Line <= len(c.lines) {
		d.LineText = strings.TrimRight(c.lines[pos.Line-1], "\r")
	}
	d.Span.Start = diag.Pos{Line: line, Col: pos.Col}
	d.Span.End = diag.Pos{Line: line, Col: pos.Col + max(width, 1)}
	key := problem{severity, pos, message}
	if c.said == nil {
		c.said = map[problem]bool{}
	}
	if !c.said[key] && c.count(severity) < maxProblems {
		c.said[key] = true
		c.problems = append(c.problems, d)
	}
	return d
}

func (c *compiler) count(s diag.Severity) (n int) {
	for _, d := range c.problems {
		n += int(word.Bit(d.Severity == s))
	}
	return n
}

// full reports that there are as many errors as are told.
func (c *compiler) full() bool {
	return len(c.problems) >= maxProblems && c.count(diag.Error) >= maxProblems
}

func (c *compiler) failed() bool { return c.count(diag.Error) > 0 }

// suggest finds the nearest name, as a hint.
func suggest(name string, list []string) string {
	best, least := "", min(max(len(name)/3, 1), 2)+1
	for _, s := range list {
		if s == "" || s[0] == '#' || len(s) > len(name)+2 || len(s)+2 < len(name) {
			continue
		}
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

// distance counts the letters to insert, remove, change or swap with their neighbour (the
// optimal string alignment distance).
func distance(a, b string) int {
	rows := [3][]int{}
	for k := range rows {
		rows[k] = make([]int, len(b)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		before, last, row := rows[i%3], rows[(i+1)%3], rows[(i+2)%3]
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+int(word.Bit(a[i] != b[j])))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
