package ws

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/draft"
	"gputour/server/store/sqlite"
)

// TestDrafts: what one browser writes another of the same person finds, and nobody else.
func TestDrafts(t *testing.T) {
	s := newSite(t)
	db, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s.handler.Drafts = &draft.Keeper{Store: db}
	s.handler.Author = func(p auth.Person) string { return strings.Fields(p.ID)[0] }
	school, home, bob := s.dialAs("ann school"), s.dialAs("ann home"), s.dialAs("bob home")
	for _, c := range []*client{school, home, bob} {
		c.greet()
	}
	for i, step := range []struct {
		c    *client
		typ  string
		cell string
		body any
		want string
	}{
		{school, wire.Draft, "task", wire.DraftBody{Lesson: "one", Rev: 1, Code: "x = 1"}, `drafted {"rev":1`},
		{school, wire.Draft, "task", wire.DraftBody{Lesson: "one", Rev: 1, Code: "x = 1"}, `drafted {"rev":1`},
		{home, wire.Drafts, "", wire.DraftsBody{Lesson: "one"}, `drafts {"drafts":[{"cell":"task","rev":1,"code":"x = 1"`},
		{home, wire.Draft, "task", wire.DraftBody{Lesson: "one", Rev: 2, Code: "x = 2"}, `drafted {"rev":2`},
		{school, wire.Draft, "task", wire.DraftBody{Lesson: "one", Rev: 2, Code: "x = 3"}, `stale {"rev":2,"code":"x = 2"`},
		{school, wire.Versions, "task", wire.VersionsBody{Lesson: "one"}, `versions {"versions":[{"cell":"task","rev":1,"code":"x = 1"`},
		{bob, wire.Drafts, "", wire.DraftsBody{Lesson: "one"}, `drafts {"drafts":[]`},
		{bob, wire.Versions, "task", wire.VersionsBody{Lesson: "one"}, `versions {"versions":[]`},
		{bob, wire.Draft, "own-1", wire.DraftBody{Lesson: "scratch", Rev: 1, Code: "y"}, `drafted {"rev":1`},
		{bob, wire.Draft, "own-1", wire.DraftBody{Lesson: "nowhere", Rev: 1, Code: "y"}, `refused {"request":"draft","code":"unknown-cell"`},
		{bob, wire.Drafts, "", wire.DraftsBody{Lesson: "nowhere"}, `refused {"request":"drafts_request","code":"unknown-cell"`},
	} {
		if got := step.c.asked(fmt.Sprint("k", i), step.typ, step.cell, step.body); !strings.HasPrefix(got, step.want) {
			t.Errorf("%d: %s\nwant %s", i, got, step.want)
		}
	}
	db.Close()
	if got := bob.asked("gone", wire.Draft, "own-1", wire.DraftBody{Lesson: "scratch", Rev: 2, Code: "z"}); !strings.HasPrefix(got, `refused {"request":"draft","code":"store"`) {
		t.Errorf("without a store: %s", got)
	}
}

// TestNoDrafts: where nothing is kept the page is told so.
func TestNoDrafts(t *testing.T) {
	c := newSite(t).dial()
	c.greet()
	if got := c.asked("k", wire.Drafts, "", wire.DraftsBody{Lesson: "one"}); !strings.HasPrefix(got, `refused {"request":"drafts_request","code":"no-store"`) {
		t.Error(got)
	}
}

// asked sends a request and returns the type and the body of its answer.
func (c *client) asked(rid, typ, cell string, body any) string {
	c.t.Helper()
	m := wire.New(typ, body)
	m.RID, m.Cell = rid, cell
	c.send(m)
	for {
		if answer, _ := c.next(); answer.RID == rid {
			return answer.Type + " " + string(answer.Body)
		}
	}
}

// greet says hello.
func (c *client) greet() {
	c.send(wire.New(wire.Hello, wire.HelloBody{}))
	c.until(func(m wire.Message, _ any) bool { return m.Type == wire.Welcome })
}
