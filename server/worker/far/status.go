package far

import (
	"cmp"
	"slices"
	"time"

	"gputour/server/worker/jail"
)

// This file is what those who run a node see of machines for workers.

// State says whether a node uses a machine, or why not.
type State string

// The states of a machine.
const (
	Usable State = "usable"
	Full   State = "full"
	Build  State = "build"  // it is another one
	Seal   State = "seal"   // it seals less well than the node
	Silent State = "silent" // it has not been heard for some time, and did not say that it leaves
)

// States are all of them.
var States = []State{Usable, Full, Build, Seal, Silent}

// Status is a machine as a node knows it. What is Silent was so when it was last heard.
type Status struct {
	Name         string
	State        State
	Most, Taken  int // workers
	Cards        int
	Memory, Free int64
	Age          time.Duration // since it was heard
}

// Known are the machines that have been heard of, by name. One that was started again, and has another address on the bus, is not Silent
// for what it was before.
func (h *Hosts) Known() (all []Status) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.Now()
	heard := map[string]bool{}
	for _, x := range h.known {
		if now.Sub(x.heard) <= staleWait {
			heard[x.Name] = true
		}
	}
	for _, x := range h.known {
		s := Status{x.Name, x.state(now, h.Build, h.least), x.Most, x.Taken, x.Cards, x.Memory, x.Free, now.Sub(x.heard)}
		if s.State != Silent || !heard[x.Name] {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Status) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Age, b.Age)) })
	return all
}

func (x host) state(now time.Time, build string, least jail.Level) State {
	switch {
	case now.Sub(x.heard) > staleWait:
		return Silent
	case x.Build != build:
		return Build
	case x.Level < least:
		return Seal
	case x.Taken >= x.Most:
		return Full
	}
	return Usable
}

// NoRoom is how often no machine had room for a worker that could be nowhere else.
func (h *Hosts) NoRoom() int64 { return h.noRoom.Load() }
