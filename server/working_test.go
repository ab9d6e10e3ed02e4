//go:build linux

package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/flags"
	"gputour/server/store/postgres/postgrestest"
)

// machine starts a machine for workers beside a node, and returns when it lends them.
func (s *served) machine(bus string, args ...string) *exec.Cmd {
	s.t.Helper()
	machine := exec.Command(s.cmd.Path, append([]string{"worker"}, args...)...)
	machine.Env = append(os.Environ(), "GPUTOUR_CLUSTER="+bus)
	log, err := machine.StderrPipe()
	if err == nil {
		err = machine.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { machine.Process.Kill(); machine.Wait() })
	said := make([]byte, 4096)
	for text := ""; !strings.Contains(text, "workers are lent"); {
		n, err := log.Read(said)
		if text += string(said[:n]); err != nil {
			s.t.Fatalf("%v: %s", err, text)
		}
	}
	go io.Copy(io.Discard, log)
	return machine
}

// TestCardsElsewhere is a node and two machines for workers as processes, each with a card: one queue gives all three out, the page says which
// card is where, and a machine that is killed ends its turn, and has its card given out again when it is back.
func TestCardsElsewhere(t *testing.T) {
	bus := serveNATS(t)
	node := serveClass(t, "--db", postgrestest.Start(t), "--cluster", bus, "--node", "n", "--code", "GPUS42", "--join", "open",
		"--workers", "local", "--gpu", "job", "--gpu-cards", "sim:1", "--gpu-slot", "10m")
	lab := node.machine(bus, "--node", "lab", "--workers", "1", "--gpu-cards", "sim:1,model=A100")
	node.machine(bus, "--node", "desk", "--workers", "1", "--gpu-cards", "sim:1")
	owner := node.pupil()
	if resp, err := owner.client.Get(node.owner); err != nil {
		t.Fatal(err)
	} else {
		resp.Body.Close()
	}
	shows := func(want, not string) {
		t.Helper()
		var page string
		for late := time.Now().Add(30 * time.Second); time.Now().Before(late); time.Sleep(20 * time.Millisecond) {
			if _, page = owner.get("/class/gpu?lang=en"); strings.Contains(page, want) && (not == "" || !strings.Contains(page, not)) {
				return
			}
		}
		t.Fatalf("the page lacks %q, or has %q: %s", want, not, page)
	}
	shows("3 cards in 3 machines: ", "")
	addr := strings.TrimPrefix(node.origin, "http://")
	var all []*sharer
	for _, name := range []string{"Ann", "Bob", "Cyd"} {
		p := joins(t, addr, name)
		p.ask("import torch\nprint('on', torch.cuda.get_device_name(0))\nwhile True:\n    pass")
		all = append(all, p)
	}
	var onLab *sharer
	for _, p := range all {
		p.see("its card", func() bool { return strings.Contains(p.cell["c0"], "\n") })
		if strings.Contains(p.cell["c0"], "A100") {
			onLab = p
		}
	}
	if onLab == nil || !strings.Contains(onLab.turn.Device, "A100") {
		t.Fatal("nobody is on the lab's card, or is told another one")
	}
	shows("<b>lab</b>", "")
	lab.Process.Kill()
	onLab.see("the end of its turn", onLab.ended)
	if onLab.turn.Why != "lost" {
		t.Errorf("it ended for %q", onLab.turn.Why)
	}
	shows("2 cards in 2 machines: ", "<b>lab</b>")
	dan := joins(t, addr, "Dan")
	dan.ask("import torch\nprint('on', torch.cuda.get_device_name(0))")
	dan.see("its place", func() bool { return dan.turn.State == wire.GPUWaiting })
	node.machine(bus, "--node", "lab", "--workers", "1", "--gpu-cards", "sim:1,model=A100")
	dan.see("the end of its job", dan.ended)
	if dan.turn.Why != "done" || !strings.Contains(dan.cell["c0"], "A100") {
		t.Errorf("%+v, %q", dan.turn, dan.cell)
	}
	shows("lab, card 0", "")
}

// TestWorkersElsewhere is a node and a machine for workers as processes: cells run on the machine, and it leaves while one does.
func TestWorkersElsewhere(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"say where the NATS is", []string{"worker"}},
		{"--workers must not be negative", []string{"worker", "--workers=-1"}},
		{"--gpu-cards: a CPU is no GPU", []string{"worker", "--gpu-cards", "cpu"}},
		{"no GPU that can be used", []string{"worker", "--cluster", "nats://127.0.0.1:1", "--gpu-cards", "cuda"}},
		{"--workers remote needs --cluster", []string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--workers", "remote"}},
		{"--isolate off", []string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--workers", "remote", "--isolate", "off"}},
	} {
		var errs strings.Builder
		if status := command(c.args, flags.Terminal{In: nil, Out: io.Discard, Err: &errs}); status != flags.Misuse || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%v: status %d: %s", c.args, status, errs.String())
		}
	}
	bus := serveNATS(t, "--user", "lab", "--pass", "s3cret")
	bus = strings.Replace(bus, "://", "://lab:s3cret@", 1)
	missing := filepath.Join(t.TempDir(), "creds")
	for want, args := range map[string][]string{
		"refuse who this is":                    {"--cluster", strings.Replace(bus, "s3cret", "s3kret", 1)},
		"nobody answers there":                  {"--cluster", "nats://127.0.0.1:1"},
		missing + ": no such file or directory": {"--cluster", bus, "--cluster-credentials", missing},
		"the file is empty":                     {"--cluster-file", os.DevNull},
		"give one of them":                      {"--cluster", bus, "--cluster-file", os.DevNull},
	} {
		var errs strings.Builder
		if status := command(append([]string{"worker", "--node", "x"}, args...), flags.Terminal{In: nil, Out: io.Discard, Err: &errs}); status != flags.Misuse || !strings.Contains(errs.String(), want) || strings.Contains(errs.String(), "s3") {
			t.Errorf("%v: status %d: %s", args, status, errs.String())
		}
	}
	db := postgrestest.Start(t)
	node := serveClass(t, "--db", db, "--cluster", bus, "--node", "n", "--code", "K7P4MQ", "--join", "open", "--workers", "remote")
	ann := node.pupil()
	if status := ann.post("/join", "code", "K7P4MQ", "name", "Ann"); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	var refused *websocket.CloseError
	if _, _, _, err := ann.socket("", ""); !errors.As(err, &refused) || refused.Code != wire.CloseCapacity || !strings.HasPrefix(refused.Text, "full: machines;") {
		t.Errorf("without a machine: %v", err)
	}
	machine := node.machine(bus, "--node", "lab", "--workers", "2", "--drain", "0s")
	socket, _, _, err := ann.socket("", "") // as the page does, which was told when
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
