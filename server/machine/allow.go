package machine

import (
	"cmp"
	"fmt"
	"strings"

	"gputour/engine/device/sim"
)

// This file says which devices a client gets.

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

// Allow returns the spec of the devices that a client gets who asks for some, or why he
// gets none. Simulated GPUs are as the server's, where the client does not say.
func (m *Maker) Allow(text string) (string, error) {
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

// Offers is how many simulated and real GPUs a client may ask for.
func (m *Maker) Offers() (simulated, real int) {
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
