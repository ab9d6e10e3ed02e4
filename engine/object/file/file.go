// Package file is Python's files: open() and input(), the classes of module io in the layers that
// CPython has (FileIO, the buffers over it, text over those) and the session's standard streams.
//
// A layer calls the one below as Go where that is a class of this package, and by its methods, on
// the calling thread, where the program has a class of its own there.
package file

import (
	"io"
	"os"
	"path"
	"strings"

	"github.com/spf13/afero"

	"gputour/engine/object"
	"gputour/engine/object/char"
)

func init() {
	initBase()
	initRaw()
	initBuffered()
	initText()
	initNewline()
	initMemory()
}

// Install gives a session open(), input() and its standard streams.
func Install(s *object.Session) {
	for _, b := range builtins {
		s.Builtins.Set(b.Name, object.Of(b))
	}
	installStreams(s)
}

var builtins = object.Library("builtins",
	object.Def("open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)", open, "Open file and return a stream.  Raise OSError upon failure."),
	object.Def("input(prompt='', /)", input, "Read a string from standard input.  The trailing newline is stripped.\n\nThe prompt string, if given, is printed to standard output without a\ntrailing newline before reading input."),
)

// fileMode is a parsed mode string.
type fileMode struct {
	text                                      string
	read, write, append, create, plus, binary bool
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
			return m, object.Raise(object.ValueError, "invalid mode: %s", char.Quote(mode))
		}
		if strings.ContainsRune(mode[:i], c) {
			return m, object.Raise(object.ValueError, "invalid mode: %s", char.Quote(mode))
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
		return m, object.Raise(object.ValueError, "can't have text and binary mode at once")
	case n > 1:
		return m, object.Raise(object.ValueError, "must have exactly one of create/read/write/append mode")
	case n == 0:
		return m, object.Raise(object.ValueError, "Must have exactly one of create/read/write/append mode and at most one plus")
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

// rawMode is the mode as a FileIO says it.
func rawMode(m fileMode) string {
	letter := "r"
	switch {
	case m.create:
		letter = "x"
	case m.append:
		letter = "a"
	case m.write && m.plus:
		return "rb+"
	case m.write:
		letter = "w"
	}
	if m.plus {
		return letter + "b+"
	}
	return letter + "b"
}

// open is the built-in function: a raw file, a buffer over it, and text over that.
func open(t *object.Thread, a []object.Value) (object.Value, error) {
	mode, ok := object.AsStr(a[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "open() argument 'mode' must be str, not %s", object.ArgName(a[1]))
	}
	buffering, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	for i, name := range []string{"encoding", "errors", "newline"} {
		if _, ok := object.AsStr(a[3+i]); !ok && !a[3+i].IsNone() {
			return object.Value{}, object.Raise(object.TypeError, "open() argument '%s' must be str or None, not %s", name, object.ArgName(a[3+i]))
		}
	}
	if _, err := object.FSPath(t, a[0]); err != nil {
		return object.Value{}, err
	}
	m, err := parseMode(mode)
	if err != nil {
		return object.Value{}, err
	}
	if m.binary {
		for i, what := range []string{"an encoding", "an errors", "a newline"} {
			if !a[3+i].IsNone() {
				return object.Value{}, object.Raise(object.ValueError, "binary mode doesn't take %s argument", what)
			}
		}
	}
	name := a[0]
	if _, isBytes := name.Object().(*object.Bytes); !isBytes {
		text, err := object.FSPath(t, name)
		if err != nil {
			return object.Value{}, err
		}
		name = object.NewStr(text)
	}
	if !a[7].IsNone() {
		return openBy(t, a[7], name, m, a)
	}
	raw := object.Adopt(&FileIO{}, FileIOClass)
	if !m.binary {
		if buffering == 0 {
			return object.Value{}, object.Raise(object.ValueError, "can't have unbuffered text I/O")
		}
		if err := checkText(t, a[3], a[5]); err != nil {
			return object.Value{}, err // before the file is emptied
		}
	}
	if err := fileIO(raw).open(t, name, m, a[6]); err != nil {
		return object.Value{}, err
	}
	if m.binary && buffering == 0 {
		return raw, nil
	}
	bytes := bufferOver(raw, m, buffering)
	if m.binary {
		return bytes, nil
	}
	text := object.Adopt(&Text{}, TextClass)
	lines := object.Bool(buffering == 1)
	if err := textInit(t, text, []object.Value{bytes, a[3], a[4], a[5], lines, object.False}); err != nil {
		return object.Value{}, err
	}
	textOf(text).mode = object.NewStr(mode)
	return text, nil
}

// openBy has the program's opener open the file, which gives a number of module os; a are open's arguments.
func openBy(t *object.Thread, opener, name object.Value, m fileMode, a []object.Value) (object.Value, error) {
	fd, err := object.Call(t, opener, name, object.Int(m.numbers()))
	if err != nil {
		return object.Value{}, err
	}
	if n, err := object.IndexInt(t, fd); err != nil {
		return object.Value{}, object.Raise(object.TypeError, "expected integer from opener")
	} else if n < 0 {
		return object.Value{}, object.Raise(object.ValueError, "opener returned %d", n)
	}
	module, ok := t.Session.Modules.GetStr("os")
	if !ok {
		return object.Value{}, object.NewException(object.OSError, object.Int(9), object.NewStr("Bad file descriptor"))
	}
	return object.CallAttr(t, module, "fdopen", fd, a[1], a[2], a[3], a[4], a[5])
}

// numbers are what os.open calls a mode: O_RDONLY, O_WRONLY or O_RDWR, with O_CREAT, O_EXCL, O_TRUNC and O_APPEND, and O_CLOEXEC.
func (m fileMode) numbers() int64 {
	flags := int64(0o2000000)
	switch {
	case m.plus:
		flags |= 2
	case !m.read:
		flags |= 1
	}
	switch {
	case m.append:
		flags |= 0o2000 | 0o100
	case m.create:
		flags |= 0o200 | 0o100
	case !m.read:
		flags |= 0o1000 | 0o100
	}
	return flags
}

// checkText refuses an encoding or a newline that text cannot have.
func checkText(t *object.Thread, encoding, newline object.Value) error {
	if enc, ok := object.AsStr(encoding); ok && enc != "locale" {
		if err := object.KnownCodec(t, enc); err != nil {
			return err
		}
	}
	_, err := newlineArg("open", newline)
	return err
}

// handle is what a FileIO stands on: a file of the session, or a stream of its process.
type handle interface {
	Read(t *object.Thread, p []byte) (int, error)
	Write(p []byte) (int, error)
	Seek(offset int64, whence int) (int64, error)
	Truncate(size int64) error
	Close() error
	// Piecewise says that a read gives what there is now, and that more may come.
	Piecewise() bool
}

// kept is a file of the session's file system.
type kept struct{ afero.File }

func (k kept) Read(_ *object.Thread, p []byte) (int, error) { return k.File.Read(p) }
func (kept) Piecewise() bool                                { return false }

// openHandle opens a file of the session.
func openHandle(s *object.Session, name string, m fileMode) (handle, error) {
	full := s.OpenPath(name)
	if full == nullName {
		return null{}, nil
	}
	if info, err := s.FS.Stat(full); err == nil && info.IsDir() {
		return nil, object.NewOSError(21, name)
	} else if err != nil && m.read {
		return nil, object.FileError(err, name)
	}
	if ok, err := afero.DirExists(s.FS, path.Dir(full)); err != nil || !ok {
		return nil, object.NewOSError(2, name)
	}
	f, err := s.FS.OpenFile(full, m.flags(), 0o644)
	if err != nil {
		return nil, object.FileError(err, name)
	}
	if m.append {
		if _, err := f.Seek(0, io.SeekEnd); err != nil {
			return nil, object.FileError(err, name)
		}
	}
	return kept{f}, nil
}

// null is /dev/null: it is empty and swallows what is written.
type null struct{}

const nullName = "/dev/null"

func (null) Read(*object.Thread, []byte) (int, error) { return 0, io.EOF }
func (null) Write(p []byte) (int, error)              { return len(p), nil }
func (null) Seek(int64, int) (int64, error)           { return 0, nil }
func (null) Close() error                             { return nil }
func (null) Truncate(int64) error                     { return nil }
func (null) Piecewise() bool                          { return false }

// seekArgs are the arguments of a seek of bytes.
func seekArgs(t *object.Thread, a []object.Value) (at int64, whence int, err error) {
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return 0, 0, err
	}
	whence, err = object.IndexInt(t, a[2])
	return int64(n), whence, err
}
