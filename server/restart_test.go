package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/porttest"
)

// TestRestart kills the server in mid-run and starts it again: the browser is still logged in, its session shows all that
// was seen to end, says that names are gone and which cells can be run again, and goes on.
func TestRestart(t *testing.T) {
	data, addr := t.TempDir(), freePort(t)
	cmd, address := program(t, "serve", "--addr", addr, "--data", data)
	jar, _ := cookiejar.New(nil)
	visit(t, jar, address)
	old := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en"}, "")
	old.run("r1", "first", "x = 6 * 7\nopen('kept.txt', 'w').write('still here')\nprint('kept')\nx")
	old.until(wire.Reply)
	old.run("r2", "second", "while True: pass")
	old.until(wire.Input)

	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	program(t, "serve", "--addr", addr, "--data", data)
	page, err := (&http.Client{Jar: jar}).Get("http://" + addr + "/en/lessons/devices")
	if err != nil || page.StatusCode != http.StatusOK {
		t.Fatal("the browser is not logged in any more: ", page, err)
	}
	page.Body.Close()

	again := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en", Token: old.welcome.Token, LastSeq: old.seq, Log: old.welcome.Log}, old.sid)
	if again.sid != old.sid || again.welcome.Log != old.welcome.Log+1 {
		t.Fatalf("session %s of generation %d, want %s going on from %d", again.sid, again.welcome.Log, old.sid, old.welcome.Log)
	}
	snap := again.until(wire.Reset).(*wire.ResetBody).Snapshot
	var said []string
	for _, c := range snap.Cells {
		for _, m := range c.Outputs {
			if m.Type != wire.Names { // is not shown
				said = append(said, m.Type+" "+string(m.Body))
			}
		}
	}
	for i, want := range []string{`stream {"name":"stdout","text":"kept\n"}`, `execute_result`, `limit {"kind":"server"`} {
		if i >= len(said) || !strings.HasPrefix(said[i], want) {
			t.Errorf("output %d of %q does not begin with %q", i, said, want)
		}
	}
	if snap.Epoch != 2 || snap.Status != wire.Idle || !reflect.DeepEqual(snap.Again, []string{"first"}) ||
		snap.Cells[0].State != wire.RunDone || snap.Cells[1].State != wire.RunStopped {
		t.Errorf("the session is %+v", snap)
	}
	again.run("r3", "third", "print(open('kept.txt').read())")
	if out := again.until(wire.Stream).(*wire.StreamBody); out.Text != "still here\n" {
		t.Errorf("the file holds %q", out.Text)
	}
	again.run("r4", "fourth", "x")
	if failed, ok := again.until(wire.Failed).(*wire.ErrorBody); !ok || failed.Name != "NameError" {
		t.Errorf("x is %v, though names are gone", failed)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	return "127.0.0.1:" + porttest.Free(t)
}

func visit(t *testing.T, jar http.CookieJar, address string) {
	t.Helper()
	resp, err := (&http.Client{Jar: jar, Timeout: 20 * time.Second}).Get(address)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	resp.Body.Close()
}

// tab is a page's socket.
type tab struct {
	t       *testing.T
	socket  *websocket.Conn
	sid     string
	welcome wire.WelcomeBody
	seq     uint64
}

func dial(t *testing.T, jar http.CookieJar, addr string, hello wire.HelloBody, sid string) *tab {
	t.Helper()
	u := url.URL{Scheme: "ws", Host: addr, Path: "/ws"}
	d := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: jar}
	socket, _, err := d.Dial(u.String(), http.Header{"Origin": {"http://" + addr}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	socket.SetReadDeadline(time.Now().Add(60 * time.Second))
	p := &tab{t: t, socket: socket}
	m := wire.New(wire.Hello, hello)
	m.SID = sid
	p.send(m)
	p.welcome = *p.until(wire.Welcome).(*wire.WelcomeBody)
	return p
}

func (p *tab) send(m wire.Message) {
	p.t.Helper()
	data, _ := wire.Encode(m)
	if err := p.socket.WriteMessage(websocket.TextMessage, data); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) run(rid, cell, code string) {
	m := wire.New(wire.Execute, wire.ExecuteBody{Code: code, Lang: "en"})
	m.RID, m.Cell = rid, cell
	p.send(m)
}

// until reads up to a message of a type and returns its body.
func (p *tab) until(typ string) any {
	p.t.Helper()
	for {
		_, data, err := p.socket.ReadMessage()
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", typ, err)
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			p.t.Fatal(err)
		}
		if m.SID != "" {
			p.sid = m.SID
		}
		if m.Seq > 0 {
			p.seq = m.Seq
		}
		if m.Type == typ {
			return body
		}
	}
}
