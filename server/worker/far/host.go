package far

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"gputour/server/bus"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// sessionsMost share a worker, whatever a node asks for.
const sessionsMost = 64

// Host lends workers of this machine, and its cards.
type Host struct {
	Bus   *bus.Bus
	Name  string // for people
	Build string
	Level jail.Level // at which its workers are sealed
	Most  int        // workers at once
	Start func(worker.Ask) (*worker.Lent, error)
	Cards Cards
	// Memory says how many bytes this machine has, and how many of them are free; nil says nothing.
	Memory func() (all, free int64)
	Log    *slog.Logger

	mu      sync.Mutex
	taken   int
	leaving bool // no new workers
	ending  bool // no workers
	lent    map[*worker.Lent]bool
	over    sync.WaitGroup // of the pipes
	holder  *holder        // who has the cards; nil is nobody
	held    map[int]*use   // cards on which there are workers
	freed   chan struct{}  // closed when one is not any more
}

// Run lends until leave ends. Then there are no new workers; those there are may go on until patience ends.
func (h *Host) Run(leave, patience context.Context) {
	h.lent, h.held, h.freed = map[*worker.Lent]bool{}, map[int]*use{}, make(chan struct{})
	stop := h.Bus.Listen(topicOpen, h.open)
	defer h.Bus.Listen(topicHold, h.hold)()
	defer h.Bus.Hear(topicAsk, h.asked)()
	defer h.Bus.Reconnected(h.here)()
	h.here()
	h.Log.Info("workers are lent", "name", h.Name, "workers", h.Most, "seal", h.Level, "cards", h.Cards.Count, "build", h.Build)
	every := time.NewTicker(hereEvery)
	defer every.Stop()
	for leave.Err() == nil {
		select {
		case <-every.C:
			h.here()
		case <-leave.Done():
		}
	}
	stop()
	h.leave(patience)
}

// asked answers a node that has come, and hears of one that does not use this host, which somebody here can mend.
func (h *Host) asked(from string, data []byte) {
	var u unused
	switch {
	case len(data) == 0 || json.Unmarshal(data, &u) != nil:
		h.here()
	case u.Host != h.Bus.Node():
	case u.Build != h.Build:
		h.Log.Warn("a node does not use this machine: it has another build; install the same gputour on both", "node", from, "its build", u.Build, "ours", h.Build)
	case u.Least > h.Level:
		h.Log.Warn("a node does not use this machine: cells are sealed less well here than there; gputour doctor says what is missing", "node", from, "its seal", u.Least, "ours", h.Level)
	}
}

// leave ends what was lent.
func (h *Host) leave(patience context.Context) {
	h.mu.Lock()
	h.leaving = true
	holder := h.holder
	h.mu.Unlock()
	h.here()
	if holder != nil {
		holder.pipe.Close(codeFull, "this host leaves")
	}
	done := make(chan struct{})
	go func() { h.over.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-patience.Done():
	}
	h.mu.Lock()
	h.ending = true
	h.Log.Info("the workers that are left end", "workers", len(h.lent))
	for l := range h.lent {
		l.Kill()
	}
	h.mu.Unlock()
	<-done
}

// here says what room there is.
func (h *Host) here() {
	h.mu.Lock()
	r := room{Name: h.Name, Build: h.Build, Level: h.Level, Most: h.Most, Taken: h.taken, Cards: h.Cards.Count}
	if h.leaving {
		r.Most = 0
	}
	h.mu.Unlock()
	if h.Memory != nil {
		r.Memory, r.Free = h.Memory()
	}
	h.Bus.Broadcast(topicHere, encode(r)) // who does not get it hears the next
}

// open starts a worker for a node.
func (h *Host) open(data []byte, p *bus.Pipe) {
	var want hello
	if err := json.Unmarshal(data, &want); err != nil || want.Build != h.Build {
		p.Close(codeBuild, "this host is gputour "+h.Build)
		return
	}
	want.Ask.Sessions = min(max(1, want.Ask.Sessions), sessionsMost)
	if want.Cards != nil {
		h.openOn(*want.Cards, want.Ask, p)
		return
	}
	if !h.reserve() {
		p.Close(codeFull, "no room")
		return
	}
	defer h.over.Done()
	h.here()
	h.run(p, func() (*worker.Lent, error) { return h.Start(want.Ask) })
	h.mu.Lock()
	h.taken--
	h.mu.Unlock()
	h.here()
}

// run starts a worker and carries until it has ended.
func (h *Host) run(p *bus.Pipe, start func() (*worker.Lent, error)) {
	l, err := start()
	if err != nil {
		h.Log.Error("a worker could not be started", "for", p.Peer(), "error", err)
		p.Close(codeFailed, err.Error())
		return
	}
	h.carry(l, p)
}

// reserve takes a place, if there is one.
func (h *Host) reserve() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.leaving || h.taken >= h.Most {
		return false
	}
	h.taken++
	h.over.Add(1)
	return true
}

// carry brings bytes to and fro until the worker or the pipe has ended, and so both have.
func (h *Host) carry(l *worker.Lent, p *bus.Pipe) {
	h.mu.Lock()
	h.lent[l] = true
	if h.ending {
		l.Kill()
	}
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.lent, l)
	}()
	h.Log.Info("a worker runs", "for", p.Peer(), "seal", l.Report().Level())
	go func() {
		<-p.Done()
		l.Kill()
	}()
	go func() {
		for data, err := p.Receive(); err == nil; data, err = p.Receive() {
			l.Write(data) // an error is the end of the worker, which is seen below
		}
	}()
	p.Send(tell(tellReady, encode(ready{l.Report(), l.Data()}))) // an error is the end of the pipe, which ends the worker
	buf := make([]byte, 32<<10)
	for {
		n, err := l.Read(buf)
		if n > 0 {
			p.Send(tell(tellBytes, buf[:n]))
		}
		if err != nil {
			break
		}
	}
	p.Send(tell(tellEnd, l.Wait()))
	p.Close(codeOver, "the worker has ended")
}
