package object

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/afero"
)

// This file defines open() and what text and binary files share.

// rawFile is what a file object reads and writes: a file of the session, or memory.
type rawFile interface {
	io.Reader
	io.Writer
	io.Seeker
	io.Closer
	Truncate(size int64) error
}

// fileMode is a parsed mode string.
type fileMode struct {
	text                                      string
	read, write, append, create, plus, binary bool
}

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

func parseMode(mode string) (m fileMode, err error) {
	m.text = mode
	text := false
	for i, c := range mode {
		switch c {
		case 'r':
			m.read = true
		case 'w':
			m.write = true
		case 'a':
			m.append = true
		case 'x':
			m.create = true
		case '+':
			m.plus = true
		case 'b':
			m.binary = true
		case 't':
			text = true
		default:
			return m, Raise(ValueError, "invalid mode: %s", QuoteString(mode))
		}
		if strings.ContainsRune(mode[:i], c) {
			return m, Raise(ValueError, "invalid mode: %s", QuoteString(mode))
		}
	}
	n := 0
	for _, on := range []bool{m.read, m.write, m.append, m.create} {
		if on {
			n++
		}
	}
	switch {
	case text && m.binary:
		return m, Raise(ValueError, "can't have text and binary mode at once")
	case n > 1:
		return m, Raise(ValueError, "must have exactly one of create/read/write/append mode")
	case n == 0:
		return m, Raise(ValueError, "Must have exactly one of create/read/write/append mode and at most one plus")
	}
	return m, nil
}

func (m fileMode) flags() int {
	switch {
	case m.read && m.plus:
		return os.O_RDWR
	case m.read:
		return os.O_RDONLY
	case m.append:
		return os.O_RDWR | os.O_CREATE
	case m.create:
		return os.O_RDWR | os.O_CREATE | os.O_EXCL
	}
	return os.O_RDWR | os.O_CREATE | os.O_TRUNC
}

func builtinOpen(t *Thread, a []Value) (Value, error) {
	mode, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "open() argument 'mode' must be str, not %s", ArgName(a[1]))
	}
	name, err := FSPath(t, a[0])
	if err != nil {
		return Value{}, err
	}
	m, err := parseMode(mode)
	if err != nil {
		return Value{}, err
	}
	if m.binary {
		for i, what := range map[int]string{3: "an encoding", 4: "an errors", 5: "a newline"} {
			if !a[i].IsNone() {
				return Value{}, Raise(ValueError, "binary mode doesn't take %s argument", what)
			}
		}
	}
	f, err := t.Session.openRaw(name, m)
	if err != nil {
		return Value{}, err
	}
	if unbuffered := a[2].IsInt() && a[2].SmallInt() == 0; m.binary && unbuffered {
		m.text = rawMode(m)
		return Adopt(&BinaryFile{raw: f, name: NewStr(name), mode: m}, FileIOClass), nil
	} else if unbuffered {
		return Value{}, Raise(ValueError, "can't have unbuffered text I/O")
	}
	if m.binary {
		return newBinaryFile(f, NewStr(name), m), nil
	}
	return newTextFile(f, NewStr(name), m, a[3], a[4], a[5])
}

// openRaw opens a file of the session.
func (s *Session) openRaw(name string, m fileMode) (rawFile, error) {
	full := s.OpenPath(name)
	if full == nullName {
		return nullFile{}, nil
	}
	if info, err := s.FS.Stat(full); err == nil && info.IsDir() {
		return nil, NewOSError(21, name)
	} else if err != nil && m.read {
		return nil, FileError(err, name)
	}
	if ok, err := afero.DirExists(s.FS, path.Dir(full)); err != nil || !ok {
		return nil, NewOSError(2, name)
	}
	f, err := s.FS.OpenFile(full, m.flags(), 0o644)
	if err != nil {
		return nil, FileError(err, name)
	}
	if m.append {
		if _, err := f.Seek(0, io.SeekEnd); err != nil {
			return nil, FileError(err, name)
		}
	}
	return f, nil
}

// nullFile is /dev/null: it is empty and swallows what is written.
type nullFile struct{}

const nullName = "/dev/null"

func (nullFile) Read([]byte) (int, error)       { return 0, io.EOF }
func (nullFile) Write(p []byte) (int, error)    { return len(p), nil }
func (nullFile) Seek(int64, int) (int64, error) { return 0, nil }
func (nullFile) Close() error                   { return nil }
func (nullFile) Truncate(int64) error           { return nil }

// Open opens a file of the session for Go code, as open(name, mode) does.
func Open(t *Thread, name, mode string) (Value, error) {
	return builtinOpen(t, []Value{NewStr(name), NewStr(mode), Int(-1), None, None, None, True, None})
}

func closedError() error { return Raise(ValueError, "I/O operation on closed file.") }

// unsupportedIO is io.UnsupportedOperation.
func unsupportedIO(text string) error { return Raise(UnsupportedOperation, "%s", text) }

