// Package lease gives the GPUs of a class to its sessions by turns.
//
// Who has a turn, package gpuq decides; this one carries it out. Each turn has a process of its own, which ends with it: in it a
// job runs, cell by cell, or a session goes on there. A turn is over when that process has ended.
//
//	Manager: Request, Release, … ─→ Queue: gpuq.Apply ─→ one commit ─→ Hand: effects, what students are told
//	                                  ↑                                  │
//	                                  └── started, exited ←── turn.go ←──┘ a goroutine for each turn
//
// A class has one Queue, on the server that leads, and a Manager on each: that has the sessions, and perhaps cards. A session on one
// server may run on the cards of another, or on those of a machine that is no server at all (Machines).
//
// Everything is in the store before anybody is told, so that nobody loses a place when the server is killed: who had a card then
// is the first to get one again.
package lease

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/bus"
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
	Machine   string // what people call the machine that they are in; "" is the server's name
	// Open starts a process that sees the cards of these numbers, and no others.
	Open func(on []int) (Process, error)
}

// Machines are those that bring cards and are no servers: they have no sessions, and know nothing of turns.
type Machines interface {
	// Lend tells of them until ctx ends, for the class under the lead's fence: join takes the cards of one in, which has a name
	// for people and an address, and part ends that.
	Lend(ctx context.Context, fence int64, join func(name, address string, c Cards) (part func()))
	// Open starts a process on cards of the one at an address.
	Open(address string, on []int) (Process, error)
}

// Spot is where the process of a turn is.
type Spot struct {
	Host  string `json:"host,omitempty"` // the server with the cards, or
	Lent  string `json:"lent,omitempty"` // the address of the machine that is none
	Cards []int  `json:"cards,omitempty"`
}

// Options say what turns there are.
type Options struct {
	Cards Cards    // of this server
	Lent  Machines // nil: there are none
	Kinds []string // that may be asked for: wire.GPUJob, wire.GPUSession
	Slot  time.Duration
	Store store.Store
	Node  string // this server's name
	// Settle is how long a queue that another server had before gives no cards out: so long servers have to say who is there, and what
	// runs. 0 is that there are no others.
	Settle time.Duration
	Clock  session.Clock // nil: the real one
	Log    *slog.Logger
}

// Bounds of the waiting.
const (
	awayMost   = 30 * time.Minute // a place is kept so long for somebody who is not here
	begunMost  = 3                // turns that a request begins and that end with the server
	commitWait = 10 * time.Second
	// A process goes on while its server and the queue cannot hear each other. After returnMost the queue gives its cards to others, who
	// wait for its end at the card; after standMost the server ends it.
	returnMost = 15 * time.Second
	standMost  = 30 * time.Second
	batchMost  = 256 // ops that share a commit
)

// desk is the queue as a server speaks to it.
type desk interface {
	ask(Turn) error
	here(Turn) (t Turn, known bool, err error)
	left(id, session string)
	cancel(id string) error
	started(id string) error
	exited(Exit) error
	halt(on bool)
	instruct(gpuq.Op) error
	view() (View, error)
	leave()
}

// Manager has the turns of a server's sessions carried out. Its methods may be called from any goroutine.
type Manager struct {
	Options
	ends    sync.WaitGroup // of turns
	serving sync.WaitGroup // turns that have a process
	done    chan struct{}
	seated  chan struct{} // closed when a queue has said what there is
	locks   []sync.Mutex  // of the cards here
	once    sync.Once

	mu      sync.Mutex
	desk    desk // nil: the queue is nowhere
	desks   int  // that there have been
	queue   *Queue
	bus     *bus.Bus // to other servers; nil: there is none
	offered *wire.GPUOffer
	turns   map[string]*turn // by id, until they are over
	coming  map[string]*session.Session
	missed  map[string]*turn // of sessions that somebody came to watch when no queue could hear it
	closed  bool
	halted  bool
}

// New returns a manager that has no queue yet.
func New(opts Options) *Manager {
	if opts.Clock == nil {
		opts.Clock = session.WallClock
	}
	return &Manager{Options: opts, locks: make([]sync.Mutex, opts.Cards.Count), done: make(chan struct{}), seated: make(chan struct{}), turns: map[string]*turn{}, coming: map[string]*session.Session{}, missed: map[string]*turn{}}
}

// Open returns a manager with a queue of its own, which goes on with the turns that the store has.
func Open(opts Options) (*Manager, error) {
	m := New(opts)
	return m, m.Preside(opts.Store, 0, nil)
}

