package class

import (
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is what a member's several sessions tell the class, and what a member finds who comes back.

// TestSeveralSessions: a row shows the session that runs; what another one waits for, or that another one is gone, does not hide it.
func TestSeveralSessions(t *testing.T) {
	r := newRoom(t, "ann")
	state := func(want string) {
		t.Helper()
		if row := r.row("ann"); row.State != want {
			t.Errorf("ann's row is %s, want %s", row.State, want)
		}
	}
	r.do(Ran{"ann", "one", "one", "a", wire.RowRunning})
	r.do(Ran{"ann", "two", "one", "b", wire.RowWaiting})
	state(wire.RowRunning)
	r.do(Gone{"ann", "two"})
	state(wire.RowRunning)
	r.do(Ran{"ann", "one", "one", "a", wire.RowWaiting}) // the same session waits again
	state(wire.RowWaiting)
	r.do(Gone{"ann", "one"})
	state(wire.RowIdle)
	r.run("ann", "one", "a", wire.RunFailed, "E", "")
	r.do(Gone{"ann", "s-ann"}) // it runs nothing
	state(wire.RowFailed)
	r.do(Turn{"stranger", 1})
	r.do(Gone{"stranger", "one"})
	version := r.s.Version()
	r.do(Turn{"ann", 0}) // as it was
	if r.s.Version() != version {
		t.Error("a turn that did not change is told")
	}
}

// TestComesBack: a member's snapshot has the hand that is up, and the place is that of the last work, in whatever order rows are.
func TestComesBack(t *testing.T) {
	r := newRoom(t, "ann", "teacher")
	id := r.must("ann", "1", &wire.RaiseBody{Up: true, Note: "?"})
	if h := r.s.Snapshot("ann").Hand; h == nil || h.ID != id || h.Note != "?" {
		t.Errorf("the hand is %+v", h)
	}
	if h := r.s.Snapshot("teacher").Hand; h != nil {
		t.Errorf("the teacher's hand is %+v", h)
	}
	poll := r.must("teacher", "1", &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
	r.must("teacher", "2", &wire.ClosePollBody{Poll: poll}) // in the same millisecond
	if p := r.s.Snapshot("ann").Polls[0]; p.Closed <= p.At {
		t.Errorf("opened at %d, closed at %d", p.At, p.Closed)
	}
	rows := []store.Progress{{Member: "ann", Lesson: "one", Cell: "a", Last: 7, Attempts: 1}, {Member: "ann", Lesson: "two", Cell: "c", Last: 9, Attempts: 1, Fails: 1, Error: "E"}, {Member: "ann", Lesson: "one", Cell: "b", Last: 8, Attempts: 1}}
	for turn := range rows {
		s, _ := Restore("GPU 101", Rows{Members: []Enrolled{enrolled("ann", "student")}, Progress: append(rows[turn:len(rows):len(rows)], rows[:turn]...)}, course, 10)
		if row := s.boardRow(s.members["ann"]); row.Lesson != "two" || row.Cell != "c" || row.Error != "E" || row.Seen != 9 {
			t.Errorf("rows from %d on: %+v", turn, row)
		}
	}
}
