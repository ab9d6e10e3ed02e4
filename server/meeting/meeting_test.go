package meeting

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/bus"
	"gputour/server/class"
	"gputour/server/classws"
	"gputour/server/follow"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

var outline = []wire.OutlineLesson{{ID: "one", Title: "One", Cells: []wire.OutlineCell{{ID: "a"}, {ID: "b", Exercise: true}}}}

// school is a class on several servers in one process.
type school struct {
	t     *testing.T
	nats  *bus.Server
	path  string
	store store.Store // to look into
	nodes map[string]*node
	fence int64
}

// node is one of the servers, with a handle of its own on the rows.
type node struct {
	*Meeting
	s     *school
	name  string
	bus   *bus.Bus
	lead  *follow.Follower
	store *tester
	web   *httptest.Server
	room  *classws.Room // the last that was opened here
}

// tester is a store that can fail.
type tester struct {
	store.Store
	mu     sync.Mutex
	fail   error
	unread chan struct{} // is told of members that cannot be read; nil: all can
}

func (s *tester) Member(ctx context.Context, id string) (store.Member, error) {
	if s.unread != nil {
		s.unread <- struct{}{}
		return store.Member{}, errors.New("the store is out")
	}
	return s.Store.Member(ctx, id)
}

func (s *tester) Commit(ctx context.Context, writes ...store.Write) error {
	s.mu.Lock()
	err := s.fail
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Store.Commit(ctx, writes...)
}

func (s *tester) failing(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

func newSchool(t *testing.T, names ...string) *school {
	t.Helper()
	server := bus.Embed()
	t.Cleanup(server.Close)
	s := &school{t: t, nats: server, path: filepath.Join(t.TempDir(), "db"), nodes: map[string]*node{}}
	s.store = s.open()
	for id, role := range map[string]auth.Role{"ann": auth.Student, "bob": auth.Student, "cyd": auth.Student, "tom": auth.Assistant, "ida": auth.Instructor} {
		m := store.Member{ID: id, Rev: 1, Name: strings.ToUpper(id), Role: string(role), Status: store.Active}
		if err := s.store.Commit(t.Context(), store.SaveMember{Member: m}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		s.start(name)
	}
	return s
}

func (s *school) open() store.Store {
	s.t.Helper()
	db, err := sqlite.Open(s.t.Context(), s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { db.Close() })
	return db
}

// theFence is a row whose fence this test takes: the room's writes hold it as a lead's would.
const theFence = "the class"

// fenced writes as a lead does.
type fenced struct {
	store.Store
	fence int64
}

func (s fenced) Commit(ctx context.Context, writes ...store.Write) error {
	return s.Store.Commit(ctx, append([]store.Write{store.AddEvents{Session: theFence, Fence: s.fence}}, writes...)...)
}

func (s *school) start(name string) *node {
	s.t.Helper()
	b, err := bus.Connect(bus.Options{Node: name, Server: s.nats})
	if err != nil {
		s.t.Fatal(err)
	}
	n := &node{s: s, name: name, bus: b, lead: follow.New(), store: &tester{Store: s.open()}}
	n.Meeting = New(Options{
		Bus: b, Lead: n.lead, Store: n.store, Log: slog.New(slog.DiscardHandler),
		Open: func(ctx context.Context, fence int64, lost func()) (*classws.Room, error) {
			room, err := classws.Open(ctx, classws.Options{
				Store: fenced{n.store, fence}, Outline: func(string) []wire.OutlineLesson { return outline }, Log: slog.New(slog.DiscardHandler),
				Lost: lost,
			})
			n.room = room
			return room, err
		},
	})
	n.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m, _ := s.store.Member(r.Context(), r.Header.Get("Member"))
		p := auth.Person{ID: m.ID, Name: m.Name, Role: auth.Role(m.Role)}
		n.ServeHTTP(w, r.WithContext(auth.With(r.Context(), p)))
	}))
	s.nodes[name] = n
	s.t.Cleanup(func() { n.Close(); n.web.Close(); b.Close() })
	return n
}

