package node

import (
	"sync"
	"time"

	"gputour/server/store"
)

// This file is whether a node hears the others. A connection that stands says little: what it leads to may be cut off itself.

const (
	hearFor = 2*RenewEvery + time.Second // a node that was not heard for so long is not
	fresh   = RenewEvery + 2*time.Second // a node that has renewed its lease so lately lives
)

// Heard notes which nodes were heard, as each says with every renewal. Its methods may be called from any goroutine.
type Heard struct {
	Now func() time.Time // nil: time.Now

	mu sync.Mutex
	at map[string]time.Time
}

// Note notes that a node was heard.
func (h *Heard) Note(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at == nil {
		h.at = map[string]time.Time{}
	}
	h.at[name] = h.now()
}

func (h *Heard) now() time.Time {
	if h.Now == nil {
		return time.Now()
	}
	return h.Now()
}

// Among reports whether a node hears enough of those that live to do something for all: half of them, itself included. Of two that do
// not hear each other both do, and whoever leads goes on.
func (h *Heard) Among(self string, nodes []store.Node) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	bus := 0
	for _, n := range nodes {
		if n.Name == self {
			bus = n.Bus
		}
	}
	live, heard := 1, 1
	for _, n := range nodes {
		if n.Name == self || n.Bus != bus || n.Left < (LeaseTime-fresh).Milliseconds() {
			continue
		}
		live++
		if at, ok := h.at[n.Name]; ok && h.now().Sub(at) < hearFor {
			heard++
		}
	}
	return 2*heard >= live
}
