//go:build js

package main

import (
	"context"
	"io"
	"sync"
	"syscall/js"

	"gputour/engine/wire"
	"gputour/server/desk"
)

// This file carries visits over pipes: what a page says comes by a callback, what it is told goes by one.

// worker is the script around the engine.
type worker struct {
	tab   js.Value
	desk  *desk.Desk
	mu    sync.Mutex
	pipes map[int]*pipe
}

// pipe is one page's line, as a socket is on the server.
type pipe struct {
	worker *worker
	id     int

	mu    sync.Mutex
	said  []string // by the page, and not yet heard
	hung  bool     // by the page
	moved chan struct{}
}

// serve takes pages' messages from now on.
func (w *worker) serve() {
	w.tab.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.pipe(args[0].Int()).take(args[1].String(), false)
		return nil
	}))
	w.tab.Set("hung", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.pipe(args[0].Int()).take("", true)
		return nil
	}))
	w.tab.Call("ready")
}

// pipe is the one with a number; the first word over it opens it.
func (w *worker) pipe(id int) *pipe {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.pipes[id]
	if p == nil {
		p = &pipe{worker: w, id: id, moved: make(chan struct{}, 1)}
		w.pipes[id] = p
		go p.serve()
	}
	return p
}

// take keeps what the page says until it is heard. A callback must not wait.
func (p *pipe) take(text string, hung bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hung = p.hung || hung; !hung {
		p.said = append(p.said, text)
	}
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

// receive waits for the next message; io.EOF is the end of the line.
func (p *pipe) receive() (wire.Message, any, error) {
	for {
		p.mu.Lock()
		said, hung := p.said, p.hung
		if len(said) > 0 {
			p.said = said[1:]
		}
		p.mu.Unlock()
		switch {
		case len(said) > 0:
			return wire.Decode([]byte(said[0]), wire.FromClient)
		case hung:
			return wire.Message{}, nil, io.EOF
		}
		<-p.moved
	}
}

func (p *pipe) send(batch []wire.Message) error {
	for _, m := range batch {
		data, err := wire.Encode(m)
		if err != nil {
			return err
		}
		p.worker.tab.Call("send", p.id, string(data))
	}
	return nil
}

// serve speaks until the page or the session ends, and says why.
func (p *pipe) serve() {
	code, reason := desk.Ending(p.visit())
	p.worker.mu.Lock()
	delete(p.worker.pipes, p.id)
	p.worker.mu.Unlock()
	p.worker.tab.Call("close", p.id, code, reason)
}

func (p *pipe) visit() error {
	m, body, err := p.receive()
	if err != nil {
		return err
	}
	hello, err := desk.Hello(body)
	if err != nil {
		return err
	}
	v, err := p.worker.desk.Open(desk.Visitor{}, m, hello)
	if err != nil {
		return err
	}
	defer v.Leave()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	first := v.Welcome(func(w *wire.WelcomeBody) { w.Token = v.Session.Token })
	written := make(chan error, 1)
	go func() { written <- p.write(ctx, v, first) }()
	read := make(chan error, 1)
	go func() { read <- p.read(v) }()
	select {
	case err := <-written:
		p.take("", true)
		return err
	case err := <-read:
		return err
	}
}

func (p *pipe) read(v *desk.Visit) error {
	for {
		m, body, err := p.receive()
		if err == nil {
			err = v.Meant(m)
		}
		if err == nil {
			err = v.Handle(m, body)
		}
		if err != nil {
			return err
		}
	}
}

// write sends first, then what the session has.
func (p *pipe) write(ctx context.Context, v *desk.Visit, batch []wire.Message) error {
	for {
		if err := p.send(batch); err != nil {
			return err
		}
		var err error
		if batch, err = v.Client.Next(ctx); err != nil {
			return err
		}
	}
}
