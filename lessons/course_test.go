package lessons_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// marks are the words that stand before what belongs into every lesson, by language.
var marks = map[string]struct{ change, more string }{
	"en": {"**Change it:**", "**Read more:**"},
	"zh": {"**改一改：**", "**延伸阅读：**"},
}

var (
	picture  = regexp.MustCompile(`!\[[^\]]+\]\(figures/`)
	external = regexp.MustCompile(`\]\(https://`)
	docLine  = regexp.MustCompile(`(?s)def (test_\w+)\(\):\n    """([^"]*)"""`)
	testHead = regexp.MustCompile(`(?m)^def test_`)
)

// TestEveryLessonIsWhole makes sure that no lesson lacks what a lesson consists of.
func TestEveryLessonIsWhole(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for i, e := range course.Entries {
		for _, lang := range lesson.Languages {
			l := e.Lang(lang)
			if l.Order != i+1 || l.Summary == "" || l.Part == "" || l.Minutes == 0 {
				t.Errorf("%s: order, summary, part or minutes are missing", l.File)
			}
			for what, found := range parts(l) {
				if !found {
					t.Errorf("%s: has no %s", l.File, what)
				}
			}
		}
		for _, c := range e.Lang("en").Cells() {
			if c.IsExercise() {
				checkExercise(t, e, c)
			}
			if c.Kind == lesson.Quiz && c.Reasons == nil {
				t.Errorf("%s: %s does not say why its wrong options are wrong", e.ID, c.ID)
			}
			if (c.Kind == lesson.Quiz || c.Kind == lesson.Predict) && c.Why == "" {
				t.Errorf("%s: %s does not say why its answer is right", e.ID, c.ID)
			}
		}
	}
}

// parts says which parts of a lesson are there.
func parts(l *lesson.Lesson) map[string]bool {
	text := ""
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			text += b.Text + "\n"
		}
	}
	_, reading, _ := strings.Cut(text, marks[l.Lang].more)
	last := l.Sections[len(l.Sections)-1]
	found := map[string]bool{
		"drawing":                      picture.MatchString(text),
		"something to change":          strings.Contains(text, marks[l.Lang].change),
		"reading with an address":      external.MatchString(reading),
		"closing section named quiz":   last.ID == "quiz",
		"prediction":                   false,
		"exercise":                     false,
		"question in the last section": false,
	}
	for _, c := range l.Cells() {
		found["prediction"] = found["prediction"] || c.Kind == lesson.Predict
		found["exercise"] = found["exercise"] || c.IsExercise()
	}
	for _, b := range last.Blocks {
		found["question in the last section"] = found["question in the last section"] || b.Cell != nil && b.Cell.Kind == lesson.Quiz
	}
	return found
}

// checkExercise looks for three hints, a solution, and tests of both kinds that say in
// both languages what they want.
func checkExercise(t *testing.T, e *lesson.Entry, c *lesson.Cell) {
	t.Helper()
	if len(c.Hints) != 3 || c.Points == 0 || c.Learned == "" {
		t.Errorf("%s: %s: wants three hints, points and a sentence on what was learned", e.ID, c.ID)
	}
	if e.Secret.Solutions[c.ID] == nil || len(e.Secret.Tests[c.ID]) == 0 {
		t.Errorf("%s: %s: has no solution or no hidden tests", e.ID, c.ID)
	}
	tests := append([]*lesson.Cell{}, e.Secret.Tests[c.ID]...)
	for _, visible := range e.Lang("en").Cells() {
		if visible.Kind == lesson.Tests && visible.For == c.ID {
			tests = append(tests, visible)
		}
	}
	if len(tests) <= len(e.Secret.Tests[c.ID]) {
		t.Errorf("%s: %s: has no visible tests", e.ID, c.ID)
	}
	for _, test := range tests {
		docs := docLine.FindAllStringSubmatch(test.Code, -1)
		if len(docs) != len(testHead.FindAllString(test.Code, -1)) {
			t.Errorf("%s: %s: a test says nothing", e.ID, test.ID)
		}
		for _, d := range docs {
			lines := strings.Split(d[2], "\n")
			if len(lines) != 2 || hasHan(lines[0]) || !hasHan(lines[1]) {
				t.Errorf("%s: %s: %s says %q; wants a line in English and one in Chinese", e.ID, test.ID, d[1], d[2])
			}
		}
	}
}

