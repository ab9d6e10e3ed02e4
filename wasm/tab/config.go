//go:build js

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"github.com/spf13/afero"

	"gputour/cuda/cellkernel"
	"gputour/cuda/numba"
	"gputour/cuda/triton"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/device/webgpu"
	"gputour/engine/eval"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/shell"
	"gputour/engine/smi"
	"gputour/engine/wire"
)

// This file says what a session in a tab has.

// What a session may use: a tab has no more than 4 GiB, and a phone far less.
var limits = wire.Limits{CellMS: 600_000, MemoryBytes: 1 << 30, DeviceBytes: 1 << 30, OutputBytes: 1 << 20}

// standard is the spec that none and "auto" stand for.
const standard = "sim:2"

// ownGPU is what a spec ends with that asks for the reader's own GPU, too: "sim:2+webgpu".
const ownGPU = "+webgpu"

// open opens a machine; it is eval.Config's Machine.
func open(text string) (*eval.Machine, error) {
	text, own := strings.CutSuffix(text, ownGPU)
	if text == "" || text == "auto" {
		text = standard
	}
	spec, err := sim.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	machine, clock := &eval.Machine{CPU: cpu.New()}, webgpu.Wall()
	if spec.Kind == "sim" {
		gpus := sim.NewMachine(spec, sim.NewBudget(limits.DeviceBytes))
		machine.GPUs, machine.Release, clock = gpus.Devices(), gpus.Close, gpus
	}
	if own {
		simulated, gpu := machine.Release, openWebGPU(js.Global().Get("gputourTab"), clock)
		machine.WebGPU = gpu
		machine.Release = func() {
			if gpu.Close(); simulated != nil {
				simulated()
			}
		}
	}
	tool := &smi.Tool{GPUs: machine.GPUs, UUID: state.UUID, Now: time.Now}
	machine.Commands = map[string]shell.Command{"nvidia-smi": tool.Command()}
	return machine, nil
}

// config is what the evaluators have in common.
func config(log *slog.Logger) eval.Config {
	return eval.Config{
		Machine: open, Kernels: cellkernel.Compile, Modules: slices.Concat(cellkernel.Modules(), numba.Modules(), triton.Modules()), CheckKernel: cellkernel.Check,
		Explain: cellkernel.Explain, Limits: limits, Log: log,
	}
}

// allow refuses the devices that a tab has none of, and more simulated ones than the page offers.
func allow(text string) (string, error) {
	spec, err := sim.ParseSpec(strings.TrimSuffix(text, ownGPU))
	switch {
	case err != nil:
		return "", err
	case spec.Kind == "cuda":
		return "", errors.New("a browser's tab has no CUDA devices")
	case spec.Count > mostGPUs:
		return "", fmt.Errorf("devices %q: at most %d simulated GPUs", text, mostGPUs)
	}
	return text, nil
}

const mostGPUs = 8

// given are the files of the page's lesson, by name.
func given(files js.Value) fs.FS {
	folder := afero.NewMemMapFs()
	names := js.Global().Get("Object").Call("keys", files)
	for i := range names.Length() {
		name := names.Index(i).String()
		afero.WriteFile(folder, name, []byte(files.Get(name).String()), 0o644) // memory takes what it is given
	}
	return afero.NewIOFS(folder)
}
