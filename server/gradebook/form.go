package gradebook

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/page"
	"gputour/server/store"
)

// This file makes assignments: the list, the form, and what it says.

// listed is an assignment in the list.
type listed struct {
	store.Assignment
	URL, Due                 string
	Lesson                   string
	Handed, Waiting, Failing int
	Students                 int
}

func (g *Gradebook) list(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	all, err := g.Store.Assignments(ctx)
	if err != nil {
		return err
	}
	handed, err := g.Store.Submissions(ctx, "")
	if err != nil {
		return err
	}
	students, err := g.students(ctx)
	if err != nil {
		return err
	}
	lang := string(page.LangOf(r))
	var rows []listed
	for _, a := range all {
		row := listed{Assignment: a, URL: address(a.ID), Due: g.when(a.Due), Lesson: g.lessonTitle(a.Lesson, lang), Students: len(students)}
		holders := map[string]bool{}
		for _, s := range handed {
			if s.Assignment != a.ID {
				continue
			}
			holders[s.Holder] = true
			switch s.State {
			case store.Queued, store.Grading:
				row.Waiting++
			case store.Failed:
				row.Failing++
			}
		}
		row.Handed = len(holders)
		rows = append(rows, row)
	}
	g.show(w, r, "list.html", 0, "gb.title", struct {
		Rows []listed
		New  string
	}{rows, Path + "/new"})
	return nil
}

func (g *Gradebook) lessonTitle(id, lang string) string {
	if e := g.Course().Entry(id); e != nil {
		return e.Lang(lang).Title
	}
	return id
}

// choice is a lesson that an assignment can be made of.
type choice struct {
	ID, Title, URL string
	Exercises      int
}

// draft is the way to a new assignment: choose a lesson, then the form.
func (g *Gradebook) draft(w http.ResponseWriter, r *http.Request) error {
	lang := string(page.LangOf(r))
	if id := r.URL.Query().Get("lesson"); id != "" {
		e := g.Course().Entry(id)
		if e == nil {
			return store.ErrNone
		}
		now := g.Now().In(g.Zone)
		due := time.Date(now.Year(), now.Month(), now.Day()+7, 23, 59, 0, 0, g.Zone)
		a := store.Assignment{Lesson: id, Title: e.Lang(lang).Title, Due: due.UnixMilli(), Late: assign.Mark, LatePercent: 10, LateMost: 50, Counts: assign.Last,
			Feedback: assign.Now, Weight: 1}
		for _, c := range assign.Exercises(e.Lang(lang)) {
			a.Items = append(a.Items, assign.ItemOf(e, c, store.Points(100*max(1, c.Points))))
		}
		return g.form(w, r, a, e)
	}
	var choices []choice
	for _, e := range g.Course().Entries {
		if n := len(assign.Exercises(e.Lang(lang))); n > 0 {
			choices = append(choices, choice{e.ID, e.Lang(lang).Title, Path + "/new?lesson=" + e.ID, n})
		}
	}
	g.show(w, r, "lessons.html", 0, "gb.new", choices)
	return nil
}

// itemForm is an exercise in the form.
type itemForm struct {
	Cell, Code string
	Chosen     bool
	Max        store.Points
	Hand       store.Points
	Parts      []partForm
}

type partForm struct {
	assign.Test
	Field  string
	Points store.Points
	Hidden bool
}

// form shows an assignment to be changed; e is its lesson.
func (g *Gradebook) form(w http.ResponseWriter, r *http.Request, a store.Assignment, e *lesson.Entry) error {
	var items []itemForm
	for _, c := range assign.Exercises(e.Lang(string(page.LangOf(r)))) {
		f := itemForm{Cell: c.ID, Code: c.Code, Max: store.Points(100 * max(1, c.Points))}
		worth := map[string]store.Points{}
		item := assign.ItemOf(e, c, f.Max)
		for _, i := range a.Items {
			if i.Cell == c.ID {
				item, f.Chosen = i, true
			}
		}
		for _, p := range item.Parts {
			worth[p.Test] = p.Points
		}
		f.Max, f.Hand = item.Max, assign.ByHand(item)
		for _, t := range assign.TestsOf(e, c.ID) {
			f.Parts = append(f.Parts, partForm{t, "part." + c.ID + "." + t.Key, worth[t.Key], strings.HasSuffix(t.Key, " (hidden)")})
		}
		items = append(items, f)
	}
	action := Path
	if a.ID != "" {
		action = address(a.ID) + "/edit"
	}
	g.show(w, r, "form.html", 0, "gb.edit", struct {
		store.Assignment
		Items                     []itemForm
		Action, Opens, Due, Close string
		GraceMinutes              int64
		Zone, Back                string
	}{a, items, action, g.fieldOf(a.Opens), g.fieldOf(a.Due), g.fieldOf(a.Closes), a.Grace / 60_000, g.zone(), backTo(a)})
	return nil
}

func backTo(a store.Assignment) string {
	if a.ID == "" {
		return Path
	}
	return address(a.ID)
}

