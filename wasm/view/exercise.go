package view

import (
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws predictions, quizzes, exercises and hints.

// guessCard asks before a prediction's cell runs, or puts a quiz's question.
func guessCard(s *app.State, c *app.Cell) *Node {
	kind := c.Kind()
	if kind != "predict" && kind != "quiz" {
		return nil
	}
	question := El("p", Class("question"), El("b", s.T(kind+".title")), Text(questionWords(s, c)))
	parts := []Part{Class("ask-card"), A("data-cell", c.ID), question}
	if kind == "quiz" && c.Code != "" {
		parts = append(parts, El("pre", Class("static-code"), Hook("static", c.ID)))
	}
	parts = append(parts, El("div", Class("options"), A("role", "group"), A("aria-label", s.T(kind+".title")), options(c)))
	return El("div", append(parts, verdict(s, c))...)
}

func questionWords(s *app.State, c *app.Cell) string {
	if c.Kind() == "quiz" {
		return ""
	}
	return s.T("predict.question")
}

func options(c *app.Cell) []*Node {
	var list []*Node
	for i, html := range c.Lesson.Options {
		verdict := ""
		if c.Judged() {
			verdict = optionVerdict(c, i+1)
		}
		list = append(list, El("button", Class("button"), A("type", "button"), A("aria-pressed", piece.Word(c.Guess == i+1)),
			A("data-verdict", verdict), Act("guess", piece.Itoa(i+1)), El("span", Hook("html", html))))
	}
	return list
}

// optionVerdict marks a wrong choice and the right options; a quiz that was
// answered wrongly keeps its secret, so that it can be tried again.
func optionVerdict(c *app.Cell, option int) string {
	if c.Kind() == "quiz" && !c.Right() && !c.Told {
		if option == c.Guess {
			return "wrong"
		}
		return ""
	}
	for _, a := range c.Lesson.Answers {
		if a == option {
			return "right"
		}
	}
	if option == c.Guess {
		return "wrong"
	}
	return ""
}

// verdict is the line below the options: what to do next, or whether it was right.
func verdict(s *app.State, c *app.Cell) *Node {
	if c.Guess == 0 {
		return nil
	}
	if !c.Judged() {
		return El("p", Class("verdict"), A("role", "status"), s.T("predict.run"))
	}
	word := "wrong"
	if c.Right() {
		word = "right"
	}
	var why *Node
	switch {
	case c.Kind() == "quiz" && (c.Right() || c.Told):
		why = El("div", Class("prose"), Hook("html", c.Lesson.Why))
	case c.Kind() == "quiz":
		why = El("p", reasonOf(c), s.T("verdict.again"), " ", piece.Button("link", s.T("verdict.why"), Act("tell")))
	case !c.Right() && c.Lesson.Why != "":
		why = El("p", s.T("verdict.below"))
	}
	return El("div", Class("verdict"), A("role", "status"), A("data-verdict", word), El("b", s.T("verdict."+word)), why)
}

// reasonOf says why the option that was chosen is wrong, without telling the right one.
func reasonOf(c *app.Cell) *Node {
	if r := c.Lesson.Reasons; c.Guess > 0 && c.Guess <= len(r) && r[c.Guess-1] != "" {
		return El("span", Class("reason-of"), Hook("html", r[c.Guess-1]))
	}
	return nil
}

// reason stands below the outputs of a prediction, where the learner looks next.
func reason(s *app.State, c *app.Cell) *Node {
	if c.Kind() != "predict" || !c.Judged() || c.Lesson.Why == "" {
		return nil
	}
	return El("div", Class("task reason"), El("div", Class("prose"), Hook("html", c.Lesson.Why)))
}

// task draws an exercise's check, its results and its hints.
func task(s *app.State, c *app.Cell) *Node {
	l := c.Lesson
	if l == nil || !l.Checked && !l.Solved && len(l.Hints) == 0 {
		return nil
	}
	var row []*Node
	if l.Checked {
		label := s.T("check")
		if c.Checking != "" {
			label = s.T("checking")
		}
		row = append(row, piece.Button("", label, Act("check"), Flag("disabled", c.Checking != "")))
	}
	if left := len(l.Hints) - c.Hints; left > 0 {
		row = append(row, piece.Button("quiet", s.T("hint.more", piece.Itoa(left)), Act("hint")))
	}
	if c.MoreSolution() {
		row = append(row, piece.Button("quiet", solutionWords(s, c), Act("solve"), Flag("disabled", c.Solving != "")))
	}
	if l.Points > 0 {
		row = append(row, El("span", Class("tag"), s.T("points", piece.Itoa(l.Points))))
	}
	kids := []*Node{El("div", Class("task-row"), row)}
	for i := range min(c.Hints, len(l.Hints)) {
		kids = append(kids, El("div", Class("hint"), El("b", s.T("hint.title", piece.Itoa(i+1))), El("div", Class("prose"), Hook("html", l.Hints[i]))))
	}
	kids = append(kids, solution(s, c))
	if c.Check != nil {
		kids = append(kids, checkResult(s, c), passed(s, c))
	}
	if l.Tests != "" {
		kids = append(kids, El("details", Class("trace"), El("summary", s.T("tests.show")), El("pre", l.Tests)))
	}
	return El("div", Class("task"), kids)
}

func solutionWords(s *app.State, c *app.Cell) string {
	if c.Solution == nil {
		return s.T("solution.first")
	}
	return s.T("solution.more", piece.Itoa(c.Solution.Total-c.Solution.Parts))
}

// solution shows the lines that were asked for; of the others only their outline.
func solution(s *app.State, c *app.Cell) *Node {
	b := c.Solution
	if b == nil || b.Parts == 0 {
		return nil
	}
	lines := []Part{Class("solution"), Text(strings.TrimRight(b.Code, "\n") + "\n")}
	for _, hidden := range b.Rest {
		lines = append(lines, Text(strings.Repeat(" ", min(hidden.Indent, maxVeil))),
			El("span", Class("veil"), A("aria-hidden", "true"), strings.Repeat("x", min(hidden.Width, maxVeil))), Text("\n"))
	}
	var use *Node
	if b.Parts == b.Total {
		use = piece.Button("", s.T("solution.use"), Act("use-solution"))
	}
	return El("div", Class("hint"), El("b", s.T("solution.title")), El("pre", lines...), use)
}

// maxVeil bounds the outline of a hidden line, in columns.
const maxVeil = 120

// passed closes an exercise that is done: its points, what is left of the lesson, and where
// to go on.
func passed(s *app.State, c *app.Cell) *Node {
	if c.Check.Status != "pass" || !c.Tried() {
		return nil
	}
	words := s.T("passed")
	if n := c.Lesson.Points; n > 0 {
		words = s.T("passed.points", piece.Itoa(n))
	}
	kids := []*Node{El("b", words)}
	for _, e := range s.Page.Course {
		if e.ID == s.Page.Lesson {
			done, all := s.Done(e)
			kids = append(kids, El("span", s.T("progress.some", piece.Itoa(done), piece.Itoa(all))))
		}
	}
	if c.Lesson.Learned != "" {
		kids = append(kids, El("p", Class("learned"), El("b", s.T("passed.learned")), El("span", Hook("html", c.Lesson.Learned))))
	}
	var on []*Node
	if next := s.NextBlock(c); next != "" {
		on = append(on, piece.Button("link", s.T("passed.next")+" ›", Act("go", next)))
	}
	if e := s.NextExercise(c); e != nil {
		on = append(on, piece.Button("link", s.T("passed.exercise")+" ›", Act("go", "c-"+e.ID)))
	} else if s.Page.Next != "" {
		on = append(on, El("a", A("href", s.Page.Next), s.T("cmd.next-lesson")+" ›"))
	}
	kids = append(kids, El("span", Class("next"), on))
	return El("div", Class("passed"), A("role", "status"), kids)
}

var checkMarks = map[string]string{"pass": "✓", "fail": "✗", "error": "!"}

func checkResult(s *app.State, c *app.Cell) *Node {
	b := c.Check
	kids := []*Node{El("li", A("data-status", b.Status), El("span", Class("mark"), A("aria-hidden", "true"), checkMarks[b.Status]),
		El("div", El("b", s.T("check."+known(b.Status))), Text(" "), Text(b.Message)))}
	for _, t := range b.Tests {
		kids = append(kids, testResult(s, t))
	}
	if !c.Tried() {
		kids = append(kids, El("li", Class("again"), El("span"), El("span", s.T("check.again"))))
	}
	return El("ul", Class("checks"), A("role", "status"), Flag("data-stale", !c.Tried()), kids)
}

// known keeps an unknown status from asking the catalogue for words it lacks.
func known(status string) string {
	if _, ok := checkMarks[status]; ok {
		return status
	}
	return "error"
}

func testResult(s *app.State, t wire.TestResult) *Node {
	kids := []*Node{El("span", t.Name), El("span", Class("sr-only"), s.T("check."+known(t.Status)))}
	if t.Hidden {
		kids = append(kids, Text(" "), El("span", Class("tag"), s.T("test.hidden")))
	}
	if t.Status != "pass" {
		kids = append(kids, line("pre", t.Message), line("pre", labelled(s, "test.expected", t.Expected)), line("pre", labelled(s, "test.got", t.Got)))
	}
	return El("li", A("data-status", t.Status), El("span", Class("mark"), A("aria-hidden", "true"), checkMarks[known(t.Status)]), El("div", kids))
}

func line(tag, text string) *Node {
	if text == "" {
		return nil
	}
	return El(tag, text)
}

func labelled(s *app.State, key, text string) string {
	if text == "" {
		return ""
	}
	return s.T(key, text)
}
