package class

import (
	"fmt"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file holds the numbers of a class: how much of everything there is, and from when on somebody is stuck.

// TestPollsInAll opens and closes more polls than a class has: the closed ones go that are oldest, and the open one stays.
func TestPollsInAll(t *testing.T) {
	r := newRoom(t, "ann", "teacher")
	open := func(i int) string {
		return r.must("teacher", fmt.Sprint(i), &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
	}
	first, ids := open(0), []string{}
	for i := range 60 {
		ids = append(ids, open(i+1))
		r.must("teacher", fmt.Sprint("close", i), &wire.ClosePollBody{Poll: ids[i]})
	}
	seen := r.s.Snapshot("ann").Polls
	if len(seen) != 50 || seen[0].ID != first || seen[1].ID != ids[60-49] || seen[49].ID != ids[59] {
		t.Errorf("%d polls from %s and %s to %s", len(seen), seen[0].ID, seen[1].ID, seen[len(seen)-1].ID)
	}
}

// TestPushesInAll: a hundred small cards are told, and of large ones half a MiB, the newest.
func TestPushesInAll(t *testing.T) {
	for _, c := range []struct {
		size, want int
	}{{1, 100}, {8 << 10, 64}, {8<<10 + 1, 63}} {
		r := newRoom(t, "ann", "teacher")
		last := ""
		for i := range 110 {
			last = r.must("teacher", fmt.Sprint(i), &wire.PushBody{Kind: wire.PushText, Body: strings.Repeat("x", c.size)})
		}
		if seen := r.s.Snapshot("ann").Pushes; len(seen) != c.want || seen[c.want-1].ID != last {
			t.Errorf("of cards of %d bytes %d are told", c.size, len(seen))
		}
	}
}

func TestOthersInAll(t *testing.T) {
	r := newRoom(t, "ann", "teacher")
	for i := range uint64(20) {
		r.do(Look{"ann", "teacher", i})
	}
	if n := len(r.s.members["ann"].lookers); n != 16 {
		t.Errorf("%d look at one notebook", n)
	}
	opened := 0
	for i := range 20 {
		if r.ask("teacher", fmt.Sprint(i), &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}}) == nil {
			opened++
		}
	}
	if opened != 8 {
		t.Errorf("%d polls are open at once", opened)
	}
	for i := range 5010 {
		r.do(enrolled(fmt.Sprint("m", i), "student"))
	}
	if len(r.s.members) != 5000 {
		t.Errorf("%d members", len(r.s.members))
	}
}

// TestSlowFrom: who takes more than four minutes is slow, and twice what half of the class took, once three have done it.
func TestSlowFrom(t *testing.T) {
	const second = 1000
	for _, c := range []struct {
		done     int
		took, at int64 // seconds
		slow     bool
	}{
		{3, 10, 200, false},
		{3, 10, 240, false},
		{3, 10, 241, true},
		{3, 150, 299, false},
		{3, 150, 300, true}, // twice as long, and not more than that
		{2, 10, 900, false},
	} {
		r := newRoom(t, "ann", "bob", "cyd", "dan")
		began := r.now
		for _, who := range []string{"ann", "bob", "cyd", "dan"} {
			r.do(At{who, wire.WhereBody{Lesson: "one", Cell: "b"}})
		}
		r.now = began + c.took*second
		for _, who := range []string{"ann", "bob", "cyd"}[:c.done] {
			r.do(Ended{Member: who, Session: "s", Lesson: "one", Cell: "b", State: wire.RunDone, Check: "pass"})
		}
		r.do(Tick{})
		r.now = began + c.at*second
		if row := r.row("dan"); (len(row.Stuck) > 0) != c.slow {
			t.Errorf("%d did it in %d s; after %d s: %v", c.done, c.took, c.at, row.Stuck)
		}
		r.do(At{"dan", wire.WhereBody{Lesson: "one", Cell: "a"}}) // and somewhere else at once no more
		if row := r.s.boardRow(r.s.members["dan"]); len(row.Stuck) > 0 {
			t.Errorf("at another cell: %v", row.Stuck)
		}
	}
}

