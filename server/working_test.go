//go:build linux

package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store/postgres/postgrestest"
)

// TestWorkersElsewhere is a node and a machine for workers as processes: cells run on the machine, and it leaves while one does.
func TestWorkersElsewhere(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"say where the NATS is", []string{"worker"}},
		{"--workers must not be negative", []string{"worker", "--workers=-1"}},
		{"--workers remote needs --cluster", []string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--workers", "remote"}},
		{"--isolate off", []string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--workers", "remote", "--isolate", "off"}},
	} {
		var errs strings.Builder
		if status := command(c.args, terminal{nil, io.Discard, &errs}); status != misuse || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%v: status %d: %s", c.args, status, errs.String())
		}
	}
	bus := serveNATS(t)
	db := postgrestest.Start(t)
	node := serveClass(t, "--db", db, "--cluster", bus, "--node", "n", "--code", "K7P4MQ", "--join", "open", "--workers", "remote")
	machine := exec.Command(node.cmd.Path, "worker", "--node", "lab", "--workers", "2", "--drain", "0s")
	machine.Env = append(os.Environ(), "GPUTOUR_CLUSTER="+bus)
	log, err := machine.StderrPipe()
	if err == nil {
		err = machine.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { machine.Process.Kill(); machine.Wait() })
	said := make([]byte, 4096)
	for text := ""; !strings.Contains(text, "workers are lent"); {
		n, err := log.Read(said)
		if text += string(said[:n]); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	go io.Copy(io.Discard, log)

	ann := node.pupil()
	if status := ann.post("/join", "code", "K7P4MQ", "name", "Ann"); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	socket, _, _, err := ann.socket("", "")
	if err != nil {
		t.Fatal(err)
	}
	run := wire.New(wire.Execute, wire.ExecuteBody{Code: "import torch\nprint(torch.ones(3).sum().item())\nwhile True:\n    pass"})
	run.RID, run.Cell = "r", "c"
	say(t, socket, run)
	if body := awaited(t, socket, wire.Stream).(*wire.StreamBody); body.Text != "3.0\n" {
		t.Errorf("printed %q", body.Text)
	}
	machine.Process.Signal(syscall.SIGTERM)
	if body := awaited(t, socket, wire.Reply).(*wire.ReplyBody); body.State != wire.RunStopped {
		t.Errorf("the run ended as %s", body.State)
	}
	if err := machine.Wait(); err != nil {
		t.Error(err)
	}
}
