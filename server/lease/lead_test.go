package lease

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/follow"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is what becomes of turns when the queue changes servers.

// TestLeadDrained: the lead gives the queue up with a job of its own under way, whose cards are elsewhere; both go on.
func TestLeadDrained(t *testing.T) {
	l := newLab(t, map[string]int{"a": 1, "b": 0, "c": 1})
	l.lead("a")
	a, b, c := l.all["a"], l.all["b"], l.all["c"]
	ann, bob := a.student("ann"), b.student("bob")
	for _, s := range []*student{ann, bob} {
		s.ask("print here\nwait gate", "print end")
		s.until("here")
	}
	l.lead("b")
	l.lead("c")
	p, q := a.process(t), c.process(t)
	p.Release("gate")
	q.Release("gate")
	ann.want("ended:done", "done:c0 input:c1 end done:c1 ended:done")
	bob.want("ended:done", "done:c0 input:c1 end done:c1 ended:done")
	if len(a.started)+len(c.started) > 0 {
		t.Error("a job began once more")
	}
}

// TestLeadKilled: turns of other servers go on, and those of its own sessions are first where these go on.
func TestLeadKilled(t *testing.T) {
	l := newLab(t, map[string]int{"a": 0, "b": 0, "c": 2})
	l.lead("a")
	a, b, c := l.all["a"], l.all["b"], l.all["c"]
	ann, bob := a.student("ann"), b.student("bob")
	for _, s := range []*student{ann, bob} {
		s.ask("print here\nwait gate")
		s.until("here")
	}
	lost, kept := c.process(t), c.process(t)
	l.queue("a").Close() // who is killed sees none of what comes
	a.stop()
	delete(l.all, "a")
	<-lost.gone // nobody would give its card back
	b.lead.Led(follow.Lead{})
	l.await(func() bool { _, some := b.m.at(); return !some })
	again := b.student("ann")
	again.Session.ID = ann.Session.ID    // the session itself: what is kept of it is not this package's
	b.m.Attend("ann", "", again.Session) // she is back before anybody leads
	l.lead("b")
	again.until("here")
	c.process(t).Release("gate")
	again.until("ended:done")
	kept.Release("gate")
	bob.want("ended:done", "done:c0 ended:done")
	if len(c.started) > 0 {
		t.Error("a job began once more")
	}
}

// TestEndsWhileNobodyLeads: the next lead hears of them, and gives the cards to who waits.
func TestEndsWhileNobodyLeads(t *testing.T) {
	l := newLab(t, map[string]int{"a": 0, "b": 1})
	l.lead("a")
	a, b := l.all["a"], l.all["b"]
	ann, bob := b.student("ann"), b.student("bob")
	ann.ask("print here\nwait gate")
	ann.until("here")
	bob.ask("print mine")
	bob.until("waiting:1/1")
	a.stop()
	delete(l.all, "a")
	b.lead.Led(follow.Lead{})
	l.await(func() bool { _, some := b.m.at(); return !some })
	p := b.process(t)
	p.Release("gate")
	<-p.gone
	ann.until("done:c0")
	l.lead("b")
	ann.until("ended:done")
	bob.until("ended:done")
}

// rows is a store of turns alone.
type rows struct {
	store.Store
	mu    sync.Mutex
	all   map[string]store.Lease
	uses  map[string]store.GPUUse
	queue store.GPUQueue
	fence int
}

func (r *rows) OpenLeases(context.Context) (open []store.Lease, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.all {
		if l.Ended == 0 {
			open = append(open, l)
		}
	}
	slices.SortFunc(open, func(x, y store.Lease) int { return int(x.Asked - y.Asked) })
	return open, nil
}

func (r *rows) GPUUses(context.Context) (all []store.GPUUse, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range r.uses {
		all = append(all, u)
	}
	return all, nil
}

func (r *rows) GPUQueue(context.Context) (store.GPUQueue, error) { return r.queue, nil }

// led is the rows as one lead writes them.
type led struct {
	*rows
	fence int
}

func (l led) Commit(_ context.Context, writes ...store.Write) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fence != l.rows.fence {
		return store.ErrFenced
	}
	for _, w := range writes {
		switch w := w.(type) {
		case store.SaveLease:
			l.all[w.ID] = w.Lease
		case store.SaveGPUUse:
			l.uses[w.Member] = w.GPUUse
		case store.SaveGPUQueue:
			l.queue = w.GPUQueue
		}
	}
	return nil
}

// hall is servers and the queue, which moves between them; it is deterministic, and processes are notes.
type hall struct {
	t     *testing.T
	rows  *rows
	clock *sessiontest.Clock
	q     *Queue
	all   []*server
	fate  map[string]string // of turns: how they ended
	lost  map[string]int    // processes of a turn that ended with their server
	began map[string]int
}

// server is one of them, as its Manager would be.
type server struct {
	h     *hall
	name  string
	cards int
	seat  *seat
	mu    sync.Mutex
	turns map[string]Turn
	runs  map[string]taken
}

// taken is where a process of a turn is.
type taken struct {
	begun int
	host  string
	on    []int
}

var _ Hand = (*server)(nil)

func (s *server) Start(t Turn, at Spot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, runs := s.runs[t.ID]; runs {
		s.h.t.Errorf("%s begins %s once more, which runs: %+v", s.name, t.ID, before)
	}
	s.runs[t.ID], s.turns[t.ID] = taken{t.Begun, at.Host, at.Cards}, t
	s.h.began[t.ID]++
}

func (s *server) End(string, string) {}

func (s *server) Offered(wire.GPUOffer) {}

