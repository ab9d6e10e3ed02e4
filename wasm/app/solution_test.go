package app

import (
	"encoding/json"
	"testing"

	"gputour/engine/wire"
)

// reply answers a question that is not part of the log.
func (b *bench) reply(rid, typ string, body any) {
	b.t.Helper()
	m := wire.New(typ, body)
	m.RID = rid
	b.message(m)
}

func solvable(t *testing.T, stored map[string]string) *bench {
	page := lessonPage()
	page.Blocks[4].Cell.Solved = true
	b := newBench(t, page, stored)
	b.welcome("s1", 0)
	return b
}

func TestSolutionComesAfterTheHintsLineByLine(t *testing.T) {
	b := solvable(t, nil)
	c := b.s.Cells["e"]
	b.act("solve", "e")
	if b.count(wire.Solution) != 0 {
		t.Fatal("the solution was asked for before the hints were spent")
	}
	b.act("hint", "e")
	b.act("hint", "e")
	b.act("solve", "e")
	b.act("solve", "e") // the first question is under way
	if b.count(wire.Solution) != 1 {
		t.Fatalf("%d questions", b.count(wire.Solution))
	}
	m, _ := b.last(wire.Solution)
	b.reply(m.RID, wire.SolutionReply, wire.SolutionReplyBody{Code: "x = 1\n", Parts: 1, Total: 2})
	b.act("use-solution", "e")
	b.want(c.Code, "pass")
	b.act("solve", "e")
	m, _ = b.last(wire.Solution)
	b.reply(m.RID, wire.SolutionReply, wire.SolutionReplyBody{Code: "x = 1\ny = 2\n", Parts: 2, Total: 2})
	if c.MoreSolution() {
		t.Error("more is promised than there is")
	}
	b.act("use-solution", "e")
	b.want(c.Code, "x = 1\ny = 2\n")
	b.act("undo", "e")
	b.want(c.Code, "pass")
}

func TestShownSolutionComesBackAfterAReload(t *testing.T) {
	draft, _ := json.Marshal(Draft{Hints: map[string]int{"e": 2}, Parts: map[string]int{"e": 3}})
	b := solvable(t, map[string]string{b0().s.draftKey(): string(draft)})
	m, ok := b.last(wire.Solution)
	var body wire.SolutionBody
	if !ok || json.Unmarshal(m.Body, &body) != nil || body.Parts != 3 || body.Lesson != "mix" {
		t.Fatalf("asked %v", m)
	}
	no := wire.New(wire.Refused, wire.RefusedBody{Request: wire.Solution, Code: "no-solution"})
	no.RID, no.Cell = m.RID, "e"
	b.message(no)
	if c := b.s.Cells["e"]; c.Solving != "" || c.Parts != 0 {
		t.Errorf("a refused question keeps the button waiting: %+v", c)
	}
	if len(b.s.Toasts) > 0 {
		t.Errorf("a question of the page's own is answered in words: %+v", b.s.Toasts)
	}
	b.act("solve", "e")
	m, _ = b.last(wire.Solution)
	no = wire.New(wire.Refused, wire.RefusedBody{Request: wire.Solution, Code: "try-first"})
	no.RID, no.Cell = m.RID, "e"
	b.message(no)
	if len(b.s.Toasts) != 1 {
		t.Error("the learner is not told why there is no solution yet")
	}
}

func b0() *bench { return &bench{s: New(lessonPage(), "0123456789abcdef")} }

func TestMistakesAreMarkedForTheEditorThatAsked(t *testing.T) {
	b := online(t)
	b.do(Asked{Kind: "diagnose", Cell: "a", Code: "x =", Ticket: 7})
	m, _ := b.last(wire.Diagnose)
	b.reply(m.RID, wire.DiagnoseReply, wire.DiagnoseReplyBody{Problems: []wire.Problem{{Severity: "error", Code: "SyntaxError", Text: "invalid syntax", Line: 1, Col: 3}}})
	got, ok := effect[Answer](b.all)
	if !ok || got.Ticket != 7 || len(got.Problems) != 1 || got.Problems[0].Text != "SyntaxError: invalid syntax" || got.Problems[0].Col != 3 {
		t.Errorf("answer %+v", got)
	}
}
