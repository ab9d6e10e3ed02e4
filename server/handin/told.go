package handin

import (
	"context"
	"errors"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/store"
)

// This file is what a student is told of assignments: in a lesson's page, and on a page of their own.

// Told returns what a person is asked for in a lesson; in all lessons where that is "".
func (d *Desk) Told(ctx context.Context, p auth.Person, lesson string) (wire.AssignedBody, error) {
	body := wire.AssignedBody{Now: d.now(), Assignments: []wire.Assignment{}}
	list, err := d.Store.Assignments(ctx)
	if err != nil {
		return body, err
	}
	for _, a := range list {
		if lesson != "" && a.Lesson != lesson {
			continue
		}
		told, err := d.Of(ctx, p, a.ID)
		switch {
		case errors.Is(err, store.ErrNone):
			soon(&body, a, a.Opens)
			continue
		case err != nil:
			return body, err
		}
		soon(&body, a, told.Assignment.Due, told.Assignment.Due+a.Grace+1, told.Assignment.Closes+1)
		body.Assignments = append(body.Assignments, told.Assignment)
	}
	return body, nil
}

// soon notes when an open assignment is told otherwise, because of the time alone.
func soon(body *wire.AssignedBody, a store.Assignment, times ...int64) {
	for _, at := range times {
		if a.State == store.AssignmentOpen && at > body.Now && (body.Next == 0 || at < body.Next) {
			body.Next = at
		}
	}
}

// Of returns one assignment as a person sees it; store.ErrNone when they do not.
func (d *Desk) Of(ctx context.Context, p auth.Person, id string) (wire.GradeBody, error) {
	body := wire.GradeBody{Now: d.now()}
	a, err := d.Store.Assignment(ctx, id)
	switch {
	case err != nil:
		return body, err
	case !assign.Visible(&a, body.Now):
		return body, store.ErrNone
	}
	book, err := d.Book(ctx, a, p.ID)
	if err != nil {
		return body, err
	}
	body.Assignment = tell(book, p, body.Now)
	return body, nil
}

// tell is what a person may know of an assignment now.
func tell(b *assign.Book, p auth.Person, now int64) wire.Assignment {
	a := &b.Assignment
	extended := b.Extended(p.ID)
	attempts := b.Attempts(p.ID)
	t := wire.Assignment{
		ID: a.ID, Title: a.Title, State: string(a.State), Due: assign.Due(a, extended), Closes: assign.Closing(a, extended), Late: a.Late,
		Attempts: a.Attempts, Used: len(attempts), Feedback: a.Feedback, Max: assign.Max(a).String(),
	}
	if a.Late == assign.Deduct {
		t.Percent = a.LatePercent
	}
	if a.Groups {
		t.Group = b.GroupOf(p.ID)
	}
	for _, i := range a.Items {
		t.Cells = append(t.Cells, i.Cell)
	}
	var refusal assign.Refusal
	if err := assign.MayHandIn(a, extended, len(attempts), now); errors.As(err, &refusal) {
		t.Refused = string(refusal)
	} else if p.Role != auth.Student {
		t.Refused = string(assign.NotMember)
	}
	if n := len(attempts); n > 0 {
		last := attempts[n-1]
		r := Receipt(*last)
		t.Last, t.LateBy = &r, assign.LatenessOf(a, extended, last.At).By.Milliseconds()
		t.Waits = last.State == store.Queued || last.State == store.Grading
	}
	if assign.MaySeePoints(a, extended, now) {
		tellPoints(&t, b.Standing(p.ID))
	}
	return t
}

// tellPoints adds what is told when points are.
func tellPoints(t *wire.Assignment, s assign.Standing) {
	if s.Has() {
		t.Points = s.Points.String()
	}
	if s.Counted == nil || s.Counted.Submission.GradedAt == 0 {
		return
	}
	t.Counted, t.Marking = s.Counted.Submission.N, s.Counted.Waits
	if s.Counted.Comment != nil {
		t.Comment = s.Counted.Comment.Text
	}
	for _, c := range s.Counted.Cells {
		g := wire.CellGrade{Cell: c.Item.Cell, Points: c.Points.String(), Max: c.Item.Max.String()}
		if c.Score != nil {
			r := assign.Shown(assign.ResultOf(*c.Score))
			g.Result = &r
		}
		if c.Comment != nil {
			g.Comment = c.Comment.Text
		}
		t.Grades = append(t.Grades, g)
	}
}

// Closed reports whether the solution of an exercise is to be kept from a person, because it is asked for in an assignment
// that takes submissions.
func (d *Desk) Closed(ctx context.Context, p auth.Person, lesson, cell string) (bool, error) {
	if p.Role.May(auth.Grade) {
		return false, nil
	}
	list, err := d.Store.Assignments(ctx)
	if err != nil {
		return false, err
	}
	for _, a := range list {
		if a.Lesson != lesson || a.State != store.AssignmentOpen {
			continue
		}
		if a, err = d.Store.Assignment(ctx, a.ID); err != nil {
			return false, err
		}
		for _, i := range a.Items {
			if i.Cell == cell {
				return true, nil
			}
		}
	}
	return false, nil
}
