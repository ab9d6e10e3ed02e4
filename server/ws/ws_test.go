package ws

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/desk"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// site is a server on a real socket.
type site struct {
	*httptest.Server
	t        testing.TB
	sessions *session.Registry
	handler  *Handler
	opened   chan *sessiontest.Evaluator
	ends     chan context.CancelCauseFunc // of each request
}

func newSite(t testing.TB) *site {
	s := &site{t: t, opened: make(chan *sessiontest.Evaluator, 100), ends: make(chan context.CancelCauseFunc, 100)}
	s.sessions = &session.Registry{Max: 50, Config: session.Config{
		Limits: wire.Limits{OutputBytes: 1 << 20},
		Open: session.Merging(func(spec string) (session.Evaluator, error) {
			ev, err := sessiontest.Open(spec)
			if err == nil {
				s.opened <- ev.(*sessiontest.Evaluator)
			}
			return ev, err
		}, 1<<20, nil),
	}}
	s.handler = &Handler{Desk: desk.Desk{
		Sessions: s.sessions,
		Course:   func() *lesson.Course { return course },
		Log:      slog.New(slog.NewTextHandler(io.Discard, nil)),
	}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := auth.With(r.Context(), auth.Person{ID: r.Header.Get("Visitor"), Role: auth.Role(cmp.Or(r.Header.Get("Role"), string(auth.Student)))})
		ctx, end := context.WithCancelCause(ctx)
		defer end(nil)
		select {
		case s.ends <- end:
		default:
		}
		s.handler.ServeHTTP(w, r.WithContext(ctx))
	}))
	t.Cleanup(func() { s.sessions.Close(); s.Close() })
	return s
}

// course has one lesson with one exercise.
var course = lesson.Load(fstest.MapFS{
	"one.zh.md": lessonFile("zh", "# 一\n\n"+exercise),
	"one.en.md": lessonFile("en", "# One\n\n"+exercise),
	"one.solution.md": &fstest.MapFile{Data: []byte("---\ngputour: {lesson: one}\n---\n# Solutions\n\n" +
		"```{code-cell} python\n:gputour: {id: task-solution, kind: solution, for: task}\nx = 1\nx + 1\n```\n")},
})

const exercise = "```{code-cell} python\n:gputour: {id: task, kind: exercise}\npass\n```\n\n" +
	"```{code-cell} python\n:gputour: {id: task-tests, kind: tests, for: task}\ndef test_it(): pass\n```\n"

func lessonFile(lang, body string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("---\ngputour: {lesson: one, lang: " + lang + "}\n---\n" + body)}
}

// client is a socket that keeps what it has seen.
type client struct {
	t      testing.TB
	socket *websocket.Conn
	sid    string
	token  string
	seq    uint64
	seen   []wire.Message
}

func (s *site) dial() *client { return s.dialAs("someone") }

func (s *site) dialAs(visitor string) *client { return s.dialTo("", visitor, "") }

// dialTo dials with a query, as somebody in a role.
func (s *site) dialTo(query, visitor, role string) *client {
	s.t.Helper()
	d := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}}
	socket, _, err := d.Dial("ws"+strings.TrimPrefix(s.URL, "http")+"/"+query, http.Header{"Origin": {s.URL}, "Visitor": {visitor}, "Role": {role}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { socket.Close() })
	return &client{t: s.t, socket: socket}
}

// open dials and says hello, as from, when not nil, left off.
func (s *site) open(from *client) *client {
	s.t.Helper()
	c := s.dial()
	hello := wire.New(wire.Hello, wire.HelloBody{})
	if from != nil {
		hello = wire.New(wire.Hello, wire.HelloBody{Token: from.token, LastSeq: from.seq})
		hello.SID = from.sid
		c.seq, c.seen = from.seq, append([]wire.Message(nil), from.seen...)
	}
	c.send(hello)
	m, body := c.next()
	welcome, ok := body.(*wire.WelcomeBody)
	if !ok {
		s.t.Fatalf("got %s before welcome", m.Type)
	}
	c.sid, c.token = m.SID, welcome.Token
	return c
}

