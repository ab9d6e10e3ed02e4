package database

import (
	"context"
	"database/sql"
	"errors"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is what is asked of the store.

const (
	sessionRow  = `SELECT id, owner, token, spec, epoch, log, first, seq, snapshot, fence, updated, node FROM session WHERE id = ?`
	sessionRows = `SELECT id, owner, token, spec, epoch, log, first, seq, fence, updated, node FROM session WHERE owner = ? ORDER BY updated DESC LIMIT ?`
	oldRows     = `SELECT id FROM session WHERE updated < ? ORDER BY updated LIMIT ?`
	eventRows   = `SELECT seq, ts, type, rid, cell, body FROM event WHERE session = ? AND seq > ? ORDER BY seq`
	draftRows   = `SELECT owner, lesson, cell, rev, code, at FROM draft WHERE owner = ? AND lesson = ? ORDER BY cell`
	draftsAfter = `SELECT owner, lesson, cell, rev, code, at FROM draft WHERE owner = ? AND lesson = ? AND cell > ? ORDER BY cell LIMIT ?`
	draftCount  = `SELECT COUNT(*) FROM draft WHERE owner = ? AND lesson = ?`
	draftRow    = `SELECT owner, lesson, cell, rev, code, at FROM draft WHERE owner = ? AND lesson = ? AND cell = ?`
	versionRows = `SELECT owner, lesson, cell, rev, code, at FROM draft_version WHERE owner = ? AND lesson = ? AND cell = ? ORDER BY rev DESC`
	fileRows    = `SELECT session, path, data, at, blob FROM file WHERE session = ? ORDER BY path`
	blobRows    = `SELECT blob FROM file WHERE blob > ? UNION SELECT blob FROM lesson_content WHERE blob > ? ORDER BY blob LIMIT ?`
	loginRow    = `SELECT hash, owner, agent, created, seen FROM login WHERE hash = ? AND revoked = 0`
)

// Session implements store.Store.
func (s *Store) Session(ctx context.Context, id string) (store.Session, error) {
	return one(s, ctx, func(r scanner, v *store.Session) error {
		return r.Scan(&v.ID, &v.Owner, digest{&v.Token}, &v.Spec, &v.Epoch, &v.Log, &v.First, &v.Seq, blob{&v.Snapshot}, &v.Fence, &v.Updated, &v.Node)
	}, sessionRow, id)
}

// Sessions implements store.Store.
func (s *Store) Sessions(ctx context.Context, owner string, most int) ([]store.Session, error) {
	return all(s, ctx, func(r scanner, v *store.Session) error {
		return r.Scan(&v.ID, &v.Owner, digest{&v.Token}, &v.Spec, &v.Epoch, &v.Log, &v.First, &v.Seq, &v.Fence, &v.Updated, &v.Node)
	}, sessionRows, owner, most)
}

// SessionsBefore implements store.Store.
func (s *Store) SessionsBefore(ctx context.Context, at int64, most int) ([]string, error) {
	return all(s, ctx, func(r scanner, id *string) error { return r.Scan(id) }, oldRows, at, most)
}

// Since implements store.Store.
func (s *Store) Since(ctx context.Context, session string, seq uint64) ([]wire.Message, error) {
	return all(s, ctx, func(r scanner, m *wire.Message) error {
		return r.Scan(&m.Seq, &m.TS, &m.Type, &m.RID, &m.Cell, (*[]byte)(&m.Body))
	}, eventRows, session, int64(seq))
}

// Draft implements store.Store.
func (s *Store) Draft(ctx context.Context, owner, lesson, cell string) (store.Draft, error) {
	return one(s, ctx, scanDraft, draftRow, owner, lesson, cell)
}

// Drafts implements store.Store.
func (s *Store) Drafts(ctx context.Context, owner, lesson string) ([]store.Draft, error) {
	return all(s, ctx, scanDraft, draftRows, owner, lesson)
}

// DraftsAfter implements store.Store.
func (s *Store) DraftsAfter(ctx context.Context, owner, lesson, cell string, most int) ([]store.Draft, error) {
	return all(s, ctx, scanDraft, draftsAfter, owner, lesson, cell, most)
}

// CountDrafts implements store.Store.
func (s *Store) CountDrafts(ctx context.Context, owner, lesson string) (int, error) {
	return one(s, ctx, func(r scanner, n *int) error { return r.Scan(n) }, draftCount, owner, lesson)
}

// Versions implements store.Store.
func (s *Store) Versions(ctx context.Context, owner, lesson, cell string) ([]store.Draft, error) {
	return all(s, ctx, scanDraft, versionRows, owner, lesson, cell)
}

func scanDraft(r scanner, d *store.Draft) error {
	return r.Scan(&d.Owner, &d.Lesson, &d.Cell, &d.Rev, &d.Code, &d.At)
}

// Files implements store.Store.
func (s *Store) Files(ctx context.Context, session string) ([]store.File, error) {
	return all(s, ctx, func(r scanner, f *store.File) error {
		return r.Scan(&f.Session, &f.Path, blob{&f.Data}, &f.At, &f.Blob)
	}, fileRows, session)
}

// Blobs implements store.Store.
func (s *Store) Blobs(ctx context.Context, after string, most int) ([]string, error) {
	return all(s, ctx, func(r scanner, name *string) error { return r.Scan(name) }, blobRows, after, after, most)
}

// Login implements store.Store.
func (s *Store) Login(ctx context.Context, hash [32]byte) (store.Login, error) {
	return one(s, ctx, scanLogin, loginRow, hash[:])
}

func scanLogin(r scanner, l *store.Login) error {
	return r.Scan(digest{&l.Hash}, &l.Owner, &l.Agent, &l.Created, &l.Seen)
}

// scanner is a row.
type scanner interface{ Scan(dest ...any) error }

// one returns the row that a query finds, or store.ErrNone.
func one[T any](s *Store, ctx context.Context, scan func(scanner, *T) error, query string, args ...any) (T, error) {
	return oneOf(s.read, s.dialect, ctx, scan, query, args...)
}

// oneOf is one on a handle of its own.
func oneOf[T any](db *sql.DB, d Dialect, ctx context.Context, scan func(scanner, *T) error, query string, args ...any) (T, error) {
	ctx, cancel := d.bounded(ctx)
	defer cancel()
	var v T
	err := scan(db.QueryRowContext(ctx, d.bind(query), args...), &v)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNone
	}
	return v, err
}

// all returns the rows that a query finds.
func all[T any](s *Store, ctx context.Context, scan func(scanner, *T) error, query string, args ...any) ([]T, error) {
	ctx, cancel := s.dialect.bounded(ctx)
	defer cancel()
	rows, err := s.read.QueryContext(ctx, s.dialect.bind(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []T
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		found = append(found, v)
	}
	return found, rows.Err()
}

// digest scans a hash.
type digest struct{ to *[32]byte }

// Scan implements sql.Scanner.
func (d digest) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok || len(b) != len(d.to) {
		return errors.New("a hash in the store does not have 32 bytes")
	}
	copy(d.to[:], b)
	return nil
}

// blob scans bytes; none of them are nil, whatever the driver makes of them.
type blob struct{ to *[]byte }

// Scan implements sql.Scanner.
func (b blob) Scan(src any) error {
	*b.to = nil
	if data, ok := src.([]byte); ok && len(data) > 0 {
		*b.to = append(*b.to, data...) // the driver's own lasts until the next row
	}
	return nil
}
