//go:build unix

package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// Workers of these tests are this test binary: as a worker that follows scripts, or as a liar.

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "worker" {
		if err := work(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "liar" {
		lie(os.Args[2])
	}
	os.Exit(m.Run())
}

func work() error {
	conn, err := net.FileConn(os.NewFile(3, "hub"))
	if err != nil {
		return err
	}
	hub, setup, err := Connect(conn)
	if err != nil {
		return err
	}
	return hub.Serve(jail.Seal(*setup.Jail), session.Merging(openActor, setup.Limits.OutputBytes, nil))
}

// actor follows sessiontest's scripts, and does to its process what begins with "!".
type actor struct{ session.Evaluator }

func openActor(spec string) (session.Evaluator, error) {
	ev, err := sessiontest.Open(spec)
	return actor{ev}, err
}

func (a actor) Run(run session.Run, out session.Output) session.Outcome {
	word, ok := strings.CutPrefix(run.Code, "!")
	if !ok {
		return a.Evaluator.Run(run, out)
	}
	switch word {
	case "pid":
		out.Emit(wire.Result, wire.DisplayBody{Data: wire.Bundle{"text/plain": strconv.Itoa(os.Getpid())}})
	case "burn":
		out.Stream("stdout", "burning\n")
		for {
			runtime.Gosched()
		}
	case "hog":
		var all [][]byte
		for {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			all = append(all, b)
			runtime.KeepAlive(all)
		}
	case "panic":
		go func() { panic("a bug") }()
		select {}
	case "large":
		out.Emit(wire.Display, wire.DisplayBody{Data: wire.Bundle{"text/plain": strings.Repeat("x", wire.MaxEvent)}})
	}
	return session.Outcome{State: wire.RunDone}
}

// newPool returns a pool of this test's workers.
func newPool(t *testing.T, change func(*Options)) *Pool {
	t.Helper()
	self, err := jail.Self()
	if err != nil {
		t.Fatal(err)
	}
	p := &Pool{Options: Options{
		Command: []string{self, "worker"}, Limits: wire.Limits{OutputBytes: 1 << 20},
		Jail: &jail.Limits{Data: 1 << 30}, Sessions: 1, Log: slog.New(slog.DiscardHandler),
	}}
	if change != nil {
		change(&p.Options)
	}
	t.Cleanup(func() {
		p.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.live) > 0 {
			t.Errorf("%d workers are left", len(p.live))
		}
	})
	return p
}

// site is a session and a client that sees all of it.
type site struct {
	*session.Session
	t      *testing.T
	client *session.Client
	seen   []wire.Message
}

func enter(t *testing.T, open session.Opener) *site {
	t.Helper()
	s, err := session.Open("id", "token", "sim:2", session.Config{Open: open}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &site{Session: s, t: t, client: s.Attach(0)}
}

func (s *site) submit(rid, code string) {
	s.t.Helper()
	if err := s.Do(session.Submit{Run: session.Run{RID: rid, Cell: "c-" + rid, Code: code, Lang: "en"}}); err != nil {
		s.t.Fatal(err)
	}
}

// until reads events until one satisfies ok.
func (s *site) until(ok func(wire.Message) bool) wire.Message {
	s.t.Helper()
	for i := 0; ; i++ {
		for ; i < len(s.seen); i++ {
			if ok(s.seen[i]) {
				return s.seen[i]
			}
		}
		s.more()
		i--
	}
}

func (s *site) more() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	batch, err := s.client.Next(ctx)
	if err != nil {
		s.t.Fatalf("%v after %s", err, say(s.seen))
	}
	for _, m := range batch {
		if m.Seq == 0 {
			continue
		}
		if m.Seq != uint64(len(s.seen)+1) {
			s.t.Fatalf("event %d came after %d", m.Seq, len(s.seen))
		}
		s.seen = append(s.seen, m)
		s.client.Ack(m.Seq)
	}
}

// end waits for the end of a run.
func (s *site) end(rid string) wire.ReplyBody {
	s.t.Helper()
	m := s.until(func(m wire.Message) bool { return m.Type == wire.Reply && m.RID == rid })
	var b wire.ReplyBody
	json.Unmarshal(m.Body, &b)
	return b
}

