package session

import (
	"context"
	"errors"
	"sync"

	"gputour/engine/wire"
)

// This file is what a socket sees of a session: a cursor into its log.
//
// A client has no queue of events. It asks for the next batch when it has written
// the last one, so a slow reader costs nothing: it falls behind in the log, and
// when the log has moved on it gets a snapshot.

const (
	batchBytes = 256 << 10 // events handed out at once
	window     = 1 << 20   // bytes that may be on their way without an ack
	directCap  = 64        // replies that may wait for one client
)

// ErrClosed is the error of a client whose session has ended, unless that is ErrMoved.
var ErrClosed = errors.New("session closed")

// why is the error of clients when the session has ended.
func (s *Session) why() error {
	if s.moved.Load() {
		return ErrMoved
	}
	return ErrClosed
}

// Client is one watcher. Next and Ack may be called from two goroutines.
type Client struct {
	session  *Session
	direct   chan wire.Message
	observes bool // see Observe

	mu     sync.Mutex
	cursor uint64 // last event handed out
	ahead  uint64 // last event of a snapshot, which may tell more than the view of the log does yet
	sent   []mark // batches without an ack, oldest first
	bytes  int64  // handed out so far
	acked  int64
	moved  chan struct{} // an ack has come; capacity 1
}

// mark says how many bytes had been handed out up to an event.
type mark struct {
	seq   uint64
	bytes int64
}

// clients are the watchers of a session and which of them writes.
type clients struct {
	mu  sync.Mutex
	all []*Client
	pen *Client
}

// Attach adds a client that has seen the events up to seq, and gives it the pen if nobody has it.
func (s *Session) Attach(seq uint64) *Client {
	c := s.client(seq)
	s.clients.mu.Lock()
	s.clients.all = append(s.clients.all, c)
	if s.clients.pen == nil {
		s.clients.pen = c
	}
	s.clients.mu.Unlock()
	s.announcePen(c)
	return c
}

func (s *Session) client(seq uint64) *Client {
	return &Client{session: s, cursor: seq, direct: make(chan wire.Message, directCap), moved: make(chan struct{}, 1)}
}

// Detach removes a client. The session and what it runs go on.
func (s *Session) Detach(c *Client) {
	s.clients.mu.Lock()
	for i, x := range s.clients.all {
		if x == c {
			s.clients.all = append(s.clients.all[:i:i], s.clients.all[i+1:]...)
			break
		}
	}
	if s.clients.pen == c {
		s.clients.pen = nil
	}
	s.clients.mu.Unlock()
	s.announcePen(nil)
}

// Clients is how many are attached, apart from those that only look.
func (s *Session) Clients() int {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	return s.clients.tabs()
}

// TakePen makes c the client that writes.
func (s *Session) TakePen(c *Client) {
	s.clients.mu.Lock()
	changed := s.clients.pen != c
	s.clients.pen = c
	s.clients.mu.Unlock()
	if changed {
		s.announcePen(nil)
	}
}

// Pen says whether c writes, and how many tabs there are.
func (s *Session) Pen(c *Client) wire.PenBody {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	return wire.PenBody{Mine: s.clients.pen == c, Tabs: s.clients.tabs()}
}

// watchers are the clients at this moment.
func (s *Session) watchers() []*Client {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	return append([]*Client(nil), s.clients.all...)
}

// tell sends every client a message outside the log.
func (s *Session) tell(m wire.Message) {
	for _, c := range s.watchers() {
		c.Send(m)
	}
}

// announcePen tells every client but one who writes.
func (s *Session) announcePen(but *Client) {
	for _, c := range s.watchers() {
		if c != but {
			c.Send(wire.New(wire.PenHolder, s.Pen(c)))
		}
	}
}

// Send gives a client a message outside the log. It never waits: a client that
// lets replies pile up loses them.
func (c *Client) Send(m wire.Message) {
	select {
	case c.direct <- m:
	default:
	}
}

// Ack says that the client has applied the events up to seq. It returns false for
// an event that it was never sent.
func (c *Client) Ack(seq uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if seq > c.cursor {
		return false
	}
	for len(c.sent) > 0 && c.sent[0].seq <= seq {
		c.acked = c.sent[0].bytes
		c.sent = c.sent[1:]
	}
	select {
	case c.moved <- struct{}{}:
	default:
	}
	return true
}

// Next waits for messages and returns them in order: replies, or the next events,
// or a reset when events are gone.
func (c *Client) Next(ctx context.Context) ([]wire.Message, error) {
	for {
		v := c.session.log.Load()
		if batch, ok := c.take(v); ok {
			return batch, nil
		}
		ready := v.next
		if c.full() {
			ready = nil // only an ack helps
		}
		select {
		case m := <-c.direct:
			return []wire.Message{m}, nil
		case <-ready:
		case <-c.moved:
		case <-c.session.done:
			return nil, c.session.why()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Client) full() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes-c.acked > window
}

// take returns what can be sent at once.
func (c *Client) take(v *view) ([]wire.Message, bool) {
	select {
	case m := <-c.direct:
		return []wire.Message{m}, true
	default:
	}
	if c.full() {
		return nil, false
	}
	c.mu.Lock()
	cursor, ahead := c.cursor, c.ahead
	c.mu.Unlock()
	events, ok := v.since(cursor)
	if !ok && cursor > v.last() && cursor <= ahead {
		return nil, false // until the view has caught up
	}
	if !ok {
		return c.reset()
	}
	if len(events) == 0 {
		return nil, false
	}
	n, bytes := 0, 0
	for n < len(events) && (n == 0 || bytes < batchBytes) {
		bytes += size(events[n])
		n++
	}
	c.moveTo(events[n-1].Seq, bytes)
	return events[:n:n], true
}

// reset replaces the missing events by a snapshot.
func (c *Client) reset() ([]wire.Message, bool) {
	var body wire.ResetBody
	if !c.session.Look(func(s *State) { body = s.Snapshot() }) {
		return nil, false
	}
	m := wire.New(wire.Reset, body)
	c.mu.Lock()
	c.ahead = body.Seq
	c.mu.Unlock()
	c.moveTo(body.Seq, size(m))
	return []wire.Message{m}, true
}

func (c *Client) moveTo(seq uint64, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cursor = seq
	c.bytes += int64(bytes)
	c.sent = append(c.sent, mark{seq, c.bytes})
}
