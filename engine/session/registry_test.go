package session_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

// house is a registry and whoever is in it.
type house struct {
	*session.Registry
	t      *testing.T
	clock  *sessiontest.Clock
	opened chan *sessiontest.Evaluator
}

func newHouse(t *testing.T, r *session.Registry) *house {
	h := &house{Registry: r, t: t, clock: sessiontest.NewClock(), opened: make(chan *sessiontest.Evaluator, 100)}
	r.Config.Clock = h.clock
	r.Config.Open = func(spec string) (session.Evaluator, error) {
		ev, err := sessiontest.Open(spec)
		if err == nil {
			h.opened <- ev.(*sessiontest.Evaluator)
		}
		return ev, err
	}
	t.Cleanup(r.Close)
	return h
}

// guest is a session with one watcher.
type guest struct {
	*session.Session
	h      *house
	client *session.Client
	ev     *sessiontest.Evaluator
}

func (h *house) open(visitor string) (*guest, error) {
	s, _, err := h.Open(visitor, "", "", "sim:2")
	if err != nil {
		return nil, err
	}
	return &guest{s, h, h.Watch(s, 0), <-h.opened}, nil
}

func (h *house) must(visitor string) *guest {
	h.t.Helper()
	g, err := h.open(visitor)
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

func (g *guest) run(rid, code string) {
	g.h.t.Helper()
	if err := g.Do(session.Submit{Run: session.Run{RID: rid, Cell: "c-" + rid, Code: code}}); err != nil {
		g.h.t.Fatal(err)
	}
}

// until reads what the client sees until a message is last, and returns it in short.
func (g *guest) until(last func(m wire.Message, body any) bool) string {
	g.h.t.Helper()
	var seen []string
	for {
		batch, err := g.client.Next(g.h.t.Context())
		if err != nil {
			g.h.t.Fatal(err)
		}
		for i, m := range batch {
			body, _ := wire.DecodeBody(m)
			seen = append(seen, short(m, body))
			if last(m, body) && i == len(batch)-1 {
				return strings.Join(seen, " ")
			}
		}
	}
}

func short(m wire.Message, body any) string {
	switch b := body.(type) {
	case *wire.StatusBody:
		return strings.TrimSuffix(b.State+":"+b.Reason, ":")
	case *wire.StreamBody:
		return strings.TrimSpace(b.Text)
	case *wire.ReplyBody:
		return string(b.State)
	case *wire.ResetBody:
		return fmt.Sprintf("reset:%s:%d", b.Snapshot.Reason, len(b.Snapshot.Cells))
	}
	return m.Type
}

func idle(_ wire.Message, body any) bool {
	st, ok := body.(*wire.StatusBody)
	return ok && st.State == wire.Idle && len(st.Devices) == 0
}

// TestNobodyWaitsForAnOpening opens an evaluator that takes its time; all else goes on.
func TestNobodyWaitsForAnOpening(t *testing.T) {
	gate := make(chan struct{})
	began := make(chan struct{})
	r := &session.Registry{Config: session.Config{Open: func(spec string) (session.Evaluator, error) {
		if spec == "slow" {
			close(began)
			<-gate
		}
		return sessiontest.Open(spec)
	}}}
	defer r.Close()
	first, _, err := r.Open("a", "", "", "sim:2")
	if err != nil {
		t.Fatal(err)
	}
	slow := make(chan error)
	go func() {
		_, _, err := r.Open("b", "", "", "slow")
		slow <- err
	}()
	<-began
	c := r.Watch(first, 0)
	r.Leave(c)
	if _, resumed, err := r.Open("a", first.ID, first.Token, ""); err != nil || !resumed {
		t.Errorf("a resume beside it: %v, %v", resumed, err)
	}
	if _, _, err := r.Open("c", "", "", "sim:2"); err != nil {
		t.Errorf("another beside it: %v", err)
	}
	if n := r.Len(); n != 3 {
		t.Errorf("%d sessions", n)
	}
	close(gate)
	if err := <-slow; err != nil {
		t.Error(err)
	}
}

func elsewhere(all, theirs int) func(string) session.Elsewhere {
	return func(string) session.Elsewhere { return session.Elsewhere{All: all, Theirs: theirs} }
}

// TestBounds fills a server with guests and says who is told what.
func TestBounds(t *testing.T) {
	memory := func(most int) func(int) bool { return func(n int) bool { return n < most } }
	cases := []struct {
		name   string
		server *session.Registry
		guests string // visitors in order, in capitals when their page stays open, with ! when a cell runs, too
		comes  string
		want   session.Bound // "" is a place
		gone   int           // index of the guest who gave it up; -1 none
	}{
		{"room", &session.Registry{Max: 3}, "A B", "c", "", -1},
		{"no bound", &session.Registry{}, "A B C D", "e", "", -1},
		{"full of people", &session.Registry{Max: 3}, "A B C", "d", session.OfPlaces, -1},
		{"full, one has left", &session.Registry{Max: 3}, "A b C", "d", "", 1},
		{"full, the one who left first goes", &session.Registry{Max: 3}, "A b c", "d", "", 1},
		{"full, who left has a cell that runs", &session.Registry{Max: 3}, "A b! C", "d", session.OfPlaces, -1},
		{"full, the next one of those who left", &session.Registry{Max: 3}, "a! b C", "d", "", 1},
		{"one visitor's bound", &session.Registry{Max: 9, Visitor: 2}, "A A B", "a", session.OfVisitor, -1},
		{"which is not another's", &session.Registry{Max: 9, Visitor: 2}, "A A B", "b", "", -1},
		{"a visitor's own session goes", &session.Registry{Max: 9, Visitor: 2}, "b A a", "a", "", 2},
		{"places elsewhere count", &session.Registry{Max: 3, Elsewhere: elsewhere(1, 0)}, "A B", "c", session.OfPlaces, -1},
		{"and one here is given up for them", &session.Registry{Max: 3, Elsewhere: elsewhere(1, 0)}, "A b", "c", "", 1},
		{"a visitor's places elsewhere count", &session.Registry{Max: 9, Visitor: 2, Elsewhere: elsewhere(3, 1)}, "A B", "a", session.OfVisitor, -1},
		{"memory", &session.Registry{Room: memory(2)}, "A B", "c", session.OfMemory, -1},
		{"memory, one has left", &session.Registry{Room: memory(2)}, "A b", "c", "", 1},
		{"the first is let in", &session.Registry{Room: memory(0)}, "", "a", "", -1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, c.server)
			var guests []*guest
			for _, name := range strings.Fields(c.guests) {
				g := h.must(strings.ToLower(name[:1]))
				if strings.HasSuffix(name, "!") {
					g.run("r", "wait gate")
				}
				if name[:1] == strings.ToLower(name[:1]) {
					h.Leave(g.client)
				}
				guests = append(guests, g)
			}
			_, err := h.open(c.comes)
			var full *session.Full
			switch {
			case errors.As(err, &full) && !errors.Is(err, session.ErrFull):
				t.Error("a *Full that is not ErrFull")
			case errors.As(err, &full) && full.Of != c.want, full != nil && (full.Most > 0) == (full.Of == session.OfMemory), err == nil && c.want != "", err != nil && full == nil:
				t.Errorf("error %v, want %q", err, c.want)
			}
			for i, g := range guests {
				gone := g.Evaluator() != session.Evaluator(g.ev)
				if gone != (i == c.gone) {
					t.Errorf("guest %d gave up: %v", i, gone)
				}
				g.ev.Release("gate")
			}
		})
	}
}

