package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gputour/server/store"
)

// This file tests what a store keeps of assignments.

var assignments = []part{
	{"assignments that are not there", noAssignments},
	{"assignments", assignmentRows},
	{"extensions, groups, overrides", allowances},
	{"submissions", submissions},
	{"each submission is claimed once", claims},
	{"a claim that has run out", lostClaims},
	{"a claim whose node is gone", goneClaims},
	{"regrading keeps what was given by hand", regrading},
	{"secrets", secrets},
}

// assignment returns a row whose every field differs from its zero.
func assignment(id string) store.Assignment {
	return store.Assignment{ID: id, Lesson: "devices", Title: "设备 'one'", Digest: [32]byte{7}, State: store.AssignmentOpen, Opens: 1, Due: 1000, Closes: 2000,
		Late: "deduct", LatePercent: 10, LateMost: 50, Grace: 60, Attempts: 3, Counts: "best", Feedback: "due", Weight: 20, Groups: true, Created: 5, ReleasedAt: 6,
		Items: []store.Item{{Cell: "b", Max: 250, Parts: []store.Part{{Test: "test_x", Points: 150}}}, {Cell: "a", Max: 100}}}
}

func submission(id string, n int) store.Submission {
	return store.Submission{ID: id, Assignment: "one", Holder: "ann", Member: "ann", N: n, At: int64(100 * n), Lang: "zh", Digest: [32]byte{byte(n)},
		Answers: []byte(`{"a":"x = '张\u0000'"}`), State: store.Queued, Round: 1}
}

func score(id, cell string, round int, auto store.Points) store.Score {
	return store.Score{Submission: id, Cell: cell, Round: round, Auto: auto, Result: []byte(`{"status":"pass"}`), Engine: "v1", At: 9}
}

func noAssignments(t *testing.T, s store.Store) {
	_, err := s.Assignment(ctx, "none")
	is(t, err, store.ErrNone)
	_, err = s.Submission(ctx, "none")
	is(t, err, store.ErrNone)
	_, err = s.Content(ctx, [32]byte{})
	is(t, err, store.ErrNone)
	_, err = s.Claim(ctx, store.Claim{Node: "n", Token: "t", For: long})
	is(t, err, store.ErrNone)
	commit(t, s, store.Unclaim{Node: "n"}, store.Regrade{Submission: "none"}, store.DropMark{}, store.DropOverride{}, store.DropExtension{}, store.Requeue{})
	is(t, s.Commit(ctx, store.AddSubmission{Submission: submission("s", 1)}), store.ErrStale) // to nothing
}

func assignmentRows(t *testing.T, s store.Store) {
	a := assignment("one")
	commit(t, s, store.SaveAssignment{Assignment: a}, store.AddContent{Digest: a.Digest, Data: []byte("files")}, store.AddContent{Digest: a.Digest, Data: []byte("files")})
	got, err := s.Assignment(ctx, "one")
	is(t, err, nil)
	same(t, "assignment", got, a)
	data, err := s.Content(ctx, a.Digest)
	is(t, err, nil)
	same(t, "content", string(data), "files")

	a.State, a.Groups, a.Items = store.AssignmentClosed, false, a.Items[1:]
	b := assignment("two")
	b.Due = 500
	commit(t, s, store.SaveAssignment{Assignment: a}, store.SaveAssignment{Assignment: b})
	got, _ = s.Assignment(ctx, "one")
	same(t, "saved again", got, a)
	list, err := s.Assignments(ctx)
	is(t, err, nil)
	a.Items, b.Items = nil, nil
	same(t, "all, by when they are due", list, []store.Assignment{b, a})
	commit(t, s, store.DropAssignment{ID: "one"})
	_, err = s.Assignment(ctx, "one")
	is(t, err, store.ErrNone)
}

func allowances(t *testing.T, s store.Store) {
	e := store.Extension{Assignment: "one", Member: "ann", Due: 3000, Why: "ill", By: "bob", At: 7}
	o := store.Override{Assignment: "one", Member: "ann", Points: 150, Why: "oral", By: "bob", At: 8}
	g := store.GroupMember{Assignment: "one", Member: "ann", Group: "red"}
	commit(t, s, store.SaveExtension{Extension: e}, store.SaveOverride{Override: o}, store.SaveGroup{GroupMember: g})
	e.Due, o.Points, g.Group = 4000, 0, "blue"
	other := e
	other.Assignment = "two"
	commit(t, s, store.SaveExtension{Extension: e}, store.SaveOverride{Override: o}, store.SaveGroup{GroupMember: g}, store.SaveExtension{Extension: other})
	extensions, err := s.Extensions(ctx, "one")
	is(t, err, nil)
	same(t, "extensions", extensions, []store.Extension{e})
	extensions, _ = s.Extensions(ctx, "")
	same(t, "all extensions", extensions, []store.Extension{e, other})
	overrides, err := s.Overrides(ctx, "one")
	is(t, err, nil)
	same(t, "overrides", overrides, []store.Override{o})
	groups, err := s.Groups(ctx, "one")
	is(t, err, nil)
	same(t, "groups", groups, []store.GroupMember{g})
	commit(t, s, store.DropExtension{Assignment: "one", Member: "ann"}, store.DropOverride{Assignment: "one", Member: "ann"}, store.SaveGroup{GroupMember: store.GroupMember{Assignment: "one", Member: "ann"}})
	extensions, _ = s.Extensions(ctx, "one")
	overrides, _ = s.Overrides(ctx, "one")
	groups, _ = s.Groups(ctx, "one")
	same(t, "left", len(extensions)+len(overrides)+len(groups), 0)
}

