// Package source has the text of a program: its files, whose lines are counted on file after file, so that a position is
// one number, and what is wrong with them.
package source

import (
	"fmt"
	"strings"

	"gputour/engine/diag"
)

// File is one of the other files of a program.
type File struct{ Name, Text string }

// otherFile is a file beside the first, whose lines follow those of the files before it.
type otherFile struct {
	Name string
	from int // its first line
	at   int // the line of what includes it
}

// maxFileLines bounds the lines of all files of a program.
const maxFileLines = 1 << 18

// Add takes in another file, which the line at includes, and returns the number of its first line; false says that there
// is no room for it.
func (c *Text) Add(f File, at diag.Pos) (from int, ok bool) {
	from = len(c.Lines) + 1
	c.files = append(c.files, otherFile{f.Name, from, at.Line})
	c.Lines = append(c.Lines, strings.Split(f.Text, "\n")...)
	if len(c.Lines) > maxFileLines {
		c.Report(at, 1, "the program's files are too long", "")
		return from, false
	}
	return from, true
}

// FileOf is the file that a line lies in; nil for the first.
func (c *Text) FileOf(line int) *otherFile {
	for i := len(c.files) - 1; i >= 0; i-- {
		if c.files[i].from <= line {
			return &c.files[i]
		}
	}
	return nil
}

// Within is a line's file, and its number there.
func (c *Text) Within(line int) (string, int) {
	if f := c.FileOf(line); f != nil {
		return f.Name, line - f.from + 1
	}
	return c.File, line + c.Shift
}

// Outer is the line of the first file to which a line belongs.
func (c *Text) Outer(line int) int {
	for f := c.FileOf(line); f != nil; f = c.FileOf(line) {
		line = f.at
	}
	return line + c.Shift
}

// Named says which line is meant, and of which file where it is not the first.
func (c *Text) Named(line int) string {
	if file, n := c.Within(line); c.FileOf(line) != nil {
		return fmt.Sprintf("%d of %s", n, file)
	}
	return fmt.Sprint(line + c.Shift)
}

// Line is a line of the program's, counted from 1 over all its files; "" for one that there is not.
func (c *Text) Line(line int) string {
	if line < 1 || line > len(c.Lines) {
		return ""
	}
	return c.Lines[line-1]
}
