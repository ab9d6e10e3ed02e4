package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// window is how many bytes may be on their way to a reader who does not take them. MessageMost is how large a message may be.
const (
	window      = 256 << 10
	MessageMost = 16 << 20
)

// Codes with which the bus itself closes pipes. Others are whoever's who uses them; those of websockets are above 999.
const (
	CodeNobody   = 1 // nobody listens to the topic
	CodeProtocol = 2 // what came could not be
)

// Closed is the error of a pipe that one of its sides has closed.
type Closed struct {
	Code   int
	Reason string
}

func (c *Closed) Error() string { return fmt.Sprintf("the pipe was closed: %s (%d)", c.Reason, c.Code) }

// Pipe is a stream of messages to another node and back. Each arrives once and in order, or the pipe is over. Send may be
// called by several goroutines, Receive by one at a time.
type Pipe struct {
	link *link
	id   uint64

	sending sync.Mutex // parts of a message follow each other

	changed sync.Cond // of what follows; guarded by link.mu
	credit  int       // bytes that may be sent
	parts   []part    // that have come
	queued  int       // bytes of them
	taken   int       // bytes taken that the other side has no credit for yet
	err     error     // why it is over
	done    chan struct{}
}

// part is a piece of a message.
type part struct {
	data []byte
	last bool
}

// Dial begins a pipe to whoever listens to a topic on a node, and gives them hello (64 KiB at most). The error is ErrUnreachable
// when there is no such node, ErrSilent when it does not answer. That nobody listens there is heard from the pipe: it is Closed
// with CodeNobody.
func (b *Bus) Dial(ctx context.Context, node, topic string, hello []byte) (*Pipe, error) {
	if err := checkTopic(topic); err != nil {
		return nil, err
	}
	if len(hello) > helloMost {
		return nil, ErrTooLarge
	}
	for {
		l, err := b.dial(ctx, node)
		if err != nil {
			return nil, err
		}
		if p := l.dial(); p != nil {
			l.send(frame{kind: kindOpen, pipe: p.id, text: topic, data: hello})
			return p, nil
		}
		select {
		case <-l.over: // and forgotten: the next one is another
		case <-ctx.Done():
			return nil, fmt.Errorf("node %s: %w", node, ErrSilent)
		}
	}
}

// dial adds a pipe, or returns nil when the link is over.
func (l *link) dial() *Pipe {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil
	}
	l.next++
	return l.pipe(l.next)
}

// Listen has f called on a goroutine of its own for every pipe that is dialed to a topic of this node, until stop is called.
// Whoever listens closes the pipe.
func (b *Bus) Listen(topic string, f func(hello []byte, p *Pipe)) (stop func()) {
	if err := checkTopic(topic); err != nil {
		panic(err) // topics are constants of the program
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners[topic] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, topic)
	}
}

func (b *Bus) listener(topic string) func([]byte, *Pipe) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.listeners[topic]
}

// Peer is the name of the node at the other end.
func (p *Pipe) Peer() string { return p.link.peer }

// Send sends a message. It waits while the other side does not take what was sent.
func (p *Pipe) Send(message []byte) error {
	if len(message) > MessageMost {
		return ErrTooLarge
	}
	p.sending.Lock()
	defer p.sending.Unlock()
	for {
		k, size := kindLast, len(message)
		if size > chunk {
			k, size = kindMore, chunk
		}
		if err := p.spend(size); err != nil {
			return err
		}
		p.link.send(frame{kind: k, pipe: p.id, data: message[:size]})
		if message = message[size:]; k == kindLast {
			return nil
		}
	}
}

// spend takes credit as soon as there is enough.
func (p *Pipe) spend(bytes int) error {
	p.link.mu.Lock()
	defer p.link.mu.Unlock()
	for p.err == nil && (p.credit < cost(bytes) || p.link.full.Load()) {
		p.changed.Wait()
	}
	p.credit -= cost(bytes)
	return p.err
}

// cost is what a part takes from the window: also empty ones must not be without end.
func cost(bytes int) int { return bytes + 16 }

// Receive returns the next message. What came before the end of the pipe is still received after it, unless this side closed it.
func (p *Pipe) Receive() ([]byte, error) {
	var message []byte
	for {
		part, err := p.next()
		if err != nil {
			return nil, err
		}
		if len(message)+len(part.data) > MessageMost {
			p.Close(CodeProtocol, errLong.Error())
			return nil, errLong
		}
		if message = append(message, part.data...); part.last {
			return message, nil
		}
	}
}

var errLong = errors.New("a message is longer than may be")

// next takes a part and gives credit for it.
func (p *Pipe) next() (part, error) {
	p.link.mu.Lock()
	for len(p.parts) == 0 && p.err == nil {
		p.changed.Wait()
	}
	if len(p.parts) == 0 {
		defer p.link.mu.Unlock()
		return part{}, p.err
	}
	first := p.parts[0]
	p.parts[0] = part{}
	if p.parts = p.parts[1:]; len(p.parts) == 0 {
		p.parts = nil
	}
	p.queued -= cost(len(first.data))
	p.taken += cost(len(first.data))
	give := 0
	if p.taken >= window/4 && p.err == nil {
		give, p.taken = p.taken, 0
	}
	p.link.mu.Unlock()
	if give > 0 {
		p.link.send(frame{kind: kindCredit, pipe: p.id, amount: uint64(give)})
	}
	return first, nil
}

// take is what a frame does to the pipe. link.mu is held.
func (p *Pipe) take(f frame) error {
	switch f.kind {
	case kindMore, kindLast:
		if p.queued += cost(len(f.data)); p.queued > window {
			return errors.New("more came than was asked for")
		}
		p.parts = append(p.parts, part{f.data, f.kind == kindLast})
	case kindCredit:
		if f.amount > window || p.credit+int(f.amount) > window {
			return errors.New("more was given than was sent")
		}
		p.credit += int(f.amount)
	case kindClose:
		p.end(&Closed{int(f.amount), f.text})
	}
	p.changed.Broadcast()
	return nil
}

// Close ends the pipe; the other side reads what was sent before, and then the code and the reason. A pipe that is over
// stays as it ended.
func (p *Pipe) Close(code int, reason string) {
	if len(reason) > textMost {
		reason = reason[:textMost]
	}
	p.link.mu.Lock()
	if p.err != nil {
		p.link.mu.Unlock()
		return
	}
	p.end(&Closed{code, reason})
	p.parts = nil
	p.link.mu.Unlock()
	p.link.send(frame{kind: kindClose, pipe: p.id, amount: uint64(code), text: reason})
}

// end is that the pipe is over. link.mu is held.
func (p *Pipe) end(err error) {
	if p.err != nil {
		return
	}
	p.err = err
	p.link.drop(p)
	close(p.done)
	p.changed.Broadcast()
}

// Done is closed when the pipe is over, and Err then says why.
func (p *Pipe) Done() <-chan struct{} { return p.done }

// Err is why the pipe is over: a *Closed, ErrSilent, ErrUnreachable or ErrShut; nil before.
func (p *Pipe) Err() error {
	p.link.mu.Lock()
	defer p.link.mu.Unlock()
	return p.err
}
