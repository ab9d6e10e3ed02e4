package classws

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// site is a class on real sockets, whose members say in a header who they are.
type site struct {
	*httptest.Server
	t     *testing.T
	room  *Room
	store *tester
	clock *sessiontest.Clock
}

// tester is a store that can be held up, and that can fail.
type tester struct {
	store.Store
	door sync.Mutex
	mu   sync.Mutex
	fail error
}

func (s *tester) Commit(ctx context.Context, writes ...store.Write) error {
	s.door.Lock()
	defer s.door.Unlock()
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

var outline = []wire.OutlineLesson{
	{ID: "one", Title: "One", Cells: []wire.OutlineCell{{ID: "a"}, {ID: "b", Exercise: true}}},
}

// newSite opens a class of ann, bob and cyd, the assistant tom, the instructor ida and the owner.
func newSite(t *testing.T) *site {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "class.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for id, role := range map[string]auth.Role{"ann": auth.Student, "bob": auth.Student, "cyd": auth.Student, "tom": auth.Assistant, "ida": auth.Instructor, "owner": auth.Owner} {
		m := store.Member{ID: id, Rev: 1, Name: strings.ToUpper(id), Role: string(role), Status: store.Active}
		if err := db.Commit(t.Context(), store.SaveMember{Member: m}); err != nil {
			t.Fatal(err)
		}
	}
	s := &site{t: t, store: &tester{Store: db}, clock: sessiontest.NewClock()}
	s.start()
	return s
}

// start begins a server on the store, as after a crash.
func (s *site) start() {
	room, err := Open(s.t.Context(), Options{
		Store: s.store, Members: school{s.store}, Clock: s.clock,
		Outline: func(string) []wire.OutlineLesson { return outline },
		Log:     slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.room = room
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m, _ := s.store.Member(r.Context(), r.Header.Get("Member"))
		p := auth.Person{ID: m.ID, Name: m.Name, Role: auth.Role(m.Role)}
		room.ServeHTTP(w, r.WithContext(auth.With(r.Context(), p)))
	}))
	s.t.Cleanup(func() { room.Close(); s.Server.Close() })
}

// school is Members on a store.
type school struct{ store *tester }

var errRank = errors.New("rank")

func (c school) Admit(ctx context.Context, by auth.Person, id string) (store.Member, error) {
	return c.change(ctx, id, store.Active)
}

func (c school) Remove(ctx context.Context, by auth.Person, id string) (store.Member, error) {
	return c.change(ctx, id, store.Removed)
}

func (c school) change(ctx context.Context, id, status string) (store.Member, error) {
	m, err := c.store.Member(ctx, id)
	if err != nil {
		return m, err
	}
	if m.Role == string(auth.Owner) {
		return m, errRank
	}
	m.Rev, m.Status = m.Rev+1, status
	return m, c.store.Commit(ctx, store.SaveMember{Member: m})
}

func (c school) Rotate(context.Context, auth.Person, string) (string, error) { return "NEW", nil }
func (c school) Row() store.Class                                            { return store.Class{Code: "OLD"} }
func (c school) Refusal(err error) string {
	switch {
	case errors.Is(err, errRank):
		return wire.RefusedRole
	case errors.Is(err, store.ErrNone):
		return wire.RefusedMember
	}
	return ""
}

// client is a socket that keeps what it has seen.
type client struct {
	t      *testing.T
	socket *websocket.Conn
	seq    uint64
	log    int
	n      int
}

func (s *site) dial(who string) *client {
	s.t.Helper()
	d := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}}
	socket, _, err := d.Dial("ws"+strings.TrimPrefix(s.URL, "http"), http.Header{"Origin": {s.URL}, "Member": {who}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { socket.Close() })
	return &client{t: s.t, socket: socket}
}

// open says hello as somebody who was told up to an event, and reads up to the answer.
func (s *site) open(who string, old *client) *client {
	s.t.Helper()
	c := s.dial(who)
	hello := wire.HelloBody{}
	if old != nil {
		hello.LastSeq, hello.Log, c.seq = old.seq, old.log, old.seq
	}
	c.send(wire.Hello, "", hello)
	_, body := c.next()
	c.log = body.(*wire.ClassWelcomeBody).Log
	if old == nil {
		c.until(wire.ClassReset)
	}
	return c
}

