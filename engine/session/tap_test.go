package session_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// ear is a Tap that keeps what it is told.
type ear struct {
	mu    sync.Mutex
	heard map[session.Place][]wire.Message
	found []string
}

func (e *ear) Happened(in session.Place, events []wire.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.heard == nil {
		e.heard = map[session.Place][]wire.Message{}
	}
	e.heard[in] = append(e.heard[in], events...)
}

func (e *ear) Found(in session.Place, cells []wire.CellSnapshot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range cells {
		e.found = append(e.found, fmt.Sprint(in.Visitor, " ", in.Lesson, " ", c.Cell, " ", c.State, " ", len(c.Outputs)))
	}
}

// shelf is a Keeper of one session.
type shelf struct {
	mu   sync.Mutex
	kept session.Kept
}

func (s *shelf) Begin(id, token, owner, spec string) session.Journal { return s }

func (s *shelf) Take(id, token, owner string) (session.Kept, session.Journal, error) {
	return s.kept, s, nil
}

func (s *shelf) Keep(e session.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.Spec = e.Spec
	for _, m := range e.Events {
		if m.Seq == uint64(len(s.kept.Events))+1 { // else it is there already
			s.kept.Events = append(s.kept.Events, m)
		}
	}
	return nil
}

func (s *shelf) Files() ([]session.File, error) { return nil, nil }

func TestTap(t *testing.T) {
	e := &ear{}
	h := newHouse(t, &session.Registry{Tap: e})
	g := h.must("ann")
	h.Enter(g.Session, "devices")
	h.Enter(g.Session, "another") // a session stays where it is
	g.run("r1", "print hello\nfail KeyError: x")
	g.until(idle)
	var seen []string
	all := e.heard[session.Place{Session: g.ID, Visitor: "ann", Lesson: "devices"}]
	for i, m := range all {
		if m.Seq != uint64(i)+1 {
			t.Errorf("event %d has the number %d", i, m.Seq)
		}
		seen = append(seen, m.Type)
	}
	if got := strings.Join(seen, " "); got != "queue status execute_input stream error execute_reply status" || len(e.found) > 0 {
		t.Errorf("heard %s, found %v", got, e.found)
	}
}

// TestTapFinds goes on with a session that was kept.
func TestTapFinds(t *testing.T) {
	s := &shelf{}
	g := newHouse(t, &session.Registry{Keeper: s}).must("ann")
	g.run("r1", "print hello")
	g.until(idle)
	g.run("r2", "fail KeyError: x")
	g.until(idle)
	g.h.Close()
	e := &ear{}
	h := newHouse(t, &session.Registry{Keeper: s, Tap: e})
	again, resumed, err := h.Open("ann", g.ID, g.Token, "sim:2")
	if err != nil || !resumed {
		t.Fatal(resumed, err)
	}
	h.Enter(again, "devices")
	if got := strings.Join(e.found, ", "); got != "ann devices c-r1 done 1, ann devices c-r2 error 1" {
		t.Errorf("found %s", got)
	}
}

// TestRetell has all sessions tell how their last runs ended.
func TestRetell(t *testing.T) {
	e := &ear{}
	h := newHouse(t, &session.Registry{Tap: e})
	for _, name := range []string{"ann", "bob"} {
		g := h.must(name)
		h.Enter(g.Session, "devices")
		g.run("r-"+name, "print hello")
		g.until(idle)
	}
	h.must("cyd") // is in no lesson
	h.Retell()
	slices.Sort(e.found)
	if got := strings.Join(e.found, ", "); got != "ann devices c-r-ann done 1, bob devices c-r-bob done 1" {
		t.Errorf("found %s", got)
	}
}

// TestFindAndObserve looks at somebody's session without being one of their tabs.
func TestFindAndObserve(t *testing.T) {
	h := newHouse(t, &session.Registry{})
	ann, bob, other := h.must("ann"), h.must("bob"), h.must("ann")
	h.Enter(ann.Session, "devices")
	h.Enter(bob.Session, "devices")
	h.Enter(other.Session, "tensors")
	if h.Find("ann", "devices") != ann.Session || h.Find("ann", "tensors") != other.Session || h.Find("ann", "x") != nil || h.Find("eve", "devices") != nil {
		t.Error("the wrong session was found")
	}
	second := h.must("ann")
	h.Enter(second.Session, "devices")
	h.Leave(ann.client)
	if h.Find("ann", "devices") != second.Session {
		t.Error("one that nobody watches was found")
	}
	h.Leave(second.client)
	if h.Find("ann", "devices") != second.Session {
		t.Error("one that was left earlier was found")
	}

	c := bob.Observe(0)
	if pen := bob.Pen(bob.client); !pen.Mine || pen.Tabs != 1 || bob.Pen(c).Mine || bob.Clients() != 1 {
		t.Errorf("who looks counts: %+v", pen)
	}
	bob.TakePen(c)
	if !bob.Pen(c).Mine || bob.Pen(bob.client).Mine {
		t.Error("the pen was not taken")
	}
	h.Leave(bob.client)
	if bob.TakePen(c); bob.Clients() != 0 {
		t.Error("who looks keeps the session from its idle time")
	}
	h.Leave(c)
}

// TestKeptSessionComesBackToAFullServer: it shows what it was at once, and waits for a place with its next run, in words.
func TestKeptSessionComesBackToAFullServer(t *testing.T) {
	s := &shelf{}
	g := newHouse(t, &session.Registry{Keeper: s}).must("ann")
	g.run("r1", "print hello")
	g.until(idle)
	g.h.Close()
	h := newHouse(t, &session.Registry{Keeper: &onShelf{s}, Max: 1})
	bob := h.must("bob") // has the only place, and watches
	again, resumed, err := h.Open("ann", g.ID, g.Token, "sim:2")
	if err != nil || !resumed || h.Len() != 1 {
		t.Fatal(resumed, err, h.Len())
	}
	c := h.Watch(again, 0)
	var snap wire.ResetBody
	again.Look(func(st *session.State) { snap = st.Snapshot() })
	if len(snap.Snapshot.Cells) != 1 || snap.Snapshot.Status != wire.Idle || snap.Snapshot.Reason != "given-up" || fmt.Sprint(snap.Snapshot.Again) != "[c-r1]" {
		t.Errorf("it shows %+v", snap.Snapshot)
	}
	ann := &guest{Session: again, h: h, client: c}
	ann.run("r2", "print again")
	see := func(is func(m wire.Message) bool) {
		t.Helper()
		for {
			batch, err := c.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(batch, is) {
				return
			}
		}
	}
	see(func(m wire.Message) bool { return strings.Contains(string(m.Body), `"reason":"full"`) })
	h.Leave(bob.client)
	ann.run("r3", "print again")
	see(func(m wire.Message) bool { return m.Type == wire.Reply && m.RID == "r3" })
}

// onShelf keeps one session, and nothing of others.
type onShelf struct{ *shelf }

func (o *onShelf) Begin(id, token, owner, spec string) session.Journal { return &shelf{} }
