// Package database is the store over database/sql: the SQL that both engines read, and the one writer that lets commits
// that come together share a transaction.
package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"gputour/server/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Dialect is in what two engines differ.
type Dialect struct {
	Goose    goose.Dialect
	Numbered bool   // placeholders are $1, $2, …; otherwise ?
	Now      string // its clock, in ms since 1970
	// Wait is how long a transaction or a query without a deadline may take; 0 is as long as it likes, where no network can lose it.
	Wait time.Duration
	// Mark names a transaction by its number, and the run of the server that numbered it; Marked is how the one with a number has
	// ended, and the run of the server that says so. "": a commit has no answer that could be lost.
	Mark, Marked string
	// Beside begins a transaction that others may be beside, Alone one that waits until there are none and has none come. "": one at
	// a time writes, whatever is done.
	Beside, Alone string
}

// The dialects.
var (
	SQLite   = Dialect{Goose: goose.DialectSQLite3, Now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)"}
	Postgres = Dialect{
		Goose: goose.DialectPostgres, Numbered: true, Now: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", Wait: 15 * time.Second,
		Mark:   "SELECT txid_current(), CAST(pg_postmaster_start_time() AS TEXT)",
		Marked: "SELECT COALESCE(txid_status(?), ''), CAST(pg_postmaster_start_time() AS TEXT)",
		Beside: "SELECT pg_advisory_xact_lock_shared('audit'::regclass::oid::int, 1)", // by a table, as each class has its own schema
		Alone:  "SELECT pg_advisory_xact_lock('audit'::regclass::oid::int, 1)",
	}
)

// bind writes a statement's placeholders, and its clock, as the engine wants them.
func (d Dialect) bind(query string) string {
	query = strings.ReplaceAll(query, "{now}", d.Now)
	if !d.Numbered {
		return query
	}
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, found := strings.Cut(query, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
		query = after
	}
}

// bounded is ctx with an end.
func (d Dialect) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok || d.Wait == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d.Wait)
}

// Store implements store.Store.
type Store struct {
	write   *sql.DB
	read    *sql.DB // the same, or one whose readers do not wait for the writer
	dialect Dialect
	commits *committer
}

var _ store.Store = (*Store)(nil)

// Open brings the schema up to date and returns the store, which owns both handles from then on.
func Open(ctx context.Context, write, read *sql.DB, d Dialect) (*Store, error) {
	s := &Store{write: write, read: read, dialect: d}
	if err := migrate(ctx, write, d); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the schema up to date: %w", err), s.closeHandles())
	}
	s.commits = newCommitter(s.transact)
	return s, nil
}

// Latest is the version of the schema that this program makes.
func Latest() int64 {
	names, _ := fs.Glob(migrations, "migrations/*.sql")
	version, _ := goose.NumericComponent(names[len(names)-1]) // a test reads all of them
	return version
}

func migrate(ctx context.Context, db *sql.DB, d Dialect) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	var options []goose.ProviderOption
	if d.Numbered { // two programs may start at once; in SQLite the file's folder is one program's
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(d.Goose, db, files, options...)
	if err != nil {
		return err
	}
	if _, err = p.Up(ctx); err != nil {
		return err
	}
	return compatible(ctx, db)
}

// ErrNewer is the error of a schema that programs of this version must not write to.
var ErrNewer = errors.New("a newer gputour has changed what is kept here")

// compatible refuses a schema that this program does not know and that says that it has to. Others may be newer: migrations
// add, so that programs of two versions can run beside each other.
func compatible(ctx context.Context, db *sql.DB) error {
	var least sql.NullInt64
	if err := db.QueryRowContext(ctx, `SELECT MAX(version) FROM schema_least`).Scan(&least); err != nil {
		return err
	}
	if least.Int64 > Latest() {
		return fmt.Errorf("%w: version %d of the schema is needed, and this program knows %d: use the newer one", ErrNewer, least.Int64, Latest())
	}
	return nil
}

// Close waits for the commits that have begun.
func (s *Store) Close() error {
	s.commits.close()
	return s.closeHandles()
}

func (s *Store) closeHandles() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// Ready implements store.Store.
func (s *Store) Ready(ctx context.Context) error {
	ctx, cancel := s.dialect.bounded(ctx)
	defer cancel()
	return s.read.PingContext(ctx)
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, writes ...store.Write) error {
	if len(writes) == 0 {
		return nil
	}
	return s.commits.put(ctx, writes)
}

// Codes by which PostgreSQL says what went wrong (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const (
	uniqueViolation = "23505"
	deadlock        = "40P01"
)

// state is such a code, "" when err has none.
func state(err error) string {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		return coded.SQLState()
	}
	return ""
}

// transact makes the writes of some commits in one transaction. One whose rows have crossed with another server's is made
// again, alone: whatever else crosses, it is made then.
func (s *Store) transact(groups [][]store.Write) error {
	err := s.try(s.dialect.Beside, groups)
	if state(err) == deadlock {
		err = s.try(s.dialect.Alone, groups)
	}
	return err
}

func (s *Store) try(begin string, groups [][]store.Write) error {
	ctx, cancel := s.dialect.bounded(context.Background())
	defer cancel()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if begin != "" {
		if _, err := tx.ExecContext(ctx, begin); err != nil {
			return err
		}
	}
	w := &writer{ctx: ctx, tx: tx, dialect: s.dialect, prepared: map[string]*sql.Stmt{}}
	for _, group := range groups {
		for _, write := range group {
			if err := w.make(write); err != nil {
				return err
			}
		}
	}
	if err := w.note(); err != nil {
		return err
	}
	m, err := w.mark()
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return s.outcome(m, err)
	}
	return nil
}
