package ws

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/store"
)

// school is a Room in which everybody whose name is not "stranger" is.
type school struct {
	mu     sync.Mutex
	lock   string
	pen    bool
	broken bool
	looks  []string
	hints  []int
	used   []int64
}

func (c *school) Used(_ string, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = append(c.used, bytes)
}

func (c *school) Locked(p auth.Person) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.ID == "tom" {
		return wire.LockOff
	}
	return c.lock
}

func (c *school) Hinted(_, _, _ string, parts int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hints = append(c.hints, parts)
}

func (c *school) Look(_ context.Context, by auth.Person, member, lesson string) (wire.Person, func(), error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case member == "stranger":
		return wire.Person{}, nil, store.ErrNone
	case c.broken:
		return wire.Person{}, nil, errors.New("disk full")
	}
	c.looks = append(c.looks, by.ID+" looks at "+member+" in "+lesson)
	return wire.Person{ID: member, Name: "ANN"}, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.looks = append(c.looks, by.ID+" is gone")
	}, nil
}

func (c *school) MayWrite(string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pen
}

func (c *school) set(f func(*school)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c)
}

// enrolled opens ann's notebook in a class.
func enrolled(t *testing.T) (*site, *school, *client) {
	s, c := newSite(t), &school{lock: wire.LockOff}
	s.handler.Room = c
	ann := s.dialAs("ann")
	ann.send(wire.New(wire.Hello, wire.HelloBody{Lesson: "one"}))
	m, body := ann.next()
	ann.sid, ann.token = m.SID, body.(*wire.WelcomeBody).Token
	return s, c, ann
}

// look opens a socket that looks at somebody's notebook.
func (s *site) look(member, by, role string) *client {
	c := s.dialTo("?watch="+member+"&lesson=one", by, role)
	c.send(wire.New(wire.Hello, wire.HelloBody{}))
	return c
}

// TestLook: who teaches sees the notebook as it runs, and is no tab of its owner.
func TestLook(t *testing.T) {
	s, class, ann := enrolled(t)
	ann.run("a", "print before")
	ann.ended("a")
	tom := s.look("ann", "tom", string(auth.Assistant))
	m, body := tom.next()
	if w := body.(*wire.WelcomeBody); w.Token != "" || w.Watch == nil || w.Watch.Name != "ANN" || w.Pen.Mine || w.Pen.Tabs != 1 || m.SID != ann.sid {
		t.Errorf("who looks is welcomed with %+v", w)
	}
	snap := tom.until(func(m wire.Message, _ any) bool { return m.Type == wire.Reset }).(*wire.ResetBody).Snapshot
	if len(snap.Cells) != 1 || snap.Cells[0].State != wire.RunDone {
		t.Errorf("sees %+v", snap)
	}
	ann.run("b", "print after\nwait gate")
	tom.until(func(m wire.Message, _ any) bool { return m.Type == wire.Stream })
	(<-s.opened).Release("gate")
	if tom.ended("b") != wire.RunDone || ann.ended("b") != wire.RunDone {
		t.Error("not both see the run")
	}
	tom.send(wire.New(wire.Ack, wire.AckBody{Seq: tom.seq}))
	tom.run("c", "print mine")
	if code := tom.closed(); code != wire.CloseRole {
		t.Errorf("who only looks runs a cell: close code %d", code)
	}
	gone := func() (n int) {
		class.set(func(c *school) { n = len(c.looks) })
		return n
	}
	for deadline := time.Now().Add(patience); gone() < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the class does not hear that nobody looks any more")
		}
	}
	again := s.look("ann", "tom", string(auth.Assistant))
	again.until(func(m wire.Message, _ any) bool { return m.Type == wire.Reset })
	class.set(func(c *school) {
		if got := strings.Join(c.looks, ", "); got != "tom looks at ann in one, tom is gone, tom looks at ann in one" {
			t.Errorf("the class hears: %s", got)
		}
	})
}

// TestLookerWrites: as long as the owner allows it, and nothing that is kept under a name.
func TestLookerWrites(t *testing.T) {
	s, class, ann := enrolled(t)
	class.set(func(c *school) { c.pen = true })
	tom := s.look("ann", "tom", string(auth.Instructor))
	tom.send(wire.New(wire.Pen, wire.PenBody{}))
	ann.until(func(_ wire.Message, body any) bool {
		p, ok := body.(*wire.PenBody)
		return ok && !p.Mine && p.Tabs == 1
	})
	tom.run("a", "print from tom")
	if ann.ended("a") != wire.RunDone {
		t.Error("the run failed")
	}
	ann.run("b", "print from ann") // takes the pen back
	tom.until(func(_ wire.Message, body any) bool { p, ok := body.(*wire.PenBody); return ok && !p.Mine })
	class.set(func(c *school) { c.pen = false })
	tom.send(wire.New(wire.Pen, wire.PenBody{}))
	if code := tom.closed(); code != wire.CloseRole {
		t.Errorf("when it is no longer allowed: %d", code)
	}
	class.set(func(c *school) { c.pen = true })
	for typ, body := range map[string]any{
		wire.Draft: wire.DraftBody{Lesson: "one", Rev: 1, Code: "x"}, wire.Restart: wire.RestartBody{}, wire.Check: wire.CheckBody{Lesson: "one"},
		wire.Drafts: wire.DraftsBody{Lesson: "one"}, wire.Solution: wire.SolutionBody{Lesson: "one"}, wire.Devices: wire.DevicesBody{Spec: "cpu"},
	} {
		c := s.look("ann", "tom", string(auth.Instructor))
		m := wire.New(typ, body)
		m.RID, m.Cell = "r", "task"
		c.send(m)
		if code := c.closed(); code != wire.CloseRole {
			t.Errorf("%s by who looks closes with %d", typ, code)
		}
	}
}

