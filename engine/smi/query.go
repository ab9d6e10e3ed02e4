package smi

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

// This file answers --query-gpu and --query-compute-apps. Fields, aliases and units are those of
// nvidia-smi --help-query-gpu, driver 535.

// field is what a query can ask for.
type field struct {
	unit string
	get  func(s *Tool, g card) string
}

// of makes a field of a card's own figure.
func of(unit string, get func(g card) string) field {
	return field{unit, func(_ *Tool, g card) string { return get(g) }}
}

// always is a field that has one value here.
func always(text string) field { return of("", func(card) string { return text }) }

// reading is a field of a whole number that may be missing.
func reading(unit string, get func(g card) int) field {
	return of(unit, func(g card) string { return whole(get(g), "%d", notRead) })
}

func power(get func(g card) float64) field {
	return of("W", func(g card) string { return watts(get(g), "%.2f", notRead) })
}

// fields are those of a GPU.
var fields = map[string]field{
	"timestamp":      {"", func(s *Tool, _ card) string { return s.Now().Format("2006/01/02 15:04:05.000") }},
	"driver_version": {"", func(s *Tool, _ card) string { return s.versions().Driver }},
	"count":          {"", func(s *Tool, _ card) string { return fmt.Sprint(len(s.GPUs)) }},
	"index":          of("", func(g card) string { return fmt.Sprint(g.index) }),
	"name":           of("", func(g card) string { return g.name }),
	"uuid":           of("", func(g card) string { return "GPU-" + g.uuid }),
	"serial":         always(notRead),
	"vbios_version":  always(notRead),
	"compute_cap":    of("", func(g card) string { return fmt.Sprintf("%d.%d", g.major, g.minor) }),
	"compute_mode":   always("Default"),
	"display_mode":   always("Disabled"), "display_active": always("Disabled"), "persistence_mode": always("Disabled"),
	"accounting.mode": always("Disabled"), "driver_model.current": always(notRead), "driver_model.pending": always(notRead),
	"mig.mode.current": always(notRead), "mig.mode.pending": always(notRead), "gom.current": always(notRead), "gom.pending": always(notRead),

	"pci.bus_id":    of("", func(g card) string { return g.bus }),
	"pci.domain":    of("", func(g card) string { return "0x" + g.bus[4:8] }),
	"pci.bus":       of("", func(g card) string { return "0x" + g.bus[9:11] }),
	"pci.device":    of("", func(g card) string { return "0x" + g.bus[12:14] }),
	"pci.device_id": always(notRead), "pci.sub_device_id": always(notRead),
	"pcie.link.gen.current": reading("", func(g card) int { return g.pcie }), "pcie.link.gen.max": reading("", func(g card) int { return g.pcie }),
	"pcie.link.width.current": reading("", func(g card) int { return g.lanes }), "pcie.link.width.max": reading("", func(g card) int { return g.lanes }),

	"memory.total":    of("MiB", func(g card) string { return fmt.Sprint(g.total / mib) }),
	"memory.used":     of("MiB", func(g card) string { return fmt.Sprint(g.used / mib) }),
	"memory.free":     of("MiB", func(g card) string { return fmt.Sprint(g.free / mib) }),
	"memory.reserved": of("MiB", func(card) string { return "0" }),

	"utilization.gpu": reading("%", func(g card) int { return g.Busy }), "utilization.memory": reading("%", func(g card) int { return g.MemoryBusy }),
	"temperature.gpu": reading("", func(g card) int { return g.Celsius }), "temperature.memory": always(notRead),
	"fan.speed": reading("%", func(g card) int { return g.Fan }),
	"pstate":    of("", func(g card) string { return whole(g.State, "P%d", notRead) }),

	"power.management": of("", func(g card) string {
		if g.Limit < 0 {
			return notRead
		}
		return "Enabled"
	}),
	"power.draw": power(func(g card) float64 { return g.Watts }), "power.limit": power(func(g card) float64 { return g.Limit }),
	"enforced.power.limit": power(func(g card) float64 { return g.Limit }), "power.default_limit": power(func(g card) float64 { return g.Limit }),
	"power.max_limit": power(func(g card) float64 { return g.Limit }), "power.min_limit": power(func(card) float64 { return -1 }),

	"clocks.current.graphics": reading("MHz", func(g card) int { return g.Graphics }), "clocks.current.sm": reading("MHz", func(g card) int { return g.SM }),
	"clocks.current.memory": reading("MHz", func(g card) int { return g.Memory }), "clocks.max.graphics": reading("MHz", func(g card) int { return g.MostGraphics }),
	"clocks.max.sm": reading("MHz", func(g card) int { return g.MostSM }), "clocks.max.memory": reading("MHz", func(g card) int { return g.Most }),

	"ecc.mode.current": of("", eccMode), "ecc.mode.pending": of("", eccMode),
	"ecc.errors.corrected.volatile.total": of("", eccErrors), "ecc.errors.uncorrected.volatile.total": of("", eccErrors),
	"ecc.errors.corrected.aggregate.total": of("", eccErrors), "ecc.errors.uncorrected.aggregate.total": of("", eccErrors),
}

