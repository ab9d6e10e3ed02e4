package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"gputour/server/worker/jail"
)

// This file is the hub's side of one worker: its process, what it says, and how it ends.

const (
	startWait  = 60 * time.Second // for a worker to be ready, on a machine that is busy
	listenWait = 30 * time.Second // for a worker to take what it is sent
	endWait    = time.Second      // from the end of its socket to the end of its process
	outboxMost = 16 << 20         // bytes that may wait for a worker to listen
)

// process is one worker. The fields below mu are guarded by it.
type process struct {
	body   body
	conn   net.Conn
	in     reader
	report jail.Report
	said   *said // on its standard error
	held   hold
	asked  atomic.Uint64
	gone   chan struct{} // closed when the process has ended
	data   int64         // bytes that it may hold; 0 is no bound
	group  *jail.Group   // nil is none

	mu      sync.Mutex
	all     map[uint32]*Remote
	last    uint32 // session
	asks    map[uint64]chan json.RawMessage
	outbox  []byte
	writing bool
	why     cause // it was killed for; the first counts
	end     *end  // set before gone is closed
}

// launch starts a worker and waits until it is ready. Nobody reads yet what it says.
func launch(cmd *exec.Cmd, cage jail.Cage, setup *Setup) (*process, error) {
	ours, theirs, err := socketpair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	stderr, theirStderr, err := os.Pipe()
	if err != nil {
		ours.Close()
		return nil, err
	}
	defer theirStderr.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		ours.Close()
		return nil, err
	}
	defer null.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = null, null, theirStderr
	cmd.ExtraFiles = []*os.File{theirs}
	p := &process{
		conn: ours, group: cage.Group, said: listen(stderr), gone: make(chan struct{}),
		in:  reader{from: bufio.NewReaderSize(ours, 4<<10), fromWorker: true},
		all: map[uint32]*Remote{}, asks: map[uint64]chan json.RawMessage{},
	}
	if setup.Jail != nil {
		p.data = setup.Jail.Data
	}
	report, err := cage.Start(cmd)
	if err != nil {
		ours.Close()
		return nil, err
	}
	p.body = child{cmd.Process}
	theirStderr.Close()
	theirs.Close()
	go p.reap()
	if err := p.greet(setup); err != nil {
		p.kill(causeProtocol)
		<-p.gone
		return nil, fmt.Errorf("%w (%s)", err, p.end)
	}
	p.report = report.With(p.report)
	return p, nil
}

// greet sets the worker up and waits until it is ready.
func (p *process) greet(setup *Setup) error {
	setup.Version = version
	p.send(0, setup)
	p.conn.SetReadDeadline(time.Now().Add(startWait))
	_, f, _, err := p.in.next()
	if err != nil {
		return fmt.Errorf("a worker did not start: %w", err)
	}
	ready, ok := f.(*readyFrame)
	if !ok || ready.Version != version {
		return violation("the first frame is of kind %d", f.kind())
	}
	p.report = ready.Report
	return p.conn.SetReadDeadline(time.Time{})
}

// read hands out what the worker says until it ends, or says what it must not.
func (p *process) read() {
	for {
		id, f, size, err := p.in.next()
		if err == nil {
			err = p.handle(id, f, size)
		}
		var broken *ProtocolError
		switch {
		case err == nil:
			continue
		case errors.Is(err, os.ErrDeadlineExceeded) && p.held.readerStops():
			continue
		case errors.As(err, &broken):
			p.said.note(broken.Error())
			p.kill(causeProtocol)
		default: // its end of the socket is closed: it ends, or else is ended
			late := time.AfterFunc(endWait, func() { p.kill(causeProtocol) })
			<-p.gone
			late.Stop()
		}
		return
	}
}

// handle passes on one frame, without ever waiting.
func (p *process) handle(id uint32, f frame, size int) error {
	p.mu.Lock()
	r := p.all[id]
	p.mu.Unlock()
	if r == nil {
		return violation("a frame of kind %d about session %d, which is not open", f.kind(), id)
	}
	if told, ok := f.(*toldFrame); ok {
		return p.told(told)
	}
	return r.handle(f, size)
}

