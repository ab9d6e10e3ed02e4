package app

import (
	"strconv"
	"strings"

	"gputour/lessons/lines"
)

// This file has the learner put the lines of an exercise in order: by buttons, by keys and by dragging. Whatever is done to a
// line changes the cell's code, which is all that is kept and checked.

// Ordered reports whether the cell's lines are put in order instead of being written.
func (c *Cell) Ordered() bool { return c.Kind() == "order" }

// CodeLines is the cell's code as lines, and the place of the chosen one among them.
func (c *Cell) CodeLines() (code lines.Code, at int) {
	code = lines.Read(c.Code)
	return code, max(0, min(c.Line, len(code.Lines)-1))
}

// LineID names the element of a line.
func LineID(c *Cell, n int) string { return "line-" + c.ID + "-" + itoa(n) }

// lineKeys are the keys while a line has the keyboard.
var lineKeys = map[string]string{
	"ArrowUp": "before", "ArrowDown": "after", "Alt+ArrowUp": "up", "Alt+ArrowDown": "down",
	"ArrowRight": "in", "ArrowLeft": "back", "Delete": "out", "Backspace": "out",
}

// lineKey is a key where data-keys is "lines CELL".
func (s *State) lineKey(k *Key, chord string) bool {
	id, ok := strings.CutPrefix(k.In, "lines ")
	if !ok {
		return false
	}
	k.In, k.Cell = "page", id
	how := lineKeys[chord]
	if how == "" {
		return false
	}
	s.doLine(s.cell(id), how)
	return true
}

// doLine does something to the chosen line: "up", "down", "in", "back" and "out" change it, "before", "after" and "at 3"
// choose another, and "drag 2 1" takes it to a place and an indent.
func (s *State) doLine(c *Cell, how string) {
	if c == nil || !c.Ordered() || s.Watched() {
		return
	}
	s.focusCell(c.ID)
	code, at := c.CodeLines()
	if len(code.Lines) == 0 {
		return
	}
	line := &code.Lines[at]
	what, numbers, _ := strings.Cut(how, " ")
	place, indent, _ := strings.Cut(numbers, " ")
	n, _ := strconv.Atoi(place)
	c.Line = at
	switch what {
	case "at":
		c.Line = n
	case "before":
		c.Line--
	case "after":
		c.Line++
	case "in":
		code.Indent(at, line.Indent+1)
	case "back":
		code.Indent(at, line.Indent-1)
	case "out":
		line.Out = !line.Out
	case "up":
		c.Line--
		code.Move(at, c.Line)
	case "down":
		c.Line++
		code.Move(at, c.Line)
	case "drag":
		steps, _ := strconv.Atoi(indent)
		code.Indent(at, steps)
		code.Move(at, n)
		c.Line = n
	}
	c.Line = max(0, min(c.Line, len(code.Lines)-1))
	c.Said = code.String() != c.Code
	goesOn := what == "drag" && c.dragged // it is undone as a whole
	if c.Said {
		if !goesOn {
			s.remember(c)
		}
		s.setCode(c, code.String())
	}
	c.dragged = what == "drag" && (c.Said || goesOn)
	s.changed(c)
	s.do(FocusNode{LineID(c, c.Line)})
}
