package lease

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/gpuq"
)

// This file is what servers say to the queue: that they are there and who is with them, what is asked for, began and ended.

// seat is a server at the queue: what it may ask for. A machine that has nothing but cards has one, too.
type seat struct {
	q     *Queue
	hand  Hand
	host  string
	lent  string // its address, when it is no server
	cards Cards
}

var _ desk = (*seat)(nil)

// Connect has a server take part: its sessions, and its cards.
func (q *Queue) Connect(h Hand, host string, cards Cards) *seat {
	s := &seat{q: q, hand: h, host: host, cards: cards}
	q.seat(s)
	return s
}

func (q *Queue) seat(s *seat) {
	q.do(request{op: gpuq.Join{Host: s.host, Cards: s.cards.Count}, first: func() error {
		q.hands[s] = true
		return nil
	}})
}

// Lend takes in the cards of a machine that is no server, and part ends that.
func (q *Queue) Lend(name, address string, cards Cards) (part func()) {
	q.mu.Lock()
	host := lentHost(name, func(host string) bool { return q.seatOf(host) != nil })
	q.mu.Unlock()
	s := &seat{q: q, hand: idle{}, host: host, lent: address, cards: cards}
	q.seat(s)
	return s.leave
}

// seatOf is the machine that the scheduler knows as host; nil when it is not here. q.mu is held.
func (q *Queue) seatOf(host string) *seat {
	for s := range q.hands {
		if s.host == host {
			return s
		}
	}
	return nil
}

// lentMark is in no server's name, so that a server and a machine for workers may be called the same.
const lentMark = "/"

// lentHost is what the scheduler knows a machine as that is no server: always the same for the only one of a name, so that its
// cards are known again when it comes back.
func lentHost(name string, taken func(host string) bool) string {
	host := name + lentMark
	for n := 2; taken(host); n++ {
		host = name + lentMark + strconv.Itoa(n)
	}
	return host
}

// called is what people know a host as. q.mu is held.
func (q *Queue) called(host string) string {
	if s := q.seatOf(host); s != nil && s.cards.Machine != "" {
		return s.cards.Machine
	}
	name, n, lent := strings.Cut(host, lentMark)
	if lent && n != "" {
		return name + " (" + n + ")"
	}
	return name
}

// idle is the Hand of a machine that has no sessions.
type idle struct{}

func (idle) Start(Turn, Spot)        {}
func (idle) End(string, string)      {}
func (idle) Tell(Turn, wire.GPUBody) {}
func (idle) Offered(wire.GPUOffer)   {}

// leave takes a server's cards out of the queue, and keeps the places of its sessions.
func (s *seat) leave() {
	q := s.q
	q.mu.Lock()
	delete(q.hands, s)
	var after []request
	for _, p := range q.turns {
		if p.at == s {
			p.at = nil
			after = append(after, q.absent(p)...)
		}
	}
	back := q.seatOf(s.host) != nil // it has another seat by now
	q.mu.Unlock()
	if !back {
		after = append(after, request{op: gpuq.Part{Host: s.host}})
	}
	for _, r := range after {
		q.put(r)
	}
}

// absent is what happens to a turn whose server is not heard. What runs goes on: for who has cards the server is waited for. q.mu is held.
func (q *Queue) absent(p *place) []request {
	if q.lease(p.ID) == nil {
		return []request{q.isAway(p)}
	}
	p.waits++
	waits := p.waits
	q.Clock.AfterFunc(returnMost, func() {
		q.mu.Lock()
		gone := p.at == nil && p.waits == waits && q.turns[p.ID] == p && q.lease(p.ID) != nil
		q.mu.Unlock()
		if gone {
			for _, r := range q.lose(p) {
				q.put(r)
			}
		}
	})
	return nil
}

// lose is what happens to a turn whose process is gone because its server is: it is first to have cards again.
func (q *Queue) lose(p *place) []request {
	exit := gpuq.Exited{ID: p.ID, Again: true}
	if p.Begun >= begunMost {
		exit = gpuq.Exited{ID: p.ID, Why: "server"}
	}
	return []request{q.isAway(p), {op: exit}} // in this order: else it would have cards at once
}

// isAway notes that nobody is here for a turn.
func (q *Queue) isAway(p *place) request {
	return request{op: gpuq.Here{ID: p.ID, Here: false}, first: func() error { q.away(p); return nil }}
}

// lease is that of a turn, or nil. q.mu is held.
func (q *Queue) lease(id string) *gpuq.Lease {
	if i := slices.IndexFunc(q.state.Leases, func(l gpuq.Lease) bool { return l.ID == id }); i >= 0 {
		return &q.state.Leases[i]
	}
	return nil
}

// begun reports whether the nth process of a turn is the one that its lease is for. q.mu is held.
func (q *Queue) begun(p *place, n int) bool {
	l := q.lease(p.ID)
	switch {
	case l == nil:
		return false
	case l.Granted == 0: // not heard of yet
		return n == p.Begun+1
	}
	return n == p.Begun || p.inherited && n == p.Begun+1 // the lead before may not have heard of it
}

// ask asks for a turn.
func (s *seat) ask(t Turn) error {
	q := s.q
	if !slices.Contains(q.Kinds, t.Body.Kind) {
		return &session.Refusal{Code: "gpu-kind"}
	}
	q.mu.Lock()
	most := q.state.Largest() // what there is must do
	q.mu.Unlock()
	ask := gpuq.Ask{ID: t.ID, Member: t.Member, Kind: gpuq.Kind(t.Body.Kind), Cards: max(1, min(t.Body.Cards, most))}
	return q.do(request{op: ask, first: func() error {
		if q.turns[t.ID] != nil {
			return errAsked
		}
		q.turns[t.ID] = &place{Turn: t, at: s}
		return nil
	}})
}

