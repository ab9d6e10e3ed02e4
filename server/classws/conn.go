package classws

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/socket"
	"gputour/server/store"
)

// Bounds of one socket.
const (
	perSecond  = 20      // requests; a presenter sends five
	burst      = 100     // of them at once
	repliesCap = 64      // replies that may wait
	window     = 1 << 20 // bytes of numbered events that may be on their way without an ack
	asideMost  = 4       // requests that others answer
	socketsOf  = 16      // sockets of one member
)

var errClosed = socket.Because(websocket.CloseServiceRestart, "the class has ended")

// conn is one socket. The goroutine that calls serve reads; write runs on another. What the two share the room's lock guards.
type conn struct {
	room   *Room
	socket *socket.Conn
	person auth.Person
	leads  bool // is told what those who teach are
	rate   *rate.Limiter
	aside  chan struct{}
	wake   chan struct{} // there may be something to send; capacity 1
	ended  chan struct{} // closed by end
	once   sync.Once
	why    error // set before ended is closed

	cursor   uint64 // last numbered event handed out
	reset    bool   // a snapshot comes before the next event
	sent     []mark
	bytes    int64 // of numbered events handed out so far
	acked    int64
	replies  []wire.Message
	latest   []wire.Message // of each kind the newest
	kinds    []string       // of latest
	observes bool           // wants the board
	feed     []wire.Message // of the board, to be written next
	fed      uint64         // version of the board up to which it was told
}

// mark says how many bytes had been handed out up to an event.
type mark struct {
	seq   uint64
	bytes int64
}

func newConn(r *Room, s *socket.Conn, person auth.Person) *conn {
	return &conn{
		room: r, socket: s, person: person, leads: person.Role.May(auth.Watch),
		rate: rate.NewLimiter(perSecond, burst), aside: make(chan struct{}, asideMost),
		wake: make(chan struct{}, 1), ended: make(chan struct{}),
	}
}

// serve speaks until the socket or the membership ends; the error says why.
func (c *conn) serve(ctx context.Context) error {
	_, body, err := c.receive()
	if err != nil {
		return err
	}
	hello, ok := body.(*wire.HelloBody)
	if !ok {
		return socket.Because(websocket.ClosePolicyViolation, "the first message must be hello")
	}
	if err := c.socket.Speaks(wire.ClassSubprotocol); err != nil {
		return err
	}
	if err := c.room.meet(ctx, c.person.ID); err != nil {
		return err
	}
	first, err := c.room.enter(c, hello)
	if err != nil {
		return err
	}
	defer c.room.leave(c)
	return c.socket.Serve(ctx, c.read, func(ctx context.Context) error { return c.write(ctx, first) })
}

func (c *conn) receive() (wire.Message, any, error) {
	data, err := c.socket.Receive()
	if err != nil {
		return wire.Message{}, nil, err
	}
	return wire.Class.Decode(data, wire.FromClient)
}

// meet reads who somebody is whom the gate has let in and of whom nobody has told us: another program may have written it.
func (r *Room) meet(ctx context.Context, id string) error {
	r.mu.Lock()
	_, known := r.state.Person(id)
	r.mu.Unlock()
	if known {
		return nil
	}
	m, err := r.opts.Store.Member(ctx, id)
	if errors.Is(err, store.ErrNone) {
		return auth.ErrOut
	}
	if err != nil {
		r.opts.Log.Error("a member could not be read", "error", err)
		return socket.Because(websocket.CloseInternalServerErr, "the class cannot be read")
	}
	r.do(enrolled(m))
	return nil
}

// enter takes a socket in and returns what to send first.
func (r *Room) enter(c *conn, hello *wire.HelloBody) ([]wire.Message, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	mine := 0
	for other := range r.sockets {
		if other.person.ID == c.person.ID {
			mine++
		}
	}
	if mine >= socketsOf {
		return nil, socket.Because(wire.CloseCapacity, wire.Capacity{Of: "sockets", Wait: retryAfter}.Reason())
	}
	me, known := r.state.Person(c.person.ID)
	if !known {
		return nil, auth.ErrOut
	}
	box := r.box(me.ID)
	welcome := r.message(wire.ClassWelcome, wire.ClassWelcomeBody{
		Seq: box.last(), Log: r.log, Now: r.now(), Me: me, Leads: c.leads, Unkept: r.keeper.failing, Server: r.opts.Build,
	})
	first := []wire.Message{welcome}
	if _, held := box.since(hello.LastSeq); held && hello.Log == r.log {
		c.cursor = hello.LastSeq
		first = append(first, r.message(wire.Resumed, wire.ResumedBody{From: hello.LastSeq}))
	} else {
		c.reset = true
	}
	if body, version := r.state.Shown(); version > 0 && r.state.Presenter() != me.ID {
		c.newest(wire.Presenter, r.message(wire.Presenter, body))
	}
	r.sockets[c] = true
	r.apply(class.Came{Member: me.ID}, nil)
	return first, nil
}

