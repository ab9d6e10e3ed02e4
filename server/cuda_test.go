//go:build linux && cgo && cuda

package main

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gputour/cuda/driver/fake"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
)

// TestCardsHaveAProcess opens the fake driver's GPU through a server's opener: in a worker of its own, or not at all.
func TestCardsHaveAProcess(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := fake.Build(dir); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LD_LIBRARY_PATH", dir) // which this process was started without
	t.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
	machines, err := flags.Machines("cuda", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, isolate := range []string{"auto", "strict"} {
		open, end, err := flags.Isolation{Isolate: isolate, PerWorker: "1"}.Plan().Opener(machines, wire.Limits{CellMS: 60_000}, 1, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Skip(err) // strict, where nothing can be sealed
		}
		defer end()
		ev, err := open("cuda")
		if isolate == "strict" {
			if err == nil || !strings.Contains(err.Error(), "sealed") {
				t.Errorf("strict opens a real GPU: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer ev.Close()
		if ev.Lost() == nil {
			t.Error("the session is in the server's own process")
		}
		var h heard
		if o := ev.Run(session.Run{RID: "r", Code: "import torch\nprint(torch.cuda.get_device_name(), (torch.ones(3, device='cuda') + 1).sum().item())"}, &h); o.State != wire.RunDone {
			t.Errorf("%s: %s", o.State, h.text.String())
		} else if got := h.text.String(); !strings.HasSuffix(got, "6.0\n") || strings.Contains(got, "simulated") {
			t.Errorf("the cell prints %q", got)
		}
	}
}

// TestClassSharesTheFakeCard has two students run a notebook on the fake driver's GPU by turns, in the real program.
func TestClassSharesTheFakeCard(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := fake.Build(dir); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LD_LIBRARY_PATH", dir)
	t.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
	t.Setenv("GPUTOUR_FAKE_GPUS", "1")
	addr := freePort(t)
	classProgram(t, t.TempDir(), addr, "--gpu-cards", "auto")
	ann, bob := joins(t, addr, "ann"), joins(t, addr, "bob")
	if offer := ann.welcome.GPU; offer == nil || offer.Cards != 1 || offer.Simulated {
		t.Fatalf("the offer is %+v", offer)
	}
	for _, p := range []*sharer{ann, bob} {
		p.ask(append(mine(p.name), "print(torch.cuda.get_device_name())")...)
	}
	for _, p := range []*sharer{ann, bob} {
		p.see("the end of the turn", p.ended)
		if p.turn.Why != "done" || p.cell["c0"] != p.name+" 1\n" || p.cell["c1"] != "6 cuda:0\n" || strings.Contains(p.cell["c2"], "simulated") {
			t.Errorf("%s sees %q, the turn ended: %s", p.name, p.cell, p.turn.Why)
		}
	}
}

// TestScriptsCUDA runs the program on the fake driver, which runs the kernels on the host.
func TestScriptsCUDA(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := fake.Build(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := fake.BuildCompiler(dir); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/cuda", Setup: func(e *testscript.Env) error {
		e.Setenv("LD_LIBRARY_PATH", dir)
		e.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
		e.Setenv("ROOT", root)
		e.Setenv("DRIVER", dir)
		return nil
	}})
}
