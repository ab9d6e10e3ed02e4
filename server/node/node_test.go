package node

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func rows(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func join(t *testing.T, s store.Store, name string) *Node {
	t.Helper()
	n, err := Join(t.Context(), Options{Store: s, Name: name, Place: name, Bus: 1, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPlace is a table of where a new session goes from node a.
func TestPlace(t *testing.T) {
	at := func(name string, taken int) store.Node {
		return store.Node{Name: name, Bus: 1, Left: 5, Seats: 100, Taken: taken}
	}
	with := func(n store.Node, f func(*store.Node)) store.Node { f(&n); return n }
	for name, c := range map[string]struct {
		taken int
		nodes []store.Node
		want  string
	}{
		"nobody is known":       {5, nil, "a"},
		"alone":                 {100, []store.Node{at("a", 0)}, "a"},
		"all empty":             {0, []store.Node{at("a", 0), at("b", 0), at("c", 0)}, "a"},
		"a little fuller":       {9, []store.Node{at("a", 0), at("b", 0)}, "a"},
		"a good deal fuller":    {11, []store.Node{at("a", 0), at("b", 3), at("c", 0)}, "c"},
		"its own row is old":    {50, []store.Node{at("a", 0), at("b", 30)}, "b"},
		"equals, by name":       {90, []store.Node{at("a", 90), at("c", 1), at("b", 1)}, "b"},
		"by share, not number":  {30, []store.Node{at("a", 30), with(at("b", 40), func(n *store.Node) { n.Seats = 1000 })}, "b"},
		"without a bound, 10 %": {30, []store.Node{with(at("a", 0), func(n *store.Node) { n.Seats = 0 }), at("b", 0)}, "a"},
		"without a bound, more": {301, []store.Node{with(at("a", 0), func(n *store.Node) { n.Seats = 0 }), at("b", 90)}, "b"}, // of 300
		"fewer than none":       {-50, []store.Node{at("a", 0), with(at("b", 1), func(n *store.Node) { n.Taken = -15 })}, "b"},
		"its lease ends now":    {90, []store.Node{at("a", 90), with(at("b", 0), func(n *store.Node) { n.Left = 0 })}, "b"},
		"all are twice full":    {0, []store.Node{with(at("a", 0), func(n *store.Node) { n.Drains = true }), at("b", 199), at("c", 200)}, "b"},
		"fuller than twice":     {0, []store.Node{with(at("a", 0), func(n *store.Node) { n.Drains = true }), at("b", 200)}, "a"},
		"the other drains":      {90, []store.Node{at("a", 90), with(at("b", 0), func(n *store.Node) { n.Drains = true })}, "a"},
		"the other is gone":     {90, []store.Node{at("a", 90), with(at("b", 0), func(n *store.Node) { n.Left = -1 })}, "a"},
		"another bus":           {90, []store.Node{at("a", 90), with(at("b", 0), func(n *store.Node) { n.Bus = 2 })}, "a"},
		"it drains itself":      {0, []store.Node{with(at("a", 0), func(n *store.Node) { n.Drains = true }), at("b", 99)}, "b"},
		"all are full":          {100, []store.Node{at("a", 100), at("b", 100)}, "a"},
		"itself drains, no one": {0, []store.Node{with(at("a", 0), func(n *store.Node) { n.Drains = true })}, "a"},
	} {
		if got := Place("a", c.taken, c.nodes); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	s := rows(t)
	a, b := join(t, s, "a"), join(t, s, "b")
	if !a.Kept() || !b.Kept() || len(b.Nodes()) != 2 {
		t.Fatalf("%+v", b.Nodes())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*askEvery)
	defer cancel()
	if _, err := Join(ctx, Options{Store: s, Name: "a", Place: "another", Log: quiet}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a name that somebody has: %v", err)
	}
	now := time.Now()
	clock := func() time.Time { now = now.Add(time.Minute); return now }
	if _, err := Join(t.Context(), Options{Store: s, Name: "x", Place: "x", Alone: true, Log: quiet, Now: clock}); !errors.Is(err, store.ErrHeld) {
		t.Errorf("alone beside others: %v", err)
	}
	if err := a.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := Join(t.Context(), Options{Store: s, Name: "a", Place: "another", Log: quiet}); err != nil {
		t.Errorf("a name that was left: %v", err)
	}
	if err := a.Run(kicked(a, t.Context())); !errors.Is(err, store.ErrHeld) {
		t.Errorf("the one before goes on: %v", err)
	}
}

func kicked(n *Node, ctx context.Context) context.Context {
	n.Hurry()
	return ctx
}

func TestHolder(t *testing.T) {
	s := rows(t)
	a, b := join(t, s, "a"), join(t, s, "b")
	s.Commit(t.Context(), store.SaveSession{Session: store.Session{ID: "s", Node: "b", Fence: 1}}, store.SaveSession{Session: store.Session{ID: "old", Node: "gone", Fence: 1}},
		store.SaveSession{Session: store.Session{ID: "free", Fence: 1}})
	who := func(n *Node, id, want string) {
		t.Helper()
		if got, err := n.Holder(t.Context(), id); got != want || err != nil {
			t.Errorf("%s: %q, %v", id, got, err)
		}
	}
	who(a, "s", "b")
	who(b, "s", "b")
	who(a, "old", "")
	who(a, "free", "")
	who(a, "none", "")
	b.Leave(t.Context())
	who(a, "s", "")
	who(b, "s", "b") // what it has is its own as long as nobody takes it
}

// TestLead: one leads, the next does when that one leaves, drains or is fenced.
func TestLead(t *testing.T) {
	s := rows(t)
	a, b := join(t, s, "a"), join(t, s, "b")
	events := make(chan string, 9)
	wants := func(n *Node) {
		n.Lead("class", func(fence int64) { events <- n.Name() + " gained " + string(rune('0'+fence)) }, func() { events <- n.Name() + " lost" })
	}
	wants(a)
	wants(b)
	heard := func(want ...string) {
		t.Helper()
		for _, w := range want {
			if len(events) == 0 {
				t.Fatalf("no %q", w)
			}
			if got := <-events; got != w {
				t.Fatalf("%q, want %q", got, w)
			}
		}
		if len(events) > 0 {
			t.Fatalf("also %q", <-events)
		}
	}
	a.lead(t.Context())
	b.lead(t.Context())
	a.lead(t.Context())
	heard("a gained 1")
	if node, fence, err := b.Leader(t.Context(), "class"); node != "a" || fence != 1 || err != nil {
		t.Error(node, fence, err)
	}
	a.Drain(t.Context())
	a.lead(t.Context())
	heard("a lost")
	b.lead(t.Context())
	heard("b gained 2")
	s.Commit(t.Context(), store.LeaveLead{What: "class", Boot: b.Boot()})
	again := join(t, s, "c")
	wants(again)
	again.lead(t.Context())
	b.lead(t.Context())
	heard("c gained 3", "b lost")
	again.mu.Lock()
	again.leads["class"].until = time.Time{}
	again.mu.Unlock()
	again.expired(again.leads["class"])
	heard("c lost")
	again.Leave(t.Context())
	b.lead(t.Context())
	heard("b gained 4")
}

// counted counts the commits that a store refuses.
type counted struct {
	store.Store
	refused int
}

func (c *counted) Commit(ctx context.Context, writes ...store.Write) error {
	err := c.Store.Commit(ctx, writes...)
	if err != nil {
		c.refused++
	}
	return err
}

// TestOthersOnlyLook: who does not lead writes nothing that would be refused, which would make others' commits begin anew.
func TestOthersOnlyLook(t *testing.T) {
	s := &counted{Store: rows(t)}
	a, b := join(t, s, "a"), join(t, s, "b")
	led := ""
	for _, n := range []*Node{a, b} {
		n.Lead("class", func(int64) { led = n.Name() }, func() {})
	}
	for range 3 {
		a.lead(t.Context())
		b.lead(t.Context())
	}
	if s.refused != 0 || led != "a" {
		t.Errorf("%s leads, and %d commits were refused", led, s.refused)
	}
}

// TestUnreachable: who leads and is out of reach for a while lets another lead, and may again when it is back.
func TestUnreachable(t *testing.T) {
	s := rows(t)
	reached := true
	a, err := Join(t.Context(), Options{Store: s, Name: "a", Place: "a", Log: quiet, Reached: func() bool { return reached }})
	if err != nil {
		t.Fatal(err)
	}
	b := join(t, s, "b")
	leader := ""
	for _, n := range []*Node{a, b} {
		n.Lead("class", func(int64) { leader += "+" + n.Name() }, func() { leader += "-" + n.Name() })
	}
	a.lead(t.Context())
	reached = false
	a.lead(t.Context()) // it may be back in a moment
	b.lead(t.Context())
	if leader != "+a" {
		t.Fatal(leader)
	}
	a.lead(t.Context())
	b.lead(t.Context())
	a.lead(t.Context())
	if leader != "+a-a+b" {
		t.Fatal(leader)
	}
	reached = true
	b.Drain(t.Context())
	a.lead(t.Context())
	if leader != "+a-a+b-b+a" {
		t.Fatal(leader)
	}
}

// TestHeard is a table of whom a node hears, which leads only when it is half of those that live.
func TestHeard(t *testing.T) {
	live := func(names ...string) (all []store.Node) {
		for _, name := range names {
			all = append(all, store.Node{Name: name, Bus: 1, Left: LeaseTime.Milliseconds()})
		}
		return all
	}
	late := live("a", "b", "c")
	late[1].Left, late[2].Left = 1, -1
	last := live("a", "b", "c")
	last[1].Left, last[2].Left = 5000, 5000
	past := live("a", "b", "c")
	past[1].Left, past[2].Left = 4999, 4999
	old := live("a", "b", "c")
	old[1].Bus, old[2].Bus = 0, 0
	for name, c := range map[string]struct {
		nodes []store.Node
		heard string
		want  bool
	}{
		"alone":                            {live("a"), "", true},
		"nothing is known":                 {nil, "", true},
		"of two, neither hears the other":  {live("a", "b"), "", true},
		"of three it hears one":            {live("a", "b", "c"), "b", true},
		"of three it hears none":           {live("a", "b", "c"), "", false},
		"of four it hears one":             {live("a", "b", "c", "d"), "b", true},
		"of five it hears one":             {live("a", "b", "c", "d", "e"), "b", false},
		"those that it does not hear died": {late, "", true},
		"they renewed 5 s ago":             {last, "", false},
		"they renewed more than 5 s ago":   {past, "", true},
		"they speak another bus":           {old, "", true},
	} {
		now := time.Unix(0, 0)
		h := &Heard{Now: func() time.Time { return now }}
		for _, name := range c.heard {
			h.Note(string(name))
		}
		if got := h.Among("a", c.nodes); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		now = now.Add(7*time.Second - 1)
		if c.heard != "" && !h.Among("a", live("a", "b", "c")) {
			t.Errorf("%s: what was heard lately does not count", name)
		}
		now = now.Add(1)
		if c.heard != "" && h.Among("a", live("a", "b", "c")) {
			t.Errorf("%s: what was heard long ago counts", name)
		}
	}
}

// cutable is a store that cannot be reached for a while.
type cutable struct {
	store.Store
	cut bool
}

func (c *cutable) Commit(ctx context.Context, writes ...store.Write) error {
	if c.cut {
		return errors.New("no route")
	}
	return c.Store.Commit(ctx, writes...)
}

// TestCutOff: a node whose lease ran out leaves what it has to others when one of them reaches the store, once, and looks what is left
// of it when it does again; when nobody reaches it, all goes on.
func TestCutOff(t *testing.T) {
	for _, others := range []bool{true, false} {
		s := &cutable{Store: rows(t)}
		now := time.Unix(1, 0)
		lost, reviews, muted := 0, 0, false
		n, err := Join(t.Context(), Options{
			Store: s, Name: "a", Place: "a", Bus: 1, Log: quiet, Now: func() time.Time { return now }, Reached: func() bool { return !muted },
			Outvoted: func(context.Context) bool { return others }, Lost: func() { lost++ }, Review: func(context.Context) { reviews++ },
		})
		if err != nil {
			t.Fatal(err)
		}
		beats := func(k int) {
			for range k {
				now = now.Add(RenewEvery)
				if err := n.beat(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		beats(3)
		s.cut = true
		beats(3)
		if lost > 0 || reviews > 0 {
			t.Errorf("others %v: while its lease lasts: lost %d, reviews %d", others, lost, reviews)
		}
		beats(3)
		if lost > 1 || others != (lost == 1) {
			t.Errorf("others %v: it gave up %d times", others, lost)
		}
		s.cut = false
		beats(3)
		if reviews != 1 {
			t.Errorf("others %v: after it %d reviews", others, reviews)
		}
		muted = true // the bus alone is cut
		beats(2)
		muted = false
		if beats(3); reviews != 4 {
			t.Errorf("others %v: around a time without a bus %d reviews", others, reviews-1)
		}
	}
}
