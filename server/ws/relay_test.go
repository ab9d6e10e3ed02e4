package ws

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/bus"
	"gputour/server/draft"
	"gputour/server/journal"
	"gputour/server/node"
	"gputour/server/relay"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// nodes are sites that share a store and a bus.
type nodes struct {
	t      testing.TB
	rows   store.Store
	server *bus.Server
	all    map[string]*member
}

// member is one of them.
type member struct {
	*site
	bus  *bus.Bus
	node *node.Node
	stop func()
	halt func() // ends the renewal of its lease
}

func newNodes(t testing.TB, names ...string) *nodes {
	t.Helper()
	rows, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	server := bus.Embed()
	t.Cleanup(func() { server.Close(); rows.Close() })
	n := &nodes{t: t, rows: rows, server: server, all: map[string]*member{}}
	for _, name := range names {
		n.join(name)
	}
	for _, name := range names {
		n.all[name].keep()
		n.all[name].renew()
	}
	return n
}

func (n *nodes) join(name string) *member {
	n.t.Helper()
	m := &member{site: newSite(n.t)}
	var err error
	if m.bus, err = bus.Connect(bus.Options{Node: name, Server: n.server}); err != nil {
		n.t.Fatal(err)
	}
	m.node, err = node.Join(n.t.Context(), node.Options{
		Store: n.rows, Name: name, Place: name, Bus: bus.Version, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Load: func() (int, int) { return m.sessions.Max, m.sessions.Len() },
	})
	if err != nil {
		n.t.Fatal(err)
	}
	m.sessions.Keeper, m.sessions.Owned = &journal.Keeper{Store: n.rows, Node: name}, true
	m.handler.Drafts = &draft.Keeper{Store: n.rows}
	m.handler.Relay = &relay.Relay{Bus: m.bus, Node: m.node, Patience: time.Millisecond}
	m.stop = relay.Listen(m.bus, Topic, m.handler.ServeBrought)
	n.t.Cleanup(m.bus.Close)
	n.all[name] = m
	return m
}

// keep renews the lease for as long as the test lasts.
func (m *member) keep() {
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	m.halt = func() { cancel(); <-over }
	m.t.Cleanup(m.halt)
	go func() {
		defer close(over)
		m.node.Run(ctx)
	}()
}

// renew renews the lease at once, and reads which nodes there are.
func (m *member) renew() {
	before := m.node.Nodes()
	m.node.Hurry()
	for len(before) > 0 && &before[0] == &m.node.Nodes()[0] {
		time.Sleep(time.Millisecond)
	}
}

