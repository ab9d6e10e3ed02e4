package draft_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/draft"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var ctx = context.Background()

func keeper(t *testing.T, now *int64) *draft.Keeper {
	t.Helper()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &draft.Keeper{Store: s, Now: func() time.Time { return time.UnixMilli(*now) }}
}

func text(cell string, rev int64, code string) store.Draft {
	return store.Draft{Owner: "ann", Lesson: "l", Cell: cell, Rev: rev, Code: code}
}

// TestSave: who has seen the last text saves, who has not is shown it, and the clock has no say, whichever way it jumps.
func TestSave(t *testing.T) {
	now := int64(5_000_000)
	k := keeper(t, &now)
	for i, step := range []struct {
		rev   int64
		code  string
		clock int64
		stale int64 // the revision that is shown instead
	}{
		{1, "a", 5_000_000, 0},
		{1, "a", 5_000_001, 0}, // again
		{1, "b", 5_000_002, 1},
		{2, "b", 1, 0}, // the clock was set back
		{2, "c", 9_000_000_000, 2},
		{3, "c", 9_000_000_000, 0},
		{4, "d", 2, 0},
		{2, "b", 3, 4},
		{9, "e", 4, 0}, // of a page that has seen more than a store that was restored
	} {
		now = step.clock
		kept, err := k.Save(ctx, text("c", step.rev, step.code))
		var stale *draft.Stale
		switch {
		case step.stale == 0 && (err != nil || kept.Rev < step.rev || kept.Code != step.code):
			t.Errorf("%d: kept %+v, %v", i, kept, err)
		case step.stale > 0 && (!errors.As(err, &stale) || stale.Kept.Rev != step.stale):
			t.Errorf("%d: %v, want revision %d instead", i, err, step.stale)
		}
	}
	old, err := k.Versions(ctx, "ann", "l", "c", 0)
	var codes []string
	for _, v := range old.Versions {
		codes = append(codes, v.Code)
	}
	if got := strings.Join(codes, " "); got != "d c b a" || err != nil {
		t.Errorf("earlier texts %q, %v", got, err)
	}
}

// TestRace: many save at once as the next revision; one of them does, and the others see its text.
func TestRace(t *testing.T) {
	now := int64(1)
	k := keeper(t, &now)
	var wg sync.WaitGroup
	codes := make(chan string, 20)
	for i := range 20 {
		wg.Go(func() {
			kept, err := k.Save(ctx, text("c", 1, fmt.Sprint("text ", i)))
			var stale *draft.Stale
			if errors.As(err, &stale) {
				kept, err = stale.Kept, nil
			}
			if err != nil {
				t.Error(err)
			}
			codes <- kept.Code
		})
	}
	wg.Wait()
	for first, i := <-codes, 1; i < 20; i++ {
		if code := <-codes; code != first {
			t.Errorf("both %q and %q are kept", code, first)
		}
	}
}

func TestPages(t *testing.T) {
	now := int64(1)
	k := keeper(t, &now)
	large := strings.Repeat("\x01", wire.MaxCode) // six bytes each in JSON
	for i := range 5 {
		for rev := range int64(4) {
			if _, err := k.Save(ctx, text(fmt.Sprint("c", i), rev+1, large[int(rev):])); err != nil {
				t.Fatal(err)
			}
		}
	}
	var cells []string
	for after, more := "", true; more; {
		page, err := k.Texts(ctx, "ann", "l", after)
		if err != nil || len(page.Drafts) == 0 {
			t.Fatal(page, err)
		}
		for _, d := range page.Drafts {
			if after = d.Cell; d.Code != large[3:] {
				t.Errorf("%s has %d bytes", d.Cell, len(d.Code))
			}
			cells = append(cells, d.Cell)
		}
		if m := wire.New(wire.DraftsReply, page); len(m.Body) > wire.MaxBody {
			t.Errorf("a page of %d bytes", len(m.Body))
		}
		more = page.More
	}
	if got := strings.Join(cells, " "); got != "c0 c1 c2 c3 c4" {
		t.Errorf("cells %s", got)
	}
	var revs []int64
	for before, more := int64(0), true; more; {
		page, err := k.Versions(ctx, "ann", "l", "c0", before)
		if err != nil || len(page.Versions) == 0 {
			t.Fatal(page, err)
		}
		for _, v := range page.Versions {
			before = v.Rev
			revs = append(revs, v.Rev)
		}
		more = page.More
	}
	if fmt.Sprint(revs) != "[3 2 1]" {
		t.Errorf("versions %v", revs)
	}
}

func TestQuota(t *testing.T) {
	now := int64(1)
	k := keeper(t, &now)
	var writes []store.Write
	for i := range 512 {
		writes = append(writes, store.SaveDraft{Draft: text(fmt.Sprint("c", i), 1, "x")})
	}
	if err := k.Store.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Save(ctx, text("more", 1, "x")); !errors.Is(err, draft.ErrQuota) {
		t.Errorf("one too many: %v", err)
	}
	if _, err := k.Save(ctx, text("c7", 2, "y")); err != nil {
		t.Errorf("one of those there are: %v", err)
	}
}