func (c *client) send(typ, rid string, body any) {
	c.t.Helper()
	m := wire.Class.New(typ, body)
	m.RID = rid
	data, err := wire.Encode(m)
	if err == nil {
		err = c.socket.WriteMessage(websocket.TextMessage, data)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) next() (wire.Message, any) {
	c.t.Helper()
	c.socket.SetReadDeadline(time.Now().Add(patience))
	_, data, err := c.socket.ReadMessage()
	if err != nil {
		c.t.Fatal(err)
	}
	m, body, err := wire.Class.Decode(data, wire.FromServer)
	if err != nil {
		c.t.Fatal(err)
	}
	if reset, ok := body.(*wire.ClassResetBody); ok {
		c.seq = reset.Seq
	}
	if m.Seq > 0 {
		if m.Seq != c.seq+1 {
			c.t.Fatalf("event %d came after %d", m.Seq, c.seq)
		}
		c.seq = m.Seq
	}
	return m, body
}

// until reads up to a message of a type.
func (c *client) until(typ string) any {
	c.t.Helper()
	for {
		if m, body := c.next(); m.Type == typ {
			return body
		}
	}
}

// ask sends a request and returns the type and body of its answer.
func (c *client) ask(typ string, body any) string {
	c.t.Helper()
	c.n++
	rid := fmt.Sprint(typ, c.n)
	c.send(typ, rid, body)
	for {
		if m, _ := c.next(); m.RID == rid {
			return m.Type + " " + string(m.Body)
		}
	}
}

// must is ask for what is carried out; it returns the id that was made.
func (c *client) must(typ string, body any) string {
	c.t.Helper()
	typ, answer, _ := strings.Cut(c.ask(typ, body), " ")
	var done wire.DoneBody
	if err := json.Unmarshal([]byte(answer), &done); typ != wire.Done || err != nil {
		c.t.Fatal(typ, answer, err)
	}
	return done.ID
}

func (c *client) closed() int {
	c.t.Helper()
	c.socket.SetReadDeadline(time.Now().Add(patience))
	for {
		_, _, err := c.socket.ReadMessage()
		var e *websocket.CloseError
		if errors.As(err, &e) {
			return e.Code
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

// examples are a request of each type.
var examples = map[string]any{
	wire.Hello: wire.HelloBody{}, wire.Ack: wire.AckBody{}, wire.Where: wire.WhereBody{Lesson: "one"}, wire.RaiseHand: wire.RaiseBody{Up: true},
	wire.Vote: wire.VoteBody{Poll: "p"}, wire.Allow: wire.AllowBody{}, wire.Present: wire.PresentBody{On: true},
	wire.Push: wire.PushBody{Kind: wire.PushText, Body: "x"}, wire.ClosePoll: wire.ClosePollBody{Poll: "p"}, wire.Lock: wire.LockBody{Mode: wire.LockOff},
	wire.OpenPoll: wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"a", "b"}}, wire.TakeHand: wire.HandRefBody{Hand: "h"},
	wire.EndHand: wire.HandRefBody{Hand: "h"}, wire.Admit: wire.MemberBody{Member: "m"}, wire.Remove: wire.MemberBody{Member: "m"},
	wire.JoinCode: wire.CodeBody{}, wire.Observe: wire.ObserveBody{Board: true},
}

// TestRights sends every request as everybody: each is the action of the table, and no other check stands beside it.
func TestRights(t *testing.T) {
	s := newSite(t)
	if len(rights) != len(wire.Class.Requests()) {
		t.Errorf("%d rights for %d requests", len(rights), len(wire.Class.Requests()))
	}
	for who, role := range map[string]auth.Role{"ann": auth.Student, "tom": auth.Assistant, "ida": auth.Instructor, "owner": auth.Owner} {
		for _, typ := range wire.Class.Requests() {
			c := s.open(who, nil)
			if typ == wire.Vote && role != auth.Student {
				continue // refused as no student's, by the class itself
			}
			c.send(typ, "it", examples[typ])
			may := role.May(rights[typ])
			switch {
			case typ == wire.Hello: // only the first one is anybody's
				if code := c.closed(); code != websocket.ClosePolicyViolation {
					t.Errorf("%s: a second hello closes with %d", role, code)
				}
				continue
			case may && (typ == wire.Ack || typ == wire.Where):
				typ = wire.Allow // without an answer of their own
				c.send(typ, "it", examples[typ])
			}
			var refused bool
			for {
				m, body := c.next()
				if m.RID == "it" {
					b, ok := body.(*wire.RefusedBody)
					refused = ok && b.Code == wire.RefusedRole
					break
				}
			}
			if refused == may {
				t.Errorf("%s sends %s: refused %v", role, typ, refused)
			}
			c.socket.Close()
		}
	}
	nobody := s.dial("stranger")
	nobody.send(wire.Hello, "", wire.HelloBody{})
	if code := nobody.closed(); code != wire.CloseAuth {
		t.Errorf("somebody who is not in the class: %d", code)
	}
}

// TestResume cuts a student's socket after each event, and everything arrives once.
func TestResume(t *testing.T) {
	s := newSite(t)
	tom, whole := s.open("tom", nil), s.open("ann", nil)
	var want []string
	for i := range 6 {
		tom.must(wire.Push, wire.PushBody{Kind: wire.PushText, Body: fmt.Sprint("text ", i)})
		if i%2 == 0 {
			tom.must(wire.Push, wire.PushBody{Kind: wire.PushText, Body: "not for ann", To: []string{"bob"}})
		}
		want = append(want, fmt.Sprint("text ", i))
	}
	read := func(c *client, n int) (got []string) {
		for len(got) < n {
			if _, body := c.next(); body != nil {
				if p, ok := body.(*wire.PushedBody); ok {
					got = append(got, p.Body)
				}
			}
		}
		return got
	}
	if got := read(whole, 6); !slices.Equal(got, want) {
		t.Errorf("ann is told %q", got)
	}
	for k := range 6 {
		old := &client{seq: uint64(k), log: whole.log}
		back := s.open("ann", old)
		if got := read(back, 6-k); !slices.Equal(got, want[k:]) {
			t.Errorf("cut after event %d: %q", k, got)
		}
	}
	for _, old := range []*client{{seq: 3, log: whole.log + 1}, {seq: 99, log: whole.log}} {
		back := s.open("ann", old)
		if reset := back.until(wire.ClassReset).(*wire.ClassResetBody); len(reset.Pushes) != 6 || reset.Seq != whole.seq {
			t.Errorf("who was told %d of log %d gets %+v", old.seq, old.log, reset)
		}
	}
	s.room.mu.Lock()
	for range boxEvents + 1 {
		s.room.post(class.Tell{Type: wire.ClassState, Body: wire.ClassBody{}})
	}
	s.room.mu.Unlock()
	if reset := s.open("ann", whole).until(wire.ClassReset).(*wire.ClassResetBody); len(reset.Pushes) == 0 {
		t.Error("who missed more than the mailbox holds gets no snapshot")
	}
}

// TestOnlyWhatConcernsThem looks at all that a student is sent while the class is busy.
func TestOnlyWhatConcernsThem(t *testing.T) {
	s := newSite(t)
	ann, bob, tom := s.open("ann", nil), s.open("bob", nil), s.open("tom", nil)
	tom.ask(wire.Observe, wire.ObserveBody{Board: true})
	hand := bob.must(wire.RaiseHand, wire.RaiseBody{Up: true, Note: "secret of bob"})
	tom.must(wire.TakeHand, wire.HandRefBody{Hand: hand})
	poll := tom.must(wire.OpenPoll, wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}, Hidden: true})
	bob.must(wire.Vote, wire.VoteBody{Poll: poll, Choice: 1})
	tom.must(wire.Push, wire.PushBody{Kind: wire.PushText, To: []string{"bob"}, Body: "for bob"})
	tom.must(wire.Push, wire.PushBody{Kind: wire.PushText, Body: "the end"})
	var seen []string
	for {
		m, body := ann.next()
		seen = append(seen, m.Type)
		if text := string(m.Body); strings.Contains(text, "bob") || strings.Contains(text, "BOB") || strings.Contains(text, "counts") {
			t.Errorf("ann is told %s %s", m.Type, text)
		}
		if p, ok := body.(*wire.PushedBody); ok && p.Body == "the end" {
			break
		}
	}
	if got := strings.Join(slices.DeleteFunc(seen, func(t string) bool { return t == wire.Tally }), " "); got != "poll push" {
		t.Errorf("ann is told %s", got)
	}
}

