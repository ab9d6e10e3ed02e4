package eval

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/session"
)

// This file tells which files a run has changed, so that they can outlast the session's process.

// shelf is what was told of the files.
type shelf map[string]edition

// edition tells one state of a file from another. Times of the in-memory file system are as fine as the clock.
type edition struct {
	size int64
	at   time.Time
	told bool // false for a file that is too large or one too many
}

// Put implements session.Evaluator.
func (e *Evaluator) Put(f session.File) {
	if e.session.FS.MkdirAll(path.Dir(f.Path), 0o755) != nil || afero.WriteFile(e.session.FS, f.Path, f.Data, 0o644) != nil {
		return // a path below a file
	}
	if info, err := e.session.FS.Stat(f.Path); err == nil {
		e.files.note(f.Path, edition{info.Size(), info.ModTime(), true})
	}
}

func (s *shelf) note(name string, ed edition) {
	if *s == nil {
		*s = shelf{}
	}
	(*s)[name] = ed
}

// changes tells what is different now, files in the order of their paths.
func (s *shelf) changes(fsys afero.Fs) []session.File {
	found := s.walk(fsys)
	var changed []session.File
	for name, old := range *s {
		if _, there := found[name]; !there && old.told {
			changed = append(changed, session.File{Path: name, Gone: true})
		}
	}
	var total int64
	var many int
	for _, name := range sorted(found) {
		ed, old := found[name], (*s)[name]
		ed.told = ed.size <= session.FileBytes && total+ed.size <= session.FilesBytes && many < session.FilesMost
		if ed.told {
			total, many = total+ed.size, many+1
		}
		found[name] = ed
		switch {
		case ed == old:
		case ed.told:
			data, err := afero.ReadFile(fsys, name)
			if err == nil {
				changed = append(changed, session.File{Path: name, Data: data})
			}
		case old.told:
			changed = append(changed, session.File{Path: name, Gone: true})
		}
	}
	*s = found
	slices.SortFunc(changed, func(a, b session.File) int { return strings.Compare(a.Path, b.Path) })
	return changed
}

// walk finds the files that are to last.
func (s *shelf) walk(fsys afero.Fs) shelf {
	var found shelf
	afero.Walk(fsys, "/", func(name string, info fs.FileInfo, err error) error {
		switch {
		case err != nil:
			return nil
		case info.IsDir() && name == "/tmp":
			return fs.SkipDir
		case info.Mode().IsRegular() && session.Lasting(name):
			found.note(name, edition{size: info.Size(), at: info.ModTime()})
		}
		return nil
	})
	return found
}

func sorted(s shelf) []string {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
