package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
)

// asked is a page that was told of an assignment.
func asked(t *testing.T) *bench {
	b := online(t)
	b.message(wire.New(wire.Assigned, wire.AssignedBody{Now: b.now + 500, Assignments: []wire.Assignment{{ID: "h1", Title: "Home", State: "open", Cells: []string{"e", "gone"}, Max: "4"}}}))
	return b
}

// submitted are the requests to hand in that were sent.
func (b *bench) submitted() (all []wire.Message) {
	for _, m := range b.sent {
		if m.Type == wire.Submit {
			all = append(all, m)
		}
	}
	return all
}

func TestSubmit(t *testing.T) {
	b := asked(t)
	a := b.s.Assigned[0]
	if b.s.Clock() != b.now+500 || b.s.Unchanged(a) != 1 {
		t.Errorf("clock %d, %d unchanged", b.s.Clock(), b.s.Unchanged(a))
	}
	b.do(Edited{Cell: "e", Code: "x = 2"})
	b.do(Act{Name: "submit-ask", Value: "h1"})
	if !a.Asks || len(b.submitted()) != 0 || b.s.Unchanged(a) != 0 {
		t.Errorf("%+v", a)
	}
	b.do(Act{Name: "submit-not", Value: "h1"})
	b.do(Act{Name: "submit", Value: "h1"})
	b.do(Act{Name: "submit", Value: "h1"}) // twice, as with a double click
	sent := b.submitted()
	if len(sent) != 1 || !strings.Contains(string(sent[0].Body), `"answers":{"e":"x = 2"}`) || !a.Sending || a.Asks {
		t.Fatalf("%v %+v", sent, a)
	}
	receipt := wire.New(wire.Receipt, wire.ReceiptBody{Assignment: "h1", ID: "s1", N: 1, At: 5, Digest: "d"})
	receipt.RID = sent[0].RID
	b.message(receipt)
	if a.Sending || a.Last == nil || a.Last.ID != "s1" || !a.Waits || a.Used != 1 {
		t.Errorf("%+v", a)
	}
	b.message(wire.New(wire.Grade, wire.GradeBody{Now: b.now, Assignment: wire.Assignment{ID: "h1", Title: "Home", Points: "3", Max: "4"}}))
	if a.Points != "3" || len(b.s.Toasts) == 0 || !strings.Contains(b.s.Toasts[len(b.s.Toasts)-1].Text, "3 of 4") {
		t.Errorf("%+v, %v", a, b.s.Toasts)
	}
}

// TestAssignedNext: when the time changes what is asked for, the page asks once.
func TestAssignedNext(t *testing.T) {
	b := online(t)
	for range 3 {
		b.message(wire.New(wire.Assigned, wire.AssignedBody{Now: 1, Next: 5_001, Assignments: []wire.Assignment{}}))
	}
	waits := 0
	for _, e := range b.all {
		if after, ok := e.(After); ok && after.What == "assigned-next" {
			waits++
			if after.MS != 5000 {
				t.Errorf("waits %d ms", after.MS)
			}
		}
	}
	b.do(Due{What: "assigned-next"})
	if waits != 1 || b.sent[len(b.sent)-1].Type != wire.Assignments {
		t.Errorf("%d timers; sent %v", waits, b.sent[len(b.sent)-1])
	}
}

// TestSubmitAgain: what was on its way when the connection went is sent again, and a refusal ends it.
func TestSubmitAgain(t *testing.T) {
	b := asked(t)
	b.do(Closed{Code: 1006})
	b.do(Act{Name: "submit", Value: "h1"})
	if n := len(b.submitted()); n != 0 {
		t.Fatalf("%d sent without a connection", n)
	}
	b.welcome("s2", 0) // a new session: the server was started anew
	b.message(wire.New(wire.Assigned, wire.AssignedBody{Now: 1, Assignments: []wire.Assignment{{ID: "h1", Cells: []string{"e"}, Max: "4"}}}))
	sent := b.submitted()
	if len(sent) != 1 {
		t.Fatalf("%d sent", len(sent))
	}
	refused := wire.New(wire.Refused, wire.RefusedBody{Request: wire.Submit, Code: "submit-too-late"})
	refused.RID = sent[0].RID
	b.message(refused)
	if b.s.Assigned[0].Sending || !strings.Contains(b.s.Toasts[len(b.s.Toasts)-1].Text, "too late") {
		t.Errorf("%+v", b.s.Assigned[0])
	}
}