func (c *client) send(m wire.Message) {
	c.t.Helper()
	data, err := wire.Encode(m)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.socket.WriteMessage(websocket.TextMessage, data); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) run(rid, code string) {
	c.t.Helper()
	m := wire.New(wire.Execute, wire.ExecuteBody{Code: code})
	m.RID, m.Cell = rid, "cell-"+rid
	c.send(m)
}

// next reads one message and checks its number.
func (c *client) next() (wire.Message, any) {
	c.t.Helper()
	c.socket.SetReadDeadline(time.Now().Add(patience))
	_, data, err := c.socket.ReadMessage()
	if err != nil {
		c.t.Fatalf("after event %d: %v", c.seq, err)
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		c.t.Fatal(err)
	}
	switch b := body.(type) {
	case *wire.ResetBody:
		c.seq, c.seen = b.Seq, nil
		for _, cell := range b.Snapshot.Cells {
			c.seen = append(c.seen, cell.Outputs...)
		}
	}
	if m.Seq > 0 {
		if m.Seq != c.seq+1 {
			c.t.Fatalf("event %d after %d", m.Seq, c.seq)
		}
		c.seq = m.Seq
		c.seen = append(c.seen, m)
		if c.seq%32 == 0 {
			c.send(wire.New(wire.Ack, wire.AckBody{Seq: c.seq}))
		}
	}
	return m, body
}

// until reads until a message satisfies is.
func (c *client) until(is func(m wire.Message, body any) bool) any {
	c.t.Helper()
	for {
		if m, body := c.next(); is(m, body) {
			return body
		}
	}
}

// ended reads until run rid is over and returns how it ended.
func (c *client) ended(rid string) wire.RunState {
	c.t.Helper()
	b := c.until(func(m wire.Message, body any) bool { return m.Type == wire.Reply && m.RID == rid })
	return b.(*wire.ReplyBody).State
}

func (c *client) saw(typ, rid string) bool {
	for _, m := range c.seen {
		if m.Type == typ && m.RID == rid {
			return true
		}
	}
	return false
}

// state folds what was seen of the cells: the text of each stream, and the other events in order.
func (c *client) state() string {
	text := map[string]string{}
	var rest []string
	for _, m := range c.seen {
		var s wire.StreamBody
		if m.Type == wire.Stream && json.Unmarshal(m.Body, &s) == nil {
			text[m.Cell+" "+s.Name] += s.Text
			continue
		}
		if m.Type == wire.Queued || m.Type == wire.Status {
			continue // these depend on how far the run was when the next was asked for
		}
		rest = append(rest, m.Type+":"+m.RID+":"+string(m.Body))
	}
	out, _ := json.MarshalIndent(map[string]any{"text": text, "rest": rest}, "", " ")
	return string(out)
}

// closed reads until the server closes the socket and returns the code.
func (c *client) closed() int {
	c.t.Helper()
	code, _ := c.refused()
	return code
}

// refused is closed with the reason.
func (c *client) refused() (int, string) {
	c.socket.SetReadDeadline(time.Now().Add(patience))
	c.t.Helper()
	for {
		if _, _, err := c.socket.ReadMessage(); err != nil {
			var e *websocket.CloseError
			if !errors.As(err, &e) {
				c.t.Fatalf("closed without a code: %v", err)
			}
			if e.Text == "" && e.Code != websocket.CloseMessageTooBig { // gorilla closes before the message is read
				c.t.Errorf("close code %d without a reason", e.Code)
			}
			return e.Code, e.Text
		}
	}
}

const recorded = "print one\nprint two\nshow a picture\nerr careful\nprint three\nresult 42"

// TestResumeAtEveryEvent cuts the socket after each event of a recorded run, comes
// back, and must see the same.
func TestResumeAtEveryEvent(t *testing.T) {
	s := newSite(t)
	whole := s.open(nil)
	whole.run("a", recorded)
	whole.run("z", "print the end")
	whole.ended("z")
	for k := range whole.seq + 1 {
		first := s.open(nil)
		first.run("a", recorded)
		first.run("z", "print the end")
		for first.seq < k && !first.saw(wire.Reply, "z") {
			first.next()
		}
		first.socket.Close()
		second := s.open(first)
		if second.sid != first.sid {
			t.Fatal("another session was opened")
		}
		second.run("a", recorded) // a client that is not sure asks again; it must not run twice
		second.run("z", "print the end")
		if !second.saw(wire.Reply, "z") {
			second.ended("z")
		}
		if got, want := second.state(), whole.state(); got != want {
			t.Fatalf("cut after event %d:\n%s\nwant\n%s", k, got, want)
		}
	}
}

