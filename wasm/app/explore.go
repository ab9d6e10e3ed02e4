package app

import (
	"slices"
	"strconv"
	"strings"

	"gputour/web/boot"
)

// This file has the learner drag a number of a cell's code: the line that sets it changes,
// and the cell runs. While it runs, only the last value is kept for the run after it.

// Chosen is which of a choice's values the code of a cell has, -1 for another one.
func (c *Cell) Chosen(e boot.Choice) int {
	_, _, value := c.setting(e.Name)
	return slices.Index(e.Values, value)
}

// Within is how many of a choice's values, which rise, the session can try: one that counts GPUs ends with those there are.
func (s *State) Within(e boot.Choice) int {
	if e.Name != "cards" && e.Name != "gpus" || len(s.Device.Infos) == 0 {
		return len(e.Values)
	}
	for i, v := range e.Values {
		if n, err := strconv.Atoi(v); err == nil && n > s.Device.GPUs() {
			return i
		}
	}
	return len(e.Values)
}

// setting finds the line that sets a name: where its value begins and ends, and the value.
func (c *Cell) setting(name string) (from, to int, value string) {
	at := 0
	for line := range strings.SplitSeq(c.Code, "\n") {
		if rest, ok := strings.CutPrefix(line, name+" = "); ok {
			rest, _, _ = strings.Cut(rest, "#")
			rest = strings.TrimRight(rest, " \t\r")
			from = at + len(name) + len(" = ")
			return from, from + len(rest), rest
		}
		at += len(line) + 1
	}
	return -1, -1, ""
}

// explore sets choice n of a cell to one of its values and runs the cell.
func (s *State) explore(c *Cell, n, value int) {
	if c == nil || c.Lesson == nil || n < 0 || n >= len(c.Lesson.Explore) || s.Watched() {
		return
	}
	e := c.Lesson.Explore[n]
	from, to, _ := c.setting(e.Name)
	if from < 0 || value < 0 || value >= s.Within(e) {
		return
	}
	s.setCode(c, c.Code[:from]+e.Values[value]+c.Code[to:])
	if c.Active() {
		c.again = true
		return
	}
	s.execute(c, true)
}

// exploreTyped is a slider's "explore CELL 0", with its value.
func (s *State) exploreTyped(field, value string) bool {
	parts := strings.Fields(field)
	if len(parts) != 3 || parts[0] != "explore" {
		return false
	}
	n, failed := strconv.Atoi(parts[2])
	v, wrong := strconv.Atoi(value)
	if failed == nil && wrong == nil {
		s.explore(s.cell(parts[1]), n, v)
	}
	return true
}

// exploreOn runs a cell again whose number was dragged on while it ran.
func (s *State) exploreOn(c *Cell) {
	if c.again {
		c.again = false
		s.execute(c, true)
	}
}
