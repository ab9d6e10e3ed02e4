package main

import (
	"bufio"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
)

// program starts gputour as a process of its own and returns its first address.
func program(t *testing.T, args ...string) (cmd *exec.Cmd, address string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "gputour") // TestMain goes by the name
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 {
			return cmd, strings.TrimSpace(lines.Text()[at:])
		}
	}
	t.Fatal("gputour serve printed no address")
	return nil, ""
}

// TestServe goes the whole way once: the printed address, the cookie, a lesson's page, the
// websocket, a cell that runs, and an orderly end.
func TestServe(t *testing.T) {
	cmd, address := program(t, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir())
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar, Timeout: 20 * time.Second}
	resp, err := browser.Get(address)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	resp.Body.Close()
	u, _ := url.Parse(address)
	origin := "http://" + u.Host
	if resp, err = browser.Get(origin + "/en/lessons/devices"); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	resp.Body.Close()

	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: jar}
	if _, _, err := (&websocket.Dialer{Subprotocols: dial.Subprotocols}).Dial("ws://"+u.Host+"/ws", http.Header{"Origin": {origin}}); err == nil {
		t.Error("the socket opened without the cookie")
	}
	socket, _, err := dial.Dial("ws://"+u.Host+"/ws", http.Header{"Origin": {origin}})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	socket.SetReadDeadline(time.Now().Add(30 * time.Second))
	hello := wire.New(wire.Hello, wire.HelloBody{Lesson: "devices", Lang: "en"})
	run := wire.New(wire.Execute, wire.ExecuteBody{Code: "import torch\ntorch.cuda.device_count()"})
	run.RID, run.Cell = "r", "c"
	for _, m := range []wire.Message{hello, run} {
		data, _ := wire.Encode(m)
		if err := socket.WriteMessage(websocket.TextMessage, data); err != nil {
			t.Fatal(err)
		}
	}
	if got := resultOf(t, socket); got != "2" {
		t.Errorf("the cell shows %q", got)
	}

	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for {
		if _, _, err = socket.ReadMessage(); err != nil {
			break
		}
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) || closed.Code != websocket.CloseServiceRestart {
		t.Errorf("the socket closed with %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// resultOf reads until the run is over and returns its value.
func resultOf(t *testing.T, socket *websocket.Conn) (value string) {
	t.Helper()
	for {
		_, data, err := socket.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			t.Fatal(err)
		}
		switch b := body.(type) {
		case *wire.DisplayBody:
			if m.Type == wire.Result {
				value = b.Data["text/plain"]
			}
		case *wire.ErrorBody:
			t.Fatal(b.Text)
		case *wire.ReplyBody:
			return value
		}
	}
}
