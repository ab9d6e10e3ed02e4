package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// This file is what all processes of one command line share: a lock, a room, an end.
//
// One process runs at a time: whoever runs holds the lock and lets go of it while it waits and
// now and then between two statements. So a line takes one processor at most, however many
// processes it starts, and nothing of it needs a lock of its own.

// Bounds of a command line.
const (
	maxProcesses = 128      // alive at once
	maxDepth     = 3000     // statements within statements, calls and substitutions counted
	maxText      = 4 << 20  // bytes of one value: a variable, what a command substitution prints
	maxNumber    = 64 << 10 // and of one in an arithmetic expression: an array of numbers
	maxSource    = 128 << 10
	maxNesting   = 500       // brackets in a source, which the parser and the walk go down
	maxMatch     = 1 << 26   // length of a pattern times that of its text: about a second
	defaultRoom  = 256 << 20 // bytes that a line may hold where nobody says otherwise
	pipeBytes    = 64 << 10
	treeBytes    = 1 << 10 // what a function takes at least
)

// line is one command line that runs.
type line struct {
	mu      sync.Mutex
	wake    *sync.Cond // something that a process may wait for has happened
	ctx     context.Context
	cancel  context.CancelFunc
	limit   int64
	used    int64 // bytes held by processes, now
	written int64 // bytes written to files, which stay
	live    int   // processes
	started int   // processes so far
	turns   int
	failure error // why the line was ended early
}

func newLine(ctx context.Context, limit int64) *line {
	l := &line{limit: limit}
	if limit <= 0 {
		l.limit = defaultRoom
	}
	l.wake = sync.NewCond(&l.mu)
	l.ctx, l.cancel = context.WithCancel(ctx)
	return l
}

// ended unwinds a process that has been stopped or killed.
type ended struct{}

// exited unwinds a process that has left with a status.
type exited struct{ status int }

// errRoom is a line's word on what it cannot hold.
var errRoom = errors.New("cannot allocate memory")

// fail ends every process of the line.
func (l *line) fail(err error) {
	if l.failure == nil {
		l.failure = err
	}
	l.cancel()
	l.wake.Broadcast()
	panic(ended{})
}

// take announces n bytes before they are made, and ends the line where they do not fit.
func (l *line) take(n int64) {
	if n > l.limit-l.used-l.written {
		l.fail(fmt.Errorf("%w: %d bytes more than the %d that the session's memory budget leaves", errRoom, n-(l.limit-l.used-l.written), l.limit))
	}
	l.used += n
}

func (l *line) give(n int64) { l.used -= n }

// turn lets other processes of the line run, now and then.
func (l *line) turn() {
	if l.turns++; l.turns%64 == 0 && l.live > 1 {
		l.mu.Unlock()
		l.mu.Lock()
	}
}

// stream is one open file of a process. The last one who has it closes it.
type stream struct {
	r     io.Reader
	w     io.Writer
	close func()
	refs  int
}

func (s *stream) keep() *stream {
	if s != nil {
		s.refs++
	}
	return s
}

func (s *stream) drop() {
	if s == nil {
		return
	}
	if s.refs--; s.refs == 0 && s.close != nil {
		s.close()
	}
}

// pipe is the way from one process to another: a bounded buffer.
type pipe struct {
	l               *line
	buf             []byte
	noReader, ended bool
}

// errBroken is written to a pipe that nobody reads any more.
var errBroken = errors.New("Broken pipe")

// pipe makes both ends of a pipe.
func (l *line) pipe() (r, w *stream) {
	l.take(pipeBytes)
	p := &pipe{l: l}
	half := func() {
		l.wake.Broadcast()
		if p.noReader && p.ended {
			l.give(pipeBytes)
		}
	}
	r = &stream{r: p, refs: 1, close: func() { p.noReader = true; half() }}
	w = &stream{w: p, refs: 1, close: func() { p.ended = true; half() }}
	return r, w
}

func (p *pipe) Read(b []byte) (int, error) {
	for len(p.buf) == 0 {
		if p.ended {
			return 0, io.EOF
		}
		p.l.rest()
	}
	n := copy(b, p.buf)
	p.buf = p.buf[:copy(p.buf, p.buf[n:])]
	p.l.wake.Broadcast()
	return n, nil
}

func (p *pipe) Write(b []byte) (written int, err error) {
	for len(b) > 0 {
		if p.noReader {
			return written, errBroken
		}
		n := min(len(b), pipeBytes-len(p.buf))
		if n == 0 {
			p.l.rest()
			continue
		}
		p.buf = append(p.buf, b[:n]...)
		b, written = b[n:], written+n
		p.l.wake.Broadcast()
	}
	return written, nil
}

// rest waits until something happens.
func (l *line) rest() {
	if l.ctx.Err() != nil {
		panic(ended{})
	}
	l.wake.Wait()
}
