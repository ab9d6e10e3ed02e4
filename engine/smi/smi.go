// Package smi is nvidia-smi for the devices of one session: the table, -L, -q and
// --query-gpu, in the layout of NVIDIA's driver 470. What is simulated says so.
package smi

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"gputour/engine/device"
	"gputour/engine/shell"
)

// Versions are those of a driver and the newest CUDA that it speaks.
type Versions struct{ Driver, CUDA string }

// layout is the driver whose layout is followed, and which simulated GPUs name.
var layout = Versions{"470.199.02", "11.4"}

const mib = 1 << 20

// Tool answers nvidia-smi.
type Tool struct {
	GPUs []device.Device
	UUID func(i int) string // without "GPU-"
	Now  func() time.Time
	// Board is what the driver says of a real GPU's board. Nil where all are simulated.
	Board func(i int) Board
	// Versions of a real driver; zero where all GPUs are simulated.
	Versions Versions
}

// versions are the real driver's, or those of the layout.
func (s *Tool) versions() Versions {
	if s.Versions == (Versions{}) {
		return layout
	}
	return s.Versions
}

// Command is Tool as a command of a session's shell.
func (s *Tool) Command() shell.Command {
	return func(_ context.Context, c *shell.Call) int { return s.run(c) }
}

func (s *Tool) run(c *shell.Call) int {
	r, refusal := parse(c.Args)
	if refusal != nil {
		fmt.Fprintln(c.Stdout, refusal.text)
		return refusal.status
	}
	if len(s.GPUs) == 0 && !r.help {
		fmt.Fprintln(c.Stdout, "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. "+
			"Make sure that the latest NVIDIA driver is installed and running.")
		return 9
	}
	cards, ok := s.cards(r)
	if !ok {
		fmt.Fprintln(c.Stdout, "No devices were found")
		return 6
	}
	switch {
	case r.help:
		fmt.Fprintf(c.Stdout, usage, strings.Join(sectionNames(), ", "), names(fields))
	case r.list:
		for _, g := range cards {
			fmt.Fprintf(c.Stdout, "GPU %d: %s (UUID: GPU-%s)\n", g.index, g.name, g.uuid)
		}
	case r.topology:
		topology(c.Stdout, cards)
	case r.apps:
		return s.query(c.Stdout, r, appFields, apps(cards))
	case r.query != nil:
		return s.query(c.Stdout, r, fields, cards)
	case r.full:
		s.report(c.Stdout, r, cards)
	default:
		s.table(c.Stdout, cards)
	}
	return 0
}

// cards are the GPUs that are asked about; not ok where one of them does not exist.
func (s *Tool) cards(r request) (cards []card, ok bool) {
	found := 0
	for i, d := range s.GPUs {
		g := s.card(i, d)
		if r.only == nil {
			cards = append(cards, g)
			continue
		}
		for _, id := range r.only {
			if id == fmt.Sprint(i) || strings.EqualFold(id, "GPU-"+g.uuid) || strings.EqualFold(id, g.bus) {
				cards, found = append(cards, g), found+1
				break
			}
		}
	}
	return cards, r.only == nil || found == len(r.only)
}

// nvlink is what one link carries in one direction, in bytes per second: NVIDIA's data sheets
// of V100 (6 links, 300 GB/s both ways), A100 (12, 600) and H100 (18, 900).
const nvlink = 25e9

func topology(w io.Writer, cards []card) {
	fmt.Fprint(w, "\t")
	for _, g := range cards {
		fmt.Fprintf(w, "GPU%d\t", g.index)
	}
	fmt.Fprintln(w, "CPU Affinity\tNUMA Affinity")
	for _, a := range cards {
		fmt.Fprintf(w, "GPU%d\t", a.index)
		for _, b := range cards {
			link := "PHB"
			switch {
			case a.index == b.index:
				link = " X "
			case a.nvlinks > 0 && b.nvlinks > 0:
				link = fmt.Sprintf("NV%d", min(a.nvlinks, b.nvlinks))
			}
			fmt.Fprintf(w, "%s\t", link)
		}
		fmt.Fprintln(w, "0-1\t\tN/A")
	}
	fmt.Fprint(w, "\nLegend:\n\n  X    = Self\n  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)\n"+
		"  NV#  = Connection traversing a bonded set of # NVLinks\n")
}
