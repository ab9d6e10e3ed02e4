package far

import (
	"encoding/json"
	"errors"
	"fmt"

	"gputour/server/bus"
	"gputour/server/worker"
)

// This file is a host's cards. Who has them is a class, for as long as a pipe from its lead stands; which of its turns has which of
// them, that class's queue decides. Here is only seen to it that no card has the workers of two turns, whatever queues believe.

// Cards are the GPUs of a host.
type Cards struct {
	Count     int
	Name      string
	Simulated bool
	// Start starts a worker that sees the cards of these numbers and no others, and opens its sessions on them.
	Start func(on []int, ask worker.Ask) (*worker.Lent, error)
}

// claim is what the lead of a class says that wants the cards.
type claim struct {
	Build string `json:"build"`
	Class string `json:"class"`
	Fence int64  `json:"fence"` // the lead's: a later one is right
}

// offer answers it: what the class has from then on, until the pipe ends.
type offer struct {
	Count     int    `json:"count"`
	Name      string `json:"name"`
	Simulated bool   `json:"simulated"`
}

// turn is what a worker on cards is for.
type turn struct {
	Class string `json:"class"`
	ID    string `json:"id"` // workers of one turn share its cards
	On    []int  `json:"on"`
}

// holder is the class that has the cards.
type holder struct {
	claim
	pipe *bus.Pipe
}

// use is the turn whose workers are on a card, and how many they are.
type use struct {
	turn    string
	workers int
}

// turnMost is how many workers a turn may have: one, and one that checks an exercise, which may end late.
const turnMost = 4

// hold lends the cards to a class until the pipe ends.
func (h *Host) hold(data []byte, p *bus.Pipe) {
	mine := &holder{pipe: p}
	if err := json.Unmarshal(data, &mine.claim); err != nil || mine.Build != h.Build {
		p.Close(codeBuild, "this host is gputour "+h.Build)
		return
	}
	before, err := h.give(mine)
	if err != nil {
		p.Close(codeTaken, err.Error())
		return
	}
	if before != nil {
		before.pipe.Close(codeOver, "the class has another lead")
	}
	h.Log.Info("the cards are lent to a class", "for", p.Peer(), "cards", h.Cards.Count)
	p.Send(tell(tellReady, encode(offer{h.Cards.Count, h.Cards.Name, h.Cards.Simulated}))) // an error is the pipe's end
	<-p.Done()
	h.mu.Lock()
	if h.holder == mine {
		h.holder = nil
		h.Log.Info("the cards are lent no longer", "for", p.Peer())
	}
	h.mu.Unlock()
}

// give makes a class, or its new lead, the one that has the cards.
func (h *Host) give(to *holder) (before *holder, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before = h.holder
	switch {
	case h.Cards.Count == 0:
		return nil, errors.New("this host has no cards")
	case h.leaving:
		return nil, errors.New("this host leaves")
	case before != nil && before.Class != to.Class:
		return nil, errors.New("another class has the cards")
	case before != nil && before.Fence > to.Fence:
		return nil, errors.New("the class has another lead")
	}
	h.holder = to
	return before, nil
}

// openOn starts a worker for a turn on cards.
func (h *Host) openOn(t turn, ask worker.Ask, p *bus.Pipe) {
	if err := h.occupy(t, p.Done()); err != nil {
		p.Close(codeTaken, err.Error())
		return
	}
	defer h.over.Done()
	defer h.vacate(t)
	h.run(p, func() (*worker.Lent, error) { return h.Cards.Start(t.On, ask) })
}

// errLeft is of a node that did not wait.
var errLeft = errors.New("nobody waits for it any more")

// occupy waits until no other turn has workers on the cards, unless left ends before.
func (h *Host) occupy(t turn, left <-chan struct{}) error {
	for {
		h.mu.Lock()
		free, err := h.mayUse(t)
		if err == nil && free {
			for _, card := range t.On {
				if h.held[card] == nil {
					h.held[card] = &use{turn: t.ID}
				}
				h.held[card].workers++
			}
			h.over.Add(1)
		}
		freed := h.freed
		h.mu.Unlock()
		if err != nil || free {
			return err
		}
		select {
		case <-freed:
		case <-left:
			return errLeft
		}
	}
}

// mayUse reports whether the cards are free for a turn, or why it never gets them. h.mu is held.
func (h *Host) mayUse(t turn) (free bool, err error) {
	if t.ID == "" || len(t.On) == 0 {
		return false, errors.New("a turn without a name or cards")
	}
	lent := h.holder != nil && h.holder.Class == t.Class
	free = true
	seen := map[int]bool{}
	for _, card := range t.On {
		now := h.held[card]
		switch {
		case card < 0 || card >= h.Cards.Count || seen[card]:
			return false, fmt.Errorf("there is no card %d here", card)
		case now != nil && now.turn == t.ID && now.workers >= turnMost:
			return false, errors.New("a turn has too many workers")
		case (now == nil || now.turn != t.ID) && !lent: // who has begun may end, though the host leaves
			return false, errors.New("the cards are not this class's")
		}
		seen[card] = true
		free = free && (now == nil || now.turn == t.ID)
	}
	return free, nil
}

// vacate is that a worker of a turn has ended.
func (h *Host) vacate(t turn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, card := range t.On {
		if h.held[card].workers--; h.held[card].workers == 0 {
			delete(h.held, card)
		}
	}
	close(h.freed)
	h.freed = make(chan struct{})
}