// UnsupportedOperation is io.UnsupportedOperation.
var UnsupportedOperation = NewBuiltin("io.UnsupportedOperation")

// IOBaseClass is io.IOBase; RawIOBaseClass, BufferedIOBaseClass and TextIOBaseClass are below it.
var (
	IOBaseClass         = NewBuiltin("io.IOBase")
	RawIOBaseClass      = NewBuiltin("io.RawIOBase")
	BufferedIOBaseClass = NewBuiltin("io.BufferedIOBase")
	TextIOBaseClass     = NewBuiltin("io.TextIOBase")
)

func initFiles() {
	UnsupportedOperation.Define(Spec{Bases: []*Class{OSError, ValueError}})
	IOBaseClass.Define(Spec{HasDict: true, Slots: Slots{Iter: selfIter, Next: ioBaseNext}, Methods: []Method{
		{"__enter__(self, /)", func(_ *Thread, a []Value) (Value, error) { return a[0], nil }, ""},
		{"__exit__(self, /, *args)", func(t *Thread, a []Value) (Value, error) {
			_, err := CallAttr(t, a[0], "close")
			return None, err
		}, ""},
		{"writelines(self, lines, /)", func(t *Thread, a []Value) (Value, error) {
			return None, ForEach(t, a[1], func(x Value) error {
				_, err := CallAttr(t, a[0], "write", x)
				return err
			})
		}, "Write a list of lines to stream."},
		{"readline(self, size=-1, /)", ioBaseReadLine, "Read and return a line from the stream."},
		refused("seek(self, offset, whence=0, /)", "Change stream position."),
		refused("truncate(self, pos=None, /)", "Truncate file to size bytes."),
		{"tell(self, /)", func(t *Thread, a []Value) (Value, error) { return CallAttr(t, a[0], "seek", Int(0), Int(1)) }, "Return current stream position."},
		{"readlines(self, hint=-1, /)", fileReadLines, "Return a list of lines from the stream."},
		{"isatty(self, /)", func(_ *Thread, _ []Value) (Value, error) { return False, nil }, "Return whether this is an 'interactive' stream."},
		{"fileno(self, /)", func(_ *Thread, _ []Value) (Value, error) { return Value{}, unsupportedIO("fileno") }, "Return underlying file descriptor if one exists."},
		{"flush(self, /)", func(_ *Thread, _ []Value) (Value, error) { return None, nil }, "Flush write buffers, if applicable."},
		{"close(self, /)", func(_ *Thread, _ []Value) (Value, error) { return None, nil }, "Flush and close the IO object."},
		{"readable(self, /)", func(_ *Thread, _ []Value) (Value, error) { return False, nil }, ""},
		{"writable(self, /)", func(_ *Thread, _ []Value) (Value, error) { return False, nil }, ""},
		{"seekable(self, /)", func(_ *Thread, _ []Value) (Value, error) { return False, nil }, ""},
	}})
	none := Prop{Get: func(_ *Thread, _ Value) (Value, error) { return None, nil }}
	named := func(name string) Prop { none.Name = name; return none }
	RawIOBaseClass.Define(Spec{Bases: []*Class{IOBaseClass}, Methods: rawIOMethods})
	BufferedIOBaseClass.Define(Spec{Bases: []*Class{IOBaseClass}, Methods: bufferedIOMethods})
	TextIOBaseClass.Define(Spec{Bases: []*Class{IOBaseClass}, Methods: textIOMethods, Props: []Prop{named("encoding"), named("newlines"), named("errors")}})
	initTextFile()
	initBinaryFile()
	initMemoryFiles()
}

// ioBaseNext is the next line, by the readline of v's class.
func ioBaseNext(t *Thread, v Value) (Value, bool, error) {
	line, err := CallAttr(t, v, "readline")
	if err != nil {
		return Value{}, false, err
	}
	ok, err := ToBool(t, line)
	return line, ok && err == nil, err
}

func fileReadLines(t *Thread, a []Value) (Value, error) {
	hint := -1
	if !a[1].IsNone() {
		var err error
		if hint, err = IndexInt(t, a[1]); err != nil {
			return Value{}, err
		}
	}
	var lines []Value
	size := 0
	for {
		line, err := CallAttr(t, a[0], "readline")
		if err != nil {
			return Value{}, err
		}
		n, err := Len(t, line)
		if err != nil {
			return Value{}, err
		}
		if n == 0 || hint > 0 && size >= hint {
			return NewList(lines), nil
		}
		size += n
		lines = append(lines, line)
	}
}

// maxSize is more than any file holds, and can be added to a position.
const maxSize = 1 << 48

// optionalSize reads a size argument: None and negative mean everything.
func optionalSize(t *Thread, v Value) (int, error) {
	if v.IsNone() {
		return -1, nil
	}
	if v.Class().Slots.Index == nil {
		return 0, Raise(TypeError, "argument should be integer or None, not '%s'", TypeName(v))
	}
	n, err := IndexInt(t, v)
	return min(n, maxSize), err
}
