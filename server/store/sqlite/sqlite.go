// Package sqlite keeps the store in one file, with the engine in this program.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	engine "modernc.org/sqlite" // registers the driver, too
	lib "modernc.org/sqlite/lib"

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
	if err := check(ctx, read, "quick_check"); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), read.Close(), write.Close())
	}
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
func (s *Store) Backup(ctx context.Context, path string) error { return Copy(ctx, s.path, path) }

// Pack gives room back to the disk when a quarter of the file, and not just a little, is empty. Commits wait meanwhile.
func (s *Store) Pack(ctx context.Context) error {
	const little = 2560 // pages
	db, err := open(s.path)
	if err != nil {
		return err
	}
	defer db.Close()
	var pages, empty int64
	err = errors.Join(db.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages), db.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&empty))
	if err != nil || empty < little || empty*4 < pages {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM")
	return err
}

// Copy writes the store in a file, as it is at this moment, to a new file, whatever other processes do with it.
func Copy(ctx context.Context, from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // VACUUM takes an empty file, and it stays private
	if err != nil {
		return err
	}
	f.Close()
	db, err := open(from)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		os.Remove(to)
		return fmt.Errorf("%s: %w", from, damaged(err))
	}
	return synced(to)
}

// synced returns when a file is on disk.
func synced(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// ErrDamaged is the error of a file that is no database, or no longer whole.
var ErrDamaged = errors.New("the file is damaged, or no database at all")

// damaged puts ErrDamaged before what the engine says of such a file.
func damaged(err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return err
}

// Check reads all of a file and says whether it is a whole store, without changing anything.
func Check(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db, err := open(path, "_pragma=query_only(1)", "mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := check(ctx, db, "integrity_check"); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var version int64
	if err := db.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&version); err != nil {
		return fmt.Errorf("%s: it is not a store of gputour: %w", path, err)
	}
	if latest := database.Latest(); version > latest {
		return fmt.Errorf("%s: a newer gputour wrote it (version %d; this one knows %d)", path, version, latest)
	}
	return nil
}

func check(ctx context.Context, db *sql.DB, how string) error {
	var said string
	if err := db.QueryRowContext(ctx, "PRAGMA "+how+"(1)").Scan(&said); err != nil {
		return damaged(err)
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, said)
	}
	return nil
}
