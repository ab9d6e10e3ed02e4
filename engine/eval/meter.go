package eval

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/wire"
)

// This file counts what a run costs its devices.

// maxEvents are kept of one run; the rest are counted.
const maxEvents = 512

// meter observes the devices of a machine. Devices call it on the run's goroutine.
type meter struct {
	events  []wire.DeviceEvent
	dropped int64
	moved   int64
	launch  int64
	nanos   int64
}

func (m *meter) watch(machine *Machine) {
	for _, d := range machine.GPUs {
		d.Observe(m.add)
	}
	machine.CPU.Observe(m.addHost)
}

// begin forgets the last run.
func (m *meter) begin() {
	m.events, m.dropped, m.moved, m.launch, m.nanos = nil, 0, 0, 0, 0
}

var actions = [...]string{
	device.DidAlloc: "alloc", device.DidFree: "free", device.DidCopy: "copy",
	device.DidLaunch: "launch", device.DidSync: "sync", device.DidFallback: "fallback",
}

// addHost counts what the CPU does only where another device takes part.
func (m *meter) addHost(r device.Record) {
	if r.Action == device.DidCopy && r.From != r.To {
		m.add(r)
	}
}

func (m *meter) add(r device.Record) {
	m.nanos += r.Nanos
	switch r.Action {
	case device.DidCopy:
		m.moved += int64(r.Bytes)
	case device.DidLaunch:
		m.launch++
	}
	if len(m.events) == maxEvents {
		m.dropped++
		return
	}
	e := wire.DeviceEvent{
		Kind: actions[r.Action], Device: r.Device, From: r.From, Addr: uint64(r.Address),
		Bytes: int64(r.Bytes), Nanos: r.Nanos,
	}
	if r.To != "" {
		e.Device = r.To
	}
	if r.Action == device.DidLaunch || r.Action == device.DidFallback {
		if e.Kernel = r.Name; r.Name == "" {
			e.Kernel = r.Op.String()
		}
		e.Shape = append([]int(nil), r.Shape...)
	}
	if !m.merge(e) {
		m.events = append(m.events, e)
	}
}

// merge counts a launch that is like the last event into it.
func (m *meter) merge(e wire.DeviceEvent) bool {
	if len(m.events) == 0 || e.Kind != "launch" {
		return false
	}
	last := &m.events[len(m.events)-1]
	if last.Kind != e.Kind || last.Kernel != e.Kernel || last.Device != e.Device || !slices.Equal(last.Shape, e.Shape) {
		return false
	}
	last.Count = max(last.Count, 1) + 1
	last.Nanos += e.Nanos
	return true
}

// report sends the run's events.
func (m *meter) report(a *active) {
	if len(m.events) > 0 {
		a.out.Emit(wire.DeviceEvents, wire.DeviceBody{Events: m.events, Dropped: m.dropped})
	}
}

func (m *meter) cost() wire.Cost {
	return wire.Cost{DeviceMS: float64(m.nanos) / 1e6, BytesMoved: m.moved, Launches: m.launch}
}
