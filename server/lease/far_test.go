package lease

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/bus"
	"gputour/server/follow"
	"gputour/server/gpuq"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// lab is several servers with one queue. Each is a class of its own kind: with sessions, cards and a handle on the rows.
type lab struct {
	t     *testing.T
	nats  *bus.Server
	path  string
	clock *sessiontest.Clock
	all   map[string]*machine
	fence int64
	lent  Machines // may be nil; they have
	more  int      // cards
}

type machine struct {
	*class
	name string
	bus  *bus.Bus
	lead *follow.Follower
	stop func() // as a kill does
}

// theFence is a row whose fence this test takes.
const theFence = "the class"

// fenced writes as a lead does.
type fenced struct {
	store.Store
	fence int64
}

func (s fenced) Commit(ctx context.Context, writes ...store.Write) error {
	return s.Store.Commit(ctx, append([]store.Write{store.AddEvents{Session: theFence, Fence: s.fence}}, writes...)...)
}

// newLab has machines with so many cards.
func newLab(t *testing.T, cards map[string]int) *lab {
	t.Helper()
	server := bus.Embed()
	t.Cleanup(server.Close)
	l := &lab{t: t, nats: server, path: filepath.Join(t.TempDir(), "db"), clock: sessiontest.NewClock(), all: map[string]*machine{}}
	for name, n := range cards {
		l.start(name, n)
	}
	return l
}

func (l *lab) start(name string, cards int) *machine {
	l.t.Helper()
	s, err := sqlite.Open(context.Background(), l.path)
	if err != nil {
		l.t.Fatal(err)
	}
	b, err := bus.Connect(bus.Options{Node: name, Server: l.nats})
	if err != nil {
		l.t.Fatal(err)
	}
	x := &machine{name: name, bus: b, lead: follow.New(), class: &class{
		t: l.t, clock: l.clock, store: &broken{Store: s}, cards: cards, busy: map[int]bool{}, started: make(chan *process, 100),
		sessions: &session.Registry{Config: session.Config{Open: sessiontest.Open, Clock: l.clock}},
	}}
	x.m = New(Options{
		Cards: Cards{Count: cards, Name: "Card of " + name, Open: x.open}, Kinds: []string{wire.GPUJob, wire.GPUSession}, Node: name, Lent: l.lent,
		Slot: 100 * time.Second, Settle: 20 * time.Millisecond, Store: x.store, Clock: session.WallClock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		x.m.Run(ctx, b, x.lead, func(lead follow.Lead) store.Store { return fenced{x.store, lead.Fence} })
	}()
	var once sync.Once
	x.stop = func() {
		once.Do(func() {
			b.Close() // nobody is told
			x.m.Close()
			cancel()
			<-ended
			x.sessions.Close()
			s.Close()
		})
	}
	l.t.Cleanup(x.stop)
	l.all[name] = x
	return x
}

// lead makes a machine the lead, as all hear, and returns when all speak to it.
func (l *lab) lead(name string) {
	l.t.Helper()
	l.fence++
	if err := l.all[name].store.Commit(context.Background(), store.SaveSession{Session: store.Session{ID: theFence, Fence: l.fence}}); err != nil {
		l.t.Fatal(err)
	}
	cards := l.more
	for _, x := range l.all {
		x.lead.Led(follow.Lead{Node: name, Fence: l.fence})
		cards += x.cards
	}
	l.await(func() bool {
		q := l.queue(name)
		if q == nil {
			return false
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		servers := 0
		for s := range q.hands {
			if s.lent == "" {
				servers++
			}
		}
		return servers == len(l.all) && q.offer().Cards == cards
	})
	for _, x := range l.all {
		l.await(func() bool { o := x.m.Offer(); return o != nil && o.Cards == cards })
	}
}

func (l *lab) queue(name string) *Queue {
	m := l.all[name].m
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.queue
}

func (l *lab) await(is func() bool) {
	l.t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			l.t.Fatal("it does not come")
		}
	}
}