func submissions(t *testing.T, s store.Store) {
	a := assignment("one")
	commit(t, s, store.SaveAssignment{Assignment: a})
	first, second := submission("s1", 1), submission("s2", 2)
	commit(t, s, store.AddSubmission{Submission: second}, store.AddSubmission{Submission: first})
	waiting, err := s.Waiting(ctx)
	is(t, err, nil)
	same(t, "waiting", waiting, 2)
	is(t, s.Commit(ctx, store.AddSubmission{Submission: submission("s3", 2)}), store.ErrStale)
	is(t, s.Commit(ctx, store.DropAssignment{ID: "one"}), store.ErrStale)
	got, err := s.Submission(ctx, "s1")
	is(t, err, nil)
	same(t, "submission", got, first)
	list, err := s.HandedIn(ctx, "one", "ann")
	is(t, err, nil)
	same(t, "of ann", list, []store.Submission{first, second})
	list, err = s.Submissions(ctx, "one")
	is(t, err, nil)
	first.Answers, second.Answers = nil, nil
	same(t, "all", list, []store.Submission{first, second})
	list, _ = s.Submissions(ctx, "")
	same(t, "of every assignment", len(list), 2)
	a.State = store.AssignmentClosed
	commit(t, s, store.SaveAssignment{Assignment: a})
	is(t, s.Commit(ctx, store.AddSubmission{Submission: submission("s3", 3)}), store.ErrStale)
}

// claims has many graders take what waits.
func claims(t *testing.T, s store.Store) {
	commit(t, s, store.SaveAssignment{Assignment: assignment("one")})
	const n = 24
	for i := range n {
		commit(t, s, store.AddSubmission{Submission: submission(fmt.Sprintf("s%02d", i), i+1)})
	}
	var mu sync.Mutex
	taken := map[string]int{}
	var wg sync.WaitGroup
	for g := range 6 {
		wg.Go(func() {
			for {
				v, err := s.Claim(ctx, store.Claim{Node: "n", Token: fmt.Sprint(g), For: long})
				if errors.Is(err, store.ErrNone) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				taken[v.ID]++
				mu.Unlock()
				if v.State != store.Grading || v.Tries != 1 || len(v.Answers) == 0 {
					t.Errorf("claimed %+v", v)
				}
			}
		})
	}
	wg.Wait()
	for i := range n {
		if id := fmt.Sprintf("s%02d", i); taken[id] != 1 {
			t.Errorf("%s was claimed %d times", id, taken[id])
		}
	}
}

func lostClaims(t *testing.T, s store.Store) {
	commit(t, s, store.SaveAssignment{Assignment: assignment("one")}, store.AddSubmission{Submission: submission("s1", 1)}, store.AddSubmission{Submission: submission("s2", 2)})
	claim := func(token string, lasts int64) string {
		v, err := s.Claim(ctx, store.Claim{Node: "n", Token: token, For: lasts})
		if err != nil && !errors.Is(err, store.ErrNone) {
			t.Fatal(err)
		}
		return v.ID
	}
	same(t, "the oldest first", []string{claim("a", long), claim("b", over)}, []string{"s1", "s2"})
	commit(t, s, store.Renew{Submission: "s2", Token: "b", For: long})
	same(t, "renewed", claim("c", long), "")
	commit(t, s, store.Renew{Submission: "s1", Token: "a", For: over})
	same(t, "after its time", claim("d", long), "s1")
	is(t, s.Commit(ctx, store.Renew{Submission: "s1", Token: "a", For: long}), store.ErrFenced)
	is(t, s.Commit(ctx, store.EndGrading{Submission: "s1", Token: "a", State: store.Graded, Scores: []store.Score{score("s1", "a", 1, 100)}}), store.ErrFenced)
	commit(t, s, store.EndGrading{Submission: "s1", Token: "d", State: store.Graded, Scores: []store.Score{score("s1", "a", 1, 100)}, At: 12})
	v, _ := s.Submission(ctx, "s1")
	same(t, "graded", []any{v.State, v.Tries, v.GradedAt}, []any{store.Graded, 2, int64(12)})

	commit(t, s, store.Unclaim{Node: "m"})
	same(t, "another server's", claim("e", long), "")
	commit(t, s, store.Unclaim{Node: "n"})
	same(t, "the same server, begun anew", claim("f", long), "s2")
	commit(t, s, store.Requeue{Submission: "s2", Token: "b"}) // not its claim any more
	same(t, "still claimed", claim("g", long), "")
	commit(t, s, store.Requeue{Submission: "s2", Token: "f"})
	v, _ = s.Submission(ctx, "s2")
	same(t, "given back", []any{v.State, v.Tries}, []any{store.Queued, 1})
}

