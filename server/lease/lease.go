// Package lease gives the GPUs of a class to its sessions by turns.
//
// Who has a turn, package gpuq decides; this one carries it out. Each turn has a process of its own, which ends with it: in it a
// job runs, cell by cell, or a session goes on there. A turn is over when that process has ended.
//
//	Request, Release, Pause, … ─→ loop: gpuq.Apply ─→ one commit ─→ effects, answers, what students are told
//	                               ↑                                    │
//	                               └─── Started, Exited ←── turn.go ←───┘ a goroutine for each turn
//
// Everything is in the store before anybody is told, so that nobody loses a place when the server is killed: who had a card then
// is the first to get one again.
package lease

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// Process is an evaluator in a process of its own.
type Process interface {
	session.Evaluator
	Gone() <-chan struct{} // closed when the process has ended
}

// Cards are the GPUs that are given out.
type Cards struct {
	Count     int
	Name      string
	Simulated bool
	// Open starts a process that sees the cards of these numbers, and no others.
	Open func(on []int) (Process, error)
}

// Options say what turns there are.
type Options struct {
	Cards Cards
	Kinds []string // that may be asked for: wire.GPUJob, wire.GPUSession
	Slot  time.Duration
	Store store.Store
	Clock session.Clock // nil: the real one
	Log   *slog.Logger
}

// Bounds of the waiting.
const (
	awayMost   = 30 * time.Minute // a place is kept so long for somebody who is not here
	begunMost  = 3                // turns that a request begins and that end with the server
	commitWait = 10 * time.Second
	batchMost  = 256 // ops that share a commit
)

// Manager gives turns out. Its methods may be called from any goroutine.
type Manager struct {
	Options
	in   chan request
	done chan struct{}
	ends sync.WaitGroup // of the loop and of turns

	mu     sync.Mutex
	state  gpuq.State
	now    int64
	turns  map[string]*turn // by id, until they are over
	uses   map[string]gpuq.Use
	queue  store.GPUQueue // as it is kept, like uses
	timer  func()
	closed bool
	halted bool

	serving sync.WaitGroup // turns that have a process
}

// request is an op on its way to the loop.
type request struct {
	op    gpuq.Op
	first func()     // done before the op is applied, with Manager.mu held
	reply chan error // may be nil
}

// Open goes on with the turns that the store has.
func Open(opts Options) (*Manager, error) {
	if opts.Clock == nil {
		opts.Clock = session.WallClock
	}
	m := &Manager{
		Options: opts, in: make(chan request, batchMost), done: make(chan struct{}),
		turns: map[string]*turn{}, uses: map[string]gpuq.Use{},
		state: gpuq.New(gpuq.Config{Cards: opts.Cards.Count, Slot: opts.Slot}),
	}
	if err := m.load(); err != nil {
		return nil, err
	}
	m.ends.Go(m.loop)
	m.send(gpuq.Tick{})
	return m, nil
}

// Close ends all processes. Places are kept.
func (m *Manager) Close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed = true
	close(m.done)
	for _, t := range m.turns {
		t.close()
	}
	if m.timer != nil {
		m.timer()
	}
	m.mu.Unlock()
	m.ends.Wait()
}

// Halt ends all processes and gives no cards out until Resume: the server is about to be replaced. Those who had cards will be
// the first to have some again.
func (m *Manager) Halt() {
	m.do(request{op: gpuq.Halt{On: true}, first: func() {
		m.halted = true
		for _, t := range m.turns {
			t.close()
		}
	}})
	m.serving.Wait()
}

// Resume goes on after Halt, when it came to nothing.
func (m *Manager) Resume() {
	m.do(request{op: gpuq.Halt{}, first: func() { m.halted = false }})
}

// Offer says what there is to ask for.
func (m *Manager) Offer() *wire.GPUOffer {
	return &wire.GPUOffer{
		Kinds: m.Kinds, Cards: m.Cards.Count, Device: m.Cards.Name, Simulated: m.Cards.Simulated,
		SlotS: int64(m.Slot.Seconds()),
	}
}

