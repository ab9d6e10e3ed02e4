package lease

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/gpuq"
	"gputour/server/store"
)

// This file is what the queue makes of what servers say of turns, which they may say late, twice, or after another one has them.

// witness is a server that notes what it is to do.
type witness struct {
	mu   sync.Mutex
	said []string
}

func (w *witness) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, fmt.Sprintf(format, args...))
}
func (w *witness) Start(t Turn, at Spot) {
	w.note("start %s %d on %s%v", t.ID, t.Begun, at.Host, at.Cards)
}
func (w *witness) End(id, why string) { w.note("end %s: %s", id, why) }
func (w *witness) Tell(t Turn, b wire.GPUBody) {
	if w.note("%s %s", t.ID, b.State); b.State == wire.GPUEnded {
		w.note("%s why %s saved %s", t.ID, b.Why, b.Saved)
	}
}
func (w *witness) Offered(wire.GPUOffer) {}

// hears asserts what the queue has said since the last time, in the order of the alphabet, when it has done all that there was.
func (w *witness) hears(t *testing.T, q *Queue, want string) {
	t.Helper()
	for range 3 { // what follows from what
		if err := q.do(request{op: gpuq.Tick{}}); err != nil {
			t.Fatal(err)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.Sort(w.said)
	if got := strings.Join(w.said, ", "); got != want {
		t.Errorf("hears %q, want %q", got, want)
	}
	w.said = nil
}

func refused(t *testing.T, err error, code string) {
	t.Helper()
	r := (*session.Refusal)(nil)
	if got := map[bool]string{true: "none"}[err == nil]; errors.As(err, &r) {
		got = r.Code
		if got != code {
			t.Errorf("refused as %s, want %s", got, code)
		}
	} else if got != code {
		t.Errorf("%v, want %s", err, code)
	}
}

func asked(id string, cards int) Turn {
	return Turn{ID: id, RID: "r-" + id, Member: "m-" + id, Session: "s-" + id, Body: wire.GPURequestBody{Kind: wire.GPUJob, Lesson: "l", Cards: cards}}
}

// TestTurnsOfAServer: a turn from its wish to its end, and what others say of it meanwhile.
func TestTurnsOfAServer(t *testing.T) {
	c := newClass(t, 2)
	q := c.m.queue
	a, b := &witness{}, &witness{}
	mine, other := q.Connect(a, "a", Cards{}), q.Connect(b, "b", Cards{})
	x := asked("x", 9) // more than there are
	refused(t, mine.ask(Turn{ID: "k", Member: "m", Body: wire.GPURequestBody{Kind: "both"}}), "gpu-kind")
	refused(t, mine.ask(x), "none")
	refused(t, other.ask(asked("y", 0)), "none")
	again := asked("z", 0)
	again.Member = "m-x"
	refused(t, mine.ask(again), gpuq.AlreadyAsked)
	a.hears(t, q, "start x 1 on n[0 1]")
	b.hears(t, q, "y waiting")
	for kind, err := range map[string]error{
		"started": other.started("x"), "exited": other.exited(Exit{ID: "x", Begun: 1}), "of nobody": mine.started("nobody"),
		"too early": mine.exited(Exit{ID: "x", Begun: 0}), "too late": mine.exited(Exit{ID: "x", Begun: 2}), "mine": other.mine("x"),
	} {
		if refused(t, err, gpuq.Unknown); t.Failed() {
			t.Fatal(kind)
		}
	}
	refused(t, mine.mine("x"), "none")
	refused(t, mine.started("x"), "none")
	a.hears(t, q, "x granted")
	refused(t, mine.started("x"), "none") // said again
	if n := q.turns["x"].Begun; n != 1 {
		t.Errorf("it has begun %d times", n)
	}
	refused(t, mine.cancel("x"), "none")
	a.hears(t, q, "end x: released, x ending")
	refused(t, mine.exited(Exit{ID: "x", Begun: 1, Saved: "file"}), "none")
	a.hears(t, q, "x ended, x why released saved file")
	b.hears(t, q, "start y 1 on n[0], y waiting") // it was told when the card's end was near
	refused(t, other.exited(Exit{ID: "y", Begun: 1, Failed: true, Why: gpuq.Failed}), "none")
	b.hears(t, q, "start y 1 on n[1]") // it has not begun; the first card is left alone
	if q.turns["y"].Begun != 0 {
		t.Error("what did not start has begun")
	}
	other.halt(true)
	refused(t, other.exited(Exit{ID: "y", Begun: 1, Again: true}), "none")
	b.hears(t, q, "y waiting")
	if q.turns["y"].Begun != 1 {
		t.Error("that it had begun is forgotten")
	}
	mine.halt(false)
	b.hears(t, q, "")
	other.halt(false)
	b.hears(t, q, "start y 2 on n[1]")
}

// TestWhoComesToATurn: whose session a turn is, and what becomes of the process.
func TestWhoComesToATurn(t *testing.T) {
	c := newClass(t, 1)
	q := c.m.queue
	a, b := &witness{}, &witness{}
	mine, other := q.Connect(a, "a", Cards{}), q.Connect(b, "b", Cards{})
	here := func(s *seat, turn Turn, want string) {
		t.Helper()
		found, known, err := s.here(turn)
		if got := fmt.Sprint(found.ID, " ", known, " ", stale(err)); got != want {
			t.Errorf("%+v: %s, want %s", turn, got, want)
		}
	}
	runs := func(turn Turn, begun int) Turn { turn.Runs, turn.Begun = true, begun; return turn }
	x, y := asked("x", 1), asked("y", 1)
	refused(t, mine.ask(x), "none")
	refused(t, mine.ask(y), "none")
	refused(t, mine.started("x"), "none")
	a.hears(t, q, "start x 1 on n[0], x granted, y waiting")
	here(mine, Turn{ID: "none", Session: "s-none", Member: "nobody"}, " false false")
	here(mine, runs(x, 1), "x true false")
	a.hears(t, q, "x granted")
	here(mine, runs(x, 2), " false true")
	here(other, runs(x, 1), " false false") // it went on elsewhere
	mine.left("x", "another")
	mine.left("y", "s-y")
	a.hears(t, q, "x granted, y waiting") // nobody waits who could come
	if r := q.state.Of("m-y"); r == nil || !r.Away || q.state.Of("m-x").Away {
		t.Errorf("away: %+v", r)
	}
	came := asked("", 1)
	came.Member, came.Session = "m-y", "new"
	here(other, came, "y true false")
	b.hears(t, q, "y waiting")
	other.left("y", "s-y") // by then it is another session's
	b.hears(t, q, "")
	if q.state.Of("m-y").Away {
		t.Error("who came is away")
	}
	a.hears(t, q, "x granted")
	came = asked("x", 1) // the session is there now, and its process is not
	here(other, came, "x true false")
	b.hears(t, q, "start y 1 on n[0], x waiting")
	a.hears(t, q, "")
}

// TestServersThatLeave: who waits is away at once, whoever has cards is waited for, fifteen seconds.
func TestServersThatLeave(t *testing.T) {
	for _, back := range []bool{false, true} {
		c := newClass(t, 1)
		q := c.m.queue
		a := &witness{}
		s := q.Connect(a, "a", Cards{})
		x := asked("x", 1)
		refused(t, s.ask(x), "none")
		refused(t, s.ask(asked("y", 1)), "none")
		refused(t, s.started("x"), "none")
		s.leave()
		a.hears(t, q, "start x 1 on n[0], x granted, y waiting")
		if !q.state.Of("m-y").Away || q.state.Of("m-x").Away || q.lease("x") == nil {
			t.Errorf("%+v", q.state)
		}
		if c.clock.Advance(returnMost - time.Second); back {
			x.Runs, x.Begun = true, 1
			if _, known, err := q.Connect(a, "a", Cards{}).here(x); !known || err != nil {
				t.Error(known, err)
			}
		}
		c.clock.Advance(time.Second)
		q.do(request{op: gpuq.Tick{}})
		if has := q.lease("x") != nil; has != back {
			t.Errorf("it is back %v, and has the card %v", back, has)
		}
		if !back && !q.state.Of("m-x").Away {
			t.Error("who was lost is here")
		}
	}
}

// TestAnswers: what another server asks is answered by its number, with the code of a refusal.
func TestAnswers(t *testing.T) {
	c := newClass(t, 1)
	q := c.m.queue
	s, other := q.Connect(&witness{}, "a", Cards{}), q.Connect(&witness{}, "b", Cards{})
	x := asked("x", 1)
	for i, ask := range []struct {
		at   *seat
		q    question
		want string // the code, and whether something was found or shown
	}{
		{s, question{Kind: "ask", Turn: &x}, " false false"},
		{s, question{Kind: "ask", Turn: &x}, "gpu-asked false false"},
		{s, question{Kind: "started", Turn: &x}, " false false"},
		{other, question{Kind: "started", Turn: &x}, "gpu-unknown false false"},
		{s, question{Kind: "here", Turn: &x}, " true false"},
		{s, question{Kind: "here", Turn: &Turn{Session: "z"}}, " false false"},
		{s, question{Kind: "here", Turn: &Turn{ID: "x", Runs: true, Begun: 7}}, "gpu-stale false false"},
		{other, question{Kind: "cancel", Turn: &x}, "gpu-unknown false false"},
		{s, question{Kind: "exited", Turn: &Turn{}}, " false false"},
		{s, question{Kind: "exited", Turn: &Turn{}, Exit: &Exit{ID: "x"}}, "gpu-unknown false false"},
		{s, question{Kind: "instruct", Deed: "take", Turn: &Turn{ID: "nobody"}}, "gpu-unknown false false"},
		{s, question{Kind: "instruct", Deed: "pause", Turn: &Turn{}}, " false false"},
		{s, question{Kind: "view", Turn: &Turn{}}, " false true"},
		{s, question{Kind: "cancel", Turn: &x}, " false false"},
		{s, question{Kind: "exited", Turn: &Turn{}, Exit: &Exit{ID: "x", Begun: 1}}, " false false"},
		{s, question{Kind: "halt", On: true, Turn: &Turn{}}, " false false"},
		{s, question{Kind: "nonsense", Turn: &Turn{}}, " false false"},
	} {
		ask.q.N = uint64(i + 5)
		w := ask.at.answer(ask.q)
		if got := fmt.Sprint(w.Code, " ", w.Found, " ", w.View != nil); got != ask.want || w.N != uint64(i+5) {
			t.Errorf("%d, %s: %s, want %s", i, ask.q.Kind, got, ask.want)
		}
	}
	if !q.View().Paused || q.turns["x"] != nil {
		t.Error("what was asked for is not done")
	}
	q.Close()
	if w := s.answer(question{N: 3, Kind: "cancel", Turn: &x}); w.Code == "" || w.N != 3 {
		t.Errorf("of a queue that has ended: %+v", w)
	}
	refused(t, s.started("x"), "closed")
	if !cutOff(s.started("x")) || cutOff(errAsked) || cutOff(nil) || stale(errAsked) || !stale(fmt.Errorf("so: %w", errStale)) {
		t.Error("what says that a queue cannot be heard?")
	}
}

// TestDeeds: what an instructor may do has a name on the way to another server.
func TestDeeds(t *testing.T) {
	for name, op := range map[string]gpuq.Op{"pause": gpuq.Pause{On: true}, "resume": gpuq.Pause{}, "jump": gpuq.Jump{ID: "x"}, "give": gpuq.Give{ID: "x"}, "take": gpuq.Take{ID: "x"}} {
		gotName, id := deedOf(op)
		if gotName != name || deed(name, "x") != op || (id == "x") != (name != "pause" && name != "resume") {
			t.Errorf("%#v is %s %s, and back %#v", op, gotName, id, deed(name, "x"))
		}
	}
	if name, id := deedOf(gpuq.Halt{}); name != "" || id != "" || deed("", "x") != (gpuq.Tick{}) {
		t.Error("what is no deed does something")
	}
}

// elsewhere are machines that bring cards, none of which starts anything.
type elsewhere struct{ Machines }

func (elsewhere) Open(address string, on []int) (Process, error) {
	return nil, fmt.Errorf("%s has %v", address, on)
}

// TestWhereAProcessIs: on this server's cards, on those of a machine that is no server, or on another server's.
func TestWhereAProcessIs(t *testing.T) {
	m := New(Options{Node: "n", Cards: Cards{Count: 2, Open: func(on []int) (Process, error) { return nil, fmt.Errorf("here has %v", on) }}})
	opens := func(at Spot, want string) {
		t.Helper()
		if p, err := m.open(at); p != nil || err == nil || err.Error() != want {
			t.Errorf("%+v: %v, %v", at, p, err)
		}
	}
	opens(Spot{Host: "n", Cards: []int{0, 1}}, "here has [0 1]")
	opens(Spot{Host: "n", Cards: []int{0, 2}}, "there is no card 2 here")
	opens(Spot{Host: "n", Cards: []int{0, 1}}, "here has [0 1]") // what was refused holds no card
	opens(Spot{Lent: "10.0.0.9", Cards: []int{1}}, "this server knows no machines for workers")
	m.Lent = elsewhere{}
	opens(Spot{Lent: "10.0.0.9", Cards: []int{1}}, "10.0.0.9 has [1]")
}

// TestNobodyGivesTurns: where there is no queue what is asked for is refused, and nothing is shown.
func TestNobodyGivesTurns(t *testing.T) {
	clock := sessiontest.NewClock()
	m := New(Options{Clock: clock, Node: "n"})
	s, err := session.Open("s", "t", "", session.Config{Open: sessiontest.Open, Clock: clock}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	body := &wire.GPURequestBody{Kind: wire.GPUSession}
	refused(t, m.Request("ann", s, "r", body), "closed")
	refused(t, m.Release(s, false), gpuq.Unknown)
	refused(t, m.Instruct(gpuq.Pause{On: true}), "closed")
	if m.Offer() != nil || m.Interrupt(s, "r") || len(m.turns) != 0 {
		t.Error("there is something to ask for")
	}
	if v := m.View(); v.Offer == nil || v.Offer.Cards != 0 || v.Now != clock.Now().UnixMilli() || v.Cards != nil {
		t.Errorf("%+v", v)
	}
	waited := make(chan bool)
	go func() {
		m.Wait(time.Second)
		close(waited)
	}()
	for clock.Waiting() == 0 {
		runtime.Gosched()
	}
	clock.Advance(time.Second)
	<-waited
	m.Offered(wire.GPUOffer{Cards: 3})
	m.Offered(wire.GPUOffer{Cards: 2})
	if m.Wait(time.Hour); m.Offer() == nil || m.Offer().Cards != 2 {
		t.Errorf("%+v", m.Offer())
	}
	m.Attend("ann", "lesson", s)
	if m.missed["s"] == nil || m.missed["s"].Body.Lesson != "lesson" || m.missed["s"].Member != "ann" {
		t.Errorf("who came is forgotten: %v", m.missed)
	}
}

// oracle is a queue that says of a session what a test wants.
type oracle struct {
	desk
	known bool
	err   error
	exits int
}

func (o *oracle) here(t Turn) (Turn, bool, error) { return t, o.known, o.err }
func (o *oracle) exited(Exit) error               { o.exits++; return nil }

// past is a store of turns that have ended, if they can be read.
type past struct {
	store.Store
	rows []store.Lease
	err  error
}

func (p past) EndedLeases(context.Context, int) ([]store.Lease, error) { return p.rows, p.err }

// TestAnnounce: what becomes of a turn that a queue is told of which may not know it, or may not be heard.
func TestAnnounce(t *testing.T) {
	rows := []store.Lease{{ID: "y", Why: "taken"}, {ID: "x"}, {ID: "x", Why: "slot"}}
	for name, c := range map[string]struct {
		oracle oracle
		past   past
		stays  bool
		closed bool
		told   string // why it ended
	}{
		"it is known":                    {oracle{known: true}, past{}, true, false, ""},
		"it has ended":                   {oracle{}, past{rows: rows}, false, true, "slot"},
		"it has ended, nobody knows how": {oracle{}, past{rows: rows[:2]}, false, true, "server"},
		"nothing can be read":            {oracle{}, past{rows: rows, err: errors.New("no route")}, false, true, "slot"},
		"it is another's by now":         {oracle{err: errStale}, past{}, true, true, ""},
		"nobody hears":                   {oracle{err: errNowhere}, past{}, true, false, ""},
	} {
		turn, p, s, _ := playing(t)
		m := turn.m
		turn.RID = "r"
		m.Store, m.Log, m.turns["x"], m.desk = c.past, slog.New(slog.DiscardHandler), turn, &c.oracle
		m.announce(&c.oracle, turn, s)
		told := ""
		s.Look(func(st *session.State) {
			if g := st.Snapshot().Snapshot.GPU; g != nil {
				told = g.Why
			}
		})
		_, stays := m.turns["x"]
		if closed := len(p.noted) > 0; stays != c.stays || closed != c.closed || told != c.told || len(m.coming) != 0 || turn.stale != (c.oracle.err == errStale) {
			t.Errorf("%s: stays %v, closed %v, told %q", name, stays, closed, told)
		}
	}
	turn, _, s, _ := playing(t) // that nobody has asked for
	m := turn.m
	m.announce(&oracle{err: errNowhere}, turn, s)
	if m.missed[s.ID] != turn {
		t.Error("another queue will not be asked")
	}
	clear(m.missed)
	m.announce(&oracle{}, turn, s)
	if len(m.missed)+len(m.turns) != 0 {
		t.Error("who has no turn has one")
	}
}
