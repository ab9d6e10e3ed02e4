// Package shell runs command lines over a session's file system: what `!ls` and
// os.system do. It is a real shell (pipes, redirections, loops, variables) whose
// commands are Go functions of a fixed table. It makes no system calls: its files,
// pipes, processes and environment are its own, nothing of it reaches the host's, and
// what it holds is counted.
package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"
	"mvdan.cc/sh/v3/syntax"
)

// Shell is what a command line runs in.
type Shell struct {
	FS  afero.Fs
	Cwd string
	Env map[string]string
	// Commands are added to those of the package, and win over them.
	Commands map[string]Command
	// Room is how many bytes a command line may hold, with the files that it writes; 0 is a default.
	Room int64
	// Written counts the bytes of files that command lines have written.
	Written int64
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

	process *process
	held    int64
}

// Path returns name as an absolute path in the session's file system.
func (c *Call) Path(name string) string { return absolute(c.Dir, name) }

func absolute(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}

// Fail writes "name: message" to stderr and returns status 1.
func (c *Call) Fail(name string, err error) int {
	fmt.Fprintf(c.Stderr, "%s: %s\n", name, message(err))
	return 1
}

// hold announces n bytes that the command keeps until it returns.
func (c *Call) hold(n int) {
	if c.process != nil {
		c.process.take(int64(n))
		c.held += int64(n)
	}
}

// Apart runs f while other processes of the line go on, as far as f lets them; what it writes, it writes to the streams
// that it is given.
func (c *Call) Apart(f func(stdout, stderr io.Writer)) {
	if c.process == nil {
		f(c.Stdout, c.Stderr)
		return
	}
	mu := &c.process.line.mu
	mu.Unlock()
	defer mu.Lock()
	f(locking{mu, c.Stdout}, locking{mu, c.Stderr})
}

// locking is a stream of a line, for who has not its lock.
type locking struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l locking) Write(b []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		if _, over := recover().(ended); over {
			err = errBroken
		}
	}()
	return l.w.Write(b)
}

// poll ends a command that has been stopped. Long loops call it.
func (c *Call) poll() {
	if c.process != nil {
		c.process.poll()
	}
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
// syntax, 130 when ctx ended. It returns when all processes of the line have ended.
func (s *Shell) Run(ctx context.Context, text string, stdin io.Reader, stdout, stderr io.Writer) int {
	if ctx.Err() != nil {
		return 130
	}
	file, err := parse(text)
	if err != nil {
		fmt.Fprintf(stderr, "sh: %v\n", err)
		return 2
	}
	l := newLine(ctx, s.Room)
	defer l.cancel()
	defer context.AfterFunc(l.ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.wake.Broadcast()
	})()
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.first(s, stdin, stdout, stderr)
	status := p.run(func() { p.stmts(file.Stmts) })
	for l.live > 0 {
		l.wake.Wait()
	}
	s.Written += l.written
	switch {
	case ctx.Err() != nil:
		return 130
	case l.failure != nil:
		fmt.Fprintf(stderr, "/bin/bash: %v\n", l.failure)
		return 2
	}
	return status
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

// pause waits without the line's lock, or ends early with ctx.
func pause(ctx context.Context, c *Call, d time.Duration) int {
	if c.process != nil {
		l := c.process.line
		l.mu.Unlock()
		defer l.mu.Lock()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return 0
	case <-ctx.Done():
		return 130
	}
}
