//go:build unix

package far

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/server/bus"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// Workers of these tests are this test binary, which follows sessiontest's scripts.

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "worker" {
		if err := work(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func work() error {
	conn, err := net.FileConn(os.NewFile(3, "hub"))
	if err != nil {
		return err
	}
	hub, setup, err := worker.Connect(conn)
	if err != nil {
		return err
	}
	open := func(spec string) (session.Evaluator, error) { return sessiontest.Open(cmp.Or(spec, setup.Devices)) }
	return hub.Serve(jail.Report{Limits: true}, session.Merging(open, setup.Limits.OutputBytes, nil))
}

var quiet = slog.New(slog.DiscardHandler)

// network is a bus with a node on it.
type network struct {
	t      *testing.T
	server *bus.Server
	hosts  *Hosts
	pool   *worker.Pool
}

func newNetwork(t *testing.T, only bool) *network {
	server := bus.Embed()
	t.Cleanup(server.Close)
	n := &network{t: t, server: server}
	n.hosts = &Hosts{Bus: n.connect("node"), Build: "b1", Only: only, Log: quiet, Now: time.Now}
	n.hosts.Bound(1, jail.Limited)
	t.Cleanup(n.hosts.Listen())
	o := options(t)
	o.Away = n.hosts
	n.pool = &worker.Pool{Options: o}
	t.Cleanup(n.pool.Close)
	return n
}

func options(t *testing.T) worker.Options {
	self, err := jail.Self()
	if err != nil {
		t.Fatal(err)
	}
	return worker.Options{Command: []string{self, "worker"}, Limits: wire.Limits{OutputBytes: 1 << 20}, Sessions: 1, Log: quiet}
}

func (n *network) connect(name string) *bus.Bus {
	b, err := bus.Connect(bus.Options{Node: Name(name), Space: Space, Server: n.server})
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(b.Close)
	return b
}

// lender is a host that runs.
type lender struct {
	*Host
	leave, end func()
	left       chan struct{}
}

// lend starts a host, and returns when the node knows it.
func (n *network) lend(name, build string, most int) *lender {
	return n.lendCards(name, build, most, 0)
}

// lendCards starts a host that has cards, too.
func (n *network) lendCards(name, build string, most, cards int) *lender {
	h := &Host{Bus: n.connect(name), Name: name, Build: build, Level: jail.Limited, Most: most, Log: quiet}
	h.Cards = Cards{Count: cards, Name: "Card of " + name, Simulated: true, Start: func(on []int, ask worker.Ask) (*worker.Lent, error) {
		o := options(n.t)
		o.Limits, o.Devices = ask.Limits, fmt.Sprint("cards ", on)
		return o.Lend(ask.Warm)
	}}
	o := options(n.t)
	h.Start = func(ask worker.Ask) (*worker.Lent, error) {
		o := o
		o.Limits = ask.Limits
		return o.Lend(ask.Warm)
	}
	leave, asked := context.WithCancel(context.Background())
	patience, end := context.WithCancel(context.Background())
	l := &lender{h, asked, end, make(chan struct{})}
	go func() {
		defer close(l.left)
		h.Run(leave, patience)
	}()
	n.t.Cleanup(func() { asked(); end(); <-l.left })
	n.until("it hears of "+name, func(all map[string]host) bool { _, ok := all[h.Bus.Node()]; return ok })
	return l
}

// until waits for what a node knows.
func (n *network) until(what string, ok func(map[string]host) bool) {
	n.t.Helper()
	for late := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		n.hosts.mu.Lock()
		done := ok(n.hosts.known)
		n.hosts.mu.Unlock()
		if done {
			return
		}
		if time.Now().After(late) {
			n.t.Fatalf("%s: not yet", what)
		}
	}
}

func (l *lender) workers() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.lent)
}

// student is a session and a client that sees all of it.
type student struct {
	*session.Session
	t      *testing.T
	client *session.Client
	seen   []wire.Message
}

func (n *network) enter() *student {
	n.t.Helper()
	s, err := session.Open("id", "token", "sim:2", session.Config{Open: n.pool.Open}, nil)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(s.Close)
	return &student{Session: s, t: n.t, client: s.Attach(0)}
}

