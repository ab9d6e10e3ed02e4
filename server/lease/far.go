package lease

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/bus"
	"gputour/server/follow"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is the pipe between a server and the queue on another one.

// topic is that of the pipes, and codeElsewhere closes one to a server that has no queue.
const (
	topic         = "class.gpus"
	codeElsewhere = 100
)

// letter is what a server says of itself.
type letter struct {
	Lead      follow.Lead `json:"lead"`
	Cards     int         `json:"cards"`
	Name      string      `json:"name"`
	Simulated bool        `json:"simulated"`
}

// question is what a server asks of the queue; N is 0 when it wants no answer.
type question struct {
	N    uint64 `json:"n,omitempty"`
	Kind string `json:"kind"`
	Turn *Turn  `json:"turn,omitempty"`
	Exit *Exit  `json:"exit,omitempty"`
	On   bool   `json:"on,omitempty"`
	Deed string `json:"deed,omitempty"`
}

// word is what the queue says: an answer, or something to be done.
type word struct {
	Spot
	N     uint64         `json:"n,omitempty"`
	Code  string         `json:"code,omitempty"` // why it is refused
	Found bool           `json:"found,omitempty"`
	View  *View          `json:"view,omitempty"`
	Kind  string         `json:"kind,omitempty"` // start, end, tell, offer
	Turn  *Turn          `json:"turn,omitempty"`
	ID    string         `json:"id,omitempty"`
	Why   string         `json:"why,omitempty"`
	GPU   *wire.GPUBody  `json:"gpu,omitempty"`
	Offer *wire.GPUOffer `json:"offer,omitempty"`
}

// Run has the queue here while this server leads, and speaks to that of the lead else, until ctx ends. kept is the
// store on which a lead writes.
func (m *Manager) Run(ctx context.Context, b *bus.Bus, lead *follow.Follower, kept func(follow.Lead) store.Store) {
	m.mu.Lock()
	m.bus = b
	m.mu.Unlock()
	defer b.Listen(topic, func(hello []byte, p *bus.Pipe) { m.serve(lead, hello, p) })()
	defer b.Listen(processes, m.lend)()
	lead.Run(ctx, m.Node, follow.Deeds{
		Preside: func(ctx context.Context, l follow.Lead) error {
			over, lost := context.WithCancel(ctx)
			defer lost()
			if err := m.Preside(kept(l), m.Settle, lost); err != nil {
				return err
			}
			m.borrow(over, l)
			<-over.Done()
			m.Resign()
			return nil
		},
		Follow: func(ctx context.Context, l follow.Lead) error { return m.follows(ctx, b, l) },
		Clock:  m.Clock, Log: m.Log,
	})
}

// borrow has the machines' cards taken into the queue that is here, until ctx ends.
func (m *Manager) borrow(ctx context.Context, l follow.Lead) {
	m.mu.Lock()
	q := m.queue
	m.mu.Unlock()
	if m.Lent != nil && q != nil {
		go m.Lent.Lend(ctx, l.Fence, q.Lend)
	}
}

// follows speaks to the lead's queue until ctx ends or the pipe.
func (m *Manager) follows(ctx context.Context, b *bus.Bus, l follow.Lead) error {
	hello, _ := json.Marshal(letter{l, m.Cards.Count, m.Cards.Name, m.Cards.Simulated})
	p, err := b.Dial(ctx, l.Node, topic, hello)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { p.Close(0, "") })()
	d := &farDesk{pipe: p, waiting: map[uint64]chan word{}}
	m.ends.Go(m.sit(d)) // at once: a queue that has ended by then is not sat down at
	err = d.read(m)
	p.Close(0, "")
	m.stand()
	return err
}

// farDesk is the queue of another server.
type farDesk struct {
	pipe *bus.Pipe

	mu      sync.Mutex
	n       uint64
	waiting map[uint64]chan word
}

var _ desk = (*farDesk)(nil)

