// Package cost tells what a run has its devices do, and counts what that costs.
package cost

import (
	"slices"
	"sync"
	"time"

	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/session"
	"gputour/engine/wire"
)

const (
	maxEvents   = 256                    // of one run are told one by one
	joinedShare = 48                     // later ones are told together: as one, those on a queue within this part of the run
	reportEvery = 100 * time.Millisecond // while the run goes on
)

// Meter observes the devices of a session. They call it on the run's goroutine.
type Meter struct {
	Session *object.Session
	Cells   map[string]string // the cells by the names of their files

	mu     sync.Mutex // guards what follows: reports come from a timer, too
	out    session.Output
	run    string             // the cell that runs
	fresh  []wire.DeviceEvent // not reported yet
	told   int                // events made one by one
	joined []*wire.DeviceEvent
	timer  *time.Timer

	curve memoryCurve

	begun    bool
	from, to int64 // on the devices' clock
	busy     int64
	moved    int64
	launch   int64
}

// Watch observes the host, as far as it works with the others, and these.
func (m *Meter) Watch(host device.Device, others []device.Device) {
	for _, d := range others {
		d.Observe(m.add)
	}
	host.Observe(m.addHost)
}

// Begin forgets the last run.
func (m *Meter) Begin(out session.Output, cell string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out, m.run = out, cell
	m.fresh, m.told, m.joined, m.curve = nil, 0, nil, memoryCurve{}
	m.begun, m.from, m.to, m.busy, m.moved, m.launch = false, 0, 0, 0, 0, 0
}

var actions = [...]string{
	device.DidCopy: "copy", device.DidLaunch: "launch", device.DidSync: "sync", device.DidFallback: "fallback",
}

// addHost counts what the CPU does only where another device takes part.
func (m *Meter) addHost(r device.Record) {
	if r.Action == device.DidCopy && r.From != r.To {
		m.add(r)
	}
}

func (m *Meter) add(r device.Record) {
	switch r.Action {
	case device.DidAlloc:
		m.allocated(r)
		return
	case device.DidFree:
		return
	}
	e := m.event(r)
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Cell == m.run {
		e.Cell = ""
	}
	m.count(r)
	if m.told < maxEvents {
		m.told++
		m.fresh = append(m.fresh, e)
	} else {
		m.join(e)
	}
	if m.timer == nil {
		m.timer = time.AfterFunc(reportEvery, m.report)
	}
}

// count adds to what the run costs.
func (m *Meter) count(r device.Record) {
	n := int64(max(r.Count, 1))
	switch r.Action {
	case device.DidCopy:
		m.moved += int64(r.Bytes)
	case device.DidLaunch:
		m.launch += n
	}
	m.busy += r.Nanos
	if r.Start == 0 && r.Called == 0 {
		return // a device that does not tell when
	}
	if !m.begun {
		m.begun, m.from = true, r.Called
	}
	m.to = max(m.to, r.Start+r.Nanos, r.Called+r.Held)
}

// event is a record as the page is told it.
func (m *Meter) event(r device.Record) wire.DeviceEvent {
	e := wire.DeviceEvent{
		Kind: actions[r.Action], Device: r.Device, From: r.From, Bytes: int64(r.Bytes), Count: r.Count,
		Stream: int(r.Stream), Start: r.Start, Nanos: r.Nanos, Called: r.Called, Held: r.Held,
	}
	if r.To != "" {
		e.Device = r.To
	}
	if r.Action == device.DidLaunch || r.Action == device.DidFallback {
		e.Kernel = r.What()
		e.Shape = append([]int(nil), r.Shape...)
	}
	for _, id := range r.Buffers {
		if id != 0 && !slices.Contains(e.Uses, id) {
			e.Uses = append(e.Uses, id)
		}
	}
	file, line := interp.Where(m.Session, func(file string) bool { return m.Cells[file] != "" })
	e.Cell, e.Line = m.Cells[file], line
	return e
}

// join tells e with others on its queue, so that a long run has a bounded number of events
// and each of them a place in time.
func (m *Meter) join(e wire.DeviceEvent) {
	at := slices.IndexFunc(m.joined, func(j *wire.DeviceEvent) bool {
		return j.Kind == e.Kind && j.Device == e.Device && j.From == e.From && j.Stream == e.Stream
	})
	if at < 0 {
		m.joined = append(m.joined, &e)
		return
	}
	j := m.joined[at]
	if end := e.Start + e.Nanos; end-j.Start > (m.to-m.from)/joinedShare {
		m.fresh = append(m.fresh, *j)
		m.joined[at] = &e
		return
	}
	if j.Kernel != e.Kernel {
		j.Kernel = ""
	}
	if j.Line != e.Line || j.Cell != e.Cell {
		j.Line, j.Cell = 0, ""
	}
	if !slices.Equal(j.Shape, e.Shape) {
		j.Shape = nil
	}
	j.Uses = slices.DeleteFunc(j.Uses, func(id uint64) bool { return !slices.Contains(e.Uses, id) })
	j.Count = max(j.Count, 1) + max(e.Count, 1)
	j.Span = max(j.Span, e.Start+e.Nanos-j.Start)
	j.HostSpan = max(j.HostSpan, e.Called+e.Held-j.Called)
	j.Nanos, j.Held, j.Bytes = j.Nanos+e.Nanos, j.Held+e.Held, j.Bytes+e.Bytes
}

// report sends the events that are ready.
func (m *Meter) report() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.timer = nil
	if len(m.fresh) > 0 && m.out != nil {
		m.out.Emit(wire.DeviceEvents, wire.DeviceBody{Events: m.fresh})
		m.fresh = nil
	}
}

// Finish sends all that is left; after it nothing is sent until the next run begins.
func (m *Meter) Finish() wire.Cost {
	m.mu.Lock()
	if m.timer != nil {
		m.timer.Stop()
	}
	for _, j := range m.joined {
		m.fresh = append(m.fresh, *j)
	}
	m.joined = nil
	if points := m.curve.points; len(points) > 0 && m.out != nil {
		m.out.Emit(wire.DeviceEvents, wire.DeviceBody{Events: []wire.DeviceEvent{}, Memory: points})
	}
	m.mu.Unlock()
	m.report()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out = nil
	span := m.to - m.from
	if !m.begun {
		span = m.busy
	}
	return wire.Cost{DeviceMS: float64(span) / 1e6, BytesMoved: m.moved, Launches: m.launch}
}
