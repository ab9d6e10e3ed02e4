package eval

import (
	"fmt"
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/shell"
	"gputour/engine/wire"
)

// This file opens devices: a spec says which, a Backend knows how.

// Spec is a parsed --devices SPEC.
type Spec struct {
	Kind   string // "auto", "cpu", "cuda", "sim"
	Count  int    // of simulated GPUs
	Memory int64  // bytes of each simulated GPU; 0 is the model's own
	Model  string // name of a model of a simulated GPU; "" is the default
}

// ParseSpec reads `auto`, `cpu`, `cuda` or `sim:N[,memory=16GiB][,model=NAME]`.
func ParseSpec(text string) (Spec, error) {
	head, rest, _ := strings.Cut(text, ",")
	kind, count, counted := strings.Cut(head, ":")
	s := Spec{Kind: kind}
	switch {
	case kind == "sim":
		s.Count = 2
		if n, err := strconv.Atoi(count); counted && (err != nil || n < 1 || n > 16) {
			return s, specError(text, "a machine has 1 to 16 simulated GPUs")
		} else if counted {
			s.Count = n
		}
	case text == "auto" || text == "cpu" || text == "cuda":
		return s, nil
	default:
		return s, specError(text, "known: auto, cpu, cuda, sim:N[,memory=16GiB][,model=NAME]")
	}
	if rest == "" {
		return s, nil
	}
	for _, option := range strings.Split(rest, ",") {
		if err := s.set(option); err != nil {
			return s, specError(text, err.Error())
		}
	}
	return s, nil
}

func (s *Spec) set(option string) (err error) {
	key, value, _ := strings.Cut(option, "=")
	switch key {
	case "memory":
		s.Memory, err = ParseSize(value)
	case "model":
		s.Model = value
	default:
		err = fmt.Errorf("unknown option %q; known: memory, model", key)
	}
	return err
}

func specError(text, why string) error { return fmt.Errorf("devices %q: %s", text, why) }

// units of sizes, in bytes.
var units = []struct {
	name string
	size int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}}

// ParseSize reads a number of bytes: 512MiB, 16GiB, 1000.
func ParseSize(text string) (int64, error) {
	number, unit := text, int64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = rest, u.size
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || n < 0 || n*float64(unit) > 1<<60 {
		return 0, fmt.Errorf("%q is no size; write it as 512MiB or 16GiB", text)
	}
	return int64(n * float64(unit)), nil
}

// Machine is the devices of one session.
type Machine struct {
	Spec Spec
	CPU  device.Device
	GPUs []device.Device
	// Simulated tells that the GPUs are a model.
	Simulated bool
	// Commands are the shell's commands that know the devices, such as nvidia-smi.
	Commands map[string]shell.Command
	// Release gives the devices back; nil where there is nothing to give back.
	Release func()
}

// Close releases the devices.
func (m *Machine) Close() {
	if m.Release != nil {
		m.Release()
	}
}

// Backend opens one kind of GPU. The program's main lists those it was built with.
type Backend struct {
	Kind string // as in Spec.Kind
	// Found says for each device that the host has whether it can be used, and why not.
	Found func() []Found
	// Open opens GPUs for one session.
	Open func(Spec) ([]device.Device, error)
}

// Found is one device of the host.
type Found struct {
	Name   string
	Usable bool
	Why    string // what it is, or why it cannot be used
}

// Backends opens machines.
type Backends struct {
	CPU  func() device.Device
	List []Backend
	// Default is the spec that "" stands for; "auto" when empty.
	Default string
}

// Open opens the devices of a spec. "auto" takes every CUDA GPU, or two simulated ones where there is none.
func (b Backends) Open(text string) (*Machine, error) {
	if text == "" {
		text = b.Default
	}
	if text == "" {
		text = "auto"
	}
	spec, err := ParseSpec(text)
	if err != nil {
		return nil, err
	}
	if spec.Kind == "auto" {
		spec = b.auto()
	}
	m := &Machine{Spec: spec, CPU: b.CPU(), Simulated: spec.Kind == "sim"}
	if spec.Kind == "cpu" {
		return m, nil
	}
	backend := b.find(spec.Kind)
	if backend == nil {
		return nil, specError(text, "this build of gputour has no "+spec.Kind+" devices")
	}
	if m.GPUs, err = backend.Open(spec); err != nil {
		return nil, fmt.Errorf("devices %q: %w", text, err)
	}
	return m, nil
}

func (b Backends) find(kind string) *Backend {
	for i := range b.List {
		if b.List[i].Kind == kind {
			return &b.List[i]
		}
	}
	return nil
}

func (b Backends) auto() Spec {
	if cuda := b.find("cuda"); cuda != nil {
		for _, f := range cuda.Found() {
			if f.Usable {
				return Spec{Kind: "cuda"}
			}
		}
	}
	return Spec{Kind: "sim", Count: 2}
}

// Infos describes the machine's devices for the page.
func (m *Machine) Infos() []wire.DeviceInfo {
	infos := []wire.DeviceInfo{m.info("cpu", m.CPU, false)}
	for i, d := range m.GPUs {
		infos = append(infos, m.info(fmt.Sprintf("cuda:%d", i), d, m.Simulated))
	}
	return infos
}

func (m *Machine) info(name string, d device.Device, simulated bool) wire.DeviceInfo {
	info := wire.DeviceInfo{Device: name, Name: d.Info().Name, Simulated: simulated}
	if r, ok := d.(device.MemoryReporter); ok {
		info.Total = r.Memory().Total
	}
	return info
}