// Preside has the queue here, on a store whose commits are store.ErrFenced when another server has it; then lost is called. settle is
// how long nobody is given a card, for other servers to say who is there.
func (m *Manager) Preside(kept store.Store, settle time.Duration, lost func()) error {
	q, err := OpenQueue(QueueOptions{
		Kinds: m.Kinds, Slot: m.Slot, Store: kept, Lost: lost, Settle: settle, Clock: m.Clock, Log: m.Log,
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.queue = q
	m.mu.Unlock()
	m.sit(q.Connect(m, m.Node, m.Cards))()
	return nil
}

// Resign ends the queue here, if it is. Places are kept.
func (m *Manager) Resign() {
	m.mu.Lock()
	q := m.queue
	m.queue = nil
	m.mu.Unlock()
	if q != nil {
		q.Close()
		m.stand()
	}
}

// Wait returns when it is known what there is to ask for, or after d.
func (m *Manager) Wait(d time.Duration) {
	late := make(chan struct{})
	defer m.Clock.AfterFunc(d, func() { close(late) })()
	select {
	case <-m.seated:
	case <-late:
	}
}

// sit has turns speak to a queue from now on; what it returns tells that who is here and what runs.
func (m *Manager) sit(d desk) (announce func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.desk = d
	m.desks++
	all := slices.Collect(maps.Values(m.turns))
	for _, t := range m.missed {
		select {
		case <-t.session.Ended():
		default:
			all = append(all, t)
		}
	}
	clear(m.missed)
	return func() {
		for _, t := range all {
			m.announce(d, t, t.here())
		}
	}
}

// stand is that the queue cannot be heard. What runs goes on, since the next queue will know of it; unless there is none for long.
func (m *Manager) stand() {
	m.mu.Lock()
	m.desk = nil
	desks := m.desks
	m.mu.Unlock()
	m.Clock.AfterFunc(standMost, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.desk == nil && m.desks == desks {
			m.end()
		}
	})
}

// end ends all processes. m.mu is held.
func (m *Manager) end() {
	for _, t := range m.turns {
		t.close()
	}
}

// at is the queue, and whether there is one.
func (m *Manager) at() (desk, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.desk, m.desk != nil
}

// errNowhere is the refusal while nobody gives out cards.
var errNowhere = &session.Refusal{Code: "closed"}

// cutOff reports whether an error says that the queue could not answer.
func cutOff(err error) bool {
	var r *session.Refusal
	return errors.As(err, &r) && r.Code == errNowhere.Code
}

// Close ends all processes. Places are kept: a queue elsewhere hears that they are to begin again.
func (m *Manager) Close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed, m.halted = true, true
	q := m.queue
	m.mu.Unlock()
	if q != nil {
		q.Close() // what ends now has not been given back
	}
	m.mu.Lock()
	m.end()
	m.mu.Unlock()
	m.serving.Wait()
	close(m.done)
	m.stand()
	m.ends.Wait()
}

// Halt ends all processes and gives no cards out until Resume: the server is about to be replaced. Those who had cards will be
// the first to have some again.
func (m *Manager) Halt() {
	m.mu.Lock()
	m.halted = true
	d := m.desk
	m.mu.Unlock()
	if d != nil {
		d.halt(true)
	}
	m.mu.Lock()
	m.end()
	m.mu.Unlock()
	m.serving.Wait()
}

// Resume goes on after Halt, when it came to nothing.
func (m *Manager) Resume() {
	m.mu.Lock()
	m.halted = false
	d := m.desk
	m.mu.Unlock()
	if d != nil {
		d.halt(false)
	}
}

// Instruct does what an instructor asks for: gpuq's Pause, Jump, Give and Take.
func (m *Manager) Instruct(op gpuq.Op) error {
	d, ok := m.at()
	if !ok {
		return errNowhere
	}
	return d.instruct(op)
}

// View returns the queue as it is now.
func (m *Manager) View() View {
	d, ok := m.at()
	if !ok {
		return View{Offer: &wire.GPUOffer{}, Now: m.Clock.Now().UnixMilli()}
	}
	v, err := d.view()
	if err != nil {
		m.Log.Warn("the queue of GPUs cannot be seen", "error", err)
		return View{Offer: &wire.GPUOffer{}, Now: m.Clock.Now().UnixMilli()}
	}
	return v
}

// Ended returns the turns that ended last, newest first.
func (m *Manager) Ended(ctx context.Context, most int) ([]store.Lease, error) {
	return m.Store.EndedLeases(ctx, most)
}

var _ Hand = (*Manager)(nil)

// Start implements Hand.
func (m *Manager) Start(told Turn, at Spot) {
	t := m.known(told, nil)
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.desk
	switch {
	case m.closed:
	case t == nil && d != nil:
		m.ends.Go(func() { d.exited(Exit{ID: told.ID, Why: "lost"}) })
	case t != nil:
		t.Begun, t.serving = told.Begun, true
		m.serving.Add(1)
		m.ends.Go(func() {
			defer m.serving.Done()
			t.serve(at)
		})
	}
}

// End implements Hand.
func (m *Manager) End(id, why string) {
	m.mu.Lock()
	t := m.turns[id]
	m.mu.Unlock()
	if t != nil {
		t.finish(why)
	}
}

// Tell implements Hand.
func (m *Manager) Tell(told Turn, body wire.GPUBody) {
	t := m.known(told, nil)
	if t == nil {
		return
	}
	t.say(body)
	if body.State == wire.GPUEnded {
		m.forget(t)
	}
}

// Offered implements Hand.
func (m *Manager) Offered(o wire.GPUOffer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.offered = &o
	m.once.Do(func() { close(m.seated) })
}

// open starts a process on cards.
func (m *Manager) open(at Spot) (Process, error) {
	switch {
	case at.Lent != "" && m.Lent == nil:
		return nil, errors.New("this server knows no machines for workers")
	case at.Lent != "":
		return m.Lent.Open(at.Lent, at.Cards)
	case at.Host == m.Node:
		return m.local(at.Cards)
	}
	m.mu.Lock()
	b := m.bus
	m.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), startWait)
	defer cancel()
	return Far(ctx, b, at.Host, at.Cards)
}

// startWait is how long a process on another server may take to start.
const startWait = time.Minute