// lead makes a server the lead, as all hear.
func (s *school) lead(name string) {
	s.t.Helper()
	s.fence++
	if err := s.store.Commit(context.Background(), store.SaveSession{Session: store.Session{ID: theFence, Fence: s.fence}}); err != nil {
		s.t.Fatal(err)
	}
	for _, n := range s.nodes {
		n.lead.Led(Lead{Node: name, Fence: s.fence})
	}
	s.await(func() bool { return s.nodes[name].here() != nil })
}

func (s *school) await(is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatal("it does not come")
		}
	}
}

// kept is what is kept of a member's cell.
func (s *school) kept(member, cell string) store.Progress {
	s.t.Helper()
	rows, err := s.store.Progress(context.Background(), member)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, p := range rows {
		if p.Cell == cell {
			return p
		}
	}
	return store.Progress{}
}

// page is a member's socket to the class.
type page struct {
	t      *testing.T
	socket *websocket.Conn
	n      int
}

func (n *node) page(member string) *page {
	n.s.t.Helper()
	d := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}}
	socket, _, err := d.Dial("ws"+strings.TrimPrefix(n.web.URL, "http"), http.Header{"Member": {member}, "Origin": {n.web.URL}})
	if err != nil {
		n.s.t.Fatal(err)
	}
	n.s.t.Cleanup(func() { socket.Close() })
	p := &page{t: n.s.t, socket: socket}
	p.send(wire.Hello, "", wire.HelloBody{})
	return p
}

// arrive opens a page that is let in, after as many tries as it takes.
func (n *node) arrive(member string) (p *page) {
	n.s.t.Helper()
	n.s.await(func() bool {
		p = n.page(member)
		_, body, err := p.next()
		_, ok := body.(*wire.ClassWelcomeBody)
		return err == nil && ok
	})
	return p
}

