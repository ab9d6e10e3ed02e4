package socket

import (
	"context"
	"errors"
	"time"

	"github.com/gorilla/websocket"

	"gputour/server/bus"
)

// This file is a socket whose browser is connected to another server: that one carries its messages to the one that serves it.
//
//	browser ── websocket ── Relay ── pipe ── Over ── whoever serves the socket

// Over is the socket that another server relays over a pipe; subprotocol is what the browser has agreed to.
func Over(p *bus.Pipe, subprotocol string) *Conn {
	return &Conn{transport: link{p, subprotocol}}
}

// link is a pipe.
type link struct {
	pipe   *bus.Pipe
	agreed string
}

func (l link) receive() ([]byte, error) { return l.pipe.Receive() }

func (l link) send(data []byte) error {
	late := time.AfterFunc(writeWait, func() { l.pipe.Close(errSlow.Code, errSlow.Reason) })
	defer late.Stop()
	return l.pipe.Send(data)
}

func (l link) close(code int, reason string) { l.pipe.Close(code, reason) }
func (l link) subprotocol() string           { return l.agreed }
func (l link) keep() (stop func())           { return func() {} } // pipes see to that themselves

// Subprotocol is what the browser has agreed to; "" is nothing.
func (c *Conn) Subprotocol() string { return c.subprotocol() }

// Relay carries a socket's messages to another server and back, until either side ends or ctx does. It ends as the other server
// says, or so that the browser comes back at once when that cannot be reached any more.
func (c *Conn) Relay(ctx context.Context, p *bus.Pipe) error {
	read := func() error {
		for {
			data, err := c.receive()
			if err != nil {
				return err
			}
			if err := p.Send(data); err != nil {
				return relayed(err)
			}
		}
	}
	write := func(ctx context.Context) error {
		defer context.AfterFunc(ctx, func() { p.Close(0, "") })()
		for {
			data, err := p.Receive()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = c.send(data)
			} else {
				err = relayed(err)
			}
			if err != nil {
				return err
			}
		}
	}
	defer p.Close(0, "")
	return c.Serve(ctx, read, write)
}

// relayed is an error of a pipe as the browser is to see it.
func relayed(err error) error {
	var closed *bus.Closed
	switch {
	case !errors.As(err, &closed), closed.Code > 0 && closed.Code < websocket.CloseNormalClosure:
		return Because(websocket.CloseServiceRestart, "the server that had this is gone")
	case closed.Code == 0:
		return err
	}
	return Because(closed.Code, closed.Reason)
}
