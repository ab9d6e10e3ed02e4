package std

import (
	"cmp"
	"crypto/rand"
	"errors"
	"hash/fnv"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/object"
)

// Module _posix: what os and os.path need of the session's file system,
// environment and shell. The host is never asked.

// A ShellFunc runs a shell command in a session; stdout and stderr of nil are the
// session's own streams.
type ShellFunc func(t *object.Thread, c Command) (status int, err error)

// Command is one shell command line.
type Command struct {
	Line           string
	Args           []string // instead of Line: one command and its arguments
	Stdin          []byte
	Stdout, Stderr func([]byte)
}

// Shell holds the session's shell; the evaluator sets it.
var Shell = object.NewKey(func(*object.Session) ShellFunc { return nil })

func initPosix(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_posix", "The session's files, environment and shell.")
	m.AddFuncs(
		object.Def("getcwd()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.NewStr(t.Session.Cwd), nil
		}, "The current directory."),
		object.Def("chdir(path)", posixChdir, "Changes the current directory."),
		object.Def("listdir(path)", posixList, "The names in a directory."),
		object.Def("mkdir(path)", filePath("mkdir", makeDir), "Makes a directory."),
		object.Def("remove(path)", filePath("remove", removeFile), "Removes a file."),
		object.Def("rmdir(path)", filePath("rmdir", removeDir), "Removes an empty directory."),
		object.Def("rename(src, dst)", posixRename, "Renames a file."),
		object.Def("stat(path)", posixStat, "(mode, size, modification time in ns, number) of a file."),
		object.Def("chmod(path, mode)", posixChmod, "Sets a file's permissions."),
		object.Def("utime(path, atime_ns, mtime_ns)", posixUtime, "Sets a file's times."),
		object.Def("environ()", posixEnviron, "The environment as a new dict."),
		object.Def("putenv(name, value)", posixPutenv, "Sets a variable; None removes it."),
		object.Def("urandom(size)", posixUrandom, "Random bytes."),
		object.Def("run(line, args, stdin, capture_out, capture_err)", posixRun, "Runs a shell command: (status, stdout, stderr)."),
	)
	return m, nil
}

// absolute resolves a path argument against the session's current directory.
func absolute(t *object.Thread, v object.Value) (shown, abs string, err error) {
	shown, ok := object.AsStr(v)
	if !ok {
		if b, isBytes := object.AsBytes(v); isBytes {
			shown = string(b)
		} else {
			return "", "", object.Raise(object.TypeError, "expected str, bytes or os.PathLike object, not %s", object.TypeName(v))
		}
	}
	if strings.Contains(shown, "\x00") {
		return "", "", object.Raise(object.ValueError, "embedded null byte")
	}
	if path.IsAbs(shown) {
		return shown, path.Clean(shown), nil
	}
	return shown, path.Join(t.Session.Cwd, shown), nil
}

// Numbers of the errors that OSError distinguishes.
const (
	errnoNoEntry  = 2
	errnoExists   = 17
	errnoNotDir   = 20
	errnoIsDir    = 21
	errnoNotEmpty = 39
	errnoIO       = 5
	errnoInvalid  = 22
)

// osError turns a file system's error into Python's.
func osError(err error, file string) error {
	var known errno
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return object.NewOSError(int64(known), file)
	case errors.Is(err, fs.ErrNotExist):
		return object.NewOSError(errnoNoEntry, file)
	case errors.Is(err, fs.ErrExist):
		return object.NewOSError(errnoExists, file)
	case strings.Contains(err.Error(), "not a dir"):
		return object.NewOSError(errnoNotDir, file)
	}
	return object.NewOSError(errnoIO, file)
}

// errno is an error of our own file operations.
type errno int64

func (e errno) Error() string { return "file error" }

func filePath(name string, do func(f afero.Fs, p string) error) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		shown, p, err := absolute(t, a[0])
		if err != nil {
			return object.Value{}, err
		}
		return object.None, osError(do(t.Session.FS, p), shown)
	}
}

// makeDir makes a directory in one that exists.
func makeDir(f afero.Fs, p string) error {
	info, err := f.Stat(path.Dir(p))
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errno(errnoNotDir)
	}
	return f.Mkdir(p, 0o755)
}

func removeFile(f afero.Fs, p string) error {
	if info, err := f.Stat(p); err != nil {
		return err
	} else if info.IsDir() {
		return errno(errnoIsDir)
	}
	return f.Remove(p)
}

func removeDir(f afero.Fs, p string) error {
	info, err := f.Stat(p)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errno(errnoNotDir)
	}
	if names, err := afero.ReadDir(f, p); err == nil && len(names) > 0 {
		return errno(errnoNotEmpty)
	}
	return f.Remove(p)
}