// read does what the queue says until the pipe ends.
func (d *farDesk) read(m *Manager) error {
	for {
		data, err := d.pipe.Receive()
		if err != nil {
			return err
		}
		var w word
		if err := json.Unmarshal(data, &w); err != nil {
			return err
		}
		switch {
		case w.N > 0:
			d.mu.Lock()
			c := d.waiting[w.N]
			delete(d.waiting, w.N)
			d.mu.Unlock()
			if c != nil {
				c <- w
			}
		case w.Kind == "start" && w.Turn != nil:
			m.Start(*w.Turn, w.Spot)
		case w.Kind == "end":
			m.End(w.ID, w.Why)
		case w.Kind == "tell" && w.Turn != nil && w.GPU != nil:
			m.Tell(*w.Turn, *w.GPU)
		case w.Kind == "offer" && w.Offer != nil:
			m.Offered(*w.Offer)
		}
	}
}

// put asks for an answer and waits for it; the error is a *session.Refusal.
func (d *farDesk) put(q question) (word, error) {
	c := make(chan word, 1)
	d.mu.Lock()
	d.n++
	q.N = d.n
	d.waiting[q.N] = c
	d.mu.Unlock()
	d.say(q)
	select {
	case w := <-c:
		if w.Code != "" {
			return w, &session.Refusal{Code: w.Code}
		}
		return w, nil
	case <-d.pipe.Done():
		return word{}, errNowhere
	}
}

func (d *farDesk) say(q question) {
	data, _ := json.Marshal(q) // texts and numbers
	d.pipe.Send(data)          // an error is the pipe's end
}

func (d *farDesk) ask(t Turn) error {
	_, err := d.put(question{Kind: "ask", Turn: &t})
	return err
}

func (d *farDesk) here(t Turn) (Turn, bool, error) {
	w, err := d.put(question{Kind: "here", Turn: &t})
	if err != nil || !w.Found || w.Turn == nil {
		return Turn{}, false, err
	}
	return *w.Turn, true, nil
}

func (d *farDesk) left(id, session string) {
	d.say(question{Kind: "left", Turn: &Turn{ID: id, Session: session}})
}

func (d *farDesk) cancel(id string) error {
	_, err := d.put(question{Kind: "cancel", Turn: &Turn{ID: id}})
	return err
}

func (d *farDesk) started(id string) error {
	_, err := d.put(question{Kind: "started", Turn: &Turn{ID: id}})
	return err
}

func (d *farDesk) exited(e Exit) error {
	_, err := d.put(question{Kind: "exited", Exit: &e})
	return err
}

func (d *farDesk) halt(on bool) { d.put(question{Kind: "halt", On: on}) }

func (d *farDesk) instruct(op gpuq.Op) error {
	name, id := deedOf(op)
	_, err := d.put(question{Kind: "instruct", Deed: name, Turn: &Turn{ID: id}})
	return err
}

func (d *farDesk) view() (View, error) {
	w, err := d.put(question{Kind: "view"})
	if err != nil || w.View == nil {
		return View{}, errors.Join(err, errNowhere)
	}
	return *w.View, nil
}

func (d *farDesk) leave() { d.pipe.Close(0, "") }

// deedOf names what an instructor asks for, and deed is what a name says.
func deedOf(op gpuq.Op) (name, id string) {
	switch op := op.(type) {
	case gpuq.Pause:
		if op.On {
			return "pause", ""
		}
		return "resume", ""
	case gpuq.Jump:
		return "jump", op.ID
	case gpuq.Give:
		return "give", op.ID
	case gpuq.Take:
		return "take", op.ID
	}
	return "", ""
}

func deed(name, id string) gpuq.Op {
	switch name {
	case "pause", "resume":
		return gpuq.Pause{On: name == "pause"}
	case "jump":
		return gpuq.Jump{ID: id}
	case "give":
		return gpuq.Give{ID: id}
	case "take":
		return gpuq.Take{ID: id}
	}
	return gpuq.Tick{}
}