// TestKeptBeforeTold holds the store up: neither the answer nor the class hears of what is not kept.
func TestKeptBeforeTold(t *testing.T) {
	s := newSite(t)
	ann, tom := s.open("ann", nil), s.open("tom", nil)
	s.store.door.Lock()
	tom.send(wire.Push, "r", wire.PushBody{Kind: wire.PushText, Body: "x"})
	tom.send(wire.Push, "r", wire.PushBody{Kind: wire.PushText, Body: "x"}) // impatient
	tom.send(wire.Push, "bad", wire.PushBody{Kind: wire.PushText, Body: "x", To: []string{"nobody"}})
	if m, _ := tom.next(); m.Type != wire.Refused { // so both have been read
		t.Errorf("%s before it is kept", m.Type)
	}
	if pushes, _ := s.store.Pushes(t.Context(), 9); len(pushes) != 0 {
		t.Fatal("it is kept already")
	}
	s.store.door.Unlock()
	ann.until(wire.Push)
	if pushes, _ := s.store.Pushes(t.Context(), 9); len(pushes) != 1 {
		t.Errorf("told, and %d kept", len(pushes))
	}
	for n := 0; n < 2; {
		if m, _ := tom.next(); m.Type == wire.Done {
			n++
		}
	}
}

// TestStoreFails: what was on its way is told when it could be kept, and what comes meanwhile is refused.
func TestStoreFails(t *testing.T) {
	s := newSite(t)
	ann, tom := s.open("ann", nil), s.open("tom", nil)
	s.store.failing(errors.New("disk full"))
	tom.send(wire.Push, "r1", wire.PushBody{Kind: wire.PushText, Body: "first"})
	if k := ann.until(wire.Keeping).(*wire.KeepingBody); k.Kept {
		t.Error("the class hears that it is kept")
	}
	if got := tom.ask(wire.Push, wire.PushBody{Kind: wire.PushText, Body: "second"}); !strings.Contains(got, wire.RefusedKeeping) {
		t.Errorf("meanwhile: %s", got)
	}
	s.store.failing(nil)
	s.await(func() bool {
		s.clock.Advance(keepRetry)
		pushes, _ := s.store.Pushes(context.Background(), 9)
		return len(pushes) == 1
	})
	if p := ann.until(wire.Push).(*wire.PushedBody); p.Body != "first" {
		t.Errorf("ann is told %q", p.Body)
	}
	if m, _ := tom.next(); m.RID == "" && m.Type != wire.Keeping && m.Type != wire.Push {
		t.Errorf("%s", m.Type)
	}
	if id := s.open("tom", nil).must(wire.Push, wire.PushBody{Kind: wire.PushText, Body: "third"}); id == "" {
		t.Error("no push after the store works again")
	}
}