// TestCutInMidRun loses the socket while a cell runs; the run goes on, and its
// complete output is there on return.
func TestCutInMidRun(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	ev := <-s.opened
	c.run("a", "print before\nwait gate\nflood 100\nprint after")
	c.until(func(m wire.Message, body any) bool { return m.Type == wire.Stream })
	c.socket.Close()
	ev.Release("gate")
	back := s.open(c)
	if state := back.ended("a"); state != wire.RunDone {
		t.Errorf("run ended as %s", state)
	}
	text := back.state()
	if !strings.Contains(text, "before") || !strings.Contains(text, `line 99\n`) || !strings.Contains(text, "after") {
		t.Error("output is missing: " + text)
	}
}

// TestSlowReader does not read while a cell prints far more than the log keeps. The
// cell finishes, and another tab sees its end.
func TestSlowReader(t *testing.T) {
	s := newSite(t)
	slow := s.open(nil)
	quick := s.open(slow)
	for i := range 30 {
		quick.run(fmt.Sprint(i), "blob 1000")
		quick.ended(fmt.Sprint(i))
	}
	// The slow one wakes up: it gets a reset, not 30 MB of history.
	b := slow.until(func(m wire.Message, body any) bool { _, ok := body.(*wire.ResetBody); return ok })
	if n := len(b.(*wire.ResetBody).Snapshot.Cells); n != 30 {
		t.Errorf("snapshot of %d cells", n)
	}
}

// TestStop interrupts a loop, and a cell that resists.
func TestStop(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	c.run("a", "loop")
	c.until(func(m wire.Message, body any) bool { return m.Type == wire.Input })
	c.send(wire.New(wire.Interrupt, wire.InterruptBody{}))
	if state := c.ended("a"); state != wire.RunStopped {
		t.Errorf("the loop ended as %s", state)
	}
	c.run("b", "print still here")
	if state := c.ended("b"); state != wire.RunDone {
		t.Errorf("the next cell ended as %s", state)
	}
}

func TestRequestsWhileRunning(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	ev := <-s.opened
	c.run("a", "input name?\nwait gate")
	c.until(func(m wire.Message, body any) bool { return m.Type == wire.InputRequest })
	complete := wire.New(wire.Complete, wire.CompleteBody{Code: "x", Cursor: 1})
	complete.RID = "q"
	c.send(complete)
	b := c.until(func(m wire.Message, body any) bool { return m.Type == wire.CompleteReply && m.RID == "q" })
	if got := b.(*wire.CompleteReplyBody).Matches[0].Text; got != "scripted" {
		t.Errorf("completion %q", got)
	}
	reply := wire.New(wire.InputReply, wire.InputReplyBody{Value: "Ada"})
	reply.RID = "a"
	c.send(reply)
	c.until(func(m wire.Message, body any) bool {
		s, ok := body.(*wire.StreamBody)
		return ok && strings.HasSuffix(s.Text, "Ada\n")
	})
	c.send(reply)
	r := c.until(func(m wire.Message, body any) bool { return m.Type == wire.Refused })
	if got := r.(*wire.RefusedBody).Code; got != "not-waiting" {
		t.Errorf("a second answer was refused as %q", got)
	}
	ev.Release("gate")
	c.ended("a")
}