// serve is the queue's end of a pipe.
func (m *Manager) serve(lead *follow.Follower, hello []byte, p *bus.Pipe) {
	m.mu.Lock()
	q := m.queue
	m.mu.Unlock()
	var l letter
	if now, _ := lead.Now(); json.Unmarshal(hello, &l) != nil || q == nil || l.Lead != now {
		p.Close(codeElsewhere, "this server does not give out the class's GPUs")
		return
	}
	h := &farHand{pipe: p, wake: make(chan struct{}, 1)}
	go h.write()
	s := q.Connect(h, p.Peer(), Cards{Count: l.Cards, Name: l.Name, Simulated: l.Simulated})
	defer s.leave()
	defer p.Close(codeElsewhere, "")
	go func() {
		select {
		case <-q.done:
			p.Close(codeElsewhere, "this server gives out the class's GPUs no longer")
		case <-p.Done():
		}
	}()
	for {
		data, err := p.Receive()
		if err != nil {
			return
		}
		var ask question
		if err := json.Unmarshal(data, &ask); err != nil {
			p.Close(bus.CodeProtocol, err.Error())
			return
		}
		if ask.Turn == nil {
			ask.Turn = &Turn{}
		}
		if ask.N == 0 {
			s.left(ask.Turn.ID, ask.Turn.Session)
			continue
		}
		go func() { h.say(s.answer(ask)) }()
	}
}

// answer does what a server asks for.
func (s *seat) answer(q question) (w word) {
	w.N = q.N
	var err error
	switch q.Kind {
	case "ask":
		err = s.ask(*q.Turn)
	case "here":
		var t Turn
		t, w.Found, err = s.here(*q.Turn)
		w.Turn = &t
	case "cancel":
		if err = s.mine(q.Turn.ID); err == nil {
			err = s.cancel(q.Turn.ID)
		}
	case "started":
		err = s.started(q.Turn.ID)
	case "exited":
		if q.Exit != nil {
			err = s.exited(*q.Exit)
		}
	case "halt":
		s.halt(q.On)
	case "instruct":
		err = s.instruct(deed(q.Deed, q.Turn.ID))
	case "view":
		v, _ := s.view()
		w.View = &v
	}
	var refused *session.Refusal
	switch {
	case errors.As(err, &refused):
		w.Code = refused.Code
	case err != nil:
		w.Code = errNowhere.Code
	}
	return w
}

// mine is an error unless a turn's session is at the server.
func (s *seat) mine(id string) error {
	s.q.mu.Lock()
	defer s.q.mu.Unlock()
	_, err := s.own(id)
	return err
}

// farHand is a server on the other end of a pipe.
type farHand struct {
	pipe *bus.Pipe
	wake chan struct{}
	mu   sync.Mutex
	out  []word
}

var _ Hand = (*farHand)(nil)

func (h *farHand) say(w word) {
	h.mu.Lock()
	h.out = append(h.out, w)
	h.mu.Unlock()
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// write sends what was said, in order.
func (h *farHand) write() {
	for {
		select {
		case <-h.wake:
		case <-h.pipe.Done():
			return
		}
		h.mu.Lock()
		out := h.out
		h.out = nil
		h.mu.Unlock()
		for _, w := range out {
			data, _ := json.Marshal(w) // texts and numbers
			if h.pipe.Send(data) != nil {
				return
			}
		}
	}
}

// Start implements Hand.
func (h *farHand) Start(t Turn, at Spot) { h.say(word{Kind: "start", Turn: &t, Spot: at}) }

// End implements Hand.
func (h *farHand) End(id, why string) { h.say(word{Kind: "end", ID: id, Why: why}) }

// Tell implements Hand.
func (h *farHand) Tell(t Turn, body wire.GPUBody) { h.say(word{Kind: "tell", Turn: &t, GPU: &body}) }

// Offered implements Hand.
func (h *farHand) Offered(o wire.GPUOffer) { h.say(word{Kind: "offer", Offer: &o}) }
