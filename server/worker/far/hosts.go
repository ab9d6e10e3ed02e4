package far

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gputour/engine/session"
	"gputour/server/bus"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// ErrNoRoom is the error of a worker that must not be on this machine, when there is no other. To a session it is one more way of
// being full: whoever asks again later may have a place.
var ErrNoRoom = fmt.Errorf("no machine for workers has room: start gputour worker on more of them (%w)", &session.Full{Of: session.OfMachines})

// Hosts are the machines on which a node may have workers.
type Hosts struct {
	Bus   *bus.Bus
	Class string        // whose node this is, as no other class is called
	Build string        // those of other builds are not used
	Only  bool          // no worker is on this machine
	Wait  time.Duration // for a host with room, where no worker is to be here
	Log   *slog.Logger
	Now   func() time.Time

	mu    sync.Mutex
	least jail.Level // those that seal less well are not used
	here  int        // workers for which this machine has room
	known map[string]host
	news  chan struct{} // closed when a host speaks; nil when nobody waits

	noRoom atomic.Int64 // workers for which none had room
}

// Bound says how many workers this machine has room for, and how well others have to seal.
func (h *Hosts) Bound(here int, least jail.Level) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.here, h.least = here, least
}

// Listen hears of hosts until stop is called.
func (h *Hosts) Listen() (stop func()) {
	unhear := h.Bus.Hear(topicHere, h.heard)
	ask := func() { h.Bus.Broadcast(topicAsk, nil) } // who does not get it speaks by itself soon
	again := h.Bus.Reconnected(ask)
	ask()
	return func() { unhear(); again() }
}

// What is remembered of hosts, and believed of one.
const (
	knownMost   = 4096
	workersMost = 1 << 20
	cardsMost   = 64
)

// heard is what a host says of itself.
func (h *Hosts) heard(from string, data []byte) {
	var r room
	if json.Unmarshal(data, &r) != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.known == nil {
		h.known = map[string]host{}
	}
	if h.news != nil {
		close(h.news)
		h.news = nil
	}
	before, met := h.known[from]
	if r.Most <= 0 || r.Most > workersMost || r.Taken < 0 || r.Cards < 0 || r.Cards > cardsMost || !met && len(h.known) >= knownMost {
		delete(h.known, from)
		return
	}
	r.Name = r.Name[:min(len(r.Name), 64)]
	h.known[from] = host{room: r, node: from, heard: h.Now()}
	maps.DeleteFunc(h.known, func(_ string, x host) bool { return h.Now().Sub(x.heard) > goneWait })
	if !met || before.Build != r.Build {
		h.greet(from, r)
	}
}

// greet tells of a host that is new. h.mu is held.
func (h *Hosts) greet(from string, r room) {
	if h.Bus != nil && (r.Build != h.Build || r.Level < h.least) {
		h.Bus.Broadcast(topicAsk, encode(unused{from, h.Build, h.least})) // who does not get it finds no more in its log than before
	}
	switch {
	case r.Build != h.Build:
		h.Log.Warn("a machine for workers is not used: it has another build", "name", r.Name, "build", r.Build)
	case r.Level < h.least:
		h.Log.Warn("a machine for workers is not used: it seals less well than this one", "name", r.Name, "seal", r.Level)
	default:
		h.Log.Info("a machine for workers", "name", r.Name, "workers", r.Most, "cards", r.Cards)
	}
}

// Start implements worker.Away: this machine comes first while it has room, and then the least loaded one.
func (h *Hosts) Start(ask worker.Ask, here int) (*worker.Far, error) {
	if !h.Only && here < h.room() {
		return nil, nil
	}
	late := time.After(h.Wait)
	for tried := map[string]bool{}; ; {
		all, news := h.usable()
		for _, x := range all {
			if tried[x.node] {
				continue
			}
			tried[x.node] = true
			far, err := h.open(x, hello{Build: h.Build, Ask: ask})
			if err == nil {
				return far, nil
			}
			h.Log.Warn("no worker on another machine", "name", x.Name, "error", err)
			h.refused(x)
		}
		if !h.Only {
			return nil, nil
		}
		select {
		case <-news:
		case <-late:
			h.noRoom.Add(1)
			return nil, ErrNoRoom
		}
	}
}

func (h *Hosts) room() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.here
}

// usable are the hosts that may be asked, and what is closed when one of them, or another, speaks again.
func (h *Hosts) usable() ([]host, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.news == nil {
		h.news = make(chan struct{})
	}
	return choose(slices.Collect(maps.Values(h.known)), h.Now(), h.Build, h.least), h.news
}

// refused takes note of a host that has no worker to lend: it is asked again when it has spoken.
func (h *Hosts) refused(x host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.known[x.node]; now.node != "" && now.heard.Equal(x.heard) {
		now.shy = true
		h.known[x.node] = now
	}
}

// open has a worker started.
func (h *Hosts) open(x host, want hello) (*worker.Far, error) {
	ctx, cancel := context.WithTimeout(context.Background(), dialWait)
	defer cancel()
	if want.Cards == nil {
		h.count(x)
	}
	p, err := h.Bus.Dial(ctx, x.node, topicOpen, encode(want))
	if err != nil {
		return nil, err
	}
	late := time.AfterFunc(startWait, func() { p.Close(codeOver, "it took too long") })
	first, err := p.Receive()
	late.Stop()
	if err != nil {
		return nil, err
	}
	var has ready
	if len(first) == 0 || first[0] != tellReady || json.Unmarshal(first[1:], &has) != nil {
		p.Close(codeOver, "the first message makes no sense")
		return nil, errors.New("its first message makes no sense")
	}
	return carried(x, p, has), nil
}

// count takes a place at a host until it says itself how many there are.
func (h *Hosts) count(x host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, ok := h.known[x.node]; ok {
		now.Taken++
		h.known[x.node] = now
	}
}

// carried is a worker at the other end of a pipe.
func carried(x host, p *bus.Pipe, has ready) *worker.Far {
	ours, theirs := net.Pipe()
	end := make(chan []byte, 1)
	hangUp := func() {
		p.Close(codeOver, "the hub is done with it")
		theirs.Close()
	}
	go func() {
		defer hangUp()
		end <- down(p, theirs)
	}()
	go func() {
		defer hangUp()
		buf := make([]byte, 32<<10)
		for {
			n, err := theirs.Read(buf)
			if n > 0 && p.Send(bytes.Clone(buf[:n])) != nil || err != nil {
				return
			}
		}
	}()
	return &worker.Far{
		Where: x.Name, Conn: ours, Report: has.Report, Data: has.Data,
		Kill: hangUp, Wait: func() []byte { return <-end },
	}
}

// down hands on what a worker says until its end, and returns that; nil is a pipe that ended without.
func down(p *bus.Pipe, to net.Conn) []byte {
	for {
		m, err := p.Receive()
		switch {
		case err != nil || len(m) == 0:
			return nil
		case m[0] == tellEnd:
			return m[1:]
		case m[0] != tellBytes:
			return nil
		}
		if _, err := to.Write(m[1:]); err != nil {
			return nil
		}
	}
}

var _ worker.Away = (*Hosts)(nil)
