//go:build js

package dom

import (
	"syscall/js"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/class"
)

// socket is a websocket of the page, or what has the face of one: the session's, or the class's. At most one of each is open.
type socket struct {
	page           *Page
	path, protocol string
	opened         func()
	closed         func(code int, reason string)
	decode         func(text string) (wire.Message, any, error)
	received       func(m wire.Message, body any)
	ws             js.Value
	open           bool
	number         int // of the latest socket; handlers of earlier ones say nothing
	funcs          []js.Func
}

// session is the socket of the page's notebook.
func session(p *Page) *socket {
	path := "/ws"
	if who := p.state.Page.Watch; who != "" {
		path += "?watch=" + who + "&lesson=" + p.state.Page.Lesson
	}
	return &socket{
		page: p, path: path, protocol: wire.Subprotocol,
		opened:   func() { p.apply(app.Opened{}) },
		closed:   func(code int, reason string) { p.apply(app.Closed{Code: code, Reason: reason}) },
		decode:   wire.ReadEvent,
		received: func(m wire.Message, body any) { p.hear(app.Received{Message: m, Body: body}, m.Type == wire.Reply) },
	}
}

// classConnection is the socket of the class.
func classConnection(p *Page) *socket {
	apply := func(op class.Op) { p.hear(app.ClassOp{Op: op}, false) }
	return &socket{
		page: p, path: "/ws/class", protocol: wire.ClassSubprotocol,
		opened:   func() { apply(class.Opened{}) },
		closed:   func(code int, reason string) { apply(class.Closed{Code: code, Reason: reason}) },
		decode:   wire.Class.ReadEvent,
		received: func(m wire.Message, body any) { apply(class.Received{Message: m, Body: body}) },
	}
}

// dial opens a new socket and lets go of the one before.
func (s *socket) dial() {
	s.number++
	number := s.number
	s.release()
	s.open = false
	s.ws = s.page.bridge.Call("connect", s.path, s.protocol)
	s.on("open", number, func(js.Value) {
		s.open = true
		s.opened()
	})
	s.on("message", number, func(e js.Value) { s.message(e.Get("data").String()) })
	s.on("close", number, func(e js.Value) {
		s.open = false
		s.closed(e.Get("code").Int(), e.Get("reason").String())
	})
}

// on sets a handler that falls silent when a later socket is dialled.
func (s *socket) on(event string, number int, do func(js.Value)) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if s.number == number {
			do(args[0])
		}
		return nil
	})
	s.funcs = append(s.funcs, f)
	s.ws.Set("on"+event, f)
}

func (s *socket) release() {
	if s.ws.Truthy() {
		for _, event := range []string{"open", "message", "close"} {
			s.ws.Set("on"+event, js.Null())
		}
	}
	for _, f := range s.funcs {
		f.Release()
	}
	s.funcs = nil
}

// message applies one message. What this page does not know, it leaves alone.
func (s *socket) message(data string) {
	m, body, err := s.decode(data)
	if err != nil && m.Seq == 0 {
		return
	}
	s.received(m, body)
}

func (s *socket) send(m wire.Message) {
	if s.open {
		s.ws.Call("send", m.Text())
	}
}

// hang closes the socket; the close event brings it back.
func (s *socket) hang() {
	if s.ws.Truthy() {
		s.ws.Call("close")
	}
}
