// Package relay brings a page's socket to the node that has what it asks for, when the socket has landed on another one.
//
// Its one idea: the node where the page comes in asks who it is, and vouches for that; the other end of the pipe is a socket like
// any other. So whoever serves sockets needs not know how far they came.
package relay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/server/auth"
	"gputour/server/bus"
	"gputour/server/node"
	"gputour/server/socket"
)

// Letter is what a node says of a socket that it brings.
type Letter struct {
	Person      auth.Person `json:"person"` // the gate has let them in
	Subprotocol string      `json:"subprotocol"`
	// Watch and Lesson are the notebook at which the socket is to look; "" is that it is a visitor's own.
	Watch  string `json:"watch,omitempty"`
	Lesson string `json:"lesson,omitempty"`
}

// Relay finds the other ends.
type Relay struct {
	Bus  *bus.Bus
	Node *node.Node
	// Patience is how long a node may be out of reach before what it has is taken from it, even while its lease lasts; 0 is GiveUp.
	Patience time.Duration
	// Life ends all sockets that are carried elsewhere, as a restart of this node does; nil does not.
	Life context.Context

	mu   sync.Mutex
	mute map[string]silence // of nodes that cannot be reached
}

// silence is how long a node has been found out of reach, again and again.
type silence struct{ since, last time.Time }

// Times of reaching another node.
const (
	GiveUp   = 5 * time.Second
	dialWait = 3 * time.Second
	tryEvery = 250 * time.Millisecond
	forgiven = 2 * GiveUp // so long after the last attempt that failed, it says nothing of now
)

// Away is where a socket goes on.
type Away struct {
	*bus.Pipe
	// Held is said when that node has the session: it is nobody else's, whatever is here of it. Otherwise a new one begins there.
	Held   bool
	relay  *Relay
	answer []byte // to the page's first message
}

// Session brings a socket to the node that has a session or, when nobody has who lives and can be reached, to where it should
// begin or go on, and gives it first, which came from the page. nil is here.
func (r *Relay) Session(ctx context.Context, id, topic string, letter Letter, first []byte) (*Away, error) {
	for began := time.Now(); ; {
		name, held, err := r.where(ctx, id)
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if err != nil || name == r.Node.Name() {
			return nil, nil // while the store fails, what is here is served
		}
		away, err := r.try(ctx, name, topic, letter, first)
		switch late := time.Since(began) >= GiveUp; {
		case away != nil:
			away.Held = held
			return away, nil
		case err != nil && (!errors.Is(err, errLost) || late):
			return nil, err
		case !held || r.muted(name) >= cmp.Or(r.Patience, GiveUp):
			return nil, nil
		}
		select {
		case <-time.After(tryEvery):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// try brings a socket to a node. It is nil without an error when that cannot be reached, errLost when it gives up what it has at this
// moment, and another error when the node refuses the page.
func (r *Relay) try(ctx context.Context, name, topic string, letter Letter, first []byte) (*Away, error) {
	p, err := r.Dial(ctx, name, topic, letter)
	if err != nil {
		return nil, nil
	}
	stop := context.AfterFunc(ctx, func() { p.Close(0, "") })
	var answer []byte
	if err = p.Send(first); err == nil {
		answer, err = p.Receive()
	}
	var closed *bus.Closed
	switch {
	case !stop():
		return nil, context.Cause(ctx)
	case err == nil:
		return &Away{Pipe: p, relay: r, answer: answer}, nil
	case errors.As(err, &closed) && closed.Code == websocket.CloseServiceRestart:
		return nil, errLost
	case errors.As(err, &closed) && closed.Code >= websocket.CloseNormalClosure:
		return nil, socket.Because(closed.Code, closed.Reason)
	case errors.Is(err, bus.ErrSilent):
		r.silent(name, GiveUp)
	}
	return nil, nil
}

// where is the node for a session, and whether it has it.
func (r *Relay) where(ctx context.Context, id string) (name string, held bool, err error) {
	if id != "" {
		name, err = r.Node.Holder(ctx, id)
	}
	if name == "" && err == nil {
		return r.Node.Place(), false, nil
	}
	return name, true, err
}

// Dial opens a pipe to a node, on which the letter has been given.
func (r *Relay) Dial(ctx context.Context, name, topic string, letter Letter) (*bus.Pipe, error) {
	data, err := json.Marshal(letter)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	p, err := r.Bus.Dial(ctx, name, topic, data)
	if err != nil {
		r.silent(name, 0)
		return nil, err
	}
	r.heard(name)
	return p, nil
}

// silent notes that a node could not be reached for some time.
func (r *Relay) silent(name string, ago time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mute == nil {
		r.mute = map[string]silence{}
	}
	now := time.Now()
	since := now.Add(-ago)
	if was, ok := r.mute[name]; ok && now.Sub(was.last) <= forgiven && was.since.Before(since) {
		since = was.since
	}
	r.mute[name] = silence{since, now}
}

// heard notes that a node can be reached.
func (r *Relay) heard(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.mute, name)
}

// muted is for how long a node has been out of reach.
func (r *Relay) muted(name string) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.mute[name]
	if !ok || time.Since(s.last) > forgiven {
		return 0
	}
	return time.Since(s.since)
}

// Carry carries messages between a page's socket and the node until either ends, and tells each why the other did.
func (a *Away) Carry(ctx context.Context, page *socket.Conn) error {
	if err := page.Pass(a.answer); err != nil {
		a.Close(0, "")
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if a.relay.Life != nil {
		defer context.AfterFunc(a.relay.Life, func() { end(auth.ErrRestart) })()
	}
	err := page.Relay(ctx, a.Pipe)
	if errors.Is(a.Err(), bus.ErrSilent) { // the page comes back at once, and need not wait once more
		a.relay.silent(a.Peer(), GiveUp)
	}
	return err
}

// errLost closes the socket of a page whose session's node cannot be reached. It comes back at once, and is taken elsewhere.
var errLost = socket.Because(websocket.CloseServiceRestart, "the machine of this session cannot be reached")

// Listen has f called for each socket that other nodes bring to a topic, until stop is. Its context has the person, and ends when the
// other node ends the socket.
func Listen(b *bus.Bus, topic string, f func(ctx context.Context, letter Letter, c *socket.Conn)) (stop func()) {
	return b.Listen(topic, func(hello []byte, p *bus.Pipe) {
		var letter Letter
		if err := json.Unmarshal(hello, &letter); err != nil {
			p.Close(bus.CodeProtocol, "the letter cannot be read")
			return
		}
		ctx, cancel := context.WithCancelCause(auth.With(context.Background(), letter.Person))
		defer cancel(nil)
		go func() {
			<-p.Done()
			cancel(p.Err())
		}()
		f(ctx, letter, socket.Over(p, letter.Subprotocol))
		p.Close(0, "")
	})
}
