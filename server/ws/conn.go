package ws

import (
	"context"
	"errors"
	"math"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/auth"
)

// conn is one socket. The goroutine that calls serve reads; write runs on another.
type conn struct {
	h       *Handler
	socket  *websocket.Conn
	person  auth.Person
	visitor *visitor
	rate    *rate.Limiter
	aside   chan struct{} // a place for each request answered aside

	session *session.Session
	client  *session.Client
	spec    string // the devices that the server gives this page
	lesson  string // of the page

	once sync.Once
}

func newConn(h *Handler, socket *websocket.Conn, person auth.Person) *conn {
	return &conn{h: h, socket: socket, person: person, visitor: h.visitors.of(person.ID, h.Share), rate: rate.NewLimiter(perSecond, burst), aside: make(chan struct{}, asideMost)}
}

// serve speaks until the socket or the session ends; the error says why.
func (c *conn) serve(ctx context.Context) error {
	c.socket.SetReadLimit(wire.MaxRequest)
	c.socket.SetReadDeadline(time.Now().Add(helloWait))
	first, err := c.hello()
	if err != nil {
		return err
	}
	defer c.h.Sessions.Leave(c.client)
	defer c.assigned()()
	c.socket.SetPongHandler(func(string) error { return c.alive() })
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	written := make(chan error, 1)
	go func() {
		err := c.write(ctx, first)
		c.close(err) // wakes the reader
		written <- err
	}()
	err = c.read()
	c.close(err)
	cancel()
	if w := <-written; w != nil && !errors.Is(w, context.Canceled) {
		return w // the reader only saw the consequence
	}
	return err
}

// alive puts off the read deadline.
func (c *conn) alive() error { return c.socket.SetReadDeadline(time.Now().Add(readWait)) }

// hello reads the first message, finds the session and returns what to send first.
func (c *conn) hello() ([]wire.Message, error) {
	m, body, err := c.receive()
	if err != nil {
		return nil, err
	}
	hello, ok := body.(*wire.HelloBody)
	if !ok {
		return nil, &closing{websocket.ClosePolicyViolation, "the first message must be hello"}
	}
	if c.socket.Subprotocol() != wire.Subprotocol {
		return nil, &closing{wire.CloseVersion, "this server speaks " + wire.Subprotocol + ": reload the page"}
	}
	c.spec, c.lesson = c.h.spec(hello.Lesson), hello.Lesson
	s, resumed, err := c.h.Sessions.Open(c.person.ID, m.SID, hello.Token, c.spec)
	if err != nil {
		return nil, c.refusal(err)
	}
	seq := hello.LastSeq
	switch {
	case !resumed:
		seq = 0
	case seq > 0 && hello.Log != s.Log:
		seq = math.MaxUint64 // of a log that the server did not go on with: a reset follows
	}
	c.session, c.client = s, c.h.Sessions.Watch(s, seq)
	var epoch int
	var last uint64
	var held bool
	s.Look(func(st *session.State) { epoch, last, held = st.Epoch, st.Last(), st.Holds(seq) })
	welcome := wire.New(wire.Welcome, wire.WelcomeBody{
		Token: s.Token, Seq: last, Log: s.Log, Unkept: !s.Keeping(), Epoch: epoch, Server: c.h.Build,
		Devices: s.Evaluator().Devices(), Limits: s.Limits(), Pen: s.Pen(c.client),
	})
	welcome.SID = s.ID
	if !held {
		return []wire.Message{welcome}, nil // a reset follows
	}
	return []wire.Message{welcome, wire.New(wire.Resumed, wire.ResumedBody{From: seq})}, nil
}

// refusal turns an error of the registry into a close; a session that cannot be
// opened for want of its devices is the server's matter.
func (c *conn) refusal(err error) error {
	if errors.Is(err, session.ErrToken) || errors.Is(err, session.ErrFull) || errors.Is(err, session.ErrShut) {
		return err
	}
	c.h.Log.Error("session not opened", "error", err)
	return &closing{websocket.CloseInternalServerErr, "the devices of this lesson cannot be opened"}
}

// receive reads one request.
func (c *conn) receive() (wire.Message, any, error) {
	kind, data, err := c.socket.ReadMessage()
	if err != nil {
		return wire.Message{}, nil, err
	}
	if kind != websocket.TextMessage {
		return wire.Message{}, nil, &closing{websocket.CloseUnsupportedData, "messages are text"}
	}
	return wire.Decode(data, wire.FromClient)
}

func (c *conn) read() error {
	for {
		c.alive()
		m, body, err := c.receive()
		if err != nil {
			return err
		}
		if !c.rate.Allow() || !c.visitor.mayAsk() {
			return &closing{websocket.ClosePolicyViolation, "too many messages"}
		}
		if m.SID != "" && m.SID != c.session.ID {
			return &closing{websocket.ClosePolicyViolation, "message for another session"}
		}
		if err := c.dispatch(m, body); err != nil {
			return err
		}
	}
}

// write sends first, then what the session has, and pings.
func (c *conn) write(ctx context.Context, batch []wire.Message) error {
	ping := c.pinging()
	defer ping()
	for {
		for _, m := range batch {
			if err := c.send(m); err != nil {
				return err
			}
		}
		var err error
		if batch, err = c.client.Next(ctx); err != nil {
			return cause(ctx, err)
		}
	}
}

// cause is why ctx ended, when err is that it did.
func cause(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}

func (c *conn) send(m wire.Message) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	c.socket.SetWriteDeadline(time.Now().Add(writeWait))
	err = c.socket.WriteMessage(websocket.TextMessage, data)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return &closing{wire.CloseSlow, "the connection is too slow"}
	}
	return err
}

// pinging sends pings until the function it returns is called. WriteControl may
// run beside the writer.
func (c *conn) pinging() (stop func()) {
	var mu sync.Mutex
	var t *time.Timer
	stopped := false
	var tick func()
	tick = func() {
		c.socket.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait))
		mu.Lock()
		defer mu.Unlock()
		if !stopped {
			t = time.AfterFunc(pingEvery, tick)
		}
	}
	t = time.AfterFunc(pingEvery, tick)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		t.Stop()
	}
}

// close ends the socket once, with the code and reason that err calls for.
func (c *conn) close(err error) {
	c.once.Do(func() {
		if code, reason := verdict(err); code != 0 {
			if len(reason) > 120 {
				reason = reason[:120]
			}
			c.socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
		}
		c.socket.Close()
	})
}
