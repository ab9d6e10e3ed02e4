package smi

import (
	"fmt"

	"gputour/engine/device"
	"gputour/engine/device/sim"
)

// Board is what a real GPU says of itself besides its name and memory.
type Board struct {
	Bus      string // "00000000:17:00.0"
	ClockMHz int
	ECC      bool
	Sensors  Sensors
}

// Sensors are a board's readings at the moment of asking; a negative one is not read.
type Sensors struct {
	Celsius                    int
	Watts, Limit               float64
	Busy, MemoryBusy, Fan      int // percent
	State                      int // of performance, 0 to 15
	Graphics, SM, Memory       int // MHz now
	MostGraphics, MostSM, Most int // MHz at most; Most is the memory's
}

// NoSensors are those of a board that tells nothing.
var NoSensors = Sensors{Celsius: -1, Watts: -1, Limit: -1, Busy: -1, MemoryBusy: -1, Fan: -1, State: -1,
	Graphics: -1, SM: -1, Memory: -1, MostGraphics: -1, MostSM: -1, Most: -1}

// card is one GPU's figures at the moment of asking.
type card struct {
	Sensors
	index             int
	name, uuid, bus   string
	total, used, free int64 // bytes
	major, minor      int
	ecc               bool
	simulated         bool
	nvlinks           int // to each other card of the kind; 0: through the host
	pcie, lanes       int // generation and width of the link to the host; negative where unknown
}

func (s *Tool) card(i int, d device.Device) card {
	info := d.Info()
	g := card{
		index: i, name: info.Name, uuid: s.UUID(i), bus: fmt.Sprintf("00000000:%02X:00.0", 0x17+3*i),
		total: info.Memory, free: info.Memory, major: info.Major, minor: info.Minor, simulated: info.Simulated,
		Sensors: NoSensors, pcie: -1, lanes: -1,
	}
	if m, ok := d.(device.MemoryReporter); ok {
		mem := m.Memory()
		g.total, g.free = mem.Total, mem.Free
	}
	g.used = g.total - g.free
	if d, ok := d.(*sim.Device); ok {
		g.simulate(d.Model())
	} else if s.Board != nil {
		b := s.Board(i)
		g.bus, g.ecc, g.Sensors = b.Bus, b.ECC, b.Sensors
		if g.MostSM < 0 && b.ClockMHz > 0 {
			g.MostSM = b.ClockMHz
		}
	}
	return g
}

// simulate gives the readings of a board of a model that does nothing at the moment.
func (g *card) simulate(m *sim.Model) {
	state := 0
	if g.used == 0 {
		state = 8
	}
	g.Sensors = Sensors{Celsius: 36, Watts: float64(m.PowerWatts / 8), Limit: float64(m.PowerWatts), Fan: -1, State: state,
		Graphics: m.ClockMHz, SM: m.ClockMHz, Memory: -1, MostGraphics: m.ClockMHz, MostSM: m.ClockMHz, Most: -1}
	g.ecc, g.pcie, g.lanes, g.nvlinks = m.ECC, m.PCIe, 16, int(m.PeerLink.Bandwidth/nvlink)
}

// The words for what is not read: in lists, and in the table.
const (
	notRead  = "[N/A]"
	notKnown = "N/A"
)

// whole writes a reading; where there is none, the words for that.
func whole(n int, format, none string) string {
	if n < 0 {
		return none
	}
	return fmt.Sprintf(format, n)
}

func watts(w float64, format, none string) string {
	if w < 0 {
		return none
	}
	return fmt.Sprintf(format, w)
}

func onOff(on bool) string {
	if on {
		return "Enabled"
	}
	return "Disabled"
}
