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
	// Settle is how long nobody is given a card at first: servers have that long to say who is there, and what runs. 0 is that no
	// other server has any: whatever ran is gone.
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
	Begun   int                 `json:"begun"`          // how often it got cards
	Runs    bool                `json:"runs,omitempty"` // the server of its session has a process for it, or is about to
}

// Exit says how a process ended.
type Exit struct {
	ID     string `json:"id"`
	Begun  int    `json:"begun"` // of the turn
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
	unkept []*place          // those that are over, which the store has not heard of yet
	hands  map[*seat]bool
	uses   map[string]gpuq.Use
	queue  store.GPUQueue // as it is kept, like uses
	timer  func()
	closed bool
	next   []request // that the loop does before it takes another
}

// place is a turn as the queue has it.
type place struct {
	Turn
	at     *seat       // where its session is; nil is nowhere
	row    store.Lease // as it is kept
	told   wire.GPUBody
	toldAt int64
	end    *gpuq.Done
	ended  int64 // when, ms
	saved  string

	inherited bool // its cards were given to it by the lead before
	waits     int  // how often its server was waited for
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
func (q *Queue) put(r request) {
	select {
	case q.in <- r:
	case <-q.done:
	}
}

func (q *Queue) send(op gpuq.Op) { q.put(request{op: op}) }

// do hands a request to the loop and waits until it is done and kept.
func (q *Queue) do(r request) error {
	r.reply = make(chan error, 1)
	q.put(r)
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
			for all := q.gather(r); len(all) > 0; all = q.due() {
				q.handle(all)
			}
		case <-q.done:
			return
		}
	}
}

// due is what has to be done next.
func (q *Queue) due() []request {
	q.mu.Lock()
	defer q.mu.Unlock()
	next := q.next
	q.next = nil
	return next
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
			p := q.turns[d.ID]
			p.end, p.ended = &d, q.now
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
		for i := range errs { // nothing of it has happened: the next queue will be told
			errs[i] = errNowhere
		}
	case err != nil:
		q.Log.Error("turns on GPUs are not kept", "error", err) // the next commit has them once more
	default:
		kept()
	}
	q.tell(all) // first: what it says of an end comes before the end
	for _, e := range effects {
		q.perform(e)
	}
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
			q.next = append(q.next, q.isAway(p), request{op: gpuq.Exited{ID: e.ID, Again: true}})
		default:
			at, here := q.where(e.On)
			if !here { // so has the machine
				q.next = append(q.next, request{op: gpuq.Part{Host: q.state.Cards[e.On[0]].Host}}, request{op: gpuq.Exited{ID: e.ID, Again: true}})
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
		if p.row.Ended == 0 { // the commit has failed: else another queue would run it once more
			q.unkept = append(q.unkept, p)
		}
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
