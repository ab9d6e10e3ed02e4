package node

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gputour/server/store"
)

// This file holds what a node makes of rows and of a store that fails, at the very moments that decide.

// scripted is a store that says what a test wants.
type scripted struct {
	store.Store
	commit func([]store.Write) error
	nodes  []store.Node
	lead   store.Lead
	holder store.Holder
	err    error // of all that is read
}

func (s *scripted) Commit(_ context.Context, writes ...store.Write) error {
	if s.commit == nil {
		return nil
	}
	return s.commit(writes)
}
func (s *scripted) Nodes(context.Context) ([]store.Node, error)          { return s.nodes, s.err }
func (s *scripted) Lead(context.Context, string) (store.Lead, error)     { return s.lead, s.err }
func (s *scripted) Holder(context.Context, string) (store.Holder, error) { return s.holder, s.err }

// TestTimes: a node renews every three seconds and is dead after ten (server/RATIONALE.md), and an answer that does not come holds up
// no further renewal.
func TestTimes(t *testing.T) {
	if RenewEvery != 3*time.Second || LeaseTime != 10*time.Second || fresh != 5*time.Second || hearFor != 7*time.Second {
		t.Error(RenewEvery, LeaseTime, fresh, hearFor)
	}
	if renewWait >= RenewEvery || 3*RenewEvery >= LeaseTime || askEvery >= renewWait/2 {
		t.Error(renewWait, askEvery)
	}
}

