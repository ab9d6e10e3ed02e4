package machine

import (
	"fmt"
	"runtime"
	"strings"

	"gputour/engine/device/sim"
	"gputour/engine/eval"
)

// This file says what there is on this machine to compute on.

// backend opens one kind of GPU.
type backend struct {
	kind string // as in sim.Spec.Kind
	// found says for each device of the host whether it can be used, and why not.
	found func() []Found
	// open fills in the GPUs of a machine.
	open func(spec sim.Spec, m *eval.Machine) error
}

// Found is one device of the host.
type Found struct {
	Kind   string // as in sim.Spec.Kind
	Name   string
	Usable bool
	Why    string // what it is, or why it cannot be used
}

// Found lists the devices of the host, and the GPUs that can be simulated.
func (m *Maker) Found() (all []Found) {
	for _, b := range m.backends {
		for _, f := range b.found() {
			f.Kind = b.kind
			all = append(all, f)
		}
	}
	return all
}

// usable is how many real GPUs there are.
func (m *Maker) usable() (n int) {
	for _, f := range m.backends[0].found() {
		if f.Usable {
			n++
		}
	}
	return n
}

// Cards are how many GPUs of this machine can be given out by turns, and what they are. All must be usable, since they are told
// apart by their numbers.
func (m *Maker) Cards() (count int, name string, err error) {
	var usable []Found
	var why []string
	for _, f := range m.backends[0].found() {
		if f.Usable {
			usable = append(usable, f)
		} else {
			why = append(why, f.Name+": "+f.Why)
		}
	}
	switch {
	case len(usable) == 0:
		return 0, "", fmt.Errorf("this machine has no GPU that can be used (%s); --gpu-cards sim:1 gives out a simulated one instead, none leaves it to other machines", strings.Join(why, "; "))
	case len(why) > 0:
		return 0, "", fmt.Errorf("of the GPUs of this machine some cannot be used (%s); name the others in CUDA_VISIBLE_DEVICES", strings.Join(why, "; "))
	}
	_, name, _ = strings.Cut(usable[0].Name, " ")
	return len(usable), name, nil
}

func (m *Maker) openSim(spec sim.Spec, machine *eval.Machine) error {
	var budget *sim.Budget
	if m.memory > 0 {
		budget = sim.NewBudget(m.memory)
	}
	gpus := sim.NewMachine(spec, budget)
	machine.GPUs, machine.Release = gpus.Devices(), gpus.Close
	return nil
}

// foundCPU is the host, which every session has.
func foundCPU() []Found {
	return []Found{{Name: "cpu", Usable: true, Why: fmt.Sprintf("this machine, %s, %d threads", runtime.GOARCH, runtime.GOMAXPROCS(0))}}
}

// foundModels lists the GPUs that can be simulated.
func foundModels() []Found {
	var list []Found
	for _, name := range sim.ModelNames() {
		list = append(list, Found{Name: name, Usable: true, Why: "a model, simulated on the CPU"})
	}
	return list
}
