// Package archive takes all that is kept of a class away and brings it back.
//
// A backup is a store in a file, whatever engine it comes from: so a class moves from a file to a database and back, and a backup
// can be looked at with any tool that reads SQLite. An export is for people: one zip with tables, notebooks and files.
package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gputour/server/store/database"
	"gputour/server/store/sqlite"
)

// BackupFile writes the store in a file to a new file, while whoever serves it goes on. elsewhere is nil when all is kept in rows,
// here and below.
func BackupFile(ctx context.Context, store string, elsewhere Elsewhere, to string) error {
	return gathered(ctx, to, elsewhere, func(path string) error { return sqlite.Copy(ctx, store, path) })
}

// Backup writes a store of another engine to a new file.
func Backup(ctx context.Context, store *database.Store, elsewhere Elsewhere, to string) error {
	return gathered(ctx, to, elsewhere, func(path string) error {
		into, err := sqlite.Open(ctx, path)
		if err != nil {
			return err
		}
		err = store.Read(ctx, func(s *database.Snapshot) error { return into.Fill(ctx, s) })
		return errors.Join(err, into.Close())
	})
}

// gathered makes a file of the copy that f makes at a path, with all contents in it.
func gathered(ctx context.Context, to string, elsewhere Elsewhere, f func(path string) error) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, os.ErrExist)
	}
	return fresh(filepath.Dir(to), func(path string) error {
		if err := f(path); err != nil {
			return err
		}
		s, err := sqlite.Open(ctx, path)
		if err != nil {
			return err
		}
		if err = errors.Join(gather(ctx, s.Store, elsewhere), s.Close()); err != nil {
			return err
		}
		return sqlite.Copy(ctx, path, to)
	})
}

// scattered takes contents of more than small bytes out of a copy.
func scattered(ctx context.Context, copied string, elsewhere Elsewhere, small int) error {
	if elsewhere == nil {
		return nil
	}
	s, err := sqlite.Open(ctx, copied)
	if err != nil {
		return err
	}
	return errors.Join(scatter(ctx, s.Store, elsewhere, small), s.Close())
}

// RestoreFile makes a backup the store in a file that is not there yet. Contents of more than small bytes go elsewhere, if there is
// such a place, here and below.
func RestoreFile(ctx context.Context, from, store string, elsewhere Elsewhere, small int) error {
	if _, err := os.Lstat(store); err == nil {
		return fmt.Errorf("%s: %w", store, database.ErrNotEmpty)
	}
	return updated(ctx, from, filepath.Dir(store), func(path string) error {
		if err := scattered(ctx, path, elsewhere, small); err != nil {
			return err
		}
		return sqlite.Copy(ctx, path, store)
	})
}

// Restore copies a backup into an empty store of another engine.
func Restore(ctx context.Context, from string, store *database.Store, elsewhere Elsewhere, small int) error {
	return updated(ctx, from, "", func(path string) error {
		if err := scattered(ctx, path, elsewhere, small); err != nil {
			return err
		}
		s, err := sqlite.Open(ctx, path)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Read(ctx, func(s *database.Snapshot) error { return store.Fill(ctx, s) })
	})
}

// updated checks a backup and calls f with a copy of it that has today's schema.
func updated(ctx context.Context, from, near string, f func(path string) error) error {
	return fresh(near, func(path string) error {
		if err := copyFile(from, path); err != nil {
			return err
		}
		if err := sqlite.Check(ctx, path); err != nil {
			return fmt.Errorf("the backup %s: %w", from, err)
		}
		s, err := sqlite.Open(ctx, path)
		if err != nil {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		return f(path)
	})
}

// fresh calls f with the path of a file that is not there, in a private folder that goes afterwards.
func fresh(near string, f func(path string) error) error {
	dir, err := os.MkdirTemp(near, ".gputour-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return f(filepath.Join(dir, "copy.db"))
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