// until reads events, which have to be numbered without a gap.
func (s *student) until(ok func(wire.Message) bool) wire.Message {
	s.t.Helper()
	for at := 0; ; at++ {
		for at == len(s.seen) {
			ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
			batch, err := s.client.Next(ctx)
			cancel()
			if err != nil {
				s.t.Fatalf("%v after %d events", err, len(s.seen))
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
		if ok(s.seen[at]) {
			return s.seen[at]
		}
	}
}

func (s *student) submit(rid, code string) {
	s.t.Helper()
	if err := s.Do(session.Submit{Run: session.Run{RID: rid, Cell: "c-" + rid, Code: code, Lang: "en"}}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *student) prints(rid, text string) {
	s.t.Helper()
	s.until(func(m wire.Message) bool {
		return m.RID == rid && m.Type == wire.Stream && strings.Contains(string(m.Body), text)
	})
}

func (s *student) end(rid string) wire.RunState {
	s.t.Helper()
	m := s.until(func(m wire.Message) bool { return m.Type == wire.Reply && m.RID == rid })
	var b wire.ReplyBody
	json.Unmarshal(m.Body, &b)
	return b.State
}

// says reports whether any event has a text.
func (s *student) says(text string) bool {
	for _, m := range s.seen {
		if strings.Contains(string(m.Body), text) {
			return true
		}
	}
	return false
}

// TestASessionOnAHost prints there, is stopped, and goes on elsewhere when the host leaves.
func TestASessionOnAHost(t *testing.T) {
	n := newNetwork(t, true)
	a := n.lend("a", "b1", 4)
	s := n.enter()
	if pids := n.pool.PIDs(); len(pids) != 0 || a.workers() != 1 {
		t.Fatalf("workers here: %v, there: %d", pids, a.workers())
	}
	s.submit("r1", "print hello\nflood 3000")
	if state := s.end("r1"); state != wire.RunDone || !s.says("hello") || !s.says("2999") {
		t.Errorf("r1 is %s", state)
	}
	s.submit("r2", "print on\nloop")
	s.prints("r2", "on")
	s.Do(session.Interrupt{})
	if state := s.end("r2"); state != wire.RunStopped {
		t.Errorf("r2 is %s", state)
	}
	b := n.lend("b", "b1", 4)
	s.submit("r3", "print on\nloop")
	s.prints("r3", "on")
	a.leave()
	n.until("a leaves", func(all map[string]host) bool { _, ok := all[a.Bus.Node()]; return !ok })
	if a.workers() != 1 {
		t.Error("a host that leaves has ended a worker in which something runs")
	}
	a.end()
	if state := s.end("r3"); state != wire.RunStopped {
		t.Errorf("r3 is %s", state)
	}
	s.submit("r4", "print again")
	if state := s.end("r4"); state != wire.RunDone || !s.says("The machine that ran your cells has left") || b.workers() != 1 {
		t.Errorf("r4 is %s, with %d workers at b", state, b.workers())
	}
	<-a.left
	s.Close()
	n.until("b has its place back", func(all map[string]host) bool { return all[b.Bus.Node()].Taken == 0 })
}

// TestAHostIsLost is one whose bus ends without its workers having been asked.
func TestAHostIsLost(t *testing.T) {
	n := newNetwork(t, true)
	a := n.lend("a", "b1", 4)
	s := n.enter()
	s.submit("r1", "print on\nloop")
	s.prints("r1", "on")
	b := n.lend("b", "b1", 4)
	a.Bus.Close()
	if state := s.end("r1"); state != wire.RunStopped {
		t.Errorf("r1 is %s", state)
	}
	s.submit("r2", "print again")
	if state := s.end("r2"); state != wire.RunDone || b.workers() != 1 {
		t.Errorf("r2 is %s, with %d workers at b", state, b.workers())
	}
	for late := time.Now().Add(20 * time.Second); a.workers() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("a worker outlives the bus of its host")
		}
	}
}

// TestPlaces is where workers are started: here while there is room, on hosts that have some, and here after all.
func TestPlaces(t *testing.T) {
	n := newNetwork(t, false)
	other := n.lend("old", "b0", 9)
	a := n.lend("a", "b1", 1)
	for i, want := range []struct{ here, there int }{{1, 0}, {1, 1}, {2, 1}} {
		n.enter()
		if here, there := len(n.pool.PIDs()), a.workers(); here != want.here || there != want.there {
			t.Errorf("session %d: %d workers here and %d there", i, here, there)
		}
	}
	if other.workers() > 0 {
		t.Error("a host of another build has a worker")
	}
	_, err := n.hosts.open(host{room: room{Name: "old"}, node: other.Bus.Node()}, hello{Build: "b1"})
	var refused *bus.Closed
	if !errors.As(err, &refused) || refused.Code != codeBuild {
		t.Errorf("a host of another build says %v", err)
	}
	if _, err = n.hosts.open(host{room: room{Name: "a"}, node: a.Bus.Node()}, hello{Build: "b1"}); !errors.As(err, &refused) || refused.Code != codeFull {
		t.Errorf("a host without room says %v", err)
	}
	n.hosts.Only = true
	var full *session.Full
	if _, err := n.pool.Open("sim:2"); !errors.Is(err, ErrNoRoom) || !errors.As(err, &full) || full.Of != session.OfMachines {
		t.Errorf("nowhere: %v", err)
	}
}

func TestChoose(t *testing.T) {
	now := time.Unix(1e9, 0)
	at := func(name, build string, level jail.Level, most, taken int, ago time.Duration) host {
		return host{room: room{Name: name, Build: build, Level: level, Most: most, Taken: taken}, node: name, heard: now.Add(-ago)}
	}
	all := []host{
		at("half", "b", jail.Sealed, 4, 2, 0), at("third", "b", jail.Sealed, 9, 3, time.Second), at("full", "b", jail.Sealed, 2, 2, 0),
		at("old", "a", jail.Sealed, 9, 0, 0), at("open", "b", jail.Limited, 9, 0, 0), at("gone", "b", jail.Sealed, 9, 0, time.Minute),
	}
	var names []string
	for _, h := range choose(all, now, "b", jail.Sealed) {
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "third half" {
		t.Errorf("chosen: %s", got)
	}
}

// FuzzHeard has no host say anything that harms a node.
func FuzzHeard(f *testing.F) {
	f.Add([]byte(`{"name":"a","build":"b","level":2,"most":1,"taken":-1}`))
	f.Add([]byte(`{"most":9223372036854775807,"taken":9223372036854775806}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h := &Hosts{Build: "b", Log: quiet, Now: time.Now}
		h.heard("a", data)
		for _, x := range choose([]host{h.known["a"], {room: room{Build: "b", Most: 2}, heard: time.Now()}}, time.Now(), "b", 0) {
			if x.Taken >= x.Most || x.Most <= 0 || x.Taken < 0 {
				t.Errorf("chosen: %+v", x)
			}
		}
	})
}

// TestWaiting has a session wait for a host that comes late.
func TestWaiting(t *testing.T) {
	n := newNetwork(t, true)
	n.hosts.Wait = time.Minute
	opened := make(chan error)
	go func() {
		ev, err := n.pool.Open("sim:2")
		if err == nil {
			ev.Close()
		}
		opened <- err
	}()
	n.lend("other", "b0", 1)
	n.lend("a", "b1", 1)
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// TestNoHostIsLeft: a session whose machine has gone says that there is none, and goes on with the first that joins.
func TestNoHostIsLeft(t *testing.T) {
	n := newNetwork(t, true)
	a := n.lend("a", "b1", 1)
	s := n.enter()
	s.submit("r1", "print on\nloop")
	s.prints("r1", "on")
	a.leave()
	a.end()
	if state := s.end("r1"); state != wire.RunStopped {
		t.Errorf("r1 is %s", state)
	}
	s.until(func(m wire.Message) bool {
		return m.Type == wire.Status && strings.Contains(string(m.Body), `"reason":"machines"`)
	})
	s.submit("r2", "print too early")
	if state := s.end("r2"); state != wire.RunAborted {
		t.Errorf("r2 is %s", state)
	}
	n.lend("b", "b1", 1)
	s.submit("r3", "print again")
	if state := s.end("r3"); state != wire.RunDone || !s.says("again") {
		t.Errorf("r3 is %s", state)
	}
}

// TestAnotherBuild: a host that a node does not use reads why in its own log.
func TestAnotherBuild(t *testing.T) {
	n := newNetwork(t, true)
	said := make(chan string, 10)
	log := slog.New(slog.NewTextHandler(lines(said), nil))
	for _, c := range []struct {
		build string
		level jail.Level
		want  string
	}{{"b0", jail.Limited, "install the same gputour"}, {"b1", jail.InProcess, "gputour doctor says what is missing"}} {
		h := &Host{Bus: n.connect("x"), Name: "x", Build: c.build, Level: c.level, Most: 1, Log: log}
		leave, asked := context.WithCancel(context.Background())
		left := make(chan struct{})
		go func() { defer close(left); h.Run(leave, leave) }()
		for text := range said {
			if strings.Contains(text, "level=WARN") {
				if !strings.Contains(text, c.want) {
					t.Errorf("it reads %s", text)
				}
				break
			}
		}
		asked()
		<-left
	}
}

// lines is a writer of a log.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	select {
	case l <- string(b):
	default:
	}
	return len(b), nil
}

// TestFrozen has the program replaced: what runs elsewhere ends, and nothing of it is handed over.
func TestFrozen(t *testing.T) {
	n := newNetwork(t, true)
	a := n.lend("a", "b1", 4)
	s := n.enter()
	s.submit("r1", "print on\nloop")
	s.prints("r1", "on")
	if err := n.pool.Freeze(); err != nil {
		t.Fatal(err)
	}
	if seat := worker.SeatOf(session.Unwrap(s.Evaluator())); seat != nil {
		t.Errorf("a seat elsewhere: %s", seat)
	}
	if all, err := n.pool.Carry(); err != nil || len(all.Workers) > 0 {
		t.Errorf("%d workers are carried: %v", len(all.Workers), err)
	}
	n.until("it has its place back", func(all map[string]host) bool { return all[a.Bus.Node()].Taken == 0 })
	n.pool.Thaw() // it was none, after all
	if state := s.end("r1"); state != wire.RunStopped {
		t.Errorf("r1 is %s", state)
	}
	s.submit("r2", "print again")
	if state := s.end("r2"); state != wire.RunDone {
		t.Errorf("r2 is %s", state)
	}
}