// errAsked is the refusal of a turn that there is already.
var errAsked = &session.Refusal{Code: "gpu-asked"}

// cancel gives a turn or a place up.
func (s *seat) cancel(id string) error { return s.q.do(request{op: gpuq.Cancel{ID: id}}) }

// errStale is the refusal of a process that the queue has given up: it has to end.
var errStale = &session.Refusal{Code: "gpu-stale"}

// stale reports whether an error says so.
func stale(err error) bool {
	var r *session.Refusal
	return errors.As(err, &r) && r.Code == errStale.Code
}

// here says that somebody watches a session: t has its ID, the member and the lesson, and the turn's own ID if the server knows one. It
// returns the turn that is the session's, perhaps one from before, whose session is gone. The error is errStale when the server has a
// process for the turn that is nobody's any more.
func (s *seat) here(t Turn) (Turn, bool, error) {
	q := s.q
	q.mu.Lock()
	p := q.find(t)
	if p == nil || t.Runs && p.at != nil && p.at.host != s.host { // it went on elsewhere
		q.mu.Unlock()
		return Turn{}, false, nil
	}
	var before []request
	switch {
	case t.Runs && !q.begun(p, t.Begun):
		q.mu.Unlock()
		return Turn{}, false, errStale
	case !t.Runs && p.at != s && q.lease(p.ID) != nil: // its session is here now, and its process, which ended with the one before, is not
		p.at = nil
		before = q.lose(p)
	}
	q.mu.Unlock()
	for _, r := range before {
		q.put(r)
	}
	var found Turn
	err := q.do(request{op: gpuq.Here{ID: p.ID, Here: true}, first: func() error {
		if t.Runs && !q.begun(p, t.Begun) {
			return errStale
		}
		if t.Runs && q.lease(p.ID).Granted > 0 {
			p.Begun = t.Begun
		}
		p.at, p.Session, p.inherited = s, t.Session, false
		p.told = wire.GPUBody{} // times have passed
		found = p.Turn
		if l := q.lease(p.ID); l != nil && l.Ending {
			s.hand.End(p.ID, l.Why) // it may not have heard
		}
		return nil
	}})
	switch {
	case stale(err), cutOff(err):
		return found, false, err
	}
	return found, err == nil, nil
}

// find finds the turn of a session. q.mu is held.
func (q *Queue) find(t Turn) *place {
	if p := q.turns[t.ID]; p != nil {
		return p
	}
	for _, p := range q.turns {
		if p.Session == t.Session {
			return p
		}
	}
	for _, r := range q.state.Waiting {
		if p := q.turns[r.ID]; r.Away && p.Member == t.Member && p.Body.Lesson == t.Body.Lesson {
			return p
		}
	}
	return nil
}

// left says that a session is no longer there.
func (s *seat) left(id, session string) {
	q := s.q
	q.mu.Lock()
	p := q.turns[id]
	gone := p != nil && p.at == s && p.Session == session
	q.mu.Unlock()
	if gone {
		q.put(q.isAway(p))
	}
}

// away gives a place up when nobody has come for long. q.mu is held.
func (q *Queue) away(p *place) {
	q.Clock.AfterFunc(awayMost, func() {
		q.mu.Lock()
		gone := q.turns[p.ID] == p && slices.ContainsFunc(q.state.Waiting, func(r gpuq.Request) bool { return r.ID == p.ID && r.Away })
		q.mu.Unlock()
		if gone {
			q.send(gpuq.Cancel{ID: p.ID, Why: "away"})
		}
	})
}

// errOthers is the refusal of what another server does with a turn by now.
var errOthers = &session.Refusal{Code: gpuq.Unknown}

// own is an error unless a turn's session is at this server. Queue.mu is held.
func (s *seat) own(id string) (*place, error) {
	if p := s.q.turns[id]; p != nil && p.at == s {
		return p, nil
	}
	return nil, errOthers
}

// started says that a turn's process is there; it may be said again.
func (s *seat) started(id string) error {
	return s.q.do(request{op: gpuq.Started{ID: id}, first: func() error {
		p, err := s.own(id)
		if err == nil && s.q.lease(id) != nil && s.q.lease(id).Granted == 0 {
			p.Begun++
		}
		return err
	}})
}

// exited says that it is gone.
func (s *seat) exited(e Exit) error {
	return s.q.do(request{op: gpuq.Exited{ID: e.ID, Why: e.Why, Failed: e.Failed, Again: e.Again}, first: func() error {
		p, err := s.own(e.ID)
		if err == nil && !s.q.begun(p, e.Begun) {
			err = errOthers // it was given up, and perhaps begun anew
		}
		if err == nil {
			p.saved = e.Saved
		}
		if err == nil && !e.Failed {
			p.Begun = e.Begun // that it began may not have been heard
		}
		return err
	}})
}

// halt says that the server can use no cards, or can again.
func (s *seat) halt(on bool) {
	s.q.mu.Lock()
	var all []string
	add := func(id string) {
		if p := s.q.turns[id]; p != nil && p.at == s {
			all = append(all, id)
		}
	}
	for _, l := range s.q.state.Leases {
		add(l.ID)
	}
	for _, r := range s.q.state.Order(s.q.now) { // whoever is first is so when they are back
		add(r.ID)
	}
	s.q.mu.Unlock()
	for _, id := range all {
		s.q.do(request{op: gpuq.Here{ID: id, Here: !on}})
	}
}

func (s *seat) instruct(op gpuq.Op) error { return s.q.Instruct(op) }

func (s *seat) view() (View, error) { return s.q.View(), nil }
