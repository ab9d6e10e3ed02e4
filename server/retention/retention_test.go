package retention_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
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

// names is a store of old sessions, of which single ones cannot be dropped.
type names struct {
	store.Store
	old     []string
	err     error
	stuck   string
	dropped []string
	asked   int
}

func (n *names) SessionsBefore(_ context.Context, _ int64, most int) ([]string, error) {
	n.asked = most
	return n.old, n.err
}

func (n *names) Commit(_ context.Context, writes ...store.Write) error {
	for _, w := range writes {
		if id := w.(store.DropOld).ID; id == n.stuck {
			return errors.New("the disk is full")
		} else {
			n.dropped = append(n.dropped, id)
		}
	}
	return nil
}

// TestPack: room is given back after a look that has forgotten something, and what fails is told.
func TestPack(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name      string
		store     names
		packs     error
		forgotten int
		packed    int
		err       string
	}{
		{"two old ones", names{old: []string{"a", "b"}}, nil, 2, 1, ""},
		{"nothing is old", names{}, nil, 0, 0, ""},
		{"the second stays", names{old: []string{"a", "b"}, stuck: "b"}, nil, 1, 0, "the disk is full"},
		{"no list", names{err: errors.New("no route")}, nil, 0, 0, "no route"},
		{"packing fails", names{old: []string{"a"}}, errors.New("locked"), 1, 1, "locked"},
	} {
		packed := 0
		k := &retention.Keeper{Store: &c.store, After: day, Pack: func(context.Context) error { packed++; return c.packs }}
		k.Look(ctx, time.UnixMilli(0), time.Second)
		if n, _ := k.Look(ctx, time.UnixMilli(0), time.Hour); n != 0 || packed != 0 {
			t.Errorf("%s: within an hour %d are forgotten, packed %d times", c.name, n, packed)
		}
		n, err := k.Look(ctx, time.UnixMilli(0), time.Hour+time.Second)
		if n != c.forgotten || len(c.store.dropped) != n || packed != c.packed || c.store.asked != 500 || c.err != "" != (err != nil) || err != nil && err.Error() != c.err {
			t.Errorf("%s: %d forgotten, dropped %v, packed %d times, asked for %d, %v", c.name, n, c.store.dropped, packed, c.store.asked, err)
		}
	}
	k := &retention.Keeper{Store: &names{old: []string{"a"}}, After: day}
	k.Look(ctx, time.UnixMilli(0), 0)
	if n, err := k.Look(ctx, time.UnixMilli(0), time.Hour); n != 1 || err != nil {
		t.Errorf("where nothing is packed: %d, %v", n, err)
	}
}

// TestRun looks at once, says what went wrong, and looks at nothing where sessions are kept for ever.
func TestRun(t *testing.T) {
	(&retention.Keeper{}).Run(context.Background()) // it has no store to look into
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		store names
		says  string
	}{{names{}, ""}, {names{old: []string{"a"}}, ""}, {names{err: errors.New("no route")}, `level=WARN msg="old sessions cannot be forgotten" error="no route"`}} {
		var said bytes.Buffer
		(&retention.Keeper{Store: &c.store, After: day, Log: slog.New(slog.NewTextHandler(&said, nil))}).Run(done)
		if _, text, _ := strings.Cut(strings.TrimSpace(said.String()), " "); text != c.says || c.store.asked == 0 {
			t.Errorf("%v: it says %q", c.store.err, text)
		}
	}
}