func eccMode(g card) string {
	if !g.ecc && g.simulated {
		return notRead // a card without it
	}
	return onOff(g.ecc)
}

func eccErrors(g card) string {
	if !g.ecc {
		return notRead
	}
	return "0"
}

// aliases are other names of fields. Headers have the field's own.
var aliases = map[string]string{
	"gpu_name": "name", "gpu_uuid": "uuid", "gpu_serial": "serial", "gpu_bus_id": "pci.bus_id",
	"clocks.gr": "clocks.current.graphics", "clocks.sm": "clocks.current.sm", "clocks.mem": "clocks.current.memory",
	"clocks.max.gr": "clocks.max.graphics", "clocks.max.mem": "clocks.max.memory",
	"name": "process_name", "used_memory": "used_gpu_memory", // of programs
}

// appFields are those of a program that uses a GPU: here, this notebook.
var appFields = map[string]field{
	"timestamp": fields["timestamp"], "gpu_name": fields["name"], "gpu_uuid": fields["uuid"], "gpu_bus_id": fields["pci.bus_id"], "gpu_serial": always(notRead),
	"pid": always("1"), "process_name": always("this notebook"), "used_gpu_memory": fields["memory.used"],
}

// query writes a row of fields for each card.
func (s *Tool) query(w io.Writer, r request, known map[string]field, cards []card) int {
	if !r.csv {
		fmt.Fprintln(w, "\"--format=\" switch is missing. Please run 'nvidia-smi -h' for help.")
		return 2
	}
	var asked []field
	var head []string
	for _, name := range r.query {
		f, ok := known[name]
		if own := aliases[name]; !ok && own != "" {
			name = own
			f, ok = known[name]
		}
		if !ok {
			fmt.Fprintf(w, "Field \"%s\" is not a valid field to query.\n\nFields known here: %s\n", name, names(known))
			return 2
		}
		if f.unit != "" && r.units {
			name += " [" + f.unit + "]"
		}
		head, asked = append(head, name), append(asked, f)
	}
	if r.header {
		fmt.Fprintln(w, strings.Join(head, ", "))
	}
	for _, g := range cards {
		var row []string
		for _, f := range asked {
			text := f.get(s, g)
			if f.unit != "" && r.units && text != notRead {
				text += " " + f.unit
			}
			row = append(row, text)
		}
		fmt.Fprintln(w, strings.Join(row, ", "))
	}
	return 0
}

// apps are the cards on which a program runs.
func apps(cards []card) []card {
	return slices.DeleteFunc(slices.Clone(cards), func(g card) bool { return g.used == 0 })
}

func names(known map[string]field) string {
	var list []string
	for name := range known {
		list = append(list, name)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}