// holder is who has a session.
func (n *nodes) holder(id string) string {
	n.t.Helper()
	h, err := n.rows.Holder(context.Background(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	return h.Node
}

// why reads until the client is told why its names are gone.
func (c *client) why() (reason string) {
	c.t.Helper()
	c.until(func(m wire.Message, body any) bool {
		switch b := body.(type) {
		case *wire.ResetBody:
			reason = b.Snapshot.Reason
		case *wire.StatusBody:
			reason = b.Reason
		}
		return reason != ""
	})
	return reason
}

// TestElsewhere: a page on another node than its session's sees and does what it would at home.
func TestElsewhere(t *testing.T) {
	n := newNodes(t, "a", "b", "c")
	home := n.all["a"].open(nil)
	if by := n.holder(home.sid); by != "a" {
		t.Fatalf("%q has the session", by)
	}
	ev := <-n.all["a"].opened
	away := n.all["b"].open(home) // another tab of the same browser
	if away.sid != home.sid || n.holder(home.sid) != "a" {
		t.Fatal("it has another session there")
	}
	away.run("a", recorded)
	away.ended("a")
	home.ended("a")
	if got, want := away.state(), home.state(); got != want {
		t.Fatalf("elsewhere\n%s\nat home\n%s", got, want)
	}

	t.Run("resume", func(t *testing.T) {
		away.run("b", "print before\nwait gate\nflood 100\nprint after")
		away.until(func(m wire.Message, body any) bool { return m.Type == wire.Stream && m.RID == "b" })
		away.socket.Close()
		ev.Release("gate")
		back := n.all["c"].open(away)
		if state := back.ended("b"); state != wire.RunDone || !strings.Contains(back.state(), `line 99\n`) {
			t.Errorf("%s: %s", state, back.state())
		}
		away = back
	})
	t.Run("stop", func(t *testing.T) {
		away.run("c", "loop")
		away.until(func(m wire.Message, body any) bool { return m.Type == wire.Input && m.RID == "c" })
		away.send(wire.New(wire.Interrupt, wire.InterruptBody{}))
		if state := away.ended("c"); state != wire.RunStopped {
			t.Errorf("ended as %s", state)
		}
	})
	t.Run("input", func(t *testing.T) {
		away.run("d", "input name?")
		away.until(func(m wire.Message, body any) bool { return m.Type == wire.InputRequest })
		reply := wire.New(wire.InputReply, wire.InputReplyBody{Value: "张三"})
		reply.RID = "d"
		away.send(reply)
		if away.ended("d"); !strings.Contains(away.state(), "张三") {
			t.Error(away.state())
		}
	})
	t.Run("drafts", func(t *testing.T) {
		m := wire.New(wire.Draft, wire.DraftBody{Lesson: "one", Rev: 1, Code: "x = 1"})
		m.RID, m.Cell = "e", "task"
		away.send(m)
		away.until(func(m wire.Message, body any) bool { return m.Type == wire.Drafted })
		if d, err := n.rows.Draft(t.Context(), "someone", "one", "task"); err != nil || d.Code != "x = 1" {
			t.Errorf("%+v %v", d, err)
		}
	})
	t.Run("large", func(t *testing.T) {
		away.run("f", "blob 3000")
		if state := away.ended("f"); state != wire.RunDone {
			t.Errorf("ended as %s", state)
		}
	})
	t.Run("nonsense", func(t *testing.T) {
		bad := n.all["b"].open(away)
		bad.socket.WriteMessage(websocket.TextMessage, []byte("{"))
		if code := bad.closed(); code != websocket.CloseInvalidFramePayloadData && code != websocket.ClosePolicyViolation {
			t.Errorf("closed with %d", code)
		}
	})
	t.Run("another's", func(t *testing.T) {
		other := n.all["b"].dialAs("thief")
		hello := wire.New(wire.Hello, wire.HelloBody{Token: away.token})
		hello.SID = away.sid
		other.send(hello)
		if code := other.closed(); code != wire.CloseAuth {
			t.Errorf("closed with %d", code)
		}
	})
	t.Run("a right ends", func(t *testing.T) {
		for len(n.all["b"].ends) > 0 {
			<-n.all["b"].ends
		}
		c := n.all["b"].open(away)
		before := len(watchers(n, away.sid))
		(<-n.all["b"].ends)(auth.ErrOut)
		if code := c.closed(); code != wire.CloseAuth {
			t.Errorf("closed with %d", code)
		}
		for len(watchers(n, away.sid)) >= before { // it ends at home, too
			time.Sleep(time.Millisecond)
		}
	})
}

// watchers are the clients of a session at node a.
func watchers(n *nodes, id string) []struct{} {
	return make([]struct{}, n.all["a"].sessions.At(id).Clients())
}

// TestMovedOn: a node that leaves lets others have its sessions at once; one that is lost has them taken; one that was thought lost ends
// what it has.
func TestMovedOn(t *testing.T) {
	for _, c := range []struct {
		name, why string
		go_       func(n *nodes, a *member)
	}{
		{"drains", "put-away", func(n *nodes, a *member) {
			a.node.Drain(t.Context())
			n.all["b"].renew()
			a.sessions.Drain(t.Context(), time.Minute)
		}},
		{"lost", "machine", func(n *nodes, a *member) {
			a.halt()
			a.stop()
			a.bus.Close()
			n.rows.Commit(t.Context(), store.LeaveNode{Name: "a", Boot: a.node.Boot()}) // as if its lease had run out
		}},
		{"cut off", "machine", func(n *nodes, a *member) { // its lease lasts, and nobody reaches it
			a.bus.Close()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNodes(t, "a", "b", "c")
			a := n.all["a"]
			home := a.open(nil)
			away := n.all["b"].open(home)
			away.run("a", "print one")
			away.ended("a")
			home.ended("a")
			c.go_(n, a)
			if code := away.closed(); code != websocket.CloseServiceRestart {
				t.Fatalf("closed with %d", code)
			}
			back := n.all["b"].open(away)
			if back.sid != home.sid {
				t.Fatal("the session is lost")
			}
			by := n.holder(back.sid)
			if by != "b" && by != "c" {
				t.Fatalf("%q has the session", by)
			}
			if why := back.why(); why != c.why || !strings.Contains(back.state(), "one") {
				t.Errorf("why: %q; %s", why, back.state())
			}
			back.run("b", "print two")
			if state := back.ended("b"); state != wire.RunDone {
				t.Errorf("ended as %s", state)
			}
			if c.name == "drains" {
				return
			}
			if s := a.sessions.At(home.sid); s == nil {
				t.Fatal("a has ended the session without having heard")
			}
			home.run("c", "print three") // it writes, and finds out
			if code, why := home.refused(); code != websocket.CloseServiceRestart || !strings.Contains(why, "another server") {
				t.Errorf("closed with %d, %s", code, why)
			}
			events, _ := n.rows.Since(t.Context(), home.sid, 0)
			for _, e := range events {
				if e.RID == "c" {
					t.Error("who has lost the session has written to it")
				}
			}
		})
	}
}

// TestPlaced: a new session begins where there is room for it.
func TestPlaced(t *testing.T) {
	n := newNodes(t, "a", "b")
	a := n.all["a"]
	for range 6 { // of 50 seats: a tenth more than none
		a.open(nil)
	}
	c := a.open(nil)
	if by := n.holder(c.sid); by != "b" {
		t.Errorf("%q has the session", by)
	}
	c.run("a", "print one")
	if state := c.ended("a"); state != wire.RunDone {
		t.Errorf("ended as %s", state)
	}
}

// BenchmarkFirstOutput is the time from a run to its first output: at home, and through another node.
func BenchmarkFirstOutput(b *testing.B) {
	for _, at := range []string{"a", "b"} {
		b.Run(map[string]string{"a": "home", "b": "elsewhere"}[at], func(b *testing.B) {
			n := newNodes(b, "a", "b")
			c := n.all[at].open(n.all["a"].open(nil))
			i := 0
			for b.Loop() {
				i++
				rid := fmt.Sprint(i)
				c.run(rid, "print one")
				c.until(func(m wire.Message, body any) bool { return m.Type == wire.Stream && m.RID == rid })
				b.StopTimer()
				if c.ended(rid); i%100 == 0 {
					c = n.all[at].open(c) // one socket may not ask so much
				}
				b.StartTimer()
			}
		})
	}
}

// TestLookElsewhere: who teaches looks at a notebook wherever it is open, and rather at the one that its owner watches.
func TestLookElsewhere(t *testing.T) {
	n := newNodes(t, "a", "b", "c")
	class := &school{lock: wire.LockOff}
	for _, m := range n.all {
		m.handler.Room = class
		t.Cleanup(relay.Tell(m.bus, func(member, lesson string) relay.Found {
			s := m.sessions.Find(member, lesson)
			return relay.Found{Here: s != nil, Watched: s != nil && s.Clients() > 0}
		}))
	}
	open := func(at string) *client {
		ann := n.all[at].dialAs("ann")
		ann.send(wire.New(wire.Hello, wire.HelloBody{Lesson: "one"}))
		m, _ := ann.next()
		ann.sid = m.SID
		return ann
	}
	ann := open("a")
	tom := n.all["b"].look("ann", "tom", string(auth.Assistant))
	m, body := tom.next()
	if w, ok := body.(*wire.WelcomeBody); !ok || w.Watch == nil || w.Watch.Name != "ANN" || w.Token != "" || m.SID != ann.sid {
		t.Fatalf("who looks is welcomed with %+v", body)
	}
	if m, _ = tom.next(); m.Type != wire.Reset {
		t.Fatalf("who looks gets %s before all that there is", m.Type)
	}
	ann.run("a", "print seen")
	if tom.ended("a") != wire.RunDone {
		t.Error("the run is not seen")
	}
	tom.run("b", "print mine")
	if code := tom.closed(); code != wire.CloseRole {
		t.Errorf("who only looks runs a cell: close code %d", code)
	}
	if code := n.all["c"].look("eve", "tom", string(auth.Assistant)).closed(); code != wire.CloseAbsent {
		t.Errorf("where nothing is open: close code %d", code)
	}
	if code := n.all["c"].look("ann", "bob", string(auth.Student)).closed(); code != wire.CloseRole {
		t.Errorf("a student looks: close code %d", code)
	}

	ann.socket.Close() // she goes on at another node, in a session of its own
	for n.all["a"].sessions.At(ann.sid).Clients() > 0 {
		time.Sleep(time.Millisecond)
	}
	again := open("c")
	tom = n.all["a"].look("ann", "tom", string(auth.Assistant))
	if m, _ = tom.next(); m.SID != again.sid || again.sid == ann.sid {
		t.Error("who looks sees the one that nobody watches")
	}
}
