package database_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"gputour/server/store/database"
	"gputour/server/store/sqlite"
)

// TestNewerSchema: a program goes on beside a newer one that has added to the schema, and refuses one that says it must be known.
func TestNewerSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	open := func() error {
		s, err := sqlite.Open(context.Background(), path)
		if err == nil {
			s.Close()
		}
		return err
	}
	change := func(statements ...string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := open(); err != nil {
		t.Fatal(err)
	}
	change(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`, `CREATE TABLE later (x BIGINT)`, `ALTER TABLE session ADD COLUMN later TEXT NOT NULL DEFAULT ''`)
	if err := open(); err != nil {
		t.Errorf("a newer schema: %v", err)
	}
	change(`INSERT INTO schema_least (version) VALUES (999)`)
	if err := open(); !errors.Is(err, database.ErrNewer) {
		t.Errorf("an incompatible schema: %v", err)
	}
}