// TestSolution reveals a solution a part at a time, and only when asked.
func TestSolution(t *testing.T) {
	c := newSite(t).open(nil)
	ask := func(cell string, parts int) any {
		m := wire.New(wire.Solution, wire.SolutionBody{Lesson: "one", Parts: parts})
		m.RID, m.Cell = fmt.Sprint("s", parts), cell
		c.send(m)
		return c.until(func(reply wire.Message, _ any) bool { return reply.RID == m.RID && reply.Cell == cell })
	}
	if got := ask("task", 1).(*wire.RefusedBody); got.Code != "try-first" {
		t.Errorf("without a try: %q", got.Code)
	}
	check := wire.New(wire.Check, wire.CheckBody{Lesson: "one", Code: "print no", Lang: "en"})
	check.RID, check.Cell = "try", "task"
	c.send(check)
	if got := ask("task", 1000).(*wire.SolutionReplyBody); got.Code != "x = 1" || got.Parts != 1 {
		t.Errorf("who asks for all gets %+v", got)
	}
	if got := ask("task", 1).(*wire.SolutionReplyBody); got.Code != "x = 1" || got.Parts != 1 || got.Total != 2 || len(got.Rest) != 1 {
		t.Errorf("the first part is %+v", got)
	}
	if got := ask("task", 2).(*wire.SolutionReplyBody); got.Code != "x = 1\nx + 1" || got.Rest != nil {
		t.Errorf("all of it is %+v", got)
	}
	if got := ask("nothing", 1).(*wire.RefusedBody); got.Code != "no-solution" {
		t.Errorf("refused as %q", got.Code)
	}
}

// TestTwoTabs watches one session twice; the last writer has the pen.
func TestTwoTabs(t *testing.T) {
	s := newSite(t)
	one := s.open(nil)
	two := s.open(one)
	pen := func(c *client, mine bool) {
		t.Helper()
		c.until(func(m wire.Message, body any) bool {
			b, ok := body.(*wire.PenBody)
			return ok && b.Mine == mine && b.Tabs == 2
		})
	}
	pen(one, true)
	two.run("a", "print hello")
	pen(one, false)
	if one.ended("a") != wire.RunDone || two.ended("a") != wire.RunDone {
		t.Error("a tab did not see the run")
	}
	one.send(wire.New(wire.Pen, wire.PenBody{}))
	pen(two, false)
}

func TestSessionsAreApart(t *testing.T) {
	s := newSite(t)
	alice, bob := s.open(nil), s.open(nil)
	<-s.opened
	if alice.sid == bob.sid || alice.token == bob.token {
		t.Fatal("two clients share a session")
	}
	alice.run("a", "print secret\nwait gate")
	alice.until(func(m wire.Message, body any) bool { return m.Type == wire.Stream })

	thief := s.dial()
	hello := wire.New(wire.Hello, wire.HelloBody{Token: bob.token})
	hello.SID = alice.sid
	thief.send(hello)
	if code := thief.closed(); code != wire.CloseAuth {
		t.Errorf("another's token: close code %d", code)
	}

	stop := wire.New(wire.Interrupt, wire.InterruptBody{})
	stop.RID = "a"
	bob.send(stop) // means nothing in Bob's session
	bob.run("b", "print hi")
	bob.ended("b")
	if strings.Contains(bob.state(), "secret") {
		t.Error("Bob saw Alice's output")
	}
	stop.SID = alice.sid
	bob.send(stop)
	if code := bob.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("a message for another session: close code %d", code)
	}
	alice.send(wire.New(wire.Interrupt, wire.InterruptBody{}))
	if state := alice.ended("a"); state != wire.RunStopped {
		t.Errorf("Alice's run ended as %s", state)
	}
}

func TestBadMessagesCloseOnlyTheirSocket(t *testing.T) {
	s := newSite(t)
	good := s.open(nil)
	<-s.opened
	good.run("a", "wait gate")
	good.until(func(m wire.Message, body any) bool { return m.Type == wire.Input })
	text, binary := websocket.TextMessage, websocket.BinaryMessage
	ack := `{"v":1,"t":"ack","body":{"seq":%d}}`
	cases := []struct {
		name  string
		hello bool
		kind  int
		data  string
		code  int
	}{
		{"malformed", true, text, `{"v":`, 1007},
		{"not UTF-8", true, text, "\xff", 1007},
		{"oversized", true, text, `{"v":1,"t":"` + strings.Repeat("x", wire.MaxRequest) + `"}`, 1009},
		{"binary", true, binary, `{"v":1,"t":"ack","body":{"seq":0}}`, 1003},
		{"unknown", true, text, `{"v":1,"t":"dance"}`, 1008},
		{"an event", true, text, `{"v":1,"t":"status","body":{}}`, 1008},
		{"another version", true, text, `{"v":9,"t":"ack","body":{"seq":0}}`, wire.CloseVersion},
		{"deep", true, text, `{"v":1,"t":"ack","body":` + strings.Repeat(`[`, 50) + strings.Repeat(`]`, 50) + `}`, 1008},
		{"ack of the future", true, text, fmt.Sprintf(ack, 1<<40), 1008},
		{"hello twice", true, text, `{"v":1,"t":"hello"}`, 1008},
		{"execute before hello", false, text, `{"v":1,"t":"execute_request","rid":"r","cell":"c","body":{"code":"1"}}`, 1008},
		{"malformed before hello", false, text, `hi`, 1007},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			bad := s.dial()
			bad.t = t
			if c.hello {
				bad = s.open(good)
				bad.t = t
			}
			if err := bad.socket.WriteMessage(c.kind, []byte(c.data)); err != nil {
				t.Fatal(err)
			}
			if code := bad.closed(); code != c.code {
				t.Errorf("close code %d, want %d", code, c.code)
			}
		})
	}
	good.send(wire.New(wire.Interrupt, wire.InterruptBody{}))
	if state := good.ended("a"); state != wire.RunStopped {
		t.Errorf("the neighbour's run ended as %s", state)
	}
}

