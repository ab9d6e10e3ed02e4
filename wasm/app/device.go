package app

import (
	"slices"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/class"
)

// This file defines what the page knows of the devices.

// Device is the session's devices, what lives on them and what the panel shows of it.
type Device struct {
	Infos  []wire.DeviceInfo
	Memory []wire.DeviceMemory
	Shown  string // the cell whose timeline is shown
	Lit    string // the name that is pointed at
	Bar    int    // number of the event of the shown run that is picked, -1 for none
	Zoom   int    // 0 is the whole run; each step doubles
	Pan    int    // of the zoomed part, in eighths of a view
	Rows   int    // of the table, beyond those that are always listed
	Open   string // the tensor that is looked at, by its name
	Value  string // what it holds, as far as it is known
	Grid   Grid   // the same, as a table
	wait   bool
}

// MoreRows is how many rows of the table a click adds: as many as are drawn
// without being noticed.
const MoreRows = 200

const (
	placeEvery = 250   // ms between two questions for the placement, at least
	maxEvents  = 10000 // device events kept per run
)

// readers is what a device choice ends with that has the reader's own GPU, too.
const readers = "+webgpu"

// WebGPU reports whether the session has the reader's own GPU.
func (d *Device) WebGPU() bool {
	return slices.ContainsFunc(d.Infos, func(i wire.DeviceInfo) bool { return i.Device == "webgpu:0" })
}

// OffersWebGPU reports whether the session could have it: where the engine is in this page.
func (s *State) OffersWebGPU() bool { return s.Page.Tab != nil && s.hasGPU }

// switchWebGPU adds the reader's own GPU to the session's devices, or takes it away.
func (s *State) switchWebGPU() {
	if !s.Conn.Live() || !s.OffersWebGPU() {
		s.toast(s.T("conn.needed"))
		return
	}
	spec := s.Device.Spec()
	if !s.Device.WebGPU() {
		spec += readers
	}
	s.send(wire.Request(wire.Devices, &wire.DevicesBody{Spec: spec}))
}

// SimulatedCounts are the numbers of simulated GPUs that are offered: the usual ones that the server allows, and its most.
func (s *State) SimulatedCounts() []int {
	most := s.Page.Most
	if most == 0 {
		most = 8
	}
	var counts []int
	for _, n := range []int{1, 2, 4, 8} {
		if n <= most {
			counts = append(counts, n)
		}
	}
	if n := len(counts); most > 0 && counts[n-1] < most {
		counts = append(counts, most)
	}
	return counts
}

// GPUs is how many GPUs the session has.
func (d *Device) GPUs() int {
	n := 0
	for _, info := range d.Infos {
		if strings.HasPrefix(info.Device, "cuda") {
			n++
		}
	}
	return n
}

// Spec is the device choice that the session has, but for the reader's own GPU: "cpu", "sim:2", "cuda".
func (d *Device) Spec() string {
	gpus, simulated := 0, false
	for _, info := range d.Infos {
		if strings.HasPrefix(info.Device, "cuda") {
			gpus++
			simulated = simulated || info.Simulated
		}
	}
	switch {
	case gpus == 0:
		return "cpu"
	case simulated:
		return "sim:" + itoa(gpus)
	}
	return "cuda"
}

// askPlacement asks what lives where, at most once in placeEvery.
func (s *State) askPlacement() {
	if s.Device.wait {
		return
	}
	if left := s.placeAt + placeEvery - s.Now; left > 0 {
		s.Device.wait = true
		s.do(After{left, "place"})
		return
	}
	s.placeDue()
}

func (s *State) placeDue() {
	s.Device.wait = false
	s.placeAt = s.Now
	m := wire.Request(wire.Place, nil)
	m.RID = s.newRID()
	s.send(m)
}

func (s *State) placed(b *wire.PlacementBody) {
	s.Device.Memory = b.Devices
	if s.Device.Open != "" {
		s.askTensor()
	}
	s.touch(Panel)
}

// deviceEvents adds to a run's events; the panel keeps the latest maxEvents.
func (s *State) deviceEvents(c *Cell, b *wire.DeviceBody) {
	c.Events = append(c.Events, b.Events...)
	if len(b.Memory) > 0 {
		c.Memory = b.Memory
	}
	if over := len(c.Events) - maxEvents; over > 0 {
		c.Lost += int64(over)
		c.Events = append([]wire.DeviceEvent(nil), c.Events[over:]...)
	}
	s.askPlacement()
	s.touch(Panel)
}

// pointed lights a tensor's name everywhere: in the editors and in the panel. "#3" is the
// bar of event 3.
func (s *State) pointed(name string) {
	if s.isBoard() {
		s.class(class.Act{Name: "over", Value: name})
		return
	}
	if bar, ok := strings.CutPrefix(name, "#"); ok {
		if n, err := strconv.Atoi(bar); err == nil {
			s.pick(n)
		}
		return
	}
	device := s.deviceOf(name)
	if device == "" {
		name = ""
	}
	if s.Device.Lit == name {
		return
	}
	s.Device.Lit = name
	s.touch(Panel)
	s.do(Light{name, device})
}

// deviceOf is the device on which a named tensor lives, "" if there is none.
func (s *State) deviceOf(name string) string {
	for _, d := range s.Device.Memory {
		for _, b := range d.Blocks {
			if name != "" && Holds(b, name) {
				return d.Device
			}
		}
	}
	return ""
}

// Copies are the copies between devices of the shown run, oldest first.
func (s *State) Copies() []wire.DeviceEvent {
	c := s.cell(s.Device.Shown)
	if c == nil {
		return nil
	}
	var list []wire.DeviceEvent
	for _, e := range c.Events {
		if e.Kind == "copy" && e.From != "" && e.From != e.Device {
			list = append(list, e)
		}
	}
	return list
}

// Holds reports whether a block is the memory of a tensor of that name.
func Holds(b wire.Block, name string) bool {
	for _, t := range b.Tensors {
		if t.Name == name {
			return true
		}
	}
	return false
}
