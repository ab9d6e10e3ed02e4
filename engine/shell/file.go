package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/spf13/afero"
	"mvdan.cc/sh/v3/syntax"
)

// This file opens the session's files, and counts what is written to them.

// counted is the session's file system as a line sees it.
type counted struct {
	afero.Fs
	p *process
}

// Create implements afero.Fs.
func (c counted) Create(name string) (afero.File, error) {
	return c.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// OpenFile implements afero.Fs.
func (c counted) OpenFile(name string, flag int, perm os.FileMode) (afero.File, error) {
	if flag&os.O_CREATE != 0 {
		if info, err := c.Stat(path.Dir(name)); err != nil || !info.IsDir() {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		if info, err := c.Stat(name); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s: Is a directory", name)
		}
		c.p.write(512)
	}
	f, err := c.Fs.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return file{f, c.p}, nil
}

// Mkdir implements afero.Fs.
func (c counted) Mkdir(name string, perm os.FileMode) error {
	c.p.write(512)
	return c.Fs.Mkdir(name, perm)
}

// MkdirAll implements afero.Fs.
func (c counted) MkdirAll(name string, perm os.FileMode) error {
	c.p.write(512 + 512*len(name)/2)
	return c.Fs.MkdirAll(name, perm)
}

// write announces n bytes of a file.
func (p *process) write(n int) {
	p.poll()
	p.take(int64(n))
	p.give(int64(n))
	p.written += int64(n)
}

// file is an open file whose growth is counted. A reader of it may be stopped.
type file struct {
	afero.File
	p *process
}

func (f file) Read(b []byte) (int, error) {
	f.p.turnOrEnd()
	return f.File.Read(b)
}

func (f file) Write(b []byte) (int, error) {
	f.p.write(2 * len(b)) // a file grows by doubling
	return f.File.Write(b)
}

func (f file) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

func (f file) WriteAt(b []byte, at int64) (int, error) {
	f.p.write(2 * len(b))
	return f.File.WriteAt(b, at)
}

// turnOrEnd is poll for whoever has a file of another process.
func (p *process) turnOrEnd() {
	p.turn()
	if p.line.ctx.Err() != nil {
		panic(ended{})
	}
}

// flags are how a redirection opens its file.
var flags = map[syntax.RedirOperator]int{
	syntax.RdrIn: os.O_RDONLY, syntax.RdrInOut: os.O_RDWR | os.O_CREATE,
	syntax.RdrOut: os.O_WRONLY | os.O_CREATE | os.O_TRUNC, syntax.RdrClob: os.O_WRONLY | os.O_CREATE | os.O_TRUNC,
	syntax.RdrAll: os.O_WRONLY | os.O_CREATE | os.O_TRUNC,
	syntax.AppOut: os.O_WRONLY | os.O_CREATE | os.O_APPEND, syntax.AppAll: os.O_WRONLY | os.O_CREATE | os.O_APPEND,
}

// open opens a file of the session.
func (p *process) open(name string, op syntax.RedirOperator) (*stream, error) {
	switch name {
	case "/dev/null":
		return &stream{r: null{}, w: null{}, refs: 1}, nil
	case "/dev/stdin", "/dev/stdout", "/dev/stderr":
		n := map[string]int{"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}[name]
		if f := p.fds[n]; f != nil {
			return f.keep(), nil
		}
	}
	flag, ok := flags[op]
	if !ok {
		return nil, fmt.Errorf("%s is not available in this shell", op)
	}
	if name == "" {
		return nil, &fs.PathError{Op: "open", Path: "", Err: fs.ErrNotExist}
	}
	f, err := counted{p.shell.FS, p}.OpenFile(absolute(p.dir, name), flag, 0o644)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
		}
		return nil, err
	}
	if flag&os.O_APPEND != 0 {
		if _, err := f.Seek(0, io.SeekEnd); err != nil {
			return nil, err
		}
	}
	return &stream{r: f, w: f, refs: 1, close: func() { _ = f.Close() }}, nil
}

// null is /dev/null.
type null struct{}

func (null) Read([]byte) (int, error)    { return 0, io.EOF }
func (null) Write(p []byte) (int, error) { return len(p), nil }

// program runs a command of the tables.
func (p *process) program(args []string) int {
	name := path.Base(args[0])
	run := p.shell.Commands[name]
	if run == nil {
		run = commands()[name]
	}
	if run == nil {
		p.errorf("%s: command not found", args[0])
		return 127
	}
	sh := *p.shell
	sh.FS, sh.Cwd, sh.Env = counted{p.shell.FS, p}, p.dir, p.exported()
	c := &Call{
		Args: args[1:], Stdin: port{p, 0}, Stdout: port{p, 1}, Stderr: port{p, 2}, Shell: &sh, Dir: p.dir,
		Getenv:  func(name string) string { return sh.Env[name] },
		process: p,
	}
	defer func() { p.give(c.held) }()
	status := run(p.ctx, c)
	p.poll()
	return status
}
