package archive

import (
	"context"
	"fmt"

	"gputour/server/store"
	"gputour/server/store/database"
)

// This file brings contents that are kept elsewhere into a backup, and out of it again: a backup is one file with all of a class.

// Contents are what rows keep elsewhere; package blob has them.
type Contents interface {
	Put(ctx context.Context, data []byte) (name string, err error)
	Get(ctx context.Context, name string) ([]byte, error)
}

// Elsewhere finds the contents of the class whose rows are given; nil when all is kept in rows.
type Elsewhere func(ctx context.Context, rows *database.Store) (Contents, error)

// of is what Elsewhere finds.
func (e Elsewhere) of(ctx context.Context, rows *database.Store) (Contents, error) {
	if e == nil {
		return nil, nil
	}
	return e(ctx, rows)
}

// ElsewhereError is the error of contents that are kept elsewhere, and nobody said where.
type ElsewhereError struct{ What string }

func (e *ElsewhereError) Error() string { return e.What + " is not kept in its row, but elsewhere" }

// fetch returns what a row holds, wherever it is kept.
func fetch(ctx context.Context, from Contents, what string, r row) ([]byte, error) {
	name, data := r.text("blob"), r["data"].([]byte)
	switch {
	case name == "":
		return data, nil
	case from == nil:
		return nil, &ElsewhereError{what}
	}
	data, err := from.Get(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return data, nil
}

// holders are the tables whose rows may keep contents elsewhere: what a row is called, and the write that keeps it.
var holders = map[string]struct {
	what  func(r row) string
	write func(r row, data []byte, name string) store.Write
}{
	"file": {
		func(r row) string { return "the file " + r.text("path") + " of session " + r.text("session") },
		func(r row, data []byte, name string) store.Write {
			return store.SaveFile{File: store.File{Session: r.text("session"), Path: r.text("path"), At: r["at"].(int64), Data: data, Blob: name}}
		},
	},
	"lesson_content": {
		func(r row) string { return fmt.Sprintf("the lesson %x", r["digest"]) },
		func(r row, data []byte, name string) store.Write {
			return store.AddContent{Digest: [32]byte(r["digest"].([]byte)), Data: data, Blob: name}
		},
	},
}

// gather brings all contents of a store into their rows.
func gather(ctx context.Context, s *database.Store, elsewhere Elsewhere) error {
	from, err := elsewhere.of(ctx, s)
	if err != nil {
		return err
	}
	return rewrite(ctx, s, "WHERE blob <> ''", func(what string, r row) ([]byte, string, error) {
		data, err := fetch(ctx, from, what, r)
		return data, "", err
	})
}

// scatter brings contents of more than some bytes to where they are kept.
func scatter(ctx context.Context, s *database.Store, elsewhere Elsewhere, small int) error {
	to, err := elsewhere.of(ctx, s)
	if to == nil || err != nil {
		return err
	}
	return rewrite(ctx, s, fmt.Sprintf("WHERE LENGTH(data) > %d", small), func(what string, r row) ([]byte, string, error) {
		name, err := to.Put(ctx, r["data"].([]byte))
		if err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
		return nil, name, err
	})
}

// rewrite commits other contents of the rows that a condition names, one at a time.
func rewrite(ctx context.Context, s *database.Store, where string, f func(what string, r row) (data []byte, name string, err error)) error {
	return s.Read(ctx, func(all *database.Snapshot) error {
		for table, holder := range holders {
			err := each(ctx, all, table, where, func(r row) error {
				data, name, err := f(holder.what(r), r)
				if err != nil {
					return err
				}
				return s.Commit(ctx, holder.write(r, data, name))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls f for rows of a table.
func each(ctx context.Context, s *database.Snapshot, table, after string, f func(row) error) error {
	return s.Each(ctx, table, after, func(columns []string, values []any) error {
		r := row{}
		for i, c := range columns {
			r[c] = values[i]
		}
		return f(r)
	})
}
