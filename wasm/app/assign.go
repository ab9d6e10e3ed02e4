package app

import "gputour/engine/wire"

// This file hands in what the learner was asked for in this lesson.

// Assigned is an assignment of this lesson, as the server has told it last.
type Assigned struct {
	wire.Assignment
	Asks    bool // the learner is asked whether to hand in now
	Sending bool // what is handed in has no receipt yet

	request wire.Message
}

// Clock is the server's time as this page knows it.
func (s *State) Clock() int64 { return s.Now + s.skew }

// assigned takes what is asked for. What was on its way when the connection went is sent again: the server keeps the same
// answers once.
func (s *State) assigned(b *wire.AssignedBody) {
	s.skew = b.Now - s.Now
	for _, a := range b.Assignments {
		s.assign(a)
	}
	for _, a := range s.Assigned {
		if a.Sending {
			s.send(a.request)
		}
	}
	s.tickAssigned()
	if b.Next > 0 && !s.assignedNext {
		s.assignedNext = true
		s.do(After{min(max(b.Next-b.Now, 1000), 600_000), "assigned-next"})
	}
}

// askAssigned asks again, when the time will have changed something.
func (s *State) askAssigned() {
	s.assignedNext = false
	s.send(wire.Request(wire.Assignments, nil))
}

// graded takes one assignment that has changed, and says so when there are new points.
func (s *State) graded(b *wire.GradeBody) {
	s.skew = b.Now - s.Now
	if old := s.assignment(b.Assignment.ID); old != nil && b.Assignment.Points != "" && b.Assignment.Points != old.Points {
		s.toast(s.T("assigned.graded", b.Assignment.Title, b.Assignment.Points, b.Assignment.Max))
	}
	s.assign(b.Assignment)
	s.tickAssigned()
}

func (s *State) assign(a wire.Assignment) {
	s.touch(Work)
	if old := s.assignment(a.ID); old != nil {
		old.Assignment = a
		return
	}
	s.Assigned = append(s.Assigned, &Assigned{Assignment: a})
}

// assignment is the one with an id, or nil.
func (s *State) assignment(id string) *Assigned {
	for _, a := range s.Assigned {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// tickAssigned keeps the time that is left on the page moving.
func (s *State) tickAssigned() {
	if len(s.Assigned) > 0 && !s.assignedTick {
		s.assignedTick = true
		s.do(After{30_000, "assigned"})
	}
}

// askSubmit asks whether to hand in; submit does it.
func (s *State) askSubmit(id string, ask bool) {
	if a := s.assignment(id); a != nil {
		a.Asks = ask
		s.touch(Work)
	}
}

// Unchanged counts the cells of an assignment that are still as the lesson has them.
func (s *State) Unchanged(a *Assigned) int {
	n := 0
	for _, id := range a.Cells {
		if c := s.cell(id); c != nil && c.Lesson != nil && c.Code == c.Lesson.Code {
			n++
		}
	}
	return n
}

func (s *State) submit(id string) {
	a := s.assignment(id)
	if a == nil || a.Sending {
		return
	}
	body := wire.SubmitBody{Assignment: a.ID, Answers: map[string]string{}, Lang: string(s.Lang)}
	for _, id := range a.Cells {
		if c := s.cell(id); c != nil {
			body.Answers[id] = c.Code
		}
	}
	a.request = wire.Request(wire.Submit, &body)
	a.request.RID = s.newRID()
	a.Asks, a.Sending = false, true
	s.send(a.request)
	s.touch(Work)
}

// receipt takes the answer to what was handed in.
func (s *State) receipt(b *wire.ReceiptBody) {
	a := s.assignment(b.Assignment)
	if a == nil {
		return
	}
	if b.Same {
		s.toast(s.T("assigned.same", itoa(b.N)))
	} else {
		s.toast(s.T("assigned.done", a.Title, itoa(b.N)))
		a.Used, a.Waits = max(a.Used, b.N), true
	}
	last := *b
	a.Last, a.Sending = &last, false
	s.touch(Work)
}

// unsent ends a request to hand in that was refused.
func (s *State) unsent(rid string) {
	for _, a := range s.Assigned {
		if a.Sending && a.request.RID == rid {
			a.Sending = false
			s.touch(Work)
		}
	}
}
