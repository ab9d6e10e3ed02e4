package main

import (
	"archive/zip"
	"bytes"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/server/flags"
)

// TestBackupWhileServing takes a backup and an export of what a server keeps in the middle of a run, and serves the backup.
func TestBackupWhileServing(t *testing.T) {
	dir, addr := t.TempDir(), freePort(t)
	data, copied, file, all := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "backup"), filepath.Join(dir, "all.zip")
	cmd, address := program(t, "serve", "--addr", addr, "--data", data)
	jar, _ := cookiejar.New(nil)
	visit(t, jar, address)
	p := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en"}, "")
	draft := wire.New(wire.Draft, wire.DraftBody{Lesson: "devices", Rev: 1, Code: "x = 'kept'"})
	draft.RID, draft.Cell = "k", "own-1"
	p.send(draft)
	p.until(wire.Drafted)
	p.run("r1", "c", "open('a.txt', 'w').write('data'); print('kept')")
	p.until(wire.Reply)
	p.run("r2", "d", "while True: pass")
	p.until(wire.Input)
	class := func(args ...string) (said string, status int) {
		var out bytes.Buffer
		status = command(append([]string{"class"}, args...), flags.Terminal{In: strings.NewReader(""), Out: &out, Err: &out})
		return out.String(), status
	}
	for _, step := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--data", data, "backup", file}, 0, "a backup of"},
		{[]string{"--data", data, "backup", file}, 1, "exists"},
		{[]string{"--data", data, "export", all}, 0, "a zip of"},
		{[]string{"--data", data, "restore", file}, 1, "another gputour uses this folder"},
		{[]string{"--data", copied, "restore", file}, 0, "The class is in"},
		{[]string{"--data", copied, "restore", file}, 1, "only restored where nothing is kept"},
	} {
		if said, status := class(step.args...); status != step.status || !strings.Contains(said, step.says) {
			t.Errorf("%v: status %d, %s", step.args, status, said)
		}
	}
	z, err := zip.OpenReader(all)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	for _, want := range []string{"people/me/cells/devices/own-1.txt", "people/me/devices.ipynb", "/a.txt"} {
		if !strings.Contains(strings.Join(names, "\n"), want) {
			t.Errorf("the zip has no %s: %q", want, names)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	program(t, "serve", "--addr", addr, "--data", copied)
	again := dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en", Token: p.welcome.Token, LastSeq: p.seq, Log: p.welcome.Log}, p.sid)
	if again.sid != p.sid {
		t.Errorf("another session: %s", again.sid)
	}
	ask := wire.New(wire.Drafts, wire.DraftsBody{Lesson: "devices"})
	ask.RID = "a"
	again.send(ask)
	if b := again.until(wire.DraftsReply).(*wire.DraftsReplyBody); len(b.Drafts) != 1 || b.Drafts[0].Code != "x = 'kept'" {
		t.Errorf("drafts %+v", b)
	}
}