// TestRow: the node's row says of it what it is.
func TestRow(t *testing.T) {
	var row store.Node
	var lasts int64
	s := &scripted{commit: func(w []store.Write) error {
		for _, w := range w {
			k := w.(store.KeepNode)
			row, lasts = k.Node, k.For
		}
		return nil
	}}
	o := Options{Store: s, Name: "a", Place: "folder", Build: "7", Bus: 3, Alone: true, Load: func() (int, int) { return 40, 2 }, Log: quiet}
	n, err := Join(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := store.Node{Name: "a", Place: "folder", Boot: n.Boot(), Build: "7", Bus: 3, Alone: true, Seats: 40, Taken: 2}
	if row != want || lasts != 10_000 || len(n.Boot()) != 16 {
		t.Errorf("%+v for %d ms, want %+v", row, lasts, want)
	}
	n.Drain(t.Context())
	if want.Drains = true; row != want {
		t.Errorf("while it drains: %+v", row)
	}
	o.Load = nil
	if n, err = Join(t.Context(), o); err != nil || row.Seats != 0 || row.Taken != 0 || n.Place() != "a" {
		t.Errorf("that counts nothing: %+v, %v", row, err)
	}
}

// TestRenewed: who waits for a name gives up when another program's lease lasts longer than before, and only then.
func TestRenewed(t *testing.T) {
	row := func(name string, alone bool, left int64) store.Node {
		return store.Node{Name: name, Boot: "other", Alone: alone, Left: left}
	}
	for name, c := range map[string]struct {
		first, then store.Node
		alone, want bool
	}{
		"it runs out":                  {row("a", false, 5), row("a", false, 4), false, false},
		"the same moment":              {row("a", false, 5), row("a", false, 5), false, false},
		"it is renewed":                {row("a", false, 5), row("a", false, 6), false, true},
		"at the last moment":           {row("a", false, 0), row("a", false, 9), false, true},
		"it had run out":               {row("a", false, -1), row("a", false, 9), false, false},
		"of another name":              {row("b", false, 5), row("b", false, 6), false, false},
		"of another that is alone":     {row("b", true, 5), row("b", true, 6), false, true},
		"beside who wants to be alone": {row("b", false, 5), row("b", false, 6), true, true},
		"of another boot":              {row("a", false, 5), store.Node{Name: "a", Boot: "third", Left: 6}, false, false},
	} {
		s := &scripted{}
		n := &Node{opts: Options{Store: s, Name: "a", Alone: c.alone}}
		left := map[string]int64{}
		s.nodes = []store.Node{c.first}
		if n.renewed(t.Context(), left) {
			t.Errorf("%s: at the first look", name)
		}
		s.err = errors.New("no route")
		if s.nodes = []store.Node{row("a", false, 99)}; n.renewed(t.Context(), left) {
			t.Errorf("%s: who cannot look sees something", name)
		}
		s.err = nil
		if s.nodes = []store.Node{c.then}; n.renewed(t.Context(), left) != c.want {
			t.Errorf("%s: not %v", name, c.want)
		}
	}
}

// TestJoinWaits: a lease that is in the way is waited for, and two seconds longer.
func TestJoinWaits(t *testing.T) {
	now, tries := time.Unix(0, 0), 0
	s := &scripted{commit: func([]store.Write) error {
		tries++
		now = time.Unix(12, 0).Add(time.Duration(tries-2) * time.Nanosecond)
		return store.ErrHeld
	}}
	_, err := Join(t.Context(), Options{Store: s, Name: "a", Log: quiet, Now: func() time.Time { return now }})
	if !errors.Is(err, store.ErrHeld) || !strings.HasPrefix(err.Error(), "node a: ") || tries != 2 {
		t.Errorf("after %d tries: %v", tries, err)
	}
}

// TestStoreFails: what cannot be read is no answer.
func TestStoreFails(t *testing.T) {
	down := errors.New("no route")
	s := &scripted{}
	n, err := Join(t.Context(), Options{Store: s, Name: "a", Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	s.err = down
	s.lead, s.holder = store.Lead{Node: "b", Fence: 7}, store.Holder{Node: "b"}
	if node, fence, err := n.Leader(t.Context(), "class"); node != "" || fence != 0 || !errors.Is(err, down) {
		t.Errorf("leader: %q %d %v", node, fence, err)
	}
	if _, err := n.Holder(t.Context(), "s"); !errors.Is(err, down) {
		t.Errorf("holder: %v", err)
	}
	if err := n.renew(t.Context()); !errors.Is(err, down) {
		t.Errorf("renewal: %v", err)
	}
	if _, err := Join(t.Context(), Options{Store: s, Name: "a", Log: quiet}); !errors.Is(err, down) {
		t.Errorf("joining: %v", err)
	}
	s.err = nil
	for _, c := range []struct {
		left  int64
		node  string
		fence int64
	}{{-1, "", 7}, {0, "b", 7}, {1, "b", 7}} {
		s.lead.Left, s.holder.Left = c.left, c.left
		if node, fence, err := n.Leader(t.Context(), "class"); node != c.node || fence != c.fence || err != nil {
			t.Errorf("%d ms left: %q leads with %d, %v", c.left, node, fence, err)
		}
		if node, err := n.Holder(t.Context(), "s"); node != c.node || err != nil {
			t.Errorf("%d ms left: %q has it, %v", c.left, node, err)
		}
	}
}

// TestLeadEnds: a lease is counted from before it was asked for, so who got it too late leads no moment longer.
func TestLeadEnds(t *testing.T) {
	s := &cutable{Store: rows(t)}
	now := time.Unix(1, 0)
	slow := &slowClock{Store: s, now: &now}
	n, err := Join(t.Context(), Options{Store: slow, Name: "a", Place: "a", Log: quiet, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	gained, lost := 0, make(chan bool, 1)
	n.Lead("class", func(int64) { gained++ }, func() { lost <- true })
	if len(n.kick) != 1 {
		t.Error("nobody hurries to lead it")
	}
	s.cut = true
	if n.lead(t.Context()); gained > 0 {
		t.Error("it leads without having written it")
	}
	s.cut, slow.by = false, LeaseTime
	n.lead(t.Context())
	select {
	case <-lost:
	case <-time.After(15 * time.Second):
		t.Error("it leads on")
	}
}

// slowClock is a store whose commits take their time.
type slowClock struct {
	store.Store
	now *time.Time
	by  time.Duration
}

func (s *slowClock) Commit(ctx context.Context, writes ...store.Write) error {
	err := s.Store.Commit(ctx, writes...)
	*s.now = s.now.Add(s.by)
	return err
}

// TestLedBetween: who led, was replaced and leads again has another fence, and what leaned on the old one ends.
func TestLedBetween(t *testing.T) {
	s := &cutable{Store: rows(t)}
	a, b := join(t, s, "a"), join(t, s, "b")
	var said []string
	for _, n := range []*Node{a, b} {
		n.Lead("class", func(f int64) { said = append(said, n.Name()+string(rune('0'+f))) }, func() { said = append(said, n.Name()+" lost") })
	}
	a.lead(t.Context())
	s.Commit(t.Context(), store.LeaveLead{What: "class", Boot: a.Boot()})
	b.lead(t.Context())
	b.Leave(t.Context())
	s.cut = true
	a.lead(t.Context()) // nobody has said that it does not
	s.cut = false
	a.lead(t.Context())
	if got := strings.Join(said, ", "); got != "a1, b2, b lost, a lost, a3" {
		t.Error(got)
	}
}

// TestCutOffAgain: a node that is back may be cut off once more.
func TestCutOffAgain(t *testing.T) {
	s := &cutable{Store: rows(t)}
	now, lost := time.Unix(1, 0), 0
	o := Options{Store: s, Name: "a", Place: "a", Log: quiet, Now: func() time.Time { return now }, Outvoted: func(context.Context) bool { return true }, Lost: func() { lost++ }}
	n, err := Join(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= 2; want++ {
		s.cut = true
		for range 2 {
			now = now.Add(LeaseTime)
			n.beat(t.Context())
		}
		if lost != want {
			t.Errorf("it gave up %d times, want %d", lost, want)
		}
		s.cut = false
		n.beat(t.Context())
	}
	if now = now.Add(LeaseTime - 1); !n.Kept() {
		t.Error("the lease ends before its time")
	}
	if now = now.Add(1); n.Kept() {
		t.Error("the lease lasts beyond its time")
	}
}
