package main

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gputour/engine/wire"
	"gputour/server/keep"
)

// small mounts a file system of 6 MiB, where this user may.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=6m"); err != nil {
		t.Skipf("no file system of a test's own: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// TestFullDisk fills the disk under a server: cells run on, what cannot be kept is refused in words, and when there is room
// again everything is kept.
func TestFullDisk(t *testing.T) {
	data, addr := small(t), freePort(t)
	cmd, address := program(t, "serve", "--addr", addr, "--data", data)
	jar, _ := cookiejar.New(nil)
	visit(t, jar, address)
	p := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en"}, "")
	p.run("r1", "c", "x = 1")
	p.until(wire.Reply)
	draft := func(rid string, rev int64) string {
		m := wire.New(wire.Draft, wire.DraftBody{Lesson: "devices", Rev: rev, Code: strings.Repeat(rid, 64<<10)})
		m.RID, m.Cell = rid, "own-1"
		p.send(m)
		for {
			switch b := p.next().(type) {
			case *wire.DraftedBody:
				return "drafted"
			case *wire.RefusedBody:
				return b.Code
			}
		}
	}
	if got := draft("a", 1); got != "drafted" {
		t.Fatal(got)
	}
	fill, err := os.Create(filepath.Join(data, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 4096); err == nil; {
		_, err = fill.Write(block)
	}
	fill.Close()
	if got := draft("b", 2); got != "store" {
		t.Errorf("a draft on a full disk: %s", got)
	}
	p.run("r2", "c", "print('y' * 100_000)\nx + 1")
	if b := p.until(wire.Keeping).(*wire.KeepingBody); b.Kept {
		t.Error("it is said to be kept")
	}
	if r := p.until(wire.Result).(*wire.DisplayBody); r.Data["text/plain"] != "2" {
		t.Errorf("the cell gave %v", r.Data)
	}
	os.Remove(fill.Name())
	if b := p.until(wire.Keeping).(*wire.KeepingBody); !b.Kept {
		t.Error("it is not kept, though there is room")
	}
	if got := draft("b", 2); got != "drafted" {
		t.Errorf("with room again: %s", got)
	}
	cmd.Process.Kill()
	cmd.Wait()
	program(t, "serve", "--addr", addr, "--data", data)
	again := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en", Token: p.welcome.Token, LastSeq: p.seq, Log: p.welcome.Log}, p.sid)
	snap := again.until(wire.Reset).(*wire.ResetBody).Snapshot
	if len(snap.Cells) != 1 || snap.Cells[0].RID != "r2" || snap.Cells[0].State != wire.RunDone {
		t.Errorf("after a restart %+v", snap)
	}
}

// next reads one message and returns its body.
func (p *tab) next() any {
	p.t.Helper()
	_, data, err := p.socket.ReadMessage()
	if err != nil {
		p.t.Fatal(err)
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		p.t.Fatal(err)
	}
	if m.Seq > 0 {
		p.seq = m.Seq
	}
	return body
}

// TestFoldersThatCannotBeUsed: each is told in words, with what to do, before anything is served.
func TestFoldersThatCannotBeUsed(t *testing.T) {
	used, addr := t.TempDir(), freePort(t)
	_, address := program(t, "serve", "--addr", addr, "--data", used)
	damaged := t.TempDir()
	junk := append([]byte("SQLite format 3\x00"), make([]byte, 64<<10)...)
	if err := os.WriteFile(filepath.Join(damaged, keep.StoreFile), junk, 0o600); err != nil {
		t.Fatal(err)
	}
	folders := map[string]string{
		used:    "another gputour uses this folder",
		damaged: "gputour class --data " + damaged + " restore",
		filepath.Join(damaged, keep.StoreFile, "below"): "not a directory",
	}
	fixed := small(t)
	if err := unix.Mount("", fixed, "", unix.MS_REMOUNT|unix.MS_RDONLY, "size=6m"); err != nil {
		t.Fatal(err)
	}
	folders[fixed] = "read-only file system"
	self, _ := os.Executable()
	name := filepath.Join(t.TempDir(), "gputour")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	for dir, want := range folders {
		for _, what := range []string{"serve", "classroom"} {
			out, err := exec.Command(name, what, "--addr", "127.0.0.1:0", "--data", dir).CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) || !strings.Contains(string(out), "--data") || strings.Contains(string(out), "goroutine") {
				t.Errorf("%s --data %s: %v, %s", what, dir, err, out)
			}
		}
	}
	if resp, err := http.Get(strings.Split(address, "/login")[0] + "/healthz"); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("the server that has the folder: %v, %v", resp, err)
	}
}
