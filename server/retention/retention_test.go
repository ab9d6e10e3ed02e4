package retention_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/retention"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

const day = 24 * time.Hour

func TestLook(t *testing.T) {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.UnixMilli(1_790_000_000_000)
	for id, age := range map[string]time.Duration{"fresh": day, "old": 100 * day, "live": 100 * day, "ancient": 900 * day} {
		e := wire.New(wire.Stream, wire.StreamBody{Text: "x"})
		e.Seq = 1
		err := s.Commit(ctx, store.SaveSession{Session: store.Session{ID: id, Owner: "ann", Fence: 1, Updated: now.Add(-age).UnixMilli()}},
			store.AddEvents{Session: id, Fence: 1, Events: []wire.Message{e}}, store.SaveFile{File: store.File{Session: id, Path: "/a"}})
		if err != nil {
			t.Fatal(err)
		}
	}
	k := &retention.Keeper{Store: s, After: 90 * day, Live: func(id string) bool { return id == "live" }}
	for i, look := range []struct {
		clock time.Duration // what it is off by
		ran   time.Duration
		left  string
	}{
		{1000 * day, 0, "ancient fresh live old"}, // it jumps years ahead
		{0, 30 * time.Minute, "ancient fresh live old"},
		{-1000 * day, 2 * time.Hour, "ancient fresh live old"}, // and back too far
		{0, 3 * time.Hour, "ancient fresh live old"},           // seen for the first time since
		{1000 * day, 3*time.Hour + 30*time.Minute, "ancient fresh live old"},
		{0, 5 * time.Hour, "fresh live"},
	} {
		if _, err := k.Look(ctx, now.Add(look.clock), look.ran); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, id := range []string{"ancient", "fresh", "live", "old"} {
			events, _ := s.Since(ctx, id, 0)
			files, _ := s.Files(ctx, id)
			if _, err := s.Session(ctx, id); err == nil {
				left = append(left, id)
			} else if len(events)+len(files) > 0 {
				t.Errorf("%d: %s is gone and has left something", i, id)
			}
		}
		if got := strings.Join(left, " "); got != look.left {
			t.Errorf("%d: left are %s, want %s", i, got, look.left)
		}
	}
	if err := s.Commit(ctx, store.DropOld{ID: "fresh", Before: now.Add(-90 * day).UnixMilli()}); err != nil {
		t.Fatal(err)
	}
	if events, _ := s.Since(ctx, "fresh", 0); len(events) != 1 {
		t.Error("a session that somebody came back to has lost its log")
	}
}
