package ws

import (
	"context"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/desk"
	"gputour/server/relay"
	"gputour/server/socket"
)

// conn is one socket. The goroutine that calls serve reads; write runs on another.
type conn struct {
	h       *Handler
	socket  *socket.Conn
	person  auth.Person
	visitor *visitor
	rate    *rate.Limiter
	visit   *desk.Visit // from hello on
	teller  *teller     // of assignments; nil where nothing is asked for
	whose   string      // the member at whose notebook this socket looks; "" is one's own
	lesson  string      // which of them
	unlook  func()
	relay   *relay.Relay // to other nodes; nil: it is served here
	away    *relay.Away  // where hello has brought it; nil is here
	first   []byte       // hello
}

func newConn(h *Handler, socket *socket.Conn, person auth.Person) *conn {
	return &conn{h: h, socket: socket, person: person, visitor: h.visitors.of(person.ID, h.Share), rate: rate.NewLimiter(perSecond, burst)}
}

// serve speaks until the socket or the session ends; the error says why.
func (c *conn) serve(ctx context.Context) error {
	first, err := c.hello(ctx)
	if err != nil {
		return err
	}
	if c.away != nil {
		return c.away.Carry(ctx, c.socket)
	}
	defer c.visit.Leave()
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
	hello, err := desk.Hello(body)
	if err != nil {
		return nil, err
	}
	if err := c.socket.Speaks(wire.Subprotocol); err != nil {
		return nil, err
	}
	if c.whose != "" {
		return c.observe(ctx, m, hello)
	}
	if err := c.bring(ctx, m.SID); err != nil || c.away != nil {
		return nil, err
	}
	if c.visit, err = c.h.Open(c.visiting(), m, hello); err != nil {
		return nil, err
	}
	c.attend()
	return c.visit.Welcome(func(w *wire.WelcomeBody) { c.belongs(w); w.Token, w.GPU = c.visit.Session.Token, c.offer() }), nil
}

// bring brings the socket to the node that has the session, if that is another one.
func (c *conn) bring(ctx context.Context, id string) (err error) {
	if c.relay == nil {
		return nil
	}
	c.away, err = c.relay.Session(ctx, id, Topic, relay.Letter{Person: c.person, Subprotocol: wire.Subprotocol}, c.first)
	if c.away == nil || !c.away.Held {
		return err
	}
	if s := c.h.Sessions.At(id); s != nil {
		c.h.Sessions.Lose(s) // it was taken while this node did not hear of it
	}
	return err
}

// visiting is who comes, as the desk knows him.
func (c *conn) visiting() desk.Visitor {
	v := desk.Visitor{ID: c.person.ID, Author: c.person.ID, MayWrite: c.visitor.mayWrite}
	if c.h.Author != nil {
		v.Author = c.h.Author(c.person)
	}
	if c.h.Handin != nil {
		v.Withheld = c.asked
	}
	if c.h.Room != nil {
		v.Hinted = func(lesson, cell string, parts int) { c.h.Room.Hinted(c.person.ID, lesson, cell, parts) }
		if c.whose == "" {
			v.Used = func(bytes int64) { c.h.Room.Used(c.person.ID, bytes) }
		}
	}
	return v
}

// receive reads one request.
func (c *conn) receive() (wire.Message, any, error) {
	data, err := c.socket.Receive()
	if err != nil {
		return wire.Message{}, nil, err
	}
	if c.visit == nil {
		c.first = data
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
		if err := c.visit.Meant(m); err != nil {
			return err
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
		if batch, err = c.visit.Client.Next(ctx); err != nil {
			return err
		}
	}
}