// create makes an assignment from the form.
func (g *Gradebook) create(w http.ResponseWriter, r *http.Request) error {
	a := store.Assignment{ID: strings.ToLower(rand.Text()), Lesson: r.PostFormValue("lesson"), State: store.AssignmentDraft, Created: g.now()}
	content, err := assign.Pin(g.Files(), a.Lesson)
	if err != nil {
		return wrong("gb.wrong.lesson")
	}
	e, err := assign.Unpin(content.Data, a.Lesson)
	if err != nil {
		return err
	}
	a.Digest = content.Digest
	if err := g.read(r, &a, e); err != nil {
		return err
	}
	if r.PostFormValue("open") != "" {
		a.State = store.AssignmentOpen
	}
	if err := g.Store.Commit(r.Context(), content, store.SaveAssignment{Assignment: a}, g.audit(r, "assignment."+string(a.State), a.ID, a.Title)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID)
	return back(w, r, address(a.ID))
}

// pinned is an assignment with its lesson.
func (g *Gradebook) pinned(r *http.Request) (store.Assignment, *lesson.Entry, error) {
	a, err := g.Store.Assignment(r.Context(), r.PathValue("id"))
	if err != nil {
		return a, nil, err
	}
	data, err := g.Store.Content(r.Context(), a.Digest)
	if err != nil {
		return a, nil, fmt.Errorf("the lesson of %s: %v", a.ID, err) // not ErrNone: the page is there
	}
	e, err := assign.Unpin(data, a.Lesson)
	return a, e, err
}

func (g *Gradebook) edit(w http.ResponseWriter, r *http.Request) error {
	a, e, err := g.pinned(r)
	if err != nil {
		return err
	}
	return g.form(w, r, a, e)
}

func (g *Gradebook) save(w http.ResponseWriter, r *http.Request) error {
	a, e, err := g.pinned(r)
	if err != nil {
		return err
	}
	if err := g.read(r, &a, e); err != nil {
		return err
	}
	if err := g.Store.Commit(r.Context(), store.SaveAssignment{Assignment: a}, g.audit(r, "assignment.changed", a.ID, a.Title)); err != nil {
		return err
	}
	g.Desk.Changed(a.ID)
	return back(w, r, address(a.ID))
}

const titleMost = 200 // bytes

// read takes what the form says into an assignment.
func (g *Gradebook) read(r *http.Request, a *store.Assignment, e *lesson.Entry) (err error) {
	a.Title = strings.TrimSpace(r.PostFormValue("title"))
	if a.Title == "" || len(a.Title) > titleMost || !utf8.ValidString(a.Title) || strings.ContainsRune(a.Title, 0) {
		return wrong("gb.wrong.title")
	}
	for name, to := range map[string]*int64{"opens": &a.Opens, "due": &a.Due, "closes": &a.Closes} {
		if *to, err = g.timeOf(r.PostFormValue(name)); err != nil {
			return err
		}
	}
	var grace int
	for name, to := range map[string]*int{"percent": &a.LatePercent, "most": &a.LateMost, "attempts": &a.Attempts, "weight": &a.Weight, "grace": &grace} {
		if *to, err = number(r.PostFormValue(name)); err != nil {
			return err
		}
	}
	a.Grace = int64(grace) * 60_000
	for name, c := range map[string]struct {
		to      *string
		allowed []string
	}{"late": {&a.Late, []string{assign.Refuse, assign.Mark, assign.Deduct}}, "counts": {&a.Counts, []string{assign.Last, assign.Best}},
		"feedback": {&a.Feedback, []string{assign.Now, assign.AtDue, assign.Release}}} {
		*c.to = c.allowed[0]
		for _, v := range c.allowed {
			if r.PostFormValue(name) == v {
				*c.to = v
			}
		}
	}
	a.Groups = r.PostFormValue("groups") != ""
	switch {
	case a.Due > 0 && a.Opens >= a.Due, a.Closes > 0 && a.Closes < a.Due:
		return wrong("gb.wrong.order")
	case a.LatePercent > 100, a.LateMost > 100:
		return wrong("gb.wrong.percent")
	}
	return g.readItems(r, a, e)
}

// number reads a small count; "" is 0.
func number(value string) (int, error) {
	if value == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 100_000 {
		return 0, wrong("gb.wrong.number")
	}
	return n, nil
}

// readItems takes the exercises that are chosen, with the points of their tests and those given by hand.
func (g *Gradebook) readItems(r *http.Request, a *store.Assignment, e *lesson.Entry) error {
	a.Items = nil
	for _, c := range assign.Exercises(e.Lang("")) {
		if r.PostFormValue("item."+c.ID) == "" {
			continue
		}
		item := store.Item{Cell: c.ID}
		for _, t := range assign.TestsOf(e, c.ID) {
			p, err := points(r.PostFormValue("part." + c.ID + "." + t.Key))
			if err != nil {
				return err
			}
			item.Parts = append(item.Parts, store.Part{Test: t.Key, Points: p})
		}
		hand, err := points(r.PostFormValue("hand." + c.ID))
		if err != nil {
			return err
		}
		if item.Max = assign.Sum(item.Parts) + hand; item.Max > store.PointsMost {
			return wrong("gb.wrong.points")
		}
		a.Items = append(a.Items, item)
	}
	if len(a.Items) == 0 {
		return wrong("gb.wrong.items")
	}
	return nil
}

// points reads a field of points; "" is none.
func points(value string) (store.Points, error) {
	if strings.TrimSpace(value) == "" {
		return 0, nil
	}
	p, err := store.ParsePoints(value)
	if err != nil {
		return 0, wrong("gb.wrong.points")
	}
	return p, nil
}