func TestFloodIsClosed(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	ack, _ := wire.Encode(wire.New(wire.Ack, wire.AckBody{}))
	for range 10 * burst {
		if c.socket.WriteMessage(websocket.TextMessage, ack) != nil {
			break // closed already
		}
	}
	if code := c.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("close code %d", code)
	}
	if back := s.open(c); back.sid != c.sid {
		t.Error("the session did not survive its socket")
	}
}

func TestOrigin(t *testing.T) {
	s := newSite(t)
	host := strings.TrimPrefix(s.URL, "http://")
	cases := []struct {
		name    string
		origins []string
		ok      bool
	}{
		{"its own page", []string{s.URL}, true},
		{"absent", nil, false},
		{"null", []string{"null"}, false},
		{"foreign", []string{"https://evil.example"}, false},
		{"another port", []string{"http://127.0.0.1:1"}, false},
		{"its host as a prefix", []string{"http://" + host + ".evil.example"}, false},
		{"its host as user", []string{"http://" + host + "@evil.example"}, false},
		{"another scheme", []string{"file://" + host}, false},
		{"two", []string{s.URL, s.URL}, false},
		{"empty", []string{""}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}}
			socket, resp, err := d.Dial("ws://"+host, http.Header{"Origin": c.origins})
			if socket != nil {
				socket.Close()
			}
			if got := err == nil; got != c.ok {
				t.Errorf("accepted: %v", got)
			}
			if !c.ok && resp != nil && resp.StatusCode != http.StatusForbidden {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
}

func TestVersionIsNegotiated(t *testing.T) {
	s := newSite(t)
	d := websocket.Dialer{Subprotocols: []string{"gputour.v99"}}
	socket, _, err := d.Dial("ws"+strings.TrimPrefix(s.URL, "http"), http.Header{"Origin": {s.URL}})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	c := &client{t: t, socket: socket}
	c.send(wire.New(wire.Hello, wire.HelloBody{}))
	if code := c.closed(); code != wire.CloseVersion {
		t.Errorf("close code %d", code)
	}
}

// TestCapacity says who finds no room in what.
func TestCapacity(t *testing.T) {
	cases := []struct {
		name          string
		max, visitor  int
		room          func(int) bool
		share         int
		here          []string // whose pages are open
		comes, reason string
	}{
		{name: "the server", max: 2, here: []string{"a", "b"}, comes: "c", reason: "full: places of 2; retry_after=20"},
		{name: "a visitor", max: 9, visitor: 2, here: []string{"a", "a", "b"}, comes: "a", reason: "full: visitor of 2; retry_after=60"},
		{name: "memory", room: func(n int) bool { return n < 1 }, here: []string{"a"}, comes: "b", reason: "full: memory; retry_after=30"},
		{name: "sockets", share: 1, here: []string{"a", "a", "a", "a"}, comes: "a", reason: "full: sockets; retry_after=60"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			s.sessions.Max, s.sessions.Visitor, s.sessions.Room = c.max, c.visitor, c.room
			s.handler.Share = c.share
			for _, visitor := range c.here {
				one := s.dialAs(visitor)
				one.send(wire.New(wire.Hello, wire.HelloBody{}))
				one.next()
			}
			last := s.dialAs(c.comes)
			last.send(wire.New(wire.Hello, wire.HelloBody{}))
			code, reason := last.refused()
			if _, ok := wire.ParseCapacity(reason); code != wire.CloseCapacity || reason != c.reason || !ok {
				t.Errorf("close code %d, %s", code, reason)
			}
			other := s.dialAs("z")
			if c.share > 0 {
				other.send(wire.New(wire.Hello, wire.HelloBody{}))
				other.next()
			}
		})
	}
}

