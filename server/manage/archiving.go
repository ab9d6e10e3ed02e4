package manage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"gputour/lessons"
	"gputour/server/archive"
	"gputour/server/blob"
	"gputour/server/course"
	"gputour/server/export"
	"gputour/server/flags"
	"gputour/server/folder"
	"gputour/server/keep"
	"gputour/server/store/database"
	"gputour/server/store/sqlite"
)

// This file is gputour class backup, restore and export. They read and write the store themselves: whoever serves the class need
// not know, and need not run.

// storePath is the file in which a class is kept.
func (h Hub) storePath() (dir, path string, err error) {
	dir, err = h.dir()
	return dir, filepath.Join(dir, keep.StoreFile), err
}

// there is an error, in words, when the class of a folder is not there.
func (h Hub) there() (path string, err error) {
	dir, path, err := h.storePath()
	if err != nil {
		return "", err
	}
	if _, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("nothing is kept in %s: name the folder with --data, or the database with --db", dir)
	}
	return path, err
}

// copied calls f with a copy of the class in the folder, which is not to wait and keeps its schema, and removes it again.
func (h Hub) copied(f func(*database.Store) error) error {
	path, err := h.there()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".gputour-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, keep.StoreFile)
	if err := sqlite.Copy(context.Background(), path, copied); err != nil {
		return err
	}
	s, err := sqlite.Open(context.Background(), copied)
	if err != nil {
		return err
	}
	defer s.Close()
	return f(s.Store)
}

// classOf calls f with the rows of a class.
func classOf(k *keep.Keeping, h Hub, f func(rows *database.Store) error) error {
	kept, err := k.Open()
	if err != nil {
		return err
	}
	if kept == nil {
		return h.copied(f)
	}
	defer kept.Close()
	return f(kept)
}

// elsewhere is where larger files are; nil: in their rows.
func elsewhere(k *keep.Keeping) archive.Elsewhere {
	if k.Files == "" {
		return nil
	}
	return func(ctx context.Context, s *database.Store) (archive.Contents, error) { return k.Blobs(ctx, s) }
}

// located says what to do about contents that are not where the rows are.
func located(err error) error {
	if away := (*archive.ElsewhereError)(nil); errors.As(err, &away) {
		return fmt.Errorf("%w: say where with --files, as the class is served", err)
	}
	return err
}

type backupCommand struct {
	File string `arg:"" help:"The backup; it must not be there yet."`
	keep.Keeping
}

// Run implements gputour class backup.
func (c backupCommand) Run(t flags.Terminal, h Hub) error {
	kept, err := c.Open()
	if err != nil {
		return err
	}
	if kept != nil {
		defer kept.Close()
		err = archive.Backup(context.Background(), kept, elsewhere(&c.Keeping), c.File)
	} else {
		var path string
		if path, err = h.there(); err == nil {
			err = archive.BackupFile(context.Background(), path, elsewhere(&c.Keeping), c.File)
		}
	}
	if err != nil {
		return located(err)
	}
	return said(t, c.File, "backup")
}

// said says how large a file has become.
func said(t flags.Terminal, file, what string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%s: a %s of %d KiB\n", file, what, (info.Size()+1023)>>10)
	return nil
}

type restoreCommand struct {
	File string `arg:"" help:"The backup."`
	keep.Keeping
}

// Run implements gputour class restore.
func (c restoreCommand) Run(t flags.Terminal, h Hub) error {
	kept, err := c.Open()
	if err != nil {
		return err
	}
	if kept != nil {
		defer kept.Close()
		if err := archive.Restore(context.Background(), c.File, kept, elsewhere(&c.Keeping), blob.Small); err != nil {
			return notOver(err)
		}
		fmt.Fprintln(t.Out, "The class is in the database.")
		return nil
	}
	dir, path, err := h.storePath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	own, err := folder.Take(dir)
	if err != nil {
		return fmt.Errorf("%s: %w: stop it first", dir, err)
	}
	defer own.Close()
	if err := archive.RestoreFile(context.Background(), c.File, path, elsewhere(&c.Keeping), blob.Small); err != nil {
		return notOver(err)
	}
	fmt.Fprintf(t.Out, "The class is in %s: gputour classroom --data %s serves it.\n", dir, dir)
	return nil
}

// notOver says what to do about a class that is there already.
func notOver(err error) error {
	if errors.Is(err, database.ErrNotEmpty) {
		return fmt.Errorf("%w; a backup is only restored where nothing is kept: name another folder or database", err)
	}
	return err
}

type exportAll struct {
	File    string `arg:"" help:"The zip; it must not be there yet."`
	Lessons string `help:"The lessons of the class are those in a folder." placeholder:"DIR"`
	keep.Keeping
}

// Run implements gputour class export.
func (c exportAll) Run(t flags.Terminal, h Hub) error {
	if err := classOf(&c.Keeping, h, c.write); err != nil {
		return located(err)
	}
	return said(t, c.File, "zip")
}

// write writes the zip; one that is not whole is removed.
func (c exportAll) write(kept *database.Store) (err error) {
	quiet := slog.New(slog.DiscardHandler)
	all := course.Embedded(lessons.Files, quiet)
	if c.Lessons != "" {
		if all, err = course.Dir(c.Lessons, quiet); err != nil {
			return flags.Usage(fmt.Errorf("--lessons: %w", err))
		}
	}
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(c.File)
		}
	}()
	out := bufio.NewWriterSize(f, 1<<20)
	notebook := func(lesson string, texts map[string]string) ([]byte, bool) {
		entry := all.Load().Entry(lesson)
		if entry == nil {
			return nil, false
		}
		data, err := export.Answered(entry.Lang(""), texts, nil)
		return data, err == nil
	}
	if err := archive.Export(context.Background(), kept, elsewhere(&c.Keeping), notebook, out); err != nil {
		return err
	}
	return out.Flush()
}