// TestEveryExerciseHasOtherAnswers makes sure that each exercise stands with at least six
// answers, right and wrong; gputour test holds its tests against them.
func TestEveryExerciseHasOtherAnswers(t *testing.T) {
	for _, e := range lesson.Load(os.DirFS(".")).Entries {
		for _, c := range e.Lang("en").Cells() {
			if !c.IsExercise() {
				continue
			}
			count := map[lesson.Kind]int{}
			for _, a := range e.Secret.Answers[c.ID] {
				count[a.Kind]++
			}
			if count[lesson.Right] == 0 || count[lesson.Wrong] < 3 || count[lesson.Right]+count[lesson.Wrong] < 6 {
				t.Errorf("%s: %s: %v other answers; wants six, of which one is right and three are wrong", e.ID, c.ID, count)
			}
		}
	}
}

// TestTheGuideKnowsEveryLesson makes sure that the teaching guide has a page for each lesson, in
// their order and under their numbers.
func TestTheGuideKnowsEveryLesson(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for _, lang := range lesson.Languages {
		text, at := course.Page("teaching", lang).Text, 0
		for _, e := range course.Entries {
			i := strings.Index(text, fmt.Sprintf("(%s)=\n## %d · ", e.ID, e.Lang(lang).Order))
			if i < at {
				t.Errorf("%s: the guide has no page for lesson %d, %s, in its place", lang, e.Lang(lang).Order, e.ID)
			}
			at = max(i, at)
		}
	}
}

// TestAnswersStayAtHome makes sure that no program carries them.
func TestAnswersStayAtHome(t *testing.T) {
	for _, e := range lesson.Load(lessons.Files).Entries {
		if len(e.Secret.Answers) > 0 {
			t.Errorf("%s: its other answers are embedded", e.ID)
		}
	}
}

var han = regexp.MustCompile(`\p{Han}`)

func hasHan(s string) bool { return han.MatchString(s) }

// box is how the box begins that says how newer versions differ, by language.
var box = map[string]string{"en": "What your PyTorch says", "zh": "你的 PyTorch 会怎么说"}

// TestLessonsSayWhereNewerVersionsDiffer makes sure that a lesson has a box where the table of versions names it.
func TestLessonsSayWhereNewerVersionsDiffer(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for _, lang := range lesson.Languages {
		found := 0
		for _, m := range regexp.MustCompile(`\.\./([a-z]+)\.`+lang+`\.md`).FindAllStringSubmatch(course.Page("versions", lang).Text, -1) {
			found++
			if l := course.Entry(m[1]).Lang(lang); !hasBox(l) {
				t.Errorf("%s: newer versions differ, and no box says how", l.File)
			}
		}
		if found < 8 {
			t.Errorf("%s: the table of versions names %d lessons", lang, found)
		}
	}
}

func hasBox(l *lesson.Lesson) bool {
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			if b.Directive != nil && b.Directive.Argument == box[l.Lang] {
				return true
			}
		}
	}
	return false
}

// guideParts are what the guide says of each lesson, by language.
var guideParts = map[string][]string{
	"en": {"**Aim.** ", "**Time.** ", "**Typical mistakes.** ", "**Questions to ask.** ", "**Answers.** "},
	"zh": {"**目标：** ", "**时间：** ", "**常见错误：** ", "**可以问：** ", "**答案：** "},
}

// TestTheGuideAnswersItsQuestions makes sure that no lesson's page in the guide lacks a part.
func TestTheGuideAnswersItsQuestions(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for lang, parts := range guideParts {
		text := course.Page("teaching", lang).Text
		for _, e := range course.Entries {
			_, page, _ := strings.Cut(text, "("+e.ID+")=\n")
			page, _, _ = strings.Cut(page, "\n(")
			for _, part := range parts {
				if strings.Count(page, part) != 1 {
					t.Errorf("%s: the guide's page on %s has %d × %s", lang, e.ID, strings.Count(page, part), part)
				}
			}
		}
	}
}

// TestCurriculaSayWhereEachTopicStands makes sure that every topic of another course leads to a section here, or says why it is not
// here; that the sections exist is for TestLinks.
func TestCurriculaSayWhereEachTopicStands(t *testing.T) {
	course := lesson.Load(lessons.Files)
	for lang, absent := range map[string]string{"en": "not here", "zh": "没有"} {
		rows := 0
		for _, line := range strings.Split(course.Page("curricula", lang).Text, "\n") {
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if !strings.HasPrefix(line, "| ") || len(cells) != 2 || strings.Contains(cells[1], "---") {
				continue
			}
			rows++
			header := cells[0] == "topic" || cells[0] == "主题"
			if !header && !strings.Contains(cells[1], ".md#") && !(strings.HasPrefix(cells[1], absent) && len([]rune(cells[1])) > len([]rune(absent))+8) {
				t.Errorf("%s: %q stands nowhere: %q", lang, cells[0], cells[1])
			}
		}
		if rows < 80 {
			t.Errorf("%s: %d topics", lang, rows)
		}
	}
}