func (s *server) Tell(t Turn, body wire.GPUBody) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if body.State != wire.GPUEnded {
		return
	}
	if was := s.h.fate[t.ID]; was != "" {
		s.h.t.Errorf("%s ended twice: %s, %s", t.ID, was, body.Why)
	}
	s.h.fate[t.ID] = body.Why
	delete(s.turns, t.ID)
	delete(s.runs, t.ID)
}

// lead opens the queue anew, and has those who are there say so.
func (h *hall) lead() {
	h.rows.mu.Lock()
	h.rows.fence++
	fence := h.rows.fence
	h.rows.mu.Unlock()
	if h.q != nil {
		h.q.Close()
	}
	var err error
	h.q, err = OpenQueue(QueueOptions{
		Kinds: []string{wire.GPUJob}, Slot: time.Hour, Store: led{h.rows, fence}, Settle: time.Second, Clock: h.clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range h.all {
		s.come()
	}
	h.clock.Advance(time.Second)
	h.quiet()
}

// come is a server that comes to the queue, and says what it has.
func (s *server) come() {
	s.seat = s.h.q.Connect(s, s.name, Cards{Count: s.cards})
	s.mu.Lock()
	turns := maps.Clone(s.turns)
	s.mu.Unlock()
	for id, t := range turns {
		s.mu.Lock()
		if _, t.Runs = s.runs[id]; t.Runs {
			t.Begun = s.runs[id].begun
		}
		s.mu.Unlock()
		_, known, err := s.seat.here(t)
		if stale(err) {
			s.over(id, false)
			s.seat.here(Turn{ID: id, Member: t.Member, Session: t.Session})
		} else if !known {
			s.over(id, true)
		}
	}
}

// over is that a process is gone, and perhaps its turn.
func (s *server) over(id string, turn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.runs, id); turn {
		delete(s.turns, id)
	}
}

// quiet returns when the queue has done what there was.
func (h *hall) quiet() {
	for range 4 {
		h.q.Instruct(gpuq.Tick{})
	}
}

// check holds what must always be: a card has one process.
func (h *hall) check() {
	h.quiet()
	busy := map[string]string{}
	for _, s := range h.all {
		s.mu.Lock()
		for id, r := range s.runs {
			for _, c := range r.on {
				card := fmt.Sprint(r.host, c)
				if busy[card] != "" {
					h.t.Fatalf("%s has %s and %s", card, busy[card], id)
				}
				busy[card] = id
			}
		}
		s.mu.Unlock()
	}
}

// TestTurnsOutlastTheLead plays servers that ask, begin, end, are lost and come back while the queue changes servers at any moment: no
// change of the lead costs a process or has one begin twice, no card has two, and each turn ends once.
func TestTurnsOutlastTheLead(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 11))
		h := &hall{t: t, rows: &rows{all: map[string]store.Lease{}, uses: map[string]store.GPUUse{}}, clock: sessiontest.NewClock(), fate: map[string]string{}, lost: map[string]int{}, began: map[string]int{}}
		for i := range 3 {
			h.all = append(h.all, &server{h: h, name: fmt.Sprint("s", i), cards: i + 1, turns: map[string]Turn{}, runs: map[string]taken{}})
		}
		h.lead()
		asked := 0
		for range 120 {
			s := h.all[rng.IntN(len(h.all))]
			switch rng.IntN(8) {
			case 0, 1, 2:
				asked++
				turn := Turn{ID: fmt.Sprint("t", asked), Member: fmt.Sprint("m", asked), Session: fmt.Sprint("n", asked), Body: wire.GPURequestBody{Kind: wire.GPUJob, Cards: 1 + rng.IntN(2)}}
				s.mu.Lock()
				s.turns[turn.ID] = turn
				s.mu.Unlock()
				if err := s.seat.ask(turn); err != nil {
					t.Fatal(err)
				}
			case 3, 4, 5:
				s.step(rng.IntN(3) > 0)
			case 6:
				h.lead()
			case 7:
				if rng.IntN(4) == 0 {
					s.crash(h)
				}
			}
			h.check()
		}
		for range 200 { // all of it ends
			for _, s := range h.all {
				s.step(true)
			}
			h.check()
		}
		for i := range asked {
			id := fmt.Sprint("t", i+1)
			if h.began[id] > 1+h.lost[id] || h.fate[id] == "" || h.lost[id] < begunMost && h.fate[id] != "done" {
				t.Errorf("seed %d: %s began %d times, lost %d of its processes, and ended: %q", seed, id, h.began[id], h.lost[id], h.fate[id])
			}
		}
		h.q.Close()
	}
}

// step has a process say that it has begun, and perhaps that it is done.
func (s *server) step(ends bool) {
	s.mu.Lock()
	var ids []string
	for id := range s.runs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	s.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	s.mu.Lock()
	r := s.runs[ids[0]]
	s.mu.Unlock()
	s.seat.started(ids[0])
	if !ends {
		return
	}
	s.over(ids[0], false) // as turn.serve does: the process is gone first
	s.seat.exited(Exit{ID: ids[0], Begun: r.begun, Why: "done"})
}

// crash is a server that is killed: its sessions go on at the next one, without the processes that they had.
func (s *server) crash(h *hall) {
	s.mu.Lock()
	for id := range s.runs {
		h.lost[id]++
	}
	turns := s.turns
	s.turns, s.runs = map[string]Turn{}, map[string]taken{}
	s.mu.Unlock()
	s.seat.leave()
	next := h.all[(slices.Index(h.all, s)+1)%len(h.all)]
	for id, t := range turns {
		next.mu.Lock()
		next.turns[id] = t
		next.mu.Unlock()
		next.seat.here(Turn{ID: "", Member: t.Member, Session: t.Session})
	}
	s.come()
}
