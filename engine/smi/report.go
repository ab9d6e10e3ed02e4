package smi

import (
	"fmt"
	"io"
	"strings"
)

// This file writes nvidia-smi -q, whole or the sections that -d names.

// section is a part of the report.
type section struct {
	name  string // as -d says it; "" for what only the whole report has
	write func(g card, w io.Writer)
}

var sections = []section{
	{"", card.identity},
	{"PERFORMANCE", func(g card, w io.Writer) { line(w, 4, "Performance State", whole(g.State, "P%d", notKnown)) }},
	{"MEMORY", card.memory},
	{"COMPUTE", func(_ card, w io.Writer) { line(w, 4, "Compute Mode", "Default") }},
	{"UTILIZATION", func(g card, w io.Writer) {
		group(w, "Utilization", "Gpu", whole(g.Busy, "%d %%", notKnown), "Memory", whole(g.MemoryBusy, "%d %%", notKnown), "Encoder", notKnown, "Decoder", notKnown)
	}},
	{"ECC", func(g card, w io.Writer) {
		mode := strings.Trim(eccMode(g), "[]")
		group(w, "Ecc Mode", "Current", mode, "Pending", mode)
		errors := strings.Trim(eccErrors(g), "[]")
		group(w, "ECC Errors", "Volatile Corrected", errors, "Volatile Uncorrected", errors)
	}},
	{"TEMPERATURE", func(g card, w io.Writer) {
		group(w, "Temperature", "GPU Current Temp", whole(g.Celsius, "%d C", notKnown), "Memory Current Temp", notKnown)
	}},
	{"POWER", func(g card, w io.Writer) {
		group(w, "Power Readings", "Power Draw", watts(g.Watts, "%.2f W", notKnown), "Power Limit", watts(g.Limit, "%.2f W", notKnown),
			"Enforced Power Limit", watts(g.Limit, "%.2f W", notKnown))
	}},
	{"CLOCK", func(g card, w io.Writer) {
		mhz := func(n int) string { return whole(n, "%d MHz", notKnown) }
		group(w, "Clocks", "Graphics", mhz(g.Graphics), "SM", mhz(g.SM), "Memory", mhz(g.Memory))
		group(w, "Max Clocks", "Graphics", mhz(g.MostGraphics), "SM", mhz(g.MostSM), "Memory", mhz(g.Most))
	}},
	{"PIDS", card.processes},
}

func (s *Tool) report(w io.Writer, r request, cards []card) {
	fmt.Fprintf(w, "\n==============NVSMI LOG==============\n\n")
	line(w, 0, "Timestamp", s.Now().Format("Mon Jan _2 15:04:05 2006"))
	line(w, 0, "Driver Version", s.versions().Driver)
	line(w, 0, "CUDA Version", s.versions().CUDA)
	fmt.Fprintln(w)
	line(w, 0, "Attached GPUs", fmt.Sprint(len(s.GPUs)))
	for _, g := range cards {
		fmt.Fprintf(w, "GPU %s\n", g.bus)
		for _, part := range sections {
			if r.display == nil || part.name != "" && r.display[part.name] {
				part.write(g, w)
			}
		}
		fmt.Fprintln(w)
	}
}

// sectionNames are what -d may name.
func sectionNames() []string {
	var names []string
	for _, part := range sections[1:] {
		names = append(names, part.name)
	}
	return names
}

func (g card) identity(w io.Writer) {
	line(w, 4, "Product Name", g.name)
	if g.simulated {
		line(w, 4, "Product Brand", "simulated by gputour")
	}
	line(w, 4, "Display Mode", "Disabled")
	line(w, 4, "Display Active", "Disabled")
	line(w, 4, "Persistence Mode", "Disabled")
	line(w, 4, "GPU UUID", "GPU-"+g.uuid)
	line(w, 4, "Minor Number", fmt.Sprint(g.index))
	group(w, "PCI", "Bus", "0x"+g.bus[9:11], "Device", "0x"+g.bus[12:14], "Domain", "0x"+g.bus[4:8], "Bus Id", g.bus)
	line(w, 4, "Fan Speed", whole(g.Fan, "%d %%", notKnown))
}

// memory is laid out as up to driver 470: later ones insert a line Reserved.
func (g card) memory(w io.Writer) {
	size := func(bytes int64) string { return fmt.Sprintf("%d MiB", bytes/mib) }
	group(w, "FB Memory Usage", "Total", size(g.total), "Used", size(g.used), "Free", size(g.free))
	group(w, "BAR1 Memory Usage", "Total", "256 MiB", "Used", "2 MiB", "Free", "254 MiB")
}

func (g card) processes(w io.Writer) {
	if g.used == 0 {
		line(w, 4, "Processes", "None")
		return
	}
	fmt.Fprintln(w, "    Processes")
	line(w, 8, "Process ID", "1")
	line(w, 12, "Type", "C")
	line(w, 12, "Name", "this notebook")
	line(w, 12, "Used GPU Memory", fmt.Sprintf("%d MiB", g.used/mib))
}

// group writes a title and lines of names and values below it.
func group(w io.Writer, title string, pairs ...string) {
	fmt.Fprintln(w, "    "+title)
	for i := 0; i < len(pairs); i += 2 {
		line(w, 8, pairs[i], pairs[i+1])
	}
}

// line writes "name : value" with the colon in column 43.
func line(w io.Writer, indent int, name, value string) {
	fmt.Fprintf(w, "%-42s: %s\n", strings.Repeat(" ", indent)+name, value)
}