// await waits for what another goroutine does.
func (s *site) await(cond func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !cond(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatal("it did not happen")
		}
	}
}

// TestSettle: whoever waits until all is kept does not wait for a store that fails.
func TestSettle(t *testing.T) {
	s := newSite(t)
	s.store.door.Lock()
	s.room.do(class.Request{By: "ann", RID: "r", Body: &wire.RaiseBody{Up: true}})
	settled := make(chan error, 1)
	go func() { settled <- s.room.Settle() }()
	if hands, _ := s.store.Hands(t.Context()); len(hands) != 0 {
		t.Error("kept already")
	}
	s.store.door.Unlock()
	if err := <-settled; err != nil {
		t.Error(err)
	}
	if hands, _ := s.store.Hands(t.Context()); len(hands) != 1 {
		t.Error("settled, and not kept")
	}
	ann := s.open("ann", nil)
	s.store.failing(errors.New("disk full"))
	s.room.do(class.Request{By: "ann", RID: "q", Body: &wire.RaiseBody{}})
	ann.until(wire.Keeping)
	if err := s.room.Settle(); err == nil {
		t.Error("settled on a store that fails")
	}
}

// TestCrash leaves a class as a killed server does, and opens it again: what was acknowledged is there.
func TestCrash(t *testing.T) {
	s := newSite(t)
	ann, bob, tom := s.open("ann", nil), s.open("bob", nil), s.open("tom", nil)
	hand := ann.must(wire.RaiseHand, wire.RaiseBody{Up: true, Note: "help", Lesson: "one", Cell: "b"})
	poll := tom.must(wire.OpenPoll, wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"x", "y"}})
	bob.must(wire.Vote, wire.VoteBody{Poll: poll, Choice: 1})
	tom.must(wire.Push, wire.PushBody{Kind: wire.PushText, Body: "hello"})
	tom.must(wire.Lock, wire.LockBody{Mode: wire.LockExec})
	tom.must(wire.Present, wire.PresentBody{On: true, Follow: true})
	s.registry().fails("ann", "b", 3)
	before := s.open("ann", nil)
	before.socket.Close()

	s.start()
	again := s.open("ann", &client{seq: ann.seq, log: ann.log})
	reset := again.until(wire.ClassReset).(*wire.ClassResetBody)
	if again.log != ann.log+1 || reset.Hand == nil || reset.Hand.ID != hand || len(reset.Pushes) != 1 || len(reset.Polls) != 1 ||
		reset.Class.Lock != wire.LockExec || reset.Class.Presenter == nil || !reset.Class.Follow {
		t.Errorf("ann comes back to %+v", reset)
	}
	teacher := s.open("tom", nil)
	teacher.send(wire.Observe, "", wire.ObserveBody{Board: true})
	board := teacher.until(wire.Board).(*wire.BoardBody)
	hands := teacher.until(wire.Hands).(*wire.HandsBody)
	i := slices.IndexFunc(board.Rows, func(r wire.BoardRow) bool { return r.ID == "ann" })
	if row := board.Rows[i]; row.Fails != 3 || row.Error != "KeyError" || row.Cell != "b" || row.Attempts != 3 || row.Hand != hand ||
		!slices.Equal(row.Stuck, []string{wire.StuckError, wire.StuckHand}) {
		t.Errorf("ann's row is %+v", row)
	}
	if len(hands.Hands) != 1 || hands.Hands[0].Note != "help" || !board.Whole {
		t.Errorf("hands are %+v", hands)
	}
	bobs := s.open("bob", &client{}).until(wire.ClassReset).(*wire.ClassResetBody)
	if p := bobs.Polls[0]; p.Mine == nil || *p.Mine != 1 || !reflect.DeepEqual(p.Counts, []int{0, 1}) {
		t.Errorf("bob's poll is %+v", p)
	}
}

