package main

import (
	"strings"
	"testing"

	"gputour/engine/eval/advice"
	"gputour/lessons"
	"gputour/lessons/lesson"
)

// TestExplanationsPointSomewhere follows every link from an explanation into the course.
func TestExplanationsPointSomewhere(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for _, link := range advice.LessonLinks() {
		id, section, _ := strings.Cut(link, "#")
		e := course.Entry(id)
		if e == nil {
			t.Errorf("%s: no such lesson", link)
			continue
		}
		found := false
		for _, s := range e.Lang("").Sections {
			found = found || s.ID == section
		}
		if !found {
			t.Errorf("%s: no such section", link)
		}
	}
}
