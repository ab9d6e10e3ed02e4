// Package machine makes the machines of sessions: it opens the devices that a spec stands for in this build, and says
// which of them a client may ask for.
package machine

import (
	"fmt"
	"slices"
	"sync"

	"gputour/cuda"
	"gputour/cuda/cellkernel"
	"gputour/cuda/numba"
	"gputour/cuda/triton"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/wire"
)

// Maker makes the machines of sessions.
type Maker struct {
	backends []backend
	cuda     func() *cuda.Host // the real GPUs, looked for when first asked about
	fallback string            // the spec that "" stands for; "auto" when empty
	memory   int64             // bytes that a session's simulated GPUs may hold; 0 is no bound
}

// DefaultSpec is what "auto" is where there is no real GPU.
const DefaultSpec = "sim:2"

// New returns what makes machines: spec is what a lesson or client gets that asks for nothing, and memory what the simulated
// GPUs of one may hold, in bytes; 0 is no bound. The error says why spec makes no sense.
func New(spec string, memory int64) (*Maker, error) {
	m := &Maker{fallback: spec, memory: memory}
	m.cuda = sync.OnceValue(func() *cuda.Host { return cuda.Open("") })
	m.backends = []backend{
		{kind: "cuda", found: m.foundGPUs, open: m.openCUDA},
		{kind: "sim", found: foundModels, open: m.openSim},
		{kind: "cpu", found: foundCPU, open: func(sim.Spec, *eval.Machine) error { return nil }},
	}
	if spec != "" {
		if _, err := sim.ParseSpec(spec); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Open opens a machine; it is eval.Config's Machine.
func (m *Maker) Open(text string) (*eval.Machine, error) {
	text, spec, err := m.Resolve(text)
	if err != nil {
		return nil, err
	}
	machine := &eval.Machine{CPU: cpu.New()}
	if err := m.openGPUs(spec, machine); err != nil {
		return nil, fmt.Errorf("devices %q: %w", text, err)
	}
	machine.Commands = m.commands(machine.GPUs)
	return machine, nil
}

// Resolve finds out what a spec stands for here: the spec that says so, as text and parsed.
func (m *Maker) Resolve(text string) (string, sim.Spec, error) {
	for _, otherwise := range []string{m.fallback, "auto"} {
		if text == "" {
			text = otherwise
		}
	}
	spec, err := sim.ParseSpec(text)
	if err == nil && spec.Kind == "auto" {
		text = m.auto()
		spec, err = sim.ParseSpec(text)
	}
	return text, spec, err
}

func (m *Maker) openGPUs(spec sim.Spec, machine *eval.Machine) error {
	for _, b := range m.backends {
		if b.kind == spec.Kind {
			return b.open(spec, machine)
		}
	}
	return fmt.Errorf("this build of gputour has no %s devices", spec.Kind)
}

// auto is the spec that "auto" stands for: every CUDA GPU, or simulated ones.
func (m *Maker) auto() string {
	if m.usable() > 0 {
		return "cuda"
	}
	return DefaultSpec
}

// Config is what the evaluators of this program have in common.
func (m *Maker) Config(limits wire.Limits) eval.Config {
	return eval.Config{Machine: m.Open, Kernels: cellkernel.Compile, Modules: slices.Concat(cellkernel.Modules(), numba.Modules(), triton.Modules()), CheckKernel: cellkernel.Check, Explain: cellkernel.Explain, Limits: limits}
}