// Request asks for a turn for a session of a member, under the client's name rid. The error is a *session.Refusal.
func (m *Manager) Request(member string, s *session.Session, rid string, body *wire.GPURequestBody) error {
	if !slices.Contains(m.Kinds, body.Kind) {
		return &session.Refusal{Code: "gpu-kind"}
	}
	t := &turn{m: m, id: newID(), rid: rid, member: member, sid: s.ID, session: s, body: *body, over: make(chan struct{})}
	ask := gpuq.Ask{ID: t.id, Member: member, Kind: gpuq.Kind(body.Kind), Cards: max(1, body.Cards)}
	ask.Cards = min(ask.Cards, m.Cards.Count) // what there is must do
	return m.do(request{op: ask, first: func() { m.turns[t.id] = t }})
}

// Release gives a session's turn or place up; save writes what a job has in memory into a file first.
func (m *Manager) Release(s *session.Session, save bool) error {
	t := m.of(s.ID)
	if t == nil {
		return &session.Refusal{Code: gpuq.Unknown}
	}
	return m.do(request{op: gpuq.Cancel{ID: t.id}, first: func() { t.save = save }})
}

// Interrupt stops a run of a job, and reports whether there is such a one.
func (m *Manager) Interrupt(s *session.Session, rid string) bool {
	t := m.of(s.ID)
	return t != nil && t.interrupt(rid)
}

// Attend says that a member watches a session about a lesson. A place from before is its, also when the session that asked
// for it is gone.
func (m *Manager) Attend(member, lesson string, s *session.Session) {
	t := m.of(s.ID)
	if t == nil {
		t = m.orphan(member, lesson)
	}
	if t == nil {
		return
	}
	m.do(request{op: gpuq.Here{ID: t.id, Here: true}, first: func() {
		if t.session != s {
			t.session, t.sid = s, s.ID
			m.follow(t, s)
		}
		t.told = wire.GPUBody{} // times have passed
	}})
}

// orphan returns a member's turn whose session is not here, or nil.
func (m *Manager) orphan(member, lesson string) *turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.state.Waiting {
		if t := m.turns[r.ID]; r.Away && t.member == member && t.body.Lesson == lesson {
			return t
		}
	}
	return nil
}

// Instruct does what an instructor asks for: gpuq's Pause, Jump, Give and Take.
func (m *Manager) Instruct(op gpuq.Op) error { return m.do(request{op: op}) }

// follow notes when a session is no longer there. m.mu is held.
func (m *Manager) follow(t *turn, s *session.Session) {
	if m.closed {
		return
	}
	m.ends.Go(func() {
		select {
		case <-s.Ended():
			m.left(t, s)
		case <-t.over:
		case <-m.done:
		}
	})
}

// left notes that a session is no longer there, unless another one has taken its place.
func (m *Manager) left(t *turn, s *session.Session) {
	m.mu.Lock()
	gone := t.session == s
	m.mu.Unlock()
	if gone {
		m.put(request{op: gpuq.Here{ID: t.id, Here: false}, first: func() { m.away(t) }})
	}
}

// away gives a place up when nobody has come for long. m.mu is held.
func (m *Manager) away(t *turn) {
	m.Clock.AfterFunc(awayMost, func() {
		m.mu.Lock()
		gone := m.turns[t.id] == t && slices.ContainsFunc(m.state.Waiting, func(r gpuq.Request) bool { return r.ID == t.id && r.Away })
		m.mu.Unlock()
		if gone {
			m.send(gpuq.Cancel{ID: t.id, Why: "away"})
		}
	})
}

// of returns a session's turn, or nil.
func (m *Manager) of(session string) *turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.turns {
		if t.sid == session {
			return t
		}
	}
	return nil
}

