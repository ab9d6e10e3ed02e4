package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/server/store/storetest"
)

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) func() store.Store {
		path := filepath.Join(t.TempDir(), "a % b?.db") // what a URL would stumble over
		return func() store.Store { return open(t, path) }
	})
}

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "a.db"))
	defer s.Close()
	ctx := context.Background()
	draft := store.Draft{Owner: "ann", Lesson: "l", Cell: "c", Rev: 1, Code: "x"}
	if err := s.Commit(ctx, store.SaveDraft{Draft: draft}); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "copy.db")
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if s.Backup(ctx, copied) == nil {
		t.Error("a backup overwrote a file")
	}
	c := open(t, copied)
	defer c.Close()
	if got, err := c.Draft(ctx, "ann", "l", "c"); got != draft || err != nil {
		t.Errorf("the copy has %+v, %v", got, err)
	}
}

// TestPrivate: the file holds what students wrote.
func TestPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	defer open(t, path).Close()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestNotADatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	os.WriteFile(path, []byte("this is a letter to my aunt, not a database, and longer than a header"), 0o600)
	if _, err := sqlite.Open(context.Background(), path); err == nil {
		t.Error("a letter was opened as a database")
	}
}
