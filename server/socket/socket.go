// Package socket is what all websockets of this server have in common: pages of this very server open them, they are
// bounded and kept alive, one goroutine reads and one writes, and each ends with a code and a reason.
package socket

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
)

// Times of a socket's life.
const (
	helloWait = 10 * time.Second // from the handshake to the first message
	readWait  = 50 * time.Second // without a message or a pong
	pingEvery = 20 * time.Second
	writeWait = 10 * time.Second // for one message to leave
)

// Conn is one socket.
type Conn struct {
	transport
	// Explain returns errors of whoever serves the socket as Because does, and others as they are; nil explains none.
	Explain func(error) error

	once sync.Once
}

// transport is what a socket's messages go over.
type transport interface {
	receive() ([]byte, error)
	send([]byte) error
	close(code int, reason string) // with the code 0 without a word
	subprotocol() string
	keep() (stop func()) // keeps it alive
}

// web is a websocket.
type web struct{ ws *websocket.Conn }

// buffers are shared between sockets, which are idle most of the time.
var buffers = newPool()

// Upgrade makes a socket of a request, or answers it and returns why not. Whoever calls it has checked that the request may
// come at all (cookie, Host); the first message must come soon.
func Upgrade(w http.ResponseWriter, r *http.Request, subprotocol string) (*Conn, error) {
	up := websocket.Upgrader{
		HandshakeTimeout: helloWait,
		ReadBufferSize:   1 << 10,
		WriteBufferSize:  4 << 10,
		WriteBufferPool:  buffers,
		Subprotocols:     []string{subprotocol},
		CheckOrigin:      auth.SameOrigin,
	}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(wire.MaxRequest)
	ws.SetReadDeadline(time.Now().Add(helloWait))
	return &Conn{transport: web{ws}}, nil
}

// Speaks is an error unless the client has agreed to a subprotocol. It is asked after the first message: before that a
// client could not be told why.
func (c *Conn) Speaks(subprotocol string) error {
	if c.subprotocol() != subprotocol {
		return &Closing{wire.CloseVersion, "this server speaks " + subprotocol + ": reload the page"}
	}
	return nil
}

// Serve reads and writes until either ends, closes the socket and says why. write ends when its context does.
func (c *Conn) Serve(ctx context.Context, read func() error, write func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	written := make(chan error, 1)
	go func() {
		defer c.keep()()
		err := cause(ctx, write(ctx))
		c.Close(err) // wakes the reader
		written <- err
	}()
	err := read()
	c.Close(err)
	cancel()
	if w := <-written; w != nil && !errors.Is(w, context.Canceled) {
		return w // the reader only saw the consequence
	}
	return err
}

// cause is why ctx ended, when err is that it did.
func cause(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}

// Receive returns the next message, undecoded.
func (c *Conn) Receive() ([]byte, error) { return c.receive() }

func (w web) receive() ([]byte, error) {
	kind, data, err := w.ws.ReadMessage()
	if err != nil {
		return nil, err
	}
	if kind != websocket.TextMessage {
		return nil, &Closing{websocket.CloseUnsupportedData, "messages are text"}
	}
	return data, w.alive()
}

// alive puts off the read deadline.
func (w web) alive() error { return w.ws.SetReadDeadline(time.Now().Add(readWait)) }

// Send writes a message. One goroutine at a time may call it.
func (c *Conn) Send(m wire.Message) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	return c.send(data)
}

// Pass writes a message that is encoded already, as Send does.
func (c *Conn) Pass(data []byte) error { return c.send(data) }

func (w web) send(data []byte) error {
	w.ws.SetWriteDeadline(time.Now().Add(writeWait))
	err := w.ws.WriteMessage(websocket.TextMessage, data)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return errSlow
	}
	return err
}

var errSlow = &Closing{wire.CloseSlow, "the connection is too slow"}

func (w web) subprotocol() string { return w.ws.Subprotocol() }

// keep sends pings until the function it returns is called. WriteControl may run beside the writer.
func (w web) keep() (stop func()) {
	w.ws.SetPongHandler(func(string) error { return w.alive() })
	var mu sync.Mutex
	var t *time.Timer
	stopped := false
	var tick func()
	tick = func() {
		w.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait))
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

// Close ends the socket once, with the code and reason that err calls for.
func (c *Conn) Close(err error) {
	c.once.Do(func() {
		if c.Explain != nil {
			err = c.Explain(err)
		}
		c.close(verdict(err))
	})
}

// reasonMost is what a close frame has room for beside its code (RFC 6455, 5.5).
const reasonMost = 125 - 2

func (w web) close(code int, reason string) {
	if code != 0 {
		reason = strings.ToValidUTF8(reason[:min(len(reason), reasonMost)], "") // with half a sign at its end the browser would hear no code
		w.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
	}
	w.ws.Close()
}

// Closing is an error that closes the socket with a code and a reason.
type Closing struct {
	Code   int
	Reason string
}

func (c *Closing) Error() string { return c.Reason }

// Because returns a *Closing.
func Because(code int, reason string) error { return &Closing{Code: code, Reason: reason} }

// verdict is the close code and reason that answer an error.
func verdict(err error) (code int, reason string) {
	var c *Closing
	var w *wire.Error
	switch {
	case errors.As(err, &c):
		return c.Code, c.Reason
	case errors.As(err, &w):
		return w.CloseCode(), w.Detail
	case errors.Is(err, websocket.ErrReadLimit):
		return websocket.CloseMessageTooBig, "message too large"
	case errors.Is(err, auth.ErrOut):
		return wire.CloseAuth, err.Error()
	case errors.Is(err, auth.ErrChanged), errors.Is(err, auth.ErrRestart):
		return websocket.CloseServiceRestart, err.Error() // it may come back at once
	}
	return 0, "" // the peer is gone, or said goodbye
}