// put hands a request to the loop, unless that has ended.
func (m *Manager) put(r request) bool {
	select {
	case m.in <- r:
		return true
	case <-m.done:
		return false
	}
}

func (m *Manager) send(op gpuq.Op) { m.put(request{op: op}) }

// do hands a request to the loop and waits until it is done and kept.
func (m *Manager) do(r request) error {
	r.reply = make(chan error, 1)
	if !m.put(r) {
		return &session.Refusal{Code: "closed"}
	}
	select {
	case err := <-r.reply:
		return err
	case <-m.done:
		return &session.Refusal{Code: "closed"}
	}
}

func (m *Manager) loop() {
	for {
		select {
		case r := <-m.in:
			m.handle(m.gather(r))
		case <-m.done:
			return
		}
	}
}

// gather returns first and what waits behind it: they share a commit.
func (m *Manager) gather(first request) []request {
	all := []request{first}
	for len(all) < batchMost {
		select {
		case r := <-m.in:
			all = append(all, r)
		default:
			return all
		}
	}
	return all
}

func (m *Manager) handle(all []request) {
	m.mu.Lock()
	m.now = max(m.now, m.Clock.Now().UnixMilli())
	var effects []gpuq.Effect
	errs := make([]error, len(all))
	for i, r := range all {
		e, err := m.apply(r)
		effects, errs[i] = append(effects, e...), err
	}
	for _, e := range effects {
		if d, ok := e.(gpuq.Done); ok {
			m.turns[d.ID].end = &d
		}
	}
	writes, kept := m.changes()
	m.mu.Unlock()

	ctx, cancel := context.WithTimeout(context.Background(), commitWait)
	defer cancel()
	err := m.Store.Commit(ctx, writes...)

	m.mu.Lock()
	if err != nil {
		m.Log.Error("turns on GPUs are not kept", "error", err) // the next commit has them once more
	} else {
		kept()
	}
	for _, e := range effects {
		m.perform(e)
	}
	m.tell()
	m.wake()
	m.mu.Unlock()
	for i, r := range all {
		if r.reply != nil {
			r.reply <- errs[i]
		}
	}
}

// apply performs one op. m.mu is held.
func (m *Manager) apply(r request) ([]gpuq.Effect, error) {
	if r.first != nil {
		r.first()
	}
	state, effects, err := gpuq.Apply(m.state, r.op, m.now)
	if refused, ok := err.(*gpuq.Refusal); ok {
		if ask, ok := r.op.(gpuq.Ask); ok {
			delete(m.turns, ask.ID)
		}
		return nil, &session.Refusal{Code: refused.Code}
	}
	m.state = state
	if ask, ok := r.op.(gpuq.Ask); ok {
		t := m.turns[ask.ID]
		m.follow(t, t.session)
	}
	return effects, nil
}

// perform carries an effect out. m.mu is held.
func (m *Manager) perform(e gpuq.Effect) {
	switch e := e.(type) {
	case gpuq.Start:
		if t := m.turns[e.ID]; !m.closed {
			m.serving.Add(1)
			m.ends.Go(func() {
				defer m.serving.Done()
				t.serve(e.On)
			})
		}
	case gpuq.End:
		m.turns[e.ID].finish(e.Why)
	case gpuq.Done:
		t := m.turns[e.ID]
		t.say(wire.GPUBody{State: wire.GPUEnded, Kind: t.body.Kind, Why: e.Why, Saved: t.saved})
		delete(m.turns, e.ID)
		close(t.over)
	}
}

// wake sets the timer for when something is due. m.mu is held.
func (m *Manager) wake() {
	if m.timer != nil {
		m.timer()
		m.timer = nil
	}
	if at := m.state.Next(m.now); at > 0 && !m.closed {
		m.timer = m.Clock.AfterFunc(time.Duration(at-m.now)*time.Millisecond, func() { m.send(gpuq.Tick{}) })
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
