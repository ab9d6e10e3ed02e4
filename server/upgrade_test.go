//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gputour/engine/wire"
	"gputour/server/folder"
)

// upgraded asks a server for an upgrade and waits for how that went.
func upgraded(t *testing.T, cmd *exec.Cmd, dir, program string) folder.Upgrade {
	t.Helper()
	before, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Wish(dir, program); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGHUP)
	for late := time.Now().Add(60 * time.Second); time.Now().Before(late); time.Sleep(5 * time.Millisecond) {
		if s, err := folder.Read(dir); err == nil && s.Upgrade != nil && (before.Upgrade == nil || s.Upgrade.Number > before.Upgrade.Number) {
			return *s.Upgrade
		}
	}
	t.Fatal("no upgrade in a minute")
	return folder.Upgrade{}
}

// linesOf reads the lines that a cell prints, over as many sockets as it takes, until it prints the last of them.
func (p *tab) linesUntil(last string) (all string) {
	p.t.Helper()
	for !strings.HasSuffix(all, last) {
		all += p.until(wire.Stream).(*wire.StreamBody).Text
	}
	return all
}

// closedWith reads until the socket closes and returns the text printed until then, and the code.
func (p *tab) closedWith() (printed string, err error) {
	for {
		_, data, err := p.socket.ReadMessage()
		if err != nil {
			return printed, err
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			p.t.Fatal(err)
		}
		if m.Seq > 0 {
			p.seq = m.Seq
		}
		if s, ok := body.(*wire.StreamBody); ok {
			printed += s.Text
		}
	}
}

