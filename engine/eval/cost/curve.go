package cost

import (
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/wire"
)

// This file follows what a run holds of the devices' memory: after some of its allocations,
// evenly, and after each that makes a new peak.

const (
	maxPoints = 96  // of a run's curve
	maxLooks  = 512 // for what is dead, in a run
	peakStep  = 50  // what may be a new peak is looked at where it is greater by a part in so many
	mostWait  = 16  // times that, after looks that found none
)

// memoryCurve is the curve of one run.
type memoryCurve struct {
	points []wire.MemoryPoint
	peaks  map[string]int64 // by device
	allocs int
	stride int // every so many allocations have a point
	looks  int
	wait   int64 // grows with looks that found no new peak
}

// allocated is told of each allocation on a GPU, before the devices know what it is for.
func (m *Meter) allocated(r device.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &m.curve
	c.allocs++
	peak := c.peaks[r.Device]
	higher := r.Used > peak+peak/peakStep*max(c.wait, 1)
	if r.InUse == nil || c.looks == maxLooks || !higher && c.allocs%max(c.stride, 1) != 0 {
		return
	}
	c.looks++
	p := wire.MemoryPoint{Device: r.Device, At: m.to, Used: r.InUse(), Bytes: int64(r.Bytes)}
	file, line := interp.Where(m.Session, func(file string) bool { return m.Cells[file] != "" })
	if p.Cell, p.Line = m.Cells[file], line; p.Cell == m.run {
		p.Cell = ""
	}
	if higher {
		c.wait = min(2*max(c.wait, 1), mostWait)
	}
	if p.Used > peak {
		c.wait = 1
		if c.peaks == nil {
			c.peaks = map[string]int64{}
		}
		c.peaks[r.Device] = p.Used
	}
	if c.points = append(c.points, p); len(c.points) > maxPoints {
		c.thin()
	}
}

// thin leaves out every second point that is no device's peak, and lets fewer come.
func (c *memoryCurve) thin() {
	kept, odd := c.points[:0], map[string]bool{}
	for _, p := range c.points {
		odd[p.Device] = !odd[p.Device]
		if odd[p.Device] || p.Used == c.peaks[p.Device] {
			kept = append(kept, p)
		}
	}
	c.points, c.stride = kept, 2*max(c.stride, 1)
}
