// Package meeting is a class that meets, as each of its servers has it.
//
// Its one idea: the class's Room is on one server, the lead, and whoever is elsewhere speaks to it as somebody there would. The
// others bring it the sockets of their visitors and tell it what happens in their sessions: in order, until it has acknowledged
// that it is kept, and again when another server becomes the lead. What notebooks have to know at once (is the class locked?) the lead
// tells all.
//
//	sessions ─→ Ears ─→ line ─┬─ this server leads ─→ Room
//	                          └─ a pipe ─→ the lead's Room ─→ acknowledged, rules ─→ notebooks here
package meeting

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/server/bus"
	"gputour/server/class"
	"gputour/server/classws"
	"gputour/server/follow"
	"gputour/server/store"
)

// The topics of the bus.
const (
	reports = "class.reports" // pipes: what happens in a server's sessions
	members = "class.members" // broadcasts: members' rows have changed
)

// goodbye is how long sockets have to say that, when the server ends.
const goodbye = 2 * time.Second

// Options is what a Meeting is made of.
type Options struct {
	Bus   *bus.Bus
	Lead  *follow.Follower
	Store store.Store
	// Open opens the class's room here; its writes carry the fence, and lost is called when another server has it.
	Open  func(ctx context.Context, fence int64, lost func()) (*classws.Room, error)
	Clock session.Clock // nil: the real one
	Log   *slog.Logger
	// Retell has all sessions tell how the last runs of their cells ended: too much was lost.
	Retell func()
}

// Lead says which server has the class.
type Lead = follow.Lead

// Meeting is a class on one server. Its methods may be called from any goroutine.
type Meeting struct {
	Options
	classws.Ears
	line  *line
	stop  context.CancelFunc
	ended context.Context
	done  sync.WaitGroup

	mu      sync.Mutex
	serving map[string]*served // pipes of other servers, by their names
	stirred chan struct{}      // closed when the room is here
	room    *classws.Room      // of the lead that this server is
	over    context.Context    // of room
	rules   class.Rules
	fresh   bool // the rules are told by the lead
	asked   time.Time
}

// New returns a meeting that nobody leads yet. Close ends it.
func New(o Options) *Meeting {
	if o.Clock == nil {
		o.Clock = session.WallClock
	}
	m := &Meeting{Options: o, line: newLine(), serving: map[string]*served{}, stirred: make(chan struct{})}
	m.Ears.Put = m.line.put
	m.ended, m.stop = context.WithCancel(context.Background())
	stops := []func(){
		o.Bus.Listen(reports, m.serve),
		o.Bus.Listen(sockets, m.visited),
		o.Bus.Hear(members, m.heard),
	}
	context.AfterFunc(m.ended, func() {
		for _, stop := range stops {
			stop()
		}
	})
	m.done.Go(func() {
		o.Lead.Run(m.ended, o.Bus.Node(), follow.Deeds{Preside: m.preside, Follow: m.follow, Clock: m.Clock, Log: o.Log})
	})
	return m
}

// Close ends the room, if it is here, and stops telling the lead.
func (m *Meeting) Close() {
	m.stop()
	m.done.Wait()
}

// stir wakes whoever waits for a lead. m.mu is held.
func (m *Meeting) stir() {
	close(m.stirred)
	m.stirred = make(chan struct{})
}

// here is the room, nil when it is not on this server.
func (m *Meeting) here() *classws.Room {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.room
}

