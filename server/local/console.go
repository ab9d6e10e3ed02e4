package local

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
)

// console is the session.Output of a run on a terminal. What is printed is held
// back for a moment, so that a loop of prints costs few writes and still looks
// like it comes at once.
type console struct {
	term   flags.Terminal
	failed *wire.ErrorBody // of the last cell

	mu    sync.Mutex
	out   *bufio.Writer
	in    *bufio.Reader
	armed bool
}

// moment is how long output may be held back.
const moment = 10 * time.Millisecond

func newConsole(term flags.Terminal) *console {
	return &console{term: term, out: bufio.NewWriterSize(term.Out, 32<<10), in: bufio.NewReader(term.In)}
}

// Stream implements session.Output.
func (c *console) Stream(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if name == "stderr" {
		c.out.Flush() // keeps the order on a terminal
		io.WriteString(c.term.Err, text)
		return
	}
	c.out.WriteString(text)
	if !c.armed {
		c.armed = true
		time.AfterFunc(moment, c.tick)
	}
}

func (c *console) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed = false
	c.out.Flush()
}

func (c *console) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Flush()
}

// Emit implements session.Output: a value is printed as text, a limit as a sentence;
// what only a page can show is left out.
func (c *console) Emit(typ string, body any) {
	switch b := body.(type) {
	case wire.DisplayBody:
		c.Stream("stdout", strings.TrimSuffix(b.Data["text/plain"], "\n")+"\n")
	case wire.ErrorBody:
		c.failed = &b
	case wire.LimitBody:
		c.Stream("stderr", "gputour: "+b.Text+"\n")
	}
}

// Input implements session.Output.
func (c *console) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	c.Stream("stdout", req.Prompt)
	c.flush()
	line, err := c.in.ReadString('\n')
	if err != nil && line == "" {
		return "", io.EOF
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// exit ends the program as SystemExit asks.
func (c *console) exit(e *session.Exit) error {
	if e.Message != "" {
		c.Stream("stderr", e.Message+"\n")
	}
	return flags.Status(uint8(e.Status))
}