// TestDialsAreRated opens and loses sockets as fast as it can.
func TestDialsAreRated(t *testing.T) {
	s := newSite(t)
	s.handler.Share = 1
	for range 100 {
		c := s.dial()
		c.send(wire.New(wire.Hello, wire.HelloBody{}))
		c.socket.SetReadDeadline(time.Now().Add(patience))
		_, _, err := c.socket.ReadMessage()
		var e *websocket.CloseError
		if errors.As(err, &e) && e.Text == "full: rate; retry_after=10" {
			return
		}
		c.socket.Close()
	}
	t.Error("a hundred sockets one after the other")
}

// TestDevicesAreAllowed asks for what the server does not give; the lesson's own it does.
func TestDevicesAreAllowed(t *testing.T) {
	s := newSite(t)
	s.handler.Allow = func(spec string) (string, error) {
		if spec != "cpu" {
			return "", errors.New("only the CPU")
		}
		return spec, nil
	}
	c := s.dial()
	c.send(wire.New(wire.Hello, wire.HelloBody{Lesson: "one"}))
	_, body := c.next()
	own := strings.TrimPrefix(body.(*wire.WelcomeBody).Devices[0].Name, "Scripted ")
	for _, spec := range []struct{ name, want string }{{"sim:16", wire.Refused}, {"cpu", wire.Status}, {own, wire.Status}, {"cuda", wire.Refused}} {
		m := wire.New(wire.Devices, wire.DevicesBody{Spec: spec.name})
		m.RID = spec.name
		c.send(m)
		body := c.until(func(m wire.Message, body any) bool {
			st, ok := body.(*wire.StatusBody)
			return m.Type == wire.Refused || ok && st.State == wire.Idle && len(st.Devices) > 0
		})
		switch b := body.(type) {
		case *wire.RefusedBody:
			if spec.want != wire.Refused || b.Code != "devices" {
				t.Errorf("%s is refused: %s", spec.name, b.Code)
			}
		case *wire.StatusBody:
			if spec.want != wire.Status || b.Devices[0].Name != "Scripted "+spec.name {
				t.Errorf("%s: devices %v", spec.name, b.Devices)
			}
		}
	}
}

// TestLeaving ends the right to be here while a socket is open.
func TestLeaving(t *testing.T) {
	for why, want := range map[error]int{auth.ErrOut: wire.CloseAuth, auth.ErrChanged: websocket.CloseServiceRestart} {
		s := newSite(t)
		c := s.open(nil)
		(<-s.ends)(why)
		if code := c.closed(); code != want {
			t.Errorf("%v: close code %d, want %d", why, code, want)
		}
	}
}

func TestShutdown(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	s.sessions.Close()
	if code := c.closed(); code != websocket.CloseServiceRestart {
		t.Errorf("close code %d", code)
	}
}

func TestRestart(t *testing.T) {
	s := newSite(t)
	c := s.open(nil)
	old := <-s.opened
	c.run("a", "stubborn")
	c.until(func(m wire.Message, body any) bool { return m.Type == wire.Input })
	c.send(wire.New(wire.Devices, wire.DevicesBody{Spec: "sim:4"}))
	if state := c.ended("a"); state != wire.RunStopped {
		t.Errorf("the run ended as %s", state)
	}
	b := c.until(func(m wire.Message, body any) bool {
		st, ok := body.(*wire.StatusBody)
		return ok && st.State == wire.Idle
	})
	if got := b.(*wire.StatusBody).Devices[0].Name; got != "Scripted sim:4" {
		t.Errorf("device %s", got)
	}
	c.run("b", "print fresh")
	c.ended("b")
	for deadline := time.Now().Add(patience); !old.Closed(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the old evaluator was not closed")
		}
	}
}
