package assign

import (
	"testing"
	"testing/quick"
	"time"

	"gputour/server/store"
)

const hour, minute = int64(3_600_000), int64(60_000)

func open(change func(a *store.Assignment)) *store.Assignment {
	a := &store.Assignment{ID: "one", State: store.AssignmentOpen, Opens: 1 * hour, Due: 10 * hour, Late: Mark, Counts: Last, Feedback: Now}
	if change != nil {
		change(a)
	}
	return a
}

func TestLateness(t *testing.T) {
	tenADay := func(a *store.Assignment) { a.Late, a.LatePercent, a.LateMost = Deduct, 10, 25 }
	for _, c := range []struct {
		name         string
		change       func(a *store.Assignment)
		extended, at int64
		by           time.Duration
		percent      int
	}{
		{"in time", nil, 0, 10 * hour, 0, 0},
		{"a moment late", nil, 0, 10*hour + 1, time.Millisecond, 0},
		{"within grace", func(a *store.Assignment) { a.Grace = 5 * minute }, 0, 10*hour + 5*minute, 0, 0},
		{"after grace, by all of it", func(a *store.Assignment) { a.Grace = 5 * minute }, 0, 10*hour + 6*minute, 6 * time.Minute, 0},
		{"a day that has begun", tenADay, 0, 11 * hour, time.Hour, 10},
		{"exactly a day", tenADay, 0, 34 * hour, 24 * time.Hour, 10},
		{"two days", tenADay, 0, 35 * hour, 25 * time.Hour, 20},
		{"no more than the most", tenADay, 0, 400 * hour, 390 * time.Hour, 25},
		{"the least most", func(a *store.Assignment) { a.Late, a.LatePercent, a.LateMost = Deduct, 10, 1 }, 0, 11 * hour, time.Hour, 1},
		{"most of nothing is all", func(a *store.Assignment) { a.Late, a.LatePercent = Deduct, 60 }, 0, 60 * hour, 50 * time.Hour, 100},
		{"with an extension", tenADay, 20 * hour, 20 * hour, 0, 0},
		{"after an extension", tenADay, 20 * hour, 21 * hour, time.Hour, 10},
		{"an earlier extension is none", tenADay, 5 * hour, 10 * hour, 0, 0},
		{"never due", func(a *store.Assignment) { a.Due = 0 }, 0, 1000 * hour, 0, 0},
	} {
		if got := LatenessOf(open(c.change), c.extended, c.at); got != (Lateness{c.by, c.percent}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestMayHandIn(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   func(a *store.Assignment)
		extended int64
		used     int
		now      int64
		want     error
	}{
		{"open", nil, 0, 5, 2 * hour, nil},
		{"draft", func(a *store.Assignment) { a.State = store.AssignmentDraft }, 0, 0, 2 * hour, NotOpen},
		{"closed", func(a *store.Assignment) { a.State = store.AssignmentClosed }, 0, 0, 2 * hour, NotOpen},
		{"before it opens", nil, 0, 0, hour - 1, NotYet},
		{"late", nil, 0, 0, 50 * hour, nil},
		{"late where that is refused", func(a *store.Assignment) { a.Late = Refuse }, 0, 0, 10*hour + 1, TooLate},
		{"in grace", func(a *store.Assignment) { a.Late, a.Grace = Refuse, minute }, 0, 0, 10*hour + minute, nil},
		{"extended", func(a *store.Assignment) { a.Late = Refuse }, 20 * hour, 0, 20 * hour, nil},
		{"after the extension", func(a *store.Assignment) { a.Late = Refuse }, 20 * hour, 0, 20*hour + 1, TooLate},
		{"after it closes", func(a *store.Assignment) { a.Closes = 30 * hour }, 0, 0, 30*hour + 1, TooLate},
		{"an extension beyond the close", func(a *store.Assignment) { a.Closes = 30 * hour }, 40 * hour, 0, 40 * hour, nil},
		{"an extension where nothing closes", nil, 20 * hour, 0, 50 * hour, nil},
		{"the moment when it opens", nil, 0, 0, hour, nil},
		{"the moment when it closes", func(a *store.Assignment) { a.Closes = 30 * hour }, 0, 0, 30 * hour, nil},
		{"closed before it is due", func(a *store.Assignment) { a.Late, a.Closes = Refuse, 8*hour }, 0, 0, 9 * hour, TooLate},
		{"the last attempt", func(a *store.Assignment) { a.Attempts = 3 }, 0, 2, 2 * hour, nil},
		{"one too many", func(a *store.Assignment) { a.Attempts = 3 }, 0, 3, 2 * hour, NoAttempts},
		{"no due time, refused when late", func(a *store.Assignment) { a.Due, a.Late = 0, Refuse }, 0, 0, 900 * hour, nil},
	} {
		if got := MayHandIn(open(c.change), c.extended, c.used, c.now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMaySeePoints(t *testing.T) {
	for _, c := range []struct {
		state         store.AssignmentState
		feedback      string
		extended, now int64
		want          bool
	}{
		{store.AssignmentOpen, Now, 0, 2 * hour, true},
		{store.AssignmentOpen, AtDue, 0, 10 * hour, false},
		{store.AssignmentOpen, AtDue, 0, 10*hour + 1, true},
		{store.AssignmentOpen, AtDue, 20 * hour, 11 * hour, false}, // who has more time may not see it before
		{store.AssignmentClosed, Release, 0, 99 * hour, false},
		{store.AssignmentReleased, Release, 0, 2 * hour, true},
		{store.AssignmentDraft, Now, 0, 99 * hour, false},
	} {
		a := open(func(a *store.Assignment) { a.State, a.Feedback = c.state, c.feedback })
		if got := MaySeePoints(a, c.extended, c.now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestMayMove(t *testing.T) {
	states := []store.AssignmentState{store.AssignmentDraft, store.AssignmentOpen, store.AssignmentClosed, store.AssignmentReleased}
	allowed := map[[2]store.AssignmentState]bool{}
	for _, m := range [][2]int{{0, 1}, {1, 0}, {1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 2}} {
		allowed[[2]store.AssignmentState{states[m[0]], states[m[1]]}] = true
	}
	for _, from := range states {
		for _, to := range states {
			if got := MayMove(from, to, false); got != allowed[[2]store.AssignmentState{from, to}] {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
	}
	if MayMove(store.AssignmentOpen, store.AssignmentDraft, true) {
		t.Error("work that was handed in is hidden again")
	}
}

// TestLatenessGrows: whoever hands in later is not less late, and more time makes nobody later.
func TestLatenessGrows(t *testing.T) {
	err := quick.Check(func(due, at, more uint32, percent, most uint8, extension uint32) bool {
		a := &store.Assignment{Due: int64(due), Late: Deduct, LatePercent: int(percent), LateMost: int(most)}
		x, y := LatenessOf(a, 0, int64(at)), LatenessOf(a, 0, int64(at)+int64(more))
		z := LatenessOf(a, int64(extension), int64(at))
		return x.By <= y.By && x.Percent <= y.Percent && z.By <= x.By && z.Percent <= x.Percent && x.Percent <= 100 && x.Percent >= 0
	}, nil)
	if err != nil {
		t.Error(err)
	}
}