func (p *page) send(typ, rid string, body any) {
	p.t.Helper()
	m := wire.Class.New(typ, body)
	m.RID = rid
	data, err := wire.Encode(m)
	if err == nil {
		err = p.socket.WriteMessage(websocket.TextMessage, data)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) next() (wire.Message, any, error) {
	p.socket.SetReadDeadline(time.Now().Add(patience))
	_, data, err := p.socket.ReadMessage()
	if err != nil {
		return wire.Message{}, nil, err
	}
	return wire.Class.Decode(data, wire.FromServer)
}

// until reads up to a message that will do.
func until[T any](p *page, will func(T) bool) T {
	p.t.Helper()
	for {
		_, body, err := p.next()
		if err != nil {
			p.t.Fatal(err)
		}
		if b, ok := body.(T); ok && will(b) {
			return b
		}
	}
}

// must asks for what is carried out.
func (p *page) must(typ string, body any) string {
	p.t.Helper()
	p.n++
	rid := fmt.Sprint(typ, p.n)
	p.send(typ, rid, body)
	for {
		m, answer, err := p.next()
		if err != nil {
			p.t.Fatal(err)
		}
		if m.RID == rid {
			done, ok := answer.(*wire.DoneBody)
			if !ok {
				p.t.Fatalf("%s is answered with %+v", typ, answer)
			}
			return done.ID
		}
	}
}

// closed reads up to the end.
func (p *page) closed() int {
	p.t.Helper()
	for {
		if _, _, err := p.next(); err != nil {
			var c *websocket.CloseError
			if errors.As(err, &c) {
				return c.Code
			}
			p.t.Fatal(err)
		}
	}
}

// TestElsewhere has the class on one server, somebody's page on a second one and somebody's session on a third.
func TestElsewhere(t *testing.T) {
	s := newSchool(t, "a", "b", "c")
	s.lead("a")
	tom, ann := s.nodes["b"].arrive("tom"), s.nodes["c"].arrive("ann")
	tom.send(wire.Observe, "o", wire.ObserveBody{Board: true})
	r := &session.Registry{Tap: s.nodes["c"], Config: session.Config{Open: sessiontest.Open}}
	t.Cleanup(r.Close)
	one, _, err := r.Open("ann", "", "", "sim:2")
	if err != nil {
		t.Fatal(err)
	}
	r.Enter(one, "one")
	for i := range 3 {
		one.Do(session.Submit{Run: session.Run{RID: fmt.Sprint("r", i), Cell: "b", Code: "fail KeyError: 'x'", KeepGoing: true}})
	}
	until(tom, func(b *wire.BoardBody) bool {
		for _, row := range b.Rows {
			if row.ID == "ann" && row.Fails == 3 && row.Error == "KeyError" && row.Cell == "b" {
				return true
			}
		}
		return false
	})
	hand := ann.must(wire.RaiseHand, wire.RaiseBody{Up: true, Note: "help"})
	until(tom, func(b *wire.HandsBody) bool { return len(b.Hands) == 1 && b.Hands[0].ID == hand })
	tom.must(wire.TakeHand, wire.HandRefBody{Hand: hand})
	until(ann, func(b *wire.HandBody) bool { return b.TakenBy != nil && b.TakenBy.Name == "TOM" })

	// Whoever is removed by the one server is out of the room on the other.
	row, _ := s.store.Member(t.Context(), "ann")
	row.Rev, row.Status = row.Rev+1, store.Removed
	c := s.nodes["c"]
	write := store.SaveMember{Member: row}
	if err := c.store.Commit(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	c.Committed([]store.Write{write})
	if code := ann.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("ann's socket closes with %d", code)
	}
}

// TestLooking: the student is told at once wherever the looker is, and it is noted.
func TestLooking(t *testing.T) {
	s := newSchool(t, "a", "b", "c")
	s.lead("a")
	ann, b, c := s.nodes["b"].arrive("ann"), s.nodes["b"], s.nodes["c"]
	tom := auth.Person{ID: "tom", Name: "TOM", Role: auth.Assistant}
	whose, end, err := c.Look(t.Context(), tom, "ann", "one")
	if err != nil || whose.Name != "ANN" {
		t.Fatal(whose, err)
	}
	told := until(ann, func(*wire.LookingBody) bool { return true })
	if len(told.By) != 1 || told.By[0].Name != "TOM" || told.Pen {
		t.Errorf("ann is told %+v", told)
	}
	if audits, _ := s.store.Audits(t.Context(), 0, 9); len(audits) != 1 || audits[0].Action != "look" || audits[0].Actor != "tom" || audits[0].Target != "ann" {
		t.Errorf("noted: %+v", audits)
	}
	if b.MayWrite("ann") || c.MayWrite("ann") {
		t.Error("who looks may write")
	}
	ann.must(wire.Allow, wire.AllowBody{Pen: true})
	s.await(func() bool { return b.MayWrite("ann") && c.MayWrite("ann") })

	// The next lead knows who looks, and asks again whether they may write.
	s.lead("b")
	s.await(func() bool { return b.fresh && c.bus != nil && !c.MayWrite("ann") })
	ann = c.arrive("ann")
	if reset := until(ann, func(*wire.ClassResetBody) bool { return true }); len(reset.Looking.By) != 1 {
		until(ann, func(b *wire.LookingBody) bool { return len(b.By) == 1 })
	}
	ann.must(wire.Allow, wire.AllowBody{Pen: true})
	s.await(func() bool { return b.MayWrite("ann") && c.MayWrite("ann") })
	end()
	until(ann, func(b *wire.LookingBody) bool { return len(b.By) == 0 })
	s.await(func() bool { return !b.MayWrite("ann") && !c.MayWrite("ann") })
	if _, _, err := c.Look(t.Context(), tom, "nobody", "one"); !errors.Is(err, store.ErrNone) {
		t.Errorf("somebody looks at nobody: %v", err)
	}
	c.store.failing(errors.New("disk full"))
	if _, _, err := c.Look(t.Context(), tom, "ann", "one"); err == nil {
		t.Error("somebody looks, and it is not noted")
	}
}

// TestLocks: a lock holds on all servers, also on one that does not hear the lead.
func TestLocks(t *testing.T) {
	s := newSchool(t, "a", "b", "c")
	s.lead("a")
	b, c := s.nodes["b"], s.nodes["c"]
	ann, tom := auth.Person{ID: "ann", Role: auth.Student}, auth.Person{ID: "tom", Role: auth.Assistant}
	ida := b.arrive("ida")
	ida.must(wire.Lock, wire.LockBody{Mode: wire.LockExec})
	for _, n := range s.nodes {
		s.await(func() bool { return n.Locked(ann) == wire.LockExec })
		if n.Locked(tom) != wire.LockOff {
			t.Error("who teaches is locked")
		}
	}
	c.lead.Led(Lead{Node: "nobody", Fence: s.fence + 1}) // c is cut off from the lead
	s.await(func() bool { c.mu.Lock(); defer c.mu.Unlock(); return !c.fresh })
	if c.Locked(ann) != wire.LockExec {
		t.Error("the lock is off where nobody is heard")
	}
	ida.must(wire.Lock, wire.LockBody{Mode: wire.LockEdit})
	s.await(func() bool { return c.Locked(ann) == wire.LockEdit }) // as the store says
	s.fence++
	s.lead("b")
	for _, n := range s.nodes {
		s.await(func() bool { return n.Locked(ann) == wire.LockEdit })
	}
}

// TestUnheard: what another server has written is seen with the next Refresh when nothing was told of it, and when it was told and
// could not be read.
func TestUnheard(t *testing.T) {
	for _, told := range []bool{false, true} {
		s := newSchool(t, "a", "b")
		a, b := s.nodes["a"], s.nodes["b"]
		s.lead("a")
		ann := a.arrive("ann")
		removed := store.SaveMember{Member: store.Member{ID: "ann", Rev: 2, Name: "ANN", Role: string(auth.Student), Status: store.Removed}}
		if err := s.store.Commit(t.Context(), removed); err != nil {
			t.Fatal(err)
		}
		if told {
			a.store.unread = make(chan struct{})
			b.Committed([]store.Write{removed})
			<-a.store.unread
		}
		if err := a.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		ann.closed()
	}
}

// TestLeadLost: a poll goes on at the next lead, and the old one, which does not know yet, keeps nothing.
func TestLeadLost(t *testing.T) {
	s := newSchool(t, "a", "b", "c")
	s.lead("a")
	ida, ann := s.nodes["b"].arrive("ida"), s.nodes["c"].arrive("ann")
	poll := ida.must(wire.OpenPoll, wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
	ann.must(wire.Vote, wire.VoteBody{Poll: poll, Choice: 1})
	old := s.nodes["a"].arrive("bob")
	delete(s.nodes, "a") // it does not hear of it
	began := time.Now()
	s.lead("c")
	if code := ida.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("a socket closes with %d", code)
	}
	ann.closed()
	ida, ann = s.nodes["b"].arrive("ida"), s.nodes["b"].arrive("ann")
	t.Logf("from the fence to the next welcome: %v", time.Since(began))
	reset := until(ann, func(*wire.ClassResetBody) bool { return true })
	if p := reset.Polls[0]; p.ID != poll || p.Mine == nil || *p.Mine != 1 {
		t.Errorf("the poll is %+v", p)
	}
	ann.must(wire.Vote, wire.VoteBody{Poll: poll, Choice: 0})
	ida.must(wire.ClosePoll, wire.ClosePollBody{Poll: poll})
	old.send(wire.RaiseHand, "late", wire.RaiseBody{Up: true})
	if code := old.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("the old lead's socket closes with %d", code)
	}
	if hands, _ := s.store.Hands(t.Context()); len(hands) > 0 {
		t.Errorf("the old lead has kept %+v", hands)
	}
	if votes, _ := s.store.Votes(t.Context(), poll); len(votes) != 1 || votes[0].Choice != 0 {
		t.Errorf("votes %+v", votes)
	}
}