// TestWhoHears: a table of who belongs to which audience.
func TestWhoHears(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher")
	r.do(Enrolled{Person: wire.Person{ID: "wes", Role: "student"}, Status: store.Waiting})
	for _, c := range []struct {
		to   Audience
		want string
	}{
		{Audience{}, "ann bob teacher"},
		{Audience{Only: Teachers}, "teacher"},
		{Audience{Only: Learners}, "ann bob"},
		{Audience{Members: []string{"ann", "wes", "stranger"}}, "ann"},
	} {
		var heard []string
		for _, who := range []string{"ann", "bob", "stranger", "teacher", "wes"} {
			if r.s.Hears(who, c.to) {
				heard = append(heard, who)
			}
		}
		if got := strings.Join(heard, " "); got != c.want {
			t.Errorf("%+v is heard by %s, want %s", c.to, got, c.want)
		}
	}
}

// TestHeatIsTold: the feed has a cell's heat when it changed, and not again.
func TestHeatIsTold(t *testing.T) {
	r := newRoom(t, "ann")
	r.do(Tick{})
	_, version := r.s.Since(0, 1<<20)
	r.run("ann", "one", "b", wire.RunFailed, "KeyError", "")
	r.do(Tick{})
	var feed Feed
	feed, version = r.s.Since(version, 1<<20)
	if heat := feed.Board.Heat; len(heat) != 1 || heat[0].Error != "KeyError" {
		t.Errorf("told %+v", heat)
	}
	r.do(Tick{})
	if feed, _ = r.s.Since(version, 1<<20); len(feed.Board.Heat) != 0 {
		t.Errorf("told again: %+v", feed.Board.Heat)
	}
	r.do(Ended{Member: "ann", Session: "s", Lesson: "one", Cell: "b", At: r.now + 1, Found: true, State: wire.RunDone, Check: "pass"})
	r.do(Tick{})
	if feed, _ = r.s.Since(version, 1<<20); len(feed.Board.Heat) != 1 || feed.Board.Heat[0].Passed != 1 {
		t.Errorf("of a run that was found is told %+v", feed.Board.Heat)
	}
}

// TestWaitedInVain: a run that was taken back before its turn leaves the row idle and counts for nothing.
func TestWaitedInVain(t *testing.T) {
	r := newRoom(t, "ann")
	r.do(Ran{"ann", "s", "one", "a", wire.RowWaiting})
	if row := r.row("ann"); row.State != wire.RowWaiting {
		t.Errorf("waiting: %+v", row)
	}
	r.do(Ended{Member: "ann", Session: "other", Lesson: "one", Cell: "a", State: wire.RunAborted})
	if row := r.row("ann"); row.State != wire.RowWaiting {
		t.Errorf("another session's run was taken back: %+v", row)
	}
	seen := r.s.members["ann"].inRow
	r.do(Ended{Member: "ann", Session: "s", Lesson: "one", Cell: "a", State: wire.RunAborted})
	if r.s.members["ann"].inRow == seen {
		t.Error("that nothing waits any more is not told")
	}
	if row := r.row("ann"); row.State != wire.RowIdle || row.Attempts != 0 || row.Cell != "" {
		t.Errorf("taken back: %+v", row)
	}
}

// TestAnswers: those who lead see a poll's answer at once, others when it is closed, whichever option it is.
func TestAnswers(t *testing.T) {
	for answer := range 2 {
		r := newRoom(t, "ann", "teacher")
		poll := r.must("teacher", "1", &wire.OpenPollBody{Kind: wire.PollPrediction, Question: "?", Options: []string{"x", "y"}, Answer: &answer})
		seen := func(who string, want int) {
			t.Helper()
			if b := r.s.Snapshot(who).Polls[0]; b.Answer == nil && want >= 0 || b.Answer != nil && *b.Answer != want {
				t.Errorf("of answer %d %s sees %v", answer, who, b.Answer)
			}
		}
		seen("teacher", answer)
		seen("ann", -1)
		r.must("teacher", "2", &wire.ClosePollBody{Poll: poll})
		seen("ann", answer)
	}
}

