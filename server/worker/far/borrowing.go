package far

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"gputour/server/worker"
)

// This file is how a class has the cards of hosts: its lead holds them, and the nodes of its sessions start workers there.

// Machine is a host with cards that the class has.
type Machine struct {
	Name      string // for people
	Address   string // for At
	Cards     int
	Device    string // what they are
	Simulated bool
}

// Borrow holds the cards of all hosts that have some, until ctx ends. join is called with each that is here, what it returns when that
// has left. fence is the lead's.
func (h *Hosts) Borrow(ctx context.Context, fence int64, join func(Machine) (part func())) {
	var mu sync.Mutex
	mine := map[string]bool{}
	var all sync.WaitGroup
	defer all.Wait()
	for ctx.Err() == nil {
		here, news := h.withCards()
		for _, x := range here {
			mu.Lock()
			known := mine[x.node]
			mine[x.node] = true
			mu.Unlock()
			if known {
				continue
			}
			all.Go(func() {
				h.hold(ctx, x, fence, join)
				mu.Lock()
				defer mu.Unlock()
				delete(mine, x.node)
			})
		}
		select {
		case <-news:
		case <-ctx.Done():
		}
	}
}

// withCards are the hosts that have cards, and what is closed when one speaks again.
func (h *Hosts) withCards() (all []host, news <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.news == nil {
		h.news = make(chan struct{})
	}
	for _, x := range h.known {
		if h.brings(x) {
			all = append(all, x)
		}
	}
	return all, h.news
}

// brings reports whether a host has cards that can be used. h.mu is held.
func (h *Hosts) brings(x host) bool {
	return x.Cards > 0 && x.Build == h.Build && x.Level >= h.least && h.Now().Sub(x.heard) <= staleWait
}

// hold has a host's cards for as long as it says that it is there, and tries again when it refuses.
func (h *Hosts) hold(ctx context.Context, x host, fence int64, join func(Machine) (part func())) {
	said := ""
	for again := time.NewTicker(hereEvery); ; {
		err := h.holdOnce(ctx, x, fence, join)
		if text := err.Error(); ctx.Err() == nil && text != said {
			said = text
			h.Log.Info("cards of a machine for workers are not used", "name", x.Name, "why", text)
		}
		select {
		case <-again.C:
		case <-ctx.Done():
		}
		h.mu.Lock()
		still := h.brings(h.known[x.node])
		h.mu.Unlock()
		if ctx.Err() != nil || !still {
			again.Stop()
			return
		}
	}
}

// holdOnce holds them until the pipe ends, and says why it did.
func (h *Hosts) holdOnce(ctx context.Context, x host, fence int64, join func(Machine) (part func())) error {
	late, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	p, err := h.Bus.Dial(late, x.node, topicHold, encode(claim{h.Build, h.Class, fence}))
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { p.Close(codeOver, "the class has another lead") })()
	first, err := p.Receive()
	if err != nil {
		return err
	}
	var o offer
	if len(first) == 0 || first[0] != tellReady || json.Unmarshal(first[1:], &o) != nil || o.Count < 1 || o.Count > cardsMost {
		p.Close(codeOver, "the first message makes no sense")
		return errors.New("its first message makes no sense")
	}
	defer join(Machine{x.Name, x.node, o.Count, o.Name[:min(len(o.Name), 100)], o.Simulated})()
	h.Log.Info("cards of a machine for workers", "name", x.Name, "cards", o.Count, "what", o.Name)
	_, err = p.Receive()
	p.Close(codeOver, "nothing more is to be said")
	return cmp.Or(err, errors.New("it says what it must not"))
}

// At is where a turn has its workers: on cards of the host at an address, and nowhere else.
func (h *Hosts) At(address string, on []int) worker.Away {
	var id [16]byte
	rand.Read(id[:]) // never fails
	h.mu.Lock()
	name := cmp.Or(h.known[address].Name, address)
	h.mu.Unlock()
	return &spot{h, host{room: room{Name: name}, node: address}, turn{h.Class, hex.EncodeToString(id[:]), on}}
}

// spot is one turn's.
type spot struct {
	hosts *Hosts
	host  host
	turn  turn
}

// Start implements worker.Away.
func (s *spot) Start(ask worker.Ask, _ int) (*worker.Far, error) {
	return s.hosts.open(s.host, hello{Build: s.hosts.Build, Ask: ask, Cards: &s.turn})
}

var _ worker.Away = (*spot)(nil)