// TestGivenUp comes back to a session whose place went to someone else: what the cells show
// is there, names are not, and the next run finds a place again or says that there is none.
func TestGivenUp(t *testing.T) {
	h := newHouse(t, &session.Registry{Max: 1})
	a := h.must("a")
	a.run("1", "print one")
	a.until(idle)
	h.Leave(a.client)
	b := h.must("b")

	seq := a.seen()
	for _, from := range []uint64{seq - 1, 0} {
		s, resumed, err := h.Open("a", a.ID, a.Token, "")
		if err != nil || !resumed {
			t.Fatal(resumed, err)
		}
		a.client = h.Watch(s, from)
		want := map[uint64]string{seq - 1: "idle:given-up", 0: "reset:given-up:1"}[from]
		if got := a.until(func(m wire.Message, _ any) bool { return m.Type != wire.PenHolder }); got != want {
			t.Errorf("from event %d: %s, want %s", from, got, want)
		}
		if from > 0 {
			h.Leave(a.client)
		}
	}
	a.run("2", "print two")
	if got := a.until(idle); got != "queue busy aborted idle:full" {
		t.Errorf("without a place: %s", got)
	}
	h.Leave(b.client)
	a.run("3", "print three")
	if got := a.until(idle); got != "queue busy idle busy execute_input three done idle" {
		t.Errorf("with a place: %s", got)
	}
	if n := h.Len(); n != 1 {
		t.Errorf("%d places", n)
	}
}

