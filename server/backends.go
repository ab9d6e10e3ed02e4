package main

import (
	"cmp"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"gputour/cuda"
	"gputour/cuda/driver"
	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/pylib/torch"
	"gputour/engine/shell"
	"gputour/engine/smi"
)

// This file opens devices: what a spec stands for in this build.

// backend opens one kind of GPU.
type backend struct {
	kind string // as in sim.Spec.Kind
	// found says for each device of the host whether it can be used, and why not.
	found func() []found
	// open fills in the GPUs of a machine.
	open func(spec sim.Spec, m *eval.Machine) error
}

// found is one device of the host.
type found struct {
	name   string
	usable bool
	why    string // what it is, or why it cannot be used
}

// machines opens the devices of sessions.
type machines struct {
	backends []backend
	cuda     func() *cuda.Host // the real GPUs, looked for when first asked about
	fallback string            // the spec that "" stands for; "auto" when empty
	memory   int64             // bytes that a session's simulated GPUs may hold; 0 is no bound
}

// defaultSpec is what "auto" is where there is no real GPU.
const defaultSpec = "sim:2"

// newMachines returns what opens devices, or why spec makes no sense.
func newMachines(spec string, memory size) (*machines, error) {
	m := &machines{fallback: spec, memory: int64(memory)}
	m.cuda = sync.OnceValue(func() *cuda.Host { return cuda.Open("") })
	m.backends = []backend{
		{kind: "cuda", found: m.foundGPUs, open: m.openCUDA},
		{kind: "sim", found: foundModels, open: m.openSim},
		{kind: "cpu", found: foundCPU, open: func(sim.Spec, *eval.Machine) error { return nil }},
	}
	if spec != "" {
		if _, err := sim.ParseSpec(spec); err != nil {
			return nil, &usageError{err}
		}
	}
	return m, nil
}