// preside has the room here until ctx ends, or another server has it.
func (m *Meeting) preside(ctx context.Context, lead Lead) error {
	over, end := context.WithCancel(ctx)
	defer end()
	room, err := m.Open(ctx, lead.Fence, end)
	if err != nil {
		return err
	}
	defer func() {
		room.Close()
		if m.ended.Err() != nil {
			room.Wait(goodbye)
		}
	}()
	m.mu.Lock()
	m.room, m.over = room, over
	m.stir()
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		m.room, m.fresh = nil, false
		m.mu.Unlock()
	}()
	defer room.Rules(m.ruled)()
	if err := room.Refresh(ctx); err != nil { // what was told while it was opened
		m.Log.Warn("members may be missing", "error", err)
	}
	first, lost := m.line.begin()
	for _, r := range first {
		room.Hear(r.op, func() {})
	}
	if lost {
		m.retell()
	}
	for {
		for _, r := range m.line.take() {
			room.Hear(r.op, func() { m.line.acknowledged(r.N) })
		}
		select {
		case <-m.line.wake:
		case <-over.Done():
			return nil
		}
	}
}

func (m *Meeting) retell() {
	m.Log.Warn("what happened in sessions waited too long for the class; they tell it anew")
	if m.Retell != nil {
		m.Retell()
	}
}

// ruled takes the rules that the lead tells.
func (m *Meeting) ruled(r class.Rules) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules, m.fresh = r, true
}

// Committed takes note of what this server has written to the store: it is store.Watched's.
func (m *Meeting) Committed(writes []store.Write) {
	var changed changedRows
	for _, w := range writes {
		switch w := w.(type) {
		case store.SaveMember:
			changed.Members = append(changed.Members, w.Member.ID)
		case store.SaveClass:
			changed.Class = true
		}
	}
	if len(changed.Members) == 0 && !changed.Class {
		return
	}
	if room := m.here(); room != nil {
		room.Committed(writes)
		return
	}
	data, _ := json.Marshal(changed)
	m.Bus.Broadcast(members, data) // who does not hear it reads all anew with the next Refresh
}

// changedRows says which rows somebody has written.
type changedRows struct {
	Members []string `json:"members"`
	Class   bool     `json:"class"`
}

// heard reads the rows that another server has written. What cannot be read now is with the next Refresh.
func (m *Meeting) heard(_ string, data []byte) {
	room := m.here()
	var changed changedRows
	if room == nil || json.Unmarshal(data, &changed) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(m.ended, storeWait)
	defer cancel()
	var writes []store.Write
	for _, id := range changed.Members {
		row, err := m.Store.Member(ctx, id)
		if err != nil {
			m.Log.Error("a member could not be read", "error", err)
			continue
		}
		writes = append(writes, store.SaveMember{Member: row})
	}
	if changed.Class {
		row, err := m.Store.Class(ctx)
		if err != nil {
			m.Log.Error("the class could not be read", "error", err)
		} else {
			writes = append(writes, store.SaveClass{Class: row})
		}
	}
	room.Committed(writes)
}

// storeWait is how long the store has for an answer.
const storeWait = 10 * time.Second

// Refresh reads what others may have written that was not heard here.
func (m *Meeting) Refresh(ctx context.Context) error {
	if room := m.here(); room != nil {
		return room.Refresh(ctx)
	}
	return nil
}

// refresh is Refresh where nobody waits for the error.
func (m *Meeting) refresh() {
	ctx, cancel := context.WithTimeout(m.ended, storeWait)
	defer cancel()
	if err := m.Refresh(ctx); err != nil {
		m.Log.Error("the class could not be read", "error", err)
	}
}

// Lessons takes note of other lessons.
func (m *Meeting) Lessons() {
	if room := m.here(); room != nil {
		room.Lessons()
	}
}

// errUnsettled is the error of a class that cannot be told, or cannot be kept.
var errUnsettled = errors.New("the class cannot be kept now")

// settleWait is how long the class has to take what it was told.
const settleWait = 10 * time.Second

// Settle returns when all that happened here is kept, or with the reason why it cannot be.
func (m *Meeting) Settle() error {
	late := make(chan struct{})
	defer m.Clock.AfterFunc(settleWait, func() { close(late) })()
	select {
	case <-m.line.settled():
	case <-late:
		return errUnsettled
	}
	if room := m.here(); room != nil {
		return room.Settle()
	}
	return nil
}
