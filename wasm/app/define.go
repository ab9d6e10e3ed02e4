package app

import "strings"

// This file finds which cell gives a name its value, as far as its text tells. The engine
// knows the cells that have run; the page also knows those that have not.

// Defines is the cell before c that binds a name and has not run as it stands: the nearest,
// or nil.
func (s *State) Defines(name string, c *Cell) *Cell {
	var found *Cell
	for _, other := range s.Order() {
		if other == c {
			return found
		}
		if other.Runs() && !other.Active() && (other.Count == 0 || other.Changed()) && binds(other.Code, name) {
			found = other
		}
	}
	return nil
}

// binds reports whether some line of a cell begins by binding a name outside functions.
func binds(code, name string) bool {
	for _, line := range strings.Split(code, "\n") {
		if bindsLine(line, name) {
			return true
		}
	}
	return false
}

func bindsLine(line, name string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t(:,", r) })
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "def", "class":
		return len(words) > 1 && words[1] == name && line[0] != ' '
	case "import", "from":
		for i, w := range words {
			if w == name && (i == len(words)-1 || words[i+1] != "as") && i > 0 && !(words[0] == "from" && i == 1) {
				return true
			}
		}
		return false
	case "for", "with":
		for i, w := range words {
			if w == name && i > 0 && (words[i-1] == "as" || words[0] == "for" && i == 1) {
				return true
			}
		}
		return false
	}
	targets, value, ok := strings.Cut(line, "=")
	if !ok || strings.HasPrefix(value, "=") || line[0] == ' ' || line[0] == '\t' {
		return false
	}
	for _, t := range strings.Split(strings.TrimRight(targets, " +-*/@%&|^<>"), ",") {
		if t, _, _ := strings.Cut(strings.Trim(t, " ()*[]"), ":"); strings.TrimSpace(t) == name {
			return true
		}
	}
	return false
}