// TestRunsAreCountedOnce has sessions on three servers run cells while the lead changes, dies and is cut off, at random.
func TestRunsAreCountedOnce(t *testing.T) {
	const steps = 400
	random := rand.New(rand.NewPCG(1, 2))
	s := newSchool(t, "a", "b", "c")
	names := []string{"a", "b", "c"}
	s.lead("a")
	home := map[string]string{"ann": "a", "bob": "b", "cyd": "c"}
	want := map[string]int{}
	at := int64(1)
	for range steps {
		switch k := random.IntN(100); {
		case k < 90:
			who := []string{"ann", "bob", "cyd"}[random.IntN(3)]
			n, session := s.nodes[home[who]], who+"'s"
			at++
			n.Put(class.Ran{Member: who, Session: session, Lesson: "one", Cell: "a", State: wire.RowRunning})
			n.Put(class.Ended{Member: who, Session: session, Lesson: "one", Cell: "a", At: at, State: wire.RunFailed, Error: "E"})
			want[who]++
		case k < 94: // another lead; the old one knows or not, as it comes
			to := names[random.IntN(3)]
			if random.IntN(2) == 0 {
				s.lead(to)
				break
			}
			s.fence++
			s.store.Commit(t.Context(), store.SaveSession{Session: store.Session{ID: theFence, Fence: s.fence}})
			for _, i := range random.Perm(3) {
				s.nodes[names[i]].lead.Led(Lead{Node: to, Fence: s.fence})
				time.Sleep(time.Duration(random.IntN(2)) * time.Millisecond)
			}
		case k < 97: // the store fails for a while
			n := s.nodes[names[random.IntN(3)]]
			n.store.failing(errors.New("full"))
			defer n.store.failing(nil)
			go func() { time.Sleep(5 * time.Millisecond); n.store.failing(nil) }()
		default: // nobody leads
			n := s.nodes[names[random.IntN(3)]]
			n.lead.Led(Lead{})
			n.lead.Led(Lead{Node: names[random.IntN(3)], Fence: s.fence})
		}
	}
	s.lead("b")
	for who := range want {
		s.await(func() bool { return s.kept(who, "a").Attempts >= want[who] })
	}
	for _, n := range s.nodes {
		if err := n.Settle(); err != nil {
			t.Error(err)
		}
	}
	for who, n := range want {
		if p := s.kept(who, "a"); p.Attempts != n || p.Fails != n {
			t.Errorf("%s has %d attempts and %d fails, want %d", who, p.Attempts, p.Fails, n)
		}
	}
}

