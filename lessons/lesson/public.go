package lesson

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// This file says which files of a course may reach a learner.

// Public is a folder of lessons without what must not reach a learner's browser: hidden tests, other answers and, unless
// they are asked for, solutions.
func Public(files fs.FS, solutions bool) fs.FS { return public{files, solutions} }

type public struct {
	files     fs.FS
	solutions bool
}

// secret reports whether a file is kept back.
func (p public) secret(name string) bool {
	parts := strings.Split(path.Base(name), ".")
	if len(parts) != 3 || parts[2] != "md" {
		return false
	}
	return parts[1] == "tests" || parts[1] == "answers" || parts[1] == "solution" && !p.solutions
}

// Open implements fs.FS.
func (p public) Open(name string) (fs.File, error) {
	if p.secret(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return p.files.Open(name)
}

// Glob implements fs.GlobFS.
func (p public) Glob(pattern string) ([]string, error) {
	found, err := fs.Glob(p.files, pattern)
	return slices.DeleteFunc(found, p.secret), err
}

// FilesOf returns the files of one lesson, by name.
func FilesOf(files fs.FS, id string) (map[string]string, error) {
	names, err := fs.Glob(files, "*.md")
	all := map[string]string{}
	for _, name := range names {
		if first, _, _ := strings.Cut(name, "."); first != id {
			continue
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all[name] = string(data)
	}
	return all, err
}