// seen is the last event of the session.
func (g *guest) seen() (seq uint64) {
	g.Look(func(st *session.State) { seq = st.Last() })
	return seq
}

// TestKeptSessionsAreBounded lets many give their places up; only the latest are kept.
func TestKeptSessionsAreBounded(t *testing.T) {
	h := newHouse(t, &session.Registry{Max: 1, Keep: 300 << 10})
	var guests []*guest
	for range 6 {
		g := h.must("a")
		h.Leave(g.client)
		guests = append(guests, g)
	}
	var left string
	for _, g := range guests {
		if g.Do(session.Interrupt{}) == nil {
			left += "+"
		} else {
			left += "-"
		}
	}
	if left != "-++++"+"+" {
		t.Errorf("of six sessions are kept %s", left)
	}
}

// TestIdleSessionsEnd lets time pass.
func TestIdleSessionsEnd(t *testing.T) {
	h := newHouse(t, &session.Registry{Max: 1, Idle: time.Hour})
	a := h.must("a")
	h.Leave(a.client)
	h.must("b")
	h.clock.Advance(time.Hour)
	if _, resumed, err := h.Open("a", a.ID, a.Token, ""); resumed || !errors.Is(err, session.ErrFull) {
		t.Errorf("after its time: %v, %v", resumed, err)
	}
}

// TestFailingDevicesLeaveTheSession asks for devices that there are not.
func TestFailingDevicesLeaveTheSession(t *testing.T) {
	h := newHouse(t, &session.Registry{})
	a := h.must("a")
	failed := func(_ wire.Message, body any) bool {
		st, ok := body.(*wire.StatusBody)
		return ok && st.Reason == "kept"
	}
	for range 2 {
		if err := a.Do(session.Restart{Reason: "devices", Spec: "none"}); err != nil {
			t.Fatal(err)
		}
		a.until(failed)
	}
	if a.Evaluator() != session.Evaluator(a.ev) {
		t.Error("the evaluator is another one")
	}
	a.run("1", "print still here")
	a.until(idle)
	if err := a.Do(session.Restart{Reason: "asked"}); err != nil {
		t.Fatal(err)
	}
	a.run("2", "print anew")
	if got := a.until(idle); !strings.Contains(got, "anew") {
		t.Error(got)
	}
}

// TestOwned has somebody try a session of somebody else, of which they know all.
func TestOwned(t *testing.T) {
	h := newHouse(t, &session.Registry{Owned: true})
	ann := h.must("ann")
	if s, _, err := h.Open("ann", ann.ID, ann.Token, ""); err != nil || s != ann.Session {
		t.Errorf("her own: %v", err)
	}
	for _, thief := range []string{"bob", "", "ANN", "ann "} {
		if _, _, err := h.Open(thief, ann.ID, ann.Token, ""); !errors.Is(err, session.ErrToken) {
			t.Errorf("%q: %v", thief, err)
		}
	}
	if _, _, err := h.Open("ann", ann.ID, "guess", ""); !errors.Is(err, session.ErrToken) {
		t.Errorf("without the token: %v", err)
	}
}
