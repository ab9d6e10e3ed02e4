package lease

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is the queue: who asks, who has what, and what is kept of it.

// QueueOptions say what turns there are.
type QueueOptions struct {
	Kinds []string // that may be asked for: wire.GPUJob, wire.GPUSession
	Slot  time.Duration
	Store store.Store
	// Lost is called when a commit is store.ErrFenced, since another server has the queue; this one has ended then. It may be nil.
	Lost func()
	// Settle is how long nobody is given a card at first: servers have that long to say who is there.
	Settle time.Duration
	Clock  session.Clock // nil: the real one
	Log    *slog.Logger
}

// Turn is what a queue and the servers of its sessions know of a turn.
type Turn struct {
	ID      string              `json:"id"`
	RID     string              `json:"rid"` // the client's name of it
	Member  string              `json:"member"`
	Session string              `json:"session"`
	Body    wire.GPURequestBody `json:"body"`
	Begun   int                 `json:"begun"` // how often it got cards
}

// Exit says how a process ended.
type Exit struct {
	ID     string `json:"id"`
	Why    string `json:"why,omitempty"`
	Saved  string `json:"saved,omitempty"` // file with what the job had in memory
	Failed bool   `json:"failed,omitempty"`
	Again  bool   `json:"again,omitempty"`
}

// Hand is a server with sessions: what the queue decides is carried out there. Its methods must not wait.
type Hand interface {
	Start(t Turn, at Spot) // a process there; answered by started, exited
	End(id, why string)
	Tell(t Turn, body wire.GPUBody) // one that says GPUEnded is the last of the turn
	Offered(wire.GPUOffer)
}

// Queue gives turns out. Its methods may be called from any goroutine.
type Queue struct {
	QueueOptions
	in   chan request
	done chan struct{}
	ends sync.WaitGroup

	mu     sync.Mutex
	state  gpuq.State
	now    int64
	turns  map[string]*place // by id, until they are over
	hands  map[*seat]bool
	uses   map[string]gpuq.Use
	queue  store.GPUQueue // as it is kept, like uses
	timer  func()
	closed bool
}

// place is a turn as the queue has it.
type place struct {
	Turn
	at     *seat       // where its session is; nil is nowhere
	row    store.Lease // as it is kept
	told   wire.GPUBody
	toldAt int64
	end    *gpuq.Done
	saved  string
}

// request is an op on its way to the loop.
type request struct {
	op    gpuq.Op
	first func() error // done before the op is applied, with Queue.mu held; nil: nothing
	reply chan error   // may be nil
}

// OpenQueue goes on with the turns that the store has.
func OpenQueue(opts QueueOptions) (*Queue, error) {
	if opts.Clock == nil {
		opts.Clock = session.WallClock
	}
	q := &Queue{
		QueueOptions: opts, in: make(chan request, batchMost), done: make(chan struct{}),
		turns: map[string]*place{}, hands: map[*seat]bool{}, uses: map[string]gpuq.Use{},
		state: gpuq.New(gpuq.Config{Slot: opts.Slot}),
	}
	if err := q.load(); err != nil {
		return nil, err
	}
	if q.Settle > 0 {
		q.state.Halted = true
		q.Clock.AfterFunc(q.Settle, func() { q.send(gpuq.Halt{}) })
	}
	q.ends.Go(q.loop)
	q.send(gpuq.Tick{})
	return q, nil
}

// Close ends the queue. Places are kept.
func (q *Queue) Close() {
	q.shut()
	q.ends.Wait()
}

func (q *Queue) shut() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.closed = true
	close(q.done)
	if q.timer != nil {
		q.timer()
	}
}

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

// leave takes a server's cards out of the queue, and keeps the places of its sessions: who had cards has some first.
func (s *seat) leave() {
	q := s.q
	q.mu.Lock()
	delete(q.hands, s)
	var away []request
	for _, p := range q.turns {
		if p.at == s {
			p.at = nil
			away = append(away, q.absent(p)...)
		}
	}
	q.mu.Unlock()
	for _, r := range append(away, request{op: gpuq.Part{Host: s.host}}) {
		q.put(r)
	}
}

