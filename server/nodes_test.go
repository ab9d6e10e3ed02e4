//go:build linux

package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/flags"
	"gputour/server/store/postgres/postgrestest"
)

// TestNodes is nodes as processes, on PostgreSQL and NATS as they are installed: a database is one program's unless all are nodes; a
// node's program is replaced while a cell runs that is watched through another node.
func TestNodes(t *testing.T) {
	if os.Getenv("THOROUGH") == "" {
		t.Skip("leases are waited for: THOROUGH=1; server/clustertest has the short form")
	}
	db := postgrestest.Start(t)
	refused := func(want string, args ...string) {
		t.Helper()
		var errs strings.Builder
		status := command(append([]string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--isolate", "off", "--db", db}, args...), flags.Terminal{In: nil, Out: io.Discard, Err: &errs})
		if status != flags.Misuse || !strings.Contains(errs.String(), want) {
			t.Errorf("status %d: %s", status, errs.String())
		}
	}
	alone := serveClass(t, "--db", db, "--isolate", "off", "--code", "K7P4MQ", "--join", "open")
	refused("another gputour uses this database", "--node", "x")
	alone.cmd.Process.Kill()
	alone.cmd.Wait()

	bus := serveNATS(t)
	_, web, _ := net.SplitHostPort(freePort(t))
	node := func(name, host string) *served {
		s := serveClass(t, "--db", db, "--cluster", bus, "--node", name, "--addr", host+":"+web, "--isolate", "auto")
		s.origin = "http://" + host + ":" + web
		return s
	}
	a := node("a", "127.0.0.1") // it waits for the end of the lease of the one that was killed
	b := node("b", "127.0.0.2")
	refused("another program has this name", "--cluster", bus, "--node", "a")
	refused("end it, or start all of them with --cluster")

	ann := a.pupil()
	if status := ann.post("/join", "code", "K7P4MQ", "name", "Ann"); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	_, m, welcome, err := ann.socket("", "")
	if err != nil {
		t.Fatal(err)
	}
	from, _ := url.Parse(a.origin)
	to, _ := url.Parse(b.origin)
	ann.client.Jar.SetCookies(to, ann.client.Jar.Cookies(from))
	far := &pupil{b, ann.client}
	socket, _, _, err := far.socket(m.SID, welcome.Token)
	if err != nil {
		t.Fatal(err)
	}
	run := wire.New(wire.Execute, wire.ExecuteBody{Code: "import time\nfor i in range(60):\n    print(i)\n    time.sleep(0.05)\nx = 7"})
	run.RID, run.Cell = "r", "c"
	say(t, socket, run)
	awaited(t, socket, wire.Stream)
	if u := upgraded(t, a.cmd, a.data, ""); u.Error != "" {
		t.Fatal(u.Error)
	}
	if code := closedWith(t, socket); code != websocket.CloseServiceRestart {
		t.Errorf("closed with %d", code)
	}
	again, m2, _, err := far.socket(m.SID, welcome.Token)
	if err != nil || m2.SID != m.SID {
		t.Fatal(m2, err)
	}
	if body := awaited(t, again, wire.Reply).(*wire.ReplyBody); body.State != wire.RunDone {
		t.Errorf("the run ended as %s", body.State)
	}
	run = wire.New(wire.Execute, wire.ExecuteBody{Code: "print(x)"})
	run.RID, run.Cell = "s", "d"
	say(t, again, run)
	if body := awaited(t, again, wire.Stream).(*wire.StreamBody); body.Text != "7\n" {
		t.Errorf("the name is %q", body.Text)
	}

	a.cmd.Process.Signal(syscall.SIGTERM) // nothing runs: it goes at once
	if code := closedWith(t, again); code != websocket.CloseServiceRestart {
		t.Errorf("closed with %d", code)
	}
	back, m3, _, err := far.socket(m.SID, welcome.Token)
	if err != nil || m3.SID != m.SID {
		t.Fatal(m3, err)
	}
	if body := awaited(t, back, wire.Reset).(*wire.ResetBody); body.Snapshot.Reason != "put-away" || len(body.Snapshot.Cells) != 2 {
		t.Errorf("%+v", body.Snapshot)
	}
	if err := a.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// serveNATS starts a server and returns its address; a machine without the program skips the test.
func serveNATS(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("nats-server"); err != nil {
		t.Skip(err)
	}
	address := freePort(t)
	host, port, _ := net.SplitHostPort(address)
	nats := exec.Command("nats-server", append([]string{"-a", host, "-p", port}, args...)...)
	if err := nats.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nats.Process.Kill(); nats.Wait() })
	for range 200 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "nats://" + address
}

func say(t *testing.T, socket *websocket.Conn, m wire.Message) {
	t.Helper()
	data, err := wire.Encode(m)
	if err == nil {
		err = socket.WriteMessage(websocket.TextMessage, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// hear reads until a message of a type comes.
func awaited(t *testing.T, socket *websocket.Conn, typ string) any {
	t.Helper()
	for {
		_, data, err := socket.ReadMessage()
		if err != nil {
			t.Fatalf("before %s: %v", typ, err)
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			t.Fatal(err)
		}
		if m.Type == typ {
			return body
		}
	}
}
