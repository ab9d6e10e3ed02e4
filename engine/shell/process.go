package shell

import (
	"context"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// process is one shell: the line's own, a subshell, a part of a pipeline, a job in the background.
type process struct {
	*line
	shell  *Shell
	ctx    context.Context
	kill   context.CancelFunc
	id     int
	dir    string
	vars   *scope
	funcs  map[string]*syntax.Stmt
	args   []string // $1, $2, …
	name   string   // $0
	fds    [10]*stream
	status int
	row    uint // of the statement that runs, for messages
	depth  int
	opts   settings
	trap   string // what runs at exit
	// forever says that the redirections of the running statement stay: exec.
	forever bool

	flow  flow
	left  int // loops that break and continue have yet to leave
	loops int
	calls int // of functions, that return leaves
	exam  int // conditions: a failure in one does not end the shell (set -e)
	jobs  []*process
	terse int   // arithmetic goes on, where a value is short
	held  int64 // bytes announced for what lives in a statement

	over   bool
	result int
}

// settings are those of set -o.
type settings struct{ errexit, nounset, pipefail, noglob, xtrace bool }

// flow is what the running statement does to those around it.
type flow uint8

const (
	onward flow = iota
	breaking
	continuing
	returning
)

// first makes the line's own shell.
func (l *line) first(s *Shell, stdin io.Reader, stdout, stderr io.Writer) *process {
	l.live, l.started = 1, 1
	p := &process{line: l, shell: s, id: 1, dir: s.Cwd, name: "bash", funcs: map[string]*syntax.Stmt{}}
	p.ctx, p.kill = context.WithCancel(l.ctx)
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	for n, f := range []*stream{{r: stdin}, {w: stdout}, {w: stderr}} {
		f.refs = 1
		p.fds[n] = f
	}
	p.vars = newScope(l, nil)
	return p
}

// fork makes a process like this one; nil, with a word, where there are too many.
func (p *process) fork(ctx context.Context) *process {
	if p.live >= maxProcesses {
		p.errorf("fork: retry: Resource temporarily unavailable")
		p.status = 254
		return nil
	}
	c := *p
	c.ctx, c.kill = context.WithCancel(ctx)
	c.vars = p.vars.flat()
	c.funcs, c.args = maps.Clone(p.funcs), slices.Clone(p.args)
	c.jobs, c.trap, c.held, c.terse = nil, "", 0, 0
	c.flow, c.loops, c.calls, c.exam = onward, 0, 0, p.exam
	for _, f := range c.fds {
		f.keep()
	}
	p.live++
	p.started++
	c.id = p.started
	return &c
}

// run runs body to the end of the process and returns its status. The lock is held.
func (p *process) run(body func()) int {
	p.shielded(body)
	if p.trap != "" && p.ctx.Err() == nil {
		text := p.trap
		p.trap = ""
		status := p.status
		p.shielded(func() { p.source(text); p.status = status })
	}
	p.over, p.result = true, p.status
	for n, f := range p.fds {
		f.drop()
		p.fds[n] = nil
	}
	p.vars.drop()
	p.give(p.held)
	p.kill()
	p.live--
	p.wake.Broadcast()
	return p.status
}

// shielded runs body and settles how it ended.
func (p *process) shielded(body func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case ended:
			p.status = max(p.status, 130)
		case exited:
			p.status = r.status
		default: // a fault of the parser's or the expansion's must not end the program
			p.report(fmt.Errorf("line %d: this command cannot be run (%v)", p.row, r), debug.Stack())
			p.status = 2
		}
	}()
	body()
}

// report writes a last word, if anybody still reads.
func (p *process) report(err error, _ []byte) {
	defer func() { _ = recover() }()
	p.errorf("%v", err)
}

// spawn runs a forked process beside this one.
func (p *process) spawn(c *process, body func()) {
	go func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		c.run(body)
	}()
}

// inside runs body in a subshell and waits for it.
func (p *process) inside(body func(c *process)) {
	if c := p.fork(p.ctx); c != nil {
		c.status = 0
		p.status = c.run(func() { body(c) })
		p.poll()
	}
}

// poll ends the process where it has been stopped, and lets others run.
func (p *process) poll() {
	p.turn()
	if p.ctx.Err() != nil {
		panic(ended{})
	}
}

// die ends the process at once, as a signal does.
func (p *process) die(status int) {
	p.status = status
	p.kill()
	panic(ended{})
}

// await waits until a process is over.
func (p *process) await(c *process) int {
	for !c.over {
		p.poll()
		p.wake.Wait()
	}
	return c.result
}

// keep announces n bytes that live until the running statement ends.
func (p *process) keep(n int) {
	p.take(int64(n))
	p.held += int64(n)
}

// release gives back what was announced since held was mark.
func (p *process) release(mark int64) {
	p.give(p.held - mark)
	p.held = mark
}

// errorf writes a message of the shell's own.
func (p *process) errorf(format string, args ...any) {
	fmt.Fprintf(port{p, 2}, "/bin/bash: line %d: %s\n", max(p.row, 1), fmt.Sprintf(format, args...))
}

// port is a process's view of its open file n.
type port struct {
	p *process
	n int
}

func (f port) Read(b []byte) (int, error) {
	f.p.poll()
	s := f.p.fds[f.n]
	if s == nil || s.r == nil {
		return 0, io.EOF
	}
	return s.r.Read(b)
}

func (f port) Write(b []byte) (int, error) {
	f.p.poll()
	s := f.p.fds[f.n]
	if s == nil || s.w == nil {
		return len(b), nil
	}
	n, err := s.w.Write(b)
	switch {
	case err == errBroken:
		f.p.die(141)
	case err != nil: // there is no room for it: whoever prints without end would print for ever
		f.p.fail(fmt.Errorf("write error: %w", err))
	}
	return n, nil
}