// TestHeatFollows: a cell over the class is counted anew when somebody comes there, leaves, or is a student no longer.
func TestHeatFollows(t *testing.T) {
	r := newRoom(t, "ann", "bob")
	counts := func(want ...int) {
		t.Helper()
		if h := r.heat("one", "a"); h.Here != want[0] || h.Tried != want[1] {
			t.Errorf("%d here, %d tried, want %v", h.Here, h.Tried, want)
		}
	}
	counts(0, 0)
	r.do(At{"ann", wire.WhereBody{Lesson: "one", Cell: "a"}})
	counts(1, 0)
	r.run("ann", "one", "a", wire.RunDone, "", "")
	r.run("bob", "one", "a", wire.RunDone, "", "")
	counts(2, 2)
	r.do(At{"ann", wire.WhereBody{Lesson: "one", Cell: "b"}})
	counts(1, 2)
	r.do(enrolled("ann", "assistant")) // who is elsewhere by now
	counts(1, 1)
}

// TestStamps: rows are read by time, so no two have the same, also when the clock stands or goes back.
func TestStamps(t *testing.T) {
	r := newRoom(t, "ann", "bob", "teacher")
	for i, who := range []string{"ann", "bob"} {
		r.must(who, "1", &wire.RaiseBody{Up: true})
		r.must("teacher", fmt.Sprint("poll", i), &wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
		r.must("teacher", fmt.Sprint("push", i), &wire.PushBody{Kind: wire.PushText, Body: "x"})
		r.now -= 500
	}
	at := []int64{r.rows.Hands[0].At, r.rows.Polls[0].At, r.rows.Pushes[0].At, r.rows.Hands[1].At, r.rows.Polls[1].At, r.rows.Pushes[1].At}
	for i, later := range at[1:] {
		if later <= at[i] {
			t.Errorf("times %d", at)
		}
	}
}

// TestHintsOfOthers: only a student of the class is shown parts of a solution so that it counts.
func TestHintsOfOthers(t *testing.T) {
	r := newRoom(t, "ann", "teacher")
	for _, who := range []string{"stranger", "teacher", "ann"} {
		r.do(Hinted{who, "one", "b", 2})
	}
	if len(r.rows.Progress) != 1 || r.rows.Progress[0].Member != "ann" || r.rows.Progress[0].Hints != 2 {
		t.Errorf("kept are %+v", r.rows.Progress)
	}
}

// TestStrayRows: votes that are for no poll, or for none of its options, and what nobody of the class did are passed over.
func TestStrayRows(t *testing.T) {
	poll := store.Poll{ID: "p", By: "teacher", At: 5, Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}}
	s, _ := Restore("GPU 101", Rows{
		Members:  []Enrolled{enrolled("ann", "student"), enrolled("teacher", "assistant")},
		Polls:    []store.Poll{poll},
		Votes:    []store.Vote{{Poll: "gone", Member: "ann"}, {Poll: "p", Member: "ann", Choice: -1}, {Poll: "p", Member: "ann", Choice: 2}, {Poll: "p", Member: "ann", Choice: 1}, {Poll: "p", Member: "bob", Choice: 0}},
		Hands:    []store.Hand{{ID: "h", Member: "stranger", At: 9}, {ID: "i", Member: "ann", At: 7, Ended: 8}},
		Progress: []store.Progress{{Member: "stranger", Lesson: "one", Cell: "a", Attempts: 1, Last: 9}},
	}, course, 10)
	staff, _ := s.Tallies(0, Teachers)
	if len(staff) != 1 || fmt.Sprint(staff[0].Counts) != "[1 1]" || staff[0].Voted != 2 {
		t.Errorf("%+v", staff)
	}
	if seen := s.Snapshot("ann"); seen.Hand != nil || s.Log() != 1 {
		t.Errorf("%+v, log %d", seen, s.Log())
	}
	if fresh := New("x"); fresh.Log() != 1 || fresh.Version() != 1 {
		t.Errorf("a new class has log %d and version %d", fresh.Log(), fresh.Version())
	}
}
