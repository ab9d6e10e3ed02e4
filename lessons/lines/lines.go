// Package lines reads and writes the code of an exercise whose lines are to be put in order.
//
// Its one idea: the answer to such an exercise is its code, as that of any other. A line's place is its place in the code,
// its depth is its indent, and a line that does not belong is a comment. So the page, a text editor and Jupyter write the
// same thing, and whoever checks an answer runs it. The package imports nothing of ours.
//
//	c := lines.Read("b = a\n# c = a\na = 1")
//	c.Move(0, 2)
//	c.String() // "# c = a\na = 1\nb = a"
package lines

import "strings"

// Code is such code.
type Code struct {
	Head  string // a first line that begins with %%, which stays where it is; "" if there is none
	Lines []Line
}

// Line is one of the lines to be put in order.
type Line struct {
	Text   string // without indent and mark
	Indent int    // in steps
	Out    bool   // left out: a comment
}

const (
	step = "    "
	// Deepest is the largest indent that a line is given.
	Deepest = 6
)

// Read reads code; lines of blanks are dropped.
func Read(code string) Code {
	var c Code
	for i, line := range strings.Split(code, "\n") {
		switch {
		case i == 0 && strings.HasPrefix(line, "%%"):
			c.Head = line
		case strings.TrimSpace(line) != "":
			c.Lines = append(c.Lines, c.read(line))
		}
	}
	return c
}

func (c *Code) read(line string) Line {
	mark := strings.TrimSpace(c.mark())
	rest, out := strings.CutPrefix(strings.TrimSpace(line), mark)
	if out {
		line = strings.TrimPrefix(rest, " ")
	}
	line = strings.TrimRight(line, " \t\r")
	text := strings.TrimLeft(line, " \t")
	blank := strings.ReplaceAll(line[:len(line)-len(text)], "\t", step)
	return Line{Text: text, Indent: min(len(blank)/len(step), Deepest), Out: out}
}

// mark makes a line a comment: of C++ below %%cuda, else of Python.
func (c *Code) mark() string {
	if strings.HasPrefix(c.Head, "%%cuda") {
		return "// "
	}
	return "# "
}

// String is the code that Read reads.
func (c *Code) String() string {
	var rows []string
	if c.Head != "" {
		rows = append(rows, c.Head)
	}
	for _, l := range c.Lines {
		mark := ""
		if l.Out {
			mark = c.mark()
		}
		rows = append(rows, mark+strings.Repeat(step, l.Indent)+l.Text)
	}
	return strings.Join(rows, "\n")
}

// Move takes line from to the place to; places that there are not are the nearest that there are.
func (c *Code) Move(from, to int) {
	if from < 0 || from >= len(c.Lines) {
		return
	}
	to = min(max(to, 0), len(c.Lines)-1)
	l := c.Lines[from]
	copy(c.Lines[from:], c.Lines[from+1:])
	copy(c.Lines[to+1:], c.Lines[to:])
	c.Lines[to] = l
}

// Indent gives line n so many steps, as far as there are.
func (c *Code) Indent(n, steps int) {
	if n >= 0 && n < len(c.Lines) {
		c.Lines[n].Indent = min(max(steps, 0), Deepest)
	}
}

// Lacks returns a line of other that c has not as often, "" if there is none. Indents and what is left out do not count.
func (c *Code) Lacks(other Code) string {
	left := map[string]int{}
	for _, l := range c.Lines {
		left[l.Text]++
	}
	for _, l := range other.Lines {
		if left[l.Text]--; left[l.Text] < 0 {
			return l.Text
		}
	}
	return ""
}
