// This file accounts for a sweep as its statements would have: what was counted, moved and noted for races.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/word"
)

// account counts what the iterations were.
func (g *sweeping) account(w *Warp, m uint32, n int64) {
	r := w.Core
	own := int64(1) // the loop's
	if g.Phase {
		own = 0
	}
	r.Profile.Branches += n * (own + g.Branches)
	r.Profile.Flops += n * g.Flops * int64(bits.OnesCount32(m))
	for i, a := range g.Accesses {
		g.count(w, m, n, &g.at[i], w.trafficAt(a.At, a.Store))
	}
	g.log(w, m, n)
	r.Spend(n * (own + g.Statements))
}

// log notes what other blocks may race with.
func (g *sweeping) log(w *Warp, m uint32, n int64) {
	logged := false
	for i := range g.at {
		logged = logged || g.at[i].logged
	}
	if !logged {
		return
	}
	for k := range n {
		for i, a := range g.Accesses {
			t := &g.at[i]
			if !t.logged {
				continue
			}
			of := w
			if g.Phase {
				of = w.Core.warps[g.from+k]
			}
			e := access{touch: of.stamp(a.At, false), address: uint64(t.base + k*t.dk), count: Lanes, size: 4, how: Reads}
			if t.one {
				e.count, e.lane = 1, uint8(First(m))
			} else if t.rows {
				e.count = lane.Row
			}
			off := t.off + k*t.dk
			w.Core.logged(g.filled(e, a, t, off))
			if t.rows {
				e.address, e.lane = e.address+uint64(t.dy), lane.Row
				w.Core.logged(g.filled(e, a, t, off+t.dy))
			}
		}
	}
}

// filled completes an entry of the log with what was written.
func (g *sweeping) filled(e access, a *SweepAccess, t *touching, off int64) access {
	if !a.Store {
		return e
	}
	e.how = Writes
	e.flags |= afterwards
	if t.one {
		e.value = folded(word.Load(t.space.Data[off:], a.Type.Kind))
		return e
	}
	if t.rows {
		clear(g.vec[:])
		lane.LoadRow(&g.vec, 0, t.space.Data[off:], a.Type.Kind == word.I32)
	} else {
		getAll(&g.vec, t.space.Data[off:], a.Type.Kind)
	}
	e.value = hashed(&g.vec, e.address)
	return e
}

// count counts n requests.
func (g *sweeping) count(w *Warp, m uint32, n int64, t *touching, c *report.Traffic) {
	if t.shared {
		c.SharedRequests += n
		if t.dx|t.dy != 0 {
			c.BankConflicts += n * int64(g.cost(w, m, t, 0))
		}
		return
	}
	c.Requests += n
	c.Bytes += 4 * n * int64(bits.OnesCount32(m))
	if t.dx|t.dy == 0 {
		c.Sectors += n
		return
	}
	period := int64(1) // in which addresses come back to where they are in their sector
	for period*t.dk&31 != 0 {
		period *= 2
	}
	for k := range min(period, n) {
		c.Sectors += ((n - k + period - 1) / period) * int64(g.cost(w, m, t, uint64(t.base+k*t.dk)&31))
	}
}

// cost is what a request costs that begins at byte low of a sector.
func (g *sweeping) cost(w *Warp, m uint32, t *touching, low uint64) int {
	c := &t.costs[low>>2]
	if c.mask != m || c.dx != uint64(t.dx) || c.dy != uint64(t.dy) {
		*c = cost{dx: uint64(t.dx), dy: uint64(t.dy), low: low, mask: m}
		from := uint64(t.base)
		if !t.shared {
			from = from&^31 | low
		}
		lane.Rise(&g.vec, &w.Core.Rows.x, &w.Core.Rows.y, from, c.dx, c.dy)
		if t.shared {
			c.count = report.BankConflicts(&g.vec, m, 4)
		} else {
			c.count = report.CountSectors(&g.vec, m, 4)
		}
	}
	return c.count
}

// noteAll notes the reads of shared memory, in their order; false says that they must be
// looked at when they happen.
func (g *sweeping) noteAll(w *Warp, m uint32, n int64) bool {
	g.round = g.round[:0]
	for i, a := range g.Accesses {
		if t := &g.at[i]; t.shared {
			stamp := w.stamp(a.At, false)
			stamp.block = 0
			g.round = append(g.round, note{touch: stamp, mask: m, base: uint32(t.off >> 2), dx: uint32(t.dx >> 2), dy: uint32(t.dy >> 2), dk: uint32(t.dk >> 2)})
		}
	}
	return len(g.round) == 0 || w.Core.noteSwept(g.round, n)
}
