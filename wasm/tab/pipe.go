//go:build js

package main

import (
	"context"
	"io"
	"sync"
	"syscall/js"

	"gputour/engine/session"
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

	session *session.Session // that the page shows; nil before it said which
	sent    []uint64         // the last events of the parcels that the page has not taken in yet
	taken   uint64           // the last event that it has
	lighter chan struct{}    // closed when it has taken in one more, or is gone
	gone    bool
}

// A parcel is what a page takes in at once; no more than parcels are on their way to it.
const (
	parcelMessages = 32
	parcelBytes    = 32 << 10
	parcels        = 2
)

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
	w.tab.Set("taken", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.mu.Lock()
		p := w.pipes[args[0].Int()]
		w.mu.Unlock()
		if p != nil {
			p.lighten()
		}
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
		p = &pipe{worker: w, id: id, moved: make(chan struct{}, 1), lighter: make(chan struct{})}
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

// send sends messages in parcels, each when there is room for it.
func (p *pipe) send(ctx context.Context, batch []wire.Message) error {
	for len(batch) > 0 {
		parcel, last, rest, err := pack(batch)
		if err != nil {
			return err
		}
		if err := p.room(ctx, last); err != nil {
			return err
		}
		p.worker.tab.Call("send", p.id, parcel)
		batch = rest
	}
	return nil
}

// pack encodes the first messages of a batch; last is the last event among them, 0 if there is none.
func pack(batch []wire.Message) (parcel []any, last uint64, rest []wire.Message, err error) {
	bytes := 0
	for len(batch) > 0 && len(parcel) < parcelMessages && bytes < parcelBytes {
		data, err := wire.Encode(batch[0])
		if err != nil {
			return nil, 0, nil, err
		}
		parcel, bytes, last = append(parcel, string(data)), bytes+len(data), max(last, batch[0].Seq)
		batch = batch[1:]
	}
	return parcel, last, batch, nil
}

// room waits until one parcel more may be on its way.
func (p *pipe) room(ctx context.Context, last uint64) error {
	for {
		p.mu.Lock()
		free, lighter := len(p.sent) < parcels, p.lighter
		if free {
			p.sent = append(p.sent, last)
		}
		p.mu.Unlock()
		if free {
			return nil
		}
		select {
		case <-lighter:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lighten notes that the page has taken in a parcel.
func (p *pipe) lighten() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sent) > 0 {
		p.taken = max(p.taken, p.sent[0])
		p.sent = p.sent[1:]
	}
	p.tell()
}

// tell wakes who waits for the page. The caller holds p.mu.
func (p *pipe) tell() {
	close(p.lighter)
	p.lighter = make(chan struct{})
}

// watched is the session that the page shows, or nil.
func (p *pipe) watched() *session.Session {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.session
}

// await waits until the page has taken in the events up to seq or is gone, or until hurried is closed.
func (p *pipe) await(seq uint64, hurried <-chan struct{}) {
	for {
		p.mu.Lock()
		there, lighter := p.gone || p.taken >= seq, p.lighter
		p.mu.Unlock()
		if there {
			return
		}
		select {
		case <-lighter:
		case <-hurried:
			return
		}
	}
}

// serve speaks until the page or the session ends, and says why.
func (p *pipe) serve() {
	code, reason := desk.Ending(p.visit())
	p.worker.mu.Lock()
	delete(p.worker.pipes, p.id)
	p.worker.mu.Unlock()
	p.mu.Lock()
	p.gone = true
	p.tell()
	p.mu.Unlock()
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
	p.mu.Lock()
	p.session = v.Session
	p.mu.Unlock()
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
		if err := p.send(ctx, batch); err != nil {
			return err
		}
		var err error
		if batch, err = v.Client.Next(ctx); err != nil {
			return err
		}
	}
}