// TestCardsElsewhere: a job runs on the cards of another server than its session's, under the queue of a third.
func TestCardsElsewhere(t *testing.T) {
	l := newLab(t, map[string]int{"a": 0, "b": 0, "c": 1})
	l.lead("a")
	b, c := l.all["b"], l.all["c"]
	if o := b.m.Offer(); o == nil || o.Cards != 1 || o.Device != "Card of c" {
		t.Errorf("b offers %+v", o)
	}
	ann, bob := b.student("ann"), c.student("bob")
	ann.ask("print hello\nwait ann", "fail KeyError: x")
	ann.until("hello")
	bob.ask("print mine")
	bob.until("waiting:1/1")
	if v := c.m.View(); len(v.Cards) != 1 || v.Cards[0].Member != "ann" || len(v.Waiting) != 1 || v.Waiting[0].Member != "bob" {
		t.Errorf("c sees %+v", v)
	}
	(<-c.started).Release("ann")
	ann.want("ended:error", "done:c0 input:c1 KeyError error:c1 ended:error")
	bob.until("ended:done")
	if c.most != 1 {
		t.Errorf("%d processes on one card", c.most)
	}

	// A loop is stopped from where its session is, a killed process is told, a session moves there and back.
	ann.ask("loop")
	ann.until("input:c0")
	b.m.Release(ann.Session, false)
	ann.until("ended:released")
	<-c.started
	<-c.started
	ann.ask("print begun\nwait x")
	ann.until("begun")
	(<-c.started).die()
	ann.want("ended:lost", "limit:killed stopped:c0 ended:lost")
	ann.ask()
	ann.until("gpu")
	if d := ann.Evaluator().Devices()[0].Name; d != "Scripted card [0]" {
		t.Error("the session is on", d)
	}
	ann.Do(session.Submit{Run: session.Run{RID: "r1", Cell: "r1", Code: "print there"}})
	ann.until("done:r1")
	if err := b.m.Instruct(gpuq.Take{ID: b.m.of(ann.ID).ID}); err != nil {
		t.Error(err)
	}
	ann.until("ended:taken")
}

// TestMachineLost: cards of a server that is gone are nobody's, and places of sessions there are kept.
func TestMachineLost(t *testing.T) {
	l := newLab(t, map[string]int{"a": 1, "b": 0, "c": 1})
	l.lead("a")
	a, b, c := l.all["a"], l.all["b"], l.all["c"]
	ann, bob, cyd := b.student("ann"), b.student("bob"), c.student("cyd")
	ann.ask("print here\nwait ann")
	ann.until("here")
	bob.ask("print here\nwait bob")
	bob.until("here")
	cyd.ask("print mine")
	cyd.until("waiting:1/1")
	c.stop()
	delete(l.all, "c")
	lost, kept, p := ann, bob, a.process(t)
	l.await(func() bool { q := l.queue("a"); q.mu.Lock(); defer q.mu.Unlock(); return q.offer().Cards == 1 })
	if member := a.m.View().Cards[0].Member; member == "ann" { // who was on the other card
		lost, kept = bob, ann
	}
	lost.until("ended:lost")
	p.Release(kept.name)
	kept.until("ended:done")
	if v := a.m.View(); len(v.Waiting) != 1 || v.Waiting[0].Member != "cyd" || !v.Waiting[0].Away {
		t.Errorf("waiting: %+v", v.Waiting)
	}
	again := b.student("cyd") // comes back elsewhere
	b.m.Attend("cyd", "", again.Session)
	again.until("ended:done")
}

// process is one that has started.
func (x *machine) process(t *testing.T) *process {
	t.Helper()
	select {
	case p := <-x.started:
		return p
	case <-time.After(20 * time.Second):
		t.Fatal("no process has started")
		return nil
	}
}

