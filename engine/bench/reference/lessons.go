package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// apart matches cells whose output no other machine or torch gives: clocks, GPUs,
// commands, plots, and dtypes that are newer than it.
var apart = regexp.MustCompile(`perf_counter|time\(|timeit|%%|(?m)^!|matplotlib|pyplot|nvidia|subprocess|os\.system|cuda\.(Event|mem|max_mem|get_device_prop|reset)|pin_memory|gputour|chart|float8`)

// address matches what repr prints of an object's place in memory.
var address = regexp.MustCompile(`0x[0-9a-f]+`)

// lessons runs the lessons' cells on the CPU under both and compares what they print.
func (r *runner) lessons() (result, error) {
	row := result{what: "cells of the lessons"}
	for _, entry := range lesson.Load(lessons.Files).Entries {
		l := entry.Lang("en")
		if l == nil {
			continue
		}
		var cells []string
		for _, c := range l.Cells() {
			if c.Language == "python" && c.Code != "" && c.Kind != lesson.Quiz && c.Kind != lesson.Tests {
				cells = append(cells, c.Code)
			}
		}
		if err := r.lesson(&row, l.ID, cells); err != nil {
			return row, err
		}
	}
	return row, nil
}

func (r *runner) lesson(row *result, id string, cells []string) error {
	list, err := json.Marshal(cells)
	if err != nil {
		return err
	}
	script, err := r.real(string(list), "cells.py")
	if err != nil {
		return err
	}
	name := "lesson_" + id + ".py"
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(script), 0o600); err != nil {
		return err
	}
	want, err := r.real("", name)
	if err != nil {
		row.note("%s: %v", id, err)
	}
	got, err := r.ours(name, nil)
	if err != nil {
		row.note("%s: %v", id, err)
	}
	a, b := byCell(want), byCell(got)
	for i, code := range cells {
		if apart.MatchString(code) || strings.Contains(at(a, i), "object.__new__") { // Debian's torch has no Event
			continue
		}
		row.count++
		if at(a, i) == at(b, i) {
			row.agree++
			continue
		}
		row.failed = true
		row.note("%s, cell %d: want %q, got %q", id, i+1, at(a, i), at(b, i))
	}
	return nil
}

// byCell splits a script's output at the marks between cells.
func byCell(out string) []string {
	parts := regexp.MustCompile(`(?m)^@@@ \d+\n`).Split(address.ReplaceAllString(out, "0x"), -1)
	return parts[1:]
}
