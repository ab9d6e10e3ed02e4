package lease

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/journal"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// process is a scripted evaluator in what could be a process.
type process struct {
	*sessiontest.Evaluator
	gone chan struct{}
	free func() // gives its cards back, before anybody hears that it is gone
	once sync.Once
}

func (p *process) Gone() <-chan struct{} { return p.gone }

// Run implements session.Evaluator: it ends with the process.
func (p *process) Run(run session.Run, out session.Output) session.Outcome {
	ended := make(chan session.Outcome, 1)
	go func() { ended <- p.Evaluator.Run(run, out) }()
	select {
	case outcome := <-ended:
		if strings.Contains(run.Code, "state_dict") { // the checkpoint's own code, which is no script
			outcome = session.Outcome{State: wire.RunDone, Files: []session.File{{Path: "/home/" + wire.CheckpointFile, Data: []byte("weights")}}}
		}
		return outcome
	case <-p.gone:
		return session.Outcome{State: wire.RunStopped, Lost: &session.Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed", Text: "gone"}}}
	}
}

// Close implements session.Evaluator.
func (p *process) Close() { p.die() }

func (p *process) die() {
	p.once.Do(func() {
		p.free()
		close(p.gone)
		p.Lose(session.Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed"}})
	})
}

// class is a server with cards and students.
type class struct {
	t        *testing.T
	clock    *sessiontest.Clock
	store    *broken
	path     string
	m        *Manager
	sessions *session.Registry
	started  chan *process // those that run, as they start
	cards    int

	mu   sync.Mutex
	fail error // of the next cards that are opened
	most int   // cards at work at once
	busy map[int]bool
}

func newClass(t *testing.T, cards int) *class {
	c := &class{t: t, clock: sessiontest.NewClock(), path: filepath.Join(t.TempDir(), "class.db"), cards: cards, busy: map[int]bool{}}
	c.start()
	t.Cleanup(func() { c.stop() })
	return c
}

func (c *class) start() {
	c.t.Helper()
	s, err := sqlite.Open(context.Background(), c.path)
	if err != nil {
		c.t.Fatal(err)
	}
	c.store = &broken{Store: s}
	c.started = make(chan *process, 100)
	c.sessions = &session.Registry{Keeper: &journal.Keeper{Store: c.store, Now: c.clock.Now}, Config: session.Config{Open: sessiontest.Open, Clock: c.clock}}
	c.m, err = Open(Options{
		Cards: Cards{Count: c.cards, Name: "Scripted", Open: c.open}, Kinds: []string{wire.GPUJob, wire.GPUSession},
		Node: "n", Slot: 100 * time.Second, Store: c.store, Clock: c.clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *class) stop() {
	c.m.Close()
	c.sessions.Close()
	c.store.Close()
}

// open starts a process and notes which cards are at work.
func (c *class) open(on []int) (Process, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail != nil {
		return nil, c.fail
	}
	ev, err := sessiontest.Open(fmt.Sprint("card ", on))
	if err != nil {
		return nil, err
	}
	for _, card := range on {
		if c.busy[card] {
			c.t.Errorf("card %d has two processes", card)
		}
		c.busy[card] = true
	}
	c.most = max(c.most, len(c.busy))
	p := &process{Evaluator: ev.(*sessiontest.Evaluator), gone: make(chan struct{}), free: func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, card := range on {
			delete(c.busy, card)
		}
	}}
	c.started <- p
	return p, nil
}

// student is one session and what its page sees.
type student struct {
	*session.Session
	c      *class
	name   string
	client *session.Client
	seen   []string // what was told, in short

	granted bool // was told last
}

func (c *class) student(name string) *student {
	c.t.Helper()
	s, _, err := c.sessions.Open(name, "", "", "sim:2")
	if err != nil {
		c.t.Fatal(err)
	}
	return &student{Session: s, c: c, name: name, client: c.sessions.Watch(s, 0)}
}

// ask asks for a job of cells, or for a session when there are none.
func (s *student) ask(cells ...string) {
	s.c.t.Helper()
	body := &wire.GPURequestBody{Kind: wire.GPUSession}
	for i, code := range cells {
		body.Kind = wire.GPUJob
		body.Cells = append(body.Cells, wire.JobCell{Cell: fmt.Sprint("c", i), Code: code})
	}
	if err := s.c.m.Request(s.name, s.Session, "g-"+s.name, body); err != nil {
		s.c.t.Fatal(err)
	}
}

// until reads what the page sees up to a word, and returns the words since the last time.
func (s *student) until(word string) string {
	s.c.t.Helper()
	ctx, cancel := context.WithTimeout(s.c.t.Context(), 20*time.Second)
	defer cancel()
	for at := 0; ; {
		for ; at < len(s.seen); at++ {
			if s.seen[at] == word {
				all := strings.Join(s.seen[:at+1], " ")
				s.seen = s.seen[at+1:]
				return all
			}
		}
		batch, err := s.client.Next(ctx)
		if err != nil {
			s.c.t.Fatalf("%s waits for %q and sees %q: %v", s.name, word, s.seen, err)
		}
		for _, m := range batch {
			w := short(m)
			if w != "" && (w != wire.GPUGranted || !s.granted) { // it is told again, when somebody comes who waits
				s.seen = append(s.seen, w)
			}
			if m.Type == wire.GPU {
				s.granted = w == wire.GPUGranted
			}
		}
	}
}

func short(m wire.Message) string {
	body, _ := wire.DecodeBody(m)
	if reset, ok := body.(*wire.ResetBody); ok && reset.Snapshot.GPU != nil {
		body = &reset.Snapshot.GPU.GPUBody
	}
	switch b := body.(type) {
	case *wire.GPUBody:
		switch b.State {
		case wire.GPUWaiting:
			return fmt.Sprintf("waiting:%d/%d", b.Place, b.Of) + b.Why
		case wire.GPUEnded:
			return "ended:" + b.Why
		}
		return b.State
	case *wire.InputBody:
		return "input:" + m.Cell
	case *wire.StreamBody:
		return strings.TrimSpace(b.Text)
	case *wire.ReplyBody:
		return string(b.State) + ":" + m.Cell
	case *wire.ErrorBody:
		return b.Name
	case *wire.LimitBody:
		return "limit:" + b.Kind
	case *wire.StatusBody:
		if b.Reason != "" {
			return b.Reason
		}
		return b.State
	}
	return ""
}

func (s *student) want(word, want string) {
	s.c.t.Helper()
	if got := s.until(word); got != want {
		s.c.t.Errorf("%s sees  %s\nwant       %s", s.name, got, want)
	}
}

// TestEightStudentsOneCard: all get their turn, one after the other, and see their own results.
func TestEightStudentsOneCard(t *testing.T) {
	c := newClass(t, 1)
	var all []*student
	for i := range 8 {
		all = append(all, c.student(fmt.Sprint("s", i)))
	}
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Go(func() { s.ask("print 1 of "+s.name, "print 2 of "+s.name) })
	}
	wg.Wait()
	for _, s := range all {
		s.until("granted")
		s.want("ended:done", fmt.Sprintf("input:c0 1 of %s done:c0 input:c1 2 of %s done:c1 ended:done", s.name, s.name))
	}
	if c.most != 1 {
		t.Errorf("%d cards at work", c.most)
	}
	rows, err := c.store.EndedLeases(context.Background(), 99)
	if err != nil || len(rows) != 8 {
		t.Errorf("%d turns are kept, %v", len(rows), err)
	}
}

// TestSlot: a loop without end goes on until somebody waits, is told that its end comes, and is stopped as by its student.
func TestSlot(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("loop", "print never")
	a.until("input:c0")
	c.clock.Advance(10 * time.Minute)
	b.ask("print mine")
	b.want("waiting:1/1", "waiting:1/1")
	a.want("ending", "ending") // at once: the slot had been over long ago
	c.clock.Advance(20 * time.Second)
	a.want("ended:slot", "ending KeyboardInterrupt stopped:c0 ended:slot")
	b.want("ended:done", "granted input:c0 mine done:c0 ended:done")
}

// TestDeafCellsEndWithTheirProcess: a cell that nothing stops does not keep the card.
func TestDeafCellsEndWithTheirProcess(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("deaf")
	a.until("input:c0")
	b.ask("print mine")
	b.until("waiting:1/1")
	if !c.m.Interrupt(a.Session, c.current("a")) {
		t.Fatal("the run is not known")
	}
	c.clock.Advance(session.KillDelay)
	c.clock.Advance(session.KillDelay)
	a.want("ended:stopped", "stopped:c0 ended:stopped")
	b.until("ended:done")
}

// current is the run of a student's job.
func (c *class) current(member string) string {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	for _, t := range c.m.turns {
		if t.Member == member {
			t.mu.Lock()
			defer t.mu.Unlock()
			return t.current
		}
	}
	return ""
}

// TestKilledProcess: the student is told, and the queue goes on.
func TestKilledProcess(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("print begun\nwait forever", "print never")
	b.ask("print mine")
	a.until("begun")
	(<-c.started).die()
	a.want("ended:lost", "limit:killed stopped:c0 ended:lost")
	b.until("granted")
	b.want("ended:done", "input:c0 mine done:c0 ended:done")
	a.ask("print again")
	a.until("ended:done")
}

// TestKilledServer: nobody loses the place, and whose job was under way is first.
func TestKilledServer(t *testing.T) {
	c := newClass(t, 1)
	names := []string{"a", "b", "c"}
	students := map[string]*student{}
	for _, name := range names {
		s := c.student(name)
		students[name] = s
		s.Do(session.Submit{Run: session.Run{RID: "own", Cell: "own", Code: "print here"}}) // so that there is something to come back to
		s.until("done:own")
		s.ask("print of "+name+"\nwait "+name, "print end")
		c.clock.Advance(time.Second)
	}
	students["a"].until("of a")
	students["c"].until("waiting:2/2")

	c.m.Close() // as a kill does, it ends processes and leaves the rows
	c.sessions.Close()
	c.store.Close()
	c.start()
	for _, name := range []string{"c", "a", "b"} { // they come back in another order
		old := students[name]
		s, resumed, err := c.sessions.Open(name, old.ID, old.Token, "")
		if err != nil || !resumed {
			t.Fatal("the session is lost: ", err)
		}
		var seen uint64
		s.Look(func(st *session.State) { seen = st.Last() })
		students[name] = &student{Session: s, c: c, name: name, client: c.sessions.Watch(s, seen)}
		if name == "c" {
			c.m.Instruct(gpuq.Pause{On: true}) // else whoever is here first would have it
		}
		c.m.Attend(name, "", s)
	}
	for i, name := range []string{"a", "b", "c"} {
		students[name].until(fmt.Sprintf("waiting:%d/3paused", i+1))
	}
	c.m.Instruct(gpuq.Pause{})
	for _, name := range names {
		students[name].until("of " + name)
		(<-c.started).Release(name)
		students[name].until("ended:done")
	}
}

// TestSessionMoves: a session goes on on the card, and comes back when others wait.
func TestSessionMoves(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask()
	a.until("granted")
	a.until("gpu")
	p := <-c.started
	if a.Evaluator().Devices()[0].Name != "Scripted card [0]" {
		t.Error("the session is on", a.Evaluator().Devices())
	}
	run := func(rid, code string) {
		a.Do(session.Submit{Run: session.Run{RID: rid, Cell: rid, Code: code}})
	}
	run("r1", "print there")
	a.until("done:r1")
	b.ask("print mine")
	c.clock.Advance(80 * time.Second)
	a.until("ending")
	run("r2", "loop")
	a.until("input:r2")
	c.clock.Advance(20 * time.Second)
	a.until("KeyboardInterrupt")
	c.clock.Advance(session.KillDelay)
	a.until("gpu-over")
	b.until("ended:done")
	run("r3", "print back")
	a.until("back")
	<-p.gone
	if a.Evaluator().Devices()[0].Name != "Scripted sim:2" {
		t.Error("the session is on", a.Evaluator().Devices())
	}

	a.ask()
	a.until("granted")
	a.until("gpu")
	<-c.started // b's
	(<-c.started).die()
	a.until("ended:lost")
	a.ask()
	a.until("granted")
	a.until("gpu")
	a.Do(session.Restart{Reason: "asked"}) // gives it back
	a.until("ended:released")
	c.idle()
}

// orphaned reports whether a member has a place whose session is gone.
func (c *class) orphaned(member string) bool {
	c.m.queue.mu.Lock()
	defer c.m.queue.mu.Unlock()
	return c.m.queue.find(Turn{Member: member}) != nil
}

// idle waits until no card is at work.
func (c *class) idle() {
	c.t.Helper()
	c.m.queue.mu.Lock()
	defer c.m.queue.mu.Unlock()
	if n := len(c.m.queue.state.Leases); n != 0 {
		c.t.Errorf("%d cards are taken", n)
	}
}

// TestSave: what a job has in memory goes into a file of the session before it ends.
func TestSave(t *testing.T) {
	c := newClass(t, 1)
	a := c.student("a")
	a.ask("loop")
	a.until("input:c0")
	if err := c.m.Release(a.Session, true); err != nil {
		t.Fatal(err)
	}
	a.until("ended:released")
	var saved string
	a.Look(func(s *session.State) { saved = s.Snapshot().Snapshot.GPU.Saved })
	own := a.Evaluator().(*sessiontest.Evaluator)
	if saved != wire.CheckpointFile || len(own.Files) != 1 || string(own.Files[0].Data) != "weights" {
		t.Errorf("saved %q, the session has %d files", saved, len(own.Files))
	}
}

// TestRefusals: who asks for nonsense is told so, and nothing happens.
func TestRefusals(t *testing.T) {
	c := newClass(t, 1)
	a := c.student("a")
	refused := func(err error, code string) {
		t.Helper()
		var r *session.Refusal
		if !errors.As(err, &r) || r.Code != code {
			t.Errorf("got %v, want %s", err, code)
		}
	}
	refused(c.m.Release(a.Session, false), gpuq.Unknown)
	refused(c.m.Request("a", a.Session, "g", &wire.GPURequestBody{Kind: "mine"}), "gpu-kind")
	refused(c.m.Instruct(gpuq.Take{ID: "nobody"}), gpuq.Unknown)
	a.ask("loop")
	refused(c.m.Request("a", a.Session, "g2", &wire.GPURequestBody{Kind: wire.GPUJob, Cells: []wire.JobCell{{Cell: "x"}}}), gpuq.AlreadyAsked)
	a.until("input:c0")
	if c.m.Interrupt(a.Session, "another") {
		t.Error("a run that is none is interrupted")
	}
	c.m.Instruct(gpuq.Take{ID: c.m.of(a.ID).ID})
	a.until("ended:taken")
}

// TestCardsThatDoNotStart: nobody loses the place for it, and who waits goes on waiting until one does.
func TestCardsThatDoNotStart(t *testing.T) {
	c := newClass(t, 1)
	c.mu.Lock()
	c.fail = errors.New("no driver")
	c.mu.Unlock()
	a := c.student("a")
	a.ask("print at last")
	a.until("waiting:1/1")
	c.mu.Lock()
	c.fail = nil
	c.mu.Unlock()
	c.clock.Advance(time.Minute)
	a.until("ended:done")
}

// TestWhoNeverComesBackLosesThePlace after a while.
func TestWhoNeverComesBackLosesThePlace(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("loop")
	b.ask("print mine")
	a.until("input:c0")
	c.sessions.Leave(b.client)
	b.Close()
	<-b.Ended()
	c.clock.Advance(session.KillDelay)
	s := c.student("s")
	s.ask("print mine")
	c.m.Release(a.Session, false)
	s.until("ended:done") // though b asked before
	c.clock.Advance(awayMost + time.Second)
	again := c.student("again")
	again.ask("print mine")
	again.until("ended:done")
}

// TestANewSessionHasThePlace of one that is gone.
func TestANewSessionHasThePlace(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("loop")
	b.ask("print mine")
	a.until("input:c0")
	b.Close()
	<-b.Ended()
	again := c.student("b")
	for !c.orphaned("b") {
		c.m.Instruct(gpuq.Tick{})
	}
	c.m.Attend("b", "another lesson", again.Session)
	if c.m.of(again.ID) != nil {
		t.Error("a page of another lesson has the place")
	}
	c.m.Attend("b", "", again.Session)
	c.m.Release(a.Session, false)
	again.until("ended:done")
}

// TestHalt: a server that is about to be replaced ends processes; when it goes on after all, who had a card has one again.
func TestHalt(t *testing.T) {
	c := newClass(t, 1)
	a, b := c.student("a"), c.student("b")
	a.ask("print mine\nwait a")
	a.until("mine")
	<-c.started
	b.ask("print mine")
	b.until("waiting:1/1")
	c.m.Halt()
	if rows, _ := c.store.OpenLeases(context.Background()); len(rows) != 2 || rows[0].Granted+rows[1].Granted != 0 || rows[0].Jump+rows[1].Jump != 1 {
		t.Errorf("kept: %+v", rows)
	}
	a.until("stopped:c0")
	c.m.Resume()
	a.until("mine")
	(<-c.started).Release("a")
	a.until("ended:done")
	b.until("ended:done")
}

// broken is a store that cannot write for a while.
type broken struct {
	store.Store
	mu   sync.Mutex
	fail bool
}

func (b *broken) breaks(fail bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail = fail
}

func (b *broken) Commit(ctx context.Context, writes ...store.Write) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail && len(writes) > 0 {
		return errors.New("no room")
	}
	return b.Store.Commit(ctx, writes...)
}

// TestAStoreThatFails: turns go on, and are kept when that can be again.
func TestAStoreThatFails(t *testing.T) {
	c := newClass(t, 1)
	a := c.student("a")
	c.store.breaks(true)
	a.ask("loop")
	a.until("input:c0")
	if rows, _ := c.store.OpenLeases(context.Background()); len(rows) != 0 {
		t.Fatal("it was kept after all")
	}
	c.store.breaks(false)
	c.m.Instruct(gpuq.Tick{})
	if rows, _ := c.store.OpenLeases(context.Background()); len(rows) != 1 || rows[0].Granted == 0 || rows[0].GPU != "n:0" {
		t.Errorf("kept: %+v", rows)
	}
	c.store.breaks(true)
	if !c.m.Interrupt(a.Session, c.current("a")) {
		t.Fatal("the run is not known")
	}
	a.until("ended:stopped")
	c.store.breaks(false)
	c.m.Instruct(gpuq.Tick{})
	if rows, _ := c.store.OpenLeases(context.Background()); len(rows) != 0 {
		t.Errorf("what is over would begin again: %+v", rows)
	}
}

// TestAsked: a turn is asked for once, and a card given once.
func TestAsked(t *testing.T) {
	c := newClass(t, 2)
	s := c.m.queue.Connect(idle{}, "other", Cards{})
	turn := Turn{ID: "x", Member: "m", Body: wire.GPURequestBody{Kind: wire.GPUJob}}
	if err := s.ask(turn); err != nil {
		t.Fatal(err)
	}
	if err := s.ask(turn); err != errAsked {
		t.Error(err)
	}
	for _, on := range [][]int{{0, 0}, {1, 0}, {2}, {-1}} {
		if p, err := c.m.local(on); err == nil {
			t.Errorf("%v is given: %v", on, p)
		}
	}
}
