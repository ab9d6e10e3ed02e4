package handin

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var (
	ctx = context.Background()
	ann = auth.Person{ID: "ann", Name: "Ann", Role: auth.Student}
	bob = auth.Person{ID: "bob", Name: "Bob", Role: auth.Student}
	eve = auth.Person{ID: "eve", Name: "Eve", Role: auth.Instructor}
)

const hour = int64(3_600_000)

// class is a desk on a store with one assignment, at ten hours; it is due at twenty.
func class(t *testing.T, change func(a *store.Assignment)) (d *Desk, now *int64) {
	t.Helper()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	now = new(int64)
	*now = 10 * hour
	a := store.Assignment{ID: "one", Lesson: "devices", Title: "One", State: store.AssignmentOpen, Opens: hour, Due: 20 * hour, Late: assign.Mark, Counts: assign.Last,
		Feedback: assign.Now, Items: []store.Item{{Cell: "a", Max: 300, Parts: []store.Part{{Test: "t", Points: 300}}}, {Cell: "b", Max: 100}}}
	if change != nil {
		change(&a)
	}
	d = &Desk{Store: s, Now: func() time.Time { return time.UnixMilli(*now) }}
	commit(t, d, store.SaveAssignment{Assignment: a})
	return d, now
}

func commit(t *testing.T, d *Desk, writes ...store.Write) {
	t.Helper()
	if err := d.Store.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
}

// grade ends the grading of what waits longest.
func grade(t *testing.T, d *Desk, points store.Points) {
	t.Helper()
	s, err := d.Store.Claim(ctx, store.Claim{Node: "n", Token: "x", For: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, d, store.EndGrading{Submission: s.ID, Token: "x", State: store.Graded, At: 5, Scores: []store.Score{{Submission: s.ID, Cell: "a", Round: s.Round, Auto: points,
		Result: []byte(`{"status":"fail","tests":[{"name":"one","status":"pass","function":"t"}]}`)}}})
	d.Graded(s)
}

func TestHandIn(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(a *store.Assignment)
		before func(t *testing.T, d *Desk, now *int64)
		person auth.Person
		code   assign.Answers
		n      int
		same   bool
		err    error
	}{
		{"the first", nil, nil, ann, assign.Answers{"a": "x", "other": "y"}, 1, false, nil},
		{"the same again", nil, func(t *testing.T, d *Desk, _ *int64) { hand(t, d, ann, "x") }, ann, assign.Answers{"a": "x", "other": "z"}, 1, true, nil},
		{"other answers", nil, func(t *testing.T, d *Desk, _ *int64) { hand(t, d, ann, "y") }, ann, assign.Answers{"a": "x"}, 2, false, nil},
		{"back to the first answers", nil, func(t *testing.T, d *Desk, _ *int64) { hand(t, d, ann, "x"); hand(t, d, ann, "y") }, ann, assign.Answers{"a": "x"}, 3, false, nil},
		{"another's answers", nil, func(t *testing.T, d *Desk, _ *int64) { hand(t, d, bob, "x") }, ann, assign.Answers{"a": "x"}, 1, false, nil},
		{"the same, when it is closed", func(a *store.Assignment) { a.Late = assign.Refuse }, func(t *testing.T, d *Desk, now *int64) {
			hand(t, d, ann, "x")
			*now = 30 * hour
		}, ann, assign.Answers{"a": "x"}, 1, true, nil},
		{"too late", func(a *store.Assignment) { a.Late = assign.Refuse }, func(_ *testing.T, _ *Desk, now *int64) { *now = 30 * hour }, ann, assign.Answers{"a": "x"}, 0, false, assign.TooLate},
		{"extended", func(a *store.Assignment) { a.Late = assign.Refuse }, func(t *testing.T, d *Desk, now *int64) {
			commit(t, d, store.SaveExtension{Extension: store.Extension{Assignment: "one", Member: "ann", Due: 40 * hour}})
			*now = 30 * hour
		}, ann, assign.Answers{"a": "x"}, 1, false, nil},
		{"no attempts left", func(a *store.Assignment) { a.Attempts = 1 }, func(t *testing.T, d *Desk, _ *int64) { hand(t, d, ann, "y") }, ann, assign.Answers{"a": "x"}, 0, false, assign.NoAttempts},
		{"nothing asked for", nil, nil, ann, assign.Answers{"other": "x"}, 0, false, assign.NoAnswers},
		{"no student", nil, nil, eve, assign.Answers{"a": "x"}, 0, false, assign.NotMember},
		{"nobody", nil, nil, auth.Person{}, assign.Answers{"a": "x"}, 0, false, assign.NotMember},
		{"a draft", func(a *store.Assignment) { a.State = store.AssignmentDraft }, nil, ann, assign.Answers{"a": "x"}, 0, false, store.ErrNone},
		{"closed", func(a *store.Assignment) { a.State = store.AssignmentClosed }, nil, ann, assign.Answers{"a": "x"}, 0, false, assign.NotOpen},
		{"too many that wait", nil, func(t *testing.T, d *Desk, _ *int64) {
			for i := range waitMost {
				hand(t, d, ann, fmt.Sprint(i))
			}
		}, ann, assign.Answers{"a": "x"}, 0, false, ErrWaiting},
		{"for the group", func(a *store.Assignment) { a.Groups = true }, func(t *testing.T, d *Desk, _ *int64) {
			for _, m := range []string{"ann", "bob"} {
				commit(t, d, store.SaveGroup{GroupMember: store.GroupMember{Assignment: "one", Member: m, Group: "red"}})
			}
			hand(t, d, bob, "y")
		}, ann, assign.Answers{"a": "x"}, 2, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, now := class(t, c.change)
			if c.before != nil {
				c.before(t, d, now)
			}
			r, err := d.HandIn(ctx, c.person, "one", c.code, "en")
			if !errors.Is(err, c.err) || r.N != c.n || r.Same != c.same {
				t.Fatalf("%+v, %v", r, err)
			}
			if err != nil {
				return
			}
			s, err := d.Store.Submission(ctx, r.ID)
			if err != nil || s.State != store.Queued || len(r.Cells) != 1 || r.Digest == "" {
				t.Errorf("%+v %v", s, err)
			}
		})
	}
}

