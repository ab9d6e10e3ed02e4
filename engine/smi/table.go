package smi

import (
	"fmt"
	"io"
	"strings"
)

// This file writes the table that nvidia-smi alone prints, 79 columns wide.

const (
	rule  = "+-----------------------------------------------------------------------------+"
	three = "|-------------------------------+----------------------+----------------------+"
)

func (s *Tool) table(w io.Writer, cards []card) {
	fmt.Fprintf(w, "%s       \n%s\n", s.Now().Format("Mon Jan _2 15:04:05 2006"), rule)
	v := s.versions()
	fmt.Fprintf(w, "| NVIDIA-SMI %-12s Driver Version: %-12s CUDA Version: %-9s|\n", v.Driver, v.Driver, v.CUDA)
	if len(cards) > 0 && cards[0].simulated {
		fmt.Fprintf(w, "| %-76s|\n", "Simulated by gputour: figures of a model, not of hardware in this machine.")
	}
	fmt.Fprintf(w, "%s\n", three)
	fmt.Fprint(w, "| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"+
		"| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |\n"+
		"|                               |                      |               MIG M. |\n"+
		"|===============================+======================+======================|\n")
	for _, g := range cards {
		g.row(w)
	}
	s.processes(w, cards)
}

func (g card) row(w io.Writer) {
	ecc := notKnown
	if g.ecc {
		ecc = "0"
	}
	usage := watts(g.Watts, "%.0fW", notKnown)
	if g.Limit >= 0 {
		usage += watts(g.Limit, " / %.0fW", "")
	}
	memory := fmt.Sprintf("%dMiB / %dMiB", g.used/mib, g.total/mib)
	fmt.Fprintf(w, "| %3d  %-18s  Off  | %s Off | %20s |\n", g.index, short(g.name, 18), g.bus, ecc)
	fmt.Fprintf(w, "| %3s   %3s   %3s   %11s | %20s | %7s      Default |\n", whole(g.Fan, "%d%%", notKnown),
		whole(g.Celsius, "%dC", notKnown), whole(g.State, "P%d", notKnown), usage, memory, whole(g.Busy, "%d%%", notKnown))
	fmt.Fprintf(w, "|                               |                      |                  N/A |\n")
	fmt.Fprintln(w, "+-------------------------------+----------------------+----------------------+")
}

// short cuts a name to a width as nvidia-smi does, with dots at the end.
func short(name string, width int) string {
	if len(name) <= width {
		return name
	}
	return strings.TrimRight(name[:width-3], " ") + "..."
}

func (s *Tool) processes(w io.Writer, cards []card) {
	fmt.Fprintf(w, "%79s\n%s\n", "", rule)
	fmt.Fprint(w, "| Processes:                                                                  |\n"+
		"|  GPU   GI   CI        PID   Type   Process name                  GPU Memory |\n"+
		"|        ID   ID                                                   Usage      |\n"+
		"|=============================================================================|\n")
	none := true
	for _, g := range cards {
		if g.used > 0 {
			none = false
			fmt.Fprintf(w, "|  %3d   N/A  N/A %10d      C   %-28s %7dMiB |\n", g.index, 1, "this notebook", g.used/mib)
		}
	}
	if none {
		fmt.Fprintln(w, "|  No running processes found                                                 |")
	}
	fmt.Fprintln(w, rule)
}