func (r *Room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sockets, c)
	r.apply(class.Left{Member: c.person.ID}, nil)
}

func (c *conn) read() error {
	for {
		m, body, err := c.receive()
		if err != nil {
			return err
		}
		if !c.rate.Allow() {
			return socket.Because(websocket.ClosePolicyViolation, "too many messages")
		}
		if err := c.dispatch(m, body); err != nil {
			return err
		}
	}
}

func (c *conn) write(ctx context.Context, batch []wire.Message) error {
	for {
		for _, m := range batch {
			if err := c.socket.Send(m); err != nil {
				return err
			}
		}
		for batch = c.take(); len(batch) == 0; batch = c.take() {
			select {
			case <-c.wake:
			case <-c.ended:
				return c.why
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// take returns what can be sent at once: replies, then what was told by number, then the newest of what is only true now.
func (c *conn) take() []wire.Message {
	r := c.room
	r.mu.Lock()
	defer r.mu.Unlock()
	batch := c.replies
	c.replies = nil
	batch = append(batch, c.numbered()...)
	batch = append(batch, c.latest...)
	batch = append(batch, c.feed...)
	c.latest, c.kinds, c.feed = nil, nil, nil
	if c.observes && c.fed != r.state.Version() {
		r.board.soon()
	}
	return batch
}

// numbered are the next numbered events. r.mu is held.
func (c *conn) numbered() []wire.Message {
	box := c.room.box(c.person.ID)
	events, held := box.since(c.cursor)
	if !held || c.reset {
		c.reset = false
		body := c.room.state.Snapshot(c.person.ID)
		body.Seq = box.last()
		m := c.room.message(wire.ClassReset, body)
		c.hand(body.Seq, len(m.Body))
		return []wire.Message{m}
	}
	n := 0
	for n < len(events) && c.bytes-c.acked <= window {
		c.hand(events[n].Seq, len(events[n].Body))
		n++
	}
	return events[:n:n]
}

func (c *conn) hand(seq uint64, bytes int) {
	c.cursor = seq
	c.bytes += int64(bytes)
	c.sent = append(c.sent, mark{seq, c.bytes})
}

// ack says that the client has applied the events up to seq; false for one that it was never sent.
func (c *conn) ack(seq uint64) bool {
	c.room.mu.Lock()
	defer c.room.mu.Unlock()
	if seq > c.cursor {
		return false
	}
	for len(c.sent) > 0 && c.sent[0].seq <= seq {
		c.acked = c.sent[0].bytes
		c.sent = c.sent[1:]
	}
	c.stir()
	return true
}

// stir wakes the writer.
func (c *conn) stir() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// newest takes a message in the place of the one of its kind that has not been sent. r.mu is held.
func (c *conn) newest(kind string, m wire.Message) {
	defer c.stir()
	if i := slices.Index(c.kinds, kind); i >= 0 {
		c.latest[i] = m
		return
	}
	c.kinds, c.latest = append(c.kinds, kind), append(c.latest, m)
}

// reply answers a request. r.mu is held.
func (c *conn) reply(to wire.Message, typ string, body any) {
	m := c.room.message(typ, body)
	m.RID = to.RID
	if len(c.replies) >= repliesCap {
		c.end(socket.Because(wire.CloseSlow, "the connection is too slow"))
		return
	}
	c.replies = append(c.replies, m)
	c.stir()
}

// end closes the socket for a reason.
func (c *conn) end(why error) {
	c.once.Do(func() {
		c.why = why
		close(c.ended)
	})
}

// refusal is the code of an error of the reducer.
func refusal(err error) string {
	var r *class.Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return wire.RefusedFailed
}
