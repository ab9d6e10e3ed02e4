package gradebook

import (
	"cmp"
	"net/http"
	"slices"

	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/store"
)

// This file shows answers that are alike, side by side: a hint, never a verdict.

// pairView are two answers that are alike.
type pairView struct {
	A, B, Cell, URL string
	Percent         int
}

// alikeLeast is from when on two answers are shown as alike, and pairsMost how many pairs are.
const (
	alikeLeast = 0.8
	pairsMost  = 30
)

// pairs finds answers that are alike, of different holders.
func (g *Gradebook) pairs(r *http.Request, b *assign.Book, students []store.Member) ([]pairView, error) {
	a, e, err := g.pinned(r)
	if err != nil {
		return nil, err
	}
	type hander struct {
		member  store.Member
		id      string
		holder  string
		answers assign.Answers
	}
	var all []hander
	for _, m := range students {
		c := b.Standing(m.ID).Counted
		if c == nil || slices.ContainsFunc(all, func(h hander) bool { return h.holder == c.Submission.Holder }) {
			continue
		}
		full, err := g.Store.Submission(r.Context(), c.Submission.ID)
		if err != nil {
			return nil, err
		}
		answers, err := assign.ReadAnswers(full)
		if err != nil {
			return nil, err
		}
		all = append(all, hander{m, full.ID, full.Holder, answers})
	}
	var found []pairView
	for _, item := range a.Items {
		base := assign.Base(given(e, item.Cell))
		prints := make([]assign.Prints, len(all))
		for i, h := range all {
			prints[i] = assign.PrintsOf(h.answers[item.Cell], base)
		}
		for i := range all {
			for j := range i {
				if like := assign.Alike(prints[i], prints[j]); like >= alikeLeast {
					found = append(found, pairView{all[j].member.Name, all[i].member.Name, item.Cell,
						address(a.ID) + "/alike?a=" + all[j].id + "&b=" + all[i].id + "&cell=" + item.Cell, int(100 * like)})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(x, y pairView) int { return cmp.Compare(y.Percent, x.Percent) })
	return found[:min(len(found), pairsMost)], nil
}

// given is what a lesson says of an exercise: everybody has that.
func given(e *lesson.Entry, cell string) string {
	if c := e.Lang("").Cell(cell); c != nil {
		return c.Code
	}
	return ""
}

// alike lists the pairs or, where two submissions and a cell are named, shows these.
func (g *Gradebook) alike(w http.ResponseWriter, r *http.Request) error {
	b, err := g.book(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	students, err := g.students(r.Context())
	if err != nil {
		return err
	}
	q := r.URL.Query()
	view := struct {
		store.Assignment
		URL, Cell string
		Pairs     []pairView
		Sides     []sideView
	}{Assignment: b.Assignment, URL: address(b.Assignment.ID), Cell: q.Get("cell")}
	if view.Cell == "" {
		if view.Pairs, err = g.pairs(r, b, students); err != nil {
			return err
		}
	}
	for _, id := range []string{q.Get("a"), q.Get("b")} {
		if view.Cell == "" {
			break
		}
		s, answers, err := g.handed(r, id)
		if err != nil {
			return err
		}
		side := sideView{At: g.when(s.At), Code: answers[view.Cell], URL: view.URL + "/submissions/" + s.ID}
		for _, m := range students {
			if m.ID == s.Member {
				side.Name = m.Name
			}
		}
		view.Sides = append(view.Sides, side)
	}
	g.show(w, r, "alike.html", 0, "gb.alike", view)
	return nil
}

// sideView is one of two answers.
type sideView struct{ Name, At, Code, URL string }

// handed is a submission to the assignment of a request's path, with its answers.
func (g *Gradebook) handed(r *http.Request, id string) (store.Submission, assign.Answers, error) {
	s, err := g.Store.Submission(r.Context(), id)
	if err == nil && s.Assignment != r.PathValue("id") {
		err = store.ErrNone
	}
	if err != nil {
		return s, nil, err
	}
	answers, err := assign.ReadAnswers(s)
	return s, answers, err
}
