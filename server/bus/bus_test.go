package bus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gputour/server/porttest"
)

// pair is two nodes on each kind of bus there is.
func pair(t *testing.T, test func(t *testing.T, a, b *Bus)) {
	t.Run("embedded", func(t *testing.T) {
		server := Embed()
		t.Cleanup(server.Close)
		test(t, connect(t, Options{Node: "a", Server: server}), connect(t, Options{Node: "b", Server: server}))
	})
	t.Run("nats-server", func(t *testing.T) {
		s := serve(t)
		test(t, connect(t, Options{Node: "a", URL: s.url}), connect(t, Options{Node: "b", URL: s.url}))
	})
}

func connect(t *testing.T, o Options) *Bus {
	t.Helper()
	b, err := Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// process is nats-server, the program.
type process struct {
	url, port string
	args      []string
	cmd       *exec.Cmd
}

// serve starts one, if the machine has it.
func serve(t *testing.T, args ...string) *process {
	t.Helper()
	if _, err := exec.LookPath("nats-server"); err != nil {
		t.Skip("nats-server is not installed")
	}
	port := porttest.Free(t)
	s := &process{url: "nats://127.0.0.1:" + port, port: port, args: args}
	s.start(t)
	t.Cleanup(s.kill)
	return s
}

func (s *process) start(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command("nats-server", append([]string{"-a", "127.0.0.1", "-p", s.port}, s.args...)...)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if c, err := net.Dial("tcp", "127.0.0.1:"+s.port); err == nil {
			c.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("nats-server did not start")
}

func (s *process) kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// dial opens a pipe and takes its other end.
func dial(t *testing.T, a, b *Bus) (near, far *Pipe) {
	t.Helper()
	served := make(chan *Pipe, 1)
	t.Cleanup(b.Listen("echo", func(hello []byte, p *Pipe) {
		if string(hello) != "hi" {
			t.Errorf("hello is %q", hello)
		}
		served <- p
	}))
	near, err := a.Dial(context.Background(), b.Node(), "echo", []byte("hi"))
	if err != nil {
		t.Fatal(err)
	}
	return near, <-served
}

func TestPipe(t *testing.T) {
	pair(t, func(t *testing.T, a, b *Bus) {
		near, far := dial(t, a, b)
		if near.Peer() != "b" || far.Peer() != "a" {
			t.Fatal(near.Peer(), far.Peer())
		}
		for _, end := range []struct {
			bus     *Bus
			out, in int
		}{{a, 1, 0}, {b, 0, 1}} {
			if out, in := end.bus.Pipes(); out != end.out || in != end.in {
				t.Errorf("%s has dialed %d pipes, and %d lead to it", end.bus.Node(), out, in)
			}
		}
		go func() {
			for {
				m, err := far.Receive()
				if err != nil {
					return
				}
				far.Send(m)
			}
		}()
		for _, size := range []int{0, 1, chunk, chunk + 1, window, MessageMost} {
			sent := bytes.Repeat([]byte("x"), size)
			go near.Send(sent)
			if got, err := near.Receive(); err != nil || !bytes.Equal(got, sent) {
				t.Fatalf("%d bytes came back as %d: %v", size, len(got), err)
			}
		}
		near.Send([]byte("one"))
		far.Send([]byte("last words"))
		far.Close(4001, "because")
		for {
			m, err := near.Receive()
			if err == nil {
				continue
			}
			var closed *Closed
			if !errors.As(err, &closed) || *closed != (Closed{4001, "because"}) {
				t.Fatal(m, err)
			}
			break
		}
	})
}

func TestNobody(t *testing.T) {
	pair(t, func(t *testing.T, a, b *Bus) {
		ctx := context.Background()
		if _, err := a.Dial(ctx, "nobody", "echo", nil); !errors.Is(err, ErrUnreachable) {
			t.Error(err)
		}
		if _, err := a.Request(ctx, "nobody", "ask", nil); !errors.Is(err, ErrUnreachable) {
			t.Error(err)
		}
		if _, err := a.Request(ctx, "b", "ask", nil); !errors.Is(err, ErrUnreachable) {
			t.Error(err)
		}
		p, err := a.Dial(ctx, "b", "nothing", nil)
		if err != nil {
			t.Fatal(err)
		}
		var closed *Closed
		if _, err := p.Receive(); !errors.As(err, &closed) || closed.Code != CodeNobody {
			t.Error(err)
		}
		b.Close()
		<-p.link.over // it has said goodbye
		if _, err := a.Dial(ctx, "b", "echo", nil); !errors.Is(err, ErrUnreachable) {
			t.Error(err)
		}
	})
}

// TestLeft: a node that leaves says so to those with whom it has pipes.
func TestLeft(t *testing.T) {
	pair(t, func(t *testing.T, a, b *Bus) {
		near, far := dial(t, a, b)
		b.Close()
		<-near.Done()
		if !errors.Is(near.Err(), ErrUnreachable) || !errors.Is(far.Err(), ErrShut) {
			t.Fatal(near.Err(), far.Err())
		}
	})
}

func TestTopics(t *testing.T) {
	pair(t, func(t *testing.T, a, b *Bus) {
		heard := make(chan string, 8)
		for _, x := range []*Bus{a, b} {
			defer x.Hear("news", func(from string, data []byte) { heard <- fmt.Sprint(x.Node(), " ", from, " ", string(data)) })()
		}
		if err := a.Broadcast("news", []byte("x")); err != nil {
			t.Fatal(err)
		}
		if got := []string{<-heard, <-heard}; !(got[0] == "a a x" && got[1] == "b a x" || got[0] == "b a x" && got[1] == "a a x") {
			t.Error(got)
		}
		defer b.Serve("double", func(_ context.Context, from string, data []byte) ([]byte, error) {
			if len(data) == 0 {
				return nil, errors.New("nothing to double")
			}
			return append(data, data...), nil
		})()
		if got, err := a.Request(context.Background(), "b", "double", []byte("ab")); string(got) != "abab" || err != nil {
			t.Error(string(got), err)
		}
		var failed *Failed
		if _, err := a.Request(context.Background(), "b", "double", nil); !errors.As(err, &failed) || failed.Text != "nothing to double" {
			t.Error(err)
		}
		if _, err := a.Request(context.Background(), "b", "double", make([]byte, 2<<20)); !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
	})
}

// TestSpaces: two classes on one NATS do not meet.
func TestSpaces(t *testing.T) {
	server := Embed()
	defer server.Close()
	a := connect(t, Options{Node: "a", Space: "one", Server: server})
	connect(t, Options{Node: "b", Space: "two", Server: server})
	if _, err := a.Dial(context.Background(), "b", "echo", nil); !errors.Is(err, ErrUnreachable) {
		t.Error(err)
	}
}

// TestServerLost: pipes outlast a server that comes back soon, with all that was sent meanwhile.
func TestServerLost(t *testing.T) {
	s := serve(t)
	a, b := connect(t, Options{Node: "a", URL: s.url}), connect(t, Options{Node: "b", URL: s.url})
	a.silentMost, b.silentMost = time.Hour, time.Hour // a slow machine is not silent
	again := make(chan bool, 1)
	defer a.Reconnected(func() { again <- true })()
	near, far := dial(t, a, b)
	near.Send([]byte("0"))
	if m, err := far.Receive(); string(m) != "0" || err != nil {
		t.Fatal(string(m), err)
	}
	s.kill()
	for i := range 5 {
		near.Send([]byte{byte('1' + i)})
		far.Send([]byte{byte('1' + i)})
	}
	s.start(t)
	<-again
	for i := range 5 {
		for _, p := range []*Pipe{near, far} {
			if m, err := p.Receive(); err != nil || string(m) != string(byte('1'+i)) {
				t.Fatal(i, string(m), err)
			}
		}
	}
}

// TestCredentials: who may not come in is told where, and no secret.
func TestCredentials(t *testing.T) {
	s := serve(t, "--user", "class", "--pass", "secret")
	connect(t, Options{Node: "a", URL: s.url, User: "class", Password: "secret"})
	for _, o := range []Options{
		{Node: "b", URL: s.url},
		{Node: "b", URL: strings.Replace(s.url, "//", "//class:wrong@", 1)},
		{Node: "b", URL: strings.Replace(s.url, "nats://", "class:wrong@", 1)},
		{Node: "b", URL: strings.Replace(s.url, "//", "//class:wrong%zz@", 1)},
		{Node: "b", URL: strings.Replace(s.url, "//", "//class:wr/wrong@", 1)},
		{Node: "b", URL: strings.Replace(s.url, "//", "//class:wrong,wrong@", 1)},
		{Node: "b", URL: ""},
		{Node: "b", URL: "http://127.0.0.1:4222"},
		{Node: "not a name", URL: s.url},
		{Node: "b", Space: "a.b", URL: s.url},
		{Node: "b", URL: "nats://127.0.0.1:1"},
	} {
		b, err := Connect(o)
		if err == nil {
			b.Close()
			t.Errorf("%+v came in", o)
		} else if strings.Contains(err.Error(), "wrong") {
			t.Error(err)
		}
	}
}

func BenchmarkPipe(b *testing.B) {
	server := Embed()
	defer server.Close()
	x, _ := Connect(Options{Node: "a", Server: server})
	y, _ := Connect(Options{Node: "b", Server: server})
	defer x.Close()
	defer y.Close()
	y.Listen("echo", func(_ []byte, p *Pipe) {
		for {
			m, err := p.Receive()
			if err != nil {
				return
			}
			p.Send(m)
		}
	})
	p, err := x.Dial(context.Background(), "b", "echo", nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p.Send(make([]byte, 300))
		p.Receive()
	}
}

// TestPause: a node that stands still is like one that is not there, and then like itself.
func TestPause(t *testing.T) {
	pair(t, func(t *testing.T, a, b *Bus) {
		near, _ := dial(t, a, b)
		resume := b.Pause()
		<-near.Done()
		<-near.link.over
		if _, err := a.Dial(context.Background(), "b", "echo", []byte("hi")); !errors.Is(err, ErrUnreachable) {
			t.Error(err)
		}
		if err := resume(); err != nil {
			t.Fatal(err)
		}
		dial(t, a, b)
	})
}

// TestShut: a node that is shut dials others and is not dialed until it is open.
func TestShut(t *testing.T) {
	server := Embed()
	defer server.Close()
	connect := func(node string, shut bool) *Bus {
		b, err := Connect(Options{Node: node, Server: server, Shut: shut})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		b.Listen("x", func(hello []byte, p *Pipe) { p.Close(0, "") })
		return b
	}
	dial := func(from *Bus, to string) error {
		_, err := from.Dial(t.Context(), to, "x", nil)
		return err
	}
	a, b := connect("a", false), connect("b", true)
	if err := dial(a, "b"); !errors.Is(err, ErrUnreachable) {
		t.Error("a node that is shut is reached:", err)
	}
	if err := dial(b, "a"); err != nil {
		t.Error(err)
	}
	if err := b.Open(); err != nil {
		t.Fatal(err)
	}
	if err := dial(a, "b"); err != nil {
		t.Error(err)
	}
	connect("c", true).Close()
}
