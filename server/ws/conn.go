package ws

import (
	"context"
	"errors"
	"math"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/socket"
)

// conn is one socket. The goroutine that calls serve reads; write runs on another.
type conn struct {
	h       *Handler
	socket  *socket.Conn
	person  auth.Person
	visitor *visitor
	rate    *rate.Limiter
	aside   chan struct{} // a place for each request answered aside

	session *session.Session
	client  *session.Client
	spec    string  // the devices that the server gives this page
	lesson  string  // of the page
	teller  *teller // of assignments; nil where nothing is asked for
	whose   string  // the member at whose notebook this socket looks; "" is one's own
	unlook  func()
}

func newConn(h *Handler, socket *socket.Conn, person auth.Person) *conn {
	return &conn{h: h, socket: socket, person: person, visitor: h.visitors.of(person.ID, h.Share), rate: rate.NewLimiter(perSecond, burst), aside: make(chan struct{}, asideMost)}
}

// serve speaks until the socket or the session ends; the error says why.
func (c *conn) serve(ctx context.Context) error {
	first, err := c.hello(ctx)
	if err != nil {
		return err
	}
	defer c.h.Sessions.Leave(c.client)
	if c.whose != "" {
		defer c.unlook()
	} else {
		defer c.assigned()()
	}
	return c.socket.Serve(ctx, c.read, func(ctx context.Context) error { return c.write(ctx, first) })
}

// hello reads the first message, finds the session and returns what to send first.
func (c *conn) hello(ctx context.Context) ([]wire.Message, error) {
	m, body, err := c.receive()
	if err != nil {
		return nil, err
	}
	hello, ok := body.(*wire.HelloBody)
	if !ok {
		return nil, socket.Because(websocket.ClosePolicyViolation, "the first message must be hello")
	}
	if err := c.socket.Speaks(wire.Subprotocol); err != nil {
		return nil, err
	}
	if c.whose != "" {
		return c.observe(ctx, m, hello)
	}
	c.spec, c.lesson = c.h.spec(hello.Lesson), hello.Lesson
	s, resumed, err := c.h.Sessions.Open(c.person.ID, m.SID, hello.Token, c.spec)
	if err != nil {
		return nil, c.refusal(err)
	}
	c.h.Sessions.Enter(s, hello.Lesson)
	seq := hello.LastSeq
	switch {
	case !resumed:
		seq = 0
	case seq > 0 && hello.Log != s.Log:
		seq = math.MaxUint64 // of a log that the server did not go on with: a reset follows
	}
	c.session, c.client = s, c.h.Sessions.Watch(s, seq)
	c.attend()
	return c.welcome(seq, func(w *wire.WelcomeBody) { w.Token, w.GPU = s.Token, c.offer() }), nil
}

// refusal turns an error of the registry into a close; a session that cannot be
// opened for want of its devices is the server's matter.
func (c *conn) refusal(err error) error {
	if errors.Is(err, session.ErrToken) || errors.Is(err, session.ErrFull) || errors.Is(err, session.ErrShut) {
		return err
	}
	c.h.Log.Error("session not opened", "error", err)
	return socket.Because(websocket.CloseInternalServerErr, "the devices of this lesson cannot be opened")
}

// receive reads one request.
func (c *conn) receive() (wire.Message, any, error) {
	data, err := c.socket.Receive()
	if err != nil {
		return wire.Message{}, nil, err
	}
	return wire.Decode(data, wire.FromClient)
}

func (c *conn) read() error {
	for {
		m, body, err := c.receive()
		if err != nil {
			return err
		}
		if !c.rate.Allow() || !c.visitor.mayAsk() {
			return socket.Because(websocket.ClosePolicyViolation, "too many messages")
		}
		if m.SID != "" && m.SID != c.session.ID {
			return socket.Because(websocket.ClosePolicyViolation, "message for another session")
		}
		may, err := c.allowed(m)
		if may {
			err = c.dispatch(m, body)
		}
		if err != nil {
			return err
		}
	}
}

// write sends first, then what the session has.
func (c *conn) write(ctx context.Context, batch []wire.Message) error {
	for {
		for _, m := range batch {
			if err := c.socket.Send(m); err != nil {
				return err
			}
		}
		var err error
		if batch, err = c.client.Next(ctx); err != nil {
			return err
		}
	}
}
