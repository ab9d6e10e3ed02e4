package gradebook

import (
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/web/text"
)

// This file shows one assignment, and what is done with the whole of it.

// rowView is one student in an assignment.
type rowView struct {
	Member                        store.Member
	State                         string // none, queued, grading, graded, failed
	Attempts                      int
	At, Late, Why, Group          string
	Mark                          string // address of the marking page
	Auto, Points, Max             store.Points
	Has, Waits                    bool
	Extended, ExtendedAt, WhyMore string
	Override                      *store.Override
}

func (g *Gradebook) one(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	b, err := g.book(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	students, err := g.students(ctx)
	if err != nil {
		return err
	}
	lang := page.LangOf(r)
	var rows []rowView
	counts := map[string]int{}
	for _, m := range students {
		row := g.row(lang, b, m)
		if late := b.Standing(m.ID); late.Counted != nil {
			row.Late = lateWords(lang, late.Counted.Late.By)
		}
		rows = append(rows, row)
		counts[row.State]++
		if row.Waits {
			counts["waits"]++
		}
	}
	a := &b.Assignment
	handed := len(b.Submissions) > 0
	var to []store.AssignmentState
	for _, s := range []store.AssignmentState{store.AssignmentOpen, store.AssignmentClosed, store.AssignmentReleased, store.AssignmentDraft} {
		if assign.MayMove(a.State, s, handed) {
			to = append(to, s)
		}
	}
	g.show(w, r, "one.html", 0, a.Title, struct {
		store.Assignment
		URL, LessonTitle, LessonURL string
		OpensAt, DueAt, ClosesAt    string
		Max                         store.Points
		Rows                        []rowView
		Tally                       map[string]int
		Total                       int
		To                          []store.AssignmentState
		Handed, NewVersion          bool
		Zone                        string
	}{*a, address(a.ID), g.lessonTitle(a.Lesson, string(lang)), "/" + string(lang) + "/lessons/" + a.Lesson,
		g.when(a.Opens), g.when(a.Due), g.when(a.Closes), assign.Max(a), rows, counts, len(rows), to, handed, g.changed(a), g.zone()})
	return nil
}

// row is what a student has.
func (g *Gradebook) row(lang text.Lang, b *assign.Book, m store.Member) rowView {
	s := b.Standing(m.ID)
	v := rowView{Member: m, State: "none", Attempts: s.Attempts, Points: s.Points, Max: s.Max, Has: s.Has(), Override: s.Override, Group: b.GroupOf(m.ID)}
	if c := s.Counted; c != nil {
		v.State, v.At, v.Why, v.Waits = string(c.Submission.State), g.when(c.Submission.At), failure(lang, c.Submission.Why), c.Waits
		v.Mark = address(b.Assignment.ID) + "/submissions/" + c.Submission.ID + "?member=" + m.ID
		for _, cell := range c.Cells {
			if cell.Score != nil {
				v.Auto += cell.Score.Auto
			}
		}
	}
	if e := b.Extended(m.ID); e > 0 {
		v.Extended, v.ExtendedAt = g.fieldOf(e), g.when(e)
		for _, x := range b.Extensions {
			if x.Member == m.ID {
				v.WhyMore = x.Why
			}
		}
	}
	return v
}

// changed reports whether the lesson of an assignment is another one by now.
func (g *Gradebook) changed(a *store.Assignment) bool {
	content, err := assign.Pin(g.Files(), a.Lesson)
	return err == nil && content.Digest != a.Digest
}

func (g *Gradebook) move(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	a, err := g.Store.Assignment(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	handed, err := g.Store.Submissions(ctx, a.ID)
	if err != nil {
		return err
	}
	to := store.AssignmentState(r.PostFormValue("to"))
	if !assign.MayMove(a.State, to, len(handed) > 0) {
		return wrong("gb.wrong.state")
	}
	a.State = to
	if to == store.AssignmentReleased {
		a.ReleasedAt = g.now()
	}
	if err := g.Store.Commit(ctx, store.SaveAssignment{Assignment: a}, g.audit(r, "assignment."+string(to), a.ID, a.Title)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID)
	return back(w, r, address(a.ID))
}

func (g *Gradebook) drop(w http.ResponseWriter, r *http.Request) error {
	a, err := g.Store.Assignment(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	err = g.Store.Commit(r.Context(), store.DropAssignment{ID: a.ID}, g.audit(r, "assignment.deleted", a.ID, a.Title))
	if errors.Is(err, store.ErrStale) {
		return wrong("gb.wrong.delete")
	}
	if err != nil {
		return err
	}
	return back(w, r, Path)
}

// repin takes the lesson as it is now; exercises that it has no more are no part of the assignment any more.
func (g *Gradebook) repin(w http.ResponseWriter, r *http.Request) error {
	a, err := g.Store.Assignment(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	content, err := assign.Pin(g.Files(), a.Lesson)
	if err != nil {
		return wrong("gb.wrong.lesson")
	}
	e, err := assign.Unpin(content.Data, a.Lesson)
	if err != nil {
		return err
	}
	a.Digest = content.Digest
	a.Items = assign.Carry(a.Items, e)
	if len(a.Items) == 0 {
		return wrong("gb.wrong.items")
	}
	if err := g.Store.Commit(r.Context(), content, store.SaveAssignment{Assignment: a}, g.audit(r, "assignment.lesson", a.ID, a.Title)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID)
	return back(w, r, address(a.ID))
}

// regrade has everything judged anew, or one submission.
func (g *Gradebook) regrade(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	all, err := g.Store.Submissions(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	one := r.PostFormValue("submission")
	var writes []store.Write
	for _, s := range all {
		if one == "" || s.ID == one {
			writes = append(writes, store.Regrade{Submission: s.ID})
		}
	}
	if len(writes) > 0 {
		if err := g.Store.Commit(ctx, append(writes, g.audit(r, "assignment.regrade", r.PathValue("id"), one))...); err != nil {
			return err
		}
		g.Wake()
		g.Desk.Changed(r.PathValue("id"))
	}
	return back(w, r, address(r.PathValue("id")))
}

// extend gives a student more time; an empty time takes it back.
func (g *Gradebook) extend(w http.ResponseWriter, r *http.Request) error {
	a, m, why, err := g.decision(r)
	if err != nil {
		return err
	}
	due, err := g.timeOf(r.PostFormValue("due"))
	if err != nil {
		return err
	}
	p := author(r)
	var write store.Write = store.DropExtension{Assignment: a.ID, Member: m.ID}
	if due > 0 {
		write = store.SaveExtension{Extension: store.Extension{Assignment: a.ID, Member: m.ID, Due: due, Why: why, By: p, At: g.now()}}
	}
	if err := g.Store.Commit(r.Context(), write, g.audit(r, "assignment.extension", m.ID, a.Title+": "+g.when(due)+" "+why)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID, m.ID)
	return back(w, r, address(a.ID)+"#"+m.ID)
}

// override decides what a student gets; without points that is taken back. Whoever decides says why.
func (g *Gradebook) override(w http.ResponseWriter, r *http.Request) error {
	a, m, why, err := g.decision(r)
	if err != nil {
		return err
	}
	var write store.Write = store.DropOverride{Assignment: a.ID, Member: m.ID}
	value := strings.TrimSpace(r.PostFormValue("points"))
	if value != "" {
		p, err := points(value)
		switch {
		case err != nil:
			return err
		case why == "":
			return wrong("gb.wrong.why")
		}
		write = store.SaveOverride{Override: store.Override{Assignment: a.ID, Member: m.ID, Points: p, Why: why, By: author(r), At: g.now()}}
	}
	if err := g.Store.Commit(r.Context(), write, g.audit(r, "assignment.override", m.ID, a.Title+": "+value+" "+why)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID, m.ID)
	return back(w, r, address(a.ID)+"#"+m.ID)
}

// decision reads what a form decides about one student.
func (g *Gradebook) decision(r *http.Request) (a store.Assignment, m store.Member, why string, err error) {
	if a, err = g.Store.Assignment(r.Context(), r.PathValue("id")); err != nil {
		return
	}
	if m, err = g.student(r, r.PostFormValue("member")); err != nil {
		return
	}
	why, err = note(r.PostFormValue("why"))
	return
}

const noteMost = 8 << 10 // bytes of what somebody writes

// note reads what somebody writes.
func note(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if len(text) > noteMost || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", wrong("gb.wrong.note")
	}
	return text, nil
}

// groups takes the groups that the roster has.
func (g *Gradebook) groups(w http.ResponseWriter, r *http.Request) error {
	a, err := g.Store.Assignment(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	students, err := g.students(r.Context())
	if err != nil {
		return err
	}
	writes := []store.Write{g.audit(r, "assignment.groups", a.ID, a.Title)}
	for _, m := range students {
		writes = append(writes, store.SaveGroup{GroupMember: store.GroupMember{Assignment: a.ID, Member: m.ID, Group: m.Group}})
	}
	a.Groups = true
	if err := g.Store.Commit(r.Context(), append(writes, store.SaveAssignment{Assignment: a})...); err != nil {
		return err
	}
	g.Desk.Changed(a.ID)
	return back(w, r, address(a.ID))
}

// author is who sends a request.
func author(r *http.Request) string { return auth.From(r.Context()).ID }