func posixChdir(t *object.Thread, a []object.Value) (object.Value, error) {
	shown, p, err := absolute(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	info, err := t.Session.FS.Stat(p)
	if err == nil && !info.IsDir() {
		err = errno(errnoNotDir)
	}
	if err != nil {
		return object.Value{}, osError(err, shown)
	}
	t.Session.Cwd = p
	return object.None, nil
}

func posixList(t *object.Thread, a []object.Value) (object.Value, error) {
	shown, p, err := absolute(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	info, err := t.Session.FS.Stat(p)
	if err == nil && !info.IsDir() {
		err = errno(errnoNotDir)
	}
	if err != nil {
		return object.Value{}, osError(err, shown)
	}
	names, err := dirNames(t, p)
	if err != nil {
		return object.Value{}, osError(err, shown)
	}
	list := make([]object.Value, len(names))
	for i, n := range names {
		list[i] = object.NewStr(n)
	}
	return object.NewList(list), nil
}

func dirNames(t *object.Thread, p string) ([]string, error) {
	dir, err := t.Session.FS.Open(p)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	sort.Strings(names)
	return names, err
}

func posixRename(t *object.Thread, a []object.Value) (object.Value, error) {
	from, p, err := absolute(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	to, q, err := absolute(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	err = osError(t.Session.FS.Rename(p, q), from)
	if e, ok := object.AsException(err); ok {
		e.SetField("filename2", object.NewStr(to))
	}
	return object.None, err
}

func posixStat(t *object.Thread, a []object.Value) (object.Value, error) {
	shown, p, err := absolute(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	info, err := t.Session.FS.Stat(p)
	if err != nil {
		return object.Value{}, osError(err, shown)
	}
	mode := 0o100000 | int64(cmp.Or(info.Mode().Perm(), 0o644))
	if info.IsDir() {
		mode = 0o40000 | int64(cmp.Or(info.Mode().Perm(), 0o755))
	}
	number := fnv.New64a() // the files have none of their own
	number.Write([]byte(p))
	return object.NewTuple(object.Int(mode), object.Int(info.Size()), object.Int(info.ModTime().UnixNano()), object.Int(int64(number.Sum64()>>1))), nil
}

func posixChmod(t *object.Thread, a []object.Value) (object.Value, error) {
	mode, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	return filePath("chmod", func(f afero.Fs, p string) error {
		info, err := f.Stat(p)
		if err != nil {
			return err
		}
		return f.Chmod(p, info.Mode()&^fs.ModePerm|fs.FileMode(mode)&fs.ModePerm)
	})(t, a)
}

func posixUtime(t *object.Thread, a []object.Value) (object.Value, error) {
	var ns [2]int
	for i := range ns {
		var err error
		if ns[i], err = object.IndexInt(t, a[1+i]); err != nil {
			return object.Value{}, err
		}
	}
	return filePath("utime", func(f afero.Fs, p string) error {
		if _, err := f.Stat(p); err != nil {
			return err
		}
		return f.Chtimes(p, time.Unix(0, int64(ns[0])), time.Unix(0, int64(ns[1])))
	})(t, a)
}

func posixEnviron(t *object.Thread, _ []object.Value) (object.Value, error) {
	names := make([]string, 0, len(t.Session.Env))
	for name := range t.Session.Env {
		names = append(names, name)
	}
	sort.Strings(names)
	d := object.NewDict()
	for _, name := range names {
		d.SetStr(name, object.NewStr(t.Session.Env[name]))
	}
	return object.Of(d), nil
}

func posixPutenv(t *object.Thread, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	if a[1].IsNone() {
		delete(t.Session.Env, name)
		return object.None, nil
	}
	value, _ := object.AsStr(a[1])
	t.Session.Env[name] = value
	return object.None, t.Charge(len(name) + len(value))
}

func posixUrandom(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		return object.Value{}, object.Raise(object.ValueError, "negative argument not allowed")
	}
	if err := t.Charge(n); err != nil {
		return object.Value{}, err
	}
	b := make([]byte, n)
	if _, err := rand.Read(b); err != nil {
		return object.Value{}, object.NewOSError(errnoIO, "")
	}
	return object.NewBytes(b), nil
}

func posixRun(t *object.Thread, a []object.Value) (object.Value, error) {
	shell := Shell.Get(t.Session)
	if shell == nil {
		return object.Value{}, object.Raise(object.OSError, "there is no shell here")
	}
	var c Command
	c.Line, _ = object.AsStr(a[0])
	if !a[1].IsNone() {
		err := object.ForEach(t, a[1], func(v object.Value) error {
			s, err := object.ToStr(t, v)
			c.Args = append(c.Args, s)
			return err
		})
		if err != nil {
			return object.Value{}, err
		}
	}
	if !a[2].IsNone() {
		c.Stdin, _ = object.AsBytes(a[2])
	}
	captured := [2][]byte{}
	for i, to := range []*func([]byte){&c.Stdout, &c.Stderr} {
		if keep, err := object.ToBool(t, a[3+i]); err != nil {
			return object.Value{}, err
		} else if keep {
			*to = func(b []byte) { captured[i] = append(captured[i], b...) }
		}
	}
	status, err := shell(t, c)
	return object.NewTuple(object.Int(int64(status)), object.NewBytes(captured[0]), object.NewBytes(captured[1])), err
}
