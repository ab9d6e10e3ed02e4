//go:build js

// Command tab is the engine in a browser's tab: it runs in a worker, where a page reaches sessions through a pipe as it
// reaches a server's through a socket.
//
// The worker's script (web/src/tab) leaves an object gputourTab for it, and calls what Go sets there.
package main

import (
	"log/slog"
	"os"
	"runtime/debug"
	"syscall/js"
	"time"

	"gputour/cuda/cellkernel"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/pylib/torch"
	"gputour/engine/session"
	"gputour/engine/shell"
	"gputour/engine/smi"
	"gputour/engine/wire"
)

// What a session may use: a tab has no more than 4 GiB, and a phone far less.
var limits = wire.Limits{CellMS: 600_000, MemoryBytes: 1 << 30, DeviceBytes: 1 << 30, OutputBytes: 1 << 20}

// standard is the spec that none and "auto" stand for.
const standard = "sim:2"

// open opens a machine; it is eval.Config's Machine.
func open(text string) (*eval.Machine, error) {
	if text == "" || text == "auto" {
		text = standard
	}
	spec, err := sim.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	machine := &eval.Machine{CPU: cpu.New()}
	if spec.Kind == "sim" {
		gpus := sim.NewMachine(spec, sim.NewBudget(limits.DeviceBytes))
		machine.GPUs, machine.Release = gpus.Devices(), gpus.Close
	}
	tool := &smi.Tool{GPUs: machine.GPUs, UUID: torch.UUID, Now: time.Now}
	machine.Commands = map[string]shell.Command{"nvidia-smi": tool.Command()}
	return machine, nil
}

func main() {
	debug.SetGCPercent(200) // time is dearer than memory in a tab
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	config := eval.Config{
		Machine: open, Kernels: cellkernel.Compile, Modules: cellkernel.Modules(), CheckKernel: cellkernel.Check,
		Explain: cellkernel.Explain, Limits: limits, Log: log,
	}
	sessions := &session.Registry{Config: session.Config{Open: config.Open, Limits: limits}}
	serve(js.Global().Get("gputourTab"), sessions)
	select {} // callbacks do the rest
}