// absent is what happens to a turn whose server is gone. q.mu is held.
func (q *Queue) absent(p *place) (all []request) {
	if q.leased(p.ID) {
		all = append(all, request{op: gpuq.Exited{ID: p.ID, Again: true}})
	}
	return append(all, request{op: gpuq.Here{ID: p.ID, Here: false}, first: func() error { q.away(p); return nil }})
}

// leased reports whether a turn has cards. q.mu is held.
func (q *Queue) leased(id string) bool {
	return slices.ContainsFunc(q.state.Leases, func(l gpuq.Lease) bool { return l.ID == id })
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
		q.turns[t.ID] = &place{Turn: t, at: s}
		return nil
	}})
}

// cancel gives a turn or a place up.
func (s *seat) cancel(id string) error { return s.q.do(request{op: gpuq.Cancel{ID: id}}) }

// here says that somebody watches a session: t has its ID, the member and the lesson, and the turn's own ID if the server knows one. It
// returns the turn that is the session's, perhaps one from before, whose session is gone.
func (s *seat) here(t Turn) (Turn, bool, error) {
	q := s.q
	q.mu.Lock()
	p := q.find(t)
	if p == nil {
		q.mu.Unlock()
		return Turn{}, false, nil
	}
	var before []request
	if p.at != nil && p.at != s {
		p.at = nil
		before = q.absent(p) // its session is here now
	}
	q.mu.Unlock()
	for _, r := range before {
		q.put(r)
	}
	var found Turn
	err := q.do(request{op: gpuq.Here{ID: p.ID, Here: true}, first: func() error {
		p.at, p.Session = s, t.Session
		p.told = wire.GPUBody{} // times have passed
		found = p.Turn
		return nil
	}})
	if cutOff(err) {
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
		q.put(request{op: gpuq.Here{ID: id, Here: false}, first: func() error { q.away(p); return nil }})
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

// started says that a turn's process is there.
func (s *seat) started(id string) error {
	return s.q.do(request{op: gpuq.Started{ID: id}, first: func() error {
		p, err := s.own(id)
		if err == nil {
			p.Begun++
		}
		return err
	}})
}

// exited says that it is gone.
func (s *seat) exited(e Exit) error {
	return s.q.do(request{op: gpuq.Exited{ID: e.ID, Why: e.Why, Failed: e.Failed, Again: e.Again}, first: func() error {
		p, err := s.own(e.ID)
		if err == nil {
			p.saved = e.Saved
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

// Instruct does what an instructor asks for: gpuq's Pause, Jump, Give and Take.
func (q *Queue) Instruct(op gpuq.Op) error { return q.do(request{op: op}) }

// offer says what there is to ask for. q.mu is held.
func (q *Queue) offer() wire.GPUOffer {
	o := wire.GPUOffer{Kinds: q.Kinds, SlotS: int64(q.Slot.Seconds())}
	for _, c := range q.state.Cards {
		if !c.Gone {
			o.Cards++
		}
	}
	var most *seat
	real := false
	for s := range q.hands {
		if s.cards.Count == 0 {
			continue
		}
		real = real || !s.cards.Simulated
		if most == nil || cmp.Or(cmp.Compare(s.cards.Count, most.cards.Count), cmp.Compare(most.host, s.host)) > 0 {
			most = s
		}
	}
	if most != nil {
		o.Device, o.Simulated = most.cards.Name, !real
	}
	return o
}

// put hands a request to the loop, unless that has ended.
func (q *Queue) put(r request) bool {
	select {
	case q.in <- r:
		return true
	case <-q.done:
		return false
	}
}

func (q *Queue) send(op gpuq.Op) { q.put(request{op: op}) }

// do hands a request to the loop and waits until it is done and kept.
func (q *Queue) do(r request) error {
	r.reply = make(chan error, 1)
	if !q.put(r) {
		return &session.Refusal{Code: "closed"}
	}
	select {
	case err := <-r.reply:
		return err
	case <-q.done:
		return &session.Refusal{Code: "closed"}
	}
}

func (q *Queue) loop() {
	for {
		select {
		case r := <-q.in:
			q.handle(q.gather(r))
		case <-q.done:
			return
		}
	}
}

// gather returns first and what waits behind it: they share a commit.
func (q *Queue) gather(first request) []request {
	all := []request{first}
	for len(all) < batchMost {
		select {
		case r := <-q.in:
			all = append(all, r)
		default:
			return all
		}
	}
	return all
}

func (q *Queue) handle(all []request) {
	q.mu.Lock()
	q.now = max(q.now, q.Clock.Now().UnixMilli())
	var effects []gpuq.Effect
	errs := make([]error, len(all))
	for i, r := range all {
		e, err := q.apply(r)
		effects, errs[i] = append(effects, e...), err
	}
	for _, e := range effects {
		if d, ok := e.(gpuq.Done); ok {
			q.turns[d.ID].end = &d
		}
	}
	writes, kept := q.changes()
	q.mu.Unlock()

	ctx, cancel := context.WithTimeout(context.Background(), commitWait)
	defer cancel()
	err := q.Store.Commit(ctx, writes...)

	q.mu.Lock()
	switch {
	case errors.Is(err, store.ErrFenced):
		q.lost()
		effects = nil
	case err != nil:
		q.Log.Error("turns on GPUs are not kept", "error", err) // the next commit has them once more
	default:
		kept()
	}
	for _, e := range effects {
		q.perform(e)
	}
	q.tell(all)
	q.wake()
	q.mu.Unlock()
	for i, r := range all {
		if r.reply != nil {
			r.reply <- errs[i]
		}
	}
}

// lost ends the queue: another server has it. q.mu is held.
func (q *Queue) lost() {
	q.Log.Warn("another server gives out the class's GPUs now")
	go func() {
		q.shut()
		if q.Lost != nil {
			q.Lost()
		}
	}()
}

// apply performs one op. q.mu is held.
func (q *Queue) apply(r request) ([]gpuq.Effect, error) {
	if r.first != nil {
		if err := r.first(); err != nil {
			return nil, err
		}
	}
	state, effects, err := gpuq.Apply(q.state, r.op, q.now)
	if refused, ok := err.(*gpuq.Refusal); ok {
		if ask, ok := r.op.(gpuq.Ask); ok {
			delete(q.turns, ask.ID)
		}
		return nil, &session.Refusal{Code: refused.Code}
	}
	q.state = state
	return effects, nil
}

// perform carries an effect out. q.mu is held.
func (q *Queue) perform(e gpuq.Effect) {
	switch e := e.(type) {
	case gpuq.Start:
		switch p := q.turns[e.ID]; {
		case p == nil || q.closed:
		case p.at == nil: // its server has gone just now
			go q.send(gpuq.Exited{ID: e.ID, Again: true})
		default:
			at, here := q.where(e.On)
			if !here { // so has the machine
				go q.send(gpuq.Exited{ID: e.ID, Again: true})
				return
			}
			t := p.Turn
			t.Begun++
			p.at.hand.Start(t, at)
		}
	case gpuq.End:
		if p := q.turns[e.ID]; p != nil && p.at != nil {
			p.at.hand.End(e.ID, e.Why)
		}
	case gpuq.Done:
		p := q.turns[e.ID]
		if p.at != nil {
			p.at.hand.Tell(p.Turn, wire.GPUBody{State: wire.GPUEnded, Kind: p.Body.Kind, Why: e.Why, Saved: p.saved})
		}
		delete(q.turns, e.ID)
	}
}

// where is the machine of some cards, and the numbers that they have there; false when it has gone. q.mu is held.
func (q *Queue) where(cards []int) (at Spot, here bool) {
	s := q.seatOf(q.state.Cards[cards[0]].Host)
	if s == nil {
		return at, false
	}
	if at.Lent = s.lent; s.lent == "" {
		at.Host = s.host
	}
	for _, c := range cards {
		at.Cards = append(at.Cards, q.state.Cards[c].Number)
	}
	slices.Sort(at.Cards) // who takes several in order never waits in a circle
	return at, true
}

// wake sets the timer for when something is due. q.mu is held.
func (q *Queue) wake() {
	if q.timer != nil {
		q.timer()
		q.timer = nil
	}
	if at := q.state.Next(q.now); at > 0 && !q.closed {
		q.timer = q.Clock.AfterFunc(time.Duration(at-q.now)*time.Millisecond, func() { q.send(gpuq.Tick{}) })
	}
}

func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// encode is what was asked for, as it is kept.
func encode(body wire.GPURequestBody) []byte {
	data, _ := json.Marshal(body) // texts and numbers
	return data
}
