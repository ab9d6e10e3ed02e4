// Package smi is nvidia-smi for the devices of one session: the table, -L, -q and
// --query-gpu, in the layout of NVIDIA's driver 470. What is simulated says so.
package smi

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gputour/engine/device"
	"gputour/engine/device/sim"
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

// Board is what a real GPU says of itself besides its name and memory.
type Board struct {
	Bus      string // "00000000:17:00.0"
	ClockMHz int
	ECC      bool
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

// request is a parsed command line.
type request struct {
	list, full bool
	query      []string
	display    string // -d
	only       map[int]bool
	header     bool
	units      bool
	topology   bool
}

func (s *Tool) run(c *shell.Call) int {
	r, err := parse(c.Args)
	if err != nil {
		fmt.Fprintln(c.Stdout, err)
		return 2
	}
	cards := s.cards(r)
	switch {
	case len(s.GPUs) == 0:
		fmt.Fprintln(c.Stdout, "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. "+
			"Make sure that the latest NVIDIA driver is installed and running.")
		return 9
	case r.only != nil && len(cards) != len(r.only):
		fmt.Fprintln(c.Stdout, "No devices were found")
		return 6
	case r.list:
		for _, g := range cards {
			fmt.Fprintf(c.Stdout, "GPU %d: %s (UUID: GPU-%s)\n", g.index, g.name, g.uuid)
		}
	case r.topology:
		topology(c.Stdout, cards)
	case r.query != nil:
		return query(c.Stdout, r, cards)
	case r.full:
		s.report(c.Stdout, r, cards)
	default:
		s.table(c.Stdout, cards)
	}
	return 0
}

func parse(args []string) (request, error) {
	r := request{header: true, units: true}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if !joined && i+1 < len(args) && (name == "-i" || name == "-d" || name == "--id" || name == "--display" || name == "--query-gpu" || name == "--format") {
			i++
			value = args[i]
		}
		switch name {
		case "-L", "--list-gpus":
			r.list = true
		case "-q", "--query":
			r.full = true
		case "-x":
			return r, fmt.Errorf("XML is not offered here; use --query-gpu with --format=csv")
		case "topo":
			r.topology = true
		case "-m":
		case "-d", "--display":
			r.display = strings.ToUpper(value)
		case "-i", "--id":
			if err := r.pick(value); err != nil {
				return r, err
			}
		case "--query-gpu":
			r.query = strings.Split(strings.ReplaceAll(value, " ", ""), ",")
		case "--format":
			r.header = !strings.Contains(value, "noheader")
			r.units = !strings.Contains(value, "nounits")
		default:
			return r, fmt.Errorf("Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.\n")
		}
	}
	return r, nil
}

func (r *request) pick(value string) error {
	r.only = map[int]bool{}
	for _, part := range strings.Split(value, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return fmt.Errorf("No devices were found")
		}
		r.only[n] = true
	}
	return nil
}

// card is one GPU's figures at the moment of asking.
type card struct {
	index             int
	name, uuid, bus   string
	total, used, free int64 // bytes
	watts, cap        int   // power now and at most; 0 where unknown
	clock             int   // MHz
	major, minor      int
	ecc               bool
	simulated         bool
	peers             bool
	driver            string
}

func (s *Tool) cards(r request) []card {
	var cards []card
	for i, d := range s.GPUs {
		if r.only == nil || r.only[i] {
			cards = append(cards, s.card(i, d))
		}
	}
	return cards
}

func (s *Tool) card(i int, d device.Device) card {
	info := d.Info()
	g := card{
		index: i, name: info.Name, uuid: s.UUID(i), bus: fmt.Sprintf("00000000:%02X:00.0", 0x17+3*i),
		total: info.Memory, free: info.Memory, major: info.Major, minor: info.Minor, simulated: info.Simulated,
		driver: s.versions().Driver,
	}
	if m, ok := d.(device.MemoryReporter); ok {
		mem := m.Memory()
		g.total, g.free = mem.Total, mem.Free
	}
	g.used = g.total - g.free
	if d, ok := d.(*sim.Device); ok {
		model := d.Model()
		g.cap, g.clock, g.ecc = model.PowerWatts, model.ClockMHz, model.ECC
		g.watts = model.PowerWatts / 8 // an idle board
		g.peers = sim.CanAccessPeer(model, model)
	}
	if s.Board != nil && !g.simulated {
		b := s.Board(i)
		g.bus, g.clock, g.ecc = b.Bus, b.ClockMHz, b.ECC
	}
	return g
}

// reading is a figure of the board's sensors, which only simulated GPUs have: nothing here
// asks a real one's.
func (g card) reading(format string, n int) string {
	if !g.simulated {
		return notRead
	}
	return fmt.Sprintf(format, n)
}

const notRead = "[N/A]"

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
			case a.peers && b.peers:
				link = "NV1"
			}
			fmt.Fprintf(w, "%s\t", link)
		}
		fmt.Fprintln(w, "0-1\t\tN/A")
	}
	fmt.Fprint(w, "\nLegend:\n\n  X    = Self\n  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)\n"+
		"  NV#  = Connection traversing a bonded set of # NVLinks\n")
}