// TestLeadLost: what runs goes on, and the next lead has it with its cards, the places and the use; the old one, which does not know,
// gives nothing out.
func TestLeadLost(t *testing.T) {
	l := newLab(t, map[string]int{"a": 0, "b": 0, "c": 1})
	l.lead("a")
	b, c := l.all["b"], l.all["c"]
	names := []string{"ann", "bob", "cyd"}
	all := map[string]*student{}
	for i, name := range names {
		x := []*machine{b, c, b}[i]
		all[name] = x.student(name)
		all[name].ask(fmt.Sprintf("print of %s\nwait %s", name, name))
		if i == 0 {
			all[name].until("of ann")
		} else {
			l.await(func() bool { return len(b.m.View().Waiting) == i })
		}
	}
	for i, w := range b.m.View().Waiting { // who asked within a millisecond is in any order
		names[i+1] = w.Member
	}
	p := c.process(t)
	q := l.queue("a")
	q.Instruct(gpuq.Pause{On: true}) // else whoever is here first would have it
	delete(l.all, "a")               // it is cut off, and does not hear of it
	l.lead("b")
	l.await(func() bool {
		v, here := c.m.View(), 0
		for _, w := range v.Waiting {
			if !w.Away {
				here++
			}
		}
		return here == len(names)-1 && v.Cards[0].Member == "ann"
	})
	b.m.Instruct(gpuq.Pause{})
	for i, name := range names {
		if i > 0 {
			all[name].until("of " + name)
			p = c.process(t)
		}
		p.Release(name)
		all[name].until("ended:done")
	}
	// what the old one decides is not kept, and it notices
	q.Instruct(gpuq.Pause{})
	q.Instruct(gpuq.Jump{ID: "nobody"})
	q.Instruct(gpuq.Pause{On: true})
	<-q.done
	if row, _ := b.store.GPUQueue(context.Background()); row.Paused {
		t.Error("the old lead has paused the queue")
	}
	uses, _ := b.store.GPUUses(context.Background())
	if len(uses) != 3 {
		t.Errorf("uses %+v", uses)
	}
}

// TestQueueOfManyServers has students of three servers ask, give up and be lost while the lead changes: all get their turn, and no card
// ever has two processes.
func TestQueueOfManyServers(t *testing.T) {
	l := newLab(t, map[string]int{"a": 1, "b": 1, "c": 2})
	l.lead("a")
	var done sync.WaitGroup
	var changing sync.Mutex
	started := 0
	for i := range 9 {
		x := l.all[[]string{"a", "b", "c"}[i%3]]
		s := x.student(fmt.Sprint("s", i))
		done.Go(func() {
			for try := range 2 {
				for changing.Lock(); ; changing.Lock() {
					err := x.m.Request(s.name, s.Session, fmt.Sprint("g", try), &wire.GPURequestBody{Kind: wire.GPUJob, Cards: 1 + i%2, Cells: []wire.JobCell{{Cell: "c", Code: "print mine"}}})
					changing.Unlock()
					if err == nil {
						break
					}
					time.Sleep(time.Millisecond)
				}
				if s.until("ended:done"); try == 0 {
					s.seen = nil
				}
			}
		})
	}
	for _, name := range []string{"b", "c", "a"} {
		time.Sleep(3 * time.Millisecond)
		changing.Lock()
		l.lead(name)
		changing.Unlock()
	}
	done.Wait()
	rows, err := l.all["a"].store.EndedLeases(context.Background(), 99)
	if err != nil || len(rows) != 18 {
		t.Errorf("%d turns are kept, %v", len(rows), err)
	}
	for _, row := range rows {
		if row.Why != "done" || row.Tries != 1 {
			t.Errorf("%s began %d times and ended: %s", row.Member, row.Tries, row.Why)
		}
	}
	for _, x := range l.all { // no change of the lead costs a process
		started += len(x.started)
	}
	if started != len(rows) {
		t.Errorf("%d processes for %d turns", started, len(rows))
	}
}