// sessions are those of a class's members.
type sessions struct {
	*session.Registry
	s *site
	n int
}

func (s *site) registry() *sessions {
	r := &session.Registry{Tap: &Ears{Put: s.room.do}, Config: session.Config{Open: sessiontest.Open}}
	s.t.Cleanup(r.Close)
	return &sessions{Registry: r, s: s}
}

// fails runs a cell some times, which fails, and returns when its progress is kept.
func (r *sessions) fails(who, cell string, times int) {
	r.s.t.Helper()
	one, _, err := r.Open(who, "", "", "sim:2")
	if err != nil {
		r.s.t.Fatal(err)
	}
	r.Enter(one, "one")
	for range times {
		r.n++
		if err := one.Do(session.Submit{Run: session.Run{RID: fmt.Sprint("r", r.n), Cell: cell, Code: "fail KeyError: 'x'", KeepGoing: true}}); err != nil {
			r.s.t.Fatal(err)
		}
	}
	r.s.await(func() bool {
		kept, err := r.s.store.Progress(context.Background(), who)
		return err == nil && len(kept) == 1 && kept[0].Attempts == times
	})
}

func TestPresenterIsShown(t *testing.T) {
	s := newSite(t)
	ann, tom := s.open("ann", nil), s.open("tom", nil)
	tom.must(wire.Present, wire.PresentBody{On: true})
	ann.until(wire.Presenter)
	for i := range 20 { // far too often
		tom.send(wire.Where, "", wire.WhereBody{Lesson: "one", Cell: "b", Top: i + 1})
	}
	tom.ask(wire.Allow, wire.AllowBody{}) // so all of them have been read
	s.clock.Advance(shownEvery)
	n := 0
	for shown := (wire.PresenterBody{}); shown.Top != 20; n++ {
		shown = *ann.until(wire.Presenter).(*wire.PresenterBody)
	}
	if n > 2 {
		t.Errorf("ann is told %d times", n)
	}
	if first := s.open("bob", nil).until(wire.Presenter).(*wire.PresenterBody); first.Top != 20 {
		t.Errorf("who comes later is told %+v", first)
	}
}

