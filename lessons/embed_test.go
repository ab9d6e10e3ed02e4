package lessons_test

import (
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

func TestCourseIsSound(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for _, p := range course.Problems {
		t.Error(p)
	}
	if len(course.Entries) == 0 {
		t.Error("no lesson can be served")
	}
}
