//go:build js

package main

import (
	"context"
	"syscall/js"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// pipe is one page's line, as a socket is on the server.
type pipe struct {
	id       int
	in       chan string
	out      js.Value
	sessions *session.Registry
	session  *session.Session
	client   *session.Client
}

// serve takes pages' messages from now on.
func serve(tab js.Value, sessions *session.Registry) {
	pipes := map[int]*pipe{}
	tab.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		id := args[0].Int()
		p := pipes[id]
		if p == nil {
			p = &pipe{id: id, in: make(chan string, 512), out: tab, sessions: sessions}
			pipes[id] = p
			go p.serve()
		}
		p.in <- args[1].String()
		return nil
	}))
	tab.Call("ready")
}

func (p *pipe) send(m wire.Message) {
	if data, err := wire.Encode(m); err == nil {
		p.out.Call("send", p.id, string(data))
	}
}

func (p *pipe) serve() {
	m, body, err := wire.Decode([]byte(<-p.in), wire.FromClient)
	hello, ok := body.(*wire.HelloBody)
	if err != nil || !ok {
		return
	}
	s, resumed, err := p.sessions.Open("", m.SID, hello.Token, "")
	if err != nil {
		return
	}
	seq := hello.LastSeq
	if !resumed {
		seq = 0
	}
	p.session, p.client = s, p.sessions.Watch(s, seq)
	welcome := wire.New(wire.Welcome, wire.WelcomeBody{
		Token: s.Token, Server: "tab", Devices: s.Evaluator().Devices(), Limits: s.Limits(), Pen: s.Pen(p.client),
	})
	welcome.SID = s.ID
	p.send(welcome)
	go p.write()
	for text := range p.in {
		if m, body, err := wire.Decode([]byte(text), wire.FromClient); err == nil {
			p.dispatch(m, body)
		}
	}
}

func (p *pipe) write() {
	for {
		batch, err := p.client.Next(context.Background())
		if err != nil {
			return
		}
		for _, m := range batch {
			p.send(m)
		}
	}
}

func (p *pipe) dispatch(m wire.Message, body any) {
	switch b := body.(type) {
	case *wire.AckBody:
		p.client.Ack(b.Seq)
	case *wire.InterruptBody:
		p.session.Do(session.Interrupt{RID: m.RID})
	case *wire.ExecuteBody:
		p.session.Do(session.Submit{Run: session.Run{RID: m.RID, Cell: m.Cell, Code: b.Code, Lang: b.Lang, KeepGoing: b.KeepGoing, Step: b.Step}})
	case *wire.RestartBody:
		p.session.Do(session.Restart{Reason: "asked"})
	case *wire.InputReplyBody:
		p.session.Do(session.Answer{RID: m.RID, Value: b.Value})
	}
}
