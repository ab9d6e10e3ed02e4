// Package shell runs command lines over a session's file system: what `!ls` and
// os.system do. It is a real shell (pipes, redirections, loops, variables) whose
// commands are Go functions of a fixed table; nothing of it reaches the host's
// files, programs, environment or network.
package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/spf13/afero"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// Shell is what a command line runs in.
type Shell struct {
	FS  afero.Fs
	Cwd string
	Env map[string]string
	// Commands are added to those of the package, and win over them.
	Commands map[string]Command
}

// Command is one program. It returns the exit status. It must return soon after ctx ends.
type Command func(ctx context.Context, c *Call) int

// Call is one call of a command.
type Call struct {
	Args   []string // without the name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Shell  *Shell
	Dir    string // current folder, absolute
	Getenv func(name string) string
}

// Path returns name as an absolute path in the session's file system.
func (c *Call) Path(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(c.Dir, name)
}

// Fail writes "name: message" to stderr and returns status 1.
func (c *Call) Fail(name string, err error) int {
	fmt.Fprintf(c.Stderr, "%s: %s\n", name, message(err))
	return 1
}

// message is an error in the words of a Unix command, path first.
func message(err error) string {
	var pe *fs.PathError
	name := ""
	if errors.As(err, &pe) {
		name = pe.Path + ": "
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name + "No such file or directory"
	case errors.Is(err, fs.ErrExist):
		return name + "File exists"
	}
	return err.Error()
}

// Run runs a command line and returns its exit status: 2 for a line that is no shell
// syntax, 130 when ctx ended.
func (s *Shell) Run(ctx context.Context, line string, stdin io.Reader, stdout, stderr io.Writer) int {
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	if err != nil {
		fmt.Fprintf(stderr, "sh: %v\n", err)
		return 2
	}
	r, err := s.runner(stdin, stdout, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "sh: %v\n", err)
		return 2
	}
	err = r.Run(ctx, file)
	var status interp.ExitStatus
	switch {
	case ctx.Err() != nil:
		return 130
	case errors.As(err, &status):
		return int(status)
	case err != nil:
		fmt.Fprintf(stderr, "sh: %v\n", err)
		return 1
	}
	return 0
}

// Quote writes a command and its arguments as a command line.
func Quote(args []string) (string, error) {
	words := make([]string, len(args))
	for i, a := range args {
		word, err := syntax.Quote(a, syntax.LangBash)
		if err != nil {
			return "", err
		}
		words[i] = word
	}
	return strings.Join(words, " "), nil
}

func (s *Shell) runner(stdin io.Reader, stdout, stderr io.Writer) (*interp.Runner, error) {
	r, err := interp.New(
		interp.Env(expand.ListEnviron(s.environ()...)),
		interp.Dir(string(os.PathSeparator)), // a folder that every host has; replaced below
		interp.StdIO(stdin, stdout, stderr),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return s.exec }),
		interp.OpenHandler(s.open),
		interp.ReadDirHandler2(s.readDir),
		interp.StatHandler(s.stat),
		interp.AccessHandler(s.access),
	)
	if err != nil {
		return nil, err
	}
	r.Dir = s.Cwd
	return r, nil
}

func (s *Shell) environ() []string {
	env := []string{"PWD=" + s.Cwd}
	for k, v := range s.Env {
		if k != "PWD" {
			env = append(env, k+"="+v)
		}
	}
	sort.Strings(env)
	return env
}

// exec runs a command of the tables.
func (s *Shell) exec(ctx context.Context, args []string) error {
	h := interp.HandlerCtx(ctx)
	name := path.Base(args[0])
	run := s.Commands[name]
	if run == nil {
		run = commands()[name]
	}
	if run == nil {
		fmt.Fprintf(h.Stderr, "/bin/bash: line 1: %s: command not found\n", args[0])
		return interp.ExitStatus(127)
	}
	c := &Call{
		Args: args[1:], Stdin: h.Stdin, Stdout: h.Stdout, Stderr: h.Stderr, Shell: s, Dir: h.Dir,
		Getenv: func(name string) string { return h.Env.Get(name).String() },
	}
	if c.Stdin == nil {
		c.Stdin = strings.NewReader("")
	}
	if status := run(ctx, c); status != 0 {
		return interp.ExitStatus(uint8(status))
	}
	return nil
}

// abs resolves a path that the shell hands to a handler.
func abs(ctx context.Context, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(interp.HandlerCtx(ctx).Dir, name)
}

func (s *Shell) open(ctx context.Context, name string, flag int, perm os.FileMode) (io.ReadWriteCloser, error) {
	if name == "/dev/null" {
		return null{}, nil
	}
	return s.FS.OpenFile(abs(ctx, name), flag, perm)
}

func (s *Shell) readDir(ctx context.Context, name string) ([]fs.DirEntry, error) {
	infos, err := afero.ReadDir(s.FS, abs(ctx, name))
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, nil
}

func (s *Shell) stat(ctx context.Context, name string, follow bool) (fs.FileInfo, error) {
	return s.FS.Stat(abs(ctx, name))
}

func (s *Shell) access(ctx context.Context, name string, mode interp.AccessMode) error {
	_, err := s.FS.Stat(abs(ctx, name))
	return err
}

// null is /dev/null.
type null struct{}

func (null) Read([]byte) (int, error)    { return 0, io.EOF }
func (null) Write(p []byte) (int, error) { return len(p), nil }
func (null) Close() error                { return nil }

// pause waits, or ends early with ctx.
func pause(ctx context.Context, d time.Duration) int {
	select {
	case <-time.After(d):
		return 0
	case <-ctx.Done():
		return 130
	}
}
