package meeting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"gputour/server/bus"
	"gputour/server/class"
)

// This file is a pipe between a server and the lead.

// codeElsewhere closes a pipe to somebody who does not lead.
const codeElsewhere = 100

// answer is what the lead says on a pipe: up to which report all is kept, and what holds for notebooks.
type answer struct {
	Kept  uint64       `json:"kept,omitempty"`
	Rules *class.Rules `json:"rules,omitempty"`
}

// follow tells the lead what happens here, until ctx ends or the pipe.
func (m *Meeting) follow(ctx context.Context, lead Lead) error {
	hello, _ := json.Marshal(lead)
	p, err := m.Bus.Dial(ctx, lead.Node, reports, hello)
	if err != nil {
		return err
	}
	defer p.Close(0, "")
	defer func() {
		m.mu.Lock()
		m.fresh = false
		m.mu.Unlock()
	}()
	defer context.AfterFunc(ctx, func() { p.Close(0, "") })()
	var reading sync.WaitGroup
	defer reading.Wait()
	reading.Go(func() { m.answers(p) })
	defer p.Close(0, "")
	first, lost := m.line.begin()
	if lost {
		m.retell()
	}
	for batch := first; ; batch = m.line.take() {
		for _, r := range batch {
			if err := p.Send(r.encode()); err != nil {
				return err
			}
		}
		select {
		case <-m.line.wake:
		case <-p.Done():
			return p.Err()
		}
	}
}

// answers reads what the lead says.
func (m *Meeting) answers(p *bus.Pipe) {
	for {
		data, err := p.Receive()
		if err != nil {
			return
		}
		var a answer
		if err := json.Unmarshal(data, &a); err != nil {
			p.Close(bus.CodeProtocol, err.Error())
			return
		}
		if a.Kept > 0 {
			m.line.acknowledged(a.Kept)
		}
		if a.Rules != nil {
			m.ruled(*a.Rules)
		}
	}
}

// serve hears what another server tells, which takes us for the lead.
func (m *Meeting) serve(hello []byte, p *bus.Pipe) {
	m.mu.Lock()
	room, over := m.room, m.over
	m.mu.Unlock()
	var taken Lead
	if now, _ := m.Lead.Now(); json.Unmarshal(hello, &taken) != nil || room == nil || taken != now {
		p.Close(codeElsewhere, "this server does not lead the class")
		return
	}
	defer context.AfterFunc(over, func() { p.Close(codeElsewhere, "this server no longer leads the class") })()
	defer m.succeed(p)()
	m.refresh() // what it could not tell meanwhile
	peer := &peer{pipe: p, wake: make(chan struct{}, 1)}
	defer room.Rules(peer.ruled)()
	go peer.write()
	known := facts{}
	err := peer.read(func(r report) {
		known.add(r.op)
		room.Hear(r.op, func() { peer.kept(r.N) })
	})
	p.Close(codeElsewhere, "")
	for _, op := range known.undone() {
		room.Hear(op, func() {})
	}
	var closed *bus.Closed
	if !errors.As(err, &closed) {
		m.Log.Warn("a server of the class is not heard any more", "node", p.Peer(), "error", err)
	}
}

// served is a pipe of another server; done is closed when nothing of it counts any more.
type served struct {
	pipe *bus.Pipe
	done chan struct{}
}

// succeed ends the pipe that the same server had before: it has begun anew, and what is undone with the old one must be so before it
// tells its facts once more.
func (m *Meeting) succeed(p *bus.Pipe) (end func()) {
	s := &served{pipe: p, done: make(chan struct{})}
	m.mu.Lock()
	before := m.serving[p.Peer()]
	m.serving[p.Peer()] = s
	m.mu.Unlock()
	if before != nil {
		before.pipe.Close(codeElsewhere, "this server has begun anew")
		<-before.done
	}
	return func() {
		m.mu.Lock()
		if m.serving[p.Peer()] == s {
			delete(m.serving, p.Peer())
		}
		m.mu.Unlock()
		close(s.done)
	}
}

// peer is the lead's end of a pipe.
type peer struct {
	pipe *bus.Pipe
	wake chan struct{}
	mu   sync.Mutex
	next answer
}

// kept and ruled are called by the room, and must not wait.
func (p *peer) kept(n uint64) {
	p.mu.Lock()
	p.next.Kept = max(p.next.Kept, n)
	p.mu.Unlock()
	p.stir()
}

func (p *peer) ruled(r class.Rules) {
	p.mu.Lock()
	p.next.Rules = &r
	p.mu.Unlock()
	p.stir()
}

func (p *peer) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// write sends answers, the newest of what there is to say.
func (p *peer) write() {
	for {
		select {
		case <-p.wake:
		case <-p.pipe.Done():
			return
		}
		p.mu.Lock()
		a := p.next
		p.next = answer{}
		p.mu.Unlock()
		data, _ := json.Marshal(a)
		if p.pipe.Send(data) != nil {
			return
		}
	}
}

// read calls f with each report, until the pipe ends, and returns why it did.
func (p *peer) read(f func(report)) error {
	for {
		data, err := p.pipe.Receive()
		if err != nil {
			return err
		}
		r, err := decode(data)
		switch {
		case err != nil:
			p.pipe.Close(bus.CodeProtocol, err.Error())
			return fmt.Errorf("node %s: %w", p.pipe.Peer(), err)
		case r.op != nil:
			f(r)
		default:
			p.kept(r.N)
		}
	}
}