// TestUpgrade replaces the program of a server in the middle of loops that print, of one that waits for an answer, and of a
// queue: nobody but the sockets takes notice.
func TestUpgrade(t *testing.T) {
	data, addr := t.TempDir(), freePort(t)
	cmd, address := program(t, "serve", "--addr", addr, "--data", data, "--per-worker", "2")
	jar, _ := cookiejar.New(nil)
	visit(t, jar, address)
	self := cmd.Path
	open := func(old *tab) *tab {
		hello, sid := wire.HelloBody{Lesson: "devices", Lang: "en"}, ""
		if old != nil {
			hello.Token, hello.LastSeq, hello.Log, sid = old.welcome.Token, old.seq, old.welcome.Log, old.sid
		}
		return dial(t, jar, addr, hello, sid)
	}
	const loop = "import time\nfor i in range(200):\n    print(i)\n    time.sleep(0.01)\n"
	loops := []*tab{open(nil), open(nil), open(nil)}
	for i, p := range loops {
		p.run(fmt.Sprint("loop", i), "c", loop)
		p.run(fmt.Sprint("next", i), "d", "i + 1")
	}
	asks := open(nil)
	asks.run("q", "c", "x = input('name? ')\nprint('hello', x)")
	asks.until(wire.InputRequest)
	idle := open(nil)
	idle.run("n", "c", "kept = 42")
	idle.until(wire.Reply)
	printed := make([]string, len(loops))
	for i, p := range loops {
		printed[i] = p.linesUntil("\n")
	}

	for _, wrong := range []struct{ program, content, want string }{
		{"/nowhere/gputour", "", "no such file"},
		{filepath.Join(t.TempDir(), "noise"), "#!/bin/sh\necho hello\n", "another program"},
		{filepath.Join(t.TempDir(), "old"), "#!/bin/sh\necho 'its table has another version' >&2\nexit 1\n", "another version"},
	} {
		if wrong.content != "" {
			if err := os.WriteFile(wrong.program, []byte(wrong.content), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if u := upgraded(t, cmd, data, wrong.program); !strings.Contains(u.Error, wrong.want) || u.To != "" {
			t.Errorf("an upgrade to %s: %+v", wrong.program, u)
		}
	}

	u := upgraded(t, cmd, data, self)
	if u.Error != "" || u.Running != 4 || u.Sessions != 5 {
		t.Fatalf("upgrade %+v", u)
	}
	var want strings.Builder
	for i := range 200 {
		fmt.Fprintln(&want, i)
	}
	for i, p := range loops {
		more, err := p.closedWith()
		if !strings.Contains(err.Error(), "1012") {
			t.Errorf("the socket was closed with %v", err)
		}
		printed[i] += more
		again := open(p)
		if again.sid != p.sid || again.welcome.Log != p.welcome.Log || again.welcome.Epoch != p.welcome.Epoch {
			t.Errorf("another session: %+v after %+v", again.welcome, p.welcome)
		}
		printed[i] += again.linesUntil("199\n")
		if printed[i] != want.String() {
			t.Errorf("loop %d printed %d bytes, want %d:\n%s", i, len(printed[i]), want.Len(), printed[i])
		}
		if r := again.until(wire.Result).(*wire.DisplayBody); r.Data["text/plain"] != "200" {
			t.Errorf("the run behind it gave %v", r.Data)
		}
	}
	asks.closedWith()
	asks = open(asks)
	answer := wire.New(wire.InputReply, wire.InputReplyBody{Value: "Ann"})
	answer.RID = "q"
	asks.send(answer)
	asks.linesUntil("hello Ann\n")
	idle.closedWith()
	idle = open(idle)
	idle.run("m", "c", "kept")
	if r := idle.until(wire.Result).(*wire.DisplayBody); r.Data["text/plain"] != "42" {
		t.Errorf("names are gone: %v", r.Data)
	}

	// Once more, and what runs is stopped by the hub after next.
	idle.run("forever", "c", "while True: pass")
	idle.until(wire.Input)
	if u := upgraded(t, cmd, data, self); u.Error != "" || u.Running != 1 {
		t.Fatalf("second upgrade %+v", u)
	}
	idle.closedWith()
	idle = open(idle)
	stop := wire.New(wire.Interrupt, wire.InterruptBody{})
	stop.RID = "forever"
	idle.send(stop)
	for {
		if b := idle.until(wire.Reply).(*wire.ReplyBody); b.State == wire.RunStopped {
			break
		}
	}
	// A program that says it could and then cannot: all go on, only the sockets have to come back.
	liar := filepath.Join(t.TempDir(), "liar")
	script := "#!/bin/sh\ncat > /dev/null\nif [ -e $0.asked ]; then echo no, after all >&2; exit 1; fi\ntouch $0.asked\necho gputour can take over\n"
	if err := os.WriteFile(liar, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	idle.run("last", "c", loop)
	idle.until(wire.Input)
	if u := upgraded(t, cmd, data, liar); !strings.Contains(u.Error, "no, after all") {
		t.Errorf("an upgrade to a liar: %+v", u)
	}
	text, _ := idle.closedWith()
	idle = open(idle)
	if text += idle.linesUntil("199\n"); text != want.String() {
		t.Errorf("after an upgrade that failed the loop printed %q", text)
	}
	if s, err := folder.Read(data); err != nil || s.PID != cmd.Process.Pid {
		text, _ := json.Marshal(s)
		t.Errorf("the folder says %s, %v", text, err)
	}
}

// TestUpgradeOfAClass puts another build of the program into the place of the one that serves 300 sockets and 30 running cells.
func TestUpgradeOfAClass(t *testing.T) {
	if os.Getenv("THOROUGH") == "" {
		t.Skip("two builds of the program: THOROUGH=1")
	}
	dir := t.TempDir()
	builds, versions := map[string]string{}, map[string]string{}
	for name, released := range map[string]string{"one": "", "two": "yes"} {
		builds[name] = filepath.Join(dir, name)
		flags := "-s -w -X gputour/server/version.released=" + released
		if out, err := exec.Command("go", "build", "-ldflags", flags, "-o", builds[name], ".").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		said, err := exec.Command(builds[name], "version").Output()
		if err != nil {
			t.Fatal(err)
		}
		versions[name] = strings.Fields(string(said))[1]
	}
	if versions["one"] == versions["two"] {
		t.Fatalf("both builds call themselves %s", versions["one"])
	}
	data, addr := t.TempDir(), freePort(t)
	cmd := exec.Command(builds["one"], "serve", "--addr", addr, "--data", data, "--sessions", "0", "--visitor-sessions", "0", "--per-worker", "16", "--expected-memory", "1KiB")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	jar, _ := cookiejar.New(nil)
	text := make([]byte, 4096)
	n, _ := out.Read(text)
	at := strings.Index(string(text[:n]), "http://")
	visit(t, jar, strings.Fields(string(text[at:n]))[0])
	const sockets, running = 300, 30
	tabs := make([]*tab, sockets)
	for i := range tabs {
		tabs[i] = dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en"}, "")
		if i < running {
			tabs[i].run("r", "c", "import time\nfor i in range(200):\n    print(i)\n    time.sleep(0.05)\n")
			tabs[i].until(wire.Input)
		}
	}
	printed, read := make([]string, sockets), make(chan int, sockets)
	for i, p := range tabs {
		go func() {
			printed[i], _ = p.closedWith()
			read <- i
		}()
	}
	began := time.Now()
	var came sync.WaitGroup
	var mu sync.Mutex
	if err := folder.Wish(data, builds["two"]); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGHUP)
	for range tabs {
		i := <-read
		came.Go(func() {
			p := tabs[i]
			again := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en", Token: p.welcome.Token, LastSeq: p.seq, Log: p.welcome.Log}, p.sid)
			mu.Lock()
			defer mu.Unlock()
			if again.sid != p.sid || again.welcome.Server != versions["two"] {
				t.Errorf("session %s of %s after %s", again.sid, again.welcome.Server, p.sid)
			}
			tabs[i] = again
		})
	}
	came.Wait()
	back := time.Since(began)
	var want strings.Builder
	for i := range 200 {
		fmt.Fprintln(&want, i)
	}
	for i := range running {
		if printed[i] += tabs[i].linesUntil("199\n"); printed[i] != want.String() {
			t.Errorf("loop %d printed %d bytes, want %d", i, len(printed[i]), want.Len())
		}
	}
	state, err := folder.Read(data) // the loops have ended: it was told long ago
	if err != nil || state.Upgrade == nil || state.Upgrade.From != versions["one"] || state.Upgrade.To != versions["two"] || state.PID != cmd.Process.Pid {
		t.Fatalf("the folder says %+v, %v", state, err)
	}
	t.Logf("%d sockets and %d running cells: nobody listens for %d ms, all are back after %v", sockets, running, state.Upgrade.MS, back.Round(time.Millisecond))
}