// TestWhoMayLook dials as everybody.
func TestWhoMayLook(t *testing.T) {
	s, class, _ := enrolled(t)
	for _, role := range append(auth.Roles, auth.Nobody) {
		c := s.look("ann", "x", string(role))
		if role == auth.Nobody {
			c = s.look("ann", "x", "nobody")
		}
		if role.May(auth.Watch) {
			if m, _ := c.next(); m.Type != wire.Welcome {
				t.Errorf("%s gets %s", role, m.Type)
			}
		} else if code := c.closed(); code != wire.CloseRole {
			t.Errorf("%q: close code %d", role, code)
		}
	}
	for _, member := range []string{"nobody", "stranger"} {
		if code := s.look(member, "tom", string(auth.Owner)).closed(); code != wire.CloseAbsent {
			t.Errorf("%s: close code %d", member, code)
		}
	}
	class.set(func(c *school) { c.broken = true })
	if code := s.look("ann", "tom", string(auth.Owner)).closed(); code != 1011 {
		t.Errorf("when it cannot be noted: %d", code)
	}
	s.handler.Room = nil
	if code := s.look("ann", "tom", string(auth.Owner)).closed(); code != wire.CloseRole {
		t.Errorf("without a class: %d", code)
	}
}

// TestLocked holds every request of a session against every lock.
func TestLocked(t *testing.T) {
	bodies := map[string]any{
		wire.Execute: wire.ExecuteBody{Code: "print x"}, wire.Check: wire.CheckBody{Lesson: "one"}, wire.Solution: wire.SolutionBody{Lesson: "one"},
		wire.Draft: wire.DraftBody{Lesson: "one", Rev: 1}, wire.Complete: wire.CompleteBody{Code: "x", Cursor: 1},
		wire.GPURequest: wire.GPURequestBody{Kind: wire.GPUSession}, wire.Control: wire.ControlBody{ID: "c", Event: wire.ControlClick},
	}
	for typ := range locks {
		if bodies[typ] == nil {
			t.Errorf("no example of %s", typ)
		}
	}
	refused := map[string]map[string]bool{
		wire.LockOff:  {},
		wire.LockExec: {wire.Execute: true, wire.Check: true, wire.Solution: true, wire.GPURequest: true, wire.Control: true},
		wire.LockEdit: {wire.Execute: true, wire.Check: true, wire.Solution: true, wire.GPURequest: true, wire.Control: true, wire.Draft: true},
	}
	s, class, ann := enrolled(t)
	n := 0
	for lock, want := range refused {
		class.set(func(c *school) { c.lock = lock })
		for typ, body := range bodies {
			n++
			m := wire.New(typ, body)
			m.RID, m.Cell = typ+lock, "task"
			if typ == wire.GPURequest && lock == wire.LockOff {
				continue // nobody gives GPUs here
			}
			ann.send(m)
			got := false
			ann.until(func(reply wire.Message, body any) bool {
				if r, ok := body.(*wire.RefusedBody); ok && reply.RID == m.RID {
					got = r.Code == "locked"
				}
				return reply.RID == m.RID
			})
			if got != want[typ] {
				t.Errorf("%s under the lock %s: locked %v", typ, lock, got)
			}
		}
	}
	tom := s.dialTo("", "tom", string(auth.Assistant))
	tom.send(wire.New(wire.Hello, wire.HelloBody{Lesson: "one"}))
	tom.until(func(m wire.Message, _ any) bool { return m.Type == wire.Welcome })
	tom.run("r", "print x")
	if tom.ended("r") != wire.RunDone {
		t.Error("who teaches cannot run cells while the students are locked")
	}
}

func TestHintsAreTold(t *testing.T) {
	_, class, ann := enrolled(t)
	check := wire.New(wire.Check, wire.CheckBody{Lesson: "one", Code: "print x"})
	check.RID, check.Cell = "c", "task"
	ann.send(check)
	ask := wire.New(wire.Solution, wire.SolutionBody{Lesson: "one", Parts: 1})
	ask.RID, ask.Cell = "s", "task"
	ann.send(ask)
	ann.until(func(m wire.Message, _ any) bool { return m.Type == wire.SolutionReply })
	class.set(func(c *school) {
		if data, _ := json.Marshal(c.hints); string(data) != "[1]" {
			t.Errorf("the class hears of %s parts", data)
		}
	})
}

// TestMemoryIsTold has a class hear what a member's devices hold whenever the member's page asks, and not when somebody who
// looks does.
func TestMemoryIsTold(t *testing.T) {
	s, class, ann := enrolled(t)
	class.set(func(c *school) { c.pen = true })
	place := wire.New(wire.Place, nil)
	place.RID = "p"
	ann.send(place)
	ann.until(func(m wire.Message, _ any) bool { return m.Type == wire.Placement })
	tom := s.look("ann", "tom", "assistant")
	tom.send(place)
	tom.until(func(m wire.Message, _ any) bool { return m.Type == wire.Placement })
	class.set(func(c *school) {
		if len(c.used) != 1 {
			t.Errorf("the class hears %v", c.used)
		}
	})
}
