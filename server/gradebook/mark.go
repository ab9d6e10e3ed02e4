package gradebook

import (
	"net/http"
	"strings"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/markup"
	"gputour/server/page"
	"gputour/server/prose"
	"gputour/server/store"
	"gputour/web/text"
)

// This file is the marking page: an answer beside what its judge found, with points and a comment by hand for each cell.

// cellView is one cell to be marked.
type cellView struct {
	assign.Cell
	ID      string
	Code    markup.HTML
	Empty   bool
	Auto    store.Points
	Given   string // by hand, as it was written
	Comment string
	Hand    store.Points // of the points, for a person to give
	Result  *resultView
}

// resultView is what a judge found, in words.
type resultView struct {
	Status, Words, Message string
	Tests                  []testView
}

type testView struct {
	wire.TestResult
	Words  string
	Points store.Points
	Worth  bool
}

// result puts what a judge found into words; parts are what tests are worth, for who may know.
func result(lang text.Lang, r wire.CheckResultBody, parts []store.Part) *resultView {
	v := &resultView{Status: r.Status, Message: r.Message, Words: lang.T("gb.result." + known(r.Status))}
	for _, t := range r.Tests {
		tv := testView{TestResult: t, Words: lang.T("check." + passFail(t.Status))}
		for _, p := range parts {
			if p.Test == assign.Key(t.Function, t.Hidden) {
				tv.Points, tv.Worth = p.Points, true
			}
		}
		v.Tests = append(v.Tests, tv)
	}
	return v
}

// results are the outcomes that the catalogue has words for.
var results = map[string]bool{"pass": true, "fail": true, "error": true, "no-answer": true, "no-tests": true, "unchanged": true, "judge-died": true, assign.Unreadable: true}

func known(status string) string {
	if results[status] {
		return status
	}
	return "error"
}

// failure is why a submission could not be graded, in words.
func failure(lang text.Lang, stored string) string {
	f := assign.ReadFailure(stored)
	if f.Code == "" {
		return stored
	}
	return lang.T("gb.failed."+f.Code, append(f.About, f.Told[string(lang)])...)
}

func passFail(status string) string {
	if status == "pass" || status == "fail" {
		return status
	}
	return "error"
}

