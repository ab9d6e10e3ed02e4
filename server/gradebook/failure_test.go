package gradebook

import (
	"strings"
	"testing"

	"gputour/server/assign"
	"gputour/web/text"
)

// TestFailuresHaveWords: each code has words in both languages, with what it is about in them.
func TestFailuresHaveWords(t *testing.T) {
	for _, f := range []struct {
		assign.Failure
		zh, en string
	}{
		{assign.Failure{Code: assign.AnswersUnreadable, About: []string{"EOF"}}, "EOF", "EOF"},
		{assign.Failure{Code: assign.LessonUnusable, About: []string{"EOF"}}, "EOF", "EOF"},
		{assign.Failure{Code: assign.JudgesDied, About: []string{"twice", "3"}, Told: map[string]string{"zh": "内存不足", "en": "memory ran out"}}, "3 次，最后一次：内存不足", "3 times, the last time: memory ran out"},
		{assign.Failure{Code: assign.JudgesLate, About: []string{"twice", "3"}}, "twice：评分 3 次", "twice: grading was begun 3 times"},
		{assign.Failure{Code: assign.ServerEnded, About: []string{"3"}}, "3 次", "3 times"},
	} {
		zh, en := failure(text.Chinese, f.String()), failure(text.English, f.String())
		if !strings.Contains(zh, f.zh) || !strings.Contains(en, f.en) || zh == en || strings.ContainsAny(zh+en, "{}[]") {
			t.Errorf("%s is told as %q and %q", f.Code, zh, en)
		}
	}
	if got := failure(text.English, "an older text"); got != "an older text" {
		t.Errorf("an older text is told as %q", got)
	}
	for status := range results {
		if !text.Has("gb.result." + status) {
			t.Errorf("no words for the result %q", status)
		}
	}
}
