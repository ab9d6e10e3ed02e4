package object

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// This file names files: what a path means, and what an error of the file system is in Python.

// OpenPath returns where name lies in the session's file system.
func (s *Session) OpenPath(name string) string {
	if !path.IsAbs(name) {
		name = path.Join(s.Cwd, name)
	}
	return path.Clean(name)
}

// FSPath returns os.fspath(v): the text of a str, bytes or path object.
func FSPath(t *Thread, v Value) (string, error) {
	if s, ok := textOf(v); ok {
		return s, nil
	}
	res, ok, err := CallMethod(t, v, "__fspath__")
	if err != nil {
		return "", err
	}
	if !ok {
		return "", Raise(TypeError, "expected str, bytes or os.PathLike object, not %s", TypeName(v))
	}
	s, ok := textOf(res)
	if !ok {
		return "", Raise(TypeError, "expected %s.__fspath__() to return str or bytes, not %s", TypeName(v), TypeName(res))
	}
	return s, nil
}

// FileError turns an error of the file system into OSError with Linux's number.
func FileError(err error, name string) error {
	var raised *Exception
	if errors.As(err, &raised) {
		return raised
	}
	var errno int64
	switch text := err.Error(); {
	case errors.Is(err, fs.ErrNotExist):
		errno = 2
	case errors.Is(err, fs.ErrExist):
		errno = 17
	case errors.Is(err, fs.ErrPermission):
		errno = 13
	case strings.Contains(text, "not a directory"):
		errno = 20
	case strings.Contains(text, "is a directory"):
		errno = 21
	case strings.Contains(text, "directory not empty"), strings.Contains(text, "not empty"):
		errno = 39
	default:
		errno = 5
	}
	return NewOSError(errno, name)
}