// told answers a question.
func (p *process) told(f *toldFrame) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	ch, ok := p.asks[f.ID]
	if !ok {
		return violation("an answer that nobody asked for")
	}
	delete(p.asks, f.ID)
	if ch != nil {
		ch <- f.Body // it has room
	}
	return nil
}

// send writes a frame, sooner or later; it never waits. A worker that does not listen is
// killed.
func (p *process) send(id uint32, f frame) {
	data, err := encode(id, f)
	if err != nil {
		p.said.note(err.Error()) // no request is that large
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.outbox)+len(data) > outboxMost {
		go p.kill(causeDeaf)
		return
	}
	p.outbox = append(p.outbox, data...)
	p.startWriting()
}

// startWriting empties the outbox, aside. p.mu is held.
func (p *process) startWriting() {
	if !p.writing && !p.held.on && len(p.outbox) > 0 {
		p.writing = true
		go p.write()
	}
}

// write empties the outbox.
func (p *process) write() {
	for {
		p.mu.Lock()
		data := p.outbox
		if p.writing = len(data) > 0 && !p.held.on; !p.writing {
			p.mu.Unlock()
			return
		}
		p.outbox = nil
		p.conn.SetWriteDeadline(time.Now().Add(listenWait))
		p.mu.Unlock()
		n, err := p.conn.Write(data)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			continue
		}
		p.mu.Lock()
		held := p.held.on
		if held {
			p.outbox = append(data[n:len(data):len(data)], p.outbox...)
		}
		p.mu.Unlock()
		if !held {
			p.kill(causeDeaf)
		}
	}
}

// kill ends the process at once.
func (p *process) kill(why cause) {
	p.mu.Lock()
	if p.why == "" {
		p.why = why
	}
	p.mu.Unlock()
	p.body.kill()
}

// reap waits for the process to end and tells its sessions.
func (p *process) reap() {
	e := p.body.end(p)
	p.mu.Lock()
	p.end = e
	all := maps.Clone(p.all)
	p.mu.Unlock()
	close(p.gone)
	p.conn.Close()
	if p.group != nil {
		p.group.Close()
	}
	for _, r := range all {
		r.lose()
	}
}

// body is the process itself, here or on another machine.
type body interface {
	kill()               // it, at once
	end(p *process) *end // waits for it, and says how it was
	pid() int            // 0 on another machine
	where() string       // for the log
}

// child is a process of this one.
type child struct{ proc *os.Process }

func (c child) kill()         { c.proc.Kill() } // an error is a process that has ended
func (c child) pid() int      { return c.proc.Pid }
func (c child) where() string { return fmt.Sprintf("process %d", c.proc.Pid) }

func (c child) end(p *process) *end {
	state, err := c.proc.Wait()
	if err != nil {
		p.said.note(err.Error())
	}
	p.said.wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.why == "" && p.group != nil && p.group.Exhausted() {
		p.why = causeMemory
	}
	return findEnd(state, p.why, p.said.text(), p.data)
}

// dead reports whether the process has ended.
func (p *process) dead() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

// said keeps the beginning of what a worker writes on its standard error, where the Go
// runtime says why a program ends. It never reaches a terminal.
type said struct {
	from *os.File
	done chan struct{}
	mu   sync.Mutex
	kept []byte
}

const saidMost = 16 << 10

func listen(stderr *os.File) *said {
	s := &said{from: stderr, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		defer stderr.Close()
		io.Copy(s, stderr)
	}()
	return s
}

// Write implements io.Writer.
func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, p[:min(len(p), saidMost-len(s.kept))]...)
	return len(p), nil
}

// note adds a line of the hub's own.
func (s *said) note(line string) { s.Write([]byte("hub: " + line + "\n")) }

// wait returns when all has been said, or nobody can say more.
func (s *said) wait() {
	select {
	case <-s.done:
	case <-time.After(endWait):
	}
}

func (s *said) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.kept)
}
