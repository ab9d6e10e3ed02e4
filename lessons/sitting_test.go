package lessons_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"gputour/lessons/lesson"
)

// This file measures what a reader is asked for: a lesson is one sitting, and says how long.

// A lesson that is longer than longest belongs into two; what it says of itself may differ from what is counted by slack. All in minutes.
const (
	shortest, longest = 20.0, 45.0
	slack             = 5.0
)

// pace is how long a learner takes for the things a lesson is made of, in minutes. Text is read slowly, since it is thought about:
// 120 words a minute, of Chinese 200 characters, which come out within a few minutes of each other.
var pace = struct{ word, han, line, demo, predict, quiz, change, exercise, point float64 }{
	1 / 120.0, 1 / 200.0, 1 / 25.0, 1, 1.5, 1, 2.5, 2, 0.75,
}

var (
	code = regexp.MustCompile("(?s)```.*?```")
	hans = regexp.MustCompile(`\p{Han}`)
	word = regexp.MustCompile(`[A-Za-z0-9'’-]+`)
)

// sitting is how many minutes a lesson takes.
func sitting(l *lesson.Lesson) (minutes float64) {
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			if c := b.Cell; c != nil {
				minutes += cellMinutes(c)
				continue
			}
			text := b.Text
			if b.Directive != nil {
				text = b.Directive.Body
			}
			text = code.ReplaceAllString(text, "")
			minutes += float64(len(hans.FindAllString(text, -1))) * pace.han
			minutes += float64(len(word.FindAllString(hans.ReplaceAllString(text, " "), -1))) * pace.word
			minutes += float64(strings.Count(text, marks[l.Lang].change)) * pace.change
		}
	}
	return minutes
}

// cellMinutes is what one cell takes: to read and run it, or to solve it, starter and tests included.
func cellMinutes(c *lesson.Cell) float64 {
	lines := float64(strings.Count(c.Code, "\n")+1) * pace.line
	switch {
	case c.IsExercise():
		return pace.exercise + pace.point*float64(c.Points)
	case c.Kind == lesson.Predict:
		return pace.predict + lines
	case c.Kind == lesson.Quiz:
		return pace.quiz
	case c.Kind == lesson.Demo:
		return pace.demo + lines
	}
	return 0
}

func TestALessonIsOneSitting(t *testing.T) {
	for _, e := range lesson.Load(os.DirFS(".")).Entries {
		for _, lang := range lesson.Languages {
			l := e.Lang(lang)
			switch takes := sitting(l); {
			case takes < shortest || takes > longest:
				t.Errorf("%s takes %.0f minutes; one sitting is %.0f to %.0f", l.File, takes, shortest, longest)
			case takes < float64(l.Minutes)-slack || takes > float64(l.Minutes)+slack:
				t.Errorf("%s says %d minutes and takes %.0f", l.File, l.Minutes, takes)
			}
		}
	}
}
