// Package sqlite keeps the store in one file, with the engine in this program.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // registers the driver

	"gputour/server/store/database"
)

// Store is a store in a file.
type Store struct {
	*database.Store
	path string
}

// readers are the queries that may run at once beside the writer.
const readers = 4

// Open opens the store in a file, which it makes when it is not there; its folder must be. The file is readable to its
// owner alone.
//
// The write-ahead log lets readers go on beside the writer; synchronous=FULL is what makes a commit survive a loss of power
// (sqlite.org/pragma.html#pragma_synchronous), since in WAL mode NORMAL does not.
func Open(ctx context.Context, path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	f.Close()
	write, err := open(path, "_txlock=immediate", "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := open(path, "_pragma=query_only(1)")
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(readers)
	s, err := database.Open(ctx, write, read, database.SQLite)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Store{s, path}, nil
}

func open(path string, options ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: abs, RawQuery: "_pragma=busy_timeout(5000)"}
	for _, o := range options {
		u.RawQuery += "&" + o
	}
	return sql.Open("sqlite", u.String())
}

// Backup writes the store, as it is at this moment, to a new file, while it goes on being used.
func (s *Store) Backup(ctx context.Context, path string) error {
	db, err := open(s.path) // the store's own readers may not write, and its writer has work
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", path)
	return err
}