func hand(t *testing.T, d *Desk, p auth.Person, code string) wire.ReceiptBody {
	t.Helper()
	r, err := d.HandIn(ctx, p, "one", assign.Answers{"a": code}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTwice hands the same answers in from many tabs at once: there is one attempt, and each tab has its receipt.
func TestTwice(t *testing.T) {
	d, _ := class(t, func(a *store.Assignment) { a.Attempts = 1 })
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			r, err := d.HandIn(ctx, ann, "one", assign.Answers{"a": "x"}, "en")
			if err != nil || r.N != 1 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	if all, _ := d.Store.Submissions(ctx, "one"); len(all) != 1 {
		t.Errorf("%d submissions", len(all))
	}
}

func TestTold(t *testing.T) {
	told := func(d *Desk, p auth.Person) wire.Assignment {
		t.Helper()
		body, err := d.Told(ctx, p, "devices")
		if err != nil || len(body.Assignments) != 1 {
			t.Fatalf("%+v, %v", body, err)
		}
		return body.Assignments[0]
	}
	for _, c := range []struct {
		feedback string
		at       int64
		state    store.AssignmentState
		points   string
	}{
		{assign.Now, 11 * hour, store.AssignmentOpen, "2"},
		{assign.AtDue, 11 * hour, store.AssignmentOpen, ""},
		{assign.AtDue, 21 * hour, store.AssignmentOpen, "2"},
		{assign.Release, 21 * hour, store.AssignmentClosed, ""},
		{assign.Release, 11 * hour, store.AssignmentReleased, "2"},
	} {
		d, now := class(t, func(a *store.Assignment) { a.Feedback = c.feedback })
		hand(t, d, ann, "x")
		if a := told(d, ann); !a.Waits || a.Points != "" || a.Used != 1 || a.Last.N != 1 {
			t.Errorf("%+v: before grading %+v", c, a)
		}
		grade(t, d, 200)
		a, _ := d.Store.Assignment(ctx, "one")
		a.State, *now = c.state, c.at
		commit(t, d, store.SaveAssignment{Assignment: a})
		got := told(d, ann)
		if got.Points != c.points || got.Waits || (len(got.Grades) > 0) != (c.points != "") || got.Max != "4" {
			t.Errorf("%+v: %+v", c, got)
		}
		for _, g := range got.Grades {
			if g.Result != nil && g.Result.Tests[0].Function != "" {
				t.Errorf("a student is told how tests are named: %+v", g.Result)
			}
		}
		if b := told(d, bob); b.Used != 0 || b.Points != "" || b.Last != nil {
			t.Errorf("%+v: bob is told %+v", c, b)
		}
	}
	d, now := class(t, nil)
	if body, err := d.Told(ctx, ann, "other"); err != nil || len(body.Assignments) != 0 {
		t.Errorf("%+v, %v", body, err)
	}
	for _, c := range []struct{ now, next int64 }{{hour / 2, hour}, {hour, 20 * hour}, {20 * hour, 20*hour + 1}, {20*hour + 1, 0}} {
		*now = c.now
		body, _ := d.Told(ctx, ann, "devices")
		if seen := c.now >= hour; len(body.Assignments) > 0 != seen || body.Next != c.next {
			t.Errorf("at %d: %+v", c.now, body)
		}
	}
}

func TestWatch(t *testing.T) {
	d, _ := class(t, nil)
	heard := map[string]int{}
	stop := d.Watch("ann", func(id string) { heard["ann "+id]++ })
	defer d.Watch("bob", func(id string) { heard["bob "+id]++ })()
	hand(t, d, ann, "x")
	grade(t, d, 100)
	if heard["ann one"] != 2 || heard["bob one"] != 0 {
		t.Error(heard)
	}
	d.Changed("one")
	stop()
	d.Changed("one")
	if heard["ann one"] != 3 || heard["bob one"] != 2 {
		t.Error(heard)
	}
}

func TestClosed(t *testing.T) {
	d, _ := class(t, nil)
	for _, c := range []struct {
		person       auth.Person
		lesson, cell string
		state        store.AssignmentState
		want         bool
	}{
		{ann, "devices", "a", store.AssignmentOpen, true},
		{ann, "devices", "z", store.AssignmentOpen, false},
		{ann, "other", "a", store.AssignmentOpen, false},
		{eve, "devices", "a", store.AssignmentOpen, false},
		{ann, "devices", "a", store.AssignmentClosed, false},
	} {
		a, _ := d.Store.Assignment(ctx, "one")
		a.State = c.state
		commit(t, d, store.SaveAssignment{Assignment: a})
		if got, err := d.Closed(ctx, c.person, c.lesson, c.cell); got != c.want || err != nil {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}

func TestKey(t *testing.T) {
	d, _ := class(t, nil)
	key, err := d.Key(ctx)
	again, _ := (&Desk{Store: d.Store}).Key(ctx)
	if err != nil || string(key) != string(again) {
		t.Errorf("%x and %x, %v", key, again, err)
	}
}

// TestTwoServers: who watches at one server is told what happens at the other, and its graders look at once.
func TestTwoServers(t *testing.T) {
	here, _ := class(t, nil)
	there := &Desk{Store: here.Store, Now: here.Now}
	here.Tell, there.Tell = there.Hear, here.Hear
	var told []string
	note := func(who string) func(string) { return func(a string) { told = append(told, who+" "+a) } }
	there.Wake = func() { told = append(told, "wake") }
	there.Watch(ann.ID, note("ann there"))
	here.Watch(ann.ID, note("ann here"))
	there.Watch(bob.ID, note("bob there"))
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"handed in", func() { here.HandIn(ctx, ann, "one", assign.Answers{"a": "1"}, "en") }, "[ann here one ann there one wake]"},
		{"graded", func() { there.Graded(store.Submission{Assignment: "one", Holder: ann.ID, Member: ann.ID}) }, "[ann there one ann here one]"},
		{"changed for one", func() { here.Changed("one", bob.ID) }, "[bob there one]"},
		{"after a time in which nobody was heard", func() { there.Hear(News{}) }, "[ann there  bob there ]"},
	} {
		told = nil
		c.do()
		if c.what == "after a time in which nobody was heard" {
			slices.Sort(told) // of several members the order is any
		}
		if got := fmt.Sprint(told); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
