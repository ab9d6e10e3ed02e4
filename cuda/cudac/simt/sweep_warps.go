// This file runs what lies between two barriers for all warps of a block at once, where each
// warp's part is one iteration of a tape. As no two threads may race in it, all accesses to
// shared memory are held against each other by where they go, not word by word.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
)

// across is how a register rises with lanes and warps.
func (g *sweeping) across(r *Core, slot int) (s slope, ok bool) {
	from := &r.warps[g.from].Rules[slot]
	s = slope{base: int64(from.Base), dx: int64(from.Dx), dy: int64(from.Dy)}
	if g.tail > 0 {
		s.dk = int64(r.warps[g.from+1].Rules[slot].Base) - s.base
	}
	for k := range g.tail + 1 {
		x := &r.warps[g.from+k].Rules[slot]
		if x.Where != lane.Full || x.Dx != from.Dx || x.Dy != from.Dy || int64(x.Base) != s.base+k*s.dk || !x.Small() {
			return s, false
		}
	}
	return s, s.dx+maxSlope >= 0 && s.dx <= maxSlope && s.dy+maxSlope >= 0 && s.dy <= maxSlope && s.dk+maxSlope >= 0 && s.dk <= maxSlope
}

// runWarps runs statements for all warps; false says that nothing has been done.
func (s *Sweep) runWarps(r *Core, ops []ScriptOp) bool {
	g := r.sweeping(s)
	n := int64(len(r.warps))
	g.from, g.tail = 0, n-1
	if !g.threadsRise(r) {
		return false
	}
	from, to, part, ok := g.pass(r)
	switch {
	case !ok, bits.OnesCount64(part) > 1 || part != 0 && from < to, n > 64:
		return false
	case from < to && !g.runRange(r, from, to):
		return false
	case part != 0:
		w := r.warps[bits.TrailingZeros64(part)]
		pc := w.place.pc
		for i := range ops {
			if w.place.pc == pc+i {
				w.follow(&ops[i])
			}
		}
		w.place.pc -= len(ops) // which the caller adds
		to++
	}
	if idle := n - (to - from); idle > 0 { // all their lanes are told no
		r.Profile.Branches += idle * g.Asked
		r.Spend(idle * g.Asked)
	}
	return true
}

// pass finds the warps that all guards let pass, from one up to another, and those of which
// they let pass a part of the lanes.
func (g *sweeping) pass(r *Core) (from, to int64, part uint64, ok bool) {
	n := int64(len(r.warps))
	if len(g.Guards) == 0 {
		return 0, n, 0, true
	}
	if len(g.Guards) > 1 {
		return 0, 0, 0, false
	}
	c := &g.Guards[0]
	x, ok1 := g.exact(r.warps[0], lane.Full, c.Left)
	y, ok2 := g.exact(r.warps[0], lane.Full, c.Right)
	if !ok1 || !ok2 || !c.Want {
		return 0, 0, 0, false
	}
	d := slope{x.base - y.base, x.dx - y.dx, x.dy - y.dy, 0}
	from = -1
	for k := range n {
		lo, hi := g.extent(r.warps[0], d)
		d.base += x.dk - y.dk
		switch yes, no := settled(c.Compare, lo, hi); {
		case yes && from < 0:
			from, to = k, k+1
		case yes && to < k:
			return 0, 0, 0, false
		case yes:
			to++
		case !no:
			part |= 1 << k
		}
	}
	return max(from, 0), to, part, true
}

// runRange runs the tape for some of the warps.
func (g *sweeping) runRange(r *Core, from, to int64) bool {
	w := r.warps[from]
	g.from, g.tail = from, to-from-1
	if !g.same(r) || !g.fits(w, lane.Full) || !g.place(w, lane.Full) || !g.orderly(r) {
		return false
	}
	r.Launch.hears(r.number, Sweeps)
	g.enter(w)
	g.tape.Run(int(to - from))
	g.written(r)
	g.account(w, lane.Full, to-from)
	return true
}

// same reports that the variables that a tape reads have one value in all warps.
func (g *sweeping) same(r *Core) bool {
	for _, c := range g.Inputs {
		f := &r.warps[g.from].Rules[c.Slot]
		for _, w := range r.warps[g.from : g.from+g.tail+1] {
			if x := &w.Rules[c.Slot]; x.Where != lane.Full || !x.Uniform() || x.Base != f.Base {
				return false
			}
		}
	}
	return true
}

// orderly reports that no two threads race in shared memory, and that all that is read there
// has been written.
func (g *sweeping) orderly(r *Core) bool {
	if r.notes.looking || len(r.notes.list) > 0 {
		return false
	}
	for i, a := range g.Accesses {
		s := &g.at[i]
		if !s.shared {
			continue
		}
		if !a.Store {
			if r.fresh > 0 && !r.roundsWritten([]note{{mask: lane.Full, base: uint32(s.off >> 2), dx: uint32(s.dx >> 2), dy: uint32(s.dy >> 2), dk: uint32(s.dk >> 2)}}, uint32(g.tail+1)) {
				return false
			}
			continue
		}
		if !ownElements([]stride{{s.dx, r.Rows.maxX + 1}, {s.dy, r.Rows.maxY + 1}, {s.dk, g.tail + 1}}) {
			return false
		}
		lo, hi := g.extent(r.warps[0], s.slope)
		for j := range g.Accesses {
			if t := &g.at[j]; t.shared && t.slope != s.slope {
				if from, to := g.extent(r.warps[0], t.slope); from <= hi && lo <= to && !s.interleaves(t) {
					return false
				}
			}
		}
	}
	return true
}

// interleaves reports that two accesses never meet because their words lie in the gaps of each
// other: all steps of both are multiples of what they are apart.
func (s *touching) interleaves(t *touching) bool {
	step := int64(0)
	for _, d := range [6]int64{s.dx, s.dy, s.dk, t.dx, t.dy, t.dk} {
		for d = max(d, -d); d != 0; {
			step, d = d, step%d
		}
	}
	return step != 0 && (s.base-t.base)%step != 0
}

// written notes what a tape has written to shared memory.
func (g *sweeping) written(r *Core) {
	if r.fresh == 0 {
		return
	}
	for i, a := range g.Accesses {
		s := &g.at[i]
		if !a.Store || !s.shared {
			continue
		}
		n := note{mask: lane.Full, base: uint32(s.off >> 2), dx: uint32(s.dx >> 2), dy: uint32(s.dy >> 2)}
		for range g.tail + 1 {
			r.noteWritten(&n)
			n.base += uint32(s.dk >> 2)
		}
	}
}