func TestMembers(t *testing.T) {
	s := newSite(t)
	watched := store.Watched{Store: s.store.Store, Committed: s.room.Committed}
	s.store.Store = watched
	ann, ida := s.open("ann", nil), s.open("ida", nil)
	if got := ida.ask(wire.JoinCode, wire.CodeBody{}); got != `code {"code":"OLD"}` {
		t.Error(got)
	}
	if got := ida.ask(wire.JoinCode, wire.CodeBody{Rotate: true}); got != `code {"code":"NEW"}` {
		t.Error(got)
	}
	if got := ida.ask(wire.Remove, wire.MemberBody{Member: "nobody"}); !strings.Contains(got, wire.RefusedMember) {
		t.Error(got)
	}
	if got := ida.ask(wire.Remove, wire.MemberBody{Member: "owner"}); !strings.Contains(got, wire.RefusedRole) {
		t.Error(got)
	}
	ida.must(wire.Remove, wire.MemberBody{Member: "ann"})
	if code := ann.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("ann's socket closes with %d", code)
	}
	back := s.dial("ann")
	back.send(wire.Hello, "", wire.HelloBody{})
	if code := back.closed(); code != wire.CloseAuth {
		t.Errorf("and when she comes back: %d", code)
	}
	ida.must(wire.Admit, wire.MemberBody{Member: "ann"})
	s.open("ann", nil)
	if err := watched.Commit(t.Context(), store.SaveClass{Class: store.Class{Rev: 1, Title: "GPU 101"}}); err != nil {
		t.Fatal(err)
	}
	if b := ida.until(wire.ClassState).(*wire.ClassBody); b.Title != "GPU 101" {
		t.Errorf("the class is %+v", b)
	}
}

func TestBadMessagesClose(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		data string
		code int
	}{
		"malformed":         {`{"v":`, 1007},
		"of a session":      {`{"v":1,"t":"execute_request","rid":"r","cell":"c","body":{"code":"1"}}`, 1008},
		"a later version":   {`{"v":9,"t":"ack","body":{"seq":0}}`, wire.CloseVersion},
		"ack of the future": {`{"v":1,"t":"ack","body":{"seq":99}}`, 1008},
	} {
		bad := s.open("ann", nil)
		bad.socket.WriteMessage(websocket.TextMessage, []byte(c.data))
		if code := bad.closed(); code != c.code {
			t.Errorf("%s: close code %d", name, code)
		}
	}
	flood := s.open("ann", nil)
	ack, _ := wire.Encode(wire.Class.New(wire.Ack, wire.AckBody{}))
	for range 3 * burst {
		if flood.socket.WriteMessage(websocket.TextMessage, ack) != nil {
			break // closed already
		}
	}
	if code := flood.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("a flood closes with %d", code)
	}
	for range socketsOf {
		s.open("bob", nil)
	}
	more := s.dial("bob")
	more.send(wire.Hello, "", wire.HelloBody{})
	if code := more.closed(); code != wire.CloseCapacity {
		t.Errorf("one socket more closes with %d", code)
	}
	d := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}}
	if socket, _, err := d.Dial("ws"+strings.TrimPrefix(s.URL, "http"), http.Header{"Origin": {"https://evil.example"}, "Member": {"ann"}}); err == nil {
		socket.Close()
		t.Error("a page of another site was let in")
	}
	old := s.dial("cyd")
	old.send(wire.RaiseHand, "r", wire.RaiseBody{Up: true})
	if code := old.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("without a hello: %d", code)
	}
}

func TestClose(t *testing.T) {
	s := newSite(t)
	c := s.open("ann", nil)
	s.room.Close()
	if code := c.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("close code %d", code)
	}
	s.room.Wait(patience)
}