func (g *Gradebook) marking(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	b, err := g.book(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	s, answers, err := g.handed(r, r.PathValue("submission"))
	if err != nil {
		return err
	}
	students, err := g.students(ctx)
	if err != nil {
		return err
	}
	lang := page.LangOf(r)
	whose := r.URL.Query().Get("member")
	if whose == "" {
		whose = s.Member
	}
	view := struct {
		store.Assignment
		URL, Self, Prev, Next, NextName string
		Submission                      store.Submission
		Member                          store.Member
		At, Late, Comment, Group        string
		Why                             string
		Cells                           []cellView
		Attempts                        []attemptView
		Points, Max                     store.Points
		Deducted                        int
		Place, Of                       int
		Counted                         bool
	}{Assignment: b.Assignment, URL: address(b.Assignment.ID), Submission: s, At: g.when(s.At), Why: failure(lang, s.Why), Max: assign.Max(&b.Assignment), Group: b.GroupOf(whose)}
	view.Self = view.URL + "/submissions/" + s.ID + "?member=" + whose
	if view.Member, err = g.Store.Member(ctx, whose); err != nil {
		return err
	}
	work := b.Work(&s, whose)
	view.Late, view.Points, view.Deducted = lateWords(lang, work.Late.By), work.Points, work.Late.Percent
	if work.Comment != nil {
		view.Comment = work.Comment.Text
	}
	for _, c := range work.Cells {
		view.Cells = append(view.Cells, g.cell(lang, c, answers))
	}
	for _, a := range b.Attempts(whose) {
		view.Attempts = append(view.Attempts, attemptView{a.N, g.when(a.At), view.URL + "/submissions/" + a.ID + "?member=" + whose, a.ID == s.ID})
	}
	if c := b.Standing(whose).Counted; c != nil {
		view.Counted = c.Submission.ID == s.ID
	}
	view.Prev, view.Next, view.NextName, view.Place, view.Of = g.beside(b, students, whose)
	g.show(w, r, "mark.html", 0, view.Member.Name, view)
	return nil
}

// attemptView is a link to an attempt.
type attemptView struct {
	N       int
	At, URL string
	Current bool
}

func (g *Gradebook) cell(lang text.Lang, c assign.Cell, answers assign.Answers) cellView {
	code, ok := answers[c.Item.Cell]
	v := cellView{Cell: c, ID: c.Item.Cell, Code: prose.Highlight(code, prose.LanguageOf(code)), Empty: !ok, Hand: assign.ByHand(c.Item)}
	if c.Score != nil {
		v.Auto = c.Score.Auto
		v.Result = result(lang, assign.ResultOf(*c.Score), c.Item.Parts)
	}
	if c.Mark != nil {
		v.Given = c.Mark.Points.String()
	}
	if c.Comment != nil {
		v.Comment = c.Comment.Text
	}
	return v
}

// beside are the marking pages of the students before and after one, of those who have handed in.
func (g *Gradebook) beside(b *assign.Book, students []store.Member, member string) (prev, next, name string, place, of int) {
	for _, m := range students {
		c := b.Standing(m.ID).Counted
		if c == nil {
			continue
		}
		of++
		to := address(b.Assignment.ID) + "/submissions/" + c.Submission.ID + "?member=" + m.ID
		switch {
		case m.ID == member:
			place = of
		case place == 0:
			prev = to
		case next == "":
			next, name = to, m.Name
		}
	}
	if place == 0 {
		prev = ""
	}
	return
}

// mark takes points and comments. A field that is empty takes back what was given by hand.
func (g *Gradebook) mark(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	a, err := g.Store.Assignment(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	s, _, err := g.handed(r, r.PathValue("submission"))
	if err != nil {
		return err
	}
	scores, marks, comments, err := g.Store.Work(ctx, s.ID)
	if err != nil {
		return err
	}
	b := assign.Open(&assign.Rows{Assignment: a, Submissions: []store.Submission{s}, Scores: scores, Marks: marks, Comments: comments})
	var writes []store.Write
	comment := func(cell, field string, old *store.Comment) error {
		said, err := note(r.PostFormValue(field))
		if err == nil && (old == nil && said != "" || old != nil && old.Text != said) {
			writes = append(writes, store.SaveComment{Comment: store.Comment{Submission: s.ID, Cell: cell, Text: said, By: author(r), At: g.now()}})
		}
		return err
	}
	work := b.Work(&s, s.Member)
	for _, c := range work.Cells {
		given := strings.TrimSpace(r.PostFormValue("points." + c.Item.Cell))
		p, err := points(given)
		switch {
		case err != nil:
			return err
		case given == "" && c.Mark != nil:
			writes = append(writes, store.DropMark{Submission: s.ID, Cell: c.Item.Cell})
		case given != "" && (c.Mark == nil || c.Mark.Points != p):
			writes = append(writes, store.SaveMark{Mark: store.Mark{Submission: s.ID, Cell: c.Item.Cell, Points: p, By: author(r), At: g.now()}})
		}
		if err := comment(c.Item.Cell, "comment."+c.Item.Cell, c.Comment); err != nil {
			return err
		}
	}
	if err := comment("", "comment", work.Comment); err != nil {
		return err
	}
	if len(writes) > 0 {
		if err := g.Store.Commit(ctx, append(writes, g.audit(r, "assignment.marked", s.Member, a.Title))...); err != nil {
			return err
		}
		g.Desk.Graded(s)
	}
	to := r.PostFormValue("next")
	if r.PostFormValue("go") != "next" || !within(to, address(a.ID)+"/submissions/") {
		to = address(a.ID) + "/submissions/" + s.ID + "?member=" + r.PostFormValue("member")
		if !plainID(r.PostFormValue("member")) {
			to = address(a.ID)
		}
	}
	return back(w, r, to)
}

// within reports whether an address is one of ours below a path: whoever made the form may be somebody else.
func within(to, path string) bool {
	rest, ok := strings.CutPrefix(to, path)
	id, member, _ := strings.Cut(rest, "?member=")
	return ok && plainID(id) && plainID(member)
}

// plainID reports whether a text can be an id that we made.
func plainID(id string) bool {
	for _, c := range id {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return id != ""
}