// idle waits until the session has an evaluator of an epoch.
func (s *site) idle(epoch int) {
	s.t.Helper()
	s.until(func(m wire.Message) bool {
		b := status(m)
		return b.State == wire.Idle && b.Epoch == epoch && len(b.Devices) > 0
	})
}

func status(m wire.Message) (b wire.StatusBody) {
	if m.Type == wire.Status {
		json.Unmarshal(m.Body, &b)
	}
	return b
}

// run runs a cell to its end and returns what it printed or showed.
func (s *site) run(rid, code string) string {
	s.t.Helper()
	s.submit(rid, code)
	s.end(rid)
	return s.output(rid)
}

func (s *site) output(rid string) string {
	var text strings.Builder
	for _, m := range s.seen {
		if m.RID != rid {
			continue
		}
		switch body, _ := wire.DecodeBody(m); b := body.(type) {
		case *wire.StreamBody:
			text.WriteString(b.Text)
		case *wire.DisplayBody:
			text.WriteString(b.Data["text/plain"])
		case *wire.LimitBody:
			text.WriteString(b.Kind + ": " + b.Text)
		}
	}
	return text.String()
}

// say writes events in short, streams joined: what merges with what is a matter of time.
func say(events []wire.Message) string {
	var words []string
	for _, m := range events {
		word := m.Type + " " + m.RID + " " + string(m.Body)
		if m.Type == wire.Stream {
			var b wire.StreamBody
			json.Unmarshal(m.Body, &b)
			word = m.RID + " " + b.Name + " " + b.Text
			if n := len(words); n > 0 && strings.HasPrefix(words[n-1], m.RID+" "+b.Name+" ") {
				words[n-1] += b.Text
				continue
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, "\n")
}

// TestWorkersDoAsTheServerItself runs cells here and in a worker and compares the logs.
func TestWorkersDoAsTheServerItself(t *testing.T) {
	pool := newPool(t, nil)
	var logs []string
	for _, open := range []session.Opener{session.Merging(openActor, 1<<20, nil), pool.Open} {
		s := enter(t, open)
		s.run("print", "print hello\nerr careful\nresult 1\nshow it\nclear\nprint 你好")
		s.run("flood", "flood 200000")
		s.run("fail", "print before\nfail ValueError: no")
		s.submit("ask", "input name? ")
		s.until(func(m wire.Message) bool { return m.Type == wire.InputRequest })
		if err := s.Do(session.Answer{RID: "ask", Value: "Ada"}); err != nil {
			t.Fatal(err)
		}
		s.end("ask")
		s.submit("loop", "print looping\nloop")
		s.until(func(m wire.Message) bool { return m.Type == wire.Stream && m.RID == "loop" })
		s.Do(session.Interrupt{RID: "loop"})
		s.end("loop")
		if got := s.Evaluator().Complete("x", 1); len(got.Matches) != 1 || got.Matches[0].Text != "scripted" {
			t.Errorf("completes %v", got)
		}
		if got := s.Evaluator().Diagnose("x"); got.Problems == nil {
			t.Errorf("diagnoses %v", got)
		}
		s.Do(session.Restart{Reason: "asked"})
		s.idle(2)
		s.run("again", "print again")
		s.until(func(m wire.Message) bool { return m.Type == wire.Status && m.Seq > s.lastReply() })
		logs = append(logs, say(s.seen))
	}
	if logs[0] != logs[1] {
		t.Errorf("here:\n%.3000s\n\nin a worker:\n%.3000s", logs[0], logs[1])
	}
}

func (s *site) lastReply() (seq uint64) {
	for _, m := range s.seen {
		if m.Type == wire.Reply {
			seq = m.Seq
		}
	}
	return seq
}

// questions is a cell of whose events the test decides when the next one comes.
const asking = "print one\ninput a?\nresult 2\ninput b?\nerr three\ninput c?\nshow 4\ninput d?"

// TestKilledAtEveryEvent kills the worker when each event of a run has been seen. The log
// goes on without a gap, says what happened, and the next cell runs in another worker.
func TestKilledAtEveryEvent(t *testing.T) {
	pool := newPool(t, func(o *Options) { o.Warm = 1 })
	whole := 0
	for at := 1; whole == 0 || at <= whole; at++ {
		s := enter(t, pool.Open)
		s.run("first", "print first")
		before := len(s.seen)
		s.submit("r", asking)
		killed := false
		for answered := 0; ; {
			if len(s.seen) >= before+at {
				syscall.Kill(s.worker().body.pid(), syscall.SIGKILL)
				killed = true
				break
			}
			s.more()
			asked := 0
			for _, m := range s.seen {
				if m.Type == wire.InputRequest {
					asked++
				}
			}
			if answered < asked && len(s.seen) < before+at {
				s.Do(session.Answer{RID: "r", Value: "x"})
				answered = asked
			}
			if last := s.seen[len(s.seen)-1]; status(last).State == wire.Idle && last.Seq > uint64(before+2) {
				whole = len(s.seen) - before
				break
			}
		}
		if killed {
			s.idle(2)
		}
		s.run("last", "print last")
		if killed {
			s.checkLoss(t, at)
		}
		checkFold(t, s.Session)
		s.Close()
	}
	if whole < 12 {
		t.Errorf("the run has only %d events", whole)
	}
}

// worker is the session's worker.
func (s *site) worker() *process { return s.Evaluator().(*Remote).worker }

// checkLoss wants the log to say once that the worker is gone.
func (s *site) checkLoss(t *testing.T, at int) {
	t.Helper()
	var restarts, ends int
	for _, m := range s.seen {
		if b := status(m); b.State == wire.Restarting {
			restarts++
			if b.Reason != "worker" || b.Epoch != 2 || len(b.Again) == 0 || b.Again[0] != "c-first" {
				t.Errorf("killed at %d: %+v", at, b)
			}
		}
		if m.Type == wire.Reply && m.RID == "r" {
			ends++
		}
	}
	if restarts != 1 || ends != 1 {
		t.Errorf("killed at %d: %d restarts, %d ends of the run\n%s", at, restarts, ends, say(s.seen))
	}
	if !strings.Contains(s.output("last"), "last") {
		t.Errorf("killed at %d: the next cell printed %q", at, s.output("last"))
	}
}

// checkFold wants a client that has seen every event and one that comes late to see the same.
func checkFold(t *testing.T, s *session.Session) {
	t.Helper()
	var state wire.ResetBody
	s.Look(func(st *session.State) { state = st.Snapshot() })
	for _, c := range state.Snapshot.Cells {
		if c.State == wire.RunBusy || c.State == wire.RunQueued || c.Reply == nil {
			t.Errorf("cell %s is still %s", c.Cell, c.State)
		}
	}
}

// lies are what a worker says that it must not.
var lies = map[string]func(conn net.Conn, id uint32, rid string){
	"garbage":            func(c net.Conn, _ uint32, _ string) { c.Write([]byte("\x00\x00\x00\x09nonsense!")) },
	"a frame of the hub": func(c net.Conn, id uint32, _ string) { write(c, id, &closeFrame{}) },
	"an endless frame":   func(c net.Conn, _ uint32, _ string) { c.Write([]byte("\xff\xff\xff\xff")) },
	"a short frame":      func(c net.Conn, _ uint32, _ string) { c.Write([]byte("\x00\x00\x00\x01\x0b")) },
	"another session":    func(c net.Conn, _ uint32, rid string) { write(c, 99, &endedFrame{RID: rid, State: wire.RunDone}) },
	"a status": func(c net.Conn, id uint32, rid string) {
		write(c, id, &eventFrame{rid, wire.Status, json.RawMessage(`{"state":"idle","epoch":9}`)})
	},
	"a body of another shape": func(c net.Conn, id uint32, rid string) {
		write(c, id, &eventFrame{rid, wire.Stream, json.RawMessage(`{"name":7}`)})
	},
	"the end of another run": func(c net.Conn, id uint32, _ string) {
		write(c, id, &endedFrame{RID: "other", State: wire.RunDone})
	},
	"an end that is none": func(c net.Conn, id uint32, rid string) {
		write(c, id, &endedFrame{RID: rid, State: wire.RunQueued})
	},
	"an answer to nothing": func(c net.Conn, id uint32, _ string) { write(c, id, &toldFrame{77, json.RawMessage(`{}`)}) },
	"opened again":         func(c net.Conn, id uint32, _ string) { write(c, id, &openedFrame{}) },
	"closed unasked":       func(c net.Conn, id uint32, _ string) { write(c, id, &closedFrame{}) },
	"ready again":          func(c net.Conn, id uint32, _ string) { write(c, id, &readyFrame{Version: version}) },
	"a flood": func(c net.Conn, id uint32, rid string) {
		for {
			body := json.RawMessage(`{"name":"stdout","text":"` + strings.Repeat("x", 1<<16) + `"}`)
			write(c, id, &eventFrame{"late", wire.Stream, body})
		}
	},
	"silence": func(c net.Conn, _ uint32, _ string) { c.Close(); time.Sleep(time.Hour) },
	"a word and death": func(c net.Conn, id uint32, rid string) {
		write(c, id, &eventFrame{rid, wire.Stream, json.RawMessage(`{"name":"stdout","text":"word"}`)})
		os.Exit(7)
	},
}

func write(c net.Conn, id uint32, f frame) {
	data, err := encode(id, f)
	if err != nil {
		panic(err)
	}
	c.Write(data)
}

// lie is a worker that is honest until its first run.
func lie(what string) {
	f := os.NewFile(3, "hub")
	conn, _ := net.FileConn(f)
	f.Close()
	h, _, err := Connect(conn)
	if err != nil {
		panic(err)
	}
	h.send(0, &readyFrame{Version: version, Report: jail.Report{Limits: true}})
	for {
		id, f, _, err := h.in.next()
		if err != nil {
			os.Exit(0)
		}
		switch f := f.(type) {
		case *openFrame:
			h.send(id, &openedFrame{})
		case *runFrame:
			lies[what](conn, id, f.Run.RID)
		}
	}
}

// TestLiarsEnd lets workers say what they must not. They end, their sessions are told, and
// nobody else notices.
func TestLiarsEnd(t *testing.T) {
	honest := enter(t, newPool(t, nil).Open)
	for what := range lies {
		t.Run(what, func(t *testing.T) {
			pool := newPool(t, func(o *Options) { o.Command = []string{o.Command[0], "liar", what} })
			s := enter(t, pool.Open)
			w := s.worker()
			s.submit("r", "anything")
			if b := s.end("r"); b.State != wire.RunStopped {
				t.Errorf("the run ended as %s", b.State)
			}
			s.until(func(m wire.Message) bool { b := status(m); return b.State == wire.Restarting && b.Reason == "worker" })
			<-w.gone
			want := causeProtocol
			if what == "a word and death" {
				want = causeCrash
				if !strings.HasPrefix(s.output("r"), "word") {
					t.Errorf("what it said before was lost: %q", s.output("r"))
				}
			}
			if w.end.cause != want {
				t.Errorf("it ended as %s", w.end)
			}
			if !strings.Contains(s.output("r"), "killed: The process that ran your cells") {
				t.Errorf("the run says %q", s.output("r"))
			}
		})
	}
	if got := honest.run("r", "print still here"); got != "still here\n" {
		t.Errorf("the neighbour printed %q", got)
	}
}

// TestMemoryIsAWall lets a cell take all it can get: the worker ends, and the learner reads why.
func TestMemoryIsAWall(t *testing.T) {
	s := enter(t, newPool(t, func(o *Options) { o.Jail.Data = 512 << 20 }).Open)
	w := s.worker()
	s.submit("r", "!hog")
	s.end("r")
	<-w.gone
	if w.end.cause != causeMemory || w.end.peak == 0 {
		t.Errorf("it ended as %s", w.end)
	}
	if got := s.output("r"); !strings.Contains(got, "held all the memory it may have (limit 512 MiB, peak ") {
		t.Errorf("the learner reads %q", got)
	}
	s.idle(2)
}

func TestCrashIsOurFault(t *testing.T) {
	s := enter(t, newPool(t, nil).Open)
	w := s.worker()
	s.submit("r", "!panic")
	s.end("r")
	<-w.gone
	if w.end.cause != causeCrash || !strings.Contains(w.end.said, "panic: a bug") {
		t.Errorf("it ended as %s", w.end)
	}
}

// TestIdleWorkerDies kills a worker that runs nothing.
func TestIdleWorkerDies(t *testing.T) {
	s := enter(t, newPool(t, nil).Open)
	s.run("a", "print a")
	s.worker().body.kill()
	s.idle(2)
	if got := s.run("b", "print b"); got != "b\n" {
		t.Errorf("printed %q", got)
	}
}

// TestLargeEventsAreCut sends an event that no frame could hold.
func TestLargeEventsAreCut(t *testing.T) {
	s := enter(t, newPool(t, func(o *Options) { o.Limits.OutputBytes = 0 }).Open)
	if got := s.run("r", "!large"); !strings.HasPrefix(got, "xxx") || len(got) > wire.MaxEvent/2+100 {
		t.Errorf("got %d bytes: %.100q", len(got), got)
	}
}

// sharing is a pool whose workers are shared by two, with a clock that stands still.
func sharing(t *testing.T) (*Pool, *sessiontest.Clock) {
	clock := sessiontest.NewClock()
	return newPool(t, func(o *Options) { o.Sessions, o.Clock = 2, clock }), clock
}

// TestCondemned has a cell that cannot be stopped in a worker of two sessions: nobody new
// comes, and in the end the worker is killed, and the other session reads why.
func TestCondemned(t *testing.T) {
	pool, clock := sharing(t)
	a, b := enter(t, pool.Open), enter(t, pool.Open)
	w := a.worker()
	if b.worker() != w {
		t.Fatal("they do not share")
	}
	b.run("b", "print b")
	a.submit("deaf", "print deaf\ndeaf")
	a.until(func(m wire.Message) bool { return m.Type == wire.Stream })
	a.Do(session.Restart{Reason: "asked"})
	a.idle(2)
	advance(clock, session.KillDelay)
	for condemned := false; !condemned; runtime.Gosched() {
		pool.mu.Lock()
		condemned = pool.seats[0].condemned
		pool.mu.Unlock()
	}
	if c := enter(t, pool.Open); c.worker() == w {
		t.Error("a new session sits in the condemned worker")
	}
	if a.worker() == w {
		t.Error("the session sits where its cell still runs")
	}
	if got := b.run("b2", "print b"); got != "b\n" || b.worker() != w {
		t.Errorf("the neighbour printed %q", got)
	}
	advance(clock, burnWait)
	m := b.until(func(m wire.Message) bool { return status(m).State == wire.Restarting })
	if s := status(m); s.Reason != "neighbour" || !reflect.DeepEqual(s.Again, []string{"c-b", "c-b2"}) {
		t.Errorf("the neighbour is told %+v", s)
	}
	b.idle(2)
}

// advance moves the clock when somebody waits for it.
func advance(c *sessiontest.Clock, d time.Duration) {
	for c.Waiting() == 0 {
		runtime.Gosched()
	}
	c.Advance(d)
}

// TestNeighboursAreLeftAlone closes one of two sessions in a worker.
func TestNeighboursAreLeftAlone(t *testing.T) {
	pool, _ := sharing(t)
	a, b := enter(t, pool.Open), enter(t, pool.Open)
	w := a.worker()
	a.submit("loop", "loop")
	a.until(func(m wire.Message) bool { return m.Type == wire.Input })
	r := a.Evaluator().(*Remote)
	a.Close()
	<-r.closed
	if got := b.run("b", "print b"); got != "b\n" || b.worker() != w {
		t.Errorf("the neighbour printed %q", got)
	}
	b.Close()
	<-w.gone
	if w.end.cause != causeClosed {
		t.Errorf("an empty worker ended as %s", w.end)
	}
}

// TestAStopThatNothingObeys ends with the worker, which has one session.
func TestAStopThatNothingObeys(t *testing.T) {
	pool := newPool(t, nil)
	clock := sessiontest.NewClock()
	ss, err := session.Open("id", "token", "sim:2", session.Config{Open: pool.Open, Clock: clock}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ss.Close)
	s := &site{Session: ss, t: t, client: ss.Attach(0)}
	w := s.worker()
	s.submit("r", "!burn")
	s.until(func(m wire.Message) bool { return m.Type == wire.Stream })
	s.Do(session.Interrupt{RID: "r"})
	advance(clock, session.KillDelay)
	advance(clock, session.KillDelay)
	s.idle(2)
	<-w.gone
	if b := status(s.until(func(m wire.Message) bool { return status(m).State == wire.Restarting })); b.Reason != "killed" {
		t.Errorf("%+v", b)
	}
}

// TestChecksRunAlone checks an exercise: in a process that is not the session's and is gone afterwards.
func TestChecksRunAlone(t *testing.T) {
	pool, _ := sharing(t)
	s := enter(t, pool.Open)
	mine := s.run("mine", "!pid")
	check := func(rid, code string) {
		t.Helper()
		if err := s.Do(session.Submit{Run: session.Run{RID: rid, Cell: "c", Code: code, Lang: "en", Check: &session.Check{Points: 1}}}); err != nil {
			t.Fatal(err)
		}
	}
	check("pid", "!pid")
	s.end("pid")
	if got := s.output("pid"); got == mine || got == "" {
		t.Errorf("the check ran in process %q, the session's is %q", got, mine)
	}
	check("dies", "!panic")
	if b := s.end("dies"); b.State != wire.RunStopped {
		t.Errorf("a check whose process died ended as %s", b.State)
	}
	check("loops", "print loops\nloop")
	s.until(func(m wire.Message) bool { return m.Type == wire.Stream && m.RID == "loops" })
	s.Do(session.Interrupt{RID: "loops"})
	if b := s.end("loops"); b.State != wire.RunStopped {
		t.Errorf("a check that was stopped ended as %s", b.State)
	}
	if got := s.run("mine2", "!pid"); got != mine {
		t.Errorf("the session's process was %q and is %q", mine, got)
	}
	for n := 2; n > 1; runtime.Gosched() {
		pool.mu.Lock()
		n = len(pool.live)
		pool.mu.Unlock()
	}
}

func TestWarmWorkersAreTaken(t *testing.T) {
	pool := newPool(t, func(o *Options) { o.Warm = 1 })
	pool.Heat()
	var warm *process
	for warm == nil {
		pool.mu.Lock()
		if len(pool.warm) == 1 {
			warm = pool.warm[0]
		}
		pool.mu.Unlock()
		runtime.Gosched()
	}
	if s := enter(t, pool.Open); s.worker() != warm {
		t.Error("another worker was started")
	}
}

func TestWorkersAreRefusedThatAreNotSealed(t *testing.T) {
	pool := newPool(t, func(o *Options) { o.Least = jail.Virtual })
	if _, err := pool.Open("sim:2"); err == nil || !strings.Contains(err.Error(), "only at level") {
		t.Errorf("opened with %v", err)
	}
}

// TestDevicesThatAreRefused passes on why a session cannot be opened.
func TestDevicesThatAreRefused(t *testing.T) {
	pool, _ := sharing(t)
	a := enter(t, pool.Open)
	if _, err := pool.Open("none"); err == nil || err.Error() != "no such device: none" {
		t.Errorf("opened with %v", err)
	}
	if got := a.run("a", "print a"); got != "a\n" {
		t.Errorf("the neighbour printed %q", got)
	}
}

// TestNothingIsLeft opens and closes sessions and wants no goroutine to stay.
func TestNothingIsLeft(t *testing.T) {
	pool := newPool(t, nil)
	before := runtime.NumGoroutine()
	for range 3 {
		ev, err := pool.Open("sim:2")
		if err != nil {
			t.Fatal(err)
		}
		ev.Run(session.Run{RID: "r", Code: "print x"}, quiet{})
		ev.Close()
	}
	pool.Close()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}

type quiet struct{}

func (quiet) Stream(string, string) {}
func (quiet) Emit(string, any)      {}
func (quiet) Input(context.Context, wire.InputRequestBody) (string, error) {
	return "", io.EOF
}
