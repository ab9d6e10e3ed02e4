package smi

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// This file answers --query-gpu and -q.

// fields are what --query-gpu knows: value and unit.
var fields = map[string]struct {
	unit string
	get  func(g card) string
}{
	"index":              {"", func(g card) string { return fmt.Sprint(g.index) }},
	"name":               {"", func(g card) string { return g.name }},
	"gpu_name":           {"", func(g card) string { return g.name }},
	"uuid":               {"", func(g card) string { return "GPU-" + g.uuid }},
	"gpu_uuid":           {"", func(g card) string { return "GPU-" + g.uuid }},
	"gpu_bus_id":         {"", func(g card) string { return g.bus }},
	"pci.bus_id":         {"", func(g card) string { return g.bus }},
	"count":              {"", nil}, // all GPUs; see query
	"driver_version":     {"", func(g card) string { return g.driver }},
	"compute_cap":        {"", func(g card) string { return fmt.Sprintf("%d.%d", g.major, g.minor) }},
	"memory.total":       {"MiB", func(g card) string { return fmt.Sprint(g.total / mib) }},
	"memory.used":        {"MiB", func(g card) string { return fmt.Sprint(g.used / mib) }},
	"memory.free":        {"MiB", func(g card) string { return fmt.Sprint(g.free / mib) }},
	"utilization.gpu":    {"%", func(g card) string { return g.reading("%d", 0) }},
	"temperature.gpu":    {"", func(g card) string { return g.reading("%d", 36) }},
	"power.draw":         {"W", func(g card) string { return g.reading("%d.00", g.watts) }},
	"power.limit":        {"W", func(g card) string { return g.reading("%d.00", g.cap) }},
	"clocks.max.sm":      {"MHz", func(g card) string { return fmt.Sprint(g.clock) }},
	"clocks.sm":          {"MHz", func(g card) string { return fmt.Sprint(g.clock) }},
	"utilization.memory": {"%", func(g card) string { return g.reading("%d", 0) }},
}

func query(w io.Writer, r request, cards []card) int {
	var head []string
	for _, name := range r.query {
		f, ok := fields[name]
		if !ok {
			fmt.Fprintf(w, "Field \"%s\" is not a valid field to query.\n\nFields known here: %s\n", name, known())
			return 2
		}
		if f.unit != "" && r.units {
			name += " [" + f.unit + "]"
		}
		head = append(head, name)
	}
	if r.header {
		fmt.Fprintln(w, strings.Join(head, ", "))
	}
	for _, g := range cards {
		var row []string
		for _, name := range r.query {
			row = append(row, value(name, g, len(cards), r.units))
		}
		fmt.Fprintln(w, strings.Join(row, ", "))
	}
	return 0
}

func value(name string, g card, count int, units bool) string {
	f := fields[name]
	if f.get == nil {
		return fmt.Sprint(count)
	}
	text := f.get(g)
	if f.unit != "" && units && text != notRead {
		text += " " + f.unit
	}
	return text
}

func known() string {
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

// report writes nvidia-smi -q, whole or the parts that -d names.
func (s *Tool) report(w io.Writer, r request, cards []card) {
	fmt.Fprintf(w, "\n==============NVSMI LOG==============\n\n")
	line(w, 0, "Timestamp", s.Now().Format("Mon Jan _2 15:04:05 2006"))
	line(w, 0, "Driver Version", s.versions().Driver)
	line(w, 0, "CUDA Version", s.versions().CUDA)
	fmt.Fprintln(w)
	line(w, 0, "Attached GPUs", fmt.Sprint(len(cards)))
	for _, g := range cards {
		fmt.Fprintf(w, "GPU %s\n", g.bus)
		if r.display == "" {
			g.identity(w)
		}
		if r.display == "" || strings.Contains(r.display, "MEMORY") {
			g.memory(w)
		}
		if r.display == "" || strings.Contains(r.display, "POWER") {
			fmt.Fprintln(w, "    Power Readings")
			line(w, 8, "Power Draw", g.reading("%d.00 W", g.watts))
			line(w, 8, "Power Limit", g.reading("%d.00 W", g.cap))
		}
		fmt.Fprintln(w)
	}
}

func (g card) identity(w io.Writer) {
	line(w, 4, "Product Name", g.name)
	if g.simulated {
		line(w, 4, "Product Brand", "simulated by gputour")
	}
	line(w, 4, "GPU UUID", "GPU-"+g.uuid)
	line(w, 4, "Max Clocks SM", fmt.Sprintf("%d MHz", g.clock))
}

// memory is laid out as up to driver 470: later ones insert a line Reserved.
func (g card) memory(w io.Writer) {
	fmt.Fprintln(w, "    FB Memory Usage")
	line(w, 8, "Total", fmt.Sprintf("%d MiB", g.total/mib))
	line(w, 8, "Used", fmt.Sprintf("%d MiB", g.used/mib))
	line(w, 8, "Free", fmt.Sprintf("%d MiB", g.free/mib))
	fmt.Fprintln(w, "    BAR1 Memory Usage")
	line(w, 8, "Total", "256 MiB")
	line(w, 8, "Used", "2 MiB")
	line(w, 8, "Free", "254 MiB")
}

// line writes "name : value" with the colon in column 43.
func line(w io.Writer, indent int, name, value string) {
	fmt.Fprintf(w, "%-42s: %s\n", strings.Repeat(" ", indent)+name, value)
}