// open opens a machine; it is eval.Config's Machine.
func (m *machines) open(text string) (*eval.Machine, error) {
	text, spec, err := m.resolve(text)
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

// allowed is how many GPUs a client may ask for, by the kind that the server was started
// with (--devices). What a lesson asks for, the server chooses itself.
//
//	--devices     cpu   simulated                                   real
//	none, auto    yes   8, with at most the largest model's memory  all, if one can be used
//	cuda          yes   8, the same                                 all
//	sim:N,…       yes   N, with at most these ones' memory          none
//	cpu           yes   none                                        none
var allowed = map[string]struct {
	simulated int // -1: as many as --devices says
	real      bool
}{
	"auto": {8, true},
	"cuda": {8, true},
	"sim":  {-1, false},
	"cpu":  {0, false},
}

// allow returns the spec of the devices that a client gets who asks for some, or why he
// gets none. Simulated GPUs are as the server's, where the client does not say.
func (m *machines) allow(text string) (string, error) {
	server := cmp.Or(m.fallback, "auto")
	own, err := sim.ParseSpec(server)
	if err != nil {
		return "", err
	}
	if text == "auto" {
		text = m.auto()
	}
	if _, options, some := strings.Cut(server, ","); some && strings.HasPrefix(text, "sim") && !strings.Contains(text, ",") {
		text += "," + options
	}
	spec, err := sim.ParseSpec(text)
	if err != nil {
		return "", err
	}
	may, memory := allowed[own.Kind], largest()
	if may.simulated < 0 {
		may.simulated, memory = own.Count, memoryOf(own)
	}
	switch {
	case spec.Kind == "cuda" && !(may.real && (own.Kind == "cuda" || m.auto() == "cuda")):
		return "", fmt.Errorf("devices %q: this server has no real GPUs for a session", text)
	case spec.Kind == "sim" && spec.Count > may.simulated:
		return "", fmt.Errorf("devices %q: this server simulates at most %d GPUs for a session", text, may.simulated)
	case spec.Kind == "sim" && memoryOf(spec) > memory:
		return "", fmt.Errorf("devices %q: a simulated GPU has at most %.1f GiB here", text, float64(memory)/(1<<30))
	}
	return text, nil
}

// offers is how many simulated and real GPUs a client may ask for.
func (m *machines) offers() (simulated, real int) {
	own, err := sim.ParseSpec(cmp.Or(m.fallback, "auto"))
	if err != nil {
		return 0, 0
	}
	may := allowed[own.Kind]
	if simulated = may.simulated; simulated < 0 {
		simulated = own.Count
	}
	if may.real {
		real = m.usable()
	}
	return simulated, real
}

// usable is how many real GPUs there are.
func (m *machines) usable() (n int) {
	for _, f := range m.backends[0].found() {
		if f.usable {
			n++
		}
	}
	return n
}

// memoryOf is the memory of each simulated GPU of a spec.
func memoryOf(spec sim.Spec) int64 { return cmp.Or(spec.Memory, spec.Model.Memory) }

// largest is the memory of the largest model.
func largest() (bytes int64) {
	for _, name := range sim.ModelNames() {
		if m, err := sim.FindModel(name); err == nil {
			bytes = max(bytes, m.Memory)
		}
	}
	return bytes
}

// resolve finds out what a spec stands for here: the spec that says so, as text and parsed.
func (m *machines) resolve(text string) (string, sim.Spec, error) {
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

func (m *machines) openGPUs(spec sim.Spec, machine *eval.Machine) error {
	for _, b := range m.backends {
		if b.kind == spec.Kind {
			return b.open(spec, machine)
		}
	}
	return fmt.Errorf("this build of gputour has no %s devices", spec.Kind)
}

// auto is the spec that "auto" stands for: every CUDA GPU, or simulated ones.
func (m *machines) auto() string {
	if m.usable() > 0 {
		return "cuda"
	}
	return defaultSpec
}

func (m *machines) openSim(spec sim.Spec, machine *eval.Machine) error {
	var budget *sim.Budget
	if m.memory > 0 {
		budget = sim.NewBudget(m.memory)
	}
	gpus := sim.NewMachine(spec, budget)
	machine.GPUs, machine.Release = gpus.Devices(), gpus.Close
	return nil
}

// commands are the shell's commands that know the devices.
func (m *machines) commands(gpus []device.Device) map[string]shell.Command {
	tool := &smi.Tool{GPUs: gpus, UUID: torch.UUID, Now: time.Now}
	if len(gpus) > 0 && !gpus[0].Info().Simulated {
		properties := func(i int) driver.GPU { return gpus[i].(*cuda.Device).Properties() }
		tool.UUID = func(i int) string { return properties(i).UUID }
		tool.Board = func(i int) smi.Board {
			p := properties(i)
			return smi.Board{Bus: fmt.Sprintf("%08X:%02X:%02X.0", p.PCIDomain, p.PCIBus, p.PCIDevice),
				ClockMHz: p.ClockKHz / 1000, ECC: p.ECC, Sensors: sensors(p.UUID)}
		}
		tool.Versions.Driver, tool.Versions.CUDA = m.cuda().Versions()
	}
	return map[string]shell.Command{"nvidia-smi": tool.Command()}
}

// sensors are what a board's sensors say, as far as NVIDIA's library is there to ask.
func sensors(uuid string) smi.Sensors {
	library, err := driver.OpenManagement("")
	if err != nil {
		return smi.NoSensors
	}
	r, err := library.Read(uuid)
	if err != nil {
		return smi.NoSensors
	}
	return smi.Sensors{
		Celsius: r.Celsius, Watts: float64(r.Milliwatts) / 1000, Limit: float64(r.LimitMilliwatts) / 1000,
		Busy: r.Busy, MemoryBusy: r.MemoryBusy, Fan: r.FanPercent, State: r.State,
		Graphics: r.Clocks.Graphics, SM: r.Clocks.SM, Memory: r.Clocks.Memory,
		MostGraphics: r.MostClocks.Graphics, MostSM: r.MostClocks.SM, Most: r.MostClocks.Memory,
	}
}

func (m *machines) openCUDA(spec sim.Spec, machine *eval.Machine) error {
	gpus, err := m.cuda().NewMachine()
	if err != nil {
		return err
	}
	all := gpus.Devices()
	if spec.Count > len(all) {
		gpus.Close()
		return fmt.Errorf("this machine has %d that can be used", len(all))
	}
	machine.GPUs, machine.Release = all[:cmp.Or(spec.Count, len(all))], gpus.Close
	return nil
}

// foundGPUs lists the real GPUs, or why there are none.
func (m *machines) foundGPUs() []found {
	var list []found
	for i, f := range m.cuda().Found() {
		name := f.Name
		if f.Usable {
			name = fmt.Sprintf("%d %s", i, f.Name)
		}
		list = append(list, found{name: name, usable: f.Usable, why: f.Why})
	}
	return list
}

// foundCPU is the host, which every session has.
func foundCPU() []found {
	return []found{{name: "cpu", usable: true, why: fmt.Sprintf("this machine, %s, %d threads", runtime.GOARCH, runtime.GOMAXPROCS(0))}}
}

// foundModels lists the GPUs that can be simulated.
func foundModels() []found {
	var list []found
	for _, name := range sim.ModelNames() {
		list = append(list, found{name: name, usable: true, why: "a model, simulated on the CPU"})
	}
	return list
}

// devicesCommand lists devices.
type devicesCommand struct {
	Devices string `help:"Only those of a spec." placeholder:"SPEC"`
}

// Run implements gputour devices.
func (c *devicesCommand) Run(term terminal) error {
	m, err := newMachines(c.Devices, 0)
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(term.out, 0, 0, 2, ' ', 0)
	for _, b := range m.backends {
		for _, f := range b.found() {
			usable := "cannot be used"
			if f.usable {
				usable = "ready"
			}
			fmt.Fprintf(rows, "%s\t%s\t%s: %s\n", b.kind, f.name, usable, f.why)
		}
	}
	rows.Flush()
	machine, err := m.open("")
	if err != nil {
		return err
	}
	defer machine.Close()
	fmt.Fprintln(term.out, "A session gets:")
	for _, d := range append([]device.Device{machine.CPU}, machine.GPUs...) {
		fmt.Fprintf(term.out, "  %-8s %s%s\n", d.Info(), d.Info().Name, capacity(d.Info().Memory))
	}
	return nil
}

func capacity(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf(", %.1f GiB", float64(bytes)/(1<<30))
}

// size is a flag such as 2GiB, in bytes; 0 is no bound.
type size int64

var sizeUnits = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"", 1}}

// UnmarshalText reads a number with a unit.
func (s *size) UnmarshalText(text []byte) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(string(text), u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || !(n >= 0 && n*u.bytes <= 1<<50) { // which NaN is not
			break
		}
		*s = size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is no size; write 512MiB or 16GiB", text)
}
