package ws

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/handin"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// TestSubmit hands in, and hears of it: in another tab, too, and after the grading.
func TestSubmit(t *testing.T) {
	s := newSite(t)
	db, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	desk := &handin.Desk{Store: db}
	s.handler.Handin = desk
	a := store.Assignment{ID: "a1", Lesson: "one", Title: "Homework", State: store.AssignmentOpen, Attempts: 2, Late: assign.Mark, Counts: assign.Last, Feedback: assign.Now,
		Items: []store.Item{{Cell: "task", Max: 100, Parts: []store.Part{{Test: "test_it", Points: 100}}}}}
	if err := db.Commit(context.Background(), store.SaveAssignment{Assignment: a}); err != nil {
		t.Fatal(err)
	}
	tab, other := s.dialAs("ann"), s.dialAs("ann")
	for _, c := range []*client{tab, other} {
		c.send(wire.New(wire.Hello, wire.HelloBody{Lesson: "one"}))
		c.told(wire.Assigned, `"title":"Homework"`)
	}
	for i, step := range []struct {
		typ, cell string
		body      any
		want      string
	}{
		{wire.Solution, "task", wire.SolutionBody{Lesson: "one"}, `refused {"request":"solution_request","code":"assigned"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "none", Answers: map[string]string{"task": "x"}}, `refused {"request":"submit","code":"submit-not-open"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{}}, `refused {"request":"submit","code":"submit-no-answers"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{"task": "x"}}, `receipt {"assignment":"a1"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{"task": "x"}}, `receipt {"assignment":"a1"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{"task": "y"}}, `receipt {"assignment":"a1"`},
		{wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{"task": "z"}}, `refused {"request":"submit","code":"submit-no-attempts"`},
	} {
		if got := tab.asked("h"+string(rune('0'+i)), step.typ, step.cell, step.body); !strings.HasPrefix(got, step.want) {
			t.Errorf("%d: %s\nwant %s", i, got, step.want)
		}
	}
	other.told(wire.Grade, `"used":2`)
	for range 2 {
		sub, err := db.Claim(context.Background(), store.Claim{Token: "t", For: 1 << 40})
		if err != nil {
			t.Fatal(err)
		}
		end := store.EndGrading{Submission: sub.ID, Token: "t", State: store.Graded, At: 5, Scores: []store.Score{{Submission: sub.ID, Cell: "task", Round: 1, Auto: 100, Result: []byte(`{}`)}}}
		if err := db.Commit(context.Background(), end); err != nil {
			t.Fatal(err)
		}
		desk.Graded(sub)
	}
	other.told(wire.Grade, `"points":"1"`)
	other.send(wire.New(wire.Assignments, nil))
	other.told(wire.Assigned, `"points":"1"`)
	db.Close()
	if got := tab.asked("gone", wire.Submit, "", wire.SubmitBody{Assignment: "a1", Answers: map[string]string{"task": "w"}}); !strings.HasPrefix(got, `refused {"request":"submit","code":"store"`) {
		t.Errorf("without a store: %s", got)
	}
}

// told reads up to a message that has a text.
func (c *client) told(typ, text string) {
	c.t.Helper()
	for {
		if m, _ := c.next(); m.Type == typ && strings.Contains(string(m.Body), text) {
			return
		}
	}
}
