package view

import (
	"strconv"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

// This file draws what is asked for in a lesson: a bar below the notebook for each assignment.

// Assigned draws the assignments of the lesson.
func Assigned(s *app.State) []*Node {
	var bars []*Node
	for _, a := range s.Assigned {
		bars = append(bars, assignment(s, a))
	}
	return bars
}

func assignment(s *app.State, a *app.Assigned) *Node {
	head := El("p", Class("assigned-head"), El("b", a.Title), dueWords(s, a), attemptWords(s, a))
	return El("section", Key(a.ID), Class("assigned"), A("aria-label", s.T("assigned")+" "+a.Title),
		El("div", Class("assigned-row"), head, handIn(s, a)), confirmation(s, a), handed(s, a), grades(s, a))
}

// dueWords say how much time is left, or that none is.
func dueWords(s *app.State, a *app.Assigned) *Node {
	now := s.Clock()
	switch {
	case a.Due == 0:
		return El("span", s.T("assigned.nodue"))
	case now <= a.Due:
		return El("span", s.T("assigned.due", piece.Moment(a.Due, s.Now), span(s, a.Due-now)))
	case a.Late == "deduct":
		return El("span", Class("late"), s.T("assigned.over.deduct", piece.Moment(a.Due, s.Now), piece.Itoa(a.Percent)))
	}
	return El("span", Class("late"), s.T("assigned.over", piece.Moment(a.Due, s.Now)))
}

// span is a time in words, in its largest unit.
func span(s *app.State, ms int64) string {
	minutes := (ms + 59_999) / 60_000
	switch {
	case minutes < 120:
		return s.T("span.minutes", strconv.FormatInt(minutes, 10))
	case minutes < 48*60:
		return s.T("span.hours", strconv.FormatInt(minutes/60, 10))
	}
	return s.T("span.days", strconv.FormatInt(minutes/60/24, 10))
}

func attemptWords(s *app.State, a *app.Assigned) *Node {
	if a.Attempts == 0 {
		return nil
	}
	return El("span", s.T("assigned.left", piece.Itoa(max(0, a.Attempts-a.Used)), piece.Itoa(a.Attempts)))
}

// handIn is the button, or why there is none.
func handIn(s *app.State, a *app.Assigned) *Node {
	switch {
	case s.Alone():
		return El("span", Class("soft"), s.T("assigned.alone"))
	case a.Refused != "":
		return El("span", Class("soft"), s.Or("refused.submit-"+a.Refused, a.Refused))
	case a.Sending:
		words := "assigned.sending"
		if !s.Conn.Live() {
			words = "assigned.offline"
		}
		return El("span", Class("soft"), A("role", "status"), s.T(words))
	}
	label := s.T("assigned.submit")
	if a.Used > 0 {
		label = s.T("assigned.again")
	}
	return piece.Button("main", label, Act("submit-ask", a.ID), Flag("disabled", a.Asks))
}

func confirmation(s *app.State, a *app.Assigned) *Node {
	if !a.Asks {
		return nil
	}
	words := s.T("assigned.sure", piece.Itoa(len(a.Cells)))
	if n := s.Unchanged(a); n > 0 {
		words += " " + s.T("assigned.unchanged", piece.Itoa(n))
	}
	return El("div", Class("assigned-row"), A("role", "status"), El("p", words),
		El("span", Class("assigned-buttons"), piece.Button("main", s.T("assigned.yes"), Act("submit", a.ID)), piece.Button("", s.T("assigned.no"), Act("submit-not", a.ID))))
}

// handed is the last attempt with its receipt, and what it has.
func handed(s *app.State, a *app.Assigned) *Node {
	if a.Last == nil && a.Points == "" {
		return nil
	}
	parts := []Part{Class("assigned-last"), A("role", "status")}
	if a.Last != nil {
		parts = append(parts, El("span", s.T("assigned.last", piece.Itoa(a.Last.N), piece.Moment(a.Last.At, s.Now))),
			El("a", A("href", "/assignments/receipts/"+a.Last.ID), A("download", ""), s.T("assigned.receipt")))
		if a.LateBy > 0 {
			parts = append(parts, El("span", Class("late"), s.T("assigned.late", span(s, a.LateBy))))
		}
	}
	switch {
	case a.Points != "":
		parts = append(parts, El("b", s.T("assigned.points", a.Points, a.Max)))
		if a.Marking {
			parts = append(parts, El("span", Class("tag"), s.T("assigned.marking")))
		}
	case !a.Waits:
		parts = append(parts, El("span", Class("soft"), s.Or("assigned.later."+a.Feedback, "")))
	}
	if a.Waits {
		parts = append(parts, El("span", Class("soft"), s.T("assigned.waits")))
	}
	return El("p", parts...)
}

// grades are what each cell has, for who wants to look.
func grades(s *app.State, a *app.Assigned) *Node {
	if len(a.Grades) == 0 {
		return nil
	}
	kids := []Part{El("summary", s.T("assigned.results"))}
	if a.Comment != "" {
		kids = append(kids, El("blockquote", a.Comment))
	}
	for _, g := range a.Grades {
		kids = append(kids, cellGrade(s, g))
	}
	return El("details", kids...)
}

func cellGrade(s *app.State, g wire.CellGrade) *Node {
	parts := []Part{El("h3", El("code", g.Cell), Text(" "), El("span", s.T("assigned.points", g.Points, g.Max)))}
	if r := g.Result; r != nil {
		if len(r.Tests) == 0 {
			parts = append(parts, El("p", s.Or("assigned.result."+r.Status, s.T("check."+known(r.Status)))), line("pre", r.Message))
		}
		var tests []*Node
		for _, t := range r.Tests {
			tests = append(tests, testResult(s, t))
		}
		if len(tests) > 0 {
			parts = append(parts, El("ul", Class("checks"), tests))
		}
	}
	if g.Comment != "" {
		parts = append(parts, El("blockquote", g.Comment))
	}
	return El("div", append([]Part{Class("assigned-cell")}, parts...)...)
}