// goneClaims has the node of a claim leave: a claim ends with the lease of its node, but for the moment in which that could be renewed.
func goneClaims(t *testing.T, s store.Store) {
	commit(t, s, store.SaveAssignment{Assignment: assignment("one")}, store.AddSubmission{Submission: submission("s1", 1)})
	for _, step := range []struct {
		lease int64 // of the node that has the claim
		want  error
	}{{long, store.ErrNone}, {over, store.ErrNone}, {-time.Minute.Milliseconds(), nil}} {
		commit(t, s, store.KeepNode{Node: store.Node{Name: "n", Place: "p"}, For: step.lease}, store.KeepNode{Node: store.Node{Name: "m", Place: "q"}, For: long})
		if step.lease == long {
			_, err := s.Claim(ctx, store.Claim{Node: "n", Token: "a", For: long})
			is(t, err, nil)
		}
		_, err := s.Claim(ctx, store.Claim{Node: "m", Token: "b", For: long})
		is(t, err, step.want)
	}
	is(t, s.Commit(ctx, store.EndGrading{Submission: "s1", Token: "a", State: store.Graded}), store.ErrFenced)
	commit(t, s, store.EndGrading{Submission: "s1", Token: "b", State: store.Graded})
}

func regrading(t *testing.T, s store.Store) {
	commit(t, s, store.SaveAssignment{Assignment: assignment("one")}, store.AddSubmission{Submission: submission("s1", 1)})
	grade := func(token string, round int, auto store.Points) {
		t.Helper()
		v, err := s.Claim(ctx, store.Claim{Node: "n", Token: token, For: long})
		is(t, err, nil)
		same(t, "round", v.Round, round)
		commit(t, s, store.EndGrading{Submission: "s1", Token: token, State: store.Graded, Scores: []store.Score{score("s1", "a", round, auto)}})
	}
	commit(t, s, store.Regrade{Submission: "s1"}) // it waits already
	grade("a", 1, 100)
	mark := store.Mark{Submission: "s1", Cell: "a", Points: 0, By: "bob", At: 4}
	comment := store.Comment{Submission: "s1", Cell: "", Text: "well 好", By: "bob", At: 5}
	commit(t, s, store.SaveMark{Mark: mark}, store.SaveComment{Comment: comment}, store.Regrade{Submission: "s1"})
	grade("b", 2, 50)
	scores, err := s.Scores(ctx, "one")
	is(t, err, nil)
	same(t, "scores", scores, []store.Score{score("s1", "a", 1, 100), score("s1", "a", 2, 50)})
	lean, err := s.Scores(ctx, "")
	is(t, err, nil)
	same(t, "all scores", []any{len(lean), lean[1].Auto, lean[1].Result}, []any{2, store.Points(50), []byte(nil)})
	marks, err := s.Marks(ctx, "one")
	is(t, err, nil)
	same(t, "marks", marks, []store.Mark{mark})
	comments, err := s.Comments(ctx, "one")
	is(t, err, nil)
	same(t, "comments", comments, []store.Comment{comment})
	x, y, z, err := s.Work(ctx, "s1")
	is(t, err, nil)
	same(t, "work", []any{x, y, z}, []any{scores, marks, comments})
	x, y, z, err = s.Work(ctx, "s2")
	is(t, err, nil)
	same(t, "no work", len(x)+len(y)+len(z), 0)
	other, _ := s.Marks(ctx, "two")
	every, _ := s.Marks(ctx, "")
	same(t, "marks of another and of all", [2]int{len(other), len(every)}, [2]int{0, 1})
	comment.Text = ""
	commit(t, s, store.DropMark{Submission: "s1", Cell: "a"}, store.SaveComment{Comment: comment})
	marks, _ = s.Marks(ctx, "one")
	comments, _ = s.Comments(ctx, "one")
	same(t, "left", len(marks)+len(comments), 0)
}

func secrets(t *testing.T, s store.Store) {
	_, err := s.Secret(ctx, "receipts")
	is(t, err, store.ErrNone)
	commit(t, s, store.AddSecret{Name: "receipts", Data: []byte{1}}, store.AddSecret{Name: "receipts", Data: []byte{2}})
	key, err := s.Secret(ctx, "receipts")
	is(t, err, nil)
	same(t, "the first", key, []byte{1})
}
