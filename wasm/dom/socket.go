//go:build js

package dom

import (
	"syscall/js"

	"gputour/engine/wire"
	"gputour/wasm/app"
)

// socket is the websocket of the page. At most one is open.
type socket struct {
	page   *Page
	ws     js.Value
	open   bool
	number int // of the latest socket; handlers of earlier ones say nothing
	funcs  []js.Func
}

// dial opens a new socket and lets go of the one before.
func (s *socket) dial() {
	s.number++
	number := s.number
	s.release()
	s.open = false
	location := s.page.window.Get("location")
	scheme := "ws://"
	if location.Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	s.ws = s.page.window.Get("WebSocket").New(scheme+location.Get("host").String()+"/ws", wire.Subprotocol)
	s.on("open", number, func(js.Value) {
		s.open = true
		s.page.apply(app.Opened{})
	})
	s.on("message", number, func(e js.Value) { s.message(e.Get("data").String()) })
	s.on("close", number, func(e js.Value) {
		s.open = false
		s.page.apply(app.Closed{Code: e.Get("code").Int(), Reason: e.Get("reason").String()})
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
	m, body, err := wire.Decode([]byte(data), wire.FromServer)
	if err != nil && m.Seq == 0 {
		return
	}
	s.page.apply(app.Received{Message: m, Body: body})
}

func (s *socket) send(m wire.Message) {
	data, err := wire.Encode(m)
	if err != nil || !s.open {
		return
	}
	s.ws.Call("send", string(data))
}

// hang closes the socket; the close event brings it back.
func (s *socket) hang() {
	if s.ws.Truthy() {
		s.ws.Call("close")
	}
}
