package app

import "strings"

// This file lists what a notebook consists of: its headings, and its cells with how far each is.

// Heading is a heading of the served text.
type Heading struct {
	Level int
	Text  string
}

// Entry is a row of the outline.
type Entry struct {
	Key   string // block
	Level int    // of a heading, from 1; 0 is a cell
	Text  string
	Cell  *Cell
	Done  bool // it counts, and is done
	Stale bool
	State string // running, queued, done, error, stopped; "" never run
}

// Outline are the rows that match the dialog's query.
func (s *State) Outline() []Entry {
	query := fold(strings.TrimSpace(s.Dialog.Query))
	var rows []Entry
	add := func(e Entry) {
		if e.Text != "" && strings.Contains(fold(e.Text), query) {
			rows = append(rows, e)
		}
	}
	done, stale := s.Progress.Lessons[s.Page.Lesson], s.Stales()
	for _, b := range s.Doc {
		c := s.Cells[b.Cell]
		switch {
		case c == nil:
			for _, h := range s.headings[b.Key] {
				add(Entry{Key: b.Key, Level: h.Level, Text: h.Text})
			}
		case c.Note:
			for _, h := range noteHeadings(c.Code) {
				add(Entry{Key: b.Key, Level: h.Level, Text: h.Text})
			}
		default:
			add(Entry{Key: b.Key, Text: firstWords(c.Code), Cell: c, Done: done[c.ID], Stale: stale[c.ID] != nil, State: c.busyOrDone()})
		}
	}
	return rows
}

// noteHeadings are the headings of a note in Markdown.
func noteHeadings(text string) []Heading {
	var list []Heading
	fenced := false
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		words := strings.TrimLeft(line, "#")
		if n := len(line) - len(words); !fenced && n > 0 && n <= 6 && strings.HasPrefix(words, " ") {
			list = append(list, Heading{n, strings.TrimSpace(words)})
		}
	}
	return list
}

// firstWords is the first line of a cell that says something.
func firstWords(code string) string {
	for _, line := range strings.Split(code, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "…"
}