// TestFacts: of what is told over time, what is left is what a lead has to know anew.
func TestFacts(t *testing.T) {
	f := facts{}
	for _, op := range []class.Op{
		class.Ran{Member: "ann", Session: "s", Cell: "a", State: wire.RowWaiting}, class.Ran{Member: "ann", Session: "s", Cell: "a", State: wire.RowRunning},
		class.Ran{Member: "bob", Session: "t"}, class.Ended{Member: "bob", Session: "t"}, class.Hinted{Member: "ann"},
		class.Turn{Member: "ann", GPU: 2}, class.Turn{Member: "bob", GPU: 2}, class.Turn{Member: "bob"},
		class.Used{Member: "ann", Bytes: 7}, class.Used{Member: "bob", Bytes: 7}, class.Used{Member: "bob"},
		class.Look{Member: "ann", Socket: 1}, class.Look{Member: "ann", Socket: 2}, class.Looked{Member: "ann", Socket: 1},
	} {
		r, err := decode(report{op: op}.encode())
		if err != nil || r.op != op {
			t.Errorf("%+v is told as %+v, %v", op, r.op, err)
		}
		f.add(r.op)
	}
	want := facts{
		"run s": class.Ran{Member: "ann", Session: "s", Cell: "a", State: wire.RowRunning}, "turn ann": class.Turn{Member: "ann", GPU: 2},
		"used ann": class.Used{Member: "ann", Bytes: 7}, "look 2": class.Look{Member: "ann", Socket: 2},
	}
	if fmt.Sprint(f) != fmt.Sprint(want) {
		t.Errorf("left is %v, want %v", f, want)
	}
	for _, op := range f.undone() {
		f.add(op)
	}
	if len(f) > 0 {
		t.Errorf("not undone: %v", f)
	}
}

func TestLineIsBounded(t *testing.T) {
	l := newLine()
	for i := range waitMost + 10 {
		l.put(class.Ended{Member: "ann", At: int64(i)})
	}
	if _, lost := l.begin(); !lost || len(l.take()) != waitMost {
		t.Errorf("%v, %d wait", lost, len(l.waiting))
	}
	if _, lost := l.begin(); lost {
		t.Error("it is lost twice")
	}
}
